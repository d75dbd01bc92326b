package lang

import (
	"path"
	"strings"
)

// An Index finds the language of a file by its name.
type Index struct {
	names map[string]*Language // whole base names and extensions with the dot
}

// NewIndex returns an Index over languages. Of two that claim the same name the
// first one has it.
func NewIndex(languages []*Language) *Index {
	x := &Index{names: make(map[string]*Language)}
	for _, l := range languages {
		for _, list := range [][]string{l.Filenames, l.Extensions} {
			for _, name := range list {
				if x.names[name] == nil {
					x.names[name] = l
				}
			}
		}
	}
	return x
}

// ByPath returns the language of the file at p, nil when there is none: by the
// whole base name, else by the longest extension (".d.ts" before ".ts"), in any
// case.
func (x *Index) ByPath(p string) *Language {
	name := path.Base(p)
	if l := x.names[name]; l != nil {
		return l
	}
	name = strings.ToLower(name)
	for {
		i := strings.IndexByte(name, '.')
		if i < 0 {
			return nil
		}
		if l := x.names[name[i:]]; l != nil {
			return l
		}
		name = name[i+1:]
	}
}

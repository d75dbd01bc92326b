package lang

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// An Index finds the language of a file by its name.
type Index struct {
	names  map[string]*Language // whole base names and extensions with the dot
	byName map[string]*Language // by Language.Name
}

// NewIndex returns an Index of languages. Of two languages with the same file name or extension the
// first counts.
func NewIndex(languages []*Language) *Index {
	x := &Index{names: make(map[string]*Language), byName: make(map[string]*Language)}
	for _, l := range languages {
		if x.byName[l.Name] == nil {
			x.byName[l.Name] = l
		}
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

// Of returns the language of the file at p with facts f. The content may have decided between
// dialects.
func (x *Index) Of(p string, f *facts.File) *Language {
	l := x.ByPath(p)
	if l != nil && f.Language != l.Name {
		if d := x.byName[f.Language]; d != nil {
			return d
		}
	}
	return l
}

// ByPath returns the language of the file at p, nil for none: by the whole base name, else by the
// longest extension (".d.ts" before ".ts"), ignoring case.
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

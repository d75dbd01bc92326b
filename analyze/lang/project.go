package lang

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Units are what the files of a snapshot share top-level scopes by, as their paths and the manifests of their projects
// say; by the family of the language.
type Units map[string][]Manifest

// Read takes in a file of the snapshot. All are read before Key is asked.
func (u Units) Read(l *Language, path string, f *facts.File) {
	if f.Manifest != nil && l.Unite != nil {
		u[l.Kin()] = append(u[l.Kin()], Manifest{Path: path, Manifest: f.Manifest})
	}
}

// Key returns the key of the unit that the file is in.
func (u Units) Key(l *Language, path string, f *facts.File) string {
	if l.Unit == nil {
		return path
	}
	key := l.Unit(path, f)
	if l.Unite != nil {
		key = l.Unite(u[l.Kin()], path, key)
	}
	return key
}

// Above returns the directory above all that are in dir and the file at p: whichever file of a unit comes first, the unit
// has one directory.
func Above(dir, p string) string {
	for dir != "." && dir != "/" && !strings.HasPrefix(p, dir+"/") {
		dir = path.Dir(dir)
	}
	return dir
}

// Seen returns those of things, which the files at their paths declare, that the project of the file at
// from sees, all of them where that is not known or it sees none.
func Seen[T any](l ProjectLinker, from string, things []T, path func(T) string) []T {
	var out []T
	for _, t := range things {
		sees, known := l.Sees(from, path(t))
		if !known {
			return things
		}
		if sees {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return things
	}
	return out
}

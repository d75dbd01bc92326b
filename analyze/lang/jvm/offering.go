package jvm

import (
	"path"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Offered returns the place of a definition of Java, and one of another language where the build publishes what is in its
// directory, or keeps a list of what it offers.
func (l *linker) Offered(file, _, place string) string {
	f := l.project.Facts(file)
	if f == nil || f.Language == "java" {
		return place
	}
	if isScript(file) {
		return ""
	}
	dir := path.Dir(file)
	is, known := l.offers[dir]
	if !known {
		is = lang.Offers(l.manifests, dir) || l.listed(dir)
		l.offers[dir] = is
	}
	if !is {
		return ""
	}
	return place
}

// isScript reports whether a file is run where it is, so that no other code can name what it declares.
func isScript(file string) bool {
	switch path.Ext(file) {
	case ".kts", ".sbt", ".sc":
		return true
	}
	return false
}

// listed reports whether there is a list of what the project around a directory offers, which a check of its build keeps.
func (l *linker) listed(dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if has, is := l.builds[dir]; is {
			return has
		}
	}
	return false
}

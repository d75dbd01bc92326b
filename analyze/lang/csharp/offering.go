package csharp

import (
	"path"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Offered returns the place of a definition in a project that makes a package for others: not a program or a test, and with
// what only a package needs.
func (l *linker) Offered(file, _, place string) string {
	dir := l.projectOf(file)
	if !l.projects[dir] {
		return ""
	}
	is, known := l.offers[dir]
	if !known {
		is = lang.Offers(l.manifests, dir)
		l.offers[dir] = is
	}
	if !is || path.Base(file) == "Program.cs" {
		return ""
	}
	return place
}

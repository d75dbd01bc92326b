package lang

import (
	"path"
	"strings"
)

// Near returns a number that grows with the proximity of two paths: first by the number of common
// leading directories, then by an equal name without extension, then by fewer other directories
// between them.
func Near(a, b string) int {
	n, a, b := CommonDirectories(a, b)
	stem := func(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }
	if n *= 2; stem(a) == stem(b) {
		n++
	}
	const most = 63
	return (most+1)*n + most - min(most, strings.Count(a, "/")+strings.Count(b, "/"))
}

// CommonDirectories returns the number of leading directories that two paths have in common, and what is
// below them.
func CommonDirectories(a, b string) (n int, belowA, belowB string) {
	for {
		x, restA, moreA := strings.Cut(a, "/")
		y, restB, moreB := strings.Cut(b, "/")
		if !moreA || !moreB || x != y {
			return n, a, b
		}
		n, a, b = n+1, restA, restB
	}
}

// IsAround reports whether the directory of a file contains another file, directly or below. The top
// directory is around nothing.
func IsAround(file, other string) bool {
	dir := path.Dir(file)
	return dir != "." && strings.HasPrefix(other, dir+"/")
}

// Inside reports whether a file may name what a file of declarations shows to its parent module alone: it is that file, or
// is in the directory of the parent module.
func Inside(file, declarations string) bool {
	dir := path.Dir(declarations)
	if strings.HasPrefix(path.Base(declarations), "mod.") { // its module has the name of its directory
		dir = path.Dir(dir)
	}
	return file == declarations || strings.HasPrefix(file, dir+"/")
}

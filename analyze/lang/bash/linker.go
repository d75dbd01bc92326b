package bash

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A linker finds the files that scripts source and start.
type linker struct {
	files  map[string]bool
	byBase map[string][]string // paths by base name
}

func newLinker(p lang.Project) lang.Linker {
	l := linker{files: make(map[string]bool), byBase: make(map[string][]string)}
	for _, file := range p.Paths() {
		l.files[file] = true
		l.byBase[path.Base(file)] = append(l.byBase[path.Base(file)], file)
	}
	return l
}

// Link returns the file that source, in a form of path.go, means. A path that is relative to the directory
// in which a script is started is tried from its own directory and from the root of the repository.
func (l linker) Link(from, source, _ string) lang.Target {
	if rest, ok := strings.CutPrefix(source, unknownDir); ok {
		return l.ending(from, rest)
	}
	if rest, ok := strings.CutPrefix(source, scriptDir); ok {
		return l.file(path.Join(path.Dir(from), rest))
	}
	if rest, ok := strings.CutPrefix(source, rootDir); ok {
		return l.file(path.Clean(rest))
	}
	beside, below := path.Join(path.Dir(from), source), path.Clean(source)
	switch {
	case beside == below || !l.files[below]:
		return l.file(beside)
	case !l.files[beside]:
		return l.file(below)
	}
	return lang.Target{}
}

func (l linker) file(file string) lang.Target {
	if !l.files[file] {
		return lang.Target{}
	}
	return lang.Target{Unit: file}
}

// ending returns the only file whose path ends with tail.
func (l linker) ending(from, tail string) lang.Target {
	var found string
	for _, file := range l.byBase[path.Base(tail)] {
		if file == from || file != tail && !strings.HasSuffix(file, "/"+tail) {
			continue
		}
		if found != "" {
			return lang.Target{}
		}
		found = file
	}
	return l.file(found)
}

// isTest reports whether a file contains tests.
func isTest(file string) bool {
	for _, dir := range strings.Split(path.Dir(file), "/") {
		switch dir {
		case "test", "tests", "spec", "specs", "testing":
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	for _, end := range []string{"_test", "-test", ".test", "_spec", "_tests"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return strings.HasPrefix(name, "test_") || strings.HasPrefix(name, "test-")
}

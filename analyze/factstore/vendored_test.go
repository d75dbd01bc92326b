package factstore

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
)

func TestSetAside(t *testing.T) {
	js, golang := &lang.Language{OutputDirs: []string{"dist"}}, &lang.Language{}
	java := &lang.Language{OutputDirs: []string{"build", "out"}, PackageDirs: []string{"java"}}
	for _, tc := range []struct {
		path string
		lang *lang.Language
		want graph.SkipReason
	}{
		{"vendor/github.com/a/b/c.go", golang, graph.SkipVendored},
		{"web/node_modules/left-pad/index.js", js, graph.SkipVendored},
		{"src/pip/_vendor/six.py", golang, graph.SkipVendored},
		{".yarn/releases/yarn.cjs", js, graph.SkipVendored},
		{"packages/a/dist/index.js", js, graph.SkipGenerated},
		{"app/build/src/main/java/a/B.java", java, graph.SkipGenerated},
		{"app/src/main/java/org/a/build/B.java", java, ""},
		{"lib/jquery.min.js", js, graph.SkipMinified},
		{"dist/list.go", golang, ""},
		{"vendor.go", golang, ""},
		{"src/middleware/cache/index.ts", js, ""},
		{"lib/env/data.js", js, ""},
		{"src/effects.js", js, ""},
		{"types/global.d.ts", js, ""},
		{"testdata/protoexample/test.go", golang, ""},
	} {
		if got := SetAside(tc.path, tc.lang); got != tc.want {
			t.Errorf("SetAside(%s) = %q, want %q", tc.path, got, tc.want)
		}
	}
}

// The mode, the path and the generator's note each take a file out of what people write.
func TestAuthored(t *testing.T) {
	s := New(Options{Languages: []*lang.Language{{Name: "js", Extensions: []string{".js"}, OutputDirs: []string{"dist"}}}})
	b := graph.NewBuilder()
	b.Add(&graph.Node{ID: "File:gen.js", Label: graph.File, Path: "gen.js", Generated: true})
	b.Add(&graph.Node{ID: "File:a.js", Label: graph.File, Path: "a.js"})
	g := b.Graph()
	for _, tc := range []struct {
		file     diff.File
		excluded graph.SkipReason
		authored bool
	}{
		{diff.File{Path: "a.js"}, "", true},
		{diff.File{Path: "notes.md"}, "", true},
		{diff.File{Path: "gen.js"}, "", false},
		{diff.File{Path: "dist/a.js"}, graph.SkipGenerated, false},
		{diff.File{Path: "vendor/notes.md"}, graph.SkipVendored, false},
		{diff.File{Path: "a.js", Mode: diff.Symlink}, graph.SkipSymlink, false},
		{diff.File{Path: "lib", Mode: diff.Submodule}, graph.SkipSubmodule, false},
	} {
		if got := s.Excluded(&tc.file); got != tc.excluded {
			t.Errorf("Excluded(%s) = %q, want %q", tc.file.Path, got, tc.excluded)
		}
		if got := s.Authored(&tc.file, g); got != tc.authored {
			t.Errorf("Authored(%s) = %t, want %t", tc.file.Path, got, tc.authored)
		}
	}
}

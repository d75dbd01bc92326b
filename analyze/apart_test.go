package analyze_test

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// modules is a repository of Go modules, of which m1 imports m0, and of code in other languages. Modules have types that
// implement interfaces of others and of the standard library, misuse them, and share names.
func modules(n int) map[string][]byte {
	files := map[string][]byte{
		"web/a.ts":    []byte("import config from './config.css'\n\nexport function onlyHere() { return config }\n\nexport class Page { renderEverything() { return 1 } }\n"),
		"web/b.ts":    []byte("import { onlyHere } from './a'\n\nexport function b(x: any) { return onlyHere() + x.renderEverything() }\n"),
		"tool/run.py": []byte("class Tool:\n    def renderEverything(self):\n        return 1\n\n\ndef run(x, t):\n    return x.renderEverything() + t.handleRequests()\n"),
	}
	for i := range n {
		mod := fmt.Sprintf("module example.com/m%d\n\ngo 1.26\n", i)
		if i == 1 {
			mod += "\nrequire example.com/m0 v0.0.0\n\nreplace example.com/m0 => ../m0\n"
		}
		files[fmt.Sprintf("m%d/go.mod", i)] = []byte(mod)
		files[fmt.Sprintf("m%d/lib/lib.go", i)] = fmt.Appendf(nil, `package lib

type Source interface{ Open() string }

type Closer interface {
	Close() error
	Drain%[1]d()
}

type File struct{ name string }

func New() *File { return &File{name: "a"} }

func (f *File) Open() string { return f.name }

func (f *File) Close() error { return nil }

func (f *File) String() string { return f.Open() }

func (f *File) handleRequests() {}

func Use(s Source) string { return s.Open() }

var Broken Closer = New()
`, i)
		files[fmt.Sprintf("m%d/lib/lib_test.go", i)] = []byte("package lib\n\nimport \"testing\"\n\nfunc TestUse(t *testing.T) { Use(New()) }\n")
		files[fmt.Sprintf("m%d/main.go", i)] = fmt.Appendf(nil, `package main

import (
	"fmt"

	"example.com/m%[1]d/lib"
)

func main() {
	f := lib.New()
	fmt.Println(lib.Use(f), f, gone%[1]d)
}
`, i)
	}
	files["m1/more/more.go"] = []byte("package more\n\nimport (\n\t\"example.com/m0/lib\"\n\t\"example.com/m0/later\"\n)\n\nfunc More() string { return lib.Use(lib.New()) + later.Name() }\n")
	return files
}

// Of files that no program has together with a changed one, a delta reads no code and no declarations, and makes the same graph.
func TestDeltaLeavesFilesApart(t *testing.T) {
	files := modules(12)
	edit := func(path, old, replaced string) func(map[string][]byte) {
		return func(head map[string][]byte) {
			if !bytes.Contains(head[path], []byte(old)) {
				t.Fatalf("%s has no %s", path, old)
			}
			head[path] = bytes.Replace(head[path], []byte(old), []byte(replaced), 1)
		}
	}
	add := func(path, text string) func(map[string][]byte) {
		return func(head map[string][]byte) { head[path] = []byte(text) }
	}
	const projects, all = 12, 40 // files that are read for any change; source files
	for name, tc := range map[string]struct {
		change func(map[string][]byte)
		most   int // how many files are read
	}{
		"body":                    {edit("m3/lib/lib.go", "return f.name", "return f.name + f.name"), 4},
		"body of imported module": {edit("m0/lib/lib.go", "return f.name", "return f.name + f.name"), 8},
		"interface":               {edit("m3/lib/lib.go", "Open() string }", "Open() string; Close() error }"), 4},
		"method of many":          {edit("m3/lib/lib.go", "func (f *File) String() string", "func (f *File) Text() string"), 4},
		"implementer comes":       {edit("m3/lib/lib.go", "func (f *File) handleRequests() {}", "func (f *File) Drain3() {}"), 4},
		"TypeScript":              {edit("web/a.ts", "return config }", "return [config] }"), 3},
		"TypeScript member":       {edit("web/a.ts", "renderEverything() { return 1 }", "renderSome() { return 1 }"), 3},
		"Python":                  {edit("tool/run.py", "return 1", "return 2"), 2},
		"file comes":              {add("m3/lib/more.go", "package lib\n\nfunc More() *File { return New() }\n"), 5},
		"file goes":               {func(head map[string][]byte) { delete(head, "m3/lib/lib_test.go") }, 4},
		"import comes":            {edit("m3/main.go", "\"fmt\"\n", "\"fmt\"\n\t\"os\"\n"), 4},
		"package comes":           {add("m3/own/own.go", "package own\n\nfunc Own() {}\n"), all},
		"imported package comes":  {add("m0/later/later.go", "package later\n\nfunc Name() string { return \"\" }\n"), all},
		"package goes":            {func(head map[string][]byte) { delete(head, "m1/more/more.go") }, all},
		"project changes": {func(head map[string][]byte) {
			head["m3/go.mod"] = []byte("module example.com/m3\n\ngo 1.26\n\nrequire example.com/m2 v0.0.0\n")
			head["m3/main.go"] = append(head["m3/main.go"], "\nfunc more() {}\n"...)
		}, all},
		"build comes": {edit("m3/main.go", "package main\n", "//go:build plan9\n\npackage main\n"), all},
	} {
		head := maps.Clone(files)
		tc.change(head)
		in, dir := pairOf(t, files, head), t.TempDir()
		warm(t, in, dir) // base, which is stored
		res := warm(t, in, dir)
		if s := res.Stats; s.StoredGraphs != 1 || s.CachedFiles > projects+tc.most+1 { // the changed file is read on both sides
			t.Errorf("%s: %d files are read, expected are %d; %+v", name, s.CachedFiles-projects, tc.most+1, s)
		}
		if !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(resolved(t, in, in.Head), nil)) {
			t.Errorf("%s: the graphs differ", name)
		}
	}
}

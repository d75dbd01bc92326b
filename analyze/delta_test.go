package analyze_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// lookalikes is a repository of packages which all define the same names, and an application for each.
func lookalikes(packages int) map[string][]byte {
	files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.26\n")}
	for i := range packages {
		files[fmt.Sprintf("p%d/config.go", i)] = fmt.Appendf(nil, `package p%[1]d

type Config struct{ name string }

type Level int

func (l Level) String() string { return "" }

type Source interface{ Open%[1]d() string }

func New() *Config { return &Config{name: "a"} }

func (c *Config) Title%[1]d() string { return c.name }
`, i)
		files[fmt.Sprintf("p%d/use.go", i)] = fmt.Appendf(nil, `package p%[1]d

var shared = New()

func Title() string { return shared.Title%[1]d() }
`, i)
		files[fmt.Sprintf("app%d/main.go", i)] = fmt.Appendf(nil, `package main

import "example.com/m/p%[1]d"

func main() {
	c := p%[1]d.New()
	println(c.Title%[1]d(), p%[1]d.Title())
}
`, i)
	}
	return files
}

// A graph made by delta evaluates the code around the change, not that of packages with the same names.
func TestDeltaReadsWhatIsReached(t *testing.T) {
	files := lookalikes(40)
	files["old/old.go"] = []byte("package old\n\ntype Config struct{ name string }\n\nfunc New() *Config { return &Config{name: \"b\"} }\n")
	edit := func(path, old, replaced string) func(map[string][]byte) {
		return func(head map[string][]byte) {
			if !strings.Contains(string(head[path]), old) {
				t.Fatalf("%s has no %s", path, old)
			}
			head[path] = []byte(strings.Replace(string(head[path]), old, replaced, 1))
		}
	}
	for name, change := range map[string]func(map[string][]byte){
		"body":             edit("p0/config.go", "return c.name", "return c.name + c.name"),
		"result":           edit("p0/config.go", "New() *Config { return &", "New() Config { return "),
		"name":             edit("p0/config.go", "New()", "Make()"),
		"type":             edit("p0/config.go", "type Config struct{ name string }", "type Config struct{ name, title string }"),
		"method of number": edit("p0/config.go", "func New()", "func (l Level) Valid() bool { return l > 0 }\n\nfunc New()"),
		"interface":        edit("p0/config.go", "Open0() string", "Open0() string; Close() error"),
		"import":           edit("app0/main.go", "import \"example.com/m/p0\"", "import (\n\t\"example.com/m/p0\"\n\t\"example.com/m/p1\"\n)\n\nvar _ = p1.Title"),
		"file comes": func(head map[string][]byte) {
			head["p0/more.go"] = []byte("package p0\n\nfunc More() *Config { return New() }\n")
		},
		"package comes": func(head map[string][]byte) {
			head["more/more.go"] = []byte("package more\n\nimport \"example.com/m/p0\"\n\nfunc More() *p0.Config { return p0.New() }\n")
		},
		"file goes":    func(head map[string][]byte) { delete(head, "p0/use.go") },
		"package goes": func(head map[string][]byte) { delete(head, "old/old.go") },
		"project file says the same": func(head map[string][]byte) {
			head["go.mod"] = []byte("module example.com/m\n\ngo 1.26\n\nrequire example.com/other v1.2.3\n")
			head["p0/use.go"] = []byte("package p0\n\nfunc Title() string { return New().Title0() }\n")
		},
	} {
		head := maps.Clone(files)
		change(head)
		in := pairOf(t, files, head)
		dir := t.TempDir()
		full := warm(t, in, dir).Stats // base in full, which is stored
		s := warm(t, in, dir).Stats
		if s.DeltaGraphs != 1 || s.StoredGraphs != 1 || s.Work.Values*8 > full.Work.Values {
			t.Errorf("%s: %d values, in full %d; %+v", name, s.Work.Values, full.Work.Values, s)
		}
	}
}

// A member counts in code that may have a value of its type, not in all code with the word, and so does the name of a type of
// a Java package.
func TestDeltaFollowsTypes(t *testing.T) {
	files := make(map[string][]byte)
	for i := range 40 {
		files[fmt.Sprintf("p%d/Box.java", i)] = fmt.Appendf(nil, "package p%d;\n\npublic class Box {\n\tpublic int size() { return 1; }\n\tpublic Box get() { return this; }\n}\n", i)
		files[fmt.Sprintf("p%d/Use.java", i)] = fmt.Appendf(nil, "package p%d;\n\nclass Use {\n\tBox box%[1]d = new Box();\n\tint all() { return box%[1]d.get().size() + new Box().size(); }\n}\n", i)
	}
	head := maps.Clone(files)
	head["p0/Box.java"] = bytes.Replace(files["p0/Box.java"], []byte("int size()"), []byte("long size()"), 1)
	readsLittle(t, files, head)
}

// A package of Java that goes, and a project file that comes, concern few files.
func TestDeltaOfProjects(t *testing.T) {
	files := map[string][]byte{"old/pom.xml": []byte("<project/>")}
	for i := range 40 {
		files[fmt.Sprintf("old/p%d/Box.java", i)] = fmt.Appendf(nil, "package p%d;\n\npublic class Box {\n\tpublic int size() { return 1; }\n}\n", i)
		files[fmt.Sprintf("old/q%d/Use.java", i)] = fmt.Appendf(nil, "package q%d;\n\nimport p%[1]d.Box;\n\npublic class Use {\n\tint all() { return new Box().size(); }\n\tint path() { return new p%[1]d.Box().size(); }\n}\n", i)
	}
	head := maps.Clone(files)
	delete(head, "old/p0/Box.java")
	readsLittle(t, files, head)

	head["new/pom.xml"] = []byte("<project/>")
	head["new/r/More.java"] = []byte("package r;\n\nimport p1.Box;\n\npublic class More {\n\tint all() { return new Box().size(); }\n}\n")
	readsLittle(t, files, head)
}

// A build script concerns the files for which it decides whether others can use them, and none where it does not.
func TestDeltaOfBuildScripts(t *testing.T) {
	const library, program = "plugins { id 'maven-publish' }\n", "plugins { id 'application' }\n"
	files := map[string][]byte{"extra/src/Lid.kt": []byte("package extra\n\nclass Lid {\n\tfun size(): Int = 1\n}\n")}
	for i := range 40 {
		files[fmt.Sprintf("m%d/build.gradle", i)] = []byte(library)
		files[fmt.Sprintf("m%d/src/Box.kt", i)] = fmt.Appendf(nil, "package p%d\n\nclass Box {\n\tfun size(): Int = 1\n}\n", i)
		files[fmt.Sprintf("m%d/src/Use.java", i)] = fmt.Appendf(nil, "package p%d;\n\npublic class Use {\n\tint all() { return new Box().size(); }\n}\n", i)
	}
	for name, change := range map[string]func(head map[string][]byte){
		"says something else": func(head map[string][]byte) { head["m0/build.gradle"] = []byte(program) },
		"goes":                func(head map[string][]byte) { delete(head, "m0/build.gradle") },
		"comes":               func(head map[string][]byte) { head["build.gradle.kts"] = []byte("plugins { id(\"maven-publish\") }\n") },
		"comes with a module": func(head map[string][]byte) {
			head["new/build.gradle"] = []byte(library)
			head["new/src/More.kt"] = []byte("package more\n\nimport p1.Box\n\nfun more(): Int = Box().size()\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			head := maps.Clone(files)
			change(head)
			readsLittle(t, files, head)
		})
	}
}

// Each way in which code gets a value of a type leads to the members of the type that have another meaning.
func TestDeltaFollowsMembers(t *testing.T) {
	const java = "package lib;\n\npublic class Box<X> {\n\tpublic static Box<String> make() { return new Box<>(); }\n\tpublic int %s() { return 1; }\n\tpublic static class Lid { public int %[1]s() { return 2; } }\n}\n"
	const kotlin = "package lib\n\nopen class Box {\n\tfun %s(): Int = 1\n\tcompanion object : Maker() { fun %[1]sAll(): Int = 2 }\n}\n\nopen class Maker\n"
	const golang = "package lib\n\ntype Box struct{ Of struct{ %s int } }\n\nfunc (b *Box) Get%[1]s() int { return 1 }\n"
	for name, tc := range map[string]struct {
		path, lib string
		files     map[string]string
	}{
		"field of another file": {"lib/Box.java", java, map[string]string{
			"app/Has.java": "package app;\nimport lib.Box;\nclass Has { Box<String> held; }\n",
			"app/Use.java": "package app;\nclass Use { int n(Has h) { return h.held.size(); } }\n",
		}},
		"subtype": {"lib/Box.java", java, map[string]string{
			"app/Crate.java": "package app;\nimport lib.Box;\nclass Crate extends Box<String> { }\n",
			"app/Use.java":   "package app;\nclass Use { int n(Crate c) { return c.size(); } }\n",
		}},
		"type argument of a base": {"lib/Box.java", java, map[string]string{
			"app/Base.java": "package app;\nclass Base<T> { T it; T get() { return it; } }\n",
			"app/Sub.java":  "package app;\nimport lib.Box;\nclass Sub extends Base<Box<String>> { }\n",
			"app/Use.java":  "package app;\nclass Use { int n(Sub s) { return s.it.size() + s.get().size(); } }\n",
		}},
		"bound": {"lib/Box.java", java, map[string]string{
			"app/Base.java": "package app;\nimport lib.Box;\nclass Base<T extends Box<String>> { T it; }\n",
			"app/Use.java":  "package app;\nclass Use { int n(Base<?> b) { return b.it.size(); } }\n",
		}},
		"function literal": {"lib/Box.java", java, map[string]string{
			"app/Taker.java": "package app;\nimport lib.Box;\ninterface Taker { int take(Box<String> b); }\n",
			"app/Each.java":  "package app;\nclass Each { static int each(Taker t) { return 0; } }\n",
			"app/Use.java":   "package app;\nclass Use { int n() { return Each.each(b -> b.size()); } }\n",
		}},
		"path without an import": {"lib/Box.java", java, map[string]string{
			"app/Use.java": "package app;\nclass Use { int n(lib.Box<String> b) { return b.size() + lib.Box.make().size(); } }\n",
		}},
		"static import": {"lib/Box.java", java, map[string]string{
			"app/Use.java": "package app;\nimport static lib.Box.make;\nclass Use { int n() { return make().size(); } }\n",
		}},
		"inherited nested type": {"lib/Box.java", java, map[string]string{
			"app/Crate.java": "package app;\nimport lib.Box;\nclass Crate extends Box<String> { }\n",
			"app/Big.java":   "package app;\nclass Big extends Crate { Lid lid; }\n",
			"app/Use.java":   "package app;\nclass Use { int n(Big b) { return b.lid.size(); } }\n",
		}},
		"inferred property": {"lib/Box.kt", kotlin, map[string]string{
			"app/Has.kt": "package app\n\nimport lib.Box\n\nfun make() = Box()\nval held = make()\n",
			"app/Use.kt": "package app\n\nfun n() = held.size() + make().size()\n",
		}},
		"companion": {"lib/Box.kt", kotlin, map[string]string{
			"app/Use.kt": "package app\n\nimport lib.Box\n\nfun n() = Box.sizeAll()\n",
		}},
		"receiver of a literal": {"lib/Box.kt", kotlin, map[string]string{
			"app/With.kt": "package app\n\nimport lib.Box\n\nfun with(block: Box.() -> Int) = Box().block()\n",
			"app/Use.kt":  "package app\n\nfun n() = with { size() }\n",
		}},
		"alias": {"lib/Box.kt", kotlin, map[string]string{
			"app/Alias.kt": "package app\n\nimport lib.Box\n\ntypealias Crate = Box\n",
			"app/Use.kt":   "package app\n\nfun n(c: Crate) = c.size()\n",
		}},
		"embedded": {"lib/lib.go", golang, map[string]string{
			"app/app.go": "package app\n\nimport \"example.com/m/lib\"\n\ntype App struct{ lib.Box }\n\nvar Main = New()\n\nfunc New() *App { return nil }\n",
			"use/use.go": "package use\n\nimport \"example.com/m/app\"\n\nfunc Use() int { return app.Main.Getsize() + app.New().Of.size }\n",
		}},
		"function value": {"lib/lib.go", golang, map[string]string{
			"app/app.go": "package app\n\nimport \"example.com/m/lib\"\n\ntype Each func(b *lib.Box) int\n\nfunc All(e Each) {}\n\nvar Maker = func() *lib.Box { return nil }\n",
			"use/use.go": "package use\n\nimport \"example.com/m/app\"\n\nfunc Use() int { return app.Maker().Getsize() }\n",
		}},
		"call of a value": {"lib/Box.kt", "package lib\n\nclass size { fun n() = 1 }\n\nclass count\n\nclass Box {\n\toperator fun invoke(): %s = TODO()\n}\n", map[string]string{
			"app/Has.kt": "package app\n\nimport lib.Box\n\nval held: Box = Box()\n",
			"app/Use.kt": "package app\n\nfun n() = held().n()\n",
		}},
		"loop": {"lib/Box.java", "package lib;\nimport java.util.Iterator;\npublic class Box implements Iterable<Box.%s> {\n\tpublic static class size { public int n() { return 1; } }\n\tpublic static class count { }\n\tpublic Iterator<%[1]s> iterator() { return null; }\n}\n", map[string]string{
			"app/Has.java": "package app;\nimport lib.Box;\nclass Has { Box held; }\n",
			"app/Use.java": "package app;\nclass Use { int n(Has h) { for (var x : h.held) { return x.n(); } return 0; } }\n",
		}},
		"property of another file": {"Lib/Box.cs", "namespace Lib;\n\npublic class Box {\n\tpublic int %s() { return 1; }\n}\n", map[string]string{
			"App/Has.cs": "namespace App;\n\nusing Lib;\n\npublic class Has { public Box Held { get; } }\n",
			"App/Use.cs": "namespace App;\n\nclass Use { int N(Has h) => h.Held.size(); }\n",
		}},
		"returned value": {"src/Box.php", "<?php\nnamespace App;\n\nclass Box {\n\tpublic function %s() { return 1; }\n}\n", map[string]string{
			"src/Has.php": "<?php\nnamespace App;\n\nclass Has {\n\tpublic function held() { return new Box(); }\n}\n",
			"src/Use.php": "<?php\nnamespace App;\n\nclass Use {\n\tpublic function n(Has $h) { return $h->held()->size(); }\n}\n",
		}},
	} {
		files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.26\n"), tc.path: fmt.Appendf(nil, tc.lib, "size")}
		for path, content := range tc.files {
			files[path] = []byte(content)
		}
		head := maps.Clone(files)
		head[tc.path] = fmt.Appendf(nil, tc.lib, "count")
		in := pairOf(t, files, head)
		if was, is := resolved(t, in, in.Base), resolved(t, in, in.Head); len(was.Unresolved) >= len(is.Unresolved) {
			t.Errorf("%s: the code does not find the member before, or does afterwards", name)
		}
		res, is := warm(t, in, t.TempDir()), resolved(t, in, in.Head)
		if res.Stats.DeltaGraphs != 1 || !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(is, nil)) {
			t.Errorf("%s: %d graphs made by delta, %v unresolved, want %v", name, res.Stats.DeltaGraphs, res.Head.Graph.Unresolved, is.Unresolved)
		}
	}
}

// The code of a language whose declarations may follow from bodies is read as a whole, that of others only where the change
// reaches it.
func TestDeltaReadsLanguagesApart(t *testing.T) {
	files := lookalikes(40)
	files["web/a.ts"] = []byte("export function a() { return 1 }\n")
	files["web/b.ts"] = []byte("import { a } from './a'\n\nexport function b() { return a() }\n")
	head := maps.Clone(files)
	head["web/a.ts"] = []byte("export function a() { return c() }\n\nfunction c() { return 2 }\n")
	readsLittle(t, files, head)
}

// What a function of Python returns follows from its body. Where the type is the same, those who call it are not read.
func TestDeltaComparesTypes(t *testing.T) {
	files := map[string][]byte{
		"kinds.py": []byte("class A:\n    def __init__(self, n=0):\n        self.n = n\n\n    def size(self):\n        return self.n\n"),
		"make.py":  []byte("from kinds import A\n\n\ndef make():\n    return A()\n"),
		"wrap.py":  []byte("from make import make\n\n\ndef wrap():\n    return make()\n"),
	}
	for i := range 80 {
		files[fmt.Sprintf("use%d.py", i)] = fmt.Appendf(nil, "from wrap import wrap\n\n\ndef use%[1]d():\n    x = wrap()\n    return x.size() + wrap().size()\n\n\ndef again%[1]d():\n    return use%[1]d() + wrap().n\n", i)
	}
	head := maps.Clone(files)
	head["make.py"] = bytes.Replace(files["make.py"], []byte("A()"), []byte("A(1)"), 1)
	readsLittle(t, files, head)
}

// readsLittle checks that the graph of head is made by delta, is that of a full run, and takes an eighth of the values at most.
func readsLittle(t *testing.T, base, head map[string][]byte) {
	t.Helper()
	in, dir := pairOf(t, base, head), t.TempDir()
	full := warm(t, in, dir).Stats
	res := warm(t, in, dir)
	if s := res.Stats; s.DeltaGraphs != 1 || s.Work.Values*8 > full.Work.Values {
		t.Errorf("%d values, in full %d; %+v", s.Work.Values, full.Work.Values, s)
	}
	if !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(resolved(t, in, in.Head), nil)) {
		t.Error("the graphs differ")
	}
}

// pairOf returns the input of a change between two states.
func pairOf(t *testing.T, base, head map[string][]byte) analyze.Input {
	t.Helper()
	blobs := make(difftest.Blobs)
	in := analyze.Input{Base: blobs.Snapshot("base", base), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages(), Workers: 1}
	var err error
	if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
		t.Fatal(err)
	}
	return in
}

// What an import means may depend on the imports of other files: a package of which several names are missing has more
// elsewhere. A graph made by delta follows that.
func TestDeltaFollowsImports(t *testing.T) {
	class := func(imports, body string) []byte {
		return fmt.Appendf(nil, "package app;\n\n%s\nclass Use { %s }\n", imports, body)
	}
	files := map[string][]byte{
		"lib/Box.java": []byte("package lib;\n\npublic class Box { public int size() { return 0; } }\n"),
		"app/Use.java": class("import lib.Box;\nimport lib.Missing;\n", "Missing m; int n(Box b) { return b.size(); }"),
	}
	head := maps.Clone(files)
	head["app/Other.java"] = []byte("package app;\n\nimport lib.Absent;\n\nclass Other { Absent a; }\n")
	in := pairOf(t, files, head)
	was, is := resolved(t, in, in.Base), resolved(t, in, in.Head)
	if bytes.Equal(unresolvedOf(was), unresolvedOf(is)) {
		t.Fatal("the import of another name means nothing to the file that imports a missing one")
	}
	res := warm(t, in, t.TempDir())
	if res.Stats.DeltaGraphs != 1 || !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(is, nil)) {
		t.Errorf("%d graphs made by delta, %s, want %s", res.Stats.DeltaGraphs, unresolvedOf(res.Head.Graph), unresolvedOf(is))
	}
}

// resolved returns the graph of a snapshot, made in full.
func resolved(t *testing.T, in analyze.Input, s *diff.Snapshot) *graph.Graph {
	t.Helper()
	x, err := analyze.IndexSnapshot(t.Context(), s, in.Blobs, in.Languages, nil, analyze.Policy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return x.Graph
}

// unresolvedOf lists the names that a file lacks in a graph.
func unresolvedOf(g *graph.Graph) []byte {
	var b bytes.Buffer
	for _, u := range g.Unresolved {
		if u.Path == "app/Use.java" {
			fmt.Fprintf(&b, "%s %d %v;", u.Name, u.Line, u.Outside)
		}
	}
	return b.Bytes()
}

// The graph of a snapshot that was not met before is made of the one that was stored last for its repository, for an index
// and for the base of a change; that of another repository is not.
func TestFollowsLatest(t *testing.T) {
	first := lookalikes(40)
	edited := func(files map[string][]byte, old, replaced string) map[string][]byte {
		files = maps.Clone(files)
		files["p0/config.go"] = bytes.Replace(files["p0/config.go"], []byte(old), []byte(replaced), 1)
		return files
	}
	second := edited(first, "New() *Config { return &", "New() Config { return ")
	third := edited(second, "type Config struct{ name", "type Config struct{ title, name")
	blobs := make(difftest.Blobs)
	at := func(name string, files map[string][]byte) *diff.Snapshot {
		s := blobs.Snapshot(name, files)
		s.Tree = name
		return s
	}
	c, err := cache.Open(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	indexed := func(s *diff.Snapshot, c *cache.Cache, repository string) *index.Index {
		t.Helper()
		x, err := analyze.IndexSnapshot(t.Context(), s, blobs, all.Languages(), c, analyze.Policy{Repository: repository}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	same := func(what string, x *index.Index, s *diff.Snapshot) {
		t.Helper()
		if full := indexed(s, nil, ""); !bytes.Equal(graph.Encode(x.Graph, x.Communities), graph.Encode(full.Graph, full.Communities)) {
			t.Errorf("%s: another graph than in full", what)
		}
	}
	whole := indexed(at("first", first), c, "a").Work.Values
	if x := indexed(at("second", second), c, "b"); x.Work.Values < whole/2 {
		t.Errorf("%d values for another repository, want about %d", x.Work.Values, whole)
	}
	c.Close()
	for _, stored := range []string{"index", "check"} {
		t.Run(stored, func(t *testing.T) {
			c, err := cache.Open(t.TempDir(), 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			indexed(at("first", first), c, "a")
			base := at("second", second)
			if stored == "index" {
				x := indexed(base, c, "a")
				if x.Work.Values*8 > whole {
					t.Errorf("%d values, in full %d", x.Work.Values, whole)
				}
				same("index", x, base)
				if x = indexed(at("third", third), c, "a"); x.Work.Values*8 > whole {
					t.Errorf("the one after it: %d values, in full %d", x.Work.Values, whole)
				}
				same("the one after it", x, at("third", third))
				return
			}
			in := analyze.Input{Base: base, Head: at("third", third), Blobs: blobs, Languages: all.Languages(), Workers: 1, Cache: c, Policy: analyze.Policy{Repository: "a"}}
			if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
				t.Fatal(err)
			}
			res, err := analyze.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if s := res.Stats; s.DeltaGraphs != 2 || s.StoredGraphs != 0 || s.Work.Values*8 > whole {
				t.Errorf("check: %+v, want both sides by delta", s)
			}
			same("base", res.Base, base)
		})
	}
}

// iterators is a repository with an interface, types that implement it, and code that calls it, and io.Closer, with values of which
// not all are known. taken is the number of types whose values are converted to the interface.
func iterators(types, taken int) map[string][]byte {
	files := map[string][]byte{
		"go.mod":     []byte("module example.com/m\n\ngo 1.26\n"),
		"kit/kit.go": []byte("package kit\n\ntype Iterator interface {\n\tNext() bool\n\tErr() error\n}\n\ntype Base struct{}\n\nfunc (Base) Close() error { return nil }\n"),
	}
	for i := range types {
		conversion := ""
		if i < taken {
			conversion = fmt.Sprintf("\nvar Any kit.Iterator = &T%d{}\n", i)
		}
		files[fmt.Sprintf("t%d/t.go", i)] = fmt.Appendf(nil, "package t%[1]d\n\nimport \"example.com/m/kit\"\n\ntype T%[1]d struct{ kit.Base }\n\nfunc (t *T%[1]d) Next() bool { return false }\n\nfunc (t *T%[1]d) Err() error { return nil }\n%[2]s\nvar _ = kit.Base{}\n", i, conversion)
	}
	for i := range 60 {
		files[fmt.Sprintf("u%d/u.go", i)] = fmt.Appendf(nil, "package u%[1]d\n\nimport (\n\t\"io\"\n\n\t\"example.com/m/kit\"\n)\n\nfunc All(it kit.Iterator, c io.Closer) error {\n\tfor it.Next() {\n\t}\n\tdefer c.Close()\n\treturn it.Err()\n}\n", i)
	}
	return files
}

// Calls of an interface are read again where they may run something else because of a type that came, went or has other
// methods; not because the type has a method of the same name.
func TestDeltaFollowsImplementers(t *testing.T) {
	const came = "package t0\n\nimport \"example.com/m/kit\"\n\ntype New struct{ kit.Base }\n\nfunc (n New) Next() bool { return true }\n"
	const whole = came + "\nfunc (n New) Err() error { return nil }\n"
	for name, test := range map[string]struct {
		types, taken int
		file, text   string // of head; without a text the file goes
		little       bool
	}{
		"one of many that no value is converted to": {types: 20, taken: 20, file: "t0/new.go", text: whole, little: true},
		"one of many":                                   {types: 20, taken: 20, file: "t0/new.go", text: whole + "\nvar AnyNew kit.Iterator = New{}\n"},
		"one of many without a value":                   {types: 20, file: "t0/new.go", text: whole},
		"one of few":                                    {types: 5, taken: 5, file: "t0/new.go", text: whole},
		"one of few without a value":                    {types: 5, file: "t0/new.go", text: whole},
		"the first of too many":                         {types: 12, taken: 12, file: "t0/new.go", text: whole},
		"one more than that":                            {types: 13, taken: 13, file: "t0/new.go", text: whole},
		"a type with one of the methods":                {types: 20, taken: 20, file: "t0/new.go", text: came, little: true},
		"a type with a method of interfaces outside":    {types: 20, taken: 20, file: "t0/new.go", text: "package t0\n\ntype New struct{}\n\nfunc (n New) Columns() []string { return nil }\n", little: true},
		"a type that implements one outside":            {types: 20, taken: 20, file: "t0/new.go", text: "package t0\n\nimport \"io\"\n\ntype New struct{}\n\nfunc (n New) Close() error { return nil }\n\nvar C io.Closer = New{}\n"},
		"a type that implements one outside by another": {types: 20, taken: 20, file: "t0/new.go", text: "package t0\n\nimport \"io\"\n\nvar C io.Closer = &T0{}\n"},
		"a method for a promoted one":                   {types: 20, taken: 20, file: "t1/more.go", text: "package t1\n\nimport \"io\"\n\nfunc (t *T1) Close() error { return nil }\n\nvar C io.Closer = &T1{}\n"},
		"the promoted method has another form":          {types: 20, taken: 20, file: "kit/kit.go", text: "package kit\n\ntype Iterator interface {\n\tNext() bool\n\tErr() error\n}\n\ntype Base struct{}\n\nfunc (Base) Close(int) error { return nil }\n"},
		"the type goes":                                 {types: 20, taken: 20, file: "t3/t.go"},
		"the last of too many goes":                     {types: 13, taken: 13, file: "t3/t.go"},
		"its methods go":                                {types: 20, taken: 20, file: "t3/t.go", text: "package t3\n\ntype T3 struct{}\n"},
	} {
		files := iterators(test.types, test.taken)
		head := maps.Clone(files)
		if head[test.file] = []byte(test.text); test.text == "" {
			delete(head, test.file)
		}
		for _, change := range [][2]map[string][]byte{{files, head}, {head, files}} {
			in, dir := pairOf(t, change[0], change[1]), t.TempDir()
			full := warm(t, in, dir).Stats
			res := warm(t, in, dir)
			if s := res.Stats; test.little && (s.DeltaGraphs != 1 || s.Work.Values*4 > full.Work.Values) {
				t.Errorf("%s: %d values, in full %d; %+v", name, s.Work.Values, full.Work.Values, s)
			}
			if !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(resolved(t, in, in.Head), nil)) {
				t.Errorf("%s: the graphs differ", name)
			}
		}
	}
}

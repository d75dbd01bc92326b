package resolve_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// eachRepository calls fn with the files of every archive.
func eachRepository(t *testing.T, fn func(t *testing.T, files map[string]string)) {
	for _, name := range archives(t, "testdata") {
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, _ := split(ar, wantFile)
			fn(t, files)
		})
	}
}

// full is every node and edge of a graph, those of structure too.
func full(g *graph.Graph) string {
	var b strings.Builder
	for _, n := range g.Nodes {
		fmt.Fprintf(&b, "%s %d-%d exported=%t test=%t entry=%v %q\n", n.ID, n.Start, n.End, n.Exported, n.Test, n.Entry != nil, n.Signature.Text)
	}
	for _, e := range g.Edges() {
		fmt.Fprintf(&b, "%s %s %s %d %v", e.Source.ID, e.Type, e.Target.ID, e.Rule, e.Confidence)
		for _, s := range e.Sites {
			fmt.Fprintf(&b, " %d", s.Line)
			if s.Call != nil {
				fmt.Fprintf(&b, "%+v", *s.Call)
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%d\n", g.UnknownCalls)
	for _, u := range g.Unresolved {
		fmt.Fprintf(&b, "%s %s %s %s:%d\n", u.Source.ID, u.Name, u.Owner, u.Path, u.Line)
	}
	return b.String()
}

// Two resolutions of the same facts are the same, and so is one of facts that
// were made in another order.
func TestGraphIsDeterministic(t *testing.T) {
	eachRepository(t, func(t *testing.T, files map[string]string) {
		in := input(t, files)
		want := full(resolve.Graph(in))
		for range 5 {
			if diff := gocmp.Diff(want, full(resolve.Graph(in))); diff != "" {
				t.Fatalf("the same facts give another graph:\n%s", diff)
			}
		}
		if diff := gocmp.Diff(want, full(resolve.Graph(input(t, files)))); diff != "" {
			t.Fatalf("the same files give another graph:\n%s", diff)
		}
	})
}

// The order of files decides nothing but the order of alternatives: whichever
// way they are given, the same edges come out.
func TestGraphIgnoresTheOrderOfFiles(t *testing.T) {
	eachRepository(t, func(t *testing.T, files map[string]string) {
		in := input(t, files)
		want := full(resolve.Graph(in))
		rnd := rand.New(rand.NewPCG(1, 2))
		for range 8 {
			shuffled := in
			shuffled.Files = slices.Clone(in.Files)
			rnd.Shuffle(len(shuffled.Files), func(i, j int) {
				shuffled.Files[i], shuffled.Files[j] = shuffled.Files[j], shuffled.Files[i]
			})
			if diff := gocmp.Diff(want, full(resolve.Graph(shuffled))); diff != "" {
				t.Fatalf("shuffled files give another graph:\n%s", diff)
			}
		}
	})
}

// strangers are files that nothing in the archives imports and that define
// namesakes of much there.
var strangers = map[string]string{
	"aaa_stranger/find.go": "package find\n\ntype Store struct{}\n\nfunc (Store) Find() {}\n\nfunc Open() {}\n\nfunc New() { Open() }\n",
	"zzz_stranger/user.ts": "export class User { name() {} }\nexport function add() { new User().name() }\n",
	"aaa_stranger/app.js":  "function handle() {}\nmodule.exports = { handle, reset() { handle() } }\n",
	"zzz_stranger/dog.py":  "class Dog:\n    def fetch(self):\n        pass\n\n\ndef helper():\n    Dog().fetch()\n",
}

// A file that nothing imports changes no edge of the others, but where a name
// was the only one of its kind (rule 12).
func TestStrangersChangeNothing(t *testing.T) {
	own := func(g *graph.Graph) string {
		return strings.Join(slices.DeleteFunc(strings.Split(dump(g), "\n"), func(line string) bool {
			return strings.Contains(line, "stranger") || strings.Contains(line, " rule 12 ") || strings.HasPrefix(line, "unknown calls")
		}), "\n")
	}
	eachRepository(t, func(t *testing.T, files map[string]string) {
		names := slices.Sorted(maps.Keys(files))
		for _, name := range names {
			// Python and go.mod decide by place, so that a stranger may stand in the way.
			if strings.HasSuffix(name, ".go") && !slices.ContainsFunc(names, func(of string) bool { return path.Base(of) == "go.mod" }) {
				t.Fatal("a Go archive needs a go.mod")
			}
		}
		want := own(resolve.Graph(input(t, files)))
		for path, content := range strangers {
			more := maps.Clone(files)
			more[path] = content
			if diff := gocmp.Diff(want, own(resolve.Graph(input(t, more)))); diff != "" {
				t.Errorf("%s changes edges of other files:\n%s", path, diff)
			}
		}
	})
}

// Lines above a definition change no ID and no edge, only lines.
func TestLinesAboveKeepIDs(t *testing.T) {
	skeleton := func(g *graph.Graph) []string {
		var out []string
		for _, n := range g.Nodes {
			out = append(out, n.ID)
		}
		for _, e := range g.Edges() {
			out = append(out, fmt.Sprintf("%s %s %s %d %d", e.Source.ID, e.Type, e.Target.ID, e.Rule, len(e.Sites)))
		}
		for _, u := range g.Unresolved {
			out = append(out, u.Source.ID+" "+u.Name+" "+u.Owner)
		}
		return out
	}
	eachRepository(t, func(t *testing.T, files map[string]string) {
		want := skeleton(resolve.Graph(input(t, files)))
		moved := make(map[string]string, len(files))
		for path, content := range files {
			if strings.HasSuffix(path, ".json") || strings.HasSuffix(path, ".mod") || strings.HasSuffix(path, ".toml") {
				moved[path] = content
				continue
			}
			moved[path] = "\n\n\n" + content
		}
		if diff := gocmp.Diff(want, skeleton(resolve.Graph(input(t, moved)))); diff != "" {
			t.Errorf("three blank lines above change the graph:\n%s", diff)
		}
	})
}

// Hostile repositories must end soon, with a sound graph, on an ordinary stack.
func TestHostileRepositories(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.NewReplacer("{i}", fmt.Sprint(i), "{j}", fmt.Sprint((i+1)%n)).Replace(format))
		}
		return b.String()
	}
	ring := func(n int, path, format string) map[string]string {
		files := make(map[string]string)
		for i := range n {
			r := strings.NewReplacer("{i}", fmt.Sprint(i), "{j}", fmt.Sprint((i+1)%n))
			files[r.Replace(path)] = r.Replace(format)
		}
		return files
	}
	for name, files := range map[string]map[string]string{
		"import cycle of 300": ring(300, "m{i}.ts", "import { f{j} } from './m{j}'\nexport function f{i}() { f{j}() }\n"),
		"re-export cycle":     ring(300, "m{i}.ts", "export * from './m{j}'\nexport { lost } from './m{j}'\nimport { lost as x, gone } from './m{j}'\nx(); gone()\n"),
		"dense re-exports": func() map[string]string { // each passes on all others: paths are exponential
			files := make(map[string]string)
			for i := range 40 {
				files[fmt.Sprintf("m%d.ts", i)] = repeat(40, "export * from './m{i}'\n") + "import { nowhere } from './m0'\nnowhere()\n"
			}
			return files
		}(),
		"dense star imports": func() map[string]string {
			files := make(map[string]string)
			for i := range 40 {
				files[fmt.Sprintf("m%d.py", i)] = repeat(40, "from m{i} import *\n") + "nowhere()\n"
			}
			return files
		}(),
		"default of each other": ring(2, "m{i}.ts", "export { default } from './m{j}'\nimport d from './m{j}'\nd()\nnew d().x.y()\n"),
		"commonjs cycle":        ring(50, "m{i}.js", "module.exports = require('./m{j}')\nvar x = require('./m{j}')\nx(); new x().y(); x.z()\n"),
		"python cycle":          ring(50, "m{i}.py", "from m{j} import *\nfrom m{j} import x, missing\nx.y()\nx = m{j} = x\n"),
		"inheritance cycle py":  {"a.py": repeat(300, "class C{i}(C{j}, C{i}):\n    def f(self):\n        self.g()\n        super().f()\n")},
		"inheritance cycle ts":  {"a.ts": repeat(300, "class C{i} extends C{j} implements C{i} { f() { super.f(); this.g() } }\n")},
		"embedding cycle":       {"go.mod": "module x\n", "a.go": "package x\n" + repeat(300, "type T{i} struct { *T{j}; T{i} }\nfunc (t T{i}) F() { t.G(); t.T{j}.F() }\n")},
		"interface cycle":       {"go.mod": "module x\n", "a.go": "package x\n" + repeat(200, "type I{i} interface { I{j}; F{i}(I{j}) I{i} }\n")},
		"embedding lattice":     {"go.mod": "module x\n", "a.go": "package x\n" + repeat(200, "type T{i} struct { *A{i}; *B{i} }\ntype A{i} struct { *T{j} }\ntype B{i} struct { *T{j} }\n") + "func f(t T0) { t.Lost() }\n"},
		"type alias of itself":  {"a.ts": "type A = A\ntype B = B | C\ntype C = Array<B>\ntype D<T> = D<D<T>>\ntype E<T> = { x: E<T[]>; y: T }\n" + "function f(a: A, b: B, c: C, d: D<A>, e: E<A>) { a.x(); b.x(); c[0].x(); d.x(); e.x.x.x.x.x.x.x.x.x.y.z() }\n"},
		"go type of itself":     {"go.mod": "module x\n", "a.go": "package x\ntype A A\ntype B []B\ntype C func() C\ntype G[T any] struct { n *G[G[T]]; v T }\nfunc f(a A, b B, c C, g G[A]) { a.x(); b[0][0].x(); c()()().x(); g.n.n.n.n.n.n.n.n.v.x() }\n"},
		"variables of each other": {
			"a.py": repeat(500, "v{i} = v{j}.x or v{j}\nv{i}.go()\n") + "def f():\n    a = b\n    b = a\n    a.x().y()\n",
			"a.js": repeat(500, "var v{i} = v{j} || v{j}.x\nv{i}.go()\n") + "function f() { let a = b, b = a; a = a.x(); return f()() }\n",
			"a.ts": repeat(200, "export const w{i} = () => w{j}()\nexport function g{i}() { return g{j}().x }\n"),
		},
		"chain of 10000 calls":   {"go.mod": "module x\n", "a.go": "package x\ntype B struct{}\nfunc (b *B) X() *B { return b }\nfunc f(b *B) {\n\tb" + strings.Repeat(".X()", 10000) + "\n}\n"},
		"chain of 10000 members": {"a.js": "const o = {}\no.o = o\no" + strings.Repeat(".o", 10000) + ".f()\n", "a.py": "x" + strings.Repeat(".y()", 3000) + "\n"},
		"chain of variables":     {"a.py": "def f():\n    v0 = f\n" + repeat(5000, "    w{i} = w{j}\n")},
		"chain of functions":     {"a.js": repeat(5000, "function f{i}() { return f{j}() }\n") + "f0().x()\n"},
		"chain of classes":       {"a.py": "class C0: pass\n" + repeat(3000, "class D{i}(D{j}): pass\n") + "D1().lost()\n"},
		"5000 overloads":         {"a.ts": "class A {\n" + repeat(5000, "  f(x: {i}): void\n") + "  f(x: any) { this.f(x) }\n}\nnew A().f(1)\n"},
		"5000 of one name":       {"a.py": repeat(5000, "def f(x): return f\n") + "f(1)\n", "a.js": repeat(2000, "exports.f = function () { return exports.f() }\n")},
		"5000 methods of one":    {"go.mod": "module x\n", "a.go": "package x\ntype T struct{}\n" + repeat(5000, "func (T) F() {}\n") + "func g(t T) { t.F() }\n"},
		"union of 5000":          {"a.ts": repeat(500, "class C{i} { f() {} }\n") + "function f(x: " + strings.TrimSuffix(repeat(500, "C{i} | "), " | ") + ") { x.f() }\n", "a.py": "x = " + strings.TrimSuffix(repeat(5000, "C{i} or "), " or ") + "\nx.f()\n"},
		"one name, all types":    {"a.py": repeat(500, "class C{i}:\n    def f(self):\n        return C{j}()\n") + "def g(k):\n" + repeat(500, "    k = C{i}()\n") + "    k.f().f().f()\n"},
		"members of itself":      {"a.js": "function A() {}\nA.A = A\nA.prototype = A\nA.prototype.b = A.prototype\nmodule.exports = module\nexports.exports = exports\nA.A.A.prototype.b.b()\nObject.assign(A, A)\nObject.assign(exports, exports)\n"},
		"generic growth":         {"a.ts": "function w<T>(x: T): Array<T> { return [x] }\nconst a = " + strings.Repeat("w(", 200) + "1" + strings.Repeat(")", 200) + "\na" + strings.Repeat("[0]", 200) + ".f()\n"},
		"empty names":            {"a.py": "class : pass\ndef (): pass\n", "a.js": "class { }\nfunction () {}\nexport default\n", "go.mod": "module x\n", "a.go": "package\nfunc () {}\ntype\n", "a.ts": "interface {}\nenum {}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			checkSound(t, resolve.Graph(input(t, files)))
		})
	}
}

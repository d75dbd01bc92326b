package behaviour_test

import (
	"context"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Edits with names that only head has, and edits next to others, that no restructuring makes.
func TestCertainAmongOthers(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"a call in a chain", "A.cs",
			"class A {\n  string F(int n) {\n    var u = new Uri(b)\n      .Add(\"action\", \"get\")\n      .Add(\"id\", n);\n    return u.Full;\n  }\n}\n",
			"class A {\n  string F(int n) {\n    var u = new Uri(b)\n      .Add(\"action\", \"get\")\n      .Add(\"token\", s.Use ? \"1\" : \"0\")\n      .Add(\"id\", n);\n    return u.Full;\n  }\n}\n",
			[]string{"call-added A.F 5"},
		},
		{
			"an argument for a parameter that is new", "a.php",
			"<?php\nfunction all($p, $first = false) {\n  return find($p, $first);\n}\nfunction f($p) {\n  $x = all($p);\n  return show($x);\n}\n",
			"<?php\nfunction all($p, $first = false, $active = false) {\n  return find($p, $first, $active);\n}\nfunction f($p) {\n  $x = all($p, false, true);\n  return show($x);\n}\n",
			[]string{"signature-changed all 2", "argument-changed all 3", "argument-changed f 6"},
		},
		{
			"another error, and both are still there", "a.swift",
			"enum E: Error {\n  case none\n}\nfunc other() throws {\n  throw E.none\n}\nfunc f(_ n: Int) throws {\n  guard n > 0 else {\n    throw E.none\n  }\n}\n",
			"enum E: Error {\n  case none\n  case unknown(Int)\n}\nfunc other() throws {\n  throw E.none\n}\nfunc f(_ n: Int) throws {\n  guard n > 0 else {\n    throw E.unknown(n)\n  }\n}\n",
			[]string{"error-changed f 10"},
		},
		{
			"an error of a type that is new, and a message with one more value", "A.java",
			"class A {\n  void f(String r, int s) {\n    g(r);\n    throw new Gone(\"Got error: \" + r);\n  }\n}\n",
			"class A {\n  void f(String r, int s) {\n    g(r);\n    if (r != null && r.contains(\"a bot\")) {\n      throw new Bot(\"blocked, got error \" + s);\n    }\n    throw new Gone(\"Got error \" + s + \": \" + r);\n  }\n}\nclass Bot extends Gone {\n  Bot(String m) { super(m); }\n}\n",
			[]string{"error-added A.f 4", "error-changed A.f 7"},
		},
		{
			"an exit next to a choice that became branches", "a.ts",
			"function f(logged) {\n  return logged ? page() : login();\n}\n",
			"function f(logged, waiting) {\n  if (waiting) {\n    return spinner();\n  }\n  if (!logged) {\n    return login();\n  }\n  return page();\n}\n",
			[]string{"signature-changed f 1", "early-return-added f 2"},
		},
		{
			"values that are returned now", "a.js",
			"function f(a) {\n  send(a, 1)\n}\nfunction g(a) {\n  send(a, 2)\n}\nmodule.exports = function (a) {\n  send(a, 3)\n}\n",
			"function f(a) {\n  return send(a, 1)\n}\nfunction g(a) {\n  return send(a, 2)\n}\nmodule.exports = function (a) {\n  return send(a, 3)\n}\n",
			[]string{"return-changed f 2", "return-changed g 5", "return-changed exports 8"},
		},
		{
			"checks of two functions in one", "a.js",
			"function f(a) {\n  if (!a.play) {\n    fail('no player')\n    exit(1)\n  }\n  function draw() {\n    line('streaming')\n  }\n  a.on(old.on, draw)\n}\n",
			"function f(a) {\n  function draw() {\n    if (a.air) line('streaming')\n  }\n  a.on(fresh.on, draw)\n}\n",
			[]string{"guard-removed f 2", "guard-added f.draw 3"},
		},
		{
			"a value that goes through a block", "a.kt",
			"fun f(r: R) {\n  up(r.length())\n}\n",
			"fun f(r: R) {\n  up(r.length().let { if (it != -1L) it + r.size else -1L })\n}\n",
			[]string{"argument-changed f 2"},
		},
		{
			"a fallback of another value", "a.rb",
			"def f(e)\n  out = packer\n  e.each { |x| out.write(x) }\n  out.to_s\nend\n",
			"def f(e, to)\n  out = to || packer\n  e.each { |x| out.write(x) }\n  out.full_pack\nend\n",
			[]string{"signature-changed f 1", "value-changed f 2", "call-replaced f 4"},
		},
		{
			"one element more", "a.js",
			"function f(n) {\n  const all = ['a', 'b', n]\n  return g(all)\n}\n",
			"function f(n, m) {\n  const all = ['a', 'b', n, m.kind]\n  return g(all)\n}\n",
			[]string{"signature-changed f 1", "value-changed f 2"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// What takes its arguments in another way is told, and what only looks so is not.
func TestSignature(t *testing.T) {
	for _, tt := range []struct{ path, before, after, want string }{
		{"a.go", "package p\n\nfunc f(a int) int {\n\treturn g(a)\n}\n", "package p\n\nfunc f(a int, b string) int {\n\treturn g(a)\n}\n", "a int → a int, b string"},
		{"a.py", "class A:\n    @staticmethod\n    def f(a):\n        return g(a)\n", "class A:\n    def f(self, a):\n        return g(a)\n", ""},
		{"a.js", "function f({ a }) {\n  return g(a)\n}\n", "function f({ a, b }) {\n  return g(a)\n}\n", ""},
		{"a.c", "int f(void) {\n  return g();\n}\n", "int f() {\n  return g();\n}\n", ""},
		{"a.ts", "function f(a: A) {\n  return g(a)\n}\n", "function f(a: B) {\n  return g(a)\n}\n", ""},
	} {
		res := compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})
		got := ""
		for _, b := range res.Behaviours {
			got += b.From + " → " + b.To
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.path, got, tt.want)
		}
	}
}

// Two ways to write one thing, next to something that the change does.
func TestEquivalentNextToAnEffect(t *testing.T) {
	for _, tt := range []struct{ name, path, before, after string }{
		{"array", "a.php", "<?php\nfunction f($a) {\n  $x = array($a, 1);\n  put($x);\n  return $a < 1;\n}\n", "<?php\nfunction f($a) {\n  $x = [$a, 1];\n  put($x);\n  return $a <= 1;\n}\n"},
		{"empty line", "a.go", "package p\n\nfunc f(a int) bool {\n\tlog.Println(\"\")\n\tput(a)\n\treturn a < 1\n}\n", "package p\n\nfunc f(a int) bool {\n\tlog.Println()\n\tput(a)\n\treturn a <= 1\n}\n"},
		{"name of a type", "A.cs", "class A {\n  bool F(int a) {\n    if (a > 3) { throw new E($\"A Culture is required\"); }\n    return a < 1;\n  }\n}\n", "class A {\n  bool F(int a) {\n    if (a > 3) { throw new E($\"A {nameof(Culture)} is required\"); }\n    return a <= 1;\n  }\n}\n"},
		{"arguments with keys", "a.ts", "function f(a, b) {\n  run(a, b)\n  return a < 1\n}\n", "function f(a, b) {\n  run({ a, to: b })\n  return a <= 1\n}\n"},
		{"modules in another order", "a.js", "var address = require('network-address')\nvar chalk = require('chalk')\n\nfunction f(a) {\n  address(chalk(a))\n  return a < 1\n}\n", "var airplay = require('airplay')\nvar chalk = require('chalk')\nvar address = require('network-address')\n\nfunction f(a) {\n  address(chalk(a))\n  return a <= 1\n}\n"},
		{"callback", "a.js", "function f(a, done) {\n  if (a.last) {\n    done(a)\n    return\n  }\n  return a.n < 1\n}\n", "function f(a, done) {\n  if (a.last) {\n    return done(a)\n  }\n  return a.n <= 1\n}\n"},
		{"package of a type", "a.go", "package p\n\nfunc f(x any, a int) bool {\n\tswitch v := x.(type) {\n\tcase *q.Foo:\n\t\tg(v)\n\t}\n\treturn a < 1\n}\n", "package p\n\nfunc f(x any, a int) bool {\n\tswitch v := x.(type) {\n\tcase *r.Foo:\n\t\tg(v)\n\t}\n\treturn a <= 1\n}\n"},
		{"field of a tuple", "a.rs", "fn f(a: &A) -> bool {\n    put(a.id);\n    show(a.n);\n    a.n < 1\n}\n", "fn f(a: &A) -> bool {\n    put(a.id.0);\n    show(a.n);\n    a.n <= 1\n}\n"},
		{"copy", "a.rs", "fn f(a: &A) -> bool {\n    put(a.name.clone());\n    a.n < 1\n}\nfn g(a: &A) {\n    a.b.to_string();\n    a.b.clone();\n}\n", "fn f(a: &A) -> bool {\n    put(a.name.to_string());\n    a.n <= 1\n}\nfn g(a: &A) {\n    a.b.to_string();\n    a.b.clone();\n}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})
			if len(res.Behaviours) != 1 || res.Behaviours[0].Kind != "comparison-changed" {
				t.Errorf("got %q", lines(res))
			}
		})
	}
}

// A type, a constant or a field that has another name is the same where it is used.
func TestRenamedInUses(t *testing.T) {
	for _, tt := range []struct{ name, path, was, is, before, after string }{
		{"type of a case", "a.go", "Foo", "Bar", "package p\n\nfunc f(x any) int {\n\tswitch v := x.(type) {\n\tcase *Foo:\n\t\treturn g(v)\n\t}\n\treturn 3\n}\n", "package p\n\nfunc f(x any) int {\n\tswitch v := x.(type) {\n\tcase *Bar:\n\t\treturn g(v)\n\t}\n\treturn 3\n}\n"},
		{"constant", "a.rs", "FileModified", "Modified", "fn f(t: &T) {\n    put(t, TimeType::FileModified);\n}\n", "fn f(t: &T) {\n    put(t, TimeType::Modified);\n}\n"},
		{"call of a function of another type", "a.php", "post", "handle", "<?php\nclass P {\n  function f() {\n    $this->v = N::post($this->s);\n  }\n  function g() {\n    return N::one($this->s);\n  }\n}\n", "<?php\nclass P {\n  function f() {\n    $this->v = $this->handle($this->s);\n  }\n  function g() {\n    return N::one($this->s);\n  }\n}\n"},
		{"text", "a.py", "_task", "_handle", "class A:\n    __slots__ = ('_task', 'b')\n", "class A:\n    __slots__ = ('_handle', 'b')\n"},
	} {
		for _, renamed := range []bool{true, false} {
			set := &change.Set{Files: []diff.FileChange{{Status: diff.Modified, OldPath: tt.path, NewPath: tt.path, OldBlob: tt.before, NewBlob: tt.after}}}
			base := &graph.Node{Label: graph.Field, Name: tt.was, Path: "b", Start: 1, End: 1}
			head := &graph.Node{Label: graph.Field, Name: tt.is, Path: "b", Start: 1, End: 1}
			if set.Symbols = []change.Symbol{{Type: change.Removed, Base: base}, {Type: change.Added, Head: head}}; renamed {
				set.Symbols = []change.Symbol{{Type: change.Renamed, Base: base, Head: head}}
			}
			languages := lang.NewIndex(all.Languages())
			res, err := behaviour.Of(context.Background(), behaviour.Input{Set: set, Blobs: memory{}, Language: func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) }})
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Behaviours) > 0 {
				t.Errorf("%s, renamed %v: got %q", tt.name, renamed, lines(res))
			}
		}
	}
}

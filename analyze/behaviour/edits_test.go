package behaviour_test

import (
	"slices"
	"testing"
)

// Edits that need their own file; each is compared in both directions.
func TestSmallFiles(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want, back                []string
	}{
		{
			"operators that join the same operands", "a.php",
			"<?php\nfunction f($a, $b) {\n  if ($a && $b->c && !isset($b->d)) {\n    put($a);\n  }\n}\n",
			"<?php\nfunction f($a, $b) {\n  if ($a || $b->c && !isset($b->d)) {\n    put($a);\n  }\n}\n",
			[]string{"condition-changed f 3"}, []string{"condition-changed f 3"},
		},
		{
			"a value that is altered before it is used", "a.php",
			"<?php\nfunction f($a, $b) {\n  return new Error(text('%s is bad', $a->name));\n}\n",
			"<?php\nfunction f($a, $b) {\n  $m = text('%s is bad', $a->name);\n  if ($b !== null) {\n    $m .= $b->why;\n  }\n  return new Error($m);\n}\n",
			[]string{"value-changed f 4"}, []string{"value-changed f 4"},
		},
		{
			"a choice with one branch that does more", "a.rb",
			"def base\n  redirect ? \"#{@a.scheme}://#{@a.host}\" : options[:base]\nend\n",
			"def base\n  if redirect\n    uri = \"#{@a.scheme}://#{@a.host}\"\n    uri += \":#{@a.port}\" if @a.port != 80\n    uri\n  else\n    options[:base]\n  end\nend\n",
			[]string{"value-changed base 4"}, []string{"value-changed base 4"},
		},
		{
			"a check with a text of its own next to code that moved", "a.py",
			"def f(r):\n    g(r.name)\n    h(r.size)\n    return 1\n\ndef k(r):\n    return 1\n",
			"def f(r):\n    return 1\n\ndef k(r):\n    if r.name in r.size:\n        raise Bad('the size must not have names')\n    g(r.name)\n    h(r.size)\n    return 1\n",
			[]string{"error-added k 5"}, []string{"guard-removed k 5"},
		},
		{
			"a value that is used under a condition", "a.js",
			"function f(n) {\n  send(all(n))\n  return n\n}\n",
			"function f(n) {\n  send(n.short ? few(n) : all(n))\n  return n\n}\n",
			[]string{"argument-changed f 2"}, []string{"argument-changed f 2"},
		},
		{
			"another member in a function of an object", "a.js",
			"module.exports = {\n  set path(s) {\n    const u = parse(this.url)\n    this.url = write(u, s, this.req)\n  },\n}\n",
			"module.exports = {\n  set path(s) {\n    const u = parse(this.req)\n    this.url = write(u, s, this.req)\n  },\n}\n",
			[]string{"argument-changed path 3"}, []string{"argument-changed path 3"},
		},
		{
			"an operand of a comparison is no longer awaited", "A.cs",
			"class A {\n  async Task<bool> F(int n) => (await db.Run(n)) > 0;\n}\n",
			"class A {\n  async Task<bool> F(int n) => (db.Run(n)) > 0;\n}\n",
			[]string{"await-removed A.F 2"}, []string{"await-added A.F 2"},
		},
		{
			"the result of an awaited call is passed on", "A.cs",
			"class A {\n  async Task<int> F(int n) {\n    var x = await db.Get(n);\n    return x.Count();\n  }\n}\n",
			"class A {\n  async Task<int> F(int n) {\n    var x = (await db.Get(n)).AsList();\n    return x.Count();\n  }\n}\n",
			[]string{"value-changed A.F 3"}, []string{"value-changed A.F 3"},
		},
		{
			"several parameters that are patterns", "a.ts",
			"function f({ a }: A, key: string, { get }: B) {\n  if (a && !get) {\n    fail(key);\n  }\n}\n",
			"function f({ a }: A, key: string, { get }: B) {\n  if (!(a && !get)) {\n    fail(key);\n  }\n}\n",
			[]string{"condition-negated f 2"}, []string{"condition-negated f 2"},
		},
		{
			"an error at the top level of a script", "a.mjs",
			"for (const a of all) {\n  if (!ok(a)) {\n    throw new Error(a);\n  }\n}\n",
			"for (const a of all) {\n  if (!ok(a)) {\n  }\n}\n",
			[]string{"error-removed  3"}, []string{"error-added  3"},
		},
		{
			"removed statements, and more elsewhere", "a.js",
			"function only(o) {\n  mocha.options.single = true;\n  return o;\n}\nfunction run(a) {\n  start(a);\n}\n",
			"function only(o) {\n  return o;\n}\nfunction run(a) {\n  start(a);\n  report(a.state);\n}\n",
			[]string{"value-changed only 2", "call-added run 6"}, []string{"value-changed only 2", "call-removed run 6"},
		},
		{
			"a check is removed next to statements that moved", "a.py",
			"def f(r):\n    if r.closed:\n        raise Closed('closed')\n    a = g(r)\n    b = h(r)\n    return a + b\n\ndef k(r):\n    return 1\n",
			"def f(r):\n    a = g(r)\n    b = h(r)\n    return a + b\n\ndef k(r):\n    log(r.name)\n    return 1\n",
			[]string{"guard-removed f 2", "logging-changed k 7"}, []string{"error-added f 2", "logging-changed k 7"},
		},
		{
			"a handler is registered in the body of a class", "a.scala",
			"trait A {\n  get(\"/a\") {\n    json(list())\n  }\n}\n",
			"trait A {\n  get(\"/a\") {\n    json(list())\n  }\n  get(\"/b\") {\n    json(all())\n  }\n}\n",
			[]string{"call-added A 5"}, []string{"call-removed A 5"},
		},
		{
			"a handler is registered at the top level", "a.js",
			"app.get('/a', function (q, r) {\n  r.send(1);\n});\n",
			"app.get('/a', function (q, r) {\n  r.send(1);\n});\napp.use('/b', function (q, r) {\n  r.render('b');\n});\n",
			[]string{"call-added  4"}, []string{"call-removed  4"},
		},
		{
			"other texts are logged", "a.rs",
			"fn end(&self) -> bool {\n    trace!(\"end? {:?}\", self);\n    self.n == 0\n}\nfn read(&mut self) -> u8 {\n    trace!(\"left {}\", self.n);\n    self.next()\n}\n",
			"fn end(&self) -> bool {\n    self.n == 0\n}\nfn read(&mut self) -> u8 {\n    trace!(\"read; state={:?}\", self.kind);\n    self.next()\n}\n",
			[]string{"logging-changed end 2", "logging-changed read 5"}, []string{"logging-changed end 2", "logging-changed read 6"},
		},
		{
			"an exit is added to a function that is written anew", "a.php",
			"<?php\nfunction f($a) {\n  if (! $a->name) {\n    return $a->get()->first();\n  }\n  return $a->get()->has($a->name);\n}\n",
			"<?php\nfunction f($a) {\n  if (! $a->isOpen('now')) {\n    return null;\n  }\n  if (blank($a->name)) {\n    return $a->get()->first();\n  }\n  return $b->has($a->name);\n}\n",
			[]string{"early-return-added f 3"}, nil,
		},
		{
			"a result that is computed in another way is no exit", "a.go",
			"package p\n\nfunc f(err error) bool {\n\terr = errors.Cause(err)\n\tif os.IsNotExist(err) {\n\t\treturn true\n\t}\n\ts, ok := err.(*sftp.Status)\n\tif !ok {\n\t\treturn false\n\t}\n\treturn s.Error() == `no such file`\n}\n",
			"package p\n\nfunc f(err error) bool {\n\terr = errors.Cause(err)\n\treturn errors.Is(err, os.ErrNotExist)\n}\n",
			nil, nil,
		},
		{
			"one more error that is final", "a.go",
			"package p\n\nfunc f(err error) error {\n\tif errors.Is(err, full) {\n\t\terr = final(err)\n\t}\n\treturn err\n}\n",
			"package p\n\nfunc f(err error) error {\n\tif errors.Is(err, full) || os.IsPermission(err) {\n\t\terr = final(err)\n\t}\n\treturn err\n}\n",
			[]string{"condition-changed f 4"}, []string{"condition-changed f 4"},
		},
		{
			"an operator next to a call of another function", "a.scala",
			"object A {\n  def f(a: B): Boolean = {\n    val x = before(a)\n    x.n + extra(a) >= limit(a) || other(x)\n  }\n}\n",
			"object A {\n  def f(a: B): Boolean = {\n    val x = head(a)\n    x.n + extra(a) > limit(a) || other(x)\n  }\n}\n",
			[]string{"call-replaced A.f 3", "comparison-changed A.f 4"}, []string{"call-replaced A.f 3", "comparison-changed A.f 4"},
		},
		{
			"a computed result that is a constant now", "a.php",
			"<?php\nfunction f($m, $a) {\n  if (count($a) < 1) {\n    return $m->type()->get();\n  }\n  $b = g($a);\n  return $m->type()->get();\n}\n",
			"<?php\nfunction f($m, $a) {\n  if (count($a) < 1) {\n    return null;\n  }\n  $b = g($a);\n  return null;\n}\n",
			[]string{"return-changed f 4", "return-changed f 7"}, nil,
		},
		{"named arguments in another order", "a.py", "def f(a):\n    return g(b=a, c=1)\n", "def f(a):\n    return g(c=1, b=a)\n", nil, nil},
		{"an argument that gets a name", "a.swift", "func f(_ a: Int) {\n  g(a, 1)\n}\n", "func f(_ a: Int) {\n  g(a: a, 1)\n}\n", nil, nil},
		{"a number of another type", "a.c", "unsigned f(void) {\n  return 65521;\n}\n", "unsigned f(void) {\n  return 65521U;\n}\n", nil, nil},
		{"parameters that are unpacked", "a.py", "def f(self, a, **kw):\n    return g(a)\n", "def f(self, a, *args, **kw):\n    return g(a)\n", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, way := range []struct {
				from, to string
				want     []string
			}{{tt.before, tt.after, tt.want}, {tt.after, tt.before, tt.back}} {
				got := slices.DeleteFunc(lines(compare(t, map[string][2]string{tt.path: {way.from, way.to}})), func(s string) bool { return s == "signature-changed f 1" })
				if !slices.Equal(got, way.want) {
					t.Errorf("got %q, want %q", got, way.want)
				}
			}
		})
	}
}

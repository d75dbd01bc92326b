package behaviour_test

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Of a new function it is told how it fails, but not what was elsewhere before or is only passed on.
func TestNewFunctionsFail(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"errors of Go", "a.go",
			"package a\n",
			"package a\n\nfunc f(n int) error {\n\tif n < 0 {\n\t\treturn fmt.Errorf(\"%d is below zero\", n)\n\t}\n\tif err := g(n); err != nil {\n\t\treturn err\n\t}\n\treturn ErrClosed\n}\n",
			[]string{`f: if n < 0 { return fmt.Errorf("%d is below zero", n) }`, "f: return ErrClosed"},
		},
		{
			"a check of C#", "a.cs",
			"class A {\n}\n",
			"class A {\n  public void Add(T t) {\n    if (t is null) throw new ArgumentNullException(nameof(t));\n    all.Add(t);\n  }\n}\n",
			[]string{"Add: if (t is null) throw new ArgumentNullException(nameof(t))"},
		},
		{
			"calls that raise", "a.cs",
			"class A {\n}\n",
			"class A {\n  public void Add(T t) {\n    ArgumentNullException.ThrowIfNull(t);\n    all.Add(t);\n  }\n}\n",
			[]string{"Add: ArgumentNullException.ThrowIfNull(t)"},
		},
		{
			"a modifier of Ruby", "a.rb",
			"class A\nend\n",
			"class A\n  def f(p)\n    raise SyntaxError, \"no in\" unless p.id?(\"in\")\n    p.go\n  end\nend\n",
			[]string{`f: raise SyntaxError, "no in" unless p.id?("in")`},
		},
		{
			"an assertion and a handler that fails", "a.py",
			"x = 1\n",
			"x = 1\n\ndef f(a):\n    assert a.kind == KIND\n    try:\n        g(a)\n    except E as e:\n        raise Other(a) from e\n",
			[]string{"f: assert a.kind == KIND"},
		},
		{
			"an error that a handler of the function catches", "a.py",
			"x = 1\n",
			"x = 1\n\ndef f(all, strict):\n    for g in all:\n        try:\n            if not g(x):\n                raise Invalid('%s does not hold' % g)\n        except Invalid as e:\n            if strict:\n                raise Failed(e)\n",
			nil,
		},
		{
			"a function stored in a function", "a.js",
			"function f(p) {\n  const x = g(p);\n  return x;\n}\n",
			"function f(p) {\n  const x = g(p);\n  p.pipe = (to) => {\n    if (p.done) throw new Error('It is done already.');\n    return x.pipe(to);\n  };\n  return x;\n}\n",
			[]string{"f: if (p.done) throw new Error('It is done already.')", "pipe: if (p.done) throw new Error('It is done already.')"},
		},
		{
			"the text of an error is none", "a.go",
			"package a\n",
			"package a\n\nfunc (e E) Error() string { return e.err.Error() }\n",
			nil,
		},
		{
			"what moved", "a.js",
			"function f(a) {\n  if (a.size > limit) throw new TooLarge(a.size);\n  return a;\n}\n",
			"function f(a) {\n  check(a);\n  return a;\n}\n\nfunction check(a) {\n  if (a.size > limit) throw new TooLarge(a.size);\n}\n",
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, fn := range compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}).Inventories {
				for _, s := range fn.Fails {
					got = append(got, fn.Name+": "+s)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Of a new function, and of one that was not compared as a whole, it is told what it asks and how it fails that the other
// side nowhere has: not what was rewritten, moved or renamed.
func TestInventories(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"conditions of a new function", "a.go",
			"package a\n\nfunc f(s *S) {}\n",
			"package a\n\nfunc f(s *S) {}\n\nfunc g(s *S) bool {\n\tif s.closed || !s.isOpen() {\n\t\treturn false\n\t}\n\treturn s.count > limit\n}\n",
			[]string{"g asks s.closed", "g asks !s.isOpen()", "g asks s.count > limit"},
		},
		{
			"names that a case of a new function binds", "a.swift",
			"func g() {}\n",
			"func g() {}\n\nfunc f(a: Int?, b: Int?) -> Bool {\n  switch (a, b) {\n  case (let first?, let second?):\n    return same(first, second)\n  case limit:\n    return true\n  default:\n    return false\n  }\n}\n",
			[]string{"f asks limit"},
		},
		{
			"what moved to a new function", "a.py",
			"def f(url, other):\n    if url.scheme == other.scheme and not url.port:\n        go(url)\n",
			"def f(url, other):\n    if same(url, other):\n        go(url)\n\ndef same(a, b):\n    return b.scheme == a.scheme and a.port is None\n",
			nil,
		},
		{
			"parameters that a new function compares", "A.java",
			"class A {\n  void g(String s) {\n    if (s == null) return;\n    go(s);\n  }\n}\n",
			"class A {\n  void g(String s) {\n    if (s == null) return;\n    go(s);\n  }\n  String all(List<L> places, String s) {\n    if (places == null) {\n      return s;\n    }\n    return join(places, s);\n  }\n}\n",
			[]string{"all asks places == null"},
		},
		{
			"errors of a restructured function", "a.js",
			"function load(path, args) {\n  try {\n    const p = JSON.parse(read(path));\n    if (p.config) {\n      result = p.config;\n    }\n  } catch (err) {\n    if (args.file) {\n      throw unreadable(`Unable to read or parse ${path}`, path);\n    }\n    debug('no default at %s', path);\n  }\n  return result;\n}\n",
			"function load(path, args) {\n  let data;\n  try {\n    data = read(path);\n  } catch (err) {\n    if (path == args.file) {\n      throw unreadable(`Unable to read ${path}`, path);\n    } else {\n      debug('no default at %s', path);\n      return result;\n    }\n  }\n  try {\n    const p = JSON.parse(data);\n    if (p.config) {\n      result = p.config;\n    }\n  } catch (err) {\n    throw unreadable(`Unable to parse ${path}`, path);\n  }\n  return result;\n}\n",
			[]string{"load fails throw unreadable(`Unable to parse ${path}`, path)", "load fails if (path == args.file) throw unreadable(`Unable to read ${path}`, path)", "load failed if (args.file) throw unreadable(`Unable to read or parse ${path}`, path)"},
		},
		{
			"a question that is asked no more", "a.kt",
			"class A {\n  fun fd(path: Path): Int? {\n    if (path.isRelative) return first\n    val all = path.segments\n    for ((c, fd) in opened) {\n      if (all.subList(0, c.size) != c) continue\n      return fd\n    }\n    return null\n  }\n}\n",
			"class A {\n  fun fd(path: Path): Int? {\n    val all = path.segments\n    opened@\n    for ((c, fd) in opened) {\n      val common = minOf(all.size, c.size)\n      for (i in 0 until common) {\n        use(i)\n        step(c)\n      }\n      return fd\n    }\n    return null\n  }\n}\n",
			[]string{"fd asked path.isRelative"},
		},
		{
			"a check that became another one", "A.java",
			"class A {\n  int f(String s) {\n    int n = 0;\n    for (char c : s.toCharArray()) {\n      if (c >= 'A' && c <= 'Z') { n = n + 1; use(c); } else { rest(c); }\n    }\n    return n;\n  }\n}\n",
			"class A {\n  int f(String s) {\n    int found = 0;\n    for (int i = 0; i < s.length(); i++) {\n      char c = s.charAt(i);\n      if (!Chars.isUpper(c)) { rest(c); continue; }\n      found++; use(c);\n    }\n    return found;\n  }\n}\n",
			nil,
		},
		{
			"a check that a call answers", "a.ts",
			"function f(x, y) {\n  const a = isRef(x) ? x.value : x\n  if (a.on) { go(a) } else { stop(y) }\n}\n",
			"function f(x, y) {\n  const v = unref(x)\n  if (!v.on) {\n    stop(y)\n    return\n  }\n  begin(v)\n  go(v)\n}\n",
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, fn := range compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}).Inventories {
				for words, code := range map[string][]string{"asks": fn.Asks, "asked": fn.Asked, "fails": fn.Fails, "failed": fn.Failed} {
					for _, s := range code {
						got = append(got, fn.Name+" "+words+" "+s)
					}
				}
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Of a function that was not compared as a whole other code is told that only one version has, and of a new function what it
// returns and stores: not what moved, or has other names of local variables.
func TestInventoriesOfCode(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"other values in a restructured function", "a.cs",
			"class A {\n  object F(Array a) {\n    int at = 0;\n    var all = new V[a.Count];\n    for (int i = 0; i < a.Rows; ++i)\n      for (int j = 0; j < a.Columns; ++j)\n        all[at++] = Make(a.Get(i, j));\n    return new Values(all);\n  }\n}\n",
			"class A {\n  object F(Array a) {\n    var rows = new V[a.Rows];\n    for (int i = 0; i < rows.Length; ++i)\n    {\n      var columns = new V[a.Columns];\n      for (int j = 0; j < columns.Length; ++j)\n        columns[j] = Make(a.Get(i, j));\n      rows[i] = new Values(columns);\n    }\n    return new Values(rows);\n  }\n}\n",
			[]string{"F does rows[i] = new Values(columns)", "F does columns[j] = Make(a.Get(i, j))", "F did all[at++] = Make(a.Get(i, j))"},
		},
		{
			"code that moved to a new function", "a.ts",
			"class A {\n  f(e: E) {\n    if (this.n > this.o.limit || isLate(e)) { throw e }\n    const pause = this.o.pause(this.n)\n    let j = pause\n    if (this.o.jitter === true) { j = Math.random() * pause }\n    return Math.min(this.o.most, j)\n  }\n}\n",
			"class A {\n  pause() {\n    const pause = this.o.pause(this.n)\n    let j = pause\n    if (this.o.jitter === true) { j = Math.random() * pause }\n    return Math.min(this.o.most, j)\n  }\n  async f(e: E) {\n    if (this.n > this.o.limit) { throw e }\n    if (this.o.again !== undefined) {\n      const again = await this.o.again(e)\n      if (again === false) { throw e }\n      if (again === true) { return this.pause() }\n    }\n    if (isLate(e) && !this.o.late) { throw e }\n    return this.pause()\n  }\n}\n",
			[]string{"f does again = await this.o.again(e)", "f does return this.pause()"},
		},
		{
			"a function that is stored under a name", "a.ts",
			"const merge = (all: A[]) => {\n  let heads = {}\n  for (const a of all) {\n    if (isMarked(a.heads)) {\n      heads = new Heads(a.heads)\n    } else {\n      heads = join(heads, a.heads)\n    }\n    step(heads, 'one')\n  }\n  return heads\n}\n",
			"const merge = (all: A[]) => {\n  let heads = {}\n  for (const a of all) {\n    const {value, replace} = stateOf(a.heads)\n    if (replace) {\n      heads = copy(value)\n    } else {\n      heads = joinPlain(heads, value)\n    }\n    note(heads)\n  }\n  return heads\n}\n",
			[]string{
				"merge did heads = join(heads, a.heads)", "merge did heads = new Heads(a.heads)", "merge did isMarked(a.heads)", "merge did step(heads, 'one')",
				"merge does heads = copy(value)", "merge does heads = joinPlain(heads, value)", "merge does note(heads)", "merge does {value, replace} = stateOf(a.heads)",
			},
		},
		{
			"the type of a literal", "a.go",
			"package a\n\nfunc f(n string) error {\n\tif g() {\n\t\treturn E{name: n}\n\t}\n\treturn nil\n}\n",
			"package a\n\nfunc f(n string) error {\n\tif g() {\n\t\treturn F{name: n}\n\t}\n\treturn nil\n}\n",
			[]string{"f does return F{name: n}", "f did return E{name: n}"},
		},
		{
			"a field of Python", "a.py",
			"class A:\n    x = 1\n",
			"class A:\n    x = 1\n\n    def f(self, value):\n        if value is None:\n            del self.heads['MD5']\n        else:\n            self.heads['MD5'] = value\n",
			[]string{"f does del self.heads['MD5']", "f does self.heads['MD5'] = value"},
		},
		{
			"patterns that take by reference in another way", "a.rs",
			"impl A {\n    fn f(&mut self) {\n        if let Some(ref mut all) = self.all {\n            all.push(1);\n        }\n        match self.kind {\n            Kind::One(ref one) => go(one),\n            _ => {}\n        }\n    }\n}\n",
			"impl A {\n    fn f(&mut self) {\n        if let Some(all) = &mut self.all {\n            all.push(1);\n        }\n        match &self.kind {\n            Kind::One(one) => go(one),\n            _ => {}\n        }\n    }\n}\n",
			nil,
		},
		{
			"what a new function returns and stores", "a.go",
			"package a\n\nfunc f(r *R) {}\n",
			"package a\n\nfunc f(r *R) {}\n\nfunc g(r *R) string {\n\tn := count()\n\tr.done = true\n\tmeter.Set([]string{\"a\", \"lastRun\"}, n)\n\treturn fmt.Sprintf(\"file %q\", r.name)\n}\n",
			[]string{"g does n := count()", "g does r.done = true", "g does meter.Set([]string{\"a\", \"lastRun\"}, n)", "g does return fmt.Sprintf(\"file %q\", r.name)"},
		},
		{
			"all of a small new function", "a.swift",
			"extension W {\n}\n",
			"extension W {\n    private func setValue(_ value: Token?) {\n        let box = value.map { Box($0) }\n        store(base, &key, box)\n    }\n}\n",
			[]string{"setValue does let box = value.map { Box($0) }", "setValue does store(base, &key, box)"},
		},
		{
			"what a small new function gives without a name", "a.py",
			"class A:\n    x = 1\n",
			"class A:\n    x = 1\n\n    def f(self, value):\n        return value\n",
			[]string{"f does return value"},
		},
		{
			"the field that a small new function gives", "a.rb",
			"class A\n  def initialize(body)\n    @body = body\n  end\nend\n",
			"class A\n  def initialize(body)\n    @body = body\n  end\n\n  def to_partial\n    @body\n  end\nend\n",
			[]string{"to_partial does @body"},
		},
		{
			"a statement under a condition that is told nowhere else", "a.kt",
			"class A {\n}\n",
			"class A {\n  fun require(value: Boolean, message: () -> String) {\n    if (!value) fail(message())\n  }\n}\n",
			[]string{"require does if (!value) fail(message())"},
		},
		{
			"what the cases of a new function give", "a.kt",
			"class A\n",
			"class A {\n  fun why(a: List<D>, b: Boolean): String? {\n    return when {\n      a.isNotEmpty() -> \"there are some\"\n      b -> \"the order differs\"\n      else -> null\n    }\n  }\n}\n",
			[]string{"why does \"there are some\"", "why does \"the order differs\""},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, fn := range compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}).Inventories {
				for words, code := range map[string][]string{"does": fn.Does, "did": fn.Did} {
					for _, s := range code {
						got = append(got, fn.Name+" "+words+" "+s)
					}
				}
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A call that a local variable stands for now may give the same after what was done with the variable.
func TestCallInALocalVariable(t *testing.T) {
	before := "package a\n\nfunc f(r *R) {\n\tr.set(r.term() + 1)\n\tsend(r.id, r.term())\n}\n"
	after := "package a\n\nfunc f(r *R) {\n\tnext := r.term() + 1\n\tr.set(next)\n\tsend(r.id, next)\n}\n"
	if got := compare(t, map[string][2]string{"a.go": {before, after}}); len(got.Behaviours) > 0 || len(got.Skipped) == 0 {
		t.Errorf("got %v, not compared %v", got.Behaviours, got.Skipped)
	}
}

// Of a constant, variable or field that only head has it is told what it is set to.
func TestNewValues(t *testing.T) {
	languages := lang.NewIndex(all.Languages())
	for path, code := range map[string][2]string{
		"a.swift": {"class A {\n  static let wait: D = .seconds(5)\n  func f() {}\n}\n", ".seconds(5)"},
		"a.rs":    {"\nconst wait: u64 = 1024 * 16;\n", "1024 * 16"},
		"a.kt":    {"class A {\n  val wait = listOf(\"a\")\n}\n", `listOf("a")`},
		"a.ts":    {"class A {\n  readonly wait = new Map<A, B>()\n}\n", "new Map<A, B>()"},
		"A.java":  {"class A {\n  static final int wait = 5;\n}\n", "5"},
	} {
		set := new(change.Set)
		set.Files = []diff.FileChange{{Status: diff.Modified, OldPath: path, NewPath: path, OldBlob: "\n", NewBlob: code[0]}}
		set.Symbols = []change.Symbol{{Head: &graph.Node{Name: "wait", Path: path, Label: graph.Variable, Start: 2, Line: 2, End: 2}}}
		got, err := behaviour.Of(t.Context(), behaviour.Input{
			Set: set, Blobs: memory{}, Language: func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Inventories) != 1 || !slices.Equal(got.Inventories[0].Does, []string{code[1]}) {
			t.Errorf("%s: got %+v, want %s", path, got.Inventories, code[1])
		}
	}
}

// Of a function that was written anew, a call is reported that the other version of the files does not have, if the title
// of the change allows for it. Calls of functions that came may hold what was moved there.
func TestCallsOfWhatWasWrittenAnew(t *testing.T) {
	const (
		before = "package p\n\nfunc (m *Mux) Set(h Handler) {\n\tm.handler = h\n\tfor _, r := range m.routes() {\n\t\ts, ok := r.sub.(*Mux)\n\t\tif !ok {\n\t\t\tcontinue\n\t\t}\n\t\ts.Set(h)\n\t}\n}\n"
		after  = "package p\n\nfunc (m *Mux) Set(h Handler) {\n\tm.handler = h\n\tm.each(func(s *Mux) {\n\t\tif s.open {\n\t\t\ts.Set(h)\n\t\t}\n\t\ts.Notify(h)\n\t})\n}\n\nfunc (m *Mux) each(f func(*Mux)) {\n\tfor _, r := range m.routes() {\n\t\tif s, ok := r.sub.(*Mux); ok {\n\t\t\tf(s)\n\t\t}\n\t}\n}\n"
	)
	for _, tt := range []struct {
		acts bool
		want []string
	}{
		{false, nil},
		{true, []string{"call-added Mux.Set 9"}},
	} {
		res := compareAs(t, map[string][2]string{"a.go": {before, after}}, behaviour.Input{Acts: tt.acts})
		if got := lines(res); !slices.Equal(got, tt.want) {
			t.Errorf("acts %v: got %q, want %q", tt.acts, got, tt.want)
		}
		if len(res.Skipped) == 0 {
			t.Error("nothing is said to be open")
		}
	}
}

// Functions of an object without a name are those of the type around it.
func TestMembersOfACompanion(t *testing.T) {
	res := compare(t, map[string][2]string{"a.kt": {
		"class A {\n  fun f() {\n    if (g()) {\n      h()\n    }\n  }\n\n  companion object {\n    fun old() {\n      z(1)\n    }\n  }\n}\n",
		"class A {\n  fun f() {\n    if (g()) {\n      h()\n    }\n  }\n\n  companion object {\n    fun old() {\n      z(3)\n    }\n\n    fun fresh(input: P) {\n      input.report(\"no such value\")\n    }\n  }\n}\n",
	}})
	if len(res.Behaviours) != 1 || res.Behaviours[0].Symbol != "A.old" || res.Behaviours[0].To != "3" {
		t.Errorf("got %+v", res.Behaviours)
	}
	if len(res.Inventories) != 1 || res.Inventories[0].Name != "fresh" || !slices.Equal(res.Inventories[0].Does, []string{`input.report("no such value")`}) {
		t.Errorf("got %+v", res.Inventories)
	}
}

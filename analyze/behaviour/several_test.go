package behaviour_test

import (
	"slices"
	"testing"
)

// Several edits of one function, or of one change: each that stands for itself is reported, also beside
// others of which the effect is not certain.
func TestSeveralEdits(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"one more function of a name", "a.swift",
			"class A {\n  func size(to n: N, for m: UIMode) -> I {\n    switch m {\n    case .scaleFit:\n      let s = n.fit(n)\n      return size(to: s)\n    default:\n      return size(to: n)\n    }\n  }\n}\n",
			"class A {\n  func size(to n: N, for m: UIMode) -> I {\n    switch m {\n    case .scaleFit:\n      return size(to: n, for: .fit)\n    default:\n      return size(to: n)\n    }\n  }\n  public func size(to n: N, for m: Mode) -> I {\n    switch m {\n    case .fit:\n      let s = n.fit(n)\n      return size(to: s)\n    default:\n      return size(to: n)\n    }\n  }\n}\n",
			nil,
		},
		{
			"a check in the place of one that does something else", "a.js",
			"function split(parts, flags) {\n  let s, l;\n  if (s && isShort(parts[0]))\n    throw new Error(`more than one short flag: ${flags}`);\n  return { s, l };\n}\n",
			"function split(parts, flags) {\n  let s, l;\n  if (!s && isShort(parts[0]))\n    s = parts.shift();\n  return { s, l };\n}\n",
			nil,
		},
		{
			"the same way out behind a function that asks the same", "a.java",
			"class A {\n  boolean is(String n) {\n    if (stack.size() == 0)\n      return false;\n    E e = last();\n    return e != null && e.name().equals(n);\n  }\n}\n",
			"class A {\n  boolean has() { return !stack.isEmpty(); }\n  boolean is(String n) {\n    if (!has())\n      return false;\n    E e = last();\n    return e.name().equals(n);\n  }\n}\n",
			nil,
		},
		{
			"another error that is returned", "a.rs",
			"fn f(y: i32) -> R {\n    if y < 0 {\n        return Err(OUT_OF_RANGE);\n    }\n    g(y)\n}\nfn g(y: i32) -> R {\n    Ok(IMPOSSIBLE | OUT_OF_RANGE)\n}\n",
			"fn f(y: i32) -> R {\n    if y < 0 {\n        return Err(IMPOSSIBLE);\n    }\n    g(y)\n}\nfn g(y: i32) -> R {\n    Ok(IMPOSSIBLE | OUT_OF_RANGE)\n}\n",
			[]string{"error-changed f 3"},
		},
		{
			"what a look-up gives where it finds nothing", "a.py",
			"def f(self, kwargs):\n    self.unknown = kwargs.get('unknown', EXCLUDE)\n\ndef g(a):\n    return a in (EXCLUDE, RAISE)\n",
			"def f(self, kwargs):\n    self.unknown = kwargs.get('unknown', RAISE)\n\ndef g(a):\n    return a in (EXCLUDE, RAISE)\n",
			[]string{"default-changed f 2"},
		},
		{
			"a check that only logs, in another one", "a.js",
			"function f(a) {\n  return g(a);\n}\n",
			"function f(a) {\n  if (a.length > 1) {\n    if (a[1] === 'in') {\n      log.warn('not for in');\n    }\n  }\n  return g(a);\n}\n",
			[]string{"logging-changed f 2"},
		},
		{
			"a statement that only some builds have", "a.c",
			"int f(S *s) {\n  s->family = 1;\n  return g(s);\n}\n",
			"int f(S *s) {\n  s->family = 1;\n#ifdef HAVE_LEN\n  s->len = sizeof(*s);\n#endif\n  return g(s);\n}\n",
			[]string{"value-changed f 3"},
		},
		{
			"a field that a new function reads", "a.cc",
			"class S {\n public:\n  N number_;\n};\nN get(const O& o) {\n  N n = last;\n  n = reinterpret_cast<const S*>(o.s)->number_;\n  return n + oldest()->number_;\n}\n",
			"class S {\n public:\n  N number() const { return seq_; }\n private:\n  N seq_;\n};\nN get(const O& o) {\n  N n = last;\n  n = static_cast<const S*>(o.s)->number();\n  return n + oldest()->number();\n}\n",
			nil,
		},
		{
			"a way out that is in another branch now", "a.js",
			"function f(err, sess) {\n  if (err) {\n    debug(err);\n    if (err.code !== 'ENOENT') {\n      next(err);\n      return;\n    }\n    generate();\n  } else {\n    load(sess);\n  }\n  next();\n}\n",
			"function f(err, sess) {\n  if (err && err.code !== 'ENOENT') {\n    debug(err);\n    next(err);\n    return;\n  }\n  try {\n    if (err) {\n      generate();\n    } else {\n      load(sess);\n    }\n  } catch (e) {\n    next(e);\n    return;\n  }\n  next();\n}\n",
			[]string{"catch-added f 13"},
		},
		{
			"functions that are assigned to members", "a.js",
			"function Log() {}\nLog.prototype.log = function log(a, b) {\n  if (b) {\n    return this.write({ level: a });\n  }\n};\nLog.prototype.end = function end(id) {\n  return this.write(id);\n};\n",
			"function Log() {}\nLog.prototype.log = function log(a, b) {\n  if (b) {\n    return this.write({ level: a, name: b.name });\n  }\n};\nLog.prototype.end = function end(id) {\n  return this.write(id || 0);\n};\n",
			[]string{"argument-changed log 4", "default-changed end 8"},
		},
		{
			"several texts of one chain", "a.cpp",
			"P make(C& c) {\n  return Exe(c.name)\n    | Opt(c.out, \"file[:out]\")\n      [\"-o\"][\"--out\"]\n      (\"where to write\")\n    | Opt(c.seed, \"number\")\n      [\"--seed\"]\n      (\"sets a seed\");\n}\n",
			"P make(C& c) {\n  return Exe(c.name)\n    | Opt(c.out, \"file[::key=value]*\")\n      [\"-o\"][\"--out\"]\n      (\"where to write\")\n    | Opt(c.seed, \"number\")\n      [\"--seed\"]\n      (\"what to start with\");\n}\n",
			[]string{"literal-changed make 3", "literal-changed make 8"},
		},
		{
			"a variable that is set bit by bit", "a.c",
			"int f(P* p) {\n  int flags = READS | WRITES;\n  return set(p, flags);\n}\n",
			"int f(P* p) {\n  int flags = 0;\n  if (p->access & 1)\n    flags |= WRITES;\n  if (p->access & 2)\n    flags |= READS;\n  return set(p, flags);\n}\n",
			[]string{"value-changed f 2", "value-changed f 3", "value-changed f 5"},
		},
		{
			"an assertion", "a.py",
			"def f(a, b):\n    return a + b\n",
			"def f(a, b):\n    assert a.kind == b.kind\n    return a + b\n",
			[]string{"error-added f 2"},
		},
		{
			"the condition of an assertion", "a.java",
			"class A {\n  int f(int a) {\n    assert a > 1 : \"a\";\n    return a;\n  }\n}\n",
			"class A {\n  int f(int a) {\n    assert a > 2 : \"a\";\n    return a;\n  }\n}\n",
			[]string{"boundary-changed A.f 3"},
		},
		{
			"an option of a declaration", "a.rb",
			"class A < B\n  option :orm, desc: \"the store\"\n  has_many :items\nend\n",
			"class A < B\n  option :orm, desc: \"the store\", required: true\n  has_many :items, dependent: :destroy\nend\n",
			[]string{"argument-changed A 2", "argument-changed A 3"},
		},
		{
			"a constant with another number", "a.java",
			"class A {\n  static final V V9_0 = V.of(9);\n  boolean f(V v) {\n    return v.compareTo(V9_0) < 0;\n  }\n}\n",
			"class A {\n  static final V V10_0 = V.of(10);\n  boolean f(V v) {\n    return v.compareTo(V10_0) < 0;\n  }\n}\n",
			[]string{"boundary-changed A.f 4"},
		},
		{
			"another level of a log, whose text other code has", "a.go",
			"package a\n\nfunc f() {\n\tlog.Debug(\"received a message\")\n}\n\nfunc g() {\n\tlog.Error(\"no message\")\n}\n",
			"package a\n\nfunc f() {\n\tlog.Error(\"received a message\")\n}\n\nfunc g() {\n\tlog.Debug(\"no message\")\n}\n",
			[]string{"logging-changed f 4", "logging-changed g 8"},
		},
		{
			"a type in a function, whose methods have an instance, too", "a.rs",
			"impl Guard {\n    fn after<F>(&mut self, f: F) -> R {\n        self.unpin();\n        f(self.n)\n    }\n}\nfn g(n: i32) -> bool {\n    n < 2\n}\n",
			"impl Guard {\n    fn after<F>(&mut self, f: F) -> R {\n        struct Scope(L);\n        impl Drop for Scope {\n            fn drop(&mut self) {\n                self.0.pin();\n            }\n        }\n        self.unpin();\n        f(self.n)\n    }\n}\nfn g(n: i32) -> bool {\n    n < 3\n}\n",
			[]string{"boundary-changed g 14"},
		},
		{
			"a class in a method, whose methods have an instance, too", "a.py",
			"class A:\n    def f(self, n):\n        self.start(n)\n        return self.get(n) < 2\n",
			"class A:\n    def f(self, n):\n        class H:\n            def go(self):\n                return self.x\n        self.start(n)\n        return self.get(n) < 3\n",
			[]string{"boundary-changed A.f 7"},
		},
		{
			"a parameter that another one hides", "a.swift",
			"func f(_ s: S) throws {\n  var a = s\n  try h(&a) { (ptr: P<T>) -> Void in\n    try ptr.with(to: B.self, n: 1) { ptr in\n      _ = try k({ $0 != -1 }, n: \"b\") {\n        g(self.d, ptr, L.size(of: a))\n      }\n    }\n  }\n}\nfunc e(_ p: Int) -> Bool {\n  return p < 2\n}\n",
			"func f(_ s: S) throws {\n  var a = s\n  try h(&a) { p in\n    try p.with(to: B.self, n: 1) { ptr in\n      _ = try k({ $0 != -1 }, n: \"b\") {\n        g(self.d, ptr, L.size(of: a))\n      }\n    }\n  }\n}\nfunc e(_ p: Int) -> Bool {\n  return p < 3\n}\n",
			[]string{"boundary-changed e 12"},
		},
		{
			"a way out that passes on what a new function decides", "a.py",
			"def f(c, r):\n    d = {}\n    flags = set()\n    for k in ('name', 'value'):\n        v = c.get(k)\n        if v is None:\n            if k in {'name'}:\n                msg = f'bad cookie {c} ({k} is missing)'\n                warn(msg)\n                return None\n            continue\n        if isinstance(v, str):\n            d[k] = str(v)\n        else:\n            try:\n                d[k] = v.decode('utf8')\n            except UnicodeDecodeError:\n                warn('bad code in %s', c)\n                d[k] = v.decode('latin1')\n    flags.add(c)\n    return g(d, flags)\n\n\ndef h(n):\n    return n < 2\n",
			"def f(c, r):\n    d = decode(c, r)\n    if d is None:\n        return None\n    flags = set()\n    flags.add(c)\n    return g(d, flags)\n\n\ndef decode(c, r):\n    d = {}\n    for k in ('name', 'value'):\n        v = c.get(k)\n        if v is None:\n            if k in {'name'}:\n                warn(f'bad cookie {c}' f' ({k} is missing)')\n                return None\n            continue\n        if isinstance(v, str):\n            d[k] = str(v)\n        else:\n            try:\n                d[k] = v.decode('utf8')\n            except UnicodeDecodeError:\n                warn(f'bad code in {c}')\n                d[k] = v.decode('latin1')\n    return d\n\n\ndef h(n):\n    return n < 3\n",
			[]string{"boundary-changed h 31"},
		},
		{
			"a value that a stored function compares in another way", "A.cs",
			"class A {\n  bool Has(P p) => all.Any(q => q.Name != null && q.Name.Equals(p.Name, C.Ignore) && q.Type == p.Type);\n  P Find(string title) => all.First(x => x.Name != null && x.Name.EqualsIgnoreCase(title));\n  bool Get(int n) => n < 2;\n}\n",
			"class A {\n  static readonly Func<P, string, bool> Is = (p, name) => p.Name != null && p.Name.Equals(name, C.IgnoreCase);\n  bool Has(P p) => all.Any(q => Is(q, p.Name) && q.Type == p.Type);\n  P Find(string title) => all.First(x => Is(x, title));\n  bool Get(int n) => n < 3;\n}\n",
			[]string{"boundary-changed A.Get 5"},
		},
		{
			"a result in a type with a label", "a.swift",
			"func f() -> T {\n  g()\n}\n", "func f() -> T {\n  W(handle: g())\n}\n",
			[]string{"return-changed f 2"},
		},
		{
			"a value that a call returns now", "A.java",
			"class A {\n  String f() {\n    if (b != null) {\n      v = b.text();\n      free(b);\n      b = null;\n    }\n    return v;\n  }\n  boolean g(int n) {\n    return n < 2;\n  }\n}\n",
			"class A {\n  String f() {\n    if (b != null) {\n      v = free(b);\n      b = null;\n    }\n    return v;\n  }\n  boolean g(int n) {\n    return n < 3;\n  }\n}\n",
			[]string{"boundary-changed A.g 10"},
		},
		{
			"a pattern of a type in another type", "a.rs",
			"fn f(x: B) -> T {\n    match x {\n        B::Int { sign, bits } => g(sign, bits),\n        _ => k(),\n    }\n}\n",
			"fn f(x: B) -> T {\n    match x {\n        B::Int(I { sign, bits }) => g(sign, bits),\n        _ => k(),\n    }\n}\n",
			nil,
		},
		{
			"constants of another type", "a.swift",
			"func f(_ s: S) -> Bool {\n  return g(s)\n}\n", "func f(_ s: S) -> Bool {\n  let mask = UInt32(0xF0).big\n  return g(s)\n}\n",
			nil,
		},
		{
			"a variable that is declared before its value", "a.swift",
			"func f(_ s: S) -> R {\n  return s.make(1)\n}\n",
			"func f(_ s: S) -> R {\n  let name: String\n  if s.on {\n    name = \"a\"\n  } else {\n    name = \"b\"\n  }\n  return s.make(1, name)\n}\n",
			[]string{"argument-changed f 8"},
		},
		{
			"a result behind ways out", "A.java",
			"class A {\n  long skip(long n) {\n    count += n;\n    return super.skip(n);\n  }\n}\n",
			"class A {\n  long skip(long n) {\n    if (n <= 0) {\n      return super.skip(n);\n    }\n    int left = max - count;\n    if (left <= 0) {\n      return 0;\n    }\n    long skipped = super.skip(Math.min(n, left));\n    count += (int) skipped;\n    return skipped;\n  }\n}\n",
			[]string{"guard-added A.skip 3", "early-return-added A.skip 7", "return-changed A.skip 12"},
		},
		{
			"another lock", "A.java",
			"class A {\n  public synchronized void mark(int n) {\n    try {\n      in.mark(n);\n    } catch (E e) {\n      handle(e);\n    }\n  }\n}\n",
			"class A {\n  public void mark(int n) {\n    synchronized (lock) {\n      try {\n        in.mark(n);\n      } catch (E e) {\n        handle(e);\n      }\n    }\n  }\n}\n",
			nil,
		},
		{
			"a lock less", "A.java",
			"class A {\n  synchronized void mark(int n) {\n    in.mark(n);\n  }\n}\n",
			"class A {\n  void mark(int n) {\n    in.mark(n);\n  }\n}\n",
			[]string{"cleanup-removed A.mark 2"},
		},
		{
			"a check of a variable that is set later", "a.c",
			"char *f(char *p, char *q) {\n  char *c = NULL;\n  if (strlen(p) <= strlen(q)) {\n    strcpy(q, p);\n    return q;\n  }\n  return c;\n}\n",
			"char *f(char *p, char *q) {\n  char *c = NULL;\n  size_t n;\n  size_t m;\n  n = strlen(p);\n  m = strlen(q);\n  if (n <= m) {\n    if (!(p + n < q || q + m < p)) {\n      return NULL;\n    }\n    strcpy(q, p);\n    return q;\n  }\n  return c;\n}\n",
			[]string{"early-return-added f 8"},
		},
		{
			"a call around a call of a member of the instance", "a.swift",
			"class A {\n  func f(_ c: C) {\n    auth.refresh(c, for: s) { result in\n      self.done(result)\n    }\n  }\n}\n",
			"class A {\n  func f(_ c: C) {\n    queue.async {\n      self.auth.refresh(c, for: s) { result in\n        self.done(result)\n      }\n    }\n  }\n}\n",
			[]string{"call-added A.f 3"},
		},
		{
			"a result that is checked now", "a.cc",
			"bool f(F* a) {\n  setvbuf(a, NULL, 1, 2);\n  g(a);\n  return true;\n}\n",
			"bool f(F* a) {\n  if (setvbuf(a, NULL, 1, 2) != 0) {\n    return false;\n  }\n  g(a);\n  return true;\n}\n",
			[]string{"early-return-added f 2"},
		},
		{
			"a way out of a case", "a.php",
			"<?php\nfunction f($r, $k) {\n  switch ($k) {\n    case 'a':\n      $x = $r->body();\n      break;\n  }\n  return $x;\n}\n",
			"<?php\nfunction f($r, $k) {\n  switch ($k) {\n    case 'a':\n      if (!$r->isOpen()) {\n        $x = 'not open';\n        break;\n      }\n      $x = $r->body();\n      break;\n  }\n  return $x;\n}\n",
			[]string{"guard-added f 5"},
		},
		{
			"a message with fewer values", "a.go",
			"package p\n\nfunc f(dir string, err error) (*R, error) {\n\treturn nil, errors.Wrapf(err, \"read %v failed: %v\", dir, err)\n}\n\nfunc h(dir string, err error) (*R, error) {\n\treturn nil, errors.Wrapf(err, \"list %v failed: %v\", dir, err)\n}\n",
			"package p\n\nfunc f(dir string, err error) (*R, error) {\n\treturn nil, errors.Wrapf(err, \"read %v failed\", dir)\n}\n\nfunc h(dir string, err error) (*R, error) {\n\treturn nil, errors.Wrapf(err, \"list %v failed\", dir)\n}\n",
			[]string{"argument-changed f 4", "argument-changed h 8"},
		},
		{
			"a default list that is no longer empty", "a.swift",
			"func f(_ all: [E] = []) {\n  g(all)\n}\n", "func f(_ all: [E] = [N()]) {\n  g(all)\n}\n",
			[]string{"default-changed f 1"},
		},
		{
			"the same choice in many functions", "a.kt",
			"fun f(a: A) {\n  val n = a.pin { p -> read(p) }\n  g(n, n)\n}\nfun h(a: A) {\n  val n = a.pin { p -> write(p) }\n  g(n, n)\n}\nfun k(a: A) {\n  val n = a.pin { p -> put(p) }\n  g(n, n)\n}\n",
			"fun f(a: A) {\n  val n = if (a.isFull()) {\n    a.pin { p -> read(p) }\n  } else {\n    0\n  }\n  g(n, n)\n}\nfun h(a: A) {\n  val n = if (a.isFull()) {\n    a.pin { p -> write(p) }\n  } else {\n    0\n  }\n  g(n, n)\n}\nfun k(a: A) {\n  val n = if (a.isFull()) {\n    a.pin { p -> put(p) }\n  } else {\n    0\n  }\n  g(n, n)\n}\n",
			[]string{"value-changed f 2", "value-changed h 10", "value-changed k 18"},
		},
		{
			"a computed argument instead of null", "a.c",
			"void f(int n) {\n  if (n < 0) {\n    fail(n, NULL);\n  }\n  if (n < 1) {\n    g(n);\n  }\n}\n",
			"void f(int n) {\n  if (n < 0) {\n    fail(n, strerror(errno));\n  }\n  if (n < 2) {\n    g(n);\n  }\n}\n",
			[]string{"argument-changed f 3", "boundary-changed f 5"},
		},
		{
			"a value that a new field holds", "a.js",
			"class E {\n  constructor(r) {\n    this.r = r\n  }\n  json() {\n    return { name: this.name, status: this.r && this.r.code ? this.r.code : null }\n  }\n  n(a) {\n    return a < 2\n  }\n}\n",
			"class E {\n  constructor(r) {\n    this.r = r\n    this.status = this.r && this.r.code ? this.r.code : null\n  }\n  json() {\n    return { name: this.name, status: this.status }\n  }\n  n(a) {\n    return a < 3\n  }\n}\n",
			[]string{"boundary-changed E.n 10"},
		},
		{
			"a check of more than the check that went", "a.c",
			"item *f(int n) {\n  item *a = make();\n  item *p = NULL;\n  if (!a) {\n    return NULL;\n  }\n  for (int i = 0; i < n; i++) {\n    p = add(a, i);\n  }\n  a->child->prev = p;\n  return a;\n}\n",
			"item *f(int n) {\n  item *a = make();\n  item *p = NULL;\n  for (int i = 0; a && (i < n); i++) {\n    p = add(a, i);\n  }\n  if (a && a->child) {\n    a->child->prev = p;\n  }\n  return a;\n}\n",
			[]string{"guard-added f 7"},
		},
		{
			"a check of the same in another form", "a.c",
			"item *f(int n) {\n  item *a = make();\n  if (empty(a)) {\n    return NULL;\n  }\n  put(n);\n  a->child->prev = n;\n  return a;\n}\n",
			"item *f(int n) {\n  item *a = make();\n  put(n + 1);\n  if (a->size > 0) {\n    a->child->prev = n;\n  }\n  return a;\n}\n",
			nil,
		},
		{
			"parameters of functions that are stored", "a.ts",
			"const f = (a: A): B => {\n  const g = (n: N) => a.put(n);\n  return g(1);\n};\nf.on((e) => run(e));\n",
			"const f = (a: A): B => {\n  const g = (p: P, n: N) => a.put(n);\n  return g(a, 1);\n};\nf.on(() => run());\n",
			[]string{"signature-changed f.g 2", "argument-changed f 3", "argument-changed  5"},
		},
		{
			"a call with a text among other arguments", "a.js",
			"function f(body, n) {\n  if (n < 1) {\n    return size(new Request(body))\n  }\n  return g(body)\n}\nfunction h(n) {\n  return g(n.a)\n}\n",
			"function f(body, n) {\n  if (n < 1) {\n    return size(new Request(platform.origin, {\n      method: 'POST',\n      body,\n    }))\n  }\n  return g(body)\n}\nfunction h(n) {\n  return g(n.b)\n}\n",
			[]string{"argument-changed f 3", "argument-changed h 11"},
		},
		{
			"a variable in the place of a field of its name", "a.php",
			"<?php\nclass A {\n  function f($a) {\n    $out = make(1);\n    use($out, $out);\n    $this->out->put(make($a), 1);\n    $this->end($a);\n  }\n  function g($out) {\n    return $out->on && $this->out->size() < 2;\n  }\n}\n",
			"<?php\nclass A {\n  function f($a) {\n    $out = make(1);\n    use($out, $out);\n    $out->put(make($a), 1);\n    $this->end($a);\n  }\n  function g($out) {\n    return $out->on && $this->out->size() < 3;\n  }\n}\n",
			[]string{"boundary-changed A.g 10"},
		},
		{
			"calls of a function that has another name now", "a.rs",
			"fn f(a: A) -> B {\n    x(hex!(a.one));\n    x(hex!(a.two));\n    x(hex!(a.three))\n}\n",
			"fn f(a: A) -> B {\n    x(fmt!(a.one));\n    x(fmt!(a.two));\n    x(fmt!(a.three))\n}\n",
			nil,
		},
		{
			"two values that are chosen anew", "a.go",
			"package p\n\nfunc f(c C) *R {\n\tif c.A.Host != \"\" {\n\t\treturn &R{ID: c.A.ID, Name: c.B.Name, End: c.B.Addr + \"/x\"}\n\t}\n\treturn g(c.A.Host, c.B.Addr)\n}\n",
			"package p\n\nfunc f(c C) *R {\n\tif c.A.ID != \"\" {\n\t\treturn &R{ID: c.A.ID, Name: c.B.Name, End: c.B.Name + \"/x\"}\n\t}\n\treturn g(c.A.Host, c.B.Addr)\n}\n",
			[]string{"condition-changed f 4", "return-changed f 5"},
		},
		{
			"a check goes and a cleanup comes that name the same field", "a.go",
			"package p\n\nfunc (s *S) Run() {\n\ts.done = make(chan int)\n\ts.loop()\n}\n\nfunc (s *S) Stop(kill bool) {\n\ts.restore()\n\tif !kill {\n\t\ts.done <- 1\n\t}\n}\n",
			"package p\n\nfunc (s *S) Run() {\n\ts.done = make(chan int)\n\tdefer func() { close(s.done) }()\n\ts.loop()\n}\n\nfunc (s *S) Stop(kill bool) {\n\ts.restore()\n}\n",
			[]string{"cleanup-added S.Run 5", "guard-removed S.Stop 10"},
		},
		{
			"values that two functions of one object set", "a.js",
			"module.exports = extend({\n  update: function(m) {\n    m.begin();\n  },\n  fit: function(m, w) {\n    m.width = w;\n    m.draw();\n  },\n  size: function(m) {\n    return m.all + 1;\n  }\n});\n",
			"module.exports = extend({\n  update: function(m) {\n    m.lines = 0;\n    m.begin();\n  },\n  fit: function(m, w) {\n    m.draw();\n  },\n  size: function(m) {\n    return m.all + 2;\n  }\n});\n",
			[]string{"value-changed update 3", "value-changed fit 6", "return-changed size 10"},
		},
		{
			"calls of something else beside a call that goes", "a.js",
			"function f(a, p) {\n  start(a);\n  a.flush(1);\n  end(a);\n}\n",
			"function f(a, p) {\n  start(a);\n  forget(p);\n  share(p.all);\n  end(a);\n}\n",
			[]string{"call-added f 3", "call-removed f 3", "call-added f 4"},
		},
		{
			"a handler around code that moves to a new function", "a.js",
			"function f(a, p) {\n  start(a);\n  const all = p.map(make);\n  a.emit('response', all);\n  a.pipe(all);\n}\n",
			"function f(a, p) {\n  start(a);\n  try {\n    respond(a, p);\n  } catch (e) {\n    a.emit('error', e);\n  }\n}\nfunction respond(a, p) {\n  const all = p.map(make);\n  a.emit('response', all);\n  a.pipe(all);\n}\n",
			[]string{"catch-added f 3"},
		},
		{
			"another format in several calls of one function", "a.cs",
			"class A {\n  void F(D a, D b) {\n    W(\"at\", a.Text(\"u\"));\n    W(\"to\", b.Text(\"u\"));\n    W(\"by\", b.All.Text(\"u\"));\n  }\n}\n",
			"class A {\n  void F(D a, D b) {\n    W(\"at\", a.Text(\"o\"));\n    W(\"to\", b.Text(\"o\"));\n    W(\"by\", b.All.Text(\"o\"));\n  }\n}\n",
			[]string{"literal-changed A.F 3", "literal-changed A.F 4", "literal-changed A.F 5"},
		},
		{
			"statements run in a transaction now", "a.ts",
			"class A {\n  add(u) {\n    const r = post(u);\n    r.users.forEach(this.put);\n    const all = r.rows.map(this.make);\n    return all[0];\n  }\n}\n",
			"class A {\n  add(u) {\n    const r = post(u);\n    return runInAction('add', () => {\n      r.users.forEach(this.put);\n      const all = r.rows.map(this.make);\n      return all[0];\n    });\n  }\n}\n",
			[]string{"call-added A.add 4"},
		},
		{
			"a way out becomes a branch", "a.kt",
			"fun f(p: P, w: W) {\n  if (isEmpty(p.all)) {\n    return\n  }\n  d(p.value, w)\n  w.write(\"IN\")\n}\n",
			"fun f(p: P, w: W) {\n  if (isEmpty(p.all)) {\n    w.write(\"0 = 1\")\n  } else {\n    d(p.value, w)\n    w.write(\"IN\")\n  }\n}\n",
			[]string{"call-added f 3", "early-return-removed f 3"},
		},
		{
			"a branch becomes a way out", "a.kt",
			"fun f(p: P, w: W) {\n  if (isEmpty(p.all)) {\n    w.write(\"0 = 1\")\n  } else {\n    d(p.value, w)\n    w.write(\"IN\")\n  }\n}\n",
			"fun f(p: P, w: W) {\n  if (isEmpty(p.all)) {\n    return\n  }\n  d(p.value, w)\n  w.write(\"IN\")\n}\n",
			[]string{"call-removed f 3", "early-return-added f 3"},
		},
		{
			"statements go into a check past one that stays", "a.c",
			"void f(client *c, int where) {\n  signal(c->db, c->key);\n  notify(c->event, c->key, c->id);\n  reply(c, length(c));\n}\n",
			"void f(client *c, int where) {\n  int pushed = push(c);\n  reply(c, length(c));\n  if (pushed) {\n    signal(c->db, c->key);\n    notify(c->event, c->key, c->id);\n  }\n}\n",
			[]string{"guard-added f 4"},
		},
		{
			"a check and a cleanup beside a call under another name", "a.swift",
			"class A {\n  func run(_ p: P) {\n    thread = Thread.current\n    defer {\n      thread = nil\n    }\n    p.start(thread, now())\n    p.wait()\n  }\n}\n",
			"class A {\n  func run(_ p: P) {\n    p.begin(at: moment())\n    p.wait()\n  }\n}\n",
			[]string{"call-added A.run 3", "value-changed A.run 3", "cleanup-removed A.run 4", "call-removed A.run 7"},
		},
		{
			"a file that is one function", "a.js",
			";(function() {\n  function f(a) {\n    return g(a);\n  }\n  function h(a) {\n    k(a);\n  }\n}.call(this));\n",
			";(function() {\n  function f(a) {\n    if (a == null) {\n      throw new Error('none');\n    }\n    return g(a);\n  }\n  function h(a) {\n    k(a);\n  }\n}.call(this));\n",
			[]string{"error-added f 3"},
		},
		{
			"an element of a map is set", "a.py",
			"def f(h):\n    h[\"a\"] = []\n    return g(h)\n",
			"def f(h):\n    h[\"b\"] = h.get(\"b\", True)\n    h[\"a\"] = []\n    return g(h)\n",
			[]string{"value-changed f 2"},
		},
		{
			"what is called with a function, and what it does", "a.js",
			"function f(s, k) {\n  s.each((b) => {\n    name(b, \"run\");\n    b.call();\n  });\n  s.each(k);\n  s.other(k);\n}\n",
			"function f(s, k) {\n  s.other((b) => {\n    name(b, \"run it\");\n    b.call();\n  });\n  s.each(k);\n  s.other(k);\n}\n",
			[]string{"call-replaced f 2", "literal-changed f 3"},
		},
		{
			"a value goes through a function that is new", "a.cpp",
			"struct A {\n  void put(Out &out, Opt *o) {\n    out.add(\"; \", o->text());\n  }\n};\n",
			"inline std::string lines(std::string l, std::string t) {\n  return replace(t, \"\\n\", l);\n}\nstruct A {\n  void put(Out &out, Opt *o) {\n    out.add(\"; \", lines(\"; \", o->text()));\n  }\n};\n",
			[]string{"argument-changed A.put 6"},
		},
		{
			"a check in a branch that stays behind a declaration", "a.cc",
			"void f(R r) {\n  if (head) r->setBody(std::string());\n  auto &n = cast(r)->name();\n  auto nr = r;\n  if (n.empty() && nr->len() > 1) { nr->zip(); }\n}\n",
			"void f(R r) {\n  auto nr = r;\n  if (head) {\n    if (nr->expired() >= 0) { nr = make(*cast(r)); }\n    nr->setBody(std::string());\n  }\n  auto &n = cast(nr)->name();\n  if (n.empty() && nr->len() > 1) { nr->zip(); }\n}\n",
			[]string{"value-changed f 4", "call-replaced f 5"},
		},
		{
			"branches and calls of a module", "m.js",
			"function p() { w('x'); }\nif (lt(v, '16')) {\n  log.warn('no');\n} else if (lt(v, '20')) {\n  global.a = q('crypto');\n}\np();\n",
			"function p() { w('x'); }\nfunction z() { r('y'); }\nif (lt(v, '20')) {\n  global.a = q('crypto');\n}\np();\nz();\n",
			[]string{"guard-removed  2", "call-added  7"},
		},
		{
			"what a handler does, beside another name for a value", "a.ts",
			"export function f(h) {\n  const router = useRouter();\n  async function load() {\n    try {\n      await g(h);\n    } catch {\n      await router.push('/login');\n    }\n  }\n  load();\n}\n",
			"export function f(h) {\n  const { basePath } = useRouter();\n  async function load() {\n    try {\n      await g(h);\n    } catch {\n      location.href = `${basePath}/login`;\n    }\n  }\n  load();\n}\n",
			[]string{"catch-changed f.load 7"},
		},
		{
			"a function of an enum constant", "A.java",
			"enum S {\n  A(1) {\n    void p(T t) { if (t.x()) { t.go(1); } }\n  },\n  B(2) {\n    void p(T t) { if (t.x()) { t.go(2); } else if (t.y()) { t.no(); } }\n  };\n  abstract void p(T t);\n}\n",
			"enum S {\n  A(1) {\n    void p(T t) { if (t.x()) { t.go(1); } }\n  },\n  B(2) {\n    void p(T t) { if (t.name().equals(\"template\")) { t.insert(); } else if (t.x()) { t.go(2); } else if (t.y()) { t.no(); } }\n  };\n  abstract void p(T t);\n}\n",
			[]string{"guard-added B.p 6"},
		},
		{
			"a local name for a variable in each of two branches", "a.php",
			"<?php\nfunction f($x) {\n  if ($x->a) {\n    return new B($x->name, 1);\n  } elseif ($x->b) {\n    return new C($x->name, 2);\n  }\n}\n",
			"<?php\nfunction f($x) {\n  if ($x->a) {\n    $name = $x->name instanceof V ? $x->name->toString() : $x->name;\n    return new B($name, 1);\n  } elseif ($x->b) {\n    $name = $x->name instanceof V ? $x->name->toString() : $x->name;\n    return new C($name, 2);\n  }\n}\n",
			[]string{"argument-changed f 4", "argument-changed f 7"},
		},
		{
			"an error that is only logged now", "a.go",
			"package a\n\nfunc f(rs []R) error {\n\tfor _, r := range rs {\n\t\tif !ok(r.S) {\n\t\t\treturn fmt.Errorf(\"creating item failed: %w\", r.S)\n\t\t}\n\t}\n\treturn g()\n}\n",
			"package a\n\nfunc f(rs []R) error {\n\tfor _, r := range rs {\n\t\tif ok(r.S) {\n\t\t\tcontinue\n\t\t}\n\t\tlog.Warnf(\"Failed to make %v\", r.S)\n\t}\n\treturn g()\n}\n",
			[]string{"error-removed f 6", "logging-changed f 8"},
		},
		{
			"what else is returned behind a check of the opposite", "a.js",
			"function f(e) {\n  if (e.r) {\n    const s = e.r.s;\n    g(s);\n    h(s, 1);\n  }\n}\n",
			"function f(e) {\n  if (!e.r) {\n    return e.m;\n  }\n  const s = e.r.s;\n  g(s);\n  h(s, 1);\n}\n",
			[]string{"early-return-added f 3"},
		},
		{
			"another known function beside a check that is new", "a.rs",
			"fn f(m: &M, r: &R) -> bool {\n    if m.check(r, true) {\n        return true;\n    }\n    run(m.contains(r))\n}\nfn g(m: &M, r: &R) -> bool {\n    m.contains(r)\n}\n",
			"fn f(m: &M, r: &R) -> bool {\n    if r.hidden() {\n        return false;\n    }\n    if m.check(r, true) {\n        return true;\n    }\n    run(m.check(r, false))\n}\nfn g(m: &M, r: &R) -> bool {\n    m.contains(r)\n}\n",
			[]string{"early-return-added f 2", "call-replaced f 8"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Restructured code next to what could be told gives nothing.
func TestSeveralEditsThatPreserve(t *testing.T) {
	for _, tt := range []struct{ name, path, before, after string }{
		{
			"a call that a helper makes", "A.cs",
			"class A {\n  int Raw() {\n    var b = new byte[4];\n    Next(b);\n    return To(b, 0);\n  }\n  int F(int n) {\n    var bytes = new byte[4];\n    Next(bytes);\n    int low = Conv.To(bytes, 0) + n;\n    Next(bytes);\n    int high = Conv.To(bytes, 1) + n;\n    return low + high;\n  }\n}\n",
			"class A {\n  int Raw() {\n    var b = new byte[4];\n    Next(b);\n    return To(b, 0);\n  }\n  int F(int n) {\n    int low = Raw() + n;\n    int high = Raw() + n;\n    return low + high;\n  }\n}\n",
		},
		{
			"one text in several calls", "a.go",
			"package p\n\nfunc f(b *B, i int, err error) {\n\tb.WriteString(\"[\" + itoa(i) + \"]: \" + err.Error())\n}\n",
			"package p\n\nfunc f(b *B, i int, err error) {\n\tb.WriteString(\"[\")\n\tb.WriteString(itoa(i))\n\tb.WriteString(\"]: \")\n\tb.WriteString(err.Error())\n}\n",
		},
		{
			"a value that a condition names", "a.rs",
			"fn f(c: &C) {\n    if c.by.is_some() {\n        mail(c.to, c.by.unwrap());\n    }\n}\n",
			"fn f(c: &C) {\n    if let Some(by) = &c.by {\n        mail(c.to, by);\n    }\n}\n",
		},
		{
			"a resource that a function closes", "a.scala",
			"object A {\n  def f(r: R, c: C): Id = {\n    val i = r.inserter\n    val id = i.insert(c)\n    i.flush()\n    i.close()\n    id\n  }\n}\n",
			"object A {\n  def f(r: R, c: C): Id = {\n    using(r.inserter){ i =>\n      val id = i.insert(c)\n      i.flush()\n      id\n    }\n  }\n}\n",
		},
		{
			"what another function decides", "a.swift",
			"struct A {\n  func get(_ d: D) -> S {\n    if let b = base.of(d) {\n      return S(first: b, second: adapter(d))\n    } else {\n      return S(adapter(d))\n    }\n  }\n}\n",
			"struct A {\n  func get(_ d: D) -> S {\n    return adapted.get(d)\n  }\n}\n",
		},
		{
			"a property that is new", "a.swift",
			"extension S {\n  static let marks = Set(\";\")\n}\nfunc f(_ a: A) -> S {\n  return S(a.text).trim(in: .marks)\n}\n",
			"extension S {\n  static let marks = Set(\";\")\n  var trimmed: S {\n    trim(in: S.marks)\n  }\n}\nfunc f(_ a: A) -> S {\n  return S(a.text).trimmed\n}\n",
		},
		{
			"intermediate values of another computation", "A.java",
			"class A {\n  int hash() {\n    int r = 1;\n    long t;\n    t = bits(x);\n    r = 31 * r + (int) t;\n    return r;\n  }\n}\n",
			"class A {\n  int hash() {\n    return Objects.hash(x);\n  }\n}\n",
		},
		{
			"a branch that becomes a function", "a.c",
			"int f(struct b *b, const char *s, int t) {\n  int res = 0;\n  if (t == 1) {\n    int v = maybe(s);\n    if (v < 0)\n      add(b, s);\n    else\n      add(b, v ? \"true\" : \"false\");\n  }\n  return res;\n}\n",
			"static int g(struct b *b, const char *s) {\n  int v = maybe(s);\n  if (v < 0)\n    add(b, s);\n  else\n    add(b, v ? \"true\" : \"false\");\n  return 0;\n}\n\nint f(struct b *b, const char *s, int t) {\n  int res = 0;\n  if (t == 1)\n    res = g(b, s);\n  return res;\n}\n",
		},
		{
			"a question that a value answers itself", "a.cpp",
			"void f(std::string k, std::string p) {\n  if(k == \"\" || seen(k))\n    return;\n  if(p.empty())\n    put(k);\n}\n",
			"void f(std::string k, std::string p) {\n  if(k.empty() || seen(k))\n    return;\n  if(p.empty())\n    put(k);\n}\n",
		},
		{
			"a branch that the preprocessor took", "a.cpp",
			"void f(int n) {\n#if NEW\n  put(htons(n));\n#else\n  g(n);\n  h(n, 1);\n#endif\n  k(n);\n}\n",
			"void f(int n) {\n  g(n);\n  h(n, 1);\n  k(n);\n}\n",
		},
		{
			"a local flag that a function took the place of", "A.java",
			"class A {\n  void f(T t) {\n    boolean h = true;\n    if (t.a()) { t.b(); } else { h = false; }\n    if (!h) { t.emit(1); t.go(); }\n  }\n}\n",
			"class A {\n  void f(T t) {\n    if (t.a()) { t.b(); } else { any(t); }\n  }\n  void any(T t) { t.emit(1); t.go(); }\n}\n",
		},
		{
			"names of types", "a.py",
			"Cache = Dict[Path, Info]\nNames = Dict[bool, Path]\nSizes = Dict[str, bool]\nLines = Dict[int, Path]\n",
			"Cache = Dict[str, Info]\nNames = Dict[int, Path]\nSizes = Dict[str, bool]\nLines = Dict[int, Path]\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); len(got) > 0 {
				t.Errorf("got %q, want nothing", got)
			}
		})
	}
}

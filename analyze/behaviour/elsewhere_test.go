package behaviour_test

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
)

// What other code of the change does instead is not told.
func TestElsewhere(t *testing.T) {
	ruby := func(list, stat string) string {
		return "class A\n" + list + "\n  def stat(path)\n    File.stat(path)\n  rescue " + stat + "\n    nil\n  end\nend\n"
	}
	handled := "  def list(path)\n    stat = File.stat(path)\n    return show(stat) if stat.file?\n    none(path)\n  rescue Errno::ENOENT, Errno::ELOOP\n    none(path)\n  end\n"
	helped := "  def list(path)\n    if (stat = stat(path)) && stat.readable?\n      return show(stat) if stat.file?\n    end\n    none(path)\n  end\n"
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{"a handler of a function that is called now", "a.rb", ruby(handled, "Errno::ENOENT, Errno::ELOOP"), ruby(helped, "Errno::ENOENT, Errno::ELOOP"), nil},
		{
			"a handler of other calls in a function that is called now", "a.py",
			"def other():\n    try:\n        x()\n    except OSError:\n        pass\n\ndef f():\n    try:\n        first()\n        second()\n    except OSError:\n        pass\n",
			"def other():\n    try:\n        x()\n    except OSError:\n        pass\n\ndef f():\n    first()\n    second()\n    other()\n",
			[]string{"call-added f 10", "catch-removed f 11"},
		},
		{"a handler of other errors there", "a.rb", ruby(handled, "IOError"), ruby(helped, "IOError"), []string{"catch-removed A.list 3"}},
		{
			"a function that is another one under a condition", "a.py",
			"class A:\n    def __str__(self):\n        s = self.text()\n        return s if PY3 else s.encode('utf-8')\n\n    def text(self):\n        return ''\n",
			"class A:\n    def text(self):\n        return ''\n\n    if PY3:\n        __str__ = text\n        del text\n",
			nil,
		},
		{
			"a name under a condition that no function had", "a.py",
			"class A:\n    def __str__(self):\n        s = self.text()\n        return s if PY3 else s.encode('utf-8')\n\n    def text(self):\n        return ''\n",
			"class A:\n    def text(self):\n        return ''\n\n    if PY3:\n        size = text\n        del text\n",
			[]string{"guard-added A 5"},
		},
	} {
		if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A parameter is told apart from one of a function inside of its function that only one version has, a ternary in front of another
// one is one difference, and a statement that stays is not the one that another one replaces.
func TestStays(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"a parameter of a new function inside", "a.js",
			"module.exports = options => {\n  const p = open(options)\n  if (options.json) {\n    p.write(options.body)\n  }\n  return p\n}\n",
			"module.exports = options => {\n  const p = open(options)\n  if (options.json) {\n    p.write(options.body)\n  }\n  p.pipe = (to, options) => {\n    return pipe(to, options)\n  }\n  return p\n}\n",
			nil,
		},
		{
			"another parameter where one inside has its name", "a.js",
			"module.exports = (options, other) => {\n  const p = open(options)\n  p.write(options.body)\n  return p\n}\n",
			"module.exports = (options, other) => {\n  const p = open(options)\n  p.write(other.body)\n  p.pipe = (to, options) => {\n    return pipe(to, options)\n  }\n  return p\n}\n",
			[]string{"argument-changed exports 3"},
		},
		{
			"a ternary in front of another one", "a.ts",
			"function f(s) {\n  return s.a ? g(s) : s.b ? h(s) : null\n}\n",
			"function f(s) {\n  return s.a ? g(s) : s.c ? k(s) : s.b ? h(s) : null\n}\n",
			[]string{"return-changed f 2"},
		},
		{
			"a parameter with the name that a variable had", "A.java",
			"class A {\n  boolean peek(byte[] pBuffer, int pOffset, int pLength) {\n    if (pOffset < 0 || pOffset >= pBuffer.length) throw new E(pOffset);\n    int offset = start;\n    for (int i = 0; i < pLength; i++) {\n      if (buffer[offset] != pBuffer[i + pOffset]) return false;\n      if (++offset == buffer.length) offset = 0;\n    }\n    return true;\n  }\n}\n",
			"class A {\n  boolean peek(byte[] source, int offset, int length) {\n    if (offset < 0 || offset >= source.length) throw new E(offset);\n    int local = start;\n    for (int i = 0; i < length; i++) {\n      if (buffer[local] != source[i + offset]) return false;\n      if (++local == buffer.length) local = 0;\n    }\n    return true;\n  }\n}\n",
			nil,
		},
		{"one alternative of a pattern less", "a.rs", "fn f(b: u8) -> R {\n    match b {\n        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'/' | 128.. => g(b),\n        _ => h(b),\n    }\n}\n", "fn f(b: u8) -> R {\n    match b {\n        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'/' => g(b),\n        _ => h(b),\n    }\n}\n", []string{"condition-changed f 3"}},
		{
			"a value that is unwrapped", "a.swift",
			"func f(s: S?) -> Bool {\n  signal(s)\n  return wait(s, 1) == 0\n}\n",
			"func f(s: S?) -> Bool {\n  signal(s!)\n  return wait(s!, 1) == 0\n}\n",
			nil,
		},
		{
			"the result of a function in an argument", "a.js",
			"function f(s) {\n  log(s.x, s.y)\n  s.each(a => a.x)\n}\n",
			"function f(s) {\n  log(s.x, s.y)\n  s.each(a => a.y)\n}\n",
			[]string{"value-changed f 3"},
		},
		{
			"a variable for what a field was updated to", "a.rs",
			"fn f(s: &mut S, u: &U) -> bool {\n    s.kept &= u;\n    if s.kept.is_empty() {\n        return false;\n    }\n    g(s)\n}\n",
			"fn f(s: &mut S, u: &U) -> bool {\n    let kept = &s.kept & u;\n    if kept.is_empty() {\n        return false;\n    }\n    g(s)\n}\n",
			[]string{"value-changed f 2"},
		},
		{
			"a value that an else stores now", "a.c",
			"int f(struct s *p, int n) {\n  int minimum;\n  minimum = MIN * 2 + 1;\n  if (n != 0)\n    minimum += need(p, n);\n  return g(p, minimum);\n}\n",
			"int f(struct s *p, int n) {\n  int minimum;\n  if (border(p, n))\n    minimum = MIN * 2 + 2;\n  else\n    minimum = MIN * 2 + 1;\n  return g(p, minimum);\n}\n",
			[]string{"guard-added f 3", "value-changed f 4"},
		},
		{
			"a value that nothing stores now", "a.c",
			"int f(struct s *p, int n) {\n  int minimum;\n  minimum = MIN * 2 + 1;\n  return g(p, minimum);\n}\n",
			"int f(struct s *p, int n) {\n  int minimum;\n  minimum = MIN * 2 + 2;\n  return g(p, minimum);\n}\n",
			[]string{"limit-changed f 3"},
		},
	} {
		if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Calls that went into a new function are not told as gone, whatever else the function does.
func TestCallsMoved(t *testing.T) {
	files := map[string][2]string{"a.rs": {
		"impl W {\n    fn finish(mut self) -> R {\n        for (id, x) in self.waiting {\n            self.scratch.clear();\n            self.scratch.write_id(id).unwrap();\n            self.writer.insert(&self.scratch, []).unwrap();\n        }\n        into_reader(self.writer)\n    }\n}\n",
		"impl W {\n    fn finish(mut self) -> R {\n        for (id, x) in std::mem::take(&mut self.waiting) {\n            self.write(id, None);\n        }\n        into_reader(self.writer)\n    }\n\n    fn write(&mut self, id: u32, e: Option<&[f32]>) {\n        self.scratch.clear();\n        self.scratch.write_id(id).unwrap();\n        let e = if let Some(e) = e { e } else { &[] };\n        self.writer.insert(&self.scratch, cast_slice(e)).unwrap();\n    }\n}\n",
	}}
	for _, b := range compareAs(t, files, behaviour.Input{Acts: true}).Behaviours {
		if b.Kind == edit.CallRemoved {
			t.Errorf("%s is told as gone", b.From)
		}
	}
}

// What is told as gone and as new is not told again as one in the place of the other.
func TestToldOnce(t *testing.T) {
	files := map[string][2]string{"a.go": {
		"package a\n\nfunc (s *S) render(frame string) {\n\tif s.width > 0 {\n\t\ts.scr.Resize(s.width, 1)\n\t}\n\tcells.Paint(s.scr, frame)\n}\n",
		"package a\n\nfunc (s *S) render(frame string) {\n\tif s.width > 0 {\n\t\ts.scr.Resize(s.width, 1)\n\t}\n\tif ctx := s.scr.Window(); ctx != nil {\n\t\tctx.SetContent(frame)\n\t}\n}\n",
	}}
	for _, b := range compareAs(t, files, behaviour.Input{Acts: true}).Behaviours {
		if b.Kind == edit.CallReplaced {
			t.Errorf("%s → %s", b.From, b.To)
		}
	}
}

package behaviour_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/excerpt"
)

// What people are shown of a difference: the condition and how the code is left, not the beginning of a
// long piece of code.
func TestExcerpts(t *testing.T) {
	inGo := func(body string) string {
		return "package a\n\nfunc f(s *S, n int) error {\n" + body + "\treturn s.run(n)\n}\n"
	}
	for name, tt := range map[string]struct{ path, before, after, from, to string }{
		"short": {"a.go", inGo(""), inGo("\tif n == 0 {\n\t\treturn nil\n\t}\n"), "", "if n == 0 { return nil }"},
		"several statements": {"a.go", inGo(""), inGo("\tif n == 0 {\n\t\ts.skip()\n\t\treturn nil\n\t}\n"), "",
			"if n == 0 { s.skip(); return nil }"},
		"long body": {"a.go", inGo(""), inGo("\tif n == 0 {\n\t\ts.skipThisOneForever(n)\n\t\ts.tellEverybodyAboutIt(n)\n\t\treturn errEmpty\n\t}\n"), "",
			"if n == 0 … return errEmpty"},
		"goes on behind its body": {"a.go", inGo(""), inGo("\tif n == 0 {\n\t\ts.skipThisOneForever(n)\n\t\ts.tellEverybody(n)\n\t} else if n > s.most {\n\t\ts.cut(n)\n\t}\n"), "",
			"if n == 0 { s.skipThisOneForever(n); s.tellEverybody(n) } else if n > s.most …"},
		"a name is declared first": {"a.go", inGo(""), inGo("\tif err := s.check(n, 1, 2, 3); err != nil {\n\t\treturn fmt.Errorf(\"check the number of things: %w\", err)\n\t}\n"), "",
			"if err := s.check(n, 1, 2, 3); err != nil return fmt.Errorf(\"check the number of things: %w\", err)"},
		"a comment behind the condition": {"a.py", "def f(s):\n    return s\n", "def f(s):\n    if isinstance(s, str):  # pragma: nocover\n        # This is deprecated.\n        msg = 'no text'\n        raise TypeError(msg)\n    return s\n", "",
			"if isinstance(s, str) raise TypeError(msg)"},
		"a comment in a loop":   {"a.go", inGo(""), inGo("\tif s.on {\n\t\tfor s.next() {\n\t\t\t// one by one\n\t\t\ts.log(n)\n\t\t}\n\t\ts.count(n)\n\t}\n"), "", "if s.on { for s.next() { s.log(n) }; s.count(n) }"},
		"around what was there": {"a.go", inGo("\ts.log(n)\n\ts.count(n + 1)\n"), inGo("\tif s.on {\n\t\ts.log(n)\n\t\ts.count(n + 1)\n\t}\n"), "", "if s.on { s.log(n) … }"},
		"several arguments":     {"a.py", "def f(s):\n    return dumps(s)\n", "def f(s):\n    return dumps(s, ascii=False, nan=True)\n", "", "ascii=False, nan=True"},
		"condition behind": {"a.rb", "def f(s)\n  s.run\nend\n", "def f(s)\n  return [] if s.empty? && s.this_is_a_long_condition && s.this_one_is_longer?\n  s.run\nend\n", "",
			"return [] if s.empty? && s.this_is_a_long_condition && s.this_one_is_longer?"},
		"handler": {"A.java", "class A {\n  void f() {\n    try {\n      g();\n    } catch (IOException e) {\n      throw last.get();\n    }\n  }\n}\n",
			"class A {\n  void f() {\n    try {\n      g();\n    } catch (IOException e) {\n      E x = last.get();\n      if (x != null) {\n        throw x;\n      }\n      throw new Stopped(\"interrupted\", e);\n    }\n  }\n}\n",
			"catch (IOException e) { throw last.get(); }", "catch (IOException e) … throw new Stopped(\"interrupted\", e)"},
	} {
		got := compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}).Behaviours
		if len(got) != 1 {
			t.Errorf("%s: %d behaviours: %v", name, len(got), got)
			continue
		}
		if diff := cmp.Diff([]string{tt.from, tt.to}, []string{got[0].From, got[0].To}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The name of an element is no attribute of it.
func TestElementName(t *testing.T) {
	before := "export function f(s) {\n  return (\n    <Flexbox justify=\"space-between\" align=\"center\">\n      <Banner title={s} />\n    </Flexbox>\n  )\n}\n"
	after := "export function f(s) {\n  return (\n    <Column justify=\"center\" align=\"center\" top=\"10px\" width=\"100%\">\n      <Banner title={s} />\n    </Column>\n  )\n}\n"
	var got []string
	for _, b := range compare(t, map[string][2]string{"a.jsx": {before, after}}).Behaviours {
		got = append(got, b.From+" → "+b.To)
	}
	want := []string{`"space-between" → "center"`, ` → top="10px", width="100%"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// With a syntax error outside of functions, what a version does not seem to have may be in what was not
// read.
func TestBrokenFile(t *testing.T) {
	before := "setup(() => start(1))\nconst limit = 10\nteardown(() => stop(2))\n"
	after := "setup(() => start(1))\nconst limit = 20\nfunction ((( {\nteardown(() => stop(2))\n"
	got := compare(t, map[string][2]string{"a.js": {before, after}})
	if diff := cmp.Diff([]string{"limit-changed limit 2"}, lines(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(got.Skipped) != 1 || got.Skipped[0].Reason != "syntax error" {
		t.Errorf("skipped: %v", got.Skipped)
	}
}

// An excerpt shows another one where either has the text of the other as far as that is not cut.
func TestShows(t *testing.T) {
	long := "registry.root.declare(instance, qualifier, first + second, allowed, "
	for _, tt := range []struct {
		excerpt, other string
		want           bool
	}{
		{"f(a) + g(b)", "g(b)", true},
		{"g(b)", "f(a) + g(b)", false},
		{long + "…", long + "false)", true},
		{long[:20] + "…", long + "false)", false},
		{"f(a)", long + "…", false},
	} {
		if got := excerpt.Shows(tt.excerpt, tt.other); got != tt.want {
			t.Errorf("%q, %q: %v", tt.excerpt, tt.other, got)
		}
	}
}

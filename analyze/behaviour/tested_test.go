package behaviour_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// What a restructured function does differently is reported where tests expect something else, and
// not where tests are adapted.
func TestRestructuredFunctionWithTests(t *testing.T) {
	const (
		before = "package p\n\nfunc path(r *Request) string {\n\turi := r.URL.Path\n\tif r.URL.Query != \"\" {\n\t\turi += \"?\" + r.URL.Query\n\t}\n\treturn clean(uri)\n}\n"
		after  = "package p\n\nfunc path(r *Request) string {\n\tr.count++\n\treturn clean(r.URL.Escaped)\n}\n\nvar Escaped = 1\n"
		test   = "package p\n\nfunc TestPath(t *T) {\n\tcheck(t, path(load(\"/a\")), \"/a\")\n}\n"
	)
	told := []string{"value-changed path 4", "value-changed path 5"}
	for _, tt := range []struct {
		name, was, is, head string
		told                bool
	}{
		{"no test is changed", test, test, after, false},
		{"a case is added", test, strings.Replace(test, "}\n", "\tcheck(t, path(load(\"/b\")), \"/b\")\n}\n", 1), after, true},
		{"another value is expected", test, strings.Replace(test, ", \"/a\")\n", ", \"/A\")\n", 1), after, true},
		{"a file is added", "", test, after, true},
		{"a call is replaced", test, strings.Replace(test, "load(\"/a\")", "request(\"/b\")", 1), after, false},
		{"a case is taken away", strings.Replace(test, "}\n", "\tcheck(t, path(load(\"/b\")), \"/b\")\n}\n", 1), test, after, false},
		{"names are changed", test, strings.ReplaceAll(test, "TestPath", "TestOther"), after, false},
		{"much is changed", test, strings.ReplaceAll(test, "/a", "/b"), strings.Replace(after, "\tr.count++\n", strings.Repeat("\tr.count++\n", 9), 1), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := &change.Set{Files: []diff.FileChange{{Status: diff.Modified, OldPath: "a.go", NewPath: "a.go", OldBlob: before, NewBlob: tt.head}}}
			if tt.was == "" {
				set.Files = append(set.Files, diff.FileChange{Status: diff.Added, NewPath: "a_test.go", NewBlob: tt.is})
			} else if tt.was != tt.is {
				set.Files = append(set.Files, diff.FileChange{Status: diff.Modified, OldPath: "a_test.go", NewPath: "a_test.go", OldBlob: tt.was, NewBlob: tt.is})
			}
			languages := lang.NewIndex(all.Languages())
			of := func(tests bool) func(string, change.Side) *lang.Language {
				return func(path string, _ change.Side) *lang.Language {
					if l := languages.ByPath(path); l != nil && l.IsTest(path) == tests {
						return l
					}
					return nil
				}
			}
			res, err := behaviour.Of(context.Background(), behaviour.Input{Set: set, Blobs: memory{}, Language: of(false), Tests: of(true)})
			if err != nil {
				t.Fatal(err)
			}
			got := lines(res)
			if tt.told && !slices.Equal(got, told) || !tt.told && len(got) > 0 {
				t.Errorf("got %q", got)
			}
			if !tt.told && len(res.Skipped) == 0 {
				t.Error("nothing is told, and nothing said to be open")
			}
		})
	}
}

// A call that went into a new function is reported where that checks something more, and tests expect something else.
func TestCallOfWhatChecksMore(t *testing.T) {
	const (
		before = "class A {\n  push(n) {\n    this.list.push(['insert', n, 1]);\n  }\n}\n"
		after  = "class A {\n  push(n) {\n    this.sync(['insert', n, 1]);\n  }\n  sync(args) {\n    @\n  }\n}\n"
		test   = "check(load('/a'), @);\n"
	)
	for _, tt := range []struct {
		body string
		want []string
	}{
		{"this.list.push(args);", nil},
		{"if (this.parsing) {\n      this.list.push(args);\n    } else {\n      this.now(args);\n    }", []string{"call-replaced A.push 3"}},
	} {
		res := compareTested(t, "a.js", before, strings.Replace(after, "@", tt.body, 1), "a_test.js", strings.Replace(test, "@", "1", 1), strings.Replace(test, "@", "2", 1))
		if got := lines(res); !slices.Equal(got, tt.want) {
			t.Errorf("got %q of %s", got, tt.body)
		}
	}
}

// An edit in many places is no migration where it hands values to a known function and tests expect something else.
func TestKnownFunctionInManyPlaces(t *testing.T) {
	const (
		in   = "function set(c) {\n  return clean(c);\n}\nfunction a(n, c) {\n  return open(n, @);\n}\nfunction b(n, c) {\n  return read(n, @);\n}\nfunction d(n, c) {\n  return write(n, @);\n}\n"
		test = "check(load('/a'), @);\n"
	)
	at := func(s, value string) string { return strings.ReplaceAll(s, "@", value) }
	res := compareTested(t, "a.js", at(in, "c"), at(in, "clean(c)"), "a_test.js", at(test, "1"), at(test, "2"))
	if got, want := lines(res), []string{"argument-changed a 5", "argument-changed b 8", "argument-changed d 11"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// The value of a variable that is used in many places is one edit, and no migration.
func TestValueInManyPlaces(t *testing.T) {
	const (
		before = "function f(p) {\n  const a = prefix(p, 1)\n  if (a !== p) {\n    put(a, a)\n  }\n  return find(p, a)\n}\nfunction h(p) {\n  return split(p, 2)\n}\n"
		after  = "function f(p) {\n  const name = all ? x.local(p) : x.name(p)\n  const a = prefix(name, 1)\n  if (a !== name) {\n    put(a, a)\n  }\n  return find(name, a)\n}\nfunction h(p) {\n  const name = all ? x.local(p) : x.name(p)\n  return split(name, 2)\n}\n"
	)
	got := lines(compareTested(t, "lib/a.js", before, after, "test/a.js", "check(load('/a'), 1)\n", "check(load('/a'), 2)\n"))
	if want := []string{"argument-changed f 2", "condition-changed f 2", "value-changed f 2", "argument-changed h 10"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The keys of an object that are variables are no code that could have moved into a check.
func TestKeysThatAreVariables(t *testing.T) {
	const (
		before = "function f(r) {\n  r.abort = null\n  return r\n}\nfunction g(context, request, reply) {\n  begin(request.raw)\n  if (context.late !== null) {\n    request.raw.meta = { context, request, reply }\n  }\n  listen(reply)\n}\n"
		after  = "function f(r) {\n  r.abort = null\n  if (r.meta?.request === r.reply.request) {\n    r.context = null\n  }\n  return r\n}\nfunction g(context, request, reply) {\n  if (context.late !== null) {\n    request.raw.meta = { context, request, reply, late }\n  }\n  begin(request.raw)\n  listen(reply)\n}\n"
	)
	got := lines(compareTested(t, "lib/a.js", before, after, "test/a.js", "check(load('/a'), 1)\n", "check(load('/a'), 2)\n"))
	if !slices.Contains(got, "guard-added f 3") && !slices.Contains(got, "value-changed f 3") {
		t.Errorf("got %q", got)
	}
}

// A way out under a condition that no code of base asks is one more, where tests expect something else, even if other
// conditions had its names.
func TestCheckOfKnownNames(t *testing.T) {
	const (
		before = "class A\n  def valid?\n    self.class.allowed.nil? || (sent_at && sent_at.utc >= self.class.allowed.ago)\n  end\nend\n"
		after  = "class A\n  def valid?\n    return true if self.class.allowed.nil?\n    return false if self.class.allowed == 0.days\n    sent_at && sent_at.utc >= self.class.allowed.ago\n  end\nend\n"
	)
	if got, want := lines(compareTested(t, "lib/a.rb", before, after, "test/a_test.rb", "check(load('/a'), 1)\n", "check(load('/a'), 2)\n")), "early-return-added A.valid? 4"; !slices.Contains(got, want) {
		t.Errorf("got %q, want %q among them", got, want)
	}
}

// A method that went into its caller was moved, also where what it calls gets an overload, whose body is no part of it.
func TestInlinedNextToAnOverload(t *testing.T) {
	const (
		check  = "  void check(L all, M wanted) {\n    I near = find(all, wanted);\n    @\n  }\n"
		branch = "if (near != null) {\n      P p = new P(wanted, near);\n      report.differs(p.first(), p.second(), near.place());\n    } else {\n      @;\n    }\n"
		miss   = "  void missing(M wanted) {\n    throw new Missing(text(wanted));\n  }\n"
		more   = "  void missing(M wanted, L all) {\n    String s = \"none\";\n    for (I i : all) {\n      s = s.concat(i.place()).concat(i.line()).trim().strip();\n    }\n    throw new Missing(join(text(wanted), s));\n  }\n"
	)
	at := func(s, code string) string { return strings.Replace(s, "@", code, 1) }
	before := "class A {\n" + at(check, "missed(wanted, near);") + "  private void missed(M wanted, I near) {\n    " + at(branch, "report.missing(wanted)") + "  }\n" + miss + "}\n"
	after := "class A {\n" + at(check, at(branch, "report.missing(wanted, all)")) + miss + more + "}\n"
	res := compareTested(t, "A.java", before, after, "ATest.java", "class ATest { @Test void t() { check(1); } }\n", "class ATest { @Test void t() { check(2); } }\n")
	if got := lines(res); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

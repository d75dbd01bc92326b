package behaviour_test

import (
	"fmt"
	"slices"
	"testing"
)

// A value in the place of another one, whose names only one version knows, is told where what they stand for is known
// to be something else.
func TestNamesOfOneVersion(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"a function that the change does not touch", "a.go",
			"package p\n\nfunc f(a A) B {\n\treturn near(a, 1)\n}\n",
			"package p\n\nfunc f(a A) B {\n\treturn far(a, 1)\n}\n",
			[]string{"call-replaced f 4"},
		},
		{
			"a new function that does not call the old one", "a.go",
			"package p\n\nfunc f(a A) B {\n\treturn near(a, 1)\n}\n",
			"package p\n\nfunc f(a A) B {\n\treturn far(a, 1)\n}\n\nfunc far(a A, n int) B {\n\treturn B{a.last, n}\n}\n",
			[]string{"call-replaced f 4"},
		},
		{
			"a new function that calls the old one", "a.go",
			"package p\n\nfunc f(a A) B {\n\treturn near(a, 1)\n}\n",
			"package p\n\nfunc f(a A) B {\n\treturn far(a)\n}\n\nfunc far(x A) B {\n\treturn near(x, 1)\n}\n",
			nil,
		},
		{
			"a function that was there and calls the old one", "a.go",
			"package p\n\nfunc f(a A) B {\n\treturn near(a, 1)\n}\n\nfunc far(x A) B {\n\treturn near(x, 1)\n}\n",
			"package p\n\nfunc f(a A) B {\n\treturn far(a)\n}\n\nfunc far(x A) B {\n\treturn near(x, 1)\n}\n",
			nil,
		},
		{
			"a field that is the old function", "a.py",
			"class A:\n    size = 1\n\n    def f(self, a):\n        return one(a)\n",
			"class A:\n    size = 1\n    make = one\n\n    def f(self, a):\n        return self.make(a)\n",
			nil,
		},
		{
			"a field that is another function", "a.py",
			"class A:\n    size = 1\n\n    def f(self, a):\n        return one(a)\n",
			"class A:\n    size = 1\n    make = two\n\n    def f(self, a):\n        return self.make(a)\n",
			[]string{"call-replaced A.f 6"},
		},
		{
			"a function with another name", "a.go",
			"package p\n\nfunc f(a A) B {\n\treturn near(a, 1)\n}\n\nfunc near(a A, n int) B {\n\treturn B{a.last, n}\n}\n",
			"package p\n\nfunc f(a A) B {\n\treturn far(a, 1)\n}\n\nfunc far(a A, n int) B {\n\treturn B{a.last, n}\n}\n",
			nil,
		},
		{
			"a function of the same name of something else", "a.rs",
			"fn f(n: i32) {\n    exit(n)\n}\n",
			"fn f(n: i32) {\n    std::process::exit(n)\n}\n",
			nil,
		},
		{
			"a value that may be written in another way", "a.py",
			"def f(a):\n    return a.home + 'x'\n",
			"def f(a):\n    return join(a.home, 'x')\n",
			nil,
		},
		{
			"a call beside one that remains", "a.rs",
			"fn f(all: &[S], mut out: String) -> String {\n    for (cat, value) in all.iter() {\n        let var = name(cat);\n        out = out.replace(&var, value);\n    }\n    out\n}\n",
			"fn f(all: &[S], mut out: String) -> String {\n    for (cat, value) in all.iter() {\n        let var = name(cat);\n        if matches(cat, Category::Index) {\n            out = out.replace(&var, &format(\"  {}\", flags::NONE));\n        } else {\n            out = out.replace(&var, value);\n        }\n    }\n    out\n}\n",
			[]string{"guard-added f 4"},
		},
		{
			"a value beside a certain effect", "a.py",
			"def f(a):\n    if a.n < 1:\n        return None\n    return home(a) + 'x'\n",
			"def f(a):\n    if a.n <= 1:\n        return None\n    return root('~')\n",
			[]string{"comparison-changed f 2", "return-changed f 4"},
		},
		{
			"a value that is handed on, beside a certain effect", "a.py",
			"def f(a):\n    if a.n < 1:\n        return None\n    return home(a)\n",
			"def f(a):\n    if a.n <= 1:\n        return None\n    return resolve(home(a), a.n)\n",
			[]string{"comparison-changed f 2", "return-changed f 4"},
		},
		{
			"a value that a new function hands on", "a.py",
			"def f(a):\n    if a.n < 1:\n        return None\n    return home(a)\n",
			"def f(a):\n    if a.n <= 1:\n        return None\n    return resolve(home(a), a.n)\n\ndef resolve(a, n):\n    return a\n",
			[]string{"comparison-changed f 2"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A change of more than ten edits is told as a smaller one where enough of them have an effect for certain, and no
// function comes, goes or gets other parameters.
func TestManyEdits(t *testing.T) {
	edited := func(test, more, moreNow string) bool {
		before, after := "package p\n\nfunc f(a A) int {\n", "package p\n\nfunc f(a A) int {\n"
		for i := range 11 {
			before += fmt.Sprintf("\tif a.at%d < 1 {\n\t\ta.call(%d)\n\t}\n", i, i)
			after += fmt.Sprintf("\tif a.at%d %s 1 {\n\t\ta.call(%d)\n\t}\n", i, test, i)
		}
		before += "\treturn a.near\n}\n\nfunc h(a A) int {\n\treturn a.far + a.near\n}\n" + more
		after += "\treturn a.far\n}\n\nfunc h(a A) int {\n\treturn a.far + a.near\n}\n" + moreNow
		got := lines(compare(t, map[string][2]string{"a.go": {before, after}}))
		return slices.Contains(got, "return-changed f 37")
	}
	if !edited("<=", "", "") {
		t.Error("another result is not told beside edits with a certain effect")
	}
	if edited("<=", "\nfunc g() {}\n", "\nfunc g(n int) {}\n") {
		t.Error("another result is told beside a function with other parameters")
	}
	if edited("+ a.rest <", "", "") {
		t.Error("another result is told beside edits without a certain effect")
	}
}

package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// Definitions that lead to themselves, valid or not, by language.
var cycles = map[string]map[string]string{
	"function type as iterated parameter": {"a.py": "def f(x: Callable[[Any], int]):\n    for a in x:\n        print(a)\n"},
	"local namesake of the receiver in Go": {
		"go.mod": "module m\n", "a.go": "package a\n\ntype T struct{}\n\nfunc (s *T) of() { type T struct{} }\n\nfunc (s *T) g() { s.of() }\n",
	},
	"local namesake of the class in C++":     {"a.cpp": "struct A { void f(); };\nvoid A::f() { struct A {}; }\n"},
	"local namesake of the type in Rust":     {"a.rs": "struct A;\nimpl A { fn f(&self) { struct A; impl A { fn g(&self) {} } } }\n"},
	"local namesake of the type in Swift":    {"a.swift": "struct A {}\nextension A { func f() { struct A {} } }\n"},
	"local namesake of the receiver, Kotlin": {"a.kt": "class A\nfun A.f() { class A }\n"},
	"types defined in one another in C++":    {"a.cpp": "struct A; struct B;\nstruct A::B { struct A; };\nstruct B::A { struct B; };\nstruct A::B::A::B {};\n"},
	"class of classes of itself in Python":   {"a.py": "class A(type[A], type[A]): pass\nA().x\nA().x()\nA.y\n"},
	"aliases in Go":                          {"go.mod": "module m\n", "a.go": "package a\n\ntype U = V\ntype V = U\n\nfunc (u *U) g() {}\n"},
	"alias of the receiver in Go":            {"go.mod": "module m\n", "a.go": "package a\n\ntype T struct{}\n\nfunc (s *T) of() { type T = *T }\n"},
	"aliases in Rust":                        {"a.rs": "type A = B;\ntype B = A;\nimpl A { fn f(&self) {} }\n"},
	"aliases in Swift":                       {"a.swift": "typealias A = B\ntypealias B = A\nextension A { func f() {} }\n"},
	"aliases in C++":                         {"a.cpp": "using A = B;\nusing B = A;\nvoid A::f() {}\n"},
}

func TestCyclesEnd(t *testing.T) {
	for name, files := range cycles {
		t.Run(name, func(t *testing.T) { checkSound(t, resolve.Graph(input(t, files))) })
	}
}

// A type inside of a method does not take the method from its receiver.
func TestLocalTypesHideNoReceiver(t *testing.T) {
	for name, id := range map[string]string{
		"local namesake of the receiver in Go": "Method:a.go:T.of",
		"local namesake of the class in C++":   "Method:a.cpp:A.f",
		"alias of the receiver in Go":          "Method:a.go:T.of",
	} {
		g := resolve.Graph(input(t, cycles[name]))
		n := g.Node(id)
		if n == nil {
			t.Fatalf("%s: no %s", name, id)
		}
		if n.Parent == nil || n.Parent.Parent != nil && n.Parent.Parent.Label != "File" {
			t.Errorf("%s: %s lies in %v", name, id, n.Parent)
		}
	}
}

// Without a bound these take twice as long for each level: a test that fails does not end.
func TestManyWaysEnd(t *testing.T) {
	const levels = 48
	var kotlin, java strings.Builder
	for i := range levels {
		fmt.Fprintf(&kotlin, "open class A%d : A%d() { companion object : A%d() { val v%d = A%d.x } }\n", i, i+1, (i+7)%levels, i, i)
	}
	fmt.Fprintf(&kotlin, "open class A%d { companion object : A0() }\nfun f() = A0.missing\n", levels)
	java.WriteString("class A { void f() { g(new Object() {\n")
	for i := range levels {
		fmt.Fprintf(&java, "class N%d {\n", i)
	}
	java.WriteString(strings.Repeat("}\n", levels) + "}); } }\n")
	for name, files := range map[string]map[string]string{
		"companions that extend types of other companions": {"a.kt": kotlin.String()},
		"nested classes in a class without a name":         {"A.java": java.String()},
	} {
		t.Run(name, func(t *testing.T) { checkSound(t, resolve.Graph(input(t, files))) })
	}
}

package lattice_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

func newTable() *lattice.Table {
	t := lattice.NewTable()
	t.Mentions = func(*lattice.Node, decl.SymbolID) bool { return false }
	return t
}

// random returns a type of at most this depth over a few symbols.
func random(t *lattice.Table, r *rand.Rand, depth int) lattice.Type {
	part := func() lattice.Type { return random(t, r, depth-1) }
	if depth == 0 {
		switch r.IntN(6) {
		case 0:
			return lattice.Never
		case 1:
			return lattice.Unknown
		case 2:
			return lattice.External
		case 3:
			return t.Param(1, int32(r.IntN(3))-1)
		}
		return t.Instance(decl.SymbolID(1 + r.IntN(4)))
	}
	switch r.IntN(6) {
	case 0:
		return t.List(part())
	case 1:
		return t.MapOf(part(), part())
	case 2:
		return t.Tuple(part(), part(), part())
	case 3:
		return t.Instance(decl.SymbolID(1+r.IntN(4)), part())
	case 4:
		return t.NamedList("Rows", part())
	}
	return t.Union(part(), part())
}

// A union is a set: the order and the number of times that a member is named do not matter.
func TestUnionIsASet(t *testing.T) {
	types := newTable()
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		a, b, c := random(types, r, 2), random(types, r, 2), random(types, r, 2)
		if got, want := types.Union(a, b), types.Union(b, a); got != want {
			t.Fatalf("a|b is %d, b|a is %d", got, want)
		}
		if got := types.Union(a, a, lattice.Never); got != a {
			t.Fatalf("a|a|never is %d, not a (%d)", got, a)
		}
		left, right := types.Union(types.Union(a, b), c), types.Union(a, types.Union(b, c))
		if whole := types.Union(a, b, c); left != right && whole != lattice.Unknown {
			t.Fatalf("(a|b)|c is %d, a|(b|c) is %d, a|b|c is %d", left, right, whole)
		}
		members := 0
		types.Each(types.Union(a, b, c), func(x lattice.Type) {
			members++
			if types.Kind(x) == lattice.Union {
				t.Fatalf("union %d is a member of a union", x)
			}
		})
		if members > lattice.MaxUnion {
			t.Fatalf("%d members of a union", members)
		}
	}
}

func TestUnionBeyondTheLimitIsUnknown(t *testing.T) {
	types := newTable()
	var all []lattice.Type
	for i := range lattice.MaxUnion + 1 {
		all = append(all, types.Instance(decl.SymbolID(i)))
	}
	if got := types.Union(all[:lattice.MaxUnion]...); types.Kind(got) != lattice.Union {
		t.Errorf("a union of %d is %d", lattice.MaxUnion, got)
	}
	if got := types.Union(all...); got != lattice.Unknown {
		t.Errorf("a union of %d is %d, want unknown", len(all), got)
	}
}

// The same parts give the same type, and what was made last does not change what was made first.
func TestTypesAreInterned(t *testing.T) {
	for seed := range uint64(50) {
		types := newTable()
		first := random(types, rand.New(rand.NewPCG(seed, 1)), 3)
		node := types.Node(first)
		for other := range uint64(20) {
			random(types, rand.New(rand.NewPCG(seed, 100+other)), 3)
		}
		count := types.Count()
		if again := random(types, rand.New(rand.NewPCG(seed, 1)), 3); again != first || types.Count() != count {
			t.Fatalf("seed %d: %d, then %d; %d types, then %d", seed, first, again, count, types.Count())
		}
		if again := types.Of(node); first >= lattice.FirstType && again != first {
			t.Fatalf("seed %d: the form of %d makes %d", seed, first, again)
		}
	}
}

// A type that holds itself again and again ends.
func TestNestingEnds(t *testing.T) {
	types := newTable()
	x := types.Instance(1)
	for range 10_000 {
		x = types.Tuple(x, x)
	}
	if n := types.Count(); n > 100 {
		t.Errorf("%d types after 10,000 steps", n)
	}
}

func TestSubst(t *testing.T) {
	types := newTable()
	const owner, other = decl.SymbolID(1), decl.SymbolID(2)
	text, number := types.Builtin("string"), types.Builtin("int")
	p0, p1, foreign := types.Param(owner, 0), types.Param(owner, 1), types.Param(other, 0)
	args := []lattice.Type{text, number}
	for _, c := range []struct {
		name     string
		in, want lattice.Type
	}{
		{"a parameter", p1, number},
		{"of another symbol", foreign, foreign},
		{"inside a list", types.List(p0), types.List(text)},
		{"both sides of a map", types.MapOf(p0, p1), types.MapOf(text, number)},
		{"members that become equal", types.Union(p0, text), text},
		{"nothing to replace", types.Tuple(text, foreign), types.Tuple(text, foreign)},
		{"the type of the instance", types.Param(owner, lattice.SelfParam), types.Param(owner, lattice.SelfParam)},
		{"unknown", lattice.Unknown, lattice.Unknown},
	} {
		if got := types.Subst(c.in, owner, args, 0); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	deep := p0
	for range lattice.MaxNesting + 2 {
		deep = types.List(deep)
	}
	if got := types.Subst(deep, owner, args, 0); types.Kind(got) != lattice.List {
		t.Errorf("a deep list is of kind %d", types.Kind(got))
	} else if inner := innermost(types, got); inner != lattice.Unknown {
		t.Errorf("beyond the deepest nesting stands %d, want unknown", inner)
	}
}

func innermost(types *lattice.Table, id lattice.Type) lattice.Type {
	for types.Kind(id) == lattice.List {
		id = types.Node(id).Args[0]
	}
	return id
}

// A type that names the parameters of its owner in its text keeps what they stand for.
func TestBinding(t *testing.T) {
	types := lattice.NewTable()
	const owner = decl.SymbolID(7)
	types.Mentions = func(n *lattice.Node, s decl.SymbolID) bool { return n.Kind == lattice.FuncType && s == owner }
	text, number := types.Builtin("string"), types.Builtin("int")
	written := types.FuncType(3, 4)
	bound := types.Subst(written, owner, []lattice.Type{text}, 0)
	if bound == written {
		t.Fatal("the binding is lost")
	}
	if again := types.Subst(bound, owner, []lattice.Type{number}, 0); again != bound {
		t.Errorf("a bound parameter is bound again: %d, then %d", bound, again)
	}
	if got := types.Within(types.Param(owner, 0), types.Node(bound).Args); got != text {
		t.Errorf("inside, the parameter stands for %d, want %d", got, text)
	}
}

func TestNames(t *testing.T) {
	types := newTable()
	element := types.Builtin("int")
	for _, c := range []struct {
		id   lattice.Type
		want string
	}{
		{types.Builtin("string"), "string"},
		{types.NamedList("Rows", element), "Rows"},
		{types.NamedMap("Header", element, element), "Header"},
		{types.List(element), ""},
		{types.Channel(element), ""},
		{types.Instance(1), ""},
	} {
		if got := types.NameOf(types.Node(c.id)); got != c.want {
			t.Errorf("name %q, want %q", got, c.want)
		}
	}
	if n := types.Node(types.Channel(element)); !n.IsChannel() || n.IsNamed() {
		t.Error("a channel is no channel, or has a name")
	}
	if types.NamedList("Rows", element) == types.List(element) {
		t.Error("a list with a name is a plain one")
	}
}

// The members of a union have the same order whichever type was made first: the first one decides by which rule a member
// is found.
func TestUnionOrder(t *testing.T) {
	parts := []func(*lattice.Table) lattice.Type{
		func(t *lattice.Table) lattice.Type { return t.Instance(7) },
		func(t *lattice.Table) lattice.Type { return t.Instance(3, t.Builtin("b")) },
		func(t *lattice.Table) lattice.Type { return t.Instance(3, t.Builtin("a")) },
		func(t *lattice.Table) lattice.Type { return t.List(t.Instance(7)) },
		func(t *lattice.Table) lattice.Type { return t.Builtin("z") },
		func(t *lattice.Table) lattice.Type { return t.Builtin("y") },
	}
	var want []string
	for shift := range parts {
		table := newTable()
		var members []lattice.Type
		for i := range parts {
			members = append(members, parts[(i+shift)%len(parts)](table))
		}
		var got []string
		for _, m := range table.Node(table.Union(members...)).Args {
			n := table.Node(m)
			is := fmt.Sprint(n.Kind, " ", table.NameOf(n))
			if n.Kind == lattice.Instance {
				is += fmt.Sprint(" ", n.Symbol())
			}
			for _, a := range n.Args {
				is += " of " + table.NameOf(table.Node(a))
			}
			got = append(got, is)
		}
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("made from %d on: %q, want %q", shift, got, want)
		}
	}
}

func TestWidest(t *testing.T) {
	types := lattice.NewTable()
	b := func(name string) lattice.Type { return types.Builtin(name) }
	order := []string{"string", "double", "long", "int", "", "short", "char"}
	for _, tc := range []struct{ of, want lattice.Type }{
		{types.Union(b("double"), b("long")), b("double")},
		{types.Union(b("long"), b("char")), b("long")},
		{types.Union(b("short"), b("char")), b("int")},
		{b("char"), b("int")},
		{b("long"), b("long")},
		{b("other"), b("other")},
		{types.Union(b("int"), b("other")), types.Union(b("int"), b("other"))},
		{types.Union(b("int"), b("string")), b("string")},
	} {
		if got := types.Widest(tc.of, order); got != tc.want {
			t.Errorf("Widest(%v) = %v, want %v", types.Node(tc.of), types.Node(got), types.Node(tc.want))
		}
	}
	if got := types.Widest(b("int"), nil); got != b("int") {
		t.Errorf("without an order: %v", types.Node(got))
	}
}

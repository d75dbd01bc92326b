package value

import (
	"math"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
)

type none struct{}

func (none) Keys() []string { return nil }
func (none) Get(string) any { return nil }

// inOrder returns values from the least to the greatest.
func inOrder() []any {
	nodes := []property.Node{{Labels: []string{"A"}, Properties: none{}}, {Properties: none{}}}
	g := property.NewGraph(nodes, []property.Relationship{{Type: "T", Source: &nodes[0], Target: &nodes[1], Properties: none{}}})
	a, b, r := &g.Nodes[0], &g.Nodes[1], &g.Relationships[0]
	return []any{
		map[string]any{}, map[string]any{"a": int64(1)}, map[string]any{"a": int64(2)}, map[string]any{"b": int64(0)}, a, b, r, []any{}, []any{int64(1)}, []any{int64(1), nil},
		&property.Path{Nodes: []*property.Node{a}}, &property.Path{Nodes: []*property.Node{a, b}, Relationships: []*property.Relationship{r}},
		"", "a", "b", false, true, math.Inf(-1), int64(-1), 0.5, int64(1), math.Inf(1), math.NaN(), nil,
	}
}

// Order is a total order, and only equal values share a key.
func TestOrder(t *testing.T) {
	all := inOrder()
	for i, a := range all {
		for j, b := range all {
			if got, want := Order(a, b), i-j; got*want < 0 || (got == 0) != (want == 0) {
				t.Errorf("Order(%s, %s) = %d", Literal(a), Literal(b), got)
			}
			if same := Key([]any{a}) == Key([]any{b}); same != (i == j) {
				t.Errorf("%s and %s share a key: %v", Literal(a), Literal(b), same)
			}
		}
	}
	for _, pair := range [][2]any{{int64(1), 1.0}, {0.0, math.Copysign(0, -1)}, {math.NaN(), -math.NaN()}} {
		if Key(pair[:1]) != Key(pair[1:]) {
			t.Errorf("%v and %v have different keys", pair[0], pair[1])
		}
	}
}

func TestEqual(t *testing.T) {
	for _, tc := range []struct{ a, b, want any }{
		{nil, nil, nil}, {nil, int64(1), nil}, {int64(1), 1.0, true}, {int64(1), "1", false}, {"a", "a", true}, {math.NaN(), math.NaN(), false},
		{[]any{int64(1), nil}, []any{int64(1), nil}, nil}, {[]any{int64(1), nil}, []any{int64(2), nil}, false}, {[]any{}, []any{int64(1)}, false},
		{map[string]any{"a": "x"}, map[string]any{"a": "x"}, true}, {map[string]any{"a": "x"}, map[string]any{"b": "x"}, false},
	} {
		if got := Equal(tc.a, tc.b); got != tc.want {
			t.Errorf("Equal(%v, %v) = %v, want %v", tc.a, tc.b, got, tc.want)
		}
	}
}

func TestText(t *testing.T) {
	var literals []string
	for _, v := range inOrder() {
		literals = append(literals, Literal(v))
	}
	want := []string{
		"{}", "{a: 1}", "{a: 2}", "{b: 0}", "(:A)", "()", "[:T]", "[]", "[1]", "[1, null]", "(:A)", "(:A)-[:T]->()", "''", "'a'", "'b'", "false", "true",
		"-Infinity", "-1", "0.5", "1", "Infinity", "NaN", "null",
	}
	if !slices.Equal(literals, want) {
		t.Errorf("got %q", literals)
	}
	for name, want := range map[string]string{"a1": "a1", "": "``", "1a": "`1a`", "a b": "`a b`", "a`b": "`a``b`"} {
		if got := Name(name); got != want {
			t.Errorf("Name(%q) = %s, want %s", name, got, want)
		}
	}
	if got, want := Quote("it's\n\x1b"), `'it\'s\n\u001b'`; got != want {
		t.Errorf("Quote: %s, want %s", got, want)
	}
	if Format("a") != "a" || Format([]any{"a"}) != "['a']" {
		t.Error("Format quotes the wrong strings")
	}
}

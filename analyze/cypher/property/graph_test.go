package property

import (
	"slices"
	"testing"
)

type values map[string]any

func (v values) Keys() []string     { return nil }
func (v values) Get(key string) any { return v[key] }

// sample has three nodes and three relationships: 0 CALLS 1, 0 IMPORTS 2, 1 CALLS 1.
func sample() *Graph {
	nodes := []Node{{Labels: []string{"A"}, Properties: values{"v": int64(1)}}, {Labels: []string{"A", "B"}, Properties: values{"v": 1.0}}, {Properties: values{"v": "1"}}}
	return NewGraph(nodes, []Relationship{
		{Type: "CALLS", Source: &nodes[0], Target: &nodes[1], Properties: values{"type": "hidden"}},
		{Type: "IMPORTS", Source: &nodes[0], Target: &nodes[2], Properties: values{}},
		{Type: "CALLS", Source: &nodes[1], Target: &nodes[1], Properties: values{}},
	}, "v")
}

func places[T interface{ Index() int }](all []T) []int {
	var out []int
	for _, one := range all {
		out = append(out, one.Index())
	}
	return out
}

func TestGraph(t *testing.T) {
	g := sample()
	a, b := &g.Nodes[0], &g.Nodes[1]
	with := func(value any) []int {
		found, ok := g.With("v", value)
		if !ok {
			t.Errorf("no index for %v", value)
		}
		return places(found)
	}
	for _, tc := range []struct {
		name      string
		got, want []int
	}{
		{"out", places(g.Out(a)), []int{0, 1}},
		{"in", places(g.In(b)), []int{0, 2}},
		{"label of any case", places(g.Labelled("a")), []int{0, 1}},
		{"number of either type", with(int64(1)), []int{0, 1}},
		{"string", with("1"), []int{2}},
		{"nothing", with("2"), nil},
	} {
		if !slices.Equal(tc.got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, tc.got, tc.want)
		}
	}
	if _, ok := g.With("v", []any{}); ok || g.Indexed("w") || !g.Indexed("v") || g.Count("CALLS") != 2 {
		t.Error("wrong about what is indexed")
	}
	if !b.HasLabels([][]string{{"b"}, {"x", "A"}}) || a.HasLabels([][]string{{"A"}, {"B"}}) {
		t.Error("HasLabels wants one of each group")
	}
}

func TestTypes(t *testing.T) {
	g := sample()
	if got := g.Property(&g.Relationships[0], "type"); got != "hidden" {
		t.Errorf("type without AnyType: %v", got)
	}
	g.AnyType, g.Aliases = "Rel", map[string]string{"USES": "CALLS"}
	if got := g.Property(&g.Relationships[0], "type"); got != "CALLS" {
		t.Errorf("type with AnyType: %v", got)
	}
	for _, tc := range []struct {
		names, want []string
		all         bool
	}{
		{nil, nil, true},
		{[]string{"imports", "rel"}, nil, true},
		{[]string{"uses", "calls", "NONE", "Imports"}, []string{"CALLS", "IMPORTS"}, false},
	} {
		if got, all := g.TypesNamed(tc.names); !slices.Equal(got, tc.want) || all != tc.all {
			t.Errorf("%v: %v, %v", tc.names, got, all)
		}
	}
}

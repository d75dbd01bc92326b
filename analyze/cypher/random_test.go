package cypher

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// A drawnQuery is a random query that can be written and, without parser and planner, be
// answered by trying everything.
type drawnQuery struct {
	nodes    []drawnNode // of the pattern
	rels     []drawnRel
	where    []drawnTest
	or       bool
	distinct bool
	optional bool // the pattern follows MATCH (z:A)
}

type drawnNode struct {
	variable string // several may share one
	label    string // "" for any
	value    int64  // of the property v, -1 for any
}

type drawnRel struct {
	from, to int // in nodes
	types    []string
	way      syntax.Direction
	min, max int // of variable length unless both are 0
	weight   int64
}

// A drawnTest compares the property v of a variable to a number, or to that of another one.
type drawnTest struct {
	left, op, right string
	value           int64
	not             bool
}

func drawQuery(r *rand.Rand) *drawnQuery {
	q := &drawnQuery{or: r.IntN(3) == 0, distinct: r.IntN(2) == 0, optional: r.IntN(4) == 0}
	names := []string{"a", "b", "c"}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	node := func() int {
		n := drawnNode{variable: pick(names), value: -1}
		if r.IntN(2) == 0 {
			n.label = pick([]string{"A", "B"})
		}
		if r.IntN(4) == 0 {
			n.value = int64(r.IntN(3))
		}
		q.nodes = append(q.nodes, n)
		return len(q.nodes) - 1
	}
	at := node()
	for range r.IntN(3) {
		rel := drawnRel{from: at, way: syntax.Direction(r.IntN(3)), weight: -1}
		if rel.to = node(); r.IntN(5) == 0 {
			rel.from = node() // a chain of its own
		}
		for range r.IntN(3) {
			rel.types = append(rel.types, pick([]string{"R", "S"}))
		}
		if r.IntN(4) == 0 {
			rel.weight = int64(r.IntN(2))
		}
		if r.IntN(3) == 0 {
			rel.min = r.IntN(3)
			rel.max = rel.min + r.IntN(3)
			rel.max = max(rel.max, 1)
		}
		q.rels = append(q.rels, rel)
		at = rel.to
	}
	used := q.variables()
	for range r.IntN(3) {
		t := drawnTest{left: pick(used), op: pick([]string{"=", "<>", "<", ">="}), value: int64(r.IntN(3)), not: r.IntN(4) == 0}
		if r.IntN(2) == 0 {
			t.right = pick(used)
		}
		q.where = append(q.where, t)
	}
	return q
}

func (n *drawnNode) String() string {
	s := "(" + n.variable
	if n.label != "" {
		s += ":" + n.label
	}
	if n.value >= 0 {
		s += fmt.Sprintf(" {v: %d}", n.value)
	}
	return s + ")"
}

func (r *drawnRel) String() string {
	s := ""
	if len(r.types) > 0 {
		s += ":" + strings.Join(r.types, "|")
	}
	if r.min+r.max > 0 {
		s += fmt.Sprintf("*%d..%d", r.min, r.max)
	}
	if r.weight >= 0 {
		s += fmt.Sprintf(" {w: %d}", r.weight)
	}
	return fmt.Sprintf([...]string{syntax.Right: "-[%s]->", syntax.Left: "<-[%s]-", syntax.Both: "-[%s]-"}[r.way], s)
}

// written reports whether a node is part of the pattern: the first, or at a relationship.
func (q *drawnQuery) written(i int) bool {
	return len(q.rels) == 0 && i == 0 || slices.ContainsFunc(q.rels, func(r drawnRel) bool { return r.from == i || r.to == i })
}

func (q *drawnQuery) variables() []string {
	var all []string
	for i, n := range q.nodes {
		if q.written(i) {
			all = append(all, n.variable)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (q *drawnQuery) String() string {
	var b strings.Builder
	if q.optional {
		b.WriteString("MATCH (z:A) OPTIONAL ")
	}
	b.WriteString("MATCH ")
	if len(q.rels) == 0 {
		b.WriteString(q.nodes[0].String())
	}
	for i := range q.rels {
		if i > 0 {
			b.WriteString(", ")
		}
		r := &q.rels[i]
		b.WriteString(q.nodes[r.from].String() + r.String() + q.nodes[r.to].String())
	}
	for i, t := range q.where {
		switch {
		case i == 0:
			b.WriteString(" WHERE ")
		case q.or:
			b.WriteString(" OR ")
		default:
			b.WriteString(" AND ")
		}
		if t.not {
			b.WriteString("NOT ")
		}
		right := fmt.Sprint(t.value)
		if t.right != "" {
			right = t.right + ".v"
		}
		b.WriteString(t.left + ".v " + t.op + " " + right)
	}
	b.WriteString(" RETURN ")
	if q.distinct {
		b.WriteString("DISTINCT ")
	}
	if q.optional {
		b.WriteString("z, ")
	}
	b.WriteString(strings.Join(q.variables(), ", "))
	return b.String()
}

// answers tries all nodes for all variables and all ways for all relationships.
func (q *drawnQuery) answers(g *property.Graph) []string {
	var rows []string
	names := q.variables()
	env := make(map[string]*property.Node)
	starts := []*property.Node{nil}
	if q.optional {
		starts = nil
		for i := range g.Nodes {
			if g.Nodes[i].HasLabel("A") {
				starts = append(starts, &g.Nodes[i])
			}
		}
	}
	for _, z := range starts {
		found := 0
		emit := func() {
			found++
			var row []any
			if q.optional {
				row = append(row, z)
			}
			for _, n := range names {
				row = append(row, env[n])
			}
			rows = append(rows, value.Literal(row))
		}
		q.assign(g, names, env, emit)
		if q.optional && found == 0 {
			row := []any{z}
			for range names {
				row = append(row, nil)
			}
			rows = append(rows, value.Literal(row))
		}
	}
	slices.Sort(rows)
	if q.distinct {
		rows = slices.Compact(rows)
	}
	return rows
}

func (q *drawnQuery) assign(g *property.Graph, names []string, env map[string]*property.Node, emit func()) {
	if len(names) > 0 {
		for i := range g.Nodes {
			env[names[0]] = &g.Nodes[i]
			q.assign(g, names[1:], env, emit)
		}
		return
	}
	for i, n := range q.nodes {
		is := env[n.variable]
		if q.written(i) && (n.label != "" && !is.HasLabel(n.label) || n.value >= 0 && is.Get("v") != n.value) {
			return
		}
	}
	if q.true(env) {
		q.ways(g, q.rels, env, nil, emit)
	}
}

// true is three-valued: a node without v makes a comparison unknown.
func (q *drawnQuery) true(env map[string]*property.Node) bool {
	result := any(!q.or)
	for _, t := range q.where {
		left, right := env[t.left].Get("v"), any(t.value)
		if t.right != "" {
			right = env[t.right].Get("v")
		}
		var one any
		if left != nil && right != nil {
			a, b := left.(int64), right.(int64)
			one = map[string]bool{"=": a == b, "<>": a != b, "<": a < b, ">=": a >= b}[t.op] != t.not
		}
		switch {
		case one == q.or || result == q.or:
			result = q.or
		case one == nil:
			result = nil
		}
	}
	return len(q.where) == 0 || result == true
}

// ways goes through all ways for the relationships that are left, none used twice.
func (q *drawnQuery) ways(g *property.Graph, rels []drawnRel, env map[string]*property.Node, used []*property.Relationship, emit func()) {
	if len(rels) == 0 {
		emit()
		return
	}
	r := rels[0]
	least, most := r.min, r.max
	if least+most == 0 {
		least, most = 1, 1
	}
	to := env[q.nodes[r.to].variable]
	var walk func(at *property.Node, length int, used []*property.Relationship)
	walk = func(at *property.Node, length int, used []*property.Relationship) {
		if length >= least && at == to {
			q.ways(g, rels[1:], env, used, emit)
		}
		if length == most {
			return
		}
		for i := range g.Relationships {
			one := &g.Relationships[i]
			if slices.Contains(used, one) || len(r.types) > 0 && !slices.Contains(r.types, one.Type) || r.weight >= 0 && one.Get("w") != r.weight {
				continue
			}
			if one.Source == at && r.way != syntax.Left {
				walk(one.Target, length+1, append(slices.Clone(used), one))
			}
			if one.Target == at && r.way != syntax.Right && (r.way == syntax.Left || one.Source != one.Target) {
				walk(one.Source, length+1, append(slices.Clone(used), one))
			}
		}
	}
	walk(env[q.nodes[r.from].variable], 0, used)
}

func drawGraph(r *rand.Rand) *property.Graph {
	nodes := make([]property.Node, 1+r.IntN(5))
	for i := range nodes {
		p := fixed{"id": int64(i)}
		if r.IntN(4) > 0 {
			p["v"] = int64(r.IntN(3))
		}
		nodes[i].Properties = p
		for _, l := range []string{"A", "B"} {
			if r.IntN(2) == 0 {
				nodes[i].Labels = append(nodes[i].Labels, l)
			}
		}
	}
	rels := make([]property.Relationship, r.IntN(8))
	for i := range rels {
		rels[i] = property.Relationship{Type: []string{"R", "S"}[r.IntN(2)], Source: &nodes[r.IntN(len(nodes))], Target: &nodes[r.IntN(len(nodes))], Properties: fixed{"w": int64(r.IntN(2))}}
	}
	return property.NewGraph(nodes, rels, "v")
}

// The planner's way to the answer gives what trying everything gives.
func TestAgainstAll(t *testing.T) {
	rows := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 7))
		g, drawn := drawGraph(r), drawQuery(r)
		text := drawn.String()
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		result, err := q.Run(context.Background(), g, nil, Limits{100_000, 10_000_000, 1_000_000})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got []string
		for _, row := range result.Rows {
			got = append(got, value.Literal(row))
		}
		slices.Sort(got)
		rows += len(got)
		if want := drawn.answers(g); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %s\n got %v\nwant %v", seed, text, got, want)
		}
	}
	if rows < 2000 {
		t.Errorf("%d rows in all: the queries find too little to say anything", rows)
	}
}

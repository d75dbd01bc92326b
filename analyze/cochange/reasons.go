package cochange

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	maxReasons = 3
	maxWords   = 3 // words that a reason lists
	// leastPoints is the least score that evidence has to add to be named as a reason.
	leastPoints = 0.25
)

// reasons returns the evidence for a file as clauses, the strongest first.
func (v *view) reasons(file int, e *Evidence) []string {
	type reason struct {
		points float64
		clause string
	}
	var all []reason
	points := func(k Kind) float64 { return weights[k] * e[k] }
	add := func(points float64, clause string) {
		if points >= leastPoints && clause != "" {
			all = append(all, reason{points, clause})
		}
	}
	if t := v.together[v.index.files[file].Path]; t.Support > 0 {
		add(points(Focus)+weights[Share]*(e[Share]-math.Log(leastShare)), fmt.Sprintf("changed together in %d of %d commits", t.Support, t.Of))
	}
	if l, ok := v.links[file]; ok {
		add(points(Linked)+points(Uses), v.linkClause(&l))
	}
	add(points(Gone), v.wordsClause("says ", &v.gone, file, ", which the change touches"))
	add(points(Fresh), v.wordsClause("says ", &v.fresh, file, ", which the change brings in"))
	add(points(Around)+points(Kept), v.wordsClause("says ", &v.around, file, " like the lines around the change"))
	if e[Named] > 0 {
		add(points(Named), "the change says its name")
	}
	if strings.EqualFold(stem(v.path), stem(v.index.files[file].Path)) {
		add(leastPoints, "same name")
	}
	add(points(Beside), "in the same directory")
	slices.SortStableFunc(all, func(a, b reason) int { return cmp.Compare(b.points, a.points) })
	var clauses []string
	for _, r := range all[:min(len(all), maxReasons)] {
		clauses = append(clauses, r.clause)
	}
	return clauses
}

func (v *view) linkClause(l *link) string {
	verb := map[graph.EdgeType]string{
		graph.Imports: "imports", graph.Calls: "calls", graph.References: "uses",
		graph.Extends: "extends", graph.Implements: "implements", graph.Overrides: "overrides",
	}[l.edge.Type]
	if l.edge.Target.Path == v.path {
		clause := fmt.Sprintf("%s `%s`", verb, l.edge.Target.Qualified)
		if l.touched {
			clause += ", which the change touches"
		}
		return clause
	}
	return fmt.Sprintf("has `%s`, which %s %s", l.edge.Target.Qualified, stem(v.path), verb)
}

// wordsClause lists the rarest words of a query that a file contains.
func (v *view) wordsClause(before string, q *query, file int, after string) string {
	var ids []int32
	q.common(file, func(id int32) { ids = append(ids, id) })
	slices.SortStableFunc(ids, func(a, b int32) int { return cmp.Compare(q.corpus.Rarity(b), q.corpus.Rarity(a)) })
	var words []string
	for _, id := range ids[:min(len(ids), maxWords)] {
		words = append(words, "`"+q.corpus.Word(id)+"`")
	}
	if len(words) == 0 {
		return ""
	}
	return before + strings.Join(words, ", ") + after
}

package query_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// nearestOf finds the first symbols with these likenesses.
type nearestOf []float64

func (n nearestOf) Semantic(context.Context, string, int) ([]search.Hit, error) {
	var hits []search.Hit
	for doc, score := range n {
		hits = append(hits, search.Hit{Doc: doc, Score: score})
	}
	return hits, nil
}

// withCode is authapp where code may be shown.
func withCode(t *testing.T) *engine.Engine {
	s := authapp(t).Snapshot
	all := files{}
	for _, n := range s.Graph.Nodes {
		all[n.Path] = strings.Repeat("const line = 'of user handle code';\n", 1000)
	}
	s.Files, s.Enrichment = all, engine.DefaultEnrichment
	return engine.New(s)
}

// A search has ten results, those above a threshold where vectors found them, with code or
// without, in some paths, of a kind and a language.
func TestSearchOptions(t *testing.T) {
	s := authapp(t).Snapshot
	s.Semantic = func(context.Context, *search.Index) (search.Semantic, error) {
		return nearestOf{0.9, 0.8, 0.5, 0.2}, nil
	}
	e := engine.New(s)
	for arguments, want := range map[string]int{
		`{"query":"user","mode":"vector","groupByProcess":false}`:                  4,
		`{"query":"user","mode":"vector","groupByProcess":false,"threshold":0.3}`:  3,
		`{"query":"user","mode":"vector","groupByProcess":false,"threshold":0.85}`: 1,
	} {
		if got := len(flatSearch(t, e, arguments).Results); got != want {
			t.Errorf("%s: %d results, want %d", arguments, got, want)
		}
	}
	e = withCode(t)
	for arguments, all := range map[string]func(m *finder.SymbolMatch) bool{
		`{"query":"handle user","groupByProcess":false,"kind":"Function"}`:      func(m *finder.SymbolMatch) bool { return m.Type == "Function" },
		`{"query":"handle user","groupByProcess":false,"files":"src/routes/*"}`: func(m *finder.SymbolMatch) bool { return strings.HasPrefix(m.FilePath, "src/routes/") },
		`{"query":"handle user","groupByProcess":false,"language":"ts"}`:        func(m *finder.SymbolMatch) bool { return strings.HasSuffix(m.FilePath, ".ts") },
		`{"query":"handle user","groupByProcess":false}`:                        func(m *finder.SymbolMatch) bool { return m.Snippet == nil },
		`{"query":"handle user","groupByProcess":false,"snippets":true}`:        func(m *finder.SymbolMatch) bool { return m.Snippet != nil },
	} {
		r := flatSearch(t, e, arguments)
		for i := range r.Results {
			if !all(&r.Results[i]) {
				t.Errorf("%s: %+v", arguments, r.Results[i])
			}
		}
		if len(r.Results) == 0 || len(r.Results) > 10 {
			t.Errorf("%s: %d results", arguments, len(r.Results))
		}
	}
	if _, err := ask(t, e, "search", `{"query":"user","threshold":2}`); err == nil || err.Error() != "threshold: want 0 to 1" {
		t.Error(err)
	}
}

func flatSearch(t *testing.T, e *engine.Engine, arguments string) *finder.FlatResult {
	t.Helper()
	r, err := ask(t, e, "search", arguments)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*finder.FlatResult)
}

// block is a result in the form for a model.
var block = regexp.MustCompile("(?m)^\\[Result (\\d+): (.+)\\]\nLocation: (.+)\nLines (\\d+)-(\\d+)\nSimilarity: ([01]\\.\\d{3})\n```\n((?s:.*?))```\n")

func TestSearchForChat(t *testing.T) {
	got := text(flatSearch(t, withCode(t), `{"query":"validateUser","groupByProcess":false,"format":"chat"}`))
	if !strings.HasPrefix(got, "[Result 1: src/auth/validator.ts]\nLocation: validateUser\nLines 2-4\nSimilarity: 1.000\n```\n") {
		t.Error(got)
	}
	for _, m := range block.FindAllStringSubmatch(got, -1) {
		if m[7] == "" {
			t.Errorf("no code in %s", m[0])
		}
	}
}

// For each question there are the best five, each with its place, its similarity and at most 300
// characters of its code. The count is that of all results.
func TestMultiSearchText(t *testing.T) {
	r, err := ask(t, withCode(t), "multi_search", `{"queries":["validateUser","handle"],"limit_per_query":8,"use_kg_expansion":false}`)
	if err != nil {
		t.Fatal(err)
	}
	multi, got := r.(*finder.MultiResult), text(r)
	all := len(multi.Queries[0].Results) + len(multi.Queries[1].Results)
	if multi.Total != all || !strings.HasPrefix(got, "**Multi-Search Results**\nExecuted 2 queries, found "+engine.Plural(all, "result")+"\n**Relationships Found:** ") {
		t.Errorf("%d results\n%s", all, got)
	}
	first, rest, _ := strings.Cut(got, "=== Query: handle ===\n")
	if !strings.Contains(first, "=== Query: validateUser ===\nFound ") || len(block.FindAllString(first, -1)) != min(5, len(multi.Queries[0].Results)) {
		t.Error(first)
	}
	for _, m := range block.FindAllStringSubmatch(first+rest, -1) {
		if len([]rune(m[7])) > 302 {
			t.Errorf("%d characters of code", len(m[7]))
		}
	}
	// By area: one heading for each, and every result once.
	r, err = ask(t, withCode(t), "multi_search", `{"queries":["validateUser","handle"],"group":"area","format":"text","use_kg_expansion":false}`)
	if err != nil {
		t.Fatal(err)
	}
	got = text(r)
	for _, c := range r.(*finder.MultiResult).Clusters {
		if strings.Count(got, "=== Area: "+c.Name+" ===\n") != 1 {
			t.Errorf("no area %s in\n%s", c.Name, got)
		}
	}
	if strings.Contains(got, "=== Query") || strings.Contains(got, "```") {
		t.Error(got)
	}
}

// A question at a file lifts what that has and what it is joined to, and says what was made of it.
func TestQueryNear(t *testing.T) {
	e := withCode(t)
	first := func(arguments string) *finder.NearResult {
		t.Helper()
		r, err := ask(t, e, "query", arguments)
		if err != nil {
			t.Fatal(err)
		}
		return r.(*finder.NearResult)
	}
	r := first(`{"query":"handle","near":"src/routes/other.ts"}`)
	if r.Query != "handle" || r.Results[0].FilePath != "src/routes/other.ts" || r.Metrics.Lifted == 0 || r.Metrics.Best == 0 || r.Total < len(r.Results) || r.Analysis.Plan.Name == "" {
		t.Errorf("%+v", r)
	}
	if r = first(`{"query":"handle","near":"src/routes/more.ts"}`); r.Results[0].FilePath != "src/routes/more.ts" {
		t.Errorf("%+v", r.Results)
	}
	if r = first(`{"query":"findByEmail","near":"src/db/users.ts"}`); len(r.Suggestions) == 0 {
		t.Errorf("%+v", r)
	}
	for _, arguments := range []string{`{"query":"handle","near":"none.ts"}`, `{"query":"handle","near":"src/db/users.ts","progressive":true}`, `{"query":"handle","queries":["x"],"progressive":true}`, `{"near":"src/db/users.ts"}`} {
		if _, err := ask(t, e, "query", arguments); err == nil {
			t.Errorf("%s: no error", arguments)
		}
	}
}

// A question is asked with more words only until enough is found.
func TestQueryProgressive(t *testing.T) {
	for arguments, want := range map[string]int{
		`{"query":"user","progressive":true}`:            1,
		`{"query":"zzz user yyy","progressive":true}`:    2,
		`{"query":"zzz findByEmail","progressive":true}`: 3,
	} {
		e := withCode(t)
		r, err := ask(t, e, "query", arguments)
		if err != nil || r.(*finder.MultiResult).Phase != want {
			t.Errorf("%s: %v, want phase %d\n%s", arguments, err, want, text(r))
			continue
		}
		// The first phase is the last only where the question itself found enough; what the graph
		// adds is asked in the third alone.
		asked := r.(*finder.MultiResult).Queries
		if finder.Enough(asked[0].Results) != (want == 1) || len(asked) == 1 != (want == 1) {
			t.Errorf("%s: phase %d after %d results of %d questions", arguments, want, len(asked[0].Results), len(asked))
		}
		if added := slices.ContainsFunc(asked, func(q finder.QueryMatches) bool { return q.Added }); added && want < 3 {
			t.Errorf("%s: phase %d asks what the graph adds", arguments, want)
		}
	}
}

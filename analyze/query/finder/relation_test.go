package finder

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// Callers and callees are results like others, as many as are asked for.
func TestRelatedAsResults(t *testing.T) {
	var b strings.Builder
	b.WriteString("Function a/x.ts:x 1-2\n")
	for i := range 40 {
		fmt.Fprintf(&b, "Function a/y.ts:y%d 1-2\na/y.ts:y%d CALLS a/x.ts:x @1\n", i, i)
	}
	e := engine.New(engine.Snapshot{Graph: graphtest.Parse(t, b.String()), ImpactLimits: []int{1}})
	r, err := Query(context.Background(), e, QueryParams{Question: Question{Query: "callers of x", Mode: "auto"}, Limit: 7})
	if err != nil {
		t.Fatal(err)
	}
	flat := r.(*FlatResult)
	if len(flat.Results) != 7 || flat.Results[0].Sources[0] != "graph" || flat.Results[6].Role != "caller" || len(flat.More) != 1 || flat.More[0].Total != 40 {
		t.Errorf("%d results, %+v", len(flat.Results), flat.More)
	}
}

// A match has the code and the surroundings that the engine gives for its symbol.
func TestMatchIsEnriched(t *testing.T) {
	e := finder{Engine: engine.New(engine.Snapshot{
		Graph: graphtest.Parse(t, "Function a.py:inner 1-2\nFunction a.py:m 3-4\na.py:m CALLS a.py:inner @4"),
		Files: oneFile("def inner():\n    pass\ndef m():\n    inner()\n"), ImpactLimits: []int{1}, Enrichment: engine.DefaultEnrichment,
	})}
	n, err := e.Find("inner", engine.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	got := e.symbolMatch(&match{Node: n}, &listing{code: e.NewSnippeter("inner")})
	if got.Snippet == nil || got.Snippet.Text != "def inner():\n    pass" || got.Callers == nil || *got.Callers != 1 || *got.Callers != *e.SurroundingsOf(n).Callers {
		t.Errorf("%+v", got)
	}
}

// oneFile is the content of all files.
type oneFile string

func (f oneFile) Paths() []string { return nil }

func (f oneFile) ReadFile(string, int64) ([]byte, error) { return []byte(f), nil }

func (f oneFile) Read(ctx context.Context, _ []string, _ int64, _ func(int, []byte, error)) error {
	return ctx.Err()
}

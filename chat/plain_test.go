package chat

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// Neighbours are named with their types, and tests are only counted.
func TestNames(t *testing.T) {
	g := graphtest.Parse(t, `
		Function a.go:f 1-2
		Class a.go:Server 3-9
		Method a.go:Server.handle 4-5
		Function a_test.go:testOne 1-2
		Function a_test.go:testTwo 3-4
		a.go:Server.handle CALLS a.go:f
		a_test.go:testOne CALLS a.go:f
		a_test.go:testTwo CALLS a.go:f`)
	for _, n := range g.Nodes {
		n.Test = n.Path == "a_test.go"
	}
	e := engine.New(engine.Snapshot{Graph: g})
	source := func(edge *graph.Edge) *graph.Node { return edge.Source }
	f := g.Node("Function:a.go:f")
	if got, want := names(e, g.In(f), source), "Server.handle and 2 tests"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := names(e, nil, source); got != "" {
		t.Errorf("%q for none", got)
	}
}

// Who waits for a model reads for how long; a moment is not worth a line.
func TestToldWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var told []string
	wait := ToldWait(func(line string) { told = append(told, line) })
	for _, d := range []time.Duration{500 * time.Millisecond, 6500 * time.Millisecond} {
		if err := wait(ctx, d); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if want := []string{"The model cannot answer now; asking again in 7 s…"}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

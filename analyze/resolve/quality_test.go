package resolve_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

const truthFile = "truth.txt"

// TestQuality measures calls against small repositories whose calls were written
// down by hand. A line of truth.txt is a call that the running program makes,
// "path Caller -> path Callee"; one that begins with "?" may be found as well, such
// as a further implementation of the interface that is called. The golden file
// shows what a change of the rules costs and gains.
func TestQuality(t *testing.T) {
	const golden = "testdata/quality/quality.golden"
	var out strings.Builder
	for _, name := range archives(t, "testdata/quality") {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files, truth := split(ar, truthFile)
		g := resolve.Graph(input(t, files))
		checkSound(t, g)
		for _, u := range g.Unresolved {
			if u.Traced {
				continue // no claim without a change that removes what the line meant
			}
			t.Errorf("%s works, but %s at %s:%d is said to be missing", name, u.Name, u.Path, u.Line)
		}
		out.WriteString(score(t, strings.TrimSuffix(filepath.Base(name), ".txtar"), truth, g))
	}
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("quality differs (-want +got), run with -update to accept:\n%s", diff)
	}
}

// score compares the CALLS edges of a graph with the truth.
func score(t *testing.T, name, truth string, g *graph.Graph) string {
	must, may := make(map[string]bool), make(map[string]bool)
	for line := range strings.Lines(truth) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "? "); ok {
			may[rest] = true
		} else if line != "" {
			must[line] = true
		}
	}
	known := make(map[string]bool)
	for _, n := range g.Nodes {
		known[short(n)] = true
	}
	all := maps.Clone(must)
	maps.Copy(all, may)
	for _, line := range slices.Sorted(maps.Keys(all)) {
		from, to, ok := strings.Cut(line, " -> ")
		if !ok || !known[from] || !known[to] {
			t.Errorf("%s: truth names what is not there: %q", name, line)
		}
	}
	right, wrong := 0, []string{}
	for _, e := range g.Edges() {
		if e.Type != graph.Calls {
			continue
		}
		line := short(e.Source) + " -> " + short(e.Target)
		switch {
		case must[line]:
			right++
			delete(must, line)
		case !may[line]:
			wrong = append(wrong, fmt.Sprintf("  wrong   %s  rule %d", line, e.Rule))
		}
	}
	missing := slices.Sorted(maps.Keys(must))
	for i, line := range missing {
		missing[i] = "  missing " + line
	}
	slices.Sort(wrong)
	lines := append(wrong, missing...)
	return fmt.Sprintf("%s: %d calls, precision %.3f, recall %.3f\n%s", name, right+len(missing),
		ratio(right, right+len(wrong)), ratio(right, right+len(missing)), strings.Join(append(lines, ""), "\n"))
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

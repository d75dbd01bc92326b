package analyze_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

var update = flag.Bool("update", false, "rewrite what the archives in testdata expect, and the limits of work")

// Each archive of testdata/change holds a change and, in "want", what it does to symbols.
func TestChangeSet(t *testing.T) {
	files, err := filepath.Glob("testdata/change/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := symbols(run(t, archive(t, string(content))).Change)
			ar := txtar.Parse(content)
			i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "want" })
			if i < 0 {
				t.Fatal("no file want")
			}
			if *update {
				ar.Files[i].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(ar.Files[i].Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// symbols writes a change set, one symbol a line, formatting left out.
func symbols(set *change.Set) string {
	var b strings.Builder
	for i := range set.Symbols {
		c := &set.Symbols[i]
		if c.Type == change.Modified && c.Parts == change.Formatting {
			continue
		}
		fmt.Fprintf(&b, "%s %s", c.Type, c.Node().ID)
		if c.Parts != 0 {
			fmt.Fprintf(&b, " (%s)", c.Parts)
		}
		if c.Base != nil && c.Head != nil && c.Base.ID != c.Head.ID {
			fmt.Fprintf(&b, ", was %s", c.Base.ID)
		}
		for _, part := range []struct {
			joint string
			of    []*graph.Node
		}{{"from", c.From}, {"into", c.Into}} {
			for _, n := range part.of {
				fmt.Fprintf(&b, ", %s %s %s", c.Code, part.joint, n.ID)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

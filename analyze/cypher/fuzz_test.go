package cypher

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// The seeds are those of the parser, with an empty line between two.
func seeds(f *testing.F) []string {
	text, err := os.ReadFile("syntax/testdata/seeds.txt")
	if err != nil {
		f.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n\n")
}

// No query that can be read runs away or panics, and equal runs give equal rows.
func FuzzRun(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	g := calls()
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Parse(text)
		if err != nil {
			return
		}
		run := func() string {
			r, err := q.Run(context.Background(), g, map[string]any{"name": "a", "processId": int64(1)}, Limits{100, 20_000, 2000})
			var wrong *syntax.Error
			var limit *LimitError
			if err != nil && !errors.As(err, &wrong) && !errors.As(err, &limit) {
				t.Fatalf("%q: %v", text, err)
			}
			if err != nil {
				return err.Error()
			}
			s := ""
			for _, row := range r.Rows {
				s += value.Literal(row) + "\n"
			}
			return s
		}
		if a, b := run(), run(); a != b {
			t.Errorf("%q: %q, then %q", text, a, b)
		}
	})
}

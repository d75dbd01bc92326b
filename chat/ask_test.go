package chat

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
)

func TestPlan(t *testing.T) {
	got := queryLines("Sure, here are some:\n\n1. similarity_threshold default value\n2) `threshold config`\n\n- \"engine init\"\n• fourth\n", 3)
	if diff := cmp.Diff([]string{"similarity_threshold default value", "threshold config", "engine init"}, got); diff != "" {
		t.Error(diff)
	}
	if got := words("where is the similarity threshold set?", 3); !cmp.Equal(got, []string{"similarity", "threshold", "set"}) {
		t.Error(got)
	}
}

func TestPlanPrompt(t *testing.T) {
	got := planPrompt(4)
	for _, rule := range []string{"write 4 specific", "a different aspect", "technical terms and identifiers", "3 to 7 words", "code patterns", "one per line, without explanations"} {
		if !strings.Contains(got, rule) {
			t.Errorf("no %q", rule)
		}
	}
}

func hits() []hit {
	var list []hit
	for i, name := range []string{"login", "session", "token"} {
		list = append(list, hit{1 + i/2, 1 + i%2, finder.SymbolMatch{Name: name, FilePath: "a.ts", StartLine: i + 1, Snippet: &engine.Snippet{Text: "secret code of " + name}}})
	}
	return list
}

func TestRank(t *testing.T) {
	for name, tc := range map[string]struct {
		said string
		want []Ranked
	}{
		"good": {"Query 2, Result 1 | High | It is it.\nQuery 1, Result 1 | low | Not so\tmuch.", []Ranked{
			{"Query 2, Result 1", "token", "a.ts", 3, "High", "It is it."}, {"Query 1, Result 1", "login", "a.ts", 1, "Low", "Not so much."},
		}},
		"with marks":   {"1. **Query 1, Result 2** - Relevance: Medium", nil},
		"other marks":  {"- **Query 1, Result 2**: MEDIUM - reason", []Ranked{{"Query 1, Result 2", "session", "a.ts", 2, "Medium", "reason"}}},
		"twice":        {"Query 1, Result 1 | High | a\nQuery 1, Result 1 | Low | b", []Ranked{{"Query 1, Result 1", "login", "a.ts", 1, "High", "a"}}},
		"invented":     {"Query 7, Result 7 | High | a", nil},
		"overflow":     {"Query 99999999999999999999, Result 1 | High | a", nil},
		"malformed":    {"The first one is best.", nil},
		"empty answer": {"", nil},
	} {
		if diff := cmp.Diff(tc.want, rankedLines(tc.said, hits())); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What is missing is asked for with the question and the names, not the code.
func TestRefine(t *testing.T) {
	found := hits()
	got := refinement("how?", []Ranked{rankedOf(&found[0]), rankedOf(&found[2])})
	if !strings.Contains(got, "how?") || !strings.Contains(got, "login (a.ts:1)") || !strings.Contains(got, "token (a.ts:3)") || strings.Contains(got, "secret code") {
		t.Error(got)
	}
}

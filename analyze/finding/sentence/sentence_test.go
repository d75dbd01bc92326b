package sentence_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
)

// kinds returns the values of the constants of a type of package finding.
func kinds(t *testing.T, of string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../claim.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == of {
				value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, value)
			}
		}
		return true
	})
	if len(values) == 0 {
		t.Fatalf("no constants of type %s", of)
	}
	return values
}

var claim = finding.Claim{
	Cause:  finding.Cause{Kind: finding.Removed, Symbol: finding.Ref{Name: "charge"}},
	Effect: finding.Effect{Kind: finding.StillUsed, How: "called", Name: "limit", Names: []string{"Shop", "Bank"}, Mentions: []finding.Mention{{Path: "b.go", Line: 1, Kind: finding.InDoc}}},
	Site:   finding.Site{Path: "a.go", Line: 7},
}

// Each kind of effect and fact has words, and one of another version has none.
func TestEachKindHasWords(t *testing.T) {
	for _, kind := range kinds(t, "EffectKind") {
		c := claim
		c.Effect.Kind = finding.EffectKind(kind)
		if got := sentence.Message(c); !strings.HasSuffix(got, ".") || strings.Contains(got, " .") {
			t.Errorf("effect %s: %q", kind, got)
		}
		if c.Effect.Kind.PerPlace() != (sentence.Effect(c) != "") {
			t.Errorf("effect %s: %q at each place", kind, sentence.Effect(c))
		}
	}
	for _, kind := range kinds(t, "FactKind") {
		f := finding.Fact{
			Kind: finding.FactKind(kind), Text: "text", Symbols: []finding.Ref{{Name: "a"}, {Name: "b"}}, Counts: []int{1, 2, 3},
			Sites: []finding.Site{{Path: "a.go", Line: 1}, {Path: "b.go", Line: 2}},
		}
		if sentence.Fact(f, claim) == "" {
			t.Errorf("fact %s has no words", kind)
		}
		sentence.Fact(finding.Fact{Kind: f.Kind}, claim) // a report from elsewhere may lack anything
	}
	c := claim
	c.Effect.Kind = "of_another_version"
	if got := sentence.Message(c) + sentence.Fact(finding.Fact{Kind: "of_another_version"}, c); got != "" {
		t.Errorf("kinds of another version have words: %q", got)
	}
}

// The claim of a merge is told of the branch and of the side that has the place.
func TestMerge(t *testing.T) {
	c := claim
	c.Against = "main"
	for _, tt := range []struct {
		cause finding.Cause
		other bool
		want  string
	}{
		{finding.Cause{Kind: finding.Removed, Symbol: finding.Ref{Name: "f"}}, true, "`f` was removed here, but is still called at a.go:7 on `main`."},
		{finding.Cause{Kind: finding.Removed, Symbol: finding.Ref{Name: "f"}, Side: finding.InOther}, false, "On branch `main`, `f` was removed, but is still called at a.go:7."},
	} {
		c.Cause, c.Other = tt.cause, tt.other
		if got := sentence.Message(c); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	c.Cause = finding.Cause{Kind: finding.MemberLost, Symbol: finding.Ref{Name: "disk"}, Member: "Close", Other: finding.Ref{Name: "Store"}}
	c.Effect = finding.Effect{}
	if got, want := sentence.Message(c), "After merging with `main`: `disk` no longer has the `Close` that `Store` requires."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A sentence names at most four builds.
func TestBuilds(t *testing.T) {
	c := claim
	for _, os := range []string{"linux", "darwin", "windows", "plan9", "js"} {
		b := finding.Build{ByArch: os == "linux"}
		b.OS, b.Arch = os, "amd64"
		c.Builds = append(c.Builds, b)
	}
	if got, want := sentence.Effect(c), "is still called, in builds for linux/amd64, darwin, windows and 2 others"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/report"
)

// Of more facts than a report holds it keeps the weightiest, in the order of the files, and
// knows how many there are.
func TestBuildKeepsTheWeightiestFacts(t *testing.T) {
	in := input(t)
	for i := range report.MaxFacts + 100 {
		f := fact.Fact{Kind: "dependency-minor", Name: fmt.Sprint(i), Change: "minor", Path: fmt.Sprintf("%04d/go.mod", i), Line: 1, Side: fact.Head}
		switch {
		case i < 50:
			f.Kind = "dependency-lock" // what follows from others goes first
		case i >= report.MaxFacts:
			f.Kind, f.Change = "dependency-major", "major"
		}
		in.Facts = append(in.Facts, f)
	}
	in.Facts = fact.Rate(in.Facts, nil)
	r := report.Build(in)
	if len(r.Facts) != report.MaxFacts || r.Summary.FactCount != report.MaxFacts+100 {
		t.Fatalf("%d facts, %d in all", len(r.Facts), r.Summary.FactCount)
	}
	if !slices.IsSortedFunc(r.Facts, func(a, b report.ContentFact) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("not in the order of the files")
	}
	kinds := make(map[string]int)
	for i := range r.Facts {
		kinds[r.Facts[i].Kind]++
	}
	if kinds["dependency-major"] != 100 || kinds["dependency-lock"] != 0 {
		t.Errorf("kept %v", kinds)
	}
}

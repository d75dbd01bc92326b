package view

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/report"
)

// WeightyFacts returns the facts in the order in which people should read them: those that a
// reviewer must look at first, then by file.
func WeightyFacts(r *report.Report) []*report.ContentFact {
	out := make([]*report.ContentFact, len(r.Facts))
	for i := range r.Facts {
		out[i] = &r.Facts[i]
	}
	slices.SortStableFunc(out, func(a, b *report.ContentFact) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// rank orders facts: what a reviewer must look at comes first, what follows from others last.
func rank(f *report.ContentFact) int {
	switch {
	case f.Level == string(fact.Review):
		return 0
	case f.Type == string(fact.Generated), f.Kind == "dependency-lock":
		return 2
	}
	return 1
}

// FactsTitle heads the facts.
func FactsTitle(r *report.Report) string {
	return fmt.Sprintf("What changes outside of code (%d)", len(r.Facts))
}

// factsClause tells the weightiest fact of a change, and counts the others; empty without any.
// Beside code, only a fact that a reviewer must look at is told.
func factsClause(r *report.Report, style Style, alone bool) string {
	if len(r.Facts) == 0 {
		return ""
	}
	first := WeightyFacts(r)[0]
	if !alone && rank(first) > 0 {
		return ""
	}
	h := style.Text(report.ClipTo(first.What, maxFact))
	if rest := len(r.Facts) - 1; rest > 0 {
		h += fmt.Sprintf(", and %s outside of code", Plural(rest, "more change"))
	}
	return h
}

// maxFact is how many characters of a fact a headline shows.
const maxFact = 120

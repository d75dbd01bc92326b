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
func rank(f *report.ContentFact) int { return fact.Weight(fact.Kind(f.Kind), fact.Level(f.Level)) }

// CountFacts returns how many facts there are, also those that the report does not hold.
func CountFacts(r *report.Report) int { return max(len(r.Facts), r.Summary.FactCount) }

// FactsTitle heads the facts.
func FactsTitle(r *report.Report) string {
	return fmt.Sprintf("What changes outside of code (%d)", CountFacts(r))
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
	if rest := CountFacts(r) - 1; rest > 0 {
		h += fmt.Sprintf(", and %s outside of code", Plural(rest, "more change"))
	}
	return h
}

// maxFact is how many characters of a fact a headline shows.
const maxFact = 120

// UsedClause says who uses what a fact is about, empty where that is not known. place writes the
// first place.
func UsedClause(f *report.ContentFact, place func(path string, line int) string) string {
	if f.UsedBy == nil {
		return ""
	}
	words, first := "imported by "+Plural(f.UsedBy.Files, "file"), place(f.UsedBy.First.Path, f.UsedBy.First.Line)
	if f.Kind == "dependency-missing" {
		words = "still " + words
	}
	if f.UsedBy.Files > 1 {
		return words + ", first " + first
	}
	return words + ": " + first
}

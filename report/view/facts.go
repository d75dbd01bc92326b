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

// asks reports whether a reviewer must look at a fact.
func asks(f *report.ContentFact) bool { return fact.Level(f.Level).Asks() }

// CountFacts returns how many facts there are, also those that the report does not hold.
func CountFacts(r *report.Report) int { return max(len(r.Facts), r.Summary.FactCount) }

// FactsTitle heads the facts.
func FactsTitle(r *report.Report) string {
	return fmt.Sprintf("What changes outside of code (%d)", CountFacts(r))
}

// How many clauses on facts a headline has: beside what it says of the code, and alone.
const (
	clausesBesideCode = 2
	clausesAlone      = 3
)

// factsClause tells what a change does outside of code that a reviewer must look at, and counts
// the other facts; empty without any. code is what the headline says of the code. Where there is nothing
// that a reviewer must look at, the weightiest fact is told.
func factsClause(r *report.Report, style Style, code string) string {
	limit := clausesBesideCode
	if code == "" {
		limit = clausesAlone
	}
	h, told := joinMostUrgent(factClauses(r, style), limit, maxHeadline-len(code))
	switch {
	case told > 0:
	case len(r.Facts) == 0:
		return ""
	case code == "":
		h, told = style.Text(report.ClipTo(WeightyFacts(r)[0].What, maxFact)), 1
	default:
		h, told = "outside of code: "+style.Text(report.ClipTo(WeightyFacts(r)[0].What, maxFactBesideCode)), 1
		if rest := CountFacts(r) - told; rest > 0 {
			h += fmt.Sprintf(", and %s", Plural(rest, "more change"))
		}
		return h
	}
	if rest := CountFacts(r) - told; rest > 0 {
		h += fmt.Sprintf("; %s outside of code", Plural(rest, "more change"))
	}
	return h
}

// How many characters of a fact a headline shows: alone, and beside what it says of the code.
const (
	maxFact           = 120
	maxFactBesideCode = 80
)

// usedWords say how code uses what a fact is about, by UsedBy.How.
var usedWords = map[string]string{
	"":                   "imported by", // in reports of earlier versions
	string(fact.Imports): "imported by", string(fact.Names): "named in", string(fact.Binds): "bound to", string(fact.Handles): "handled by",
}

// UsedWords say who uses what a fact is about, up to the first place, which follows; empty where that is
// not known. name writes a name of the repository.
func UsedWords(f *report.ContentFact, name func(string) string) string {
	u := f.UsedBy
	if u == nil {
		return ""
	}
	words, by := usedWords[u.How], Plural(u.Files, "file")
	if f.Kind == "dependency-missing" || f.Side == "base" && f.Type != string(fact.Dependency) {
		words = "still " + words
	}
	if u.Name != "" {
		words = name(u.Name) + " " + words
	}
	switch {
	case u.Files > 1 && u.In != "":
		by += ", first " + name(u.In) + ":"
	case u.Files > 1:
		by += ", first"
	case u.In != "":
		by = name(u.In) + ":"
	default:
		by += ":"
	}
	return words + " " + by
}

// UsedClause is UsedWords with the first place, as place writes it.
func UsedClause(f *report.ContentFact, name func(string) string, place func(path string, line int) string) string {
	words := UsedWords(f, name)
	if words == "" {
		return ""
	}
	return words + " " + place(f.UsedBy.First.Path, f.UsedBy.First.Line)
}

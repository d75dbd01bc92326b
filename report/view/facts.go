package view

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

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
	slices.SortStableFunc(out, func(a, b *report.ContentFact) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(classOf(a), classOf(b)))
	})
	return out
}

func weight(f *report.ContentFact) int {
	return fact.Weight(fact.Kind(f.Kind), fact.Level(f.Level), f.Path)
}

// A class divides facts of one weight by how much each says.
type class int

const (
	telling class = iota
	common        // one of the kinds in routine
	aside         // of a package that only other packages need, or of an example
)

func classOf(f *report.ContentFact) class {
	switch dirs := strings.Split(path.Dir(f.Path), "/"); {
	case asks(f):
		return telling
	case f.Scope == fact.Indirect || slices.Contains(dirs, "examples") || slices.Contains(dirs, "example"):
		return aside
	case slices.Contains(routine[:], fact.Kind(f.Kind)):
		return common
	}
	return telling
}

// routine are the kinds of facts of which a change often has many, and that say little each.
var routine = [...]fact.Kind{"dependency-minor", "dependency-patch", "dependency-range", "workflow-action", "license-copyright"}

// A FactRow is a fact with others that are told with it.
type FactRow struct {
	*report.ContentFact
	also []report.Location     // where other files say the same
	like []*report.ContentFact // others that go from the same version to the same version
	// more are others of the file that say little each.
	more []*report.ContentFact
}

// FactRows returns what WeightyFacts does, with what several files say as one row, and with values that go from one
// version to another together as one.
func FactRows(r *report.Report) []FactRow {
	var rows []FactRow
	type said struct{ kind, field, scope, name, change, from, to string }
	type step struct{ kind, field, change, from, to string }
	same, together := make(map[said]int), make(map[step]int) // rows
	const toldWithOther = -1                                 // in the place of a row
	for _, f := range WeightyFacts(r) {
		if f.UsedBy == nil || f.Type != string(fact.Dependency) {
			what := said{f.Kind, f.Field, f.Scope, f.Name, f.Change, f.From, f.To}
			if i, again := same[what]; again {
				if i != toldWithOther {
					rows[i].also = append(rows[i].also, report.Location{Path: f.Path, Line: f.Line})
				}
				continue
			}
			same[what] = len(rows)
			if from, to := versionIn(f.From), versionIn(f.To); from != "" && to != "" && from != to {
				bump := step{f.Kind, f.Field, f.Change, from, to}
				if i, again := together[bump]; again {
					if !slices.ContainsFunc(rows[i].like, func(o *report.ContentFact) bool { return o.Name == f.Name }) {
						rows[i].like = append(rows[i].like, f)
					}
					same[what] = toldWithOther
					continue
				}
				together[bump] = len(rows)
			}
		}
		rows = append(rows, FactRow{ContentFact: f})
	}
	return foldRoutine(rows)
}

// lowWeight is the weight of facts that no reviewer must look at, but for those that follow from others.
const lowWeight = 1

// maxRoutine is how many facts that say little each a file has in rows of their own.
const maxRoutine = 3

// foldRoutine makes one row of many facts of a file that say little each.
func foldRoutine(rows []FactRow) []FactRow {
	type group struct {
		path     string
		indirect bool
	}
	of := make(map[group][]int)
	for i := range rows {
		if f := rows[i].ContentFact; weight(f) == lowWeight && classOf(f) != telling && f.Type == string(fact.Dependency) && len(rows[i].also)+len(rows[i].like) == 0 {
			g := group{f.Path, f.Scope == fact.Indirect}
			of[g] = append(of[g], i)
		}
	}
	folded := make(map[int]bool)
	for _, all := range of {
		if len(all) <= maxRoutine {
			continue
		}
		slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(mayBreak(rows[a].ContentFact), mayBreak(rows[b].ContentFact)) })
		for _, i := range all[1:] {
			folded[i] = true
			rows[all[0]].more = append(rows[all[0]].more, rows[i].ContentFact)
		}
	}
	var kept []FactRow
	for i := range rows {
		if !folded[i] {
			kept = append(kept, rows[i])
		}
	}
	return kept
}

// mayBreak orders bumps that are not major: before 1.0 another minor version may break.
func mayBreak(f *report.ContentFact) int {
	switch {
	case f.Kind == "dependency-minor" && strings.HasPrefix(strings.TrimLeft(f.From, "^~=v "), "0."):
		return 0
	case f.Kind == "dependency-minor":
		return 1
	}
	return 2
}

// versionIn returns the version in the name of an image, empty for any other value.
func versionIn(value string) string {
	at := strings.LastIndexByte(value, ':')
	if at <= 0 || strings.ContainsAny(value, " \n") || strings.Contains(value[at:], "/") {
		return ""
	}
	return value[at+1:]
}

// maxLikeNames is how many names of others MoreClause tells.
const maxLikeNames = 4

// MoreClause says what else is told with a fact, to follow it; empty for nothing.
func (row *FactRow) MoreClause(name func(string) string) string {
	var parts []string
	if n := len(row.also); n > 0 {
		parts = append(parts, "the same in "+Plural(n, "more place"))
	}
	if len(row.like) > 0 {
		short := func(f *report.ContentFact) string { return name(shortName(f.Name)) }
		parts = append(parts, "from and to the same versions also "+joinWords(firstOf(row.like, maxLikeNames, short), "and"))
	}
	if len(row.more) > 0 {
		words := "also "
		if row.Scope == fact.Indirect {
			words = "also of packages that only other packages need "
		}
		bump := func(f *report.ContentFact) string {
			text := f.Name + " " + f.Change
			if f.From != "" && f.To != "" {
				text = f.Name + " " + f.From + " → " + f.To
			}
			return name(report.ClipTo(text, maxSubject))
		}
		parts = append(parts, words+joinWords(firstOf(row.more, maxMoreNames, bump), "and"))
	}
	return strings.Join(parts, "; ")
}

// maxMoreNames is how many of many facts that say little MoreClause tells.
const maxMoreNames = 12

// shortName returns the first part of the path of a setting.
func shortName(name string) string {
	short, _, _ := strings.Cut(name, ".")
	return report.ClipTo(short, maxInClause)
}

// Words says what a row tells: text writes what its fact is, used who uses what that is about.
func (row *FactRow) Words(text, name func(string) string, used string) string {
	words := text(row.What)
	if used != "" {
		words += ", " + used
	}
	if more := row.MoreClause(name); more != "" {
		words += "; " + more
	}
	return words
}

// asks reports whether a reviewer must look at a fact.
func asks(f *report.ContentFact) bool { return fact.Level(f.Level).Asks() }

// CountFacts returns how many facts there are, also those that the report does not hold.
func CountFacts(r *report.Report) int { return max(len(r.Facts), r.Summary.FactCount) }

// FactsLeftOut returns how many facts the report does not hold.
func FactsLeftOut(r *report.Report) int { return CountFacts(r) - len(r.Facts) }

// FactsTitle heads the facts.
func FactsTitle(r *report.Report) string {
	return fmt.Sprintf("What changes %s (%d)", r.OutsideOf(), CountFacts(r))
}

// How many clauses on facts a headline has: beside what it says of the code, and alone.
const (
	clausesBesideCode = 2
	clausesAlone      = 3
)

// factsClause tells what a change does outside of code that a reviewer must look at, and counts
// the other facts; empty without any. code is what the headline says of the code. Where there is nothing
// that a reviewer must look at, the weightiest facts are told, as far as there is room for them.
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
		h, told = notesTold(r, style)
	default:
		return noteBeside(r, style, code)
	}
	if rest := CountFacts(r) - told; rest > 0 {
		h += fmt.Sprintf("; %s %s", Plural(rest, "more change"), r.OutsideOf())
	}
	return h
}

// noteBeside tells the weightiest fact, none of which asks for a reviewer, beside what the headline says of the
// code, or counts the facts where there is too little room.
func noteBeside(r *report.Report, style Style, code string) string {
	if len(code) >= maxHeadline {
		return "" // the title of the facts counts them
	}
	note := r.OutsideOf() + ": " + style.Text(beginning(WeightyFacts(r)[0].What, maxFactBesideCode))
	if rest := CountFacts(r) - 1; rest > 0 {
		note += ", and " + Plural(rest, "more change")
	}
	if len(code)+len(note) > maxHeadline {
		return Plural(CountFacts(r), "change") + " " + r.OutsideOf()
	}
	return note
}

// notesTold tells the first facts of several kinds, where none asks for a reviewer, and how many facts these are.
func notesTold(r *report.Report, style Style) (h string, told int) {
	kinds := make(map[string]bool)
	for _, row := range FactRows(r) {
		if kinds[row.Kind] || told == clausesAlone {
			continue
		}
		kinds[row.Kind] = true
		longer := joinClauses(h, style.Text(beginning(row.What, maxFact)))
		if h != "" && len(longer) > maxHeadline {
			break
		}
		h, told = longer, told+1
	}
	return h, told
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

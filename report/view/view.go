// Package view says what readers see of a report: it chooses, groups and orders the rows and
// makes the sentences that the renderers share, so that all formats tell the same.
//
// In: a report.Report, and a Style that makes names of the repository inert. Out: groups of
// findings, flows, rows of symbols, annotations, clauses and sentences.
//
// Invariants: which findings stand together, and their fingerprint, depends on data alone, on no
// word; nothing that was not checked is said not to be there; nothing is changed in the report.
package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/report"
)

// Plural returns n with its noun: "1 place", "3 places".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Name returns the part of a symbol's ID that people read: the qualified name without the
// number that tells it from others of that name, or the path of a file.
func Name(id string) string {
	label, rest, ok := strings.Cut(id, ":")
	if !ok {
		return id
	}
	if label == "File" || label == "Folder" {
		return rest
	}
	if _, name, ok := strings.Cut(rest, ":"); ok {
		rest = name
	}
	if i := strings.LastIndexByte(rest, '~'); i > 0 && i+1 < len(rest) && strings.Trim(rest[i+1:], "0123456789") == "" {
		rest = rest[:i]
	}
	return rest
}

// A Style writes what comes from the repository into a sentence: Name a symbol,
// Text a sentence of the analysis. Both must make it inert.
type Style struct {
	Name, Text func(string) string
}

// Headline returns the verdict in words, with the numbers in it, without the level
// and without a full stop.
func Headline(r *report.Report, style Style) string { return joinClauses(Verdict(r, style)) }

// Verdict returns the headline in two: what a reader must know first, and behind it how much
// changed, what that reaches, and how much of it was not analysed; empty if the first has it all.
func Verdict(r *report.Report, style Style) (first, reach string) {
	s := &r.Summary
	warned := slices.ContainsFunc(r.Findings, isWarning)
	switch {
	case s.Breaks > 0:
		first = breakHeadline(r, style)
	case warned:
		first = behaviourHeadline(r, style)
	case s.ChangedFiles == 0 && r.Risk.Incomplete:
		return "Not analysed", ""
	case s.ChangedFiles == 0:
		return "No changes", ""
	case s.ChangedCount == 0 && len(r.Coverage.Files) > 0 && analysed(r) == 0:
		if first = factsClause(r, style, ""); first == "" || len(r.Findings) > 0 {
			return notCodeHeadline(r) + notesClause(r), ""
		}
		return first + uncheckedClause(r), ""
	case s.ChangedCount == 0 && len(r.Facts) > 0:
		// What differs outside of code is the news.
		return joinClauses(factsClause(r, style, ""), strings.ToLower(quietHeadline(r, style)[:1])+quietHeadline(r, style)[1:]+notesClause(r)) + uncheckedClause(r), ""
	case s.SemanticCount == 0:
		first = quietHeadline(r, style) + notesClause(r)
	default:
		first, reach = comingsClause(r, style), reachHeadline(r, style)+notesClause(r)
	}
	if s.Breaks > 0 || warned {
		first = joinClauses(first, behavioursClause(r, style, weakens))
		return joinClauses(first, factsClause(r, style, first)) + uncheckedClause(r), ""
	}
	behaviours := behavioursClause(r, style, logged)
	outside := factsClause(r, style, joinClauses(behaviours, joinClauses(first, reach)))
	switch {
	case slices.ContainsFunc(r.Facts, func(f report.ContentFact) bool { return asks(&f) }) && !slices.ContainsFunc(r.Behaviours, func(b report.Behaviour) bool { return behaviourRank(&b) <= needsLook }):
		first = joinClauses(outside, joinClauses(behaviours, first))
	case onlyTests(r):
		first = joinClauses(joinClauses(behaviours, outside), first)
	default:
		first = joinClauses(joinClauses(behaviours, first), outside)
	}
	if first == "" || reach == "" {
		return first + reach + uncheckedClause(r), ""
	}
	return first, reach + uncheckedClause(r)
}

// onlyTests reports whether all changed symbols are of tests.
func onlyTests(r *report.Report) bool {
	return !slices.ContainsFunc(r.ChangedSymbols, func(c report.ChangedSymbol) bool { return !c.Test })
}

// breakHeadline tells the first broken symbol and counts the rest.
func breakHeadline(r *report.Report, style Style) string {
	first := &r.Findings[slices.IndexFunc(r.Findings, func(f report.Finding) bool { return f.Class == "break" })]
	same := 0
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Class == "break" && f.Rule == first.Rule && f.Symbol == first.Symbol {
			same++
		}
	}
	name := style.Name(Name(first.Symbol))
	var h string
	switch {
	case first.Against != nil:
		h = fmt.Sprintf("Merging with %s breaks the use of %s at %s", style.Name(*first.Against), name, Plural(same, "place"))
	default:
		rule := ruleOf(first)
		fate := "changed"
		if first.Cause != nil {
			fate = cmp.Or(sentence.Fate(first.Cause), fate)
		}
		h = strings.NewReplacer(
			"{symbol}", name, "{fate}", style.Text(fate), "{count}", Plural(same, cmp.Or(rule.Noun, "place")),
		).Replace(cmp.Or(rule.Headline, "{symbol} is broken at {count}"))
	}
	if rest := r.Summary.Breaks - same; rest > 0 {
		h += fmt.Sprintf("; %s in all", Plural(r.Summary.Breaks, "broken place"))
	}
	switch outside := r.Summary.BreaksOutside; outside {
	case 0:
	case r.Summary.Breaks:
		h += ", outside the diff"
	default:
		h += fmt.Sprintf(", %d outside the diff", outside)
	}
	return h
}

// isWarning tells what is probably not meant from what is merely worth knowing, which
// makes no headline.
func isWarning(f report.Finding) bool { return f.Class != "break" && f.Severity != "info" }

func behaviourHeadline(r *report.Report, style Style) string {
	first, rest := -1, 0
	for i, f := range r.Findings {
		switch {
		case !isWarning(f):
		case first < 0:
			first = i
		default:
			rest++
		}
	}
	h := style.Text(Statement(&r.Findings[first]))
	if rest > 0 {
		h += fmt.Sprintf(", and %s", Plural(rest, "other warning"))
	}
	return h
}

// notesClause counts what makes no headline where there is nothing worse, empty for none.
func notesClause(r *report.Report) string {
	if len(r.Findings) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s worth knowing", Plural(len(r.Findings), "thing"))
}

// quietHeadline speaks of a change in which no code of a symbol differs but for names and
// places.
func quietHeadline(r *report.Report, style Style) string {
	s := &r.Summary
	followed, renamed := 0, 0
	carried := make(map[*report.ChangedSymbol]bool) // with the type or function around them
	for i, outer := range outermost(r.ChangedSymbols) {
		carried[&r.ChangedSymbols[i]] = outer != &r.ChangedSymbols[i]
	}
	own := func(c *report.ChangedSymbol) bool { return elsewhere(c) && !carried[c] }
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if follows(c) {
			followed++
		}
		if c.ChangeType == "renamed" {
			renamed++
		}
	}
	head := headClause(r)
	files := Plural(max(analysed(r), 1), "analysed file")
	rest := s.ChangedCount - s.MovedCount - followed
	switch {
	case s.ChangedCount == 0 && head != "":
		return "No symbol differs; " + head
	case s.ChangedCount == 0:
		return "No symbol differs in " + files
	case s.MovedCount == 0:
		return joinClauses("Only "+layoutWords(r, "")+" of "+Plural(rest, "symbol")+" differ", head)
	}
	moved := symbolsWords(r, own)
	old := "the old places"
	switch {
	case renamed == s.MovedCount:
		moved += " renamed"
		old = "the old names"
	case renamed == 0:
		moved += " moved"
	default:
		moved += " moved or renamed"
		old = "the old names and places"
	}
	if countSymbols(r, own) == 1 {
		old = strings.TrimSuffix(old, "s")
	}
	h := moved + usesClause(r, style, elsewhere, old)
	return joinClauses(h+layoutClause(r, rest), head)
}

func joinClauses(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// elsewhere reports whether c has another name or place.
func elsewhere(c *report.ChangedSymbol) bool {
	return c.ChangeType == "moved" || c.ChangeType == "renamed"
}

func reachHeadline(r *report.Report, style Style) string {
	s := &r.Summary
	h := changedWhere(r) + layoutClause(r, len(r.ChangedSymbols)-countSymbols(r, counts(r)))
	flows, dependants, broken := possible(r)
	reach := reachClause(s.AffectedCount-flows, s.BrokenCount-broken, s.AffectedOutside-dependants)
	maybe := reachClause(flows, broken, dependants)
	switch {
	case reach != "" && maybe != "":
		h += "; reaches " + reach + ", and may also reach " + maybe
	case reach != "":
		h += "; reaches " + reach
	case maybe != "":
		h += "; may reach " + maybe
	}
	changed := func(c *report.ChangedSymbol) bool { return c.Semantic && c.Uses != "" }
	gone := func(c *report.ChangedSymbol) bool {
		return c.Uses != "" && c.Uses != report.UsesChecked && (c.ChangeType == "removed" || elsewhere(c) || c.SignatureChanged)
	}
	switch {
	case slices.ContainsFunc(r.ChangedSymbols, func(c report.ChangedSymbol) bool { return gone(&c) }):
		h += usesClause(r, style, gone, "old names and signatures")
	case reach+maybe == "" && !slices.ContainsFunc(r.ChangedSymbols, func(c report.ChangedSymbol) bool { return changed(&c) && c.Uses != report.UsesChecked }):
		h += "; no dependant outside the diff was found" + here(r) + amongAnalysed(r)
	}
	return h
}

// here limits a sentence to this repository, where the report has a part about others.
func here(r *report.Report) string {
	if r.Elsewhere == nil {
		return ""
	}
	return " in this repository"
}

// possible counts the flows, those that break, and the direct dependants outside the diff of
// which a call is bound by its bare name or through an interface: it may be one of others.
func possible(r *report.Report) (flows, dependants, broken int) {
	for i := range r.AffectedProcesses {
		if p := &r.AffectedProcesses[i]; unsure(p.Confidence) {
			flows++
			if p.Status == "broken" {
				broken++
			}
		}
	}
	for i := range r.AffectedSymbols {
		if a := &r.AffectedSymbols[i]; a.Depth == 1 && !a.InDiff && a.Confidence < highConfidence {
			dependants++
		}
	}
	return flows, dependants, broken
}

// reachClause counts flows and dependants; empty for none.
func reachClause(flows, broken, dependants int) string {
	var reach []string
	if flows > 0 {
		clause := Plural(flows, "execution flow")
		if broken > 0 {
			clause += fmt.Sprintf(" (%d broken)", broken)
		}
		reach = append(reach, clause)
	}
	if dependants > 0 {
		reach = append(reach, Plural(dependants, "direct dependant")+" outside the diff")
	}
	return strings.Join(reach, " and ")
}

// changedWhere says what changed, and in how many files: in those that hold it.
func changedWhere(r *report.Report) string {
	paths := make(map[string]bool)
	counted := counts(r)
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if !counted(c) {
			continue
		}
		paths[c.Path] = true
		if c.Old != nil {
			paths[c.Old.Path] = true
		}
	}
	files := Plural(len(paths), "file")
	if len(paths) == 0 {
		files = Plural(analysed(r), "analysed file")
	}
	return fmt.Sprintf("%s %s in %s", ChangedWords(r), fates(r, counted), files)
}

// fates says what became of counted symbols: "changed", "added", "added or changed" and so on.
func fates(r *report.Report, counted func(*report.ChangedSymbol) bool) string {
	known, became := Known(r), make(map[string]bool)
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; !counted(c) {
			continue
		} else if (c.ChangeType == "added" || c.ChangeType == "removed") && known(c) {
			became[c.ChangeType] = true
		} else {
			became["changed"] = true
		}
	}
	words := slices.DeleteFunc([]string{"added", "removed", "changed"}, func(fate string) bool { return !became[fate] })
	return cmp.Or(joinWords(words, "or"), "changed")
}

// Facts returns the numbers that stand below the headline: what changed, unless the
// headline says that, and the score. It is empty where nothing changed or no code was compared.
func Facts(r *report.Report) string {
	s := &r.Summary
	score := fmt.Sprintf("score %s of 100", Tenths(r.Risk.Score))
	switch {
	case s.ChangedFiles == 0 || Unread(r) || !Scored(r):
		return ""
	case s.Breaks == 0 && !slices.ContainsFunc(r.Findings, isWarning) && (s.SemanticCount > 0 || r.Risk.Incomplete):
		return score
	}
	return changedWhere(r) + ", " + score
}

// Tenths writes a number of tenths without a needless zero.
func Tenths(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}

// Quiet reports whether there is nothing to look at: no finding, no symbol by which
// the program can behave differently, nothing left out of the rating.
func Quiet(r *report.Report) bool {
	return len(r.Findings) == 0 && r.Summary.SemanticCount == 0 && !r.Risk.Incomplete && r.Risk.Level == "none"
}

// Worth reports whether there is something that a reviewer should be told unasked: a
// finding, a level above low, or something that was left out of the rating. That a change
// is about as likely to cause trouble as most is nothing to tell: every second one is.
func Worth(r *report.Report) bool {
	risk := &r.Risk
	switch {
	case len(r.Findings) > 0 || risk.Incomplete:
		return true
	case risk.Level == "medium":
		return risk.Breakage.Level == risk.Level || risk.Exposure.Level == risk.Level
	}
	return risk.Level != "none" && risk.Level != "low"
}

// Scored reports whether code was compared, so that there is a score.
func Scored(r *report.Report) bool { return len(r.Coverage.Files) == 0 || analysed(r) > 0 }

// Deciding returns the axis that the level comes from, empty where none was rated. That nothing
// changed is a matter of likelihood.
func Deciding(r *report.Report) string {
	risk := &r.Risk
	switch {
	case risk.Level == "none":
		return "likelihood"
	case risk.Level == risk.Breakage.Level:
		return "breakage"
	case risk.Level == risk.Likelihood.Level && Scored(r):
		return "likelihood"
	case risk.Level == risk.Exposure.Level || Scored(r):
		return "exposure"
	}
	return ""
}

// Rated returns the level with the axis it comes from: "LOW by exposure".
func Rated(r *report.Report) string {
	if axis := Deciding(r); axis != "" {
		return Rating(r) + " by " + axis
	}
	return Rating(r)
}

// DepthMeaning returns what a depth of affected symbols means for a reader. Whether
// depth 1 breaks is what findings say.
func DepthMeaning(depth int) string {
	switch depth {
	case 1:
		return "direct"
	case 2:
		return "likely affected"
	}
	return "may need testing"
}

// From these confidences on a chain of uses is high or medium; high is as for findings that
// break.
const (
	highConfidence   = 0.96
	mediumConfidence = 0.8
)

// unsure reports whether a chain of uses may be one of others; false for a confidence that a
// report of an older version does not have.
func unsure(confidence float64) bool { return confidence > 0 && confidence < highConfidence }

// Confidence returns the level of a confidence for people.
func Confidence(c float64) string {
	switch {
	case c >= highConfidence:
		return "high"
	case c >= mediumConfidence:
		return "medium"
	}
	return "low"
}

// ModelSummaryTitle introduces what a language model says.
func ModelSummaryTitle(s *report.ModelSummary, style Style) string {
	return "The language model " + style.Name(s.Model) + " says of this report, unchecked and without effect on the rating"
}

// ShallowLine tells a reader that the clone is too shallow to know the past, and the cure;
// empty where there is nothing to tell. It is the end of no sentence.
func ShallowLine(r *report.Report, style Style) string {
	if h := r.Risk.History; h == nil || h.Complete {
		return ""
	}
	return fmt.Sprintf("Rated without history: the clone holds %s before the change; %s, or %s where the job checks out, brings it",
		Plural(r.Risk.History.Commits, "commit"), style.Name("git fetch --unshallow"), style.Name("fetch-depth: 0"))
}

// ForgottenClause says why a file may have to change too.
func ForgottenClause(f *report.Forgotten, style Style) string {
	return fmt.Sprintf("changed in %d of the last %s that touched %s", f.Together, Plural(f.Of, "commit"), style.Name(f.With))
}

// NotAnalysedFiles returns the files and parts that were not analysed: first what a program
// may hang on, which makes the rating incomplete, then the rest.
func NotAnalysedFiles(r *report.Report) (source, other []*report.NotAnalysed) {
	for i := range r.Coverage.NotAnalysed {
		switch n := &r.Coverage.NotAnalysed[i]; {
		case n.Path == change.Whole: // Unchecked says it
		case n.Source:
			source = append(source, n)
		default:
			other = append(other, n)
		}
	}
	return source, other
}

// PlacesToRead returns where code was not analysed, each place once.
func PlacesToRead(r *report.Report) []*report.NotAnalysed {
	type place struct {
		path, side string
		line       int
	}
	source, _ := NotAnalysedFiles(r)
	seen := make(map[place]bool)
	return slices.DeleteFunc(source, func(n *report.NotAnalysed) bool {
		at := place{n.Path, n.Side, n.Line}
		again := seen[at]
		seen[at] = true
		return again
	})
}

// Commit returns the commit that has a place: that of its side, or for what breaks by a merge
// with against, that of the branch. It is empty where there is none.
func Commit(r *report.Report, side string, against *string) string {
	switch {
	case side == "head":
		return r.Head.Commit
	case against == nil:
		return r.MergeBase
	}
	for _, a := range r.Against {
		if a.Ref == *against && side == "base" {
			return a.MergeBase
		} else if a.Ref == *against {
			return a.Commit
		}
	}
	return ""
}

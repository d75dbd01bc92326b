package view

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/report"
)

// A FindingGroup is what one symbol breaks, or makes behave differently, in one way.
type FindingGroup struct {
	Sites []Site
	// Cause is what several sites share, in a clause such as "`Charge` gained the parameter
	// `amount`"; empty for a single site.
	Cause string
	// Effect is what comes of it at each of several sites, where that is the same for all,
	// such as "the call passes 1 argument"; else the sites say it.
	Effect string
	// Facts are the pieces of evidence that all sites share and that nothing else here
	// says.
	Facts   []Evidence
	Related *report.Related // the other place, nil where there is none that all sites share
	// Fingerprint names the group after further pushes, whatever places it has: 16 hex digits.
	Fingerprint string
	// Shown is the line of head at which a reader of the diff meets the group, nil for none.
	Shown *report.Location
}

// An Evidence is a fact with its clause.
type Evidence struct {
	report.Fact // of no kind in reports of older versions
	Clause      string
}

// A Site is one finding of a group with its sentence, without place, full stop and
// what Cause says; empty for nothing else.
type Site struct {
	*report.Finding
	Sentence string
	// Here: the place is what the group's Shown stands for, the line itself or the
	// declaration of the changed symbol.
	Here bool
}

// GroupFindings returns the findings of one class, those of one symbol and cause
// together, in the order of their first ones.
func GroupFindings(r *report.Report, class string) []FindingGroup {
	return groupFindings(r, class, english())
}

// A wording makes the sentences of a group. What stands together does not depend on it.
type wording struct {
	placeless, cause, effect func(finding.Claim) string
	fact                     func(finding.Fact, finding.Claim) string
}

func english() wording {
	return wording{sentence.Placeless, sentence.Cause, sentence.Effect, sentence.Fact}
}

func groupFindings(r *report.Report, class string, words wording) []FindingGroup {
	at := make(map[[3]string]int)
	var groups []FindingGroup
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Class != class {
			continue
		}
		claim, known := f.Claim()
		key := [3]string{f.Rule, f.Symbol, claim.Key()}
		if !known {
			key[2] = f.Fingerprint // it stands alone
		}
		if _, ok := at[key]; !ok || !known {
			at[key] = len(groups)
			sum := sha256.Sum256([]byte(strings.Join(append([]string{class}, key[:]...), "\x00")))
			groups = append(groups, FindingGroup{Fingerprint: hex.EncodeToString(sum[:8])})
		}
		g := &groups[at[key]]
		site := Site{Finding: f, Sentence: Sentence(f)}
		if known {
			site.Sentence = words.placeless(claim)
		}
		g.Sites = append(g.Sites, site)
	}
	shown := shownIn(r)
	for i := range groups {
		groups[i].finish(words)
		groups[i].show(shown)
	}
	return groups
}

// finish takes out of the sites what they share.
func (g *FindingGroup) finish(words wording) {
	first := g.Sites[0]
	if r := first.Related; r != nil && r.Path != "" && (r.Path != first.Path || r.Line != first.Line) {
		g.Related = r
	}
	g.Facts = g.facts(words)
	for _, s := range g.Sites[1:] {
		if g.Related != nil && (s.Related == nil || *s.Related != *g.Related) {
			g.Related = nil
		}
	}
	if len(g.Sites) > 1 {
		shared, _ := first.Claim()
		g.Cause, g.Effect = words.cause(shared), words.effect(shared)
		if slices.ContainsFunc(g.Sites, func(s Site) bool { c, _ := s.Claim(); return !sameEffect(&c, &shared) }) {
			g.Effect = ""
		}
		for i := range g.Sites {
			claim, _ := g.Sites[i].Claim()
			if g.Sites[i].Sentence = ""; g.Effect == "" {
				g.Sites[i].Sentence = words.effect(claim)
			}
		}
	}
}

// sameEffect reports whether the same comes of two claims, wherever that is.
func sameEffect(a, b *finding.Claim) bool {
	return reflect.DeepEqual(a.Effect, b.Effect) && a.Other == b.Other && reflect.DeepEqual(a.Builds, b.Builds)
}

// Heading says what the sites of a group of several share, and how many they are: "`Charge`
// gained the parameter `amount`: 3 places; the call passes 1 argument".
func (g *FindingGroup) Heading(style Style) string {
	heading := fmt.Sprintf("%s: %s", style.Text(g.Cause), Plural(len(g.Sites), "place"))
	if g.Effect != "" {
		heading += "; " + style.Text(g.Effect)
	}
	return heading
}

// SitePaths returns the files of sites.
func SitePaths(sites []Site) []string {
	paths := make([]string, len(sites))
	for i := range sites {
		paths[i] = sites[i].Path
	}
	return paths
}

// maxFacts is how many pieces of evidence a group shows.
const maxFacts = 3

func (g *FindingGroup) facts(words wording) []Evidence {
	first := g.Sites[0].Finding
	claim, known := first.Claim()
	if !known {
		return unknownFacts(first)
	}
	var facts []Evidence
	for _, f := range first.Facts {
		shared := !slices.ContainsFunc(g.Sites, func(s Site) bool {
			return !slices.ContainsFunc(s.Facts, func(o report.Fact) bool { return reflect.DeepEqual(o, f) })
		})
		said := sentence.Said(f, claim) || g.Related != nil && slices.Contains(f.Sites, finding.Site{Path: g.Related.Path, Line: g.Related.Line})
		if clause := words.fact(f, claim); clause != "" && shared && !said && len(facts) < maxFacts {
			facts = append(facts, Evidence{f, clause})
		}
	}
	return facts
}

// unknownFacts returns the evidence of a finding whose facts are only known as clauses.
func unknownFacts(f *report.Finding) []Evidence {
	var facts []Evidence
	for _, clause := range f.Evidence[:min(len(f.Evidence), maxFacts)] {
		facts = append(facts, Evidence{Clause: strings.TrimSuffix(clause, ".")})
	}
	return facts
}

// Sentence returns what a finding says for a line that starts with its place: without that
// place, as far as the finding is known as data, and without a full stop.
func Sentence(f *report.Finding) string {
	if claim, ok := f.Claim(); ok {
		return sentence.Placeless(claim)
	}
	return strings.TrimSuffix(f.Message, ".")
}

// Statement returns the same with the place.
func Statement(f *report.Finding) string {
	if claim, ok := f.Claim(); ok {
		return sentence.Placed(claim)
	}
	return strings.TrimSuffix(f.Message, ".")
}

// TellsPlace reports whether Statement tells the place of a finding.
func TellsPlace(f *report.Finding) bool {
	claim, ok := f.Claim()
	return ok && sentence.TellsPlace(claim)
}

// Speaks reports whether the sentence of a site, with or without its cause, has a name.
func (s *Site) Speaks(name string, withCause bool) bool {
	claim, ok := s.Claim()
	return ok && (withCause && claim.Cause.Speaks(name) || (withCause || claim.Effect.Kind.PerPlace()) && claim.Effect.Speaks(name))
}

// Caller returns the name of the symbol around the place of a finding, empty where
// the place says it all.
func Caller(f *report.Finding) string {
	if f.Caller == nil || strings.HasPrefix(*f.Caller, "File:") {
		return ""
	}
	return Name(*f.Caller)
}

// Remark says of a broken place what its line alone does not: that a merge breaks it,
// or that the diff does not show it. It is empty where there is nothing to say.
func Remark(f *report.Finding, style Style) string {
	switch {
	case f.Against != nil:
		return "after merging with " + style.Name(*f.Against)
	case f.Class == "break" && !f.InDiff:
		return "outside the diff"
	}
	return ""
}

// Mark is what stands behind a place that a compiler was asked about, empty where none
// was.
func Mark(f *report.Finding) string {
	if f.Verified == nil {
		return ""
	}
	switch *f.Verified {
	case report.Confirmed:
		return "✔ compiler"
	case report.NotConfirmed:
		return "not confirmed by the compiler"
	}
	return ""
}

// VerificationLine tells what compilers said in all, empty where none was asked or
// there was nothing to ask.
func VerificationLine(r *report.Report, style Style) string {
	v := r.Verification
	if v == nil || r.Summary.Breaks == 0 {
		return ""
	}
	line := fmt.Sprintf("Compilers confirm %d of %s", v.Confirmed, Plural(v.Confirmed+v.NotConfirmed+v.NotChecked, "broken place"))
	if len(v.Compilers) > 0 {
		line += " (" + strings.Join(v.Compilers, ", ") + ")"
	}
	if v.NotConfirmed > 0 {
		line += fmt.Sprintf(", not %d", v.NotConfirmed)
	}
	if v.NotChecked > 0 {
		line += fmt.Sprintf("; %d could not be checked", v.NotChecked)
	}
	for _, t := range v.Trouble {
		line += "; " + style.Text(t)
	}
	return line
}

// RelatedOn says on which branch Related is, where that is neither base nor head.
func (g *FindingGroup) RelatedOn(style Style) string {
	if g.Related.Side != "other" || g.Sites[0].Against == nil {
		return ""
	}
	return " on " + style.Name(*g.Sites[0].Against)
}

// MergeLines tells of the branches that head was merged with what no finding tells:
// that one was looked at because the user named it, and what git cannot merge.
func MergeLines(r *report.Report, style Style) []string {
	const shown = 5
	var lines []string
	for _, a := range r.Against {
		if len(a.Conflicts) == 0 && a.Commit == r.Base.Commit {
			continue
		}
		line := fmt.Sprintf("Looked at after merging with %s (%s) too", style.Name(a.Ref), style.Name(a.Commit[:min(len(a.Commit), 7)]))
		if n := len(a.Conflicts); n > 0 {
			var names []string
			for _, p := range a.Conflicts[:min(n, shown)] {
				names = append(names, style.Name(p))
			}
			line += ", except for what git cannot merge: " + strings.Join(names, ", ")
			if n > shown {
				line += fmt.Sprintf(" and %d more", n-shown)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// Relation says what the other place of a finding is.
func Relation(r *report.Related) string {
	if r.Side == "base" {
		return "was at"
	}
	return "see"
}

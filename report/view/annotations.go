package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// An Annotation is a group of findings as a line of a diff, a check run or a CI log shows
// it. Title and Message are plain text that is clean but not escaped.
type Annotation struct {
	Path  string // of head
	Line  int    // 1-based
	Level string // error, warning or notice
	Rule  string
	Title string // the rule and what it is about, a few words
	// Message are one or few lines: what was done, what comes of it, and where.
	Message string
	// Fingerprint names the same group after further pushes.
	Fingerprint string
}

// maxSites is how many places a message lists.
const maxSites = 10

// plain makes what comes from the repository text of one line.
var plain = Style{
	Name: func(s string) string { return report.Clean(report.Clip(s)) },
	Text: func(s string) string { return report.Clean(report.Clip(s)) },
}

// Annotations returns one annotation for each group of findings that can be shown in
// head, the most important first. What is merely worth knowing of a symbol is left out where
// there is worse to tell of it.
func Annotations(r *report.Report) []Annotation {
	var out []Annotation
	groups := RankedGroups(r)
	told := make(map[string]bool)
	for i := range groups {
		g := &groups[i]
		symbol := g.Sites[0].Symbol
		if g.Shown == nil || told[symbol] && Level(g.Sites[0].Finding) == "notice" {
			continue
		}
		told[symbol] = true
		out = append(out, g.annotation(*g.Shown))
	}
	return out
}

// Issues returns one annotation for each group of findings, for programs that list them. One that
// cannot be shown in head has the place where it was found.
func Issues(r *report.Report) []Annotation {
	groups := RankedGroups(r)
	out := make([]Annotation, len(groups))
	for i := range groups {
		g := &groups[i]
		place := report.Location{Path: g.Sites[0].Path, Line: max(g.Sites[0].Line, 1)}
		if g.Shown != nil {
			place = *g.Shown
		}
		out[i] = g.annotation(place)
	}
	return out
}

// annotation returns what a group says at a place.
func (g *FindingGroup) annotation(at report.Location) Annotation {
	title := plain.Name(g.Sites[0].Rule)
	if name := Name(g.Sites[0].Symbol); name != "" {
		title += ": " + plain.Name(name)
	}
	return Annotation{
		Path: at.Path, Line: at.Line, Level: Level(g.Sites[0].Finding), Rule: plain.Name(g.Sites[0].Rule),
		Title: title, Message: strings.Join(g.lines(), "\n"), Fingerprint: g.Fingerprint,
	}
}

// RankedGroups returns the groups of all findings: errors, then warnings, then notices.
func RankedGroups(r *report.Report) []FindingGroup {
	groups := append(GroupFindings(r, "break"), GroupFindings(r, "behaviour")...)
	rank := map[string]int{"error": 0, "warning": 1, "notice": 2}
	slices.SortStableFunc(groups, func(a, b FindingGroup) int {
		return cmp.Compare(rank[Level(a.Sites[0].Finding)], rank[Level(b.Sites[0].Finding)])
	})
	return groups
}

// Level returns how a finding is annotated: error, warning or notice.
func Level(f *report.Finding) string {
	switch {
	case f.Class == "break":
		return "error"
	case isWarning(*f):
		return "warning"
	}
	return "notice"
}

// lines returns what an annotation says of a group.
func (g *FindingGroup) lines() []string {
	var lines []string
	if len(g.Sites) == 1 {
		lines = append(lines, g.alone())
	} else {
		said := plain.Text(g.Cause)
		if g.Effect != "" {
			said += "; " + plain.Text(g.Effect)
		}
		shared := g.SharedAside(plain)
		lines = append(lines, said, g.CountPlaces(len(g.Sites))+shared+":")
		shown := g.Sites[:min(len(g.Sites), maxSites)]
		for _, s := range shown {
			row := "- " + s.row()
			if shared == "" {
				row += s.Aside(plain)
			}
			lines = append(lines, row)
		}
		if rest := g.Sites[len(shown):]; len(rest) > 0 {
			lines = append(lines, fmt.Sprintf("- and %d more: %s", len(rest), Where(SitePaths(rest), plain)))
		}
	}
	if r := g.Related; r != nil && (g.Shown == nil || r.Path != g.Shown.Path || r.Line != g.Shown.Line) {
		lines = append(lines, fmt.Sprintf("%s %s:%d%s", Relation(r), plain.Name(r.Path), r.Line, g.RelatedOn(plain)))
	}
	for _, f := range g.Facts {
		lines = append(lines, plain.Text(f.Clause))
	}
	return lines
}

// alone returns the sentence of a single finding, with its place unless it is shown there.
func (g *FindingGroup) alone() string {
	s := g.Sites[0]
	line := plain.Text(Statement(s.Finding))
	if !TellsPlace(s.Finding) && !s.Here {
		line += fmt.Sprintf(": %s:%d", plain.Name(s.Path), s.Line)
	}
	return line + s.Aside(plain)
}

// row tells one of several places.
func (s *Site) row() string {
	row := fmt.Sprintf("%s:%d", plain.Name(s.Path), s.Line)
	if caller := Caller(s.Finding); caller != "" {
		row += " in " + plain.Name(caller)
	}
	if s.Sentence != "" {
		row += ": " + plain.Text(s.Sentence)
	}
	return row
}

// CountPlaces says how many places n are: "3 broken places".
func (g *FindingGroup) CountPlaces(n int) string {
	if g.Sites[0].Class == "break" {
		return Plural(n, "broken place")
	}
	return Plural(n, "place")
}

// SharedAside returns the aside of several places that all have the same one.
func (g *FindingGroup) SharedAside(style Style) string {
	aside := g.Sites[0].Aside(style)
	if len(g.Sites) == 1 || slices.ContainsFunc(g.Sites, func(s Site) bool { return s.Aside(style) != aside }) {
		return ""
	}
	return aside
}

// Aside is what stands behind a place, with a space before it: what its line alone does
// not say and what a compiler says of it, empty where there is nothing to say.
func (s *Site) Aside(style Style) string {
	var asides []string
	for _, a := range []string{Remark(s.Finding, style), Mark(s.Finding)} {
		if a != "" {
			asides = append(asides, a)
		}
	}
	if len(asides) == 0 {
		return ""
	}
	return " (" + strings.Join(asides, ", ") + ")"
}

// shownIn returns the changed symbols that the diff shows in head by their IDs, those in
// base too.
func shownIn(r *report.Report) map[string]*report.ChangedSymbol {
	shown := make(map[string]*report.ChangedSymbol, len(r.ChangedSymbols))
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if c.Diff == nil {
			continue
		}
		shown[c.ID] = c
		if c.Old != nil && shown[c.Old.ID] == nil {
			shown[c.Old.ID] = c
		}
	}
	return shown
}

// show finds the line of head at which a reader of the diff meets the group: its first
// place if all of them are in the diff, else the changed symbol that is the cause, else
// the first place in head. A forge shows nothing outside of a diff, or shows it where
// nobody looks.
func (g *FindingGroup) show(changed map[string]*report.ChangedSymbol) {
	var first *report.Location
	outside := false
	for _, s := range g.Sites {
		outside = outside || !s.InDiff || s.Side != "head"
		if s.Side == "head" && first == nil {
			first = &report.Location{Path: s.Path, Line: max(s.Line, 1)}
		}
	}
	g.Shown = first
	var cause *report.ChangedSymbol
	if outside || first == nil {
		cause = g.cause(changed)
	}
	if cause != nil {
		g.Shown = cause.Diff
	}
	for i := range g.Sites {
		s := &g.Sites[i]
		s.Here = g.Shown != nil && s.Path == g.Shown.Path && s.Line == g.Shown.Line ||
			cause != nil && s.Path == cause.Path && s.Line == cause.Line && s.Side == cause.Side
	}
}

// cause returns the changed symbol that made the finding, nil if it is not shown.
func (g *FindingGroup) cause(changed map[string]*report.ChangedSymbol) *report.ChangedSymbol {
	f := g.Sites[0].Finding
	ids := []string{f.Symbol}
	if f.Related != nil {
		ids = []string{f.Related.Symbol, f.Symbol}
	}
	if f.Caller != nil {
		ids = append(ids, *f.Caller)
	}
	for _, id := range ids {
		if c := changed[id]; c != nil {
			return c
		}
	}
	return nil
}

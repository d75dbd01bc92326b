package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// A FindingGroup is what one symbol breaks, or makes behave differently, in one way.
type FindingGroup struct {
	Sites []Site
	// Cause is the clause that the sentences of several sites begin with, such as
	// "`Charge` gained the parameter `amount`"; empty for a single site.
	Cause string
	// Effect is what comes of it at each of several sites, where that is the same for all,
	// such as "the call passes 1 argument"; else the sites say it.
	Effect string
	// Facts are the pieces of evidence that all sites share and that nothing else here
	// says, one clause each.
	Facts   []string
	Related *Related // the other place, nil where there is none that all sites share
	// Fingerprint names the group after further pushes, whatever places it has: 16 hex digits.
	Fingerprint string
	// Shown is the line of head at which a reader of the diff meets the group, nil for none.
	Shown *Location
}

// A Site is one finding of a group with its sentence, without place, full stop and
// what Cause says; empty for nothing else.
type Site struct {
	*Finding
	Sentence string
	// Here: the place is what the group's Shown stands for, the line itself or the
	// declaration of the changed symbol.
	Here bool
}

// GroupFindings returns the findings of one class, those of one symbol and cause
// together, in the order of their first ones.
func GroupFindings(r *Report, class string) []FindingGroup {
	at := make(map[[3]string]int)
	var groups []FindingGroup
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Class != class {
			continue
		}
		sentence := Sentence(f)
		cause, _ := split(sentence)
		key := [3]string{f.Rule, f.Symbol, cause}
		if _, ok := at[key]; !ok {
			at[key] = len(groups)
			sum := sha256.Sum256([]byte(strings.Join(append([]string{class}, key[:]...), "\x00")))
			groups = append(groups, FindingGroup{Fingerprint: hex.EncodeToString(sum[:8])})
		}
		g := &groups[at[key]]
		g.Sites = append(g.Sites, Site{Finding: f, Sentence: sentence})
	}
	shown := shownIn(r)
	for i := range groups {
		groups[i].finish()
		groups[i].show(shown)
	}
	return groups
}

// finish takes out of the sites what they share.
func (g *FindingGroup) finish() {
	first := g.Sites[0]
	if r := first.Related; r != nil && r.Path != "" && (r.Path != first.Path || r.Line != first.Line) {
		g.Related = r
	}
	g.Facts = g.facts()
	for _, s := range g.Sites[1:] {
		if g.Related != nil && (s.Related == nil || *s.Related != *g.Related) {
			g.Related = nil
		}
	}
	if len(g.Sites) > 1 {
		for i := range g.Sites {
			g.Cause, g.Sites[i].Sentence = split(g.Sites[i].Sentence)
		}
		effect := first.Sentence
		if _, effect = split(effect); !slices.ContainsFunc(g.Sites, func(s Site) bool { return s.Sentence != effect }) {
			g.Effect = effect
			for i := range g.Sites {
				g.Sites[i].Sentence = ""
			}
		}
	}
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

func (g *FindingGroup) facts() []string {
	first := g.Sites[0]
	var facts []string
	for _, e := range first.Evidence {
		clause := strings.TrimSuffix(e, ".")
		shared := !slices.ContainsFunc(g.Sites, func(s Site) bool { return !slices.Contains(s.Evidence, e) })
		said := strings.Contains(first.Sentence, clause) ||
			g.Related != nil && strings.Contains(e, fmt.Sprintf("%s:%d", g.Related.Path, g.Related.Line))
		if shared && !said && len(facts) < maxFacts {
			facts = append(facts, clause)
		}
	}
	return facts
}

// split cuts a sentence into what was done and what comes of it. A sentence that does
// not say both is all cause.
func split(sentence string) (cause, effect string) {
	for _, joint := range []string{", but ", " but "} {
		if cause, effect, ok := strings.Cut(sentence, joint); ok {
			return cause, effect
		}
	}
	return sentence, ""
}

// Sentence returns the message of a finding for a line that starts with its place:
// without that place and without a full stop.
func Sentence(f *Finding) string {
	message := strings.TrimSuffix(f.Message, ".")
	place := fmt.Sprintf(" at %s:%d", f.Path, f.Line)
	before, after, ok := strings.Cut(message, place)
	if !ok || after != "" && '0' <= after[0] && after[0] <= '9' { // a longer number
		return message
	}
	return before + after
}

// Caller returns the name of the symbol around the place of a finding, empty where
// the place says it all.
func Caller(f *Finding) string {
	if f.Caller == nil || strings.HasPrefix(*f.Caller, "File:") {
		return ""
	}
	return Name(*f.Caller)
}

// Remark says of a broken place what its line alone does not: that a merge breaks it,
// or that the diff does not show it. It is empty where there is nothing to say.
func Remark(f *Finding, style Style) string {
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
func Mark(f *Finding) string {
	if f.Verified == nil {
		return ""
	}
	switch *f.Verified {
	case Confirmed:
		return "✔ compiler"
	case NotConfirmed:
		return "not confirmed by the compiler"
	}
	return ""
}

// VerificationLine tells what compilers said in all, empty where none was asked or
// there was nothing to ask.
func VerificationLine(r *Report, style Style) string {
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
func MergeLines(r *Report, style Style) []string {
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
func Relation(r *Related) string {
	if r.Side == "base" {
		return "was at"
	}
	return "see"
}

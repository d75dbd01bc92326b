package sarif

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// maxPlaces is how many places a message lists.
const maxPlaces = 10

// newResult returns the result of a group with at most that many locations, and how many
// places are left out for that.
func newResult(g *view.FindingGroup, rules []rule, locations int) (result, int) {
	first := g.Sites[0]
	out := result{
		RuleID: plain(first.Rule), RuleIndex: ruleIndex(rules, first.Rule), Level: level(view.Level(first.Finding)),
		PartialFingerprints: map[string]string{fingerprintKey: g.Fingerprint},
	}
	primary := report.Location{Path: first.Path, Line: first.Line} // of base, or of another branch
	if g.Shown != nil {
		primary = *g.Shown
	}
	out.Locations = []location{at(primary.Path, primary.Line)}
	related, places := relatedLocations(g, primary)
	out.Message.Text = messageText(g, places)
	left := max(0, len(related)-(locations-1))
	out.RelatedLocations = related[:len(related)-left]
	return out, left
}

// relatedLocations returns the places of a group beside the primary one, what fails with
// them and the other place, as far as head has them; and what the message says of the
// first places.
func relatedLocations(g *view.FindingGroup, primary report.Location) (related []location, places []string) {
	add := func(path string, line int, said string) (id int) {
		l := at(path, line)
		l.ID = len(related) + 1
		l.Message = &message{Text: said}
		related = append(related, l)
		return l.ID
	}
	shared := g.SharedAside(style)
	for i := range g.Sites {
		s := &g.Sites[i]
		if s.Here {
			continue
		}
		name := place(s.Path, s.Line)
		if caller := view.Caller(s.Finding); caller != "" {
			name += " in " + caller
		}
		told := text(name)
		if s.Side == "head" {
			told = link(name, add(s.Path, s.Line, sentence(g, s)))
		}
		if shared == "" {
			told += s.Aside(style)
		}
		if len(places) < maxPlaces {
			places = append(places, told)
		}
	}
	for i := range g.Sites {
		for _, u := range g.Sites[i].Also {
			add(u.Path, u.Line, "Fails with it.")
		}
	}
	if r := g.Related; r != nil && r.Side == "head" && (r.Path != primary.Path || r.Line != primary.Line) {
		add(r.Path, r.Line, text(view.Name(r.Symbol))+".")
	}
	return related, places
}

// sentence says what comes of it at a place.
func sentence(g *view.FindingGroup, s *view.Site) string {
	for _, said := range []string{s.Sentence, g.Effect, g.Cause} {
		if said != "" {
			return text(said) + s.Aside(style) + "."
		}
	}
	return ""
}

// messageText says what was done and what comes of it, and then at which places: where
// there is little room, GitHub shows the first sentence.
func messageText(g *view.FindingGroup, places []string) string {
	said, shown := text(g.Cause), strings.Join(places, ", ")
	switch {
	case len(g.Sites) == 1 && shown != "":
		said = text(g.Sites[0].Sentence) + ": " + shown
	case len(g.Sites) == 1:
		said = text(g.Sites[0].Sentence) + g.Sites[0].Aside(style)
	case g.Effect != "":
		said += "; " + text(g.Effect)
	}
	sentences := []string{said}
	if len(g.Sites) > 1 && shown != "" {
		total := 0
		for _, s := range g.Sites {
			if !s.Here {
				total++
			}
		}
		if more := total - len(places); more > 0 {
			shown += fmt.Sprintf(" and %d more", more)
		}
		sentences = append(sentences, g.CountPlaces(total)+g.SharedAside(style)+": "+shown)
	}
	for _, f := range g.Facts {
		sentences = append(sentences, text(f.Clause))
	}
	return strings.Join(sentences, ". ") + "."
}

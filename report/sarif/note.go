package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A note says what a change does, where no break is known: a behaviour, or a fact outside of code.
type note struct {
	kind, text string
	at         report.Location
	claim      []string // what the fingerprint is made of; it has no line
}

// newNotes returns the results of behaviours and then those of facts outside of code, the weightiest
// of each first. None stands at a line that has a finding: the finding says more.
func newNotes(r *report.Report, found []result, rules []rule) []result {
	taken := make(map[report.Location]bool)
	for i := range found {
		for _, l := range append(found[i].Locations[:1:1], found[i].RelatedLocations...) {
			if p := l.PhysicalLocation; p.Region != nil {
				taken[report.Location{Path: p.ArtifactLocation.URI, Line: p.Region.StartLine}] = true
			}
		}
	}
	var out []result
	seen := make(map[string]int)
	for _, n := range append(behaviourNotes(r), factNotes(r)...) {
		if taken[report.Location{Path: uri(n.at.Path), Line: n.at.Line}] {
			continue
		}
		claim := strings.Join(append([]string{"note", n.kind}, n.claim...), "\x00")
		seen[claim]++
		out = append(out, n.result(claim+"\x00"+strconv.Itoa(seen[claim]), rules))
	}
	return out
}

// result returns the result of a note whose claim is unique in the run.
func (n *note) result(claim string, rules []rule) result {
	sum := sha256.Sum256([]byte(claim))
	return result{
		RuleID: plain(n.kind), RuleIndex: ruleIndex(rules, n.kind), Level: "note", Message: message{Text: n.text}, Locations: []location{at(n.at.Path, n.at.Line)},
		PartialFingerprints: map[string]string{fingerprintKey: hex.EncodeToString(sum[:8])},
	}
}

// behaviourNotes returns the notes of what functions do differently.
func behaviourNotes(r *report.Report) []note {
	var out []note
	for _, b := range view.WeightyBehaviours(r) {
		at := report.Location{Path: b.Path, Line: b.Line}
		if b.Side != "head" {
			at = shownAt(r, b)
		}
		out = append(out, note{kind: b.Kind, text: view.BehaviourSentence(b, style) + ".", at: at, claim: []string{b.Path, b.Symbol, b.From, b.To}})
	}
	return out
}

// shownAt returns the line of the diff for the function that lost what a behaviour is about, or its
// file without a line where that function is not among the changed symbols.
func shownAt(r *report.Report, b *report.Behaviour) report.Location {
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; c.Path == b.Path && b.Symbol != "" && (c.Name == b.Symbol || strings.HasSuffix(c.Name, "."+b.Symbol) || strings.HasSuffix(b.Symbol, "."+c.Name)) && c.Diff != nil {
			return *c.Diff
		}
	}
	return report.Location{Path: b.Path}
}

// factNotes returns the notes of facts outside of code.
func factNotes(r *report.Report) []note {
	var out []note
	for _, f := range view.WeightyFacts(r) {
		said := text(f.What)
		if used := view.UsedClause(f, text, func(path string, line int) string { return text(place(path, line)) }); used != "" {
			said += "; " + used
		}
		at := report.Location{Path: f.Path, Line: f.Line}
		if f.Side != "head" {
			at.Line = 0
		}
		out = append(out, note{kind: f.Kind, text: said + ".", at: at, claim: []string{f.Path, f.Scope, f.Field, f.Name, f.Change, f.From, f.To}})
	}
	return out
}

// kindRules describes the kinds of behaviours and of facts outside of code.
func kindRules() []rule {
	var out []rule
	for _, k := range view.Kinds() {
		said := strings.ToUpper(k.Meaning[:1]) + k.Meaning[1:] + "."
		help := "`nexus-ci explain " + k.Word + "` says which level it has and why; `risk.kinds` in the configuration sets another."
		out = append(out, rule{
			ID: k.Word, Name: pascal(k.Word), ShortDescription: message{Text: said}, FullDescription: message{Text: said},
			HelpURI:              information + "/blob/main/docs/configuration.md",
			Help:                 message{Text: said + "\n\n" + strings.ReplaceAll(help, "`", ""), Markdown: "**" + said + "**\n\n" + help},
			DefaultConfiguration: configuration{"note"},
			Properties:           ruleProperties{Tags: []string{"change"}, Precision: "high", ProblemSeverity: "recommendation"},
		})
	}
	return out
}

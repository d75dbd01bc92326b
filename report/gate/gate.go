// Package gate says what fails a check.
//
// In: the words of --fail-on or check.fail_on, and a report. Out: a Failure where the
// report reaches the gate, nil where it passes.
//
// Invariants: a gate of the word none passes every report; what could not be analysed
// counts as a level that the caller names, never as harmless.
package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	// None is the level, and the gate, that nothing reaches.
	None = "none"
	// Break is the word of a gate for whatever breaks, however large the change is.
	Break = "break"
)

// Levels returns the words of the scale, lowest first.
func Levels() []string { return []string{None, "low", "medium", "high", "critical"} }

// A Gate says what fails a check. The zero Gate is not valid; Parse makes one.
type Gate struct {
	text   string
	level  string   // lowest level that fails
	broken bool     // any finding of class break fails
	rules  []string // findings that fail whatever the level
}

// Parse reads a list with commas: at most one level, Break, and any rules.
func Parse(text string) (Gate, error) {
	g := Gate{text: text, level: None}
	levels := Levels()
	named := false
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		switch {
		case slices.Contains(levels, word) && named:
			return g, fmt.Errorf("%s: more than one level", word)
		case slices.Contains(levels, word):
			g.level, named = word, true
		case word == Break:
			g.broken = true
		case isRule(word, ""):
			g.rules = append(g.rules, word)
		default:
			return g, fmt.Errorf("want one of %s, %s, or rules that explain lists, with commas between", strings.Join(levels, ", "), Break)
		}
	}
	return g, nil
}

// isRule reports whether there is a rule of a name, of a class unless that is empty.
func isRule(name, class string) bool {
	return slices.ContainsFunc(view.Rules(), func(r view.Rule) bool {
		return r.Name == name && (class == "" || r.Class == class)
	})
}

// Open reports whether the gate passes every report.
func (g Gate) Open() bool { return g.level == None && !g.broken && len(g.rules) == 0 }

// A Failure says what of a report reaches a gate.
type Failure struct {
	Level, Gate string
	Rule        string // that of a finding, where the gate names it
	Incomplete  bool   // Level counts what could not be analysed
}

func (e *Failure) Error() string {
	if e.Incomplete {
		return fmt.Sprintf("a part of the change could not be analysed, which counts as %s and reaches --fail-on %s", e.Level, e.Gate)
	}
	if e.Rule != "" {
		return fmt.Sprintf("%s was found, and --fail-on is %s", e.Rule, e.Gate)
	}
	return fmt.Sprintf("risk %s reaches --fail-on %s", e.Level, e.Gate)
}

// Check returns a *Failure when r reaches the gate. A report that is incomplete counts as
// unknownAs at least, which is one of Levels.
func (g Gate) Check(r *report.Report, unknownAs string) error {
	for i := range r.Findings {
		if f := &r.Findings[i]; slices.Contains(g.rules, f.Rule) || g.broken && f.Class == "break" {
			return &Failure{Rule: f.Rule, Gate: g.text}
		}
	}
	if g.level == None {
		return nil
	}
	levels := Levels()
	least := slices.Index(levels, g.level)
	if slices.Index(levels, r.Risk.Level) >= least {
		return &Failure{Level: strings.ToUpper(r.Risk.Level), Gate: g.text}
	}
	if r.Risk.Incomplete && slices.Index(levels, unknownAs) >= least {
		return &Failure{Level: unknownAs, Gate: g.text, Incomplete: true}
	}
	return nil
}

// Uncertain reports whether that r passes says less than the gate asks: it fails on breaks,
// and not all of the change was checked for them.
func (g Gate) Uncertain(r *report.Report) bool {
	return !report.Judgeable(r) && (g.broken || slices.ContainsFunc(g.rules, func(name string) bool { return isRule(name, "break") }))
}

// Package gate decides whether a check fails.
//
// In: the value of --fail-on or check.fail_on, and a report. Out: a Failure if the report reaches
// the gate, nil if it passes.
//
// Invariants: the gate none passes every report; an incomplete report counts as a level that the
// caller chooses, never as harmless.
package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	// None is the lowest level, and the gate that passes every report.
	None = "none"
	// Break is the gate that fails on any break, whatever the level is.
	Break = "break"
)

// Levels returns the levels, lowest first.
func Levels() []string { return []string{None, "low", "medium", "high", "critical"} }

// A Gate says which reports fail. The zero Gate is not valid; Parse makes one.
type Gate struct {
	text   string
	level  string   // lowest level that fails
	broken bool     // any finding of class break fails
	rules  []string // rules whose findings fail at any level
}

// Parse parses a comma-separated list of at most one level, Break, and any rules.
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
		case word == "error", word == "warning":
			return g, fmt.Errorf("%s: did you mean %s?", word, map[string]string{"error": Break, "warning": "medium"}[word])
		default:
			return g, fmt.Errorf("want one of %s, %s, or rules that explain lists, with commas between", strings.Join(levels, ", "), Break)
		}
	}
	return g, nil
}

// isRule reports whether a rule with this name exists; class restricts it to a class unless empty.
func isRule(name, class string) bool {
	return slices.ContainsFunc(view.Rules(), func(r view.Rule) bool {
		return r.Name == name && (class == "" || r.Class == class)
	})
}

// Open reports whether the gate passes every report.
func (g Gate) Open() bool { return g.level == None && !g.broken && len(g.rules) == 0 }

// A Failure says why a report reaches a gate.
type Failure struct {
	Level, Gate string
	Rule        string // rule of the finding, if the gate names it
	Incomplete  bool   // Level is the one for incomplete reports
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

// Check returns a *Failure when r reaches the gate. An incomplete report counts as at least
// unknownAs, which is one of Levels.
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

// Uncertain reports whether a passed gate proves less than it should: it fails on breaks, and part
// of the change was not checked for breaks.
func (g Gate) Uncertain(r *report.Report) bool {
	return !report.Judgeable(r) && (g.broken || slices.ContainsFunc(g.rules, func(name string) bool { return isRule(name, "break") }))
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// A gate says what fails a check.
type gate struct {
	level  string   // lowest level that fails, "none" for none
	broken bool     // any finding of class break fails
	rules  []string // findings that fail whatever the level
}

// breaks is the word of a gate for whatever breaks, however large the change is.
const breaks = "break"

// parseGate reads a list with commas: at most one level, breaks, and any rules.
func parseGate(s string) (gate, error) {
	g := gate{level: "none"}
	named := false
	for word := range strings.SplitSeq(s, ",") {
		word = strings.TrimSpace(word)
		switch {
		case slices.Contains(levels, word) && named:
			return g, fmt.Errorf("%s: more than one level", word)
		case slices.Contains(levels, word):
			g.level, named = word, true
		case word == breaks:
			g.broken = true
		case isRule(word):
			g.rules = append(g.rules, word)
		default:
			return g, fmt.Errorf("want one of %s, %s, or rules that explain lists, with commas between", strings.Join(levels, ", "), breaks)
		}
	}
	return g, nil
}

func isRule(name string) bool {
	return slices.ContainsFunc(report.Rules(), func(r report.Rule) bool { return r.Name == name })
}

func failOnUsage() string {
	return "exit with 1 if the risk reaches `level`: " + strings.Join(levels[1:], ", ") + "; none: never; break: if something\nbreaks; or if a rule, given by name, has a finding; several with commas between, as in high,lost-test"
}

// threshold returns an error when r reaches what fails the check.
func threshold(r *report.Report, conf *config) error {
	g, err := parseGate(conf.failOn)
	if err != nil {
		return usagef("check.fail_on: %w", err)
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; slices.Contains(g.rules, f.Rule) || g.broken && f.Class == "break" {
			return &thresholdError{rule: f.Rule, failOn: conf.failOn}
		}
	}
	if g.level == "none" {
		return nil
	}
	least := slices.Index(levels, g.level)
	if slices.Index(levels, r.Risk.Level) >= least {
		return &thresholdError{level: strings.ToUpper(r.Risk.Level), failOn: conf.failOn}
	}
	if r.Risk.Incomplete && slices.Index(levels, conf.unknownAs) >= least {
		return &thresholdError{level: conf.unknownAs, failOn: conf.failOn, incomplete: true}
	}
	return nil
}

// warnOfGate says where a check passes that fails on breaks though not all of the change was
// checked for them.
func (p *program) warnOfGate(r *report.Report, conf *config, verdict error) {
	g, err := parseGate(conf.failOn)
	if err != nil || verdict != nil || report.Judgeable(r) || !g.broken && !slices.ContainsFunc(g.rules, isBreak) {
		return
	}
	plain := report.Style{Name: report.Clean, Text: report.Clean}
	fmt.Fprintf(p.err, "nexus-ci: warning: --fail-on %s passes, but not all was checked. %s\n", report.Clean(conf.failOn), report.Unchecked(r, plain))
}

// isBreak reports whether a rule finds breaks.
func isBreak(name string) bool {
	return slices.ContainsFunc(report.Rules(), func(r report.Rule) bool { return r.Name == name && r.Class == "break" })
}

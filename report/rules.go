package report

import "github.com/nexus-ci/nexus-ci/analyze/finding"

// A Rule describes one kind of finding.
type Rule struct {
	Name     string // the value of Finding.Rule
	Class    string // the usual one: break or behaviour
	Severity string // the usual one: error, warning or info
	Summary  string // one sentence: what it claims
	Doc      string // how it is decided and when it keeps silent
}

// Rules returns all kinds of findings, sorted by name.
func Rules() []Rule {
	rules := finding.Rules()
	out := make([]Rule, len(rules))
	for i, r := range rules {
		out[i] = Rule{Name: r.Name, Class: string(r.Class), Severity: string(r.Severity), Summary: r.Summary, Doc: r.Doc}
	}
	return out
}

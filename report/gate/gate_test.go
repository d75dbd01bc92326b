package gate_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/gate"
)

func TestCheck(t *testing.T) {
	broken := report.Finding{Rule: "stale-call", Class: "break"}
	for _, tc := range []struct {
		gate, level string
		incomplete  bool
		findings    []report.Finding
		want        string
	}{
		{gate: "none", level: "critical", incomplete: true, findings: []report.Finding{broken}},
		{gate: "high", level: "medium"},
		{gate: "high", level: "high", want: "risk HIGH reaches --fail-on high"},
		{gate: "high", level: "critical", want: "risk CRITICAL reaches --fail-on high"},
		{gate: "medium", level: "low", incomplete: true, want: "a part of the change could not be analysed, which counts as medium and reaches --fail-on medium"},
		{gate: "high", level: "low", incomplete: true},
		{gate: "break", level: "none"},
		{gate: "break", level: "none", findings: []report.Finding{broken}, want: "stale-call was found, and --fail-on is break"},
		{gate: "lost-test, high", level: "none", findings: []report.Finding{broken}},
		{gate: "stale-call", level: "none", findings: []report.Finding{broken}, want: "stale-call was found, and --fail-on is stale-call"},
	} {
		g, err := gate.Parse(tc.gate)
		if err != nil {
			t.Fatal(err)
		}
		r := &report.Report{Findings: tc.findings, Risk: report.Risk{Level: tc.level, Incomplete: tc.incomplete}}
		got := ""
		if err := g.Check(r, "medium"); err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%s of %s: %q, want %q", tc.gate, tc.level, got, tc.want)
		}
		if g.Open() != (tc.gate == "none") {
			t.Errorf("%s: open %v", tc.gate, g.Open())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", "high,low", "highest", "high,,break", "stale-call;high"} {
		if _, err := gate.Parse(text); err == nil {
			t.Errorf("%q is no error", text)
		}
	}
}

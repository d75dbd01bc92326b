package report

import "github.com/nexus-ci/nexus-ci/analyze/suppress"

// A Suppressed is a finding that is left out of everything else in the report.
type Suppressed struct {
	Rule     string `json:"rule"`
	Class    string `json:"class"`
	Severity string `json:"severity"`
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Side     string `json:"side"`
	// Fingerprint is that of the finding.
	Fingerprint string `json:"fingerprint"`
	// By says who decided: baseline, configuration or comment.
	By     string `json:"by"`
	Reason string `json:"reason"` // empty for a baseline
	// Added says that the change itself adds the comment.
	Added bool `json:"added"`
}

func buildSuppressed(entries []suppress.Entry) []Suppressed {
	var out []Suppressed
	for i := range entries {
		e := &entries[i]
		f := &e.Finding
		out = append(out, Suppressed{
			Rule: f.Rule, Class: string(f.Class), Severity: string(f.Severity), Path: f.Path, Line: f.Line, Side: string(f.Side),
			Fingerprint: f.Fingerprint, By: string(e.By), Reason: ClipTo(e.Reason, maxReason), Added: e.Added,
		})
	}
	return out
}

// maxReason is how much of a reason a report holds, in characters.
const maxReason = 200

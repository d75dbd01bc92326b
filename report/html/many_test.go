package html

import (
	"fmt"
	"strings"
	"testing"

	claim "github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// many is a report with n findings, four of each symbol.
func many(n int) *report.Report {
	r := reporttest.Reports()["signature"]
	first := r.Findings[1]
	r.Findings = make([]report.Finding, n)
	for i := range r.Findings {
		f := &r.Findings[i]
		*f = first
		name := fmt.Sprintf("function%05d", i/4)
		f.Symbol = "Function:src/x.ts:" + name
		f.Cause = &report.Cause{Kind: claim.Signature, Symbol: claim.Ref{ID: f.Symbol, Name: name, Type: "Function"}, Differences: first.Cause.Differences}
		f.Path, f.Line = fmt.Sprintf("src/some/directory/file%04d.ts", i/10), i%300+1
		f.Fingerprint = fmt.Sprintf("%016x", i)
		f.Word()
	}
	r.Summary = report.Count(r, r.Summary.ChangedFiles)
	return r
}

// A page grows with the findings and not faster, has the code of a fixed number of places, and a
// browser has to lay out a fixed number of findings before a reader opens more.
func TestManyFindings(t *testing.T) {
	size := make(map[int]int)
	for _, n := range []int{2000, 20000} {
		page := string(Render(many(n), options("f()")))
		size[n] = len(page)
		if got := strings.Count(page, `class="line hit"`); got > withCode {
			t.Errorf("%d findings: the code of %d places", n, got)
		}
		open, _, _ := strings.Cut(page, "<summary>Findings")
		if got := strings.Count(open, "<article"); got != openGroups {
			t.Errorf("%d findings: %d groups are open", n, got)
		}
		if got := strings.Count(page, "<article"); got != n/4 {
			t.Errorf("%d findings: %d groups", n, got)
		}
	}
	if each := (size[20000] - size[2000]) / 18000; each > 700 {
		t.Errorf("a finding takes %d bytes", each)
	}
}

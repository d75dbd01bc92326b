package view

import (
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/report"
)

// GroupFindingsIn groups with other sentences: say says everything.
func GroupFindingsIn(r *report.Report, class string, say func(finding.Claim) string) []FindingGroup {
	return groupFindings(r, class, wording{say, say, say, func(f finding.Fact, c finding.Claim) string { return say(c) }})
}

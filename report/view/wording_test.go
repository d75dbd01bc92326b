package view_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Which findings stand together, and under which fingerprint, does not depend on any word.
func TestWordsDoNotGroup(t *testing.T) {
	grouped := func(groups []view.FindingGroup) string {
		var b strings.Builder
		for _, g := range groups {
			fmt.Fprintf(&b, "%s effect=%v related=%v facts=%d:", g.Fingerprint, g.Effect != "", g.Related, len(g.Facts))
			for _, s := range g.Sites {
				fmt.Fprintf(&b, " %s %s:%d %v", s.Fingerprint, s.Path, s.Line, s.Sentence != "")
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	several := false
	for name, r := range reporttest.Reports() {
		for _, class := range []string{"break", "behaviour"} {
			want := grouped(view.GroupFindings(r, class))
			several = several || strings.Count(want, ":") > strings.Count(want, "\n")
			for i := range r.Findings {
				if f := &r.Findings[i]; f.Cause != nil {
					f.Message, f.Evidence = "Everything is said in another way.", []string{"another fact"}
				}
			}
			other := view.GroupFindingsIn(r, class, func(c finding.Claim) string { return "other words" })
			if diff := cmp.Diff(want, grouped(other)); diff != "" {
				t.Errorf("%s, %s (-english +other words):\n%s", name, class, diff)
			}
		}
	}
	if !several {
		t.Error("no group has several places")
	}
}

// A report that an older version wrote has sentences alone.
func TestReportOfThePreviousForm(t *testing.T) {
	data, err := os.ReadFile("testdata/previous.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := report.Decode(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	want := "users.ts:2: error: removed-still-referenced: find\n" +
		"\t`find` was removed but is still called at login.ts:5: login.ts:5 (outside the diff)\n\twas at users.ts:3\n" +
		"\tdefined at users.ts:3 in base\n\t`login` used it in base too\n\t`users.ts` has no `find` in head\n"
	if diff := cmp.Diff(want, listed(view.Annotations(r))); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
	if got, want := view.Headline(r, view.Style{Name: strings.ToLower, Text: strings.ToLower}), "find changed but is still used at 1 place, outside the diff"; got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
}

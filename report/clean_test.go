package report_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

func TestClean(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"a plain `name`, with Ünïcode 世 🙂", "a plain `name`, with Ünïcode 世 🙂"},
		{"two\nlines\r", `two\x0alines\x0d`},
		{"\x1b[31mred", `\x1b[31mred`},
		{"bidi \u202egnp", `bidi \u202egnp`},
		{"tag \U000e0041", `tag \U000e0041`},
		{"\xff and \ufffd", `\xff and ` + "\ufffd"},
		{"##[error]x", `\x23#[error]x`},
		{"a ##vso[task.x]y, ##teamcity[x], ###[x]", `a \x23#vso[task.x]y, \x23#teamcity[x], #\x23#[x]`},
		{"## [x] ##", "## [x] ##"},
		{"no\u00a0break", `no\xa0break`},
	} {
		if got := report.Clean(tc.in); got != tc.want {
			t.Errorf("Clean(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
	if once := report.Clean(reporttest.Nasty); report.Clean(once) != once {
		t.Errorf("cleaned twice: %q", report.Clean(once))
	}
}

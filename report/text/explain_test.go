package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// Every rule is explained with an example, in lines that fit.
func TestExplain(t *testing.T) {
	const width = 72
	for _, r := range view.Rules() {
		got := Explain(r, Options{Width: width})
		for _, want := range []string{r.Name + ": ", "\nIn the JSON report: ", "\nExample: ", "\n  says\n", "\nIt says nothing where\n"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", r.Name, want, got)
			}
		}
		prose, code, _ := strings.Cut(got, "\nExample: ")
		for _, line := range strings.Split(prose, "\n") {
			if uniseg.StringWidth(line) > width {
				t.Errorf("%s: too long: %s", r.Name, line)
			}
		}
		if !strings.Contains(code, "\n    - ") && !strings.Contains(code, "\n    + ") {
			t.Errorf("%s: the example changes nothing:\n%s", r.Name, code)
		}
		for _, line := range strings.Split(got, "\n") {
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: blanks at the end of %q", r.Name, line)
			}
		}
	}
}

func TestDiffLines(t *testing.T) {
	for _, tc := range []struct{ before, after, want string }{
		{"", "", ""},
		{"a\nb\n", "a\nb\n", "  a|  b"},
		{"", "a\n", "+ a"},
		{"a\n", "", "- a"},
		{"a\nb\nc\n", "a\nx\nc\n", "  a|- b|+ x|  c"},
		{"a\nb\n", "b\nc\n", "- a|  b|+ c"},
		{"a\n\tb", "a\n", "  a|-     b"},
	} {
		if diff := cmp.Diff(tc.want, strings.Join(diffLines(tc.before, tc.after), "|")); diff != "" {
			t.Errorf("%q to %q (-want +got):\n%s", tc.before, tc.after, diff)
		}
	}
}

package markdown

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// Where elements are shown as text there are none, and the comment is no longer than before.
func TestFlavour(t *testing.T) {
	reports := reporttest.Reports()
	for i, s := range hostile {
		reports[fmt.Sprintf("hostile-%d", i)] = reporttest.Hostile(s)
	}
	ours := regexp.MustCompile(`^https://git\.example/acme/authapp/(src/[0-9a-f]{40}/[^ ]*|commits/[0-9a-f]{40})$`)
	for name, r := range reports {
		o := Options{RepositoryURL: "https://git.example/acme/authapp", Limit: 20000}
		o.Flavour = Flavour{Commit: "/commits/{commit}", Place: "/src/{commit}/{path}", Line: "#lines-{line}"}
		whole := Render(r, o)
		o.Flavour.NoHTML, o.Flavour.NoComments, o.Flavour.NoDiagrams = true, true, true
		comment := Render(r, o)
		s := parse(comment)
		if len(s.html) > 0 {
			t.Errorf("%s: HTML %q", name, s.html)
		}
		for _, f := range s.fences {
			if f != "diff" {
				t.Errorf("%s: a block of %q", name, f)
			}
		}
		for _, l := range s.links {
			if !ours.MatchString(l) && l != guide {
				t.Errorf("%s: a link to %.200q", name, l)
			}
		}
		checkHeadings(t, name, s.headings)
		if len(comment) > len(whole) {
			t.Errorf("%s: %d bytes became %d", name, len(whole), len(comment))
		}
		if want := ReadState(whole); want.encode() == "" {
			t.Errorf("%s: no state", name)
		} else if diff := cmp.Diff(want, ReadState(comment), cmp.AllowUnexported(State{}, push{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: state (-html +definition):\n%s", name, diff)
		}
		for _, line := range strings.Split(whole+comment, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "/") {
				t.Errorf("%s: GitLab takes this line for a command: %.200q", name, line)
			}
		}
	}
}

// The references of GitLab and Azure DevOps are broken up, what looks like one is not.
func TestReferencesOfOtherForges(t *testing.T) {
	for in, want := range map[string]string{
		"!1":             "&#33;" + guard + "1",
		"&1":             "&#38;" + guard + "1",
		"~bug":           "&#126;" + guard + "bug",
		`%"1.0"`:         "&#37;" + guard + `"1.0"`,
		"[epic:1]":       "&#91;epic&#58;" + guard + "1&#93;",
		"wait! 100% ~ &": "wait&#33; 100% &#126; &#38;",
	} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}

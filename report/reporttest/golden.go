package reporttest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
)

// Golden compares what render makes of some reports, a hostile one among them, with the files in
// testdata that end with ext; update writes these. render has to give the same bytes twice, and
// nothing that a reader does not see.
func Golden(t *testing.T, ext string, update bool, render func(*report.Report) ([]byte, error)) {
	reports := Reports()
	reports["hostile"] = Hostile(Nasty)
	for _, name := range []string{"removed", "body", "docs", "incomplete", "hostile"} {
		r := reports[name]
		if r == nil {
			t.Fatalf("no report %s", name)
		}
		got, err := render(r)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := render(r); err != nil || !bytes.Equal(got, again) {
			t.Errorf("%s: rendered twice it differs: %v", name, err)
		}
		if bad := strings.IndexFunc(string(got), func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }); bad >= 0 || bytes.Contains(got, []byte("##[")) {
			t.Errorf("%s: what a reader does not see at byte %d", name, bad)
		}
		golden := filepath.Join("testdata", name+ext)
		if update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got), run with -update to accept:\n%s", name, diff)
		}
	}
}

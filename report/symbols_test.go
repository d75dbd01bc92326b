package report_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
)

// What a row says of a change is true of any symbol: a constant has no body, and an edit of a
// comment is no formatting.
func TestChangeWords(t *testing.T) {
	c := report.ChangedSymbol{ID: "Function:b.py:_g", Parts: []string{"signature", "body", "doc", "formatting", "names"}}
	if got, want := strings.Join(c.PartWords(), ", "), "signature, code, doc, comments or layout, names of others"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for old, want := range map[string]string{"": "", "Function:a.py:g": "g", "Function:a.py:_g": "", "Function:a.py:_g~1": ""} {
		if c.Old = nil; old != "" {
			c.Old = &report.Place{ID: old}
		}
		if got := c.OldName(); got != want {
			t.Errorf("%s: old name %q, want %q", old, got, want)
		}
	}
}

package answer

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

// A line is a result of one line.
type line string

func (l line) Text(w io.Writer) { _, _ = io.WriteString(w, string(l)+"\n") }

// A drawing is a result that is a graph too.
type drawing struct{ line }

func (drawing) Mermaid(w io.Writer) { _, _ = io.WriteString(w, "graph LR\n") }

func TestWrite(t *testing.T) {
	for _, tc := range []struct {
		result interface{ Text(io.Writer) }
		form   string
		want   string
	}{
		{line("a\n##[error]x\x1b[31m"), "text", "a\n\\x23#[error]x\\x1b[31m\n"},
		{line("a < b"), "json", "\"a < b\"\n"},
		{drawing{"x"}, "mermaid", "graph LR\n"},
	} {
		var out strings.Builder
		if err := Write(&out, tc.result, tc.form); err != nil || out.String() != tc.want {
			t.Errorf("%s: %q, %v, want %q", tc.form, out.String(), err, tc.want)
		}
	}
	err := Write(io.Discard, line("x"), "mermaid")
	if exit.Status(err) != exit.WrongUsage {
		t.Errorf("a line as a graph: %v", err)
	}
	if err := Write(broken{}, line("x"), "text"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("broken output: %v", err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

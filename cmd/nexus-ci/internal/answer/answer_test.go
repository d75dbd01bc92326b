package answer

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
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
		{line("a < b"), "jsonl", `{"type":"answer","answer":"a < b"}` + "\n"},
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

// In jsonl a part is written before the answer is there; a tool without parts only answers.
func TestAsk(t *testing.T) {
	var out strings.Builder
	tool := query.Tool{
		Run: func(context.Context, *engine.Engine, json.RawMessage) (engine.Result, error) { return line("run"), nil },
		Follow: func(_ context.Context, _ *engine.Engine, _ json.RawMessage, each func(any)) (engine.Result, error) {
			each(1)
			if want := `{"type":"part","part":1}` + "\n"; out.String() != want {
				t.Errorf("%q, want %q", out.String(), want)
			}
			return line("followed"), nil
		},
	}
	for form, want := range map[string]string{"jsonl": "followed", "json": "run"} {
		if r, err := Ask(context.Background(), &out, &tool, nil, nil, form); err != nil || r != line(want) {
			t.Errorf("%s: %v, %v", form, r, err)
		}
	}
	if _, err := Ask(context.Background(), broken{}, &tool, nil, nil, "jsonl"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("broken output: %v", err)
	}
	tool.Follow = nil
	if r, err := Ask(context.Background(), io.Discard, &tool, nil, nil, "jsonl"); err != nil || r != line("run") {
		t.Errorf("%v, %v", r, err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Package answer writes the answers of tools.
//
// In: a result and the name of a form. Out: text whose lines no log of a CI job takes for a
// command, JSON, lines of JSON for what is found on the way and the answer, or a graph in the
// language of Mermaid.
package answer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/report"
)

// Forms returns the forms of an answer, the default first; mermaid is for those that are
// a graph.
func Forms() []string { return []string{"text", "json", "jsonl", "mermaid"} }

// An event is one line of the form jsonl.
type event struct {
	Type   string        `json:"type"` // part or answer
	Part   any           `json:"part,omitempty"`
	Answer engine.Result `json:"answer,omitempty"`
}

// Ask runs a tool. In the form jsonl it writes each part of the answer as soon as it is known.
func Ask(ctx context.Context, out io.Writer, t *query.Tool, e *engine.Engine, arguments json.RawMessage, format string) (engine.Result, error) {
	if format != "jsonl" || t.Follow == nil {
		return t.Run(ctx, e, arguments)
	}
	var failed error
	result, err := t.Follow(ctx, e, arguments, func(part any) { failed = cmp.Or(failed, encode(out, event{Type: "part", Part: part}, "")) })
	if err != nil {
		return nil, err
	}
	return result, failed
}

// encode writes a value as JSON with an indent.
func encode(out io.Writer, value any, indent string) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(value); err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	return nil
}

// Write writes a result in a form. An error of usage says that it has no such form.
func Write(out io.Writer, result engine.Result, format string) error {
	var b bytes.Buffer
	switch format {
	case "json":
		if err := encode(&b, result, "  "); err != nil {
			return err
		}
	case "jsonl":
		if err := encode(&b, event{Type: "answer", Answer: result}, ""); err != nil {
			return err
		}
	case "mermaid":
		graph, ok := result.(interface{ Mermaid(io.Writer) })
		if !ok {
			return exit.Usagef("--format mermaid: the answer is no graph; ask explore with --graph")
		}
		graph.Mermaid(&b)
	default:
		result.Text(&b)
		return WriteText(out, b.String())
	}
	_, err := out.Write(b.Bytes())
	return err
}

// WriteText writes lines so that the log of a CI job takes none for a command.
func WriteText(out io.Writer, text string) error {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = report.Clean(lines[i])
	}
	_, err := io.WriteString(out, strings.Join(lines, "\n"))
	return err
}

// Package answer writes the answers of tools.
//
// In: a result and the name of a form. Out: text whose lines no log of a CI job takes for a
// command, JSON, or a graph in the language of Mermaid.
package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/report"
)

// Forms returns the forms of an answer, the default first; mermaid is for those that are
// a graph.
func Forms() []string { return []string{"text", "json", "mermaid"} }

// Write writes a result in a form. An error of usage says that it has no such form.
func Write(out io.Writer, result engine.Result, format string) error {
	var b bytes.Buffer
	switch format {
	case "json":
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(result); err != nil {
			return fmt.Errorf("encode answer: %w", err)
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

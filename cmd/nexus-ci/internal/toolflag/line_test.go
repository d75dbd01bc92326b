package toolflag

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

// asked parses a command line of a tool and returns what is asked, or the error.
func asked(t *testing.T, tool string, form string, words ...string) string {
	t.Helper()
	described, ok := query.Find(tool)
	if !ok {
		t.Fatalf("no tool %s", tool)
	}
	cmd := &cobra.Command{Use: tool, SilenceErrors: true, SilenceUsage: true}
	cmd.SetErr(io.Discard)
	line := NewLine(cmd, described)
	result := ""
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		asked, arguments, answered, err := line.Question(args, form)
		if err != nil {
			return err
		}
		result = asked.Name + " " + string(arguments) + " " + answered
		return nil
	}
	cmd.SetArgs(words)
	if err := cmd.Execute(); err != nil {
		if exit.Status(err) == exit.WrongUsage {
			return "usage: " + err.Error()
		}
		return "error: " + err.Error()
	}
	return result
}

func TestQuestion(t *testing.T) {
	for _, tc := range []struct {
		tool, form, words, want string
	}{
		{"cypher", "json", "MATCH", `cypher {"query":"MATCH"} json`},
		{"cypher", "text", "MATCH --limit 5 --param n=1 --param s=x", `cypher {"limit":5,"params":{"n":1,"s":"x"},"query":"MATCH"} text`},
		{"cypher", "text", "a b", "error: accepts at most 1 arg(s), received 2"},
		{"query", "text", "a b c", `query {"queries":["b","c"],"query":"a"} text`},
		{"query", "prompt", "a", `prompt_context {"query":"a"} text`},
		{"query", "prompt", "a --json-context", `prompt_context {"query":"a"} json`},
		{"query", "prompt", "a --flat", "usage: flat: not with --format prompt"},
		{"query", "text", "a --json-context", "usage: --json-context: needs --format prompt"},
	} {
		if got := asked(t, tc.tool, tc.form, strings.Fields(tc.words)...); got != tc.want {
			t.Errorf("%s --format %s %s: %s, want %s", tc.tool, tc.form, tc.words, got, tc.want)
		}
	}
}

// The prompt form is one of query alone; the example of a tool is a line that asks it.
func TestForms(t *testing.T) {
	for _, tool := range query.Tools() {
		line := NewLine(&cobra.Command{Use: tool.Name}, tool)
		if got := slices.Contains(line.Forms, promptForm); got != (tool.Name == "query") || line.Forms[0] != "text" {
			t.Errorf("%s: forms %v", tool.Name, line.Forms)
		}
		if example := Example(&tool); !strings.HasPrefix(example, tool.Name) {
			t.Errorf("%s: example %q", tool.Name, example)
		}
	}
	if got, want := Example(must(t, "cypher")), "cypher "; !strings.HasPrefix(got, want) || !strings.Contains(got, `"MATCH`) {
		t.Errorf("an example with blanks is quoted: %s", got)
	}
}

func must(t *testing.T, name string) *query.Tool {
	t.Helper()
	tool, ok := query.Find(name)
	if !ok {
		t.Fatalf("no tool %s", name)
	}
	return &tool
}

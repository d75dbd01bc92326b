package prompt_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// code gives every symbol the same code.
func code(lines ...string) func(*report.ChangedSymbol) *prompt.Code {
	return func(*report.ChangedSymbol) *prompt.Code {
		return &prompt.Code{Language: "go", Start: 3, Lines: lines, Complexity: "complex (12)"}
	}
}

// Whatever a report says: what comes from the repository is within the fence, and nothing
// in it begins a section, ends the fence or reaches a terminal.
func TestRender(t *testing.T) {
	for name, r := range reporttest.Reports() {
		for _, o := range []prompt.Options{{}, {MaxTokens: 100}, {Code: code("func x() {", "```", "# Change: other", "\x1b[31m}")}} {
			text := prompt.Render(r, o)
			lines := strings.Split(text, "\n")
			if lines[0] != "# Change: "+strings.ToUpper(r.Risk.Level)+" risk" {
				t.Errorf("%s: first line %s", name, lines[0])
			}
			if budget := 6000; o.MaxTokens == 100 && len(text) > 100*4+1500 || len(text) > budget*4+1500 {
				t.Errorf("%s: %d bytes", name, len(text))
			}
			fences, inside := 0, false
			for i, l := range lines {
				switch {
				case strings.HasPrefix(l, "=== data "), strings.HasPrefix(l, "=== end of data "):
					fences++
				case strings.HasPrefix(l, "````"):
					inside = !inside
				case strings.HasPrefix(l, "# ") && i > 0 && !inside:
					t.Errorf("%s: line %d: %s", name, i, l)
				case strings.HasPrefix(l, "## ") && (i+2 >= len(lines) || lines[i+1] != "" || lines[i+2] == ""):
					t.Errorf("%s: %s has no content", name, l)
				}
			}
			if fences != 2 || inside {
				t.Errorf("%s: %d ends of the fence; in code: %t", name, fences, inside)
			}
			if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%s: %q", name, text[i:])
			}
		}
	}
}

// The code of what findings are about goes first, and what has no room is counted.
func TestCode(t *testing.T) {
	r := reporttest.Reports()["removed"]
	if r == nil || len(r.ChangedSymbols) == 0 {
		t.Fatal("no such report")
	}
	text := prompt.Render(r, prompt.Options{Code: code("func x() {}")})
	for _, want := range []string{"## What breaks", "## Changed Symbols", "- Complexity: complex (12)", "## Code", "```go\nfunc x() {}\n```"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	text = prompt.Render(r, prompt.Options{MaxTokens: 2000, Code: code(strings.Repeat("x", 9000))})
	if strings.Contains(text, "## Code") || !strings.Contains(text, "Left out by the budget: the code of ") {
		t.Errorf("too long code: %s", text)
	}
	if text := prompt.Render(r, prompt.Options{}); strings.Contains(text, "## Code") || strings.Contains(text, "Complexity") {
		t.Errorf("no code: %s", text)
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

// docFiles lets one script at a time rewrite a document.
var docFiles sync.Mutex

// docCommand is the command doc of the scripts.
func docCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: doc FILE CHAPTER")
	}
	file := filepath.Join("..", "..", filepath.FromSlash(args[0]))
	text, err := os.ReadFile(file)
	ts.Check(err)
	seen := 0
	for _, b := range blocks(string(text)) {
		if b.chapter != args[1] {
			continue
		}
		switch b.lang {
		case "console":
			seen++
			consoleBlock(ts, file, b)
		case "sh":
			for _, script := range b.scripts() {
				if runScript(ts, script) {
					seen++
				}
			}
		}
	}
	if seen == 0 {
		ts.Fatalf("%s: the chapter %q shows no command", args[0], args[1])
	}
}

// runScript runs a line that a document shows without what it prints, and reports whether
// there was something to run. A gate may say no.
func runScript(ts *testscript.TestScript, script string) bool {
	found, err := callsIn(script)
	ts.Check(err)
	if !slices.ContainsFunc(found, func(w []string) bool { _, own := ownWords(w); return own }) || notRun[withoutComment(script)] != "" {
		return false
	}
	err = ts.Exec("sh", "-c", installed(script))
	var failed *exec.ExitError
	if err != nil && !(errors.As(err, &failed) && failed.ExitCode() == exit.Threshold && strings.Contains(script, "nexus-ci check")) {
		ts.Fatalf("%s: %v\n%s", script, err, ts.ReadFile("stderr"))
	}
	return true
}

// installed is a command with the program under test instead of its source.
func installed(script string) string {
	return strings.ReplaceAll(script, "go run ./cmd/nexus-ci", "nexus-ci")
}

// consoleBlock runs the command of a block and fails unless it prints what follows, or with
// -update makes it follow.
func consoleBlock(ts *testscript.TestScript, file string, b block) {
	first, shown, _ := strings.Cut(b.body, "\n")
	script, ok := strings.CutPrefix(first, "$ ")
	if !ok || strings.Contains(shown, "\n$ ") {
		ts.Fatalf("%s: a console begins with its one command:\n%s", file, b.body)
	}
	var found *exec.ExitError
	if err := ts.Exec("sh", "-c", installed(script)); !errors.As(err, &found) || found.ExitCode() != exit.Threshold {
		ts.Check(err)
	}
	got := ts.ReadFile("stdout")
	if regexp.MustCompile(elided(shown)).MatchString(got) {
		return
	}
	if !*update {
		ts.Fatalf("%s prints\n%s\nand not, as %s says,\n%s", script, got, file, shown)
	}
	rewrite(ts, file, "```console\n"+b.body+"```", "```console\n"+first+"\n"+elide(got, shown)+"```")
}

// rewrite replaces text of a document that has it once.
func rewrite(ts *testscript.TestScript, file, old, now string) {
	docFiles.Lock()
	defer docFiles.Unlock()
	text, err := os.ReadFile(file)
	ts.Check(err)
	if n := strings.Count(string(text), old); n != 1 {
		ts.Fatalf("%s has %d times\n%s", file, n, old)
	}
	ts.Check(os.WriteFile(file, []byte(strings.Replace(string(text), old, now, 1)), 0o666))
}

// dots stand, alone on a line, for lines that a document leaves out.
const dots = "…"

// elided is the pattern of a text in which a line with dots alone stands for any lines.
func elided(text string) string {
	var b strings.Builder
	b.WriteString("^")
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == dots {
			b.WriteString(`(.*\n)+`)
		} else {
			b.WriteString(regexp.QuoteMeta(line))
		}
	}
	return b.String() + "$"
}

// elide leaves out of text what like leaves out: the lines between as many first and last ones.
func elide(text, like string) string {
	first, last, cut := strings.Cut(like, dots+"\n")
	lines := slices.Collect(strings.Lines(text))
	n, m := strings.Count(first, "\n"), strings.Count(last, "\n")
	if !cut || n+m >= len(lines) {
		return text
	}
	return strings.Join(lines[:n], "") + dots + "\n" + strings.Join(lines[len(lines)-m:], "")
}

// shownCommand is the command shown of the scripts.
func shownCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: shown FILE NAME")
	}
	file := filepath.Join("..", "..", filepath.FromSlash(args[0]))
	text, err := os.ReadFile(file)
	ts.Check(err)
	old, ok := generatedPart(string(text), args[1])
	if !ok {
		ts.Fatalf("%s has no part %q", args[0], args[1])
	}
	got := ts.ReadFile("stdout")
	switch {
	case old == got:
	case *update:
		rewrite(ts, file, partBegin(args[1])+old+partEnd, partBegin(args[1])+got+partEnd)
	default:
		ts.Fatalf("%s shows another %s (go test ./cmd/nexus-ci -run TestScripts -update):\n%s", args[0], args[1], got)
	}
}

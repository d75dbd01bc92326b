package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nexus-ci/nexus-ci/analyze/query"
)

// readmeCommand is the command readme of the scripts.
func readmeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: readme CHAPTER")
	}
	examples := regexp.MustCompile("(?ms)^```\n\\$ (nexus-ci .*?)\n(.*?)^```").FindAllStringSubmatch(readmeChapter(ts.Fatalf, args[0]), -1)
	if len(examples) == 0 {
		ts.Fatalf("chapter %q shows no command", args[0])
	}
	for _, m := range examples {
		ts.Check(ts.Exec("sh", "-c", m[1]))
		got := ts.ReadFile("stdout")
		if pattern := elided(m[2]); !regexp.MustCompile(pattern).MatchString(got) {
			ts.Fatalf("%s prints\n%s\nand not, as README.md says,\n%s", m[1], got, m[2])
		}
	}
}

// elided is the pattern of a text in which a line with dots alone stands for any lines.
func elided(text string) string {
	var b strings.Builder
	b.WriteString("^")
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "…" {
			b.WriteString(`(.*\n)+`)
		} else {
			b.WriteString(regexp.QuoteMeta(line))
		}
	}
	return b.String() + "$"
}

func readmeChapter(fatalf func(string, ...any), name string) string {
	src, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		fatalf("%v", err)
	}
	_, chapter, found := strings.Cut(string(src), "\n## "+name+"\n")
	if !found {
		fatalf("README.md has no chapter %q", name)
	}
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	return chapter
}

func TestReadmeNamesEveryTool(t *testing.T) {
	chapter := readmeChapter(t.Fatalf, "Ask the graph")
	for _, tool := range query.Tools() {
		if !strings.Contains(chapter, "| `"+tool.Name+"`") {
			t.Errorf("tool %s is not in the table", tool.Name)
		}
	}
}

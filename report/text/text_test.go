package text

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestRender(t *testing.T) {
	for name, r := range reporttest.Reports() {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".txt", Render(r, Options{}))
		})
	}
}

func TestRenderNarrow(t *testing.T) {
	golden(t, "removed-narrow.txt", Render(reporttest.Reports()["removed"], Options{Width: 44}))
}

// Colour adds escape sequences and changes nothing else, not even the line breaks.
func TestColor(t *testing.T) {
	code := regexp.MustCompile("\x1b\\[[0-9]+m")
	for name, r := range reporttest.Reports() {
		painted := Render(r, Options{Width: 60, Color: true})
		if !code.MatchString(painted) {
			t.Errorf("%s: no colour", name)
		}
		if diff := cmp.Diff(Render(r, Options{Width: 60}), code.ReplaceAllString(painted, "")); diff != "" {
			t.Errorf("%s (-plain +painted):\n%s", name, diff)
		}
		for _, line := range strings.Split(painted, "\n") {
			if n := strings.Count(line, "\x1b["); n%2 != 0 {
				t.Errorf("%s: a colour runs over the end of %q", name, line)
			}
		}
	}
}

func TestWidth(t *testing.T) {
	for name, r := range reporttest.Reports() {
		for _, width := range []int{1, minWidth, 57, 80, DefaultWidth, 300} {
			fits(t, fmt.Sprintf("%s, %d columns", name, width), Render(r, Options{Width: width}), max(width, minWidth))
		}
	}
}

func fits(t *testing.T, name, text string, width int) {
	t.Helper()
	commands := false
	for _, line := range strings.Split(text, "\n") {
		commands = strings.HasPrefix(line, "Run th") || commands && line != ""
		if w := uniseg.StringWidth(line); w > width && !commands {
			t.Errorf("%s: %d columns: %q", name, w, line)
		}
	}
}

// Nothing of the repository reaches the terminal as anything but text.
func FuzzRender(f *testing.F) {
	for _, s := range []string{
		reporttest.Nasty, "\x1b[2J", "\x9b31m", "\u009b31m", "\r", "\x00", "\u200b", "\u202e", "\xff\xfe", "日本語 日本語", "e\u0301", "👩‍👩‍👧‍👧",
		strings.Repeat("界", 300), strings.Repeat("a b ", 9999), "\t\v\f", "::error::x", ":", "##[x]", strings.Repeat("x::", 100), "\u3000",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Render(reporttest.Hostile(s), Options{Width: 60})
		for _, r := range got {
			if r != '\n' && !unicode.IsGraphic(r) {
				t.Fatalf("with %.80q: %U reaches the terminal", s, r)
			}
		}
		for _, line := range strings.Split(got, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
				t.Errorf("with %.80q: a command of a CI log: %q", s, line)
			}
		}
		fits(t, fmt.Sprintf("with %.80q", s), got, 60)
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

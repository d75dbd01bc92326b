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

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestRender(t *testing.T) {
	for name, r := range reporttest.Reports() {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".txt", Render(r, Options{}))
			golden(t, name+"-verbose.txt", Render(r, Options{Verbose: true}))
		})
	}
}

func TestRenderNarrow(t *testing.T) {
	golden(t, "removed-narrow.txt", Render(reporttest.Reports()["removed"], Options{Width: 44}))
}

// Where there is no terminal, each place is one line that starts with it, also a long one.
func TestOneLineForEachPlace(t *testing.T) {
	r := reporttest.Reports()["large"]
	text := Render(r, Options{Verbose: true})
	place := regexp.MustCompile(`(?m)^src/callers/file[0-9]+\.ts:[0-9]+: error: .+$`)
	if n := len(place.FindAllString(text, -1)); n != full.findings {
		t.Errorf("%d places, want %d:\n%s", n, full.findings, text)
	}
}

// What is shown without Verbose fits a screen, whatever there is to tell.
func TestShort(t *testing.T) {
	for name, r := range reporttest.Reports() {
		if n := strings.Count(Render(r, Options{Width: 120}), "\n"); name != "hostile" && n > 60 {
			t.Errorf("%s: %d lines", name, n)
		}
	}
}

// Colour adds escape sequences and changes nothing else, not even the line breaks.
func TestColor(t *testing.T) {
	code := regexp.MustCompile("\x1b\\[[0-9]+m")
	for name, r := range reporttest.Reports() {
		painted := Render(r, Options{Width: 60, Color: true, Verbose: true})
		if !code.MatchString(painted) {
			t.Errorf("%s: no colour", name)
		}
		if diff := cmp.Diff(Render(r, Options{Width: 60, Verbose: true}), code.ReplaceAllString(painted, "")); diff != "" {
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
			for _, verbose := range []bool{false, true} {
				fits(t, fmt.Sprintf("%s, %d columns", name, width), Render(r, Options{Width: width, Verbose: verbose}), max(width, minWidth))
			}
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
		strings.Repeat("界", 300), strings.Repeat("a b ", 9999), "\t\v\f", ":", strings.Repeat("x::", 100), "\u3000",
		"::error::x", " ::error file=a,line=1::x", "a\n::error::x", "##[x]", "##[error]x", "x ##vso[task.setvariable variable=PATH]y", "::add-mask::x",
		"\x1b]8;;https://evil.example\x1b\\x\x1b]8;;\x1b\\", "\x1b]0;title\x07", "\x1b[31", "`a`|b|", "@team", "<script>alert(1)</script>", "-->", "$(reboot)",
		"\U000e0041", "\u2066x\u2069",
	} {
		f.Add(s)
	}
	own := regexp.MustCompile("\x1b\\[(0|1|2|31|32|33|36)m")
	f.Fuzz(func(t *testing.T, s string) {
		r := reporttest.Hostile(s)
		for _, o := range []Options{{}, {Width: 60}, {Width: 60, Verbose: true}, {Color: true}} {
			got := Render(r, o)
			if o.Color {
				got = own.ReplaceAllString(got, "")
			}
			for _, r := range got {
				if r != '\n' && !unicode.IsGraphic(r) {
					t.Fatalf("%+v with %.80q: %U reaches the terminal", o, s, r)
				}
			}
			for _, line := range strings.Split(got, "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
					t.Errorf("%+v with %.80q: a command of a CI log: %q", o, s, line)
				}
			}
			if o.Width > 0 {
				fits(t, fmt.Sprintf("%+v with %.80q", o, s), got, o.Width)
			}
		}
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
		t.Errorf("%s (-want +got), run with -update to accept:\n%s", file, diff)
	}
}

// Without a difference to tell, what was not compared is named all the same.
func TestNotCompared(t *testing.T) {
	r := reporttest.Reports()["body"]
	r.Behaviours = nil
	r.Coverage.NotCompared = []report.NotCompared{{Path: "src/a.ts", Symbol: "load", Reason: "restructured"}}
	if got := Render(r, Options{}); !strings.Contains(got, "Behaviour not compared: load\n") {
		t.Error(got)
	}
}

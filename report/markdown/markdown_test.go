package markdown

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var options = Options{RepositoryURL: "https://github.com/acme/authapp"}

func TestRender(t *testing.T) {
	for name, r := range reporttest.Reports() {
		if name == "large" {
			continue // TestLimit
		}
		t.Run(name, func(t *testing.T) {
			o := options
			o.All = name == "hostile" // every name of it
			golden(t, name+".md", Render(r, o))
		})
	}
}

// The comment that follows another one.
func TestRenderAfterAPush(t *testing.T) {
	before := reporttest.Reports()["signature"]
	before.Head.Commit = strings.Repeat("5", 40)
	o := options
	o.Previous = ReadState(Render(before, options))
	golden(t, "removed-after-signature.md", Render(reporttest.Reports()["removed"], o))
}

func TestRenderWithoutLinks(t *testing.T) {
	got := Render(reporttest.Reports()["removed"], Options{RepositoryURL: "javascript:alert(1)"})
	if strings.Contains(strings.ReplaceAll(got, "]("+guide+")", ""), "](") {
		t.Errorf("a link to nowhere:\n%s", got)
	}
	golden(t, "removed-without-links.md", got)
}

// Whatever the limit, the comment fits, keeps its verdict, says what it left out and
// is balanced.
func TestLimit(t *testing.T) {
	r := reporttest.Reports()["large"]
	full := len(Render(r, Options{Limit: 1 << 30, All: true}))
	if full < DefaultLimit {
		t.Fatalf("the report is too small for this test: %d bytes", full)
	}
	for _, limit := range []int{DefaultLimit, 30000, 10000, 4000, 2000} {
		got := Render(r, Options{Limit: limit, All: true})
		if len(got) > limit {
			t.Errorf("limit %d: %d bytes", limit, len(got))
		}
		if !strings.HasPrefix(got, "🔴 **CRITICAL** — `Service0000.") {
			t.Errorf("limit %d: the verdict is %q", limit, firstLine(got))
		}
		if !strings.Contains(got, "of 5000.") {
			t.Errorf("limit %d: nothing says that symbols were left out", limit)
		}
		if open, closed := strings.Count(got, "<details>"), strings.Count(got, "</details>"); open != closed {
			t.Errorf("limit %d: %d <details>, %d </details>", limit, open, closed)
		}
	}
}

// What readers open is short, unless all is asked for.
func TestOrdinaryLength(t *testing.T) {
	for name, r := range reporttest.Reports() {
		got := Render(r, options)
		if len(got) > ordinary+1000 && name != "large" && name != "hostile" {
			t.Errorf("%s: %d bytes", name, len(got))
		}
		if strings.Contains(got, "Factor of the score") {
			t.Errorf("%s: the factors of the score are there", name)
		}
	}
	r := reporttest.Reports()["large"]
	short, all := Render(r, options), Render(r, Options{RepositoryURL: options.RepositoryURL, All: true})
	if a, b := rowsAfter(short, "### Breaks outside the diff"), rowsAfter(all, "### Breaks outside the diff"); a == 0 || a < b {
		t.Errorf("%d rows of breaks, %d with all", a, b)
	}
	if a, b := rowsAfter(short, "<b>Changed symbols"), rowsAfter(all, "<b>Changed symbols"); a == 0 || a >= b {
		t.Errorf("%d rows of symbols, %d with all", a, b)
	}
}

// What stands first is what breaks, and it is shrunk last.
func TestLimitKeepsWhatBreaks(t *testing.T) {
	got := Render(reporttest.Reports()["large"], Options{Limit: 20000, All: true})
	breaks, symbols := rowsAfter(got, "### Breaks outside the diff"), rowsAfter(got, "<b>Changed symbols")
	if breaks == 0 || breaks < symbols {
		t.Errorf("%d rows of breaks, %d of symbols", breaks, symbols)
	}
}

func rowsAfter(text, title string) int {
	_, text, _ = strings.Cut(text, title)
	text, _, _ = strings.Cut(text, "\n### ")
	text, _, _ = strings.Cut(text, "<summary><b>")
	return strings.Count(text, "\n- ") + strings.Count(text, "\n  - ") + strings.Count(text, "\n| `")
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// What is said of a symbol is said once, where it matters most.
func TestFactsAreToldOnce(t *testing.T) {
	r := reporttest.Reports()["signature"]
	note := r.Findings[0]
	note.Rule, note.Class, note.Severity, note.Caller = "api-break", "behaviour", "info", nil
	note.Message = "API break: `charge` gained the parameter `amount`; used at 4 places here, 3 broken."
	r.Findings = append(r.Findings, note)
	r.Summary = report.Count(r, r.Summary.ChangedFiles)
	got := Render(r, Options{})
	if n := strings.Count(got, "- charge(user)\n"); n != 1 || !strings.Contains(got, "Worth knowing (1)") {
		t.Errorf("the signature stands %d times:\n%s", n, got)
	}
}

// A small change has one fold, with what the comment is there for before it.
func TestNotesOfASmallChange(t *testing.T) {
	r := reporttest.Reports()["body"]
	r.Findings = append(r.Findings, report.Finding{
		Rule: "api-break", Class: "behaviour", Severity: "info", Path: "a.ts", Line: 7, Side: "base", Symbol: "Function:a.ts:x",
		Related: &report.Related{Symbol: "Function:a.ts:x", Path: "a.ts", Line: 7, Side: "base"}, Message: "API break: `x` was removed; no use outside tests is known here.",
	})
	r.Summary = report.Count(r, r.Summary.ChangedFiles)
	open, _, _ := strings.Cut(Render(r, Options{}), "<details>")
	if !strings.Contains(open, "### Worth knowing (1)\n\n- `a.ts:7`: API break: `x` was removed; no use outside tests is known here\n") {
		t.Errorf("outside of the fold stands:\n%s", open)
	}
}

// hostile names what an attacker would try. A comment that holds it must have the
// same structure as one that holds a harmless word.
var hostile = []string{
	reporttest.Nasty, "`", "``", "`x`", "`<`y`", "|", "a|b", "a\nb", "\r\n- x", "**", "](x)", "<details>", "</summary>", "<!--", "-->",
	"1. x", "- x", "    x", "# x", "> x", "~~~", "```", "---", "&amp;", "\\", "\\|", "|\\", "@team", "$x$", ":tada:", "\t", " ", "::error::x", "##[error]x",
	"closes #1", "fixes GH-7", "<script>alert(1)</script>", "\u202egnp\u202c", "\x1b[31mred", "$(reboot)", "a\u2028b", "x\x00y", "https://evil.example",
	"%%{init: {}}%%", "end", "\"];", "#quot;", "subgraph x", "fa:fa-user", "before: `x`",
	strings.Repeat("`|<", 5000), strings.Repeat("x", 100000),
}

// unlimited has room for all sections, however much the escapes take.
var unlimited = Options{RepositoryURL: options.RepositoryURL, Limit: 1 << 30, All: true}

func TestStructureIsOurs(t *testing.T) {
	want := skeleton(Render(reporttest.Hostile("x"), unlimited))
	for _, s := range hostile {
		if diff := cmp.Diff(want, skeleton(Render(reporttest.Hostile(s), unlimited))); diff != "" {
			t.Errorf("with %.80q (-harmless +hostile):\n%s", s, diff)
		}
	}
}

func FuzzStructureIsOurs(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	want := skeleton(Render(reporttest.Hostile("x"), unlimited))
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" || strings.Trim(s, "1") == "" || strings.Trim(s, "2") == "" {
			return // an empty field, and a ref that is the commit's own name, are left out
		}
		got := Render(reporttest.Hostile(s), unlimited)
		if diff := cmp.Diff(want, skeleton(got)); diff != "" {
			t.Errorf("with %.80q (-harmless +hostile):\n%s", s, diff)
		}
		for _, line := range strings.Split(got, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
				t.Errorf("with %.80q: a command of a CI log: %.200q", s, line)
			}
		}
	})
}

var (
	span      = regexp.MustCompile("`[^`\n|<>]+`|<code>[^<>`|\\[\\]*_~\\\\\n]*</code>")
	bullet    = regexp.MustCompile("(?m)^( *- .*)`[^`\n<>\\\\]+`$") // code at the end, where a sign of tables is none
	target    = regexp.MustCompile(`\]\(https://github\.com/acme/authapp/blob/[0-9a-f]{40}/[A-Za-z0-9%./!*-]*(#L\d+)?\)`)
	reference = regexp.MustCompile(`&?#\d+;`) // of Markdown, and of Mermaid
	markers   = regexp.MustCompile(`^\s*([-+*>#|=~]|\d+[.)])*\s*`)
	repeated  = regexp.MustCompile(`x+`)
	words     = regexp.MustCompile(`[A-Za-z0-9 ,/;%=?'"(){}:.+\x{200b}\x{80}-\x{10ffff}-]+`)
)

// skeleton leaves of a comment what a Markdown parser takes for structure: the
// markers at the start of a line, and every sign that escape would not let through.
func skeleton(s string) string {
	s = target.ReplaceAllString(s, "]")
	s = bullet.ReplaceAllString(s, "${1}x")
	s = span.ReplaceAllString(s, "x")
	s = reference.ReplaceAllString(s, "x")
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		marker := markers.FindString(line)
		line = words.ReplaceAllString(line[len(marker):], "x")
		// Some links have no target, because their path is too long.
		line = strings.NewReplacer("[x]", "x", "[xx]", "x").Replace(line)
		lines[i] = marker + repeated.ReplaceAllString(line, "x")
	}
	return strings.Join(lines, "\n")
}

var (
	inert  = regexp.MustCompile(`^(?:[A-Za-z0-9 ,/;%=?'"(){}:.+\x{80}-\x{10ffff}-]|&#\d+;)*$`)
	block  = regexp.MustCompile(`^(\d+[.)]|[-+ ])`) // what would start a list or an indent
	active = regexp.MustCompile(`(?i)[@#][\pL\pN_-]|:[/:]|:[a-z0-9_+-]+:|www\.[^\x{200b}]|gh-\d|\$[^\x{200b}]|[\x00-\x1f\x7f]`)
)

// Between backticks stands code, whatever it holds, and an odd one is text.
func TestProse(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"`find` was removed.", "`find` was removed"},
		{"`a` calls `b`", "`a` calls `b`"},
		{"`a``b`", "`a`" + guard + "`b`"},
		{"an odd ` one", "an odd &#96; one"},
		{"`<b>` and <b>", "<code>&#60;b&#62;</code> and &#60;b&#62;"},
		{"", ""},
	} {
		if got := prose(tc.in); got != tc.want {
			t.Errorf("prose(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

// A signature stands in a block as it is, or not at all.
func TestInBlock(t *testing.T) {
	for text, want := range map[string]bool{
		"func f(a <-chan int, b []string) | *x": true,
		"f`\n``":                                false, "a`b": false, "a\n```\n# x": false, "a\u202eb": false, "##[error]x": false, "": false,
	} {
		if got := inBlock(text); got != want {
			t.Errorf("inBlock(%q) = %v", text, got)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := escape(s)
		if !inert.MatchString(got) {
			t.Errorf("escape(%q) = %q: a sign that Markdown reads", s, got)
		}
		if m := block.FindString(got); m != "" || strings.HasSuffix(got, " ") {
			t.Errorf("escape(%q) = %q: %q starts a block", s, got, m)
		}
		shown := reference.ReplaceAllStringFunc(got, func(r string) string {
			var n rune
			for _, d := range strings.Trim(r, "&#;") {
				n = 10*n + d - '0'
			}
			return string(n)
		})
		if m := active.FindString(shown); m != "" {
			t.Errorf("escape(%q) shows %q: %q is read by GitHub", s, shown, m)
		}
		if runes := len([]rune(shown)); runes > 10*(maxText+3) {
			t.Errorf("escape of %d bytes shows %d characters", len(s), runes)
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

package page

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The colours of text on what it stands on, in the names of the style sheet. Lines and borders that
// mean something need less contrast.
var (
	texts = map[string][]string{
		"bg":       {"text", "muted", "link", "red", "amber", "green"},
		"panel":    {"text", "muted", "link"},
		"amber-bg": {"text", "muted", "amber", "link"},
		"red-bg":   {"text", "muted", "red"},
		"green-bg": {"text", "muted", "green"},
		"red":      {"on-badge"}, "amber": {"on-badge"}, "green": {"on-badge"}, "muted": {"on-badge"},
	}
	marks = map[string][]string{"bg": {"edge", "red", "amber", "green", "link"}, "panel": {"edge", "red", "green"}}
)

// All colours are in one table, and text can be read in both themes.
func TestContrast(t *testing.T) {
	table := make(map[string][2]string)
	for _, m := range regexp.MustCompile(`--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`).FindAllStringSubmatch(style, -1) {
		table[m[1]] = [2]string{m[2], m[3]}
	}
	if n := len(regexp.MustCompile(`#[0-9a-f]{3,8}\b`).FindAllString(style, -1)); n != 2*len(table) {
		t.Errorf("%d colours, of which %d are in the table", n, 2*len(table))
	}
	for i, theme := range []string{"light", "dark"} {
		check := func(pairs map[string][]string, least float64) {
			for behind, names := range pairs {
				for _, name := range names {
					if table[name][i] == "" || table[behind][i] == "" {
						t.Fatalf("no colour %s or %s", name, behind)
					}
					if got := contrast(t, table[name][i], table[behind][i]); got < least {
						t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", theme, name, behind, got, least)
					}
				}
			}
		}
		check(texts, 4.5)
		check(marks, 3)
	}
	for _, m := range regexp.MustCompile(`[ {](?:color|fill): var\(--([a-z-]+)\)`).FindAllStringSubmatch(style, -1) {
		if !slices.ContainsFunc([]string{"bg", "panel", "amber-bg", "red-bg", "green-bg", "red"}, func(behind string) bool {
			return behind == m[1] || slices.Contains(texts[behind], m[1]) || slices.Contains(marks[behind], m[1])
		}) {
			t.Errorf("nothing is known of what stands behind %s", m[1])
		}
	}
}

// contrast is that of WCAG 2.2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(color string) float64 {
		var sum float64
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			c := float64(n) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func TestContrastOfBlackOnWhite(t *testing.T) {
	if got := contrast(t, "#000000", "#ffffff"); math.Abs(got-21) > 0.01 {
		t.Errorf("%.2f, want 21", got)
	}
	if got := contrast(t, "#777777", "#ffffff"); got >= 4.5 || got < 4.4 {
		t.Errorf("#777777 on white: %.2f, want 4.48", got)
	}
}

// The script makes no elements from text and asks for nothing; neither it nor the style sheet can
// end its element.
func TestFixedParts(t *testing.T) {
	for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "XMLHttpRequest", "import(", "http:", "https:", "</"} {
		if strings.Contains(script, bad) {
			t.Errorf("the script has %s", bad)
		}
	}
	for _, bad := range []string{"url(", "@import", "http", "</"} {
		if strings.Contains(style, bad) {
			t.Errorf("the style sheet has %s", bad)
		}
	}
}

// The policy names the hashes of what the page has.
func TestPolicy(t *testing.T) {
	p := Page{Title: "T", Tool: "t", Sections: []Section{{ID: "a", Title: "A", Write: func(w *Writer) { w.Text("<x>") }}}}
	page := string(Render(p, func(*Writer) {}))
	for element, text := range map[string]string{"style": style, "script": script} {
		_, rest, _ := strings.Cut(page, "<"+element+">")
		inside, _, ok := strings.Cut(rest, "</"+element+">")
		if !ok || inside != text {
			t.Errorf("the page has another %s", element)
		}
		if !strings.Contains(page, element+"-src "+strings.ReplaceAll(strings.ReplaceAll(hashOf(inside), "'", "&#39;"), "+", "&#43;")) && !strings.Contains(page, element+"-src "+strings.ReplaceAll(hashOf(inside), "'", "&#39;")) {
			t.Errorf("the policy does not allow the %s", element)
		}
	}
	if strings.Contains(page, "unsafe") || !strings.Contains(page, "default-src &#39;none&#39;") {
		t.Error("the policy allows more")
	}
}

func TestRows(t *testing.T) {
	for _, n := range []int{0, 1, 10, 11, 210, 211, 1000} {
		w := &Writer{}
		count := 0
		Rows(w, n, 10, "Rows", func(rows func()) { w.In(rows, "ul") }, func(i int) {
			if i != count {
				t.Fatalf("row %d follows %d", i, count-1)
			}
			count++
			w.Element("x", "li")
		})
		if text := w.out.String(); count != n || strings.Count(text, "<li>") != n || strings.Count(text, "<details") != (max(0, n-10)+chunk-1)/chunk {
			t.Errorf("%d rows: %d written in %d parts", n, count, strings.Count(text, "<details"))
		}
	}
}

func TestProse(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"a `b` c", "a <code>b</code> c"},
		{"a " + Style.Name("<b>") + "!", "a <code>&lt;b&gt;</code>!"},
		{Style.Name("`a") + " and `b`", "<code>`a</code> and <code>b</code>"},
		{Style.Name("a\x03b\x02"), `<code>a\x03b\x02</code>`},
		{"one ` only", "one ` only"},
		{"``", "<code></code>"},
	} {
		w := &Writer{}
		if w.Prose(tc.in); w.out.String() != tc.want {
			t.Errorf("%q: %s, want %s", tc.in, w.out.String(), tc.want)
		}
	}
}

func TestIDs(t *testing.T) {
	ids := IDs{}
	for _, tc := range [][2]string{{"a", "a"}, {"a", "a-2"}, {"a-2", "a-2-2"}, {"<A b'\"", "b"}} {
		if got := ids.New(tc[0]); got != tc[1] {
			t.Errorf("%q: %q, want %q", tc[0], got, tc[1])
		}
	}
}

func TestShortNames(t *testing.T) {
	for _, tc := range []struct{ name, want string }{
		{"Context.Next", "Context.Next"},
		{"CommandLine.Core.OptionSpecification.NewSwitch", "…OptionSpecification.NewSwitch"},
		{"a.b(" + strings.Repeat("x.", 30) + ")", "…b(x.x.x.x.x.x.…x.x.x.x.x.x.x.)"},
		{strings.Repeat("x", 40), "xxxxxxxxxxxxxxx…xxxxxxxxxxxxxxx"},
		{strings.Repeat("x", 40) + ".", "xxxxxxxxxxxxxxx…xxxxxxxxxxxxxx."},
	} {
		if got := short(tc.name); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

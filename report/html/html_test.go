package html

import (
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

var update = flag.Bool("update", false, "write the golden files")

const repository = "https://github.com/acme/authapp"

// What is the same on every page is left out: package page tests it.
var fixed = regexp.MustCompile(`(?s)(<style>|<script>|Content-Security-Policy" content=").*?(</style>|</script>|">)`)

func TestRender(t *testing.T) {
	reporttest.Golden(t, ".html", *update, func(r *report.Report) ([]byte, error) {
		page := Render(r, Options{RepositoryURL: repository, Code: written{"func f(a int) {\n\treturn a\n}"}})
		return fixed.ReplaceAll(page, []byte("$1…$2")), nil
	})
}

// written is Code in which every place has the same lines.
type written struct{ text string }

func (c written) Around(_, _, _ string, line, _ int) *Excerpt {
	return &Excerpt{Start: max(1, line-1), Lines: strings.Split(c.text, "\n")}
}

func (c written) Versions(s *report.ChangedSymbol) (before, now *Excerpt) {
	lines := strings.Split(c.text, "\n")
	before, now = &Excerpt{Start: 3, Lines: lines}, &Excerpt{Start: 5, Lines: append([]string{"// new"}, lines...)}
	switch s.ChangeType {
	case "added":
		before = nil
	case "removed":
		now = nil
	}
	return before, now
}

// hostile is text that tries to become an element, an attribute, a script, a style or a link.
var hostile = []string{
	reporttest.Nasty,
	`</script><script>alert(1)</script>`, `</style><style>*{display:none}</style>`, `</title><svg onload=alert(1)>`,
	`"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, "` onclick=alert(1) x=`", `javascript:alert(1)`, `data:text/html,<script>alert(1)</script>`,
	`<!--`, `-->`, `<![CDATA[`, `]]>`, `<?php`, `&lt;script&gt;`, `&#60;script&#62;`, `</pre></code></details></main>`, `<math><mi><mglyph><svg>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
	"//evil.example/x", "https://evil.example/", "\x02\x03", "\x02", "\x03 `", "`a` `b", "#content", "\x00\xff\u2028\u202e", "{{.}}", strings.Repeat("<b>", 100),
}

// A skeleton is the elements of a page with their attributes. Text, and the code in sentences,
// which a name may divide by a backtick, are left out.
func skeleton(page []byte) (elements, problems []string) {
	doc, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		return nil, []string{err.Error()}
	}
	depth := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.CommentNode {
			problems = append(problems, "a comment: "+n.Data)
		}
		if n.Type == html.ElementNode && n.Data != "code" {
			elements = append(elements, fmt.Sprintf("%d %s %s", depth, n.Data, attributes(n)))
			problems = append(problems, misfit(n)...)
		}
		depth++
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
		depth--
	}
	walk(doc)
	return elements, problems
}

// plainValues are attributes whose values hold text of a report, or depend on its length.
var plainValues = []string{"href", "title", "aria-label", "id", "aria-labelledby", "width", "height", "viewbox", "x", "y", "d", "content"}

func attributes(n *html.Node) string {
	var out []string
	for _, a := range n.Attr {
		if n.Data == "h1" {
			continue // a long one has a class for that
		}
		if slices.Contains(plainValues, strings.ToLower(a.Key)) {
			out = append(out, a.Key)
		} else {
			out = append(out, a.Key+"="+a.Val)
		}
	}
	return strings.Join(out, " ")
}

// The elements and attributes that a page may have.
var (
	ourElements = strings.Fields("html head meta title style body a header p div label input ul ol li button nav main h1 h2 h3 span section article figure figcaption pre mark del ins " +
		"table caption thead tbody tr th td details summary dl dt dd footer script svg defs marker path g rect text")
	ourAttributes = strings.Fields("lang charset http-equiv content name class href aria-label aria-labelledby aria-pressed aria-hidden for id type autocomplete spellcheck placeholder role hidden tabindex " +
		"data-n data-row data-zoom scope title width height viewBox refX refY markerWidth markerHeight orient markerUnits d x y rx marker-end preserveAspectRatio")
	ourLink = regexp.MustCompile(`^(#[a-z][a-z0-9-]*|https://github\.com/acme/authapp/blob/[0-9a-f]{40}/[^ "'<>]*)$`)
)

// misfit says what is wrong with an element.
func misfit(n *html.Node) []string {
	var out []string
	if !slices.Contains(ourElements, n.Data) {
		out = append(out, "the element "+n.Data)
	}
	for _, a := range n.Attr {
		switch {
		case !slices.Contains(ourAttributes, a.Key):
			out = append(out, fmt.Sprintf("the attribute %s of %s", a.Key, n.Data))
		case a.Key == "href" && !ourLink.MatchString(a.Val):
			out = append(out, "a link to "+a.Val)
		case a.Key == "class" && !regexp.MustCompile(`^[a-z_ -]*$`).MatchString(a.Val):
			out = append(out, "the class "+a.Val)
		}
	}
	return out
}

// options have code of one line, which is text.
func options(text string) Options {
	return Options{RepositoryURL: repository, Code: written{strings.ReplaceAll(text, "\n", " ")}}
}

// Whatever stands in a report and in the code, a parser finds the same elements with the same
// attributes, links only to places on the page and pages of the repository, and one script.
func TestElementsAreOurs(t *testing.T) {
	want, _ := skeleton(Render(reporttest.Hostile("x"), options("x")))
	for _, text := range hostile {
		page := Render(reporttest.Hostile(text), options(text))
		got, problems := skeleton(page)
		for _, p := range problems {
			t.Errorf("with %.60q: %.200q", text, p)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with %.60q (-harmless +hostile):\n%s", text, diff)
		}
		if n := strings.Count(string(page), "<script"); n != 1 {
			t.Errorf("with %.60q: %d scripts", text, n)
		}
	}
	for name, r := range reporttest.Reports() {
		_, problems := skeleton(Render(r, options("f()")))
		for _, p := range problems {
			t.Errorf("%s: %.200q", name, p)
		}
	}
}

func FuzzElementsAreOurs(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	want, _ := skeleton(Render(reporttest.Hostile("x"), options("x")))
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" {
			return // what has no text has no row
		}
		got, problems := skeleton(Render(reporttest.Hostile(text), options(text)))
		if len(problems) > 0 {
			t.Errorf("%q", problems)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// An address that is no web page makes no link.
func TestNoLinkWithoutARepository(t *testing.T) {
	for _, url := range []string{"", "javascript:alert(1)", "file:///etc", "https://", "//evil.example", "https://user@evil.example/x"} {
		page := string(Render(reporttest.Reports()["removed"], Options{RepositoryURL: url}))
		for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if !strings.HasPrefix(link[1], "#") {
				t.Errorf("with %q a link to %q", url, link[1])
			}
		}
		if !strings.Contains(page, "src/auth/validator.ts:18") {
			t.Errorf("with %q a place has no text", url)
		}
	}
}

// What assistive technology needs: headings in order, names of landmarks and controls, unique
// names of elements, targets of links, headings of columns.
func TestReadable(t *testing.T) {
	reports := reporttest.Reports()
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		doc, err := html.Parse(strings.NewReader(string(Render(reports[name], options("f()")))))
		if err != nil {
			t.Fatal(err)
		}
		c := &reader{ids: make(map[string]int), labels: make(map[string]bool), count: make(map[string]int)}
		c.read(doc)
		for id, n := range c.ids {
			if n > 1 {
				t.Errorf("%s: %d elements are called %q", name, n, id)
			}
		}
		for _, id := range c.targets {
			if c.ids[id] == 0 {
				t.Errorf("%s: nothing is called %q", name, id)
			}
		}
		for _, p := range c.problems {
			t.Errorf("%s: %s", name, p)
		}
		for _, tag := range []string{"main", "h1", "nav", "header", "footer", "title"} {
			if c.count[tag] != 1 {
				t.Errorf("%s: %d elements %s", name, c.count[tag], tag)
			}
		}
	}
}

// A reader collects what TestReadable asks for.
type reader struct {
	ids      map[string]int
	labels   map[string]bool
	targets  []string
	level    int // of the heading before
	count    map[string]int
	problems []string
}

func (c *reader) read(n *html.Node) {
	attribute := make(map[string]string)
	for _, a := range n.Attr {
		attribute[a.Key] = a.Val
	}
	if n.Type == html.ElementNode {
		if n.Namespace == "" {
			c.count[n.Data]++
		}
		if id, ok := attribute["id"]; ok {
			c.ids[id]++
		}
		if to, ok := strings.CutPrefix(attribute["href"], "#"); ok {
			c.targets = append(c.targets, to)
		}
		for _, key := range []string{"aria-labelledby", "for"} {
			if to := attribute[key]; to != "" {
				c.targets = append(c.targets, to)
			}
		}
		text := strings.TrimSpace(textOf(n))
		switch n.Data {
		case "h1", "h2", "h3":
			level := int(n.Data[1] - '0')
			if level > c.level+1 {
				c.problems = append(c.problems, fmt.Sprintf("%s follows a heading of level %d", n.Data, c.level))
			}
			c.level = level
		}
		switch n.Data {
		case "h1", "h2", "h3", "a", "button", "summary", "label", "caption", "title", "th":
			if text == "" {
				c.problems = append(c.problems, n.Data+" without text")
			}
		case "section", "nav":
			if attribute["aria-label"]+attribute["aria-labelledby"] == "" {
				c.problems = append(c.problems, n.Data+" without a name")
			}
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.read(child)
	}
}

func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		b.WriteString(textOf(child))
	}
	return b.String()
}

package markdown

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// A structure is what a Markdown parser makes of a comment.
type structure struct {
	blocks   []string // kinds with their depth
	headings []string
	tables   map[string][]int // by the first column, the cells of each row as they are written
	html     []string
	links    []string
	fences   []string
	tasks    int
}

func parse(comment string) structure {
	source := []byte(comment)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	s := structure{tables: make(map[string][]int)}
	depth := 0
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		depth++
		if n.Type() == ast.TypeBlock {
			s.blocks = append(s.blocks, fmt.Sprintf("%d %s", depth, n.Kind()))
		}
		switch n := n.(type) {
		case *ast.Heading:
			s.headings = append(s.headings, fmt.Sprintf("%d %s", n.Level, n.Lines().Value(source)))
		case *ast.FencedCodeBlock:
			s.fences = append(s.fences, string(n.Language(source)))
		case *ast.HTMLBlock:
			s.html = append(s.html, string(n.Lines().Value(source)))
			if n.HasClosure() {
				s.html = append(s.html, string(n.ClosureLine.Value(source)))
			}
		case *ast.RawHTML:
			s.html = append(s.html, string(n.Segments.Value(source)))
		case *ast.Link:
			s.links = append(s.links, string(n.Destination))
		case *ast.AutoLink:
			s.links = append(s.links, string(n.URL(source)))
		case *ast.Image:
			s.links = append(s.links, "an image: "+string(n.Destination))
		case *east.TaskCheckBox:
			s.tasks++
		case *east.Table:
			title := strings.TrimSpace(string(n.FirstChild().FirstChild().Lines().Value(source)))
			for row := n.FirstChild(); row != nil; row = row.NextSibling() {
				s.tables[title] = append(s.tables[title], cells(lineAt(comment, row.FirstChild().Lines().At(0).Start)))
			}
		}
		return ast.WalkContinue, nil
	})
	return s
}

// lineAt returns the line around a byte.
func lineAt(s string, at int) string {
	from := strings.LastIndexByte(s[:at], '\n') + 1
	line, _, _ := strings.Cut(s[from:], "\n")
	return line
}

// cells counts the cells of a row as it is written. No sign of tables is escaped in ours.
func cells(row string) int { return strings.Count(row, "|") - 1 }

// The tables of a comment by the title of their first column, and how many they have.
var columns = map[string]int{"Area": 5, "What": 2, "Code": 5, "Symbol": 4, "Depth": 5, "Axis": 3, "Factor of the score (F4)": 3}

// The headings, in order. What follows in parentheses are numbers.
var headings = []string{
	"Breaks outside the diff", "Breaks inside the diff", "Warnings", "What the changed code does now", "What declarations say now", "What changes outside of code", "Before you merge", "Execution flows", "Affected areas",
	"Changed symbols", "Blast radius", "Tests that reach the change", "No test was found to reach", "Worth knowing", "Why ", "Not analysed",
}

var (
	ourHTML = regexp.MustCompile(`^(</?(details|b|code|sub|summary)>|<br>|<details><summary>[^<]*|<details><summary><b>[^<]*</b></summary>|<details><summary>[^<]*</summary>|<!-- nexus-ci:state:v1 [A-Za-z0-9+/=]* -->|<sub>[^<]*</sub>)?$`)
	ourLink = regexp.MustCompile(`^https://github\.com/acme/authapp/(blob/[0-9a-f]{40}/[^ ]*|commit/[0-9a-f]{40})$`)
)

// Whatever the report and however little room there is, a parser finds the headings, tables
// and folds that were meant.
func TestStructure(t *testing.T) {
	reports := reporttest.Reports()
	for i, s := range hostile {
		reports[fmt.Sprintf("hostile-%d", i)] = reporttest.Hostile(s)
	}
	for name, r := range reports {
		for _, limit := range []int{DefaultLimit, 9000} {
			comment := Render(r, Options{RepositoryURL: options.RepositoryURL, Limit: limit, All: limit == DefaultLimit})
			s := parse(comment)
			where := fmt.Sprintf("%s at %d", name, limit)
			if len(comment) > limit {
				t.Errorf("%s: %d bytes", where, len(comment))
			}
			checkHeadings(t, where, s.headings)
			checkTables(t, where, s.tables)
			checkHTML(t, where, s.html)
			for _, l := range s.links {
				if !ourLink.MatchString(l) && l != guide {
					t.Errorf("%s: a link to %.200q", where, l)
				}
			}
			for _, f := range s.fences {
				if f != "mermaid" && f != "diff" {
					t.Errorf("%s: a block of %q", where, f)
				}
			}
			if want := strings.Count(comment, "\n- [ ] "); s.tasks != want {
				t.Errorf("%s: %d tasks, want %d", where, s.tasks, want)
			}
		}
	}
}

func checkHeadings(t *testing.T, where string, got []string) {
	next := 0
	for _, h := range got {
		at := slices.IndexFunc(headings[next:], func(want string) bool { return strings.HasPrefix(h, "3 "+want) })
		if at < 0 {
			t.Errorf("%s: the heading %.200q is none, or not in its place", where, h)
			return
		}
		next += at + 1
	}
}

func checkTables(t *testing.T, where string, tables map[string][]int) {
	for title, rows := range tables {
		for i, n := range rows {
			if n != columns[title] {
				t.Errorf("%s: row %d of the table %q has %d cells, want %d", where, i, title, n, columns[title])
			}
		}
	}
}

func checkHTML(t *testing.T, where string, html []string) {
	open := 0
	for _, block := range html {
		for _, line := range strings.Split(strings.TrimSuffix(block, "\n"), "\n") {
			if !ourHTML.MatchString(line) {
				t.Errorf("%s: HTML that is not ours: %.200q", where, line)
			}
		}
		open += strings.Count(block, "<details>") - strings.Count(block, "</details>")
		if open < 0 {
			t.Errorf("%s: a fold is closed that is not open", where)
			return
		}
	}
	if open != 0 {
		t.Errorf("%s: %d folds are not closed", where, open)
	}
}

// A parser sees the same blocks, whatever the names are.
func TestBlocksAreOurs(t *testing.T) {
	want := parse(Render(reporttest.Hostile("x"), unlimited)).blocks
	for _, s := range hostile {
		if diff := cmp.Diff(want, parse(Render(reporttest.Hostile(s), unlimited)).blocks); diff != "" {
			t.Errorf("with %.80q (-harmless +hostile):\n%s", s, diff)
		}
	}
}

// The points of the factors, as they are written, add up to the score.
func TestFactorsAddUp(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\| [^|]+ \| ([+-][0-9.]+) \|`)
	total := regexp.MustCompile(`(?m)^\| \*\*score\*\* \| \*\*([0-9.]+)\*\* \|`)
	tenths := func(s string) int {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return int(math.Round(10 * f))
	}
	seen := 0
	for name, r := range reporttest.Reports() {
		o := options
		o.All = true
		comment := Render(r, o)
		score := total.FindStringSubmatch(comment)
		if score == nil {
			continue
		}
		seen++
		sum := 0
		for _, m := range row.FindAllStringSubmatch(comment, -1) {
			sum += tenths(m[1])
		}
		if sum != tenths(score[1]) {
			t.Errorf("%s: the points add up to %d tenths, the score is %s", name, sum, score[1])
		}
	}
	if seen < 5 {
		t.Errorf("only %d comments have a table of the score", seen)
	}
}

// The pieces of code of a new function stay in one cell.
func TestPiecesStayInTheirCell(t *testing.T) {
	r := reporttest.Reports()["body"]
	r.ChangedSymbols[0].ChangeType, r.ChangedSymbols[0].StatementsAdded = "added", []string{"f(a)", "g(a)"}
	comment := Render(r, Options{All: true})
	if !strings.Contains(comment, "`f(a)` &#124; `g(a)`") {
		t.Errorf("no pieces in:\n%s", comment)
	}
	checkTables(t, "body", parse(comment).tables)
}

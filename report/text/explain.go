package text

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Terms lists words with what they mean.
func Terms(terms []view.Term, o Options) string {
	p := newPrinter(nil, o)
	widest := 0
	for _, t := range terms {
		widest = max(widest, len(t.Word))
	}
	for _, t := range terms {
		p.fill(0, widest+2, p.paint(bold, t.Word)+strings.Repeat(" ", widest+2-len(t.Word))+t.Meaning)
	}
	return p.out.String()
}

// maxExample is how many lines an example has at most to be shown, unless all are longer.
const maxExample = 30

// Explain says what a rule claims, how it is decided, when it keeps silent, and shows it
// at work.
func Explain(r view.Rule, o Options) string {
	p := newPrinter(nil, o)
	color, word := levelWord(view.Level(&report.Finding{Class: r.Class, Severity: r.Severity}))
	p.line(0, p.paint(bold, r.Name)+": "+p.paint(color, word)+", "+r.Class)
	p.fill(0, 0, r.Summary)
	for _, paragraph := range strings.Split(r.Doc, "\n\n") {
		p.gap()
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		if strings.HasPrefix(paragraph, "symbol is ") || strings.HasPrefix(paragraph, "path:line is ") {
			paragraph = p.paint(faint, "In the JSON report: "+paragraph)
		}
		p.fill(0, 0, paragraph)
	}
	var silent []string
	for _, e := range r.Examples {
		if len(e.Says) == 0 {
			silent = append(silent, e.Title)
		}
	}
	if e := shortest(r.Examples); e != nil {
		p.example(e)
	}
	if len(silent) > 0 {
		p.title("It says nothing where")
		for _, title := range silent {
			p.fill(2, 4, "- "+title)
		}
	}
	return p.out.String()
}

// shortest returns the first short example that the rule says something of, else the
// shortest.
func shortest(examples []view.Example) *view.Example {
	var best *view.Example
	for i := range examples {
		e := &examples[i]
		if len(e.Says) == 0 {
			continue
		}
		if best == nil || length(e) < length(best) {
			best = e
		}
		if length(best) <= maxExample {
			break
		}
	}
	return best
}

// length returns how many lines an example has.
func length(e *view.Example) int {
	n := 0
	for _, f := range e.Files {
		n += 1 + strings.Count(f.Before+f.After, "\n")
	}
	return n
}

// example shows what a change does to files, as a diff of whole files.
func (p *printer) example(e *view.Example) {
	p.title("Example: " + e.Title)
	for _, f := range e.Files {
		name := f.Path
		if f.Other {
			name += ", on the other branch"
		}
		p.line(2, p.paint(faint, name))
		for _, l := range diffLines(f.Before, f.After) {
			switch l[0] {
			case '-':
				l = p.paint(red, l)
			case '+':
				l = p.paint(green, l)
			}
			p.out.WriteString(strings.TrimRight("    "+l, " ") + "\n")
		}
	}
	p.line(2, p.paint(faint, "says"))
	for _, s := range e.Says {
		p.fill(4, 4, s)
	}
}

// diffLines returns the lines of both texts in order, with "-", "+" or " " before each.
func diffLines(before, after string) []string {
	a, b := lines(before), lines(after)
	// common[i][j] is how many lines a[i:] and b[j:] have in common.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if a[i] == b[j] {
				common[i][j] = 1 + common[i+1][j+1]
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, "  "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			out = append(out, "- "+a[i])
			i++
		default:
			out = append(out, "+ "+b[j])
			j++
		}
	}
	return out
}

// lines cuts a text into lines without their ends, tabs made blanks.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	text = strings.ReplaceAll(text, "\t", "    ")
	return slices.Collect(strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n"))
}

// Package text renders a report for a terminal.
//
// In: a report.Report and Options. Out: plain text with the same facts as the
// comment of report/markdown, wrapped to the width of the terminal.
//
// Invariants: no line is wider than Options.Width columns, as a terminal counts
// them; whatever stands in the report, nothing but text, line ends and the colours
// of this package reaches the terminal.
//
// Deliberately absent: whether there is a terminal, how wide it is and whether it
// wants colour. The caller knows and says so.
package text

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// DefaultWidth is for output that is not a terminal.
const DefaultWidth = 100

// minWidth keeps lines readable where a terminal claims to be narrower.
const minWidth = 40

// listRows is how many rows of a list are shown, findingRows the same of findings.
const (
	listRows    = 10
	findingRows = 50
)

// Options say how to render. The zero value is useful.
type Options struct {
	Width int  // columns; 0 means DefaultWidth
	Color bool // mark words with ANSI colours
}

// Render returns the text, with a final newline.
func Render(r *report.Report, o Options) string {
	width := o.Width
	if width <= 0 {
		width = DefaultWidth
	}
	p := &printer{Report: r, width: max(width, minWidth), color: o.Color}
	p.header()
	if report.Quiet(r) {
		p.notAnalysed()
		return p.out.String()
	}
	p.findings("break", "What breaks", red)
	p.findings("behaviour", "What behaves differently", yellow)
	p.processes()
	p.clusters()
	p.changedSymbols()
	p.affectedSymbols()
	p.tests()
	p.why()
	p.notAnalysed()
	return p.out.String()
}

func (p *printer) header() {
	headline := report.Headline(p.Report, report.Style{Name: clean, Text: clean})
	if p.Risk.Level == "none" && !p.Risk.Incomplete {
		p.line(0, p.paint(green, headline))
	} else {
		p.line(0, p.paint(levelColor(p.Risk.Level), strings.ToUpper(clean(p.Risk.Level)))+"  "+headline)
	}
	s := &p.Summary
	compared := fmt.Sprintf("%s against %s", revision(p.Head, p.Head.Commit), revision(p.Base, p.MergeBase))
	if s.ChangedFiles > 0 {
		compared += fmt.Sprintf(": %s in %s, score %s of 100",
			report.Plural(s.ChangedCount, "changed symbol"), report.Plural(s.ChangedFiles, "file"), number(p.Risk.Score))
	}
	p.line(0, p.paint(faint, compared))
}

func revision(rev report.Revision, commit string) string {
	switch {
	case commit == "" && rev.Ref == "index":
		return "the index"
	case commit == "":
		return "the work tree"
	case rev.Ref == "" || strings.HasPrefix(commit, rev.Ref):
		return commit[:min(len(commit), 7)]
	}
	return fmt.Sprintf("%s (%s)", clean(rev.Ref), commit[:min(len(commit), 7)])
}

func (p *printer) title(text string) {
	p.out.WriteByte('\n')
	p.line(0, p.paint(bold, text))
}

// rows prints the first rows of a list and says how many there are.
func (p *printer) rows(length, total int, row func(int)) { p.rowsUpTo(listRows, length, total, row) }

func (p *printer) rowsUpTo(limit, length, total int, row func(int)) {
	shown := min(length, limit)
	for i := range shown {
		row(i)
	}
	if shown < total {
		p.line(2, p.paint(faint, fmt.Sprintf("shown %d of %d; --format json has more", shown, total)))
	}
}

func (p *printer) findings(class, title string, color ansi) {
	var of []*report.Finding
	for i := range p.Findings {
		if p.Findings[i].Class == class {
			of = append(of, &p.Findings[i])
		}
	}
	if len(of) == 0 {
		return
	}
	p.title(fmt.Sprintf("%s (%d)", title, len(of)))
	p.rowsUpTo(findingRows, len(of), len(of), func(i int) {
		f := of[i]
		where := ""
		if caller := report.Caller(f); caller != "" {
			where = " in " + clean(caller)
		}
		p.line(2, p.paint(color, place(f.Path, f.Line))+where+": "+clean(report.Sentence(f)))
		if f.Related != nil && f.Related.Path != "" {
			word := "see"
			if f.Related.Side == "base" {
				word = "was at"
			}
			p.line(6, p.paint(faint, word+" "+place(f.Related.Path, f.Related.Line)))
		}
		if class == "break" && !f.InDiff {
			p.line(6, p.paint(faint, "outside the diff"))
		}
	})
}

func (p *printer) processes() {
	if len(p.AffectedProcesses) == 0 {
		return
	}
	p.title(fmt.Sprintf("Execution flows (%d reached, %d broken)", p.Summary.AffectedCount, p.Summary.BrokenCount))
	p.rows(len(p.AffectedProcesses), p.Summary.AffectedCount, func(i int) {
		f := &p.AffectedProcesses[i]
		status := report.StatusWord(clean(f.Status))
		if f.BrokenStep != nil {
			status += fmt.Sprintf(" at step %d of %d", f.BrokenStep.Step, f.StepCount)
		}
		p.line(2, p.paint(statusColor(f.Status), status)+": "+p.chain(f))
		if f.Reason != "" {
			p.line(6, sentence(f.Reason))
		}
	})
}

func (p *printer) chain(f *report.AffectedProcess) string {
	var b strings.Builder
	for i, link := range report.Chain(f) {
		if i > 0 {
			b.WriteString(" → ")
		}
		if link.Elided > 0 {
			fmt.Fprintf(&b, "(%s) → ", report.Plural(link.Elided, "more step"))
		}
		name := clean(link.Name)
		switch link.Mark {
		case "":
			b.WriteString(name)
		case "broken", "lost":
			b.WriteString(p.paint(red, "✗ "+name))
		default:
			b.WriteString(p.paint(yellow, name+" ("+clean(link.Mark)+")"))
		}
	}
	return b.String()
}

func (p *printer) clusters() {
	total := len(p.AffectedClusters)
	if total == 0 {
		return
	}
	p.title(fmt.Sprintf("Affected areas (%d direct, %d indirect)", p.Summary.DirectClusters, total-p.Summary.DirectClusters))
	p.rows(total, total, func(i int) {
		c := &p.AffectedClusters[i]
		relation := "indirect"
		if c.Direct {
			relation = "direct"
		}
		p.line(2, fmt.Sprintf("%s (%s): %d changed, %d affected", clean(c.Name), relation, c.Changed, c.Affected))
	})
}

func (p *printer) changedSymbols() {
	total := len(p.ChangedSymbols)
	if total == 0 {
		return
	}
	p.title(fmt.Sprintf("Changed symbols (%d)", total))
	p.rows(total, total, func(i int) {
		c := &p.ChangedSymbols[i]
		what := clean(c.ChangeType)
		if len(c.Parts) > 0 {
			what += " (" + clean(strings.Join(c.Parts, ", ")) + ")"
		}
		if c.Old != nil {
			what += ", was " + place(c.Old.Path, c.Old.Line)
		}
		p.line(2, fmt.Sprintf("%s %s %s  %s", what, clean(c.Type), p.paint(bold, clean(c.Name)), p.paint(faint, place(c.Path, c.Line))))
	})
}

func (p *printer) affectedSymbols() {
	total := 0
	var depths []string
	for i, n := range p.Summary.AffectedByDepth {
		if n > 0 {
			depths = append(depths, fmt.Sprintf("%d at depth %d", n, i+1))
		}
		total += n
	}
	if total == 0 {
		return
	}
	p.title(fmt.Sprintf("Blast radius (%s)", strings.Join(depths, ", ")))
	p.rows(len(p.AffectedSymbols), total, func(i int) {
		a := &p.AffectedSymbols[i]
		through := ""
		if len(a.Via) > 0 {
			through = " through " + clean(report.Name(a.Via[0].Target))
		}
		p.line(2, fmt.Sprintf("%d, %s: %s%s, %s confidence  %s", a.Depth, report.DepthMeaning(a.Depth), clean(a.Name), through,
			report.Confidence(a.Confidence), p.paint(faint, place(a.Path, a.Line))))
	})
}

func (p *printer) tests() {
	if p.Summary.TestCount == 0 {
		return
	}
	p.title(fmt.Sprintf("Tests that reach the change (%d)", p.Summary.TestCount))
	p.rows(len(p.Tests), p.Summary.TestCount, func(i int) {
		t := &p.Tests[i]
		p.line(2, fmt.Sprintf("%s reaches %s  %s", clean(t.Name), clean(report.Name(t.Reaches)), p.paint(faint, place(t.Path, t.Line))))
	})
}

func (p *printer) why() {
	p.title(fmt.Sprintf("Why this rating (%s by %s)", strings.ToUpper(clean(p.Risk.Level)), report.Deciding(p.Report)))
	axis := func(name, level string, evidence []string) {
		p.line(2, name+": "+p.paint(levelColor(level), clean(level)))
		p.rows(len(evidence), len(evidence), func(i int) { p.line(6, sentence(evidence[i])) })
	}
	l := &p.Risk.Likelihood
	axis("breakage", p.Risk.Breakage.Level, p.Risk.Breakage.Evidence)
	axis("likelihood", l.Level, l.Evidence)
	for _, f := range l.Factors {
		p.line(6, fmt.Sprintf("%+6.1f  %s: %s", f.Points, clean(f.Name), clean(f.Clause)))
	}
	axis("exposure", p.Risk.Exposure.Level, p.Risk.Exposure.Evidence)
}

func (p *printer) notAnalysed() {
	source, other := report.NotAnalysedFiles(p.Report)
	if len(source) > 0 {
		p.title(fmt.Sprintf("Not analysed (%d)", len(source)))
		p.rows(len(source), len(source), func(i int) {
			n := source[i]
			text := p.paint(yellow, place(n.Path, n.Line)) + ": " + clean(n.Reason)
			if n.Message != "" {
				text += ", " + clean(n.Message)
			}
			p.line(2, text)
		})
	}
	if sentence := report.OtherFiles(other, report.Style{Name: clean, Text: clean}); sentence != "" {
		p.out.WriteByte('\n')
		p.line(0, sentence+".")
	}
	if p.Summary.ChangedFiles == 0 {
		return
	}
	head := p.Coverage.Head
	p.out.WriteByte('\n')
	p.line(0, p.paint(faint, fmt.Sprintf("Read %d of %s; %s could not be followed.",
		head.Parsed, report.Plural(head.Files, "file"), report.Plural(head.UnknownCalls, "call"))))
}

func place(path string, line int) string {
	if line == 0 {
		return clean(path)
	}
	return fmt.Sprintf("%s:%d", clean(path), line)
}

// sentence returns a sentence of the analysis without its full stop.
func sentence(s string) string { return clean(strings.TrimSuffix(s, ".")) }

// number writes tenths without a needless zero.
func number(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

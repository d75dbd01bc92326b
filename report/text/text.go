// Package text renders a report for a terminal, or for the log of a CI job.
//
// In: a report.Report and Options. Out: plain text: the verdict, then as a compiler writes it
// one line for each finding, which starts with its place, then the flows that are broken, and
// what to do. Options.Verbose adds the rest, which is as much as the comment of
// report/markdown has; without it, one line counts it.
//
// Invariants: no line is wider than Options.Width columns, as a terminal counts
// them, but for commands, which have to stay whole; whatever stands in the report, nothing
// but text, line ends and the colours of this package reaches the terminal.
//
// Deliberately absent: whether there is a terminal, how wide it is and whether it
// wants colour. The caller knows and says so.
package text

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// DefaultWidth is for output that is not a terminal.
const DefaultWidth = 100

// minWidth keeps lines readable where a terminal claims to be narrower.
const minWidth = 40

// limits are how many rows are shown.
type limits struct {
	findings int // in all
	notes    int // of these, what is merely worth knowing
	sites    int // of one group of findings
	list     int // of any other list
	command  int // bytes of a command
}

var (
	brief = limits{findings: 22, notes: 5, sites: 8, list: 3, command: 400}
	full  = limits{findings: 50, notes: 50, sites: 15, list: 10, command: view.MaxCommand}
)

// Options say how to render. The zero value is useful.
type Options struct {
	// Width is how many columns there are. 0 is for what is no terminal: lines are as
	// wide as DefaultWidth, and findings stay on one line each, for programs that read them.
	Width   int
	Color   bool // mark words with ANSI colours
	Verbose bool // more rows, and what is not told without it
}

// style makes what comes from the repository text of one line.
var style = view.Style{Name: clean, Text: sentence}

// Render returns the text, with a final newline.
func Render(r *report.Report, o Options) string {
	p := newPrinter(r, o)
	p.verdict()
	p.unchecked()
	p.findings()
	p.users()
	p.functions()
	p.declarations()
	p.gone()
	p.newFunctions()
	p.facts()
	p.notAnalysed()
	if (view.Quiet(r) || view.Unread(r)) && !o.Verbose {
		p.remarks()
		return p.out.String()
	}
	if !o.Verbose {
		p.brokenFlows()
	}
	p.todo()
	if o.Verbose {
		p.flows()
		p.clusters()
		p.changedSymbols()
		p.affectedSymbols()
		p.tests()
		p.why()
		p.coverage()
	}
	p.modelSummary()
	p.remarks()
	p.rest()
	return p.out.String()
}

// verdict prints the level with the reason for it, and what was compared.
func (p *printer) verdict() {
	headline := view.Headline(p.Report, style)
	if p.Summary.ChangedFiles == 0 && !view.Stopped(p.Report) {
		p.line(0, p.paint(green, headline))
		return
	}
	compared := fmt.Sprintf("%s against %s", revision(p.Head, p.Head.Commit), revision(p.Base, p.MergeBase))
	if view.Quiet(p.Report) {
		p.line(0, p.paint(green, headline))
		p.line(0, p.paint(faint, compared))
		return
	}
	var facts []string
	if counts := p.counts(); len(counts) > 0 {
		facts = append(facts, strings.Join(counts, ", "))
	}
	if f := view.Facts(p.Report); f != "" {
		facts = append(facts, f)
	}
	axis := view.Deciding(p.Report)
	switch percentile := p.Risk.Likelihood.Percentile; {
	case view.Unread(p.Report):
		facts = nil
	case axis == "likelihood" && view.Scored(p.Report):
		among := "less risky than 95% of changes"
		if percentile > 0 {
			among = fmt.Sprintf("riskier than %d%% of changes", percentile)
		}
		facts = append(facts, "rated by how often changes like it were reverted or fixed: "+among)
	case axis != "":
		facts = append(facts, "rated by "+axis)
	}
	if len(facts) > 0 {
		compared += ": " + strings.Join(facts, "; ")
	}
	color := levelColor(p.Risk.Level)
	if view.Stopped(p.Report) {
		color = yellow
	}
	p.line(0, p.paint(color, clean(view.Rating(p.Report)))+"  "+p.paint(bold, headline))
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

// unchecked prints early what no other line speaks of.
func (p *printer) unchecked() {
	if sentence := view.Unchecked(p.Report, style); sentence != "" {
		p.line(0, p.paint(yellow, sentence+"."))
	}
	for _, line := range view.SuppressedLines(p.Report, style) {
		p.line(0, p.paint(yellow, line+"."))
	}
}

// remarks prints what else a reader has to know of what was looked at.
func (p *printer) remarks() {
	lines := view.MergeLines(p.Report, style)
	if sentence := view.ShallowLine(p.Report, style); sentence != "" {
		lines = append(lines, sentence)
	}
	if len(lines) > 0 {
		p.gap()
	}
	for _, sentence := range lines {
		p.line(0, sentence+".")
	}
}

func place(path string, line int) string {
	if line == 0 {
		return clean(path)
	}
	return fmt.Sprintf("%s:%d", clean(path), line)
}

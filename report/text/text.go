// Package text renders a report for a terminal.
//
// In: a report.Report and Options. Out: plain text with the same facts as the
// comment of report/markdown, wrapped to the width of the terminal.
//
// Invariants: no line is wider than Options.Width columns, as a terminal counts
// them, but for commands, which have to stay whole; whatever stands in the report, nothing but text, line ends and the colours
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

// listRows is how many rows of a list are shown, findingRows the same of findings, and
// groupRows of those that share a cause.
const (
	listRows    = 10
	findingRows = 50
	groupRows   = 15
)

// Options say how to render. The zero value is useful.
type Options struct {
	Width int  // columns; 0 means DefaultWidth
	Color bool // mark words with ANSI colours
}

// style makes what comes from the repository text of one line.
var style = report.Style{Name: clean, Text: clean}

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
	p.testRuns()
	p.why()
	p.notAnalysed()
	return p.out.String()
}

func (p *printer) header() {
	headline := report.Headline(p.Report, style)
	if p.Risk.Level == "none" && !p.Risk.Incomplete {
		p.line(0, p.paint(green, headline))
	} else {
		p.line(0, p.paint(levelColor(p.Risk.Level), strings.ToUpper(clean(p.Risk.Level)))+"  "+headline)
	}
	compared := fmt.Sprintf("%s against %s", revision(p.Head, p.Head.Commit), revision(p.Base, p.MergeBase))
	if facts := report.Facts(p.Report); facts != "" {
		compared += ": " + facts
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
func (p *printer) rows(length, total int, row func(int)) {
	shown := min(length, listRows)
	for i := range shown {
		row(i)
	}
	p.left(shown, total)
}

// left says how much of a list is not shown.
func (p *printer) left(shown, total int) {
	if shown < total {
		p.line(2, p.paint(faint, fmt.Sprintf("shown %d of %d; --format json has more", shown, total)))
	}
}

func (p *printer) findings(class, title string, color ansi) {
	groups := report.GroupFindings(p.Report, class)
	if len(groups) == 0 {
		return
	}
	total, shown := 0, 0
	for _, g := range groups {
		total += len(g.Sites)
	}
	p.title(fmt.Sprintf("%s (%d)", title, total))
	for _, g := range groups {
		sites := g.Sites[:min(len(g.Sites), findingRows-shown)]
		if len(g.Sites) > groupRows {
			sites = sites[:min(len(sites), groupRows)]
		}
		if len(sites) == 0 {
			break
		}
		p.group(&g, sites, color)
		shown += len(sites)
	}
	p.left(shown, total)
	if line := report.VerificationLine(p.Report, style); class == "break" && line != "" {
		p.line(2, line+".")
	}
}

// group prints some sites of a group: one alone, several below what they share.
func (p *printer) group(g *report.FindingGroup, sites []report.Site, color ansi) {
	related, indent, alone := "", 2, len(g.Sites) == 1
	if g.Related != nil {
		related = report.Relation(g.Related) + " " + place(g.Related.Path, g.Related.Line) + g.RelatedOn(style)
	}
	if !alone {
		heading := p.paint(bold, g.Heading(style))
		if related != "" {
			heading += p.paint(faint, ", "+related)
		}
		p.line(indent, heading)
		indent = 4
		p.facts(indent, g.Facts)
	}
	for _, s := range sites {
		row := p.paint(color, place(s.Path, s.Line))
		if caller := report.Caller(s.Finding); caller != "" {
			row += " in " + clean(caller)
		}
		if s.Sentence != "" {
			row += ": " + clean(s.Sentence)
		}
		if remark := report.Remark(s.Finding, style); remark != "" {
			row += p.paint(faint, " ("+remark+")")
		}
		if mark := report.Mark(s.Finding); mark != "" {
			row += "  " + p.paint(bold, mark)
		}
		p.line(indent, row)
	}
	p.elsewhere(indent, report.SitePaths(g.Sites[len(sites):]))
	if alone {
		if related != "" {
			p.line(6, p.paint(faint, related))
		}
		p.facts(6, g.Facts)
	}
}

// elsewhere says where what a list does not show is.
func (p *printer) elsewhere(indent int, paths []string) {
	if len(paths) > 0 {
		p.line(indent, p.paint(faint, "left out: "+report.Where(paths, style)))
	}
}

func (p *printer) facts(indent int, facts []string) {
	for _, f := range facts {
		p.line(indent, p.paint(faint, clean(f)))
	}
}

func (p *printer) processes() {
	flows := report.Flows(p.Report)
	if len(flows) == 0 {
		return
	}
	p.title(report.FlowsTitle(p.Report, flows))
	p.rows(len(flows), len(flows), func(i int) {
		f := &flows[i]
		status := report.StatusWord(clean(f.Status))
		if f.BrokenStep != nil {
			status += fmt.Sprintf(" at step %d of %d", f.BrokenStep.Step, f.StepCount)
		}
		p.line(2, p.paint(statusColor(f.Status), status)+": "+p.chain(f.Links))
		if f.Reason != "" {
			p.line(6, sentence(f.Reason)+p.brokenAt(f))
		}
		if more := f.More(style); more != "" {
			p.line(6, p.paint(faint, more))
		}
	})
}

// brokenAt returns the place where a flow breaks, empty where there is none.
func (p *printer) brokenAt(f *report.Flow) string {
	if f.BrokenStep == nil || f.BrokenStep.Path == "" {
		return ""
	}
	return " at " + place(f.BrokenStep.Path, f.BrokenStep.Line)
}

func (p *printer) chain(links []report.Link) string {
	var b strings.Builder
	for i, link := range links {
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
	if len(p.ChangedSymbols) == 0 {
		return
	}
	s := report.FoldSymbols(p.Report)
	p.title(report.SymbolsTitle(p.Report))
	rows := s.Product
	if len(rows)+len(s.Moves) == 0 {
		rows = s.Tests
	}
	p.rows(len(s.Moves), len(s.Moves), func(i int) { p.line(2, s.Moves[i].Sentence(style)) })
	shown := rows[:min(len(rows), listRows)]
	for i := range shown {
		p.line(2, p.changedSymbol(&shown[i]))
	}
	p.elsewhere(2, report.RowPaths(rows[len(shown):]))
	p.left(report.CountRows(shown), report.CountRows(rows))
	if quiet := s.QuietLine(); quiet != "" {
		p.line(2, quiet)
	}
	if tests := report.TestsLine(s.Tests); tests != "" && len(s.Product)+len(s.Moves) > 0 {
		p.line(2, tests)
	}
}

func (p *printer) changedSymbol(row *report.SymbolRow) string {
	what := clean(row.ChangeType)
	if len(row.Parts) > 0 {
		what += " (" + clean(strings.Join(row.Parts, ", ")) + ")"
	}
	if row.Old != nil {
		what += ", was " + place(row.Old.Path, row.Old.Line) + ","
	}
	if row.Type == "File" {
		return what + " " + p.paint(bold, report.Label(row.ID, row.Name, style))
	}
	what += " " + clean(row.Type) + " " + p.paint(bold, clean(row.Name))
	if clause := row.SignatureClause(); clause != "" {
		what += " " + clean(clause)
	}
	if inside := row.InsideClause(); inside != "" {
		what += " " + inside
	}
	if code := row.CodeClause(style); code != "" {
		what += ", " + code
	}
	return what + "  " + p.paint(faint, place(row.Path, row.Line))
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
		p.line(2, fmt.Sprintf("%d, %s: %s%s, %s confidence  %s", a.Depth, report.DepthMeaning(a.Depth), report.Label(a.ID, a.Name, style), through,
			report.Confidence(a.Confidence), p.paint(faint, place(a.Path, report.UseLine(a)))))
	})
}

func (p *printer) tests() {
	if p.Summary.TestCount == 0 {
		return
	}
	p.title(fmt.Sprintf("Tests that reach the change (%d)", p.Summary.TestCount))
	p.rows(len(p.Tests), p.Summary.TestCount, func(i int) {
		t := &p.Tests[i]
		text := fmt.Sprintf("%s reaches %s", report.Label(t.ID, t.Name, style), clean(report.Name(t.Reaches)))
		if !strings.HasPrefix(t.ID, "File:") {
			text += "  " + p.paint(faint, place(t.Path, t.Line))
		}
		p.line(2, text)
	})
}

// testRuns prints the commands, each on a line of its own that can be copied.
func (p *printer) testRuns() {
	title, commands := report.RunsToShow(p.Report)
	if title == "" {
		return
	}
	p.title(title)
	for _, c := range commands {
		if len(c) > report.MaxCommand {
			c = report.Clip(c)
		}
		p.out.WriteString("  " + report.Clean(c) + "\n")
	}
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
	if sentence := report.OtherFiles(other, style); sentence != "" {
		p.out.WriteByte('\n')
		p.line(0, sentence+".")
	}
	for _, sentence := range report.MergeLines(p.Report, style) {
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

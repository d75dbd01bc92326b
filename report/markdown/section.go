package markdown

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// A list is one section of rows: a table when it has columns, else bullets.
type list struct {
	title   string
	columns []string
	length  int                // rows that can be shown
	total   int                // rows there are, also those that the report does not hold
	row     func(int) []string // the cells; one for bullets
	// above returns the bullet that stands above row i in a run of rows that starts at
	// from, empty for none, and whether the row stands below such a bullet. It may be
	// nil.
	above func(i, from int) (bullet string, below bool)
	// count returns what the first rows stand for. Nil when each stands for one.
	count func(rows int) int
	// paths returns the files of the rows from one on, to say where what is left out is. It
	// may be nil.
	paths func(from int) []string
}

// render shows at most rows rows, the first visibleRows of them outside of a fold.
func (l list) render(rows int) string {
	if l.total == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n", l.title)
	l.body(&b, rows, visibleRows)
	return b.String()
}

// body shows at most rows rows, the first visible of them outside of a fold, and says
// how many are left out.
func (l list) body(b *strings.Builder, rows, visible int) {
	shown := min(rows, l.length)
	visible = min(shown, visible)
	l.rows(b, 0, visible)
	if shown > visible {
		fmt.Fprintf(b, "\n<details><summary>%d more</summary>\n", shown-visible)
		l.rows(b, visible, shown)
		b.WriteString("\n</details>\n")
	}
	if shown < l.total {
		of := l.total
		if l.count != nil {
			shown, of = l.count(shown), l.count(l.total)
		}
		fmt.Fprintf(b, "\nShown %d of %d; the JSON report has more.", shown, of)
		if l.paths != nil {
			fmt.Fprintf(b, " Left out: %s.", report.Where(l.paths(min(rows, l.length)), style))
		}
		b.WriteString("\n")
	}
}

func (l list) rows(b *strings.Builder, from, to int) {
	if from == to {
		return
	}
	b.WriteByte('\n')
	if l.columns != nil {
		fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(l.columns, " | "), strings.Repeat(" --- |", len(l.columns)))
	}
	for i := from; i < to; i++ {
		if l.columns != nil {
			fmt.Fprintf(b, "| %s |\n", strings.Join(l.row(i), " | "))
			continue
		}
		if l.above != nil {
			bullet, below := l.above(i, from)
			if bullet != "" {
				fmt.Fprintf(b, "- %s\n", bullet)
			}
			if below {
				b.WriteString("  ")
			}
		}
		fmt.Fprintf(b, "- %s\n", l.row(i)[0])
	}
}

func (d *document) breaks(rows int) string {
	text := d.findings("break", fmt.Sprintf("What breaks (%d)", d.Summary.Breaks), rows)
	if line := report.VerificationLine(d.Report, style); line != "" {
		text += "\n" + line + ".\n"
	}
	return text
}

func (d *document) behaviours(rows int) string {
	return d.findings("behaviour", fmt.Sprintf("What behaves differently (%d)", d.Summary.Behaviours), rows)
}

// findings lists the sites of all groups. Those of a group of several stand below what
// they share, which is told again where the fold begins.
func (d *document) findings(class, title string, rows int) string {
	type ref struct {
		group *report.FindingGroup
		site  *report.Site
	}
	var of []ref
	groups := report.GroupFindings(d.Report, class)
	for i := range groups {
		for j := range groups[i].Sites {
			of = append(of, ref{&groups[i], &groups[i].Sites[j]})
		}
	}
	l := list{title: title, length: len(of), total: len(of)}
	l.paths = func(from int) (paths []string) {
		for _, r := range of[from:] {
			paths = append(paths, r.site.Path)
		}
		return paths
	}
	l.row = func(i int) []string {
		text := d.site(of[i].site)
		if len(of[i].group.Sites) == 1 {
			text += d.shared(of[i].group)
		}
		return []string{text}
	}
	l.above = func(i, from int) (string, bool) {
		g := of[i].group
		switch {
		case len(g.Sites) == 1:
			return "", false
		case i > from && of[i-1].group == g:
			return "", true
		}
		return g.Heading(style) + d.shared(g), true
	}
	return l.render(rows)
}

func (d *document) site(s *report.Site) string {
	var b strings.Builder
	b.WriteString(d.link(s.Path, s.Line, d.commit(s.Side, s.Against)))
	if caller := report.Caller(s.Finding); caller != "" {
		fmt.Fprintf(&b, " in %s", code(caller))
	}
	if s.Sentence != "" {
		fmt.Fprintf(&b, ": %s", prose(s.Sentence))
	}
	if remark := report.Remark(s.Finding, style); remark != "" {
		fmt.Fprintf(&b, " (%s)", remark)
	}
	if mark := report.Mark(s.Finding); mark != "" {
		fmt.Fprintf(&b, " **%s**", mark)
	}
	return b.String()
}

// shared tells what the sites of a group share, after a dash.
func (d *document) shared(g *report.FindingGroup) string {
	var facts []string
	if g.Related != nil {
		place := d.link(g.Related.Path, g.Related.Line, d.commit(g.Related.Side, g.Sites[0].Against))
		facts = append(facts, report.Relation(g.Related)+" "+place+g.RelatedOn(style))
	}
	for _, f := range g.Facts {
		facts = append(facts, prose(f))
	}
	if len(facts) == 0 {
		return ""
	}
	return " — " + strings.Join(facts, "; ")
}

func (d *document) why(rows int) string {
	if rows == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### Why this rating (%s by %s)\n\n", escape(strings.ToUpper(d.Risk.Level)), report.Deciding(d.Report))
	b.WriteString("| Axis | Level | Evidence |\n| --- | --- | --- |\n")
	axis := func(name, level string, evidence []string) {
		shown := make([]string, 0, rows)
		for _, e := range evidence[:min(rows, len(evidence), visibleRows)] {
			shown = append(shown, prose(e))
		}
		if more := len(evidence) - len(shown); more > 0 {
			shown = append(shown, fmt.Sprintf("%d more", more))
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, escape(level), strings.Join(shown, "<br>"))
	}
	axis("breakage", d.Risk.Breakage.Level, d.Risk.Breakage.Evidence)
	l := &d.Risk.Likelihood
	axis("likelihood", l.Level, l.Evidence)
	axis("exposure", d.Risk.Exposure.Level, d.Risk.Exposure.Evidence)
	if len(l.Factors) > 0 {
		fmt.Fprintf(&b, "\n<details><summary>The score, point by point (%s)</summary>\n\n| Factor | Points | |\n| --- | ---: | --- |\n", escape(d.Risk.Model))
		for _, f := range l.Factors {
			fmt.Fprintf(&b, "| %s | %+.1f | %s |\n", escape(f.Name), f.Points, prose(f.Clause))
		}
		fmt.Fprintf(&b, "| **score** | **%s** | |\n\n</details>\n", report.Tenths(d.Risk.Score))
	}
	return b.String()
}

func (d *document) processes(rows int) string {
	flows := report.Flows(d.Report)
	return list{title: report.FlowsTitle(d.Report, flows), length: len(flows), total: len(flows), row: func(i int) []string {
		return []string{d.flow(&flows[i])}
	}}.render(rows)
}

func (d *document) flow(f *report.Flow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", escape(report.StatusWord(f.Status)))
	if f.BrokenStep != nil {
		fmt.Fprintf(&b, " at step %d of %d", f.BrokenStep.Step, f.StepCount)
	}
	b.WriteString(": ")
	for i, link := range f.Links {
		if i > 0 {
			b.WriteString(" → ")
		}
		if link.Elided > 0 {
			fmt.Fprintf(&b, "(%s) → ", report.Plural(link.Elided, "more step"))
		}
		switch link.Mark {
		case "broken", "lost":
			fmt.Fprintf(&b, "~~%s~~", code(link.Name))
		case "":
			b.WriteString(code(link.Name))
		default:
			fmt.Fprintf(&b, "**%s** (%s)", code(link.Name), escape(link.Mark))
		}
	}
	if f.Reason != "" {
		fmt.Fprintf(&b, " — %s", prose(f.Reason))
		if s := f.BrokenStep; s != nil && s.Path != "" {
			fmt.Fprintf(&b, " at %s", d.place(s.Path, s.Line, "head"))
		}
	}
	if more := f.More(style); more != "" {
		fmt.Fprintf(&b, "; %s", more)
	}
	return b.String()
}

func (d *document) clusters(rows int) string {
	total := len(d.AffectedClusters)
	title := fmt.Sprintf("Affected areas (%d direct, %d indirect)", d.Summary.DirectClusters, total-d.Summary.DirectClusters)
	return list{title: title, columns: []string{"Area", "", "Changed", "Affected", "Hits"}, length: total, total: total, row: func(i int) []string {
		c := &d.AffectedClusters[i]
		relation := "indirect"
		if c.Direct {
			relation = "direct"
		}
		return []string{code(c.Name), relation, fmt.Sprint(c.Changed), fmt.Sprint(c.Affected), fmt.Sprint(c.Hits)}
	}}.render(rows)
}

// changedSymbols lists what is no test, and folds the rest behind it.
func (d *document) changedSymbols(rows int) string {
	if len(d.ChangedSymbols) == 0 {
		return ""
	}
	s := report.FoldSymbols(d.Report)
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n", report.SymbolsTitle(d.Report))
	list{length: len(s.Moves), total: len(s.Moves), row: func(i int) []string { return []string{s.Moves[i].Sentence(style)} }}.body(&b, rows, visibleRows)
	d.symbolRows(s.Product).body(&b, rows, visibleRows)
	if quiet := s.QuietLine(); quiet != "" {
		fmt.Fprintf(&b, "\n%s.\n", quiet)
	}
	if tests := report.TestsLine(s.Tests); tests != "" {
		fmt.Fprintf(&b, "\n<details><summary>%s</summary>\n", tests)
		d.symbolRows(s.Tests).body(&b, rows, rows)
		b.WriteString("\n</details>\n")
	}
	return b.String()
}

func (d *document) symbolRows(of []report.SymbolRow) list {
	count := func(rows int) int { return report.CountRows(of[:rows]) }
	return list{columns: []string{"Symbol", "Change", "Kind", "Place"}, length: len(of), total: len(of), count: count, paths: func(from int) []string { return report.RowPaths(of[from:]) }, row: func(i int) []string {
		c := &of[i]
		name := report.Label(c.ID, c.Name, style)
		if inside := c.InsideClause(); inside != "" {
			name += " " + inside
		}
		what := escape(c.ChangeType)
		if code := c.CodeClause(style); code != "" {
			what += ", " + code
		}
		if len(c.Parts) > 0 {
			what += ": " + escape(strings.Join(c.Parts, ", "))
		}
		if clause := c.SignatureClause(); clause != "" {
			what += "; " + prose(clause)
		}
		if c.Old != nil {
			what += " (was " + d.place(c.Old.Path, c.Old.Line, "base") + ")"
		}
		return []string{name, what, escape(c.Type), d.place(c.Path, c.Line, c.Side)}
	}}
}

func (d *document) affectedSymbols(rows int) string {
	total := 0
	var depths []string
	for i, n := range d.Summary.AffectedByDepth {
		if n > 0 {
			depths = append(depths, fmt.Sprintf("%d at depth %d", n, i+1))
		}
		total += n
	}
	title := fmt.Sprintf("Blast radius (%s)", strings.Join(depths, ", "))
	return list{title: title, columns: []string{"Depth", "Symbol", "Place", "Through", "Confidence"}, length: len(d.AffectedSymbols), total: total, row: func(i int) []string {
		a := &d.AffectedSymbols[i]
		through := ""
		if len(a.Via) > 0 {
			through = code(report.Name(a.Via[0].Target))
		}
		return []string{fmt.Sprintf("%d, %s", a.Depth, report.DepthMeaning(a.Depth)), report.Label(a.ID, a.Name, style), d.place(a.Path, report.UseLine(a), "head"), through, report.Confidence(a.Confidence)}
	}}.render(rows)
}

func (d *document) tests(rows int) string {
	return list{title: fmt.Sprintf("Tests that reach the change (%d)", d.Summary.TestCount), length: len(d.Tests), total: d.Summary.TestCount, row: func(i int) []string {
		t := &d.Tests[i]
		if strings.HasPrefix(t.ID, "File:") {
			return []string{fmt.Sprintf("top level of %s reaches %s", d.place(t.Path, 0, "head"), code(report.Name(t.Reaches)))}
		}
		return []string{fmt.Sprintf("%s at %s reaches %s", code(t.Name), d.place(t.Path, t.Line, "head"), code(report.Name(t.Reaches)))}
	}}.render(rows) + d.testRuns(rows)
}

// testRuns shows the commands, folded.
func (d *document) testRuns(rows int) string {
	title, commands := report.RunsToShow(d.Report)
	if title == "" || rows == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s</summary>\n\n", title)
	for _, c := range commands {
		fmt.Fprintf(&b, "- %s\n", command(c))
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// notAnalysed lists what the rating may miss, and names the other changed files that
// nothing was read of.
func (d *document) notAnalysed(rows int) string {
	source, other := report.NotAnalysedFiles(d.Report)
	text := list{title: fmt.Sprintf("Not analysed (%d)", len(source)), length: len(source), total: len(source), row: func(i int) []string {
		n := source[i]
		text := fmt.Sprintf("%s: %s", d.place(n.Path, n.Line, n.Side), escape(n.Reason))
		if n.Message != "" {
			text += ", " + escape(n.Message)
		}
		return []string{text}
	}}.render(rows)
	if sentence := report.OtherFiles(other, report.Style{Name: code, Text: escape}); sentence != "" {
		text += "\n" + sentence + ".\n"
	}
	for _, sentence := range report.MergeLines(d.Report, style) {
		text += "\n" + sentence + ".\n"
	}
	return text
}

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
}

// render shows at most rows rows, the first visibleRows of them outside of a fold.
func (l list) render(rows int) string {
	if l.total == 0 {
		return ""
	}
	var b strings.Builder
	shown := min(rows, l.length)
	fmt.Fprintf(&b, "\n### %s\n", l.title)
	visible := min(shown, visibleRows)
	l.rows(&b, 0, visible)
	if shown > visible {
		fmt.Fprintf(&b, "\n<details><summary>%d more</summary>\n", shown-visible)
		l.rows(&b, visible, shown)
		b.WriteString("\n</details>\n")
	}
	if shown < l.total {
		fmt.Fprintf(&b, "\nShown %d of %d; the JSON report has more.\n", shown, l.total)
	}
	return b.String()
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
		} else {
			fmt.Fprintf(b, "- %s\n", l.row(i)[0])
		}
	}
}

func (d *document) breaks(rows int) string {
	return d.findings("break", fmt.Sprintf("What breaks (%d)", d.Summary.Breaks), rows)
}

func (d *document) behaviours(rows int) string {
	return d.findings("behaviour", fmt.Sprintf("What behaves differently (%d)", d.Summary.Behaviours), rows)
}

func (d *document) findings(class, title string, rows int) string {
	var of []*report.Finding
	for i := range d.Findings {
		if d.Findings[i].Class == class {
			of = append(of, &d.Findings[i])
		}
	}
	return list{title: title, length: len(of), total: len(of), row: func(i int) []string {
		return []string{d.finding(of[i])}
	}}.render(rows)
}

func (d *document) finding(f *report.Finding) string {
	var b strings.Builder
	b.WriteString(d.place(f.Path, f.Line, f.Side))
	if caller := report.Caller(f); caller != "" {
		fmt.Fprintf(&b, " in %s", code(caller))
	}
	fmt.Fprintf(&b, ": %s", prose(report.Sentence(f)))
	if f.Related != nil && f.Related.Path != "" {
		fmt.Fprintf(&b, " (%s %s)", relation(f.Related.Side), d.place(f.Related.Path, f.Related.Line, f.Related.Side))
	}
	if f.Class == "break" && !f.InDiff {
		b.WriteString(" — outside the diff")
	}
	return b.String()
}

// relation says what the other place of a finding is.
func relation(side string) string {
	if side == "base" {
		return "was at"
	}
	return "see"
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
		fmt.Fprintf(&b, "| **score** | **%s** | |\n\n</details>\n", number(d.Risk.Score))
	}
	return b.String()
}

func (d *document) processes(rows int) string {
	title := fmt.Sprintf("Execution flows (%d reached, %d broken)", d.Summary.AffectedCount, d.Summary.BrokenCount)
	return list{title: title, length: len(d.AffectedProcesses), total: d.Summary.AffectedCount, row: func(i int) []string {
		return []string{process(&d.AffectedProcesses[i])}
	}}.render(rows)
}

func process(p *report.AffectedProcess) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", escape(report.StatusWord(p.Status)))
	if p.BrokenStep != nil {
		fmt.Fprintf(&b, " at step %d of %d", p.BrokenStep.Step, p.StepCount)
	}
	b.WriteString(": ")
	for i, link := range report.Chain(p) {
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
			fmt.Fprintf(&b, "**%s**", code(link.Name))
		}
	}
	if p.Reason != "" {
		fmt.Fprintf(&b, " — %s", prose(p.Reason))
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

func (d *document) changedSymbols(rows int) string {
	total := len(d.ChangedSymbols)
	return list{title: fmt.Sprintf("Changed symbols (%d)", total), columns: []string{"Symbol", "Change", "Kind", "Place"}, length: total, total: total, row: func(i int) []string {
		c := &d.ChangedSymbols[i]
		what := escape(c.ChangeType)
		if len(c.Parts) > 0 {
			what += ": " + escape(strings.Join(c.Parts, ", "))
		}
		if c.Old != nil {
			what += " (was " + d.place(c.Old.Path, c.Old.Line, "base") + ")"
		}
		return []string{code(c.Name), what, escape(c.Type), d.place(c.Path, c.Line, c.Side)}
	}}.render(rows)
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
		return []string{fmt.Sprintf("%d, %s", a.Depth, report.DepthMeaning(a.Depth)), code(a.Name), d.place(a.Path, a.Line, "head"), through, report.Confidence(a.Confidence)}
	}}.render(rows)
}

func (d *document) tests(rows int) string {
	return list{title: fmt.Sprintf("Tests that reach the change (%d)", d.Summary.TestCount), length: len(d.Tests), total: d.Summary.TestCount, row: func(i int) []string {
		t := &d.Tests[i]
		return []string{fmt.Sprintf("%s at %s reaches %s", code(t.Name), d.place(t.Path, t.Line, "head"), code(report.Name(t.Reaches)))}
	}}.render(rows)
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
	return text
}

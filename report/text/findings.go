package text

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// severities are in the order in which they are printed, with the words for people.
var severities = []struct {
	name, word string
	color      ansi
}{
	{"error", "error", red},
	{"warning", "warning", yellow},
	{"info", "note", cyan},
}

// severityWord returns how a severity is called and marked.
func severityWord(severity string) (ansi, string) {
	for _, s := range severities {
		if s.name == severity {
			return s.color, s.word
		}
	}
	return cyan, clean(severity)
}

// findings prints a line for each place, those of one cause together, what is worst first.
// What is merely worth knowing of a symbol can wait where there is worse to tell of it.
func (p *printer) findings() {
	groups := append(report.GroupFindings(p.Report, "break"), report.GroupFindings(p.Report, "behaviour")...)
	shown, told := 0, make(map[string]bool)
	for _, severity := range severities {
		room := p.limits.findings - shown
		if severity.name == "info" {
			room = min(room, p.limits.notes)
		}
		for i := range groups {
			g := &groups[i]
			if g.Sites[0].Severity != severity.name || severity.name == "info" && !p.verbose && told[g.Sites[0].Symbol] {
				continue
			}
			told[g.Sites[0].Symbol] = true
			if n := min(len(g.Sites), p.limits.sites, room); n > 0 {
				p.group(g, n)
				shown += n
				room -= n
			}
		}
	}
	p.left(0, shown, len(p.Findings))
	if line := report.VerificationLine(p.Report, style); line != "" {
		p.line(0, line+".")
	}
}

// counts says how many findings there are.
func (p *printer) counts() []string {
	var counts []string
	for _, severity := range severities {
		n := 0
		for i := range p.Findings {
			if p.Findings[i].Severity == severity.name {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, report.Plural(n, severity.word))
		}
	}
	return counts
}

// hint says once where to learn more about a finding.
func (p *printer) hint() {
	if len(p.Findings) > 0 {
		p.line(0, p.paint(faint, "More about the first: nexus-ci explain "+clean(p.Findings[0].Rule)))
	}
}

// group prints the first n sites of a group, and once what they share.
func (p *printer) group(g *report.FindingGroup, n int) {
	for _, s := range g.Sites[:n] {
		text := sentence(report.Sentence(s.Finding))
		if caller := report.Caller(s.Finding); caller != "" && !strings.Contains(text, clean(caller)) {
			text += ", in " + clean(caller)
		}
		remark := report.Remark(s.Finding, style)
		if s.Side == "base" {
			remark = "in base"
		}
		if remark != "" {
			text += p.paint(faint, " ("+remark+")")
		}
		if mark := report.Mark(s.Finding); mark != "" {
			text += " " + p.paint(bold, mark)
		}
		p.diagnostic(0, place(s.Path, s.Line), s.Severity, text+" "+p.paint(faint, "["+clean(s.Rule)+"]"))
	}
	const indent = 4
	if g.Related != nil && (p.verbose || g.Sites[0].Class == "break") {
		text := "see here"
		if g.Related.Side == "base" {
			text = "was here"
		}
		p.diagnostic(indent, place(g.Related.Path, g.Related.Line), "note", text+g.RelatedOn(style))
	}
	if p.verbose {
		for _, f := range g.Facts {
			p.line(indent, p.paint(faint, clean(f)))
		}
	}
	p.elsewhere(indent, report.SitePaths(g.Sites[n:]))
}

// diagnostic prints a line that starts with a place. Where there is no terminal it is not
// broken: editors and other programs read such lines.
func (p *printer) diagnostic(indent int, place, severity, text string) {
	color, word := severityWord(severity)
	line := p.paint(bold, place+":") + " " + p.paint(color, word+":") + " " + text
	if p.wrap {
		p.line(indent, line)
		return
	}
	bare := strings.TrimLeft(line, " ")
	p.out.WriteString(strings.Repeat(" ", indent+len(line)-len(bare)) + noCommand(bare) + "\n")
}

// notAnalysed prints the places about which nothing is known, and that a program may
// hang on.
func (p *printer) notAnalysed() {
	source, _ := report.NotAnalysedFiles(p.Report)
	shown := source[:min(len(source), p.limits.list)]
	for _, n := range shown {
		text := "not analysed: " + clean(n.Reason)
		if n.Message != "" {
			text += ", " + clean(n.Message)
		}
		p.diagnostic(0, place(n.Path, n.Line), "warning", text)
	}
	if len(shown) < len(source) {
		var paths []string
		for _, n := range source[len(shown):] {
			paths = append(paths, n.Path)
		}
		p.line(4, p.paint(faint, fmt.Sprintf("and %d more that could not be analysed: %s", len(paths), report.Where(paths, style))))
	}
}

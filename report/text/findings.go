package text

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// levels are those of findings, the worst first, with the words for people.
var levels = []struct {
	name, word string
	color      ansi
}{
	{"error", "error", red},
	{"warning", "warning", yellow},
	{"notice", "note", cyan},
}

// levelWord returns how a level is called and marked.
func levelWord(level string) (ansi, string) {
	for _, l := range levels {
		if l.name == level {
			return l.color, l.word
		}
	}
	return cyan, clean(level)
}

// findings prints a line for each place, those of one cause together, what is worst first.
// What is merely worth knowing of a symbol can wait where there is worse to tell of it.
func (p *printer) findings() {
	if len(p.Findings) > 0 {
		p.gap()
	}
	shown, notes, told := 0, 0, make(map[string]bool)
	for _, g := range view.RankedGroups(p.Report) {
		first := g.Sites[0].Finding
		room := p.limits.findings - shown
		note := view.Level(first) == "notice"
		if note {
			room = min(room, p.limits.notes-notes)
			if told[first.Symbol] && !p.verbose {
				continue
			}
		}
		told[first.Symbol] = true
		if n := min(len(g.Sites), p.limits.sites, room); n > 0 {
			p.group(&g, n)
			shown += n
			if note {
				notes += n
			}
		}
	}
	p.left(0, shown, len(p.Findings))
	if line := view.VerificationLine(p.Report, style); line != "" {
		p.line(0, line+".")
	}
}

// counts says how many findings there are.
func (p *printer) counts() []string {
	n := make(map[string]int)
	for i := range p.Findings {
		n[view.Level(&p.Findings[i])]++
	}
	var counts []string
	for _, l := range levels {
		if n[l.name] > 0 {
			counts = append(counts, view.Plural(n[l.name], l.word))
		}
	}
	return counts
}

// group prints the first n sites of a group, and once what they share: those behind the
// first go on where its sentence says what comes of the cause.
func (p *printer) group(g *view.FindingGroup, n int) {
	var first string // the remark on the first site
	for i, s := range g.Sites[:n] {
		text := sentence(view.Sentence(s.Finding))
		if i > 0 {
			text = "… " + sentence(cmp.Or(s.Sentence, g.Effect, "the same"))
		}
		if caller := view.Caller(s.Finding); caller != "" && !s.Speaks(caller, i == 0) {
			text += ", in " + clean(caller)
		}
		remark := view.Remark(s.Finding, style)
		if s.Side == "base" {
			remark = "in base"
		}
		if remark != "" && (i == 0 || remark != first) {
			text += p.paint(faint, " ("+remark+")")
		}
		if mark := view.Mark(s.Finding); mark != "" {
			text += " " + p.paint(bold, mark)
		}
		if i == 0 {
			first = remark
			text += " " + p.paint(faint, "["+clean(s.Rule)+"]")
		}
		p.diagnostic(0, place(s.Path, s.Line), view.Level(s.Finding), text)
	}
	const indent = 4
	if g.Related != nil && (p.verbose || g.Sites[0].Class == "break") {
		text := "see here"
		if g.Related.Side == "base" {
			text = "was here"
		}
		p.diagnostic(indent, place(g.Related.Path, g.Related.Line), "notice", text+g.RelatedOn(style))
	}
	if p.verbose {
		for _, f := range g.Facts {
			p.line(indent, p.paint(faint, clean(f.Clause)))
		}
	}
	p.elsewhere(indent, view.SitePaths(g.Sites[n:]))
}

// diagnostic prints a line that starts with a place. Where there is no terminal it is not
// broken: editors and other programs read such lines.
func (p *printer) diagnostic(indent int, place, level, text string) {
	color, word := levelWord(level)
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
	source, other := view.NotAnalysedFiles(p.Report)
	if p.verbose {
		source = append(source, other...)
	}
	shown := source[:min(len(source), p.limits.list)]
	for _, n := range shown {
		text := "not analysed: " + clean(view.ReasonWords(n.Reason))
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
		p.line(4, p.paint(faint, fmt.Sprintf("and %d more that could not be analysed: %s", len(paths), view.Where(paths, style))))
	}
}

package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/added"
	"github.com/nexus-ci/nexus-ci/report/declaration"
	"github.com/nexus-ci/nexus-ci/report/gone"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A section is a titled part.
type section struct {
	weight int // the lightest is shrunk first
	title  string
	body   func(rows int) string // empty for nothing to say
	detail bool                  // readers open it
	keeps  int                   // how many rows it keeps at least in an ordinary comment; 0 for all
}

// render returns the section with at most rows rows.
func (s *section) render(rows int) string {
	body := s.body(rows)
	switch {
	case body == "" || s.title == "":
		return body
	case s.detail:
		return folded("<b>"+s.title+"</b>", body)
	}
	return fmt.Sprintf("\n### %s\n%s", s.title, body)
}

// why tells the rating: the three axes, and the score point by point.
func (d *document) why() section {
	title := "Why " + escape(view.Rating(d.Report))
	if axis := view.Deciding(d.Report); axis != "" {
		title += ": " + axis
	}
	if view.Scored(d.Report) {
		title += fmt.Sprintf(", score %s of 100", view.Tenths(d.Risk.Score))
	}
	return section{weight: 6, detail: true, title: title, body: func(rows int) string {
		if rows == 0 || view.Stopped(d.Report) {
			return ""
		}
		var b strings.Builder
		b.WriteString("\n| Axis | Level | Evidence |\n| --- | --- | --- |\n")
		axis := func(name, level string, evidence []string) {
			shown := make([]string, 0, rows)
			for _, e := range evidence[:min(rows, len(evidence), visibleRows)] {
				shown = append(shown, d.linked(e))
			}
			if more := len(evidence) - len(shown); more > 0 {
				shown = append(shown, fmt.Sprintf("%d more", more))
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, escape(level), strings.Join(shown, "<br>"))
		}
		broken, places := view.BreakageWords(d.Report)
		axis("breakage", broken, places)
		l := &d.Risk.Likelihood
		axis("likelihood", l.Level, l.Evidence)
		axis("exposure", d.Risk.Exposure.Level, d.Risk.Exposure.Evidence)
		if d.all && len(l.Factors) > 0 {
			fmt.Fprintf(&b, "\n| Factor of the score (%s) | Points | |\n| --- | ---: | --- |\n", escape(d.Risk.Model))
			for _, f := range l.Factors {
				fmt.Fprintf(&b, "| %s | %+.1f | %s |\n", escape(f.Name), f.Points, prose(f.Clause))
			}
			fmt.Fprintf(&b, "| **score** | **%s** | |\n", view.Tenths(d.Risk.Score))
		}
		if sentence := view.ShallowLine(d.Report, style); sentence != "" {
			fmt.Fprintf(&b, "\n%s.\n", sentence)
		}
		return b.String()
	}}
}

func (d *document) clusters() section {
	total := len(d.AffectedClusters)
	title := fmt.Sprintf("Affected areas (%d direct, %d indirect)", d.Summary.DirectClusters, total-d.Summary.DirectClusters)
	l := list{columns: []string{"Area", "", "Changed", "Affected", "Hits"}, length: total, total: total, row: func(i int) []string {
		c := &d.AffectedClusters[i]
		relation := "indirect"
		if c.Direct {
			relation = "direct"
		}
		return []string{code(c.Name), relation, fmt.Sprint(c.Changed), fmt.Sprint(c.Affected), fmt.Sprint(c.Hits)}
	}}
	return section{weight: 3, detail: true, title: title, body: l.body}
}

// functions lists what the changed functions do differently.
func (d *document) functions() section {
	told, calls := view.BehaviourRows(d.Report), view.CallRows(d.Report)
	if len(told) == 0 {
		return section{weight: 6, body: func(rows int) string {
			if s := cmp.Or(view.Refactoring(d.Report), view.NotCompared(d.Report, style)); s != "" {
				return "\n" + s + ".\n" + d.calls(calls, rows)
			}
			return ""
		}}
	}
	l := list{columns: []string{"Code", "What it does now", "Before", "Now", "Place"}, length: len(told), total: len(told), row: func(i int) []string {
		b := told[i]
		place := d.place(b.Path, b.Line, b.Side)
		if also := b.AlsoAt(); also != "" {
			place += ", " + also
		}
		return []string{view.BehaviourSymbol(b.Behaviour, style), escape(view.BehaviourWords(b.Behaviour)), excerpt(b.From), excerpt(b.To), place}
	}}
	return section{weight: 5, title: view.BehavioursTitle(d.Report), body: func(rows int) string {
		if rows == 0 {
			return "" // what breaks comes first
		}
		text := l.body(d.most(rows))
		if rest := view.NotCompared(d.Report, style); rest != "" {
			text += "\n" + rest + ".\n" + d.calls(calls, rows)
		}
		return text
	}}
}

// declarations lists how declarations differ.
func (d *document) declarations() section {
	of := declaration.Rows(d.Report)
	l := list{length: len(of), total: len(of), row: func(i int) []string {
		c := of[i]
		return []string{fmt.Sprintf("%s %s (%s)", view.Label(c.ID, c.Name, style), declaration.Clause(c, prose), d.place(c.Path, c.Line, c.Side))}
	}}
	return section{weight: 3, title: declaration.Title(of), body: func(rows int) string {
		if rows == 0 || len(of) == 0 {
			return ""
		}
		return l.body(d.most(rows))
	}}
}

// gone lists which symbols the change takes away or moves.
func (d *document) gone() section {
	of := gone.Rows(d.Report)
	l := list{length: len(of), total: len(of), row: func(i int) []string { return []string{of[i].Clause(style)} }}
	return section{weight: 2, title: gone.Title(of), body: func(rows int) string {
		if rows == 0 || len(of) == 0 {
			return ""
		}
		return l.body(d.most(rows))
	}}
}

// newFunctions lists what new functions test and call, and how they fail.
func (d *document) newFunctions() section {
	of := added.Rows(d.Report)
	l := list{length: len(of), total: len(of), row: func(i int) []string {
		c := &of[i]
		return []string{fmt.Sprintf("%s %s (%s)", view.Label(c.ID, c.Name, style), c.Clause(style), d.place(c.Path, c.Line, c.Side))}
	}}
	return section{weight: 3, title: added.Title(of), body: func(rows int) string {
		if rows == 0 || len(of) == 0 {
			return ""
		}
		return l.body(d.most(rows))
	}}
}

// calls lists what symbols that were not compared test, fail by and call, and no longer do.
func (d *document) calls(of []view.CallRow, rows int) string {
	if len(of) == 0 || rows == 0 {
		return ""
	}
	l := list{length: len(of), total: len(of), row: func(i int) []string {
		row := &of[i]
		return []string{fmt.Sprintf("%s %s (%s)", view.Label(row.ID, row.Name, style), row.Clause(style), d.place(row.Path, row.Line, row.Side))}
	}}
	return l.body(d.most(rows))
}

// modelSummary quotes what a language model says, apart from what was found.
func (d *document) modelSummary() section {
	return section{weight: 1, body: func(rows int) string {
		s := d.ModelSummary
		if s == nil || rows == 0 {
			return ""
		}
		text := fmt.Sprintf("\n> **%s:**\n>\n", view.ModelSummaryTitle(s, style))
		for i := range s.Claims[:min(rows, len(s.Claims))] {
			text += "> " + cmp.Or(d.claim(&s.Claims[i]), guard) + "\n"
		}
		return text
	}}
}

// claim is a sentence of a language model, with the places that it names as code and with
// their links.
func (d *document) claim(c *report.ModelClaim) string {
	var b strings.Builder
	at := 0
	for _, m := range placePattern.FindAllStringIndex(c.Text, -1) {
		place := strings.TrimLeft(c.Text[m[0]:m[1]], "([{<\"'*_")
		i := slices.IndexFunc(c.Places, func(l report.Location) bool { return l.String() == place })
		if i < 0 {
			continue
		}
		before, end := c.Text[at:m[1]-len(place)], m[1]
		if strings.HasSuffix(before, "`") && strings.HasPrefix(c.Text[end:], "`") {
			before, end = strings.TrimSuffix(before, "`"), end+1
		}
		b.WriteString(clause(before, at == 0))
		b.WriteString(d.link(c.Places[i].Path, c.Places[i].Line, d.known[place]))
		at = end
	}
	return b.String() + clause(c.Text[at:], at == 0)
}

// clause is prose before, between or behind pieces of code.
func clause(s string, first bool) string {
	text := strings.Trim(s, " ")
	out := prose(text)
	if strings.HasSuffix(text, ".") {
		out += "." // which prose takes away
	}
	if !first && strings.HasPrefix(s, " ") {
		out = " " + out
	}
	if text != "" && strings.HasSuffix(s, " ") {
		out += " "
	}
	return out
}

// excerpt returns a piece of code for a cell of a table; empty for none.
func excerpt(text string) string {
	if text == "" {
		return ""
	}
	return code(report.ClipTo(text, maxExcerpt))
}

// facts lists what the change does outside of code.
func (d *document) facts() section {
	facts := view.FactRows(d.Report)
	l := list{columns: []string{"What", "Place"}, length: len(facts), total: len(facts) + view.FactsLeftOut(d.Report), row: func(i int) []string {
		f := &facts[i]
		used := view.UsedClause(f.ContentFact, code, func(path string, line int) string { return d.place(path, line, "head") })
		what := f.Words(func(text string) string { return code(report.ClipTo(text, maxFact)) }, code, used)
		return []string{what, d.place(f.Path, f.Line, f.Side)}
	}}
	return section{weight: 6, title: view.FactsTitle(d.Report), body: func(rows int) string {
		if rows == 0 {
			return "" // the headline tells the first and counts the others
		}
		return l.body(d.most(rows))
	}}
}

// most returns how many rows of what stands open are shown where there is room for some.
func (d *document) most(rows int) int {
	if d.all {
		return rows
	}
	return min(rows, visibleRows)
}

const (
	maxFact    = 200 // characters of one: both values stay whole
	maxExcerpt = 120 // characters of a piece of code: no behaviour has more
)

// changedSymbols lists what is no test, and folds the rest behind it.
func (d *document) changedSymbols() section {
	s := view.FoldSymbols(d.Report)
	moves := list{length: len(s.Moves), total: len(s.Moves), row: func(i int) []string { return []string{s.Moves[i].Sentence(style)} }}
	product, tests := d.symbolRows(s.Product), d.symbolRows(s.Tests)
	return section{weight: 2, detail: true, title: view.SymbolsTitle(d.Report), body: func(rows int) string {
		text := moves.body(rows) + product.body(rows)
		if quiet := s.QuietLine(); quiet != "" {
			text += "\n" + quiet + ".\n"
		}
		return text + folded(view.TestsLine(s.Tests), tests.body(rows))
	}}
}

func (d *document) symbolRows(of []view.SymbolRow) list {
	count := func(rows int) int { return view.CountRows(of[:rows]) }
	return list{columns: []string{"Symbol", "Change", "Kind", "Place"}, length: len(of), total: len(of), count: count, paths: func(from int) []string { return view.RowPaths(of[from:]) }, row: func(i int) []string {
		c := &of[i]
		name := view.Label(c.ID, c.Name, style)
		if inside := c.InsideClause(); inside != "" {
			name += " " + inside
		}
		what := escape(c.ChangeType)
		if text := view.DeclarationClause(c.ChangedSymbol, style); text != "" {
			what += ": " + text
		}
		if code := view.CodeClause(c.ChangedSymbol, style); code != "" {
			what += ", " + code
		}
		if len(c.Parts) > 0 {
			what += ": " + escape(strings.Join(view.PartWords(d.Report, c.ChangedSymbol), ", "))
		}
		if clause := view.SignatureClause(c.ChangedSymbol); clause != "" {
			what += "; " + prose(clause)
		}
		if clause := cmp.Or(added.Clause(c.ChangedSymbol, style), view.CallsClause(c.ChangedSymbol, style)); clause != "" {
			what += "; " + strings.ReplaceAll(clause, " | ", " &#124; ") // which else begins another cell
		}
		if c.Old != nil {
			was := d.place(c.Old.Path, c.Old.Line, "base")
			if name := view.OldName(c.ChangedSymbol); name != "" {
				was = code(name) + " at " + was
			}
			what += " (was " + was + ")"
		}
		return []string{name, what, escape(c.Type), d.place(c.Path, c.Line, c.Side)}
	}}
}

func (d *document) affectedSymbols() section {
	total := 0
	var depths []string
	for i, n := range d.Summary.AffectedByDepth {
		if n > 0 {
			depths = append(depths, fmt.Sprintf("%d at depth %d", n, i+1))
		}
		total += n
	}
	title := fmt.Sprintf("Blast radius (%s)", strings.Join(depths, ", "))
	l := list{columns: []string{"Depth", "Symbol", "Place", "Through", "Confidence"}, length: len(d.AffectedSymbols), total: total, row: func(i int) []string {
		a := &d.AffectedSymbols[i]
		through := ""
		if len(a.Via) > 0 {
			through = code(view.Name(a.Via[0].Target))
		}
		return []string{fmt.Sprintf("%d, %s", a.Depth, view.DepthMeaning(a.Depth)), view.Label(a.ID, a.Name, style), d.place(a.Path, view.UseLine(a), "head"), through, view.Confidence(a.Confidence)}
	}}
	return section{weight: 0, detail: true, title: title, body: l.body}
}

func (d *document) tests() section {
	l := list{length: len(d.Tests), total: d.Summary.TestCount, row: func(i int) []string {
		t := &d.Tests[i]
		if strings.HasPrefix(t.ID, "File:") {
			return []string{fmt.Sprintf("top level of %s %s", d.place(t.Path, 0, "head"), view.ReachClause(d.Report, t, style))}
		}
		return []string{fmt.Sprintf("%s at %s %s", code(t.Name), d.place(t.Path, t.Line, "head"), view.ReachClause(d.Report, t, style))}
	}}
	return section{weight: 1, detail: true, title: view.TestsTitle(d.Report), body: func(rows int) string { return l.body(rows) + d.testRuns(rows) }}
}

// untested names changed functions that no test was found to reach.
func (d *document) untested() section {
	rows := view.Untested(d.Report)
	l := list{length: len(rows), total: d.Summary.UntestedCount, row: func(i int) []string {
		return []string{fmt.Sprintf("%s at %s", view.Label(rows[i].ID, rows[i].Name, style), d.place(rows[i].Path, rows[i].Line, "head"))}
	}}
	return section{weight: 1, detail: true, title: fmt.Sprintf("%s (%d)", view.UntestedTitle, d.Summary.UntestedCount), body: func(rows int) string {
		if rows == 0 { // the rating has their number
			return ""
		}
		return l.body(rows)
	}}
}

// documents lists the lines of documents that name changed symbols, all in one.
func (d *document) documents() section {
	return section{weight: 1, detail: true, body: func(rows int) string {
		var places []string
		for _, m := range d.Documents[:min(len(d.Documents), rows, visibleRows)] {
			places = append(places, fmt.Sprintf("%s (%s)", d.place(m.Path, m.Line, "head"), code(m.Symbol)))
		}
		if len(places) == 0 {
			return ""
		}
		return fmt.Sprintf("\n%s: %s.\n", report.DocumentsTitle, andMore(places, len(d.Documents)-len(places)))
	}}
}

// testRuns shows the commands that the tasks do not have.
func (d *document) testRuns(rows int) string {
	title, short, long := d.runs()
	if len(long) == 0 || rows == 0 {
		return ""
	}
	if len(short) > 0 {
		title = "Besides the commands above"
	}
	return fmt.Sprintf("\n%s:\n\n- %s\n", title, strings.Join(long, "\n- "))
}

// notAnalysed lists what the rating may miss, then what else was not analysed.
func (d *document) notAnalysed() section {
	source, other := view.NotAnalysedFiles(d.Report)
	files := append(source, other...)
	l := list{length: len(files), total: len(files), row: func(i int) []string {
		n := files[i]
		text := fmt.Sprintf("%s: %s", d.place(n.Path, n.Line, n.Side), escape(view.ReasonWords(n.Reason)))
		if n.Message != "" {
			text += ", " + escape(n.Message)
		}
		return []string{text}
	}}
	return section{weight: 5, keeps: 3, detail: true, title: fmt.Sprintf("Not analysed (%d)", len(files)), body: func(rows int) string {
		return l.body(rows)
	}}
}

// suppressed names the findings that comments of the change itself suppress.
func (d *document) suppressed() section {
	lines := view.SuppressedLines(d.Report, style)
	return section{weight: 8, body: func(rows int) string {
		if rows == 0 || len(lines) < 2 {
			return ""
		}
		return "\n- " + strings.Join(lines[1:], "\n- ") + "\n"
	}}
}

// maxElsewhere is how many users in other repositories are named.
const maxElsewhere = 5

// elsewhere names who uses changed symbols in other repositories.
func (d *document) elsewhere() section {
	most := maxElsewhere
	if d.all {
		most = 10 * maxElsewhere
	}
	lines := view.ElsewhereLines(d.Report, style, most)
	return section{weight: 7, body: func(rows int) string {
		if rows == 0 || len(lines) == 0 {
			return ""
		}
		return "\n**In other repositories**\n\n- " + strings.Join(lines, "\n- ") + "\n"
	}}
}

// limits names the merges that were tried.
func (d *document) limits() string {
	text := ""
	for _, sentence := range view.MergeLines(d.Report, style) {
		text += "\n" + sentence + ".\n"
	}
	return text
}

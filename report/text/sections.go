package text

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/added"
	"github.com/nexus-ci/nexus-ci/report/declaration"
	"github.com/nexus-ci/nexus-ci/report/gone"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func (p *printer) title(text string) {
	p.gap()
	p.line(0, p.paint(bold, text))
}

// rows prints the first rows of a list and says how many there are.
func (p *printer) rows(length, total int, row func(int)) {
	shown := min(length, p.limits.list)
	for i := range shown {
		row(i)
	}
	p.left(2, shown, total)
}

// left says how much of a list is not shown.
func (p *printer) left(indent, shown, total int) {
	if shown < total {
		p.line(indent, p.paint(faint, fmt.Sprintf("%d more with %s", total-shown, p.more())))
	}
}

// more is the flag that shows what is left out.
func (p *printer) more() string {
	if p.verbose {
		return "--format json"
	}
	return "--all"
}

// names prints a list in one line.
func (p *printer) names(title string, total int, name []string) {
	shown := name[:min(len(name), p.limits.list)]
	text := strings.Join(shown, ", ")
	if more := total - len(shown); more > 0 {
		text += p.paint(faint, fmt.Sprintf(" and %d more", more))
	}
	p.line(0, p.paint(bold, title+":")+" "+text)
}

// elsewhere says where what a list does not show is.
func (p *printer) elsewhere(indent int, paths []string) {
	if len(paths) > 0 {
		p.line(indent, p.paint(faint, fmt.Sprintf("and %d more: %s", len(paths), view.Where(paths, style))))
	}
}

// maxUsers is how many users in other repositories are named.
const maxUsers = 10

// users prints who uses changed symbols in other repositories.
func (p *printer) users() {
	most := maxUsers
	if p.verbose {
		most *= 10
	}
	lines := view.ElsewhereLines(p.Report, style, most)
	if len(lines) == 0 {
		return
	}
	p.title("In other repositories:")
	for _, line := range lines {
		p.line(0, line)
	}
}

// modelSummary quotes what a language model says, apart from what was found.
func (p *printer) modelSummary() {
	s := p.ModelSummary
	if s == nil {
		return
	}
	p.title(view.ModelSummaryTitle(s, style) + ":")
	for _, c := range s.Claims {
		p.line(0, "| "+report.Clean(c.Text))
	}
}

func (p *printer) flows() {
	flows := view.Flows(p.Report)
	if len(flows) > 0 {
		p.title(view.FlowsTitle(p.Report, flows))
		p.flowRows(flows)
	}
}

// brokenFlows prints those that the change breaks.
func (p *printer) brokenFlows() {
	var broken []view.Flow
	for _, f := range view.Flows(p.Report) {
		if f.Status == "broken" {
			broken = append(broken, f)
		}
	}
	if len(broken) > 0 {
		p.title("Broken execution flows")
		p.flowRows(broken)
	}
}

func (p *printer) flowRows(flows []view.Flow) {
	p.rows(len(flows), len(flows), func(i int) {
		f := &flows[i]
		status := view.StatusWord(clean(f.Status))
		if f.BrokenStep != nil {
			status += fmt.Sprintf(" at step %d of %d", f.BrokenStep.Step, f.StepCount)
		}
		if f.Possible() {
			status += ", possibly"
		}
		if f.Title != "" {
			status += " (" + clean(f.Title) + ")"
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

// todo prints what is left to do.
func (p *printer) todo() {
	if tasks := view.UpdateTasks(p.Report, style, p.limits.list); len(tasks) > 0 {
		p.title("Before you merge")
		for _, task := range tasks {
			p.line(2, task)
		}
	} else {
		p.gap()
	}
	p.owners()
	p.forgotten()
	p.testRuns()
	p.untested()
	p.documents()
}

// rest says what is not shown, and how to see it.
func (p *printer) rest() {
	var more []string
	if !p.verbose {
		var counts []string
		count := func(n int, noun string) {
			if n > 0 {
				counts = append(counts, view.Plural(n, noun))
			}
		}
		count(p.Summary.ChangedCount, "changed symbol")
		count(len(p.AffectedProcesses), "execution flow")
		_, dependants := p.affectedTitle()
		count(dependants, "dependant")
		count(len(p.AffectedClusters), "affected area")
		if counts != nil {
			more = append(more, "--all shows "+strings.Join(counts, ", ")+", and the rating")
		}
	}
	if groups := view.RankedGroups(p.Report); len(groups) > 0 {
		more = append(more, "nexus-ci explain "+clean(groups[0].Sites[0].Rule)+" explains the first finding")
	}
	if len(more) > 0 {
		p.gap()
		p.line(0, p.paint(faint, strings.Join(more, "; ")))
	}
}

// brokenAt returns the place where a flow breaks, empty where there is none.
func (p *printer) brokenAt(f *view.Flow) string {
	if f.BrokenStep == nil || f.BrokenStep.Path == "" {
		return ""
	}
	return " at " + place(f.BrokenStep.Path, f.BrokenStep.Line)
}

func (p *printer) chain(links []view.Link) string {
	var b strings.Builder
	for i, link := range links {
		if i > 0 {
			b.WriteString(" → ")
		}
		if link.Elided > 0 {
			fmt.Fprintf(&b, "(%s) → ", view.Plural(link.Elided, "more step"))
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

func (p *printer) clustersTitle() string {
	return fmt.Sprintf("Affected areas (%d direct, %d indirect)", p.Summary.DirectClusters, len(p.AffectedClusters)-p.Summary.DirectClusters)
}

func (p *printer) clusters() {
	total := len(p.AffectedClusters)
	if total == 0 {
		return
	}
	p.title(p.clustersTitle())
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
	s := view.FoldSymbols(p.Report)
	p.title(view.SymbolsTitle(p.Report))
	rows := s.Product
	if len(rows)+len(s.Moves) == 0 {
		rows = s.Tests
	}
	p.rows(len(s.Moves), len(s.Moves), func(i int) { p.line(2, s.Moves[i].Sentence(style)) })
	shown := rows[:min(len(rows), p.limits.list)]
	for i := range shown {
		p.line(2, p.changedSymbol(&shown[i]))
	}
	p.elsewhere(2, view.RowPaths(rows[len(shown):]))
	p.left(2, view.CountRows(shown), view.CountRows(rows))
	if quiet := s.QuietLine(); quiet != "" {
		p.line(2, quiet)
	}
	if tests := view.TestsLine(s.Tests); tests != "" && len(s.Product)+len(s.Moves) > 0 {
		p.line(2, tests)
	}
}

func (p *printer) changedSymbol(row *view.SymbolRow) string {
	what := clean(row.ChangeType)
	if len(row.Parts) > 0 {
		what += " (" + clean(strings.Join(view.PartWords(p.Report, row.ChangedSymbol), ", ")) + ")"
	}
	if row.Old != nil {
		what += ", was "
		if name := view.OldName(row.ChangedSymbol); name != "" {
			what += clean(name) + " at "
		}
		what += place(row.Old.Path, row.Old.Line) + ","
	}
	calls := cmp.Or(added.Clause(row.ChangedSymbol, style), view.CallsClause(row.ChangedSymbol, style))
	if row.Type == "File" {
		if what += " " + p.paint(bold, view.Label(row.ID, row.Name, style)); calls != "" {
			what += " " + calls
		}
		return what
	}
	what += " " + clean(row.Type) + " " + p.paint(bold, clean(row.Name))
	if clause := view.SignatureClause(row.ChangedSymbol); clause != "" {
		what += " " + clean(clause)
	}
	if calls != "" {
		what += " " + calls
	}
	if text := view.DeclarationClause(row.ChangedSymbol, style); text != "" {
		what += ": " + text
	}
	if inside := row.InsideClause(); inside != "" {
		what += " " + inside
	}
	if code := view.CodeClause(row.ChangedSymbol, style); code != "" {
		what += ", " + code
	}
	return what + "  " + p.paint(faint, place(row.Path, row.Line))
}

// affectedTitle counts the affected symbols; there are total.
func (p *printer) affectedTitle() (title string, total int) {
	var depths []string
	for i, n := range p.Summary.AffectedByDepth {
		if n > 0 {
			depths = append(depths, fmt.Sprintf("%d at depth %d", n, i+1))
		}
		total += n
	}
	return fmt.Sprintf("Blast radius (%s)", strings.Join(depths, ", ")), total
}

func (p *printer) affectedSymbols() {
	title, total := p.affectedTitle()
	if total == 0 {
		return
	}
	p.title(title)
	p.rows(len(p.AffectedSymbols), total, func(i int) {
		a := &p.AffectedSymbols[i]
		through := ""
		if len(a.Via) > 0 {
			through = " through " + clean(view.Name(a.Via[0].Target))
		}
		p.line(2, fmt.Sprintf("%d, %s: %s%s, %s confidence  %s", a.Depth, view.DepthMeaning(a.Depth), view.Label(a.ID, a.Name, style), through,
			view.Confidence(a.Confidence), p.paint(faint, place(a.Path, view.UseLine(a)))))
	})
}

// maxFacts is how many facts are printed unless everything is asked for.
const maxFacts = 10

// functions prints what the changed functions do differently.
func (p *printer) functions() {
	told := view.BehaviourRows(p.Report)
	if len(told) == 0 {
		if s := cmp.Or(view.Refactoring(p.Report), view.NotCompared(p.Report, style)); s != "" {
			p.title(s)
			p.calls()
		}
		return
	}
	p.title(view.BehavioursTitle(p.Report))
	p.first(2, len(told), func(i int) row {
		b := told[i]
		text := view.BehaviourSymbol(b.Behaviour, style) + " " + clean(view.BehaviourWords(b.Behaviour))
		if change := view.BehaviourChange(b.Behaviour, excerpt); change != "" {
			text += ": " + change
		}
		if also := b.AlsoAt(); also != "" {
			text += "; " + also
		}
		return row{b.Path, b.Side, b.Line, text}
	})
	if rest := view.NotCompared(p.Report, style); rest != "" {
		p.line(2, rest)
		p.calls()
	}
}

// calls prints what symbols that were not compared test, fail by and call, and no longer do.
func (p *printer) calls() {
	rows := view.CallRows(p.Report)
	p.first(4, len(rows), func(i int) row {
		c := &rows[i]
		return row{c.Path, c.Side, c.Line, view.Label(c.ID, c.Name, style) + " " + c.Clause(style)}
	})
}

// A row says something of a place; path is empty where it is of none.
type row struct {
	path, side string
	line       int
	text       string
}

// first prints the first of some rows, all of them if everything is asked for, and says how many are left out.
func (p *printer) first(indent, length int, at func(i int) row) {
	shown := length
	if !p.verbose {
		shown = min(shown, maxFacts)
	}
	p.rowsAt(indent, shown, at)
	if more := length - shown; more > 0 {
		p.line(indent, fmt.Sprintf("%d more with %s", more, p.more()))
	}
}

// rowsAt prints rows. A path wider than half a line stands on a line of its own, above the consecutive rows of that file.
func (p *printer) rowsAt(indent, length int, at func(i int) row) {
	above := "" // the path that stands above the last row
	for i := range length {
		r := at(i)
		line := fmt.Sprint(r.line)
		if r.side == "base" {
			line += " (base)" // among lines of head
		}
		path, was := clean(r.path), above
		above = ""
		switch short := path + ":" + line; {
		case path == "":
			p.line(indent, r.text)
		case visibleWidth(short) <= p.width/2:
			p.line(indent, short+" "+r.text)
		default:
			if path != was {
				p.line(indent, path)
			}
			p.line(indent+4, "line "+line+": "+r.text)
			above = path
		}
	}
}

// declarations prints how declarations differ.
func (p *printer) declarations() {
	rows := declaration.Rows(p.Report)
	if len(rows) == 0 {
		return
	}
	p.title(declaration.Title(rows))
	p.first(2, len(rows), func(i int) row {
		c := rows[i]
		return row{c.Path, c.Side, c.Line, view.Label(c.ID, c.Name, style) + " " + declaration.Clause(c, clean)}
	})
}

// gone prints which symbols the change takes away or moves.
func (p *printer) gone() {
	rows := gone.Rows(p.Report)
	if len(rows) == 0 {
		return
	}
	p.title(gone.Title(rows))
	p.first(2, len(rows), func(i int) row { return row{text: rows[i].Clause(style)} })
}

// newFunctions prints what new functions test and call, and how they fail.
func (p *printer) newFunctions() {
	of := added.Rows(p.Report)
	if len(of) == 0 {
		return
	}
	p.title(added.Title(of))
	p.first(2, len(of), func(i int) row {
		c := &of[i]
		return row{path: c.Path, line: c.Line, text: view.Label(c.ID, c.Name, style) + " " + c.Clause(style)}
	})
}

// maxExcerpt is how many characters of code are printed: no behaviour has more.
const maxExcerpt = 120

// excerpt returns a piece of code that is cut.
func excerpt(code string) string { return clean(report.ClipTo(code, maxExcerpt)) }

// facts prints what the change does outside of code.
func (p *printer) facts() {
	facts := view.FactRows(p.Report)
	if len(facts) == 0 {
		return
	}
	p.title(view.FactsTitle(p.Report))
	shown := len(facts)
	if !p.verbose {
		shown = min(shown, maxFacts)
	}
	p.rowsAt(2, shown, func(i int) row {
		f := &facts[i]
		return row{path: f.Path, line: f.Line, text: f.Words(clean, clean, view.UsedClause(f.ContentFact, clean, place))}
	})
	p.left(2, shown, len(facts)+view.FactsLeftOut(p.Report))
}

// forgotten prints the files that nearly always changed with a changed one.
func (p *printer) forgotten() {
	if len(p.Forgotten) == 0 {
		return
	}
	p.title("You may have forgotten")
	for i := range p.Forgotten {
		f := &p.Forgotten[i]
		p.line(2, p.paint(bold, clean(f.Path))+" "+view.ForgottenClause(f, style))
	}
}

func (p *printer) owners() {
	say := func(title string, who []report.Owner) {
		var names []string
		for _, o := range who {
			names = append(names, fmt.Sprintf("%s (%s)", clean(o.Name), view.Plural(len(o.Paths), "file")))
		}
		if len(names) > 0 {
			p.names(title, len(names), names)
		}
	}
	say("Owners to ask", p.Owners)
	say("Recent authors of what is affected", p.Authors)
}

func (p *printer) tests() {
	if p.Summary.TestCount == 0 {
		return
	}
	p.title(view.TestsTitle(p.Report))
	p.rows(len(p.Tests), p.Summary.TestCount, func(i int) {
		t := &p.Tests[i]
		text := view.Label(t.ID, t.Name, style) + " " + view.ReachClause(p.Report, t, style)
		if !strings.HasPrefix(t.ID, "File:") {
			text += "  " + p.paint(faint, place(t.Path, t.Line))
		}
		p.line(2, text)
	})
}

// testRuns prints the commands, each on a line of its own that can be copied, and counts
// those that are too long or too many.
func (p *printer) testRuns() {
	title, commands := view.RunsToShow(p.Report)
	if title == "" {
		return
	}
	p.title(title)
	shown, left, more := 0, 0, p.more()
	var tests []string
	for i, c := range commands {
		if shown < p.limits.list && len(c) <= p.limits.command {
			p.out.WriteString("  " + report.Clean(c) + "\n")
			shown++
			continue
		}
		left++
		tests = append(tests, p.TestRuns[i].Tests...)
		if len(c) > full.command {
			more = "--format json"
		}
	}
	noun := "more command"
	if shown == 0 {
		noun = "long command"
	}
	if left > 0 {
		p.line(2, p.paint(faint, fmt.Sprintf("%s for %s; see %s", view.Plural(left, noun), view.TestWords(tests), more)))
	}
}

// untested names changed functions that no test was found to reach.
func (p *printer) untested() {
	var names []string
	for _, u := range view.Untested(p.Report) {
		names = append(names, view.Label(u.ID, u.Name, style)+" "+p.paint(faint, place(u.Path, u.Line)))
	}
	if len(names) > 0 {
		p.names(view.UntestedTitle, p.Summary.UntestedCount, names)
	}
}

// documents names the lines of documents that name changed symbols.
func (p *printer) documents() {
	var places []string
	for _, m := range p.Documents {
		places = append(places, place(m.Path, m.Line)+" "+p.paint(faint, "("+clean(m.Symbol)+")"))
	}
	if len(places) > 0 {
		p.names(report.DocumentsTitle, len(places), places)
	}
}

func (p *printer) why() {
	p.title(fmt.Sprintf("Why this rating (%s)", clean(view.Rated(p.Report))))
	axis := func(name, level string, evidence []string) {
		p.line(2, name+": "+p.paint(levelColor(level), clean(level)))
		p.rows(len(evidence), len(evidence), func(i int) { p.line(6, sentence(evidence[i])) })
	}
	l := &p.Risk.Likelihood
	broken, places := view.BreakageWords(p.Report)
	axis("breakage", broken, places)
	axis("likelihood", l.Level, l.Evidence)
	for _, f := range l.Factors {
		p.line(6, fmt.Sprintf("%+6.1f  %s: %s", f.Points, clean(f.Name), clean(f.Clause)))
	}
	axis("exposure", p.Risk.Exposure.Level, p.Risk.Exposure.Evidence)
}

// coverage says what was read.
func (p *printer) coverage() {
	if p.Summary.ChangedFiles == 0 {
		return
	}
	head := p.Coverage.Head
	p.gap()
	p.line(0, p.paint(faint, fmt.Sprintf("Read %d of %s; %s could not be followed.",
		head.Parsed, view.Plural(head.Files, "file"), view.Plural(head.UnknownCalls, "call"))))
	if h := p.Risk.History; h != nil && h.Complete {
		p.line(0, p.paint(faint, fmt.Sprintf("Looked back at %s, since %s.", view.Plural(h.Commits, "commit"), clean(h.Since))))
	}
}

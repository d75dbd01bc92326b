// Package prompt renders a report as context for a language model that reviews or repairs the
// change: what changed, what breaks, the affected flows and symbols, the tests, and the code of
// the changed symbols.
//
// In: a report.Report and Options. Out: Markdown within a budget of tokens. Text from the
// repository is enclosed in marker lines (package promptsafe). Empty sections are left out. The
// last line counts what did not fit.
package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Code is the source text of a changed symbol.
type Code struct {
	Language   string
	Start      int // its first line
	Lines      []string
	Complexity string // "complex (12)", or empty
}

// Options of the rendering. The zero value is valid.
type Options struct {
	// MaxTokens is the budget, 0 for promptsafe.DefaultTokens.
	MaxTokens int
	// Code returns the code of a changed symbol, nil for none; may be nil.
	Code func(s *report.ChangedSymbol) *Code
}

// maxRows is the maximum length of a list.
const maxRows = 30

// Render returns the text.
func Render(r *report.Report, o Options) string {
	p := &page{Page: promptsafe.NewPage(o.MaxTokens), Report: r, code: make(map[string]*Code)}
	if o.Code != nil {
		for i := range r.ChangedSymbols {
			s := &r.ChangedSymbols[i]
			p.code[s.ID] = o.Code(s)
		}
	}
	p.overview()
	p.findings("What breaks", "break")
	p.findings("What behaves differently", "behaviour")
	p.facts()
	free := func() {}
	if len(p.code) > 0 {
		free = p.Reserve(2) // half of the room is for code
	}
	p.changed()
	p.flows()
	p.affected()
	p.tests()
	p.untested()
	p.documents()
	free()
	p.codes()
	note := ""
	if len(p.left) > 0 {
		note = "\nLeft out by the budget: " + strings.Join(p.left, ", ") + ".\n"
	}
	style := view.Style{Name: promptsafe.Line, Text: promptsafe.Line}
	return "# Change: " + rating(r) + "\n\n" + promptsafe.Data(promptsafe.Line(view.Headline(r, style))+"\n"+p.String()) + note
}

// rating describes the risk of the change.
func rating(r *report.Report) string {
	if view.Stopped(r) {
		return "not rated"
	}
	return strings.ToUpper(promptsafe.Line(r.Risk.Level)) + " risk"
}

// A page writes the sections.
type page struct {
	*promptsafe.Page
	*report.Report
	code map[string]*Code // by ID
	left []string         // what did not fit
}

// section writes a heading and as many rows as fit, at most most of them, and records how many
// were left out.
func (p *page) section(title, what string, rows []string, most int) {
	head := "\n## " + title + "\n\n"
	for i, row := range rows {
		if i == most || !p.Add(head+row) {
			p.left = append(p.left, fmt.Sprintf("%d of %d %s", len(rows)-i, len(rows), what))
			return
		}
		head = ""
	}
}

func (p *page) overview() {
	text := ""
	row := func(name, value string) {
		if value != "" {
			text += "**" + name + ":** " + promptsafe.Line(value) + "\n"
		}
	}
	row("Compared", revision(&p.Head, "the work tree")+" with "+revision(&p.Base, "the base"))
	if p.Title != nil {
		row("Title", p.Title.Text)
	}
	row("Rated", p.Risk.Why)
	row("Coverage", view.Unchecked(p.Report, view.Style{Name: promptsafe.Line, Text: promptsafe.Line}))
	row("Not analysed", strings.Join(p.Risk.Missing, "; "))
	p.Add(text)
}

func revision(r *report.Revision, otherwise string) string {
	switch {
	case r.Commit == "" && r.Ref == "":
		return otherwise
	case r.Commit == "" || strings.HasPrefix(r.Commit, r.Ref):
		return r.Ref
	}
	return r.Ref + " (" + r.Commit[:min(7, len(r.Commit))] + ")"
}

func place(path string, line int) string {
	if line == 0 {
		return promptsafe.Line(path)
	}
	return fmt.Sprintf("%s:%d", promptsafe.Line(path), line)
}

// facts lists what the change does outside of code.
func (p *page) facts() {
	var rows []string
	facts := view.FactRows(p.Report)
	for i := range facts {
		f := &facts[i]
		row := "- " + place(f.Path, f.Line) + " (" + promptsafe.Line(f.Level) + ") " + f.Words(promptsafe.Line, promptsafe.Line, view.UsedClause(f.ContentFact, promptsafe.Line, place))
		rows = append(rows, row+"\n")
	}
	p.section("What changes outside of code", "facts", rows, maxRows)
}

func (p *page) findings(title, class string) {
	var rows []string
	for i := range p.Findings {
		f := &p.Findings[i]
		if f.Class != class {
			continue
		}
		row := "- " + place(f.Path, f.Line)
		if f.Side != "head" {
			row += " (" + promptsafe.Line(f.Side) + ")"
		}
		if f.Caller != nil {
			row += " in " + promptsafe.Line(view.Name(*f.Caller))
		}
		row += ": " + promptsafe.Line(f.Message) + " [" + promptsafe.Line(f.Rule) + "]\n"
		for _, e := range f.Evidence {
			row += "  - " + promptsafe.Line(e) + "\n"
		}
		rows = append(rows, row)
	}
	p.section(title, "findings", rows, len(rows))
}

func (p *page) changed() {
	var rows []string
	for i := range p.ChangedSymbols {
		s := &p.ChangedSymbols[i]
		row := "### " + promptsafe.Line(s.Name) + " (" + promptsafe.Line(s.Type) + "), " + promptsafe.Line(s.ChangeType)
		if len(s.Parts) > 0 && s.ChangeType != "added" && s.ChangeType != "removed" {
			row += ": " + promptsafe.Line(strings.Join(view.PartWords(p.Report, s), ", "))
		}
		row += "\n- File: " + place(s.Path, s.Line) + "\n"
		if s.Old != nil {
			row += "- Before: "
			if name := view.OldName(s); name != "" {
				row += promptsafe.Line(name) + " at "
			}
			row += place(s.Old.Path, s.Old.Line) + "\n"
		}
		for _, c := range s.SignatureChanges {
			row += "- Signature: it " + promptsafe.Line(c.Clause) + "\n"
		}
		calling, doing := "Now calls", "Now has the code"
		if s.ChangeType == "added" {
			calling, doing = "Calls", "Does"
		}
		for _, told := range []struct {
			words string
			code  []string
		}{{"Can fail", s.Fails}, {"No longer fails by", s.FailsRemoved}, {"Tests", s.ConditionsAdded}, {"No longer tests", s.ConditionsRemoved}, {doing, s.StatementsAdded}, {"No longer has the code", s.StatementsRemoved}, {calling, s.CallsAdded}, {"No longer calls", s.CallsRemoved}} {
			if len(told.code) > 0 {
				row += "- " + told.words + ": " + promptsafe.Line(strings.Join(told.code, ", ")) + "\n"
			}
		}
		if c := p.code[s.ID]; c != nil && c.Complexity != "" {
			row += "- Complexity: " + c.Complexity + "\n"
		}
		if i > 0 {
			row = "\n" + row
		}
		rows = append(rows, row)
	}
	p.section("Changed Symbols", "changed symbols", rows, len(rows))
}

func (p *page) flows() {
	var rows []string
	for i := range p.AffectedProcesses {
		f := &p.AffectedProcesses[i]
		row := "- " + strings.ToUpper(promptsafe.Line(f.Status)) + " " + promptsafe.Line(f.Name)
		if f.Title != "" {
			row += " (" + promptsafe.Line(f.Title) + ")"
		}
		if f.Reason != "" {
			row += ": " + promptsafe.Line(f.Reason)
		}
		rows = append(rows, row+"\n")
	}
	p.section("Execution Flows", "flows", rows, maxRows)
}

func (p *page) affected() {
	var rows []string
	for _, c := range p.AffectedClusters {
		how := "indirectly"
		if c.Direct {
			how = "directly"
		}
		rows = append(rows, fmt.Sprintf("- %s, %s: %d changed, %d affected\n", promptsafe.Line(c.Name), how, c.Changed, c.Affected))
	}
	p.section("Affected Areas", "areas", rows, maxRows)
	rows = nil
	for i := range p.AffectedSymbols {
		if s := &p.AffectedSymbols[i]; !s.InDiff {
			rows = append(rows, fmt.Sprintf("- %s (%s), %s\n", promptsafe.Line(s.Name), place(s.Path, s.Line), view.DepthMeaning(s.Depth)))
		}
	}
	p.section("Affected Symbols", "affected symbols", rows, maxRows)
	rows = nil
	for _, f := range p.Forgotten {
		rows = append(rows, "- "+promptsafe.Line(f.Path)+": "+promptsafe.Line(strings.Join(f.Because, "; "))+"\n")
	}
	p.section("Files That May Have To Change Too", "files", rows, maxRows)
}

func (p *page) tests() {
	var rows []string
	for _, t := range p.TestRuns {
		rows = append(rows, "- `"+strings.ReplaceAll(promptsafe.Line(t.Command), "`", "'")+"`\n")
	}
	p.section("Tests", "test runs", rows, maxRows)
}

// documents names the lines of documents that name changed symbols.
func (p *page) documents() {
	var rows []string
	for _, m := range p.Documents {
		rows = append(rows, "- "+promptsafe.Line(m.Symbol)+" at "+place(m.Path, m.Line)+"\n")
	}
	p.section(report.DocumentsTitle, "places", rows, maxRows)
}

// untested names changed functions that no test was found to reach.
func (p *page) untested() {
	var rows []string
	for _, u := range view.Untested(p.Report) {
		rows = append(rows, "- "+promptsafe.Line(u.Name)+" at "+place(u.Path, u.Line)+"\n")
	}
	p.section(view.UntestedTitle, "functions without a test", rows, maxRows)
}

// codes writes the code of the changed symbols, those with findings first. If one does not fit,
// shorter ones may follow.
func (p *page) codes() {
	about := make(map[string]int)
	for i := range p.Findings {
		about[p.Findings[i].Symbol]++
		if c := p.Findings[i].Caller; c != nil {
			about[*c]++
		}
	}
	symbols := slices.Clone(p.ChangedSymbols)
	slices.SortStableFunc(symbols, func(a, b report.ChangedSymbol) int {
		return cmp.Or(about[b.ID]-about[a.ID], count(b.Semantic)-count(a.Semantic))
	})
	head, all, shown := "\n## Code\n", 0, 0
	for i := range symbols {
		s := &symbols[i]
		c := p.code[s.ID]
		if c == nil {
			continue
		}
		all++
		of := ""
		if s.Side == "base" {
			of = ", as it was"
		}
		text := fmt.Sprintf("%s\n### %s (%s-%d)%s\n\n", head, promptsafe.Line(s.Name), place(s.Path, c.Start), c.Start+len(c.Lines)-1, of)
		if p.Add(text + promptsafe.Code(c.Language, c.Lines)) {
			head = ""
			shown++
		}
	}
	if shown < all {
		p.left = append(p.left, fmt.Sprintf("the code of %d of %d symbols", all-shown, all))
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

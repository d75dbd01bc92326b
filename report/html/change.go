package html

import (
	"cmp"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/added"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	openRows   = 50  // of a table, outside of parts that readers open
	openTests  = 10  // changed symbols of tests
	diffs      = 300 // changed symbols whose code is shown
	maxExcerpt = 200 // characters of a piece of code in a cell
)

// behaviours lists what the changed functions do differently.
func (d *document) behaviours() page.Section {
	told := view.BehaviourRows(d.Report)
	s := page.Section{ID: "behaviours", Title: view.BehavioursTitle(d.Report)}
	if len(told) == 0 {
		if words := cmp.Or(view.Refactoring(d.Report), view.NotCompared(d.Report, style)); words != "" {
			s.Title = "What the changed code does now"
			s.Write = func(w *page.Writer) { w.Sentence(words+".", "p") }
		}
		return s
	}
	s.Write = func(w *page.Writer) {
		around := func(rows func()) {
			page.Table(w, "What functions and constants do differently", []string{"Code", "What it does now", "Before", "Now", "Place"}, rows)
		}
		page.Rows(w, len(told), openRows, "Differences", around, func(i int) {
			b := told[i]
			w.In(func() {
				w.Sentence(view.BehaviourSymbol(b.Behaviour, style), "td")
				w.Element(view.BehaviourWords(b.Behaviour), "td")
				d.piece(w, b.From)
				d.piece(w, b.To)
				w.In(func() {
					d.place(w, b.Path, b.Line, b.Side, nil)
					if also := b.AlsoAt(); also != "" {
						w.Text(", " + also)
					}
				}, "td")
			}, "tr", "data-row", "")
		})
		if rest := view.NotCompared(d.Report, style); rest != "" {
			w.Sentence(rest+".", "p")
		}
	}
	return s
}

// piece writes a cell with a piece of code.
func (d *document) piece(w *page.Writer, code string) {
	w.In(func() {
		if code != "" {
			w.Element(report.ClipTo(code, maxExcerpt), "code")
		}
	}, "td")
}

// facts lists what the change does outside of code.
func (d *document) facts() page.Section {
	facts := view.FactRows(d.Report)
	if len(facts) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "facts", Title: view.FactsTitle(d.Report), Write: func(w *page.Writer) {
		around := func(rows func()) {
			page.Table(w, "What differs in files that are no code, what a reviewer must look at first", []string{"What", "Used by", "Place"}, rows)
		}
		page.Rows(w, len(facts), openRows, "Facts", around, func(i int) {
			f := &facts[i]
			w.In(func() {
				w.Sentence(f.Words(prose, prose, ""), "td")
				w.In(func() {
					if f.UsedBy != nil {
						w.Text(view.UsedWords(f.ContentFact, func(name string) string { return name }) + " ")
						d.place(w, f.UsedBy.First.Path, f.UsedBy.First.Line, "head", nil)
					}
				}, "td")
				w.In(func() { d.place(w, f.Path, f.Line, f.Side, nil) }, "td")
			}, "tr", "data-row", "")
		})
		if more := view.FactsLeftOut(d.Report); more > 0 {
			w.Element(view.Plural(more, "more change")+" outside of code: the report holds the weightiest.", "p")
		}
	}}
}

// changedSymbols lists what is no test, then tests; each with its code before and now.
func (d *document) changedSymbols() page.Section {
	if len(d.ChangedSymbols) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "symbols", Title: view.SymbolsTitle(d.Report), Write: func(w *page.Writer) {
		told := make(map[string]bool)
		shown := 0
		list := func(rows []view.SymbolRow, first int, noun string) {
			page.Rows(w, len(rows), first, noun, func(rows func()) { rows() }, func(i int) {
				d.changedSymbol(w, &rows[i], told, shown < diffs)
				shown++
			})
		}
		if len(d.symbols.Moves) > 0 {
			w.In(func() {
				for i := range d.symbols.Moves {
					w.Sentence(d.symbols.Moves[i].Sentence(style), "li", "data-row", "")
				}
			}, "ul")
		}
		list(d.symbols.Product, openRows, "Symbols")
		if quiet := d.symbols.QuietLine(); quiet != "" {
			w.Element(quiet+".", "p", "class", "muted")
		}
		if tests := view.TestsLine(d.symbols.Tests); tests != "" {
			w.Element(tests, "h3")
			list(d.symbols.Tests, openTests, "Tests")
		}
	}}
}

// changedSymbol writes a symbol; its code stands below it for readers who open it.
func (d *document) changedSymbol(w *page.Writer, row *view.SymbolRow, told map[string]bool, withCode bool) {
	c := row.ChangedSymbol
	var before, now *Excerpt
	if d.code != nil && withCode {
		before, now = d.code.Versions(c)
	}
	tag := "div"
	if before != nil || now != nil {
		tag = "details"
	}
	w.In(func() {
		name := "p"
		if tag == "details" {
			name = "summary"
		}
		w.In(func() {
			w.Prose(view.Label(c.ID, c.Name, style) + " " + d.changeWords(row) + " ")
			w.Element(place(c.Path, c.Line), "code", "class", "muted")
		}, name)
		if tag != "details" {
			return
		}
		page.Excerpt(w, func() {
			if c.Old != nil {
				d.place(w, c.Old.Path, c.Old.Line, "base", nil)
				w.Text(" → ")
			}
			d.place(w, c.Path, c.Line, c.Side, nil)
		}, difference(before, now))
	}, tag, append(d.anchor(c.ID, told), "class", "symbol", "data-row", "")...)
}

// changeWords says what became of a symbol.
func (d *document) changeWords(row *view.SymbolRow) string {
	c := row.ChangedSymbol
	words := style.Text(c.ChangeType)
	if text := view.DeclarationClause(c, style); text != "" {
		words += ": " + text
	}
	if code := view.CodeClause(c, style); code != "" {
		words += ", " + code
	}
	if len(c.Parts) > 0 {
		words += ": " + style.Text(strings.Join(view.PartWords(d.Report, c), ", "))
	}
	if clause := view.SignatureClause(c); clause != "" {
		words += "; " + prose(clause)
	}
	if clause := cmp.Or(added.Clause(c, style), view.CallsClause(c, style)); clause != "" {
		words += "; " + clause
	}
	if c.Old != nil {
		was := style.Name(place(c.Old.Path, c.Old.Line))
		if name := view.OldName(c); name != "" {
			was = style.Name(name) + " at " + was
		}
		words += " (was " + was + ")"
	}
	if inside := row.InsideClause(); inside != "" {
		words += " " + inside
	}
	return words
}

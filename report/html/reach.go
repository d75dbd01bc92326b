package html

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// clusters lists the areas that the change reaches, with a bar for how much.
func (d *document) clusters() page.Section {
	all := d.AffectedClusters
	if len(all) == 0 {
		return page.Section{}
	}
	most := 0
	for i := range all {
		most = max(most, all[i].Hits)
	}
	title := fmt.Sprintf("Affected areas (%d direct, %d indirect)", d.Summary.DirectClusters, len(all)-d.Summary.DirectClusters)
	return page.Section{ID: "areas", Title: title, Write: func(w *page.Writer) {
		around := func(rows func()) {
			page.Table(w, "Areas of the code before the change; direct: a symbol in it changed", []string{"Area", "Reached", "Share", "Changed#", "Affected#"}, rows)
		}
		page.Rows(w, len(all), openRows, "Areas", around, func(i int) {
			c := &all[i]
			relation := "indirect"
			if c.Direct {
				relation = "direct"
			}
			w.In(func() {
				w.Sentence(style.Name(c.Name), "td")
				w.Element(relation, "td")
				w.In(func() { page.Bar(w, "all", 0, float64(c.Hits), 0, float64(most)) }, "td", "class", "bar-cell")
				w.Element(fmt.Sprint(c.Changed), "td", "class", "number")
				w.Element(fmt.Sprint(c.Affected), "td", "class", "number")
			}, "tr", "data-row", "")
		})
	}}
}

// affected lists what depends on the change.
func (d *document) affected() page.Section {
	total := 0
	var depths []string
	for i, n := range d.Summary.AffectedByDepth {
		if n > 0 {
			depths = append(depths, fmt.Sprintf("%d at depth %d", n, i+1))
		}
		total += n
	}
	if total == 0 {
		return page.Section{}
	}
	all := d.AffectedSymbols
	return page.Section{ID: "affected", Title: fmt.Sprintf("Blast radius (%s)", strings.Join(depths, ", ")), Write: func(w *page.Writer) {
		told := make(map[string]bool)
		for i := range d.ChangedSymbols {
			told[d.anchors[d.ChangedSymbols[i].ID]] = true // its row is that of the change
		}
		around := func(rows func()) {
			page.Table(w, "What uses the changed symbols, nearest first", []string{"Depth", "Symbol", "Place", "Through", "Confidence"}, rows)
		}
		page.Rows(w, len(all), openRows, "Symbols", around, func(i int) {
			a := &all[i]
			w.In(func() {
				w.Element(fmt.Sprintf("%d, %s", a.Depth, view.DepthMeaning(a.Depth)), "td")
				w.Sentence(view.Label(a.ID, a.Name, style), "td")
				w.In(func() { d.place(w, a.Path, view.UseLine(a), "head", nil) }, "td")
				w.In(func() {
					if len(a.Via) > 0 {
						w.Prose(style.Name(view.Name(a.Via[0].Target)))
					}
				}, "td")
				w.Element(view.Confidence(a.Confidence), "td")
			}, "tr", append(d.anchor(a.ID, told), "data-row", "")...)
		})
		if more := total - len(all); more > 0 {
			w.Element(fmt.Sprintf("%d more are not in the report.", more), "p")
		}
	}}
}

// tests lists the tests that reach the change, and the commands that run them.
func (d *document) tests() page.Section {
	title, commands := view.RunsToShow(d.Report)
	if len(d.Tests) == 0 && title == "" {
		return page.Section{}
	}
	return page.Section{ID: "tests", Title: view.TestsTitle(d.Report), Write: func(w *page.Writer) {
		if title != "" {
			w.Element(title+":", "p")
			d.commands(w, commands)
		}
		page.Rows(w, len(d.Tests), openRows, "Tests", func(rows func()) { w.In(rows, "ul") }, func(i int) {
			t := &d.Tests[i]
			w.In(func() {
				w.Prose(view.Label(t.ID, t.Name, style) + " ")
				d.place(w, t.Path, t.Line, "head", nil)
				w.Prose(" " + view.ReachClause(d.Report, t, style))
			}, "li", "data-row", "")
		})
		if more := d.Summary.TestCount - len(d.Tests); more > 0 {
			w.Element(fmt.Sprintf("%d more are not in the report.", more), "p")
		}
	}}
}

// documents lists the lines of documents that name changed symbols.
func (d *document) documents() page.Section {
	if len(d.Documents) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "documents", Title: fmt.Sprintf("%s (%d)", report.DocumentsTitle, len(d.Documents)), Write: func(w *page.Writer) {
		page.Rows(w, len(d.Documents), openRows, "Documents", func(rows func()) { w.In(rows, "ul") }, func(i int) {
			w.In(func() {
				d.place(w, d.Documents[i].Path, d.Documents[i].Line, "head", nil)
				w.Prose(" (" + style.Name(d.Documents[i].Symbol) + ")")
			}, "li", "data-row", "")
		})
	}}
}

// untested lists changed functions that no test was found to reach.
func (d *document) untested() page.Section {
	rows := view.Untested(d.Report)
	if len(rows) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "untested", Title: fmt.Sprintf("%s (%d)", view.UntestedTitle, d.Summary.UntestedCount), Write: func(w *page.Writer) {
		page.Rows(w, len(rows), openRows, "Functions", func(rows func()) { w.In(rows, "ul") }, func(i int) {
			w.In(func() {
				w.Prose(view.Label(rows[i].ID, rows[i].Name, style) + " ")
				d.place(w, rows[i].Path, rows[i].Line, "head", nil)
			}, "li", "data-row", "")
		})
		if more := d.Summary.UntestedCount - len(rows); more > 0 {
			w.Element(fmt.Sprintf("%d more are not in the report.", more), "p")
		}
	}}
}

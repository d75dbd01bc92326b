package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// openFlows is how many flows stand outside of parts that readers open.
const openFlows = 15

// flows shows the execution flows that the change reaches as paths.
func (d *document) flows() page.Section {
	flows := view.Flows(d.Report)
	if len(flows) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "flows", Title: view.FlowsTitle(d.Report, flows), Write: func(w *page.Writer) {
		page.Rows(w, len(flows), openFlows, "Flows", func(rows func()) { rows() }, func(i int) {
			w.In(func() { d.flow(w, &flows[i]) }, "div", "class", "flow", "data-row", "")
		})
	}}
}

func (d *document) flow(w *page.Writer, f *view.Flow) {
	w.In(func() {
		w.Element(view.StatusWord(f.Status), "span", "class", "status "+known(f.Status, "broken", "changed", "removed", "added", "at_risk"))
		if f.BrokenStep != nil {
			w.Text(fmt.Sprintf(" at step %d of %d", f.BrokenStep.Step, f.StepCount))
		}
		if f.Possible() {
			w.Text(", possibly")
		}
		if f.Title != "" {
			w.Text(" (")
			w.Element(f.Title, "code")
			w.Text(")")
		}
		if f.Reason != "" {
			w.Prose(": " + prose(f.Reason))
			if s := f.BrokenStep; s != nil && s.Path != "" {
				w.Text(" at ")
				d.place(w, s.Path, s.Line, "head", nil)
			}
		}
		if more := f.More(style); more != "" {
			w.Prose("; " + more)
		}
	}, "p")
	steps := make(map[string]*report.Step, len(f.Steps))
	for i := range f.Steps {
		steps[f.Steps[i].Symbol] = &f.Steps[i]
	}
	w.In(func() {
		for _, link := range f.Links {
			if link.Elided > 0 {
				w.Element(view.Plural(link.Elided, "more step"), "li", "class", "muted")
			}
			w.In(func() { d.step(w, &link, steps[link.Symbol]) }, "li")
		}
	}, "ol", "class", "path")
	if len(f.Links) == len(f.Steps) {
		return
	}
	w.In(func() {
		w.Element(fmt.Sprintf("All %d steps", len(f.Steps)), "summary")
		w.In(func() {
			for i := range f.Steps {
				s := &f.Steps[i]
				w.In(func() {
					w.Element(s.Name, "code")
					w.Text(" ")
					d.place(w, s.Path, s.Line, cmp.Or(s.Side, "head"), nil)
				}, "li")
			}
		}, "ol")
	}, "details")
}

// step writes a step of a path with what became of it, and where it leads to.
func (d *document) step(w *page.Writer, link *view.Link, s *report.Step) {
	label := func() {
		w.Element(link.Name, "code")
		switch link.Mark {
		case "":
		case "broken":
			w.Text(" ✗ breaks here")
		default:
			w.Text(" (" + link.Mark + ")")
		}
	}
	address := ""
	if anchor := d.anchors[link.Symbol]; anchor != "" {
		address = "#" + anchor
	} else if s != nil {
		address = d.address(s.Path, s.Line, view.Commit(d.Report, cmp.Or(s.Side, "head"), nil))
	}
	class := "step " + known(link.Mark, "broken", "lost", "edited", "gained", "reordered", "reaches")
	says := ""
	if s != nil {
		says = place(s.Path, s.Line)
	}
	if address == "" {
		w.In(label, "span", "class", class, "title", says)
		return
	}
	w.In(label, "a", "class", class, "title", says, "href", address)
}

// known returns s if it is one of words, else nothing: it becomes the name of a class.
func known(s string, words ...string) string {
	if slices.Contains(words, s) {
		return s
	}
	return ""
}

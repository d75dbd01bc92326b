package html

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	openGroups = 30  // that stand outside of parts that readers open
	openSites  = 10  // of one group
	withCode   = 300 // places whose code is shown
	codeLines  = 7   // that are shown of such a place
)

// findings is a section of groups.
func (d *document) findings(id, title string, of []finding) page.Section {
	if len(of) == 0 {
		return page.Section{}
	}
	n := 0
	for i := range of {
		n += len(of[i].Sites)
	}
	return page.Section{ID: id, Title: fmt.Sprintf("%s (%d)", title, n), Write: func(w *page.Writer) {
		if line := view.VerificationLine(d.Report, style); line != "" && id == "breaks" {
			w.Sentence(line+".", "p")
		}
		page.Rows(w, len(of), openGroups, "Findings", func(rows func()) { rows() }, func(i int) { d.finding(w, &of[i]) })
	}}
}

// title says what a group claims.
func (f *finding) title() string {
	if len(f.Sites) > 1 {
		return f.Heading(style)
	}
	return prose(f.Sites[0].Sentence)
}

func (d *document) finding(w *page.Writer, f *finding) {
	kind := map[string]string{"error": "error", "warning": "warning"}[f.Sites[0].Severity]
	w.In(func() {
		w.Sentence(f.title(), "h3")
		alone := len(f.Sites) == 1
		if alone {
			w.In(func() { d.site(w, &f.Sites[0], true) }, "p", "class", "meta")
		} else {
			page.Rows(w, len(f.Sites), openSites, "Places", func(rows func()) { w.In(rows, "ul") }, func(i int) {
				w.In(func() { d.site(w, &f.Sites[i], false) }, "li", "data-row", "")
			})
		}
		d.evidence(w, f)
		d.sides(w, f)
	}, "article", "class", "finding "+kind, "id", f.id, "data-row", "")
}

// site writes the place of a finding and what is known of it.
func (d *document) site(w *page.Writer, s *view.Site, alone bool) {
	d.place(w, s.Path, s.Line, s.Side, s.Against)
	if caller := view.Caller(s.Finding); caller != "" && !s.Speaks(caller, alone) {
		w.Prose(" in " + style.Name(caller))
	}
	if s.Sentence != "" && !alone {
		w.Prose(": " + prose(s.Sentence))
	}
	for _, words := range []string{view.Remark(s.Finding, style), view.Mark(s.Finding)} {
		if words != "" {
			w.Prose(" · " + words)
		}
	}
	if alone {
		w.Text(" · " + s.Rule)
	}
}

// evidence writes the facts that all places share.
func (d *document) evidence(w *page.Writer, f *finding) {
	var was, is []page.Line
	for _, e := range f.Facts {
		switch e.Kind {
		case report.SignatureBefore:
			was = append(was, page.Line{Text: e.Text, Kind: "old"})
		case report.SignatureNow:
			is = append(is, page.Line{Text: e.Text, Kind: "new"})
		default:
			w.Sentence(prose(e.Clause)+".", "p")
		}
	}
	if len(was)+len(is) > 0 {
		page.Excerpt(w, func() { w.Text("Signature") }, append(was, is...))
	}
}

// sides writes the code of the first places of a group, and of the other place that they share.
func (d *document) sides(w *page.Writer, f *finding) {
	if d.code == nil {
		if f.Related != nil {
			w.In(func() {
				w.Text(view.Relation(f.Related) + " ")
				d.place(w, f.Related.Path, f.Related.Line, f.Related.Side, f.Sites[0].Against)
				w.Prose(f.RelatedOn(style))
			}, "p", "class", "meta")
		}
		return
	}
	w.In(func() {
		for i := range f.Sites[:min(len(f.Sites), openSites)] {
			s := f.Sites[i].Finding
			d.excerpt(w, "", s.Path, s.Line, s.Side, s.Against, true)
		}
		if r := f.Related; r != nil {
			d.excerpt(w, view.Relation(r)+" ", r.Path, r.Line, r.Side, f.Sites[0].Against, false)
		}
	}, "div", "class", "sides")
}

// excerpt writes the code around a place, or the place alone. counted places are limited.
func (d *document) excerpt(w *page.Writer, relation, path string, line int, side string, against *string, counted bool) {
	branch := ""
	if against != nil {
		branch = *against
	}
	var found *Excerpt
	if d.shown < withCode {
		found = d.code.Around(side, branch, path, line, codeLines)
	}
	caption := func() {
		w.Text(relation)
		d.place(w, path, line, side, against)
		w.Text(" (" + sideWords(side) + ")")
	}
	if found == nil {
		if !counted { // the others are in the list
			w.In(caption, "p", "class", "meta")
		}
		return
	}
	d.shown++
	lines := make([]page.Line, len(found.Lines))
	for i, text := range found.Lines {
		lines[i] = page.Line{Number: found.Start + i, Text: text}
		if lines[i].Number == line {
			lines[i].Kind = "hit"
		}
	}
	page.Excerpt(w, caption, lines)
}

func sideWords(side string) string {
	switch side {
	case "base":
		return "before"
	case "other":
		return "on the other branch"
	}
	return "now"
}

// Package html renders a report as a page of one file, for people who want to look at all of it.
//
// In: a report.Report, and where there is one, the Code that it speaks of. Out: HTML that loads
// nothing (package page): the verdict, what was not checked, what breaks and what to do, then every
// finding with its code, what the changed code does now, a drawing of the changed part of the call
// graph, the flows, and why the change is rated as it is.
//
// Invariants: equal reports with equal code give equal bytes; every finding, test and file of the
// report is on the page, and a list that is cut says how much it leaves out; code is shown for the
// first places only, so that the page grows with the report and not with the repository; the
// sentences are those of package view.
//
// Absent: how the page looks and moves (package page), and reading code.
package html

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// An Excerpt is some lines of a file.
type Excerpt struct {
	Start int // number of the first line
	Lines []string
}

// Code finds the code that a report speaks of. What it does not find is nil.
type Code interface {
	// Around returns at most lines lines of a file, with the given line in their middle. against is
	// the ref of the other branch where a finding is about a merge with it, else empty.
	Around(side, against, path string, line, lines int) *Excerpt
	// Versions returns the code of a changed symbol in base and head.
	Versions(c *report.ChangedSymbol) (before, now *Excerpt)
}

// Options say how to render. The zero value is useful.
type Options struct {
	// RepositoryURL is the address of the repository's pages, as in
	// "https://github.com/owner/name". Places become links when it is set.
	RepositoryURL string
	// Code is nil where there is nothing but the report.
	Code Code
}

var style = page.Style

// A document is a report on its way to HTML.
type document struct {
	*report.Report
	url     string // without a slash at the end; empty for no links
	code    Code
	ids     page.IDs
	shown   int // excerpts of places
	breaks  []finding
	others  []finding         // warnings, then what is worth knowing
	symbols view.Symbols      // changed
	anchors map[string]string // the element of a symbol, by its ID in base and in head
}

// A finding is a group with the name of its element.
type finding struct {
	view.FindingGroup
	id string
}

// Render returns the page.
func Render(r *report.Report, o Options) []byte {
	d := &document{
		Report: r, url: strings.TrimRight(o.RepositoryURL, "/"), code: o.Code,
		ids: page.IDs{}, anchors: make(map[string]string), symbols: view.FoldSymbols(r),
	}
	if u, err := url.Parse(o.RepositoryURL); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		d.url = ""
	}
	d.breaks, d.others = d.grouped("break"), d.grouped("behaviour")
	d.name()
	p := page.Page{
		Title: view.Rating(r) + ": " + plain(view.Headline(r, style)),
		Name:  "nexus-ci: what this change does",
		About: d.compared(),
		Tool:  r.Tool.Name + " " + r.Tool.Version,
	}
	if r.Title != nil {
		p.Name = report.Clip(r.Title.Text)
	}
	for _, s := range d.sections() {
		if s.Write != nil {
			p.Sections = append(p.Sections, s)
		}
	}
	return page.Render(p, d.verdict)
}

// sections returns the parts of the page; those that have nothing to say have no Write.
func (d *document) sections() []page.Section {
	return []page.Section{
		d.findings("breaks", "What breaks", d.breaks),
		d.findings("warnings", "Warnings and what is worth knowing", d.others),
		d.behaviours(), d.facts(), d.graph(), d.flows(), d.clusters(), d.changedSymbols(), d.affected(), d.tests(), d.untested(), d.documents(),
		d.why(), d.checked(), words(),
	}
}

func (d *document) grouped(class string) []finding {
	var out []finding
	var notes []finding
	for _, g := range view.GroupFindings(d.Report, class) {
		f := finding{g, d.ids.New("finding-" + g.Fingerprint)}
		if class != "break" && g.Sites[0].Severity == "info" {
			notes = append(notes, f)
		} else {
			out = append(out, f)
		}
	}
	return append(out, notes...)
}

// name gives the rows of symbols their names. What stands in the row of the symbol around it has
// that name.
func (d *document) name() {
	type key struct{ path, name string }
	rows := make(map[key]string)
	for _, list := range [][]view.SymbolRow{d.symbols.Product, d.symbols.Tests} {
		for i := range list {
			c := list[i].ChangedSymbol
			id := d.ids.New(fmt.Sprintf("symbol-%d", len(rows)+1))
			rows[key{c.Path, c.Name}], d.anchors[c.ID] = id, id
		}
	}
	for i := range d.ChangedSymbols {
		c := &d.ChangedSymbols[i]
		id := d.anchors[c.ID]
		for name := c.Name; id == ""; {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				break
			}
			name = name[:dot]
			id = rows[key{c.Path, name}]
		}
		if id == "" {
			continue // it has no row
		}
		d.anchors[c.ID] = id
		if c.Old != nil {
			d.anchors[c.Old.ID] = id
		}
	}
	for i := range d.AffectedSymbols {
		if a := &d.AffectedSymbols[i]; d.anchors[a.ID] == "" {
			d.anchors[a.ID] = d.ids.New(fmt.Sprintf("user-%d", i+1))
		}
	}
}

// anchor returns the name of the row of a symbol once, for its element, and then nothing.
func (d *document) anchor(id string, told map[string]bool) []string {
	name := d.anchors[id]
	if name == "" || told[name] {
		return nil
	}
	told[name] = true
	return []string{"id", name}
}

// compared names what was compared.
func (d *document) compared() string {
	text := d.revision(d.Head) + " compared with " + d.revision(d.Base)
	if d.MergeBase != "" && d.MergeBase != d.Base.Commit {
		text += " (merge base " + style.Name(shortID(d.MergeBase)) + ")"
	}
	return text
}

func (d *document) revision(rev report.Revision) string {
	switch {
	case rev.Commit == "" && rev.Ref == "index":
		return "the index"
	case rev.Commit == "":
		return "the work tree"
	case rev.Ref == "" || strings.HasPrefix(rev.Commit, rev.Ref):
		return style.Name(shortID(rev.Commit))
	}
	return style.Name(rev.Ref) + " at " + style.Name(shortID(rev.Commit))
}

func shortID(commit string) string { return commit[:min(len(commit), 7)] }

// place writes path:line, with a link where the side has a commit and its pages are known.
func (d *document) place(w *page.Writer, path string, line int, side string, against *string) {
	text := path
	if line > 0 {
		text = place(path, line)
	}
	address := d.address(path, line, view.Commit(d.Report, side, against))
	if address == "" {
		w.Element(text, "code")
		return
	}
	w.In(func() { w.Element(text, "code") }, "a", "href", address)
}

// address returns the page of a place as GitHub addresses it, empty for none.
func (d *document) address(path string, line int, commit string) string {
	if d.url == "" || commit == "" {
		return ""
	}
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	address := d.url + "/blob/" + url.PathEscape(commit) + "/" + strings.Join(segments, "/")
	if line > 0 {
		address += fmt.Sprintf("#L%d", line)
	}
	return address
}

// plain returns a sentence that style wrote for places where nothing can be marked.
func plain(sentence string) string {
	return strings.NewReplacer("\x02", "", "\x03", "", "`", "").Replace(sentence)
}

// prose returns a sentence of the analysis for Writer.Prose.
func prose(s string) string { return style.Text(s) }

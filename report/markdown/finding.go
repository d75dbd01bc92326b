package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// findings returns the groups of the findings that are wanted.
func (d *document) findings(class string, want func(*report.Finding) bool) []view.FindingGroup {
	r := *d.Report
	r.Findings = nil
	for i := range d.Findings {
		if want(&d.Findings[i]) {
			r.Findings = append(r.Findings, d.Findings[i])
		}
	}
	return view.GroupFindings(&r, class)
}

// A toldOf is what readers have been told of symbols.
type toldOf map[[2]string]bool

// again reports whether a fact of a symbol is told for a second time.
func (t toldOf) again(symbol, fact string) bool {
	key := [2]string{symbol, fact}
	told := t[key]
	t[key] = true
	return told
}

// breaks are what no reader of the diff can see, and the rest.
func (d *document) breaks(told toldOf) (outside, inside section) {
	out := d.findings("break", func(f *report.Finding) bool { return !f.InDiff })
	in := d.findings("break", func(f *report.Finding) bool { return f.InDiff })
	outside, inside = d.sites("Breaks outside the diff", out, told), d.sites("Breaks inside the diff", in, told)
	outside.weight, inside.weight = 11, 10
	last := &inside
	if len(in) == 0 {
		last = &outside
	}
	if line := view.VerificationLine(d.Report, style); line != "" {
		body := last.body
		last.body = func(rows int) string { return body(rows) + "\n" + line + ".\n" }
	}
	return outside, inside
}

func (d *document) behaviours(told toldOf) section {
	s := d.sites("Warnings", d.findings("behaviour", func(f *report.Finding) bool { return f.Severity != "info" }), told)
	s.weight = 8
	return s
}

// notes are the findings that are probably meant.
func (d *document) notes(told toldOf) section {
	s := d.sites("Worth knowing", d.findings("behaviour", func(f *report.Finding) bool { return f.Severity == "info" }), told)
	s.weight, s.detail, s.keeps = 1, true, 3
	return s
}

// sites lists the sites of all groups. Those of a group of several stand below what
// they share, which is told again where the fold begins. What is told of a symbol is not
// told again.
func (d *document) sites(title string, groups []view.FindingGroup, told toldOf) section {
	type ref struct {
		group *view.FindingGroup
		site  *view.Site
	}
	var of []ref
	for i := range groups {
		g := &groups[i]
		symbol := g.Sites[0].Symbol
		g.Facts = slices.DeleteFunc(g.Facts, func(e view.Evidence) bool { return told.again(symbol, e.Clause) })
		if r := g.Related; r != nil && told.again(symbol, fmt.Sprintf("%s:%d", r.Path, r.Line)) {
			g.Related = nil
		}
		for j := range g.Sites {
			of = append(of, ref{g, &g.Sites[j]})
		}
	}
	l := list{length: len(of), total: len(of)}
	l.paths = func(from int) (paths []string) {
		for _, r := range of[from:] {
			paths = append(paths, r.site.Path)
		}
		return paths
	}
	l.row = func(i int) []string {
		alone := len(of[i].group.Sites) == 1
		text := d.site(of[i].site, alone)
		if alone {
			text += d.shared(of[i].group)
		}
		return []string{text}
	}
	l.above = func(i, from int) (string, bool) {
		g := of[i].group
		switch {
		case len(g.Sites) == 1:
			return "", false
		case i > from && of[i-1].group == g:
			return "", true
		}
		return g.Heading(style) + d.shared(g), true
	}
	return section{title: fmt.Sprintf("%s (%d)", title, len(of)), body: l.body}
}

// site tells a place. alone says that nothing above it tells the cause.
func (d *document) site(s *view.Site, alone bool) string {
	var b strings.Builder
	b.WriteString(d.siteLink(s.Finding))
	if caller := view.Caller(s.Finding); caller != "" && !s.Speaks(caller, alone) {
		fmt.Fprintf(&b, " in %s", code(caller))
	}
	if s.Sentence != "" {
		fmt.Fprintf(&b, ": %s", prose(s.Sentence))
	}
	if s.Against != nil {
		fmt.Fprintf(&b, " (%s)", view.Remark(s.Finding, style))
	}
	if mark := view.Mark(s.Finding); mark != "" {
		fmt.Fprintf(&b, " **%s**", mark)
	}
	return b.String()
}

func (d *document) siteLink(f *report.Finding) string {
	return d.link(f.Path, f.Line, d.commit(f.Side, f.Against))
}

// shared tells what the sites of a group share: after a dash what is one clause, below it
// what the signature was and is.
func (d *document) shared(g *view.FindingGroup) string {
	var facts []string
	var was, is string
	if g.Related != nil {
		place := d.link(g.Related.Path, g.Related.Line, d.commit(g.Related.Side, g.Sites[0].Against))
		facts = append(facts, view.Relation(g.Related)+" "+place+g.RelatedOn(style))
	}
	for _, f := range g.Facts {
		switch {
		case f.Kind == report.SignatureBefore && inBlock(f.Text):
			was = f.Text
		case f.Kind == report.SignatureNow && inBlock(f.Text):
			is = f.Text
		default:
			facts = append(facts, d.linked(f.Clause))
		}
	}
	text := ""
	if len(facts) > 0 {
		text = " — " + strings.Join(facts, "; ")
	}
	if was == "" && is == "" {
		return text
	}
	text += "\n  ```diff"
	if was != "" {
		text += "\n  - " + was
	}
	if is != "" {
		text += "\n  + " + is
	}
	return text + "\n  ```"
}

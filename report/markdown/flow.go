package markdown

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	visibleFlows = 3 // outside of the fold
	maxDiagrams  = 3
	// A diagram wider than maxColumns is too small to read in a comment.
	maxColumns = 4
	maxEntries = 3 // other entries that a diagram shows
)

// flows are the execution flows that the change reaches: the first ones stand open, those
// that break at one symbol together, with a diagram where that says more than their lines.
func (d *document) flows() section {
	flows := view.Flows(d.Report)
	keeps := visibleFlows
	if d.Summary.BrokenCount > 0 {
		keeps = 0
	}
	return section{weight: 4, keeps: keeps, title: view.FlowsTitle(d.Report, flows), body: func(rows int) string {
		shown := min(d.most(rows), len(flows))
		visible := min(shown, visibleFlows)
		diagrams := min(rows/3, maxDiagrams)
		var b strings.Builder
		apart := true // the next line does not belong to a list that is open
		for _, of := range byTarget(flows[:visible]) {
			if apart {
				b.WriteByte('\n')
				apart = false
			}
			for _, f := range of {
				fmt.Fprintf(&b, "- %s\n", d.flow(f))
			}
			if c := d.flowchart(of); c != nil && diagrams > 0 {
				diagrams--
				if of[0].Status != "broken" {
					diagrams = 0 // one shows what a changed flow is
				}
				b.WriteString("\n" + c.render())
				apart = true
			}
		}
		if shown > visible {
			var more strings.Builder
			list{length: shown, row: func(i int) []string { return []string{d.flow(&flows[i])} }}.rows(&more, visible, shown)
			b.WriteString(folded(fmt.Sprintf("+%d more", shown-visible), more.String()))
		}
		if shown < len(flows) {
			fmt.Fprintf(&b, "\nShown %d of %d.\n", shown, len(flows))
		}
		return b.String()
	}}
}

// byTarget brings flows together that break at calls of one symbol.
func byTarget(flows []view.Flow) [][]*view.Flow {
	var groups [][]*view.Flow
	for i := range flows {
		f := &flows[i]
		at := slices.IndexFunc(groups, func(of []*view.Flow) bool {
			return f.BrokenStep != nil && of[0].BrokenStep != nil && f.BrokenStep.To == of[0].BrokenStep.To
		})
		if at < 0 {
			groups = append(groups, []*view.Flow{f})
		} else {
			groups[at] = append(groups[at], f)
		}
	}
	return groups
}

// flow returns the line of a flow.
func (d *document) flow(f *view.Flow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", escape(view.StatusWord(f.Status)))
	if f.BrokenStep != nil {
		fmt.Fprintf(&b, " at step %d of %d", f.BrokenStep.Step, f.StepCount)
	}
	if f.Possible() {
		b.WriteString(", possibly")
	}
	if f.Title != "" {
		fmt.Fprintf(&b, " (%s)", code(f.Title))
	}
	b.WriteString(": ")
	for i, link := range f.Links {
		if i > 0 {
			b.WriteString(" → ")
		}
		if link.Elided > 0 {
			fmt.Fprintf(&b, "(%s) → ", view.Plural(link.Elided, "more step"))
		}
		switch link.Mark {
		case "broken", "lost":
			fmt.Fprintf(&b, "~~%s~~", code(link.Name))
		case "":
			b.WriteString(code(link.Name))
		default:
			fmt.Fprintf(&b, "**%s** (%s)", code(link.Name), escape(link.Mark))
		}
	}
	if f.Reason != "" {
		fmt.Fprintf(&b, " — %s", prose(f.Reason))
		if s := f.BrokenStep; s != nil && s.Path != "" {
			fmt.Fprintf(&b, " at %s", d.link(s.Path, s.Line, d.Head.Commit))
		}
	}
	if more := f.More(style); more != "" {
		fmt.Fprintf(&b, "; %s", more)
	}
	return b.String()
}

// flowchart draws broken or changed flows, with other entries that lead into them. It is
// nil where it would not say more than their lines.
func (d *document) flowchart(flows []*view.Flow) *flowchart {
	c := &flowchart{}
	joined := 0
	for _, f := range flows {
		if f.Status != "broken" && f.Status != "changed" {
			return nil
		}
		d.draw(c, f)
	}
	for _, f := range flows {
		joined += d.join(c, f, maxEntries-joined)
	}
	if len(c.nodes) < 3 || flows[0].Status == "changed" && len(c.nodes) < 4 && joined == 0 {
		return nil
	}
	return c
}

// draw adds the key steps of one flow, and where it breaks.
func (d *document) draw(c *flowchart, f *view.Flow) {
	last := 0 // number of the step before
	for _, n := range keySteps(f) {
		s := &f.Steps[n-1]
		at := c.add(d.node(s.Symbol, s.Name, s.Path, n == 1))
		if last > 0 {
			c.connect(edge{from: c.find(f.Steps[last-1].Symbol), to: at, label: moreSteps(n - last - 1), unsure: f.Possible()})
		}
		last = n
	}
	for _, s := range f.ChangedSteps {
		if at := c.find(s.Symbol); at >= 0 && s.Change != "gained" {
			c.nodes[at].class = "changed"
			if c.nodes[at].note == "" && s.Change != "lost" && s.Change != "reaches" {
				c.nodes[at].note = s.Change
			}
		}
	}
	if f.BrokenStep != nil {
		d.breakAt(c, f)
	}
}

func moreSteps(n int) string {
	if n <= 0 {
		return ""
	}
	return view.Plural(n, "more step")
}

// keySteps returns the numbers of the steps to draw: the entry, what the line marks, and the
// neighbours of that, as far as there is room.
func keySteps(f *view.Flow) []int {
	keep := []int{1}
	add := func(n int) {
		if 1 <= n && n <= len(f.Steps) && len(keep) < maxColumns && !slices.Contains(keep, n) {
			keep = append(keep, n)
		}
	}
	if b := f.BrokenStep; b != nil {
		add(b.Step)
		add(b.Step - 1)
		if b.Step <= len(f.Steps) && f.Steps[b.Step-1].Symbol == b.To {
			add(b.Step - 2)
		}
	} else {
		for _, s := range f.ChangedSteps {
			if s.Change != "gained" {
				add(s.Step)
			}
		}
		for _, s := range f.ChangedSteps {
			add(s.Step - 1)
			add(s.Step + 1)
		}
	}
	slices.Sort(keep)
	return keep
}

// breakAt draws the call at which f breaks. Its target may be no step of f: then the flow
// fails inside of a step that it still reaches.
func (d *document) breakAt(c *flowchart, f *view.Flow) {
	b := f.BrokenStep
	from := c.find(b.From)
	if from < 0 {
		return
	}
	to := c.add(d.node(b.To, view.Name(b.To), "", false))
	label := "no longer called"
	if b.Path != "" {
		label = fmt.Sprintf("%s:%d", path.Base(b.Path), b.Line)
	}
	c.edges = slices.DeleteFunc(c.edges, func(e edge) bool { return e.from == from && e.to == to })
	c.connect(edge{from: from, to: to, label: label, broken: true})
	c.nodes[to].class = "broken"
	if b.Path == "" {
		c.nodes[to].note = ""
	}
}

// join draws at most room entries of the other flows that f stands for, and returns how
// many.
func (d *document) join(c *flowchart, f *view.Flow, room int) int {
	joined := 0
	for _, p := range f.Others {
		entry := &p.Steps[0]
		if joined == room || c.find(entry.Symbol) >= 0 {
			continue
		}
		at := slices.IndexFunc(p.Steps, func(s report.Step) bool { return c.find(s.Symbol) >= 0 })
		if at < 0 {
			continue
		}
		to := c.find(p.Steps[at].Symbol)
		if c.nodes[to].entry {
			continue // an entry before an entry makes the diagram wide, not clear
		}
		c.connect(edge{from: c.add(d.node(entry.Symbol, entry.Name, entry.Path, true)), to: to, label: moreSteps(at - 1), unsure: view.Unsure(p)})
		joined++
	}
	return joined
}

// node returns the node of a symbol, with what became of it.
func (d *document) node(id, name, path string, entry bool) node {
	n := node{key: id, label: name, path: path, entry: entry}
	for i := range d.ChangedSymbols {
		switch c := &d.ChangedSymbols[i]; {
		case c.ID != id && (c.Old == nil || c.Old.ID != id):
		case c.ChangeType == "removed":
			n.note = "removed"
		case c.ChangeType == "renamed":
			n.note = "now " + c.Name
		case c.SignatureChanged:
			n.note = "new signature"
		}
	}
	return n
}

package html

import (
	"fmt"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	maxNodes = 40 // of the drawing
	maxInto  = 8  // edges into one node
	maxFlows = 12 // that are drawn
)

// A network is the part of the call graph that is drawn.
type network struct {
	nodes []page.Node
	edges []page.Edge
	at    map[string]int // nodes by the ID of their symbol
	into  map[int]int
	pairs map[[2]int]int     // edges by their ends
	left  map[[2]string]bool // edges that did not fit, by the IDs of their symbols
	node  func(id string) page.Node
}

// graph draws what changed with what uses it and is used by it: what breaks first.
func (d *document) graph() page.Section {
	n := &network{at: make(map[string]int), into: make(map[int]int), pairs: make(map[[2]int]int), left: make(map[[2]string]bool), node: d.nodeOf()}
	for i := range d.Findings {
		if f := &d.Findings[i]; f.Class == "break" && f.Caller != nil {
			n.join(*f.Caller, f.Symbol, "broken", "breaks at")
		}
	}
	flows := view.Flows(d.Report)
	for i := range flows[:min(len(flows), maxFlows)] {
		n.flow(&flows[i])
	}
	for i := range d.AffectedSymbols {
		for _, e := range d.AffectedSymbols[i].Via {
			kind := ""
			if view.Confidence(e.Confidence) != "high" {
				kind = "unsure"
			}
			n.join(e.Source, e.Target, kind, relation(e.RelationType))
		}
	}
	if len(n.edges) == 0 {
		return page.Section{}
	}
	title := "The changed part of the call graph"
	return page.Section{ID: "graph", Title: title, Write: func(w *page.Writer) {
		w.Element("Callers stand on the left of what they call, except in cycles. A box leads to its row on this page, if it has one.", "p", "class", "muted")
		page.Graph(w, title, n.nodes, n.edges)
		if more := len(n.left); more > 0 {
			w.Element("Not drawn: "+view.Plural(more, "more relation")+".", "p", "class", "muted")
		}
	}}
}

// relation says what an edge of the graph is.
func relation(kind string) string {
	switch kind {
	case "CALLS":
		return "calls"
	case "REFERENCES":
		return "refers to"
	case "EXTENDS", "IMPLEMENTS", "OVERRIDES", "IMPORTS":
		return strings.ToLower(kind)
	}
	return "uses"
}

// join adds an edge if there is room for it. What uses itself has no edge for that.
func (n *network) join(from, to, kind, says string) {
	if from == to {
		return
	}
	a, b := n.find(from), n.find(to)
	if a >= 0 && b >= 0 {
		if at, ok := n.pairs[[2]int{a, b}]; ok {
			if kind == "broken" {
				n.edges[at].Kind, n.edges[at].Says = kind, says
			}
			return
		}
	}
	missing := 0
	for _, at := range []int{a, b} {
		if at < 0 {
			missing++
		}
	}
	if len(n.nodes)+missing > maxNodes || b >= 0 && n.into[b] >= maxInto {
		n.left[[2]string{from, to}] = true
		return
	}
	a, b = n.add(from), n.add(to)
	n.pairs[[2]int{a, b}] = len(n.edges)
	delete(n.left, [2]string{from, to}) // there was no room earlier
	n.into[b]++
	n.edges = append(n.edges, page.Edge{From: a, To: b, Kind: kind, Says: says})
}

func (n *network) find(id string) int {
	if at, ok := n.at[id]; ok {
		return at
	}
	return -1
}

func (n *network) add(id string) int {
	if at := n.find(id); at >= 0 {
		return at
	}
	n.at[id] = len(n.nodes)
	n.nodes = append(n.nodes, n.node(id))
	return len(n.nodes) - 1
}

// flow adds the steps of a flow up to one behind what changed.
func (n *network) flow(f *view.Flow) {
	last := 0
	for _, s := range f.ChangedSteps {
		if s.Change != "gained" {
			last = max(last, s.Step)
		}
	}
	if f.BrokenStep != nil {
		last = f.BrokenStep.Step
	}
	kind := ""
	if f.Possible() {
		kind = "unsure"
	}
	for i := 1; i < len(f.Steps) && i <= last; i++ {
		from, to := f.Steps[i-1].Symbol, f.Steps[i].Symbol
		if b := f.BrokenStep; b != nil && b.From == from && b.To == to {
			n.join(from, to, "broken", "breaks at")
			continue
		}
		n.join(from, to, kind, "calls")
	}
}

// nodeOf returns what knows the boxes of symbols.
func (d *document) nodeOf() func(id string) page.Node {
	places := make(map[string]report.Location)
	know := func(id, path string, line int) {
		if _, ok := places[id]; !ok {
			places[id] = report.Location{Path: path, Line: line}
		}
	}
	changed := make(map[string]*report.ChangedSymbol)
	for i := range d.ChangedSymbols {
		c := &d.ChangedSymbols[i]
		changed[c.ID] = c
		know(c.ID, c.Path, c.Line)
		if c.Old != nil {
			changed[c.Old.ID] = c
			know(c.Old.ID, c.Path, c.Line)
		}
	}
	for i := range d.AffectedSymbols {
		a := &d.AffectedSymbols[i]
		know(a.ID, a.Path, a.Line)
	}
	for i := range d.AffectedProcesses {
		for _, s := range d.AffectedProcesses[i].Steps {
			know(s.Symbol, s.Path, s.Line)
		}
	}
	return func(id string) page.Node {
		node := page.Node{Name: view.Name(id)}
		if at, ok := places[id]; ok {
			node.Below = fmt.Sprintf("%s:%d", path.Base(at.Path), at.Line)
			node.Href = d.address(at.Path, at.Line, d.Head.Commit)
		}
		if anchor := d.anchors[id]; anchor != "" {
			node.Href = "#" + anchor
		}
		if c := changed[id]; c != nil {
			node.Says = c.ChangeType
			switch c.ChangeType {
			case "added", "removed":
				node.Kind = c.ChangeType
			default:
				node.Kind = "changed"
			}
		}
		return node
	}
}

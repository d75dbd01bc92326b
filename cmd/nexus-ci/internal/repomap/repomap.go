// Package repomap renders an index as a page to look at: the map of a repository.
//
// In: an index, what it is of, and which areas and flows are small or many. Out: HTML of one file
// that loads nothing (package report/html/page): the areas and a drawing of how they call each
// other, hot spots, execution flows, and what was not read.
//
// Invariants: equal indexes give equal bytes; lists say how much of them is shown.
package repomap

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	maxFirst   = 6   // rows of a list on the first screen
	maxDrawn   = 24  // areas that are drawn
	maxCalls   = 60  // edges of the drawing
	maxMembers = 12  // of an area
	maxHot     = 100 // hot spots
	openAreas  = 20
	openRows   = 30
	openFlows  = 20
)

// Options say what an index is of. The zero value is useful.
type Options struct {
	Name   string // of the repository
	Commit string // empty for a work tree
	Tool   string
	// MinSize is the number of symbols from which on an area is listed, MaxFlows how many flows
	// are listed.
	MinSize, MaxFlows int
}

var style = page.Style

// An area is a row of the list of areas.
type area struct {
	community.Shown
	id      string
	members []*graph.Node // most used first
	calls   map[int]int   // of other areas, by their index
	called  map[int]int
}

// A hotSpot is a function that much depends on and that is hard to change.
type hotSpot struct {
	node       *graph.Node
	users      int // symbols that are no tests
	ways       int // through it
	importance int
}

// A document is an index on its way to HTML.
type document struct {
	*index.Index
	options Options
	users   map[*graph.Node]int
	areas   []area
	small   int // areas that are not listed
	hot     []hotSpot
}

// Render returns the page.
func Render(x *index.Index, o Options) []byte {
	d := &document{Index: x, options: o, users: make(map[*graph.Node]int)}
	for _, n := range x.Graph.Nodes {
		if community.Clustered(n) {
			d.users[n] = usersOf(x.Graph, n)
		}
	}
	d.findAreas()
	d.findHotSpots()
	what := "the work tree"
	if o.Commit != "" {
		what = style.Name(o.Commit[:min(len(o.Commit), 7)])
	}
	p := page.Page{Title: "Map of " + o.Name, Name: o.Name, About: "The code graph of " + what, Tool: o.Tool}
	for _, s := range []page.Section{d.drawing(), d.listAreas(), d.listHotSpots(), d.flows(), d.skips(), d.counts()} {
		if s.Write != nil {
			p.Sections = append(p.Sections, s)
		}
	}
	return page.Render(p, d.summary)
}

// usersOf counts the symbols outside of tests that use n.
func usersOf(g *graph.Graph, n *graph.Node) int {
	sources := make(map[*graph.Node]bool)
	for _, e := range g.In(n) {
		if len(e.Sites) > 0 && !e.Source.Test && e.Source != n {
			sources[e.Source] = true
		}
	}
	return len(sources)
}

func (d *document) findAreas() {
	shown, small := community.Display(d.Communities, d.options.MinSize)
	d.small = small
	ids := page.IDs{}
	of := make(map[int]int) // the area of a community
	for i, s := range shown {
		a := area{Shown: s, id: ids.New(fmt.Sprintf("area-%d", i+1)), calls: make(map[int]int), called: make(map[int]int)}
		for _, c := range s.Communities {
			of[c] = i
			a.members = append(a.members, d.Communities[c].Members...)
		}
		slices.SortStableFunc(a.members, func(m, n *graph.Node) int {
			return cmp.Or(cmp.Compare(d.users[n], d.users[m]), cmp.Compare(m.ID, n.ID))
		})
		d.areas = append(d.areas, a)
	}
	member := community.Join(d.Communities, d.Graph, func(n *graph.Node) string { return n.ID })
	for _, dep := range community.Dependencies(d.Graph, member.Of) {
		from, ok := of[dep.From]
		to, listed := of[dep.To]
		if ok && listed && from != to {
			d.areas[from].calls[to] += dep.Calls
			d.areas[to].called[from] += dep.Calls
		}
	}
}

// findHotSpots ranks functions by how much uses them and how many ways lead through them.
func (d *document) findHotSpots() {
	for _, n := range d.Graph.Nodes {
		if users := d.users[n]; n.Label.Callable() && !n.Test && !n.Generated && users > 0 && n.Decisions > 0 {
			d.hot = append(d.hot, hotSpot{n, users, 1 + n.Decisions, users * (1 + n.Decisions)})
		}
	}
	slices.SortStableFunc(d.hot, func(a, b hotSpot) int {
		return cmp.Or(cmp.Compare(b.importance, a.importance), cmp.Compare(a.node.ID, b.node.ID))
	})
}

// summary writes the first screen.
func (d *document) summary(w *page.Writer) {
	symbols := 0
	for _, n := range d.Graph.Nodes {
		if community.Clustered(n) {
			symbols++
		}
	}
	w.Element(fmt.Sprintf("Functions and types: %d, in %s and %s", symbols, view.Plural(d.Graph.Parsed, "file"), view.Plural(len(d.areas)+d.small, "area")), "h1")
	w.Element(fmt.Sprintf("%d of %s were read; %s could not be followed. Tests are not counted.",
		d.Graph.Parsed, view.Plural(d.Graph.Files, "file"), view.Plural(d.Graph.UnknownCalls, "call")), "p", "class", "meta")
	w.In(func() {
		d.first(w, "Largest areas", "areas", len(d.areas), func(i int) {
			w.In(func() { w.Prose(style.Name(d.areas[i].Label)) }, "a", "href", "#"+d.areas[i].id)
			w.Element(" "+view.Plural(d.areas[i].Symbols, "symbol"), "span", "class", "muted")
		})
		d.first(w, "Hot spots: much used and hard to change", "hot-spots", len(d.hot), func(i int) {
			w.Prose(style.Name(d.hot[i].node.Qualified) + " ")
			place(w, d.hot[i].node)
		})
	}, "div", "class", "first")
}

// first writes the first rows of a list.
func (d *document) first(w *page.Writer, title, section string, n int, row func(i int)) {
	if n == 0 {
		return
	}
	w.In(func() {
		w.Element(title, "h2")
		w.In(func() {
			for i := range min(n, maxFirst) {
				w.In(func() { row(i) }, "li")
			}
		}, "ul")
		if n > maxFirst {
			w.In(func() { w.Element(fmt.Sprintf("%d more", n-maxFirst), "a", "href", "#"+section) }, "p")
		}
	}, "div")
}

func place(w *page.Writer, n *graph.Node) {
	w.Element(fmt.Sprintf("%s:%d", n.Path, n.Line), "code", "class", "muted")
}

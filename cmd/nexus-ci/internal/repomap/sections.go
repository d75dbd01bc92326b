package repomap

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A call is one of the drawing, from an area to another.
type call struct{ from, to, calls int }

// drawing draws the largest areas and how often one calls another.
func (d *document) drawing() page.Section {
	drawn := min(len(d.areas), maxDrawn)
	var calls []call
	for from := range drawn {
		for to, n := range d.areas[from].calls {
			if to < drawn {
				calls = append(calls, call{from, to, n})
			}
		}
	}
	if len(calls) == 0 {
		return page.Section{}
	}
	slices.SortFunc(calls, func(a, b call) int {
		return cmp.Or(cmp.Compare(b.calls, a.calls), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	left := len(calls) - maxCalls
	calls = calls[:min(len(calls), maxCalls)]
	var nodes []page.Node
	var edges []page.Edge
	at := make(map[int]int)
	node := func(i int) int {
		n, ok := at[i]
		if !ok {
			n = len(nodes)
			at[i] = n
			a := &d.areas[i]
			nodes = append(nodes, page.Node{Name: a.Label, Below: view.Plural(a.Symbols, "symbol"), Href: "#" + a.id})
		}
		return n
	}
	for _, c := range calls {
		from, to := node(c.from), node(c.to)
		edges = append(edges, page.Edge{From: from, To: to, Says: fmt.Sprintf("calls (%s)", view.Plural(c.calls, "call"))})
	}
	title := "How the areas call each other"
	return page.Section{ID: "graph", Title: title, Write: func(w *page.Writer) {
		w.Element("Callers stand on the left of what they call, except in cycles. A box leads to its area.", "p", "class", "muted")
		page.Graph(w, title, nodes, edges)
		if left > 0 {
			w.Element("Not drawn: "+view.Plural(left, "more relation")+", which have fewer calls.", "p", "class", "muted")
		}
		if more := len(d.areas) - drawn; more > 0 {
			w.Element(fmt.Sprintf("Only the %d largest areas are drawn, of %d below.", drawn, len(d.areas)), "p", "class", "muted")
		}
	}}
}

func (d *document) listAreas() page.Section {
	if len(d.areas) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "areas", Title: fmt.Sprintf("Areas (%d)", len(d.areas)+d.small), Write: func(w *page.Writer) {
		page.Rows(w, len(d.areas), openAreas, "Areas", func(rows func()) { rows() }, func(i int) { d.area(w, &d.areas[i]) })
		if d.small > 0 {
			w.Element(fmt.Sprintf("%s of fewer than %d symbols not shown.", view.Plural(d.small, "area"), d.options.MinSize), "p", "class", "muted")
		}
	}}
}

func (d *document) area(w *page.Writer, a *area) {
	w.In(func() {
		w.In(func() { w.Prose(style.Name(a.Label)) }, "h3")
		text := fmt.Sprintf("%s, cohesion %.2f", view.Plural(a.Symbols, "symbol"), a.Cohesion)
		if n := len(a.Communities); n > 1 {
			text += fmt.Sprintf(", in %d parts", n)
		}
		if a.Description != "" {
			text += ". " + a.Description
		}
		w.Sentence(style.Text(text), "p", "class", "meta")
		d.relations(w, "Calls", a.calls)
		d.relations(w, "Is called by", a.called)
		w.In(func() {
			w.Element("Its most used symbols", "summary")
			w.In(func() {
				for _, n := range a.members[:min(len(a.members), maxMembers)] {
					w.In(func() {
						w.Prose(style.Name(n.Qualified) + fmt.Sprintf(", used by %d ", d.users[n]))
						place(w, n)
					}, "li", "data-row", "")
				}
			}, "ul")
		}, "details")
	}, "article", "class", "finding", "id", a.id, "data-row", "")
}

// relations names the areas that one calls, or that call it, most calls first.
func (d *document) relations(w *page.Writer, verb string, of map[int]int) {
	if len(of) == 0 {
		return
	}
	order := slices.SortedFunc(maps.Keys(of), func(a, b int) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	w.In(func() {
		w.Text(verb + " ")
		for i, at := range order[:min(len(order), maxMembers)] {
			if i > 0 {
				w.Text(", ")
			}
			w.In(func() { w.Prose(style.Name(d.areas[at].Label)) }, "a", "href", "#"+d.areas[at].id)
			w.Text(fmt.Sprintf(" (%d)", of[at]))
		}
		if more := len(order) - maxMembers; more > 0 {
			w.Text(fmt.Sprintf(" and %d more", more))
		}
	}, "p")
}

func (d *document) listHotSpots() page.Section {
	if len(d.hot) == 0 {
		return page.Section{}
	}
	shown := d.hot[:min(len(d.hot), maxHot)]
	title := fmt.Sprintf("Hot spots (%d)", len(d.hot))
	if len(shown) < len(d.hot) {
		title = fmt.Sprintf("Hot spots (%d of %d)", len(shown), len(d.hot))
	}
	return page.Section{ID: "hot-spots", Title: title, Write: func(w *page.Writer) {
		around := func(rows func()) {
			page.Table(w, "Functions by the number of symbols that use them times the number of ways through them", []string{"Function", "Used by#", "Ways#", "Together", "Place"}, rows)
		}
		page.Rows(w, len(shown), openRows, "Hot spots", around, func(i int) {
			h := &shown[i]
			w.In(func() {
				w.Sentence(style.Name(h.node.Qualified), "td")
				w.Element(fmt.Sprint(h.users), "td", "class", "number")
				w.Element(fmt.Sprint(h.ways), "td", "class", "number")
				w.In(func() { page.Bar(w, "all", 0, float64(h.importance), 0, float64(shown[0].importance)) }, "td", "class", "bar-cell")
				w.In(func() { place(w, h.node) }, "td")
			}, "tr", "data-row", "")
		})
	}}
}

func (d *document) flows() page.Section {
	if d.ProcessCount == 0 {
		return page.Section{}
	}
	shown := d.Processes[:min(len(d.Processes), max(d.options.MaxFlows, 0))]
	return page.Section{ID: "flows", Title: fmt.Sprintf("Execution flows (%d)", d.ProcessCount), Write: func(w *page.Writer) {
		page.Rows(w, len(shown), openFlows, "Flows", func(rows func()) { rows() }, func(i int) {
			p := &shown[i]
			w.In(func() {
				w.In(func() {
					w.Prose(style.Name(p.Label) + " (" + style.Text(strings.ReplaceAll(p.Type, "_", " ")) + ")")
				}, "p")
				w.In(func() {
					for _, n := range p.Steps {
						w.In(func() {
							w.In(func() { w.Element(n.Qualified, "code") }, "span", "class", "step", "title", fmt.Sprintf("%s:%d", n.Path, n.Line))
						}, "li")
					}
					if p.Cut {
						w.Element("…", "li")
					}
				}, "ol", "class", "path")
			}, "div", "class", "flow", "data-row", "")
		})
		if more := d.ProcessCount - len(shown); more > 0 {
			w.Element(fmt.Sprintf("%d more flows are not shown.", more), "p", "class", "muted")
		}
	}}
}

// skips lists the files that were not read.
func (d *document) skips() page.Section {
	all := d.Graph.Skips
	if len(all) == 0 {
		return page.Section{}
	}
	return page.Section{ID: "skips", Title: fmt.Sprintf("Not analysed (%d)", len(all)), Write: func(w *page.Writer) {
		around := func(rows func()) {
			page.Table(w, "Files, and parts of files, that are not in the map", []string{"Place", "Why"}, rows)
		}
		page.Rows(w, len(all), openRows, "Files", around, func(i int) {
			s := &all[i]
			where := s.Path
			if s.Line > 0 {
				where = fmt.Sprintf("%s:%d", s.Path, s.Line)
			}
			w.In(func() {
				w.Sentence(style.Name(where), "td")
				w.Element(strings.TrimSuffix(view.ReasonWords(string(s.Reason))+": "+s.Message, ": "), "td")
			}, "tr", "data-row", "")
		})
	}}
}

// counts are the numbers of nodes and edges by kind.
func (d *document) counts() page.Section {
	labels, types := make(map[string]int), make(map[string]int)
	for _, n := range d.Graph.Nodes {
		labels[string(n.Label)]++
	}
	for _, e := range d.Graph.Edges() {
		types[strings.ToLower(strings.ReplaceAll(string(e.Type), "_", " "))]++
	}
	return page.Section{ID: "counts", Title: "The graph in numbers", Write: func(w *page.Writer) {
		for _, of := range []struct {
			name  string
			count map[string]int
		}{{"Nodes", labels}, {"Edges", types}} {
			most := 1
			for _, n := range of.count {
				most = max(most, n)
			}
			page.Table(w, of.name, []string{"Kind", "Number#", "Share"}, func() {
				for _, kind := range slices.Sorted(maps.Keys(of.count)) {
					w.In(func() {
						w.Element(kind, "td")
						w.Element(fmt.Sprint(of.count[kind]), "td", "class", "number")
						w.In(func() { page.Bar(w, "all", 0, float64(of.count[kind]), 0, float64(most)) }, "td", "class", "bar-cell")
					}, "tr")
				}
			})
		}
	}}
}

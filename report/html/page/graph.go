package page

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/layered"
)

// A Node is one box of a drawing.
type Node struct {
	Name, Below string // two lines; the second may be empty
	Kind        string // "", "changed", "added" or "removed"
	Says        string // what Kind means, in words
	Href        string // empty for none
}

// An Edge leads from a node to another, by their indexes.
type Edge struct {
	From, To int
	Kind     string // "", "broken" or "unsure"
	Says     string // the relation in words
}

const (
	letter   = 7 // width of a character in a drawing, in pixels; small rather than wide
	maxLabel = 30
	height   = 44
	margin   = 12 // around the drawing
)

// Graph draws nodes and edges, and writes the same as a list.
func Graph(w *Writer, label string, nodes []Node, edges []Edge) {
	sizes, between := make([]layered.Size, len(nodes)), make([]layered.Edge, len(edges))
	for i := range nodes {
		n := max(len([]rune(short(nodes[i].Name)))*8, len([]rune(short(nodes[i].Below)))*letter)
		sizes[i] = layered.Size{Width: n + 24, Height: height}
	}
	for i, e := range edges {
		between[i] = layered.Edge{From: e.From, To: e.To}
	}
	l := layered.Place(sizes, between)
	width, high := l.Size.Width+2*margin, l.Size.Height+2*margin
	w.In(func() {
		for _, b := range [][2]string{{"in", "Zoom in"}, {"out", "Zoom out"}, {"fit", "Fit"}, {"full", "Full size"}} {
			w.Element(b[1], "button", "type", "button", "data-zoom", b[0])
		}
	}, "p", "class", "tools script", "hidden", "")
	w.In(func() {
		w.In(func() {
			w.In(func() {
				for _, kind := range []string{"", "broken"} {
					w.In(func() { w.Open("path", "d", "M0 0L8 4L0 8z", "class", "head "+kind) },
						"marker", "id", "arrow"+kind, "viewBox", "0 0 8 8", "refX", "8", "refY", "4", "markerWidth", "8", "markerHeight", "8", "orient", "auto", "markerUnits", "userSpaceOnUse")
				}
			}, "defs")
			w.In(func() {
				for i, e := range edges {
					if e.From != e.To {
						w.edge(e, l.Edges[i])
					}
				}
			}, "g", "aria-hidden", "true")
			for i := range nodes {
				w.node(&nodes[i], l.Nodes[i], sizes[i])
			}
		}, "svg", "width", fmt.Sprint(width), "height", fmt.Sprint(high), "viewBox", fmt.Sprintf("%d %d %d %d", -margin, -margin, width, high), "role", "group", "aria-label", label)
	}, "div", "class", "graph", "tabindex", "0", "role", "region", "aria-label", label+", scrolls")
	w.In(func() {
		w.Element("The same as a list", "summary")
		w.In(func() {
			for _, e := range edges {
				w.In(func() {
					w.Element(nodes[e.From].Name, "code")
					w.Text(" " + e.Says + " ")
					w.Element(nodes[e.To].Name, "code")
				}, "li")
			}
		}, "ul")
	}, "details")
}

// short returns a name that fits into a box: of a long one, what follows its first qualifiers.
func short(s string) string {
	s = report.Clean(s)
	rest := s
	for len(rest) > maxLabel {
		dot := strings.IndexByte(rest, '.')
		if bracket := strings.IndexByte(rest, '('); dot < 0 || bracket >= 0 && bracket < dot {
			break
		}
		rest = rest[dot+1:]
	}
	if rest == "" {
		rest = s
	} else if rest != s {
		rest = "…" + rest
	}
	return report.ClipTo(rest, maxLabel)
}

func (w *Writer) node(n *Node, at layered.Point, size layered.Size) {
	tag, address := "g", []string{"class", "node " + n.Kind}
	if n.Href != "" {
		tag, address = "a", append(address, "href", n.Href)
	}
	says := strings.TrimSuffix(fmt.Sprintf("%s, %s, %s", n.Name, n.Below, n.Says), ", ")
	w.In(func() {
		w.Element(says, "title")
		w.Open("rect", "x", fmt.Sprint(at.X), "y", fmt.Sprint(at.Y), "width", fmt.Sprint(size.Width), "height", fmt.Sprint(size.Height), "rx", "6")
		w.Element(short(n.Name), "text", "x", fmt.Sprint(at.X+12), "y", fmt.Sprint(at.Y+18), "class", "name")
		w.Element(short(n.Below), "text", "x", fmt.Sprint(at.X+12), "y", fmt.Sprint(at.Y+34), "class", "below")
	}, tag, address...)
}

// edge draws a line that leaves and enters the columns level.
func (w *Writer) edge(e Edge, points []layered.Point) {
	var d strings.Builder
	for i, p := range points {
		switch {
		case i == 0:
			fmt.Fprintf(&d, "M%d %d", p.X, p.Y)
		case i%2 == 0: // across a column
			fmt.Fprintf(&d, "L%d %d", p.X, p.Y)
		default:
			middle := (points[i-1].X + p.X) / 2
			fmt.Fprintf(&d, "C%d %d %d %d %d %d", middle, points[i-1].Y, middle, p.Y, p.X, p.Y)
		}
	}
	arrow := "arrow"
	if e.Kind == "broken" {
		arrow = "arrowbroken"
	}
	w.Open("path", "class", "edge "+e.Kind, "d", d.String(), "marker-end", "url(#"+arrow+")")
}

// Bar draws a bar of a chart from one number to another, on a scale from least to most. The text
// beside it says the same.
func Bar(w *Writer, class string, from, to, least, most float64) {
	const width = 1000
	span := most - least
	if span <= 0 {
		span = 1
	}
	scale := func(x float64) int { return int(min(1, max(0, (x-least)/span)) * width) }
	left, right := scale(min(from, to)), scale(max(from, to))
	w.In(func() {
		w.Open("rect", "x", fmt.Sprint(left), "y", "0", "width", fmt.Sprint(max(right-left, 4)), "height", "10", "class", class)
	}, "svg", "class", "bar", "viewBox", fmt.Sprintf("0 0 %d 10", width), "preserveAspectRatio", "none", "aria-hidden", "true")
}

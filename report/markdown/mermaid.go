package markdown

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/report"
)

// A flowchart is a small Mermaid diagram. Names from the repository stand in labels only.
type flowchart struct {
	nodes []node
	edges []edge
}

type node struct {
	key   string // equal for equal nodes, never shown
	label string
	note  string // below the label
	path  string // the note where two nodes would read the same
	entry bool
	class string // broken, changed or empty
}

type edge struct {
	from, to int // indexes of nodes
	label    string
	broken   bool
	unsure   bool // the call may be one of others
}

// maxLabel is how many characters of a name a node shows.
const maxLabel = 40

// styles of the classes are readable on a light and on a dark page: they bring their own
// background.
var styles = [...]struct{ class, style string }{
	{"broken", "fill:#ffebe9,stroke:#cf222e,stroke-width:2px,color:#82071e"},
	{"changed", "fill:#fff8c5,stroke:#bf8700,stroke-width:2px,color:#4d2d00"},
}

// add returns the index of the node with the key of n, which it adds where it is missing.
func (c *flowchart) add(n node) int {
	if i := c.find(n.key); i >= 0 {
		return i
	}
	c.nodes = append(c.nodes, n)
	return len(c.nodes) - 1
}

// find returns the index of the node with the key, -1 for none.
func (c *flowchart) find(key string) int {
	return slices.IndexFunc(c.nodes, func(n node) bool { return n.key == key })
}

// connect adds an edge unless the two nodes have one, which is as sure as the surer of both.
func (c *flowchart) connect(e edge) {
	if e.from == e.to {
		return
	}
	if i := slices.IndexFunc(c.edges, func(o edge) bool { return o.from == e.from && o.to == e.to }); i >= 0 {
		c.edges[i].unsure = c.edges[i].unsure && e.unsure
		return
	}
	c.edges = append(c.edges, e)
}

// render returns the diagram as a block of Markdown.
func (c *flowchart) render() string {
	var b strings.Builder
	b.WriteString("```mermaid\nflowchart LR\n")
	count := make(map[string]int)
	for _, n := range c.nodes {
		count[n.label]++
	}
	for i, n := range c.nodes {
		label := mermaidText(shortName(n.label))
		if n.note == "" && count[n.label] > 1 {
			n.note = n.path
		}
		if n.note != "" {
			label += "<br>" + mermaidText(n.note)
		}
		left, right := "[", "]"
		if n.entry {
			left, right = "([", "])"
		}
		fmt.Fprintf(&b, "  n%d%s\"%s\"%s\n", i+1, left, label, right)
	}
	var broken []string
	for i, e := range c.edges {
		arrow := "-->"
		switch {
		case e.broken:
			arrow = fmt.Sprintf(`-. "%s" .-x`, mermaidText(e.label))
			broken = append(broken, fmt.Sprint(i))
		case e.unsure && e.label != "":
			arrow = fmt.Sprintf(`-. "%s" .->`, mermaidText(e.label))
		case e.unsure:
			arrow = "-.->"
		case e.label != "":
			arrow = fmt.Sprintf(`-- "%s" -->`, mermaidText(e.label))
		}
		fmt.Fprintf(&b, "  n%d %s n%d\n", e.from+1, arrow, e.to+1)
	}
	for _, of := range styles {
		var names []string
		for i, n := range c.nodes {
			if n.class == of.class {
				names = append(names, fmt.Sprintf("n%d", i+1))
			}
		}
		if names != nil {
			fmt.Fprintf(&b, "  classDef %s %s\n  class %s %s\n", of.class, of.style, strings.Join(names, ","), of.class)
		}
	}
	if len(broken) > 0 {
		fmt.Fprintf(&b, "  linkStyle %s stroke:#cf222e,stroke-width:2px\n", strings.Join(broken, ","))
	}
	b.WriteString("```\n")
	return b.String()
}

// shortName leaves out what a name that is too long is qualified with.
func shortName(name string) string {
	if at := strings.LastIndexByte(name, '.'); len(name) > maxLabel && at >= 0 && at < len(name)-1 {
		return name[at+1:]
	}
	return name
}

// mermaidText returns s as inert text for a label between double quotes: letters, digits and
// a few signs stay, all other signs become Mermaid's character references, and what a
// reader would not see a visible escape.
func mermaidText(s string) string {
	s = report.ClipTo(s, maxLabel)
	if strings.TrimSpace(s) == "" {
		return "#160;" // a label without text is an error
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && invalidAt(s, i):
			fmt.Fprintf(&b, "#92;x%02x", s[i])
		case r == '$', r == ':' && strings.HasPrefix(s[i+1:], "fa-"): // $$math$$, fa:fa-icon
			fmt.Fprintf(&b, "#%d;%s", r, guard)
		case plainInMermaid(s, i, r), r >= utf8.RuneSelf && unicode.IsGraphic(r):
			b.WriteRune(r)
		case unicode.IsGraphic(r):
			fmt.Fprintf(&b, "#%d;", r)
		default:
			fmt.Fprintf(&b, "#92;u%04x", r)
		}
	}
	return b.String()
}

// plainInMermaid reports whether the ASCII character at i means nothing in a label, which
// Mermaid reads as Markdown.
func plainInMermaid(s string, i int, r rune) bool {
	switch {
	case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return true
	case strings.ContainsRune(" ,/()", r):
		return i > 0
	case r == ':': // of a place; elsewhere Mermaid looks for colours behind it
		return i > 0 && strings.Trim(s[i+1:], "0123456789") == ""
	case r == '.':
		return strings.Trim(s[:i], "0123456789") != "" // "1." would be a list
	}
	return false
}

package query

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// WayParams ask for paths from a symbol through the graph. Several questions may be combined.
type WayParams struct {
	Refs      bool   `json:"refs,omitempty" doc:"list the places that name the target"`
	Callers   bool   `json:"callers,omitempty" doc:"list what calls the target, up to the depth"`
	Callees   bool   `json:"callees,omitempty" doc:"list what the target calls, up to the depth"`
	Graph     bool   `json:"graph,omitempty" doc:"give the part of the graph around the target, up to the depth"`
	Reachable bool   `json:"reachable,omitempty" doc:"list all that can be reached from the target, however far"`
	Cycles    bool   `json:"cycles,omitempty" doc:"list the cycles that the target is in"`
	To        string `json:"to,omitempty" doc:"name of a symbol: list the ways from the target to it"`

	Depth     int      `json:"depth,omitempty" min:"1" max:"10" default:"2" doc:"how many steps far; ways and cycles are followed up to 10"`
	Direction string   `json:"direction,omitempty" enum:"up,down,both" default:"both" doc:"of graph (default both) and reachable (default down): to what uses the target, or to what it uses"`
	Types     []string `json:"types,omitempty" doc:"kinds of symbols to pass through: Function, Method, …; default all"`
	Edges     []string `json:"edges,omitempty" doc:"relations to follow: calls, references, imports, extends, implements, …; default calls, and for what cannot be called everything that uses it"`
	Order     string   `json:"order,omitempty" enum:"breadth,depth" default:"breadth" doc:"of reachable: near ones first, or one branch after the other"`
	MaxPaths  int      `json:"max_paths,omitempty" min:"1" max:"100" default:"5" doc:"how many ways or cycles"`
	Limit     int      `json:"limit,omitempty" min:"1" max:"1000" default:"100" doc:"how many rows of each list"`
}

// defaultWays returns params without a question, with the defaults of the schema.
func defaultWays() WayParams {
	return WayParams{Depth: 2, Direction: "both", Order: "breadth", MaxPaths: 5, Limit: 100}
}

func (p *WayParams) asked() bool {
	return p.Refs || p.Callers || p.Callees || p.Graph || p.Reachable || p.Cycles || p.To != ""
}

// Ways holds the answers, one per question.
type Ways struct {
	Type      string         `json:"type" enum:"ways"`
	Status    string         `json:"status" enum:"found,no_path"`
	Symbol    engine.Symbol  `json:"symbol"`
	To        *engine.Symbol `json:"to,omitempty"`
	Refs      []Reference    `json:"refs,omitempty"`
	Callers   []Reached      `json:"callers,omitempty"`
	Callees   []Reached      `json:"callees,omitempty"`
	Graph     *Subgraph      `json:"graph,omitempty"`
	Reachable []Reached      `json:"reachable,omitempty"`
	Paths     [][]Link       `json:"paths,omitempty" doc:"shortest first"`
	Cycles    [][]Link       `json:"cycles,omitempty" doc:"shortest first"`
	Notes     []string       `json:"notes,omitempty"`
	engine.Bounds

	asked WayParams
}

// A Reference is a place that refers to the target.
type Reference struct {
	Source       engine.Ref `json:"source" doc:"the symbol around the place"`
	Target       string     `json:"target" doc:"uid of the symbol that is named"`
	RelationType string     `json:"relationType"`
	FilePath     string     `json:"filePath"`
	Line         int        `json:"line"`
	Text         string     `json:"text,omitempty" doc:"the line"`
}

// A Reached is a symbol with its distance from the target.
type Reached struct {
	Depth int `json:"depth"`
	engine.Symbol
}

// A Subgraph is the part of the graph around the target.
type Subgraph struct {
	Nodes []Reached `json:"nodes"`
	Links []Link    `json:"links" doc:"relations with both ends among the nodes"`
}

// A Link is one relation.
type Link struct {
	Source       engine.Ref `json:"source"`
	Target       engine.Ref `json:"target"`
	RelationType string     `json:"relationType"`
}

const (
	adviceAt   = 5
	maxLine    = 200 // characters of a line of code
	statusNone = "no_path"
)

func ways(e *engine.Engine, p *ExploreParams) (engine.Result, error) {
	n, err := e.Find(p.Target, p.Choice)
	if err != nil {
		return nil, err
	}
	var to *graph.Node
	if p.To != "" {
		if to, err = e.Find(p.To, engine.Choice{}); err != nil {
			return nil, err
		}
	}
	follow, err := filter(e, n, to, &p.WayParams)
	if err != nil {
		return nil, err
	}
	w := &Ways{Type: "ways", Status: engine.StatusFound, Symbol: engine.SymbolOf(n), asked: p.WayParams}
	if p.Refs {
		w.Refs = engine.Keep(&w.Bounds, "refs", references(e, n), p.Limit)
		quote(e, w.Refs)
	}
	near := func(name string, direction graph.Direction) []Reached {
		r := e.Graph.Search([]*graph.Node{n}, direction, follow, p.Depth)
		return engine.Keep(&w.Bounds, name, reached(r, r.Nodes[1:]), p.Limit)
	}
	if p.Callers {
		w.Callers = near("callers", graph.Backward)
	}
	if p.Callees {
		w.Callees = near("callees", graph.Forward)
	}
	if p.Graph {
		w.Graph = subgraph(e, w, n, follow)
	}
	if p.Reachable {
		w.Reachable = reachable(e, w, n, follow)
	}
	if p.Cycles {
		w.Cycles = w.links("cycles", e.Graph, n, n, follow)
	}
	if to != nil {
		s := engine.SymbolOf(to)
		w.To, w.Paths = &s, w.links("paths", e.Graph, n, to, follow)
		if len(w.Paths) == 0 {
			w.Status = statusNone
		}
	}
	if p.Depth > adviceAt {
		w.Notes = append(w.Notes, fmt.Sprintf("a depth of more than %d reaches much that has little to do with the target", adviceAt))
	}
	return w, nil
}

// filter returns the filter for edges to follow: with one of the relations, between nodes of the
// types. The ends of a path may be of any type.
func filter(e *engine.Engine, from, to *graph.Node, p *WayParams) (graph.Filter, error) {
	relations := usual(from)
	if len(p.Edges) > 0 {
		relations = nil
	}
	for _, name := range p.Edges {
		t := graph.EdgeType(strings.ToUpper(name))
		if t == "INHERITS" {
			t = graph.Extends
		}
		if !slices.Contains(graph.EdgeTypes, t) {
			return nil, &engine.ParameterError{Parameter: "edges", Reason: fmt.Sprintf("unknown relation %q; there are %s", engine.Shorten(name, engine.MaxName), strings.ToLower(engine.Joined(graph.EdgeTypes)))}
		}
		relations = append(relations, t)
	}
	labels := make(map[graph.Label]bool)
	for _, name := range p.Types {
		i := slices.IndexFunc(graph.Labels, func(l graph.Label) bool { return strings.EqualFold(string(l), name) })
		if i < 0 {
			return nil, &engine.ParameterError{Parameter: "types", Reason: fmt.Sprintf("unknown kind %q; there are %s", engine.Shorten(name, engine.MaxName), engine.Joined(graph.Labels))}
		}
		labels[graph.Labels[i]] = true
	}
	passes := func(n *graph.Node) bool { return len(labels) == 0 || n == from || n == to || labels[n.Label] }
	return func(edge *graph.Edge) bool {
		return edge.Confidence >= e.MinConfidence && slices.Contains(relations, edge.Type) && passes(edge.Source) && passes(edge.Target)
	}, nil
}

// usual returns the relations followed from a symbol by default. For a type or a field, calls
// alone would find nothing.
func usual(n *graph.Node) []graph.EdgeType {
	if n.Label.Callable() || n.Label == graph.File {
		return []graph.EdgeType{graph.Calls}
	}
	return []graph.EdgeType{graph.Calls, graph.References, graph.Imports, graph.Extends, graph.Implements}
}

// references returns the places that refer to a symbol, by path and line, once for each kind of
// reference.
func references(e *engine.Engine, n *graph.Node) []Reference {
	list := []Reference{}
	for _, edge := range e.Graph.In(n) {
		if edge.Confidence < e.MinConfidence || edge.Type == graph.Tests || edge.Type == graph.MayCall {
			continue // another edge has the same places
		}
		for _, s := range edge.Sites {
			if s.Call != nil && s.Call.Indirect {
				continue
			}
			list = append(list, Reference{Source: engine.RefOf(edge.Source), Target: n.ID, RelationType: string(edge.Type), FilePath: edge.Source.Path, Line: s.Line})
		}
	}
	slices.SortFunc(list, func(a, b Reference) int {
		return cmp.Or(cmp.Compare(a.FilePath, b.FilePath), cmp.Compare(a.Line, b.Line), cmp.Compare(a.RelationType, b.RelationType), cmp.Compare(a.Source.UID, b.Source.UID))
	})
	return slices.Compact(list)
}

// quote adds the source lines to references, which are sorted by path.
func quote(e *engine.Engine, list []Reference) {
	var lines []string
	path := ""
	for i := range list {
		r := &list[i]
		if r.FilePath != path {
			path, lines = r.FilePath, e.Lines(r.FilePath)
		}
		if r.Line <= len(lines) {
			text := []rune(strings.TrimSpace(lines[r.Line-1]))
			r.Text = string(text[:min(len(text), maxLine)])
		}
	}
}

func reached(r *graph.Reach, nodes []*graph.Node) []Reached {
	list := []Reached{}
	for _, n := range nodes {
		list = append(list, Reached{r.Depth(n), engine.SymbolOf(n)})
	}
	return list
}

func subgraph(e *engine.Engine, w *Ways, n *graph.Node, follow graph.Filter) *Subgraph {
	direction := map[string]graph.Direction{"up": graph.Backward, "down": graph.Forward, "both": graph.Both}[w.asked.Direction]
	r := e.Graph.Search([]*graph.Node{n}, direction, follow, w.asked.Depth)
	shown := engine.Keep(&w.Bounds, "graph.nodes", r.Nodes, w.asked.Limit)
	s := &Subgraph{Nodes: reached(r, shown)}
	in := make(map[*graph.Node]bool, len(shown))
	for _, m := range shown {
		in[m] = true
	}
	inside := slices.DeleteFunc(e.Graph.Inside(r, follow), func(edge *graph.Edge) bool { return !in[edge.Source] || !in[edge.Target] })
	s.Links = linksOf(engine.Keep(&w.Bounds, "graph.links", inside, 4*w.asked.Limit))
	return s
}

func reachable(e *engine.Engine, w *Ways, n *graph.Node, follow graph.Filter) []Reached {
	direction := graph.Forward
	if w.asked.Direction == "up" {
		direction = graph.Backward
	}
	r := e.Graph.Search([]*graph.Node{n}, direction, follow, -1)
	nodes := r.Nodes
	if w.asked.Order == "depth" {
		nodes = e.Graph.DepthFirst(n, direction, follow, -1)
	}
	return engine.Keep(&w.Bounds, "reachable", reached(r, nodes[1:]), w.asked.Limit)
}

// links returns the paths from one node to another.
func (w *Ways) links(name string, g *graph.Graph, from, to *graph.Node, follow graph.Filter) [][]Link {
	paths, complete := g.Paths(from, to, follow, engine.MaxWay, w.asked.MaxPaths)
	if !complete {
		w.Truncated = true
		w.Notes = append(w.Notes, fmt.Sprintf("there may be more %s than these", name))
	}
	list := [][]Link{}
	for _, path := range paths {
		list = append(list, linksOf(path))
	}
	return list
}

func linksOf(edges []*graph.Edge) []Link {
	list := []Link{}
	for _, e := range edges {
		list = append(list, Link{engine.RefOf(e.Source), engine.RefOf(e.Target), string(e.Type)})
	}
	return list
}

// Not says that there is no path, if one was asked for; "" if there is one.
func (w *Ways) Not() string {
	if w.Status != statusNone {
		return ""
	}
	return fmt.Sprintf("no path was found from %s to %s", w.Symbol.Name, w.asked.To)
}

// Text writes the lists.
func (w *Ways) Text(out io.Writer) {
	p := engine.NewPage(out)
	p.Line("%s %s (%s)", w.Symbol.Kind, w.Symbol.Name, w.Symbol.Place())
	if w.asked.Refs {
		p.Line("references (%d)", len(w.Refs)+w.CutFrom("refs"))
		for _, r := range w.Refs {
			p.Line("  %s:%d: %s in %s: %s", r.FilePath, r.Line, r.RelationType, r.Source.Name, r.Text)
		}
		p.Note("  ", w.NoteOf("refs"))
	}
	w.writeReached(p, "callers", w.asked.Callers, w.Callers)
	w.writeReached(p, "callees", w.asked.Callees, w.Callees)
	w.writeReached(p, "reachable", w.asked.Reachable, w.Reachable)
	if w.Graph != nil {
		w.writeReached(p, "graph.nodes", true, w.Graph.Nodes)
		p.Line("graph.links (%d)", len(w.Graph.Links)+w.CutFrom("graph.links"))
		for _, l := range w.Graph.Links {
			p.Line("  %s -[%s]-> %s", l.Source.Name, l.RelationType, l.Target.Name)
		}
		p.Note("  ", w.NoteOf("graph.links"))
	}
	if w.asked.Cycles {
		writeWays(p, "cycles", w.Cycles)
	}
	if w.To != nil {
		writeWays(p, "paths to "+w.To.Name, w.Paths)
	}
	for _, note := range w.Notes {
		p.Line("note: %s", note)
	}
}

func (w *Ways) writeReached(p engine.Page, name string, asked bool, list []Reached) {
	if !asked {
		return
	}
	p.Line("%s (%d)", name, len(list)+w.CutFrom(name))
	for i := range list {
		p.Line("  d=%d %s (%s)", list[i].Depth, list[i].Name, list[i].Place())
	}
	p.Note("  ", w.NoteOf(name))
}

func writeWays(p engine.Page, name string, paths [][]Link) {
	if len(paths) == 0 {
		p.Line("%s: none", name)
		return
	}
	p.Line("%s", name)
	for _, path := range paths {
		text := path[0].Source.Name
		for _, l := range path {
			text += " -> " + l.Target.Name
		}
		p.Line("  %s", text)
	}
}

// Mermaid writes the subgraph as a flowchart.
func (w *Ways) Mermaid(out io.Writer) {
	p := engine.NewPage(out)
	p.Line("graph LR")
	if w.Graph == nil {
		return
	}
	number := make(map[string]int)
	for i := range w.Graph.Nodes {
		number[w.Graph.Nodes[i].UID] = i
		p.Line(`  n%d["%s"]`, i, mermaidText(w.Graph.Nodes[i].Name))
	}
	for _, l := range w.Graph.Links {
		p.Line("  n%d -->|%s| n%d", number[l.Source.UID], l.RelationType, number[l.Target.UID])
	}
}

// mermaidText replaces characters with a special meaning in labels by character codes.
func mermaidText(s string) string {
	return strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "`", "#96;", "&", "#amp;").Replace(s)
}

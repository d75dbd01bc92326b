// Package contextpack selects the part of a code graph that is relevant to a question, as
// context for a language model.
//
// In: a Source (the graph, project facts, a search) and the question. Out: a Context, which is
// plain data. Format makes the text for a prompt from it: the project, the relevant layers,
// the components with their summary and complexity, and the relations between them.
// Build takes the best matches of the search, then their direct neighbours, then the relations
// between all of these.
//
// All text comes from the repository and is untrusted. Format encloses it between two marker
// lines that it cannot contain, tells the model that it is data, and keeps every text on its
// own line.
//
// No language model is needed here: a summary is the first sentence of the documentation, or the
// signature; complexity is computed.
package contextpack

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/project"
)

// DefaultMaxNodes is the number of matches, without their neighbours.
const DefaultMaxNodes = 15

// maxNeighbours bounds the neighbours: a symbol that everything uses has very many.
const maxNeighbours = 100

// A Source holds the inputs of a context.
type Source struct {
	Project     project.Facts
	Graph       *graph.Graph
	Communities []graph.Community
	// Layers are those of the configuration. If there are none, communities are used.
	Layers []Layer
	// Search returns at most limit nodes that match a question best.
	Search func(question string, limit int) ([]*graph.Node, error)
	// Lines returns the lines of a file, nil when they cannot be read; it may be nil.
	Lines func(path string) []string
	// MinConfidence is the minimum confidence of the relations that are followed.
	MinConfidence float64
}

// A Layer is a part of the project that its configuration names.
type Layer struct {
	Name        string
	Description string
	Holds       func(path string) bool
}

// A Context is the part of a code graph that is relevant to a question.
type Context struct {
	ProjectName        string          `json:"projectName"`
	ProjectDescription string          `json:"projectDescription,omitempty"`
	Languages          []string        `json:"languages,omitempty"`
	Frameworks         []string        `json:"frameworks,omitempty"`
	Nodes              []Component     `json:"relevantNodes" doc:"the matches, best first, then what is one relation away"`
	Edges              []Relation      `json:"relevantEdges" doc:"relations among these"`
	Layers             []RelevantLayer `json:"relevantLayers" doc:"layers that hold some of these"`
	Query              string          `json:"query"`
	// Neighbours is the number of direct neighbours of the matches; the nearest are listed.
	Neighbours int `json:"neighbours" doc:"number of symbols one relation away; at most 100 are listed"`
}

// A Component is a symbol or a file.
type Component struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	FilePath   string   `json:"filePath"`
	StartLine  int      `json:"startLine,omitempty"`
	EndLine    int      `json:"endLine,omitempty"`
	Match      bool     `json:"match" doc:"true for what the search found, false for what is one relation away"`
	Complexity string   `json:"complexity,omitempty" enum:"simple,moderate,complex"`
	Ways       int      `json:"cyclomatic,omitempty" doc:"cyclomatic complexity"`
	Summary    string   `json:"summary,omitempty"`
	Tags       []string `json:"tags"`
	Notes      []string `json:"languageNotes,omitempty"`
}

// A Relation connects two components.
type Relation struct {
	Source string `json:"source" doc:"id of a component"`
	Target string `json:"target" doc:"id of a component"`
	Type   string `json:"type"`
	// SourceName and TargetName are names for people.
	SourceName string `json:"sourceName"`
	TargetName string `json:"targetName"`
}

// A RelevantLayer is a layer with components in the context.
type RelevantLayer struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// Build returns the context of a question: at most maxNodes matches (0: DefaultMaxNodes),
// and their neighbours. For a blank question it is empty.
func (s *Source) Build(question string, maxNodes int) (*Context, error) {
	c := &Context{
		ProjectName: s.Project.Name, ProjectDescription: s.Project.Description, Languages: s.Project.Languages, Frameworks: s.Project.Frameworks,
		Nodes: []Component{}, Edges: []Relation{}, Layers: []RelevantLayer{}, Query: question,
	}
	if strings.TrimSpace(question) == "" {
		return c, nil
	}
	matches, err := s.Search(question, cmp.Or(maxNodes, DefaultMaxNodes))
	if err != nil {
		return nil, err
	}
	near, all := s.neighbours(matches)
	c.Neighbours = all
	in := make(map[*graph.Node]bool)
	for i, n := range slices.Concat(matches, near) {
		in[n] = true
		component := s.Component(n)
		component.Match = i < len(matches)
		c.Nodes = append(c.Nodes, component)
	}
	for _, n := range slices.Concat(matches, near) {
		for _, e := range s.Graph.Out(n) {
			if in[e.Target] && s.follows(e) {
				c.Edges = append(c.Edges, Relation{n.ID, e.Target.ID, string(e.Type), n.Name, e.Target.Name})
			}
		}
	}
	c.Layers = s.layers(slices.Concat(matches, near))
	return c, nil
}

// follows reports whether a relation leads to a neighbour. Containment does not.
func (s *Source) follows(e *graph.Edge) bool {
	switch e.Type {
	case graph.Contains, graph.Defines, graph.HasMethod, graph.MayCall:
		return false
	}
	return e.Confidence >= s.MinConfidence && e.Source != e.Target
}

// neighbours returns the direct neighbours of the matches, those with edges to most matches
// first, and their full number.
func (s *Source) neighbours(matches []*graph.Node) (near []*graph.Node, all int) {
	joined := make(map[*graph.Node]int)
	for _, n := range matches {
		for _, e := range s.Graph.Out(n) {
			if s.follows(e) {
				joined[e.Target]++
			}
		}
		for _, e := range s.Graph.In(n) {
			if s.follows(e) {
				joined[e.Source]++
			}
		}
	}
	for n := range joined {
		if !slices.Contains(matches, n) {
			near = append(near, n)
		}
	}
	slices.SortFunc(near, func(a, b *graph.Node) int {
		return cmp.Or(after(a.Test, b.Test), cmp.Compare(joined[b], joined[a]), after(a.Label == graph.File, b.Label == graph.File), cmp.Compare(a.ID, b.ID))
	})
	return near[:min(len(near), maxNeighbours)], len(near)
}

func after(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// layers returns the layers that contain any of the nodes.
func (s *Source) layers(nodes []*graph.Node) []RelevantLayer {
	list := []RelevantLayer{}
	for _, l := range s.Layers {
		if slices.ContainsFunc(nodes, func(n *graph.Node) bool { return l.Holds(n.Path) }) {
			list = append(list, RelevantLayer{l.Name, l.Description})
		}
	}
	if len(s.Layers) > 0 {
		return list
	}
	for i := range s.Communities {
		c := &s.Communities[i]
		if slices.ContainsFunc(nodes, func(n *graph.Node) bool { return slices.Contains(c.Members, n) }) {
			list = append(list, RelevantLayer{c.Label, c.Description})
		}
	}
	return list
}

// Component describes a node.
func (s *Source) Component(n *graph.Node) Component {
	c := Component{ID: n.ID, Name: n.Name, Type: string(n.Label), FilePath: n.Path, StartLine: n.Start, EndLine: n.End, Tags: s.tags(n), Notes: notes(n)}
	var lines []string
	if s.Lines != nil && n.Label != graph.File && n.Label != graph.Folder {
		lines = s.Lines(n.Path)
	}
	if c.Summary = Summary(cut(lines, n.DocStart, n.DocEnd)); c.Summary == "" {
		c.Summary = n.Signature.Text
	}
	if n.Label.Callable() && !n.Abstract {
		c.Ways = 1 + n.Decisions
		c.Complexity = Complexity(c.Ways)
	}
	return c
}

// Complexity returns the word for a cyclomatic complexity (McCabe's; && and || count as
// decisions), which is the number of decision points plus one.
func Complexity(ways int) string {
	switch {
	case ways <= 5:
		return "simple"
	case ways <= 10:
		return "moderate"
	}
	return "complex"
}

// cut returns the lines from one number to another, nil when there are none.
func cut(lines []string, from, to int) []string {
	if from < 1 || from > to || to > len(lines) {
		return nil
	}
	return lines[from-1 : to]
}

// tags are one-word properties of a component.
func (s *Source) tags(n *graph.Node) []string {
	tags := []string{strings.ToLower(string(n.Label))}
	if n.Exported {
		tags = append(tags, "exported")
	}
	if n.Entry != nil {
		tags = append(tags, "entry:"+n.Entry.Type)
	}
	if n.Test {
		tags = append(tags, "test")
	}
	if n.Generated {
		tags = append(tags, "generated")
	}
	for i := range s.Communities {
		if slices.Contains(s.Communities[i].Members, n) {
			tags = append(tags, "area:"+s.Communities[i].Label)
		}
	}
	return tags
}

// notes are modifiers of the language, beside name and type.
func notes(n *graph.Node) []string {
	var list []string
	for _, note := range []struct {
		is   bool
		text string
	}{
		{n.Signature.Async, "async"}, {n.Signature.Generator, "generator"}, {n.Abstract && n.Label.Callable(), "no body here"}, {n.Signature.Static, "static"},
		{n.Override, "overrides"}, {n.Signature.Receiver == "pointer", "pointer receiver"},
	} {
		if note.is {
			list = append(list, note.text)
		}
	}
	for _, d := range n.Signature.Decorators {
		list = append(list, "decorator "+d)
	}
	return list
}

package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A Choice selects one of several symbols with the same name. Params with a name embed it.
type Choice struct {
	UID  string `json:"uid,omitempty" doc:"id of the symbol, as other answers give it"`
	File string `json:"file,omitempty" alias:"file_path" doc:"path of the file that defines the symbol, or its last parts"`
	Kind string `json:"kind,omitempty" doc:"kind of the symbol: Function, Method, Class, …"`
}

// Statuses of an answer.
const (
	StatusFound     = "found"
	StatusNotFound  = "not_found"
	StatusAmbiguous = "ambiguous"
)

// A LookupError is the error for a name that means no symbol, or several. It is also a Result.
type LookupError struct {
	Status string `json:"status" enum:"not_found,ambiguous"`
	Name   string `json:"name"`
	// Candidates are what the name may mean, or the most similar names.
	Candidates []Symbol `json:"candidates"`
	Bounds
	// otherwise: the candidates have the name, and another file or kind than the requested one.
	otherwise bool
}

// Error returns one line.
func (e *LookupError) Error() string {
	switch {
	case e.otherwise:
		return fmt.Sprintf("no %q has this file and kind; there is %s %s", Shorten(e.Name, MaxName), e.Candidates[0].Kind, e.Candidates[0].Place())
	case e.Status == StatusAmbiguous:
		return fmt.Sprintf("%q is the name of several; choose with uid, file or kind", Shorten(e.Name, MaxName))
	case len(e.Candidates) == 0:
		return fmt.Sprintf("nothing is named %q; query finds symbols by other words", Shorten(e.Name, MaxName))
	}
	return fmt.Sprintf("nothing is named %q; did you mean %s?", Shorten(e.Name, MaxName), e.Candidates[0].Name)
}

// Text writes the line of Error, and lists the candidates.
func (e *LookupError) Text(w io.Writer) {
	Page{w}.Line("%s", e.Error())
	e.List(w)
}

// List lists the candidates.
func (e *LookupError) List(w io.Writer) {
	p := Page{w}
	for i := range e.Candidates {
		c := &e.Candidates[i]
		p.Line("  %s  %s  %s", c.Kind, c.Place(), c.UID)
	}
	p.Note("  ", e.NoteOf("candidates"))
}

const (
	MaxCandidates = 20
	MaxNearest    = 5
	// MaxName is the maximum length of a name for which similar names are searched.
	MaxName = 200
)

// Find returns the symbol for a name: its ID, or its simple or qualified name. An exact match has
// priority over a match that ignores case, and this over a qualified name with this ending. Of
// equal matches, code has priority over tests, and a type over its constructors. The error is
// a *LookupError, or a *ParameterError if the name is empty.
func (e *Engine) Find(name string, c Choice) (*graph.Node, error) {
	if name == "" && c.UID == "" {
		return nil, &ParameterError{Reason: "name a symbol, or give its uid"}
	}
	if c.UID != "" || e.Graph.Node(name) != nil {
		id := cmp.Or(c.UID, name)
		if n := e.Graph.Node(id); n != nil {
			return n, nil
		}
		return nil, e.NotFound(cmp.Or(name, id))
	}
	switch found := e.Named(name, c); len(found) {
	case 0:
		if others := e.Named(name, Choice{}); len(others) > 0 {
			err := candidates(StatusNotFound, name, others)
			err.otherwise = true
			return nil, err
		}
		return nil, e.NotFound(name)
	case 1:
		return found[0], nil
	default:
		return nil, ambiguous(name, found)
	}
}

// Named returns the symbols that a simple or qualified name may mean, by ID.
func (e *Engine) Named(name string, c Choice) []*graph.Node {
	for _, is := range []func(n *graph.Node) bool{
		func(n *graph.Node) bool { return n.Name == name || n.Qualified == name },
		func(n *graph.Node) bool {
			return strings.EqualFold(n.Name, name) || strings.EqualFold(n.Qualified, name)
		},
		func(n *graph.Node) bool { return endsIn(n.Qualified, name) },
	} {
		var found []*graph.Node
		for _, n := range e.Graph.Nodes {
			if is(n) && c.allows(n) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			return leading(found)
		}
	}
	return nil
}

func (c *Choice) allows(n *graph.Node) bool {
	return (c.File == "" || n.Path == c.File || strings.HasSuffix(n.Path, "/"+c.File)) && (c.Kind == "" || strings.EqualFold(string(n.Label), c.Kind))
}

// endsIn reports whether the last parts of a qualified name are equal to end, ignoring case.
func endsIn(qualified, end string) bool {
	at := len(qualified) - len(end)
	return end != "" && at > 0 && strings.EqualFold(qualified[at:], end) && strings.ContainsRune(".:/#", rune(qualified[at-1]))
}

// leading removes tests and constructors if other symbols remain.
func leading(found []*graph.Node) []*graph.Node {
	prefer := func(by func(*graph.Node) bool) {
		if some := slices.DeleteFunc(slices.Clone(found), func(n *graph.Node) bool { return !by(n) }); len(some) > 0 {
			found = some
		}
	}
	prefer(func(n *graph.Node) bool { return !n.Test && !n.Generated })
	all := found
	prefer(func(n *graph.Node) bool { return !slices.Contains(all, n.Parent) })
	return found
}

func ambiguous(name string, found []*graph.Node) error {
	return candidates(StatusAmbiguous, name, found)
}

func candidates(status, name string, found []*graph.Node) *LookupError {
	err := &LookupError{Status: status, Name: name, Candidates: []Symbol{}}
	for _, n := range Keep(&err.Bounds, "candidates", found, MaxCandidates) {
		err.Candidates = append(err.Candidates, SymbolOf(n))
	}
	return err
}

// NotFound returns the error with the symbols whose names are most similar.
func (e *Engine) NotFound(name string) error {
	err := &LookupError{Status: StatusNotFound, Name: name, Candidates: []Symbol{}}
	for _, n := range e.Near(name) {
		err.Candidates = append(err.Candidates, SymbolOf(n))
	}
	return err
}

// Near returns the symbols whose names are most similar to a name, one per name.
func (e *Engine) Near(name string) []*graph.Node {
	type likeNode struct {
		node     *graph.Node
		distance int
	}
	var all []likeNode
	want := strings.ToLower(name)
	for _, n := range e.Graph.Nodes {
		if d, ok := Likeness(want, strings.ToLower(n.Name)); ok {
			all = append(all, likeNode{n, d})
		}
	}
	slices.SortStableFunc(all, func(a, b likeNode) int { return cmp.Compare(a.distance, b.distance) })
	var nearest []*graph.Node
	names := make(map[string]bool)
	for _, n := range all {
		if len(nearest) == MaxNearest {
			break
		}
		if !names[n.node.Name] {
			names[n.node.Name] = true
			nearest = append(nearest, n.node)
		}
	}
	return nearest
}

// Likeness returns the distance of a name from the requested one; false if it is not similar.
func Likeness(want, name string) (int, bool) {
	if len(want) > MaxName || len(name) > MaxName {
		return 0, false
	}
	most := max(1, len(want)/3)
	if len(want) >= 3 && strings.Contains(name, want) || len(name) >= 3 && strings.Contains(want, name) {
		return most + max(len(want), len(name)) - min(len(want), len(name)), true
	}
	if max(len(want), len(name))-min(len(want), len(name)) > most {
		return 0, false
	}
	d := Distance(want, name)
	return d, d <= most
}

// Distance returns the edit distance between a and b (insertions, deletions, replacements).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

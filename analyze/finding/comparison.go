package finding

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A Comparison is the input of rules, with results that several rules need.
type Comparison struct {
	*Input
	Damaged map[string]bool // see change.Set.Damaged
	// Written are the mentions of the words that the rules requested, set after all have requested
	// theirs.
	Written map[string][]Mention

	headNames, baseNames *names // memos of Named and NamedInBase, nil until asked for
}

func compare(in *Input) *Comparison { return &Comparison{Input: in, Damaged: in.Set.Damaged()} }

// isApart reports whether the place of a finding may take the symbol from an earlier release, see Tracing.IsApart.
func (d *Comparison) isApart(f *Finding) bool {
	if f.Symbol == nil {
		return false
	}
	apart := d.Tracing[f.Symbol.Language].IsApart
	return apart != nil && apart(f.Path, f.Symbol.Path)
}

// Misread reports whether a symbol of base is no sign of what the code said: its file had a syntax error, and its line
// stands in head as it was.
func (d *Comparison) Misread(n *graph.Node) bool {
	if _, _, kept := d.Set.HeadLine(n.Path, n.Line); !kept {
		return false
	}
	skips := d.Base.Skips
	i, _ := slices.BinarySearchFunc(skips, n.Path, func(s graph.Skip, path string) int { return strings.Compare(s.Path, path) })
	for ; i < len(skips) && skips[i].Path == n.Path; i++ {
		if skips[i].Reason == graph.SkipSyntax {
			return true
		}
	}
	return false
}

// CalledInBase reports whether, in base, the symbol that user was called callee. callee may be nil.
func (d *Comparison) CalledInBase(user, callee *graph.Node) bool {
	was := d.Set.BaseOf(user)
	return was != nil && d.Base.Find(was, graph.Calls, callee) != nil
}

// Existed reports whether base also has the edge e of head.
func (d *Comparison) Existed(e *graph.Edge) bool {
	source, target := d.Set.BaseOf(e.Source), d.Set.BaseOf(e.Target)
	return source != nil && target != nil && d.Base.Find(source, e.Type, target) != nil
}

// Named returns the nodes of head with a name.
func (d *Comparison) Named(name string) []*graph.Node {
	if d.headNames == nil {
		d.headNames = namesIn(d.Head)
	}
	return d.headNames.of(name)
}

// NamedInBase returns the nodes of base with a name.
func (d *Comparison) NamedInBase(name string) []*graph.Node {
	if d.baseNames == nil {
		d.baseNames = namesIn(d.Base)
	}
	return d.baseNames.of(name)
}

// names finds the nodes of a graph by name. Few names are asked for: it holds no list for each.
type names struct {
	nodes []*graph.Node
	first map[string]int32 // index of the first node with a name
	next  []int32          // by node: index of the next one with its name, 0 for none
}

func namesIn(g *graph.Graph) *names {
	x := &names{nodes: g.Nodes, first: make(map[string]int32, len(g.Nodes)/2), next: make([]int32, len(g.Nodes))}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		name := g.Nodes[i].Name
		x.next[i] = x.first[name]
		x.first[name] = int32(i)
	}
	return x
}

// of returns the nodes with a name, in their order in the graph.
func (x *names) of(name string) []*graph.Node {
	var found []*graph.Node
	i, known := x.first[name]
	for ; known; known = i > 0 {
		found = append(found, x.nodes[i])
		i = x.next[i]
	}
	return found
}

// MaxBases is the maximum number of base types visited.
const MaxBases = 64

// Inherits reports whether t is super or has it among its base types, in g.
func Inherits(g *graph.Graph, t, super *graph.Node) bool {
	queue := []*graph.Node{t}
	for i := 0; i < len(queue) && i < MaxBases; i++ {
		if queue[i] == super {
			return true
		}
		for _, e := range g.Out(queue[i]) {
			if (e.Type == graph.Extends || e.Type == graph.Implements) && !slices.Contains(queue, e.Target) {
				queue = append(queue, e.Target)
			}
		}
	}
	return false
}

// IsUse reports whether an edge of the type counts as a use of its target.
func IsUse(t graph.EdgeType) bool {
	switch t {
	case graph.Calls, graph.MayCall, graph.References, graph.Extends, graph.Implements, graph.Imports:
		return true
	}
	return false
}

// NameWords splits a name at case changes and at characters that are no letters, in lower case.
func NameWords(name string) []string {
	var all []string
	var word []rune
	runes := []rune(name)
	flush := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			flush()
			continue
		}
		if unicode.IsUpper(r) && i > 0 &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return all
}

package finding

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A Comparison is what rules read: the input, and what several of them ask for.
type Comparison struct {
	*Input
	Damaged map[string]bool // see change.Set.Damaged
	// Written are the mentions of the words that the rules asked for, once all have asked.
	Written map[string][]Mention

	named map[string][]*graph.Node // memo of Named
}

func compare(in *Input) *Comparison { return &Comparison{Input: in, Damaged: in.Set.Damaged()} }

// CalledInBase reports whether the symbol that user was called callee in base, which
// may be nil.
func (d *Comparison) CalledInBase(user, callee *graph.Node) bool {
	was := d.Set.BaseOf(user)
	return was != nil && d.Base.Find(was, graph.Calls, callee) != nil
}

// Existed reports whether base has the edge of head too.
func (d *Comparison) Existed(e *graph.Edge) bool {
	source, target := d.Set.BaseOf(e.Source), d.Set.BaseOf(e.Target)
	return source != nil && target != nil && d.Base.Find(source, e.Type, target) != nil
}

// Named returns the nodes of head with a name.
func (d *Comparison) Named(name string) []*graph.Node {
	if d.named == nil {
		d.named = make(map[string][]*graph.Node)
		for _, n := range d.Head.Nodes {
			d.named[n.Name] = append(d.named[n.Name], n)
		}
	}
	return d.named[name]
}

// MaxBases bounds how many base types are looked at.
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

// IsUse reports whether an edge of the type keeps its target alive.
func IsUse(t graph.EdgeType) bool {
	switch t {
	case graph.Calls, graph.MayCall, graph.References, graph.Extends, graph.Implements, graph.Imports:
		return true
	}
	return false
}

// NameWords splits a name at case changes and at what is no letter, in lower case.
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

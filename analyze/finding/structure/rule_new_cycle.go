package structure

import (
	_ "embed" // the examples
	"path"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_new_cycle.examples
var newCycleExamples string

// NewCycle is the rule new-cycle.
func NewCycle() finding.Rule {
	return finding.Rule{
		Name:     "new-cycle",
		Class:    finding.Behaviour,
		Severity: finding.Info,
		Summary:  "An import closes a cycle of files or packages that was open before.",
		Doc: `Files that load each other, or packages (folders) that need each other where imports load no files, are in a cycle. The
change added an import that joins two of them that no cycle held together in base. One import is named for each cycle: the one
that closes the shortest round.

Imports of types that are erased, imports inside functions and dynamic imports close no cycle, nor do tests and generated
files. Silent where all that is old in the round was in one cycle already: a file was split, or a new one joined.

symbol is the file or folder that imports, in head, caller nil, related what it imports; path:line is the import.`,
		Examples: finding.Examples(newCycleExamples),
		Look:     look(newCycles),
	}
}

// maxRound is the maximum number of members of a cycle that an effect names.
const maxRound = 6

func newCycles(d *detector) []finding.Finding {
	if !newImports(d.Base, d.Head) {
		return nil
	}
	head := modules(d.Head)
	rounds := head.StrongComponents(nil)
	if len(rounds) == 0 {
		return nil
	}
	c := &cycles{detector: d, head: head, base: modules(d.Base), was: make(map[*graph.Node]*graph.Node), round: make(map[*graph.Node]int)}
	for i, members := range c.base.StrongComponents(nil) {
		for _, n := range members {
			c.round[n] = i + 1
		}
	}
	var findings []finding.Finding
	for _, members := range rounds {
		if f, ok := c.closed(members); ok {
			findings = append(findings, f)
		}
	}
	return findings
}

// newImports reports whether a file of head may import what the one of its path does not import in base, or is counted
// although it is not there.
func newImports(base, head *graph.Graph) bool {
	if head.Alike(base) {
		return false
	}
	return slices.ContainsFunc(head.Nodes, func(n *graph.Node) bool {
		if n.Label != graph.File || head.TakenFrom(base, n) {
			return false
		}
		was := base.Node(n.ID)
		return was == nil || was.Test != n.Test || was.Generated != n.Generated ||
			slices.ContainsFunc(head.Out(n), func(e *graph.Edge) bool { return e.Type == graph.Imports && !imports(base, was, e) })
	})
}

// imports reports whether a file of base has an import of head.
func imports(base *graph.Graph, file *graph.Node, e *graph.Edge) bool {
	return slices.ContainsFunc(base.Out(file), func(o *graph.Edge) bool {
		return o.Type == e.Type && o.Target.ID == e.Target.ID && (o.Loads || !e.Loads) && o.Target.Test == e.Target.Test && o.Target.Generated == e.Target.Generated
	})
}

// cycles holds the cycles of both sides.
type cycles struct {
	*detector
	base, head *graph.Graph // of modules
	was        map[*graph.Node]*graph.Node
	round      map[*graph.Node]int // by module of base: the number of its cycle, 0 for none
}

// baseOf returns the module of base that a module of head corresponds to, nil when it is new or was
// not imported.
func (c *cycles) baseOf(n *graph.Node) *graph.Node {
	if was, ok := c.was[n]; ok {
		return was
	}
	id := n.ID
	if n.Label == graph.File {
		id = "File:" + c.Set.BasePath(n.Path)
	} else if c.Comparison.Base.Node(id) == nil {
		id = c.movedFolder(n)
	}
	c.was[n] = c.base.Node(id)
	return c.was[n]
}

// movedFolder returns the ID of the folder that a file of a new folder came from.
func (c *cycles) movedFolder(n *graph.Node) string {
	for _, e := range c.Comparison.Head.Out(c.Comparison.Head.Node(n.ID)) {
		if p := c.Set.BasePath(e.Target.Path); e.Type == graph.Contains && p != e.Target.Path {
			return "Folder:" + path.Dir(p)
		}
	}
	return ""
}

// closed returns the finding for a cycle of head, if the change created it.
func (c *cycles) closed(members []*graph.Node) (finding.Finding, bool) {
	in := make(map[*graph.Node]bool)
	for _, n := range members {
		in[n] = true
	}
	var best []*graph.Edge // the closing import, then the way back
	closing := 0
	for _, u := range members {
		for _, e := range c.head.Out(u) {
			if !in[e.Target] || !c.closes(e) {
				continue
			}
			back, _ := c.head.ShortestPath(e.Target, u, nil)
			round := append([]*graph.Edge{e}, back...)
			if c.grown(round) {
				continue
			}
			if closing++; best == nil || len(round) < len(best) {
				best = round
			}
		}
	}
	if best == nil {
		return finding.Finding{}, false
	}
	u, v := best[0].Source, best[0].Target
	file, line := importPlace(c.Comparison.Head, u, v)
	toFile, toLine := v.Path, 1
	var names []string
	var facts []finding.Fact
	confidence := 1.0
	for i, e := range best {
		at, on := importPlace(c.Comparison.Head, e.Source, e.Target)
		facts = append(facts, finding.Fact{Kind: finding.Imported, Sites: []finding.Site{{Path: at, Line: on}}, Text: e.Target.Path})
		confidence = min(confidence, e.Confidence)
		if i < maxRound {
			names = append(names, e.Source.Path)
		}
	}
	if closing > 1 {
		facts = append(facts, finding.Fact{Kind: finding.NewImports, Counts: []int{closing}})
	}
	return finding.Finding{
		Confidence: confidence,
		Path:       file, Line: line, Side: change.InHead,
		Symbol:  c.Comparison.Head.Node(u.ID),
		Related: finding.Related{Symbol: c.Comparison.Head.Node(v.ID), Path: toFile, Line: toLine, Side: change.InHead},
		Cause:   finding.Cause{Kind: finding.ImportAdded, Symbol: finding.RefOf(u), Other: finding.RefOf(v)},
		Effect:  finding.Effect{Kind: finding.CycleClosed, Names: names, Given: len(best)},
		Facts:   facts,
	}, true
}

// closes reports whether an import of head is new and connects modules that were in no common cycle
// of base.
func (c *cycles) closes(e *graph.Edge) bool {
	u, v := c.baseOf(e.Source), c.baseOf(e.Target)
	if u == nil || v == nil {
		return !c.unread(e.Source) && !c.unread(e.Target)
	}
	return c.base.Find(u, graph.Imports, v) == nil && (c.round[u] == 0 || c.round[u] != c.round[v]) &&
		!c.unread(e.Source)
}

// unread reports whether the imports of a file of head may have existed in base, where it could not
// be read completely.
func (c *cycles) unread(n *graph.Node) bool {
	p := c.Set.BasePath(n.Path)
	for i := range c.Comparison.Base.Skips {
		if c.Comparison.Base.Skips[i].Path == p {
			return true
		}
	}
	return false
}

// grown reports whether the members of a cycle that exist in base were already in one cycle.
func (c *cycles) grown(round []*graph.Edge) bool {
	old, cycle := 0, 0
	for _, e := range round {
		switch was := c.baseOf(e.Source); {
		case was == nil:
		case old == 0:
			old, cycle = 1, c.round[was]
		case c.round[was] != cycle:
			return false
		default:
			old++
		}
	}
	return cycle != 0 && old > 0
}

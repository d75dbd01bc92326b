package process

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Factors of the score of an entry.
const (
	exportedFactor = 2.0
	entryFactor    = 1.5 // the name is typical of entry points
	utilityFactor  = 0.3 // the name is typical of helpers
)

// An Entry is a node where flows begin.
type Entry struct {
	Node *graph.Node
	// Score ranks entries:
	//	callees / (callers + 1) × 2.0 if exported × 1.5 or 0.3 by name × Node.Entry.Score
	// It is high for a function that calls much, is called little, and has a typical name.
	Score float64
	Type  string // the declared type; else Exported or Internal
}

// Entries returns the nodes where flows begin, best first, then by ID: nodes that the
// language or a framework starts, and nodes without callers; of a cycle without callers
// from outside, the node with the best score. Tests, their helpers and nodes that call
// nothing are no entries.
func Entries(g *graph.Graph) []Entry {
	f := newFlows(g)
	entries := make([]Entry, len(f.entries))
	for i, e := range f.entries {
		entries[i] = Entry{Node: f.nodes[e.node], Score: e.score, Type: EntryType(f.nodes[e.node])}
	}
	return entries
}

// flows holds what Inventory, Through and Entries all need.
type flows struct {
	*calls
	dag     *dag    // of all calls
	roots   []int32 // start nodes of the walk that made dag
	entries []entry // best first, then by ID
	isEntry []bool  // by node
}

type entry struct {
	node  int32
	score float64
}

func newFlows(g *graph.Graph) *flows {
	c := newCalls(g)
	n := int32(len(c.nodes))
	var roots []int32
	isEntry := make([]bool, n)
	for i := range n {
		isEntry[i] = declared(c.nodes[i]) != ""
		if len(c.callers.of(i)) == 0 {
			roots = append(roots, i)
			isEntry[i] = true
		}
	}
	reached := make([]bool, n)
	c.reach(roots, reached)
	// Nodes that no root reaches are only reached from cycles without callers from outside.
	// The best nodes come first, so that the walk enters such a cycle at its best node.
	var rest []entry
	for i := range n {
		if !reached[i] {
			rest = append(rest, entry{i, c.score(i)})
		}
	}
	slices.SortFunc(rest, compareEntries)
	for _, e := range rest {
		roots = append(roots, e.node)
	}
	f := &flows{calls: c, dag: newDag(&c.callees, roots), roots: roots, isEntry: isEntry}
	// In reverse order of finishing, the first node not yet reached is where the walk entered
	// such a cycle: any caller of it would have finished later.
	for _, i := range slices.Backward(f.dag.finished) {
		if !reached[i] {
			isEntry[i] = true
			c.reach([]int32{i}, reached)
		}
	}
	for i := range n {
		isEntry[i] = isEntry[i] && len(c.callees.of(i)) > 0
		if isEntry[i] {
			f.entries = append(f.entries, entry{i, c.score(i)})
		}
	}
	slices.SortFunc(f.entries, compareEntries)
	return f
}

// compareEntries orders by score, best first, then by ID.
func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.node, b.node))
}

// reach marks the starts and everything that they call, directly or indirectly.
func (c *calls) reach(starts []int32, reached []bool) {
	queue := slices.Clone(starts)
	for _, i := range starts {
		reached[i] = true
	}
	for head := 0; head < len(queue); head++ {
		for _, to := range c.callees.of(queue[head]) {
			if !reached[to] {
				reached[to] = true
				queue = append(queue, to)
			}
		}
	}
}

// score is Entry.Score, 0 for a node that calls nothing.
func (c *calls) score(i int32) float64 {
	callees, callers := len(c.callees.of(i)), len(c.callers.of(i))
	if callees == 0 {
		return 0
	}
	n := c.nodes[i]
	s := float64(callees) / float64(callers+1) * nameFactor(n.Name)
	if n.Exported {
		s *= exportedFactor
	}
	if n.Entry != nil && n.Entry.Score > 0 {
		s *= n.Entry.Score
	}
	return s
}

// declared returns the type of an entry that the language or a framework starts,
// "" for other nodes.
func declared(n *graph.Node) string {
	if n.Entry == nil || n.Entry.Type == Exported {
		return ""
	}
	return n.Entry.Type
}

// EntryType is the type of a flow that begins at n: its declared type; else Exported or
// Internal.
func EntryType(n *graph.Node) string {
	switch t := declared(n); {
	case t != "":
		return t
	case n.Exported:
		return Exported
	}
	return Internal
}

// First or last words of names that are typical of entry points and of helpers.
var (
	entryNames = map[string]bool{"main": true, "init": true, "bootstrap": true, "start": true, "setup": true, "configure": true}
	entryVerbs = map[string]bool{
		"handle": true, "on": true, "process": true, "execute": true, "run": true, "serve": true,
		"perform": true, "dispatch": true, "trigger": true, "listen": true,
	}
	entryNouns   = map[string]bool{"handler": true, "controller": true, "command": true, "listener": true, "worker": true}
	utilityVerbs = map[string]bool{
		"get": true, "set": true, "is": true, "has": true, "can": true, "should": true, "parse": true,
		"format": true, "log": true, "to": true, "from": true, "convert": true, "encode": true, "decode": true,
		"validate": true, "check": true, "new": true, "make": true, "print": true, "debug": true,
	}
	utilityNouns = map[string]bool{"helper": true, "util": true, "utils": true}
)

// nameFactor returns the factor for a name: high for handleLogin, LoginHandler and main, low for
// getUser and dateHelper.
func nameFactor(name string) float64 {
	words := splitWords(name)
	if len(words) == 0 {
		return 1
	}
	first, final := words[0], words[len(words)-1]
	switch {
	case len(words) == 1 && entryNames[first], entryVerbs[first], entryNouns[final]:
		return entryFactor
	case utilityVerbs[first], utilityNouns[final]:
		return utilityFactor
	}
	return 1
}

// splitWords splits an identifier at underscores and capitals into lower-case
// words: "ServeHTTP", "serve_http" and "serveHTTP" all become serve, http.
func splitWords(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) &&
			(unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
		}
	}
	flush(len(runes))
	return words
}

// Package step finds changes of the calls that a function makes: a lost call, a call that can run
// without its guard, two calls in another order.
//
// In: a finding.Comparison. Out: findings of the rules lost-step, guard-bypassed and
// reordered-steps.
//
// Invariants: only calls whose target and place are certain are steps; rewritten functions are
// not compared.
package step

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// stepConfidence is the minimum confidence of a call that is a step: a less certain one may
	// never have existed.
	stepConfidence = 0.8
	// minLikeness is the number of equal sketch slots, of 8, below which a function counts as
	// rewritten.
	minLikeness = 2
)

// edited returns the functions outside tests with a changed body that are otherwise similar on both
// sides, so that their calls can be compared.
func (d *detector) edited() []*change.Symbol {
	var out []*change.Symbol
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base != nil && c.Head != nil && c.Parts.Has(change.Body) && c.Base.Label.Callable() &&
			!c.Base.Test && !c.Head.Test && !c.Head.Generated && !d.Damaged[c.Head.Path] && !rewritten(c) {
			out = append(out, c)
		}
	}
	return out
}

// rewritten reports whether the versions of a function are hardly similar. A version that only lost
// lines is not rewritten.
func rewritten(c *change.Symbol) bool {
	zero := [8]uint32{}
	return len(c.Inserted) > 0 && c.Base.Sketch != zero && c.Head.Sketch != zero && change.Similarity(c.Base, c.Head) < minLikeness
}

// A step is one call that a function makes itself.
type step struct {
	target     *graph.Node
	call       *graph.Call
	line       int
	confidence float64
}

// steps returns the calls of functions that n certainly makes itself, and whose position in n is
// known, in order.
func steps(g *graph.Graph, n *graph.Node) []step {
	var out []step
	for _, e := range g.Out(n) {
		if e.Type != graph.Calls || e.Confidence < stepConfidence || e.Target.Test || e.Target == n ||
			e.Target.Label != graph.Function && e.Target.Label != graph.Method {
			continue
		}
		for i := range e.Sites {
			if call := e.Sites[i].Call; call != nil && !call.Indirect && call.At > 0 {
				out = append(out, step{e.Target, call, e.Sites[i].Line, e.Confidence})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b step) int { return cmp.Compare(a.call.At, b.call.At) })
	return out
}

// The words in a name that indicate that skipping the call is dangerous: in names of guards, which
// have to run first, and of functions that close or end something.
var (
	guardWords = []string{
		"validate", "valid", "verify", "authenticate", "authorize", "authorise", "auth", "permission", "permit", "check", "ensure", "require",
		"assert", "guard", "sanitize", "sanitise", "escape", "lock",
	}
	closingWords = []string{"unlock", "close", "release", "commit", "rollback", "flush", "audit"}
)

// guardWord returns the first word of a name that is one of guardWords, or "".
func guardWord(name string) string { return wordOf(name, guardWords) }

// weightyWord returns the first word of a name that is one of guardWords or
// closingWords, or "".
func weightyWord(name string) string {
	if w := guardWord(name); w != "" {
		return w
	}
	return wordOf(name, closingWords)
}

func wordOf(name string, list []string) string {
	for _, w := range finding.NameWords(name) {
		for _, stem := range []string{w, strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "d"), strings.TrimSuffix(w, "ed")} {
			if slices.Contains(list, stem) {
				return stem
			}
		}
	}
	return ""
}

// The first words of the names of functions that only read or create a value, and of those that
// only report: their order is irrelevant.
var (
	queryWords = []string{
		"get", "is", "has", "have", "can", "should", "to", "as", "new", "make", "of", "from", "with", "len", "length", "size", "count", "name",
		"string", "str", "repr", "hash", "equal", "equals", "compare", "format", "parse", "find", "lookup", "copy", "clone", "err", "error", "errorf", "sprintf",
	}
	logWords = []string{"log", "debug", "info", "warn", "warning", "trace", "print", "printf", "println"}
)

// acts reports whether the order of the step is relevant, judged by its name: a call whose result
// is used may exist only for the result.
func (s *step) acts() bool {
	words := finding.NameWords(s.target.Name)
	return len(words) > 0 && !slices.Contains(logWords, words[0]) && (s.call.Discarded || !slices.Contains(queryWords, words[0]))
}

// A detector is a comparison with results that several of these rules need.
type detector struct {
	*finding.Comparison
	anew    map[*graph.Node]map[*graph.Node]bool // memo of reachedAnew
	edges   map[*graph.Node][]bool               // memo of newEdges
	seen    []uint8                              // scratch of reachedAnew, by index in head
	leading map[*graph.Node]map[*graph.Node]bool // memo of leadsTo
}

func newDetector(c *finding.Comparison) *detector {
	return &detector{
		Comparison: c, anew: make(map[*graph.Node]map[*graph.Node]bool), edges: make(map[*graph.Node][]bool), seen: make([]uint8, len(c.Head.Nodes)),
		leading: make(map[*graph.Node]map[*graph.Node]bool),
	}
}

// look returns the Look function of a rule that needs no mentions.
func look(find func(*detector) []finding.Finding) func(*finding.Comparison) finding.Search {
	return func(c *finding.Comparison) finding.Search {
		return finding.Search{Find: func() []finding.Finding { return find(newDetector(c)) }}
	}
}

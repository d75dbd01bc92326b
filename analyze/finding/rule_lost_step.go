package finding

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// lostStepConfidence is the least confidence of the call in base: below, the
	// step may never have been there.
	lostStepConfidence = 0.8
	// lostStepReach is how far the step is searched along paths that are new: a call
	// through an extracted helper is at 2.
	lostStepReach = 4
	// maxLostSteps is how many steps one function may lose before it counts as
	// rewritten: then its list of calls is not a list of steps any more.
	maxLostSteps = 3
	// minLikeness is the number of equal sketch slots of 8 below which a function
	// counts as rewritten.
	minLikeness = 2
)

func lostStep() Rule {
	return Rule{
		Name:     "lost-step",
		Class:    Behaviour,
		Severity: Warning,
		Summary:  "An edited function no longer calls something it called, though both are still there.",
		Doc: `The body of a function that both sides have was edited, and a call of a function that both sides have is gone.
Only calls that stand for themselves are steps: those whose result was not used, and those of functions whose name says that
they guard something (validate, authorize, check, lock, close, commit, audit, …).

Silent where the step still happens: it is reached through a call that is new (an extracted helper, a wrapper, dispatch), it is
passed on as a value, the caller's caller makes it now, its body was inlined, or a function of the same or a longer name took
its place. Silent for tests, and for functions that were rewritten: more than three steps lost, or code that is hardly alike.

symbol is the step in base, caller the function in head, related the caller in base with the place of the call.`,
		Examples: []Example{{
			Title: "a check is dropped",
			Source: `
-- base/order.py --
def check_order(order):
    print(order)

def charge(order):
    return order

def place(order):
    check_order(order)
    return charge(order)
-- head/order.py --
def check_order(order):
    print(order)

def charge(order):
    return order

def place(order):
    return charge(order)
`,
			Says: []string{"`place` no longer calls `check_order`."},
		}, {
			Title: "the check moves into a helper",
			Source: `
-- base/order.py --
def check_order(order):
    print(order)

def charge(order):
    return order

def place(order):
    check_order(order)
    return charge(order)
-- head/order.py --
def check_order(order):
    print(order)

def charge(order):
    return order

def prepare(order):
    check_order(order)

def place(order):
    prepare(order)
    return charge(order)
`,
		}},
		detect: lostSteps,
	}
}

func lostSteps(d *detector) []Finding {
	var findings []Finding
	for i := range d.set.Symbols {
		c := &d.set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Parts.Has(change.Body) || !c.Base.Label.Callable() ||
			c.Base.Test || c.Head.Test || c.Head.Generated || d.damaged[c.Head.Path] || rewritten(c) {
			continue
		}
		var lost []Finding
		for _, e := range d.base.Out(c.Base) {
			if e.Type == graph.Calls && e.Confidence >= lostStepConfidence {
				if f, ok := d.lostStep(c, e); ok {
					lost = append(lost, f)
				}
			}
		}
		if len(lost) <= maxLostSteps {
			findings = append(findings, lost...)
		}
	}
	return findings
}

func rewritten(c *change.Symbol) bool {
	zero := [8]uint32{}
	return c.Base.Sketch != zero && c.Head.Sketch != zero && change.Similarity(c.Base, c.Head) < minLikeness
}

// lostStep judges one call of base.
func (d *detector) lostStep(c *change.Symbol, e *graph.Edge) (Finding, bool) {
	step := d.set.HeadOf(e.Target)
	if !slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Call == nil || !s.Call.Indirect }) {
		return Finding{}, false // other code decides what is called
	}
	if step == nil || step == c.Head || step.Test || len(e.Sites) == 0 ||
		e.Target.Label != graph.Function && e.Target.Label != graph.Method {
		return Finding{}, false
	}
	word := guardWord(e.Target.Name)
	site := stepSite(e)
	if site == nil && word == "" || d.stillHappens(c, e.Target, step) {
		return Finding{}, false
	}
	if site == nil {
		site = &e.Sites[0]
	}
	f := Finding{
		Confidence: e.Confidence,
		Path:       c.Head.Path, Line: c.Head.Line, Side: change.InHead,
		Symbol: e.Target, Caller: c.Head,
		Related:  Related{c.Base, c.Base.Path, site.Line, change.InBase},
		Evidence: []string{fmt.Sprintf("called at %s:%d in base, nowhere in `%s` in head", c.Base.Path, site.Line, c.Head.Qualified)},
		Message:  fmt.Sprintf("`%s` no longer calls `%s`.", c.Head.Qualified, e.Target.Qualified),
		cause:    fmt.Sprintf("`%s` no longer calls `%s`", c.Head.Qualified, e.Target.Qualified),
	}
	if word != "" {
		f.Evidence = append(f.Evidence, fmt.Sprintf("its name says that it guards something: %q", word))
	}
	return f, true
}

// stepSite returns the first call whose result was not used, nil when there is none.
func stepSite(e *graph.Edge) *graph.Site {
	for i := range e.Sites {
		if call := e.Sites[i].Call; call != nil && call.Discarded {
			return &e.Sites[i]
		}
	}
	return nil
}

// stillHappens reports whether c.Head does in another way what the call of was
// did; step is was in head.
func (d *detector) stillHappens(c *change.Symbol, was, step *graph.Node) bool {
	for _, e := range d.head.Out(c.Head) {
		switch {
		case e.Type != graph.Calls && e.Type != graph.References:
		case e.Target == step:
			return true // called, or passed on as a value
		case d.existed(e):
		case e.Target.Name == step.Name || d.set.BaseOf(e.Target) == nil && contains(e.Target.Name, step.Name):
			return true // replaced
		}
	}
	return d.happensAnew(c.Head, step) || d.hoisted(c.Head, step) || d.inlined(c, was)
}

// contains reports whether one name holds the other, whatever their case.
func contains(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// existed reports whether base has the edge of head too.
func (d *detector) existed(e *graph.Edge) bool {
	source, target := d.set.BaseOf(e.Source), d.set.BaseOf(e.Target)
	return source != nil && target != nil && d.base.Find(source, e.Type, target) != nil
}

// reachedAnew returns what n reaches by a short path that base did not have. A path
// that base had too ran beside the call that is lost, and does not replace it.
func (d *detector) reachedAnew(n *graph.Node) map[*graph.Node]bool {
	if anew, ok := d.anew[n]; ok {
		return anew
	}
	type state struct {
		node  *graph.Node
		fresh bool
	}
	const old, fresh = 1, 2 // how a node was reached so far, by d.seen
	anew := make(map[*graph.Node]bool)
	visited := []state{{n, false}}
	d.seen[d.head.Index(n)] = old
	for depth, from := 0, 0; depth < lostStepReach; depth++ {
		level := visited[from:]
		from = len(visited)
		for _, s := range level {
			isNew := d.newEdges(s.node)
			for k, e := range d.head.Out(s.node) {
				if e.Type != graph.Calls && e.Type != graph.References || !e.Target.Label.Callable() {
					continue
				}
				t, i := state{e.Target, s.fresh || isNew[k]}, d.head.Index(e.Target)
				if d.seen[i] == fresh || d.seen[i] == old && !t.fresh {
					continue
				}
				d.seen[i] = old
				if t.fresh {
					d.seen[i], anew[t.node] = fresh, true
				}
				visited = append(visited, t)
			}
		}
	}
	for _, s := range visited {
		d.seen[d.head.Index(s.node)] = 0
	}
	d.anew[n] = anew
	return anew
}

// newEdges says of each edge of d.head.Out(n) whether base lacks it.
func (d *detector) newEdges(n *graph.Node) []bool {
	isNew := d.edges[n]
	if isNew == nil {
		out := d.head.Out(n)
		isNew = make([]bool, len(out))
		for i, e := range out {
			isNew[i] = !d.existed(e)
		}
		d.edges[n] = isNew
	}
	return isNew
}

// happensAnew reports whether n reaches step by a path that is new, or a method that
// step replaces or that replaces step.
func (d *detector) happensAnew(n, step *graph.Node) bool {
	anew := d.reachedAnew(n)
	if anew[step] {
		return true
	}
	for _, e := range d.head.Out(step) {
		if e.Type == graph.Overrides && anew[e.Target] {
			return true
		}
	}
	for _, e := range d.head.In(step) {
		if e.Type == graph.Overrides && anew[e.Source] {
			return true
		}
	}
	return false
}

// hoisted reports whether a caller of n makes the step itself now.
func (d *detector) hoisted(n, step *graph.Node) bool {
	for _, e := range d.head.In(n) {
		if e.Type != graph.Calls {
			continue
		}
		if up := d.head.Find(e.Source, graph.Calls, step); up != nil && !d.existed(up) {
			return true
		}
	}
	return false
}

// inlined reports whether the function makes all the calls now that the step made.
func (d *detector) inlined(c *change.Symbol, was *graph.Node) bool {
	calls, gained := 0, 0
	for _, e := range d.base.Out(was) {
		if e.Type != graph.Calls {
			continue
		}
		calls++
		h := d.set.HeadOf(e.Target)
		if h == nil || d.head.Find(c.Head, graph.Calls, h) == nil {
			return false
		}
		if d.base.Find(c.Base, graph.Calls, e.Target) == nil {
			gained++
		}
	}
	return calls > 0 && gained > 0
}

// guardWords are the words in a name that say that skipping the call is dangerous.
var guardWords = []string{
	"validate", "valid", "verify", "authenticate", "authorize", "authorise", "auth", "permission", "permit", "check", "ensure", "require",
	"assert", "guard", "sanitize", "sanitise", "escape", "lock", "unlock", "close", "release", "commit", "rollback", "flush", "audit",
}

// guardWord returns the first word of a name that is one of guardWords, or "".
func guardWord(name string) string {
	for _, w := range nameWords(name) {
		for _, stem := range []string{w, strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "d"), strings.TrimSuffix(w, "ed")} {
			if slices.Contains(guardWords, stem) {
				return stem
			}
		}
	}
	return ""
}

// nameWords splits a name at case changes and at what is no letter, in lower case.
func nameWords(name string) []string {
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

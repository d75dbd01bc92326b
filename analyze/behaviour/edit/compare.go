// Package edit compares two versions of a function, or of the code around functions, and returns
// their differences.
//
// In: two trees. Out: events, each of a Kind, with the nodes of both versions.
//
// Statements are aligned top down by equal hashes (longest common subsequence), what is left by
// likeness, and values are compared by what they are for. This is the matching of
// ChangeDistiller rather than of GumTree or truediff: GumTree's mapping of any node to any other
// and truediff's reuse of subtrees give shorter edit scripts, but moves across expressions that no
// reader would call one; and what is said here is not the script but the meaning of its roots.
// Before that the versions are made comparable (package local): symbols that the change renamed, local
// variables with another name, and those that only one version has and that stand for one value.
//
// Rules, by the numbers that tests use:
//
//	R1  conditions: opposite, other comparison, other constant, other operands
//	R2  statements that came or went: checks, exits, loops, handlers, cleanups, calls
//	R3  statements that were wrapped or unwrapped: guards, handlers, resources, loops; those that left a branch of a check,
//	    or went into one (freed.go)
//	R4  statements that changed places, where one of them depends on the other or both act
//	R5  values by what they are for: returned, passed, stored, default, limit, text, log
//	R6  calls: another function, other arguments, awaited or not
//	R7  functions: visibility, parameters, defaults, decorators
//	R8  protection by the names of switches, checks and errors
//
// Equivalent versions give nothing: alike.IsExchanged branches of a negated condition, a negation pushed
// inside, an early return instead of an else, an expression with a name, a conditional return,
// a check of the opposite in front of what was its branch, a fallback for a check of null, the copy
// of a text, other names for a value, entries in another order, checks in another nesting, calls that
// became a chain, a value of a narrower type, an accessor for a value.
//
// Invariants: exchanging versions that are equivalent gives nothing either way; the work is
// bounded by Steps.
//
// Not decided here: whether a difference has an effect. That depends on the rest of the change.
package edit

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/decorator"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/local"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/member"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A place is the use of a value, which determines the kind of a difference.
type place uint8

const (
	inStatement place = iota
	inCondition
	inReturn
	inThrow
	inArgument
	inValue
	inDefault
	inLog
	inIndex
	inLoop
	inCatch
	inCleanup
)

// A site is the context of two compared nodes.
type site struct {
	place place
	name  string // of what the value is stored in or handed to
	call  string // the function around, of an argument
}

func (x site) at(p place) site { x.place = p; return x }

// An Event is one difference: Base or Head is nil where the other side has nothing.
type Event struct {
	Kind       Kind // empty for what is different and has no meaning of its own
	Base, Head *tree.Node
	Symbols    []string     // names of the functions and types around, outermost first
	Calls      []string     // the functions that the value is handed to
	Kept       []*tree.Node // what it wraps or unwraps: both versions have it
	Shown      *tree.Node   // what people are shown of head, nil for Head; of one that only one side has, what the other side has
	Field      string       // of a value in the place of another one, what it is stored in or handed to
	Inside     bool         // it is in a function, with or without a name
}

// A Comparer compares one pair of functions, or the code of two containers around them.
type Comparer struct {
	Form    *lang.Form
	Symbols []string // names of the functions and types around, outermost first
	Steps   int      // that are left
	// Came and Went are the functions that only one side of the change has.
	Came, Went *Pool
	Renamed    map[string]string // names that the change gave to symbols, by those they had

	Events   []Event // what was found
	depth    int
	breaks   lang.Role         // what a break leaves: a loop, or a switch
	result   bool              // in a branch whose value is returned
	handed   []string          // the functions in whose arguments the comparer is
	literal  bool              // in a function literal, whose result the function around it may not return
	prepared bool              // in a function whose names are comparable
	bound    [2]map[uint64]int // how often each version of the function gives a value a name, by its hash
	Unjudged bool              // a modifier, a decorator or a number of parameters differs, with an effect that is not known
	last     [2]*tree.Node     // the last statement of each version of the function
	Moved    bool              // something of base went to a function that is new, or came from one that is gone
}

// MaxSteps bounds the work on one pair of functions, in pairs of nodes compared.
const MaxSteps = 2_000_000

// spend subtracts the steps of comparing n nodes with m, and reports whether enough were left.
func (c *Comparer) spend(n, m int) bool {
	c.Steps -= n * m
	return c.Steps > 0
}

func (c *Comparer) say(k Kind, base, head *tree.Node) {
	if k == ReturnChanged && c.literal && base != nil && head != nil && !base.Is(lang.RoleReturn) && !head.Is(lang.RoleReturn) {
		k = ValueChanged
	}
	c.Events = append(c.Events, Event{Kind: k, Base: base, Head: head, Symbols: slices.Clone(c.Symbols), Calls: slices.Clone(c.handed), Inside: c.prepared})
}

// TwoSided drops what only one version has, and reports whether there was something: with a syntax error
// the other version may have it, too.
func (c *Comparer) TwoSided() bool {
	n := len(c.Events)
	c.Events = slices.DeleteFunc(c.Events, func(e Event) bool { return e.Base == nil || e.Head == nil })
	return len(c.Events) < n
}

// enter increases the depth. At the maximum depth it returns false and changes nothing.
func (c *Comparer) enter() bool {
	if c.depth >= tree.MaxDepth {
		return false
	}
	c.depth++
	return true
}

func (c *Comparer) leave() { c.depth-- }

// Function compares two functions: who may call them, how, and what they do.
func (c *Comparer) Function(a, b *tree.Node) {
	if !c.enter() {
		return
	}
	defer c.leave()
	if name := Named(b); name != "" {
		c.Symbols = append(c.Symbols, name)
		defer func() { c.Symbols = c.Symbols[:len(c.Symbols)-1] }()
	}
	defer func(outer bool) { c.literal = outer }(c.literal)
	c.literal = c.prepared && Named(b) == ""
	if !c.prepared {
		c.bound = [2]map[uint64]int{bound(a), bound(b)}
		local.Align(a, b, c.Renamed, c.Form.ImplicitSelf)
		if tree.Same(a, b) && sameRun(a, b) && tree.Visibility(a.Mods, c.Form.Default) == tree.Visibility(b.Mods, c.Form.Default) {
			return
		}
		c.prepared = true
		defer func() { c.prepared = false; beside(c.Events, a, b) }()
	} else if !tree.Same(a, b) { // its names may mean other things than those around it
		local.Rename(a, b)
		b.Seal()
	}
	c.Unjudged = c.Unjudged || !sameRun(a, b)
	if Named(a) != "" && Named(b) != "" && tree.Visibility(a.Mods, c.Form.Default) != tree.Visibility(b.Mods, c.Form.Default) {
		c.say(VisibilityChanged, AtName(a), AtName(b))
	}
	if a.Text != "" && b.Text != "" {
		c.decorators(a, b)
	}
	defer func(outer bool, last [2]*tree.Node) { c.result, c.last = outer, last }(c.result, c.last)
	c.result, c.last = false, [2]*tree.Node{last(a), last(b)}
	c.parameters(a, b)
	if !alike.Nested(a.Kids[1].Kids, b.Kids[1].Kids) {
		c.Block(a.Kids[1].Kids, b.Kids[1].Kids, true)
	}
}

// last returns the last statement of a function, nil for none.
func last(fn *tree.Node) *tree.Node {
	in := fn.Kids[1].Kids
	if len(in) == 0 {
		return nil
	}
	return in[len(in)-1]
}

// bound returns how often a function gives a value a name, by the hash of the value.
func bound(fn *tree.Node) map[uint64]int {
	times := make(map[uint64]int)
	fn.Walk(func(n *tree.Node) bool {
		if n.Role == lang.RoleAssign && n.Declares {
			times[n.Kids[1].Hash]++
		}
		return true
	})
	return times
}

// isBound reports whether a statement only gives other names to a value that the other version of the function names,
// too: x := f() and {a} := f().
func (c *Comparer) isBound(n *tree.Node) bool {
	if n.Role != lang.RoleAssign || !n.Declares {
		return false
	}
	h := n.Kids[1].Hash
	return c.bound[0][h] > 0 && c.bound[0][h] == c.bound[1][h]
}

// Named returns the name of a function, also of a literal that is bound to one.
func Named(n *tree.Node) string {
	if n.Text != "" {
		return n.Text
	}
	return n.Name
}

// Stored compares two functions that are stored under a name, and how they are.
func (c *Comparer) Stored(a, b *tree.Node) {
	if tree.Same(a, b) && b.Kid(1).Is(lang.RoleFunction) {
		c.Function(a.Kids[1], b.Kids[1])
		return
	}
	c.Pair(a, b)
}

// Modifiers returns the modifiers of a function, or of the one that is stored under a name.
func Modifiers(n *tree.Node) []string {
	if n.Is(lang.RoleAssign) && n.Kids[1].Is(lang.RoleFunction) {
		return n.Kids[1].Mods
	}
	return n.Mods
}

// AtName returns a node for the first line of a function.
func AtName(n *tree.Node) *tree.Node {
	h := *n
	h.Kids = nil
	body := n.Kid(1)
	if body.Is(lang.RoleFunction) { // that is stored under a name
		body = body.Kid(1)
	}
	if body != nil && len(body.Kids) > 0 && body.Kids[0].Start > n.Start {
		h.End = body.Kids[0].Start
	}
	return &h
}

// decorators compares what decorates two functions.
func (c *Comparer) decorators(a, b *tree.Node) {
	for _, d := range decorator.Compare(a.Kids[2:], b.Kids[2:]) {
		switch d.Effect {
		case decorator.Altered:
			c.expr(d.Base, d.Head, site{place: inArgument})
		case decorator.Opened:
			c.say(SecurityWeakened, d.Base, d.Head)
		case decorator.Closed:
			c.say(SecurityStrengthened, d.Base, d.Head)
		default:
			c.Unjudged = true
		}
	}
}

// parameters compares the parameters of two functions by name.
func (c *Comparer) parameters(a, b *tree.Node) {
	pa, pb := a.Kids[0].Kids, b.Kids[0].Kids
	c.Unjudged = c.Unjudged || len(pa) != len(pb) // the number may choose an overload of what gets the function
	if a.Text != "" && b.Text != "" {
		c.signature(a, b)
	}
	for i, p := range pa {
		var q *tree.Node
		if p.Text != "" && p.Op != "pattern" {
			q = parameterNamed(pb, p.Text)
		}
		if q == nil && len(pa) == len(pb) {
			q = pb[i]
		}
		if q == nil {
			continue
		}
		va, vb := p.Kid(0), q.Kid(0)
		x := site{place: inDefault, name: p.Text}
		switch {
		case tree.Same(va, vb):
		case p.Text != q.Text && va != nil && vb != nil && va.Role != vb.Role:
			c.say("", p, q) // another parameter in its place
		case va == nil || vb == nil:
			if p.Op != "pattern" && q.Op != "pattern" {
				c.say(DefaultChanged, p, q)
			}
		case p.Op == "pattern" && q.Op == "pattern" && len(va.Kids) != len(vb.Kids):
			// other parts of its argument get a name, which is no default
		case p.Op == "pattern" && q.Op == "pattern" && !hasDefault(va) && !hasDefault(vb):
			c.say("", p, q)
		default:
			c.expr(va, vb, x)
		}
	}
}

func parameterNamed(in []*tree.Node, name string) *tree.Node {
	if i := slices.IndexFunc(in, func(p *tree.Node) bool { return p.Text == name }); i >= 0 {
		return in[i]
	}
	return nil
}

// Pair compares two versions of one statement.
func (c *Comparer) Pair(a, b *tree.Node) {
	if tree.Same(a, b) {
		return
	}
	if !c.enter() {
		return
	}
	defer c.leave()
	if c.result && (alike.IsReturned(a, b) || alike.IsReturned(b, a)) {
		return
	}
	if a.Role != b.Role {
		c.replaced(a, b)
		return
	}
	switch a.Role {
	case lang.RoleIf:
		c.branches(a, b)
	case lang.RoleReturn:
		switch va, vb := a.Kid(0), b.Kid(0); {
		case c.Form.ReturnsNull && (va == nil && vb.Is(lang.RoleNull) || vb == nil && va.Is(lang.RoleNull)):
		case va == nil || vb == nil:
			c.say(ReturnChanged, a, b)
		default:
			defer func(outer bool) { c.result = outer }(c.result)
			c.result = true
			c.expr(va, vb, site{place: inReturn})
		}
	case lang.RoleThrow:
		c.thrown(a, b)
	case lang.RoleLoop:
		c.loops(a, b)
	case lang.RoleTry:
		c.tries(a, b)
	case lang.RoleSwitch:
		c.choices(a, b)
	case lang.RoleWith:
		if !tree.Same(a.Kids[0], b.Kids[0]) {
			c.exprs(a.Kids[0], b.Kids[0], site{place: inValue})
		}
		c.Block(a.Kids[1].Kids, b.Kids[1].Kids, false)
	case lang.RoleBlock:
		c.Block(a.Kids, b.Kids, false)
	case lang.RoleBreak:
		c.say(LoopChanged, a, b)
	case lang.RoleContainer:
		c.container(a, b)
	default:
		p := inStatement
		if a.Tail && b.Tail {
			p = inReturn
		}
		c.expr(a, b, site{place: p})
	}
}

// container compares the members of two types.
func (c *Comparer) container(a, b *tree.Node) {
	if b.Text != "" {
		c.Symbols = append(c.Symbols, b.Text)
		defer func() { c.Symbols = c.Symbols[:len(c.Symbols)-1] }()
	}
	pairs, restA, restB := members(a, b)
	for _, p := range pairs {
		c.Pair(p[0], p[1])
	}
	c.Block(restA, restB, false)
}

// members pairs the functions and types of two containers by name, and returns the other
// members. Functions and types that only one of them has are in neither.
func members(a, b *tree.Node) (pairs [][2]*tree.Node, restA, restB []*tree.Node) {
	pairs, _, _, restA, restB = member.Match(a, b, func(_, _ *tree.Node) bool { return false })
	return pairs, restA, restB
}

// thrown compares two Throws: one behaviour, whatever the number of differences.
func (c *Comparer) thrown(a, b *tree.Node) {
	sub := c.apart()
	if va, vb := a.Kid(0), b.Kid(0); va != nil && vb != nil {
		sub.expr(va, vb, site{place: inThrow})
	}
	if len(sub.Events) == 1 {
		c.take(sub)
		return
	}
	c.say(ErrorChanged, a, b)
}

// apart returns a comparer whose events are checked before they are reported.
func (c *Comparer) apart() *Comparer {
	sub := *c
	sub.Events = nil
	return &sub
}

// take adds the events of a comparer returned by apart.
func (c *Comparer) take(sub *Comparer) {
	c.Events = append(c.Events, sub.Events...)
	c.Steps, c.Moved, c.Unjudged = sub.Steps, sub.Moved, sub.Unjudged
}

// loops compares two Loops.
func (c *Comparer) loops(a, b *tree.Node) {
	defer func(outer lang.Role) { c.breaks = outer }(c.breaks)
	c.breaks = lang.RoleLoop
	ha, hb := a.Kids[0], b.Kids[0]
	if (a.Op == "over") != (b.Op == "over") && len(ha.Kids) != len(hb.Kids) {
		c.Moved = true // over elements, and by counting: their bodies name an element in two ways
		return
	}
	if a.Op != b.Op {
		if a.Op == "do" || b.Op == "do" || len(ha.Kids) == len(hb.Kids) {
			c.say(LoopChanged, a, b)
		}
	} else if !tree.Same(ha, hb) {
		sub := c.apart()
		if len(ha.Kids) == len(hb.Kids) {
			for i := range ha.Kids {
				va, vb := ha.Kids[i], hb.Kids[i]
				if tree.Same(va, vb) || truth.Equivalent(va, vb) {
					continue
				}
				x := site{place: inLoop}
				if len(ha.Kids) == 1 && a.Op == "" || len(ha.Kids) == 3 && i == 1 {
					x.place = inCondition
				}
				if x.place == inLoop && va.Role == lang.RoleAssign && vb.Role == lang.RoleAssign && va.Op == vb.Op && tree.Same(va.Kids[0], vb.Kids[0]) {
					va, vb = va.Kids[1], vb.Kids[1]
				}
				sub.expr(va, vb, x)
			}
			if a.Op == "over" && len(sub.Events) == 1 && sub.Events[0].Kind == ValueChanged {
				sub.Events[0].Kind = LoopChanged
			}
		}
		if len(sub.Events) == 1 || len(ha.Kids) == len(hb.Kids) && len(sub.Events) == 0 {
			c.take(sub)
		} else {
			c.say(LoopChanged, ha, hb)
		}
	}
	c.Block(a.Kids[1].Kids, b.Kids[1].Kids, false)
}

// matchInOrder calls pair for each node of a with the first node of b that is the same and not
// yet taken, and returns what is left of both.
func matchInOrder(a, b []*tree.Node, same func(x, y *tree.Node) bool, pair func(x, y *tree.Node)) (lost, came []*tree.Node) {
	taken := make([]bool, len(b))
	for _, x := range a {
		found := false
		for i, y := range b {
			if !taken[i] && same(x, y) {
				taken[i], found = true, true
				pair(x, y)
				break
			}
		}
		if !found {
			lost = append(lost, x)
		}
	}
	for i, y := range b {
		if !taken[i] {
			came = append(came, y)
		}
	}
	return lost, came
}

// sameFirst reports whether two handlers, or two arms, have the same header.
func sameFirst(x, y *tree.Node) bool { return tree.Same(x.Kids[0], y.Kids[0]) }

// tries compares two Trys.
func (c *Comparer) tries(a, b *tree.Node) {
	c.Block(a.Kids[0].Kids, b.Kids[0].Kids, false)
	ca, fa := handlers(a)
	cb, fb := handlers(b)
	lost, came := matchInOrder(ca, cb, sameFirst, c.handler)
	for _, y := range came {
		var from *tree.Node
		for i, x := range lost {
			if tree.Same(x.Kids[1], y.Kids[1]) || len(lost) == 1 && len(ca) == len(cb) {
				from = x
				lost = append(lost[:i:i], lost[i+1:]...)
				break
			}
		}
		switch {
		case from == nil:
			c.say(CatchAdded, nil, y)
		case caught(from) == caught(y):
			c.handler(from, y)
		default:
			c.say(CatchChanged, from.Kids[0], y.Kids[0])
		}
	}
	for _, x := range lost {
		c.say(CatchRemoved, x, nil)
	}
	switch {
	case fa == nil && fb == nil:
	case fa == nil:
		c.say(CleanupAdded, nil, fb)
	case fb == nil:
		c.say(CleanupRemoved, fa, nil)
	default:
		c.Block(fa.Kids[0].Kids, fb.Kids[0].Kids, false)
	}
}

// caught returns a hash of the types that a handler catches.
func caught(h *tree.Node) uint64 {
	kids := h.Kids[0].Kids
	if n := len(kids); n > 0 && local.IsCaughtName(kids[n-1]) {
		kids = kids[:n-1]
	}
	hash := uint64(tree.HashSeed)
	for _, k := range kids {
		hash = tree.Mix(hash, k.Hash)
	}
	return hash
}

func handlers(try *tree.Node) (catches []*tree.Node, finally *tree.Node) {
	catches = try.Kids[1:]
	if last := len(catches) - 1; last >= 0 && catches[last].Role == lang.RoleFinally {
		return catches[:last], catches[last]
	}
	return catches, nil
}

// handler compares what two handlers do: one behaviour, unless only a text or a log differs.
func (c *Comparer) handler(a, b *tree.Node) {
	if tree.Same(a.Kids[1], b.Kids[1]) {
		return
	}
	sub := c.apart()
	sub.Block(a.Kids[1].Kids, b.Kids[1].Kids, false)
	switch {
	case len(sub.Events) == 0, len(sub.Events) == 1 && (shares(a.Kids[1].Kids, b.Kids[1].Kids) || small(sub.Events[0].Kind)):
		c.take(sub)
	default:
		c.Moved = sub.Moved
		c.say(CatchChanged, a, cmp.Or(b.Kids[1].Kid(0), b))
		c.Events[len(c.Events)-1].Shown = b
	}
}

// shares reports whether two runs of statements have one in common.
func shares(a, b []*tree.Node) bool {
	return slices.ContainsFunc(a, func(n *tree.Node) bool { return tree.HasSame(b, n) })
}

// small reports whether a kind does not change what a handler does.
func small(k Kind) bool {
	return k == LoggingChanged || k == LiteralChanged || k == ErrorChanged || k == ReturnChanged
}

// sameRun reports whether two functions have the same modifiers of those that change how a call runs them: static and async.
func sameRun(a, b *tree.Node) bool {
	for _, m := range [...]string{"static", "async"} {
		if slices.Contains(a.Mods, m) != slices.Contains(b.Mods, m) {
			return false
		}
	}
	return true
}

package edit

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// minLinks is the minimum number of calls in a chain that is compared call by call: a.b(1).c(2) has two.
const minLinks = 2

// links returns the calls of a chain, the innermost first, and the value that the first is called of.
func links(n *tree.Node) (root *tree.Node, calls []*tree.Node) {
	for n.Is(lang.RoleCall) && n.Kids[0].Is(lang.RoleMember) && len(n.Kids[0].Kids) == 1 {
		calls = append([]*tree.Node{n}, calls...)
		n = n.Kids[0].Kids[0]
	}
	return n, calls
}

// sameLink reports whether two calls of chains call functions of one name.
func sameLink(a, b *tree.Node) bool { return a.Kids[0].Text == b.Kids[0].Text }

// chains compares two chains of calls of one value of which one has calls with arguments that the other
// does not have, and reports whether they are such.
func (c *Comparer) chains(a, b *tree.Node, x site) bool {
	rootA, linksA := links(a)
	rootB, linksB := links(b)
	if len(linksA) == len(linksB) || max(len(linksA), len(linksB)) < minLinks || !tree.Same(rootA, rootB) {
		return false
	}
	to := align(c, linksA, linksB, func(a, b *tree.Node) bool { return sameLink(a, b) && tree.SameAll(a.Kids[1:], b.Kids[1:]) })
	if aligned(to) < min(len(linksA), len(linksB)) {
		to = align(c, linksA, linksB, sameLink)
	}
	longer, others, added := linksB, len(linksA), true
	if len(linksA) > len(linksB) {
		longer, others, added = linksA, len(linksB), false
	}
	if others == 0 || aligned(to) != others {
		return false
	}
	only := make(map[int]bool)
	for i := range longer {
		only[i] = true
	}
	for i, j := range to {
		if j >= 0 && added {
			i = j
		}
		if j >= 0 {
			delete(only, i)
		}
	}
	for i := range only {
		if len(longer[i].Kids) < 2 || i == len(longer)-1 && x.place != inStatement {
			return false // what takes no argument may convert; the last one makes another value
		}
	}
	for i, link := range longer {
		if only[i] && !alike.Refers(link) {
			n := linkOf(link)
			c.one(c.callKind(n, picker(added)), n, added)
		}
	}
	for i, j := range to {
		if j >= 0 {
			c.args(linksA[i], linksB[j], x, linksA[i].Kids[0].Text)
		}
	}
	return true
}

// aligned returns how many have a counterpart.
func aligned(to []int) int {
	n := 0
	for _, j := range to {
		if j >= 0 {
			n++
		}
	}
	return n
}

// linkOf returns a node for one call of a chain without what it is called of.
func linkOf(call *tree.Node) *tree.Node {
	n := *call
	callee := *call.Kids[0]
	n.Start, callee.Start = callee.Kids[0].End, callee.Kids[0].End
	callee.Kids = nil
	n.Kids = append([]*tree.Node{&callee}, call.Kids[1:]...)
	n.Line = call.Kids[1].Line
	n.Seal()
	return &n
}

// chained finds calls that stand one after the other in one version and are a chain in the other: f(x); g(y) and
// f(x).g(y). Where each returns what it was called of, they are the same.
func (d *blockDiff) chained() {
	for _, g := range d.gaps() {
		for _, i := range g.a {
			if run := d.runOf(d.a[i], g.b, d.b, d.doneB); run != nil {
				d.say("", d.a[i], d.b[run[0]])
				d.doneA[i] = true
			}
		}
		for _, j := range g.b {
			if run := d.runOf(d.b[j], g.a, d.a, d.doneA); run != nil {
				d.say("", d.a[run[0]], d.b[j])
				d.doneB[j] = true
			}
		}
	}
}

// runOf marks the calls of a chain among the statements of the other version at some indexes as compared, and returns
// their indexes, nil for none.
func (d *blockDiff) runOf(chain *tree.Node, at []int, in []*tree.Node, done []bool) []int {
	calls := callsOf(chain)
	for k := 0; k+len(calls) <= len(at) && len(calls) > 1; k++ {
		if run := at[k : k+len(calls)]; isRun(calls, run, in, done) {
			for _, i := range run {
				done[i] = true
			}
			return run
		}
	}
	return nil
}

// asked finds calls whose result a check asks now that was not used, or the other way round: the call stays.
func (d *blockDiff) asked() {
	for _, g := range d.gaps() {
		for _, i := range g.a {
			for _, j := range g.b {
				if d.doneA[i] || d.doneB[j] {
					continue
				}
				if asks(d.b[j], d.a[i]) {
					d.checked(d.b[j], d.a[i], true)
				} else if asks(d.a[i], d.b[j]) {
					d.checked(d.a[i], d.b[j], false)
				} else {
					continue
				}
				d.doneA[i], d.doneB[j] = true, true
				d.toB[i], d.fromB[j] = j, i
			}
		}
	}
}

// asks reports whether the condition of a check has a call.
func asks(check, call *tree.Node) bool {
	return check.Is(lang.RoleIf) && call.Is(lang.RoleCall, lang.RoleAwait) && check.Kids[0].Some(func(k *tree.Node) bool { return tree.Same(k, call) })
}

// checked says that a check of a call came or went, which both versions have.
func (d *blockDiff) checked(check, call *tree.Node, came bool) {
	d.one(d.checkKind(check, picker(came)), check, came)
	d.Events[len(d.Events)-1].Kept = []*tree.Node{call}
}

// callsOf returns the calls of a chain that a statement is, the first one first.
func callsOf(n *tree.Node) []*tree.Node {
	if n.Is(lang.RoleReturn) && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	var calls []*tree.Node
	for n.Is(lang.RoleCall) {
		calls = append(calls, n)
		if !n.Kids[0].Is(lang.RoleMember) {
			break
		}
		n = n.Kids[0].Kid(0)
	}
	slices.Reverse(calls)
	return calls
}

// isRun reports whether statements are the calls of a chain, one by one.
func isRun(calls []*tree.Node, run []int, in []*tree.Node, done []bool) bool {
	for k, i := range run {
		if n := in[i]; done[i] || !n.Is(lang.RoleCall) || plainName(n) != plainName(calls[k]) || !tree.SameAll(n.Kids[1:], calls[k].Kids[1:]) {
			return false
		}
	}
	return true
}

// plainName returns the name of the function that a call calls, without type arguments.
func plainName(call *tree.Node) string {
	name, _, _ := strings.Cut(tree.LastName(call.Kids[0]), "<")
	return name
}

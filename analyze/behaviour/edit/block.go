package edit

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/effect"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Block compares two lists of statements. Equal ones are aligned by a longest common subsequence;
// the others are compared as wrapped or unwrapped statements, then paired by similarity; the
// remaining ones were added or removed. whole: the lists are the body of a function.
func (c *Comparer) Block(a, b []*tree.Node, whole bool) {
	if tree.SameAll(a, b) {
		return
	}
	if !c.enter() {
		return
	}
	defer c.leave()
	if c.inverted(a, b) || c.inverted(b, a) {
		return
	}
	d := &blockDiff{Comparer: c, a: a, b: b, toB: align(c, a, b, tree.Same), doneA: make([]bool, len(a)), doneB: make([]bool, len(b))}
	d.fromB = make([]int, len(b))
	for j := range d.fromB {
		d.fromB[j] = -1
	}
	for i, j := range d.toB {
		if j >= 0 {
			d.fromB[j] = i
			d.doneA[i], d.doneB[j] = true, true
		}
	}
	from := len(c.Events)
	d.choices()
	d.guards()
	d.orders()
	d.wraps()
	d.chained()
	d.asked()
	d.likes()
	d.passed()
	d.moves()
	if whole {
		d.results()
	}
	d.rest(whole)
	d.freed(from)
}

// results pairs the statements that end both versions of a function and return what it computes: neither
// came before the rest.
func (d *blockDiff) results() {
	i, j := len(d.a)-1, len(d.b)-1
	if i >= 0 && j >= 0 && !d.doneA[i] && !d.doneB[j] && d.a[i].Is(lang.RoleReturn) && d.b[j].Is(lang.RoleReturn) {
		d.pairUp(i, j)
	}
}

// A blockDiff is the comparison of two runs of statements.
type blockDiff struct {
	*Comparer
	a, b         []*tree.Node
	toB, fromB   []int // aligned; -1: not
	doneA, doneB []bool
}

// align returns for each of a the index in b that it is aligned with, -1 for none: a longest
// common subsequence.
func align(c *Comparer, a, b []*tree.Node, equal func(a, b *tree.Node) bool) []int {
	to := make([]int, len(a))
	for i := range to {
		to[i] = -1
	}
	lo := 0
	for lo < len(a) && lo < len(b) && equal(a[lo], b[lo]) {
		to[lo] = lo
		lo++
	}
	ea, eb := len(a), len(b)
	for ea > lo && eb > lo && equal(a[ea-1], b[eb-1]) {
		ea--
		eb--
		to[ea] = eb
	}
	n, m := ea-lo, eb-lo
	if n == 0 || m == 0 || !c.spend(n, m) {
		return to
	}
	length := make([][]int32, n+1)
	for i := range length {
		length[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if equal(a[lo+i], b[lo+j]) {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case equal(a[lo+i], b[lo+j]):
			to[lo+i] = lo + j
			i++
			j++
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return to
}

// inverted compares "if c { leave } rest" with "if !c { rest }" when a is the one and b the
// other, and reports whether they are.
func (c *Comparer) inverted(a, b []*tree.Node) bool {
	i := 0
	for i < len(a) && i < len(b) && tree.Same(a[i], b[i]) {
		i++
	}
	if i >= len(a) || i+1 != len(b) && i >= len(b) {
		return false
	}
	x, y := a[i], b[i]
	if x.Role != lang.RoleIf || y.Role != lang.RoleIf || len(x.Kids[2].Kids) > 0 || len(y.Kids[2].Kids) > 0 || !truth.Opposite(x.Kids[0], y.Kids[0]) {
		return false
	}
	restA, restB := a[i+1:], b[i+1:]
	then := x.Kids[1].Kids
	if tree.SameAll(then, restB) && tree.SameAll(y.Kids[1].Kids, restA) && tree.Leaves(x.Kids[1]) && tree.Leaves(y.Kids[1]) {
		return true
	}
	return len(restB) == 0 && len(then) == 1 && then[0].Is(lang.RoleReturn, lang.RoleBreak) && len(then[0].Kids) == 0 && then[0].Op != "break" &&
		len(restA) > 0 && tree.SameAll(y.Kids[1].Kids, restA)
}

// guards pairs Ifs with the same condition or the same body first: they are the same check.
func (d *blockDiff) guards() {
	for i, x := range d.a {
		if d.doneA[i] || x.Role != lang.RoleIf {
			continue
		}
		for j, y := range d.b {
			if d.doneB[j] || y.Role != lang.RoleIf || d.crosses(i, j) && !d.passes(i, j) {
				continue
			}
			if d.turned(i, j) {
				break
			}
			if truth.Equivalent(x.Kids[0], y.Kids[0]) {
				if !d.elses(i, j) {
					d.pairUp(i, j)
				}
				break
			}
		}
	}
}

// elses compares "if c { leave } rest" with "if c { other } else { rest }" when a[i] and b[j] are these
// checks, or the other way round, and reports whether they are.
func (d *blockDiff) elses(i, j int) bool {
	x, y := d.a[i], d.b[j]
	restA, restB := d.a[i+1:], d.b[j+1:]
	switch {
	case leavesAlone(x) && len(y.Kids[2].Kids) > 0 && shares(restA, y.Kids[2].Kids):
		restB = slices.Concat(y.Kids[2].Kids, restB)
	case leavesAlone(y) && len(x.Kids[2].Kids) > 0 && shares(x.Kids[2].Kids, restB):
		restA = slices.Concat(x.Kids[2].Kids, restA)
	default:
		return false
	}
	d.split(i, j)
	d.Block(x.Kids[1].Kids, y.Kids[1].Kids, false)
	d.Block(restA, restB, false)
	return true
}

// split pairs the checks a[i] and b[j]. They and all behind them count as compared: the caller compares their parts.
func (d *blockDiff) split(i, j int) {
	for k := i; k < len(d.a); k++ {
		d.doneA[k] = true
	}
	for k := j; k < len(d.b); k++ {
		d.doneB[k] = true
	}
	d.toB[i], d.fromB[j] = j, i
}

// minTurned is the minimum share of a branch that stands behind a check of the opposite.
const minTurned = 0.5

// turned compares "if c { body } rest" with "if !c { leave } body rest" when a[i] and b[j] are these checks, or the
// other way round, and reports whether they are.
func (d *blockDiff) turned(i, j int) bool {
	x, y := d.a[i], d.b[j]
	if len(x.Kids[2].Kids)+len(y.Kids[2].Kids) > 0 || !truth.Opposite(x.Kids[0], y.Kids[0]) {
		return false
	}
	thenA, thenB, restA, restB := x.Kids[1].Kids, y.Kids[1].Kids, d.a[i+1:], d.b[j+1:]
	switch {
	case leavesAlone(y) && (goesOn(x.Kids[1], y.Kids[1], restB) || isPassed(thenB, restA) && len(restB) > 0):
		thenA, thenB, restB = slices.Concat(thenA, restA), restB, unjumped(thenB, restA)
	case leavesAlone(x) && (goesOn(y.Kids[1], x.Kids[1], restA) || isPassed(thenA, restB) && len(restA) > 0):
		thenA, restA, thenB = restA, unjumped(thenA, restB), slices.Concat(thenB, restB)
	default:
		return false
	}
	d.split(i, j)
	d.Block(thenA, thenB, false)
	d.Block(restA, restB, false)
	return true
}

// goesOn reports whether a branch is most of what follows the other version of its check, and not of its branch.
func goesOn(branch, other *tree.Node, rest []*tree.Node) bool {
	behind := &tree.Node{Role: lang.RoleBlock, Kids: rest}
	return len(rest) > 0 && tree.Held(branch, behind) >= minTurned && tree.Dice(branch, other) < minTurned
}

// isPassed reports whether a branch only goes to where nothing follows in the other version.
func isPassed(branch, rest []*tree.Node) bool {
	return len(rest) == 0 && len(branch) == 1 && len(unjumped(branch, rest)) == 0
}

// unjumped returns the statements of a branch without a jump at its end to where nothing follows.
func unjumped(branch, rest []*tree.Node) []*tree.Node {
	if n := len(branch); n > 0 && len(rest) == 0 && branch[n-1].Is(lang.RoleReturn, lang.RoleBreak) && len(branch[n-1].Kids) == 0 && branch[n-1].Op != "break" {
		return branch[:n-1]
	}
	return branch
}

// passes reports whether pairing i and j would only cross aligned declarations of names.
func (d *blockDiff) passes(i, j int) bool {
	for k, to := range d.toB {
		if to >= 0 && (k < i) != (to < j) && !effect.DeclaresOnly(d.a[k]) {
			return false
		}
	}
	return true
}

// leavesAlone reports whether an If leaves, and has no else.
func leavesAlone(n *tree.Node) bool { return len(n.Kids[2].Kids) == 0 && tree.Leaves(n.Kids[1]) }

// crosses reports whether pairing i and j would cross an aligned pair.
func (d *blockDiff) crosses(i, j int) bool {
	for k, to := range d.toB {
		if to >= 0 && (k < i) != (to < j) {
			return true
		}
	}
	return false
}

// pairUp compares a[i] and b[j] as the same statement.
func (d *blockDiff) pairUp(i, j int) {
	d.doneA[i], d.doneB[j] = true, true
	d.toB[i], d.fromB[j] = j, i
	d.Pair(d.a[i], d.b[j])
}

// orders finds statements that only changed order.
func (d *blockDiff) orders() {
	for i, x := range d.a {
		if d.doneA[i] {
			continue
		}
		for j, y := range d.b {
			if d.doneB[j] || !tree.Same(x, y) {
				continue
			}
			d.doneA[i], d.doneB[j] = true, true
			for k, to := range d.toB {
				if to < 0 || (k < i) == (to < j) {
					continue
				}
				if isEntry(x, d.a[k]) {
					d.say("", x, y) // which of them comes first seldom matters
					break
				}
				if effect.Conflict(x, d.a[k]) {
					first, second := y, d.b[to]
					if to < j {
						first, second = second, first
					}
					d.say(OrderChanged, span(first, second, d.a), span2(first, second))
					break
				}
			}
			break
		}
	}
}

// isEntry reports whether two statements call one function with other constants and nothing else, as those do that
// register one thing after the other.
func isEntry(x, y *tree.Node) bool {
	return x.Is(lang.RoleCall) && y.Is(lang.RoleCall) && len(x.Kids) > 1 && len(y.Kids) > 1 && tree.Same(x.Kids[0], y.Kids[0]) && areConstants(x.Kids[1:]) && areConstants(y.Kids[1:])
}

// areConstants reports whether values are all literals.
func areConstants(values []*tree.Node) bool {
	return !slices.ContainsFunc(values, func(n *tree.Node) bool {
		return len(n.Kids) > 0 || !n.Is(lang.RoleString, lang.RoleNumber, lang.RoleBool, lang.RoleNull)
	})
}

// span2 returns a node from the first to the second.
func span2(first, second *tree.Node) *tree.Node {
	return &tree.Node{Line: first.Line, Start: first.Start, End: max(first.End, second.End)}
}

// span returns a node for the range of two statements in base.
func span(x, y *tree.Node, in []*tree.Node) *tree.Node {
	var found []*tree.Node
	for _, n := range in {
		if tree.Same(n, x) || tree.Same(n, y) {
			found = append(found, n)
		}
	}
	if len(found) < 2 {
		return nil
	}
	return span2(found[0], found[len(found)-1])
}

// gap is a run of statements between aligned ones.
type gap struct{ a, b []int }

// gaps returns the runs of statements that are not compared yet.
func (d *blockDiff) gaps() []gap {
	var out []gap
	i, j := 0, 0
	for i < len(d.a) || j < len(d.b) {
		var g gap
		for i < len(d.a) && d.toB[i] < 0 {
			if !d.doneA[i] {
				g.a = append(g.a, i)
			}
			i++
		}
		for j < len(d.b) && d.fromB[j] < 0 {
			if !d.doneB[j] {
				g.b = append(g.b, j)
			}
			j++
		}
		if len(g.a)+len(g.b) > 0 {
			out = append(out, g)
		}
		if i < len(d.a) && d.toB[i] >= 0 && (j >= len(d.b) || d.fromB[j] >= 0) {
			i++
			j++
		} else if i >= len(d.a) && j < len(d.b) && d.fromB[j] >= 0 {
			j++
		} else if i < len(d.a) && d.toB[i] >= 0 {
			i++
		}
	}
	return out
}

// likes pairs similar statements of a gap, in order.
func (d *blockDiff) likes() {
	for _, g := range d.gaps() {
		n, m := len(g.a), len(g.b)
		if n == 0 || m == 0 || !d.spend(n*8, m) {
			continue
		}
		score := make([][]float64, n+1)
		like := make([][]float64, n)
		for i := range score {
			score[i] = make([]float64, m+1)
		}
		for i := n - 1; i >= 0; i-- {
			like[i] = make([]float64, m)
			for j := m - 1; j >= 0; j-- {
				s := d.likeness(d.a[g.a[i]], d.b[g.b[j]])
				if n == 1 && m == 1 && s > 0.3 {
					s = max(s, 0.5)
				}
				if s < 0.5 {
					s = 0
				}
				like[i][j] = s
				score[i][j] = max(score[i+1][j], score[i][j+1])
				if s > 0 {
					score[i][j] = max(score[i][j], score[i+1][j+1]+s)
				}
			}
		}
		for i, j := 0, 0; i < n && j < m; {
			switch {
			case like[i][j] > 0 && score[i][j] == score[i+1][j+1]+like[i][j]:
				d.pairUp(g.a[i], g.b[j])
				i++
				j++
			case score[i+1][j] >= score[i][j+1]:
				i++
			default:
				j++
			}
		}
	}
}

// minPassed is the minimum likeness of two versions of a statement that declarations went past.
const minPassed = 0.7

// passed pairs similar statements between which nothing but declarations changed its place.
func (d *blockDiff) passed() {
	for i, x := range d.a {
		for j, y := range d.b {
			if d.doneA[i] || d.doneB[j] || x.Role != y.Role || x.Is(lang.RoleAssign) {
				continue
			}
			if !d.spend(1, 1+len(d.a)/16) { // to pass an aligned pair is less than to compare nodes
				return
			}
			if d.passes(i, j) && d.likeness(x, y) >= minPassed {
				d.pairUp(i, j)
			}
		}
	}
}

// rest reports the statements that were added and removed. whole: of the body of a function.
func (d *blockDiff) rest(whole bool) {
	d.enclosed(d.a, d.doneA, d.b, d.doneB)
	d.enclosed(d.b, d.doneB, d.a, d.doneA)
	for _, g := range d.gaps() {
		if len(g.a) == 1 && len(g.b) == 1 {
			d.replaced(d.a[g.a[0]], d.b[g.b[0]])
			continue
		}
		for _, i := range g.a {
			d.cameOrWent(d.a[i], false, lastOf(i, d.a, whole))
		}
		for _, j := range g.b {
			d.cameOrWent(d.b[j], true, lastOf(j, d.b, whole))
		}
	}
}

// minEnclosed is the minimum share of a statement that a function has which took it over.
const minEnclosed = 0.8

// enclosed finds statements of one version that went into functions which only the other version has in their block,
// and the calls of these functions.
func (d *blockDiff) enclosed(of []*tree.Node, done []bool, others []*tree.Node, doneOthers []bool) {
	for _, fn := range others {
		if fn.Role != lang.RoleFunction || fn.Text == "" || slices.ContainsFunc(of, func(n *tree.Node) bool { return n.Role == lang.RoleFunction && n.Text == fn.Text }) {
			continue
		}
		took := false
		for i, n := range of {
			if !done[i] && n.Size >= minMoved && tree.Held(n, fn) >= minEnclosed {
				done[i], took = true, true
			}
		}
		for i, n := range others {
			if took && n.Is(lang.RoleCall) && tree.LastName(n.Kids[0]) == fn.Text {
				doneOthers[i] = true
			}
		}
		d.Moved = d.Moved || took
	}
}

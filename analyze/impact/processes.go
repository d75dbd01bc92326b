package impact

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// processes assigns a status to every flow of base and every new flow of head. Flows
// that start at a test are left out: tests are listed separately.
func processes(in *Input, affected []Affected) []Process {
	j := &flowMatcher{Input: in, affected: make(map[*graph.Node]bool), reach: make(map[*graph.Node][]uint64), drops: make(map[*graph.Node]bool), damaged: in.Set.Damaged()}
	for i := range affected {
		j.affected[affected[i].Node] = true
	}
	j.index()
	var out []Process
	for i := range in.BaseFlows {
		if p, ok := j.base(&in.BaseFlows[i]); ok {
			out = append(out, p)
		}
	}
	for i := range in.HeadFlows {
		if p, ok := j.added(&in.HeadFlows[i]); ok {
			out = append(out, p)
		}
	}
	for i := range out {
		j.show(&out[i])
	}
	sort.SliceStable(out, func(a, b int) bool {
		p, q := &out[a], &out[b]
		if p.Status != q.Status {
			return p.Status.rank() < q.Status.rank()
		}
		if p.Label != q.Label {
			return p.Label < q.Label
		}
		return p.ID < q.ID
	})
	return out
}

func (s Status) rank() int {
	return slices.Index([]Status{Broken, Changed, Removed, Added, AtRisk}, s)
}

// A flowMatcher pairs the flows of both sides and assigns a status to each.
type flowMatcher struct {
	*Input
	affected map[*graph.Node]bool
	// The flows of head by their steps, by their ends and by their entry; matched
	// are those that are paired with a flow of base.
	bySteps map[string]*graph.Process
	byEnds  map[[2]*graph.Node][]*graph.Process
	byEntry map[*graph.Node][]*graph.Process
	matched map[*graph.Process]bool
	// reach caches which nodes a node reaches in head, as a bit per index.
	reach map[*graph.Node][]uint64
	drops map[*graph.Node]bool // results of dropped
	// breaks by caller, in both sides' nodes.
	breaks  map[*graph.Node][]*Break
	damaged map[string]bool // see change.Set.Damaged
}

func (j *flowMatcher) index() {
	j.bySteps = make(map[string]*graph.Process, len(j.HeadFlows))
	j.byEnds = make(map[[2]*graph.Node][]*graph.Process)
	j.byEntry = make(map[*graph.Node][]*graph.Process)
	j.matched = make(map[*graph.Process]bool)
	for i := range j.HeadFlows {
		f := &j.HeadFlows[i]
		j.bySteps[j.key(f.Steps)] = f
		ends := [2]*graph.Node{f.Entry(), f.Terminal()}
		j.byEnds[ends] = append(j.byEnds[ends], f)
		j.byEntry[f.Entry()] = append(j.byEntry[f.Entry()], f)
	}
	// A flow that is unchanged in head is paired with itself only.
	for i := range j.BaseFlows {
		if f := j.bySteps[j.key(j.mapped(&j.BaseFlows[i]))]; f != nil {
			j.matched[f] = true
		}
	}
	j.breaks = make(map[*graph.Node][]*Break)
	for i := range j.Breaks {
		b := &j.Breaks[i]
		j.breaks[b.Caller] = append(j.breaks[b.Caller], b)
	}
}

// key identifies a list of head nodes, in which nil is a removed step.
func (j *flowMatcher) key(steps []*graph.Node) string {
	var b strings.Builder
	for _, n := range steps {
		if n == nil {
			b.WriteString("-,")
			continue
		}
		b.WriteString(strconv.Itoa(j.Head.Index(n)))
		b.WriteByte(',')
	}
	return b.String()
}

// mapped returns the steps of a flow of base in head, nil for removed steps.
func (j *flowMatcher) mapped(f *graph.Process) []*graph.Node {
	steps := make([]*graph.Node, len(f.Steps))
	for i, n := range f.Steps {
		steps[i] = j.Set.HeadOf(n)
	}
	return steps
}

// base assigns the status of a flow of base; false when the change does not affect it.
func (j *flowMatcher) base(f *graph.Process) (Process, bool) {
	if f.Entry().Test {
		return Process{}, false
	}
	p := Process{ID: f.ID, Label: f.Label, Type: f.Type, Base: f}
	steps := j.mapped(f)
	whole := j.whole(steps)
	p.Head = j.partner(steps, whole)
	entry, terminal := steps[0], steps[len(steps)-1]
	if j.breakOn(&p, f.Steps, steps) {
		p.ChangedSteps = j.differences(f, steps, p.Head)
		return p, true
	}
	if j.unread(&p, f, steps) {
		return p, true
	}
	if entry == nil || terminal == nil {
		p.Status = Removed
		gone := f.Entry()
		if entry != nil {
			gone = f.Terminal()
		}
		p.ChangedSteps = j.differences(f, steps, p.Head)
		p.Reason = fmt.Sprintf("`%s` was removed", gone.Name)
		return p, true
	}
	at := 0
	if !whole {
		at = j.cut(f, steps)
	}
	if at > 0 {
		if to := j.instead(f.Steps[at-1], f.Steps[at]); to != nil {
			p.ChangedSteps = j.differences(f, steps, p.Head)
			p.Status = Changed
			p.Reason = fmt.Sprintf("`%s` calls `%s` instead of `%s`", j.now(f.Steps[at-1]).Name, to.Name, j.now(f.Steps[at]).Name)
			return p, true
		}
		p.Status = Broken
		p.BrokenAt = &BrokenStep{Step: at + 1, From: j.now(f.Steps[at-1]), To: j.now(f.Steps[at])}
		p.ChangedSteps = j.differences(f, steps, p.Head)
		p.Reason = fmt.Sprintf("`%s` no longer reaches `%s`", p.BrokenAt.From.Name, p.BrokenAt.To.Name)
		return p, true
	}
	p.ChangedSteps = j.differences(f, steps, p.Head)
	if len(p.ChangedSteps) > 0 {
		p.Status = Changed
		p.Reason = describe(p.ChangedSteps)
		return p, true
	}
	return p, j.atRisk(&p, steps)
}

// unread reports whether a step of a flow is missing in a file of head that could not be
// parsed completely. Then it sets p to at risk.
func (j *flowMatcher) unread(p *Process, f *graph.Process, steps []*graph.Node) bool {
	for i, n := range f.Steps {
		if steps[i] == nil && j.damaged[n.Path] {
			p.ChangedSteps = append(p.ChangedSteps, Step{n, i + 1, Edited})
		}
	}
	if len(p.ChangedSteps) == 0 {
		return false
	}
	p.Status = AtRisk
	p.Reason = fmt.Sprintf("`%s` is in a file that could not be read whole", p.ChangedSteps[0].Symbol.Name)
	return true
}

// atRisk sets p to at risk if its steps only depend on what changed.
func (j *flowMatcher) atRisk(p *Process, steps []*graph.Node) bool {
	for i, h := range steps {
		if h != nil && j.affected[h] {
			p.ChangedSteps = append(p.ChangedSteps, Step{h, i + 1, Reaches})
		}
	}
	if len(p.ChangedSteps) == 0 {
		return false
	}
	p.Status = AtRisk
	p.Reason = fmt.Sprintf("`%s` depends on what changed", p.ChangedSteps[0].Symbol.Name)
	return true
}

// added assigns the status of a flow that only head has. Without any new symbol or call, the
// flow existed in base and was not traced there.
func (j *flowMatcher) added(f *graph.Process) (Process, bool) {
	if j.matched[f] || f.Entry().Test {
		return Process{}, false
	}
	p := Process{ID: f.ID, Label: f.Label, Type: f.Type, Head: f, Status: Added}
	if j.breakOn(&p, f.Steps, f.Steps) {
		return p, true
	}
	for i, n := range f.Steps {
		if j.gained(f.Steps[:i], n) {
			p.ChangedSteps = append(p.ChangedSteps, Step{n, i + 1, Gained})
		}
	}
	if len(p.ChangedSteps) == 0 {
		return p, false
	}
	p.Reason = describe(p.ChangedSteps)
	return p, true
}

// gained reports whether a flow gained n behind the steps before it: base does not have n, or did
// not lead to it from the last of those steps that it has. What a call went through since, such as
// an extracted function, does not make new what comes behind it.
func (j *flowMatcher) gained(before []*graph.Node, n *graph.Node) bool {
	if j.Set.BaseOf(n) == nil {
		return true
	}
	for i := len(before) - 1; i >= 0; i-- {
		if j.Set.BaseOf(before[i]) != nil {
			return j.newCall(before[i], n)
		}
	}
	return len(before) > 0
}

// newCall reports whether base did not lead from one node to the other.
func (j *flowMatcher) newCall(from, to *graph.Node) bool {
	a, b := j.Set.BaseOf(from), j.Set.BaseOf(to)
	return a == nil || b == nil || !linked(j.Base, a, b)
}

// breakOn reports whether a proved break is on a flow, and then sets p to broken
// there: at the broken use of the next step, else at the first step with a broken use.
// steps are the steps of flow in head.
func (j *flowMatcher) breakOn(p *Process, flow, steps []*graph.Node) bool {
	found := -1
	var cause *Break
	next := false
	for i, h := range steps {
		if h == nil {
			continue
		}
		for _, b := range j.breaks[h] {
			leads := i+1 < len(flow) && (flow[i+1] == b.Callee || steps[i+1] == b.Callee)
			if found < 0 || leads && !next {
				found, cause, next = i, b, leads
			}
		}
	}
	if found < 0 {
		return false
	}
	p.Status, p.ByBreak = Broken, true
	p.BrokenAt = &BrokenStep{Step: found + 1, From: steps[found], To: cause.Callee, Path: cause.Path, Line: cause.Line}
	if next {
		p.BrokenAt.Step = found + 2
		p.BrokenAt.To = flow[found+1]
	}
	p.Reason = fmt.Sprintf("%s, and `%s` still uses it", cause.Reason, steps[found].Name)
	return true
}

// partner returns the flow of head that continues a flow of base, nil when there is
// none: the one with the same steps, or with the same ends, or a flow from the same entry
// that continues after the old terminal. Which flows are traced depends on the rest of the
// code, so a flow that is unchanged in head (whole) is paired with itself only.
func (j *flowMatcher) partner(steps []*graph.Node, whole bool) *graph.Process {
	if f := j.bySteps[j.key(steps)]; f != nil || whole {
		return f
	}
	entry, terminal := steps[0], steps[len(steps)-1]
	if entry == nil || terminal == nil {
		return nil
	}
	f := j.nearest(j.byEnds[[2]*graph.Node{entry, terminal}], steps)
	if f == nil {
		var through []*graph.Process
		for _, g := range j.byEntry[entry] {
			if slices.Contains(g.Steps, terminal) {
				through = append(through, g)
			}
		}
		f = j.nearest(through, steps)
	}
	if f != nil {
		j.matched[f] = true
	}
	return f
}

// nearest returns the flow with most steps in common that is not paired yet, the first of
// several.
func (j *flowMatcher) nearest(flows []*graph.Process, steps []*graph.Node) *graph.Process {
	var best *graph.Process
	most := -1
	for _, f := range flows {
		if j.matched[f] {
			continue
		}
		n := 0
		for _, h := range f.Steps {
			if slices.Contains(steps, h) {
				n++
			}
		}
		if 2*n-len(f.Steps) > most || best == nil {
			best, most = f, 2*n-len(f.Steps)
		}
	}
	return best
}

// cut returns the index of the first step of a flow that certainly can no longer be reached
// from the one before; 0 when there is none or the terminal is still reached. Both ends have
// to exist in head.
func (j *flowMatcher) cut(f *graph.Process, steps []*graph.Node) int {
	if j.reaches(steps[0], steps[len(steps)-1]) {
		return 0
	}
	from := 0 // last step that exists in head
	for i := 1; i < len(steps); i++ {
		if steps[i] == nil {
			continue
		}
		if !linked(j.Head, steps[from], steps[i]) && !j.reaches(steps[from], steps[i]) {
			if !j.dropped(steps[from]) {
				return 0
			}
			return from + 1
		}
		from = i
	}
	return 0
}

// instead returns what a node of base calls in head in place of an earlier callee: a new
// callee on the lines that replace that call; nil if there is none. A new value is a step only in
// place of another new value: a value takes over nothing of what a function did.
func (j *flowMatcher) instead(from, to *graph.Node) *graph.Node {
	h := j.Set.HeadOf(from)
	if h == nil {
		return nil
	}
	for _, was := range j.Base.Out(from) {
		if was.Target != to || was.Type != graph.Calls {
			continue
		}
		for _, is := range j.Head.Out(h) {
			if is.Type == graph.Calls && is.Target != h && is.Target.Label.Callable() && (is.Target.Label != graph.Constructor || to.Label == graph.Constructor) && j.newCall(h, is.Target) && j.replaced(from, was.Sites, h, is.Sites) {
				return is.Target
			}
		}
	}
	return nil
}

// replaced reports whether each old site has a new site in its place.
func (j *flowMatcher) replaced(from *graph.Node, was []graph.Site, h *graph.Node, is []graph.Site) bool {
	for _, old := range was {
		if !slices.ContainsFunc(is, func(s graph.Site) bool { return j.Set.Replaces(from.Path, old.Line, h.Path, s.Line) }) {
			return false
		}
	}
	return len(was) > 0
}

// dropped reports whether a node of head certainly lost the calls that it no longer makes:
// the node was edited, and all its new calls and references lead to code whose calls are known.
// A call that head just cannot resolve is no proof.
func (j *flowMatcher) dropped(h *graph.Node) bool {
	known, ok := j.drops[h]
	if !ok {
		known = j.drop(h)
		j.drops[h] = known
	}
	return known
}

func (j *flowMatcher) drop(h *graph.Node) bool {
	b := j.Set.BaseOf(h)
	if b == nil || j.damaged[h.Path] {
		return false
	}
	if c := j.Set.Symbol(b); c == nil || !c.Semantic() {
		return false
	}
	for _, name := range h.Unknown {
		if !slices.Contains(b.Unknown, name) {
			return false
		}
	}
	var anew []*graph.Node
	for _, e := range j.Head.Out(h) {
		if !leads(e) || e.Target == h {
			continue
		}
		if was := j.Set.BaseOf(e.Target); was != nil && linked(j.Base, b, was) {
			continue
		}
		if e.Confidence < certain || !e.Target.Label.Callable() && !e.Target.Label.IsType() {
			return false // a variable may hold a function
		}
		anew = append(anew, e.Target)
	}
	for _, n := range j.Head.Search(anew, graph.Forward, leads, -1).Nodes {
		if n != h && (n.Abstract || len(n.Unknown) > 0) || j.damaged[n.Path] {
			return false
		}
	}
	return true
}

// certain is the confidence from which on the target of an edge is the only possible one.
const certain = 0.96

// leads reports whether control can pass along e: by a call, or by a function passed as a value.
func leads(e *graph.Edge) bool {
	return e.Type == graph.Calls || e.Type == graph.MayCall || e.Type == graph.References
}

// whole reports whether head still leads from each step to the next.
func (j *flowMatcher) whole(steps []*graph.Node) bool {
	for i := range steps {
		if steps[i] == nil || i > 0 && !linked(j.Head, steps[i-1], steps[i]) {
			return false
		}
	}
	return true
}

// linked reports whether control can pass from a to b in one step.
func linked(g *graph.Graph, a, b *graph.Node) bool {
	for _, e := range g.Out(a) {
		if e.Target == b && (e.Type == graph.Calls || e.Type == graph.References) {
			return true
		}
	}
	return g.Find(b, graph.Overrides, a) != nil
}

// reaches reports whether calls lead from one node of head to another. A function that is
// passed as a value counts as called; with a method, its overrides count as called.
func (j *flowMatcher) reaches(from, to *graph.Node) bool {
	r := j.reach[from]
	if r == nil {
		r = make([]uint64, len(j.Head.Nodes)/64+1)
		for _, n := range j.Head.Search([]*graph.Node{from}, graph.Forward, leads, -1).Nodes {
			i := j.Head.Index(n)
			r[i/64] |= 1 << (i % 64)
		}
		j.reach[from] = r
	}
	has := func(n *graph.Node) bool {
		i := j.Head.Index(n)
		return r[i/64]&(1<<(i%64)) != 0
	}
	if has(to) {
		return true
	}
	for _, e := range j.Head.Out(to) {
		if e.Type == graph.Overrides && has(e.Target) {
			return true
		}
	}
	return false
}

// differences returns the steps of a flow that differ, in the order of base's flow, then the
// steps gained in its partner.
func (j *flowMatcher) differences(f *graph.Process, steps []*graph.Node, head *graph.Process) []Step {
	var out []Step
	position := make(map[*graph.Node]int)
	if head != nil {
		for i, n := range head.Steps {
			position[n] = i + 1
		}
	}
	kept := inOrder(steps, position)
	before := steps[0] // the last step that still exists
	for i, n := range f.Steps {
		h, c := steps[i], j.Set.Symbol(n)
		joined := i == 0 || j.joined(before, h) || head == nil && j.joined(steps[i-1], h)
		switch {
		case h == nil:
			out = append(out, Step{n, i + 1, Lost})
			continue
		case !joined && position[h] == 0 && before != nil && (j.reaches(before, h) || j.dropped(before)):
			out = append(out, Step{h, i + 1, Lost})
			continue
		case !joined && kept[i] && position[before] != 0 && position[before] <= position[h] && !j.gains(head.Steps[position[before]-1:position[h]]):
			// Another path, which existed before, still leads there: the direct call is lost.
			out = append(out, Step{h, i + 1, Lost})
		case position[h] != 0 && !kept[i]:
			out = append(out, Step{h, i + 1, Reordered})
		case c != nil && c.Semantic():
			out = append(out, Step{h, i + 1, Edited})
		}
		before = h
	}
	if head != nil {
		for i, n := range head.Steps {
			if !slices.Contains(steps, n) && j.gained(head.Steps[:i], n) {
				out = append(out, Step{n, i + 1, Gained})
			}
		}
	}
	return out
}

// gains reports whether head leads along a part of a flow by a call that base did not have.
func (j *flowMatcher) gains(part []*graph.Node) bool {
	for i := 1; i < len(part); i++ {
		if j.newCall(part[i-1], part[i]) {
			return true
		}
	}
	return false
}

func (j *flowMatcher) joined(from, to *graph.Node) bool {
	return from != nil && to != nil && linked(j.Head, from, to)
}

// inOrder marks the longest subsequence of steps that come in the same order in the other
// flow. Flows have at most a few dozen steps.
func inOrder(steps []*graph.Node, position map[*graph.Node]int) []bool {
	best := make([]int, len(steps)) // length of the longest run that ends here
	back := make([]int, len(steps))
	last := -1
	for i, h := range steps {
		if h == nil || position[h] == 0 {
			continue
		}
		best[i], back[i] = 1, -1
		for k := 0; k < i; k++ {
			if best[k] > 0 && position[steps[k]] < position[h] && best[k]+1 > best[i] {
				best[i], back[i] = best[k]+1, k
			}
		}
		if last < 0 || best[i] > best[last] {
			last = i
		}
	}
	kept := make([]bool, len(steps))
	for i := last; i >= 0; i = back[i] {
		kept[i] = true
	}
	return kept
}

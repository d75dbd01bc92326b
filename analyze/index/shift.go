package index

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Where every changed file says the same on both sides but for places, the graph of head is that
// of base with other places: nothing is resolved for it.

// Sides returns the Index of both sides of a change, which are loaded, and finds the areas of
// base. Where files of which only the outlines are loaded turn out to be needed, it loads them from blobs.
func (b *Builder) Sides(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot) (before, after *Index, err error) {
	sides := pool.New()
	shifts := b.shifts
	b.differences = nil
	hasHead := b.hasStored(head)
	switch {
	case len(b.Left) > 0:
		shifts, b.outlines = nil, nil // all files are loaded
	case hasHead:
		if shifts = nil; !b.hasStored(base) {
			b.differences = b.differencesOf(turned(b.unshifted))
		}
	default:
		b.differences = b.differencesOf(b.unshifted)
	}
	if b.differences == nil {
		if err := b.loadWhole(ctx, blobs, head); err != nil {
			return nil, nil, err
		}
	}
	back := hasHead && b.differences != nil
	if back {
		// As when the commits of a branch are checked one after the other, the newest first.
		after = b.Index(ctx, head)
		before = b.byDelta(ctx, after, head, base, true)
	} else if shifts == nil && b.differences == nil {
		sides.Go(func() { after = b.Index(ctx, head) })
	}
	if before == nil {
		before = b.traced(ctx, base)
	}
	if ctx.Err() == nil {
		sides.Go(func() { b.AddAreas(before, base) })
	}
	switch {
	case back:
	case shifts != nil:
		after = b.shiftedOrResolved(ctx, before, head)
	case b.differences != nil:
		after, err = b.deltaOrResolved(ctx, blobs, before, base, head)
	}
	sides.Wait()
	return before, after, err
}

// hasStored reports whether the graph of a snapshot came from the cache, or was made of one that did by shifts.
func (b *Builder) hasStored(s *diff.Snapshot) bool {
	return b.states[s] != nil && b.states[s].graph != nil
}

// shiftedOrResolved returns the Index of head by the graph of base where that has no fault.
func (b *Builder) shiftedOrResolved(ctx context.Context, base *Index, head *diff.Snapshot) *Index {
	if ctx.Err() == nil && !faulty(base.Graph) {
		if g, ok := shifted(base.Graph, b.shifts, head); ok {
			b.shifted++
			return &Index{Graph: g}
		}
	}
	return b.Index(ctx, head)
}

// deltaOrResolved returns the Index of head by the graph of base where that has all it takes.
func (b *Builder) deltaOrResolved(ctx context.Context, blobs source.Blobs, before *Index, base, head *diff.Snapshot) (*Index, error) {
	if ctx.Err() == nil {
		if x := b.byDelta(ctx, before, base, head, false); x != nil {
			return x, nil
		}
	}
	if err := b.loadWhole(ctx, blobs, head); err != nil {
		return nil, err
	}
	return b.Index(ctx, head), nil
}

// shifted returns g with the shifts that lead to a snapshot; false where they do not fit it.
func shifted(g *graph.Graph, shifts map[string]*graph.Shift, snapshot *diff.Snapshot) (*graph.Graph, bool) {
	to, ok := g.Shifted(shifts)
	return to, ok && fits(to, snapshot)
}

// shiftStored makes the graph of head where that of base was stored.
func (b *Builder) shiftStored(base, head *diff.Snapshot) {
	from := b.states[base]
	if b.shifts == nil || from == nil || from.graph == nil {
		return
	}
	if g, ok := shifted(from.graph, b.shifts, head); ok {
		b.states[head] = &state{graph: g, shifted: true}
		b.shifted++
	} else {
		b.shifts = nil
	}
}

// shiftBack makes the graph of base where that of head was stored, as it is when the commits of a
// branch are checked one after the other, the newest first. It reports whether that of head was;
// then nothing is to be made of the graph of base.
func (b *Builder) shiftBack(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot) (stored bool, err error) {
	if err := b.loadStates(ctx, blobs, []*diff.Snapshot{head}); err != nil {
		return false, err
	}
	to := b.states[head]
	if to.graph == nil {
		delete(b.states, head)
		return false, nil
	}
	b.shifts = nil
	pairs, _, _, err := b.pairings(ctx, blobs, head, base) // there are, since there were shifts
	if err != nil {
		return false, err
	}
	if shifts := b.shiftsOf(pairs); shifts != nil {
		if g, ok := shifted(to.graph, shifts, base); ok {
			from := b.states[base]
			from.graph, from.charge, from.shifted = g, to.charge, true
			b.shifted++
		}
	}
	return true, nil
}

// Shifted counts the graphs that were made of that of the other side.
func (b *Builder) Shifted() int { return b.shifted }

// findShifts sets the shifts from base to head, nil where there is more between them.
func (b *Builder) findShifts(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot) error {
	if base == head {
		return nil
	}
	pairs, projects, ok, err := b.pairings(ctx, blobs, base, head)
	if err != nil || !ok {
		return err
	}
	if projects || slices.ContainsFunc(pairs, func(p pairing) bool { return p.base == nil || p.head == nil }) {
		b.unshifted = pairs
		return nil
	}
	if err := b.peek(ctx, blobs, pairs); err != nil {
		return err
	}
	if b.shifts = b.shiftsOf(pairs); b.shifts == nil {
		b.unshifted = pairs
	}
	return nil
}

// A pairing is a file that reads otherwise on the two sides; nil where a side does not have it.
type pairing struct{ base, head *diff.File }

// either returns the file of a side that has it.
func (p *pairing) either() *diff.File { return cmp.Or(p.head, p.base) }

// facts returns the facts of both files, nil for none.
func (b *Builder) facts(p *pairing) (from, to *facts.File) {
	if p.base != nil {
		from = b.store.Of(p.base)
	}
	if p.head != nil {
		to = b.store.Of(p.head)
	}
	return from, to
}

// pairings returns the files that read otherwise on the two sides, without the project files that say the same to a graph. ok is
// false where the sides differ in more than these and in other files (see other). projects: also project files came or went. What
// the paths of those in no language decide about a file is part of its links (edges.Trace).
func (b *Builder) pairings(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot) (pairs []pairing, projects, ok bool, err error) {
	var manifests []pairing
	for f, h := range diff.Unlike(base.Files, head.Files) {
		if f == nil || h == nil {
			one := cmp.Or(f, h)
			if b.other(one) {
				continue
			}
			l, _ := b.store.Language(one)
			if l == nil && b.projects[path.Base(one.Path)] {
				projects = true
				continue
			}
			switch {
			case l == nil:
				return nil, false, false, nil
			case l.Grammar == nil:
				projects = true
			}
			pairs = append(pairs, pairing{f, h})
			continue
		}
		l, why := b.store.Language(f)
		k, reason := b.store.Language(h)
		switch {
		case l != k || why != reason:
			return nil, false, false, nil
		case l == nil || f.Blob == h.Blob:
		case l.Grammar == nil:
			manifests = append(manifests, pairing{f, h})
		default:
			pairs = append(pairs, pairing{f, h})
		}
	}
	if err := b.peek(ctx, blobs, manifests); err != nil {
		return nil, false, false, err
	}
	for i := range manifests {
		if from, to := b.facts(&manifests[i]); from == nil || to == nil || projectFacts(from) != projectFacts(to) {
			pairs = append(pairs, manifests[i])
		}
	}
	return pairs, projects, true, nil
}

// shiftsOf returns the shifts that lead from base to head, nil where there is more between
// them. The facts of the pairs are made.
func (b *Builder) shiftsOf(pairs []pairing) map[string]*graph.Shift {
	shifts := make(map[string]*graph.Shift, len(pairs))
	for i := range pairs {
		from, to := b.facts(&pairs[i])
		if from == nil || to == nil {
			return nil
		}
		shift := shiftOf(from, to)
		if shift == nil {
			return nil
		}
		shifts[pairs[i].base.Path] = shift
	}
	return shifts
}

// A carried is what a node takes over of the definition that it stands for, and which shifts.
type carried struct {
	name                                             string
	start, line, end, signatureEnd, docStart, docEnd int
	signature, body, doc                             uint64
}

// shiftOf returns the shift of a file for its graph, nil where the facts differ in more.
func shiftOf(from, to *facts.File) *graph.Shift {
	s := facts.ShiftOf(from, to)
	if s == nil {
		return nil
	}
	defs := make(map[carried]int, len(from.Defs))
	for i := range from.Defs {
		k := carriedOf(&from.Defs[i])
		if other, twice := defs[k]; twice && (carriedOf(&to.Defs[other]) != carriedOf(&to.Defs[i]) || to.Defs[other].Sketch != to.Defs[i].Sketch) {
			return nil
		}
		defs[k] = i
	}
	return &graph.Shift{
		File: func(n *graph.Node) { n.End, n.BodyHash = max(1, int(to.Lines)), to.TopHash },
		Symbol: func(n *graph.Node) bool {
			i, ok := defs[carried{n.Name, n.Start, n.Line, n.End, n.SignatureEnd, n.DocStart, n.DocEnd, n.SignatureHash, n.BodyHash, n.DocHash}]
			if !ok {
				return false
			}
			d := &to.Defs[i]
			n.Start, n.Line, n.End, n.SignatureEnd, n.DocStart, n.DocEnd = int(d.Start), int(d.Line), int(d.End), int(d.SignatureEnd), int(d.DocStart), int(d.DocEnd)
			n.BodyHash, n.DocHash, n.Sketch = d.BodyHash, d.DocHash, d.Sketch
			if n.Label.Callable() && !n.Abstract {
				n.Decisions = to.DecisionsIn(d.Start, d.End)
			}
			return true
		},
		Line: func(line int) (int, bool) {
			v, ok := s.Line(int32(line))
			return int(v), ok
		},
		Offset: s.Offset,
	}
}

func carriedOf(d *facts.Def) carried {
	return carried{
		d.Name, int(d.Start), int(d.Line), int(d.End), int(d.SignatureEnd), int(d.DocStart), int(d.DocEnd), d.SignatureHash, d.BodyHash, d.DocHash,
	}
}

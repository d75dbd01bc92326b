package index

import (
	"cmp"
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Where the languages of the changed files allow it, the graph of head is made of that of base and its traces: only the
// code of some files is read.

// differencesOf returns what the files of pairs declare otherwise, by path; nil where that cannot be said of one, and for no
// pairs. The facts of the pairs are made.
func (b *Builder) differencesOf(pairs []pairing) map[string]*meaning.Difference {
	if len(pairs) == 0 {
		return nil
	}
	differences := make(map[string]*meaning.Difference, len(pairs))
	for i := range pairs {
		p := &pairs[i]
		d := b.differenceOf(p)
		if d == nil {
			return nil
		}
		differences[p.either().Path] = d
	}
	return differences
}

// turned returns the pairs from head to base.
func turned(pairs []pairing) []pairing {
	back := make([]pairing, len(pairs))
	for i, p := range pairs {
		back[i] = pairing{p.head, p.base}
	}
	return back
}

// isComparable reports whether both versions of a file have facts, in one language. Of a project file this holds where all that it
// decides is part of the links of other files.
func (b *Builder) isComparable(p *pairing) bool {
	from, to := b.facts(p)
	l, _ := b.store.Language(p.either())
	return (l.Grammar != nil || l.Rules.ProjectsPlace) && (p.base == nil || from != nil) && (p.head == nil || to != nil) && (from == nil || to == nil || from.Language == to.Language)
}

// differenceOf returns what a file declares otherwise on the two sides, nil where that cannot be said.
func (b *Builder) differenceOf(p *pairing) *meaning.Difference {
	if !b.isComparable(p) {
		return nil
	}
	from, to := b.facts(p)
	l, _ := b.store.Language(p.either())
	var d *meaning.Difference
	if l.Rules.ProjectsPlace {
		from, to = withoutProject(from), withoutProject(to)
	}
	switch {
	case l.Grammar == nil:
		return meaning.ProjectOf(cmp.Or(from, to))
	case !l.Rules.BodiesApart:
	case from == nil:
		d = meaning.WholeOf(to)
	case to == nil:
		d = meaning.WholeOf(from)
	default:
		d = meaning.DifferenceOf(from, to)
	}
	if d == nil {
		d = meaning.UnknownOf(from, to)
	}
	return d
}

// withoutProject returns the facts of a file, nil for none, without what it says about its project.
func withoutProject(f *facts.File) *facts.File {
	if f == nil || f.Manifest == nil {
		return f
	}
	code := *f
	code.Manifest = nil
	return &code
}

// byDelta returns the Index of head, made of that of base; nil where that cannot be done. With traced it has traces.
func (b *Builder) byDelta(ctx context.Context, base *Index, from, head *diff.Snapshot, traced bool) *Index {
	if !b.store.Complete() || faulty(base.Graph) || !answersAlike(base.Graph, head) {
		return nil
	}
	traces := base.traces
	if traces == nil {
		traces = b.tracesOf(from)
	}
	if traces == nil {
		return nil
	}
	in := ResolveInput(head, b.store, b.Left, b.outlines)
	for i := range in.Files {
		in.Files[i].Apart = b.outlines[in.Files[i].Path] != nil
	}
	in.Stop = func() bool { return ctx.Err() != nil }
	x := &Index{}
	in.Work = &x.Work
	if x.Graph, x.traces = resolve.Delta(resolve.Change{Input: in, Base: base.Graph, Traces: traces, Changed: b.differences, Traced: traced}); x.Graph == nil {
		return nil
	}
	b.deltas++
	return x
}

// Deltas counts the graphs that were made of that of the other side by reading the code of some files.
func (b *Builder) Deltas() int { return b.deltas }

// tracesKey is the cache key of the traces of a snapshot with a state.
func tracesKey(st *state) cache.Key { return cache.KeyOf("traces", string(st.key[:])) }

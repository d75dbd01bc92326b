package index

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// The cache knows the files of the snapshot whose state was stored last, for each repository. The state of the next one,
// as after a commit or an edit, is made of it by delta.

// A latest is a snapshot with the key of its state.
type latest struct {
	state cache.Key
	files []diff.File // without sizes
}

// latestKey is the cache key of the latest snapshot.
func (o *Options) latestKey() cache.Key { return cache.KeyOf("latest", o.Version, o.Repository) }

// keepLatest stores that a snapshot is the latest one, with the key of its state.
func (b *Builder) keepLatest(key cache.Key, snapshot *diff.Snapshot) {
	c := codec.Coder{Encoding: true}
	l := latest{key, snapshot.Files}
	l.code(&c)
	b.store.Cache.PutLarge(b.options.latestKey(), c.Buf)
}

// latest returns the latest snapshot and its state without the graph, nil for none.
func (b *Builder) latest() (*diff.Snapshot, *state) {
	data, ok := b.store.Cache.GetLarge(b.options.latestKey())
	c, l := codec.Coder{Buf: data}, latest{}
	if !ok {
		return nil, nil
	}
	if l.code(&c); c.Failed || c.Pos != len(data) {
		return nil, nil
	}
	return &diff.Snapshot{Files: l.files}, &state{key: l.state}
}

// code encodes or decodes a latest. It does not change the files that it encodes.
func (l *latest) code(c *codec.Coder) {
	key := string(l.state[:])
	if c.Text(&key); !c.Encoding {
		c.Failed = c.Failed || copy(l.state[:], key) != len(l.state)
	}
	codec.List(c, &l.files, 3)
	for i := range l.files {
		f := l.files[i]
		mode := uint64(f.Mode)
		c.Text(&f.Path)
		c.Text(&f.Blob)
		if c.Uint(&mode); !c.Encoding {
			f.Mode, f.Size = diff.Mode(mode), -1
			l.files[i] = f
		}
	}
}

// maxApart is how many files may read otherwise where the state of a snapshot is made of the latest one: a commit or some
// edits. What more files declare otherwise often reaches half of the code, and then the attempt is lost.
const maxApart = 16

// follow makes the state of a snapshot, which the cache lacks, of the latest one where that is near, and stores it.
func (b *Builder) follow(ctx context.Context, blobs source.Blobs, snapshot *diff.Snapshot) error {
	near, st := b.latest()
	if near == nil {
		return nil
	}
	pairs, _, ok, err := b.pairings(ctx, blobs, near, snapshot)
	if err != nil || !ok || len(pairs) > maxApart {
		return err
	}
	if err := b.peek(ctx, blobs, pairs); err != nil {
		return err
	}
	defer func() { b.differences = nil }()
	if b.differences = b.differencesOf(pairs); b.differences == nil {
		return nil
	}
	b.decoded.Add(int64(st.decode(b.store.Cache)))
	if st.graph == nil {
		return nil
	}
	if err := b.store.Load(ctx, blobs, snapshot); err != nil {
		return err
	}
	b.states[near] = st
	defer delete(b.states, near)
	x := b.byDelta(ctx, &Index{Graph: st.graph}, near, snapshot, true)
	if x == nil || ctx.Err() != nil {
		return nil
	}
	b.AddAreas(x, snapshot)
	own := b.states[snapshot]
	own.graph, own.communities, own.charge, own.followed = x.Graph, x.Communities, b.store.Charge(snapshot), true
	return nil
}

// peek makes the facts of pairs.
func (b *Builder) peek(ctx context.Context, blobs source.Blobs, pairs []pairing) error {
	files := make([]diff.File, 0, 2*len(pairs))
	for _, p := range pairs {
		for _, f := range []*diff.File{p.base, p.head} {
			if f != nil {
				files = append(files, *f)
			}
		}
	}
	return b.store.Peek(ctx, blobs, files)
}

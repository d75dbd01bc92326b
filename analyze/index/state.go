package index

import (
	"context"
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A snapshot is stored in two parts: its state, which is the graph with the areas, and its
// index, which refers to the state and adds the flows. The key of a state is made of the content
// that is resolved, so commits that differ only in other files share it, as far as the files that
// were asked for (graph.Graph.Asked) are the same. The key of an index is made of the tree's ID, so
// it is found without reading the repository.

// A state is the stored graph of a snapshot with its areas.
type state struct {
	key         cache.Key
	graph       *graph.Graph // nil: not in the cache
	communities []graph.Community
	charge      int64           // memory charged for its files in the budget
	shifted     bool            // the graph was made of that of the other side
	followed    bool            // the graph was made of that of the latest snapshot
	traces      *resolve.Traces // see tracesOf
}

// Load gets from the cache what it has of both sides of a change, which may be the same. Where it has
// neither, follow tries to make the state of base. Then Load computes the facts of all files of a side
// that the cache lacks, and of all changed files. Of head it needs neither where its graph can be made of
// that of base, and only outlines of files that are apart from the change (loadNear).
func (b *Builder) Load(ctx context.Context, blobs source.Blobs, base, head *diff.Snapshot, changes []diff.FileChange) error {
	sides := slices.Compact([]*diff.Snapshot{base, head})
	if err := b.findShifts(ctx, blobs, base, head); err != nil {
		return err
	}
	resolved := sides
	if b.shifts != nil {
		resolved = sides[:1]
	}
	if err := b.loadStates(ctx, blobs, resolved); err != nil {
		return err
	}
	if b.shifts != nil && b.store.Cache != nil && b.states[base].graph == nil {
		stored, err := b.shiftBack(ctx, blobs, base, head)
		if err != nil {
			return err
		}
		if stored {
			resolved = sides
		}
	}
	if b.shiftStored(base, head); b.shifts == nil && len(resolved) < len(sides) {
		resolved = sides
		if err := b.loadStates(ctx, blobs, sides[1:]); err != nil {
			return err
		}
	}
	if b.store.Cache != nil && !b.hasStored(base) && !b.hasStored(head) {
		if err := b.follow(ctx, blobs, base); err != nil {
			return err
		}
	}
	var missing []*diff.Snapshot
	for _, side := range resolved {
		if b.hasStored(side) {
			b.store.Spend(b.states[side].charge)
		} else {
			missing = append(missing, side)
		}
	}
	b.outlines = nil
	outlined := false
	if len(missing) == 1 && missing[0] == head && b.shifts == nil {
		var err error
		if outlined, err = b.loadNear(ctx, blobs, base, head); err != nil {
			return err
		}
	}
	if !outlined {
		if err := b.store.Load(ctx, blobs, missing...); err != nil {
			return err
		}
	}
	if b.shifts != nil || outlined {
		b.store.Spend(b.chargeOf(base)) // for head
	}
	if len(missing) == len(sides) {
		return nil
	}
	if b.store.Full() {
		// Both sides together decide which files are left out. A stored graph has all files.
		b.store.Forget()
		b.shifts, b.outlines = nil, nil
		clear(b.states)
		return b.store.Load(ctx, blobs, sides...)
	}
	return b.store.LoadFiles(ctx, blobs, diff.ChangedFiles(changes))
}

// loadStates gets what the cache has of snapshots.
func (b *Builder) loadStates(ctx context.Context, blobs source.Blobs, sides []*diff.Snapshot) error {
	if b.store.Cache == nil {
		return nil
	}
	var manifests []diff.File
	for _, side := range sides {
		for i := range side.Files {
			if l, _ := b.store.Language(&side.Files[i]); l != nil && l.Grammar == nil {
				manifests = append(manifests, side.Files[i])
			}
		}
	}
	if err := b.store.LoadFiles(ctx, blobs, manifests); err != nil {
		return err
	}
	decode := pool.New()
	for _, side := range sides {
		st := &state{key: b.stateKey(side)}
		b.states[side] = st
		decode.Go(func() {
			b.decoded.Add(int64(st.decode(b.store.Cache)))
			if st.graph != nil && !fits(st.graph, side) {
				st.graph = nil
			}
		})
	}
	decode.Wait()
	return nil
}

// chargeOf returns what the files of a snapshot charge that is stored or loaded.
func (b *Builder) chargeOf(snapshot *diff.Snapshot) int64 {
	if b.hasStored(snapshot) {
		return b.states[snapshot].charge
	}
	return b.store.Charge(snapshot)
}

// Stored returns the number of graphs that came from the cache.
func (b *Builder) Stored() int {
	n := 0
	for _, st := range b.states {
		if st.graph != nil && !st.shifted && !st.followed {
			n++
		}
	}
	return n
}

// DecodedBytes is the total length of the stored graphs that were decoded.
func (b *Builder) DecodedBytes() int { return int(b.decoded.Load()) }

// stateKey is the cache key of the state of a snapshot, whose manifests have to be loaded. It
// covers the code that makes graphs, the options of areas, the paths of all files but the others (see
// other), the content of the source files and the facts of the manifests.
func (b *Builder) stateKey(snapshot *diff.Snapshot) cache.Key {
	parts := []string{b.options.Version, fmt.Sprint(b.options.Community)}
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		if b.other(f) {
			continue
		}
		parts = append(parts, f.Path)
		l, reason := b.store.Language(f)
		content := f.Blob
		if l == nil {
			content = ""
		} else if ff := b.store.Facts(f.Blob, l); l.Grammar == nil && ff != nil {
			content = projectFacts(ff)
		}
		parts = append(parts, string(reason), content)
	}
	return cache.KeyOf("state", parts...)
}

// projectFacts returns all that a graph takes from a project file, as bytes to compare: its facts without the number of lines.
func projectFacts(f *facts.File) string {
	said := *f
	said.Lines = 0
	return string(facts.Encode(&said))
}

// other reports whether a file matters to a graph only if a linker asks for its path: it is in no
// language, does not make its directory a project, and cannot stand for a source file.
func (b *Builder) other(f *diff.File) bool {
	l, reason := b.store.Language(f)
	return l == nil && reason == "" && !b.projects[path.Base(f.Path)] && !b.beside[strings.ToLower(path.Ext(f.Path))]
}

// fits reports whether a graph with the state key of a snapshot, or a shift of one, is the graph of that
// snapshot: the paths that were asked for have a file in the same cases. Then it sets the number of files.
func fits(g *graph.Graph, snapshot *diff.Snapshot) bool {
	if !answersAlike(g, snapshot) {
		return false
	}
	g.Files = len(snapshot.Files)
	return true
}

// answersAlike reports whether the paths that a graph asked for have a file in a snapshot in the same cases.
func answersAlike(g *graph.Graph, snapshot *diff.Snapshot) bool {
	for path, had := range g.Asked {
		if _, has := snapshot.File(path); has != had {
			return false
		}
	}
	return true
}

// decode sets the rest of a state from the cache entry with its key, and returns the length of
// the entry.
func (st *state) decode(c *cache.Cache) int {
	data, ok := c.GetLarge(st.key)
	if !ok {
		return 0
	}
	charge, n := binary.Uvarint(data)
	if n <= 0 {
		return 0
	}
	g, communities, err := graph.Decode(data[n:])
	if err == nil {
		st.graph, st.communities, st.charge = g, communities, int64(charge)
	}
	return len(data)
}

// put stores a state.
func (st *state) put(c *cache.Cache) {
	data := binary.AppendUvarint(nil, uint64(st.charge))
	c.PutLarge(st.key, append(data, graph.Encode(st.graph, st.communities)...))
}

// Stored returns the Index in the cache for a tree with this git ID; nil for none. It does not
// read the repository.
func Stored(c *cache.Cache, tree string, o Options) *Index {
	key, known := o.key(tree)
	if !known {
		return nil
	}
	return stored(c, key)
}

// key is the cache key of the Index of a tree; false for a snapshot without a tree ID.
func (o *Options) key(tree string) (key cache.Key, ok bool) {
	return cache.KeyOf("index", o.Version, tree, fmt.Sprint(o.Processes), fmt.Sprint(o.Community)), tree != "" // maps are printed sorted
}

// stored returns the Index in the cache with this key, nil for none.
func stored(c *cache.Cache, key cache.Key) *Index {
	data, ok := c.GetLarge(key)
	if !ok || len(data) < 2*len(cache.Key{}) {
		return nil
	}
	st := state{key: cache.Key(data[:len(cache.Key{})])}
	data = data[len(st.key):]
	asked := cache.Key(data[:len(cache.Key{})])
	data = data[len(asked):]
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return nil
	}
	data = data[n:]
	files, n := binary.Uvarint(data)
	if n <= 0 {
		return nil
	}
	if st.decode(c); st.graph == nil || askedKey(st.graph) != asked {
		return nil
	}
	st.graph.Files = int(files)
	processes, err := graph.DecodeProcesses(st.graph, data[n:])
	if err != nil {
		return nil
	}
	return &Index{Graph: st.graph, Communities: st.communities, Processes: processes, ProcessCount: int(count)}
}

// put stores an Index in the cache; its state has to be stored already.
func (x *Index) put(c *cache.Cache, key, state cache.Key) {
	asked := askedKey(x.Graph)
	data := append(slices.Clone(state[:]), asked[:]...)
	data = binary.AppendUvarint(data, uint64(x.ProcessCount))
	data = binary.AppendUvarint(data, uint64(x.Graph.Files))
	c.PutLarge(key, append(data, graph.EncodeProcesses(x.Graph, x.Processes)...))
}

// askedKey is equal for graphs with one state key exactly where they are the same graph.
func askedKey(g *graph.Graph) cache.Key { return cache.KeyOf("asked", fmt.Sprint(g.Asked)) } // maps are printed sorted

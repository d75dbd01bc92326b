package analyze

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A snapshot is stored in two parts: its state, which is the graph with the areas, and its
// index, which names the state and adds the flows. A state has the key of what is resolved,
// so that commits which differ in other files share it; an index has the key of the tree,
// so that it is found without reading the repository.

// A state is the graph of a snapshot with its areas, as the cache has it.
type state struct {
	key         cache.Key
	graph       *graph.Graph // nil: the cache does not have it
	communities []graph.Community
	charge      int64 // of its files to a budget
}

// loadChange gets what the cache has of both sides of a change, and makes the facts of all
// files of a side that it does not have, and of all changed files.
func (s *store) loadChange(ctx context.Context, in *Input) error {
	sides := slices.Compact([]*diff.Snapshot{in.Base, in.Head})
	if s.cache == nil {
		return s.load(ctx, in.Blobs, sides...)
	}
	var manifests []diff.File
	for _, side := range sides {
		for i := range side.Files {
			if l, _ := s.language(&side.Files[i]); l != nil && l.Grammar == nil {
				manifests = append(manifests, side.Files[i])
			}
		}
	}
	if err := s.loadFiles(ctx, in.Blobs, manifests); err != nil {
		return err
	}
	decode := pool.New()
	for _, side := range sides {
		st := &state{key: s.stateKey(side, &in.Policy)}
		s.states[side] = st
		decode.Go(func() { s.decoded.Add(int64(st.decode(s.cache))) })
	}
	decode.Wait()
	var missing []*diff.Snapshot
	for _, side := range sides {
		if st := s.states[side]; st.graph != nil {
			s.budget.spent += st.charge
		} else {
			missing = append(missing, side)
		}
	}
	if err := s.load(ctx, in.Blobs, missing...); err != nil {
		return err
	}
	if len(missing) < len(sides) && (s.budget.over() || len(s.budget.out) > 0) {
		// What is left out depends on both sides. A stored graph has all files.
		s.forget()
		return s.load(ctx, in.Blobs, sides...)
	}
	return s.loadFiles(ctx, in.Blobs, changedFiles(in.Changes))
}

// changedFiles returns the files of changes, of both sides.
func changedFiles(changes []diff.FileChange) []diff.File {
	var files []diff.File
	for i := range changes {
		c := &changes[i]
		if c.OldPath != "" {
			files = append(files, diff.File{Path: c.OldPath, Blob: c.OldBlob, Mode: c.OldMode})
		}
		if c.NewPath != "" {
			files = append(files, diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		}
	}
	return files
}

// storedStates counts the states that the cache had.
func (s *store) storedStates() int {
	n := 0
	for _, st := range s.states {
		if st.graph != nil {
			n++
		}
	}
	return n
}

// stateKey names the state of a snapshot, whose manifests are loaded: the code that makes
// graphs, the options of areas, all paths, the content of the source files and what the
// manifests say.
func (s *store) stateKey(snapshot *diff.Snapshot, policy *Policy) cache.Key {
	parts := []string{indexVersion(s.cache), fmt.Sprint(policy.Community)}
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		parts = append(parts, f.Path)
		l, reason := s.language(f)
		content := f.Blob
		if l == nil {
			content = ""
		} else if ff := s.facts(f.Blob, l); l.Grammar == nil && ff != nil {
			content = string(facts.Encode(ff))
		}
		parts = append(parts, string(reason), content)
	}
	return cache.KeyOf("state", parts...)
}

// decode sets the rest of a state from what the cache has for its key, and returns the length
// of that.
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

// Stored returns the Index that the cache has of a tree, by the ID that git gives it; nil
// for none. It reads no repository.
func Stored(c *cache.Cache, tree string, policy Policy) *Index {
	key, known := indexKey(c, tree, &policy)
	if !known {
		return nil
	}
	return stored(c, key)
}

// indexKey names the Index of a snapshot: the tree, the code that reads it and the part of
// the policy that an Index depends on. A snapshot without a tree has no key.
func indexKey(c *cache.Cache, tree string, policy *Policy) (key cache.Key, ok bool) {
	return cache.KeyOf("index", indexVersion(c), tree, fmt.Sprint(policy.Processes), fmt.Sprint(policy.Community)), tree != "" // maps are printed sorted
}

// stored returns the Index that the cache has for a key, nil for none.
func stored(c *cache.Cache, key cache.Key) *Index {
	data, ok := c.GetLarge(key)
	if !ok || len(data) < len(cache.Key{}) {
		return nil
	}
	st := state{key: cache.Key(data[:len(cache.Key{})])}
	data = data[len(st.key):]
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return nil
	}
	if st.decode(c); st.graph == nil {
		return nil
	}
	processes, err := graph.DecodeProcesses(st.graph, data[n:])
	if err != nil {
		return nil
	}
	return &Index{Graph: st.graph, Communities: st.communities, Processes: processes, ProcessCount: int(count)}
}

// put stores an Index, whose state the cache has, in the cache.
func (x *Index) put(c *cache.Cache, key, state cache.Key) {
	data := binary.AppendUvarint(slices.Clone(state[:]), uint64(x.ProcessCount))
	c.PutLarge(key, append(data, graph.EncodeProcesses(x.Graph, x.Processes)...))
}

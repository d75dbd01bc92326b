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
}

// loadChange gets what the cache has of both sides of a change, and makes the facts of all
// files of a side that it does not have, and of all changed files.
func (s *store) loadChange(ctx context.Context, in *Input) error {
	if s.cache == nil {
		return s.load(ctx, in.Blobs, in.Base, in.Head)
	}
	sides := []*diff.Snapshot{in.Base, in.Head}
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
		decode.Go(func() {
			var bytes int
			st.graph, st.communities, bytes = storedState(s.cache, st.key)
			s.decoded.Add(int64(bytes))
		})
	}
	decode.Wait()
	var wanted []diff.File
	for _, side := range sides {
		if s.states[side].graph == nil {
			wanted = append(wanted, side.Files...)
		}
	}
	return s.loadFiles(ctx, in.Blobs, append(wanted, changedFiles(in.Changes)...))
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

// storedState returns the graph and the areas that the cache has for a key, nil for none, and
// the length of what was decoded.
func storedState(c *cache.Cache, key cache.Key) (g *graph.Graph, communities []graph.Community, bytes int) {
	data, ok := c.GetLarge(key)
	if !ok {
		return nil, nil, 0
	}
	g, communities, err := graph.Decode(data)
	if err != nil {
		return nil, nil, len(data)
	}
	return g, communities, len(data)
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
	state := cache.Key(data[:len(cache.Key{})])
	data = data[len(state):]
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return nil
	}
	g, communities, _ := storedState(c, state)
	if g == nil {
		return nil
	}
	processes, err := graph.DecodeProcesses(g, data[n:])
	if err != nil {
		return nil
	}
	return &Index{Graph: g, Communities: communities, Processes: processes, ProcessCount: int(count)}
}

// put stores an Index, whose state the cache has, in the cache.
func (x *Index) put(c *cache.Cache, key, state cache.Key) {
	data := binary.AppendUvarint(slices.Clone(state[:]), uint64(x.ProcessCount))
	c.PutLarge(key, append(data, graph.EncodeProcesses(x.Graph, x.Processes)...))
}

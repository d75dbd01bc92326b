package cochange

import (
	"context"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// An Input asks which files usually change together with some files.
type Input struct {
	Base    *diff.Snapshot
	Paths   []string          // of the files, in Base
	Changes []diff.FileChange // the known changes; a file of Paths without one counts as changed in unknown lines
	Blobs   source.Blobs
	Log     source.Log // of the repository of Base; nil: no commit history is used
	Window  history.Window
	Store   *factstore.Store
}

// Partners ranks the other files of a snapshot, the most likely to change first.
func Partners(ctx context.Context, in Input) ([]Partner, error) {
	s := in.Store
	changes := make(map[string]*diff.FileChange)
	after := &diff.Snapshot{}
	for i := range in.Changes {
		c := &in.Changes[i]
		if c.OldPath != "" && c.NewPath != "" {
			changes[c.OldPath] = c
			after.Files = append(after.Files, diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		}
	}
	if err := s.Load(ctx, in.Blobs, in.Base, after); err != nil {
		return nil, err
	}
	var past *history.History
	if in.Log != nil {
		var err error
		if past, err = history.Read(ctx, in.Log, s.Cache, in.Base, in.Window); err != nil {
			return nil, err
		}
	}
	g := index.NewBuilder(s, index.Options{}).Index(ctx, in.Base).Graph
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var seeds []Seed
	for _, path := range in.Paths {
		if _, ok := in.Base.File(path); !ok {
			return nil, fmt.Errorf("%s: no such file", path)
		}
		seed := Seed{Path: path}
		if c := changes[path]; c != nil {
			seed.Hunks = c.Hunks
			seed.After = s.Of(&diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		}
		seeds = append(seeds, seed)
	}
	return New(files(s, in.Base, g), g, past).Partners(seeds), nil
}

// files returns the files of a snapshot that people write and edit.
func files(s *factstore.Store, snapshot *diff.Snapshot, g *graph.Graph) []File {
	var out []File
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		if s.Authored(f, g) {
			out = append(out, File{Path: f.Path, Facts: s.Of(f)})
		}
	}
	return out
}

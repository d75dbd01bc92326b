package analyze

import (
	"context"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A PartnersInput is the question which files usually change with some files.
type PartnersInput struct {
	Base      *diff.Snapshot
	Paths     []string          // of the files, in Base
	Changes   []diff.FileChange // how they change; a file that is in none may change anyhow
	Blobs     source.Blobs
	Log       source.Log // of the repository of Base; nil: the past is not looked at
	Window    history.Window
	Languages []*lang.Language
	Cache     *cache.Cache
	Workers   int
}

// Partners ranks the other files of a snapshot, those most likely to change too first.
func Partners(ctx context.Context, in PartnersInput) ([]cochange.Partner, error) {
	s := newLine(&Input{Languages: in.Languages, Cache: in.Cache, Workers: in.Workers})
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
		if past, err = history.Read(ctx, in.Log, in.Cache, in.Base, in.Window); err != nil {
			return nil, err
		}
	}
	g := s.index.Index(ctx, in.Base).Graph
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var seeds []cochange.Seed
	for _, path := range in.Paths {
		if _, ok := in.Base.File(path); !ok {
			return nil, fmt.Errorf("%s: no such file", path)
		}
		seed := cochange.Seed{Path: path}
		if c := changes[path]; c != nil {
			seed.Hunks = c.Hunks
			seed.After = s.Of(&diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode})
		}
		seeds = append(seeds, seed)
	}
	return cochange.New(s.cochangeFiles(in.Base, g), g, past).Partners(seeds), nil
}

// cochangeFiles are the files that people change: no generated and no vendored ones.
func (s *line) cochangeFiles(snapshot *diff.Snapshot, g *graph.Graph) []cochange.File {
	var files []cochange.File
	for i := range snapshot.Files {
		f := &snapshot.Files[i]
		if f.Mode == diff.Submodule || f.Mode == diff.Symlink || factstore.SetAside(f.Path, &lang.Language{}) != "" {
			continue
		}
		if n := g.Node("File:" + f.Path); n != nil && n.Generated {
			continue
		}
		files = append(files, cochange.File{Path: f.Path, Facts: s.Of(f)})
	}
	return files
}

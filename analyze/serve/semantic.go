package serve

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/search/embedding"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// fillTimeout is how long making the vectors of a repository may take at a time. What was
// made by then is in the cache, and the next question goes on.
const fillTimeout = time.Minute

// semantic returns what makes the search by likeness of a snapshot, nil when no service is
// configured.
func (v *Environment) semantic(repo *git.Repo, snapshot *diff.Snapshot, g *graph.Graph, conf *config.Config) func(context.Context, *search.Index) (search.Semantic, error) {
	s, err := config.LoadServices()
	if err == nil && s.ModelURL == "" && s.StoreURL == "" {
		return nil
	}
	checked := &health{now: time.Now}
	find := func(ctx context.Context, index *search.Index) (search.Semantic, error) {
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, fillTimeout)
		defer cancel()
		if s.ModelURL == "" {
			v := search.NewVectors(index)
			return stored(ctx, s, repo, v, v.Points())
		}
		key, unset := config.Expand(s.Key, v.Getenv)
		if unset != "" {
			return nil, &search.UnavailableError{Service: "embedding model", Reason: "off: the variable " + unset + " is not set"}
		}
		kept, closeCache := v.OpenCache(conf)
		defer closeCache()
		passages, err := readPassages(ctx, repo, snapshot, g)
		if err != nil {
			return nil, err
		}
		points, err := embedded(ctx, embedding.NewModel(s.ModelURL, key, s.Model, kept), passages)
		if err != nil {
			return nil, err
		}
		// The cache is closed when the first question comes.
		return stored(ctx, s, repo, embedding.NewModel(s.ModelURL, key, s.Model, nil), points)
	}
	return func(ctx context.Context, index *search.Index) (search.Semantic, error) {
		return checked.check(func() (search.Semantic, error) { return find(ctx, index) })
	}
}

// stored returns the search among points, in a store if there is one.
func stored(ctx context.Context, s *config.Services, repo *git.Repo, e search.Embedder, points []search.Point) (search.Semantic, error) {
	if s.StoreURL == "" {
		return search.NewEmbedded(e, search.Exact(points)), nil
	}
	name := sha256.Sum256([]byte(repo.Root() + "\x00" + s.ModelURL + "\x00" + s.Model))
	store := embedding.NewQdrant(s.StoreURL, fmt.Sprintf("nexus-ci-%x", name[:8]))
	if err := store.Fill(ctx, points); err != nil {
		return nil, err
	}
	return search.NewEmbedded(e, store), nil
}

// readPassages returns what the symbols of a snapshot say, in one order.
func readPassages(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, g *graph.Graph) ([]search.Passage, error) {
	source := search.NewSource(g)
	var paths, ids []string
	for i := range snapshot.Files {
		if file := &snapshot.Files[i]; source.Has(file.Path) {
			paths, ids = append(paths, file.Path), append(ids, file.Blob)
		}
	}
	all := make([][]search.Passage, len(paths))
	err := repo.Blobs().Read(ctx, ids, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		if err == nil { // a file that cannot be read is found by words
			all[i] = source.Passages(paths[i], content)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	var list []search.Passage
	for _, some := range all {
		list = append(list, some...)
	}
	return list, nil
}

// embedded returns the points of passages.
func embedded(ctx context.Context, e search.Embedder, passages []search.Passage) ([]search.Point, error) {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.Text
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	points := make([]search.Point, len(passages))
	for i, p := range passages {
		points[i] = search.Point{Doc: p.Doc, Vector: vectors[i]}
	}
	return points, nil
}

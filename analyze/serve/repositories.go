package serve

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/serve/registry"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// Root is the path by which the registry knows a repository.
func Root(repo *git.Repo) string {
	root := repo.Root()
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	return root
}

// remember puts the work tree that was just analysed on the list of repositories, and into
// the cache of which files it was, which tells later how many have changed. When that does
// not work nothing else changes, so it is a warning.
func (v *Environment) remember(repo *git.Repo, snapshot *diff.Snapshot, x *index.Index, store *cache.Cache) {
	dir, err := v.CacheDir()
	if err != nil {
		return // there is no cache then
	}
	known := registry.Open(dir)
	commit, _ := repo.Resolve("HEAD") // there may be none yet
	path := Root(repo)
	if before, ok := known.Get(path); ok && before.Tree == snapshot.Tree && before.Commit == commit {
		return
	}
	counts := engine.New(engine.Snapshot{Graph: x.Graph, Communities: x.Communities, ProcessCount: x.ProcessCount}).Stats()
	e := registry.Entry{
		Name: Name(repo, v.Dir), Path: path, Commit: commit, Tree: snapshot.Tree, Indexed: time.Now().UTC().Truncate(time.Second),
		Files: counts.Files, Symbols: counts.Symbols, Edges: x.Graph.EdgeCount(), Clusters: counts.Clusters, Flows: counts.Processes,
	}
	store.PutLarge(filesKey(e.Tree), filesOf(snapshot))
	if err := known.Put(e); err != nil {
		v.Warn(report.Clean(err.Error()))
	}
}

// filesKey is where the cache has the files of a tree.
func filesKey(tree string) cache.Key { return cache.KeyOf("files", tree) }

// filesOf lists the files of a snapshot with their content.
func filesOf(snapshot *diff.Snapshot) []byte {
	var b bytes.Buffer
	for i := range snapshot.Files {
		b.WriteString(snapshot.Files[i].Blob + " " + snapshot.Files[i].Path + "\x00")
	}
	return b.Bytes()
}

// differing counts the files that are in one of two lists of filesOf, or differ.
func differing(a, b []byte) int {
	files := make(map[string]string) // content by path
	for line := range strings.SplitSeq(string(a), "\x00") {
		if blob, path, ok := strings.Cut(line, " "); ok {
			files[path] = blob
		}
	}
	n := 0
	for line := range strings.SplitSeq(string(b), "\x00") {
		blob, path, ok := strings.Cut(line, " ")
		if before, known := files[path]; ok && (!known || before != blob) {
			n++
		}
		delete(files, path)
	}
	return n + len(files)
}

// Repositories lists those that were indexed. Names that several have get a number behind.
func (v *Environment) Repositories() ([]engine.Repository, error) {
	dir, err := v.CacheDir()
	if err != nil {
		return nil, err
	}
	entries, err := registry.Open(dir).List()
	if err != nil {
		v.Warn(report.Clean(err.Error()))
	}
	var list []engine.Repository
	namesakes := 0
	for i, e := range entries {
		name := e.Name
		if i > 0 && entries[i-1].Name == e.Name {
			namesakes++
			name = fmt.Sprintf("%s~%d", e.Name, namesakes+1)
		} else {
			namesakes = 0
		}
		list = append(list, engine.Repository{
			Name: name, Path: e.Path, Commit: e.Commit, Indexed: e.Indexed.Format(time.RFC3339),
			Files: e.Files, Symbols: e.Symbols, Edges: e.Edges, Clusters: e.Clusters, Flows: e.Flows,
		})
	}
	return list, nil
}

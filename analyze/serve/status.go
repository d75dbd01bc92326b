package serve

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search/embedding"
	"github.com/nexus-ci/nexus-ci/analyze/serve/registry"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// A Status says what was indexed last, and how far the work tree is from it.
type Status struct {
	Status     string `json:"status"` // current, stale or none
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit,omitempty"`
	Tree       string `json:"tree,omitempty"`
	Indexed    string `json:"indexed_at,omitempty"`
	// Differing is the number of files that differ now; absent where nobody knows.
	Differing *int `json:"files_differing,omitempty"`
	// Search are the ways to search, as services are configured.
	Search []Backend `json:"search"`
	// Stats are absent when the cache has lost the graph.
	Stats *engine.Stats `json:"stats,omitempty"`

	age time.Duration
}

// A Backend is one way to search.
type Backend struct {
	Name string `json:"name"`
	How  string `json:"how"`
}

// backends lists the ways to search, and asks the store of vectors whether it answers.
func backends(ctx context.Context, s *config.Services) []Backend {
	vectors := "hashed n-grams"
	if s.ModelURL != "" {
		vectors = strings.TrimSpace("language model " + s.Model)
	}
	if s.StoreURL != "" {
		vectors += ", qdrant: "
		if err := embedding.NewQdrant(s.StoreURL, "nexus-ci").Answers(ctx); err != nil {
			vectors += "unreachable"
		} else {
			vectors += "answers"
		}
	}
	return []Backend{{"lexical", "BM25"}, {"vector", vectors}, {"graph", "relations of symbols"}, {"ast", "syntax trees"}}
}

const (
	current = "current"
	stale   = "stale"
	none    = "not_indexed"
)

// Status returns the status of an open repository.
func (v *Environment) Status(ctx context.Context, repo *git.Repo, conf *config.Config) (*Status, error) {
	dir, err := v.CacheDir()
	if err != nil {
		return nil, err
	}
	now, err := repo.WorktreeSnapshot(ctx)
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	asked, err := config.LoadServices()
	if err != nil {
		return nil, err
	}
	s := &Status{Status: none, Repository: Name(repo, v.Dir), Path: Root(repo), Search: backends(ctx, asked)}
	e, ok := registry.Open(dir).Get(s.Path)
	if !ok {
		return s, nil
	}
	s.Status, s.Commit, s.Tree, s.Indexed, s.age = current, e.Commit, e.Tree, e.Indexed.Format(time.RFC3339), time.Since(e.Indexed)
	store, closeCache := v.OpenCache(conf)
	defer closeCache()
	n := 0
	s.Differing = &n
	if e.Tree != now.Tree || e.Tree == "" {
		s.Status = stale
		if before, ok := store.GetLarge(filesKey(e.Tree)); ok {
			n = differing(before, filesOf(now))
		} else {
			s.Differing = nil
		}
	}
	if x := index.Stored(store, e.Tree, conf.IndexOptions(store)); x != nil {
		s.Stats = engine.New(engine.Snapshot{Graph: x.Graph, Communities: x.Communities, Processes: x.Processes, ProcessCount: x.ProcessCount}).Stats()
	}
	return s, nil
}

// Text writes the status, then the counts.
func (s *Status) Text(w io.Writer) {
	line := func(format string, args ...any) { fmt.Fprintf(w, "%s\n", report.Clean(fmt.Sprintf(format, args...))) }
	line("%s (%s)", s.Repository, s.Path)
	if s.Status == none {
		line("not indexed yet; nexus-ci index does it, and so does every question")
		return
	}
	line("indexed %s, %s ago, at commit %.7s, tree %.7s", s.Indexed, ageText(s.age), s.Commit, s.Tree)
	switch {
	case s.Status == current:
		line("current: the work tree is as it was indexed")
	case s.Differing == nil:
		line("stale: the work tree has changed; the next question indexes it anew")
	default:
		line("stale: %s since then; the next question indexes it anew", differText(*s.Differing))
	}
	var ways []string
	for _, b := range s.Search {
		ways = append(ways, b.Name+" ("+b.How+")")
	}
	line("search: %s", strings.Join(ways, ", "))
	if s.Stats == nil {
		line("the cache has no graph of it any more; the next question makes it anew")
		return
	}
	s.Stats.Text(w)
}

func differText(n int) string {
	if n == 1 {
		return "1 file differs"
	}
	return fmt.Sprintf("%d files differ", n)
}

// ageText says how long a time is, in its largest unit.
func ageText(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", int(max(d, 0).Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

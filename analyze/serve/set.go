package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A Set is the repositories of one server.
type Set struct {
	ctx   context.Context
	of    func(dir string) *Environment
	all   *Environment
	fixed []engine.Repository // nil: those that were indexed

	mu   sync.Mutex
	live map[string]*Live // by path
}

// A Member is a repository of a Set.
type Member struct {
	Name, Path string
	// Engine returns the engine of its present state, and a function to call afterwards.
	Engine func(context.Context) (*engine.Engine, func(), error)
}

// A BareError says that a repository has no work tree to follow.
type BareError struct{ Dir string }

func (e *BareError) Error() string {
	return e.Dir + " is a bare repository; the server follows a work tree"
}

// Choose returns the repositories in dirs, or without dirs the one around a directory; nil
// where none is around it. Of those with the same name all but the first get another one.
func Choose(around *Environment, of func(dir string) *Environment, dirs []string) ([]engine.Repository, error) {
	environments := []*Environment{around}
	if len(dirs) > 0 {
		environments = nil
		for _, dir := range dirs {
			environments = append(environments, of(dir))
		}
	}
	var named []engine.Repository
	names := make(map[string]int)
	for _, e := range environments {
		repo, err := e.Open()
		if len(dirs) == 0 && errors.Is(err, git.ErrNotRepository) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		r := engine.Repository{Name: Name(repo, e.Dir), Path: Root(repo)}
		bare := repo.Root() == ""
		repo.Close()
		switch {
		case bare:
			return nil, &BareError{e.Dir}
		case slices.ContainsFunc(named, func(q engine.Repository) bool { return q.Path == r.Path }):
			continue
		}
		if names[r.Name]++; names[r.Name] > 1 {
			r.Name = fmt.Sprintf("%s~%d", r.Name, names[r.Name])
		}
		named = append(named, r)
	}
	return named, nil
}

// NewSet returns the repositories that are named, or when there are none all that were
// indexed, which all lists. of returns the environment of one. Its engines end with ctx.
func NewSet(ctx context.Context, all *Environment, of func(dir string) *Environment, named []engine.Repository) *Set {
	return &Set{ctx: ctx, all: all, of: of, fixed: named, live: make(map[string]*Live)}
}

// Warm reads the repositories before somebody asks: an editor starts the server with its
// session, and augment answers only from what was read. Trouble is told to who asks.
func (s *Set) Warm() {
	if s.fixed == nil {
		return // all that were ever indexed may be many
	}
	list, err := s.List()
	if err != nil {
		return
	}
	for _, r := range list {
		if _, done, err := r.Engine(s.ctx); err == nil {
			done()
		}
	}
}

// chosen returns what the registry says of the repositories that are served; of one that
// was not indexed yet there are only the name and the path.
func (s *Set) chosen() ([]engine.Repository, error) {
	known, err := s.all.Repositories()
	if err != nil || s.fixed == nil {
		return known, err
	}
	list := slices.Clone(s.fixed)
	for i := range list {
		for _, r := range known {
			if r.Path == list[i].Path {
				r.Name = list[i].Name
				list[i] = r
			}
		}
	}
	return list, nil
}

// List returns them with their engines.
func (s *Set) List() ([]Member, error) {
	chosen := s.fixed // the usual case needs no file
	if chosen == nil {
		var err error
		if chosen, err = s.chosen(); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Member
	for _, r := range chosen {
		l := s.live[r.Path]
		if l == nil {
			l = NewLive(s.ctx, s.of(r.Path))
			s.live[r.Path] = l
		}
		list = append(list, Member{Name: r.Name, Path: r.Path, Engine: func(ctx context.Context) (*engine.Engine, func(), error) {
			e, done, err := l.Engine(ctx)
			if err != nil && ctx.Err() == nil {
				err = s.all.Explain(err)
			}
			return e, done, err
		}})
	}
	return list, nil
}

// Stats returns what list_repos says. What was not indexed yet is indexed for it.
func (s *Set) Stats(ctx context.Context) ([]engine.Repository, error) {
	list, err := s.List()
	if err != nil {
		return nil, err
	}
	stats, err := s.chosen()
	if err != nil {
		return nil, err
	}
	for i := range stats {
		if stats[i].Indexed != "" || i >= len(list) {
			continue
		}
		e, done, err := list[i].Engine(ctx)
		if err != nil {
			return nil, err
		}
		c := e.Stats()
		stats[i].Files, stats[i].Symbols, stats[i].Edges, stats[i].Clusters, stats[i].Flows = c.Files, c.Symbols, e.Graph.EdgeCount(), c.Clusters, c.Processes
		done()
		if now, err := s.chosen(); err == nil && len(now) == len(stats) && now[i].Indexed != "" {
			stats[i] = now[i]
		}
	}
	return stats, nil
}

// Close lets go of all engines.
func (s *Set) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.live {
		l.Close()
	}
}

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/mcp"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

type mcpFlags struct {
	analysisFlags
	http   string
	writes bool
	all    bool
}

func (p *program) mcpCommand() *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp [DIRECTORY]...",
		Short: "Serve the code graph to agents over the Model Context Protocol (MCP)",
		Long: `mcp serves tools, resources and prompts over the Model Context Protocol: on standard
input and output, or with --http over HTTP on this machine only. Answers are always about
the current files of the work tree.

Over HTTP, clients have to send the token that the server prints; each start makes a new
one. Tools that change files are offered only with --writes.

It serves the repositories that are named. Without names it serves the one that contains
the current directory. If there is none, or with --all, it serves those that
index --list prints.`,
		Example: `  nexus-ci mcp                              the current repository
  nexus-ci mcp ~/src/app ~/src/lib          two repositories
  nexus-ci mcp --http 127.0.0.1:8722        at http://127.0.0.1:8722/mcp
  claude mcp add nexus-ci -- nexus-ci mcp   add it to an agent`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.serveMCP(cmd.Context(), &f, args)
		},
		Args: cobra.ArbitraryArgs,
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.http, "http", "", "listen on `address`, on this machine only, instead of standard input")
	flags.BoolVar(&f.writes, "writes", false, "with --http: also offer tools that change files, such as rename")
	flags.BoolVar(&f.all, "all", false, "serve all repositories that were indexed")
	f.analysisFlags.register(flags)
	return cmd
}

func (p *program) serveMCP(ctx context.Context, f *mcpFlags, dirs []string) error {
	if f.all && len(dirs) > 0 {
		return usagef("--all serves every repository; leave out the directories")
	}
	if f.writes && f.http == "" {
		return usagef("--writes: only with --http; on standard input the tools that change files are there")
	}
	// Nothing but answers goes to standard output.
	quiet := *p
	quiet.out = io.Discard
	s := &served{program: &quiet, flags: f.analysisFlags, ctx: ctx, live: make(map[string]*live)}
	defer s.close()
	if err := s.choose(f.all, dirs); err != nil {
		return err
	}
	go s.warm()
	server := mcp.New(mcp.Config{Version: readBuild().version, Served: s.list, Stats: s.stats, Writes: f.http == "" || f.writes})
	if f.http == "" {
		return server.ServeLines(ctx, p.in, p.out)
	}
	l, err := mcp.Listen(f.http)
	if err != nil {
		return usagef("--http %w", err)
	}
	token := rand.Text()
	fmt.Fprintf(p.err, "nexus-ci: listening at http://%s/mcp, for clients that send the header\nAuthorization: Bearer %s\n", l.Addr(), token)
	return server.ServeHTTP(ctx, l, token)
}

// served are the repositories of one server.
type served struct {
	program *program
	flags   analysisFlags
	ctx     context.Context
	fixed   []query.Repository // nil: those of the registry

	mu   sync.Mutex
	live map[string]*live // by path
}

// choose decides which repositories are served.
func (s *served) choose(all bool, dirs []string) error {
	if all {
		return nil
	}
	around := len(dirs) == 0
	if around {
		dirs = []string{s.flags.dir}
	}
	names := make(map[string]int)
	for _, dir := range dirs {
		f := s.flags
		f.dir = dir
		repo, err := s.program.open(&f)
		if around && errors.Is(err, git.ErrNotRepository) {
			return nil
		}
		if err != nil {
			return err
		}
		r := query.Repository{Name: repositoryName(repo, dir), Path: rootOf(repo)}
		bare := repo.Root() == ""
		repo.Close()
		switch {
		case bare:
			return usagef("%s is a bare repository; the server follows a work tree", dir)
		case slices.ContainsFunc(s.fixed, func(q query.Repository) bool { return q.Path == r.Path }):
			continue
		}
		if names[r.Name]++; names[r.Name] > 1 {
			r.Name = fmt.Sprintf("%s~%d", r.Name, names[r.Name])
		}
		s.fixed = append(s.fixed, r)
	}
	return nil
}

// warm reads the repositories before somebody asks: an editor starts the server with its
// session, and augment answers only from what was read. Trouble is told to who asks.
func (s *served) warm() {
	if s.fixed == nil {
		return // all that were ever indexed may be many
	}
	list, err := s.list()
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
func (s *served) chosen() ([]query.Repository, error) {
	known, err := s.program.repositories(&s.flags)
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

// list returns them with their engines.
func (s *served) list() ([]mcp.Repository, error) {
	chosen := s.fixed // the usual case needs no file
	if chosen == nil {
		var err error
		if chosen, err = s.chosen(); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []mcp.Repository
	for _, r := range chosen {
		l := s.live[r.Path]
		if l == nil {
			l = &live{program: s.program, flags: s.flags, ctx: s.ctx}
			l.flags.dir = r.Path
			s.live[r.Path] = l
		}
		list = append(list, mcp.Repository{Name: r.Name, Path: r.Path, Engine: func(ctx context.Context) (*query.Engine, func(), error) {
			e, done, err := l.engine(ctx)
			if err != nil && ctx.Err() == nil {
				err = errors.New(report.Clean(advised(err)))
			}
			return e, done, err
		}})
	}
	return list, nil
}

// stats returns what list_repos says. What was not indexed yet is indexed for it.
func (s *served) stats(ctx context.Context) ([]query.Repository, error) {
	list, err := s.list()
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
		stats[i].Files, stats[i].Symbols, stats[i].Edges, stats[i].Clusters, stats[i].Flows = c.Files, c.Symbols, len(e.Graph.Edges), c.Clusters, c.Processes
		done()
		if now, err := s.chosen(); err == nil && len(now) == len(stats) && now[i].Indexed != "" {
			stats[i] = now[i]
		}
	}
	return stats, nil
}

func (s *served) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.live {
		l.close()
	}
}

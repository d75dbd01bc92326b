package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/mcp"
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
		return exit.Usagef("--all serves every repository; leave out the directories")
	}
	if f.writes && f.http == "" {
		return exit.Usagef("--writes: only with --http; on standard input the tools that change files are there")
	}
	// Nothing but answers goes to standard output.
	quiet := *p
	quiet.Out = io.Discard
	s, err := quiet.workspace(&f.analysisFlags).Set(ctx, f.all, dirs)
	if err != nil {
		return err
	}
	defer s.Close()
	go s.Warm()
	server := mcp.New(mcp.Config{Version: build.Read().Version, Served: members(s), Stats: s.Stats, Writes: f.http == "" || f.writes})
	if f.http == "" {
		return server.ServeLines(ctx, p.In, p.Out)
	}
	l, err := mcp.Listen(f.http)
	if err != nil {
		return exit.Usagef("--http %w", err)
	}
	token := rand.Text()
	fmt.Fprintf(p.Err, "nexus-ci: listening at http://%s/mcp, for clients that send the header\nAuthorization: Bearer %s\n", l.Addr(), token)
	return server.ServeHTTP(ctx, l, token)
}

// members returns what lists the repositories of a set for the server.
func members(s *serve.Set) func() ([]mcp.Repository, error) {
	return func() ([]mcp.Repository, error) {
		list, err := s.List()
		var out []mcp.Repository
		for _, m := range list {
			out = append(out, mcp.Repository(m))
		}
		return out, err
	}
}

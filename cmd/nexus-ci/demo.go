package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/completion"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/demo"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

func (p *program) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo [DIRECTORY]",
		Short: "Check a small example repository and say what to try next",
		Long: `demo makes a small git repository with a branch that breaks something, checks the
branch, prints the report, and three commands to try next. It needs no network.

The repository is made in DIRECTORY, which must be empty or not exist, or else in a new
directory for temporary files. It stays there, so that you can look into it.`,
		Example: `  nexus-ci demo
  nexus-ci demo shop    make the repository in ./shop`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.demo(cmd.Context(), args)
		},
	}
}

func (p *program) demo(ctx context.Context, args []string) error {
	var dir string
	var err error
	if len(args) > 0 {
		dir, err = filepath.Abs(args[0])
	} else {
		dir, err = os.MkdirTemp("", "nexus-ci-demo-")
	}
	if err != nil {
		return fmt.Errorf("make the example: %w", err)
	}
	if err := demo.Make(dir); err != nil {
		if errors.Is(err, demo.ErrNotEmpty) {
			return exit.Usagef("make the example: %w; name another one", err)
		}
		return fmt.Errorf("make the example: %w", err)
	}
	at := "-C " + shellWord(dir)
	check := strings.Join([]string{"check", at, "--base", demo.Base, "--head", demo.Head}, " ")
	if _, err := fmt.Fprintf(p.Out, "%s\n\n$ %s %s\n\n", demo.About, p.name(), check); err != nil {
		return err
	}
	cmd := p.checkCommand()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs([]string{"-C", dir, "--base", demo.Base, "--head", demo.Head, "--no-cache", "--exit-zero"})
	if err := cmd.ExecuteContext(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "\nTry next:\n  %[1]s %[2]s --all\n  %[1]s explain merge-skew\n  %[1]s context %[3]s %[4]s\n\nIn a repository of your own: %[1]s check\n",
		p.name(), check, at, demo.Symbol)
	return err
}

// name is how the program was started, as far as it can be typed again.
func (p *program) name() string {
	if strings.Contains(filepath.ToSlash(p.self), "/go-build") {
		return "go run ./cmd/nexus-ci"
	}
	return "nexus-ci"
}

// shellWord quotes a path for a shell where it must be.
func shellWord(path string) string {
	if strings.ContainsFunc(path, completion.ShellSign) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

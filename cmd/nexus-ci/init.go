package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/starter"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

func (p *program) initCommand() *cobra.Command {
	var f analysisFlags
	dryRun := false
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a commented configuration that fits this repository",
		Long: `init looks at the files of the work tree and writes ` + config.FileName + ` at its root. All settings
in it are comments, so it changes nothing until you edit it. A file that is there already
is never changed.`,
		Example: `  nexus-ci init
  nexus-ci init --dry-run    print it`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.writeStarter(cmd.Context(), &f, dryRun)
		},
	}
	cmd.Flags().StringVarP(&f.dir, "directory", "C", ".", "use the repository that contains `directory`")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "print the file; write nothing")
	return cmd
}

func (p *program) writeStarter(ctx context.Context, f *analysisFlags, dryRun bool) error {
	repo, err := p.workspace(f).Open()
	if err != nil {
		return err
	}
	defer repo.Close()
	if repo.Root() == "" {
		return git.ErrBare
	}
	snapshot, err := serve.SnapshotOf(ctx, repo, "")
	if err != nil {
		return err
	}
	branch, err := repo.DefaultBranch()
	if err != nil {
		branch = "main" // as an example: the setting is a comment
	}
	text := starter.Text(snapshot, all.Languages(), branch)
	if dryRun {
		_, err := io.WriteString(p.Out, text)
		return err
	}
	name := filepath.Join(repo.Root(), config.FileName)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return exit.Usagef("%s exists and is left as it is; init --dry-run prints what it would hold", report.Clean(name))
	case err != nil:
		return fmt.Errorf("write the configuration: %w", err)
	}
	_, err = io.WriteString(file, text)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	_, err = fmt.Fprintf(p.Out, "wrote %s: all settings in it are comments\n", report.Clean(name))
	return err
}

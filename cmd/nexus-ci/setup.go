package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/editor"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/githook"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/gate"
)

// setupFlags are the flags of setup.
type setupFlags struct {
	dir       string
	failOn    string
	plugin    string
	preCommit bool
	project   bool
	print     bool
	remove    bool
	dryRun    bool
	force     bool
}

func (p *program) setupCommand() *cobra.Command {
	var f setupFlags
	cmd := &cobra.Command{
		Use:   "setup [EDITOR]... | --plugin DIR | --pre-commit",
		Short: "Connect editors and agents, or install a git hook that checks every commit",
		Long: `setup connects editors and agents: those that are named, or else all that are
installed. They are ` + strings.Join(editor.Names(), ", ") + `.
Each one gets an entry for the MCP server, and skills. Claude Code also gets a hook that
adds callers, callees and flows to its searches. Settings files are edited in place:
comments, order and other entries stay. A file that cannot be parsed is not changed. A
second run changes nothing, and --remove removes only what setup has added.

setup --plugin writes the same as one plugin directory for Claude Code.

setup --pre-commit writes a git hook that checks each commit and refuses it if it breaks
something, or reaches --fail-on. Otherwise the hook prints nothing. It is written to where
git looks for it: core.hooksPath, or the hooks of the repository, which linked work trees
share. The hook runs nexus-ci from the PATH, or else the program that wrote it. If there is
none, or the check itself fails, the hook says so and lets the commit through. A hook that
somebody else wrote is never changed. git commit --no-verify skips the hook once.`,
		Example: `  nexus-ci setup                                   all installed editors, for the user
  nexus-ci setup claude --project                  in the files of the project
  nexus-ci setup cursor --dry-run                  print what would be written
  nexus-ci setup --remove
  nexus-ci setup --plugin nexus-ci-plugin          then: claude --plugin-dir nexus-ci-plugin
  nexus-ci setup --pre-commit --fail-on critical
  nexus-ci setup --pre-commit --remove`,
		Args:      cobra.OnlyValidArgs,
		ValidArgs: editor.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.preCommit && (len(args) > 0 || f.project || f.print || f.plugin != ""):
				return exit.Usagef("setup: --pre-commit goes with --fail-on, --remove, --dry-run and --force only")
			case f.preCommit:
				return p.setup(cmd.Context(), &f)
			case cmd.Flags().Changed("fail-on") || f.force:
				return exit.Usagef("setup: --fail-on and --force go with --pre-commit")
			case f.plugin != "" && (len(args) > 0 || f.project || f.print || f.remove):
				return exit.Usagef("setup: --plugin goes with --dry-run only; to remove a plugin, delete its directory")
			case f.plugin != "":
				return p.setupPlugin(&f)
			}
			return p.setupEditors(&f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.project, "project", false, "write to the settings of the project, not to those of the user")
	flags.BoolVar(&f.print, "print", false, "print how to do it by hand; write nothing")
	flags.StringVar(&f.plugin, "plugin", "", "write a plugin for Claude Code to `directory`")
	flags.BoolVar(&f.preCommit, "pre-commit", false, "write the git hook that checks every commit")
	flags.StringVar(&f.failOn, "fail-on", gate.Break, "refuse a commit that reaches `gate`, which takes what check --fail-on takes; break: a commit that breaks something")
	flags.BoolVar(&f.remove, "remove", false, "remove what setup has added")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print what would be done; write nothing")
	flags.BoolVar(&f.force, "force", false, "also write to hooks that several repositories share")
	flags.StringVarP(&f.dir, "directory", "C", ".", "use the repository that contains `directory`")
	return cmd
}

// setup sets up the git hook.
func (p *program) setup(ctx context.Context, f *setupFlags) error {
	switch g, err := gate.Parse(f.failOn); {
	case err != nil:
		return exit.Usagef("--fail-on %s: %w", f.failOn, err)
	case g.Open():
		return exit.Usagef("--fail-on none: such a hook would never refuse a commit")
	}
	hook, err := githook.Find(ctx, f.dir)
	if err != nil {
		return exit.Usagef("find the hooks: %w", err)
	}
	o := githook.Options{Out: p.Out, FailOn: f.failOn, DryRun: f.dryRun, Force: f.force}
	if f.remove {
		return o.Remove(hook)
	}
	return o.Install(hook)
}

// setupEditors sets up the named editors, or those that are there.
func (p *program) setupEditors(f *setupFlags, names []string) error {
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("find your settings: %w", err)
	}
	target, err := p.editorTarget(f, home)
	if err != nil {
		return err
	}
	o := editor.Options{Out: p.Out, Tell: p.Tell, Getenv: p.getenv, Home: home, Print: f.print, Remove: f.remove, DryRun: f.dryRun}
	return o.SetUp(target, names)
}

// editorTarget returns where to set editors up. What a project shares names the program
// without its place, which is another one for each of those who share it.
func (p *program) editorTarget(f *setupFlags, home string) (*editor.Target, error) {
	if f.project {
		repo, err := workspace.Repository(f.dir)
		if err != nil {
			return nil, err
		}
		defer repo.Close()
		if repo.Root() == "" {
			return nil, git.ErrBare
		}
		return &editor.Target{Root: repo.Root(), Project: true, Binary: "nexus-ci"}, nil
	}
	binary, err := editor.OwnPath()
	return &editor.Target{Root: home, Binary: binary}, err
}

func (p *program) setupPlugin(f *setupFlags) error {
	binary, err := editor.OwnPath()
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(f.plugin)
	if err != nil {
		return err
	}
	changes, err := editor.Plugin(dir, build.Read().Version, binary)
	if err != nil {
		return exit.Usage(err)
	}
	return editor.Apply(p.Out, "plugin", changes, f.dryRun)
}

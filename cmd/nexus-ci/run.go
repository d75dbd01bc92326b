package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/apart"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/completion"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/interrupt"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/usage"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// A program is what the subcommands share.
type program struct {
	terminal.Streams
	getenv func(string) string
	// self is the file of the program, with which it starts itself; empty where it is none.
	self    string
	analyse analyst       // what it does then
	limit   time.Duration // how long that may take where no setting says so
	debug   bool          // tell of bugs with their stacks
	// interrupts decides what an interrupt ends; nil: the program.
	interrupts *interrupt.Guard
}

// run runs a program that does not start itself and returns its exit status.
func run(ctx context.Context, args []string, s terminal.Streams, getenv func(string) string) int {
	p := &program{Streams: s, getenv: getenv}
	return p.run(ctx, args)
}

// run runs the program and returns its exit status.
func (p *program) run(ctx context.Context, args []string) (status int) {
	defer func() {
		// A bug must not look like a verdict, nor bury the reader in a stack trace.
		if r := recover(); r != nil {
			f := fault.Of("", r)
			p.printStack(f)
			status = p.report(fmt.Errorf("internal error: %w; please report it with the command and the commits", f))
		}
	}()
	root := p.command()
	if err := usage.RefuseCommand(root, args); err != nil {
		return p.report(err)
	}
	root.SetArgs(args)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	return p.report(root.ExecuteContext(ctx))
}

// printStack prints where a bug is, with --debug. A report says what it cost.
func (p *program) printStack(f *fault.Fault) {
	if p.debug {
		fmt.Fprintf(p.Err, "nexus-ci: bug in %s\n%s\n", report.Clean(f.Error()), f.Stack)
	}
}

// report prints the error, if any, as one line and returns the exit status.
func (p *program) report(err error) int {
	status := exit.Status(err)
	if err == nil || errors.Is(err, exit.ErrFound) {
		return status
	}
	message := err.Error()
	switch hint := exit.Advice(err); {
	case errors.Is(err, context.Canceled):
		message = "interrupted"
	case hint != "":
		message += "; " + hint
	}
	fmt.Fprintf(p.Err, "nexus-ci: %s\n", report.Clean(strings.TrimSpace(message)))
	return status
}

func (p *program) command() *cobra.Command {
	var printVersion bool
	root := &cobra.Command{
		Use:   "nexus-ci",
		Short: "Report what a change breaks, what it affects, and how risky it is",
		Long: `nexus-ci builds the code graph of two states of a repository, compares them, and
reports what the change between them breaks, what it affects, and how risky it is.

Exit status:
  0  no error, and nothing breaks
  1  something breaks; with --fail-on: what it names is reached; --exit-zero: never
  2  wrong usage: a flag, the configuration, an unknown revision, not a repository
  3  failure: data that cannot be read or is too large, input or output, a time limit

If check reaches its time limit, it prints a report that says so and exits with 0
or 1: what was not analysed has the level of the configuration key check.unknown_as.`,
		Example: `  nexus-ci demo             a report of a small example
  nexus-ci check            this branch, and what is not committed
  nexus-ci check HEAD~3     the last three commits
  nexus-ci check main..x    what the branch x would bring to main
  nexus-ci explain high     what a word of a report means`,
		Args:          cobra.NoArgs,
		SilenceErrors: true, // report prints them
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if printVersion {
				_, err := io.WriteString(p.Out, build.Text())
				return err
			}
			return cmd.Help()
		},
	}
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		// Only what may read a graph pays this, in a process that is ours alone.
		if p.self != "" && (cmd.Flags().Lookup("cache-dir") != nil || cmd.Name() == apart.Command) {
			workspace.TuneMemory(p.getenv)
		}
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return exit.Usagef("%w; %s", err, usage.Hint(cmd, err))
	})
	root.AddGroup(&cobra.Group{ID: groupChange, Title: "Check a change:"}, &cobra.Group{ID: groupCode, Title: "Ask about the code:"}, &cobra.Group{ID: groupSetUp, Title: "Set up:"})
	root.AddCommand(p.toolCommands()...)
	root.PersistentFlags().BoolVar(&p.debug, "debug", false, "print the stack of an internal error")
	root.CompletionOptions.DisableDefaultCmd = true // ours says more
	root.AddCommand(p.demoCommand(), p.checkCommand(), p.initCommand(), p.replayCommand(), p.reportCommand(), p.indexCommand(), p.mcpCommand(), p.chatCommand(), p.augmentCommand(), p.setupCommand(), p.explainCommand(),
		completion.Command(p.Out), p.versionCommand(), p.analystCommand())
	// cobra's version template would link every method of every type: 8 MB more.
	root.Flags().BoolVarP(&printVersion, "version", "v", false, "print the version")
	for _, cmd := range root.Commands() {
		cmd.GroupID = groups[cmd.Name()]
		usage.AddForms(cmd)
		// check has a setting for it, mcp serves until it is told to end, and augment, which
		// never fails, has a limit of its own.
		if name := cmd.Name(); cmd.Flags().Lookup("cache-dir") != nil && name != "check" && name != "mcp" && name != "augment" {
			limitTime(cmd)
		}
	}
	asUsage(root)
	completion.Flags(root, func(dir string) (*git.Repo, error) { return p.workspace(&analysisFlags{dir: dir}).Open() })
	return root
}

// asUsage makes the errors of every command's positional arguments usage errors.
func asUsage(cmd *cobra.Command) {
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check == nil {
			return nil
		}
		if err := check(cmd, args); err != nil {
			return exit.Usagef("%w; see %s --help", err, cmd.CommandPath())
		}
		return nil
	}
	for _, sub := range cmd.Commands() {
		asUsage(sub)
	}
}

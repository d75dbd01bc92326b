// Package completion completes the command line in a shell.
//
// In: the commands of the program, and what opens a repository. Out: what can stand behind each
// flag, and the scripts for the shells.
//
// Invariant: nothing that is offered holds a character that a shell takes for more than a part
// of a word.
package completion

import (
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/format"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Command returns the subcommand that prints the scripts.
func Command(out io.Writer) *cobra.Command {
	scripts := map[string]func(*cobra.Command, io.Writer) error{
		"bash":       func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) },
		"fish":       func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) },
	}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the completion script for a shell",
		Example: `  source <(nexus-ci completion bash)                                       bash, with bash-completion; put it into ~/.bashrc to keep it
  nexus-ci completion zsh > "${fpath[1]}/_nexus-ci"                        zsh
  nexus-ci completion fish > ~/.config/fish/completions/nexus-ci.fish      fish
  nexus-ci completion powershell | Out-String | Invoke-Expression          PowerShell; put it into $PROFILE to keep it`,
		Args:                  cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs:             []cobra.Completion{"bash", "zsh", "fish", "powershell"},
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return scripts[args[0]](cmd.Root(), out)
		},
	}
}

// An Opener opens the repository that contains a directory.
type Opener func(dir string) (*git.Repo, error)

// Flags says for each flag of cmd, and of the commands below it, what can stand
// behind it.
func Flags(cmd *cobra.Command, open Opener) {
	revision := func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completeRevision(cmd, open)
	}
	var endings []cobra.Completion
	for _, ending := range format.Endings() {
		endings = append(endings, strings.TrimPrefix(ending, "."))
	}
	values := map[string]cobra.CompletionFunc{
		"format":  cobra.FixedCompletions(format.Names(), cobra.ShellCompDirectiveNoFileComp),
		"color":   cobra.FixedCompletions(terminal.Colors(), cobra.ShellCompDirectiveNoFileComp),
		"fail-on": cobra.FixedCompletions(gate.Levels(), cobra.ShellCompDirectiveNoFileComp),
		"comment": cobra.FixedCompletions(publish.Modes(), cobra.ShellCompDirectiveNoFileComp),
		"base":    revision, "head": revision, "against": revision, "since": revision, "ref": revision,
		"directory":      cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"cache-dir":      cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"cache-url":      cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"cache-key":      cobra.FixedCompletions([]cobra.Completion{"pem"}, cobra.ShellCompDirectiveFilterFileExt),
		"across-url":     cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"across-key":     cobra.FixedCompletions([]cobra.Completion{"pem"}, cobra.ShellCompDirectiveFilterFileExt),
		"across-list":    cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		"across-name":    cobra.NoFileCompletions,
		"plugin":         cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"save":           cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt),
		"config":         cobra.FixedCompletions([]cobra.Completion{"yml", "yaml"}, cobra.ShellCompDirectiveFilterFileExt),
		"advisories":     cobra.FixedCompletions([]cobra.Completion{"json", "zip"}, cobra.ShellCompDirectiveFilterFileExt),
		"baseline":       cobra.FixedCompletions([]cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		"near":           cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		"title":          cobra.NoFileCompletions,
		"last":           cobra.NoFileCompletions,
		"workers":        cobra.NoFileCompletions,
		"timeout":        cobra.NoFileCompletions,
		"memory":         cobra.NoFileCompletions,
		"limit":          cobra.NoFileCompletions,
		"repository-url": cobra.NoFileCompletions,
		"max-nodes":      cobra.NoFileCompletions,
		"max-tokens":     cobra.NoFileCompletions,
		"score":          cobra.NoFileCompletions,
		"http":           cobra.NoFileCompletions,
		"threshold":      cobra.NoFileCompletions,
		"rounds":         cobra.NoFileCompletions,
		"model":          cobra.NoFileCompletions,
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if _, known := cmd.GetFlagCompletionFunc(flag.Name); known {
			return // its command says it
		}
		if of := values[flag.Name]; of != nil {
			_ = cmd.RegisterFlagCompletionFunc(flag.Name, of) // fails where cmd has no such flag
		}
	})
	for _, sub := range cmd.Commands() {
		Flags(sub, open)
	}
}

// completeRevision offers the branches and tags of the repository that -C names. A name
// that a shell could take for more than a word is left out: anybody can make a branch.
func completeRevision(cmd *cobra.Command, open Opener) ([]cobra.Completion, cobra.ShellCompDirective) {
	dir, err := cmd.Flags().GetString("directory")
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	repo, err := open(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer repo.Close()
	names, err := repo.Revisions()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []cobra.Completion
	for _, name := range append(names, "HEAD") {
		if !strings.ContainsFunc(name, ShellSign) {
			out = append(out, name)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// ShellSign reports whether a shell could take a character for more than a part of a word.
func ShellSign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+@", r)
}

// Explain offers the rules, with what they claim, and the levels.
func Explain(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	if len(args) == 0 {
		for _, r := range view.Rules() {
			out = append(out, cobra.CompletionWithDesc(r.Name, r.Summary))
		}
		out = append(out, gate.Levels()...)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

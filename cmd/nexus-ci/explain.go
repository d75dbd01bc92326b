package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/completion"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/explain"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

func (p *program) explainCommand() *cobra.Command {
	var color string
	cmd := &cobra.Command{
		Use:   "explain [RULE|KIND|WORD]",
		Short: "Explain a kind of finding or fact, a level, or a word of a report",
		Long: `explain describes a rule, which is the word in brackets behind each finding: what it
claims, how that is decided, when it is not reported, and an example. It also
explains the kinds of facts outside of code, levels, and the other words of a report.
Without an argument it lists the rules, the kinds and the words.`,
		Example: `  nexus-ci explain
  nexus-ci explain removed-still-referenced
  nexus-ci explain dependency-major
  nexus-ci explain high`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completion.Explain,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := terminal.CheckColor(color); err != nil {
				return err
			}
			out, err := explain.Text(strings.Join(args, ""), p.Options(color, p.getenv))
			if err != nil {
				return exit.Usage(err)
			}
			_, err = io.WriteString(p.Out, out)
			return err
		},
	}
	cmd.Flags().StringVar(&color, "color", "auto", terminal.ColorUsage())
	return cmd
}

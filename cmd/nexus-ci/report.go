package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/report/format"
)

// reportFlags are the flags of report.
type reportFlags struct {
	outputFlags
	publishFlags
	failOn string
}

func (p *program) reportCommand() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Print a saved report in any format",
		Long: `report reads a report that check has saved as JSON and prints it as check would. It
does not need the repository. "-" reads standard input.

The file may come from another machine. It is validated, and refused if it is not a
report of nexus-ci.`,
		Example: `  nexus-ci check --save report.json
  nexus-ci report report.json                      in the terminal
  nexus-ci report report.json --format markdown    the comment for a pull request
  nexus-ci report - --fail-on high < report.json   decide later
  nexus-ci report report.json --publish            in a GitHub job that may comment, for a job that may not`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.showReport(cmd.Context(), &f, args[0], cmd.Flags().Changed)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.register(flags)
	f.publishFlags.register(flags)
	flags.StringVar(&f.failOn, "fail-on", "none", failOnUsage())
	return cmd
}

func (p *program) showReport(ctx context.Context, f *reportFlags, path string, changed func(flag string) bool) error {
	conf := config.Default()
	if err := conf.Set("check.fail_on", f.failOn); err != nil {
		return exit.Usagef("--fail-on: %w", err)
	}
	if err := f.outputFlags.validate(); err != nil {
		return err
	}
	if err := f.publishFlags.validate(changed); err != nil {
		return err
	}
	forge, err := p.forge(&f.publishFlags)
	if err != nil {
		return err
	}
	r, err := format.Read(path, p.In)
	if err != nil {
		return err
	}
	if err := p.write(&f.outputFlags, r); err != nil {
		return err
	}
	verdict := p.verdict(r, conf, nil)
	if forge == nil {
		return verdict
	}
	pub := p.publication(&f.publishFlags, forge, r)
	pub.URL, pub.Saved, pub.Read = f.repository(p.getenv), f.save, true
	return pub.Publish(ctx, verdict)
}

// known returns the fingerprints of the findings of a saved report; none without one.
func (p *program) known(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	r, err := format.Read(path, p.In)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	return check.Known(r), nil
}

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/check"
)

// limitTime gives a command the flag --timeout. What the command was at when the time is
// over is no result, so it fails.
func limitTime(cmd *cobra.Command) {
	var limit time.Duration
	cmd.Flags().DurationVar(&limit, "timeout", 0, "give up after `duration`, such as 90s or 10m (default: no limit)")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx, cancel := check.WithTimeLimit(cmd.Context(), limit)
		defer cancel()
		cmd.SetContext(ctx)
		err := run(cmd, args)
		if over := check.ReachedTimeLimit(ctx); err != nil && over != nil {
			return over
		}
		return err
	}
}

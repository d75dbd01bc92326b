package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(p.Out, build.Text())
			return err
		},
	}
}

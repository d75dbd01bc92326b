package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/report"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(p.out, versionText())
			return err
		},
	}
}

func versionText() string {
	b, extractor := readBuild(), analyze.ExtractorHash()
	return fmt.Sprintf("nexus-ci %s\ncommit %s\nextractor %x\ngo %s %s/%s\n", b.version, b.commit, extractor[:8], runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// A build is what the binary says about itself.
type build struct {
	version string // of the module; "(devel)" when it was not built from a release
	commit  string // "unknown" when it was not built in a clone
}

func readBuild() build {
	b := build{version: "(devel)", commit: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	dirty := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	if dirty {
		b.commit += " with local changes"
	}
	return b
}

func tool() report.Tool { return report.Tool{Name: "nexus-ci", Version: readBuild().version} }

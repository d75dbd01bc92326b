// Package build says which build of the program this is.
//
// In: what the Go tool wrote into the binary. Out: its version, its commit, and the hash of the
// code that extracts facts.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/report"
)

// Text is what the subcommand version prints.
func Text() string {
	b, extractor := Read(), analyze.ExtractorHash()
	return fmt.Sprintf("nexus-ci %s\ncommit %s\nextractor %x\ngo %s %s/%s\n", b.Version, b.Commit, extractor[:8], runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// A Build is what the binary says about itself.
type Build struct {
	Version string // of the module; "(devel)" when it was not built from a release
	Commit  string // "unknown" when it was not built in a clone
}

// Read returns what the binary says.
func Read() Build {
	b := Build{Version: "(devel)", Commit: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	dirty := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	if dirty {
		b.Commit += " with local changes"
	}
	return b
}

// Tool is how a report names the program.
func Tool() report.Tool { return report.Tool{Name: "nexus-ci", Version: Read().Version} }

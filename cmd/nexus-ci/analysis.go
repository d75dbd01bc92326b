package main

import (
	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
)

// analysisFlags are the flags of every subcommand that analyses a snapshot.
type analysisFlags struct {
	dir      string
	noCache  bool
	cacheDir string
}

func (f *analysisFlags) register(flags *pflag.FlagSet) {
	flags.StringVarP(&f.dir, "directory", "C", ".", "use the repository that contains `directory`")
	flags.BoolVar(&f.noCache, "no-cache", false, "do not use the cache; the result is the same")
	flags.StringVar(&f.cacheDir, "cache-dir", "", "`directory` of the cache (default: nexus-ci in the user's cache directory)")
}

// workspace is the repository and the cache that the flags name.
func (p *program) workspace(f *analysisFlags) *workspace.Workspace {
	return &workspace.Workspace{
		Dir: f.dir, CacheDir: f.cacheDir, NoCache: f.noCache,
		Getenv: p.getenv, Progress: p.Progress, Warn: p.Warn, Faults: p.printStack,
	}
}

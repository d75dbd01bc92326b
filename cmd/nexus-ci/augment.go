package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/hook"
)

// augmentTime is when augment gives up: an agent waits for it at every search.
const augmentTime = 500 * time.Millisecond

// augmentFlags are the flags of augment.
type augmentFlags struct {
	analysisFlags
	hook bool
}

func (p *program) augmentCommand() *cobra.Command {
	var f augmentFlags
	cmd := &cobra.Command{
		Use:   "augment [PATTERN]",
		Short: "Print callers, callees and flows of the symbols that match a search",
		Long: `augment prints the symbols that match a search pattern: who calls them, what they call,
and which flows they are steps of. It answers from the last state that was indexed and
reads no code. It prints nothing without an index, for a pattern of less than 3 letters,
after an error, or if it takes too long. It always exits with status 0.

With --hook it is the PreToolUse hook of an editor: it reads the event from standard input
and answers searches by Grep, by Glob, and by rg, grep and the like in Bash. The answer is
added to the result of the search, which does not change. As the PostToolUse hook it says
after a commit, merge or pull that the index is of another commit. nexus-ci setup installs
both.`,
		Example: `  nexus-ci augment validateUser
  nexus-ci augment --hook < event.json`,
		Args: cobra.ArbitraryArgs,
		Run: func(_ *cobra.Command, args []string) {
			p.augment(&f, args)
		},
	}
	// An editor takes the status for wrong usage as a reason not to search at all.
	cmd.SetFlagErrorFunc(func(*cobra.Command, error) error { return nil })
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.hook, "hook", false, "read the event of an editor from standard input, and answer in its protocol")
	flags.StringVarP(&f.dir, "directory", "C", ".", "use the repository that contains `directory`")
	flags.StringVar(&f.cacheDir, "cache-dir", "", "`directory` of the cache (default: nexus-ci in the user's cache directory)")
	return cmd
}

// augment writes what is known within the time there is, or nothing.
func (p *program) augment(f *augmentFlags, args []string) {
	q := hook.Question{Pattern: strings.Join(args, " "), Directory: f.dir, CacheDir: p.workspace(&f.analysisFlags).CachePath}
	if f.hook {
		q.Event = p.In
	}
	_, _ = p.Out.Write(q.Within(augmentTime)) // who does not listen misses nothing
}

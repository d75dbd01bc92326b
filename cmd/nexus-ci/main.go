// Command nexus-ci compares two states of a repository and says what the change
// between them breaks, reaches and risks.
//
// Files: main.go and run.go start and end the program, and one file per subcommand
// holds its flags and wiring. What they do is in packages: check, analyze/serve,
// report/publish, config and those below internal.
//
// Invariants: results go to standard output or a file, everything else to standard
// error; an error is one line that says what failed, where, and what to do next;
// nothing from the repository reaches a terminal unescaped; nothing of the
// repository is run without --verify, and no network is used without --fetch, --publish,
// --cache-url or a service in the user's own configuration or environment.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/interrupt"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

func main() { os.Exit(runMain(analyseRequest, analystLimit)) }

// runMain lives apart from main so that tests can run the program as a command, with
// another analyst.
func runMain(analyse analyst, limit time.Duration) int {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	self, _ := os.Executable() // without it the program does not start itself
	p := &program{Streams: terminal.Standard(), getenv: os.Getenv, self: self, analyse: analyse, limit: limit, interrupts: &interrupt.Guard{}}
	status, ended := interrupt.Until(signals, p.interrupts.Take, grace, func(ctx context.Context) int { return p.run(ctx, os.Args[1:]) })
	if !ended {
		fmt.Fprintln(os.Stderr, "nexus-ci: interrupted")
		return exit.Failure
	}
	return status
}

// grace is how long a run may take to end after it was told to.
const grace = 400 * time.Millisecond

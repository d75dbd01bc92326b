// Command nexus-ci compares two states of a repository and says what the change
// between them breaks, reaches and risks.
//
// Files: main.go and run.go start and end the program, exit.go says with which
// status, one file per subcommand holds its flags and wiring, compare.go finds the
// two sides, config.go reads .nexus-ci.yml.
//
// Invariants: results go to standard output or a file, everything else to standard
// error; an error is one line that says what failed, where, and what to do next;
// nothing from the repository reaches a terminal unescaped; nothing of the
// repository is run, and no network is used without --fetch or a service in the
// user's own configuration.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(runMain()) }

// runMain lives apart from main so that tests can run the program as a command.
func runMain() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[1:], standardStreams(), os.Getenv)
}

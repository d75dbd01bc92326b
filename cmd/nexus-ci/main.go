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
	"time"
)

func main() { os.Exit(runMain(analyseRequest, analystLimit)) }

// runMain lives apart from main so that tests can run the program as a command, with
// another analyst.
func runMain(analyse analyst, limit time.Duration) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	self, _ := os.Executable() // without it the program does not start itself
	p := &program{streams: standardStreams(), getenv: os.Getenv, self: self, analyse: analyse, limit: limit}
	return p.run(ctx, os.Args[1:])
}

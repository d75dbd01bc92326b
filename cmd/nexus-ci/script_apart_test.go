package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/apart"
	"github.com/nexus-ci/nexus-ci/report"
)

// taken is an analyst that a change has taken over: what it does is the title of the
// change. Of what it tried, its warning says whether it succeeded.
func taken(ctx context.Context, p *program, r *apart.Request) (*report.Report, apart.Answer, error) {
	tries := map[string]func() error{
		"files":    func() error { return readable(filepath.Join(r.Repository.Objects[0], "..", "config")) },
		"network":  listens,
		"programs": starts,
	}
	switch r.Title {
	case "environment":
		return nil, apart.Answer{}, fmt.Errorf("the environment is %q", os.Environ())
	case "overflow":
		debug.SetMaxStack(1 << 20)
		return nil, apart.Answer{}, fmt.Errorf("depth %d", endless(0))
	case "panic":
		panic("the change\n::error::says so")
	case "silence":
		os.Exit(0)
	case "garbage":
		fmt.Println("{}\n{}\nno report")
		os.Exit(0)
	case "flood":
		line := []byte(strings.Repeat("x", 1<<20))
		for range 1 << 10 {
			os.Stdout.Write(line)
		}
		os.Exit(0)
	case "error":
		return nil, apart.Answer{}, errors.New("cannot go on\n::error::@team | `x` <b>")
	case "sleep":
		time.Sleep(time.Hour)
	}
	found, a, err := analyseRequest(ctx, p, r)
	if err != nil {
		return nil, a, err
	}
	switch r.Title {
	case "other":
		found.Head.Commit = strings.Repeat("a", 40)
	case "invalid":
		found.Risk.Level = "harmless"
	default:
		a.Warning = r.Title + ": done"
		if err := tries[r.Title](); err != nil {
			a.Warning = r.Title + ": refused"
		}
	}
	return found, a, nil
}

//lint:ignore SA5007 an analyst that never ends is what is wanted
func endless(n int) int { return endless(n+1) + 1 }

func readable(name string) error {
	_, err := os.ReadFile(name)
	return err
}

func listens() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		l.Close()
	}
	return err
}

func starts() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return exec.Command(self, "version").Run()
}

// agreesCommand checks that what the counts of the last program say of a protection is what
// the analyst found when it tried.
func agreesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: agrees PROTECTION")
	}
	var counts struct{ Protections map[string]bool }
	refused := false
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		refused = refused || strings.Contains(line, "warning: "+args[0]+": refused")
		if strings.HasPrefix(line, "{") {
			ts.Check(json.Unmarshal([]byte(line), &counts))
		}
	}
	if held, ok := counts.Protections[args[0]]; !ok || held != refused {
		ts.Fatalf("%s: refused %v, and said to hold: %v of %v", args[0], refused, held, slices.Sorted(maps.Keys(counts.Protections)))
	}
}

// Package apart lets a second process analyse what strangers wrote: the analyst, which has
// neither token nor network, can open only the objects of the repository and the cache, and
// starts nothing.
//
// In: a Request. Out: an Answer and the report, which are data of whoever wrote the change, as
// a report from a file is; or a NotAnalysedError, which says in a line why there is none.
//
// Invariants: a Request holds no secret, and the environment of the analyst none; what the
// analyst writes is bounded, and it ends at a limit of time; it gives up its rights before it
// opens anything of the repository.
package apart

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/sandbox"
	"github.com/nexus-ci/nexus-ci/report"
)

// Command is the subcommand by which the program starts itself as the analyst.
const Command = "analyse-apart"

const (
	// maxAnswer and maxComplaint bound what it may write to standard output and error.
	maxAnswer    = 65 << 20
	maxComplaint = 64 << 10
	// maxReason is how much of what it says last is told.
	maxReason = 300
)

// environment are the variables that the analyst gets. None of them holds a secret.
var environment = []string{"GOMAXPROCS", "GOMEMLIMIT", "GOGC", "LANG", "TZ", "SYSTEMROOT"}

// A Process says how the analyst is started.
type Process struct {
	Self   string // file of the program, empty where that is not known
	Getenv func(string) string
	Limit  time.Duration     // after which it is ended; 0: never
	Tell   func(line string) // is told what the analyst has to say, fit for a terminal
}

// A NotAnalysedError says why there is no report.
type NotAnalysedError struct{ Reason string }

func (e *NotAnalysedError) Error() string { return "not analysed: " + e.Reason }

// Analyse lets the analyst carry out a request. Beside the report and the answer it returns
// the protections that held. The error is a NotAnalysedError, or that of ctx.
func (p *Process) Analyse(ctx context.Context, r *Request) (*report.Report, *Answer, *sandbox.Protections, error) {
	said, err := p.ask(ctx, r)
	if ctx.Err() != nil {
		return nil, nil, nil, ctx.Err()
	}
	var held sandbox.Protections
	var a Answer
	var found *report.Report
	if err == nil {
		found, err = readAnswer(said, &held, &a)
	}
	if err == nil && (found.Base.Commit != r.Base || found.Head.Commit != r.Head) {
		err = fmt.Errorf("the analysis is about %.7s and %.7s, not about %.7s and %.7s", found.Base.Commit, found.Head.Commit, r.Base, r.Head)
	}
	if err != nil {
		return nil, nil, nil, &NotAnalysedError{clipped(err.Error())}
	}
	return found, &a, &held, nil
}

// ask starts the analyst and returns what it writes.
func (p *Process) ask(ctx context.Context, r *Request) ([]byte, error) {
	if p.Self == "" {
		return nil, errors.New("the path of this program is not known")
	}
	question, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	limited, cancel := check.WithTimeLimit(ctx, p.Limit)
	defer cancel()
	cmd := exec.CommandContext(limited, p.Self, Command)
	cmd.Args[0] = os.Args[0]
	cmd.Dir = filepath.VolumeName(p.Self) + string(filepath.Separator)
	cmd.Env = []string{"GOTRACEBACK=none"}
	for _, name := range environment {
		if value := p.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.Stdin = bytes.NewReader(question)
	cmd.WaitDelay = 5 * time.Second
	said, complaints := &bounded{left: maxAnswer, stop: true}, &bounded{left: maxComplaint}
	cmd.Stdout, cmd.Stderr = said, complaints
	err = cmd.Run()
	lines, fatal := complaints.read()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		err = fmt.Errorf("the analysis did not finish within %s", p.Limit)
	case said.over:
		err = fmt.Errorf("the analysis wrote more than %d MB", maxAnswer>>20)
	case err != nil && cmd.ProcessState == nil:
		err = fmt.Errorf("the analysis did not start: %w", err)
	case err != nil && (fatal != "" || len(lines) == 0 || !cmd.ProcessState.Exited()):
		err = fmt.Errorf("the analysis ended with %s", cmp.Or(fatal, cmd.ProcessState.String()))
	case err != nil:
		err = errors.New(lines[len(lines)-1])
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		p.Tell(report.Clean(line))
	}
	return said.kept.Bytes(), err
}

// readAnswer reads what the analyst has written.
func readAnswer(said []byte, held *sandbox.Protections, a *Answer) (*report.Report, error) {
	first, rest, _ := bytes.Cut(said, []byte("\n"))
	second, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok || json.Unmarshal(first, held) != nil || json.Unmarshal(second, a) != nil {
		return nil, errors.New("the analysis gave no answer")
	}
	if len(a.Questions) > across.MaxQuestions || slices.ContainsFunc(a.Questions, func(q across.Question) bool { return !q.Usable() }) {
		return nil, errors.New("the analysis asks for too much")
	}
	return report.Decode(bytes.NewReader(rest))
}

// clipped is one line of at most maxReason bytes.
func clipped(reason string) string {
	line, _, _ := strings.Cut(reason, "\n")
	if len(line) > maxReason {
		line = strings.ToValidUTF8(line[:maxReason], "") + "…"
	}
	return line
}

// A bounded buffer keeps the first bytes that are written to it. It has no other way in:
// what copies to it must not find one around the bound.
type bounded struct {
	kept bytes.Buffer
	left int
	over bool // there were more
	stop bool // more is an error, which ends the one who writes
}

func (b *bounded) Write(data []byte) (int, error) {
	n := min(len(data), b.left)
	b.left -= n
	b.kept.Write(data[:n])
	if n < len(data) {
		b.over = true
		if b.stop {
			return n, errors.New("too much")
		}
	}
	return len(data), nil
}

// read returns what the program itself has said, without its name, and how the Go runtime
// begins to tell that it cannot go on; the stacks below are left out.
func (b *bounded) read() (lines []string, fatal string) {
	for line := range strings.Lines(b.kept.String()) {
		line = strings.TrimSpace(line)
		if said, ok := strings.CutPrefix(line, "nexus-ci: "); ok {
			lines = append(lines, said)
		} else if fatal == "" && (strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ")) {
			fatal = line
		}
	}
	return lines, fatal
}

package main

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
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/sandbox"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/actions"
)

const (
	// analystLimit is how long the analyst may take where check.timeout says nothing. Where it
	// does, the analyst ends in time by itself, and is ended a sixtieth of this later.
	analystLimit = time.Hour
	// maxAnswer and maxComplaint bound what it may write to standard output and error.
	maxAnswer    = 65 << 20
	maxComplaint = 64 << 10
	// maxReason is how much of what it says last is told.
	maxReason = 300
)

// analystEnvironment are the variables that the analyst gets. None of them holds a secret.
var analystEnvironment = []string{"GOMAXPROCS", "GOMEMLIMIT", "GOGC", "LANG", "TZ", "SYSTEMROOT"}

// A notAnalysedError says why there is no report.
type notAnalysedError struct{ reason string }

func (e *notAnalysedError) Error() string { return "not analysed: " + e.reason }

// analyseApart lets another process, which has neither token nor network, compare and rate.
// What it says is data of the one who wrote the change, as a report from a file is.
func (p *program) analyseApart(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, job *actions.Job) (*report.Report, *runStats, error) {
	r, err := p.request(ctx, repo, f, conf, job)
	if err != nil {
		return nil, nil, err
	}
	said, err := p.askAnalyst(ctx, r, p.analystTime(conf))
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	var held sandbox.Protections
	var a answer
	var found *report.Report
	if err == nil {
		found, err = readAnswer(said, &held, &a)
	}
	if err == nil && (found.Base.Commit != r.Base || found.Head.Commit != r.Head) {
		err = fmt.Errorf("the analysis is about %.7s and %.7s, not about %.7s and %.7s", found.Base.Commit, found.Head.Commit, r.Base, r.Head)
	}
	if err != nil {
		return nil, nil, &notAnalysedError{reason: clipped(err.Error())}
	}
	if a.Warning != "" {
		p.warn(a.Warning, job)
	}
	return found, &runStats{Stats: a.Stats, Protections: &held}, nil
}

// request resolves what the user named and fetches what is missing, so that the analyst
// needs nothing but objects.
func (p *program) request(ctx context.Context, repo *git.Repo, f *checkFlags, conf *config.Config, job *actions.Job) (*request, error) {
	r := request{
		BaseName: cmp.Or(f.baseName, f.base), HeadName: cmp.Or(f.headName, f.head), AgainstName: f.against,
		MergeBase: f.mergeBase, Shallow: f.fetch, Title: f.title, Event: job.Event, NoHistory: f.noHistory, ReadConfig: f.config == "",
	}
	var err error
	if r.Base, err = commitOf(ctx, repo, f.base, f.fetch); err != nil {
		return nil, err
	}
	if r.Head, err = commitOf(ctx, repo, f.head, f.fetch); err != nil {
		return nil, err
	}
	if f.against != "" {
		if r.Against, err = commitOf(ctx, repo, f.against, f.fetch); err != nil {
			return nil, err
		}
	}
	if r.Settings, err = conf.Values(); err != nil {
		return nil, err
	}
	if !f.noCache && conf.KeepIndex {
		r.CacheDir = p.makeCache(&f.analysisFlags)
	}
	r.Repository = repo.Location() // what was fetched is in it
	return &r, nil
}

// makeCache makes the directory of the cache, in which the analyst may write but which it
// cannot make, and returns its absolute path, empty where there is none.
func (p *program) makeCache(f *analysisFlags) string {
	dir, err := f.cachePath()
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		fmt.Fprintf(p.err, "nexus-ci: warning: working without cache: %s\n", report.Clean(err.Error()))
		return ""
	}
	return dir
}

// analystTime is how long the analyst may take, 0 for no end.
func (p *program) analystTime(conf *config.Config) time.Duration {
	switch limit := conf.TimeLimit(); {
	case conf.Timeout == "":
		return p.limit
	case limit > 0:
		return limit + p.limit/60
	}
	return 0
}

// askAnalyst starts the analyst and returns what it writes.
func (p *program) askAnalyst(ctx context.Context, r *request, limit time.Duration) ([]byte, error) {
	if p.self == "" {
		return nil, errors.New("the path of this program is not known")
	}
	question, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	limited, cancel := withTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, p.self, analystCommand)
	cmd.Args[0] = os.Args[0]
	cmd.Dir = filepath.VolumeName(p.self) + string(filepath.Separator)
	cmd.Env = []string{"GOTRACEBACK=none"}
	for _, name := range analystEnvironment {
		if value := p.getenv(name); value != "" {
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
		err = fmt.Errorf("the analysis did not finish within %s", limit)
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
		fmt.Fprintf(p.err, "nexus-ci: %s\n", report.Clean(line))
	}
	return said.kept.Bytes(), err
}

// readAnswer reads what the analyst has written.
func readAnswer(said []byte, held *sandbox.Protections, a *answer) (*report.Report, error) {
	first, rest, _ := bytes.Cut(said, []byte("\n"))
	second, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok || json.Unmarshal(first, held) != nil || json.Unmarshal(second, a) != nil {
		return nil, errors.New("the analysis gave no answer")
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

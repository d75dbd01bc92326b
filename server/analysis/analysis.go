// Package analysis lets the command nexus-ci check one pull request, as it does in a job of GitHub
// Actions.
//
// In: a mirror that holds both sides, the payload of the event, and limits. Out: the report, which
// is data of whoever wrote the change, and the verdict of the repository's own configuration; or why
// there is none.
//
// Invariants: the command gets no token of the forge, and needs the network only for a Store that is not
// a directory; the process that it starts to read the change can use none, and gets no login; both end
// at a limit. What a pull request's run keeps is thrown away, and it does not get the key to write what
// others read: only the run that reads nothing but a commit of the default branch does.
package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/server/process"
)

const (
	maxReport = 65 << 20
	maxPrint  = 16 << 20
	// spare is how long the command may take longer than its own limit.
	spare = 30 * time.Second
	// failedGate is the exit status if the report was made and the repository's gate fails.
	failedGate = 1
)

// A Program is the command nexus-ci.
type Program struct {
	Path    string
	Scratch string        // directory for files of one run
	Time    time.Duration // limit of a run
	Memory  string        // limit of a run, such as "2GiB"
	// Store is the address of the store for what the analyses of bases keep, empty for none. Private
	// and Public are files with the keys to write to it and to read it.
	Store, Private, Public string
	// Login are variables of the environment with what the store asks for. Runs that use the store get
	// them; the process that they start to read the change does not.
	Login []string
}

// A Request is one pull request.
type Request struct {
	Mirror     string
	Repository string
	Event      []byte // payload of a pull_request event
	Base, Head string
	// Installation and Repository name the part of the store that is the repository's. The repositories
	// of an installation share the records of what they take from each other.
	Installation int64
	// Neighbours is the list for --across-list. Empty: nothing is stored or asked of other repositories.
	Neighbours string
	// Shared is a commit of the default branch that head was branched from, empty for none. What its
	// analysis stores may be used by other pull requests.
	Shared string
	// Comment is when to comment, empty for what the configuration of the base says.
	Comment string
	// Warn is told what the store did not do, while the run goes on without it.
	Warn func(sentence string)
}

// What became of the base of a run that could use the store.
const (
	BaseFound   = "found"   // the store had it
	BaseMissing = "missing" // it was read anew
	BaseFailed  = "failed"  // it was read anew, because the store was away or had something that must not be used
)

// A Result is a report, or the reason why there is none.
type Result struct {
	Report  *report.Report
	Failed  bool   // the gate of the repository's configuration fails
	Comment string // when the repository wants a comment
	Reason  string // why nothing was analysed
	Indexed string // the commit of the default branch whose analysis is in the store, empty for none
	Base    string // one of the above, empty for a run that could not use the store
	Memory  int64  // the most that one process of the check had, in bytes; 0 where that is not known
}

// Run checks a pull request. An error may be gone at the next try; a Reason will not.
func (p *Program) Run(ctx context.Context, r Request) (*Result, error) {
	dir, err := os.MkdirTemp(p.Scratch, "run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	event := filepath.Join(dir, "event.json")
	if err := os.WriteFile(event, r.Event, 0o600); err != nil {
		return nil, err
	}
	mode := r.Comment
	if mode == "" {
		if mode, err = p.mode(ctx, dir, r); err != nil {
			return nil, err
		}
	}
	kept, indexed, err := p.keep(ctx, dir, r)
	if err != nil {
		return nil, err
	}
	asked, err := p.ask(dir, r)
	if err != nil {
		return nil, err
	}
	saved := filepath.Join(dir, "report.json")
	args := append([]string{
		"check", "--publish", "--comment", "off", "--annotations=false", "-C", r.Mirror, "--save", saved,
		"--timeout", p.Time.String(), "--memory", p.Memory, "--stats=json",
	}, append(kept, asked...)...)
	done, err := p.run(ctx, dir, r.Repository, event, p.Login, args...)
	if err != nil {
		return nil, err
	}
	base := told(done.Err, r.Warn)
	switch {
	case done.Ended != "":
		return nil, fmt.Errorf("the analysis ended with %s", done.Ended)
	case done.Status != 0 && done.Status != failedGate:
		return &Result{Comment: mode, Reason: reason(done.Err)}, nil
	}
	found, err := read(saved)
	if errors.Is(err, fs.ErrNotExist) && done.Status == failedGate {
		return &Result{Comment: mode, Reason: reason(done.Err)}, nil
	}
	if err != nil {
		return nil, err
	}
	result := &Result{Report: found, Failed: done.Status == failedGate, Comment: mode, Indexed: indexed, Memory: done.Memory}
	if r.usesStore(p) {
		result.Base = base
	}
	return result, nil
}

// usesStore reports whether the run may use what the store has of a base.
func (r *Request) usesStore(p *Program) bool { return p.Store != "" && r.Shared != "" }

// told passes on what a run has said of the store, and returns what became of the base.
func told(said []byte, warn func(string)) (base string) {
	base = BaseMissing
	for line := range bytes.Lines(said) {
		sentence, warned := strings.CutPrefix(string(line), "nexus-ci: warning: ")
		var counts struct {
			Stored int `json:"stored_graphs"`
		}
		switch {
		case warned && strings.Contains(sentence, "--cache-url"):
			base = BaseFailed
			warn(strings.TrimSpace(sentence))
		case line[0] == '{' && json.Unmarshal(line, &counts) == nil && counts.Stored > 0:
			base = BaseFound
		}
	}
	return base
}

func read(path string) (*report.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > maxReport {
		return nil, errors.Join(err, errors.New("the report is too large"))
	}
	return report.Decode(f)
}

// keep returns the flags for a cache of this run alone, which reads what the analyses of bases have
// stored. Before, that of this base is stored, by a run that reads nothing of the pull request; its commit
// is indexed.
func (p *Program) keep(ctx context.Context, dir string, r Request) (args []string, indexed string, err error) {
	own := filepath.Join(dir, "cache")
	args = []string{"--cache-dir", own}
	if !r.usesStore(p) {
		return args, "", os.Mkdir(own, 0o700)
	}
	store := []string{"--cache-url", p.part(r, strings.ToLower(r.Repository)), "--cache-key"}
	// A failure costs time only: the check finds what is wrong, and says so.
	index := append([]string{"index", "--ref", r.Shared, "-C", r.Mirror, "--timeout", p.Time.String()}, store...)
	index = append(append(index, p.Private), p.across(r, p.Private)...)
	done, err := p.run(ctx, dir, r.Repository, "", p.Login, index...)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, "", err
	case err == nil:
		told(done.Err, r.Warn)
		if done.Status == 0 && done.Ended == "" {
			indexed = r.Shared
		}
	}
	return append(append(args, store...), p.Public), indexed, os.Mkdir(own, 0o700)
}

// part is the address of a part of the store that is of an installation.
func (p *Program) part(r Request, name string) string {
	return fmt.Sprintf("%s/%d/%s", strings.TrimRight(p.Store, "/"), r.Installation, name)
}

// across returns the flags for the records that the repositories of an installation share; key is a file.
// No name of a repository begins as theirs does.
func (p *Program) across(r Request, key string) []string {
	if p.Store == "" || r.Neighbours == "" {
		return nil
	}
	return []string{"--across-url", p.part(r, "-across"), "--across-key", key, "--across-name", r.Repository}
}

// ask returns the flags with which a check asks who else uses what the change touches.
func (p *Program) ask(dir string, r Request) ([]string, error) {
	flags := p.across(r, p.Public)
	if flags == nil {
		return nil, nil
	}
	list := filepath.Join(dir, "neighbours.txt")
	return append(flags, "--across-list", list), os.WriteFile(list, []byte(r.Neighbours), 0o600)
}

// mode returns when the configuration of the base wants a comment.
func (p *Program) mode(ctx context.Context, dir string, r Request) (string, error) {
	done, err := p.run(ctx, dir, r.Repository, "", nil, "check", "--print-config", "--base", r.Base, "--head", r.Head, "-C", r.Mirror)
	if err != nil {
		return "", err
	}
	var settings struct {
		Check struct{ Comment string }
	}
	if done.Status != 0 || yaml.Unmarshal(done.Out, &settings) != nil {
		return "", nil // the check says what is wrong with it
	}
	return settings.Check.Comment, nil
}

// run runs the command in the environment of a job without a token, or, without an event, in none.
// login are more variables.
func (p *Program) run(ctx context.Context, dir, repository, event string, login []string, args ...string) (*process.Result, error) {
	env := []string{"HOME=" + dir, "TMPDIR=" + dir, "XDG_CACHE_HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "LANG=C.UTF-8", fmt.Sprintf("GOMAXPROCS=%d", runtime.GOMAXPROCS(0))}
	env = append(env, login...)
	if event != "" {
		env = append(env, "GITHUB_ACTIONS=true", "GITHUB_REPOSITORY="+repository, "GITHUB_RUN_ID=1", "GITHUB_EVENT_NAME=pull_request",
			"GITHUB_EVENT_PATH="+event, "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"), "GITHUB_OUTPUT="+filepath.Join(dir, "output"))
	}
	limit := fmt.Errorf("the analysis did not finish within %s", p.Time+spare)
	limited, cancel := context.WithTimeoutCause(ctx, p.Time+spare, limit)
	defer cancel()
	return process.Run(limited, process.Command{Path: p.Path, Args: args, Env: env, Dir: dir, MaxOut: maxPrint})
}

// reason is the last line that the command itself has said.
func reason(said []byte) string {
	last := "the analysis failed without a reason"
	for line := range bytes.Lines(said) {
		if text, ok := strings.CutPrefix(string(line), "nexus-ci: "); ok {
			last = text
		}
	}
	return strings.TrimPrefix(rest.OneLine(last), "not analysed: ")
}

// Package verify asks compilers whether the places that a report calls broken are.
//
// In: a directory that holds head, and a report. Out: the same report, each broken
// place marked as confirmed, not confirmed or not checked.
//
// Compilers run code that the repository brings or configures, so this is for
// trusted code alone: Trusted says where it is known not to be. What is run gets a
// clean environment, may not load modules, and is killed when the time is over.
//
// Deliberately absent: Python, PHP and Ruby, where compiling proves nothing about names; JavaScript,
// which has no compiler; Maven and Gradle, which run plugins and load what they
// miss; merges, which are nowhere on disk.
package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/report"
)

// Limit is how long all compilers together may take.
const Limit = 5 * time.Minute

// A Workspace is head on disk.
type Workspace struct {
	Dir string
	// Installed is the root of the work tree, where node_modules are; empty for none.
	Installed string
	Getenv    func(string) string
}

// A compiler checks the files of some languages.
type compiler struct {
	name       string
	extensions []string
	// check returns what the compiler says where the places are in these files.
	check func(ctx context.Context, w *Workspace, paths []string) (*result, error)
}

func compilers() []compiler {
	return []compiler{
		{"go", []string{".go"}, checkGo},
		{"tsc", []string{".ts", ".tsx", ".mts", ".cts"}, checkTypeScript},
		{"javac", []string{".java"}, checkJava},
		{"clang", []string{".c", ".cc", ".cpp", ".cxx", ".c++"}, checkClang},
		{"cargo", []string{".rs"}, checkCargo},
	}
}

// A result is what a compiler says. Paths are those of the report.
type result struct {
	errors  map[string]map[int]bool // lines by path
	covered map[string]bool         // files that were compiled with all they need
}

func newResult() *result {
	return &result{errors: make(map[string]map[int]bool), covered: make(map[string]bool)}
}

func (r *result) add(path string, line int) {
	if r.errors[path] == nil {
		r.errors[path] = make(map[int]bool)
	}
	r.errors[path][line] = true
}

// status returns what the result says of a place: an error on its line or beside it,
// since compilers and we may mean different lines of one statement.
func (r *result) status(path string, line int) string {
	for l := line - 1; l <= line+1; l++ {
		if r.errors[path][l] {
			return report.Confirmed
		}
	}
	if r.covered[path] {
		return report.NotConfirmed
	}
	return report.NotChecked
}

// Mark sets Verified of every broken place of r, and r.Verification. Trouble with a
// compiler is told there; only the end of ctx is an error.
func Mark(ctx context.Context, w *Workspace, r *report.Report) error {
	limited, cancel := context.WithTimeout(ctx, Limit)
	defer cancel()
	v := report.Verification{Compilers: []string{}, Trouble: []string{}}
	var places []*report.Finding
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Class == "break" {
			places = append(places, f)
			setStatus(f, report.NotChecked)
		}
	}
	for _, c := range compilers() {
		of, paths := c.places(places)
		if len(of) == 0 {
			continue
		}
		said, err := c.check(limited, w, paths)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if limited.Err() != nil {
			err = fmt.Errorf("did not finish within %s", Limit)
		}
		if err != nil {
			v.Trouble = append(v.Trouble, fmt.Sprintf("%s: %v", c.name, err))
			continue
		}
		v.Compilers = append(v.Compilers, c.name)
		for _, f := range of {
			setStatus(f, said.status(f.Path, f.Line))
		}
	}
	for _, f := range places {
		switch *f.Verified {
		case report.Confirmed:
			v.Confirmed++
		case report.NotConfirmed:
			v.NotConfirmed++
		default:
			v.NotChecked++
		}
	}
	r.Verification = &v
	return nil
}

func setStatus(f *report.Finding, status string) { f.Verified = &status }

// places returns the findings that a compiler can judge, and their files.
func (c *compiler) places(all []*report.Finding) (of []*report.Finding, paths []string) {
	for _, f := range all {
		if f.Side == "head" && f.Against == nil && slices.Contains(c.extensions, filepath.Ext(f.Path)) {
			of, paths = append(of, f), append(paths, f.Path)
		}
	}
	slices.Sort(paths)
	return of, slices.Compact(paths)
}

// kept are the variables of the environment that compilers see.
var kept = []string{
	"PATH", "HOME", "TMPDIR", "LANG", "GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "XDG_CACHE_HOME", "JAVA_HOME", "CARGO_HOME", "RUSTUP_HOME",
	"USERPROFILE", "LOCALAPPDATA", "APPDATA", "SYSTEMROOT", "TEMP", "TMP", "PATHEXT",
}

// run runs a program in a directory and returns what it writes. That it exits with
// another status than 0 is no error: compilers do.
func (w *Workspace) run(ctx context.Context, dir string, env []string, name string, args ...string) (stdout, stderr string, err error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", "", fmt.Errorf("no %s was found", filepath.Base(name))
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	for _, key := range kept {
		if value := w.Getenv(key); value != "" {
			cmd.Env = append(cmd.Env, key+"="+value)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.WaitDelay = 5 * time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var status *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &status) {
		return "", "", fmt.Errorf("run %s: %w", filepath.Base(name), err)
	}
	return out.String(), errs.String(), ctx.Err()
}

// rel returns a path of the workspace as reports have it, false for one outside.
func (w *Workspace) rel(name string) (string, bool) {
	path, err := filepath.Rel(w.Dir, name)
	if err != nil || path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(path), true
}

// absolute returns a file that a compiler names, relative to dir or not.
func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

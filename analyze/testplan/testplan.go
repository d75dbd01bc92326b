// Package testplan finds the commands that run the tests of a change.
//
// In: the tests, as package impact finds them, and the files of head: manifests decide which
// test runner a directory uses. Out: commands, each with its directory and the tests it runs.
//
// Invariants: commands contain no text from the repository that is not printable; a test whose
// runner is not known gets no command.
package testplan

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// tests returns the tests that the change edits, then the tests that reach the change.
func tests(imp *impact.Impact) []*graph.Node {
	tests := slices.Clone(imp.Edited)
	for i := range imp.Tests {
		if n := imp.Tests[i].Node; !slices.Contains(imp.Edited, n) {
			tests = append(tests, n)
		}
	}
	return tests
}

// Runs returns the commands that run the tests of an impact in the snapshot of head, in the order
// of the first test of each. Tests without a known runner are left out.
func Runs(ctx context.Context, imp *impact.Impact, snapshot *diff.Snapshot, blobs source.Blobs, languages []*lang.Language) ([]impact.Run, error) {
	tests := tests(imp)
	if len(tests) == 0 {
		return nil, nil
	}
	r := runners{in: make(map[string][]string), found: make(map[rootKey]rooted)}
	for i := range snapshot.Files {
		dir, base := path.Split(snapshot.Files[i].Path)
		r.in[path.Clean(dir)] = append(r.in[path.Clean(dir)], base)
	}
	if err := r.readManifests(ctx, tests, snapshot, blobs, languages); err != nil {
		return nil, err
	}
	needs, err := needsOf(ctx, tests, snapshot, blobs, languages)
	if err != nil {
		return nil, err
	}
	type key struct{ dir, runner, group string }
	at := make(map[key]int)
	var runs []run
	for i := range tests {
		n := tests[i]
		l := slices.IndexFunc(languages, func(l *lang.Language) bool { return l.Name == n.Language })
		if l < 0 {
			continue
		}
		found := r.of(languages[l], path.Dir(n.Path))
		if found.runner == nil {
			continue
		}
		t := lang.TestCase{
			Path: strings.TrimPrefix(n.Path, found.dir+"/"), Needs: needs[n.Path], Abstract: n.Parent != nil && n.Parent.Abstract,
			Derived: n.Parent != nil && strings.Contains(n.Parent.Signature.Text, "("),
			Marked:  found.runner.Marker != "" && slices.Contains(r.in[path.Join(found.dir, path.Dir(found.runner.Marker))], path.Base(found.runner.Marker)),
		}
		if p := r.programs[found.dir]; p != nil {
			t.Script, t.Config = p.Scripts["test"], r.config(found)
		}
		if n.Label != graph.File {
			t.Name = n.Qualified
		}
		group := ""
		if group, t.Selector = found.runner.Select(t); t.Selector == "" || !printable(n.Path) || !printable(t.Selector) {
			continue
		}
		k := key{found.dir, found.runner.Name, group}
		if _, ok := at[k]; !ok {
			at[k] = len(runs)
			runs = append(runs, run{Run: impact.Run{Runner: found.runner.Name, Dir: found.dir}, runner: found.runner, group: group})
		}
		c := &runs[at[k]]
		c.cases = append(c.cases, t)
		c.Tests = append(c.Tests, impact.Selected{Node: n, Selector: t.Selector})
	}
	out := make([]impact.Run, len(runs))
	for i := range runs {
		out[i] = runs[i].Run
		args, whole := runs[i].runner.Args(runs[i].group, runs[i].cases)
		out[i].Args, out[i].Whole = args, string(whole)
		if w := r.wrapper(runs[i].runner.Wrapper, out[i].Dir); w != "" {
			out[i].Args[0] = w
		}
	}
	return out, nil
}

// A run is a command under construction.
type run struct {
	impact.Run
	runner *lang.TestRunner
	group  string
	cases  []lang.TestCase
}

// printable reports whether text can be shown and copied unchanged.
func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar })
}

// runners finds the runner of a test.
type runners struct {
	in        map[string][]string  // base names of the files of a directory
	manifests map[string][]byte    // content by path
	programs  map[string]*programs // by directory
	found     map[rootKey]rooted
}

type rootKey struct{ language, dir string }

// A rooted runner is a runner with the directory in which it is started.
type rooted struct {
	runner *lang.TestRunner
	dir    string
}

// programsFile is the name of the file from which programs are read.
const programsFile = "package.json"

// programs are the programs that a package.json refers to.
type programs struct {
	Scripts         map[string]string
	Dependencies    map[string]any
	DevDependencies map[string]any `json:"devDependencies"`
}

// wrapper returns the path, relative to dir, of a wrapper script with this name in dir or the
// nearest parent: it starts the version of the runner that the repository uses; "" for none.
func (r *runners) wrapper(name, dir string) string {
	if name == "" {
		return ""
	}
	for up := "./"; ; dir = path.Dir(dir) {
		if slices.Contains(r.in[dir], name) {
			return up + name
		}
		if dir == "." {
			return ""
		}
		up = "../" + strings.TrimPrefix(up, "./")
	}
}

// needsOf returns, by path, what the test files require of their runner.
func needsOf(ctx context.Context, tests []*graph.Node, snapshot *diff.Snapshot, blobs source.Blobs, languages []*lang.Language) (map[string][]string, error) {
	const maxSize = 1 << 20
	var paths, ids []string
	var read []func([]byte) []string
	for _, n := range tests {
		l := slices.IndexFunc(languages, func(l *lang.Language) bool { return l.Name == n.Language })
		if f, ok := snapshot.File(n.Path); ok && l >= 0 && languages[l].TestNeeds != nil && !slices.Contains(paths, n.Path) {
			paths, ids, read = append(paths, n.Path), append(ids, f.Blob), append(read, languages[l].TestNeeds)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found := make([][]string, len(ids))
	err := blobs.Read(ctx, ids, maxSize, func(i int, content []byte, err error) {
		if err == nil {
			found[i] = read[i](content)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read how tests are run: %w", err)
	}
	needs := make(map[string][]string, len(paths))
	for i, p := range paths {
		needs[p] = found[i]
	}
	return needs, nil
}

// readManifests reads all package.json files, and all files that runners check or are configured by,
// in the directories above the tests.
func (r *runners) readManifests(ctx context.Context, tests []*graph.Node, snapshot *diff.Snapshot, blobs source.Blobs, languages []*lang.Language) error {
	const maxSize = 1 << 20
	var paths, ids []string
	for i := range tests {
		l := slices.IndexFunc(languages, func(l *lang.Language) bool { return l.Name == tests[i].Language })
		if l < 0 {
			continue
		}
		patterns := []string{programsFile}
		for _, t := range languages[l].TestRunners {
			if t.Accepts != nil {
				patterns = append(patterns, t.Roots...)
			}
			patterns = append(patterns, t.Configs...)
		}
		for dir := path.Dir(tests[i].Path); ; dir = path.Dir(dir) {
			for _, base := range r.in[dir] {
				p := path.Join(dir, base)
				if f, ok := snapshot.File(p); ok && fits(base, patterns) && !slices.Contains(paths, p) {
					paths, ids = append(paths, p), append(ids, f.Blob)
				}
			}
			if dir == "." {
				break
			}
		}
	}
	r.manifests, r.programs = make(map[string][]byte), make(map[string]*programs)
	if len(ids) == 0 {
		return nil
	}
	read := make([][]byte, len(ids))
	err := blobs.Read(ctx, ids, maxSize, func(i int, content []byte, err error) {
		if err == nil {
			read[i] = bytes.Clone(content)
		}
	})
	if err != nil {
		return fmt.Errorf("read how tests are run: %w", err)
	}
	for i, p := range paths {
		r.manifests[p] = read[i]
		if path.Base(p) == programsFile {
			var found programs
			if json.Unmarshal(read[i], &found) == nil {
				r.programs[path.Dir(p)] = &found
			}
		}
	}
	return nil
}

// of returns the runner for the tests of a directory, none where it is not known.
func (r *runners) of(l *lang.Language, dir string) rooted {
	k := rootKey{l.Name, dir}
	if f, ok := r.found[k]; ok {
		return f
	}
	var f rooted
	if runner := r.here(l, dir); runner != nil {
		f = rooted{runner, dir}
	} else if dir != "." && !r.decides(l, dir) {
		f = r.of(l, path.Dir(dir))
	}
	r.found[k] = f
	return f
}

// maxConfig is how large settings may be, in bytes: they are read for each test.
const maxConfig = 64 << 10

// config returns the content of the file that configures a runner, nil for none.
func (r *runners) config(f rooted) []byte {
	for _, pattern := range f.runner.Configs {
		for _, base := range r.in[f.dir] {
			if content := r.manifests[path.Join(f.dir, base)]; len(content) > 0 && len(content) <= maxConfig && fits(base, []string{pattern}) {
				return content
			}
		}
	}
	return nil
}

// decides reports whether the package.json of a directory says how its tests are run, even if
// it names an unknown program.
func (r *runners) decides(l *lang.Language, dir string) bool {
	p := r.programs[dir]
	return p != nil && p.Scripts["test"] != "" && slices.ContainsFunc(l.TestRunners, func(t lang.TestRunner) bool { return t.Program != "" })
}

// here returns the runner that has its root in a directory.
func (r *runners) here(l *lang.Language, dir string) *lang.TestRunner {
	for i := range l.TestRunners {
		t := &l.TestRunners[i]
		switch {
		case t.Program != "":
			if p := r.programs[dir]; p != nil && strings.Contains(p.Scripts["test"], t.Program) {
				return t
			}
		case t.Roots == nil && dir == ".", r.holds(dir, t):
			return t
		}
	}
	for i := range l.TestRunners {
		t := &l.TestRunners[i]
		if p := r.programs[dir]; p != nil && t.Program != "" && (p.DevDependencies[t.Program] != nil || p.Dependencies[t.Program] != nil) {
			return t
		}
	}
	return nil
}

// holds reports whether the directory contains a root file of a runner.
func (r *runners) holds(dir string, t *lang.TestRunner) bool {
	return slices.ContainsFunc(r.in[dir], func(base string) bool {
		return fits(base, t.Roots) && (t.Accepts == nil || t.Accepts(r.manifests[path.Join(dir, base)], dir == "."))
	})
}

// fits reports whether a base name matches one of the patterns.
func fits(base string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := path.Match(p, base) // the patterns are constants
		return ok
	})
}

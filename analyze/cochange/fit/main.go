// Command fit fits the weights of package cochange, and measures how well they rank the
// files of projects that they were not fitted to.
//
//	go run ./analyze/cochange/fit -data ../shared/risk/cochange-open -repos clones [-not regexp]
//
// In: data/<owner>__<name>.jsonl, one change a line with base, head, the path of the seed,
// targets_src (what else changed) and targets_novel_src (those of them that never changed
// with the seed before), and a clone of each project at repos/<owner>__<name>; a project
// without a clone is left out. Paths that the expression finds are no candidates: the data
// counts no tests. Out: the weights for analyze/cochange/evidence.go, and per project how
// many of the targets are among the first ten with weights fitted to the others.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

func main() {
	data := flag.String("data", "", "`directory` of the changes")
	repos := flag.String("repos", "", "`directory` of the clones")
	not := flag.String("not", "(?i)(^|/|_|\\.)(tests?|specs?|__tests__|testdata|examples?|benches|docs|vendor)(/|_|\\.|$)", "paths that `regexp` finds are no candidates")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *data, *repos, *not); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, data, repos, not string) error {
	skip, err := regexp.Compile(not)
	if err != nil {
		return fmt.Errorf("-not: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(data, "*.jsonl"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "fit")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	store, err := cache.Open(dir, 1<<30) // states of a project share nearly all files
	if err != nil {
		return err
	}
	defer store.Close()
	var units []unit
	for _, file := range files {
		project := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		clone := filepath.Join(repos, project)
		if _, err := os.Stat(clone); errors.Is(err, os.ErrNotExist) {
			fmt.Fprintf(os.Stderr, "%s: no clone, left out\n", project)
			continue
		}
		repo, err := git.Open(clone)
		if err == nil {
			units, err = measure(ctx, units, repo, store, file, project, skip)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", project, err)
		}
	}
	fmt.Fprintln(out, "weights:")
	for k, w := range fit(units) {
		fmt.Fprintf(out, "  %-7s %.3f\n", cochange.Kind(k), w)
	}
	evaluate(out, units)
	return nil
}

// A unit is a change of which one file is shown.
type unit struct {
	project    string
	candidates []candidate
}

// A candidate is another file of the state before the change.
type candidate struct {
	evidence      cochange.Evidence
	target, novel bool
}

// measure adds the changes of one project.
func measure(ctx context.Context, units []unit, repo *git.Repo, store *cache.Cache, file, project string, skip *regexp.Regexp) ([]unit, error) {
	defer repo.Close()
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(content) {
		var task struct {
			Base, Head, Seed string
			Targets          []string `json:"targets_src"`
			Novel            []string `json:"targets_novel_src"`
		}
		if err := json.Unmarshal(line, &task); err != nil {
			return nil, err
		}
		partners, err := ask(ctx, repo, store, task.Base, task.Head, task.Seed)
		if err != nil {
			return nil, err
		}
		u := unit{project: project}
		for _, p := range partners {
			if filepath.Ext(p.Path) != filepath.Ext(task.Seed) || skip.MatchString(p.Path) {
				continue
			}
			u.candidates = append(u.candidates, candidate{
				evidence: p.Evidence, target: slices.Contains(task.Targets, p.Path), novel: slices.Contains(task.Novel, p.Path),
			})
		}
		units = append(units, u)
	}
	return units, nil
}

// ask returns all candidates for a change of one file.
func ask(ctx context.Context, repo *git.Repo, store *cache.Cache, base, head, seed string) ([]cochange.Partner, error) {
	before, err := repo.Snapshot(ctx, base)
	if err != nil {
		return nil, err
	}
	after, err := repo.Snapshot(ctx, head)
	if err != nil {
		return nil, err
	}
	changes, err := repo.Diff(ctx, before, after)
	if err != nil {
		return nil, err
	}
	return cochange.Partners(ctx, cochange.Input{
		Base: before, Paths: []string{seed}, Blobs: repo.Blobs(), Log: repo,
		Store:   analyze.NewStore(factstore.Options{Languages: all.Languages(), Cache: store}),
		Changes: slices.DeleteFunc(changes, func(c diff.FileChange) bool { return c.OldPath != seed }),
	})
}

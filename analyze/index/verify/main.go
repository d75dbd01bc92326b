// Command verify checks that what is stored and what is made from it is what a full run gives.
//
//	go run ./analyze/index/verify -C DIR -n 200 [-cache DIR]
//
// It takes the last n first-parent commits of a repository, oldest first. It stores the state of the
// parent of each, as the job on the default branch does, and analyses the commit against it: the
// graph of base comes from the cache, and that of head too, or it is made of that of base, where
// possible. Then it resolves both sides from their facts, without the cache, and compares the encoded
// graphs and the areas of base, byte by byte. It prints a line for each difference, and the counts.
// The exit status is 1 after a difference, and if there is no commit to compare.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

func main() {
	dir := flag.String("C", ".", "the repository in `directory`")
	n := flag.Int("n", 200, "how many commits")
	held := flag.String("cache", "", "keep the cache in `directory`, by default in a temporary one")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *dir, *n, *held); err != nil {
		fmt.Fprintln(os.Stderr, "verify:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, dir string, n int, held string) error {
	repo, err := git.Open(dir)
	if err != nil {
		return err
	}
	if held == "" {
		if held, err = os.MkdirTemp("", "verify"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(held) }()
	}
	var commits []string
	for i := n; i >= 0; i-- {
		if id, err := repo.Resolve(fmt.Sprintf("HEAD~%d", i)); err == nil { // the history may be shorter
			commits = append(commits, id)
		}
	}
	if len(commits) < 2 {
		return errors.New("HEAD has no parent to compare with: fetch the history (git fetch --unshallow)")
	}
	v := verifier{repo: repo, cache: held, out: out}
	for i := 1; i < len(commits); i++ {
		if err := v.pair(ctx, commits[i-1], commits[i]); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d pairs: %d graphs stored, %d made of the other side, %d sides differ\n", v.pairs, v.stored, v.shifted, v.differ)
	if v.differ > 0 {
		return errors.New("a stored graph is not that of a full run")
	}
	return nil
}

const maxCache = 4 << 30 // bytes

// A verifier compares the two ways, and counts.
type verifier struct {
	repo                           *git.Repo
	cache                          string // directory
	out                            io.Writer
	pairs, stored, shifted, differ int
}

// pair compares both sides of one change.
func (v *verifier) pair(ctx context.Context, base, head string) error {
	before, err := v.repo.Snapshot(ctx, base)
	if err != nil {
		return err
	}
	after, err := v.repo.Snapshot(ctx, head)
	if err != nil {
		return err
	}
	changes, err := v.repo.Diff(ctx, before, after)
	if err != nil {
		return err
	}
	res, err := v.incremental(ctx, analyze.Input{Base: before, Head: after, Changes: changes, Blobs: v.repo.Blobs(), Languages: all.Languages()})
	if err != nil {
		return fmt.Errorf("%s..%s: %w", base, head, err)
	}
	v.pairs++
	v.stored += res.Stats.StoredGraphs
	v.shifted += res.Stats.ShiftedGraphs
	for _, side := range []struct {
		name     string
		snapshot *diff.Snapshot
		x        *index.Index
	}{{"base", before, res.Base}, {"head", after, res.Head}} {
		full, err := analyze.IndexSnapshot(ctx, side.snapshot, v.repo.Blobs(), all.Languages(), nil, analyze.Policy{}, 0)
		if err != nil {
			return fmt.Errorf("%s of %s..%s: %w", side.name, base, head, err)
		}
		var areas []graph.Community
		if side.name == "base" { // those of head are not made
			areas = full.Communities
		}
		if !bytes.Equal(graph.Encode(side.x.Graph, side.x.Communities), graph.Encode(full.Graph, areas)) {
			v.differ++
			fmt.Fprintf(v.out, "%s of %s..%s differs\n", side.name, base, head)
		}
	}
	return nil
}

// incremental stores the state of base and analyses the change with it.
func (v *verifier) incremental(ctx context.Context, in analyze.Input) (*analyze.Result, error) {
	c, err := cache.Open(v.cache, maxCache)
	if err != nil {
		return nil, err
	}
	defer c.Close() // writes what the next pair reads
	if _, err := analyze.IndexSnapshot(ctx, in.Base, in.Blobs, in.Languages, c, in.Policy, in.Workers); err != nil {
		return nil, err
	}
	in.Cache = c
	return analyze.Run(ctx, in)
}

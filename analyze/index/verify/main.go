// Command verify checks that what is stored and what is made from it is what a full run gives.
//
//	go run ./analyze/index/verify -C DIR -n 200 [-states] [-edits 50] [-declarations 100] [-cache DIR]
//
// It takes the last n first-parent commits of a repository, oldest first. It stores the state of the
// parent of each, as the job on the default branch does, and analyses the commit against it: the
// graph of base comes from the cache, and that of head too, or it is made of that of base, where
// possible. With -states it does so too with every other change of each commit, with the rest of them
// after that, and with the commit reverted; with -edits with a chain of generated edits of HEAD, each
// made to the result of the one before; with -declarations with edits of declarations and imports,
// each made to HEAD and taken back. Then it resolves both sides from their facts, and compares the
// encoded graphs and the areas of base, byte by byte. The facts come from parsing the files, with
// -declarations from the cache. It prints a line for each difference, and the counts.
// The exit status is 1 after a difference, and if there is no commit to compare.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

func main() {
	dir := flag.String("C", ".", "the repository in `directory`")
	n := flag.Int("n", 200, "how many commits")
	states := flag.Bool("states", false, "half-applied and reverted commits too")
	edits := flag.Int("edits", 0, "a chain of how many generated edits of HEAD")
	declared := flag.Int("declarations", 0, "how many edits of declarations of HEAD")
	seed := flag.Uint64("seed", 1, "of the generated edits")
	held := flag.String("cache", "", "keep the cache in `directory`, by default in a temporary one")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, options{*dir, *held, *n, *edits, *declared, *seed, *states}); err != nil {
		fmt.Fprintln(os.Stderr, "verify:", err)
		os.Exit(1)
	}
}

type options struct {
	dir, cache                   string // the repository; the cache, empty for a temporary one
	commits, edits, declarations int
	seed                         uint64
	states                       bool
}

func run(ctx context.Context, out io.Writer, o options) error {
	repo, err := git.Open(o.dir)
	if err != nil {
		return err
	}
	held := o.cache
	if held == "" {
		if held, err = os.MkdirTemp("", "verify"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(held) }()
	}
	var commits []string
	for i := o.commits; i >= 0; i-- {
		if id, err := repo.Resolve(fmt.Sprintf("HEAD~%d", i)); err == nil { // the history may be shorter
			commits = append(commits, id)
		}
	}
	if len(commits) < 2 {
		return errors.New("HEAD has no parent to compare with: fetch the history (git fetch --unshallow)")
	}
	v := verifier{repo: repo, blobs: &overlay{made: make(map[string][]byte), from: repo.Blobs()}, cache: held, out: out}
	for i := 1; i < len(commits); i++ {
		if err := v.commit(ctx, commits[i-1], commits[i], o.states); err != nil {
			return err
		}
	}
	if err := v.chain(ctx, commits[len(commits)-1], o.edits, rand.New(rand.NewPCG(o.seed, 2))); err != nil {
		return err
	}
	if err := v.declare(ctx, commits[len(commits)-1], o.declarations, rand.New(rand.NewPCG(o.seed, 3))); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d pairs: %d graphs stored, %d made of the other side, %d of that and some code, %d sides differ\n", v.pairs, v.stored, v.shifted, v.deltas, v.differ)
	if v.differ > 0 {
		return errors.New("a stored graph is not that of a full run")
	}
	return nil
}

const maxCache = 4 << 30 // bytes

// A verifier compares the two ways, and counts.
type verifier struct {
	repo                                   *git.Repo
	blobs                                  *overlay
	cache                                  string // directory
	out                                    io.Writer
	last                                   []*full // of the last two snapshots, which are often the next base
	keepFacts                              bool    // a full run reads facts from the cache
	pairs, stored, shifted, deltas, differ int
}

// full is the result of a full run, encoded with areas and without.
type full struct {
	tree           string
	graph          *graph.Graph
	areas, without []byte
}

// commit compares the two ways for a commit, and for states between it and its parent.
func (v *verifier) commit(ctx context.Context, base, head string, states bool) error {
	before, err := v.repo.Snapshot(ctx, base)
	if err != nil {
		return err
	}
	after, err := v.repo.Snapshot(ctx, head)
	if err != nil {
		return err
	}
	if states {
		if err := v.pair(ctx, after, before, "revert of "+head); err != nil {
			return err
		}
		changes, err := v.repo.Diff(ctx, before, after)
		if err != nil {
			return err
		}
		if between := half(before, changes); between != nil {
			if err := v.pair(ctx, before, between, "first half of "+head); err != nil {
				return err
			}
			if err := v.pair(ctx, between, after, "second half of "+head); err != nil {
				return err
			}
		}
	}
	return v.pair(ctx, before, after, base+".."+head)
}

// chain compares the two ways for generated edits, each of the result of the one before.
func (v *verifier) chain(ctx context.Context, head string, edits int, random *rand.Rand) error {
	at, err := v.repo.Snapshot(ctx, head)
	if err != nil {
		return err
	}
	known := lang.NewIndex(all.Languages())
	for i := range edits {
		next, what := v.blobs.edited(ctx, at, known, random)
		if next == nil {
			return errors.New("HEAD has no source to edit")
		}
		if err := v.pair(ctx, at, next, fmt.Sprintf("edit %d (%s)", i+1, what)); err != nil {
			return err
		}
		at = next
	}
	return nil
}

// declare compares the two ways for edits of declarations of a commit, and for what takes them back.
func (v *verifier) declare(ctx context.Context, head string, edits int, random *rand.Rand) error {
	if edits == 0 {
		return nil
	}
	at, err := v.repo.Snapshot(ctx, head)
	if err != nil {
		return err
	}
	v.keepFacts = true
	before, err := v.full(ctx, at)
	if err != nil {
		return err
	}
	d := declarationsOf(v.blobs, at, before.graph, lang.NewIndex(all.Languages()), random)
	for i := range edits {
		next, what := d.edited(ctx)
		if next == nil {
			return errors.New("HEAD has no declaration to edit")
		}
		if err := v.pair(ctx, at, next, fmt.Sprintf("declaration %d (%s)", i+1, what)); err != nil {
			return err
		}
		back := v.blobs.noted(at, i)
		if err := v.pair(ctx, next, back, fmt.Sprintf("declaration %d taken back (%s)", i+1, what)); err != nil {
			return err
		}
	}
	return nil
}

// pair compares both sides of one change.
func (v *verifier) pair(ctx context.Context, before, after *diff.Snapshot, name string) error {
	changes, err := diff.Compare(before, after, func(id string) ([]byte, error) { return v.blobs.content(ctx, id) })
	if err != nil {
		return err
	}
	res, err := v.incremental(ctx, analyze.Input{Base: before, Head: after, Changes: changes, Blobs: v.blobs, Languages: all.Languages()})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	v.pairs++
	v.stored += res.Stats.StoredGraphs
	v.shifted += res.Stats.ShiftedGraphs
	v.deltas += res.Stats.DeltaGraphs
	for _, side := range []struct {
		name     string
		snapshot *diff.Snapshot
		x        *index.Index
	}{{"base", before, res.Base}, {"head", after, res.Head}} {
		want, err := v.full(ctx, side.snapshot)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", side.name, name, err)
		}
		encoded := want.areas
		if side.name == "head" { // whose areas are not made
			encoded = want.without
		}
		if !bytes.Equal(graph.Encode(side.x.Graph, side.x.Communities), encoded) {
			v.differ++
			fmt.Fprintf(v.out, "%s of %s differs\n", side.name, name)
			is, should := lines(side.x.Graph), lines(want.graph)
			v.list("has", is, should)
			v.list("lacks", should, is)
		}
	}
	return nil
}

// maxListed is how many lines are printed of what a graph has or lacks.
const maxListed = 5

// list prints lines that are not among others.
func (v *verifier) list(what string, lines, others []string) {
	n := 0
	for _, line := range lines {
		if _, found := slices.BinarySearch(others, line); !found && n < maxListed {
			n++
			fmt.Fprintf(v.out, "  %s %s\n", what, line)
		}
	}
}

// lines returns the nodes, edges and missing names of a graph as text, sorted.
func lines(g *graph.Graph) []string {
	var out []string
	for _, n := range g.Nodes {
		out = append(out, fmt.Sprintf("node %s, lines %d to %d", n.ID, n.Start, n.End))
		for _, e := range g.Out(n) {
			out = append(out, fmt.Sprintf("edge %s -%v-> %s, %v, %d places, rule %d", n.ID, e.Type, e.Target.ID, e.Confidence, len(e.Sites), e.Rule))
			for _, s := range e.Sites {
				if s.Call != nil {
					out = append(out, fmt.Sprintf("call %s -%v-> %s, line %d, %+v", n.ID, e.Type, e.Target.ID, s.Line, *s.Call))
				}
			}
		}
	}
	for _, u := range g.Unresolved {
		u.Source = nil
		out = append(out, fmt.Sprintf("missing %+v", u))
	}
	for _, l := range g.Lacks {
		out = append(out, fmt.Sprintf("lack %+v", l))
	}
	for path, is := range g.Asked {
		out = append(out, fmt.Sprintf("asked for %s: %v", path, is))
	}
	out = append(out, fmt.Sprintf("calls of what is not known: %d", g.UnknownCalls))
	slices.Sort(out)
	return out
}

// full resolves a snapshot from nothing, or from the facts in the cache.
func (v *verifier) full(ctx context.Context, s *diff.Snapshot) (*full, error) {
	if i := slices.IndexFunc(v.last, func(f *full) bool { return f.tree == s.Tree }); i >= 0 {
		return v.last[i], nil
	}
	var c *cache.Cache
	if v.keepFacts {
		var err error
		if c, err = cache.Open(v.cache, maxCache); err != nil {
			return nil, err
		}
		defer c.Close()
	}
	var policy analyze.Policy
	x, err := index.Snapshot(ctx, s, v.blobs, analyze.NewStore(factstore.Options{Languages: all.Languages(), Cache: c}), policy.Index(nil))
	if err != nil {
		return nil, err
	}
	f := &full{s.Tree, x.Graph, graph.Encode(x.Graph, x.Communities), graph.Encode(x.Graph, nil)}
	v.last = append(v.last[max(0, len(v.last)-1):], f)
	return f, nil
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

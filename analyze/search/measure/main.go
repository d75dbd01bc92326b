// Command measure measures how well the search finds what people mean.
//
//	go run ./analyze/search/measure -repos clones testdata/*.json
//
// In: labels, one file a project, and a clone of each project at repos/<project>. A label is
// a question with the symbols that answer it; the questions of a file are asked of the
// project at one commit. Those in testdata are subjects of commits that came after it, with
// the functions that these changed and that were there before: what someone knew who was
// about to look for them. Symbols that have a comment give a second set: its first sentence,
// without their name, asked of an index in which they have no comment. A third set are topics, whose
// answers are known by rule (package labelled).
//
// Out: for each project, set and way to search, the mean reciprocal rank of the first answer,
// and the share of the answers among the first ten; and how many questions the graph helps. These are the figures of docs/agents.md; the
// weights in package search were chosen on other projects.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/analyze/search/labelled"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// Labels are what is known of one project.
type Labels struct {
	Project string           `json:"project"`
	Commit  string           `json:"commit"`
	Labels  []labelled.Label `json:"labels"`
}

func main() {
	repos := flag.String("repos", "", "`directory` of the clones")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := measure(context.Background(), os.Stdout, *repos, name); err != nil {
			fmt.Fprintln(os.Stderr, "measure:", err)
			os.Exit(1)
		}
	}
}

func measure(ctx context.Context, out io.Writer, repos, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var l Labels
	if err := json.Unmarshal(content, &l); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	repo, err := git.Open(filepath.Join(repos, l.Project))
	if err != nil {
		return err
	}
	defer repo.Close()
	snapshot, err := repo.Snapshot(ctx, l.Commit)
	if err != nil {
		return err
	}
	x, err := analyze.IndexSnapshot(ctx, snapshot, repo.Blobs(), all.Languages(), nil, analyze.Policy{}, 0)
	if err != nil {
		return err
	}
	files, err := contents(ctx, snapshot, repo.Blobs())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %d documents\n", l.Project, len(x.Graph.Nodes))
	report(out, "commits", x.Graph, files, l.Labels)
	report(out, "topics", x.Graph, files, labelled.Topics(x.Graph))
	asked := sentences(x.Graph, files)
	report(out, "sentences", x.Graph, files, asked)
	return nil
}

// maxSize leaves out files that the graph does not read either.
const maxSize = 1 << 20

// contents returns the files of a snapshot.
func contents(ctx context.Context, snapshot *diff.Snapshot, blobs source.Blobs) (map[string][]byte, error) {
	ids := make([]string, len(snapshot.Files))
	for i, f := range snapshot.Files {
		ids[i] = f.Blob
	}
	read := make([][]byte, len(ids))
	err := blobs.Read(ctx, ids, maxSize, func(i int, content []byte, err error) {
		if err == nil {
			read[i] = append([]byte(nil), content...)
		}
	})
	files := make(map[string][]byte)
	for i, f := range snapshot.Files {
		files[f.Path] = read[i]
	}
	return files, err
}

// report prints how well each way answers a set of questions, and returns the scores by the name of
// the way.
func report(out io.Writer, set string, g *graph.Graph, files map[string][]byte, labels []labelled.Label) map[string]score {
	source, b := search.NewSource(g), search.NewBuilder(len(g.Nodes))
	for path, content := range files {
		source.Add(b, path, content)
	}
	x, scores := b.Index(), make(map[string]score)
	for _, w := range ways(g, x) {
		s := rate(g, labels, w.find)
		fmt.Fprintf(out, "  %-9s  %-8s  %3d questions  MRR %.3f  recall@10 %.3f  precision@5 %.3f\n", set, w.name, s.questions, s.rank, s.recall, s.precision)
		scores[w.name] = s
	}
	e := labelled.Expand(g, x, labels)
	fmt.Fprintf(out, "  %-9s  the graph brings an answer among the first ten of %d questions, and drops one of %d\n", set, e.Gains, e.Loses)
	return scores
}

// A way is one to search.
type way struct {
	name string
	find func(question string) []search.Hit
}

// depth is how far down a list an answer is looked for.
const depth = 100

// likenessWeight is that of the vectors in the fusion, as package query has it.
const likenessWeight = 0.5

// ways returns the searches to measure: by words, by words and the graph (the default), by
// likeness, and by the last two.
func ways(g *graph.Graph, x *search.Index) []way {
	v := search.NewVectors(x)
	alone := func(q string) []search.Hit { return x.Lexical(q, depth) }
	words := func(q string) []search.Hit { return x.Spread(g, q, depth) }
	likeness := func(q string) []search.Hit {
		hits, _ := v.Semantic(context.Background(), q, depth) // does not fail
		return hits
	}
	return []way{{"BM25", alone}, {"graph", words}, {"vectors", likeness}, {"fusion", func(q string) []search.Hit {
		return search.Fuse(search.K, depth, search.List{Hits: words(q)}, search.List{Hits: likeness(q), Weight: likenessWeight})
	}}}
}

// A score says how well questions are answered. precision is the share of answers among the first
// five, of as many as there can be.
type score struct {
	questions               int
	rank, recall, precision float64
}

// rate asks all questions that have an answer in the graph.
func rate(g *graph.Graph, labels []labelled.Label, find func(string) []search.Hit) (s score) {
	for _, l := range labels {
		answers := labelled.Answers(g, &l)
		if len(answers) == 0 {
			continue
		}
		first, among, near := 0.0, 0.0, 0.0
		for i, h := range find(l.Question) {
			if !answers[h.Doc] {
				continue
			}
			if first == 0 {
				first = 1 / float64(i+1)
			}
			if i < 10 {
				among++
			}
			if i < 5 {
				near++
			}
		}
		s.questions++
		s.rank += first
		s.recall += among / float64(len(answers))
		s.precision += near / float64(min(5, len(answers)))
	}
	n := float64(max(1, s.questions))
	s.rank, s.recall, s.precision = s.rank/n, s.recall/n, s.precision/n
	return s
}

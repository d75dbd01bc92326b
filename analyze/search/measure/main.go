// Command measure measures how well the search finds what people mean.
//
//	go run ./analyze/search/measure -repos clones labels.json...
//
// In: labels, one file a project, and a clone of each project at repos/<project>. A label is
// a question with the symbols that answer it; the questions of a file are asked of the
// project at one commit. Out: for each project and each way to search, the mean reciprocal
// rank of the first answer, and the share of the answers among the first ten.
//
// The labels of the tables in query.md are subjects of commits that came later, with the
// functions that those changed: what someone knew who was about to look for them.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// Labels are what is known of one project.
type Labels struct {
	Project string  `json:"repo"`
	Commit  string  `json:"commit"`
	Labels  []Label `json:"queries"`
}

// A Label is a question with the IDs of the symbols that answer it.
type Label struct {
	Query   string   `json:"query"`
	Answers []string `json:"answers"`
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
		return err
	}
	repo, err := git.Open(filepath.Join(repos, l.Project))
	if err != nil {
		return err
	}
	defer repo.Close()
	snapshot, err := repo.Snapshot(l.Commit)
	if err != nil {
		return err
	}
	x, err := analyze.IndexSnapshot(ctx, snapshot, repo.Blobs(), all.Languages(), nil, analyze.Policy{}, 0)
	if err != nil {
		return err
	}
	start := time.Now()
	index, err := analyze.SearchIndex(ctx, x.Graph, snapshot, repo.Blobs(), nil, analyze.Policy{})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d documents, %d bytes, %v\n", l.Project, index.Docs(), len(index.Bytes()), time.Since(start))
	for _, w := range ways(index) {
		w.print(out, x.Graph, l.Labels)
	}
	return nil
}

type way struct {
	name string
	find func(question string) []search.Hit
}

// depth is how far down a list an answer is looked for.
const depth = 100

func ways(x *search.Index) []way {
	v := search.NewVectors(x)
	words := func(q string) []search.Hit { return x.Lexical(q, depth) }
	likeness := func(q string) []search.Hit {
		hits, _ := v.Semantic(context.Background(), q, depth) // does not fail
		return hits
	}
	return []way{{"BM25", words}, {"vectors", likeness}, {"fusion", func(q string) []search.Hit {
		return search.Fuse(search.K, depth, search.List{Hits: words(q)}, search.List{Hits: likeness(q), Weight: 0.5})
	}}}
}

func (w *way) print(out io.Writer, g *graph.Graph, labels []Label) {
	var rank, recall, n float64
	start := time.Now()
	for _, l := range labels {
		answers := make(map[int]bool)
		for _, id := range l.Answers {
			if node := g.Node(id); node != nil {
				answers[g.Index(node)] = true
			}
		}
		if len(answers) == 0 {
			continue
		}
		n++
		first, among := 0.0, 0.0
		for i, h := range w.find(l.Query) {
			if !answers[h.Doc] {
				continue
			}
			if first == 0 {
				first = 1 / float64(i+1)
			}
			if i < 10 {
				among++
			}
		}
		rank += first
		recall += among / float64(len(answers))
	}
	fmt.Fprintf(out, "  %-10s %3.0f questions  MRR %.3f  recall@10 %.3f  %v a question\n", w.name, n, rank/n, recall/n, time.Since(start)/time.Duration(max(1, n)))
}

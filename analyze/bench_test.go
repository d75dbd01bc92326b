package analyze_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// generated is a repository of about 3n files, a third of each family: services
// that call the stores of others, in Go, TypeScript and Python.
func generated(n int) map[string][]byte {
	files := map[string][]byte{
		"go.mod":       []byte("module example.com/shop\n\ngo 1.22\n"),
		"package.json": []byte(`{"name": "shop", "type": "module"}`),
	}
	for i := range n {
		r := strings.NewReplacer("{i}", fmt.Sprint(i), "{j}", fmt.Sprint((i*7+1)%n), "{k}", fmt.Sprint((i*3+2)%n))
		add := func(path, header string, bodies ...string) {
			var b strings.Builder
			b.WriteString(r.Replace(header))
			for _, body := range bodies {
				for m := range 8 {
					b.WriteString(strings.NewReplacer("{m}", fmt.Sprint(m), "{o}", fmt.Sprint((m+1)%8)).Replace(r.Replace(body)))
				}
			}
			files[r.Replace(path)] = []byte(b.String())
		}
		add("internal/p{i}/p{i}.go", goHeader, goBody)
		add("web/m{i}.ts", tsHeader, tsBody)
		add("tools/t{i}.py", pyHeader, pyMethod, pyFunction)
	}
	return files
}

const (
	goHeader = `package p{i}

import (
	"fmt"

	"example.com/shop/internal/p{j}"
)

// Store holds items.
type Store struct {
	items map[string]*Item
	next  *p{j}.Store
}

type Item struct{ Name string }

type Finder interface {
	Find0(key string, n int) (*Item, error)
}
`
	goBody = `
// Find{m} returns the item at key.
func (s *Store) Find{m}(key string, n int) (*Item, error) {
	if n == 0 || s.items == nil {
		return nil, fmt.Errorf("find %s: none", key)
	}
	for name, it := range s.items {
		if name == key && it.Name != "" {
			return it, nil
		}
	}
	if _, err := s.next.Find{o}(key, n-1); err != nil {
		return nil, err
	}
	return s.Find{o}(key, n-1)
}
`
	tsHeader = `import { Service{j}, make{j} } from './m{j}'
import type { Item as Other } from './m{k}'

export interface Item { name: string; owner: Service{i} }
export function make{i}(): Service{i} { return new Service{i}(make{j}()) }
export class Base{i} { constructor(protected next?: Service{j}) {} log(m: string) { console.log(m) } }
export class Service{i} extends Base{i} {
  items: Item[] = []
  find(key: string): Item | undefined { return this.items.find((it) => it.name === key) }
}
`
	tsBody = `
export async function handle{i}x{m}(service: Service{i}, key: string): Promise<Other | undefined> {
  const item = service.find(key) ?? make{i}().find(key + '{m}')
  if (item && item.owner.find(key)) {
    service.log(key)
    return undefined
  }
  for (const it of service.items) it.owner.log(it.name)
  await handle{i}x{o}(service, key)
  return undefined
}
`
	pyHeader = `import os
from tools.t{j} import Task as Other, run0
from tools import t{k}


class Task(Other):
    def __init__(self, name):
        super().__init__(name)
        self.name = name
        self.steps = [Other(name)]
`
	pyMethod = `
    def step{m}(self, key):
        if key and os.path.exists(key):
            for s in self.steps:
                s.step{o}(key)
        return self.step{o}(t{k}.Task(key).name)
`
	pyFunction = `

def run{m}(task: Task, key=None):
    try:
        task.step{m}(key)
    except ValueError:
        run{o}(Task("x"))
    return [x.step0(key) for x in task.steps]
`
)

// benchFiles gives about 300 files.
const benchFiles = 100

// repository is the generated one with an edit, as an Input.
func repository(tb testing.TB, n int) analyze.Input {
	tb.Helper()
	base := generated(n)
	head := maps.Clone(base)
	path := "internal/p1/p1.go"
	head[path] = []byte(strings.Replace(string(base[path]), "n == 0 ||", "n <= 0 ||", 1))
	blobs := make(difftest.Blobs)
	in := analyze.Input{Base: blobs.Snapshot("base", base), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages()}
	var err error
	in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil })
	if err != nil || len(in.Changes) != 1 {
		tb.Fatalf("%d changes, %v", len(in.Changes), err)
	}
	return in
}

func run(tb testing.TB, in analyze.Input) *analyze.Result {
	tb.Helper()
	res, err := analyze.Run(context.Background(), in)
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

// warm runs with the cache in dir, which is opened and closed.
func warm(tb testing.TB, in analyze.Input, dir string) *analyze.Result {
	tb.Helper()
	c, err := cache.Open(dir, 1<<30)
	if err != nil {
		tb.Fatal(err)
	}
	in.Cache = c
	res := run(tb, in)
	if err := c.Close(); err != nil {
		tb.Fatal(err)
	}
	return res
}

// parseAll parses every file of a snapshot on one goroutine.
func parseAll(in analyze.Input) (bytes int64) {
	index := lang.NewIndex(in.Languages)
	p := parse.NewParser()
	defer p.Close()
	blobs := in.Blobs.(difftest.Blobs)
	for _, f := range in.Base.Files {
		if l := index.ByPath(f.Path); l != nil {
			p.Parse(l, blobs[f.Blob], parse.Limits{})
			bytes += f.Size
		}
	}
	return bytes
}

func BenchmarkParse(b *testing.B) {
	in := repository(b, benchFiles)
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(parseAll(in))
	}
}

func graphOf(b *testing.B) *graph.Graph {
	in := repository(b, benchFiles)
	x, err := analyze.IndexSnapshot(context.Background(), in.Base, in.Blobs, in.Languages, nil, analyze.Policy{}, 0)
	if err != nil {
		b.Fatal(err)
	}
	return x.Graph
}

func BenchmarkCommunity(b *testing.B) {
	g := graphOf(b)
	b.ReportAllocs()
	for b.Loop() {
		community.Detect(g, community.Options{})
	}
}

func BenchmarkProcess(b *testing.B) {
	g := graphOf(b)
	nodes := slices.DeleteFunc(slices.Clone(g.Nodes), func(n *graph.Node) bool { return !n.Label.Callable() })
	b.Run("inventory", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			process.Inventory(g, process.Limits{})
		}
	})
	b.Run("through", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			process.Through(g, nodes[:10], process.Limits{})
		}
	})
}

// BenchmarkRun is the whole line: cold without a cache, warm with one that knows
// every file.
func BenchmarkRun(b *testing.B) {
	in := repository(b, benchFiles)
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			run(b, in)
		}
	})
	b.Run("warm", func(b *testing.B) {
		dir := b.TempDir()
		b.ReportAllocs()
		warm(b, in, dir)
		for b.Loop() {
			if res := warm(b, in, dir); res.Stats.ParsedFiles > 0 {
				b.Fatalf("%d files parsed", res.Stats.ParsedFiles)
			}
		}
	})
}

// BenchmarkRunPerParse says how many times as long as parsing alone a cold run of
// one worker takes; 3 is the limit the project has set itself.
func BenchmarkRunPerParse(b *testing.B) {
	in := repository(b, benchFiles)
	in.Workers = 1
	var parsing, whole time.Duration
	for b.Loop() {
		start := time.Now()
		parseAll(in)
		parsed := time.Now()
		run(b, in)
		parsing += parsed.Sub(start)
		whole += time.Since(parsed)
	}
	b.ReportMetric(float64(whole)/float64(parsing), "x-parse")
}

package parse

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/smacker/go-tree-sitter/golang"
)

// BenchmarkParse tells the three steps apart, on the Go files of this project:
// tree-sitter alone, with the copy into the flat tree, and the whole with a small
// extractor.
func BenchmarkParse(b *testing.B) {
	sources, size := goSources(b)
	run := func(name string, parse func(src []byte)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range sources {
					parse(src)
				}
			}
		})
	}
	g := golang.GetLanguage()
	s := newSymbols(small(), g)
	p, byCursor := newTreeParser(g), newCursorParser(g)
	defer p.close()
	defer byCursor.close()
	flat := p.parse(b.Context(), nil, s, nil, Limits{}.withDefaults())
	run("tree", func(src []byte) { flat = p.parse(b.Context(), src, s, flat.nodes, Limits{MaxNodes: 1}.withDefaults()) })
	run("flat", func(src []byte) { flat = p.parse(b.Context(), src, s, flat.nodes, Limits{}.withDefaults()) })
	run("flat by cursor", func(src []byte) { flat = byCursor.parse(b.Context(), src, s, flat.nodes, Limits{}.withDefaults()) })
	whole, l := NewParser(), small()
	defer whole.Close()
	run("facts", func(src []byte) { whole.Parse(l, src, Limits{}) })
}

func goSources(b *testing.B) (sources [][]byte, size int64) {
	b.Helper()
	names, err := filepath.Glob("../*/*.go")
	if err != nil || len(names) == 0 {
		b.Fatalf("no sources: %v", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		sources = append(sources, src)
		size += int64(len(src))
	}
	return sources, size
}

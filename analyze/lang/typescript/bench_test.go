package typescript_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/typescript"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// BenchmarkExtract compares the parse alone with the parse and the extraction:
// the second should take at most 1.6 times as long as the first.
func BenchmarkExtract(b *testing.B) {
	var src []byte
	for _, name := range []string{"method", "calls", "function", "object"} {
		data, err := os.ReadFile("testdata/" + name + ".txtar")
		if err != nil {
			b.Fatal(err)
		}
		src = append(src, txtar.Parse(data).Files[0].Data...)
	}
	src = bytes.Repeat(src, 20)
	l := typescript.Language()
	alone := *l
	alone.Extract = func(*lang.Tree, *lang.Builder) {}
	p := parse.NewParser()
	defer p.Close()
	run := func(b *testing.B, l *lang.Language) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			p.Parse(l, src, parse.Limits{})
		}
	}
	b.Run("parse", func(b *testing.B) { run(b, &alone) })
	b.Run("facts", func(b *testing.B) { run(b, l) })
}

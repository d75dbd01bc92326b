package resolve_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// BenchmarkGraph resolves twenty copies of the labelled repositories, each a
// project of its own: some 500 files.
func BenchmarkGraph(b *testing.B) {
	files := make(map[string]string)
	for _, name := range archives(b, "testdata/quality") {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			b.Fatal(err)
		}
		sources, _ := split(ar, truthFile)
		for path, content := range sources {
			for i := range 20 {
				files[fmt.Sprintf("%s%d/%s", strings.TrimSuffix(filepath.Base(name), ".txtar"), i, path)] = content
			}
		}
	}
	in := input(b, files)
	b.ReportAllocs()
	for b.Loop() {
		resolve.Graph(in)
	}
}

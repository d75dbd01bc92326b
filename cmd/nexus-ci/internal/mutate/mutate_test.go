package mutate_test

import (
	"bytes"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/mutate"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

const source = `
-- base/a.go --
package a

func F(x int) int { return G(x) }
-- base/b.go --
package a

func G(x int) int { return x }
-- head/b.go --
package a

func G(x, y int) int { return x + y }
`

func TestArchive(t *testing.T) {
	ar := txtar.Parse([]byte(source))
	before := txtar.Format(ar)
	if got := txtar.Format(mutate.Archive(ar, 0)); !bytes.Equal(got, before) {
		t.Errorf("seed 0 changed the archive:\n%s", got)
	}
	different := make(map[string]bool)
	for seed := uint64(1); seed <= 500; seed++ {
		once, twice := mutate.Archive(ar, seed), mutate.Archive(ar, seed)
		if !bytes.Equal(txtar.Format(once), txtar.Format(twice)) {
			t.Fatalf("seed %d gives two results", seed)
		}
		if _, err := difftest.Parse(once); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		size := 0
		for _, f := range once.Files {
			size += len(f.Data)
		}
		if size > 64<<10 {
			t.Fatalf("seed %d: %d bytes", seed, size)
		}
		different[string(txtar.Format(once))] = true
	}
	if len(different) < 450 {
		t.Errorf("500 seeds gave %d archives", len(different))
	}
	if !bytes.Equal(txtar.Format(ar), before) {
		t.Error("the archive that was given changed")
	}
}

package analyze

import (
	"io/fs"
	"os"
	"testing"
)

// Every file that could change the facts must be part of the hash: a language in
// a deeper folder, or one with embedded data, would otherwise leave stale facts.
func TestExtractorHashCoversAllSources(t *testing.T) {
	seen := 0
	for _, dir := range []string{"facts", "lang", "parse"} {
		err := fs.WalkDir(os.DirFS("."), dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || !isExtractorSource(path):
				return nil
			}
			seen++
			if _, err := fs.Stat(extractorSources, path); err != nil {
				t.Errorf("%s is not embedded: %v", path, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 10 {
		t.Errorf("only %d sources found", seen)
	}
}

func TestExtractorHashLeavesOutTests(t *testing.T) {
	for path, want := range map[string]bool{
		"lang/golang/golang.go":      true,
		"parse/flatten.c":            true,
		"lang/golang/golang_test.go": false,
		"lang/langtest/dump.go":      false,
	} {
		if got := isExtractorSource(path); got != want {
			t.Errorf("%s: part of the hash = %t, want %t", path, got, want)
		}
	}
}

func TestExtractorHashIsSteady(t *testing.T) {
	if a, b := ExtractorHash(), ExtractorHash(); a != b || a == [32]byte{} {
		t.Errorf("%x and %x", a, b)
	}
}

func BenchmarkExtractorHash(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ExtractorHash()
	}
}

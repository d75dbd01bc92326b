package analyze

import (
	"embed"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
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
			case d.IsDir() || !isSource(path):
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
		"lang/golang/grammar_gen.go": true,
		"lang/golang/grammar.txt":    false,
		"lang/grammargen/main.go":    false,
		"lang/langtest/dump.go":      false,
	} {
		if got := isSource(path); got != want {
			t.Errorf("%s: part of the hash = %t, want %t", path, got, want)
		}
	}
}

func TestExtractorHashIsSteady(t *testing.T) {
	if a, b := ExtractorHash(), ExtractorHash(); a != b || a == [32]byte{} {
		t.Errorf("%x and %x", a, b)
	}
}

// A changed comment or line break in the sources throws nothing away; code does.
func TestVersionLeavesOutComments(t *testing.T) {
	of := func(source string) [32]byte {
		return sourceHash(fstest.MapFS{"a.go": {Data: []byte(source)}}, writeTokens)
	}
	const source = "// Package p does.\npackage p\n\n//go:noinline\nfunc f(a, b int) int { return a + b } // of both\n"
	for name, c := range map[string]struct {
		source string
		same   bool
	}{
		"comment":   {strings.ReplaceAll(source, "of both", "of two"), true},
		"layout":    {strings.ReplaceAll(source, "a + b", "a  +\n b"), true},
		"operator":  {strings.ReplaceAll(source, "a + b", "a - b"), false},
		"directive": {strings.ReplaceAll(source, "//go:noinline\n", ""), false},
		"string":    {source + "const s = \"// a\"\n", false},
	} {
		if same := of(c.source) == of(source); same != c.same {
			t.Errorf("%s: the same version: %t, want %t", name, same, c.same)
		}
	}
}

// A stored form depends on the code that makes it and on no other: what makes a search index or
// briefs of an Index throws no Index away.
func TestVersionOfEachForm(t *testing.T) {
	for path, want := range map[string]*embed.FS{"graph/graph.go": &indexSources, "search/index.go": &searchSources, "brief/brief.go": &briefSources} {
		for _, sources := range []*embed.FS{&extractorSources, &indexSources, &searchSources, &briefSources} {
			if _, err := fs.Stat(sources, path); (err == nil) != (sources == want) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	c, err := cache.Open(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	o := new(Policy).Index(c)
	versions := []string{o.Version, o.SearchVersion, o.BriefVersion}
	slices.Sort(versions)
	if len(slices.Compact(versions)) != 3 || versions[0] == "" {
		t.Errorf("versions %x", versions)
	}
}

func TestVersionIsCached(t *testing.T) {
	var versions []string
	for _, dir := range []string{t.TempDir(), t.TempDir()} {
		c, err := cache.Open(dir, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		versions = append(versions, extractorVersion(c), extractorVersion(c)) // computed, then from the cache
		indexVersion := func() string { return new(Policy).Index(c).Version }
		if v := indexVersion(); v == extractorVersion(c) || v != indexVersion() {
			t.Error("the version of indexes is that of facts, or differs when it comes from the cache")
		}
	}
	if len(slices.Compact(versions)) != 1 || len(versions[0]) != 32 {
		t.Errorf("versions %x", versions)
	}
}

func BenchmarkExtractorHash(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ExtractorHash()
	}
}

package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// Whatever the bytes are, reading them ends without a panic and with an error
// that says whose fault it is.
func checkParse(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, object.ErrCorrupt) && !errors.Is(err, object.ErrUnsupported) {
		t.Errorf("%s: %v", what, err)
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 a\x00aaaaaaaaaaaaaaaaaaaa40000 b\x00bbbbbbbbbbbbbbbbbbbb"))
	f.Add([]byte("120000 ..\x00aaaaaaaaaaaaaaaaaaaa"))
	f.Fuzz(func(t *testing.T, content []byte) {
		entries, err := parseTree(content)
		checkParse(t, "tree", err)
		for i := 1; i < len(entries); i++ {
			if entries[i-1].key() >= entries[i].key() {
				t.Errorf("entries %d and %d are not in order", i-1, i)
			}
		}
	})
}

func FuzzParseCommit(f *testing.F) {
	f.Add([]byte("tree 0123456789012345678901234567890123456789\nparent 0123456789012345678901234567890123456789\nauthor A <a> 1 +0000\ncommitter A <a> 17 +0000\n\nmessage\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		_, err := parseCommit(content)
		checkParse(t, "commit", err)
	})
}

func FuzzParseIndex(f *testing.F) {
	for _, seed := range indexSeeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if n := len(content); n > 20 {
			clear(content[n-20:]) // no checksum, so that the content is looked at
		}
		_, err := parseIndex(content)
		checkParse(t, "index", err)
	})
}

// indexSeeds has git write small indexes of every version.
func indexSeeds(f *testing.F) (seeds [][]byte) {
	dir := f.TempDir()
	run := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			f.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	run("init", "-q")
	for _, name := range []string{"a", "ab", "abc"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			f.Fatal(err)
		}
	}
	run("add", "a", "ab")
	run("add", "-N", "abc")
	for _, version := range []string{"2", "3", "4"} {
		run("update-index", "--index-version", version)
		content, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
		if err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, content)
	}
	return seeds
}

package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the bytes are, reading them ends without a panic and with an error
// that says whose fault it is.
func checkParse(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrUnsupported) {
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

func FuzzApplyDelta(f *testing.F) {
	f.Add([]byte("hello world"), []byte("\x0b\x0a\x90\x05\x05 fuzz"))
	f.Add([]byte(""), []byte("\x00\xff\xff\xff\xff\x0f\x80"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		out, err := applyDelta(nil, base, delta)
		checkParse(t, "delta", err)
		if err != nil {
			return
		}
		if _, size, _, _ := deltaSizes(delta); int64(len(out)) != size {
			t.Errorf("%d bytes, the delta declares %d", len(out), size)
		}
	})
}

func FuzzReadEntry(f *testing.F) {
	f.Add([]byte("\xe5\x0a\x81\x02"), int64(5000))
	f.Fuzz(func(t *testing.T, head []byte, offset int64) {
		e, err := readEntry(bytes.NewReader(head), offset)
		if err == nil && e.kind == ofsDelta && (e.base < packHeader || e.base >= offset) {
			t.Errorf("the base of the delta at %d is at %d", offset, e.base)
		}
	})
}

// A match takes time in proportion to pattern and path, and never fails.
func FuzzGlob(f *testing.F) {
	f.Add("a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", false)
	f.Add("**/[a-z[:digit:]]?\\*", "x/y/z1*", true)
	f.Fuzz(func(t *testing.T, pattern, path string, fold bool) {
		g, ok := parseGlob(pattern, fold)
		if ok {
			work := budget{1000}
			part := g.match(path, &work)
			if work.left < 0 || part && !g.match(path, &budget{maxMatching}) {
				t.Error("a match with less work left is none with more")
			}
		}
	})
}

// No pattern takes more work than there is left.
func TestGlobWork(t *testing.T) {
	path := strings.Repeat("a", 4000)
	for _, pattern := range []string{strings.Repeat("*a", 1900) + "*b*a", strings.Repeat("**/", 1000) + "b*a", "a" + strings.Repeat("[a-z]*", 600) + "b*a"} {
		g, ok := parseGlob(pattern, false)
		work := budget{100_000}
		if !ok || g.match(path, &work) || work.left != 0 {
			t.Errorf("%.20s…: %d left", pattern, work.left)
		}
	}
}

// An object that claims to be huge is not believed: its pack cannot hold that.
func TestHugeClaim(t *testing.T) {
	dir := t.TempDir()
	var body bytes.Buffer
	body.WriteString("PACK\x00\x00\x00\x02\x00\x00\x00\x01")
	body.WriteString("\xbf\xff\xff\xff\xff\x7f") // a blob of 2^39 bytes
	body.Write(make([]byte, 40))
	name := filepath.Join(dir, "pack", "pack-x")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	var idx bytes.Buffer
	idx.WriteString("\xfftOc\x00\x00\x00\x02")
	for range 256 {
		idx.Write(binary.BigEndian.AppendUint32(nil, 1))
	}
	idx.Write(make([]byte, 24)) // one id, all zeros, and its checksum
	idx.Write(binary.BigEndian.AppendUint32(nil, packHeader))
	for file, content := range map[string][]byte{name + ".pack": body.Bytes(), name + ".idx": idx.Bytes()} {
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := openObjects(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if _, _, err := newReader(s).read(id{}, 0); !errors.Is(err, ErrCorrupt) {
		t.Errorf("error %v", err)
	}
}

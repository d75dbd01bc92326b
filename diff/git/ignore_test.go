package git_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// untracked returns the files on disk that are not in the index, as we see them.
func (f *fixture) untracked() []string {
	f.t.Helper()
	s, err := f.open().WorktreeSnapshot(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	var paths []string
	for _, file := range s.Files {
		paths = append(paths, file.Path)
	}
	return paths
}

func (f *fixture) gitUntracked() []string {
	f.t.Helper()
	out := strings.TrimSuffix(f.git("ls-files", "-z", "--others", "--exclude-standard"), "\x00")
	if out == "" {
		return nil
	}
	paths := strings.Split(out, "\x00")
	slices.Sort(paths)
	return paths
}

func TestIgnore(t *testing.T) {
	f := newRepo(t)
	for _, path := range []string{
		"a", "b", "foo", "foo.c", "foo.o", "foo.O", "dir/foo", "dir/foo.o", "dir/sub/foo.o", "dir/sub/deep/foo", "x/dir/foo", "x/y/z/foo",
		"a b", "a b ", "#hash", "!bang", `back\slash`, "[x]", "abc", "a]c", "a-c", "a1", "aZ", "doc/a.txt", "doc/b/a.txt", "doc/b/c/a.txt", "...", ".hidden",
		"e/f/g/h", "e/g/h", "trail/", "star*", "q?", "ümlaut",
	} {
		if strings.HasSuffix(path, "/") {
			path += "file"
		}
		f.write(path, "")
	}
	for _, pattern := range []string{
		"foo", "/foo", "foo/", "*.o", "*.[oO]", "dir/", "/dir", "dir/foo", "dir/*", "dir/**", "**/foo", "**/dir/foo", "x/**/foo", "x/**", "/**/foo",
		"a b", "a b ", `a b\ `, `\#hash`, "#hash", `\!bang`, "!bang", `back\\slash`, `\[x\]`, "[x]", "[[]x]", "a[b-]c", "a[]]c", "a[!b]c", "a[^b]c",
		"a[[:digit:]]", "a[[:upper:]]", "a[[:alpha:][:digit:]]", "a[z-a]", "a[", "doc/*.txt", "doc/**/*.txt", "doc/*/a.txt", "*/a.txt", "**", "*", ".*", "...",
		"e/**/h", "e/**h", "e**/h", "**g/h", "trail/", "trail//", `star\*`, "q\\?", "*lau?t", "*laut", "/", "!", "\\", "foo\r", "*\n!foo", "*\n!*/\n!foo.c",
		"dir/*\n!dir/sub\ndir/sub/*\n!dir/sub/deep", "dir\n!dir/foo", "\ufefffoo",
	} {
		f.write(".gitignore", pattern+"\n")
		if d := cmp.Diff(f.gitUntracked(), f.untracked()); d != "" {
			t.Errorf("pattern %q (-git +ours)\n%s", pattern, d)
		}
	}
	f.git("config", "core.ignoreCase", "true")
	for _, pattern := range []string{"FOO", "*.o", "a[z]", "a[[:upper:]]", "DIR/SUB", "ÜMLAUT"} {
		f.write(".gitignore", pattern+"\n")
		if d := cmp.Diff(f.gitUntracked(), f.untracked()); d != "" {
			t.Errorf("pattern %q without case (-git +ours)\n%s", pattern, d)
		}
	}
}

// Patterns put together at random from their special parts.
func TestIgnoreRandomPatterns(t *testing.T) {
	f := newRepo(t)
	random := rand.New(rand.NewPCG(7, 8))
	for _, path := range []string{"a", "b", "ab", "aab", "a/a", "a/b", "a/b/a", "b/a/b", "b/a/a/b", "b/ab/a", "ba/a.b", "a.b/a", "bb/b/b/a"} {
		f.write("d/"+path+".x", "")
		f.write(path+"x", "")
	}
	parts := []string{"a", "b", "*", "**", "/", "?", "[ab]", "[!a]", "x", ".x", "**/", "/**", "d", "!"}
	for range 300 {
		var lines []string
		for range 1 + random.IntN(3) {
			var line strings.Builder
			for range 1 + random.IntN(5) {
				line.WriteString(parts[random.IntN(len(parts))])
			}
			lines = append(lines, line.String())
		}
		text := strings.Join(lines, "\n") + "\n"
		where := []string{".gitignore", "d/.gitignore", ".git/info/exclude"}[random.IntN(3)]
		f.write(where, text)
		if d := cmp.Diff(f.gitUntracked(), f.untracked()); d != "" {
			t.Fatalf("%s with the patterns %q (-git +ours)\n%s", where, text, d)
		}
		f.remove(where)
	}
}

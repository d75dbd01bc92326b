package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/mutate"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// FuzzRepository looks for a repository, damaged or made by an attacker, that the command
// check does not survive: objects whose content is not what git writes, or not what their
// name says, and files of rules (.gitignore and the like) with anything in them.
//
// archive holds the trees of two commits; seed chooses the edits of the trees and of the
// objects that are made of them.
func FuzzRepository(f *testing.F) {
	for i, ar := range repositorySeeds(f) {
		f.Add(txtar.Format(ar), uint64(i))
	}
	debug.SetMaxStack(lineStack)
	f.Fuzz(checkRepository)
}

var repositoryRuns = flag.Uint64("repository.runs", 25, "how many seeds TestRepositoryMutations tries, from -line.from on")

// TestRepositoryMutations does what FuzzRepository does for a range of seeds.
func TestRepositoryMutations(t *testing.T) {
	seeds := repositorySeeds(t)
	for seed := *lineFrom; seed < *lineFrom+*repositoryRuns; seed++ {
		ar := seeds[mutate.Mix(seed)%uint64(len(seeds))]
		checkRepository(t, txtar.Format(ar), seed)
		if t.Failed() {
			t.Fatalf("seed %d of\n%s", seed, txtar.Format(ar))
		}
	}
}

// repositorySeeds are small trees with the files that git and others read rules from.
func repositorySeeds(tb testing.TB) []*txtar.Archive {
	tb.Helper()
	var seeds []*txtar.Archive
	for _, name := range []string{"testdata/line/manifests.txtar", "testdata/line/rules.txtar", "../../testdata/repos/authapp-go.txtar"} {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		seeds = append(seeds, ar)
	}
	return seeds
}

func checkRepository(t *testing.T, archive []byte, seed uint64) {
	base, head, _, err := difftest.Trees(mutate.Archive(txtar.Parse(archive), seed))
	if err != nil {
		return
	}
	dir := t.TempDir()
	w := &repositoryWriter{dir: dir, seed: seed, rand: rand.New(rand.NewSource(int64(mutate.Mix(seed))))}
	first := w.commit(w.tree(base), "")
	second := w.commit(w.tree(head), first)
	w.file(".git/HEAD", []byte("ref: refs/heads/main\n"))
	w.file(".git/config", []byte("[core]\n\trepositoryformatversion = 0\n\tbare = false\n"))
	w.file(".git/refs/heads/main", []byte(second+"\n"))
	for name, content := range head {
		if clean := path.Clean(name); filepath.IsLocal(clean) && !strings.HasPrefix(clean, ".git/") && !strings.ContainsRune(name, 0) {
			w.file(clean, content)
		}
	}
	if w.err != nil {
		return // names that this file system does not take
	}
	for _, args := range [][]string{
		{"check", "--base", first, "--head", second},
		{"check"}, // the work tree, which the rules of its files decide
	} {
		var out, log bytes.Buffer
		args = append(args, "-C", dir, "--no-cache", "--format", "json")
		status := run(context.Background(), args, terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &log}, func(string) string { return "" })
		if strings.Contains(log.String(), "internal error") || strings.Contains(log.String(), "goroutine ") {
			t.Errorf("%q: %s", args, &log)
		}
		if status > exit.Failure || status < exit.OK {
			t.Errorf("%q: exit status %d", args, status)
		}
		if status >= exit.WrongUsage && log.Len() == 0 {
			t.Errorf("%q: exit status %d without a word", args, status)
		}
	}
}

// A repositoryWriter writes loose objects and damages some.
type repositoryWriter struct {
	dir  string
	seed uint64
	rand *rand.Rand
	err  error
}

func (w *repositoryWriter) file(name string, content []byte) {
	name = filepath.Join(w.dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name, content, 0o666)
	}
	if err != nil && w.err == nil {
		w.err = err
	}
}

// object stores an object and returns its name. One in 30 is damaged: half of them have
// the name of what is stored, so that only a careful reader sees it.
func (w *repositoryWriter) object(kind string, content []byte) string {
	honest := sha1.Sum(fmt.Appendf(nil, "%s %d\x00%s", kind, len(content), content))
	length := len(content)
	damaged := w.seed != 0 && w.rand.Intn(30) == 0
	if damaged {
		content = mutate.Bytes(slices.Clone(content), w.rand.Uint64())
		if w.rand.Intn(2) == 0 {
			length = len(content)
		}
	}
	stored := fmt.Appendf(nil, "%s %d\x00%s", kind, length, content)
	name := fmt.Sprintf("%x", honest)
	if damaged && w.rand.Intn(2) == 0 {
		name = fmt.Sprintf("%x", sha1.Sum(stored))
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(stored)
	z.Close()
	data := packed.Bytes()
	if w.seed != 0 && w.rand.Intn(200) == 0 {
		data = mutate.Bytes(data, w.rand.Uint64())
	}
	w.file(".git/objects/"+name[:2]+"/"+name[2:], data)
	return name
}

// tree stores a directory, content by path, and returns the name of its tree.
func (w *repositoryWriter) tree(files map[string][]byte) string {
	here := make(map[string][]byte)
	below := make(map[string]map[string][]byte)
	for name, content := range files {
		dir, rest, ok := strings.Cut(name, "/")
		if !ok {
			here[name] = content
			continue
		}
		if below[dir] == nil {
			below[dir] = make(map[string][]byte)
		}
		below[dir][rest] = content
	}
	type entry struct{ sortKey, mode, name, object string }
	var entries []entry
	for name := range below {
		entries = append(entries, entry{name + "/", "40000", name, ""})
	}
	for name := range here {
		entries = append(entries, entry{name, "100644", name, ""})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.sortKey, b.sortKey) })
	var content []byte
	for _, e := range entries { // in order, so that the same seed damages the same object
		if e.mode == "40000" {
			e.object = w.tree(below[e.name])
		} else {
			e.object = w.object("blob", here[e.name])
		}
		if w.seed != 0 && w.rand.Intn(60) == 0 {
			e.mode = [...]string{"120000", "160000", "100755", "40000", "0", "777", "100644"}[w.rand.Intn(7)]
		}
		name, _ := hex.DecodeString(e.object) // which object made
		content = fmt.Appendf(content, "%s %s\x00%s", e.mode, e.name, name)
	}
	return w.object("tree", content)
}

func (w *repositoryWriter) commit(tree, parent string) string {
	content := "tree " + tree + "\n"
	if parent != "" {
		content += "parent " + parent + "\n"
	}
	content += "author A <a@example.com> 1700000000 +0000\ncommitter A <a@example.com> 1700000000 +0000\n\nChange\n"
	return w.object("commit", []byte(content))
}

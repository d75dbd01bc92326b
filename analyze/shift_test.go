package analyze_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// rewordings are edits of a line that mostly leave the meaning of every name.
var rewordings = []func(line, comment string) string{
	func(line, comment string) string { return "\n" + line },
	func(line, comment string) string { return indent(line) + comment + " Words.\n" + line },
	func(line, comment string) string {
		return strings.TrimSuffix(line, "\n") + " " + comment + " Words.\n"
	},
	func(line, comment string) string {
		if strings.HasPrefix(strings.TrimSpace(line), comment) {
			return ""
		}
		return line
	},
	func(line, comment string) string { return strings.NewReplacer("1", "27", "2", "301").Replace(line) },
	func(line, comment string) string {
		return strings.NewReplacer("==", "!=", " + ", " - ", "true", "false").Replace(line)
	},
	func(line, comment string) string { return line + strings.TrimLeft(line, "\n") }, // says more
}

func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// reword returns content after a few edits.
func reword(r *rand.Rand, name string, content []byte) []byte {
	comment := "//"
	if ext := path.Ext(name); ext == ".py" || ext == ".rb" || ext == ".tf" {
		comment = "#"
	}
	lines := strings.SplitAfter(string(content), "\n")
	for range 1 + r.Intn(3) {
		i := r.Intn(len(lines))
		lines[i] = rewordings[r.Intn(len(rewordings))](lines[i], comment)
	}
	return []byte(strings.Join(lines, ""))
}

// reworded is a change of a few source files of a repository.
func reworded(t *testing.T, r *rand.Rand, blobs difftest.Blobs, files map[string][]byte) (base, head *diff.Snapshot, changes []diff.FileChange) {
	t.Helper()
	languages := lang.NewIndex(all.Languages())
	sources := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(p string) bool { return languages.ByPath(p) == nil || languages.ByPath(p).Grammar == nil })
	edited := maps.Clone(files)
	for range 1 + r.Intn(2) {
		p := sources[r.Intn(len(sources))]
		edited[p] = reword(r, p, edited[p])
		// A file in no language matters where an import could mean it.
		if other := strings.TrimSuffix(p, path.Ext(p)); r.Intn(3) == 0 && edited[other] == nil {
			edited[other] = []byte("text")
		}
		if r.Intn(3) == 0 {
			edited[path.Join(path.Dir(p), "notes.md")] = []byte("notes")
		}
	}
	base, head = blobs.Snapshot("base", files), blobs.Snapshot("head", edited)
	changes, err := diff.Compare(base, head, func(id string) ([]byte, error) { return blobs[id], nil })
	if err != nil {
		t.Fatal(err)
	}
	return base, head, changes
}

// The graph of head is the same whether it is made of that of base or of facts, in all languages.
func TestShiftedIsResolved(t *testing.T) {
	names, err := filepath.Glob("resolve/testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	shifted := make(map[string]int) // by language
	for _, name := range names {
		files := unpacked(t, name)
		r := rand.New(rand.NewSource(1))
		for i := range 4 {
			blobs := make(difftest.Blobs)
			base, head, changes := reworded(t, r, blobs, files)
			got := run(t, analyze.Input{Base: base, Head: head, Changes: changes, Blobs: blobs, Languages: all.Languages()})
			want, err := analyze.IndexSnapshot(context.Background(), head, blobs, all.Languages(), nil, analyze.Policy{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(graph.Encode(got.Head.Graph, nil), graph.Encode(want.Graph, nil)) {
				t.Errorf("%s, edit %d: the graph of head is not what its facts give", name, i)
			}
			if got.Stats.ShiftedGraphs > 0 {
				for _, c := range changes {
					if l := lang.NewIndex(all.Languages()).ByPath(c.NewPath); l != nil {
						shifted[l.Name]++
					}
				}
			}
		}
	}
	for _, l := range all.Languages() {
		if l.Grammar != nil && l.Family == "" && shifted[l.Name] == 0 {
			t.Errorf("no graph of %s was shifted", l.Name)
		}
	}
}

// unpacked returns the files of an archive, without the result that its test wants.
func unpacked(t *testing.T, name string) map[string][]byte {
	t.Helper()
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, f := range ar.Files {
		if f.Name != "want.txt" {
			files[f.Name] = f.Data
		}
	}
	return files
}

// apart returns the files of languages for which graphs are made by delta, in order.
func apart(languages *lang.Index, files map[string][]byte) []string {
	var sources []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if l := languages.ByPath(name); l != nil && l.Rules.BodiesApart {
			sources = append(sources, name)
		}
	}
	return sources
}

// redeclared returns content after an edit that may declare something else: lines go, come twice or change places, and a
// word becomes another one of the file.
func redeclared(r *rand.Rand, content []byte) []byte {
	lines := strings.SplitAfter(string(content), "\n")
	i, j := r.Intn(len(lines)), r.Intn(len(lines))
	switch r.Intn(4) {
	case 0:
		lines = slices.Delete(lines, i, min(i+1+r.Intn(2), len(lines)))
	case 1:
		lines = slices.Insert(lines, i, lines[j])
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
	default:
		words := strings.FieldsFunc(string(content), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(words) > 0 {
			return []byte(strings.Replace(string(content), words[r.Intn(len(words))], words[r.Intn(len(words))], 1+r.Intn(2)))
		}
	}
	return []byte(strings.Join(lines, ""))
}

// The graph of head is the same whether it is made of that of base and the code of some files, or of facts, where the
// language allows it.
func TestDeltaIsResolved(t *testing.T) {
	names, err := filepath.Glob("resolve/testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	languages := lang.NewIndex(all.Languages())
	deltas, lones := make(map[string]int), make(map[string]int) // by language: all, and those where a file came or went
	for _, name := range names {
		files := unpacked(t, name)
		sources := apart(languages, files)
		r := rand.New(rand.NewSource(3))
		for i := range 24 {
			if len(sources) == 0 {
				break
			}
			edited := maps.Clone(files)
			path := sources[r.Intn(len(sources))]
			edited[path] = redeclared(r, edited[path])
			lone := false
			switch {
			case i%6 == 4 && len(sources) > 1:
				delete(edited, path)
				lone = true
			case i%6 == 5:
				edited[strings.TrimSuffix(path, filepath.Ext(path))+"More"+filepath.Ext(path)] = edited[path]
				edited[path] = files[path]
				lone = true
			}
			blobs := make(difftest.Blobs)
			base, head := blobs.Snapshot("base", files), blobs.Snapshot("head", edited)
			if i%12 > 8 {
				base, head = head, base
			}
			changes, err := diff.Compare(base, head, func(id string) ([]byte, error) { return blobs[id], nil })
			if err != nil {
				t.Fatal(err)
			}
			got := run(t, analyze.Input{Base: base, Head: head, Changes: changes, Blobs: blobs, Languages: all.Languages()})
			if lone {
				lones[languages.ByPath(path).Name] += got.Stats.DeltaGraphs
			}
			want, err := analyze.IndexSnapshot(context.Background(), head, blobs, all.Languages(), nil, analyze.Policy{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(graph.Encode(got.Head.Graph, nil), graph.Encode(want.Graph, nil)) {
				t.Errorf("%s, edit %d of %s: the graph of head is not what its facts give", name, i, path)
			}
			deltas[languages.ByPath(path).Name] += got.Stats.DeltaGraphs
		}
	}
	for _, l := range all.Languages() {
		if l.Rules.BodiesApart && deltas[l.Name] == 0 {
			t.Errorf("no graph of %s was made by delta", l.Name)
		}
		if l.Rules.BodiesApart && lones[l.Name] == 0 {
			t.Errorf("no graph of %s was made by delta where a file came or went", l.Name)
		}
	}
}

// Of commits that are checked one after the other, the newest first, the graph of base is made of that of head,
// which was made of the one before it, and so on: it is the same as from facts.
func TestDeltasOfDeltas(t *testing.T) {
	const commits = 24
	languages := lang.NewIndex(all.Languages())
	for _, name := range []string{"go_flow", "go_rules", "go_types", "java_rules", "tf_modules"} {
		files := unpacked(t, "resolve/testdata/"+name+".txtar")
		sources := apart(languages, files)
		r := rand.New(rand.NewSource(5))
		blobs := make(difftest.Blobs)
		var history []*diff.Snapshot
		original := files
		for i := range commits {
			history = append(history, blobs.Snapshot(fmt.Sprint("commit", i), files))
			files = maps.Clone(files)
			path := sources[r.Intn(len(sources))]
			files[path] = redeclared(r, original[path])
			if i%5 == 2 {
				files[filepath.ToSlash(filepath.Dir(path))+"/more"+fmt.Sprint(i)+filepath.Ext(path)] = files[path]
			}
		}
		dir, deltas := t.TempDir(), 0
		for i := commits - 1; i > 0; i-- {
			in := analyze.Input{Base: history[i-1], Head: history[i], Blobs: blobs, Languages: all.Languages()}
			var err error
			if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
				t.Fatal(err)
			}
			got := warm(t, in, dir)
			deltas += got.Stats.DeltaGraphs
			want, err := analyze.IndexSnapshot(context.Background(), in.Base, blobs, all.Languages(), nil, analyze.Policy{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(graph.Encode(got.Base.Graph, nil), graph.Encode(want.Graph, nil)) {
				t.Errorf("%s, commit %d: the graph is not what its facts give", name, i-1)
			}
		}
		if deltas < 3 {
			t.Errorf("%s: %d graphs made by delta", name, deltas)
		}
	}
}

// The graph of base, with its areas, is the same whether it is made of that of head, which was
// stored, or of facts, in all languages.
func TestShiftedBackIsResolved(t *testing.T) {
	names, err := filepath.Glob("resolve/testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	shifted := 0
	for _, name := range names {
		files := unpacked(t, name)
		r := rand.New(rand.NewSource(2))
		blobs := make(difftest.Blobs)
		base, head, changes := reworded(t, r, blobs, files)
		dir := t.TempDir()
		store, err := cache.Open(dir, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := analyze.IndexSnapshot(context.Background(), head, blobs, all.Languages(), store, analyze.Policy{}, 0); err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		in := analyze.Input{Base: base, Head: head, Changes: changes, Blobs: blobs, Languages: all.Languages()}
		got, want := warm(t, in, dir), run(t, in)
		for again := range 2 { // what was made is stored
			if !bytes.Equal(graph.Encode(got.Base.Graph, got.Base.Communities), graph.Encode(want.Base.Graph, want.Base.Communities)) {
				t.Errorf("%s, run %d: the graph of base is not what its facts give", name, again)
			}
			if diff := cmp.Diff(summary(want), summary(got)); diff != "" {
				t.Errorf("%s, run %d:\n%s", name, again, diff)
			}
			if again == 0 && got.Stats.StoredGraphs == 1 && got.Stats.ShiftedGraphs == 1 {
				shifted++
			}
			got = warm(t, in, dir)
		}
	}
	if shifted < len(names)/5 {
		t.Errorf("%d graphs of base were made of those of head, of %d", shifted, len(names))
	}
}

// A stored graph of base from which that of head cannot be made leaves no file of head unread: in
// C++ a definition counts for the node of a declaration in another file.
func TestWarmCacheReadsAllOfHead(t *testing.T) {
	files := map[string][]byte{
		"level.h": []byte("namespace log {\nclass Level {\npublic:\n  int n() const { return 1; }\n};\n}\n"),
		"log.h":   []byte("#include \"level.h\"\n\nnamespace log {\nclass Sink {\npublic:\n  void set(Level l);\nprivate:\n  int n_;\n};\n}\n"),
		"log.cc":  []byte("#include \"log.h\"\n\nnamespace log {\nvoid Sink::set(Level l) { n_ = l.n(); }\n}\n"),
		"use.cc":  []byte("#include \"log.h\"\n\nint use() {\n  log::Sink s;\n  s.set(log::Level());\n  return 0;\n}\n"),
	}
	edited := maps.Clone(files)
	edited["log.cc"] = bytes.Replace(files["log.cc"], []byte("void"), []byte("// set sets.\nvoid"), 1)
	blobs := make(difftest.Blobs)
	in := analyze.Input{Base: blobs.Snapshot("base", files), Head: blobs.Snapshot("head", edited), Blobs: blobs, Languages: all.Languages()}
	var err error
	in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil })
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cold := summary(warm(t, in, dir))
	for range 2 {
		res := warm(t, in, dir)
		if diff := cmp.Diff(cold, summary(res)); diff != "" {
			t.Errorf("with a warm cache:\n%s", diff)
		}
		if res.Stats.StoredGraphs == 0 {
			t.Error("no graph came from the cache: the test shows nothing")
		}
	}
}

// Cold, warm or damaged, a cache gives what no cache gives.
func TestDamagedStateIsMadeAgain(t *testing.T) {
	files := maps.Clone(indexed)
	head := maps.Clone(files)
	head["b/b.go"] = []byte("package b\n\n// G is told what to do.\nfunc G(n int) { h(n) }\n\nfunc h(n int) {}\n")
	blobs := make(difftest.Blobs)
	in := analyze.Input{Base: blobs.Snapshot("base", files), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages()}
	var err error
	in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil })
	if err != nil {
		t.Fatal(err)
	}
	want := summary(run(t, in))
	dir := t.TempDir()
	check := func(state string, stored, damaged int) {
		t.Helper()
		c, err := cache.Open(dir, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		in := in
		in.Cache = c
		res := run(t, in)
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, summary(res)); diff != "" {
			t.Errorf("a %s cache gives another result:\n%s", state, diff)
		}
		s := res.Stats
		if s.StoredGraphs != stored || s.DamagedValues != damaged || s.ShiftedGraphs != 1 || (s.Work.Values == 0) != (stored == 1) {
			t.Errorf("a %s cache: %+v", state, s)
		}
	}
	check("cold", 0, 0)
	check("warm", 1, 0)
	state := largest(t, dir)
	whole, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	for range 20 {
		data := bytes.Clone(whole)
		kind := "flipped"
		if r.Intn(2) == 0 {
			data[r.Intn(len(data))] ^= 1 << r.Intn(8)
		} else {
			kind, data = "truncated", data[:r.Intn(len(data))]
		}
		if err := os.WriteFile(state, data, 0o600); err != nil {
			t.Fatal(err)
		}
		check(kind, 0, 1)
		check("mended", 1, 0)
	}
}

// largest returns the largest of the large values of a cache: the state of a snapshot.
func largest(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.large"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return slices.MaxFunc(names, func(a, b string) int { return int(size(t, a) - size(t, b)) })
}

func size(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

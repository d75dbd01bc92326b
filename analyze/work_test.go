package analyze_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// Work is counted, not timed, so that a hotspot fails a test on any machine. A count may be
// above its limit by a twentieth; -update sets the limits to what is counted now. The race
// detector adds a fiftieth to what is allocated: update without it.
func TestWork(t *testing.T) {
	const files = 60 // of each of three languages
	in := repository(t, files)
	in.Workers = 1
	dir := t.TempDir()
	got := map[string]int{
		"allocated KB":               allocated(func() { run(t, in) }),
		"allocated KB by interfaces": allocated(func() { run(t, interfaces(t, 20)) }),
	}
	count := func(state string, s analyze.Stats) {
		for name, n := range map[string]int{
			"parsed bytes": s.ParsedBytes, "decoded bytes": s.DecodedBytes,
			"values": s.Work.Values, "members": s.Work.Members, "flows": s.Work.Flows,
		} {
			got[state+" "+name] = n
		}
	}
	count("cold", warm(t, in, dir).Stats)
	count("warm", warm(t, in, dir).Stats)

	const file = "testdata/work.json"
	if *update {
		data, err := json.MarshalIndent(got, "", "  ")
		if err == nil {
			err = os.WriteFile(filepath.FromSlash(file), append(data, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.FromSlash(file))
	var limits map[string]int
	if err == nil {
		err = json.Unmarshal(data, &limits)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if limit, ok := limits[name]; !ok || got[name] > limit+limit/20 {
			t.Errorf("%s: %d, limit %d and a twentieth; run with -update to accept", name, got[name], limit)
		}
	}

	// What reaches a function of a ring is passed on once for all of it, and not at all to results that nobody reads.
	const length, types = 40, 20
	if flows := run(t, ring(length, types)).Stats.Work.Flows; flows > 2*(length+2*types) {
		t.Errorf("%d flows of %d types in a ring of %d functions", flows, types, length)
	}

	// Twice the files are twice the work.
	small, large := run(t, in).Stats.Work, run(t, repository(t, 2*files)).Stats.Work
	if large.Values > 2*small.Values+small.Values/10 || large.Members > 2*small.Members+small.Members/10 || large.Flows > 2*small.Flows+small.Flows/10 {
		t.Errorf("%+v with twice the files of %+v", large, small)
	}
}

// allocated returns the kilobytes that f allocates.
func allocated(f func()) int {
	f() // what is made once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc-before.TotalAlloc) >> 10
}

// interfaces is a change of nothing in n Go files whose calls go through interfaces: those of
// the repository and those of the language.
func interfaces(tb testing.TB, n int) analyze.Input {
	tb.Helper()
	files := map[string][]byte{"go.mod": []byte("module example.com/shop\n")}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n\ntype Finder interface{ Find(key string) error }\n\ntype list struct{}\n\nfunc (list) Find(key string) error { return nil }\n\nfunc New() Finder { return list{} }\n", i)
		for j := range 40 {
			fmt.Fprintf(&b, "\nfunc f%d(in Finder, err error) string {\n\tif e := in.Find(err.Error()); e != nil {\n\t\treturn e.Error()\n\t}\n\treturn New().Find(err.Error()).Error()\n}\n", j)
		}
		files[fmt.Sprintf("p%d/p.go", i)] = []byte(b.String())
	}
	blobs := make(difftest.Blobs)
	snapshot := blobs.Snapshot("same", files)
	return analyze.Input{Base: snapshot, Head: snapshot, Blobs: blobs, Languages: all.Languages(), Workers: 1}
}

// ring is a change of nothing in Go code where length functions hand a value of one of some types on to each other.
func ring(length, types int) analyze.Input {
	var b strings.Builder
	b.WriteString("package shop\n\ntype Finder interface{ Find() bool }\n")
	for i := range length {
		fmt.Fprintf(&b, "\nfunc f%d(in Finder) Finder {\n\tif in.Find() {\n\t\treturn in\n\t}\n\treturn f%d(in)\n}\n", i, (i+1)%length)
	}
	for i := range types {
		fmt.Fprintf(&b, "\ntype t%[1]d struct{}\n\nfunc (t%[1]d) Find() bool { return true }\n\nfunc run%[1]d() { found := f%[1]d(t%[1]d{}); _ = found }\n", i)
	}
	blobs := make(difftest.Blobs)
	snapshot := blobs.Snapshot("same", map[string][]byte{"go.mod": []byte("module example.com/shop\n"), "shop.go": []byte(b.String())})
	return analyze.Input{Base: snapshot, Head: snapshot, Blobs: blobs, Languages: all.Languages(), Workers: 1}
}

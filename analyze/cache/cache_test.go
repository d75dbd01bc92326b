package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const plenty = 1 << 30

func keyOf(i int) Key {
	return sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
}

func valueOf(i int) []byte {
	return bytes.Repeat([]byte(fmt.Sprintf("value %d;", i)), i%50)
}

func open(t testing.TB, dir string, maxBytes int64) *Cache {
	t.Helper()
	c, err := Open(dir, maxBytes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closeCache(t testing.TB, c *Cache) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// write puts the values from start up to end in a run of its own.
func write(t testing.TB, dir string, start, end int) {
	t.Helper()
	c := open(t, dir, plenty)
	for i := start; i < end; i++ {
		c.Put(keyOf(i), valueOf(i))
	}
	closeCache(t, c)
}

// found returns how many of the values below end the cache has. A wrong value
// fails the test.
func found(t testing.TB, c *Cache, end int) int {
	t.Helper()
	n := 0
	for i := range end {
		value, ok := c.Get(keyOf(i))
		if !ok {
			continue
		}
		n++
		if !bytes.Equal(value, valueOf(i)) {
			t.Errorf("value %d is %.40q", i, value)
		}
	}
	return n
}

// foundIn is found in a run of its own.
func foundIn(t testing.TB, dir string, end int) int {
	t.Helper()
	c := open(t, dir, plenty)
	defer closeCache(t, c)
	return found(t, c, end)
}

func segments(t testing.TB, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"+segmentSuffix))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestKeepsValues(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	c := open(t, dir, plenty)
	if found(t, c, 100) != 0 {
		t.Error("a new cache has values")
	}
	for i := range 100 {
		c.Put(keyOf(i), valueOf(i))
	}
	if n := found(t, c, 101); n != 100 {
		t.Errorf("%d of 100 values before Close", n)
	}
	closeCache(t, c)
	if n := foundIn(t, dir, 101); n != 100 {
		t.Errorf("%d of 100 values in the next run", n)
	}
	if n := len(segments(t, dir)); n != 1 {
		t.Errorf("%d segments, want 1", n)
	}
}

func TestNil(t *testing.T) {
	var c *Cache
	c.Put(keyOf(1), valueOf(1))
	if _, ok := c.Get(keyOf(1)); ok {
		t.Error("a nil cache has a value")
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// What Put and Get are given and give is not shared.
func TestValuesAreCopies(t *testing.T) {
	c := open(t, t.TempDir(), plenty)
	defer closeCache(t, c)
	value := []byte("before")
	c.Put(keyOf(1), value)
	copy(value, "after!")
	got, _ := c.Get(keyOf(1))
	copy(got, "after!")
	if got, _ := c.Get(keyOf(1)); string(got) != "before" {
		t.Errorf("got %q", got)
	}
}

func TestFlushesWhatIsTooMuchForMemory(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, plenty)
	big := make([]byte, flushBytes/2)
	for i := range 5 {
		big[0] = byte(i)
		c.Put(keyOf(i), big)
	}
	if n := len(segments(t, dir)); n != 2 {
		t.Errorf("%d segments before Close, want 2", n)
	}
	for i := range 5 {
		if got, ok := c.Get(keyOf(i)); !ok || got[0] != byte(i) || len(got) != len(big) {
			t.Errorf("value %d is lost", i)
		}
	}
	closeCache(t, c)
}

func TestMergesSmallSegments(t *testing.T) {
	dir := t.TempDir()
	const runs = 60
	for run := range runs {
		write(t, dir, run*10, run*10+15) // five of them twice
		if n := len(segments(t, dir)); n > maxSegments {
			t.Fatalf("%d segments after run %d", n, run)
		}
	}
	if n := foundIn(t, dir, runs*10+5); n != runs*10+5 {
		t.Errorf("%d of %d values left", n, runs*10+5)
	}
}

func TestStaysWithinBounds(t *testing.T) {
	dir := t.TempDir()
	const maxBytes = 100_000
	value := make([]byte, 1000)
	for run := range 40 {
		c := open(t, dir, maxBytes)
		for i := range 10 {
			c.Put(keyOf(run*10+i), value)
		}
		closeCache(t, c)
		var total int64
		for _, name := range segments(t, dir) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			total += info.Size()
		}
		if total > maxBytes {
			t.Fatalf("%d bytes after run %d, the bound is %d", total, run, maxBytes)
		}
	}
	c := open(t, dir, maxBytes)
	defer closeCache(t, c)
	for i := range 10 {
		if _, ok := c.Get(keyOf(390 + i)); !ok {
			t.Errorf("value %d of the last run is gone", i)
		}
	}
}

// age sets the time of last use of the only segment that is not in known.
func age(t *testing.T, dir string, known map[string]bool, hours int) {
	t.Helper()
	for _, name := range segments(t, dir) {
		if !known[name] {
			known[name] = true
			past := time.Now().Add(-time.Duration(hours) * time.Hour)
			if err := os.Chtimes(name, past, past); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestRemovesWhatWasNotUsedForLongest(t *testing.T) {
	dir := t.TempDir()
	known := map[string]bool{}
	value := make([]byte, 1000)
	for i := range 4 {
		c := open(t, dir, plenty)
		c.Put(keyOf(i), value)
		closeCache(t, c)
		age(t, dir, known, 10-i)
	}
	c := open(t, dir, 3500)
	c.Get(keyOf(0)) // the oldest, but used now
	closeCache(t, c)
	c = open(t, dir, plenty)
	defer closeCache(t, c)
	for i, want := range []bool{true, false, true, true} {
		if _, got := c.Get(keyOf(i)); got != want {
			t.Errorf("value %d: there = %t, want %t", i, got, want)
		}
	}
}

func TestEveryDamageCountsAsAbsent(t *testing.T) {
	source := t.TempDir()
	write(t, source, 1, 4)
	name := segments(t, source)[0]
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if n := foundIn(t, dir, 4); n == 3 {
			t.Errorf("%s: nothing was noticed", what)
		}
		write(t, dir, 1, 4)
		if n := foundIn(t, dir, 4); n != 3 {
			t.Errorf("%s: %d of 3 values after they were put again", what, n)
		}
	}
	for i := range good {
		data := bytes.Clone(good)
		data[i] ^= 0x10
		try(fmt.Sprintf("bit of byte %d of %d", i, len(good)), data)
	}
	for i := 0; i < len(good); i += 7 {
		try(fmt.Sprintf("cut to %d of %d bytes", i, len(good)), good[:i])
	}
	try("a byte more", append(bytes.Clone(good), 0))
}

func TestLeavesForeignFilesAlone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"README", "v9-abc.segment", "notes.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("not ours"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "v1-dir.segment"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir, 0, 10)
	if n := foundIn(t, dir, 10); n != 10 {
		t.Errorf("%d of 10 values", n)
	}
	for _, name := range []string{"README", "v9-abc.segment", "notes.tmp", "v1-dir.segment"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestRemovesTheRestOfKilledRuns(t *testing.T) {
	dir := t.TempDir()
	old, young := filepath.Join(dir, "segment-1.tmp"), filepath.Join(dir, "segment-2.tmp")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, []byte("half a segm"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * tempAge)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	write(t, dir, 0, 10)
	if _, err := os.Stat(old); err == nil {
		t.Error("the old temporary file is still there")
	}
	if _, err := os.Stat(young); err != nil {
		t.Error("the young one, of a run that may be going on, is gone")
	}
}

// A run goes on with what it has opened when the directory is deleted, and says
// at the end that it could not save.
func TestDeletedDuringARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	write(t, dir, 0, 10)
	c := open(t, dir, plenty)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	c.Put(keyOf(10), valueOf(10))
	if n := found(t, c, 11); n != 11 {
		t.Errorf("%d of 11 values", n)
	}
	if err := c.Close(); err == nil || !strings.HasPrefix(err.Error(), "write cache segment: ") {
		t.Errorf("Close returned %v", err)
	}
}

func TestOpenWhereNoDirectoryCanBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := Open(file, plenty); err == nil || c != nil {
		t.Errorf("Open returned %v, %v", c, err)
	}
}

// Runs at the same time, with a bound so low that they remove and merge each
// other's segments, see right values or none.
func TestConcurrentRuns(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for run := range 4 {
		wg.Go(func() { busyRuns(t, dir, run) })
	}
	wg.Wait()
}

func busyRuns(t testing.TB, dir string, first int) {
	for round := range 15 {
		c := open(t, dir, 20_000)
		var wg sync.WaitGroup
		for worker := range 2 {
			wg.Go(func() {
				found(t, c, 200)
				for i := range 20 {
					k := (first*31 + round*17 + worker*7 + i) % 200
					c.Put(keyOf(k), valueOf(k))
				}
			})
		}
		wg.Wait()
		closeCache(t, c)
	}
}

const childDir = "NEXUS_CI_CACHE_TEST_DIR"

// TestConcurrentProcesses starts this test binary several times: there it does
// the work of one process.
func TestConcurrentProcesses(t *testing.T) {
	if dir := os.Getenv(childDir); dir != "" {
		busyRuns(t, dir, os.Getpid())
		return
	}
	dir := t.TempDir()
	var children []*exec.Cmd
	for range 3 {
		child := exec.Command(os.Args[0], "-test.run=^TestConcurrentProcesses$")
		child.Env = append(os.Environ(), childDir+"="+dir)
		child.Stdout, child.Stderr = os.Stderr, os.Stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, child)
	}
	for _, child := range children {
		if err := child.Wait(); err != nil {
			t.Error(err)
		}
	}
	write(t, dir, 0, 200)
	if n := foundIn(t, dir, 200); n != 200 {
		t.Errorf("%d of 200 values afterwards", n)
	}
}

func FuzzSegment(f *testing.F) {
	p := newPending()
	for i := range 3 {
		p.put(keyOf(i), valueOf(i))
	}
	path, err := p.write(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "v1-x.segment")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openSegment(path)
		if err != nil {
			return
		}
		defer s.close()
		for i := range s.len() {
			s.get(s.entry(i).key)
		}
	})
}

func BenchmarkGet(b *testing.B) {
	dir := b.TempDir()
	const n = 20_000
	c := open(b, dir, plenty)
	value := make([]byte, 10_000)
	for i := range n {
		c.Put(keyOf(i), value)
	}
	closeCache(b, c)
	c = open(b, dir, plenty)
	defer closeCache(b, c)
	b.ReportAllocs()
	b.SetBytes(int64(len(value)))
	i := 0
	for b.Loop() {
		i = (i + 7919) % n
		if _, ok := c.Get(keyOf(i)); !ok {
			b.Fatal("not found")
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	c := open(b, dir, plenty)
	for i := range 100_000 {
		c.Put(keyOf(i), []byte("x"))
	}
	closeCache(b, c)
	b.ReportAllocs()
	for b.Loop() {
		closeCache(b, open(b, dir, plenty))
	}
}

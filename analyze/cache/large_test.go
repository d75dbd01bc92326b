package cache

import (
	"bytes"
	"os"
	"testing"
	"time"
)

func TestLargeValues(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, plenty)
	c.PutLarge(keyOf(1), valueOf(7))
	c.PutLarge(keyOf(2), nil)
	if value, ok := c.GetLarge(keyOf(1)); !ok || !bytes.Equal(value, valueOf(7)) {
		t.Errorf("in the same run: %q, %v", value, ok)
	}
	closeCache(t, c)
	c = open(t, dir, plenty)
	defer closeCache(t, c)
	if value, ok := c.GetLarge(keyOf(1)); !ok || !bytes.Equal(value, valueOf(7)) {
		t.Errorf("in the next run: %q, %v", value, ok)
	}
	if value, ok := c.GetLarge(keyOf(2)); !ok || len(value) > 0 {
		t.Errorf("an empty value: %q, %v", value, ok)
	}
	if _, ok := c.GetLarge(keyOf(3)); ok {
		t.Error("a value that was never put")
	}
	if !c.HasLarge(keyOf(1)) || !c.HasLarge(keyOf(2)) || c.HasLarge(keyOf(3)) {
		t.Error("HasLarge is wrong")
	}
	for _, cut := range []string{"", "short", "longer than the footer"} {
		if err := os.WriteFile(c.largePath(keyOf(2)), []byte(cut), 0o600); err != nil || c.HasLarge(keyOf(2)) {
			t.Errorf("HasLarge takes %q, %v", cut, err)
		}
	}
	if value, ok := OpenLarge(dir).GetLarge(keyOf(1)); !ok || !bytes.Equal(value, valueOf(7)) {
		t.Errorf("of large values only: %q, %v", value, ok)
	}
	var none *Cache
	none.PutLarge(keyOf(1), valueOf(7))
	if _, ok := none.GetLarge(keyOf(1)); ok || none.HasLarge(keyOf(1)) {
		t.Error("no cache has a value")
	}
}

func TestDamagedLargeValuesCountAsAbsent(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, plenty)
	defer closeCache(t, c)
	c.PutLarge(keyOf(1), valueOf(3))
	path := c.largePath(keyOf(1))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var damaged [][]byte
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 0x10
		damaged = append(damaged, flipped, whole[:i])
	}
	for _, content := range append(damaged, append(bytes.Clone(whole), 0)) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if value, ok := c.GetLarge(keyOf(1)); ok {
			t.Fatalf("%q is taken for a value: %q", content, value)
		}
	}
	c.PutLarge(keyOf(1), valueOf(3))
	if _, ok := c.GetLarge(keyOf(1)); !ok {
		t.Error("a damaged value is not replaced")
	}
}

// Large values have a bound of their own, and what was used last stays.
func TestLargeValuesStayWithinBounds(t *testing.T) {
	dir := t.TempDir()
	const maxBytes = 4 * largeParts * 1000
	value := make([]byte, 1000-largeFooter)
	c := open(t, dir, maxBytes)
	for i := range 6 {
		c.PutLarge(keyOf(i), value)
		at := time.Now().Add(time.Duration(i-100) * time.Minute)
		if err := os.Chtimes(c.largePath(keyOf(i)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.GetLarge(keyOf(0)); !ok {
		t.Error("a value is gone before Close")
	}
	closeCache(t, c)
	c = open(t, dir, maxBytes)
	defer closeCache(t, c)
	for i, want := range []bool{true, false, false, true, true, true} {
		if _, ok := c.GetLarge(keyOf(i)); ok != want {
			t.Errorf("value %d is there: %v, want %v", i, ok, want)
		}
	}
}

package object

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Whatever the bytes are, reading them ends without a panic and with an error
// that says whose fault it is.
func checkObject(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrUnsupported) {
		t.Errorf("%s: %v", what, err)
	}
}

func FuzzApplyDelta(f *testing.F) {
	f.Add([]byte("hello world"), []byte("\x0b\x0a\x90\x05\x05 fuzz"))
	f.Add([]byte(""), []byte("\x00\xff\xff\xff\xff\x0f\x80"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		out, err := applyDelta(nil, base, delta)
		checkObject(t, "delta", err)
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
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, _, err := NewReader(s).Read(ID{}, 0); !errors.Is(err, ErrCorrupt) {
		t.Errorf("error %v", err)
	}
}

package apart

import (
	"io"
	"strings"
	"testing"
)

// Nothing that writes into a bounded buffer gets around its bound.
func TestBounded(t *testing.T) {
	for _, stop := range []bool{false, true} {
		b := &bounded{left: 10, stop: stop}
		_, err := io.Copy(b, strings.NewReader(strings.Repeat("x", 1000)))
		if b.kept.Len() != 10 || !b.over || (err != nil) != stop {
			t.Errorf("stop %v: %d bytes are kept, over %v, %v", stop, b.kept.Len(), b.over, err)
		}
	}
	b := &bounded{left: 10, stop: true}
	if _, err := io.Copy(b, strings.NewReader("0123456789")); err != nil || b.over || b.kept.String() != "0123456789" {
		t.Errorf("%q, over %v, %v", b.kept.String(), b.over, err)
	}
}

func TestClipped(t *testing.T) {
	for in, want := range map[string]string{
		"short": "short", "one\ntwo": "one",
		strings.Repeat("é", 200): strings.Repeat("é", 150) + "…", "x" + strings.Repeat("é", 200): "x" + strings.Repeat("é", 149) + "…",
	} {
		if got := clipped(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// Another process has the configuration of this one, whatever its values are.
func TestSettingsOfAnotherProcess(t *testing.T) {
	c := defaultConfig()
	for _, s := range c.settings() { // values that no default has
		switch v := s.value.(type) {
		case *string:
			*v += "x"
		case *int:
			*v += 7
		case *float64:
			*v += 0.25
		case *bool:
			*v = !*v
		case *[]string:
			*v = append(*v, "x")
		case *[]int:
			*v = append(*v, 7)
		case *map[string]string:
			*v = map[string]string{"a": "b"}
		}
	}
	values, err := c.values()
	if err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	var heard map[string]json.RawMessage
	if err := json.Unmarshal(told, &heard); err != nil {
		t.Fatal(err)
	}
	other, err := configOf(heard)
	if err != nil {
		t.Fatal(err)
	}
	again, err := other.values()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(values, again); d != "" {
		t.Errorf("(-first +other):\n%s", d)
	}
}

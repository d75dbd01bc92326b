package config

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Another process has the configuration of this one, whatever its values are.
func TestSettingsOfAnotherProcess(t *testing.T) {
	c := Default()
	for _, s := range c.Settings() { // values that no default has
		switch v := s.Value.(type) {
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
	values, err := c.Values()
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
	other, err := OfValues(heard)
	if err != nil {
		t.Fatal(err)
	}
	again, err := other.Values()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(values, again); d != "" {
		t.Errorf("(-first +other):\n%s", d)
	}
}

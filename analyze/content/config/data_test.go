package config

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// The order of keys and white space say nothing; what kind of value it is does.
func TestSameData(t *testing.T) {
	for _, tt := range []struct {
		old, new string
		same     bool
	}{
		{`{"a": "1", "b": []}`, `{ "b": [],  "a": "1" }`, true},
		{`{"a": "1"}`, `{"a": 1}`, false},
		{`{"b": []}`, `{"b": {}}`, false},
		{`{"a": null}`, `{"a": "null"}`, false},
	} {
		p := fact.Pair{Old: &fact.File{Path: "a.json", Content: []byte(tt.old)}, New: &fact.File{Path: "a.json", Content: []byte(tt.new)}}
		if SameData(&p) != tt.same {
			t.Errorf("%s and %s: same %v", tt.old, tt.new, !tt.same)
		}
	}
}

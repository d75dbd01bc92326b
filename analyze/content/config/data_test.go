package config

import (
	"slices"
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

// Of a text of several lines those are told that differ, not those that are the same.
func TestDataTellsWhatDiffers(t *testing.T) {
	for _, tt := range []struct {
		path, old, new string
		want           []string
	}{
		{"a.json", `{"a": "set -e\none\ntwo"}`, `{"a": "set -e\n1\ntwo"}`, []string{"a changed … one … → … 1 …"}},
		{"a.json", `{"a": "set -e"}`, `{"a": "set -e\nmore"}`, []string{"a changed … → … more"}},
		{"a.json", `{"a": "one\ntwo\nthree"}`, `{"a": "one\nmore\ntwo\nthree"}`, []string{"a changed … → … more …"}},
		{"a.json", `{"a": "one\ntwo\nthree"}`, `{"a": "one\nthree"}`, []string{"a changed … two … → …"}},
		{"a.json", `{"a": "one"}`, `{"a": "two"}`, []string{"a changed one → two"}},
		{"a.json", `{"a": "one\n two"}`, `{"a": "one\n  two"}`, []string{"a changed one … → one …"}},
		// When a workflow starts is told by another family, for which branches is not.
		{".github/workflows/a.yml", "on:\n  push:\n    branches: [main]\n", "on:\n  push:\n    branches: [main, release]\n  schedule:\n", []string{"on.push.branches.release added  → release"}},
	} {
		p := fact.Pair{Old: &fact.File{Path: tt.path, Content: []byte(tt.old)}, New: &fact.File{Path: tt.path, Content: []byte(tt.new)}}
		facts, _ := ReadData([]fact.Pair{p})
		var got []string
		for _, f := range facts {
			got = append(got, f.Name+" "+f.Change+" "+f.From+" → "+f.To)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.new, got, tt.want)
		}
	}
}

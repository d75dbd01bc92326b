package behaviour_test

import (
	"context"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A small change that mends something does so by another value in the place of a value; by itself that may be another way
// to write the same.
func TestMends(t *testing.T) {
	languages := lang.NewIndex(all.Languages())
	for _, tt := range []struct {
		path, before, after string
		want                []string
	}{
		{"a.rs", "fn f(s: S) -> bool {\n    s.bytes() == b\"go\"\n}\n", "fn f(s: S) -> bool {\n    s.bytes().eq_ignore_ascii_case(b\"go\")\n}\n", []string{"return-changed f 2"}},
		{"a.ts", "function f(s) {\n  const all = {}\n  s.fill(all)\n  return all\n}\n", "function f(s) {\n  const all = Object.create(null)\n  s.fill(all)\n  return all\n}\n", []string{"value-changed f 2"}},
		{"a.kt", "fun f(s: String) {\n  if (!s.isEmpty()) k(s)\n}\n", "fun f(s: String) {\n  if (s.isNotEmpty()) k(s)\n}\n", nil},
	} {
		set := &change.Set{Files: []diff.FileChange{{Status: diff.Modified, OldPath: tt.path, NewPath: tt.path, OldBlob: tt.before, NewBlob: tt.after}}}
		of := func(mends bool) []string {
			res, err := behaviour.Of(context.Background(), behaviour.Input{Set: set, Blobs: memory{}, Mends: mends,
				Language: func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) },
				Tests:    func(string, change.Side) *lang.Language { return nil }})
			if err != nil {
				t.Fatal(err)
			}
			return lines(res)
		}
		if got := of(true); !slices.Equal(got, tt.want) {
			t.Errorf("%s, mends: got %q, want %q", tt.path, got, tt.want)
		}
		if got := of(false); len(got) > 0 {
			t.Errorf("%s: got %q", tt.path, got)
		}
	}
}

package behaviour_test

import (
	"slices"
	"testing"
)

// A small change that mends something does so by another value in the place of a value; by itself that may be another way
// to write the same.
func TestMends(t *testing.T) {
	for _, tt := range []struct {
		path, before, after string
		want                []string
	}{
		{"a.rs", "fn f(s: S) -> bool {\n    s.bytes() == b\"go\"\n}\n", "fn f(s: S) -> bool {\n    s.bytes().eq_ignore_ascii_case(b\"go\")\n}\n", []string{"return-changed f 2"}},
		{"a.ts", "function f(s) {\n  const all = {}\n  s.fill(all)\n  return all\n}\n", "function f(s) {\n  const all = Object.create(null)\n  s.fill(all)\n  return all\n}\n", []string{"value-changed f 2"}},
		{"a.kt", "fun f(s: String) {\n  if (!s.isEmpty()) k(s)\n}\n", "fun f(s: String) {\n  if (s.isNotEmpty()) k(s)\n}\n", nil},
	} {
		files := map[string][2]string{tt.path: {tt.before, tt.after}}
		if got := lines(compareTitled(t, files, true)); !slices.Equal(got, tt.want) {
			t.Errorf("%s, mends: got %q, want %q", tt.path, got, tt.want)
		}
		if got := lines(compareTitled(t, files, false)); len(got) > 0 {
			t.Errorf("%s: got %q", tt.path, got)
		}
	}
}

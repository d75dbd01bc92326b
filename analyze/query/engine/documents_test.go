package engine

import (
	"slices"
	"testing"
)

// Headings begin sections, but not in code; what is before the first one is a section, too.
func TestSections(t *testing.T) {
	const text = "Before.\n\n# Install #\nRun it.\n```sh\n# no heading\n```\n## Limits\r\nPasswords have eight letters.\n"
	var got []Section
	for _, s := range sections("a.md", text) {
		got = append(got, s.Section)
	}
	want := []Section{{"a.md:1-2", "", "a.md", 1, 2}, {"a.md:3-7", "Install", "a.md", 3, 7}, {"a.md:8-9", "Limits", "a.md", 8, 9}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, empty := range []string{"", "\n\n", "\n# \n"} {
		for _, s := range sections("a.md", empty) {
			if s.StartLine < 1 || s.EndLine < s.StartLine {
				t.Errorf("%q: %+v", empty, s)
			}
		}
	}
}

package all_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
)

// No two languages may claim the same name or the same files: which one wins
// would depend on their order.
func TestLanguagesDoNotOverlap(t *testing.T) {
	names, files := map[string]bool{}, map[string]string{}
	for _, l := range all.Languages() {
		if names[l.Name] {
			t.Errorf("two languages are called %s", l.Name)
		}
		names[l.Name] = true
		for _, file := range append(l.Filenames, l.Extensions...) {
			if other, taken := files[file]; taken {
				t.Errorf("%s belongs to %s and to %s", file, other, l.Name)
			}
			files[file] = l.Name
		}
	}
}

func TestByPath(t *testing.T) {
	index := lang.NewIndex(all.Languages())
	for path, want := range map[string]string{
		"a/b.go":            "go",
		"go.mod":            "go-module",
		"x/go.mod":          "go-module",
		"a.py":              "python",
		"stubs/a.pyi":       "python",
		"pyproject.toml":    "pyproject",
		"a.js":              "javascript",
		"a.min.js":          "javascript",
		"a.ts":              "typescript",
		"a.d.ts":            "typescript",
		"a.tsx":             "tsx",
		"web/package.json":  "package.json",
		"A.PY":              "python",
		"package-lock.json": "",
		"go.mod/README":     "",
		"Makefile":          "",
		".go":               "go",
		"":                  "",
	} {
		got := ""
		if l := index.ByPath(path); l != nil {
			got = l.Name
		}
		if got != want {
			t.Errorf("ByPath(%q) = %q, want %q", path, got, want)
		}
	}
}

package main

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
)

// namesLanguages are the packages and files outside of analyze/lang whose code may name a
// language or a file of one, each with the reason.
var namesLanguages = map[string]string{
	"analyze/content/advisory":         "names of ecosystems in the OSV format",
	"analyze/content/dependency":       "sections of manifests that say which language they need",
	"analyze/content/gradle":           "names of scripts and plugins of a build",
	"analyze/content/infra":            "which files its readers take",
	"analyze/content/migration":        "which frameworks write migrations in which files",
	"analyze/across":                   "ecosystems in package URLs, and which manifests they have",
	"analyze/factstest":                "the language of an example file",
	"analyze/process/title":            "what a program is called: after its directory or its file",
	"analyze/community/label.go":       "names of directories (src/main/java) that say nothing of an area",
	"analyze/project":                  "names of manifests and frameworks, which are read for people",
	"analyze/change/kind.go":           "files of a build that are code: manifests by another name",
	"analyze/version.go":               "the sources of this program",
	"analyze/risk/fit/projects.go":     "languages of the projects that are measured",
	"cmd/nexus-ci/internal/completion": "shells that complete commands",
	"cmd/nexus-ci/internal/editor":     "the script in a plugin that starts the server",
	"cmd/nexus-ci/internal/hint":       "words that people type",
	"cmd/nexus-ci/internal/hook":       "names of directories that are no words to search for",
	"cmd/nexus-ci/internal/mutate":     "endings that hostile paths in tests get",
	"cmd/nexus-ci/internal/verify":     "one file for each compiler that is asked",
	"diff/git":                         "the sources of that package",
	"server/dashboard/show":            "names of example pages",
	"release":                          "names of files in the packages of other package managers",
	"report/reporttest":                "example reports",
}

// TestLanguagesStayInLang refuses code that decides by the name of a language or the ending of
// its files: what the rest of the program must know of one is data of lang.Language.
func TestLanguagesStayInLang(t *testing.T) {
	used := make(map[string]bool)
	for _, f := range sources(t) {
		if f.path == "analyze/lang" || strings.HasPrefix(f.path, "analyze/lang/") {
			continue
		}
		found := languageNames(f.ast)
		reason := f.path
		if _, ok := namesLanguages[reason]; !ok {
			reason = path.Dir(f.path)
		}
		if _, ok := namesLanguages[reason]; ok {
			used[reason] = used[reason] || len(found) > 0
			continue
		}
		for _, name := range found {
			t.Errorf("%s: %q belongs to analyze/lang, as data of lang.Language; code that decides nothing by it gets a row in namesLanguages, with the reason", f.path, name)
		}
	}
	for place := range namesLanguages {
		if !used[place] {
			t.Errorf("namesLanguages has %s, which names no language: take it out", place)
		}
	}
}

// languageNames returns the strings of a file that are the name of a language, an ending of
// its files, or the name of such a file.
func languageNames(f *ast.File) []string {
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false // a package may be called nats.go
		}
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(lit.Value); err == nil && isLanguageName(text) {
			found = append(found, text)
		}
		return true
	})
	return found
}

// languageWords are the names of languages, and the names and endings of their files.
var languageWords = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for _, l := range all.Languages() {
		if l.Grammar == nil {
			continue // a project file
		}
		for _, word := range slices.Concat([]string{l.Name}, l.Filenames, l.Extensions) {
			words[word] = true
		}
	}
	return words
})

func isLanguageName(text string) bool {
	return !strings.ContainsAny(text, " \t\n") && (languageWords()[text] || languageWords()[path.Ext(text)])
}

func TestLanguageNames(t *testing.T) {
	for code, want := range map[string][]string{
		`var x = l.Name == "python"`:                       {"python"},
		`var x = strings.HasSuffix(path, ".go")`:           {".go"},
		`var x = path.Base(p) == "setup.py"`:               {"setup.py"},
		`var x = "a file such as x.go or y.py is " + "no"`: nil,
		`var x = "pythonic"`:                               nil,
	} {
		f, err := parseSource("x.go", "package x\n"+code)
		if err != nil {
			t.Fatal(err)
		}
		if got := languageNames(f.ast); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

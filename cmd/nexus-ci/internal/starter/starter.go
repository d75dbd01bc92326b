// Package starter writes the first configuration of a repository: comments that say what can
// be set, with values that fit what is in it.
//
// In: a snapshot and the name of the default branch. Out: the text of a configuration file.
//
// Invariants: every setting is a comment, so the file changes nothing until somebody edits it;
// without the signs of comments before settings it is valid; nothing of the repository but
// names of directories and branches is in it, quoted.
package starter

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
)

// critical are names of directories whose changes most projects want looked at twice.
var critical = []string{"auth", "authentication", "authorization", "billing", "crypto", "migrations", "payment", "payments", "security"}

// maxCritical is how many directories are suggested.
const maxCritical = 8

// Text returns the configuration for a repository.
func Text(s *diff.Snapshot, languages []*lang.Language, branch string) string {
	var b strings.Builder
	b.WriteString("# Settings of nexus-ci. Everything here is a comment: remove the \"#\" before what you want to set.\n")
	b.WriteString("# All keys, with their meaning and value: nexus-ci check --print-config\n#\n")
	b.WriteString("# In this repository:\n")
	for _, line := range inventory(s, languages) {
		b.WriteString("#   " + line + "\n")
	}
	fmt.Fprintf(&b, `
#check:
#  base: %s            # the branch that changes are compared with
#  fail_on: break          # exit with 1 if something breaks; or a level (high), or rules (lost-test), with commas between
#  comment: changes        # comment on a pull request if there is something to report; or always, off
#  timeout: 10m

#risk:
#  critical: [%s]    # a change of behaviour there rates one level higher, at least medium
#  score_high: 58          # nexus-ci replay shows how the last changes of this repository would have been rated
`, strconv.Quote(branch), strings.Join(directories(s), ", "))
	return b.String()
}

// inventory says how many files of which languages there are, and what is checked in them.
func inventory(s *diff.Snapshot, languages []*lang.Language) []string {
	index := lang.NewIndex(languages)
	files := make(map[string]int)
	checks := make(map[string]string)
	for _, f := range s.Files {
		l := index.ByPath(f.Path)
		if l == nil || l.Grammar == nil {
			continue
		}
		files[l.Title]++
		switch has := l.Checks(); {
		case slices.Contains(has, lang.CheckNames):
			checks[l.Title] = "checked for breaks"
		case len(has) > 0:
			checks[l.Title] = "checked for missing members only"
		default:
			checks[l.Title] = "not checked for breaks; flows, dependants and rating only"
		}
	}
	if len(files) == 0 {
		return []string{"no file in a language that is analysed"}
	}
	var lines []string
	for _, title := range slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return cmp.Or(cmp.Compare(files[b], files[a]), cmp.Compare(a, b))
	}) {
		noun := "files"
		if files[title] == 1 {
			noun = "file"
		}
		lines = append(lines, fmt.Sprintf("%d %s in %s, %s", files[title], noun, title, checks[title]))
	}
	return lines
}

// directories returns patterns of directories that may be critical, or an example.
func directories(s *diff.Snapshot) []string {
	found := make(map[string]bool)
	for _, f := range s.Files {
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if slices.Contains(critical, strings.ToLower(path.Base(dir))) && !strings.ContainsFunc(dir, isSign) {
				found[dir] = true
			}
		}
	}
	dirs := slices.Sorted(maps.Keys(found))
	// A directory below another one is in its pattern.
	dirs = slices.DeleteFunc(dirs, func(dir string) bool {
		for up := path.Dir(dir); up != "."; up = path.Dir(up) {
			if found[up] {
				return true
			}
		}
		return false
	})
	if len(dirs) == 0 {
		dirs = []string{"payments"}
	}
	var patterns []string
	for _, dir := range dirs[:min(len(dirs), maxCritical)] {
		patterns = append(patterns, strconv.Quote("/"+dir+"/"))
	}
	return patterns
}

// isSign reports whether a character of a path would mean something else in a pattern.
func isSign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._- ", r)
}

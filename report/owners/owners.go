// Package owners suggests reviewers: whom a CODEOWNERS file names for code that a
// change affects without touching it. Forges ask the owners of touched files
// themselves.
//
// In: the content of CODEOWNERS, which has to be the base branch's, and a report. Out:
// owners with the affected files that are theirs.
//
// Invariants: a line that is no rule is left out, as GitHub does; nobody is suggested
// for a file of the diff. Deliberately absent: teams' members and what they may
// approve, which only the forge knows; sections and approval counts of other forges.
package owners

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hmarr/codeowners"

	"github.com/nexus-ci/nexus-ci/report"
)

// MaxSize is the largest CODEOWNERS file, in bytes: GitHub's limit.
const MaxSize = 3 << 20

// Files are the places of the file, the first one that is there counts.
func Files() []string {
	return []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS", ".gitea/CODEOWNERS", ".forgejo/CODEOWNERS"}
}

// Rules say who owns which files.
type Rules struct{ set codeowners.Ruleset }

// Parse returns the rules of a CODEOWNERS file.
func Parse(content []byte) Rules {
	var r Rules
	for line := range strings.Lines(string(content)) {
		// One bad line makes the parser refuse all of them.
		if set, err := codeowners.ParseFile(strings.NewReader(line), asWritten); err == nil {
			r.set = append(r.set, set...)
		}
	}
	return r
}

// Patterns returns what reports whether a path matches one of the patterns, each as at the
// start of a line of CODEOWNERS.
func Patterns(patterns []string) (func(path string) bool, error) {
	var set codeowners.Ruleset
	for _, p := range patterns {
		rule, err := codeowners.ParseFile(strings.NewReader(p+" @x"), asWritten)
		if err != nil || len(rule) != 1 || len(rule[0].Owners) != 1 {
			return nil, fmt.Errorf("%q is no pattern of paths", p)
		}
		set = append(set, rule...)
	}
	return func(path string) bool {
		return slices.ContainsFunc(set, func(r codeowners.Rule) bool {
			ok, err := r.Match(path)
			return err == nil && ok
		})
	}, nil
}

// asWritten takes every word with an @ for an owner: forges differ in what may stand
// there, as in "@group/subgroup/team".
var asWritten = codeowners.WithOwnerMatchers([]codeowners.OwnerMatcher{
	codeowners.OwnerMatchFunc(func(word string) (codeowners.Owner, error) {
		if !strings.Contains(word, "@") {
			return codeowners.Owner{}, codeowners.ErrNoMatch
		}
		return codeowners.Owner{Value: word}, nil
	}),
})

// of returns the owners of a path as they are written.
func (r Rules) of(path string) []string {
	rule, err := r.set.Match(path)
	if err != nil || rule == nil {
		return nil
	}
	names := make([]string, len(rule.Owners))
	for i, o := range rule.Owners {
		names[i] = o.Value
	}
	return names
}

// Suggest returns the owners of the files that r says are affected and that are not
// among touched, the paths of the diff. Whoever is in known, "user" or "org/team", is left
// out: the author, and those who are asked already. Owners of broken places come first,
// then those of most files.
func Suggest(r *report.Report, rules Rules, touched, known []string) []report.Owner {
	inDiff := make(map[string]bool, len(touched))
	for _, path := range touched {
		inDiff[path] = true
	}
	var owners []report.Owner
	at := make(map[string]int)
	broken := make(map[string]bool)
	add := func(path string, isBroken bool) {
		if inDiff[path] {
			return
		}
		for _, name := range rules.of(path) {
			if isKnown(name, known) {
				continue
			}
			i, ok := at[name]
			if !ok {
				i = len(owners)
				at[name] = i
				owners = append(owners, report.Owner{Name: name})
			}
			broken[name] = broken[name] || isBroken
			if !slices.Contains(owners[i].Paths, path) {
				owners[i].Paths = append(owners[i].Paths, path)
			}
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == "info" || f.Side != "head" {
			continue
		}
		add(f.Path, f.Class == "break")
		for _, u := range f.Also {
			add(u.Path, f.Class == "break")
		}
	}
	for i := range r.AffectedSymbols {
		if a := &r.AffectedSymbols[i]; a.Depth == 1 {
			add(a.Path, false)
		}
	}
	slices.SortStableFunc(owners, func(a, b report.Owner) int {
		switch {
		case broken[a.Name] && !broken[b.Name]:
			return -1
		case broken[b.Name] && !broken[a.Name]:
			return 1
		}
		return cmp.Or(cmp.Compare(len(b.Paths), len(a.Paths)), cmp.Compare(a.Name, b.Name))
	})
	return owners
}

func isKnown(name string, known []string) bool {
	login, ok := strings.CutPrefix(name, "@")
	return ok && slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, login) })
}

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

const (
	// maxRules is how many rules of a file are matched, maxPattern the length of a pattern
	// in bytes, and maxWild that of all patterns that are not plain paths: a hundred bytes of
	// such cost about as many kilobytes.
	maxRules   = 10_000
	maxPattern = 400
	maxWild    = 100_000
	// maxMatching bounds the length of all patterns with special characters times that of
	// all paths that they are matched with.
	maxMatching = 300_000_000
)

// Files are the places of the file, the first one that is there counts.
func Files() []string {
	return []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS", ".gitea/CODEOWNERS", ".forgejo/CODEOWNERS"}
}

// Rules say who owns which files.
type Rules struct {
	set codeowners.Ruleset
	// Problem says which part of the file is not matched; empty: all is.
	Problem string

	wild    int                 // length of the patterns that are not plain paths
	spent   int                 // of maxMatching
	matched map[string][]string // owners by path
}

// Parse returns the rules of a CODEOWNERS file.
func Parse(content []byte) *Rules {
	r := &Rules{matched: make(map[string][]string)}
	for line := range strings.Lines(string(content)) {
		pattern, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.HasPrefix(pattern, "#"):
			continue
		case len(pattern) > maxPattern:
			r.Problem = fmt.Sprintf("patterns of more than %d bytes are left out", maxPattern)
			continue
		case len(r.set) == maxRules, r.wild > maxWild:
			r.Problem = fmt.Sprintf("rules behind the first %d are left out", len(r.set))
			return r
		}
		if strings.ContainsAny(pattern, "*?") || !strings.HasPrefix(pattern, "/") {
			r.wild += len(pattern)
		}
		// One bad line makes the parser refuse all of them.
		if set, err := codeowners.ParseFile(strings.NewReader(line), asWritten); err == nil {
			r.set = append(r.set, set...)
		}
	}
	return r
}

// MaxPatterns is how many patterns Patterns takes.
const MaxPatterns = 200

// Patterns returns what reports whether a path matches one of the patterns, each as at the
// start of a line of CODEOWNERS.
func Patterns(patterns []string) (func(path string) bool, error) {
	var set codeowners.Ruleset
	if len(patterns) > MaxPatterns {
		return nil, fmt.Errorf("more than %d patterns", MaxPatterns)
	}
	for _, p := range patterns {
		if len(p) > maxPattern {
			return nil, fmt.Errorf("%.20q… is a pattern of more than %d bytes", p, maxPattern)
		}
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
func (r *Rules) of(path string) []string {
	if names, ok := r.matched[path]; ok {
		return names
	}
	if r.spent += r.wild * len(path); r.spent > maxMatching {
		r.Problem = "the patterns take too long to match: not all files were"
		return nil
	}
	rule, err := r.set.Match(path)
	if err != nil || rule == nil {
		return nil
	}
	names := make([]string, len(rule.Owners))
	for i, o := range rule.Owners {
		names[i] = o.Value
	}
	r.matched[path] = names
	return names
}

// Suggest returns the owners of the files that r says are affected and that are not
// among touched, the paths of the diff. Whoever is in known, "user" or "org/team", is left
// out: the author, and those who are asked already. Owners of broken places come first,
// then those of most files.
func Suggest(r *report.Report, rules *Rules, touched, known []string) []report.Owner {
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

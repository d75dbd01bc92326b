// Package owners suggests reviewers: the owners, by a CODEOWNERS file, of code that a
// change affects without touching it. Forges themselves ask the owners of touched files.
//
// In: the content of CODEOWNERS, which has to be that of the base branch, and a report. Out:
// owners with their affected files.
//
// Invariants: an invalid line is ignored, as GitHub does; nobody is suggested for a file of the
// diff. Absent: members and permissions of teams, which only the forge knows; sections and
// approval counts of other forges.
package owners

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hmarr/codeowners"

	"github.com/nexus-ci/nexus-ci/report"
)

// MaxSize is the maximum size of a CODEOWNERS file in bytes: GitHub's limit.
const MaxSize = 3 << 20

const (
	// maxRules is the maximum number of rules that are used, maxPattern the maximum length of a
	// pattern in bytes. maxWild bounds the total length of patterns with special characters: a
	// hundred bytes of them take about as many kilobytes of memory.
	maxRules   = 10_000
	maxPattern = 400
	maxWild    = 100_000
	// maxMatching bounds the work of matching: the length of all patterns with special characters
	// times the length of all matched paths.
	maxMatching = 300_000_000
)

// Files returns the possible paths of the file; the first one that exists counts.
func Files() []string {
	return []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS", ".gitea/CODEOWNERS", ".forgejo/CODEOWNERS"}
}

// Rules say who owns which files.
type Rules struct {
	set codeowners.Ruleset
	// Problem says which part of the file is ignored; empty if none.
	Problem string

	wild    int                 // total length of patterns with special characters
	spent   int                 // used part of maxMatching
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
		// Lines are parsed one by one, because the parser rejects a whole file for one bad line.
		if set, err := codeowners.ParseFile(strings.NewReader(line), asWritten); err == nil {
			r.set = append(r.set, set...)
		}
	}
	return r
}

// MaxPatterns is the maximum number of patterns for Patterns.
const MaxPatterns = 200

// Patterns returns a function that reports whether a path matches one of the patterns, which have
// the syntax of CODEOWNERS.
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

// asWritten accepts every word with an @ as an owner, since forges differ in the allowed
// characters, as in "@group/subgroup/team".
var asWritten = codeowners.WithOwnerMatchers([]codeowners.OwnerMatcher{
	codeowners.OwnerMatchFunc(func(word string) (codeowners.Owner, error) {
		if !strings.Contains(word, "@") {
			return codeowners.Owner{}, codeowners.ErrNoMatch
		}
		return codeowners.Owner{Value: word}, nil
	}),
})

// of returns the owners of a path as written.
func (r *Rules) of(path string) []string {
	if names, ok := r.matched[path]; ok {
		return names
	}
	if r.spent += r.wild * len(path); r.spent > maxMatching {
		r.Problem = "matching the patterns takes too long: some files were not matched"
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

// documents is the rule whose findings are documents to look at.
const documents = "stale-document"

// Suggest returns the owners of files that r lists as affected, and of documents to look at, that are
// not in touched, the paths of the diff. It leaves out the names in known ("user" or "org/team"): the author and the
// requested reviewers. Owners of broken places come first, then those with most files.
func Suggest(r *report.Report, rules *Rules, touched, known []string) []report.Owner {
	var owners []report.Owner
	at := make(map[string]int)
	broken := make(map[string]bool)
	affected(r, touched, func(path string, isBroken bool) {
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
	})
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

// Affected returns the files that r lists as affected, and documents to look at, that are not in touched.
func Affected(r *report.Report, touched []string) []string {
	var paths []string
	affected(r, touched, func(path string, _ bool) { paths = append(paths, path) })
	slices.Sort(paths)
	return slices.Compact(paths)
}

// affected calls add for the files of affected places outside of the diff, once for each place.
func affected(r *report.Report, touched []string, do func(path string, isBroken bool)) {
	inDiff := make(map[string]bool, len(touched))
	for _, path := range touched {
		inDiff[path] = true
	}
	add := func(path string, isBroken bool) {
		if !inDiff[path] {
			do(path, isBroken)
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Rule == documents && f.Effect != nil {
			for _, m := range f.Effect.Mentions {
				add(m.Path, false)
			}
		}
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
}

func isKnown(name string, known []string) bool {
	login, ok := strings.CutPrefix(name, "@")
	return ok && slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, login) })
}

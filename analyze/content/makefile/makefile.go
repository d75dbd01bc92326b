// Package makefile reads the targets of Makefiles.
//
// In: both versions of the changed files. Out: a fact for each target whose prerequisites or
// recipe differ. Variables and conditions are not evaluated.
package makefile

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Match reports whether a file is a Makefile.
func Match(file string) bool {
	name := path.Base(file)
	return name == "Makefile" || name == "makefile" || name == "GNUmakefile" || path.Ext(name) == ".mk"
}

// A target is one target with all that is said of it.
type target struct {
	lines []string
	at    []int
}

// Read returns the facts of changed Makefiles.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		old, oldNames := targets(p.Old)
		new, newNames := targets(p.New)
		for _, name := range oldNames {
			if new[name] == nil {
				facts = append(facts, fact.Fact{Kind: "build-changed", Name: name, Change: "target removed", Path: p.Old.Path, Line: old[name].at[0], Side: fact.Base})
			}
		}
		for _, name := range newNames {
			t, was := new[name], old[name]
			if was == nil {
				facts = append(facts, fact.Fact{Kind: "build-changed", Name: name, Change: "target added", Path: p.New.Path, Line: t.at[0], Side: fact.Head})
				continue
			}
			if n := same(was.lines, t.lines); n < len(t.lines) || n < len(was.lines) {
				f := fact.Fact{Kind: "build-changed", Name: name, Change: "changed", Path: p.New.Path, Line: t.at[min(n, len(t.at)-1)], Side: fact.Head}
				end := sameEnd(was.lines[n:], t.lines[n:]) // of lines that are only put in, no other is gone
				if n < len(was.lines)-end {
					f.From = was.lines[n]
				}
				if n < len(t.lines)-end {
					f.To = t.lines[n]
				}
				facts = append(facts, f)
			}
		}
	}
	return facts, nil
}

// same returns how many lines are equal from the start.
func same(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// sameEnd returns how many lines are equal from the end.
func sameEnd(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// targets returns the targets of a file by name, and the names in order.
func targets(f *fact.File) (map[string]*target, []string) {
	if f == nil {
		return nil, nil
	}
	all, names := make(map[string]*target), []string(nil)
	var current []*target
	for i, text := range strings.Split(string(f.Content), "\n") {
		if strings.HasPrefix(text, "\t") {
			if line := strings.TrimSpace(text); line != "" && !strings.HasPrefix(line, "#") {
				for _, t := range current {
					t.lines, t.at = append(t.lines, line), append(t.at, i+1)
				}
			}
			continue
		}
		text, _, _ = strings.Cut(text, "#")
		head, rest, ok := strings.Cut(text, ":")
		if !ok || strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":=") || strings.ContainsAny(head, "=$(") || strings.HasPrefix(text, " ") {
			if strings.TrimSpace(text) != "" {
				current = nil
			}
			continue
		}
		current = nil
		for _, name := range strings.Fields(head) {
			t := all[name]
			if t == nil {
				t = &target{}
				all[name], names = t, append(names, name)
			}
			t.lines, t.at = append(t.lines, strings.Join(strings.Fields(rest), " ")), append(t.at, i+1)
			current = append(current, t)
		}
	}
	return all, names
}

// Package listing reads what tools list of a public interface: the .api files of Kotlin libraries, and
// PublicAPI.Shipped.txt and PublicAPI.Unshipped.txt of .NET.
//
// In: both versions of the changed files. Out: a fact for the declarations that a listing lost, and one for
// those that it gained; each names the first and says how many more there are.
package listing

import (
	"fmt"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Match reports whether a file lists a public interface.
func Match(file string) bool {
	name := path.Base(file)
	if strings.HasPrefix(name, "PublicAPI.") {
		return strings.HasSuffix(name, ".txt")
	}
	return path.Ext(name) == ".api" && path.Base(path.Dir(file)) == "api"
}

// A declaration is one line of a listing.
type declaration struct {
	of   string // the type around it, empty for a type
	text string
	line int
}

// Read returns the facts of changed listings.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		if p.Old == nil || p.New == nil {
			continue // a listing as a whole comes and goes with its module
		}
		old, new := declarations(p.Old), declarations(p.New)
		if gone := only(old, new); len(gone) > 0 {
			facts = append(facts, p.At(fact.Base, gone[0].line, summed("listing-removed", "removed", gone)))
		}
		if came := only(new, old); len(came) > 0 {
			facts = append(facts, p.At(fact.Head, came[0].line, summed("listing-added", "added", came)))
		}
	}
	return facts, nil
}

// declarations returns the lines of a listing that declare something. Members stand indented below the
// line of their type.
func declarations(f *fact.File) (out []declaration) {
	of := ""
	for i, text := range strings.Split(string(f.Content), "\n") {
		trimmed := strings.TrimSpace(text)
		if trimmed == "" || trimmed == "}" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") {
			continue
		}
		d := declaration{text: strings.TrimSpace(strings.TrimSuffix(trimmed, "{")), line: i + 1}
		if text[0] == '\t' || text[0] == ' ' {
			d.of = of
		} else {
			of = d.text
		}
		out = append(out, d)
	}
	return out
}

// only returns the declarations that the other version has not.
func only(list, others []declaration) (out []declaration) {
	type key struct{ of, text string }
	has := make(map[key]bool)
	for _, d := range others {
		has[key{d.of, d.text}] = true
	}
	for _, d := range list {
		if !has[key{d.of, d.text}] {
			out = append(out, d)
		}
	}
	return out
}

// summed returns the fact of declarations that became the same.
func summed(kind fact.Kind, change string, list []declaration) fact.Fact {
	if more := len(list) - 1; more > 0 {
		change += fmt.Sprintf(", and %d more", more)
	}
	return fact.Fact{Kind: kind, Scope: nameOf(list[0].of), Name: list[0].text, Change: change}
}

// nameOf returns the name of a type in its line: what stands behind "class" or "interface".
func nameOf(line string) string {
	words, name := strings.Fields(line), ""
	for i, word := range words[:max(len(words)-1, 0)] {
		if word == "class" || word == "interface" {
			name = words[i+1]
		}
	}
	return name
}

// Package notice reads the files that say who decides and on what terms: CODEOWNERS and
// licences.
//
// In: both versions of the changed files. Out: a fact for each pattern whose owners differ, and
// one for each licence whose terms or copyright line differ.
package notice

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// MatchOwners reports whether a file is a CODEOWNERS file.
func MatchOwners(file string) bool { return path.Base(file) == "CODEOWNERS" }

// MatchLicense reports whether a file has the terms of a licence.
func MatchLicense(file string) bool {
	name := strings.ToUpper(path.Base(file))
	stem := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".MD"), ".TXT"), ".RST")
	return stem == "LICENSE" || stem == "LICENCE" || stem == "COPYING" || strings.HasPrefix(stem, "LICENSE-") || strings.HasPrefix(stem, "LICENCE-")
}

// A line is one line of a file that says something.
type line struct {
	name, value string
	number      int
}

// ReadOwners returns the facts of changed CODEOWNERS files.
func ReadOwners(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		for _, m := range fact.MatchBy(owners(p.Old), owners(p.New), func(l *line) string { return l.name }) {
			switch { // the last line of a pattern has the say
			case m.New == nil:
				l := m.Old[len(m.Old)-1]
				facts = append(facts, p.At(fact.Base, l.number, fact.Fact{Kind: "codeowners-removed", Name: l.name, Change: "removed", From: l.value}))
			case m.Old == nil:
				l := m.New[len(m.New)-1]
				facts = append(facts, p.At(fact.Head, l.number, fact.Fact{Kind: "codeowners-changed", Name: l.name, Change: "added", To: l.value}))
			default:
				if was, is := m.Old[len(m.Old)-1], m.New[len(m.New)-1]; was.value != is.value {
					facts = append(facts, p.At(fact.Head, is.number, fact.Fact{Kind: "codeowners-changed", Name: is.name, Change: "changed", From: was.value, To: is.value}))
				}
			}
		}
	}
	return facts, nil
}

func owners(f *fact.File) (out []line) {
	if f == nil {
		return nil
	}
	for i, text := range strings.Split(string(f.Content), "\n") {
		text, _, _ = strings.Cut(text, "#")
		if words := strings.Fields(text); len(words) > 0 && !strings.HasPrefix(words[0], "[") {
			out = append(out, line{words[0], strings.Join(words[1:], " "), i + 1})
		}
	}
	return out
}

// ReadLicenses returns the facts of changed licences: one a file.
func ReadLicenses(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		f := fact.Fact{Kind: "license-terms", Name: path.Base(p.Path()), Path: p.Path(), Line: 1, Side: fact.Head}
		switch {
		case p.Old == nil:
			f.Change = "added"
		case p.New == nil:
			f.Change, f.Side = "removed", fact.Base
		default:
			old, new := only(p.Old, p.New), only(p.New, p.Old)
			if len(old)+len(new) == 0 {
				continue
			}
			at := append(new, old...)[0]
			if len(new) == 0 {
				f.Side = fact.Base
			}
			f.Change, f.Line = "terms changed", at.number
			if key, _, ok := strings.Cut(at.value, ":"); ok && len(key) <= 40 {
				f.Name = key
			}
			if len(old) > 0 {
				f.From = old[0].value
			}
			if len(new) > 0 {
				f.To = new[0].value
			}
			if areCopyright(old) && areCopyright(new) {
				f.Kind, f.Change, f.Name = "license-copyright", "copyright changed", "Copyright"
			}
		}
		facts = append(facts, f)
	}
	return facts, nil
}

// only returns the lines of a file that the other has not, blanks aside.
func only(f, other *fact.File) (out []line) {
	has := make(map[string]bool)
	for text := range strings.SplitSeq(string(other.Content), "\n") {
		has[strings.Join(strings.Fields(text), " ")] = true
	}
	for i, text := range strings.Split(string(f.Content), "\n") {
		if text = strings.Join(strings.Fields(text), " "); text != "" && !has[text] {
			out = append(out, line{value: text, number: i + 1})
		}
	}
	return out
}

func areCopyright(lines []line) bool {
	for _, l := range lines {
		if !strings.Contains(strings.ToLower(l.value), "copyright") && !strings.Contains(l.value, "(c)") && !strings.Contains(l.value, "©") {
			return false
		}
	}
	return true
}

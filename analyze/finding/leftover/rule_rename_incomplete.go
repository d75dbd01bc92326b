package leftover

import (
	"cmp"
	_ "embed" // the examples
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	renameConfidence = 0.5
	// minNameWords and minNameLength are the minimum size of a distinctive name: single words
	// and short names occur everywhere.
	minNameWords  = 2
	minNameLength = 7
	// maxLeftovers is the number of places above which a name is in common use.
	maxLeftovers = 25
	// similarRenamed is the number of equal sketch slots, of 8, from which on two names certainly
	// belong to one symbol.
	similarRenamed = 6
)

//go:embed rule_rename_incomplete.examples
var renameIncompleteExamples string

// RenameIncomplete is the rule rename-incomplete.
func RenameIncomplete() finding.Rule {
	return finding.Rule{
		Name:     "rename-incomplete",
		Class:    finding.Behaviour,
		Severity: finding.Info,
		Summary:  "A symbol was renamed and its old name is still written in text, strings or configuration.",
		Doc: `The change set has a renamed symbol that kept its code, or that uses followed to its new name, and the old name stands in
files of head as a whole word: in code that the graph does not explain, in strings, comments, documents, configuration, queries or
templates. Spellings of the old name in the other usual ways (user_id, userId, UserId, USER_ID) count in strings, documents and
configuration. What the change itself wrote does not count, nor do files that tell what was: changelogs, migrations.

Only names of at least two words. Silent where another symbol of head has the name, where it is in common use, and for tests.

symbol is the renamed symbol in head, caller nil, related where it was in base; path:line is the first place.`,
		Examples: finding.Examples(renameIncompleteExamples),
		Rated:    true,
		Look: func(c *finding.Comparison) finding.Search {
			d := newDetector(c)
			return finding.Search{
				Words: func() []string { return oldNames(d) },
				Find:  func() []finding.Finding { return incompleteRenames(d) },
			}
		},
	}
}

// A rename is a symbol with another name in head.
type rename struct {
	was, is   *graph.Node
	spellings []string // of the old name, the name itself first
}

func oldNames(d *detector) []string {
	var names []string
	for _, r := range d.renames() {
		names = append(names, r.spellings...)
	}
	return names
}

// findRenames returns the renamed symbols whose old names are distinctive.
func (d *detector) findRenames() []rename {
	var out []rename
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Type != change.Renamed || c.Base.Name == c.Head.Name || c.Base.Test || c.Head.Test || c.Head.Generated ||
			!isWord(c.Base.Name) || !isDistinctive(c.Base.Name) || !d.isRenamed(c) {
			continue
		}
		if spelled(c.Base.Name) == spelled(c.Head.Name) {
			continue // other case, other underscores
		}
		out = append(out, rename{was: c.Base, is: c.Head, spellings: append([]string{c.Base.Name}, spellings(c.Base.Name)...)})
	}
	return slices.DeleteFunc(out, func(r rename) bool { return len(d.Named(r.was.Name)) > 0 })
}

func isDistinctive(name string) bool {
	return len(name) >= minNameLength && len(finding.NameWords(name)) >= minNameWords
}

// isRenamed reports whether a pair is certainly one symbol: a use was renamed with it, or its names
// share a word and hardly anything else changed.
func (d *detector) isRenamed(c *change.Symbol) bool {
	zero := [8]uint32{}
	words := finding.NameWords(c.Head.Name)
	shared := slices.ContainsFunc(finding.NameWords(c.Base.Name), func(w string) bool { return slices.Contains(words, w) })
	if shared && c.Base.Sketch != zero && (c.Base.BodyHash == c.Head.BodyHash || change.Similarity(c.Base, c.Head) >= similarRenamed) {
		return true
	}
	for _, e := range d.Base.In(c.Base) {
		if h := d.Set.HeadOf(e.Source); finding.IsUse(e.Type) && h != nil && h != c.Head && d.Head.Find(h, e.Type, c.Head) != nil {
			return true
		}
	}
	return false
}

// spelled returns the words of a name joined, in lower case.
func spelled(name string) string { return strings.Join(finding.NameWords(name), "") }

// spellings returns the other usual ways to write a name of several words.
func spellings(name string) []string {
	words := finding.NameWords(name)
	if strings.ContainsAny(name, "0123456789") {
		return nil // NameWords drops such characters
	}
	var camel, pascal strings.Builder
	for i, w := range words {
		title := strings.ToUpper(w[:1]) + w[1:]
		pascal.WriteString(title)
		if i == 0 {
			title = w
		}
		camel.WriteString(title)
	}
	snake := strings.Join(words, "_")
	var out []string
	for _, s := range []string{snake, camel.String(), pascal.String(), strings.ToUpper(snake)} {
		if s != name && isWord(s) {
			out = append(out, s)
		}
	}
	return out
}

func incompleteRenames(d *detector) []finding.Finding {
	var findings []finding.Finding
	for _, r := range d.renames() {
		if places := d.leftovers(r); len(places) > 0 && len(places) <= maxLeftovers {
			findings = append(findings, renameFinding(r, places))
		}
	}
	return findings
}

// leftovers returns the places of old spellings that a rename left unchanged, the most relevant
// first.
func (d *detector) leftovers(r rename) []finding.Mention {
	var places []finding.Mention
	for i, s := range r.spellings {
		mentions := d.Written[s]
		if len(mentions) == 0 || i > 0 && d.isSymbol(s) {
			continue
		}
		for _, m := range mentions {
			f := d.Head.Node("File:" + m.Path)
			switch {
			case isHistory(m.Path), f != nil && f.Test, d.Set.InDiff(change.InHead, m.Path, m.Line):
			case i > 0 && (m.Kind == finding.InCode || m.Kind == finding.InComment):
			default:
				places = append(places, m)
			}
		}
	}
	slices.SortStableFunc(places, func(a, b finding.Mention) int {
		return cmp.Or(cmp.Compare(telling(a.Kind), telling(b.Kind)), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(places)
}

// telling ranks the kind of a leftover: executed text first.
func telling(k finding.MentionKind) int {
	return slices.Index([]finding.MentionKind{finding.InConfig, finding.InString, finding.InCode, finding.InDoc, finding.InComment}, k)
}

// isSymbol reports whether a symbol of either side has the name.
func (d *detector) isSymbol(name string) bool {
	return len(d.Named(name)) > 0 || slices.ContainsFunc(d.Base.Nodes, func(n *graph.Node) bool { return n.Name == name })
}

func renameFinding(r rename, places []finding.Mention) finding.Finding {
	var facts []finding.Fact
	for _, m := range places {
		facts = append(facts, finding.Fact{Kind: finding.Mentioned, Sites: []finding.Site{{Path: m.Path, Line: m.Line}}, Text: string(m.Kind)})
	}
	return finding.Finding{
		Confidence: renameConfidence,
		Path:       places[0].Path, Line: places[0].Line, Side: change.InHead,
		Symbol:  r.is,
		Related: finding.Related{Symbol: r.was, Path: r.was.Path, Line: max(1, r.was.Line), Side: change.InBase},
		Cause:   finding.Cause{Kind: finding.Renamed, Symbol: finding.RefOf(r.was), Became: r.is.Name},
		Effect:  finding.Effect{Kind: finding.NameLeft, Mentions: places},
		Facts:   facts,
	}
}

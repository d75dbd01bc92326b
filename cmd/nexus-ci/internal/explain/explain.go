// Package explain answers what a word of a report means: a rule, a kind of fact, a level, or
// another word.
//
// In: the word. Out: text for a terminal.
package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/text"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Text explains a word, or lists all words for an empty one. The error for a word that is not
// known names the nearest rules.
func Text(word string, o text.Options) (string, error) {
	rules := view.Rules()
	if word == "" {
		var terms []view.Term
		for _, r := range rules {
			terms = append(terms, view.Term{Word: r.Name, Meaning: r.Summary})
		}
		return text.Terms(terms, o) + "\n" + text.Terms(view.Kinds(), o) + "\n" + text.Terms(append(view.Legend(), view.Words()...), o), nil
	}
	for _, r := range rules {
		if r.Name == word {
			return text.Explain(r, o), nil
		}
	}
	if row := fact.Kind(word).Row(); row != nil {
		return text.Terms(view.KindTerms(row), o), nil
	}
	if row := edit.Kind(word).Row(); row != nil {
		return text.Terms(view.BehaviourTerms(row), o), nil
	}
	if terms := termsOf(word); len(terms) > 0 {
		return text.Terms(terms, o), nil
	}
	return "", fmt.Errorf("unknown rule %q; the nearest are %s; nexus-ci explain lists all", word, strings.Join(nearest(word, rules), ", "))
}

// termsOf returns what explains a word of a report. A level follows from the three axes,
// whose terms come first.
func termsOf(word string) []view.Term {
	legend := view.Legend()
	word = strings.ToLower(word)
	if slices.Contains(gate.Levels(), word) {
		return legend[:4]
	}
	legend = append(legend, view.Words()...)
	at := slices.IndexFunc(legend, func(t view.Term) bool { return strings.ToLower(t.Word) == word })
	if at < 0 {
		return nil
	}
	return legend[at : at+1]
}

// nearest returns the names of the rules that a word is most like, the most like first.
func nearest(word string, rules []view.Rule) []string {
	const most = 3
	type near struct {
		name     string
		distance int
	}
	var all []near
	for _, r := range rules {
		d := engine.Distance(word, r.Name)
		for _, part := range strings.Split(r.Name, "-") {
			d = min(d, 2*engine.Distance(word, part)) // one word of the name
		}
		all = append(all, near{r.Name, d})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var names []string
	for _, n := range all[:most] {
		names = append(names, n.name)
	}
	return names
}

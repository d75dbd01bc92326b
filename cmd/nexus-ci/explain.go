package main

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/text"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func (p *program) explainCommand() *cobra.Command {
	var color string
	cmd := &cobra.Command{
		Use:   "explain [RULE|KIND|WORD]",
		Short: "Explain a kind of finding or fact, a level, or a word of a report",
		Long: `explain describes a rule, which is the word in brackets behind each finding: what it
claims, how that is decided, when it is not reported, and an example. It also
explains the kinds of facts outside of code, levels, and the other words of a report.
Without an argument it lists the rules, the kinds and the words.`,
		Example: `  nexus-ci explain
  nexus-ci explain removed-still-referenced
  nexus-ci explain dependency-major
  nexus-ci explain high`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeExplain,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := validColor(color); err != nil {
				return err
			}
			out, err := explain(args, p.terminal(color))
			if err == nil {
				_, err = io.WriteString(p.out, out)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&color, "color", "auto", colorUsage())
	return cmd
}

func explain(args []string, o text.Options) (string, error) {
	rules := view.Rules()
	if len(args) == 0 {
		var terms []view.Term
		for _, r := range rules {
			terms = append(terms, view.Term{Word: r.Name, Meaning: r.Summary})
		}
		return text.Terms(terms, o) + "\n" + text.Terms(view.Kinds(), o) + "\n" + text.Terms(append(view.Legend(), view.Words()...), o), nil
	}
	for _, r := range rules {
		if r.Name == args[0] {
			return text.Explain(r, o), nil
		}
	}
	if row := fact.Kind(args[0]).Row(); row != nil {
		return text.Terms(view.KindTerms(row), o), nil
	}
	if terms := termsOf(args[0]); len(terms) > 0 {
		return text.Terms(terms, o), nil
	}
	return "", usagef("unknown rule %q; the nearest are %s; nexus-ci explain lists all", args[0], strings.Join(nearest(args[0], rules), ", "))
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

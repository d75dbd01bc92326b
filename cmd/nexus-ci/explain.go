package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/text"
)

func (p *program) explainCommand() *cobra.Command {
	var color string
	cmd := &cobra.Command{
		Use:   "explain [RULE|LEVEL]",
		Short: "Say what a finding claims, how it is decided, and what a level means",
		Long: `explain says of a rule, the word in brackets behind each finding, what it claims,
how that is decided and when it keeps silent, with an example. Of a level it says
what leads to it. Without an argument it lists the rules.`,
		Example: `  nexus-ci explain
  nexus-ci explain removed-still-referenced
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
	rules := report.Rules()
	if len(args) == 0 {
		return text.Rules(rules, o), nil
	}
	for _, r := range rules {
		if r.Name == args[0] {
			return text.Explain(r, o), nil
		}
	}
	if meaning := levelMeanings()[strings.ToLower(args[0])]; meaning != "" {
		return text.Paragraph(meaning, o), nil
	}
	return "", usagef("unknown rule %q; the nearest are %s; nexus-ci explain lists all", args[0], strings.Join(nearest(args[0], rules), ", "))
}

// levelMeanings says what leads to each level. The configuration can move the numbers.
func levelMeanings() map[string]string {
	t := risk.DefaultThresholds
	return map[string]string{
		"none": "NONE: nothing changed but comments, layout, moves, or renames whose references all follow.",
		"low":  fmt.Sprintf("LOW: nothing breaks, little depends on what changed, and the likelihood score is below %g.", t.ScoreMedium),
		"medium": fmt.Sprintf("MEDIUM: a change of behaviour, a flow that is cut, %d direct dependants outside the diff, %d areas, or a likelihood score from %g.",
			t.Dependants, t.Clusters, t.ScoreMedium),
		"high": fmt.Sprintf("HIGH: %s that a compiler, or the first call, would reject, or a likelihood score from %g.",
			report.Plural(t.SitesHigh, "place"), t.ScoreHigh),
		"critical": fmt.Sprintf("CRITICAL: %d places that a compiler, or the first call, would reject, broken flows from %d entry points, or a likelihood score from %g.",
			t.SitesCritical, t.BrokenCritical, t.ScoreCritical),
	}
}

// nearest returns the names of the rules that a word is most like, the most like first.
func nearest(word string, rules []report.Rule) []string {
	const most = 3
	type near struct {
		name     string
		distance int
	}
	var all []near
	for _, r := range rules {
		d := distance(word, r.Name)
		for _, part := range strings.Split(r.Name, "-") {
			d = min(d, 2*distance(word, part)) // one word of the name
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

// distance returns how many letters have to be put in, taken out or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

package analyze_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
)

// What the documentation shows of a rule is what the rule says.
func TestExamplesOfRules(t *testing.T) {
	for _, rule := range rules.All() {
		fires, silent := false, false
		for _, e := range rule.Examples.All() {
			t.Run(rule.Name+"/"+e.Title, func(t *testing.T) {
				var says []string
				for _, f := range run(t, archive(t, e.Source)).Findings {
					if f.Rule == rule.Name {
						says = append(says, sentence.Message(f.Claim()))
					}
				}
				slices.Sort(says)
				if diff := cmp.Diff(e.Says, says); diff != "" {
					t.Errorf("messages (-want +got), what is wanted stands behind > in the .examples of the rule:\n%s", diff)
				}
			})
			fires, silent = fires || len(e.Says) > 0, silent || len(e.Says) == 0
		}
		if !fires || !silent {
			t.Errorf("%s: wants an example of which it says something, and one of which it says nothing", rule.Name)
		}
	}
}

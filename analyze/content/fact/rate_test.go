package fact_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// What strangers can start asks for more where it may do more, and what a configuration says holds.
func TestRate(t *testing.T) {
	trigger := fact.Fact{Path: "ci.yml", Kind: "workflow-trigger-exposed"}
	widened := fact.Fact{Path: "ci.yml", Kind: "workflow-permission-widened"}
	other := fact.Fact{Path: "release.yml", Kind: "workflow-secret-used"}
	for _, tc := range []struct {
		facts  []fact.Fact
		levels map[fact.Kind]fact.Level
		want   fact.Level
	}{
		{[]fact.Fact{trigger}, nil, fact.Review},
		{[]fact.Fact{trigger, other}, nil, fact.Review},
		{[]fact.Fact{trigger, widened}, nil, fact.High},
		{[]fact.Fact{trigger, widened}, map[fact.Kind]fact.Level{trigger.Kind: fact.Note}, fact.Note},
	} {
		if got := fact.Rate(tc.facts, tc.levels)[0].Level; got != tc.want {
			t.Errorf("%v with %v: %s, want %s", tc.facts, tc.levels, got, tc.want)
		}
	}
}

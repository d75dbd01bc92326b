package notice_test

import (
	"flag"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/notice"
)

var _ = flag.Bool("update", false, "rewrite the golden files")

func TestFacts(t *testing.T) {
	match := func(path string) bool { return notice.MatchOwners(path) || notice.MatchLicense(path) }
	facttest.Golden(t, match, func(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
		for _, p := range pairs {
			read := notice.ReadLicenses
			if notice.MatchOwners(p.Path()) {
				read = notice.ReadOwners
			}
			f, q := read([]fact.Pair{p})
			facts, problems = append(facts, f...), append(problems, q...)
		}
		return facts, problems
	})
}

// Package rules is the table of all kinds of findings.
//
// In: two states of a repository (finding.Input). Out: what their difference breaks or makes
// behave differently, and the documentation of the rules.
//
// Invariants: rules do not see each other's findings.
package rules

import (
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/contract"
	"github.com/nexus-ci/nexus-ci/analyze/finding/leftover"
	"github.com/nexus-ci/nexus-ci/analyze/finding/merge"
	"github.com/nexus-ci/nexus-ci/analyze/finding/step"
	"github.com/nexus-ci/nexus-ci/analyze/finding/structure"
)

// All returns all rules, sorted by name.
func All() []finding.Rule {
	return []finding.Rule{
		contract.APIBreak(),
		contract.AsyncNotAwaited(),
		contract.BrokenImplementer(),
		step.GuardBypassed(),
		contract.IgnoredResult(),
		contract.LostOverride(),
		step.LostStep(),
		leftover.LostTest(),
		merge.MergeSkew(breaks()),
		structure.NewCycle(),
		structure.NewDependency(),
		leftover.Orphaned(),
		contract.RemovedStillReferenced(),
		leftover.RenameIncomplete(),
		step.ReorderedSteps(),
		contract.StaleCall(),
		leftover.StaleDocument(finding.Incompatible),
	}
}

// breaks returns the rules of breaks, except that of merges.
func breaks() []finding.Rule {
	return []finding.Rule{contract.BrokenImplementer(), contract.LostOverride(), contract.RemovedStillReferenced(), contract.StaleCall()}
}

// Detect returns the findings of all rules, see finding.Run.
func Detect(in finding.Input) ([]finding.Finding, error) { return finding.Run(in, All()) }

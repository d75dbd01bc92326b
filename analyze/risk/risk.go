// Package risk rates a change: a level, a score, and every point explained.
//
// In: the change set, its impact, the findings, the size of the new code, the title and
// what the past says of the files. Out: an
// Assessment. Three axes are rated apart and never mixed into one number:
// likelihood (do changes like this one cause trouble? a fitted model), breakage
// (what is proved broken?) and exposure (what would it hit?). The level is
// the highest of the three; the score is the likelihood alone.
//
// Invariants: the points of the factors sum to the score, to the tenth; more of
// anything never lowers the level or the score; what was not analysed is said
// beside the level and never lowers it.
package risk

import (
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// A Level is a rung of the scale.
type Level uint8

const (
	None Level = iota
	Low
	Medium
	High
	Critical
)

// String returns the upper case word for people.
func (l Level) String() string {
	return [...]string{"NONE", "LOW", "MEDIUM", "HIGH", "CRITICAL"}[l]
}

// Size is the size of the new code, as the likelihood model counts it: added lines
// of source that is not a test and did not merely move.
type Size struct {
	DecisionPoints int // decision points on added lines
	Names          int // different names in the code of added lines, each counted once
}

// Input is all that Assess looks at.
type Input struct {
	Set      *change.Set
	Coverage *coverage.Table // of Set
	Impact   *impact.Impact
	Findings []finding.Finding
	Facts    []fact.Fact // what the change does outside of code
	// Behaviours are what functions do differently.
	Behaviours []behaviour.Behaviour
	Size       Size
	Title      string // of the pull request; empty when nobody knows it
	// History is what the past says of the source files that the change touches, tests and
	// generated ones left out; nil where it is not known far enough back.
	History    *history.Touched
	Thresholds Thresholds // DefaultThresholds when zero
	// Critical reports whether a path is one that the repository says matters most; nil:
	// none is.
	Critical func(path string) bool
	// Assumed: the change is not made yet (change.Assume).
	Assumed bool
}

// Thresholds are the least values that reach a level. To change one, start from
// DefaultThresholds.
type Thresholds struct {
	ScoreMedium, ScoreHigh, ScoreCritical float64 // likelihood
	SitesHigh, SitesCritical              int     // broken sites
	BrokenCritical                        int     // entry points whose processes are broken by a finding
	// Of exposure, for medium; 0: what is counted is shown and lifts nothing.
	Removed    int // symbols that only code outside of the repository may have used, and that are gone
	Dependants int // direct dependants outside the diff
	Clusters   int // that hold a changed symbol or a direct dependant
	Offered    int // changed symbols that code outside of the repository may name
	Untested   int // changed functions that no test was found to reach
}

// DefaultThresholds are those of the documentation. What a change takes from users outside of the
// repository asks for a look. What it merely exposes lifts nothing: changes of a low score with many dependants or areas caused no more trouble
// than others of such a score.
var DefaultThresholds = Thresholds{
	ScoreMedium: 36, ScoreHigh: 58, ScoreCritical: 80,
	SitesHigh: 1, SitesCritical: 10, BrokenCritical: 3,
	Removed: 1,
}

// An Assessment is the rating of a change.
type Assessment struct {
	Level Level
	// Score is the likelihood, 0 to 100, in tenths.
	Score      float64
	Likelihood Likelihood
	Breakage   Axis
	Exposure   Axis
	// Incomplete: a changed source file was not analysed; Missing says which and why.
	Incomplete bool
	Missing    []string
	Why        string // one sentence: what decided the level
	Model      string // name of the likelihood model
}

// An Axis is one row of the level table.
type Axis struct {
	Level    Level
	Evidence []string // one fact a line, the deciding one first
}

// A Likelihood says how often changes like this caused trouble.
type Likelihood struct {
	Axis
	Score       float64  // 0 to 100, in tenths; the sum of Factors
	Probability float64  // of trouble, by the model
	Percentile  int      // riskier than this share of changes, in percent
	Factors     []Factor // first "typical change", last the clamp where one is needed
}

// A Factor is one row of the score.
type Factor struct {
	Name    string // "typical change", the name of an input of the model, "limit"; "no change of behaviour" alone
	Value   float64
	Typical float64
	Points  float64 // in tenths
	Clause  string  // for people: "14 new branches; typical 2: +12.3"
}

// Assess rates a change.
func Assess(in Input) *Assessment {
	if in.Thresholds == (Thresholds{}) {
		in.Thresholds = DefaultThresholds
	}
	a := &Assessment{
		Likelihood: nothing(),
		Breakage:   breakage(&in),
		Incomplete: in.Set.Incomplete,
		Missing:    missing(in.Set),
		Model:      modelFor(&in).name,
	}
	switch {
	case len(in.Set.Files) == 0 && !in.Set.Incomplete:
	case !in.Coverage.Read():
		a.Likelihood = unread(in.Coverage)
	case in.Set.Semantic(), slices.ContainsFunc(in.Findings, raises), !in.Coverage.Compared(), !in.Coverage.Followed(in.Set):
		// Whatever was not looked at may change behaviour: it is never "none".
		a.Likelihood = likelihood(&in)
	}
	a.Exposure = exposed(&in, a.Likelihood.Level)
	a.Score = a.Likelihood.Score
	a.Level = max(a.Likelihood.Level, a.Breakage.Level, a.Exposure.Level)
	a.Why = a.why()
	return a
}

// Exposure rates what a change would hit, as Assess does, of a likelihood that is not known.
func Exposure(in Input) Axis {
	if in.Thresholds == (Thresholds{}) {
		in.Thresholds = DefaultThresholds
	}
	return exposed(&in, None)
}

func exposed(in *Input, likelihood Level) Axis {
	a := exposure(in)
	a.raise(critical(in, likelihood))
	a.raise(contents(in.Facts))
	a.raise(behaviours(in.Behaviours))
	return a
}

// raises reports whether a finding says that behaviour may differ.
func raises(f finding.Finding) bool { return f.Rated }

// nothing is the likelihood of a change all of which was compared: in files whose uses are
// checked where names or places differ, and nowhere another token of code.
func nothing() Likelihood {
	return Likelihood{
		Axis:    Axis{Level: None, Evidence: []string{"in the code only comments, layout, names or places differ"}},
		Factors: []Factor{{Name: "only comments, layout, names or places differ", Clause: "score 0 by rule"}},
	}
}

// unread is the likelihood of a change of which no file was analysed: the least that is
// not "none".
func unread(t *coverage.Table) Likelihood {
	why := "not rated: nothing was analysed"
	if n := len(t.Files); n > 0 && t.Count(coverage.Content) > 0 {
		why = fmt.Sprintf("not rated: the score is of code, and none was analysed in %s", plural(n, "changed file"))
	} else if n > 0 {
		why = fmt.Sprintf("not rated: none of %s was analysed", plural(n, "changed file"))
	}
	return Likelihood{
		Axis:    Axis{Level: Low, Evidence: []string{why}},
		Factors: []Factor{{Name: "nothing analysed", Clause: "score 0 by rule"}},
	}
}

// why names the axis that decided: the highest, breakage before likelihood before exposure.
func (a *Assessment) why() string {
	for _, axis := range []struct {
		name string
		*Axis
	}{{"breakage", &a.Breakage}, {"likelihood", &a.Likelihood.Axis}, {"exposure", &a.Exposure}} {
		if axis.Level == a.Level && len(axis.Evidence) > 0 {
			return axis.name + ": " + axis.Evidence[0]
		}
	}
	return ""
}

// missing says what of the changed source was not analysed.
func missing(set *change.Set) []string {
	var out []string
	for i := range set.Unmapped {
		u := &set.Unmapped[i]
		if u.Path == change.Whole {
			out = append(out, u.Message)
		} else if u.Source {
			place := u.Path
			if u.Line > 0 {
				place = fmt.Sprintf("%s:%d", u.Path, u.Line)
			}
			out = append(out, fmt.Sprintf("%s: %s", place, coverage.Words(u.Reason)))
		}
	}
	return out
}

package view

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/risk"
)

// A Term is a word of the reports with what it means, one or two sentences.
type Term struct{ Word, Meaning string }

// Legend explains the words that the renderers share, with the thresholds that hold where a
// repository sets no others.
func Legend() []Term {
	t := risk.DefaultThresholds
	return []Term{
		{"Level", "the highest of three axes; a repository may set other thresholds than these."},
		{"Breakage", fmt.Sprintf("what is proved to break: high from %s on, critical from %d, or when flows of %s break. Not checked: no changed file could be.",
			Plural(t.SitesHigh, "place"), t.SitesCritical, Plural(t.BrokenCritical, "entry point"))},
		{"Likelihood", fmt.Sprintf("how often changes like this one were later reverted or fixed, as a score: medium from %s on, high from %s, critical from %s.",
			Tenths(t.ScoreMedium), Tenths(t.ScoreHigh), Tenths(t.ScoreCritical))},
		{"Exposure", "what the change would hit: medium where there is a warning or a flow is cut, and where what is no code changes so that a reviewer must look. How much depends on it is shown for information; it does not change the level."},
		{"Outside the diff", "on lines that the diff does not show, so that a review of the diff cannot find it."},
		{"Execution flow", "a chain of calls from an entry point. BROKEN: a step fails, or a call was removed without another in its place. CHANGED: steps were edited, replaced, lost or gained otherwise. " +
			"AT RISK: the steps are as before, but depend on the change. ADDED and REMOVED: only one side has it. Possibly, and dashed in a diagram: a call of it may be one of others."},
		{"Area", "symbols that use each other more than others. Direct: it holds a changed symbol."},
		{"Depth", "1 uses what changed, 2 uses that, and so on."},
		{"Confidence", fmt.Sprintf("how sure the chain of uses is: high from %v on, medium from %v. Possibly: not high, as a call by a bare name or through an interface may be of others.", highConfidence, mediumConfidence)},
	}
}

// Words are further words of the reports, that explain knows and no comment repeats.
func Words() []Term {
	t := risk.DefaultThresholds
	return []Term{
		{"Score", fmt.Sprintf("the likelihood, 0 to 100: the sum of its factors. %s is medium, %s high, %s critical; it says how often such changes went wrong elsewhere, never that this one will.",
			Tenths(t.ScoreMedium), Tenths(t.ScoreHigh), Tenths(t.ScoreCritical))},
		{"Typical change", "the row of the score that all others start from: the score of a change with the median of each factor."},
		{risk.Alone, "the model of the score without history: branches and different names on new or edited lines, and the title."},
		{risk.WithHistory, "the model of the score with history: as " + risk.Alone + ", and recent fixes of the touched files."},
		{"Percentile", "the share of the changes studied that the score is riskier than."},
	}
}

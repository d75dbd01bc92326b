package replay

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// leastTrouble is how many changes have to have gone wrong before a ranking tells anything.
const leastTrouble = 5

// An Evaluation says how well the score told apart the changes that went wrong, beside the simplest
// measure there is. It looks at changes of code that were followed for long enough to tell.
type Evaluation struct {
	Changes int `json:"changes"`
	Trouble int `json:"trouble"` // of Changes, those that were reverted or followed by a fix of the same code
	// Score and ChangedLines are nil where too few changes went wrong, or all did.
	Score        *Ranking `json:"score,omitempty"`
	ChangedLines *Ranking `json:"changed_lines,omitempty"`
	// Lead is by how much the AUC of the score is above that of changed lines: the 95 % interval,
	// by drawing changes anew.
	Lead *[2]float64 `json:"lead_interval,omitempty"`
}

// A Ranking says how well a measure ranks changes.
type Ranking struct {
	// AUC is the chance that of a change that went wrong and one that did not, the first
	// ranks higher: 0.5 is chance.
	AUC float64 `json:"auc"`
	// Found is the share of the trouble in the first 10 %, 20 % … 100 % of the changes.
	Found []float64 `json:"found"`
}

// An outcome is a change of code of which it is known what became of it.
type outcome struct {
	score, lines float64
	trouble      bool
}

func byScore(o *outcome) float64 { return o.score }
func byLines(o *outcome) float64 { return o.lines }

// Evaluate adds the evaluation.
func (s *Summary) Evaluate() {
	e := &Evaluation{Changes: len(s.outcomes)}
	for i := range s.outcomes {
		if s.outcomes[i].trouble {
			e.Trouble++
		}
	}
	s.Evaluation = e
	if e.Trouble < leastTrouble || e.Changes-e.Trouble < leastTrouble {
		return
	}
	e.Score, e.ChangedLines = rank(s.outcomes, byScore), rank(s.outcomes, byLines)
	e.Lead = lead(s.outcomes)
}

func rank(outcomes []outcome, by func(*outcome) float64) *Ranking {
	r := &Ranking{AUC: auc(outcomes, by)}
	sorted := slices.Clone(outcomes)
	slices.SortStableFunc(sorted, func(a, b outcome) int { return cmp.Compare(by(&b), by(&a)) })
	all := 0
	for i := range sorted {
		if sorted[i].trouble {
			all++
		}
	}
	const steps = 10
	found, at := 0, 0
	for step := 1; step <= steps; step++ {
		for ; at < (len(sorted)*step+steps/2)/steps; at++ {
			if sorted[at].trouble {
				found++
			}
		}
		r.Found = append(r.Found, float64(found)/float64(all))
	}
	return r
}

// auc counts ties half.
func auc(outcomes []outcome, by func(*outcome) float64) float64 {
	above, pairs := 0.0, 0.0
	for i := range outcomes {
		for k := range outcomes {
			if !outcomes[i].trouble || outcomes[k].trouble {
				continue
			}
			pairs++
			switch a, b := by(&outcomes[i]), by(&outcomes[k]); {
			case a > b:
				above++
			case a == b:
				above += .5
			}
		}
	}
	if pairs == 0 {
		return .5
	}
	return above / pairs
}

// lead returns the interval of the lead of the score over changed lines. The draws are the same each time.
func lead(outcomes []outcome) *[2]float64 {
	const draws = 400
	r := rand.New(rand.NewPCG(1, 2))
	leads := make([]float64, draws)
	drawn := make([]outcome, len(outcomes))
	for i := range leads {
		for k := range drawn {
			drawn[k] = outcomes[r.IntN(len(outcomes))]
		}
		leads[i] = auc(drawn, byScore) - auc(drawn, byLines)
	}
	slices.Sort(leads)
	return &[2]float64{leads[draws*25/1000], leads[draws*975/1000]}
}

// text writes the evaluation for a terminal.
func (e *Evaluation) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nHow well they were ranked: of %s of code that were seen for %d days, %d were reverted or fixed\n", view.Plural(e.Changes, "change"), fixDays, e.Trouble)
	if e.Score == nil {
		fmt.Fprintf(&b, "  too few to tell: want %d of each\n", leastTrouble)
		return b.String()
	}
	fmt.Fprintf(&b, "  AUC: score %.2f, changed lines %.2f; ", e.Score.AUC, e.ChangedLines.AUC)
	verdict := "no clear difference"
	switch {
	case e.Lead[0] > 0:
		verdict = "the score is better"
	case e.Lead[1] < 0:
		verdict = "changed lines are better"
	}
	fmt.Fprintf(&b, "%s (95%% interval of the lead %+.2f to %+.2f)\n\n", verdict, e.Lead[0], e.Lead[1])
	fmt.Fprintf(&b, "  %-6s %-32s %s\n", "first", "found by score", "by changed lines")
	for i := range e.Score.Found {
		fmt.Fprintf(&b, "  %4d%%  %s  %s\n", 10*(i+1), bar(e.Score.Found[i]), strings.TrimRight(bar(e.ChangedLines.Found[i]), " "))
	}
	return b.String()
}

// bar draws a share.
func bar(share float64) string {
	const width = 24
	return fmt.Sprintf("%4.0f%% %-*s", 100*share, width, strings.Repeat("#", int(share*width+.5)))
}

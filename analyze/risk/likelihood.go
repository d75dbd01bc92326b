package risk

import (
	"fmt"
	"math"
	"sort"
)

// Model is the name of the likelihood model: the size of the new code alone, no
// history needed.
const Model = "S3"

// The model was fitted by logistic regression on 12,819 changes of 12 open-source
// projects, each labelled with whether it was reverted, blamed or fixed within 18
// months: z is the log-odds of trouble.
const (
	intercept = -4.027
	// The score is linear in the log-odds, so that contributions add up. 36, 58 and
	// 80 are the 50th, 80th and 95th percentile of the changes studied.
	pointsPerLogOdds = 23.3
	zeroLogOdds      = -4.26
)

// A weight is one input of the model.
type weight struct {
	name    string
	noun    string
	weight  float64
	typical int // value of a typical change
}

// The fit has a third input, whether the title says that it is a fix (.745). It is
// left out: not every surface knows the title, and one change has to have one
// score.
var (
	branches = weight{"new branches", "new branches", 0.328, 2}
	lines    = weight{"new code lines", "new lines of code", 0.432, 10}
)

func transform(x int) float64 { return math.Log1p(float64(max(x, 0))) }

// points returns what a value adds to the score of a typical change, in tenths.
func (w *weight) points(x int) float64 {
	return tenths(pointsPerLogOdds * w.weight * (transform(x) - transform(w.typical)))
}

func tenths(x float64) float64 { return math.Round(10*x) / 10 }

// percentiles are the probabilities of trouble below which a share of the changes
// studied lies, in percent.
var percentiles = []struct {
	percent     int
	probability float64
}{
	{5, .014}, {10, .020}, {20, .028}, {30, .038}, {40, .048}, {50, .063}, {60, .081},
	{70, .107}, {80, .147}, {90, .223}, {95, .307}, {98, .420}, {99, .507},
}

// rates say how often changes of a level caused trouble, compared with the average,
// over 13 projects that were not used for the fit of their own rate.
var rates = map[Level]string{
	Low:      "0.3-0.4 times as often as average",
	High:     "2.0-2.3 times as often as average",
	Critical: "3.7-6.6 times as often as average",
}

// likelihood rates the size of the new code.
func likelihood(size Size, t Thresholds) Likelihood {
	base := intercept + branches.weight*transform(branches.typical) + lines.weight*transform(lines.typical)
	l := Likelihood{Factors: []Factor{
		{Name: "typical change", Points: tenths(pointsPerLogOdds * (base - zeroLogOdds)),
			Clause: fmt.Sprintf("%d new branches, %d new lines of code", branches.typical, lines.typical)},
		branches.factor(size.DecisionPoints),
		lines.factor(size.CodeLines),
	}}
	sum := l.sum()
	l.Score = tenths(min(max(sum, 0), 100))
	if l.Score != sum {
		l.Factors = append(l.Factors, Factor{Name: "limit", Points: tenths(l.Score - sum), Clause: "the score ends at 0 and 100"})
	}
	z := intercept + branches.weight*transform(size.DecisionPoints) + lines.weight*transform(size.CodeLines)
	l.Probability = 1 / (1 + math.Exp(-z))
	i := sort.Search(len(percentiles), func(i int) bool { return percentiles[i].probability > l.Probability })
	if i > 0 {
		l.Percentile = percentiles[i-1].percent
	}
	l.Level = t.ofScore(l.Score)
	l.Evidence = l.evidence()
	return l
}

func (w *weight) factor(x int) Factor {
	points := w.points(x)
	return Factor{
		Name: w.name, Value: float64(x), Typical: float64(w.typical), Points: points,
		Clause: fmt.Sprintf("%d %s; typical %d: %+.1f", x, w.noun, w.typical, points),
	}
}

func (l *Likelihood) sum() float64 {
	sum := 0.0
	for i := range l.Factors {
		sum += l.Factors[i].Points
	}
	return tenths(sum)
}

func (l *Likelihood) evidence() []string {
	first := fmt.Sprintf("score %.1f of 100", l.Score)
	if l.Percentile > 0 {
		first += fmt.Sprintf(": riskier than %d%% of changes", l.Percentile)
	} else {
		first += ": less risky than 95% of changes"
	}
	evidence := []string{first}
	if rate, ok := rates[l.Level]; ok {
		evidence = append(evidence, fmt.Sprintf("in 13 projects, changes of this size caused trouble %s", rate))
	}
	return evidence
}

// ofScore returns the level of a score.
func (t *Thresholds) ofScore(score float64) Level {
	switch {
	case score >= t.ScoreCritical:
		return Critical
	case score >= t.ScoreHigh:
		return High
	case score >= t.ScoreMedium:
		return Medium
	}
	return Low
}

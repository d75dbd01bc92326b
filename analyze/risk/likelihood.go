package risk

import (
	"fmt"
	"math"
	"sort"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/history"
)

// The names of the models, by what is known and the number of inputs.
const (
	WithHistory = "F5"
	Alone       = "S4"
)

// The models were fitted by analyze/risk/fit, a logistic regression, to 14,567 changes of
// 12 open-source projects, each labelled with whether it was reverted, blamed or fixed
// within 18 months: z, the sum of intercept and weight times input, is the log-odds of
// trouble there. A 13th, zod, is left out: it holds its source twice, so that most of its changes
// count twice.
var (
	withHistory = model{name: WithHistory, intercept: -4.747, branches: .394, names: .505, moved: .462, fixes: .296, titles: [3]float64{0, .172, .563}}
	alone       = model{name: Alone, intercept: -4.591, branches: .399, names: .499, moved: .456, titles: [3]float64{0, .200, .684}}
)

// A model holds the weights of the inputs. Counts x go in as ln(1+x). No weight is below
// 0, and those of titles rise: more of anything never lowers the score.
type model struct {
	name      string
	intercept float64
	branches  float64    // decision points on new or edited lines
	names     float64    // different names on new or edited lines
	moved     float64    // symbols that moved and changed at once
	fixes     float64    // fixes of the touched files in the last 180 days, for each file
	titles    [3]float64 // by what the title says
}

// The medians of the inputs; those of the others are 0, and a title that says neither.
const (
	typicalBranches = 1
	typicalNames    = 10
)

// The score is linear in the log-odds, so that contributions add up. 36, 58 and 80 are
// the 50th, 80th and 95th percentile of the changes studied.
const (
	pointsPerLogOdds = 22.78
	zeroLogOdds      = -4.450
)

// The log-odds of trouble are calibrationShift + calibrationSlope z, fitted to 84,531 changes of 87
// projects, 10 of them among the 12: elsewhere a high z is followed by trouble less often.
const (
	calibrationShift = -.607
	calibrationSlope = .859
)

// percentiles are the probabilities of trouble below which a share of the changes
// of the 87 projects lies, in percent.
var percentiles = []struct {
	percent     int
	probability float64
}{
	{5, .012}, {10, .017}, {20, .025}, {30, .032}, {40, .040}, {50, .048}, {60, .059},
	{70, .073}, {80, .095}, {90, .141}, {95, .195}, {98, .270}, {99, .331},
}

// rates say how often changes of a level were later reverted or fixed, compared with the average of all,
// over the 87 projects.
var rates = map[Level]string{
	Low:      "0.4 times as often as average",
	Medium:   "0.9 times as often as average",
	High:     "2.0 times as often as average",
	Critical: "4.0 times as often as average",
}

// modelFor returns the model for what is known of a change.
func modelFor(in *Input) *model {
	if in.History == nil {
		return &alone
	}
	return &withHistory
}

// likelihood rates the new code, what the title says, and the past of the files.
func likelihood(in *Input) Likelihood {
	m := modelFor(in)
	typical := m.intercept + m.branches*math.Log1p(typicalBranches) + m.names*math.Log1p(typicalNames) + m.titles[titleOther]
	inputs := []input{
		count("new branches", m.branches, float64(in.Size.DecisionPoints), typicalBranches, "branch on new or edited lines", "branches on new or edited lines"),
		count("new names", m.names, float64(in.Size.Names), typicalNames, "different name on new or edited lines", "different names on new or edited lines"),
	}
	if moved := movedAndChanged(in.Set); moved > 0 {
		inputs = append(inputs, count("moved and changed", m.moved, float64(moved), 0, "symbol moved and changed at once", "symbols moved and changed at once"))
	}
	if in.History != nil {
		lately := " a file in the last " + plural(in.History.FixDays, "day")
		inputs = append(inputs, count("recent fixes", m.fixes, recentFixes(in.History), 0, "fix"+lately, "fixes"+lately))
	}
	if said, ok := m.title(in.Title); ok {
		inputs = append(inputs, said)
	}
	z := typical
	l := Likelihood{Factors: []Factor{{
		Name: "typical change", Points: tenths(pointsPerLogOdds * (typical - zeroLogOdds)),
		Clause: fmt.Sprintf("%d branch and %d different names on new or edited lines", typicalBranches, typicalNames),
	}}}
	for _, x := range inputs {
		z += x.logOdds
		x.row.Points = tenths(pointsPerLogOdds * x.logOdds)
		x.row.Clause = fmt.Sprintf("%s: %+.1f", x.row.Clause, x.row.Points)
		l.Factors = append(l.Factors, x.row)
	}
	sum := l.sum()
	l.Score = tenths(min(max(sum, 0), 100))
	if l.Score != sum {
		l.Factors = append(l.Factors, Factor{Name: "limit", Points: tenths(l.Score - sum), Clause: "the score ends at 0 and 100"})
	}
	l.Probability = 1 / (1 + math.Exp(-calibrationShift-calibrationSlope*z))
	i := sort.Search(len(percentiles), func(i int) bool { return percentiles[i].probability > l.Probability })
	if i > 0 {
		l.Percentile = percentiles[i-1].percent
	}
	l.Level = in.Thresholds.ofScore(l.Score)
	l.Evidence = l.evidence()
	return l
}

// An input of the model, with what it adds to the log-odds of a typical change. The row
// has its points, and the end of its clause, still to come.
type input struct {
	row     Factor
	logOdds float64
}

func count(name string, weight, x, typical float64, one, many string) input {
	noun := many
	if x == 1 {
		noun = one
	}
	return input{
		row:     Factor{Name: name, Value: tenths(x), Typical: typical, Clause: fmt.Sprintf("%s %s; typical %s", short(x), noun, short(typical))},
		logOdds: weight * (math.Log1p(max(x, 0)) - math.Log1p(typical)),
	}
}

// The kinds of titles, each with more trouble behind it than the one before.
const (
	titleUpkeep = iota
	titleOther  // what is typical: it says neither, or nobody knows it
	titleFix
)

func titleKind(title string) int {
	switch {
	case history.IsFix(title):
		return titleFix
	case history.IsUpkeep(title):
		return titleUpkeep
	}
	return titleOther
}

var titleClauses = [...]string{
	titleUpkeep: "the title says that it is upkeep: documentation, tests, layout, the build",
	titleFix:    "the title says that it is a fix",
}

// title weighs what a title says, where it is not what is typical.
func (m *model) title(title string) (input, bool) {
	kind := titleKind(title)
	if kind == titleOther {
		return input{}, false
	}
	row := Factor{Name: "title", Value: float64(kind), Typical: titleOther, Clause: titleClauses[kind]}
	return input{row, m.titles[kind] - m.titles[titleOther]}, true
}

// recentFixes is how many fixes a touched file has had lately, on average.
func recentFixes(t *history.Touched) float64 {
	return float64(t.RecentFixes) / float64(max(t.Files, 1))
}

// movedAndChanged counts the symbols whose edit hides in a move.
func movedAndChanged(set *change.Set) int {
	n := 0
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Type == change.Moved && c.Semantic() && !c.Node().Test {
			n++
		}
	}
	return n
}

func tenths(x float64) float64 { return math.Round(10*x) / 10 }

// short writes a number with one decimal where it has any.
func short(x float64) string { return strconv.FormatFloat(tenths(x), 'f', -1, 64) }

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
	return []string{first, "in 87 projects, changes with such a score were later reverted or fixed " + rates[l.Level]}
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

package risk

import (
	"fmt"
	"math"
	"sort"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/history"
)

// The names of the models, by what is known and the number of inputs.
const (
	WithHistory = "F4"
	Alone       = "S3"
)

// The models were fitted by analyze/risk/fit, a logistic regression, to changes of 87 open-source
// projects, each labelled with whether it was reverted, blamed or fixed within 18 months, and each project
// with the same weight: z, the sum of intercept and weight times input, is the log-odds of trouble. 5,398
// changes were measured, which stand for 84,531.
var (
	withHistory = model{name: WithHistory, intercept: -5.398, branches: .381, names: .574, fixes: .268, titles: [3]float64{0, .455, .481}}
	alone       = model{name: Alone, intercept: -5.245, branches: .378, names: .568, titles: [3]float64{0, .484, .555}}
)

// A model holds the weights of the inputs. Counts x go in as ln(1+x). No weight is below
// 0, and those of titles rise: more of anything never lowers the score.
type model struct {
	name      string
	intercept float64
	branches  float64    // decision points on new or edited lines
	names     float64    // different names on new or edited lines
	fixes     float64    // fixes of the touched files in the last 180 days, for each file
	titles    [3]float64 // by what the title says
}

// The medians of the inputs, and a title that says neither. Fixes count from 0: their median, .3 a file,
// is about 2 points.
const (
	typicalBranches = 1
	typicalNames    = 11
)

// The score is linear in the log-odds, so that contributions add up. 36, 58 and 80 are
// about the 50th, 80th and 95th percentile of the changes of the 87 projects.
const (
	pointsPerLogOdds = 23.11
	zeroLogOdds      = -4.736
)

// percentiles are the probabilities of trouble below which a share of the changes
// of the 87 projects lies, in percent.
var percentiles = []struct {
	percent     int
	probability float64
}{
	{5, .007}, {10, .008}, {20, .018}, {30, .025}, {40, .032}, {50, .041}, {60, .052},
	{70, .070}, {80, .095}, {90, .153}, {95, .221}, {98, .310}, {99, .372},
}

// rates say how often changes of a level were later reverted or fixed, compared with the average of all,
// over the 87 projects.
var rates = map[Level]string{
	Low:      "0.4 times as often as average",
	Medium:   "1.0 times as often as average",
	High:     "2.0 times as often as average",
	Critical: "4.2 times as often as average",
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
	l.Probability = 1 / (1 + math.Exp(-z))
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

package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/risk"
)

// A ranking holds how well scores rank the changes of each project.
type ranking struct {
	name                     string
	whole, like, first, hard []float64 // one for each project, in the order of their names
}

// rank measures scores of units, which are grouped by project.
func rank(name string, units []unit, scores []float64) ranking {
	r := ranking{name: name}
	byProject(units, func(from, to int) {
		own, s := units[from:to], scores[from:to]
		r.whole, r.like = append(r.whole, auc(own, s, trouble)), append(r.like, ofLikeSize(own, s))
		r.first, r.hard = append(r.first, inFirst(own, s, .2)), append(r.hard, auc(own, s, hard))
	})
	return r
}

// byProject calls each for the bounds of each project.
func byProject(units []unit, each func(from, to int)) {
	for from := 0; from < len(units); {
		to := from
		for to < len(units) && units[to].Project == units[from].Project {
			to++
		}
		each(from, to)
		from = to
	}
}

func (r *ranking) columns() [][]float64 { return [][]float64{r.whole, r.like, r.first, r.hard} }

// rankings prints a table of means with their intervals, and by how much the last one leads the others.
func rankings(out io.Writer, list ...ranking) {
	fmt.Fprintf(out, "%-34s %-22s %-22s %-22s %-22s\n", "ranked by", "AUC", "of like size", "in the first 20 %", "hard")
	for i := range list {
		fmt.Fprintf(out, "%-34s", list[i].name)
		for _, column := range list[i].columns() {
			low, high := interval(column)
			fmt.Fprintf(out, " %.3f [%.3f, %.3f]  ", average(column), low, high)
		}
		fmt.Fprintln(out)
	}
	last := &list[len(list)-1]
	for i := range list[:len(list)-1] {
		fmt.Fprintf(out, "  %-32s", "lead over "+list[i].name)
		for k, column := range last.columns() {
			d := difference(column, list[i].columns()[k])
			low, high := interval(d)
			fmt.Fprintf(out, " %+.3f [%+.3f, %+.3f]", average(d), low, high)
		}
		fmt.Fprintln(out)
	}
}

func difference(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

// interval returns the 95 % interval of an average, by resampling projects.
func interval(values []float64) (low, high float64) {
	return resampled(len(values), func(at []int) float64 {
		drawn := make([]float64, len(at))
		for i, k := range at {
			drawn[i] = values[k]
		}
		return average(drawn)
	})
}

// resampled returns the 95 % interval of what of says of n projects, drawn again and again.
func resampled(n int, of func(at []int) float64) (low, high float64) {
	const draws = 2000
	r := rand.New(rand.NewPCG(1, 2))
	var means []float64
	at := make([]int, n)
	for range draws {
		for i := range at {
			at[i] = r.IntN(n)
		}
		if m := of(at); !math.IsNaN(m) {
			means = append(means, m)
		}
	}
	slices.Sort(means)
	if len(means) == 0 {
		return math.NaN(), math.NaN()
	}
	return means[len(means)*25/1000], means[len(means)*975/1000]
}

// levels prints what followed the changes of each level; each project counts alike.
func levels(out io.Writer, units []unit, level func(*unit) risk.Level) {
	type tally struct{ all, bad, hard float64 }
	var projects [][5]tally
	byProject(units, func(from, to int) {
		var t [5]tally
		share := alike(units[from:to])
		for i := range share {
			u := &units[from+i]
			l := &t[level(u)]
			l.all += share[i]
			l.bad += share[i] * label(u.Trouble)
			l.hard += share[i] * label(u.Hard)
		}
		projects = append(projects, t)
	})
	sum := func(at []int, l int) (t, total tally) {
		for _, p := range at {
			for k, x := range projects[p] {
				total = tally{total.all + x.all, total.bad + x.bad, total.hard + x.hard}
				if k == l {
					t = tally{t.all + x.all, t.bad + x.bad, t.hard + x.hard}
				}
			}
		}
		return t, total
	}
	every := inOrder(len(projects), func(a, b int) int { return cmp.Compare(a, b) })
	for l := range 5 {
		t, total := sum(every, l)
		if t.all == 0 {
			continue
		}
		low, high := resampled(len(projects), func(at []int) float64 {
			t, total := sum(at, l)
			return t.bad / t.all * total.all / total.bad
		})
		fmt.Fprintf(out, "%-9s %5.1f %% of changes, trouble %5.1f %%, %.2f of the average [%.2f, %.2f]; hard %.2f %%\n",
			risk.Level(l), 100*t.all/total.all, 100*t.bad/t.all, t.bad/t.all*total.all/total.bad, low, high, 100*t.hard/t.all)
	}
}

// calibration prints predicted against observed trouble in ten bins of as many changes, and the mean
// distance of the two; each project counts alike.
func calibration(out io.Writer, units []unit, chance []float64) {
	share := alike(units)
	order := inOrder(len(units), func(a, b int) int { return cmp.Compare(chance[a], chance[b]) })
	total := 0.0
	for _, s := range share {
		total += s
	}
	type bin struct{ all, predicted, observed float64 }
	var bins [10]bin
	before, distance := 0.0, 0.0
	for _, i := range order {
		b := &bins[min(int(before/total*10), 9)]
		b.all += share[i]
		b.predicted += share[i] * chance[i]
		b.observed += share[i] * label(units[i].Trouble)
		before += share[i]
	}
	fmt.Fprintf(out, "%10s %10s\n", "predicted", "observed")
	for _, b := range bins {
		fmt.Fprintf(out, "%10.3f %10.3f  %s\n", b.predicted/b.all, b.observed/b.all, bar(b.observed/b.all))
		distance += math.Abs(b.predicted-b.observed) / total
	}
	fmt.Fprintf(out, "mean distance %.3f\n", distance)
}

// bar draws a share.
func bar(share float64) string {
	const width = 60
	text := make([]byte, int(math.Round(share*width)))
	for i := range text {
		text[i] = '#'
	}
	return string(text)
}

func chances(z []float64) []float64 {
	out := make([]float64, len(z))
	for i := range z {
		out[i] = 1 / (1 + math.Exp(-z[i]))
	}
	return out
}

// scale prints the numbers of analyze/risk/likelihood.go: the probabilities at percentiles, and the line
// through the log-odds that puts the 50th, 80th and 95th at 36, 58 and 80 points.
func scale(out io.Writer, units []unit, z []float64) {
	share := alike(units)
	order := inOrder(len(units), func(a, b int) int { return cmp.Compare(z[a], z[b]) })
	total := 0.0
	for _, s := range share {
		total += s
	}
	at := func(percent float64) float64 {
		before := 0.0
		for _, i := range order {
			if before += share[i]; before >= percent/100*total {
				return z[i]
			}
		}
		return z[order[len(order)-1]]
	}
	fmt.Fprint(out, "probabilities at the percentiles:")
	for _, p := range []float64{5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99} {
		fmt.Fprintf(out, " %.0f: %.3f", p, 1/(1+math.Exp(-at(p))))
	}
	x, y := []float64{at(50), at(80), at(95)}, []float64{36, 58, 80}
	slope, spread := 0.0, 0.0
	for i := range x {
		slope += (x[i] - average(x)) * (y[i] - average(y))
		spread += (x[i] - average(x)) * (x[i] - average(x))
	}
	slope /= spread
	fmt.Fprintf(out, "\npoints a log-odds %.2f, 0 points at %.3f\n", slope, average(x)-average(y)/slope)
}

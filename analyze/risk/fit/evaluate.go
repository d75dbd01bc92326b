package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// evaluate rates each project by a model that is fitted to the others, and prints how well.
func evaluate(out io.Writer, units []unit, inputs []input) {
	z := make([]float64, len(units)) // each by the model that does not know it
	var model, lines table
	for _, name := range projects(units) {
		others := slices.DeleteFunc(slices.Clone(units), func(u unit) bool { return u.Project == name })
		f := fit(others, inputs)
		fmt.Fprintf(out, "without %-24s %s\n", name+":", f.text(inputs))
		var own []unit
		var scores, churn []float64
		for i := range units {
			if units[i].Project == name {
				z[i] = f.logOdds(vector(&units[i], inputs))
				own, scores, churn = append(own, units[i]), append(scores, z[i]), append(churn, units[i].Churn)
			}
		}
		model.add(name, own, scores)
		lines.add(name, own, churn)
	}
	fmt.Fprint(out, "\nranked by a model that was fitted to the others:\n", model.text(), "ranked by changed lines:\n", lines.text())
	levels(out, units, z)
}

func projects(units []unit) []string {
	names := make(map[string]bool)
	for i := range units {
		names[units[i].Project] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// A table says how well scores rank the changes of projects.
type table struct {
	rows                     []string
	changes                  int
	whole, like, found, hard []float64
}

func (t *table) add(name string, units []unit, scores []float64) {
	a, s := auc(units, scores, func(u *unit) bool { return u.Trouble }), alike(units, scores)
	c, h := inFirst(units, scores, .2), auc(units, scores, func(u *unit) bool { return u.Hard })
	t.changes += len(units)
	t.rows = append(t.rows, row(name, len(units), a, s, c, h))
	t.whole, t.like, t.found, t.hard = append(t.whole, a), append(t.like, s), append(t.found, c), append(t.hard, h)
}

func (t *table) text() string {
	return strings.Join(t.rows, "") + row("mean", t.changes, average(t.whole), average(t.like), average(t.found), average(t.hard))
}

func row(name string, changes int, whole, like, found, hard float64) string {
	return fmt.Sprintf("  %-24s %5d changes  AUC %.3f  of like size %.3f  found in the first 20%% %.3f  hard %.3f\n", name, changes, whole, like, found, hard)
}

// levels prints the shares at which the levels begin, and the scale that puts them at 36,
// 58 and 80 points: a line through the log-odds there, by least squares.
func levels(out io.Writer, units []unit, z []float64) {
	sorted := slices.Sorted(slices.Values(z))
	at := func(percent int) float64 { return sorted[len(sorted)*percent/100] }
	fmt.Fprint(out, "probabilities at the percentiles:")
	for _, p := range []int{5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99} {
		fmt.Fprintf(out, " %d: %.3f", p, 1/(1+math.Exp(-at(p))))
	}
	x, y := []float64{at(50), at(80), at(95)}, []float64{36, 58, 80}
	slope := 0.0
	for i := range x {
		slope += (x[i] - average(x)) * (y[i] - average(y))
	}
	spread := 0.0
	for i := range x {
		spread += (x[i] - average(x)) * (x[i] - average(x))
	}
	slope /= spread
	fmt.Fprintf(out, "\npoints a log-odds %.2f, 0 points at %.3f\n", slope, average(x)-average(y)/slope)
	trouble := 0.0
	for i := range units {
		trouble += label(units[i].Trouble) / float64(len(units))
	}
	from := []float64{math.Inf(-1), at(50), at(80), at(95), math.Inf(1)}
	for k, name := range []string{"low", "medium", "high", "critical"} {
		n, bad := 0.0, 0.0
		for i := range units {
			if z[i] >= from[k] && z[i] < from[k+1] {
				n++
				bad += label(units[i].Trouble)
			}
		}
		fmt.Fprintf(out, "%-8s %4.1f%% of changes, %4.1f%% caused trouble, %.2f of the average\n", name, 100*n/float64(len(units)), 100*bad/n, bad/n/trouble)
	}
}

// auc is the chance that a change with the label ranks above one without. It is NaN where
// fewer than 5 have the label.
func auc(units []unit, scores []float64, has func(*unit) bool) float64 {
	n := 0
	for i := range units {
		if has(&units[i]) {
			n++
		}
	}
	if n < 5 {
		return math.NaN()
	}
	above, pairs := compare(units, scores, has)
	return above / pairs
}

// compare counts the pairs of a change with the label and one without, and those of them
// in which it ranks above; ties count half.
func compare(units []unit, scores []float64, has func(*unit) bool) (above, pairs float64) {
	for i := range units {
		for k := range units {
			if !has(&units[i]) || has(&units[k]) {
				continue
			}
			pairs++
			switch {
			case scores[i] > scores[k]:
				above++
			case scores[i] == scores[k]:
				above += .5
			}
		}
	}
	return above, pairs
}

// alike is the AUC within fifths of like size, weighted by pairs.
func alike(units []unit, scores []float64) float64 {
	order := make([]int, len(units))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(units[a].Churn - units[b].Churn) })
	fifth := make([]int, len(units))
	for at, i := range order {
		fifth[i] = at * 5 / len(order)
		if at > 0 && units[order[at-1]].Churn == units[i].Churn {
			fifth[i] = fifth[order[at-1]]
		}
	}
	above, pairs := 0.0, 0.0
	for q := range 5 {
		var part []unit
		var s []float64
		for i := range units {
			if fifth[i] == q {
				part, s = append(part, units[i]), append(s, scores[i])
			}
		}
		a, n := compare(part, s, func(u *unit) bool { return u.Trouble })
		above, pairs = above+a, pairs+n
	}
	return above / pairs
}

// inFirst is the share of the trouble that the first changes hold, by rank.
func inFirst(units []unit, scores []float64, share float64) float64 {
	order := make([]int, len(units))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	all, first := 0.0, 0.0
	for at, i := range order {
		all += label(units[i].Trouble)
		if float64(at) < share*float64(len(order)) {
			first += label(units[i].Trouble)
		}
	}
	return first / all
}

// average leaves out what is not known.
func average(values []float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / n
}

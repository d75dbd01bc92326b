package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cochange"
)

const (
	penalty = 0.02 // on the square of a weight times the spread of its evidence
	rounds  = 4000
)

// fit returns the weights by which the targets of the units are the likeliest choices
// among all candidates (a conditional logistic regression), where each project counts the
// same, and so does each of its changes.
func fit(units []unit) cochange.Evidence {
	of := make(map[string]float64)
	for i := range units {
		of[units[i].project]++
	}
	spread := spreads(units)
	// Adam on the weights times the spreads.
	var weights, mean, square cochange.Evidence
	for round := 1; round <= rounds; round++ {
		var gradient cochange.Evidence
		for i := range units {
			units[i].addGradient(&gradient, &weights, &spread, 1/of[units[i].project])
		}
		rate := 0.05 * math.Sqrt(1-math.Pow(0.999, float64(round))) / (1 - math.Pow(0.9, float64(round)))
		moved := 0.0
		for k := range weights {
			g := gradient[k] + penalty*weights[k]
			mean[k] = 0.9*mean[k] + 0.1*g
			square[k] = 0.999*square[k] + 0.001*g*g
			step := rate * mean[k] / (math.Sqrt(square[k]) + 1e-9)
			weights[k] -= step
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-5 {
			break
		}
	}
	for k := range weights {
		weights[k] /= spread[k]
	}
	return weights
}

// addGradient adds the gradient of the loss of one unit, by scaled weights.
func (u *unit) addGradient(gradient, weights, spread *cochange.Evidence, share float64) {
	odds := make([]float64, len(u.candidates))
	top, targets := math.Inf(-1), 0.0
	for i := range u.candidates {
		for k, x := range u.candidates[i].evidence {
			odds[i] += weights[k] * x / spread[k]
		}
		top = max(top, odds[i])
		if u.candidates[i].target {
			targets++
		}
	}
	if targets == 0 {
		return
	}
	others := 0.0
	for i := range odds {
		odds[i] = math.Exp(odds[i] - top)
		if !u.candidates[i].target {
			others += odds[i]
		}
	}
	// Each target competes with all that is none.
	pull := 0.0
	for i := range odds {
		if u.candidates[i].target {
			pull += share / targets / (odds[i] + others)
		}
	}
	for i := range odds {
		by := odds[i] * pull
		if u.candidates[i].target {
			by = -share / targets * others / (odds[i] + others)
		}
		for k, x := range u.candidates[i].evidence {
			gradient[k] += by * x / spread[k]
		}
	}
}

// spreads returns the standard deviations of the evidence.
func spreads(units []unit) cochange.Evidence {
	var sum, square, out cochange.Evidence
	n := 0.0
	for i := range units {
		for j := range units[i].candidates {
			n++
			for k, x := range units[i].candidates[j].evidence {
				sum[k] += x
				square[k] += x * x
			}
		}
	}
	for k := range out {
		out[k] = math.Sqrt(max(square[k]/n-sum[k]/n*sum[k]/n, 1e-9))
	}
	return out
}

// evaluate prints how much of the targets of each project is among the first ten, ranked
// by what was fitted to the others.
func evaluate(out io.Writer, units []unit) {
	var projects []string
	for i := range units {
		if !slices.Contains(projects, units[i].project) {
			projects = append(projects, units[i].project)
		}
	}
	var all, novel float64
	for _, project := range projects {
		own := func(u unit) bool { return u.project == project }
		weights := fit(slices.DeleteFunc(slices.Clone(units), own))
		a, n := recall(slices.DeleteFunc(slices.Clone(units), func(u unit) bool { return !own(u) }), &weights)
		fmt.Fprintf(out, "%-28s found in the first 10: %.3f, of those new to history %.3f\n", project, a, n)
		all, novel = all+a, novel+n
	}
	n := float64(len(projects))
	fmt.Fprintf(out, "mean: found in the first 10 %.3f, of those new to history %.3f\n", all/n, novel/n)
}

// recall is the mean share of targets among the first ten candidates, and likewise of
// those that never changed with the seed before.
func recall(units []unit, weights *cochange.Evidence) (all, novel float64) {
	count, countNovel := 0.0, 0.0
	for i := range units {
		ranked := slices.Clone(units[i].candidates)
		slices.SortStableFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.score(weights), a.score(weights)) })
		var hits, targets, hitsNovel, targetsNovel float64
		for place, c := range ranked {
			first := 0.0
			if place < 10 {
				first = 1
			}
			if c.target {
				hits, targets = hits+first, targets+1
			}
			if c.novel {
				hitsNovel, targetsNovel = hitsNovel+first, targetsNovel+1
			}
		}
		if targets > 0 {
			all, count = all+hits/targets, count+1
		}
		if targetsNovel > 0 {
			novel, countNovel = novel+hitsNovel/targetsNovel, countNovel+1
		}
	}
	return all / max(count, 1), novel / max(countNovel, 1)
}

func (c *candidate) score(weights *cochange.Evidence) (sum float64) {
	for k, x := range c.evidence {
		sum += weights[k] * x
	}
	return sum
}

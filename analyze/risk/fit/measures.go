package main

import (
	"cmp"
	"math"
	"slices"
)

// auc is the chance that a change with the label ranks above one without. It is NaN where
// fewer than 5 have the label.
func auc(units []unit, scores []float64, of target) float64 {
	n := 0
	for i := range units {
		n += int(label(of(&units[i])))
	}
	if n < 5 {
		return math.NaN()
	}
	above, pairs := compare(units, scores, of)
	return above / pairs
}

// compare counts the pairs of a change with the label and one without, and those of them
// in which it ranks above; ties count half, and changes as many as they stand for.
func compare(units []unit, scores []float64, of target) (above, pairs float64) {
	for i := range units {
		for k := range units {
			if !of(&units[i]) || of(&units[k]) {
				continue
			}
			n := units[i].Weight * units[k].Weight
			pairs += n
			switch {
			case scores[i] > scores[k]:
				above += n
			case scores[i] == scores[k]:
				above += n / 2
			}
		}
	}
	return above, pairs
}

// ofLikeSize is the AUC within fifths of like size, weighted by pairs.
func ofLikeSize(units []unit, scores []float64) float64 {
	order := inOrder(len(units), func(a, b int) int { return cmp.Compare(units[a].Churn, units[b].Churn) })
	fifth := make([]int, len(units))
	total, before := 0.0, 0.0
	for i := range units {
		total += units[i].Weight
	}
	for at, i := range order {
		fifth[i] = int(before / total * 5)
		if at > 0 && units[order[at-1]].Churn == units[i].Churn {
			fifth[i] = fifth[order[at-1]]
		}
		before += units[i].Weight
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
		a, n := compare(part, s, trouble)
		above, pairs = above+a, pairs+n
	}
	return above / pairs
}

// inFirst is the share of the trouble that the first changes hold, by rank.
func inFirst(units []unit, scores []float64, share float64) float64 {
	order := inOrder(len(units), func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	total, all, first, before := 0.0, 0.0, 0.0, 0.0
	for i := range units {
		total += units[i].Weight
	}
	for _, i := range order {
		w := units[i].Weight
		bad := w * label(units[i].Trouble)
		all += bad
		first += bad * min(max((share*total-before)/w, 0), 1)
		before += w
	}
	return first / all
}

func inOrder(n int, by func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, by)
	return order
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

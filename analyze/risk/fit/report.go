package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/risk"
)

// report prints all tables. The projects to test are looked at only if test says so.
func report(out io.Writer, units map[part][]unit, test bool) {
	known := slices.Concat(units[forFit], units[forChoice])
	for _, u := range [][]unit{known, units[forTest]} {
		slices.SortStableFunc(u, func(a, b unit) int { return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Time, b.Time)) })
	}
	fmt.Fprintln(out, "== changes measured")
	contents(out, forFit, units[forFit])
	contents(out, forChoice, units[forChoice])
	if test {
		contents(out, forTest, units[forTest])
	}
	f := fit(known, product(), trouble)
	fmt.Fprintln(out, "\n== the inputs of the score, fitted to the projects to fit and to choose by\n", f.text())
	scale(out, known, f.scores(known))
	fmt.Fprintln(out, "\n== projects to fit and to choose by, models being fitted to all but the one that is rated")
	baselines(out, nil, known)
	fmt.Fprintln(out, "\n== their later halves, models being fitted to the earlier ones")
	earlier, later := halves(known)
	before := fit(earlier, product(), trouble)
	rankings(out, rank("changed lines", later, churns(later)), rank("of the earlier halves", later, before.scores(later)), rank("the score as it is", later, shipped(later)))
	choose(out, known, units[forChoice])
	fmt.Fprintln(out, "\n== later changes of the projects to fit and to choose by, by a model of their own past")
	ownPast(out, &f, known)
	if test {
		fmt.Fprintln(out, "\n== PROJECTS TO TEST, models being fitted to all but the one that is rated")
		baselines(out, known, units[forTest])
		fmt.Fprintln(out, "\n== later changes of the projects to test, by a model of their own past")
		ownPast(out, &f, units[forTest])
	}
}

func contents(out io.Writer, p part, units []unit) {
	n, changes, bad, people := 0, 0.0, 0.0, 0.0
	var names []string
	byProject(units, func(from, to int) {
		n++
		names = append(names, units[from].Project)
		for _, u := range units[from:to] {
			changes += u.Weight
			bad += u.Weight * label(u.Trouble)
			people += u.Weight * label(u.Hard)
		}
	})
	fmt.Fprintf(out, "%-7s %d projects, %d changes for %.0f, of which %.0f went wrong, %.0f of them reverted or blamed: %v\n", p, n, len(units), changes, bad, people, names)
}

// baselines prints how well scores rank units. Models are fitted to other units and to all projects but the
// one that is rated, so a baseline knows more projects than the score does.
func baselines(out io.Writer, others, units []unit) {
	anew := leftOut(others, units, product(), trouble)
	people := append(product(), counted("developers"), counted("own nearby"), counted("past recent fixes"))
	rankings(out,
		rank("changed lines", units, churns(units)),
		rank("branches in new lines", units, each(units, func(u *unit) float64 { return u.get("new branches") })),
		rank("regression on factors of git", units, leftOut(others, units, fromGit(), trouble)),
		rank("without history, fitted anew", units, leftOut(others, units, alone(), trouble)),
		rank("fitted anew", units, anew),
		rank("fitted to reverted and blamed", units, leftOut(others, units, people, hard)),
		rank("the score as it is", units, shipped(units)))
	fmt.Fprintln(out, "\nwhat followed the levels of the score:")
	levels(out, units, func(u *unit) risk.Level { return risk.Level(u.Values["score level"]) })
	fmt.Fprintln(out, "what followed the levels of the report:")
	levels(out, units, func(u *unit) risk.Level { return risk.Level(u.Values["level"]) })
	fmt.Fprintln(out, "\ncalibration of the score as it is:")
	calibration(out, units, shipped(units))
	fmt.Fprintln(out, "calibration of the one that was fitted anew:")
	calibration(out, units, chances(anew))
}

func each(units []unit, of func(*unit) float64) []float64 {
	out := make([]float64, len(units))
	for i := range units {
		out[i] = of(&units[i])
	}
	return out
}

func churns(units []unit) []float64 { return each(units, func(u *unit) float64 { return u.Churn }) }

// shipped are the probabilities that the report shows.
func shipped(units []unit) []float64 {
	return each(units, func(u *unit) float64 { return u.Values["score"] })
}

// leftOut are the scores of each project of units by a model that was fitted to its other projects and to others.
func leftOut(others, units []unit, inputs []input, of target) []float64 {
	out := make([]float64, len(units))
	byProject(units, func(from, to int) {
		f := fit(slices.Concat(others, units[:from], units[to:]), inputs, of)
		copy(out[from:to], f.scores(units[from:to]))
	})
	return out
}

// halves divides each project by time.
func halves(units []unit) (earlier, later []unit) {
	byProject(units, func(from, to int) {
		middle := (from + to) / 2
		earlier, later = append(earlier, units[from:middle]...), append(later, units[middle:to]...)
	})
	return earlier, later
}

// choose prints what each candidate adds to the score, models being fitted to all projects but the one that is rated: the
// change of the means, and how many projects are ranked better and worse, of all and of those to choose by. A factor is accepted if the
// interval of its gain is above zero, changes of like size are not ranked worse, and most of the projects to choose
// by are ranked better.
func choose(out io.Writer, units, choosing []unit) {
	fmt.Fprintln(out, "\n== candidates, added one at a time to the inputs of the score")
	fmt.Fprintf(out, "%-36s %7s %-18s %7s %7s %7s %9s %9s\n", "factor", "AUC", "", "like", "first", "hard", "of all", "to choose")
	base := rank("", units, leftOut(nil, units, product(), trouble))
	chooses := make(map[string]bool)
	for i := range choosing {
		chooses[choosing[i].Project] = true
	}
	var toChoose []bool
	byProject(units, func(from, _ int) { toChoose = append(toChoose, chooses[units[from].Project]) })
	for _, c := range candidates() {
		r := rank("", units, leftOut(nil, units, append(product(), c), trouble))
		d := difference(r.whole, base.whole)
		better, worse := [2]int{}, [2]int{}
		for i, x := range d {
			b, w := int(label(x > 0)), int(label(x < 0))
			better[0], worse[0] = better[0]+b, worse[0]+w
			if toChoose[i] {
				better[1], worse[1] = better[1]+b, worse[1]+w
			}
		}
		low, high := interval(d)
		fmt.Fprintf(out, "%-36s %+7.4f [%+.4f, %+.4f] %+7.4f %+7.4f %+7.4f %5d:%-3d %5d:%-3d\n", c.name, average(d), low, high,
			average(difference(r.like, base.like)), average(difference(r.first, base.first)), average(difference(r.hard, base.hard)), better[0], worse[0], better[1], worse[1])
	}
}

// ownPast fits a model to the earlier part of each project, as far as what became of it was known then, and
// rates the later part.
func ownPast(out io.Writer, general *fitted, units []unit) {
	var later []unit
	strengths := []float64{3, 10, 30, 100, 300}
	scores := make([][]float64, len(strengths)+1)
	byProject(units, func(from, to int) {
		split := from + (to-from)*6/10
		past := slices.Clone(units[from:split])
		for i := range past {
			if past[i].Known > units[split].Time {
				past[i].Trouble = false
			}
		}
		later = append(later, units[split:to]...)
		scores[0] = append(scores[0], general.scores(units[split:to])...)
		for k, s := range strengths {
			own := general.adapted(past, s, trouble)
			scores[k+1] = append(scores[k+1], own.scores(units[split:to])...)
		}
	})
	list := make([]ranking, 0, len(scores))
	for k, s := range strengths {
		list = append(list, rank(fmt.Sprintf("own, pulled by %.0f", s), later, scores[k+1]))
	}
	rankings(out, append(list, rank("the general model", later, scores[0]))...)
}

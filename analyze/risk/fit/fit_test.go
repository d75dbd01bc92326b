package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// made are changes of three projects whose trouble follows known weights.
func made() []unit {
	r := rand.New(rand.NewPCG(1, 2))
	var units []unit
	for _, p := range []struct {
		name      string
		intercept float64
	}{{"a", -3}, {"b", -2}, {"c", -4}} {
		for range 3000 {
			u := unit{Project: p.name, Churn: float64(r.IntN(100)), Values: map[string]float64{
				"new branches": math.Floor(math.Exp(3 * r.Float64())), "title": float64(r.IntN(3)),
			}}
			z := p.intercept + .8*inputs[0].of(&u) + .7*inputs[4].of(&u) + .5*inputs[5].of(&u)
			u.Trouble = r.Float64() < 1/(1+math.Exp(-z))
			u.Hard = u.Trouble && r.IntN(9) == 0
			units = append(units, u)
		}
	}
	return units
}

func TestFitFindsWeights(t *testing.T) {
	units := made()
	f := fit(units, []input{inputs[0], inputs[4], inputs[5]})
	for i, want := range []float64{.8, .7, .5} {
		if math.Abs(f.weights[i]-want) > .12 {
			t.Errorf("weight %d is %.2f, want %.2f", i, f.weights[i], want)
		}
	}
	chance, trouble := 0.0, 0.0
	for i, x := range vectors(units, []input{inputs[0], inputs[4], inputs[5]}) {
		chance += 1 / (1 + math.Exp(-f.logOdds(x)))
		trouble += label(units[i].Trouble)
	}
	if math.Abs(chance-trouble) > 1 {
		t.Errorf("expects %.1f troubles, there are %.0f", chance, trouble)
	}
}

func TestRanking(t *testing.T) {
	trouble := func(u *unit) bool { return u.Trouble }
	var units []unit
	var scores []float64
	for i := range 100 {
		units = append(units, unit{Trouble: i%10 == 9, Churn: float64(i / 20)})
		scores = append(scores, float64(i%10))
	}
	same := make([]float64, len(scores))
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"best first", auc(units, scores, trouble), 1},
		{"all equal", auc(units, same, trouble), .5},
		{"of like size", alike(units, scores), 1},
		{"of like size, all equal", alike(units, same), .5},
		{"in the first tenth", inFirst(units, scores, .1), 1},
		{"too few", average([]float64{auc(units[:10], scores, trouble), 1}), 1},
	} {
		if math.Abs(tt.got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

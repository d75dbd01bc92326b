package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cochange"
)

// made are changes whose targets are drawn by known weights.
func made() []unit {
	r := rand.New(rand.NewPCG(1, 2))
	var units []unit
	for _, project := range []string{"a", "b", "c"} {
		for range 400 {
			u := unit{project: project, candidates: make([]candidate, 30)}
			total := 0.0
			odds := make([]float64, 30)
			for i := range u.candidates {
				e := &u.candidates[i].evidence
				e[cochange.Focus], e[cochange.Gone], e[cochange.Far] = r.Float64(), r.Float64(), r.Float64()
				odds[i] = math.Exp(3*e[cochange.Focus] + 5*e[cochange.Gone])
				total += odds[i]
			}
			at := r.Float64() * total
			for i := range odds {
				if at -= odds[i]; at <= 0 {
					u.candidates[i].target = true
					break
				}
			}
			units = append(units, u)
		}
	}
	return units
}

func TestFitFindsWeights(t *testing.T) {
	w := fit(made())
	for k, want := range map[cochange.Kind]float64{cochange.Focus: 3, cochange.Gone: 5, cochange.Far: 0, cochange.Alike: 0} {
		if math.Abs(w[k]-want) > 0.6 {
			t.Errorf("the weight of %v is %.2f, want %.0f", k, w[k], want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	var out strings.Builder
	evaluate(&out, made())
	if !strings.HasPrefix(out.String(), "a   ") || !strings.Contains(out.String(), "mean: found in the first 10 0.8") {
		t.Errorf("got %s", out.String())
	}
}

package main

import (
	"fmt"
	"math"
	"strings"
)

// ridge is the weight of the penalty on the squares of the weights, each in terms of the
// spread of its input.
const ridge = 5

// A fitted is a model: intercept plus weights times inputs is the log-odds of trouble.
type fitted struct {
	intercept float64
	weights   []float64
}

func (f *fitted) logOdds(x []float64) float64 {
	z := f.intercept
	for i, w := range f.weights {
		z += w * x[i]
	}
	return z
}

// text writes a model for people.
func (f *fitted) text(inputs []input) string {
	var b strings.Builder
	fmt.Fprintf(&b, "intercept %.3f", f.intercept)
	for i, in := range inputs {
		fmt.Fprintf(&b, ", %s %.3f", in.name, f.weights[i])
	}
	return b.String()
}

// fit fits a model by Newton's method. Each project has an intercept of its own, since the
// shares of trouble differ for reasons that no input knows, and counts as the root of its
// size; the intercept that is returned makes the mean probability right over all changes.
func fit(units []unit, inputs []input) fitted {
	p := len(inputs)
	projects, size := make(map[string]int), make(map[string]float64)
	for i := range units {
		name := units[i].Project
		if _, ok := projects[name]; !ok {
			projects[name] = p + len(projects)
		}
		size[name]++
	}
	x := vectors(units, inputs)
	mean, spread := moments(x)
	total := 0.0
	for _, n := range size {
		total += math.Sqrt(n)
	}
	b := make([]float64, p+len(projects))
	for range 50 {
		h, g := make([][]float64, len(b)), make([]float64, len(b))
		for j := range h {
			h[j] = make([]float64, len(b))
		}
		for j := range p {
			h[j][j], g[j] = ridge, -ridge*b[j]
		}
		for i := range units {
			q := projects[units[i].Project]
			v := make([]float64, len(b))
			z := b[q]
			for j := range p {
				v[j] = (x[i][j] - mean[j]) / spread[j]
				z += b[j] * v[j]
			}
			v[q] = 1
			weight := float64(len(units)) / (total * math.Sqrt(size[units[i].Project]))
			chance := 1 / (1 + math.Exp(-z))
			for j := range b {
				if v[j] == 0 {
					continue
				}
				g[j] += weight * (label(units[i].Trouble) - chance) * v[j]
				for k := range b {
					h[j][k] += weight * chance * (1 - chance) * v[j] * v[k]
				}
			}
		}
		step := solve(h, g)
		largest := 0.0
		for j := range b {
			b[j] += step[j]
			largest = max(largest, math.Abs(step[j]))
		}
		if largest < 1e-8 {
			break
		}
	}
	f := fitted{weights: make([]float64, p)}
	for j := range p {
		f.weights[j] = b[j] / spread[j]
	}
	f.intercept = calibrate(units, x, f)
	return f
}

// calibrate finds the intercept by halving.
func calibrate(units []unit, x [][]float64, f fitted) float64 {
	low, high := -20.0, 20.0
	for range 60 {
		f.intercept = (low + high) / 2
		excess := 0.0
		for i := range units {
			excess += 1/(1+math.Exp(-f.logOdds(x[i]))) - label(units[i].Trouble)
		}
		if excess > 0 {
			high = f.intercept
		} else {
			low = f.intercept
		}
	}
	return f.intercept
}

func vectors(units []unit, inputs []input) [][]float64 {
	x := make([][]float64, len(units))
	for i := range units {
		x[i] = vector(&units[i], inputs)
	}
	return x
}

func vector(u *unit, inputs []input) []float64 {
	x := make([]float64, len(inputs))
	for i, in := range inputs {
		x[i] = in.of(u)
	}
	return x
}

// moments returns the mean and the standard deviation of each column.
func moments(x [][]float64) (mean, spread []float64) {
	n := float64(len(x))
	mean, spread = make([]float64, len(x[0])), make([]float64, len(x[0]))
	for j := range mean {
		for i := range x {
			mean[j] += x[i][j] / n
		}
		for i := range x {
			spread[j] += (x[i][j] - mean[j]) * (x[i][j] - mean[j]) / n
		}
		spread[j] = math.Sqrt(spread[j]) + 1e-9
	}
	return mean, spread
}

// solve solves h·x = g for a positive definite h by elimination.
func solve(h [][]float64, g []float64) []float64 {
	n := len(g)
	for i := range n {
		for j := i + 1; j < n; j++ {
			by := h[j][i] / h[i][i]
			for k := i; k < n; k++ {
				h[j][k] -= by * h[i][k]
			}
			g[j] -= by * g[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = g[i]
		for k := i + 1; k < n; k++ {
			x[i] -= h[i][k] * x[k]
		}
		x[i] /= h[i][i]
	}
	return x
}

func label(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

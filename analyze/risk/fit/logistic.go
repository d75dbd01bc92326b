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
	inputs    []input
	intercept float64
	weights   []float64
	spread    []float64 // of the inputs where the model was fitted
}

func (f *fitted) logOdds(u *unit) float64 {
	z := f.intercept
	for i, w := range f.weights {
		z += w * f.inputs[i].value(u)
	}
	return z
}

func (f *fitted) scores(units []unit) []float64 {
	z := make([]float64, len(units))
	for i := range units {
		z[i] = f.logOdds(&units[i])
	}
	return z
}

// text writes a model for people.
func (f *fitted) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "intercept %.3f", f.intercept)
	for i, in := range f.inputs {
		fmt.Fprintf(&b, ", %s %.3f", in.name, f.weights[i])
	}
	return b.String()
}

// A target is what a model predicts.
type target func(*unit) bool

func trouble(u *unit) bool { return u.Trouble }
func hard(u *unit) bool    { return u.Hard }

// fit fits a model by Newton's method. Each project has an intercept of its own, since the
// shares of trouble differ for reasons that no input knows, and counts as the root of its
// changes; the intercept that is returned makes the mean probability right, each project counting alike.
func fit(units []unit, inputs []input, of target) fitted {
	p := len(inputs)
	f := fitted{inputs: inputs, weights: make([]float64, p)}
	x := vectors(units, inputs)
	mean, spread := moments(x)
	f.spread = spread
	s := system{ridge: make([]float64, p)}
	for j := range p {
		s.ridge[j] = ridge
	}
	groups, size := make(map[string]int), make(map[string]float64)
	for i := range units {
		size[units[i].Project] += units[i].Weight
	}
	for i := range units {
		u := &units[i]
		group, ok := groups[u.Project]
		if !ok {
			group = len(groups)
			groups[u.Project] = group
		}
		v := make([]float64, p)
		for j := range v {
			v[j] = (x[i][j] - mean[j]) / spread[j]
		}
		s.rows = append(s.rows, observation{x: v, group: group, label: of(u), weight: u.Weight / math.Sqrt(size[u.Project])})
	}
	s.scale(float64(len(units)))
	b := s.solve(len(groups))
	for j := range p {
		f.weights[j] = b[j] / spread[j]
	}
	f.intercept = calibrate(units, &f, of)
	return f
}

// adapted returns the model of one project: its weights are pulled to those of the general model f by a
// penalty of the given strength, its intercept hardly.
func (f *fitted) adapted(units []unit, strength float64, of target) fitted {
	p := len(f.inputs)
	own := fitted{inputs: f.inputs, weights: make([]float64, p), spread: f.spread}
	s := system{ridge: make([]float64, p)}
	for j := range p {
		s.ridge[j] = strength
	}
	x := vectors(units, f.inputs)
	mean, _ := moments(x)
	for i := range units {
		for j := range p {
			x[i][j] = (x[i][j] - mean[j]) / f.spread[j]
		}
		s.rows = append(s.rows, observation{x: x[i], label: of(&units[i]), weight: units[i].Weight, offset: f.logOdds(&units[i])})
	}
	s.scale(float64(len(units)))
	b := s.solve(1)
	own.intercept = f.intercept + b[p]
	for j := range p {
		own.weights[j] = f.weights[j] + b[j]/f.spread[j]
		own.intercept -= b[j] / f.spread[j] * mean[j]
	}
	return own
}

// An observation is one change for a system.
type observation struct {
	x      []float64
	group  int
	label  bool
	weight float64
	offset float64 // of the log-odds, which is known
}

// A system is a penalized logistic regression with an intercept for each group.
type system struct {
	rows  []observation
	ridge []float64
}

// scale makes the weights of the rows sum to a total.
func (s *system) scale(total float64) {
	sum := 0.0
	for i := range s.rows {
		sum += s.rows[i].weight
	}
	for i := range s.rows {
		s.rows[i].weight *= total / sum
	}
}

// solve returns the weights, and after them the intercepts.
func (s *system) solve(groups int) []float64 {
	p := len(s.ridge)
	b := make([]float64, p+groups)
	for range 50 {
		h, g := make([][]float64, len(b)), make([]float64, len(b))
		for j := range h {
			h[j] = make([]float64, len(b))
			h[j][j] = 1e-3 // a group without trouble has an intercept too
		}
		for j := range p {
			h[j][j], g[j] = s.ridge[j], -s.ridge[j]*b[j]
		}
		for j := p; j < len(b); j++ {
			g[j] = -1e-3 * b[j]
		}
		for i := range s.rows {
			s.rows[i].addTo(h, g, b, p)
		}
		step := solve(h, g)
		largest := 0.0
		for j := range b {
			step[j] = max(min(step[j], 2), -2) // a step too far does not come back
			b[j] += step[j]
			largest = max(largest, math.Abs(step[j]))
		}
		if largest < 1e-8 {
			break
		}
	}
	return b
}

// addTo adds what a row says to the second and the first derivatives at b.
func (o *observation) addTo(h [][]float64, g, b []float64, p int) {
	q := p + o.group
	z := o.offset + b[q]
	for j, v := range o.x {
		z += b[j] * v
	}
	chance := 1 / (1 + math.Exp(-z))
	slope, curve := o.weight*(label(o.label)-chance), o.weight*chance*(1-chance)
	for j, v := range o.x {
		g[j] += slope * v
		for k, w := range o.x {
			h[j][k] += curve * v * w
		}
		h[j][q] += curve * v
		h[q][j] += curve * v
	}
	g[q] += slope
	h[q][q] += curve
}

// calibrate finds the intercept by halving; each project counts alike.
func calibrate(units []unit, f *fitted, of target) float64 {
	share := alike(units)
	low, high := -20.0, 20.0
	z := f.scores(units)
	for range 60 {
		middle := (low + high) / 2
		excess := 0.0
		for i := range units {
			excess += share[i] * (1/(1+math.Exp(-(z[i]-f.intercept+middle))) - label(of(&units[i])))
		}
		if excess > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return (low + high) / 2
}

// alike returns weights by which the changes of each project sum to 1.
func alike(units []unit) []float64 {
	size := make(map[string]float64)
	for i := range units {
		size[units[i].Project] += units[i].Weight
	}
	out := make([]float64, len(units))
	for i := range units {
		out[i] = units[i].Weight / size[units[i].Project]
	}
	return out
}

func vectors(units []unit, inputs []input) [][]float64 {
	x := make([][]float64, len(units))
	for i := range units {
		x[i] = make([]float64, len(inputs))
		for j, in := range inputs {
			x[i][j] = in.value(&units[i])
		}
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
			if by == 0 {
				continue
			}
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

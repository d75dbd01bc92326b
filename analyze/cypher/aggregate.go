package cypher

import "math"

// An accumulator makes one value of those of a group. Null is never added.
type accumulator interface {
	add(x *execution, a *aggregate, v any) error
	result() any
}

// aggregates are the functions that take the rows of a group, by their names in lower case.
var aggregates = map[string]func() accumulator{
	"count":   func() accumulator { return new(counter) },
	"collect": func() accumulator { return &collector{values: []any{}} },
	"sum":     func() accumulator { return &adder{} },
	"avg":     func() accumulator { return &adder{mean: true} },
	"min":     func() accumulator { return &extreme{sign: -1} },
	"max":     func() accumulator { return &extreme{sign: 1} },
}

func (a *aggregate) accumulator() accumulator {
	acc := aggregates[a.name]()
	if a.distinct {
		return &distinctOnly{acc, make(map[string]bool)}
	}
	return acc
}

// distinctOnly adds every value once.
type distinctOnly struct {
	accumulator
	seen map[string]bool
}

func (d *distinctOnly) add(x *execution, a *aggregate, v any) error {
	if fresh, err := x.first(d.seen, []any{v}); err != nil || !fresh {
		return err
	}
	return d.accumulator.add(x, a, v)
}

type counter struct{ n int64 }

func (c *counter) add(*execution, *aggregate, any) error { c.n++; return nil }
func (c *counter) result() any                           { return c.n }

type collector struct{ values []any }

func (c *collector) add(x *execution, _ *aggregate, v any) error {
	c.values = append(c.values, v)
	return x.hold(1)
}
func (c *collector) result() any { return c.values }

// An adder adds whole numbers exactly as long as there are no others.
type adder struct {
	whole int64
	sum   float64
	n     int64
	float bool
	mean  bool
}

func (s *adder) add(x *execution, a *aggregate, v any) error {
	s.n++
	switch v := v.(type) {
	case int64:
		whole := s.whole + v
		if !s.mean && (whole > s.whole) != (v > 0) && v != 0 {
			return x.failed(a.at, "the sum is greater than 64 bits hold")
		}
		s.whole = whole
		s.sum += float64(v)
	case float64:
		s.sum += v
		s.float = true
	default:
		return x.failed(a.at, "%s takes numbers, not %s", a.name, kindOf(v))
	}
	return nil
}

func (s *adder) result() any {
	switch {
	case s.mean && s.n == 0:
		return nil
	case s.mean:
		return s.sum / float64(s.n)
	case s.float:
		return s.sum
	}
	return s.whole
}

type extreme struct {
	sign int
	best any
}

func (e *extreme) add(x *execution, _ *aggregate, v any) error {
	if err := x.step(weight(v)); err != nil {
		return err
	}
	if f, ok := v.(float64); ok && math.IsNaN(f) && e.best != nil {
		return nil
	}
	if e.best == nil || order(v, e.best)*e.sign > 0 {
		e.best = v
	}
	return nil
}

func (e *extreme) result() any { return e.best }

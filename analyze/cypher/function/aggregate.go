package function

import (
	"math"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// An Accumulator makes one value of those of a group.
type Accumulator interface {
	// Add adds a value that is not null. The error is a Wrong or one of the meter.
	Add(m Meter, v any) error
	Result() any
}

// aggregates are the functions that take the rows of a group, by their names in lower case.
var aggregates = map[string]func() Accumulator{
	"count":   func() Accumulator { return new(counter) },
	"collect": func() Accumulator { return &collector{values: []any{}} },
	"sum":     func() Accumulator { return &adder{} },
	"avg":     func() Accumulator { return &adder{mean: true} },
	"min":     func() Accumulator { return &extreme{sign: -1} },
	"max":     func() Accumulator { return &extreme{sign: 1} },
}

// IsAggregate reports whether a name in lower case is that of a function that takes the rows of
// a group.
func IsAggregate(name string) bool { return aggregates[name] != nil }

// NewAccumulator returns an empty one for such a function.
func NewAccumulator(name string) Accumulator { return aggregates[name]() }

type counter struct{ n int64 }

func (c *counter) Add(Meter, any) error { c.n++; return nil }
func (c *counter) Result() any          { return c.n }

type collector struct{ values []any }

func (c *collector) Add(m Meter, v any) error {
	c.values = append(c.values, v)
	return m.Hold(1)
}
func (c *collector) Result() any { return c.values }

// An adder adds whole numbers exactly as long as there are no others.
type adder struct {
	whole int64
	sum   float64
	n     int64
	float bool
	mean  bool
}

func (s *adder) Add(_ Meter, v any) error {
	s.n++
	switch v := v.(type) {
	case int64:
		whole := s.whole + v
		if !s.mean && (whole > s.whole) != (v > 0) && v != 0 {
			return Wrong("the sum is greater than 64 bits hold")
		}
		s.whole = whole
		s.sum += float64(v)
	case float64:
		s.sum += v
		s.float = true
	default:
		return Wrong(s.name() + " takes numbers, not " + value.Kind(v))
	}
	return nil
}

func (s *adder) name() string {
	if s.mean {
		return "avg"
	}
	return "sum"
}

func (s *adder) Result() any {
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

func (e *extreme) Add(m Meter, v any) error {
	if err := m.Step(value.Weight(v)); err != nil {
		return err
	}
	if f, ok := v.(float64); ok && math.IsNaN(f) && e.best != nil {
		return nil
	}
	if e.best == nil || value.Order(v, e.best)*e.sign > 0 {
		e.best = v
	}
	return nil
}

func (e *extreme) Result() any { return e.best }

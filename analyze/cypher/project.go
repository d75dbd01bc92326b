package cypher

import (
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/function"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// A projectStage is WITH or RETURN: it makes rows of columns, groups, sorts and cuts them.
type projectStage struct {
	*syntax.Projection
	width int // of the segment's rows
	after int // of the rows that are sent on, 0 for the columns only
	next  stage

	from, most int64 // SKIP and LIMIT; most is -1 for any number
	passed     int64
	seen       map[string]bool
	groups     map[string]*group
	order      []*group // as they came
	sorted     []sorted
}

// A group is the rows that are equal in all columns that do not aggregate.
type group struct {
	row        []any // the first of them
	aggregates []aggregated
}

// An aggregated is the value of one aggregate for a group.
type aggregated struct {
	function.Accumulator
	seen map[string]bool // of DISTINCT; nil without it
}

// A sorted is a row that waits for its place.
type sorted struct {
	columns, keys []any
	row           []any // for WHERE; nil without it
}

// project returns the stage at the end of a segment.
func (x *execution) project(s *syntax.Segment, after int, next stage) (*projectStage, error) {
	p := &projectStage{Projection: s.Out, width: s.Width, after: after, next: next, most: -1}
	for _, bound := range []struct {
		of   syntax.Expr
		into *int64
		word string
	}{{s.Out.Skip, &p.from, "SKIP"}, {s.Out.Limit, &p.most, "LIMIT"}} {
		if bound.of == nil {
			continue
		}
		v, err := x.eval(bound.of, make([]any, s.Width))
		if err != nil {
			return nil, err
		}
		n, ok := v.(int64)
		if !ok || n < 0 {
			return nil, x.failed(s.Out.At, "%s takes a whole number that is not negative, not %s", bound.word, value.Literal(v))
		}
		*bound.into = n
	}
	if s.Out.Distinct {
		p.seen = make(map[string]bool)
	}
	if p.Grouped {
		p.groups = make(map[string]*group)
	}
	return p, nil
}

func (s *projectStage) push(x *execution, row []any) error {
	if err := x.Step(1); err != nil {
		return err
	}
	if s.Grouped {
		return s.collect(x, row)
	}
	return s.row(x, row)
}

// collect puts a row into its group.
func (s *projectStage) collect(x *execution, row []any) error {
	var keys []any
	for _, i := range s.Items {
		if len(i.Aggregates) > 0 {
			continue
		}
		v, err := x.eval(i.Of, row)
		if err != nil {
			return err
		}
		keys = append(keys, v)
	}
	key := value.Key(keys)
	if err := x.Step(len(key) / value.BytesPerStep); err != nil {
		return err
	}
	g := s.groups[key]
	if g == nil {
		if err := x.Hold(1 + len(key)/keySize); err != nil {
			return err
		}
		g = s.newGroup(slices.Clone(row))
		s.groups[key] = g
	}
	at := 0
	for _, i := range s.Items {
		for _, a := range i.Aggregates {
			var v any = true // of count(*)
			if a.Of != nil {
				var err error
				if v, err = x.eval(a.Of, row); err != nil {
					return err
				}
			}
			if v != nil {
				if err := x.aggregate(a, &g.aggregates[at], v); err != nil {
					return err
				}
			}
			at++
		}
	}
	return nil
}

// aggregate adds a value to that of a group.
func (x *execution) aggregate(a *syntax.Aggregate, into *aggregated, v any) error {
	if into.seen != nil {
		if fresh, err := x.first(into.seen, []any{v}); err != nil || !fresh {
			return err
		}
	}
	err := into.Add(x, v)
	if w, ok := err.(function.Wrong); ok {
		return x.failed(a.At, "%s", string(w))
	}
	return err
}

func (s *projectStage) newGroup(row []any) *group {
	g := &group{row: row}
	for _, i := range s.Items {
		for _, a := range i.Aggregates {
			into := aggregated{Accumulator: function.NewAccumulator(a.Name)}
			if a.Distinct {
				into.seen = make(map[string]bool)
			}
			g.aggregates = append(g.aggregates, into)
		}
	}
	s.order = append(s.order, g)
	return g
}

// row makes the columns of a row and sends them on or puts them by.
func (s *projectStage) row(x *execution, row []any) error {
	columns := make([]any, max(len(s.Items), s.after))
	for n, i := range s.Items {
		v, err := x.eval(i.Of, row)
		if err != nil {
			return err
		}
		columns[n] = v
	}
	if s.seen != nil {
		if fresh, err := x.first(s.seen, columns[:len(s.Items)]); err != nil || !fresh {
			return err
		}
	}
	copy(row[s.Columns:], columns[:len(s.Items)])
	if len(s.Projection.Order) == 0 {
		return s.send(x, columns, row)
	}
	var keys []any
	for _, k := range s.Projection.Order {
		v, err := x.eval(k.Of, row)
		if err != nil {
			return err
		}
		keys = append(keys, v)
		if err := x.Step(value.Weight(v)); err != nil {
			return err
		}
	}
	waiting := sorted{columns: columns, keys: keys}
	if s.Where != nil {
		waiting.row = slices.Clone(row)
	}
	s.sorted = append(s.sorted, waiting)
	return x.Hold(1)
}

// send passes a row on, unless SKIP, LIMIT or WHERE keep it.
func (s *projectStage) send(x *execution, columns, row []any) error {
	if s.most >= 0 && s.passed >= s.from+s.most {
		return errEnough
	}
	if s.passed++; s.passed <= s.from {
		return nil
	}
	if s.Where != nil {
		if ok, err := x.holds(s.Where, row); err != nil || !ok {
			return err
		}
	}
	if err := s.next.push(x, columns); err != nil {
		return err
	}
	if s.most >= 0 && s.passed >= s.from+s.most {
		return errEnough
	}
	return nil
}

func (s *projectStage) close(x *execution) error {
	err := s.flush(x)
	if err != nil && err != errEnough {
		return err
	}
	return s.next.close(x)
}

// flush sends what was put by.
func (s *projectStage) flush(x *execution) error {
	if s.Grouped {
		if len(s.order) == 0 && !slices.ContainsFunc(s.Items, func(i *syntax.Item) bool { return len(i.Aggregates) == 0 }) {
			s.newGroup(make([]any, s.width)) // of nothing at all there is one row
		}
		for _, g := range s.order {
			at := 0
			for _, i := range s.Items {
				for _, a := range i.Aggregates {
					g.row[a.Slot] = g.aggregates[at].Result()
					at++
				}
			}
			if err := s.row(x, g.row); err != nil {
				return err
			}
		}
	}
	if err := x.Step(len(s.sorted) * (1 + int(math.Log2(float64(len(s.sorted)+1))))); err != nil {
		return err
	}
	slices.SortStableFunc(s.sorted, func(a, b sorted) int {
		for i, k := range s.Projection.Order {
			if c := value.Order(a.keys[i], b.keys[i]); c != 0 {
				if k.Descending {
					return -c
				}
				return c
			}
		}
		return 0
	})
	for _, r := range s.sorted {
		if err := s.send(x, r.columns, r.row); err != nil {
			return err
		}
	}
	return nil
}

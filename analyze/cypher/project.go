package cypher

import (
	"math"
	"slices"
)

// A projectStage is WITH or RETURN: it makes rows of columns, groups, sorts and cuts them.
type projectStage struct {
	*projection
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
	aggregates []accumulator
}

// A sorted is a row that waits for its place.
type sorted struct {
	columns, keys []any
	row           []any // for WHERE; nil without it
}

// project returns the stage at the end of a segment.
func (x *execution) project(s *segment, after int, next stage) (*projectStage, error) {
	p := &projectStage{projection: s.out, width: s.width, after: after, next: next, most: -1}
	for _, bound := range []struct {
		of   expr
		into *int64
		word string
	}{{s.out.skip, &p.from, "SKIP"}, {s.out.limit, &p.most, "LIMIT"}} {
		if bound.of == nil {
			continue
		}
		v, err := bound.of.eval(x, make([]any, s.width))
		if err != nil {
			return nil, err
		}
		n, ok := v.(int64)
		if !ok || n < 0 {
			return nil, x.failed(s.out.at, "%s takes a whole number that is not negative, not %s", bound.word, format(v))
		}
		*bound.into = n
	}
	if s.out.distinct {
		p.seen = make(map[string]bool)
	}
	if p.grouped {
		p.groups = make(map[string]*group)
	}
	return p, nil
}

func (s *projectStage) push(x *execution, row []any) error {
	if err := x.step(1); err != nil {
		return err
	}
	if s.grouped {
		return s.collect(x, row)
	}
	return s.row(x, row)
}

// collect puts a row into its group.
func (s *projectStage) collect(x *execution, row []any) error {
	var keys []any
	for _, i := range s.items {
		if len(i.aggregates) > 0 {
			continue
		}
		v, err := i.of.eval(x, row)
		if err != nil {
			return err
		}
		keys = append(keys, v)
	}
	key := keyOf(keys)
	if err := x.step(len(key) / bytesPerStep); err != nil {
		return err
	}
	g := s.groups[key]
	if g == nil {
		if err := x.hold(1 + len(key)/keySize); err != nil {
			return err
		}
		g = s.newGroup(slices.Clone(row))
		s.groups[key] = g
	}
	at := 0
	for _, i := range s.items {
		for _, a := range i.aggregates {
			var v any = true // of count(*)
			if a.of != nil {
				var err error
				if v, err = a.of.eval(x, row); err != nil {
					return err
				}
			}
			if v != nil {
				if err := g.aggregates[at].add(x, a, v); err != nil {
					return err
				}
			}
			at++
		}
	}
	return nil
}

func (s *projectStage) newGroup(row []any) *group {
	g := &group{row: row}
	for _, i := range s.items {
		for _, a := range i.aggregates {
			g.aggregates = append(g.aggregates, a.accumulator())
		}
	}
	s.order = append(s.order, g)
	return g
}

// row makes the columns of a row and sends them on or puts them by.
func (s *projectStage) row(x *execution, row []any) error {
	columns := make([]any, max(len(s.items), s.after))
	for n, i := range s.items {
		v, err := i.of.eval(x, row)
		if err != nil {
			return err
		}
		columns[n] = v
	}
	if s.seen != nil {
		if fresh, err := x.first(s.seen, columns[:len(s.items)]); err != nil || !fresh {
			return err
		}
	}
	copy(row[s.columns:], columns[:len(s.items)])
	if len(s.projection.order) == 0 {
		return s.send(x, columns, row)
	}
	var keys []any
	for _, k := range s.projection.order {
		v, err := k.of.eval(x, row)
		if err != nil {
			return err
		}
		keys = append(keys, v)
		if err := x.step(weight(v)); err != nil {
			return err
		}
	}
	waiting := sorted{columns: columns, keys: keys}
	if s.where != nil {
		waiting.row = slices.Clone(row)
	}
	s.sorted = append(s.sorted, waiting)
	return x.hold(1)
}

// send passes a row on, unless SKIP, LIMIT or WHERE keep it.
func (s *projectStage) send(x *execution, columns, row []any) error {
	if s.most >= 0 && s.passed >= s.from+s.most {
		return errEnough
	}
	if s.passed++; s.passed <= s.from {
		return nil
	}
	if s.where != nil {
		if ok, err := x.holds(s.where, row); err != nil || !ok {
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
	if s.grouped {
		if len(s.order) == 0 && !slices.ContainsFunc(s.items, func(i *item) bool { return len(i.aggregates) == 0 }) {
			s.newGroup(make([]any, s.width)) // of nothing at all there is one row
		}
		for _, g := range s.order {
			at := 0
			for _, i := range s.items {
				for _, a := range i.aggregates {
					g.row[a.slot] = g.aggregates[at].result()
					at++
				}
			}
			if err := s.row(x, g.row); err != nil {
				return err
			}
		}
	}
	if err := x.step(len(s.sorted) * (1 + int(math.Log2(float64(len(s.sorted)+1))))); err != nil {
		return err
	}
	slices.SortStableFunc(s.sorted, func(a, b sorted) int {
		for i, k := range s.projection.order {
			if c := order(a.keys[i], b.keys[i]); c != 0 {
				if k.descending {
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

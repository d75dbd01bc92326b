package cypher

import (
	"errors"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// A stage takes rows and sends rows on. A row is valid until push returns.
type stage interface {
	// push takes a row. errEnough says that no more rows are needed.
	push(x *execution, row []any) error
	// close says that there are no more rows.
	close(x *execution) error
}

var errEnough = errors.New("no more rows are needed")

// A resultStage collects the rows of the answer.
type resultStage struct{ result *Result }

func (s *resultStage) push(x *execution, row []any) error {
	if s.result.Total++; len(s.result.Rows) < x.limits.Rows {
		s.result.Rows = append(s.result.Rows, row)
	}
	return nil
}

func (s *resultStage) close(*execution) error { return nil }

// A uniqueStage lets every row through once.
type uniqueStage struct {
	seen map[string]bool
	next stage
}

func (s *uniqueStage) push(x *execution, row []any) error {
	if fresh, err := x.first(s.seen, row); err != nil || !fresh {
		return err
	}
	return s.next.push(x, row)
}

// keySize is how long a key may be to count as one value that is held.
const keySize = 256

// first reports whether values are met for the first time, and notes them.
func (x *execution) first(seen map[string]bool, values []any) (bool, error) {
	key := value.Key(values)
	if err := x.Step(len(key) / value.BytesPerStep); err != nil || seen[key] {
		return false, err
	}
	seen[key] = true
	return true, x.Hold(1 + len(key)/keySize)
}

func (s *uniqueStage) close(x *execution) error { return s.next.close(x) }

// A matchStage sends a row on for every match of a pattern.
type matchStage struct {
	clause *syntax.Match
	next   stage
}

func (s *matchStage) push(x *execution, row []any) error {
	found := false
	err := x.match(s.clause.Pattern, row, func() error {
		found = true
		if err := x.Step(1); err != nil {
			return err
		}
		return s.next.push(x, row)
	})
	if err != nil || found || !s.clause.Optional {
		return err
	}
	for _, slot := range s.clause.Slots {
		row[slot] = nil
	}
	return s.next.push(x, row)
}

func (s *matchStage) close(x *execution) error { return s.next.close(x) }

// An unwindStage sends a row on for every element of a list.
type unwindStage struct {
	clause *syntax.Unwind
	next   stage
}

func (s *unwindStage) push(x *execution, row []any) error {
	v, err := x.eval(s.clause.Of, row)
	if err != nil || v == nil {
		return err
	}
	values, ok := v.([]any)
	if !ok {
		values = []any{v}
	}
	for _, v := range values {
		if err := x.Step(1); err != nil {
			return err
		}
		row[s.clause.Variable.Slot] = v
		if err := s.next.push(x, row); err != nil {
			return err
		}
	}
	return nil
}

func (s *unwindStage) close(x *execution) error { return s.next.close(x) }

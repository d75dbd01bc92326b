package function

import (
	"errors"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

var errFull = errors.New("full")

// A budget is a meter that ends what takes more steps or values than there are.
type budget struct{ steps, held int }

func (b *budget) Step(n int) error {
	if b.steps -= n; b.steps < 0 {
		return errFull
	}
	return nil
}

func (b *budget) Hold(n int) error {
	if b.held -= n; b.held < 0 {
		return errFull
	}
	return nil
}

func TestCall(t *testing.T) {
	long := strings.Repeat("a", 100*value.BytesPerStep)
	for _, tc := range []struct {
		name      string
		arguments []any
		want      string
	}{
		{"TOUPPER", []any{"a"}, "'A'"},
		{"size", []any{nil}, "null"},
		{"coalesce", []any{nil, int64(2)}, "2"},
		{"toLower", []any{int64(1)}, "error: toLower takes a string, not a number"},
		{"range", []any{int64(1), int64(1 << 40)}, "error: range would give more than 1048576 numbers"},
		{"toLower", []any{long}, "error: full"},
		{"reverse", []any{make([]any, 100)}, "error: full"},
	} {
		f, ok := Lookup(tc.name)
		if !ok || !f.Accepts(len(tc.arguments)) {
			t.Errorf("%s: not called with %d arguments", tc.name, len(tc.arguments))
			continue
		}
		v, err := f.Call(property.NewGraph(nil, nil), &budget{steps: 50}, tc.arguments)
		got := value.Literal(v)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	if _, ok := Lookup("count"); ok || !IsAggregate("count") {
		t.Error("count takes the rows of a group")
	}
}

func TestTakes(t *testing.T) {
	for name, want := range map[string]string{"size": "one argument", "split": "2 arguments", "round": "1 to 2 arguments", "coalesce": "one argument or more"} {
		if f, _ := Lookup(name); f.Takes() != want {
			t.Errorf("%s takes %s, want %s", name, f.Takes(), want)
		}
	}
}

func TestAggregates(t *testing.T) {
	values := []any{int64(3), 1.5, int64(2)}
	for name, want := range map[string]string{"count": "3", "collect": "[3, 1.5, 2]", "sum": "6.5", "avg": "2.1666666666666665", "min": "1.5", "max": "3"} {
		a := NewAccumulator(name)
		for _, v := range values {
			if err := a.Add(&budget{steps: 10, held: 3}, v); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := value.Literal(a.Result()); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"sum": "sum takes numbers, not a string", "avg": "avg takes numbers, not a string"} {
		if err := NewAccumulator(name).Add(&budget{}, "x"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if err := NewAccumulator("collect").Add(&budget{}, "x"); !errors.Is(err, errFull) {
		t.Errorf("collect without room: %v", err)
	}
}

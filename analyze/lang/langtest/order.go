package langtest

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// ordered are the calls whose name says what must be known of them: always1() runs
// whenever its function does, maybe2() only sometimes, later3() when the function
// literal around it is called. They run in the order of their numbers.
var ordered = regexp.MustCompile(`^(always|maybe|later)([0-9]+)$`)

// checkOrder checks the calls with such names and returns how many there are.
func checkOrder(t *testing.T, f *facts.File) int {
	t.Helper()
	type call struct {
		name   string
		number int
		at     int32
	}
	var calls []call
	for i := range f.Exprs {
		e := &f.Exprs[i]
		if e.Kind != facts.Call {
			continue
		}
		m := ordered.FindStringSubmatch(f.Exprs[e.X].Name)
		if m == nil {
			continue
		}
		number, _ := strconv.Atoi(m[2])
		calls = append(calls, call{m[0], number, e.At})
		want := map[string]string{"always": "", "maybe": "branch", "later": "literal"}[m[1]]
		got := ""
		for _, b := range f.Blocks {
			if b.Start <= e.At && e.At < b.End && got != "literal" {
				got = "branch"
				if b.Literal {
					got = "literal"
				}
			}
		}
		if got != want {
			t.Errorf("%s is in block %q, want %q", m[0], got, want)
		}
	}
	slices.SortFunc(calls, func(a, b call) int { return cmp.Compare(a.number, b.number) })
	for i, c := range calls {
		if c.at == 0 || i > 0 && c.at <= calls[i-1].at {
			t.Errorf("%s is at byte %d, which is not after the one before", c.name, c.at)
		}
	}
	return len(calls)
}

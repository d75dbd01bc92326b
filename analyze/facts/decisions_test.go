package facts

import "testing"

func TestDecisionsIn(t *testing.T) {
	f := &File{Decisions: []int32{2, 3, 3, 7}}
	for _, c := range []struct {
		first, last int32
		want        int
	}{{1, 9, 4}, {3, 3, 2}, {3, 7, 3}, {4, 6, 0}, {8, 9, 0}} {
		if got := f.DecisionsIn(c.first, c.last); got != c.want {
			t.Errorf("lines %d to %d: got %d, want %d", c.first, c.last, got, c.want)
		}
	}
}

package valueflow

import (
	"math/rand/v2"
	"testing"
)

func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s, want := newSet([]int32{int32(openValue)}), map[int32]bool{int32(openValue): true}
	for range 20_000 {
		n := random.Int32N(10_000) - 1
		if random.IntN(2) == 0 {
			s.add(n)
			want[n] = true
		}
		if s.has(n) != want[n] {
			t.Fatalf("has(%d) is %v", n, !want[n])
		}
	}
	if s.taken != len(want) || 2*s.taken > len(s.slots) {
		t.Errorf("%d of %d slots are taken, want %d", s.taken, len(s.slots), len(want))
	}
}

package valueflow

// A set holds numbers from -1 on. It is a hash table with open addressing, of which a slot has a number plus 2, or 0 for none.
// With maps, a third of the time of a large flow went into them.
type set struct {
	slots []uint32 // a power of two, at most half of them taken
	taken int
}

// find returns the slot of a number, or the free one where it belongs.
func (s *set) find(n int32) *uint32 {
	mask := uint32(len(s.slots) - 1)
	for at := hash(n); ; at++ {
		if slot := &s.slots[at&mask]; *slot == 0 || *slot == uint32(n+2) {
			return slot
		}
	}
}

// hash spreads numbers that follow each other (Knuth, The Art of Computer Programming, volume 3, multiplicative hashing).
func hash(n int32) uint32 {
	h := uint32(n) * 2654435769
	return h ^ h>>16
}

func (s *set) has(n int32) bool { return *s.find(n) != 0 }

// leastSlots is the number of slots of a small set.
const leastSlots = 64

func (s *set) add(n int32) {
	if 2*s.taken >= len(s.slots) {
		old := s.slots
		s.slots, s.taken = make([]uint32, max(leastSlots, 2*len(old))), 0
		for _, slot := range old {
			if slot != 0 {
				s.add(int32(slot - 2))
			}
		}
	}
	if slot := s.find(n); *slot == 0 {
		*slot = uint32(n + 2)
		s.taken++
	}
}

// newSet returns the set of a list of numbers.
func newSet[T ~int32](list []T) *set {
	s := &set{}
	for _, n := range list {
		s.add(int32(n))
	}
	return s
}

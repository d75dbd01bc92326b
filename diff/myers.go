package diff

import "math"

// Limits of one line comparison. An ordinary file is far below them: ten thousand edits take a
// few million steps, about a hundredth of a second.
const (
	// maxSteps is the number of visited diagonals after which boxes are split greedily.
	maxSteps = 1 << 25
	// greedyCost is the number of edits by which the search looks ahead from then on.
	greedyCost = 64
)

// A search finds a shortest edit script of a and b in linear space: Myers, "An
// O(ND) Difference Algorithm and Its Variations", 1986, section 4b. The search
// goes from both corners of a box at once; where the two meet, the box is split.
type search struct {
	a, b                   []int32 // line ids
	oldAt, newAt           []int32 // positions of a and b in the flags
	oldChanged, newChanged []bool

	// forward and backward hold, for each diagonal x-y, the furthest x
	// reached; offset makes the smallest diagonal index 1.
	forward, backward []int32
	offset            int
	steps             int // left of maxSteps
}

// compare flags the lines of the box a[x0:x1], b[y0:y1] that differ.
func (s *search) compare(x0, x1, y0, y1 int) {
	for {
		for x0 < x1 && y0 < y1 && s.a[x0] == s.b[y0] {
			x0, y0 = x0+1, y0+1
		}
		for x0 < x1 && y0 < y1 && s.a[x1-1] == s.b[y1-1] {
			x1, y1 = x1-1, y1-1
		}
		if x0 == x1 || y0 == y1 {
			for ; x0 < x1; x0++ {
				s.oldChanged[s.oldAt[x0]] = true
			}
			for ; y0 < y1; y0++ {
				s.newChanged[s.newAt[y0]] = true
			}
			return
		}
		x, y := s.split(x0, x1, y0, y1)
		s.compare(x0, x, y0, y)
		x0, y0 = x, y
	}
}

// split returns a point on a shortest path through the box, which is not one of its corners.
// The ends of the box differ.
func (s *search) split(x0, x1, y0, y1 int) (int, int) {
	low, high := x0-y1, x1-y0   // the diagonals of the box
	top, bottom := x0-y0, x1-y1 // those of its corners
	odd := (top-bottom)&1 != 0  // the forward search is the one that meets the other
	fwd, bwd, o := s.forward, s.backward, s.offset
	fmin, fmax, bmin, bmax := top, top, bottom, bottom
	fwd[top+o], bwd[bottom+o] = int32(x0), int32(x1)

	for cost := 1; ; cost++ {
		// Widen by one diagonal on each side, or narrow at the end of the box.
		if fmin > low {
			fmin--
			fwd[fmin-1+o] = -1
		} else {
			fmin++
		}
		if fmax < high {
			fmax++
			fwd[fmax+1+o] = -1
		} else {
			fmax--
		}
		for d := fmax; d >= fmin; d -= 2 {
			x := int(fwd[d+1+o])
			if left := int(fwd[d-1+o]); left >= x {
				x = left + 1
			}
			y := x - d
			for x < x1 && y < y1 && s.a[x] == s.b[y] {
				x, y = x+1, y+1
			}
			fwd[d+o] = int32(x)
			if odd && bmin <= d && d <= bmax && int(bwd[d+o]) <= x {
				return x, y
			}
		}
		if bmin > low {
			bmin--
			bwd[bmin-1+o] = math.MaxInt32
		} else {
			bmin++
		}
		if bmax < high {
			bmax++
			bwd[bmax+1+o] = math.MaxInt32
		} else {
			bmax--
		}
		for d := bmax; d >= bmin; d -= 2 {
			x := int(bwd[d-1+o])
			if right := int(bwd[d+1+o]); x >= right {
				x = right - 1
			}
			y := x - d
			for x > x0 && y > y0 && s.a[x-1] == s.b[y-1] {
				x, y = x-1, y-1
			}
			bwd[d+o] = int32(x)
			if !odd && fmin <= d && d <= fmax && x <= int(fwd[d+o]) {
				return x, y
			}
		}
		s.steps -= fmax - fmin + bmax - bmin
		if s.steps < 0 && cost >= greedyCost {
			return s.furthest(x0, x1, y0, y1, fmin, fmax, bmin, bmax)
		}
	}
}

// furthest returns the point that one of the two searches reached furthest from
// its corner. Any point except the corners makes the boxes smaller.
func (s *search) furthest(x0, x1, y0, y1, fmin, fmax, bmin, bmax int) (int, int) {
	bestX, bestY, most := x0+1, y0, 0
	better := func(x, y, gain int) {
		if gain > most && x+y > x0+y0 && x+y < x1+y1 {
			bestX, bestY, most = x, y, gain
		}
	}
	for d := fmax; d >= fmin; d -= 2 {
		x := min(int(s.forward[d+s.offset]), x1, y1+d)
		better(x, x-d, x+x-d-x0-y0)
	}
	for d := bmax; d >= bmin; d -= 2 {
		x := max(int(s.backward[d+s.offset]), x0, y0+d)
		better(x, x-d, x1+y1-x-x+d)
	}
	return bestX, bestY
}

package diff

// A side is one of the two files with flags for its changed lines.
type side struct {
	lines   []string
	changed []bool
}

// A run is a range of changed lines [start, end), possibly empty, up to the next unchanged
// line. Both sides have the same unchanged lines, so they have the same number of runs.
type run struct{ start, end int }

func (s side) first() run { return s.grow(run{}) }

func (s side) next(r run) run { return s.grow(run{r.end + 1, r.end + 1}) }

func (s side) previous(r run) run {
	p := run{r.start - 1, r.start - 1}
	for p.start > 0 && s.changed[p.start-1] {
		p.start--
	}
	return p
}

// grow extends r by the changed lines that follow it.
func (s side) grow(r run) run {
	for r.end < len(s.changed) && s.changed[r.end] {
		r.end++
	}
	return r
}

// up moves a run one line up, if that describes the same change: the line above is equal to
// the last line of the run. A run that it reaches is joined with it.
func (s side) up(r *run) bool {
	if r.start == 0 || s.lines[r.start-1] != s.lines[r.end-1] {
		return false
	}
	r.start--
	r.end--
	s.changed[r.start], s.changed[r.end] = true, false
	for r.start > 0 && s.changed[r.start-1] {
		r.start--
	}
	return true
}

// down is the opposite of up.
func (s side) down(r *run) bool {
	if r.end == len(s.lines) || s.lines[r.start] != s.lines[r.end] {
		return false
	}
	s.changed[r.start], s.changed[r.end] = false, true
	*r = s.grow(run{r.start + 1, r.end + 1})
	return true
}

// maxSlides bounds the moves of all runs of one file. When it is used up, runs stay where the
// search left them. Only long sequences of equal lines come near it.
const maxSlides = 1 << 23

// A chooser chooses the end of a run, which may be anywhere in [highest, r.end].
type chooser func(lines []string, r run, highest int) int

// lowestEnd keeps runs at their lowest position.
func lowestEnd(_ []string, r run, _ int) int { return r.end }

// compact moves each run of s that has several possible positions to one of them, and
// joins runs that touch: next to a change of the other side if possible, else to the
// position that choose returns.
func compact(s, other side, choose chooser) {
	slides := maxSlides
	r, o := s.first(), other.first()
	for {
		if r.start < r.end && slides > 0 {
			settle(s, other, choose, &r, &o, &slides)
		}
		if r.end == len(s.lines) {
			return
		}
		r, o = s.next(r), other.next(o)
	}
}

// settle moves one run r; o is the corresponding run of the other side and is updated
// accordingly.
func settle(s, other side, choose chooser, r, o *run, slides *int) {
	var highest, aligned int // ends of the run: at its highest position, and next to a change of the other side
	for size := 0; size != r.end-r.start; {
		size = r.end - r.start
		aligned = -1
		for s.up(r) {
			*o = other.previous(*o)
			*slides--
		}
		highest = r.end
		if o.start < o.end {
			aligned = r.end
		}
		for s.down(r) {
			*o = other.next(*o)
			*slides--
			if o.start < o.end {
				aligned = r.end
			}
		}
		if *slides < 0 {
			break
		}
	}
	var target int
	switch {
	case highest == r.end:
		return
	case aligned >= 0:
		target = aligned
	default:
		target = choose(s.lines, *r, highest)
	}
	for r.end > target && s.up(r) {
		*o = other.previous(*o)
	}
}

// Penalty points for a position between two lines; fewer are better. The values are those of
// git since 2.14 (diff.indentHeuristic), which were fitted to hunks placed by people.
const (
	maxSlide  = 100 // maximum number of lines that a run is moved
	maxIndent = 200 // larger indentations count as this
	maxBlanks = 20  // blank lines counted

	indentWeight = 60 // for the deeper of two positions

	startOfFile      = 1
	endOfFile        = 21
	blankLine        = -30 // each blank line around the position
	blankBelow       = 6   // in addition, each of them below it
	deeper           = -4  // the line below is indented more than the one above
	deeperAfterBlank = 10
	// The line below is indented less, and the next one more again: "} else {".
	outdent           = 24
	outdentAfterBlank = 17
	// The line below is indented less.
	dedent           = 23
	dedentAfterBlank = 17
)

// bestEnd chooses the position where a block begins or ends according to the indentation. Among
// equal positions the lowest wins.
func bestEnd(lines []string, r run, highest int) int {
	size := r.end - r.start
	from := max(highest, r.end-size-1, r.end-maxSlide)
	best, bestIndent, bestPoints := r.end, 0, 0
	for end := from; end <= r.end; end++ {
		indentA, pointsA := rate(lines, end)
		indentB, pointsB := rate(lines, end-size)
		indent, points := indentA+indentB, pointsA+pointsB
		worse := points - bestPoints
		if indent > bestIndent {
			worse += indentWeight
		} else if indent < bestIndent {
			worse -= indentWeight
		}
		if end == from || worse <= 0 {
			best, bestIndent, bestPoints = end, indent, points
		}
	}
	return best
}

// rate returns the indentation below the position before lines[at], and the points for the
// lines around it.
func rate(lines []string, at int) (indent, points int) {
	indent = blank
	if at < len(lines) {
		indent = indentation(lines[at])
	} else {
		points += endOfFile
	}
	above, blanksAbove := around(lines, at-1, -1)
	below, blanksBelow := around(lines, at+1, 1)
	if above == blank && blanksAbove == 0 {
		points += startOfFile
	}
	blanks := blanksAbove
	if indent == blank {
		blanks += 1 + blanksBelow
		points += blankBelow * (1 + blanksBelow)
		indent = below
	}
	points += blankLine * blanks
	if indent == blank || above == blank {
		return indent, points
	}
	choose := func(plain, afterBlank int) int {
		if blanks > 0 {
			return afterBlank
		}
		return plain
	}
	switch {
	case indent > above:
		points += choose(deeper, deeperAfterBlank)
	case indent == above:
	case below > indent:
		points += choose(outdent, outdentAfterBlank)
	default:
		points += choose(dedent, dedentAfterBlank)
	}
	return indent, points
}

// around returns the indentation of the first non-blank line from at on in
// steps of step, and the number of blank lines before it.
func around(lines []string, at, step int) (indent, blanks int) {
	for ; at >= 0 && at < len(lines); at += step {
		if indent := indentation(lines[at]); indent != blank {
			return indent, blanks
		}
		if blanks++; blanks == maxBlanks {
			return 0, blanks
		}
	}
	return blank, blanks
}

// blank is the indentation of a blank line.
const blank = -1

// indentation is the column of the first character; a tab advances to the next multiple of
// eight.
func indentation(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		case '\n', '\r', '\f', '\v':
		default:
			return n
		}
		if n >= maxIndent {
			return maxIndent
		}
	}
	return blank
}

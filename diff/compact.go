package diff

// A side is one of the two files and which of its lines differ.
type side struct {
	lines   []string
	changed []bool
}

// A run is a stretch of changed lines [start, end), possibly empty, up to the
// next unchanged line. Both sides have the same unchanged lines, so they have
// the same number of runs.
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

// grow takes in the changed lines that follow r.
func (s side) grow(r run) run {
	for r.end < len(s.changed) && s.changed[r.end] {
		r.end++
	}
	return r
}

// up moves a run one line towards the top where that says the same: the line
// above equals the last line of the run. A run it meets becomes part of it.
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

// maxSlides bounds the moves of all runs of one file; beyond it runs stay where
// the search left them. Only long stretches of equal lines come near it.
const maxSlides = 1 << 23

// A chooser chooses the end of a run that can end anywhere in [highest, r.end].
type chooser func(lines []string, r run, highest int) int

// lowestEnd leaves runs as low as they can stand.
func lowestEnd(_ []string, r run, _ int) int { return r.end }

// compact moves each run of s that can stand in several places to one of them,
// and joins runs that meet: beside a change of the other side if it can, else
// where choose says.
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

// settle moves one run; o is the run of the other side at the same place, and
// follows.
func settle(s, other side, choose chooser, r, o *run, slides *int) {
	var highest, aligned int // ends of the run: at its highest, and beside a change of the other side
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

// How a place between two lines is rated, in points; fewer are better. The
// values are those git has used since 2.14 (diff.indentHeuristic), where they
// were fitted to hunks that people had placed by hand.
const (
	maxSlide  = 100 // lines a run is moved at most
	maxIndent = 200 // columns told apart
	maxBlanks = 20  // blank lines counted

	indentWeight = 60 // for the deeper of two places

	startOfFile      = 1
	endOfFile        = 21
	blankLine        = -30 // each blank line around the place
	blankBelow       = 6   // of these, each below it
	deeper           = -4  // the line below is indented more than the one above
	deeperAfterBlank = 10
	// The line below is indented less, and the next one more again: "} else {".
	outdent           = 24
	outdentAfterBlank = 17
	// The line below is indented less.
	dedent           = 23
	dedentAfterBlank = 17
)

// bestEnd chooses the place where the indentation says that a block begins and
// ends. Of equally good places the lowest wins.
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

// rate returns the indentation below the place before lines[at], and points for
// what is around it.
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

// around returns the indentation of the first line with text from at on in
// steps of step, and how many blank lines come before it.
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

// blank is the indentation of a line without text.
const blank = -1

// indentation counts columns up to the first character; a tab goes to the next
// multiple of eight.
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

package diff

import "strings"

// Hunks returns the differing lines between old and new, numbered as in "git diff -U0": few
// lines, each hunk moved to the position where people would expect it. A line includes its
// newline, so a last line without one differs from the same line with one.
//
// The work is bounded: when maxSteps is used up, the rest of the file is split greedily, and
// the result may have more lines than necessary.
func Hunks(old, new []byte) []Hunk {
	a, b := splitLines(string(old)), splitLines(string(new))
	prefix, suffix := commonEnds(a, b)
	if prefix == len(a) && prefix == len(b) {
		return nil
	}
	oldChanged, newChanged := make([]bool, len(a)), make([]bool, len(b))
	markChanges(a, b, prefix, suffix, oldChanged, newChanged)
	compact(side{a, oldChanged}, side{b, newChanged}, bestEnd)
	compact(side{b, newChanged}, side{a, oldChanged}, bestEnd)
	return collectHunks(oldChanged, newChanged)
}

// splitLines splits content after every newline.
func splitLines(content string) []string {
	lines := make([]string, 0, strings.Count(content, "\n")+1)
	for line := range strings.Lines(content) {
		lines = append(lines, line)
	}
	return lines
}

// commonEnds counts the equal lines at the top and at the bottom; they do not
// overlap.
func commonEnds(a, b []string) (prefix, suffix int) {
	most := min(len(a), len(b))
	for prefix < most && a[prefix] == b[prefix] {
		prefix++
	}
	for suffix < most-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	return prefix, suffix
}

// markChanges sets the flags of the lines that are not part of a common
// subsequence of a and b. The first prefix and the last suffix lines are equal.
func markChanges(a, b []string, prefix, suffix int, oldChanged, newChanged []bool) {
	oldIDs, newIDs, counts := lineIDs(a, b, prefix, suffix)
	s := search{
		oldChanged: oldChanged[prefix : len(a)-suffix],
		newChanged: newChanged[prefix : len(b)-suffix],
		steps:      maxSteps,
	}
	s.a, s.oldAt = keepShared(oldIDs, len(a), func(id int32) int32 { return counts[id][1] }, s.oldChanged)
	s.b, s.newAt = keepShared(newIDs, len(b), func(id int32) int32 { return counts[id][0] }, s.newChanged)
	diagonals := len(s.a) + len(s.b) + 3
	s.forward, s.backward = make([]int32, diagonals), make([]int32, diagonals)
	s.offset = len(s.b) + 1
	s.compare(0, len(s.a), 0, len(s.b))
}

// lineIDs numbers the distinct lines between prefix and suffix; counts[id] is the number of
// occurrences in all of a and of b.
func lineIDs(a, b []string, prefix, suffix int) (oldIDs, newIDs []int32, counts [][2]int32) {
	ids := make(map[string]int32, len(a)-prefix-suffix)
	number := func(lines []string, side int) []int32 {
		out := make([]int32, len(lines))
		for i, line := range lines {
			id, ok := ids[line]
			if !ok {
				id = int32(len(counts))
				ids[line] = id
				counts = append(counts, [2]int32{})
			}
			counts[id][side]++
			out[i] = id
		}
		return out
	}
	oldIDs = number(a[prefix:len(a)-suffix], 0)
	newIDs = number(b[prefix:len(b)-suffix], 1)
	for _, end := range [][]string{a[:prefix], a[len(a)-suffix:]} {
		for _, line := range end {
			if id, ok := ids[line]; ok {
				counts[id][0]++
				counts[id][1]++
			}
		}
	}
	return oldIDs, newIDs, counts
}

// keepShared returns the lines worth matching, with their positions, and sets the flags of
// the others: lines without a match on the other side (twins returns the number of matches),
// and frequent lines (a blank line, a brace) between such lines, since matching them would only
// split one change into several. Git has the same rule.
func keepShared(ids []int32, fileLines int, twins func(id int32) int32, changed []bool) (kept, at []int32) {
	many := manyTwins(fileLines)
	kinds := make([]matchKind, len(ids))
	for i, id := range ids {
		switch n := twins(id); {
		case n == 0:
			kinds[i] = unmatched
		case n >= many:
			kinds[i] = frequent
		default:
			kinds[i] = matched
		}
	}
	kept, at = make([]int32, 0, len(ids)), make([]int32, 0, len(ids))
	for i, id := range ids {
		if kinds[i] == unmatched || kinds[i] == frequent && noise(kinds, i) {
			changed[i] = true
			continue
		}
		kept, at = append(kept, id), append(at, int32(i))
	}
	return kept, at
}

// A matchKind says how often a line occurs on the other side.
type matchKind uint8

const (
	unmatched matchKind = iota
	matched
	frequent // manyTwins times or more
)

// manyTwins is about the square root of the number of lines, as a power of two.
func manyTwins(lines int) int32 {
	many := int32(1)
	for ; lines > 0; lines >>= 2 {
		many <<= 1
	}
	return min(many, 1024)
}

// noise reports whether the frequent line at i is between unmatched lines on both sides, and
// these outnumber the frequent ones around it three to one.
func noise(kinds []matchKind, i int) bool {
	const window = 100 // maximum number of lines checked on either side
	alone, twins := 0, 0
	for _, step := range []int{-1, 1} {
		found := 0
		for j := i + step; j >= 0 && j < len(kinds) && kinds[j] != matched && (j-i)*step <= window; j += step {
			if kinds[j] == unmatched {
				found++
			} else {
				twins++
			}
		}
		if found == 0 {
			return false
		}
		alone += found
	}
	// The line itself counts on both sides.
	twins += 2
	return twins*3 < alone
}

// collectHunks joins consecutive flags into hunks.
func collectHunks(oldChanged, newChanged []bool) []Hunk {
	var hunks []Hunk
	i, j := 0, 0
	for i < len(oldChanged) || j < len(newChanged) {
		oldEnd, newEnd := i, j
		for oldEnd < len(oldChanged) && oldChanged[oldEnd] {
			oldEnd++
		}
		for newEnd < len(newChanged) && newChanged[newEnd] {
			newEnd++
		}
		if oldEnd == i && newEnd == j {
			i, j = i+1, j+1
			continue
		}
		h := Hunk{OldStart: i, OldLines: oldEnd - i, NewStart: j, NewLines: newEnd - j}
		if h.OldLines > 0 {
			h.OldStart++
		}
		if h.NewLines > 0 {
			h.NewStart++
		}
		hunks = append(hunks, h)
		i, j = oldEnd, newEnd
	}
	return hunks
}

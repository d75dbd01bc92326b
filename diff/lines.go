package diff

import "bytes"

// Hunks returns the runs of lines that turn old into new, in the order and with
// the numbers of "git diff -U0": as few lines as possible, each run shifted to
// where a reader would put it. A line includes its newline, so a last line
// without one differs from the same line with one.
//
// The work is bounded: once maxSteps is used up, the rest of the file is split
// greedily and more lines than necessary may be reported.
func Hunks(old, new []byte) []Hunk {
	a, b := splitLines(old), splitLines(new)
	prefix, suffix := commonEnds(a, b)
	if prefix == len(a) && prefix == len(b) {
		return nil
	}
	oldChanged, newChanged := make([]bool, len(a)), make([]bool, len(b))
	markChanges(a[prefix:len(a)-suffix], b[prefix:len(b)-suffix],
		oldChanged[prefix:len(a)-suffix], newChanged[prefix:len(b)-suffix])
	compact(side{a, oldChanged}, side{b, newChanged})
	compact(side{b, newChanged}, side{a, oldChanged})
	return collectHunks(oldChanged, newChanged)
}

// splitLines cuts content after every newline.
func splitLines(content []byte) [][]byte {
	n := bytes.Count(content, newline)
	if len(content) > 0 && content[len(content)-1] != '\n' {
		n++
	}
	lines := make([][]byte, 0, n)
	for len(content) > 0 {
		end := bytes.IndexByte(content, '\n') + 1
		if end == 0 {
			end = len(content)
		}
		lines = append(lines, content[:end:end])
		content = content[end:]
	}
	return lines
}

var newline = []byte{'\n'}

// commonEnds counts the equal lines at the top and at the bottom; they do not
// overlap.
func commonEnds(a, b [][]byte) (prefix, suffix int) {
	most := min(len(a), len(b))
	for prefix < most && bytes.Equal(a[prefix], b[prefix]) {
		prefix++
	}
	for suffix < most-prefix && bytes.Equal(a[len(a)-1-suffix], b[len(b)-1-suffix]) {
		suffix++
	}
	return prefix, suffix
}

// markChanges sets the flags of the lines that are not part of a longest common
// subsequence of a and b.
func markChanges(a, b [][]byte, oldChanged, newChanged []bool) {
	oldIDs, newIDs, counts := lineIDs(a, b)
	// A line that stands on one side only differs for certain. Without these
	// lines the search is short, and the common subsequence stays the same.
	oldKept, oldAt := keepShared(oldIDs, counts, 1, oldChanged)
	newKept, newAt := keepShared(newIDs, counts, 0, newChanged)
	s := search{
		a: oldKept, b: newKept,
		oldAt: oldAt, newAt: newAt,
		oldChanged: oldChanged, newChanged: newChanged,
		steps: maxSteps,
	}
	diagonals := len(oldKept) + len(newKept) + 3
	s.forward, s.backward = make([]int32, diagonals), make([]int32, diagonals)
	s.offset = len(newKept) + 1
	s.compare(0, len(oldKept), 0, len(newKept))
}

// lineIDs numbers the distinct lines of both sides; counts[id] says how often
// each stands in a and in b.
func lineIDs(a, b [][]byte) (oldIDs, newIDs []int32, counts [][2]int32) {
	ids := make(map[string]int32, len(a))
	number := func(lines [][]byte, side int) []int32 {
		out := make([]int32, len(lines))
		for i, line := range lines {
			id, ok := ids[string(line)]
			if !ok {
				id = int32(len(counts))
				ids[string(line)] = id
				counts = append(counts, [2]int32{})
			}
			counts[id][side]++
			out[i] = id
		}
		return out
	}
	oldIDs = number(a, 0)
	newIDs = number(b, 1)
	return oldIDs, newIDs, counts
}

// keepShared returns the lines that also stand on the other side, with their
// positions, and flags the others.
func keepShared(ids []int32, counts [][2]int32, other int, changed []bool) (kept []int32, at []int32) {
	kept, at = make([]int32, 0, len(ids)), make([]int32, 0, len(ids))
	for i, id := range ids {
		if counts[id][other] == 0 {
			changed[i] = true
			continue
		}
		kept = append(kept, id)
		at = append(at, int32(i))
	}
	return kept, at
}

// collectHunks joins neighbouring flags into runs.
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

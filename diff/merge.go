package diff

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strings"
)

// Merge merges two versions of one text, as git merge-file does: it takes over a change of one
// side, and a change that both sides made alike. ok is false if both sides changed the same or
// touching lines in different ways.
func Merge(base, ours, theirs []byte) (merged []byte, ok bool) {
	b, o, t := splitLines(string(base)), splitLines(string(ours)), splitLines(string(theirs))
	left, right := mergeHunks(b, o), mergeHunks(b, t)
	m := merger{base: b, ours: o, theirs: t}
	for len(left) > 0 || len(right) > 0 {
		switch {
		case len(right) == 0 || len(left) > 0 && left[0].baseEnd < right[0].baseStart:
			m.take(left[0], o)
			left = left[1:]
		case len(left) == 0 || right[0].baseEnd < left[0].baseStart:
			m.take(right[0], t)
			right = right[1:]
		default:
			var a, z span
			a, z, left, right = overlap(left, right)
			if !sameLines(o[a.start:a.end], t[z.start:z.end]) {
				return nil, false
			}
			m.take(a, o)
		}
	}
	m.copyTo(len(b))
	return []byte(m.out.String()), true
}

// A span is a range of lines of base and its replacement, both half open and from 0.
type span struct{ baseStart, baseEnd, start, end int }

// mergeHunks returns the differences from a to b. A hunk with several possible positions gets the
// lowest, or one next to a hunk of the other side, as git does for merges.
func mergeHunks(a, b []string) []span {
	prefix, suffix := commonEnds(a, b)
	if prefix == len(a) && prefix == len(b) {
		return nil
	}
	oldChanged, newChanged := make([]bool, len(a)), make([]bool, len(b))
	markChanges(a, b, prefix, suffix, oldChanged, newChanged)
	compact(side{a, oldChanged}, side{b, newChanged}, lowestEnd)
	compact(side{b, newChanged}, side{a, oldChanged}, lowestEnd)
	var spans []span
	for _, h := range collectHunks(oldChanged, newChanged) {
		s := span{baseStart: h.OldStart, start: h.NewStart}
		if h.OldLines > 0 {
			s.baseStart--
		}
		if h.NewLines > 0 {
			s.start--
		}
		s.baseEnd, s.end = s.baseStart+h.OldLines, s.start+h.NewLines
		spans = append(spans, s)
	}
	return spans
}

// overlap removes the first group of overlapping spans from both lists and returns them
// as one span per side, both widened to the same lines of base.
func overlap(left, right []span) (a, z span, leftRest, rightRest []span) {
	a, z = left[0], right[0]
	leftRest, rightRest = left[1:], right[1:]
	for {
		end := max(a.baseEnd, z.baseEnd)
		switch {
		case len(leftRest) > 0 && leftRest[0].baseStart <= end:
			a.baseEnd, a.end = leftRest[0].baseEnd, leftRest[0].end
			leftRest = leftRest[1:]
		case len(rightRest) > 0 && rightRest[0].baseStart <= end:
			z.baseEnd, z.end = rightRest[0].baseEnd, rightRest[0].end
			rightRest = rightRest[1:]
		default:
			start := min(a.baseStart, z.baseStart)
			return a.widen(start, end), z.widen(start, end), leftRest, rightRest
		}
	}
}

// widen adds unchanged lines so that the span covers [start, end) of base.
func (s span) widen(start, end int) span {
	return span{start, end, s.start - (s.baseStart - start), s.end + (end - s.baseEnd)}
}

func sameLines(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// A merger writes the merged text.
type merger struct {
	base, ours, theirs []string
	at                 int // number of lines of base that are written or replaced
	out                strings.Builder
}

func (m *merger) copyTo(line int) {
	for _, l := range m.base[m.at:line] {
		m.out.WriteString(l)
	}
	m.at = line
}

// take writes the replacement of a span, which is in lines.
func (m *merger) take(s span, lines []string) {
	m.copyTo(s.baseStart)
	for _, l := range lines[s.start:s.end] {
		m.out.WriteString(l)
	}
	m.at = s.baseEnd
}

// BlobID is git's id of a file with this content.
func BlobID(content []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

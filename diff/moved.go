package diff

import "bytes"

// movedLines holds the deleted and the added lines of a whole change by the hash of their text.
// Lines with equal hashes count as equal; with 64 bits, collisions do not happen by chance.
type movedLines struct {
	deleted map[uint64]bool
	added   []addedLine
}

type addedLine struct {
	change *FileChange
	line   int
	hash   uint64
}

// collect adds the lines of the hunks of c.
func (m *movedLines) collect(c *FileChange, old, new []byte) {
	if len(c.Hunks) == 0 {
		return
	}
	oldLines, newLines := lineReader{rest: old}, lineReader{rest: new}
	for _, h := range c.Hunks {
		for n := range h.OldLines {
			if hash, ok := hashLine(oldLines.at(h.OldStart + n)); ok {
				m.deleted[hash] = true
			}
		}
		for n := range h.NewLines {
			if hash, ok := hashLine(newLines.at(h.NewStart + n)); ok {
				m.added = append(m.added, addedLine{c, h.NewStart + n, hash})
			}
		}
	}
}

// fill sets Moved of every change.
func (m *movedLines) fill() {
	for _, l := range m.added {
		if m.deleted[l.hash] {
			l.change.Moved = append(l.change.Moved, l.line)
		}
	}
}

// A lineReader returns the lines of a file by number, in increasing order.
type lineReader struct {
	rest []byte
	next int // number of the first line of rest, less one
}

func (r *lineReader) at(line int) []byte {
	for {
		end := bytes.IndexByte(r.rest, '\n') + 1
		if end == 0 {
			end = len(r.rest)
		}
		text := r.rest[:end]
		r.rest = r.rest[end:]
		if r.next++; r.next == line || end == 0 {
			return text
		}
	}
}

// hashLine is the FNV-1a hash of the line without the white space around it; ok is
// false for a blank line.
func hashLine(line []byte) (hash uint64, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return 0, false
	}
	hash = fnvOffset
	for _, c := range line {
		hash = (hash ^ uint64(c)) * fnvPrime
	}
	return hash, true
}

// texts returns the Text of each line of a file.
func texts(content []byte) []Text {
	out := make([]Text, 0, countLines(content))
	for line := range bytes.Lines(content) {
		out = append(out, textOf(line))
	}
	return out
}

func textOf(line []byte) Text {
	weight := 0
	for _, c := range line {
		if c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			weight++
		}
	}
	if weight == 0 {
		return 0
	}
	hash, _ := hashLine(line)
	return Text(hash&^0xff) | Text(min(weight, 0xff))
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

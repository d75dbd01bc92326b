package diff

import (
	"bytes"
	"slices"
	"strings"
)

// A Word is a word in the old lines of a hunk with its replacement in the new lines.
type Word struct{ Old, New string }

// maxWords is the number of different words above which a hunk counts as a rewrite.
const maxWords = 16

// words returns the pairs of different words of old and new, which have equally many lines,
// sorted; nil if anything but words differs, layout included.
func words(old, new []byte) []Word {
	var out []Word
	for len(old) > 0 && len(new) > 0 {
		a, b := wordEnd(old), wordEnd(new)
		if a == 0 || b == 0 {
			if a != b || old[0] != new[0] {
				return nil
			}
			a, b = 1, 1
		} else if !bytes.Equal(old[:a], new[:b]) {
			w := Word{string(old[:a]), string(new[:b])}
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
			if len(out) > maxWords {
				return nil
			}
		}
		old, new = old[a:], new[b:]
	}
	slices.SortFunc(out, func(a, b Word) int {
		if c := strings.Compare(a.Old, b.Old); c != 0 {
			return c
		}
		return strings.Compare(a.New, b.New)
	})
	if len(old)+len(new) > 0 {
		return nil
	}
	return out
}

// wordEnd returns the length of the name at the start of text, 0 for none. Bytes outside of
// ASCII count as letters.
func wordEnd(text []byte) int {
	for i, c := range text {
		if c < 0x80 && c != '_' && c != '$' && !('0' <= c && c <= '9') && !('a' <= c|0x20 && c|0x20 <= 'z') {
			return i
		}
	}
	return len(text)
}

// setWords sets Words for the hunks of c.
func setWords(c *FileChange, old, new []byte) {
	if len(c.Hunks) == 0 {
		return
	}
	a, b := lineStarts(old), lineStarts(new)
	c.Words = make([][]Word, len(c.Hunks))
	for i, h := range c.Hunks {
		if h.OldLines == h.NewLines {
			from, to := h.OldStart-1, h.NewStart-1
			c.Words[i] = words(old[a[from]:a[from+h.OldLines]], new[b[to]:b[to+h.NewLines]])
		}
	}
}

// lineStarts returns the offset of each line of content, and the end of the last one.
func lineStarts(content []byte) []int {
	starts := make([]int, 1, 64)
	at := 0
	for line := range bytes.Lines(content) {
		at += len(line)
		starts = append(starts, at)
	}
	return starts
}

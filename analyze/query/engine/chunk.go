package engine

import (
	"cmp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A chunk is a part of a file that can be read by itself: a symbol, or a part of a long one.
type chunk struct {
	start, end int         // lines
	node       *graph.Node // the symbol, or the file for lines outside of symbols
}

// maxChunk is the maximum number of lines of a chunk, unless a token is longer.
const maxChunk = 60

// chunks splits a file into chunks that cover every line once. depths are, for each line, the
// number of syntax nodes that span the line break before it, -1 inside a token. Without depths,
// chunks are split at blank lines only.
func chunks(segments []graph.Segment, lines []string, depths []int) []chunk {
	var list []chunk
	for i, s := range segments {
		end := len(lines)
		if i+1 < len(segments) {
			end = min(end, segments[i+1].From-1)
		}
		unit := unitOf(s.Node)
		if n := len(list); n > 0 && list[n-1].node == unit {
			list[n-1].end = end
		} else if end >= s.From {
			list = append(list, chunk{s.From, end, unit})
		}
	}
	var parted []chunk
	for _, c := range list {
		parted = append(parted, c.parts(lines, depths)...)
	}
	return parted
}

// unitOf returns the symbol whose chunk contains a symbol: the outermost function around it, or
// for a field its type.
func unitOf(n *graph.Node) *graph.Node {
	var function, typ *graph.Node
	unit := n
	for p := n; p != nil && p.Label != graph.File; p = p.Parent {
		unit = p
		if p.Label.Callable() {
			function = p
		}
		if typ == nil && p.Label.IsType() {
			typ = p
		}
	}
	return cmp.Or(function, typ, unit)
}

// parts splits a chunk that is too long. Lines outside of symbols are also split at blank lines.
func (c chunk) parts(lines []string, depths []int) []chunk {
	var list []chunk
	for start := c.start; start <= c.end; {
		end := c.end
		if c.node == nil || c.node.Label == graph.File {
			end = blockEnd(lines, depths, start, end)
		}
		if end-start+1 > maxChunk {
			end = bestEnd(lines, depths, start, end)
		}
		list = append(list, chunk{start, end, c.node})
		start = end + 1
	}
	return list
}

// blockEnd returns the last line of the block that begins at a line, including the blank lines
// after it.
func blockEnd(lines []string, depths []int, start, end int) int {
	for i := start; i < end; i++ {
		if blank(lines, i) && !blank(lines, i+1) && depth0(depths, i+1) {
			return i
		}
	}
	return end
}

func blank(lines []string, n int) bool { return strings.TrimSpace(lines[n-1]) == "" }

// depth0 reports whether a line begins a top-level statement of the file.
func depth0(depths []int, n int) bool { return n > len(depths) || depths[n-1] >= 0 && depths[n-1] <= 1 }

// bestEnd returns the line after which to split: where the fewest nodes span the line break, as
// late as possible in the second half; never inside a token.
func bestEnd(lines []string, depths []int, start, end int) int {
	best, least := 0, 0
	for i := start; i < end; i++ { // a split between i and i+1
		if i-start+1 > maxChunk && best > 0 {
			break
		}
		d := 0
		switch {
		case i < len(depths):
			d = depths[i]
		case !blank(lines, i):
			d = -1
		}
		if d < 0 || i-start+1 < maxChunk/2 {
			continue
		}
		if best == 0 || d <= least {
			best, least = i, d
		}
	}
	if best == 0 {
		return end
	}
	return best
}

// chunks returns the chunks of a file.
func (e *Engine) chunks(o *Owners, path string) []chunk {
	lines := e.Lines(path)
	if lines == nil {
		return nil
	}
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	var depths []int
	if e.Syntax != nil {
		depths = e.Syntax.Depths(path)
	}
	return chunks(o.of(path), lines, depths)
}

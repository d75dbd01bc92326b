package html

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
)

const (
	maxCompared = 400 // lines of a version that are compared with the other
	maxLines    = 120 // of a difference that are shown
	context     = 3   // equal lines around what differs
)

func place(path string, line int) string {
	if line == 0 {
		return report.Clip(path)
	}
	return fmt.Sprintf("%s:%d", report.Clip(path), line)
}

// difference returns the lines of two versions of a symbol, of which one may be nil: what differs,
// with equal lines around it.
func difference(before, now *Excerpt) []page.Line {
	if before == nil {
		before = &Excerpt{}
	}
	if now == nil {
		now = &Excerpt{}
	}
	a, b := before.Lines[:min(len(before.Lines), maxCompared)], now.Lines[:min(len(now.Lines), maxCompared)]
	var all []page.Line
	i, j := 0, 0
	equal := func() {
		all = append(all, page.Line{Number: now.Start + j, Text: b[j]})
		i, j = i+1, j+1
	}
	for _, pair := range common(a, b) {
		for ; i < pair[0]; i++ {
			all = append(all, page.Line{Number: before.Start + i, Text: a[i], Kind: "old"})
		}
		for ; j < pair[1]; j++ {
			all = append(all, page.Line{Number: now.Start + j, Text: b[j], Kind: "new"})
		}
		if i < len(a) {
			equal()
		}
	}
	return near(all)
}

// common returns the pairs of equal lines of a longest common part, in order, and the ends.
func common(a, b []string) [][2]int {
	// length[i][j] is that of the longest common part of a[i:] and b[j:].
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return append(pairs, [2]int{len(a), len(b)})
}

// near keeps the lines that differ, those around them, and of all at most maxLines. A line without
// a number stands for what is left out. Where nothing differs it keeps the first lines.
func near(all []page.Line) []page.Line {
	keep := make([]bool, len(all))
	differs := false
	for i := range all {
		if all[i].Kind == "" {
			continue
		}
		differs = true
		for j := max(0, i-context); j < min(len(all), i+context+1); j++ {
			keep[j] = true
		}
	}
	var out []page.Line
	left := 0
	for i := range all {
		if differs && !keep[i] || len(out) >= maxLines {
			left++
			continue
		}
		if left > 0 {
			out = append(out, page.Line{Text: fmt.Sprintf("… %d lines", left)})
			left = 0
		}
		out = append(out, all[i])
	}
	if left > 0 {
		out = append(out, page.Line{Text: fmt.Sprintf("… %d lines", left)})
	}
	return out
}

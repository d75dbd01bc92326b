package behaviour

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// levelOf returns the level of a behaviour.
func levelOf(b *Behaviour, levels map[fact.Kind]fact.Level) fact.Level {
	if level, ok := levels[fact.Kind(b.Kind)]; ok {
		return level
	}
	row := b.Kind.Row()
	switch {
	case row == nil:
		return fact.Note
	case row.Asks, b.Kind == edit.LimitChanged && isOtherScale(b.From, b.To), b.Kind == edit.ArgumentChanged && words.Relaxes(b.From, b.To):
		return fact.Review
	}
	return fact.Note
}

// otherScale is the factor between two limits from which on another unit is assumed: seconds and
// milliseconds, kilobytes and megabytes.
const otherScale = 100

// isOtherScale reports whether two numbers differ by a factor of at least otherScale.
func isOtherScale(from, to string) bool {
	a, okA := number(from)
	b, okB := number(to)
	return okA && okB && a > 0 && b > 0 && max(a, b) >= otherScale*min(a, b)
}

func number(s string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return x, err == nil
}

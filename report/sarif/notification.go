package sarif

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// maxNotAnalysed is how many files are named that could not be analysed.
const maxNotAnalysed = 100

// notifications tell what the results do not speak about: what was not analysed, and the
// results and places that a limit has left out.
func notifications(r *report.Report, results, places int) []notification {
	var out []notification
	add := func(level, format string, args ...any) *notification {
		out = append(out, notification{Level: level, Message: message{Text: fmt.Sprintf(format, args...)}})
		return &out[len(out)-1]
	}
	if results > 0 {
		add("warning", "%s left out: GitHub takes no larger file.", view.Plural(results, "result"))
	}
	if places > 0 {
		add("warning", "%s left out: GitHub takes no more of one result.", view.Plural(places, "place"))
	}
	if sentence := view.Unchecked(r, style); sentence != "" {
		add("note", "%s.", sentence)
	}
	source, other := view.NotAnalysedFiles(r)
	files := append(source, other...)
	for _, n := range files[:min(len(files), maxNotAnalysed)] {
		level := "note"
		if n.Source {
			level = "warning"
		}
		why := text(view.ReasonWords(n.Reason))
		if n.Message != "" {
			why += ", " + text(n.Message)
		}
		add(level, "Not analysed: %s: %s.", text(place(n.Path, n.Line)), why).Locations = []location{at(n.Path, n.Line)}
	}
	if more := len(files) - maxNotAnalysed; more > 0 {
		add("warning", "Not analysed: %s more.", view.Plural(more, "file"))
	}
	for _, line := range view.MergeLines(r, style) {
		add("note", "%s.", line)
	}
	return out
}

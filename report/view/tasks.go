package view

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
)

// UpdateTasks has one sentence for each thing that breaks its uses: what to update. Of more
// than most things the last sentence counts the others.
func UpdateTasks(r *report.Report, style Style, most int) []string {
	type cause struct {
		symbol, noun, against, side string
	}
	var causes []cause
	count := make(map[cause]int)
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Class != "break" {
			continue
		}
		c := cause{symbol: f.Symbol, noun: Task(f), side: f.Side}
		if f.Against != nil {
			c.against = *f.Against
		}
		if count[c]++; count[c] == 1 {
			causes = append(causes, c)
		}
	}
	var tasks []string
	for _, c := range causes[:min(len(causes), most)] {
		uses := c.noun
		if n := count[c]; n > 1 {
			uses = Plural(n, c.noun)
		}
		text := fmt.Sprintf("Update the %s of %s", uses, style.Name(Name(c.symbol)))
		switch {
		case c.side == "other":
			text += " on " + style.Name(c.against)
		case c.against != "":
			text += ", after merging with " + style.Name(c.against)
		}
		tasks = append(tasks, text)
	}
	if more := len(causes) - len(tasks); more > 0 {
		tasks = append(tasks, fmt.Sprintf("Update the uses of %s", Plural(more, "more symbol")))
	}
	return tasks
}

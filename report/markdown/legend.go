package markdown

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// legend explains the words of the comment.
func (d *document) legend() section {
	check := "nexus-ci check"
	if isID(d.Head.Commit) && isID(d.MergeBase) {
		check = fmt.Sprintf("nexus-ci check --base %s --head %s", shortID(d.MergeBase), shortID(d.Head.Commit))
	}
	var lines []string
	for _, t := range view.Legend() {
		lines = append(lines, fmt.Sprintf("**%s**: %s", t.Word, t.Meaning))
	}
	lines = append(lines, fmt.Sprintf("All of it: `%s`. What a kind of finding claims, and when it keeps silent: `nexus-ci explain`.", check))
	return section{weight: 0, detail: true, title: "What the words mean", body: func(rows int) string {
		if rows == 0 {
			return ""
		}
		return "\n- " + strings.Join(lines, "\n- ") + "\n"
	}}
}

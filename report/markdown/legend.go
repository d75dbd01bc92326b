package markdown

import (
	"fmt"
	"strings"
)

// legend explains the words of the comment.
func (d *document) legend() section {
	check := "nexus-ci check"
	if isID(d.Head.Commit) && isID(d.MergeBase) {
		check = fmt.Sprintf("nexus-ci check --base %s --head %s", shortID(d.MergeBase), shortID(d.Head.Commit))
	}
	lines := []string{
		"**Level**: the highest of three axes. *Breakage* is what is proved: high from one broken place on, critical from ten, or from three entry points with a broken flow. *Likelihood* is how often changes of this size caused trouble: medium from score 36 on, high from 58, critical from 80. *Exposure* is what would be hit: medium from one change of behaviour, five direct dependants outside the diff or three areas on. The settings of a repository may move these numbers.",
		"**Breaks outside the diff** are on lines that the diff does not show, so a review of the diff cannot find them.",
		"**Execution flow**: a chain of calls from an entry point. *BROKEN*: a step fails or is no longer reached. *CHANGED*: a step was edited, the chain holds. *AT RISK*: the steps are as before, but depend on the change. *ADDED*, *REMOVED*: only one side has it.",
		"**Area**: symbols that use each other more than others. *Direct*: it holds a changed symbol.",
		"**Depth**: 1 uses what changed, 2 uses that, and so on. **Confidence** is that of the whole chain: high from 0.96 on, medium from 0.8.",
		fmt.Sprintf("See all of it with `%s`; what a kind of finding claims, and when it keeps silent, with `nexus-ci explain`.", check),
	}
	return section{weight: 0, detail: true, title: "What the words mean", body: func(rows int) string {
		if rows == 0 {
			return ""
		}
		return "\n- " + strings.Join(lines, "\n- ") + "\n"
	}}
}

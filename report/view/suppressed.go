package view

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// maxSuppressed is how many suppressed findings are named.
const maxSuppressed = 5

// SuppressedLines says how many findings are left out and who decided that, and names those
// whose comment the change itself adds.
func SuppressedLines(r *report.Report, style Style) []string {
	if len(r.Suppressed) == 0 {
		return nil
	}
	count := make(map[string]int)
	var added []string
	for i := range r.Suppressed {
		s := &r.Suppressed[i]
		count[s.By]++
		if s.Added {
			added = append(added, fmt.Sprintf("This change itself suppresses %s at %s:%d: %s", style.Name(s.Rule), style.Text(s.Path), s.Line, style.Text(s.Reason)))
		}
	}
	var by []string
	for _, who := range []struct{ key, word string }{{"baseline", "by the baseline"}, {"configuration", "by the configuration"}, {"comment", "by comments"}} {
		if n := count[who.key]; n > 0 {
			by = append(by, fmt.Sprintf("%d %s", n, who.word))
		}
	}
	lines := append([]string{"Suppressed: " + strings.Join(by, ", ")}, added[:min(len(added), maxSuppressed)]...)
	if more := len(added) - maxSuppressed; more > 0 {
		lines = append(lines, fmt.Sprintf("This change itself suppresses %d more", more))
	}
	return lines
}

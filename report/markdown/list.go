package markdown

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// A list is a body of rows: a table when it has columns, else bullets.
type list struct {
	columns []string
	length  int                // rows that can be shown
	total   int                // rows there are, also those that the report does not hold
	row     func(int) []string // the cells; one for bullets
	// above returns the bullet that stands above row i in a run of rows that starts at
	// from, empty for none, and whether the row stands below such a bullet. It may be
	// nil.
	above func(i, from int) (bullet string, below bool)
	// count returns what the first rows stand for. Nil when each stands for one.
	count func(rows int) int
	// paths returns the files of the rows from one on, to say where what is left out is. It
	// may be nil.
	paths func(from int) []string
}

// body shows at most rows rows, the first visibleRows of them outside of a fold, and says
// how many are left out.
func (l list) body(rows int) string {
	if l.total == 0 {
		return ""
	}
	var b strings.Builder
	shown := min(rows, l.length)
	visible := min(shown, visibleRows)
	l.rows(&b, 0, visible)
	if shown > visible {
		var more strings.Builder
		l.rows(&more, visible, shown)
		b.WriteString(folded(fmt.Sprintf("+%d more", shown-visible), more.String()))
	}
	if shown < l.total {
		of, end := l.total, shown
		if l.count != nil {
			shown, of = l.count(shown), l.count(l.total)
		}
		fmt.Fprintf(&b, "\nShown %d of %d.", shown, of)
		if l.paths != nil {
			fmt.Fprintf(&b, " Left out: %s.", view.Where(l.paths(end), style))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (l list) rows(b *strings.Builder, from, to int) {
	if from == to {
		return
	}
	b.WriteByte('\n')
	if l.columns != nil {
		fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(l.columns, " | "), strings.Repeat(" --- |", len(l.columns)))
	}
	for i := from; i < to; i++ {
		if l.columns != nil {
			fmt.Fprintf(b, "| %s |\n", strings.Join(l.row(i), " | "))
			continue
		}
		if l.above != nil {
			bullet, below := l.above(i, from)
			if bullet != "" {
				fmt.Fprintf(b, "- %s\n", bullet)
			}
			if below {
				b.WriteString("  ")
			}
		}
		fmt.Fprintf(b, "- %s\n", l.row(i)[0])
	}
}

// folded returns a part that readers open, empty for no body. The title is text.
func folded(title, body string) string {
	if body == "" {
		return ""
	}
	return fmt.Sprintf("\n<details><summary>%s</summary>\n%s\n</details>\n", title, body)
}

// andMore returns the words for what a row of words leaves out: "a, b and 3 more".
func andMore(words []string, more int) string {
	s := strings.Join(words, ", ")
	if more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

package page

import (
	"fmt"
	"strings"
)

// A Line is one line of an excerpt.
type Line struct {
	Number int // 0 for none
	Text   string
	Kind   string // "", "hit", "old" or "new"
}

// maxLine is how many characters of a line are shown.
const maxLine = 300

// Excerpt writes lines of code below a caption, which caption writes.
func Excerpt(w *Writer, caption func(), lines []Line) {
	w.In(func() {
		w.In(caption, "figcaption")
		w.In(func() {
			for i, line := range lines {
				if i > 0 {
					w.out.WriteByte('\n')
				}
				tag, class := "span", "line"
				switch line.Kind {
				case "hit":
					tag, class = "mark", "line hit"
				case "old":
					tag, class = "del", "line old"
				case "new":
					tag, class = "ins", "line new"
				}
				number := ""
				if line.Number > 0 {
					number = fmt.Sprint(line.Number)
				}
				text := strings.ReplaceAll(strings.TrimRight(line.Text, "\r"), "\t", "    ")
				if r := []rune(text); len(r) > maxLine {
					text = string(r[:maxLine]) + "…"
				}
				w.Element(text, tag, "class", class, "data-n", number)
			}
		}, "pre")
	}, "figure", "class", "code")
}

package text

import (
	"strings"

	"github.com/rivo/uniseg"

	"github.com/nexus-ci/nexus-ci/report"
)

// A printer collects the lines of one report.
type printer struct {
	*report.Report
	width   int
	wrap    bool // findings too
	color   bool
	verbose bool
	limits  limits
	out     strings.Builder
}

func newPrinter(r *report.Report, o Options) *printer {
	width := o.Width
	if width <= 0 {
		width = DefaultWidth
	}
	p := &printer{Report: r, width: max(width, minWidth), color: o.Color, verbose: o.Verbose, wrap: o.Width > 0, limits: brief}
	if o.Verbose {
		p.limits = full
	}
	return p
}

// An ansi is the number of a colour or weight.
type ansi string

const (
	bold   ansi = "1"
	faint  ansi = "2"
	red    ansi = "31"
	green  ansi = "32"
	yellow ansi = "33"
	cyan   ansi = "36"
)

const reset = "\x1b[0m"

func levelColor(level string) ansi {
	switch level {
	case "critical", "high":
		return red
	case "medium":
		return yellow
	}
	return green
}

func statusColor(status string) ansi {
	switch status {
	case "broken":
		return red
	case "changed", "at_risk":
		return yellow
	}
	return bold
}

// paint marks every word of s, so that lines may be broken between words without a
// colour running over.
func (p *printer) paint(a ansi, s string) string {
	if !p.color {
		return s
	}
	words := strings.Split(s, " ")
	for i, w := range words {
		if w != "" {
			words[i] = "\x1b[" + string(a) + "m" + w + reset
		}
	}
	return strings.Join(words, " ")
}

// gap prints an empty line between what is printed and what follows.
func (p *printer) gap() {
	if text := p.out.String(); text != "" && !strings.HasSuffix(text, "\n\n") {
		p.out.WriteByte('\n')
	}
}

// line prints one line with an indent, broken between words where it is too wide;
// what follows the break is indented further.
func (p *printer) line(indent int, s string) { p.fill(indent, indent+4, s) }

// fill prints text whose first line has one indent, and whose further lines another.
func (p *printer) fill(indent, hanging int, s string) {
	column := indent
	p.out.WriteString(strings.Repeat(" ", indent))
	first, spaces := true, 0 // spaces stand before the next word on its line
	for _, word := range p.words(s, hanging) {
		if word == "" {
			spaces++
			continue
		}
		if !first && column+spaces+visibleWidth(word) > p.width {
			column, first, spaces = hanging, true, 0
			p.out.WriteString("\n" + strings.Repeat(" ", column))
		}
		if first {
			word = noCommand(word)
		}
		for column+spaces+visibleWidth(word) > p.width {
			// Wider than a line: it is broken where the line ends.
			head, rest := split(word, p.width-column-spaces)
			p.out.WriteString(strings.Repeat(" ", spaces) + head + "\n" + strings.Repeat(" ", hanging))
			column, spaces, word = hanging, 0, noCommand(rest)
		}
		p.out.WriteString(strings.Repeat(" ", spaces) + word)
		column, first, spaces = column+spaces+visibleWidth(word), false, 1
	}
	p.out.WriteByte('\n')
}

// words returns the words of s, empty ones between two spaces. A word with two colons at its beginning stays with the one
// before it where a line has room for both: at the beginning of a line it would look like a command of a CI runner.
func (p *printer) words(s string, hanging int) []string {
	words := strings.Split(s, " ")
	if !strings.Contains(s, "::") {
		return words
	}
	var out []string
	for _, word := range words {
		last := len(out) - 1
		if last >= 0 && out[last] != "" && strings.HasPrefix(word[leadingCode(word):], "::") && hanging+visibleWidth(out[last])+1+visibleWidth(word) <= p.width {
			out[last] += " " + word
			continue
		}
		out = append(out, word)
	}
	return out
}

// noCommand returns the first word of a line so that a CI runner does not take it
// for a command: such lines start with two colons.
func noCommand(word string) string {
	code := leadingCode(word)
	if rest := word[code:]; strings.HasPrefix(rest, "::") {
		return word[:code] + `\x3a` + rest[1:]
	}
	return word
}

// visibleWidth counts the columns of s without the colours of paint.
func visibleWidth(s string) int {
	n := 0
	for s != "" {
		if code := leadingCode(s); code > 0 {
			s = s[code:]
			continue
		}
		next := strings.IndexByte(s, 0x1b)
		if next < 0 {
			next = len(s)
		}
		n += uniseg.StringWidth(s[:next])
		s = s[next:]
	}
	return n
}

// leadingCode returns the length of the colour that s starts with, 0 for none.
// Nothing but paint writes ESC: clean has taken all others out.
func leadingCode(s string) int {
	if s == "" || s[0] != 0x1b {
		return 0
	}
	return strings.IndexByte(s, 'm') + 1
}

// split cuts s after at most width columns, but at least one character. A colour
// that is on at the cut ends there and starts again after it.
func split(s string, width int) (head, rest string) {
	at, used, on := 0, 0, ""
	for at < len(s) {
		if code := leadingCode(s[at:]); code > 0 {
			on = s[at : at+code]
			if on == reset {
				on = ""
			}
			at += code
			continue
		}
		cluster, _, w, _ := uniseg.FirstGraphemeClusterInString(s[at:], -1)
		if used+w > width && used > 0 {
			break
		}
		used += w
		at += len(cluster)
	}
	if on == "" {
		return s[:at], s[at:]
	}
	return s[:at] + reset, on + s[at:]
}

// clean is report.Clean without the middle of what is too long.
func clean(s string) string { return report.Clean(report.Clip(s)) }

// sentence cleans a sentence of the analysis and takes its full stop.
func sentence(s string) string {
	return report.Clean(report.ClipSentence(strings.TrimSuffix(s, ".")))
}

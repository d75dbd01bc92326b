package page

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A Writer writes elements, text and attributes. Text and the values of attributes may come from
// a repository; names of elements and attributes are those of this program.
type Writer struct {
	out  bytes.Buffer
	open []string // elements to close
}

// Elements without an end. Those of SVG say so by a slash, without which a parser puts what follows
// into them.
var void = map[string]string{"meta": ">", "input": ">", "rect": "/>", "path": "/>"}

// lines are elements after which white space means nothing.
var lines = map[string]bool{"title": true, "head": true, "section": true, "article": true, "div": true, "figure": true, "tr": true, "li": true, "p": true, "details": true, "h1": true, "h2": true, "h3": true, "main": true, "body": true}

// Open begins an element. Attributes are pairs of a name and a value. The address of a link is left
// out where it does not lead to a place on this page or to a web page.
func (w *Writer) Open(tag string, attributes ...string) {
	w.out.WriteString("<" + tag)
	for i := 0; i+1 < len(attributes); i += 2 {
		name, value := attributes[i], attributes[i+1]
		if name == "href" && !isAddress(value) {
			continue
		}
		w.out.WriteString(" " + name)
		if value != "" {
			w.out.WriteString(`="` + html.EscapeString(report.Clean(value)) + `"`)
		}
	}
	if end := void[tag]; end != "" {
		w.out.WriteString(end)
		return
	}
	w.out.WriteByte('>')
	w.open = append(w.open, tag)
}

// Close ends the element that was opened last.
func (w *Writer) Close() {
	last := len(w.open) - 1
	tag := w.open[last]
	w.out.WriteString("</" + tag + ">")
	w.open = w.open[:last]
	if lines[tag] {
		w.out.WriteByte('\n') // for people who look into the file
	}
}

// In writes an element with what inside writes.
func (w *Writer) In(inside func(), tag string, attributes ...string) {
	w.Open(tag, attributes...)
	inside()
	w.Close()
}

// Element writes an element with text.
func (w *Writer) Element(text, tag string, attributes ...string) {
	w.Open(tag, attributes...)
	w.Text(text)
	w.Close()
}

// Sentence writes an element with a sentence that Style wrote.
func (w *Writer) Sentence(sentence, tag string, attributes ...string) {
	w.Open(tag, attributes...)
	w.Prose(sentence)
	w.Close()
}

// Text writes text. What a reader could not see becomes visible.
func (w *Writer) Text(s string) { w.out.WriteString(html.EscapeString(report.Clean(s))) }

// Style writes names for Prose. Nothing in a name can be taken for the signs around it.
var Style = view.Style{
	Name: func(s string) string { return nameBegin + report.Clean(report.Clip(s)) + nameEnd },
	Text: func(s string) string { return report.Clean(report.ClipSentence(s)) },
}

// Control characters, which report.Clean leaves in no text.
const nameBegin, nameEnd = "\x02", "\x03"

// Prose writes a sentence: its names, and what stands between backticks, are code.
func (w *Writer) Prose(s string) {
	for s != "" {
		at := strings.IndexAny(s, nameBegin+"`")
		if at < 0 {
			break
		}
		end := nameEnd
		if s[at] == '`' {
			end = "`"
		}
		name, rest, ok := strings.Cut(s[at+1:], end)
		if !ok {
			break
		}
		w.Text(s[:at])
		w.Element(name, "code")
		s = rest
	}
	w.Text(s)
}

// IDs are the names of elements that are taken.
type IDs map[string]bool

// New returns wanted, or where another element has it, wanted with a number. It keeps letters,
// digits and hyphens.
func (ids IDs) New(wanted string) string {
	wanted = strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, wanted)
	id := wanted
	for n := 2; ids[id]; n++ {
		id = fmt.Sprintf("%s-%d", wanted, n)
	}
	ids[id] = true
	return id
}

// isAddress reports whether a link may lead to s: a place on this page, or a web page.
func isAddress(s string) bool {
	if strings.HasPrefix(s, "#") {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

// Package page writes HTML pages of one file that load nothing.
//
// In: a title and what stands on the page. Out: a complete document with one style sheet and one
// script, which are the same on every page; a Content-Security-Policy in it allows these two by
// their hashes and nothing else, so that nothing in the content can run, load or be sent.
//
// Invariants: whatever the text is, a parser finds the elements that the program wrote; links lead
// to places on the page or to web pages. Equal content gives equal bytes. Without the script all of
// the page can be read: the script adds search, themes, and ways to move in a drawing.
//
// Absent: what the pages say. html/template is not used: its calls of methods by name make the
// linker keep all methods of the program, which adds 8.5 MB to it.
package page

import (
	"crypto/sha256"
	_ "embed" // the style sheet and the script
	"encoding/base64"
	"fmt"
	"strings"
)

//go:embed style.css
var style string

//go:embed script.js
var script string

// A Page is what Render puts around the content.
type Page struct {
	Title string // of the window
	Name  string // in the bar at the top
	About string // one line below it
	// Sections are the content, and what the table of contents links to.
	Sections []Section
	// Tool is the program that made the page, with its version.
	Tool string
}

// A Section is a part of a page.
type Section struct {
	ID, Title string
	Write     func(w *Writer) // what stands below the heading
}

// Render returns the document: before writes what stands above the sections.
func Render(p Page, before func(w *Writer)) []byte {
	w := &Writer{}
	w.out.WriteString("<!DOCTYPE html>\n")
	w.Open("html", "lang", "en")
	w.In(func() { p.head(w) }, "head")
	w.Open("body")
	w.Element("Skip to the content", "a", "class", "skip", "href", "#content")
	w.In(func() { p.bar(w) }, "header", "class", "top")
	w.In(func() { p.contents(w) }, "nav", "class", "contents", "aria-label", "Sections")
	w.In(func() {
		before(w)
		for _, s := range p.Sections {
			w.In(func() {
				w.Element(s.Title, "h2", "id", s.ID+"-title")
				s.Write(w)
			}, "section", "id", s.ID, "aria-labelledby", s.ID+"-title")
		}
	}, "main", "id", "content", "tabindex", "-1")
	w.In(func() { w.Element("Made by "+p.Tool+". This file loads nothing from elsewhere.", "p") }, "footer")
	w.out.WriteString("<script>" + script + "</script>\n")
	w.Close()
	w.Close()
	return w.out.Bytes()
}

func (p *Page) head(w *Writer) {
	w.Open("meta", "charset", "utf-8")
	w.Open("meta", "http-equiv", "Content-Security-Policy", "content", policy())
	w.Open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
	w.Open("meta", "name", "referrer", "content", "no-referrer")
	w.Open("meta", "name", "robots", "content", "noindex")
	w.Element(p.Title, "title")
	w.out.WriteString("<style>" + style + "</style>\n")
}

// policy allows the style sheet and the script, by their hashes.
func policy() string {
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'", hashOf(style), hashOf(script))
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// bar writes the top of the page. What only the script can do is hidden without it.
func (p *Page) bar(w *Writer) {
	w.In(func() {
		w.Element(p.Name, "p", "class", "name")
		w.Sentence(p.About, "p", "class", "about")
	}, "div", "class", "what")
	w.In(func() {
		w.Element("Search this page", "label", "for", "search")
		w.Open("input", "id", "search", "type", "search", "autocomplete", "off", "spellcheck", "false", "placeholder", "name, file or words ( / )")
		w.Element("", "p", "id", "found", "role", "status")
		w.Element("", "ul", "id", "hits")
	}, "div", "role", "search", "class", "search script", "hidden", "")
	w.Element("Dark", "button", "type", "button", "id", "theme", "class", "script", "aria-pressed", "false", "hidden", "")
}

func (p *Page) contents(w *Writer) {
	w.In(func() {
		for _, s := range p.Sections {
			short, _, _ := strings.Cut(s.Title, " (")
			w.In(func() { w.Element(short, "a", "href", "#"+s.ID) }, "li")
		}
	}, "ul")
}

// chunk is how many rows a part of a long list has that is opened as a whole.
const chunk = 200

// Rows writes a list of n rows: the first ones, and below them the others in parts that readers
// open. A browser lays out what is open. around begins and ends what holds the rows of one part.
func Rows(w *Writer, n, first int, noun string, around func(rows func()), row func(i int)) {
	part := func(from, to int) {
		around(func() {
			for i := from; i < to; i++ {
				row(i)
			}
		})
	}
	shown := min(n, first)
	if shown > 0 {
		part(0, shown)
	}
	for from := shown; from < n; from += chunk {
		to := min(from+chunk, n)
		w.In(func() {
			w.Element(fmt.Sprintf("%s %d to %d of %d", noun, from+1, to, n), "summary")
			part(from, to)
		}, "details", "class", "part")
	}
}

// Table writes a table with a heading for each column; what is no text ends in "#".
func Table(w *Writer, caption string, columns []string, rows func()) {
	w.In(func() {
		w.In(func() {
			w.Element(caption, "caption")
			w.In(func() {
				w.In(func() {
					for _, c := range columns {
						name, number := strings.CutSuffix(c, "#")
						class := []string{"scope", "col"}
						if number {
							class = append(class, "class", "number")
						}
						w.Element(name, "th", class...)
					}
				}, "tr")
			}, "thead")
			w.In(rows, "tbody")
		}, "table")
	}, "div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", caption)
}

package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A ParameterError is the error for an invalid parameter.
type ParameterError struct {
	Parameter string // "" for the parameters as a whole
	Reason    string
}

func (e *ParameterError) Error() string {
	if e.Parameter == "" {
		return "parameters: " + e.Reason
	}
	return e.Parameter + ": " + e.Reason
}

// A Result is the answer to a question. Its fields define its JSON form.
type Result interface {
	// Text writes the answer for people, in complete lines without control characters.
	Text(w io.Writer)
}

// Bounds lists the cut lists of a result. Results embed it.
type Bounds struct {
	Truncated bool  `json:"truncated,omitempty"`
	More      []Cut `json:"more,omitempty" doc:"the lists that were cut, with their full lengths"`
}

// A Cut is a list that is not shown completely.
type Cut struct {
	List  string `json:"list" doc:"path of the list in this answer; in one about the graph also processes, the flows that the graph holds"`
	Shown int    `json:"shown"`
	Total int    `json:"total"`
}

// Keep returns the first elements of a list, and records a Cut if there are more.
func Keep[T any](b *Bounds, name string, list []T, most int) []T {
	if len(list) <= most {
		return list
	}
	b.Note(name, most, len(list))
	return list[:most]
}

// Note records that a list shows only some elements.
func (b *Bounds) Note(name string, shown, total int) {
	b.Truncated = true
	b.More = append(b.More, Cut{name, shown, total})
}

// Of returns the Cuts of some lists.
func (b *Bounds) Of(lists ...string) Bounds {
	var some Bounds
	for _, c := range b.More {
		if slices.Contains(lists, c.List) {
			some.Note(c.List, c.Shown, c.Total)
		}
	}
	return some
}

// NoteOf returns the text for a cut list, "" for one that was not cut.
func (b *Bounds) NoteOf(name string) string {
	for _, c := range b.More {
		if c.List == name {
			return fmt.Sprintf("shown %d of %d", c.Shown, c.Total)
		}
	}
	return ""
}

// A Ref names a symbol.
type Ref struct {
	UID      string `json:"uid"`
	Name     string `json:"name"`
	FilePath string `json:"filePath"`
}

// RefOf returns the Ref of a node.
func RefOf(n *graph.Node) Ref { return Ref{n.ID, n.Name, n.Path} }

// A Symbol is a symbol with its position.
type Symbol struct {
	UID       string `json:"uid"`
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	FilePath  string `json:"filePath"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
}

// SymbolOf returns the Symbol of a node.
func SymbolOf(n *graph.Node) Symbol {
	return Symbol{n.ID, n.Name, string(n.Label), n.Path, n.Start, n.End}
}

// Place returns path and line.
func (s *Symbol) Place() string {
	if s.StartLine == 0 {
		return s.FilePath
	}
	return fmt.Sprintf("%s:%d", s.FilePath, s.StartLine)
}

// A Page writes lines for people. Text from the repository cannot end a line or move the
// cursor.
type Page struct{ w io.Writer }

// NewPage returns a page that is written to w.
func NewPage(w io.Writer) Page { return Page{w} }

// Line writes one line.
func (p Page) Line(format string, args ...any) {
	_, _ = io.WriteString(p.w, Clean(fmt.Sprintf(format, args...))+"\n") // the writer keeps its error
}

// Note writes a line unless the text is empty.
func (p Page) Note(indent, text string) {
	if text != "" {
		p.Line("%s%s", indent, text)
	}
}

// Clean makes control characters, format characters and invalid bytes visible.
func Clean(s string) string {
	plain := func(r rune) bool {
		return r != utf8.RuneError && unicode.IsGraphic(r) && (r == ' ' || !unicode.Is(unicode.Zs, r))
	}
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if plain(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Plural returns n with its noun: "1 place", "3 places".
func Plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "s"):
		return fmt.Sprintf("%d %ses", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// ByID sorts nodes and drops repeated ones.
func ByID(nodes []*graph.Node) []*graph.Node {
	slices.SortFunc(nodes, func(a, b *graph.Node) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(nodes)
}

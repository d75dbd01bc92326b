package finder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/pattern"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A SyntaxResult holds the places that match a syntax pattern.
type SyntaxResult struct {
	Mode      string        `json:"mode" enum:"ast"`
	Languages []string      `json:"languages" doc:"whose files were searched: those that have what the pattern names"`
	Files     int           `json:"files" doc:"how many files were searched"`
	Matches   []SyntaxMatch `json:"matches" doc:"by path and line"`
	Found
}

// A SyntaxMatch is one of these places.
type SyntaxMatch struct {
	FilePath string      `json:"filePath"`
	Line     int         `json:"line"`
	Symbol   *engine.Ref `json:"symbol,omitempty" doc:"the innermost symbol around it"`
	Captures []Capture   `json:"captures" doc:"what the pattern captures; without a capture what it fits"`
}

// A Capture is the code of a capture.
type Capture struct {
	Name    string `json:"name,omitempty"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	EndLine int    `json:"endLine"`
	Text    string `json:"text" doc:"its beginning, when it is long"`
}

const (
	maxPlaces       = 500
	defaultPlaces   = 30
	maxCaptureText  = 200 // characters
	maxNamedTrouble = 3   // files listed in a note
)

// syntaxAnswer answers a question that is a pattern.
func (e finder) syntaxAnswer(ctx context.Context, q *Question, asked int) (*SyntaxResult, error) {
	limit := defaultPlaces
	if asked > 0 {
		limit = min(asked, maxPlaces)
	}
	found, note, err := e.places(ctx, q, limit)
	if err != nil {
		return nil, err
	}
	r := &SyntaxResult{Mode: "ast", Languages: found.Languages, Files: found.Searched, Matches: []SyntaxMatch{}}
	if r.Languages == nil {
		r.Languages = []string{}
	}
	if asked > maxPlaces {
		r.Notes = append(r.Notes, fmt.Sprintf("limit %d is above the maximum, %d", asked, maxPlaces))
	}
	if note != "" {
		r.Notes = append(r.Notes, note)
	}
	owners := e.Owners()
	for _, place := range engine.Keep(&r.Bounds, "matches", found.Places, limit) {
		m := SyntaxMatch{FilePath: place.Path, Line: place.Captures[0].Line, Captures: []Capture{}}
		if n := owners.At(place.Path, m.Line); n != nil && n.Label != graph.File {
			s := engine.RefOf(n)
			m.Symbol = &s
		}
		for _, c := range place.Captures {
			m.Captures = append(m.Captures, Capture{c.Name, c.Line, c.Column, c.EndLine, engine.Shorten(c.Text, maxCaptureText)})
		}
		r.Matches = append(r.Matches, m)
	}
	if len(found.Places) == 0 {
		r.Notes = append(r.Notes, "nothing fits; try the pattern with fewer fields, and (_) where the kind is not certain")
	}
	return r, nil
}

// places returns the matches of a pattern, and a note for people.
func (e finder) places(ctx context.Context, q *Question, enough int) (*pattern.Result, string, error) {
	if e.Syntax == nil {
		return nil, "", &engine.ParameterError{Parameter: "mode", Reason: "the syntax of this snapshot cannot be searched here"}
	}
	paths, err := e.FilesFitting(q.Files, q.Language)
	if err != nil {
		return nil, "", err
	}
	limited, cancel := context.WithTimeout(ctx, engine.MaxSearchTime)
	defer cancel()
	r, err := e.Syntax.Match(limited, q.Query, paths, enough)
	var wrong *pattern.SyntaxError
	switch {
	case errors.As(err, &wrong):
		return nil, "", &engine.ParameterError{Parameter: "query", Reason: "no pattern: " + engine.Clean(wrong.Error())}
	case err != nil:
		return nil, "", err
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	}
	return r, placesNote(r, limited.Err() != nil), nil
}

func placesNote(r *pattern.Result, late bool) string {
	var notes []string
	left := r.Files - r.Searched - len(r.Stopped) - len(r.Unread)
	switch {
	case r.Files == 0:
		notes = append(notes, "no file that fits is in a language whose syntax is known")
	case late && left > 0:
		notes = append(notes, fmt.Sprintf("stopped after %v, with %d of %d files left; a narrower files pattern is faster", engine.MaxSearchTime, left, r.Files))
	case left > 0:
		notes = append(notes, fmt.Sprintf("stopped with %d of %d files left: there is more than was asked for", left, r.Files))
	}
	if n := len(r.Stopped); n > 0 {
		notes = append(notes, fmt.Sprintf("the pattern fits too often or takes too much work in %s, of which there may be more places: %s", engine.Plural(n, "file"), strings.Join(r.Stopped[:min(n, maxNamedTrouble)], ", ")))
	}
	if n := len(r.Unread); n > 0 {
		notes = append(notes, fmt.Sprintf("%s could not be parsed: %s", engine.Plural(n, "file"), strings.Join(r.Unread[:min(n, maxNamedTrouble)], ", ")))
	}
	return strings.Join(notes, "; ")
}

// findPattern is the structure backend for a pattern: it finds the symbols around the matches.
func findPattern(ctx context.Context, e finder, r *request) (found, error) {
	places, note, err := e.places(ctx, r.Question, r.limit)
	if err != nil {
		return found{}, err
	}
	owners := e.Owners()
	var hits []search.Hit
	seen := make(map[*graph.Node]bool)
	for _, p := range places.Places {
		if n := owners.At(p.Path, p.Captures[0].Line); n != nil && !seen[n] {
			seen[n] = true
			hits = append(hits, search.Hit{Doc: e.Graph.Index(n), Score: 1})
		}
	}
	return found{hits: r.only(e, hits), note: note}, nil
}

// part returns the structure backend for a kind of definition: code before tests, then by
// position.
func (d *declaration) part() part {
	return part{backend{"ast", func(_ context.Context, e finder, r *request) (found, error) {
		var hits []search.Hit
		fits := d.matcher()
		for _, test := range []bool{false, true} {
			for i, n := range e.Graph.Nodes {
				if n.Test == test && fits(n) {
					hits = append(hits, search.Hit{Doc: i, Score: 1})
				}
			}
		}
		return found{hits: r.only(e, hits)}, nil
	}}, 1}
}

// Text writes one line per capture.
func (r *SyntaxResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	for i := range r.Matches {
		m := &r.Matches[i]
		in := ""
		if m.Symbol != nil {
			in = " in " + m.Symbol.Name
		}
		p.Line("%s:%d%s", m.FilePath, m.Line, in)
		for _, c := range m.Captures {
			text, _, more := strings.Cut(c.Text, "\n")
			if more {
				text += " …"
			}
			name := ""
			if c.Name != "" {
				name = "@" + c.Name + " "
			}
			p.Line("  %s%d:%d: %s", name, c.Line, c.Column, strings.ReplaceAll(strings.TrimRight(text, "\r"), "\t", "    "))
		}
	}
	p.Note("", r.NoteOf("matches"))
	p.Line("%s in %s of %s", engine.Plural(len(r.Matches)+r.CutFrom("matches"), "place"), engine.Plural(r.Files, "file"), strings.Join(r.Languages, ", "))
	r.write(p, r.Mode)
}

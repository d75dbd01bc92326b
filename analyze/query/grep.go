package query

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/diff"
)

// GrepParams ask for the lines that match a regular expression.
type GrepParams struct {
	Pattern       string `json:"pattern" argument:"" doc:"regular expression in the syntax of RE2, matched line by line"`
	Files         string `json:"files,omitempty" doc:"search only files that fit a pattern: **/*.go, src/auth/*, *.{ts,tsx}"`
	CaseSensitive bool   `json:"caseSensitive,omitempty" doc:"tell upper case from lower case"`
	MaxResults    int    `json:"maxResults,omitempty" min:"1" max:"1000" default:"100" doc:"how many lines"`
}

// A GrepResult holds the matching lines, by path and line number.
type GrepResult struct {
	Pattern  string     `json:"pattern"`
	Matches  []LineText `json:"matches"`
	Files    int        `json:"files" doc:"how many files have such lines"`
	Searched int        `json:"searched" doc:"how many files were searched"`
	Skipped  Skipped    `json:"skipped"`
	Notes    []string   `json:"notes,omitempty"`
	engine.Bounds
}

// A LineText is one line of a file.
type LineText struct {
	FilePath string `json:"filePath"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// Skipped counts files that were not searched.
type Skipped struct {
	Binary int `json:"binary"`
	Large  int `json:"large"`
	// Unreadable counts files that are not in this clone.
	Unreadable int `json:"unreadable,omitempty"`
}

const (
	maxPattern   = 1000
	maxProgram   = 1000 // maximum size of the compiled pattern, which decides its cost per byte
	maxMatchText = 150  // characters
	grepBatch    = 512  // files
)

// Grep returns a *GrepResult.
func Grep(ctx context.Context, e *engine.Engine, p GrepParams) (engine.Result, error) {
	re, err := lineExpression(p.Pattern, p.CaseSensitive)
	if err != nil {
		return nil, err
	}
	paths, err := e.FilesFitting(p.Files, "")
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, engine.MaxSearchTime)
	defer cancel()
	r := &GrepResult{Pattern: p.Pattern, Matches: []LineText{}}
	total := 0
	for from := 0; from < len(paths) && limited.Err() == nil; from += grepBatch {
		n, err := r.search(limited, e.Files, re, paths[from:min(from+grepBatch, len(paths))], p.MaxResults-len(r.Matches))
		total += n
		if err != nil && limited.Err() == nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if limited.Err() != nil {
		r.Truncated = true
		r.Notes = append(r.Notes, fmt.Sprintf("stopped after %v, with %d of %d files searched; a narrower files pattern is faster", engine.MaxSearchTime, r.Searched, len(paths)))
	}
	if total > len(r.Matches) {
		r.Note("matches", len(r.Matches), total)
	}
	if total == 0 {
		r.Notes = append(r.Notes, nothingMatches(&p, len(paths)))
	}
	return r, nil
}

// nothingMatches suggests what to try next.
func nothingMatches(p *GrepParams, files int) string {
	switch {
	case files == 0:
		return fmt.Sprintf("no file fits %q; list_files shows what there is", p.Files)
	case p.CaseSensitive:
		return "nothing matches; leave out caseSensitive, or ask query for what is meant instead of what is written"
	}
	return "nothing matches; ask query for what is meant instead of what is written"
}

// lineExpression compiles a pattern and bounds its cost.
func lineExpression(pattern string, caseSensitive bool) (*regexp.Regexp, error) {
	switch {
	case pattern == "":
		return nil, &engine.ParameterError{Parameter: "pattern", Reason: "is empty"}
	case len(pattern) > maxPattern:
		return nil, &engine.ParameterError{Parameter: "pattern", Reason: fmt.Sprintf("%d bytes, at most %d", len(pattern), maxPattern)}
	}
	flags := syntax.Perl
	if !caseSensitive {
		flags |= syntax.FoldCase
	}
	parsed, err := syntax.Parse(pattern, flags)
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return nil, &engine.ParameterError{Parameter: "pattern", Reason: fmt.Sprintf("no regular expression: %s: %q", wrong.Code, wrong.Expr)}
	}
	if err != nil {
		return nil, &engine.ParameterError{Parameter: "pattern", Reason: err.Error()}
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxProgram {
		return nil, &engine.ParameterError{Parameter: "pattern", Reason: "is too large when its repetitions are written out"}
	}
	if !caseSensitive {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

// fileLines holds the matches in one file.
type fileLines struct {
	searched bool
	skipped  Skipped
	lines    []LineText // the first ones
	total    int
}

// search adds the matching lines of some files, at most room of them, and returns their full number.
func (r *GrepResult) search(ctx context.Context, files engine.Files, re *regexp.Regexp, paths []string, room int) (int, error) {
	all := make([]fileLines, len(paths))
	err := files.Read(ctx, paths, engine.MaxRead, func(i int, content []byte, err error) {
		f := &all[i]
		var unread *diff.UnreadError
		switch {
		case errors.As(err, &unread) && unread.TooLarge:
			f.skipped.Large++
		case err != nil:
			f.skipped.Unreadable++
		case diff.IsBinary(content):
			f.skipped.Binary++
		default:
			f.search(ctx, re, paths[i], content, room)
		}
	})
	total := 0
	for i := range all {
		f := &all[i]
		r.Skipped.Binary += f.skipped.Binary
		r.Skipped.Large += f.skipped.Large
		r.Skipped.Unreadable += f.skipped.Unreadable
		if f.searched {
			r.Searched++
		}
		if f.total > 0 {
			r.Files++
			total += f.total
			n := min(len(f.lines), room)
			r.Matches = append(r.Matches, f.lines[:n]...)
			room -= n
		}
	}
	return total, err
}

func (f *fileLines) search(ctx context.Context, re *regexp.Regexp, path string, content []byte, room int) {
	prefix, _ := re.LiteralPrefix()
	for number := 1; len(content) > 0; number++ {
		if prefix != "" {
			at := bytes.Index(content, []byte(prefix))
			if at < 0 {
				break
			}
			start := bytes.LastIndexByte(content[:at], '\n') + 1
			number += bytes.Count(content[:start], []byte{'\n'})
			content = content[start:]
		}
		line, rest, _ := bytes.Cut(content, []byte{'\n'})
		content = rest
		line = bytes.TrimSuffix(line, []byte{'\r'})
		if number%1024 == 0 && ctx.Err() != nil {
			return
		}
		at := re.FindIndex(line)
		if at == nil {
			continue
		}
		if f.total++; len(f.lines) < room {
			f.lines = append(f.lines, LineText{path, number, excerptAt(string(line), at[0], maxMatchText)})
		}
	}
	f.searched = true
}

// excerptAt returns at most most characters of a line: from the first that is not a space or, in a
// long line, from shortly before the byte at.
func excerptAt(line string, at, most int) string {
	line = strings.ToValidUTF8(line, "\ufffd")
	from := min(len(line)-len(strings.TrimLeft(line, " \t")), at)
	dots := ""
	if before := most / 3; utf8.RuneCountInString(line[from:min(at, len(line))]) > 2*before {
		from, dots = max(from, min(at, len(line))-before), "…"
		for from < len(line) && !utf8.RuneStart(line[from]) {
			from++
		}
	}
	return dots + engine.Shorten(strings.TrimRight(line[from:], " \t"), most-len([]rune(dots)))
}

// Text writes the lines as path:number: text.
func (r *GrepResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	for _, m := range r.Matches {
		p.Line("%s:%d: %s", m.FilePath, m.Line, m.Text)
	}
	p.Note("", r.NoteOf("matches"))
	p.Line("%s in %s searched", engine.Plural(len(r.Matches)+r.CutFrom("matches"), "line"), engine.Plural(r.Searched, "file"))
	if s := r.Skipped; s != (Skipped{}) {
		p.Line("not searched: %d binary, %d larger than %d kB, %d that cannot be read", s.Binary, s.Large, engine.MaxRead>>10, s.Unreadable)
	}
	for _, n := range r.Notes {
		p.Line("note: %s", n)
	}
}

package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/diff"
)

// ReadParams ask for the content of a file.
type ReadParams struct {
	Path      string `json:"path" alias:"file_path" argument:"" doc:"path of the file from the root of the repository, or its last parts"`
	StartLine int    `json:"start_line,omitempty" min:"1" max:"10000000" default:"1" doc:"first line"`
	EndLine   int    `json:"end_line,omitempty" min:"1" max:"10000000" doc:"last line; default the last of the file"`
	Ref       string `json:"ref,omitempty" doc:"branch, tag or commit to read from; default what was indexed"`
}

// A FileText is a file, or some lines of it.
type FileText struct {
	FilePath  string `json:"filePath"`
	Ref       string `json:"ref,omitempty"`
	StartLine int    `json:"startLine" doc:"0 for an empty file"`
	EndLine   int    `json:"endLine"`
	LineCount int    `json:"lineCount" doc:"of the whole file"`
	Content   string `json:"content"`
	Note      string `json:"note,omitempty"`
	engine.Bounds
}

const (
	maxContent  = 50000 // characters
	maxFileSize = 16 << 20
)

// Read returns a *FileText.
func Read(ctx context.Context, e *engine.Engine, p ReadParams) (engine.Result, error) {
	files := e.Files
	if p.Ref != "" {
		if e.Revision == nil {
			return nil, &engine.ParameterError{Parameter: "ref", Reason: "other revisions cannot be read here"}
		}
		var err error
		if files, err = e.Revision(ctx, p.Ref); err != nil {
			return nil, &engine.ParameterError{Parameter: "ref", Reason: err.Error()}
		}
	}
	if files == nil {
		return nil, &engine.ParameterError{Reason: "the files of this snapshot cannot be read"}
	}
	file, err := fileNamed(files.Paths(), p.Path)
	if err != nil {
		return nil, err
	}
	content, err := files.ReadFile(file, maxFileSize)
	var unread *diff.UnreadError
	switch {
	case errors.As(err, &unread) || errors.Is(err, fs.ErrNotExist):
		return nil, &engine.ParameterError{Parameter: "path", Reason: fmt.Sprintf("%s: %v", engine.Clean(file), err)}
	case err != nil:
		return nil, err
	case diff.IsBinary(content):
		return nil, &engine.ParameterError{Parameter: "path", Reason: fmt.Sprintf("%s is a binary file of %d bytes", engine.Clean(file), len(content))}
	}
	r := &FileText{FilePath: file, Ref: p.Ref}
	return r, r.take(string(content), &p)
}

// take adds the requested lines to the answer, whole lines up to the limit.
func (r *FileText) take(content string, p *ReadParams) error {
	lines := strings.SplitAfter(content, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	r.LineCount = len(lines)
	end := min(cmp.Or(p.EndLine, len(lines)), len(lines))
	switch {
	case p.EndLine > 0 && p.EndLine < p.StartLine:
		return &engine.ParameterError{Parameter: "end_line", Reason: fmt.Sprintf("%d is before start_line %d", p.EndLine, p.StartLine)}
	case len(lines) == 0:
		return nil
	case p.StartLine > len(lines):
		return &engine.ParameterError{Parameter: "start_line", Reason: fmt.Sprintf("%d is after the end: %s has %s", p.StartLine, engine.Clean(r.FilePath), engine.Plural(len(lines), "line"))}
	}
	r.StartLine = p.StartLine
	var b strings.Builder
	room := maxContent
	for r.EndLine = p.StartLine - 1; r.EndLine < end; r.EndLine++ {
		line := strings.ToValidUTF8(lines[r.EndLine], "\ufffd")
		n := len([]rune(line))
		if n > room {
			if b.Len() == 0 { // a line longer than the limit is cut
				b.WriteString(engine.Shorten(line, room))
				r.EndLine++
			}
			break
		}
		b.WriteString(line)
		room -= n
	}
	r.Content = b.String()
	shown, total := len([]rune(r.Content)), len([]rune(strings.Join(lines[p.StartLine-1:end], "")))
	if shown < total {
		r.Bounds.Note("content", shown, total)
		r.Note = fmt.Sprintf("%d of %d characters", shown, total)
		if r.EndLine < end {
			r.Note += fmt.Sprintf("; go on with start_line %d", r.EndLine+1)
		}
	}
	return nil
}

// fileNamed returns the path that a user means: the path itself, or the only one with this ending.
func fileNamed(paths []string, name string) (string, error) {
	if strings.HasPrefix(name, "/") || strings.Contains("/"+strings.ReplaceAll(name, `\`, "/")+"/", "/../") {
		return "", &engine.ParameterError{Parameter: "path", Reason: fmt.Sprintf("%q is outside of the repository; give a path from its root", engine.Shorten(name, maxMatchText))}
	}
	want := path.Clean(name)
	if _, ok := slices.BinarySearch(paths, want); ok {
		return want, nil
	}
	if want == "." {
		return "", &engine.ParameterError{Parameter: "path", Reason: "names no file"}
	}
	var ending []string
	for _, p := range paths {
		if at := len(p) - len(want); at > 0 && p[at-1] == '/' && strings.EqualFold(p[at:], want) || strings.EqualFold(p, want) {
			ending = append(ending, p)
		}
	}
	switch len(ending) {
	case 0:
		return "", &engine.ParameterError{Parameter: "path", Reason: fmt.Sprintf("no regular file %q%s", engine.Shorten(name, maxMatchText), alike(paths, want))}
	case 1:
		return ending[0], nil
	}
	shown := ending[:min(len(ending), engine.MaxNearest)]
	reason := fmt.Sprintf("%q is the end of %d paths: %s", want, len(ending), engine.Clean(strings.Join(shown, ", ")))
	if len(shown) < len(ending) {
		reason += ", …"
	}
	return "", &engine.ParameterError{Parameter: "path", Reason: reason}
}

// alike suggests the path with the base name most similar to the requested one.
func alike(paths []string, want string) string {
	best, nearest := "", 0
	base := strings.ToLower(path.Base(want))
	for _, p := range paths {
		d, ok := engine.Likeness(base, strings.ToLower(path.Base(p)))
		if ok && (best == "" || d < nearest) {
			best, nearest = p, d
		}
	}
	if best == "" {
		return "; list_files shows what there is"
	}
	return fmt.Sprintf("; did you mean %s?", engine.Clean(best))
}

// Text writes the lines with their numbers.
func (r *FileText) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("%s, lines %d to %d of %d", r.FilePath, r.StartLine, r.EndLine, r.LineCount)
	if r.Content != "" {
		for i, line := range strings.Split(strings.TrimSuffix(r.Content, "\n"), "\n") {
			p.Line("%6d  %s", r.StartLine+i, strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
		}
	}
	p.Note("note: ", r.Note)
}

package query

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// ListFilesParams select files.
type ListFilesParams struct {
	Files    string `json:"files,omitempty" argument:"" doc:"list only files that fit a pattern: **/*.go, src/auth/*, *.{ts,tsx}"`
	Language string `json:"language,omitempty" doc:"list only files of a language or with an extension: go, typescript, md"`
	Limit    int    `json:"limit,omitempty" min:"1" max:"5000" default:"200" doc:"how many files"`
}

// A FileList holds the files by path.
type FileList struct {
	Files     []FileRow  `json:"files"`
	Count     int        `json:"count" doc:"how many fit, listed or not"`
	Languages []Language `json:"languages" doc:"of all that fit; those that are not analysed have no name"`
	Note      string     `json:"note,omitempty"`
	engine.Bounds
}

// A FileRow is one file.
type FileRow struct {
	FilePath string `json:"filePath"`
	Language string `json:"language,omitempty" doc:"none for a file that is not analysed"`
	Lines    int    `json:"lines,omitempty"`
	Symbols  int    `json:"symbols,omitempty"`
	Test     bool   `json:"test,omitempty"`
}

// A Language counts the files of a language.
type Language struct {
	Name    string `json:"name"`
	Files   int    `json:"files"`
	Symbols int    `json:"symbols"`
}

// ListFiles returns a *FileList.
func ListFiles(_ context.Context, e *engine.Engine, p ListFilesParams) (engine.Result, error) {
	paths, err := e.FilesFitting(p.Files, p.Language)
	if err != nil {
		return nil, err
	}
	symbols := make(map[string]int)
	for _, n := range e.Graph.Nodes {
		if n.Label != graph.File && n.Label != graph.Folder {
			symbols[n.Path]++
		}
	}
	r := &FileList{Files: []FileRow{}, Count: len(paths), Languages: []Language{}}
	for _, path := range paths {
		language := e.Language(path)
		i := slices.IndexFunc(r.Languages, func(l Language) bool { return l.Name == language })
		if i < 0 {
			i = len(r.Languages)
			r.Languages = append(r.Languages, Language{Name: language})
		}
		r.Languages[i].Files++
		r.Languages[i].Symbols += symbols[path]
	}
	slices.SortFunc(r.Languages, func(a, b Language) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Name, b.Name))
	})
	for _, path := range engine.Keep(&r.Bounds, "files", paths, p.Limit) {
		row := FileRow{FilePath: path, Symbols: symbols[path]}
		if n := e.Graph.Node(string(graph.File) + ":" + path); n != nil {
			row.Language, row.Lines, row.Test = n.Language, n.End, n.Test
		}
		r.Files = append(r.Files, row)
	}
	if len(paths) == 0 {
		r.Note = "no file fits; leave out files or language to see all"
	}
	return r, nil
}

// Text writes one line for each file, then the counts.
func (r *FileList) Text(w io.Writer) {
	p := engine.NewPage(w)
	for _, f := range r.Files {
		about := ""
		if f.Language != "" {
			about = fmt.Sprintf("  %s, %s, %s", f.Language, engine.Plural(f.Lines, "line"), engine.Plural(f.Symbols, "symbol"))
		}
		p.Line("%s%s", f.FilePath, about)
	}
	p.Note("  ", r.NoteOf("files"))
	p.Line("%s", engine.Plural(r.Count, "file"))
	for _, l := range r.Languages {
		p.Line("  %s: %s, %s", cmp.Or(l.Name, "not analysed"), engine.Plural(l.Files, "file"), engine.Plural(l.Symbols, "symbol"))
	}
	p.Note("note: ", r.Note)
}

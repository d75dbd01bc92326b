// Package rename renames a symbol and all its uses.
//
// In: an engine and the symbol. Out: an Answer: the edits, checked by parsing the changed files
// again, and the places that people have to check. With Apply the edits are made, all of them
// or none.
package rename

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// Params ask to rename a symbol.
type Params struct {
	OldName string `json:"old_name,omitempty" argument:"" doc:"name of the symbol, qualified or not"`
	NewName string `json:"new_name" argument:"" doc:"the name it gets"`
	engine.Choice
	Apply bool `json:"apply,omitempty" default:"false" doc:"change the files; without it the edits are only shown"`
	Text  bool `json:"text,omitempty" default:"false" doc:"also change the mentions in comments, strings and documents"`
	Force bool `json:"force,omitempty" default:"false" doc:"also change files whose last changes are not committed"`
}

// Statuses of a rename.
const (
	StatusSuccess = "success"
	StatusRefused = "refused"
)

// An Answer is the plan of a rename, with its outcome.
type Answer struct {
	Status    string        `json:"status" enum:"success,refused"`
	OldName   string        `json:"old_name"`
	NewName   string        `json:"new_name"`
	Files     int           `json:"files_affected" doc:"number of files in changes"`
	Total     int           `json:"total_edits"`
	Graph     int           `json:"graph_edits"`
	TextCount int           `json:"text_search_edits"`
	Changes   []FileChanges `json:"changes"`
	Applied   bool          `json:"applied"`
	// Symbols are all that get the name: with a method those that implement or override it.
	Symbols []engine.Symbol `json:"symbols" doc:"what gets the new name"`
	// Conflicts say why the rename is refused.
	Conflicts []Spot `json:"conflicts" doc:"why it is refused"`
	// Unresolved are uses of the old name that may be meant; they are not edited.
	Unresolved []Spot   `json:"unresolved" doc:"uses of the old name that may mean it and are not edited"`
	Notes      []string `json:"notes" doc:"what to know or do next"`
	engine.Bounds
}

// FileChanges are the edits of one file.
type FileChanges struct {
	FilePath string `json:"file_path"`
	NewPath  string `json:"new_path,omitempty" doc:"where the file moves to"`
	Edits    []Edit `json:"edits"`
}

// An Edit replaces one occurrence of the name.
type Edit struct {
	Line       int    `json:"line"`
	Column     int    `json:"column" doc:"of the name, in bytes from 1"`
	OldText    string `json:"old_text" doc:"the line, without the space around it"`
	NewText    string `json:"new_text" doc:"the line with this name replaced"`
	Confidence string `json:"confidence" enum:"graph,text_search" doc:"text_search edits are made only with text"`
}

// A Spot is a place with a remark.
type Spot struct {
	FilePath string `json:"file_path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Text     string `json:"text" doc:"the line"`
	Reason   string `json:"reason"`
}

// Confidences of an Edit.
const (
	ByGraph = "graph"
	ByText  = "text_search"
)

const (
	maxEdits = 2000 // shown per confidence
	maxSpots = 100
	maxText  = 200 // bytes of a line
)

// identifier matches what may be a name in some language. The parser decides whether it is one in
// the language of the symbol.
var identifier = lazyregexp.New(`^[\p{L}_$][\p{L}\p{Nd}_$]*[?!]?$`)

// Run returns an *Answer.
func Run(ctx context.Context, e *engine.Engine, p Params) (engine.Result, error) {
	switch {
	case e.Names == nil || e.Files == nil:
		return nil, &engine.ParameterError{Reason: "rename is not available here: the files cannot be read"}
	case p.Apply && e.Edits == nil:
		return nil, &engine.ParameterError{Parameter: "apply", Reason: "files cannot be changed here: only rename in a work tree can write, and the server has to allow it"}
	case len(p.NewName) > engine.MaxName || !identifier.MatchString(p.NewName):
		return nil, &engine.ParameterError{Parameter: "new_name", Reason: fmt.Sprintf("%q is no name", engine.Clean(p.NewName[:min(len(p.NewName), engine.MaxName)]))}
	}
	n, err := findNamed(e, p.OldName, p.Choice)
	if err != nil {
		return nil, err
	}
	switch {
	case n.Label == graph.File || n.Label == graph.Folder:
		return nil, &engine.ParameterError{Parameter: "old_name", Reason: n.Path + " is a file or folder; rename changes names in code"}
	case n.Name == p.NewName:
		return nil, &engine.ParameterError{Parameter: "new_name", Reason: "that is its name already"}
	case len(n.Name) > engine.MaxName || !identifier.MatchString(n.Name):
		return nil, &engine.ParameterError{Parameter: "old_name", Reason: engine.Clean(n.ID) + " is never named in code"}
	}
	w, err := e.Names.Written(ctx, []string{n.Name, p.NewName}, nil)
	if err != nil {
		return nil, err
	}
	plan, err := newRenaming(e, ctx, n, p.NewName, w)
	if err != nil {
		return nil, err
	}
	if err := plan.prove(ctx); err != nil {
		return nil, err
	}
	r := plan.result(&p)
	if !p.Apply || r.Status != StatusSuccess {
		return r, nil
	}
	if err := e.Edits.Apply(ctx, plan.files(p.Text), p.Force); err != nil {
		var refused *engine.EditError
		if !errors.As(err, &refused) {
			return nil, err
		}
		r.Status = StatusRefused
		r.Conflicts = append(r.Conflicts, Spot{FilePath: refused.Path, Reason: refused.Reason})
		return r, nil
	}
	r.Applied = true
	return r, nil
}

// findNamed is Find, but several symbols that share a name in one scope count as one.
func findNamed(e *engine.Engine, name string, c engine.Choice) (*graph.Node, error) {
	n, err := e.Find(name, c)
	if lookup := (*engine.LookupError)(nil); errors.As(err, &lookup) && lookup.Status == engine.StatusAmbiguous && !lookup.Truncated {
		first := e.Graph.Node(lookup.Candidates[0].UID)
		for i := range lookup.Candidates {
			if m := e.Graph.Node(lookup.Candidates[i].UID); m.Parent != first.Parent || m.Qualified != first.Qualified {
				return nil, err
			}
		}
		n, err = first, nil
	}
	if err == nil && n.Label == graph.Constructor && n.Parent != nil && n.Parent.Name == n.Name {
		n = n.Parent
	}
	return n, err
}

// Not says that the symbol is not renamed; "" if the edits are or could be made.
func (r *Answer) Not() string {
	if r.Status == StatusSuccess {
		return ""
	}
	return fmt.Sprintf("%s is not renamed to %s", r.OldName, r.NewName)
}

// Text writes the edits by file, then the places to check.
func (r *Answer) Text(w io.Writer) {
	p := engine.NewPage(w)
	switch {
	case r.Status == StatusRefused:
		p.Line("%s is not renamed to %s", r.OldName, r.NewName)
	case r.Applied:
		p.Line("%s is renamed to %s: %s in %s", r.OldName, r.NewName, engine.Plural(r.Total, "edit"), engine.Plural(r.Files, "file"))
	default:
		p.Line("%s would be renamed to %s: %s in %s", r.OldName, r.NewName, engine.Plural(r.Total, "edit"), engine.Plural(r.Files, "file"))
	}
	for i := range r.Symbols {
		p.Line("  %s  %s  %s", r.Symbols[i].Kind, r.Symbols[i].Place(), r.Symbols[i].UID)
	}
	p.Note("  ", r.NoteOf("symbols"))
	spots(p, "because", r.Conflicts, r.NoteOf("conflicts"))
	for i := range r.Changes {
		c := &r.Changes[i]
		p.Line("%s", c.FilePath)
		p.Note("  moves to ", c.NewPath)
		for j := range c.Edits {
			p.Line("  %d:%d  %s  %s", c.Edits[j].Line, c.Edits[j].Column, c.Edits[j].Confidence, c.Edits[j].NewText)
		}
	}
	p.Note("  ", r.NoteOf("changes.edits"))
	spots(p, "not edited, look at these", r.Unresolved, r.NoteOf("unresolved"))
	for _, note := range r.Notes {
		p.Line("%s", note)
	}
}

func spots(p engine.Page, title string, list []Spot, cut string) {
	if len(list) == 0 {
		return
	}
	p.Line("%s", title)
	for i := range list {
		s := &list[i]
		if s.Line == 0 {
			p.Line("  %s: %s", s.FilePath, s.Reason)
			continue
		}
		p.Line("  %s:%d:%d: %s: %s", s.FilePath, s.Line, s.Column, s.Reason, s.Text)
	}
	p.Note("  ", cut)
}

func compareSpots(a, b Spot) int {
	return cmp.Or(cmp.Compare(a.FilePath, b.FilePath), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Reason, b.Reason))
}

func sortedSpots(list []Spot) []Spot {
	slices.SortFunc(list, compareSpots)
	return append([]Spot{}, slices.Compact(list)...)
}

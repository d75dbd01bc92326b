package rename

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// Strings in code that contain the name, and that the language or a type checker takes for the
// member: in tuples with which a class names its members, and in types that take keys.

// languageOf returns the language of a file name, nil where it is not known.
func (r *renaming) languageOf(name string) *lang.Language {
	for _, l := range r.engine.Languages {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// isWholeString reports whether the name is the whole content of a string: code may look up a
// member by it.
func (r *renaming) isWholeString(file string, at int) bool {
	content := r.content(file)
	end := at + len(r.oldName)
	return at > 0 && end < len(content) && content[at-1] == content[end] && strings.IndexByte("\"'`", content[end]) >= 0
}

// isSlot reports whether a string in a class names one of its renamed members.
func (r *renaming) isSlot(w graph.Word) bool {
	content := r.content(w.Path)
	line, _, _ := lineAt(content, w.At)
	var class *graph.Node // the innermost class
	for _, n := range r.engine.Graph.Nodes {
		if n.Path == w.Path && n.Label == graph.Class && n.Start <= line && line <= n.End && (class == nil || n.Start >= class.Start) {
			class = n
		}
	}
	if class == nil {
		return false
	}
	l := r.languageOf(class.Language)
	if l == nil || l.NamesMember == nil || !slices.ContainsFunc(r.members(), func(n *graph.Node) bool { return n.Parent != nil && n.Parent.ID == class.ID }) {
		return false
	}
	from := 0
	for range class.Start - 1 {
		from += bytes.IndexByte(content[from:], '\n') + 1
	}
	return from <= w.At && l.NamesMember(content[from:w.At])
}

// typeKeys finds types that take the keys of types with renamed members: the strings to edit with
// them, and the files whose strings a keyof may check.
func (r *renaming) typeKeys(ctx context.Context) error {
	owners, names := make(map[string]bool), []string{}
	var keys *lang.KeyTypes
	for _, n := range r.members() {
		l := r.languageOf(n.Language)
		if l == nil || l.KeyTypes == nil {
			continue
		}
		if (n.Label == graph.Field || !l.KeyTypes.FieldsOnly) && n.Parent != nil && n.Parent.Label != graph.File && !owners[n.Parent.ID] {
			owners[n.Parent.ID] = true
			keys = l.KeyTypes
			names = append(names, n.Parent.Name)
		}
	}
	isKey := func(w graph.Word) bool {
		return w.Name == r.oldName && w.In == graph.InString && r.isWholeString(w.Path, w.At)
	}
	if keys == nil || !keys.Passed && !slices.ContainsFunc(r.was.Words, isKey) {
		return nil
	}
	written, err := r.engine.Names.Written(ctx, names, nil)
	if err != nil {
		return err
	}
	keyed := make(map[string]bool)
	for i := range written.Uses {
		u := &written.Uses[i]
		if !slices.ContainsFunc(u.Symbols, func(n *graph.Node) bool { return owners[n.ID] }) {
			continue
		}
		content := r.content(u.Path)
		if u.At+len(u.Name) > len(content) {
			continue
		}
		end := u.At + len(u.Name)
		switch keys.Use(content[max(0, u.At-maxText):u.At]) {
		case lang.PassedKeys:
			r.conflicts = append(r.conflicts, r.spot(u.Path, u.At, "the keys of "+engine.Clean(u.Name)+" are arguments of the call here"))
		case lang.CheckedKeys:
			keyed[u.Path] = true
		case lang.ListedKeys:
			r.pick(u.Path, end, func(w graph.Word) bool { return isKey(w) && keys.Listed(content[end:w.At]) })
		}
	}
	// A file that uses the definitions of this file may pass keys to them.
	for _, e := range r.was.Graph.Edges() {
		if keyed[e.Target.Path] {
			r.keyed[e.Source.Path] = true
		}
	}
	for file := range keyed {
		r.keyed[file] = r.keyed[file] || keyed[file]
	}
	return nil
}

// pick edits the strings of a file, after a position, that are keys with the name.
func (r *renaming) pick(path string, from int, isKey func(graph.Word) bool) {
	for _, w := range r.was.Words {
		if w.Path == path && w.At > from && isKey(w) {
			r.picked = append(r.picked, place{w.Path, w.At})
		}
	}
}

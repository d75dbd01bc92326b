package rename

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// The strings of code that are the name, and that the language or a type checker takes for the
// member: in __slots__ of Python, in the types of TypeScript that take keys.

var (
	// slots ends before an entry of the tuples with which a class of Python names its members.
	slots = regexp.MustCompile(`(?:^|[\n;])[ \t]*(?:__slots__|__match_args__)[ \t]*(?::[^=\n]*)?=\s*[(\[{]?(?:[\s,:]|"[^"\n]*"|'[^'\n]*'|#[^\n]*\n)*["']$`)
	// keysOf ends before the type whose keys are meant.
	keysOf = regexp.MustCompile(`\bkeyof\s+\(?\s*(?:typeof\s+)?(?:[\w$]+\.)*$`)
	// unpacking ends before a TypedDict of Python whose keys are the arguments of calls.
	unpacking = regexp.MustCompile(`\bUnpack\[\s*["']?(?:\w+\.)*$`)
	// picking ends before the type of which a type takes some keys, picked before such a key.
	picking = regexp.MustCompile(`\b(?:Pick|Omit)\s*<\s*(?:[\w$]+\.)*$`)
	picked  = regexp.MustCompile("^\\s*,\\s*\\|?\\s*(?:[\"'][^\"'\\n]*[\"']\\s*\\|\\s*)*[\"']$")
)

// isWholeString reports whether the name at a place is all that stands between quotes: code may
// look a member up by it.
func (r *renaming) isWholeString(file string, at int) bool {
	content := r.content(file)
	end := at + len(r.oldName)
	return at > 0 && end < len(content) && content[at-1] == content[end] && strings.IndexByte("\"'`", content[end]) >= 0
}

// isSlot reports whether a string of a class names one of its members that get the name.
func (r *renaming) isSlot(w graph.Word) bool {
	content := r.content(w.Path)
	line, _, _ := lineAt(content, w.At)
	var class *graph.Node // the innermost
	for _, n := range r.engine.Graph.Nodes {
		if n.Path == w.Path && n.Language == "python" && n.Label == graph.Class && n.Start <= line && line <= n.End && (class == nil || n.Start >= class.Start) {
			class = n
		}
	}
	if class == nil || !slices.ContainsFunc(r.members(), func(n *graph.Node) bool { return n.Parent != nil && n.Parent.ID == class.ID }) {
		return false
	}
	from := 0
	for range class.Start - 1 {
		from += bytes.IndexByte(content[from:], '\n') + 1
	}
	return from <= w.At && slots.Match(content[from:w.At])
}

// typeKeys finds where types take the keys of the types whose members get the name: the strings
// that are edited with them, and the files whose strings a keyof may check.
func (r *renaming) typeKeys(ctx context.Context) error {
	owners, names := make(map[string]bool), []string{}
	for _, n := range r.members() {
		if (n.Language == "typescript" || n.Language == "python" && n.Label == graph.Field) && n.Parent != nil && n.Parent.Label != graph.File && !owners[n.Parent.ID] {
			owners[n.Parent.ID] = true
			names = append(names, n.Parent.Name)
		}
	}
	isKey := func(w graph.Word) bool {
		return w.Name == r.oldName && w.In == graph.InString && r.isWholeString(w.Path, w.At)
	}
	python := r.root.Language == "python"
	if len(owners) == 0 || !python && !slices.ContainsFunc(r.was.Words, isKey) {
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
		before, end := content[max(0, u.At-maxText):u.At], u.At+len(u.Name)
		if python {
			if unpacking.Match(before) {
				r.conflicts = append(r.conflicts, r.spot(u.Path, u.At, "the keys of "+engine.Clean(u.Name)+" are arguments of the call here"))
			}
			continue
		}
		keyed[u.Path] = keyed[u.Path] || keysOf.Match(before)
		if !picking.Match(before) {
			continue
		}
		for _, w := range r.was.Words {
			if w.Path == u.Path && w.At > end && isKey(w) && picked.Match(content[end:w.At]) {
				r.picked = append(r.picked, place{w.Path, w.At})
			}
		}
	}
	// Who uses what a file defines may hand it a key.
	for _, e := range r.was.Graph.Edges {
		if keyed[e.Target.Path] {
			r.keyed[e.Source.Path] = true
		}
	}
	for file := range keyed {
		r.keyed[file] = r.keyed[file] || keyed[file]
	}
	return nil
}

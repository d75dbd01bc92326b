// Package callee compares which names the changed functions call.
//
// In: a set of changed symbols and the facts of the changed files of both sides. Out: for each
// function, or file for the code outside of functions, the names that only its head version calls,
// and those that only its base version calls.
//
// Invariants: names are compared by their last part, as written: a call through another receiver, of
// another overload or in another place is no difference, and neither is one that follows a renamed
// symbol. Of a file that could not be parsed as a whole nothing is returned.
//
// Absent: what a call does, how often and in which order names are called, and functions of generated files.
package callee

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Difference has the names that one version of a symbol calls and the other does not, in the order of the
// source, each once.
type Difference struct{ Came, Gone []string }

// MaxNames is how many names a Difference has of each side.
const MaxNames = 20

// maxDepth bounds how many definitions around a call are looked at.
const maxDepth = 64

// Of returns the differences of the symbols of both sides whose code differs, by Symbol.Node.
func Of(s *factstore.Store, set *change.Set, base, head *graph.Graph) map[*graph.Node]Difference {
	files := make(map[string]*diff.FileChange) // by path in head
	for i := range set.Files {
		if f := &set.Files[i]; f.NewPath != "" {
			files[f.NewPath] = f
		}
	}
	renamed := make(map[string]string) // last parts of names of symbols, of base to head
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Base != nil && c.Head != nil && c.Base.Name != c.Head.Name {
			renamed[c.Base.Name] = c.Head.Name
		}
	}
	v := versions{store: s, of: make(map[version]*calls)}
	out := make(map[*graph.Node]Difference)
	for i := range set.Symbols {
		c := &set.Symbols[i]
		if c.Base == nil || c.Head == nil || !c.Parts.Has(change.Body) || !c.Head.Label.Callable() && c.Head.Label != graph.File {
			continue
		}
		h, b := files[c.Head.Path], fileOf(set, c.Base.Path)
		if h == nil || b == nil {
			continue
		}
		was, is := v.read(c.Base.Path, b.OldBlob, base), v.read(c.Head.Path, h.NewBlob, head)
		if was == nil || is == nil {
			continue
		}
		d := compare(was.in(c.Base), is.in(c.Head), renamed)
		if len(d.Came)+len(d.Gone) > 0 {
			out[c.Node()] = d
		}
	}
	return out
}

// fileOf returns the changed file of a path of base, nil where there is none.
func fileOf(set *change.Set, path string) *diff.FileChange {
	i := slices.IndexFunc(set.Files, func(f diff.FileChange) bool { return f.OldPath == path && f.Status != diff.Copied })
	if i < 0 {
		return nil
	}
	return &set.Files[i]
}

// A name is what is called.
type name struct {
	last string // part of its name
	text string // as people read it
}

// compare returns what only one version calls.
func compare(was, is []name, renamed map[string]string) Difference {
	only := func(of, others []name, follows func(of, other string) bool) (names []string) {
		for _, n := range of {
			same := func(o name) bool { return o.last == n.last || follows(n.last, o.last) }
			if len(names) < MaxNames && !slices.ContainsFunc(others, same) && !slices.Contains(names, n.text) {
				names = append(names, n.text)
			}
		}
		return names
	}
	return Difference{
		Came: only(is, was, func(of, other string) bool { return renamed[other] == of }),
		Gone: only(was, is, func(of, other string) bool { return renamed[of] == other }),
	}
}

// A version is one side of a file.
type version struct {
	path, blob string
}

// versions reads each version once.
type versions struct {
	store *factstore.Store
	of    map[version]*calls
}

func (v *versions) read(path, blob string, side *graph.Graph) *calls {
	at := version{path, blob}
	c, known := v.of[at]
	if !known {
		if l := v.store.Source(path, side); l != nil {
			if f := v.store.Facts(blob, l); f != nil && len(f.Problems) == 0 {
				c = &calls{f}
			}
		}
		v.of[at] = c
	}
	return c
}

// calls are the calls of one version of a file.
type calls struct{ *facts.File }

// in returns what a symbol calls, in order, with the functions inside of it; of a file, what the code outside of
// functions with a name calls.
func (c *calls) in(n *graph.Node) []name {
	var names []name
	for i := range c.Exprs {
		ex := &c.Exprs[i]
		if ex.Kind != facts.Call || ex.Flags&(facts.Implicit|facts.Operator|facts.Decorates) != 0 || !c.within(ex.In, n) {
			continue
		}
		if called, ok := c.name(ex.X); ok {
			names = append(names, called)
		}
	}
	return names
}

// within reports whether a definition is the one of a symbol, or inside of it.
func (c *calls) within(d facts.DefID, n *graph.Node) bool {
	for range maxDepth {
		if d < 0 || int(d) >= len(c.Defs) {
			return n.Label == graph.File
		}
		def := &c.Defs[d]
		switch {
		case n.Label != graph.File && int(def.Line) == n.Line && def.Name == n.Name:
			return true
		case n.Label == graph.File && def.Name != "":
			return false
		}
		d = def.Parent
	}
	return false
}

// name returns what an expression that is called is known by, false where that is no name.
func (c *calls) name(x facts.ExprID) (name, bool) {
	if x < 0 || int(x) >= len(c.Exprs) {
		return name{}, false
	}
	ex := &c.Exprs[x]
	switch ex.Kind {
	case facts.Name:
		return name{ex.Name, ex.Name}, ex.Name != ""
	case facts.Member:
		if ex.Name == "" {
			return name{}, false
		}
		if on, ok := c.receiver(ex.X); ok {
			return name{ex.Name, on + "." + ex.Name}, true
		}
		return name{ex.Name, ex.Name}, true
	}
	return name{}, false // of a local function, a value, a type
}

// receiver returns the name in front of a member, false where there is none.
func (c *calls) receiver(x facts.ExprID) (string, bool) {
	if x < 0 || int(x) >= len(c.Exprs) {
		return "", false
	}
	switch ex := &c.Exprs[x]; ex.Kind {
	case facts.Name:
		return ex.Name, ex.Name != ""
	case facts.Local:
		if ex.Ref >= 0 && int(ex.Ref) < len(c.Vars) {
			v := c.Vars[ex.Ref].Name
			return v, v != ""
		}
	}
	return "", false
}

// Package callee compares which names the changed functions call.
//
// In: a set of changed symbols and the facts of the changed files of both sides. Out: for each
// function, or file for the code outside of functions, the names that only its head version calls,
// and those that only its base version calls; for a function that is new, and not made of others, what it calls.
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

// Of returns the differences of the symbols of both sides whose code differs, and of new functions, by Symbol.Node.
func Of(s *factstore.Store, set *change.Set, base, head *graph.Graph) map[*graph.Node]Difference {
	older, newer := make(map[string]string), make(map[string]string) // blobs of the changed files, by path in base and in head
	for i := range set.Files {
		f := &set.Files[i]
		if f.OldPath != "" && f.Status != diff.Copied {
			older[f.OldPath] = f.OldBlob
		}
		if f.NewPath != "" {
			newer[f.NewPath] = f.NewBlob
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
		if c.Base == nil && c.Head.Label.Callable() && c.Code == "" {
			if is := v.read(c.Head.Path, newer, head); is != nil {
				out[c.Head] = compare(nil, is.of(c.Head), nil)
			}
		}
		if c.Base == nil || c.Head == nil || !c.Parts.Has(change.Body) || !c.Head.Label.Callable() && c.Head.Label != graph.File {
			continue
		}
		was, is := v.read(c.Base.Path, older, base), v.read(c.Head.Path, newer, head)
		if was == nil || is == nil {
			continue
		}
		d := compare(was.of(c.Base), is.of(c.Head), renamed)
		if len(d.Came)+len(d.Gone) > 0 {
			out[c.Node()] = d
		}
	}
	return out
}

// A name is what is called.
type name struct {
	last string // part of its name
	text string // as people read it
}

// compare returns what only one version calls.
func compare(was, is []name, renamed map[string]string) Difference {
	before, after := make(map[string]bool), make(map[string]bool) // last parts of names; before with those that they have now
	for _, n := range was {
		before[n.last], before[renamed[n.last]] = true, true
	}
	for _, n := range is {
		after[n.last] = true
	}
	return Difference{
		Came: only(is, func(n name) bool { return !before[n.last] }),
		Gone: only(was, func(n name) bool { return !after[n.last] && !after[renamed[n.last]] }),
	}
}

// only returns the first of the names for which keep is true, each once.
func only(names []name, keep func(name) bool) (kept []string) {
	for _, n := range names {
		if len(kept) < MaxNames && keep(n) && !slices.Contains(kept, n.text) {
			kept = append(kept, n.text)
		}
	}
	return kept
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

// read returns the calls of a version of a file, nil where the file did not change or was not parsed as a whole.
func (v *versions) read(path string, blobs map[string]string, side *graph.Graph) *calls {
	blob, changed := blobs[path]
	if !changed {
		return nil
	}
	at := version{path, blob}
	c, known := v.of[at]
	if !known {
		if l := v.store.Source(path, side); l != nil {
			if f := v.store.Facts(blob, l); f != nil && len(f.Problems) == 0 {
				c = callsIn(f)
			}
		}
		v.of[at] = c
	}
	return c
}

// calls are the names that one version of a file calls, in the order of the source.
type calls struct {
	in      map[place][]name // by definition, with those of the definitions inside of it
	outside []name           // outside of definitions with a name
}

// A place is the definition of a symbol.
type place struct {
	line int
	name string
}

// of returns what a symbol calls; of a file, what the code outside of definitions with a name calls.
func (c *calls) of(n *graph.Node) []name {
	if n.Label == graph.File {
		return c.outside
	}
	return c.in[place{n.Line, n.Name}]
}

// callsIn returns the calls in a file.
func callsIn(file *facts.File) *calls {
	c := &calls{in: make(map[place][]name)}
	f := source{file}
	for i := range f.Expressions() {
		ex := &f.Expressions()[i]
		if ex.Kind != facts.Call || ex.Flags&(facts.Implicit|facts.Operator|facts.Decorates) != 0 {
			continue
		}
		called, ok := f.name(ex.X)
		if !ok {
			continue
		}
		d, named := ex.In, false
		inside := func() bool { return d >= 0 && int(d) < len(f.Defs) }
		for depth := 0; inside() && depth < maxDepth; depth++ {
			def := &f.Defs[d]
			at := place{int(def.Line), def.Name}
			c.in[at], named = append(c.in[at], called), named || def.Name != ""
			d = def.Parent
		}
		if !inside() && !named {
			c.outside = append(c.outside, called)
		}
	}
	return c
}

// A source is a file whose expressions are read.
type source struct{ *facts.File }

// name returns what an expression that is called is known by, false where that is no name.
func (f source) name(x facts.ExprID) (name, bool) {
	if x < 0 || int(x) >= f.NumExprs() {
		return name{}, false
	}
	ex := &f.Expressions()[x]
	switch ex.Kind {
	case facts.Name:
		return name{ex.Name, ex.Name}, ex.Name != ""
	case facts.Member:
		if ex.Name == "" {
			return name{}, false
		}
		if on, ok := f.receiver(ex.X); ok {
			return name{ex.Name, on + "." + ex.Name}, true
		}
		return name{ex.Name, ex.Name}, true
	}
	return name{}, false // of a local function, a value, a type
}

// receiver returns the name in front of a member, false where there is none.
func (f source) receiver(x facts.ExprID) (string, bool) {
	if x < 0 || int(x) >= f.NumExprs() {
		return "", false
	}
	switch ex := &f.Expressions()[x]; ex.Kind {
	case facts.Name:
		return ex.Name, ex.Name != ""
	case facts.Local:
		if ex.Ref >= 0 && int(ex.Ref) < len(f.Vars) {
			v := f.Vars[ex.Ref].Name
			return v, v != ""
		}
	}
	return "", false
}

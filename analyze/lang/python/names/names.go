// Package names resolves names within one Python file.
//
// In: the definitions and imports of the file, added during the walk over its statements. Out: the
// origin of an imported name, the definition that a name means in the file or in a class, and whether
// a name means the builtin.
//
// Invariants: it adds nothing to the facts.
package names

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// A Table holds the names of one file.
type Table struct {
	// Origins are the origins of imported names.
	Origins map[string]Origin
	// Defined are the names of the functions and classes at file level, so that a use before the
	// definition is not resolved to the builtin.
	Defined map[string]bool
	// TypeVars are the type variables of the file, with their bounds.
	TypeVars map[string]facts.TypeID

	t       syntax.Tree
	b       *lang.Builder
	members map[member]facts.DefID
}

// An Origin is the module a name was imported from, and the name there; "" for
// the module itself.
type Origin struct{ Module, Name string }

// A member is a name in a class, or at file level where class is None.
type member struct {
	class facts.DefID
	name  string
}

// ToCome is the definition of a method that comes later in the class.
const ToCome facts.DefID = -2

// New returns a table that contains the names of functions and classes at file level.
func New(t syntax.Tree, b *lang.Builder) *Table {
	n := &Table{
		Origins:  make(map[string]Origin),
		Defined:  make(map[string]bool),
		TypeVars: make(map[string]facts.TypeID),
		t:        t, b: b,
		members: make(map[member]facts.DefID),
	}
	for c := t.First(0); c >= 0; c = t.Next(c) {
		def := c
		if t.Kind(c) == syntax.KDecoratedDefinition {
			def = t.Child(c, syntax.FDefinition)
		}
		if t.IsDefinition(def) {
			n.Defined[t.Word(t.Child(def, syntax.FName))] = true
		}
	}
	return n
}

// Define records that name means the definition id in a class, or at file level where class is None.
func (n *Table) Define(class facts.DefID, name string, id facts.DefID) {
	n.members[member{class, name}] = id
}

// Member returns the definition that a name means in a class, or at file level when class is None.
func (n *Table) Member(class facts.DefID, name string) (id facts.DefID, ok bool) {
	id, ok = n.members[member{class, name}]
	return id, ok
}

// OriginOf returns the origin of the name or module member at node i; zero when it is not imported.
func (n *Table) OriginOf(i int32) Origin {
	switch n.t.Kind(i) {
	case syntax.KIdentifier:
		return n.Origins[n.t.Word(i)]
	case syntax.KAttribute:
		object := n.t.Child(i, syntax.FObject)
		if n.t.Kind(object) != syntax.KIdentifier {
			return Origin{}
		}
		o := n.Origins[n.t.Word(object)]
		if o.Module == "" || o.Name != "" {
			return Origin{}
		}
		return Origin{o.Module, n.t.Word(n.t.Child(i, syntax.FAttribute))}
	}
	return Origin{}
}

// IsBuiltin reports whether name means the builtin in the open scope.
func (n *Table) IsBuiltin(name string) bool {
	if _, builtin := standard.Universe[name]; !builtin {
		return false
	}
	_, imported := n.Origins[name]
	return !imported && !n.Defined[name] && n.b.Lookup(name) == facts.None
}

// ClassNamed returns the class of this file that identifier i means, or None.
func (n *Table) ClassNamed(i int32) facts.DefID {
	id, ok := n.Member(facts.None, n.t.Word(i))
	if !ok || id < 0 || n.b.Lookup(n.t.Word(i)) >= 0 {
		return facts.None
	}
	if k := n.b.File.Defs[id].Kind; k != facts.Class && k != facts.Interface {
		return facts.None
	}
	return id
}

// IsTyping reports whether a module declares types for annotations: typing or one of its copies.
func IsTyping(module string) bool {
	switch module {
	case "typing", "typing_extensions", "collections.abc", "_typeshed":
		return true
	}
	return strings.HasSuffix(module, ".typing_extensions") // vendored
}

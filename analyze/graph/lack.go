package graph

import (
	"cmp"
	"slices"
	"strings"
)

// A Form is what has to satisfy a type.
type Form string

const (
	DeclaredType  Form = "type"     // a type that says so where it is declared
	NamelessClass Form = "class"    // a class without a name: new T() {…}
	ObjectValue   Form = "object"   // an object literal where the type is declared
	FunctionValue Form = "function" // a function literal where the type is declared
	UsedAs        Form = "use"      // a type whose values are used as the other, and which does not say so
)

// A Lack is something that has to satisfy a type and surely lacks members that the
// type requires: a compiler would reject it. What may have them from outside of the
// repository is not listed.
type Lack struct {
	Form Form
	// By is the type that lacks them, nil for what has no name. Source is the innermost
	// definition around the place, or the file; By itself for a DeclaredType.
	By, Source *Node
	Members    []*Node // what is missing, sorted by ID; the Parent of each is the type that requires it
	// OneOf: a function literal may stand for one of Members.
	OneOf      bool
	Path       string
	Line       int
	Confidence float64
	Rule       int
}

// Lack adds something that does not satisfy a type.
func (b *Builder) Lack(l Lack) {
	slices.SortFunc(l.Members, func(a, b *Node) int { return strings.Compare(a.ID, b.ID) })
	b.lacks = append(b.lacks, l)
}

func compareLacks(a, b Lack) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Form, b.Form),
		compareIDs(a.By, b.By), slices.CompareFunc(a.Members, b.Members, compareIDs))
}

func compareIDs(a, b *Node) int {
	if a == nil || b == nil {
		return cmp.Compare(boolInt(a != nil), boolInt(b != nil))
	}
	return strings.Compare(a.ID, b.ID)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

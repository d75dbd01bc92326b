package graph

import (
	"cmp"
	"slices"
	"strings"
)

// A Form is the form of a value or type that has to satisfy a type.
type Form string

const (
	DeclaredType  Form = "type"      // a declared type that names the other as its supertype
	NamelessClass Form = "class"     // an anonymous class: new T() {…}
	ObjectValue   Form = "object"    // an object literal where the type is declared
	FunctionValue Form = "function"  // a function literal where the type is declared
	Extension     Form = "extension" // an implementation for a type of the language or from outside: impl Trait for Vec<u8> {…}
	UsedAs        Form = "use"       // a type whose values are used as the other, without a declaration of that
)

// A Lack is a value or type that certainly lacks members which a type requires: a compiler
// would reject it. It is not listed if the members may come from outside the repository.
type Lack struct {
	Form Form
	// By is the type that lacks them, nil for anonymous code. Source is the innermost
	// definition around the place, or the file; By itself for a DeclaredType.
	By, Source *Node
	Members    []*Node // the missing members, sorted by ID; the Parent of each is the type that requires it
	// OneOf: any one of Members would do, as for a function literal.
	OneOf      bool
	Path       string
	Line       int
	Confidence float64
	Rule       int
}

// Lack adds a missing implementation.
func (b *Builder) Lack(l Lack) {
	slices.SortFunc(l.Members, func(a, b *Node) int { return strings.Compare(a.ID, b.ID) })
	b.lacks = append(b.lacks, l)
}

// between returns a copy of l with the nodes that stand for its own.
func (l *Lack) between(node func(*Node) *Node) Lack {
	to := *l
	to.By, to.Source, to.Members = node(l.By), node(l.Source), slices.Clone(l.Members)
	for i, m := range to.Members {
		to.Members[i] = node(m)
	}
	return to
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

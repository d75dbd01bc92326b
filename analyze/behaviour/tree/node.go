// Package tree is the common form in which two versions of a function are compared, whatever
// their language.
//
// In: the syntax tree of a file, and what the nodes of its grammar do (lang.Form). Out: a Node
// for the file. It has no layout, comments, documentation, types or brackets. Constructs with the same
// meaning have one form: an else after a branch that leaves, i++ and i += 1, nested "and", a pattern
// with a name that is not used, a handler of the type that handlers without a type catch.
//
// Invariants: the form depends on the content alone; sealed nodes with the same hash and size are
// equal; the depth is bounded.
//
// Not here: what names refer to.
package tree

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Node is one node of the common form of all languages. Its role determines its kids:
//
//	File, Block      statements
//	Container        members; text is the name
//	Function         [Parameters, Block, decorators...]; text is the name, empty for a literal
//	Parameter        [default?]; text is the name
//	If, Ternary      [condition, then, else]
//	Loop, With       [header, Block]
//	Switch           [value, Case...]; Case [header, Block]
//	Try              [Block, Catch..., Finally?]; Catch [header, Block]; Finally [Block]
//	Return, Throw    [value?]
//	Assign           [target, value]; op says how
//	Call, New        [callee, argument...]
//	Member           [value]; text is the name
//	Pair             [value]; text is the key
//	Name, literals   none; text is the name or the value
//
// For a node without a role, Text is the kind of the grammar node, Op its tokens, and the kids are
// its parts.
type Node struct {
	Role lang.Role
	Text string
	Op   string
	Kids []*Node

	Line       int32  // 1-based
	Start, End uint32 // in the source
	Hash       uint64
	Size       int32

	Declares bool     // an Assign that binds new names, a Name that a Case binds
	Zero     bool     // zero, null or false, where these are equal
	One      bool     // one or true, where these are equal
	Tail     bool     // the last value of a body, which is its result
	closed   bool     // in brackets
	Name     string   // of a function literal: what it is bound to; of a decorator: its own
	Mods     []string // of a Function or Container; of the body of a Function: the variables that it declares without a value
	Broken   bool     // a Function with a syntax error, or a file with one outside of functions
}

// Preprocessed is the operator of an If of the preprocessor.
const Preprocessed = "#if"

// Result is the operator of a Parameter that is a result with a name (Go).
const Result = "result"

// RoleList is the role of nodes that only hold others.
const RoleList = lang.RoleModifiers + 1

// Kid returns the kid at an index, nil when there is none.
func (n *Node) Kid(i int) *Node {
	if n == nil || i >= len(n.Kids) {
		return nil
	}
	return n.Kids[i]
}

// Unawaited returns what an await waits for, also where one waits for another; any other node as it is.
func (n *Node) Unawaited() *Node {
	for n.Is(lang.RoleAwait) {
		n = n.Kid(0)
	}
	return n
}

// IsSelf reports whether a node is the name of the current instance.
func (n *Node) IsSelf() bool {
	return n.Is(lang.RoleName) && (n.Text == "this" || n.Text == "self")
}

// Is reports whether n has one of roles.
func (n *Node) Is(roles ...lang.Role) bool {
	if n == nil {
		return false
	}
	for _, r := range roles {
		if n.Role == r {
			return true
		}
	}
	return false
}

// Walk calls f for n and all nodes below it. Where f returns false, it does not go deeper.
func (n *Node) Walk(f func(*Node) bool) {
	if n == nil || !f(n) {
		return
	}
	for _, k := range n.Kids {
		k.Walk(f)
	}
}

// Some reports whether f holds for n or a node below it.
func (n *Node) Some(f func(*Node) bool) bool {
	found := false
	n.Walk(func(k *Node) bool {
		found = found || f(k)
		return !found
	})
	return found
}

// Copy returns a copy of n and of all below it.
func (n *Node) Copy() *Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Kids = make([]*Node, len(n.Kids))
	for i, k := range n.Kids {
		out.Kids[i] = k.Copy()
	}
	return &out
}

// Preprocessors returns how many branches of a preprocessor a node has.
func Preprocessors(n *Node) (branches int) {
	n.Walk(func(k *Node) bool {
		if k.Op == Preprocessed {
			branches++
		}
		return true
	})
	return branches
}

const (
	HashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

func Mix(h, v uint64) uint64 {
	h ^= v
	h *= hashPrime
	return h ^ h>>29
}

func MixText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return Mix(h, uint64(len(s)))
}

// Seal sets hash and size of n and all below it.
func (n *Node) Seal() {
	n.Size = 1
	h := MixText(MixText(Mix(HashSeed, uint64(n.Role)), n.Op), n.Text)
	for _, k := range n.Kids {
		if k == nil {
			h = Mix(h, 1)
			continue
		}
		k.Seal()
		n.Size += k.Size
		h = Mix(h, k.Hash)
	}
	n.Hash = h
}

// Same reports whether two sealed nodes are equal.
func Same(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Hash == b.Hash && a.Size == b.Size
}

// SameAll reports whether two lists of sealed nodes are equal.
func SameAll(a, b []*Node) bool { return slices.EqualFunc(a, b, Same) }

// HasSame reports whether nodes have one that is equal to another.
func HasSame(in []*Node, n *Node) bool {
	return slices.ContainsFunc(in, func(k *Node) bool { return Same(k, n) })
}

// LastName returns the last part of what is called: "c" of a.b.c and of A::c.
func LastName(n *Node) string {
	switch {
	case n == nil:
		return ""
	case n.Role == lang.RoleMember:
		return n.Text
	case n.Role == lang.RoleName:
		s := n.Text
		if i := strings.LastIndexAny(s, ".:\\"); i >= 0 && i+1 < len(s) {
			s = s[i+1:]
		}
		return s
	case n.Role == lang.RoleIndex, n.Role == lang.RoleCall, n.Role == lang.RoleNew:
		return LastName(n.Kid(0))
	}
	return ""
}

// Dotted returns a name qualified with the names before it: "a.b.c". Parts without a name are left
// out.
func Dotted(n *Node) string {
	if n.Is(lang.RoleMember) {
		if before := Dotted(n.Kid(0)); before != "" {
			return before + "." + n.Text
		}
		return n.Text
	}
	if n.Is(lang.RoleName) {
		return strings.ReplaceAll(n.Text, "::", ".")
	}
	if n.Is(lang.RoleCall, lang.RoleIndex, lang.RoleAwait) {
		return Dotted(n.Kid(0))
	}
	return ""
}

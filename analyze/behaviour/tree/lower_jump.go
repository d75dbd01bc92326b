package tree

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// dropJumps leaves out the jumps that go where the code goes anyway: a return without a value at the end of
// a function, and a continue at the end of the body of a loop, also at the end of their last branches.
func (l *lowerer) dropJumps(file *Node) {
	if l.form.TailValue {
		return // a function gives its last value
	}
	file.Walk(func(n *Node) bool {
		switch n.Role {
		case lang.RoleFunction:
			dropLast(n.Kids[1], isBareReturn)
		case lang.RoleLoop:
			dropLast(n.Kids[1], isContinue)
		}
		return true
	})
}

// dropLast removes a jump from the end of a block, and from the ends of the branches that are at its end. A branch
// that only jumps stays: it is a way out of its own.
func dropLast(block *Node, is func(*Node) bool) {
	last := len(block.Kids) - 1
	if last < 0 {
		return
	}
	switch n := block.Kids[last]; {
	case is(n) && last > 0:
		block.Kids = block.Kids[:last]
	case n.Is(lang.RoleIf):
		dropLast(n.Kids[1], is)
		dropLast(n.Kids[2], is)
	}
}

func isBareReturn(n *Node) bool { return n.Is(lang.RoleReturn) && len(n.Kids) == 0 }

func isContinue(n *Node) bool {
	return n.Is(lang.RoleBreak) && n.Op == "continue" && len(n.Kids) == 0
}

// isWayOut reports whether a statement is an operator that leaves unless, or if, a value holds: a || return.
func isWayOut(n *Node) bool {
	return n.Is(lang.RoleBinary) && IsLogical(n.Op) && len(n.Kids) > 1 && n.Kids[len(n.Kids)-1].Is(lang.RoleReturn, lang.RoleThrow, lang.RoleBreak)
}

// spelled returns statements with the operators that act if, or unless, a value holds as checks: a && f().
func (l *lowerer) spelled(in []*Node) []*Node {
	if l.form.TailValue {
		return in // the value of the operator may be the result
	}
	for i, n := range in {
		if n.Is(lang.RoleBinary) && IsLogical(n.Op) && len(n.Kids) > 1 && n.Kids[len(n.Kids)-1].Is(lang.RoleAssign, lang.RoleCall, lang.RoleAwait) {
			return append(append(slices.Clone(in[:i]), wayOut(n)...), l.spelled(in[i+1:])...)
		}
	}
	return in
}

// passedOn returns statements in which a value that is returned anyway is returned at once: return f() for
// "x = f(); if x != null { return x }; return null".
func passedOn(in []*Node) []*Node {
	n := len(in)
	if n < 3 || !in[n-3].Is(lang.RoleAssign) || in[n-3].Op != "=" || !in[n-2].Is(lang.RoleIf) || !in[n-1].Is(lang.RoleReturn) || !in[n-1].Kid(0).Is(lang.RoleNull) {
		return in
	}
	set, check, then := in[n-3], in[n-2], in[n-2].Kids[1].Kids
	asked := check.Kids[0]
	if !set.Kids[0].Is(lang.RoleName) || len(then) != 1 || !then[0].Is(lang.RoleReturn) || !isNamed(then[0].Kid(0), set.Kids[0].Text) || len(check.Kids[2].Kids) > 0 ||
		!asked.Is(lang.RoleBinary) || asked.Op != "!=" || len(asked.Kids) != 2 || !isNamed(asked.Kids[0], set.Kids[0].Text) || !asked.Kids[1].Is(lang.RoleNull) {
		return in
	}
	value := set.Kids[1]
	return append(slices.Clone(in[:n-3]), &Node{Role: lang.RoleReturn, Kids: []*Node{value}, Line: set.Line, Start: set.Start, End: in[n-1].End})
}

// returnNull writes a result that a branch asked to be null as null: if x == null { return x }.
func returnNull(cond, then *Node) {
	if !cond.Is(lang.RoleBinary) || cond.Op != "==" || len(cond.Kids) != 2 || !cond.Kids[0].Is(lang.RoleName) || !cond.Kids[1].Is(lang.RoleNull) || len(then.Kids) != 1 {
		return
	}
	if jump := then.Kids[0]; jump.Is(lang.RoleReturn) && isNamed(jump.Kid(0), cond.Kids[0].Text) {
		null := *cond.Kids[1]
		null.Line, null.Start, null.End = jump.Kids[0].Line, jump.Kids[0].Start, jump.Kids[0].End
		jump.Kids[0] = &null
	}
}

func isNamed(n *Node, name string) bool { return n.Is(lang.RoleName) && n.Text == name }

// isPassedOn reports whether a check stores the value that its condition binds, or else null: the value itself.
func isPassedOn(n *Node) bool {
	if !n.Is(lang.RoleIf) || !n.Kids[0].Is(lang.RoleAssign) || !n.Kids[0].Declares || len(n.Kids[1].Kids) != 1 || len(n.Kids[2].Kids) != 1 {
		return false
	}
	then, other, name := n.Kids[1].Kids[0], n.Kids[2].Kids[0], n.Kids[0].Kids[0]
	return then.Is(lang.RoleAssign) && other.Is(lang.RoleAssign) && then.Op == "=" && other.Op == "=" && name.Is(lang.RoleName) &&
		then.Kids[1].Is(lang.RoleName) && then.Kids[1].Text == name.Text && other.Kids[1].Is(lang.RoleNull) &&
		Dotted(then.Kids[0]) != "" && Dotted(then.Kids[0]) == Dotted(other.Kids[0])
}

// wayOut returns the check that such an operator is, behind the assignment of what it asks: x = f; return unless x for
// (x = f) || return.
func wayOut(n *Node) []*Node {
	var out []*Node
	asked, jump := n.Kids[0], n.Kids[len(n.Kids)-1]
	if len(n.Kids) > 2 {
		asked = &Node{Role: lang.RoleBinary, Op: n.Op, Kids: n.Kids[:len(n.Kids)-1], Line: n.Line, Start: n.Start, End: jump.Start}
	}
	if asked.Is(lang.RoleAssign) && asked.closed && asked.Kids[0].Is(lang.RoleName) {
		out, asked = append(out, asked), asked.Kids[0]
	}
	if n.Op == "||" {
		asked = negated(asked)
	}
	then, other := &Node{Role: lang.RoleBlock, Kids: []*Node{jump}, Line: jump.Line, Start: jump.Start, End: jump.End}, &Node{Role: lang.RoleBlock, Line: n.Line}
	return append(out, &Node{Role: lang.RoleIf, Kids: []*Node{asked, then, other}, Line: n.Line, Start: n.Start, End: n.End})
}

// errorReturn returns the return of an error that a call makes of its arguments. make and result are the functions by which
// other code makes it, and a result of it.
func errorReturn(call *Node, make, result string) *Node {
	inner, outer, exit := *call, *call, *call
	called := func(name string) *Node {
		f := *call.Kids[0]
		f.Text = name
		return &f
	}
	inner.Kids = append([]*Node{called(make)}, call.Kids[1:]...)
	outer.Kids = []*Node{called(result), &inner}
	exit.Role, exit.Kids = lang.RoleReturn, []*Node{&outer}
	return &exit
}

// isWord reports whether an operator is the name of a function, a then b, other than those that bound numbers or choose bits.
func isWord(op string) bool {
	return op != "" && !IsLogical(op) && strings.IndexFunc(op, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) < 0 &&
		!slices.Contains([]string{"in", "is", "as", "and", "or", "xor", "not", "to", "until", "downTo", "step", "by", "shl", "shr", "ushr"}, op)
}

// infixCall makes a call without a point, a f b, of a node.
func infixCall(call, receiver *Node, name string, argument *Node) *Node {
	callee := &Node{Role: lang.RoleMember, Text: name, Kids: []*Node{receiver}, Line: call.Line, Start: call.Start, End: argument.Start}
	call.Kids = []*Node{callee, argument}
	return call
}

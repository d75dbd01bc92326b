package tree

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// ordered returns a Binary of a grammar that does not know which operators bind tighter.
func (l *lowerer) ordered(i int32, kids []*Node, op string) *Node {
	operands, ops := flat(kids[0], nil, nil)
	ops = append(ops, op)
	operands, ops = flat(kids[1], operands, ops)
	for level := 9; level >= 1; level-- {
		for k := 0; k < len(ops); {
			if precedence(ops[k]) != level {
				k++
				continue
			}
			x, y := operands[k], operands[k+1]
			n := l.at(i, lang.RoleBinary)
			n.Line, n.Start, n.End = x.Line, x.Start, y.End
			operands[k] = joinedBinary(n, []*Node{x, y}, ops[k])
			operands = append(operands[:k+1], operands[k+2:]...)
			ops = append(ops[:k], ops[k+1:]...)
		}
	}
	return operands[0]
}

// flat adds the operands and operators of a chain in the order of the source.
func flat(n *Node, operands []*Node, ops []string) ([]*Node, []string) {
	if n.Role != lang.RoleBinary || n.closed || len(n.Kids) < 2 {
		return append(operands, n), ops
	}
	for k, kid := range n.Kids {
		if k > 0 {
			ops = append(ops, n.Op)
		}
		operands, ops = flat(kid, operands, ops)
	}
	return operands, ops
}

// precedence returns how tight an operator binds: more is tighter.
func precedence(op string) int {
	switch op {
	case "||":
		return 1
	case "&&":
		return 2
	case "==", "!=", "===", "!==", "<", ">", "<=", ">=":
		return 4
	case "??":
		return 5
	case "+", "-", "|", "^", "++", ":::", "::":
		return 7
	case "*", "/", "%", "&", "<<", ">>":
		return 8
	}
	return 6
}

package walk

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// Args makes lists of arguments. A list grows on Stack above the lists of the surrounding
// expressions, and one allocation serves many of them.
type Args struct {
	Stack []facts.Arg
	block []facts.Arg
}

// Take returns the arguments pushed since the stack had length base.
func (a *Args) Take(base int) []facts.Arg {
	n := len(a.Stack) - base
	if n == 0 {
		return nil
	}
	if len(a.block)+n > cap(a.block) {
		a.block = make([]facts.Arg, 0, max(256, n))
	}
	from := len(a.block)
	a.block = append(a.block, a.Stack[base:]...)
	a.Stack = a.Stack[:base]
	return a.block[from : from+n : from+n]
}

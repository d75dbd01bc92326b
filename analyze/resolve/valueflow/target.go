package valueflow

import (
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
)

// A Target is one symbol that a call may run.
type Target struct {
	Sym  decl.SymbolID
	Rule int
	// Free: the arguments do not correspond to the parameters (a method taken from its class).
	Free bool
}

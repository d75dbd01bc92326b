package golang

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// givesFirst reports whether the result of a generic function of the standard library has the type of
// its first argument, or yields the same elements.
func givesFirst(pkg, name string) bool {
	switch pkg {
	case "sync":
		return name == "OnceFunc" || name == "OnceValue" || name == "OnceValues"
	case "cmp":
		return name == "Or"
	case "maps":
		return name == "All" || name == "Clone" || name == "Keys"
	case "slices":
		switch name {
		case "All", "Backward", "Clip", "Clone", "Compact", "CompactFunc", "Concat", "Delete", "DeleteFunc", "Grow",
			"Insert", "Repeat", "Replace":
			return true
		}
	}
	return false
}

// standardCall returns the value of call, a call of callee: its first argument for functions of
// givesFirst, else the call itself.
func (x *extractor) standardCall(call, callee facts.ExprID) facts.ExprID {
	e, fn := &x.b.File.Exprs[call], &x.b.File.Exprs[callee]
	if fn.Kind != facts.Member || len(e.Args) == 0 || e.Args[0].X == facts.None {
		return call
	}
	of := &x.b.File.Exprs[fn.X]
	if of.Kind != facts.Name || !givesFirst(of.Name, fn.Name) || !x.imported[of.Name] {
		return call
	}
	return e.Args[0].X
}

// complete returns the types of the standard library that structs embed and whose methods are all
// known: the interfaces, and locks.
func complete() map[string]map[string]bool {
	types := map[string]map[string]bool{
		"sync.Mutex":     lang.Set("Lock TryLock Unlock"),
		"sync.RWMutex":   lang.Set("Lock RLock RLocker RUnlock TryLock TryRLock Unlock"),
		"sync.Once":      lang.Set("Do"),
		"sync.WaitGroup": lang.Set("Add Done Go Wait"),
	}
	for name, methods := range interfaces {
		has := make(map[string]bool)
		for _, m := range strings.Fields(methods) {
			method, _, _ := strings.Cut(m, "/")
			has[method] = true
		}
		types[name] = has
	}
	return types
}

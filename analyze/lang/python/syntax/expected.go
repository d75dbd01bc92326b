package syntax

// Expected contains the failures that the enclosing code expects.
type Expected struct {
	Names, Imports bool // a name or an import does not exist
	Calls          bool // a call has wrong arguments
	Any            bool // any failure
}

// Merge adds the failures in o.
func (g *Expected) Merge(o Expected) {
	g.Names, g.Imports = g.Names || o.Names, g.Imports || o.Imports
	g.Calls, g.Any = g.Calls || o.Calls, g.Any || o.Any
}

// Caught returns the failures that an except clause expects. A bare one and Exception expect a failing
// import, but not a missing name.
func (t Tree) Caught(clause int32) Expected {
	c := t.FirstNamed(clause)
	if t.Kind(c) == KBlock || c < 0 {
		return Expected{Imports: true}
	}
	if t.Kind(c) == KAsPattern {
		c = t.FirstNamed(c)
	}
	return t.expected(c)
}

// Suppressed returns the failures that contextlib.suppress(…) or an assertion of a failure expects.
func (t Tree) Suppressed(i int32) Expected {
	if t.Kind(i) != KCall {
		return Expected{}
	}
	switch args := t.Child(i, FArguments); LastName(t.Bytes(t.Child(i, FFunction))) {
	case "suppress":
		return t.expected(args)
	case "raises", "assertRaises", "assertRaisesRegex", "assertRaisesRegexp":
		g := t.expected(args)
		g.Names = g.Names || g.Any
		g.Calls = g.Calls || g.Any
		return g
	}
	return Expected{}
}

// expected returns the failures of an exception class or a tuple of them.
func (t Tree) expected(i int32) (g Expected) {
	switch t.Kind(i) {
	case KIdentifier, KAttribute:
		switch LastName(t.Bytes(i)) {
		case "ImportError", "ModuleNotFoundError":
			return Expected{Names: true, Imports: true}
		case "AttributeError", "NameError":
			return Expected{Names: true}
		case "TypeError":
			return Expected{Calls: true}
		case "Exception", "BaseException":
			return Expected{Imports: true, Any: true}
		}
	case KTuple, KArgumentList, KListSplat, KParenthesizedExpression:
		for c := t.First(i); c >= 0; c = t.Next(c) {
			if k := t.Kind(c); k == KIdentifier || k == KAttribute || k == KTuple {
				g.Merge(t.expected(c))
			}
		}
	}
	return g
}

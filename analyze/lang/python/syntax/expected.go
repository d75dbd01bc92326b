package syntax

// Expected says which failures the code around expects.
type Expected struct {
	Names, Imports bool // that a name or an import is not there
	Calls          bool // that a call does not fit
	Any            bool // any failure
}

// Merge adds what o says.
func (g *Expected) Merge(o Expected) {
	g.Names, g.Imports = g.Names || o.Names, g.Imports || o.Imports
	g.Calls, g.Any = g.Calls || o.Calls, g.Any || o.Any
}

// Caught says what an except clause expects. A bare one and Exception expect a
// failing import, but no missing name in particular.
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

// Suppressed says what contextlib.suppress(…) expects, or a test that something fails.
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

// expected looks for the exceptions of missing names and of calls that do not fit in an
// exception class or a tuple of them.
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

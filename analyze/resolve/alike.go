package resolve

// alike reports whether two types are the same as far as both are known: type
// arguments do not count, function types by what they take and give.
func (r *resolver) alike(a, b typ, depth int) bool {
	if p, q := r.isOwnParam(a), r.isOwnParam(b); p != q {
		if p {
			a = r.bound(r.types.node(a).symbol(), r.types.node(a).position())
		} else {
			b = r.bound(r.types.node(b).symbol(), r.types.node(b).position())
		}
	}
	m, n := r.types.node(a), r.types.node(b)
	switch {
	case a == b || a < firstTyp || b < firstTyp || m.kind == kParam || n.kind == kParam || depth > maxNesting:
		return true
	case m.kind != n.kind:
		return false
	case m.kind == kFuncType:
		return r.alikeFuncs(m, n, depth)
	case m.kind == kList || m.kind == kMap || m.kind == kPromise || m.kind == kTuple:
		if len(m.args) != len(n.args) || !m.isAbout(n) {
			return false
		}
		if m.kind != kTuple && m.isNamed() {
			return true
		}
		for i := range m.args {
			if !r.alike(m.args[i], n.args[i], depth+1) {
				return false
			}
		}
		return true
	}
	return m.isAbout(n) && (m.kind == kInstance || m.kind == kBuiltin)
}

// isOwnParam reports whether a type is a type parameter of a function, which stands
// for what bounds it where another function has none.
func (r *resolver) isOwnParam(t typ) bool {
	n := r.types.node(t)
	return n.kind == kParam && n.position() != selfParam && r.def(n.symbol()).Kind.IsCallable()
}

func (r *resolver) alikeFuncs(m, n typNode, depth int) bool {
	s, t := &r.files[m.file()].facts.Types[m.position()], &r.files[n.file()].facts.Types[n.position()]
	if s.N != t.N || len(s.Args) != len(t.Args) || r.typeGives(m.file(), m.typeExpr()) != r.typeGives(n.file(), n.typeExpr()) {
		return false
	}
	for i := range s.Args {
		if !r.alike(r.declType(m.file(), s.Args[i]), r.declType(n.file(), t.Args[i]), depth+1) {
			return false
		}
	}
	return true
}

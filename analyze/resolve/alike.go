package resolve

// alike reports whether two types are the same as far as both are known: type
// arguments do not count, function types by what they take and give.
func (r *resolver) alike(a, b typ, depth int) bool {
	if p, q := r.isOwnParam(a), r.isOwnParam(b); p != q {
		if p {
			a = r.bound(r.types.nodes[a].a, r.types.nodes[a].b)
		} else {
			b = r.bound(r.types.nodes[b].a, r.types.nodes[b].b)
		}
	}
	m, n := r.types.nodes[a], r.types.nodes[b]
	switch {
	case a == b || a < firstTyp || b < firstTyp || m.kind == kParam || n.kind == kParam || depth > maxNesting:
		return true
	case m.kind != n.kind:
		return false
	case m.kind == kFuncType:
		return r.alikeFuncs(m, n, depth)
	case m.kind == kList || m.kind == kMap || m.kind == kPromise || m.kind == kTuple:
		if len(m.args) != len(n.args) || m.a != n.a {
			return false
		}
		if m.kind != kTuple && m.a >= listNamed {
			return true
		}
		for i := range m.args {
			if !r.alike(m.args[i], n.args[i], depth+1) {
				return false
			}
		}
		return true
	}
	return m.a == n.a && m.b == n.b && (m.kind == kInstance || m.kind == kBuiltin)
}

// isOwnParam reports whether a type is a type parameter of a function, which stands
// for what bounds it where another function has none.
func (r *resolver) isOwnParam(t typ) bool {
	n := r.types.nodes[t]
	return n.kind == kParam && n.b != selfParam && callable(r.def(n.a).Kind)
}

func (r *resolver) alikeFuncs(m, n typNode, depth int) bool {
	s, t := &r.files[m.a].facts.Types[m.b], &r.files[n.a].facts.Types[n.b]
	if s.N != t.N || len(s.Args) != len(t.Args) || r.typeGives(m.a, m.b) != r.typeGives(n.a, n.b) {
		return false
	}
	for i := range s.Args {
		if !r.alike(r.declType(m.a, s.Args[i]), r.declType(n.a, t.Args[i]), depth+1) {
			return false
		}
	}
	return true
}

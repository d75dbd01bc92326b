package resolve

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// builtinMember returns what a call of member x of builtin types gives, never
// where one of the types of the receiver is something else.
func (r *resolver) builtinMember(file int32, x facts.ExprID) typ {
	f := &r.files[file]
	e := &f.facts.Exprs[x]
	if e.Kind != facts.Member || f.lang.Members == nil || r.depth > maxDepth {
		return never
	}
	out := never
	recv := r.exprType(file, e.X)
	if r.types.kind(recv) == kUnion {
		for _, m := range r.types.nodes[recv].args {
			t := r.builtinMemberOf(f.lang.Members, m, e.Name)
			if t == never {
				return never
			}
			out = r.types.union(out, t)
		}
		return out
	}
	return r.builtinMemberOf(f.lang.Members, recv, e.Name)
}

func (r *resolver) builtinMemberOf(members map[string]string, t typ, name string) typ {
	n := r.under(t)
	var key, elem typ = unknown, unknown
	form := ""
	switch n.kind {
	case kList:
		form, elem = "list", n.args[0]
	case kTuple:
		form, elem = "list", r.types.union(n.args...)
	case kMap:
		form, key, elem = "dict", n.args[0], n.args[1]
	case kBuiltin:
		form = r.types.named[n.a]
	}
	if form == "" {
		return never
	}
	shape, ok := members[form+"."+name]
	if !ok || shape == "" {
		return never
	}
	switch shape {
	case "elem":
		return elem
	case "key":
		return key
	case "self":
		return t
	case "[elem]":
		return r.types.make(kList, 0, 0, elem)
	case "[key]":
		return r.types.make(kList, 0, 0, key)
	case "[key,elem]":
		return r.types.make(kList, 0, 0, r.types.make(kTuple, 0, 0, key, elem))
	}
	if shape[0] == '[' {
		return r.types.make(kList, 0, 0, r.types.builtin(shape[1:len(shape)-1]))
	}
	return r.types.builtin(shape)
}

package contract

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// makesNothing reports whether a call of the removed function was, which head resolves to the types and
// functions that have its name, creates no instance of any and fits none: their constructors are out of
// reach, or they take another number of arguments.
func (t *tracer) makesNothing(was *graph.Node, call *graph.Call, at spot) bool {
	called := t.Tracing[was.Language].Called
	if called == "" || was.Label != graph.Function || call == nil || !call.Checkable {
		return false
	}
	made := false
	for _, n := range t.Named(at.name) {
		for _, e := range t.Head.In(n) {
			if e.Source.Path != at.path || !slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == at.line }) {
				continue
			}
			if t.isOtherOverload(n, was, call) {
				made = true
				continue
			}
			if !n.Label.IsType() || t.Damaged[n.Path] || t.isPartlyRead(n) || t.mayMake(n, e.Source, call) || t.isCalled(n, called) {
				return false
			}
			made = true
		}
	}
	return made
}

// isOtherOverload reports whether n is a function beside the removed one that does not take a call by
// number, and no function from outside the repository has the name.
func (t *tracer) isOtherOverload(n, was *graph.Node, call *graph.Call) bool {
	return n.Label == graph.Function && !t.isOutside(was) && isFound(n, 0) && !t.Damaged[n.Path] && !fitsByNumber(call, n)
}

// mayMake reports whether a call by user may create an instance of a type.
func (t *tracer) mayMake(n, user *graph.Node, call *graph.Call) bool {
	if n.Label == graph.Interface {
		return call.Args+len(call.Keywords) == 1 || call.Trailing || call.Spread
	}
	constructors := 0
	for _, e := range t.Head.Out(n) {
		if e.Target.Label != graph.Constructor || e.Target.Parent != n {
			continue
		}
		constructors++
		if (e.Target.Signature.Visibility != graph.Private || isInside(user, n)) && fitsByNumber(call, e.Target) {
			return true
		}
	}
	return constructors == 0
}

// isCalled reports whether a type, or an object in it, may be called as a function.
func (t *tracer) isCalled(n *graph.Node, called string) bool {
	return slices.ContainsFunc(t.Named(called), func(m *graph.Node) bool { return m.Parent == nil || !m.Parent.Label.IsType() || isInside(m, n) })
}

// isBeside reports whether all that head means by the name of a removed type at a place are other types, which base
// meant there too: such a line names two types by one name (Reader\Json::class, Writer\Json::class), so none of them
// has taken the place of the other.
func (t *tracer) isBeside(was *graph.Node, path string, line int, at spot) bool {
	if !was.Label.IsType() {
		return false
	}
	beside := false
	for _, n := range t.Named(at.name) {
		if !usedAt(t.Head, n, at.path, at.line) {
			continue
		}
		b := t.Set.BaseOf(n)
		if b == nil || b == was || !b.Label.IsType() || b.Qualified == was.Qualified || !usedAt(t.Base, b, path, line) {
			return false
		}
		beside = true
	}
	return beside
}

// usedAt reports whether a line of a file uses a symbol.
func usedAt(g *graph.Graph, n *graph.Node, path string, line int) bool {
	return slices.ContainsFunc(g.In(n), func(e *graph.Edge) bool {
		return e.Source.Path == path && slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == line })
	})
}

// keepsUse reports whether the file of an import still has a line that used what it imports, under any name.
func (d *detector) keepsUse(u dangling) bool {
	return slices.ContainsFunc(d.Base.In(u.was), func(e *graph.Edge) bool {
		return e.Type != graph.Imports && slices.ContainsFunc(e.Sites, func(s graph.Site) bool {
			file, _, kept := d.Set.HeadLine(e.Source.Path, s.Line)
			return kept && file == u.Path
		})
	})
}

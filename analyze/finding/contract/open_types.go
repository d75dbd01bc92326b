package contract

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// lostOpen reports whether a use of the removed or renamed symbol n certainly has no meaning in head, in
// a language in which any code may add to any type (finding.Tracing.OpenTypes). call is nil for a use
// other than a call.
func (t *tracer) lostOpen(n *graph.Node, at spot, user *graph.Node, call *graph.Call) bool {
	if strings.ContainsAny(n.Name[:1], "@$") || !t.isOwn(n) {
		return false // a variable without a value is nil
	}
	lacking := t.lacking[at]
	if isConstant(n) {
		for _, u := range lacking {
			if u.Open {
				return false // the code asks first whether it exists
			}
		}
		return !t.answersConstants(n)
	}
	if n.Parent == nil || !n.Parent.Label.IsType() {
		return !n.Test && !slices.ContainsFunc(t.Named(n.Name), mayStandFor)
	}
	owner := t.Set.HeadOf(n.Parent)
	if owner == nil || n.Override {
		return false
	}
	parts := t.partsOf(owner)
	if !t.hasOldBases(parts, n.Parent) {
		return false // the types that it takes members from may be new
	}
	for _, u := range lacking {
		of := t.Head.Node(u.Owner)
		if of != nil && !u.Open && t.takesFrom(of, parts) {
			return t.ownBases(of) && (onSuper(call) || !t.hasRival(of, at, user, call))
		}
	}
	return false
}

// isConstant reports whether a symbol is found by its name alone: a type or another constant.
func isConstant(n *graph.Node) bool {
	return n.Label.IsType() || !n.Label.Callable() && n.Name[0] >= 'A' && n.Name[0] <= 'Z'
}

// mayStandFor reports whether code can call a symbol by its name.
func mayStandFor(n *graph.Node) bool {
	return n.Label.Callable() || n.Label == graph.Field || n.Label == graph.Variable
}

// hasRival reports whether head has another symbol that may be meant by the name of a member of a type:
// one of a subtype or of a module, which code may add to any type, and in a block, which may run with
// another receiver, one of any type.
func (t *tracer) hasRival(of *graph.Node, at spot, user *graph.Node, call *graph.Call) bool {
	block := call == nil || t.Base.Literal(at.path, t.Base.Block(at.path, call)) >= 0
	return slices.ContainsFunc(t.Named(at.name), func(m *graph.Node) bool {
		return mayStandFor(m) && (block || m.Parent == nil || m.Parent.Label == graph.Trait || m.Parent.Label == graph.File || finding.Inherits(t.Head, m.Parent, of))
	})
}

// answersConstants reports whether a type around n, or all types, handle constants that do not exist.
func (t *tracer) answersConstants(n *graph.Node) bool {
	return slices.ContainsFunc(t.Named("const_missing"), func(m *graph.Node) bool {
		if m.Parent == nil || m.Parent.Name == "Object" || m.Parent.Name == "Module" {
			return true
		}
		for p := n.Parent; p != nil; p = p.Parent {
			if t.Set.HeadOf(p) == m.Parent {
				return true
			}
		}
		return false
	})
}

// isOwn reports whether a symbol is at file level, or in a type that the repository defines: by
// convention the file of a type has its qualified name. Other types may be from outside and only
// opened again.
func (t *tracer) isOwn(n *graph.Node) bool {
	top := true
	for ; n != nil && n.Label != graph.File; n = n.Parent {
		if !n.Label.IsType() {
			continue
		}
		top = false
		if _, outside := t.Tracing[n.Language].Outside[n.Qualified]; !outside && t.ownFiles()[folded(n.Qualified)] {
			return true
		}
	}
	return top
}

// ownBases reports whether all supertypes of a type are those of the repository: a class of a gem that the
// repository opens again has more members than are written here.
func (t *tracer) ownBases(n *graph.Node) bool {
	queue := []*graph.Node{n}
	for i := 0; i < len(queue); i++ {
		if i == finding.MaxBases || !t.isOwn(queue[i]) {
			return false
		}
		for _, e := range t.Head.Out(queue[i]) {
			if (e.Type == graph.Extends || e.Type == graph.Implements) && !slices.Contains(queue, e.Target) {
				queue = append(queue, e.Target)
			}
		}
	}
	return true
}

// ownFiles returns the qualified names of types for which base has a file, in the form of folded.
func (t *tracer) ownFiles() map[string]bool {
	if t.files != nil {
		return t.files
	}
	t.files = make(map[string]bool)
	for _, n := range t.Base.Nodes {
		if n.Label != graph.File || !t.Tracing[n.Language].OpenTypes {
			continue
		}
		dir, base := path.Split(n.Path)
		name := ""
		for rest, part := path.Clean(dir), strings.TrimSuffix(base, path.Ext(base)); ; {
			if name = folded(part) + name; patches(rest) {
				break
			}
			t.files[name] = true
			if rest == "." {
				break
			}
			rest, part = path.Dir(rest), path.Base(rest)
		}
	}
	return t.files
}

// patches reports whether a directory by its name contains additions to types from outside.
func patches(dir string) bool {
	return slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool {
		return strings.Contains(part, "ext") && part != "text" && part != "context" || strings.Contains(part, "patch") || strings.Contains(part, "initializers") || strings.Contains(part, "compat")
	})
}

// folded returns a path or qualified name without its separators, in lower case.
func folded(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", "/", "", ".", "", ":", "").Replace(name))
}

// hasStem reports whether head has a file with the name of a removed one but for its extension: a native
// extension, or what is made from a template.
func (t *tracer) hasStem(removed string) bool {
	stem := func(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }
	return slices.ContainsFunc(t.Head.Nodes, func(n *graph.Node) bool {
		return n.Label == graph.File && stem(n.Path) == stem(removed)
	})
}

package csharp

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// compilationUnit walks a file. Its top-level statements form the body of one function without a name,
// so their variables share a scope.
func (x *extractor) compilationUnit(n int32) {
	statements := x.t.ChildOfKind(n, kGlobalStatement) >= 0
	if statements {
		x.fn = &function{result: -1}
		x.b.Open(lang.FuncScope)
	}
	x.declarations(n)
	if statements {
		x.b.Close()
	}
}

// declarations walks the declarations that are children of n: of a file, a namespace, a branch of a
// condition, or an error node.
func (x *extractor) declarations(n int32) {
	var doc walk.Comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kFileScopedNamespaceDeclaration:
			x.fileNamespace(c, &doc)
			return
		case kPreprocElse, kPreprocElif, kPreprocIf:
			x.declarations(c)
		default:
			if x.t.Nodes[c].Flags&lang.IsError != 0 {
				x.declarations(c)
			} else if x.usable(c) {
				x.declaration(c, &doc)
			}
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

func (x *extractor) declaration(n int32, doc *walk.Comments) {
	switch x.t.Kind(n) {
	case kUsingDirective:
		x.using(n)
	case kNamespaceDeclaration:
		x.namespace(n, doc)
	case kClassDeclaration, kStructDeclaration, kRecordDeclaration, kInterfaceDeclaration, kEnumDeclaration, kDelegateDeclaration:
		x.typeDeclaration(n, doc)
	case kGlobalStatement:
		x.children(n)
	case kGlobalAttribute:
		for a := x.t.First(n); a >= 0; a = x.t.Next(a) {
			if x.t.Kind(a) == kAttribute {
				x.attribute(a)
			}
		}
	}
}

// using adds an import, which applies to the whole file.
func (x *extractor) using(n int32) {
	alias := x.t.Child(n, fName)
	target := x.last(n)
	if target < 0 || target == alias {
		return
	}
	if alias >= 0 && !x.isPath(target) {
		x.typeAlias(n, alias, target)
		return
	}
	path := x.path(target)
	i := facts.Import{Source: path, Name: "*", Line: x.t.Line(target)}
	if alias >= 0 {
		i.Alias = x.text(alias)
		i.Source, i.Name = "", path
		if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
			i.Source, i.Name = path[:dot], path[dot+1:]
		}
	}
	if x.t.ChildOfKind(n, tGlobal) >= 0 {
		i.Flags |= facts.Global
	}
	id := x.b.Import(i)
	x.f.Imports[id].In = facts.None
}

// typeAlias adds the name that using gives to a type that is more than a path:
// using Map = Dictionary<string, int>.
func (x *extractor) typeAlias(n, alias, target int32) {
	p := x.place(n, nil)
	d := x.newDef(facts.TypeDef, x.text(alias), p, alias, -1)
	d.Flags |= facts.Alias | facts.FileLocal
	d.Signature = x.header(n, -1)
	d.Type = x.typ(target)
	x.b.Def(d)
}

// isPath reports whether n consists of names separated by dots.
func (x *extractor) isPath(n int32) bool {
	for i, end := n, n+x.t.Nodes[n].Size; i < end; i++ {
		switch x.t.Kind(i) {
		case kGenericName, kTupleType, kArrayType, kPredefinedType, kNullableType, kPointerType:
			return false
		}
	}
	return true
}

// path returns a dotted name without type arguments, spaces and global::.
func (x *extractor) path(n int32) string {
	switch x.t.Kind(n) {
	case kQualifiedName:
		left, right := x.path(x.t.Child(n, fQualifier)), x.path(x.t.Child(n, fName))
		if left == "" {
			return right
		}
		return left + "." + right
	case kAliasQualifiedName:
		right := x.path(x.t.Child(n, fName))
		if alias := x.t.Child(n, fAlias); !x.is(alias, "global") {
			return x.text(alias) + "." + right
		}
		return right
	case kGenericName:
		return x.text(x.t.ChildOfKind(n, kIdentifier))
	case kMemberAccessExpression:
		left, right := x.path(x.t.Child(n, fExpression)), x.path(x.t.Child(n, fName))
		if left == "" {
			return right
		}
		return left + "." + right
	case kIdentifier:
		return x.text(n)
	}
	return ""
}

// isGlobal reports whether a dotted name begins with global::, the top level.
func (x *extractor) isGlobal(n int32) bool {
	for {
		switch x.t.Kind(n) {
		case kQualifiedName:
			n = x.t.Child(n, fQualifier)
		case kMemberAccessExpression:
			n = x.t.Child(n, fExpression)
		case kAliasQualifiedName:
			return x.is(x.t.Child(n, fAlias), "global")
		default:
			return false
		}
	}
}

// namespace adds the nested namespaces of a namespace's name, and their members.
func (x *extractor) namespace(n int32, doc *walk.Comments) {
	body := x.t.Child(n, fBody)
	depth := x.openNamespaces(n, x.place(n, doc), body)
	if body >= 0 {
		x.declarations(body)
	}
	for range depth {
		x.b.Leave()
	}
}

// fileNamespace adds the namespace of the rest of the file.
func (x *extractor) fileNamespace(n int32, doc *walk.Comments) {
	p := x.place(n, doc)
	p.End = max(p.End, x.t.EndLine(x.t.Nodes[n].Parent))
	depth := x.openNamespaces(n, p, -1)
	var inner walk.Comments
	for c := x.t.Next(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Nodes[c].Flags&lang.IsError != 0, x.t.Kind(c) == kPreprocIf:
			x.declarations(c)
		case x.usable(c):
			x.declaration(c, &inner)
		}
		inner.See(x.t, c, x.t.Kind(c) == kComment)
	}
	for range depth {
		x.b.Leave()
	}
}

// openNamespaces enters a Namespace for each part of the name of n and returns their number.
func (x *extractor) openNamespaces(n int32, p walk.Place, body int32) int {
	name := x.t.Child(n, fName)
	path := x.path(name)
	if path == "" {
		return 0
	}
	parts := strings.Split(path, ".")
	if x.f.Package == "" {
		x.f.Package = path
	}
	for i, part := range parts {
		d := x.newDef(facts.Namespace, part, p, name, body)
		d.Flags = facts.Exported | facts.Partial
		if body < 0 {
			d.SignatureEnd = max(d.Line, x.t.EndLine(n))
		}
		d.Signature = lang.OneLine([]byte("namespace " + strings.Join(parts[:i+1], ".")))
		if i > 0 {
			d.DocStart, d.DocEnd, d.DocHash = 0, 0, 0
		}
		x.b.Enter(x.b.Def(d))
	}
	return len(parts)
}

package php

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// forgetNames begins a namespace: what was imported counts no more.
func (x *extractor) forgetNames(namespace string) {
	x.namespace = namespace
	x.classes, x.functions, x.constants = make(map[string]string), make(map[string]string), make(map[string]string)
}

// pathText returns a name as written, without white space.
func (x *extractor) pathText(n int32) string {
	text := x.b.Text(n)
	if strings.ContainsAny(text, " \t\r\n") {
		text = strings.Join(strings.Fields(text), "")
	}
	return text
}

func dotted(path string) string { return strings.ReplaceAll(strings.Trim(path, `\`), `\`, ".") }

// absolute returns the dotted path of a class by its name as written.
func (x *extractor) absolute(name string) string {
	switch {
	case strings.HasPrefix(name, `\`):
		return dotted(name)
	case len(name) > 10 && strings.EqualFold(name[:10], `namespace\`):
		return join(x.namespace, dotted(name[10:]))
	}
	first, rest, more := strings.Cut(name, `\`)
	path, ok := x.classes[strings.ToLower(first)]
	if !ok {
		path = join(x.namespace, first)
	}
	if more {
		return path + "." + dotted(rest)
	}
	return path
}

func join(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "." + name
}

// named adds the use of the class at a dotted path from the top level.
func (x *extractor) named(path string, line int32, args ...facts.TypeID) facts.TypeID {
	dot := strings.LastIndexByte(path, '.')
	return x.b.NamedType("."+path[:max(dot, 0)], path[dot+1:], line, args...)
}

// namespaceDefinition adds the parts of a namespace's name, one inside the other,
// and what stands in its braces, and returns how many were entered and not left.
func (x *extractor) namespaceDefinition(n int32) int {
	name := x.t.Child(n, fName)
	path := dotted(x.pathText(name))
	x.forgetNames(path)
	p := x.place(n, nil)
	body := x.t.Child(n, fBody)
	if body < 0 {
		p.End = max(p.End, x.endOfNamespace(n))
	}
	depth := 0
	if path != "" {
		if x.f.Package == "" {
			x.f.Package = path
		}
		for i, part := range strings.Split(path, ".") {
			d := x.newDef(facts.Namespace, part, p, name, body)
			d.Flags = facts.Exported | facts.Partial
			if body < 0 {
				d.SignatureEnd = max(d.Line, x.t.EndLine(n))
			}
			d.Signature = cut("namespace " + strings.Join(strings.Split(path, ".")[:i+1], `\`))
			x.b.Enter(x.b.Def(d))
			depth++
		}
	}
	if body < 0 {
		return depth
	}
	x.statements(body)
	for range depth {
		x.b.Leave()
	}
	x.forgetNames("")
	return 0
}

// endOfNamespace returns the last line before the next namespace of the file.
func (x *extractor) endOfNamespace(n int32) int32 {
	for c := x.t.Next(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kNamespaceDefinition {
			return max(x.t.EndLine(n), x.t.Line(c)-1)
		}
	}
	return x.t.EndLine(0)
}

// useDeclaration adds what use brings into the file.
func (x *extractor) useDeclaration(n int32) {
	kind, prefix := "", ""
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case tFunction:
			kind = "function"
		case tConst:
			kind = "const"
		case kNamespaceName:
			prefix = dotted(x.pathText(c)) + "."
		case kNamespaceUseClause:
			x.useClause(c, kind, "")
		case kNamespaceUseGroup:
			for g := x.t.First(c); g >= 0; g = x.t.Next(g) {
				if x.t.Kind(g) == kNamespaceUseGroupClause {
					x.useClause(g, kind, prefix)
				}
			}
		}
	}
}

func (x *extractor) useClause(n int32, kind, prefix string) {
	if x.t.ChildOfKind(n, tFunction) >= 0 {
		kind = "function"
	} else if x.t.ChildOfKind(n, tConst) >= 0 {
		kind = "const"
	}
	target := x.item(n, 0)
	if target < 0 {
		return
	}
	path := prefix + dotted(x.pathText(target))
	source, name := "", path
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		source, name = path[:dot], path[dot+1:]
	}
	alias := name
	if a := x.t.ChildOfKind(n, kNamespaceAliasingClause); a >= 0 {
		alias = x.b.Text(x.item(a, 0))
	}
	if name == "" {
		return
	}
	table := x.classes
	switch kind {
	case "function":
		table = x.functions
	case "const":
		table = x.constants
	}
	if kind == "const" {
		table[alias] = path
	} else {
		table[strings.ToLower(alias)] = path
	}
	i := facts.Import{Source: source, Name: name, Line: x.t.Line(target)}
	if alias != name {
		i.Alias = alias
	}
	id := x.b.Import(i)
	x.f.Imports[id].In = facts.None
}

// include adds an import by path: include 'a.php', require __DIR__ . '/a.php'.
func (x *extractor) include(n int32) {
	v := x.item(n, 0)
	if path, ok := x.literalPath(v); ok {
		id := x.b.Import(facts.Import{Source: path, Line: x.t.Line(n), Flags: facts.SideEffectOnly})
		x.f.Imports[id].In = facts.None
	}
	x.visit(v)
}

// literalPath returns the path that an expression spells out: relative to the file
// it begins with a dot.
func (x *extractor) literalPath(n int32) (string, bool) {
	switch x.t.Kind(n) {
	case kParenthesizedExpression:
		return x.literalPath(x.item(n, 0))
	case kString, kEncapsedString:
		if x.t.Nodes[n].Size > 4 { // more than quotes and one piece
			return "", false
		}
		return strings.Trim(x.b.Text(n), `'"`), true
	case kName:
		return ".", x.is(n, "__DIR__")
	case kBinaryExpression:
		left, ok := x.literalPath(x.t.Child(n, fLeft))
		if !ok || !x.is(x.t.Child(n, fOperator), ".") {
			return "", false
		}
		right, ok := x.literalPath(x.t.Child(n, fRight))
		return left + right, ok
	case kFunctionCallExpression:
		if x.is(x.t.Child(n, fFunction), "dirname") {
			if dir, ok := x.literalPath(x.t.LastUsable(x.item(x.t.Child(n, fArguments), 0))); ok && strings.HasPrefix(dir, ".") {
				return dir + "/..", true
			}
		}
	}
	return "", false
}

// classType adds the use of the class that a name in the source means.
func (x *extractor) classType(n int32) facts.TypeID {
	switch x.t.Kind(n) {
	case kName, kQualifiedName, kRelativeScope, kNamedType:
	default:
		return facts.None
	}
	return x.classNamed(x.pathText(n), x.t.Line(n))
}

func (x *extractor) classNamed(name string, line int32, args ...facts.TypeID) facts.TypeID {
	switch strings.ToLower(name) {
	case "static", "$this":
		return x.b.Type(lang.NewType(facts.SelfT, line))
	case "self":
		t := lang.NewType(facts.ValueT, line)
		t.X = x.b.Expr(lang.NewExpr(facts.This, line))
		return x.b.Type(t)
	case "parent":
		if x.class == nil {
			return facts.None
		}
		return x.class.parent
	case "":
		return facts.None
	}
	return x.named(x.absolute(name), line, args...)
}

// classExpr adds a class taken as a value: Foo in Foo::bar().
func (x *extractor) classExpr(n int32) facts.ExprID {
	switch x.t.Kind(n) {
	case kName, kQualifiedName, kRelativeScope:
	default:
		return x.known(n)
	}
	line := x.t.Line(n)
	switch strings.ToLower(x.pathText(n)) {
	case "self", "static":
		return x.b.Expr(lang.NewExpr(facts.This, line))
	case "parent":
		return x.b.Expr(lang.NewExpr(facts.Super, line))
	}
	e := lang.NewExpr(facts.TypeExpr, line)
	e.Type = x.classType(n)
	return x.b.Expr(e)
}

// functionExpr adds the name of a function that is called, or of a constant: in the enclosing
// namespace, else at the top level.
func (x *extractor) functionExpr(n int32, imported map[string]string, key string) facts.ExprID {
	name, line := x.pathText(n), x.t.Line(n)
	if name == "" {
		return walk.Other(x.b, n)
	}
	path := ""
	if imp, ok := imported[key]; ok {
		path = imp
	} else if !strings.Contains(name, `\`) {
		return x.b.NameExpr(name, line)
	} else {
		path = x.absolute(name)
	}
	var e facts.ExprID
	for i, part := range strings.Split(path, ".") {
		if i == 0 {
			e = x.b.RootName(part, line)
			continue
		}
		x.f.Exprs[e].Flags |= facts.Implicit // a namespace: no use of its own
		m := lang.NewExpr(facts.Member, line)
		m.X, m.Name = e, part
		e = x.b.Expr(m)
	}
	return e
}

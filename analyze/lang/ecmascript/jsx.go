package ecmascript

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// element visits <X a={b}>…</X>: a call of X with its attributes and children. Fragments and intrinsic
// elements (<div>) are no references. The attributes of intrinsic elements are checked where the file
// names its JSX namespace.
func (e *extractor) element(i int32) facts.ExprID {
	t := e.t
	open := i
	if t.Kind(i) == syntax.KJsxElement {
		open = t.Child(i, syntax.FOpenTag)
		if open < 0 {
			open = t.ChildOfKind(i, syntax.KJsxOpeningElement)
		}
	}
	if open < 0 {
		e.children(i)
		return facts.None
	}
	name := t.Child(open, syntax.FName)
	component := facts.ExprID(facts.None)
	if t.IsComponent(name) {
		component = e.expr(name)
	}
	var args []facts.Arg
	for c := t.First(open); c >= 0; c = t.Next(c) {
		switch {
		case t.Kind(c) == syntax.KJsxAttribute:
			args = e.attribute(c, args)
		case t.Kind(c) == syntax.KJsxExpression:
			args = e.embedded(c, facts.Arg{}, args)
		case t.Kind(c) == syntax.KTypeArguments:
			e.types.Arguments(c)
		}
	}
	if open != i {
		for c := t.First(i); c >= 0; c = t.Next(c) {
			switch t.Kind(c) {
			case syntax.KJsxOpeningElement, syntax.KJsxClosingElement:
			case syntax.KJsxText:
				if len(bytes.TrimSpace(t.Bytes(c))) > 0 {
					args = append(args, facts.Arg{X: facts.None, Keyword: "children"})
				}
			case syntax.KJsxExpression:
				args = e.embedded(c, facts.Arg{Keyword: "children"}, args)
			default:
				if t.Named(c) {
					args = append(args, facts.Arg{X: e.expr(c), Keyword: "children"})
				}
			}
		}
	}
	if component == facts.None {
		e.intrinsic(name, args)
		return facts.None
	}
	x := lang.NewExpr(facts.Call, e.f.Exprs[component].Line)
	x.X, x.Args, x.Flags, x.At = component, args, facts.JSX, t.Last(i)
	return e.b.Expr(x)
}

// runtimeModule is the name under which a file imports the module of @jsxImportSource. No source text
// can contain this name.
const runtimeModule = "import jsx-runtime"

// readImportSource reads @jsxImportSource in the comments before the first statement. The runtime
// module of that source contains the JSX namespace of the file.
func (e *extractor) readImportSource() {
	if !e.t.Dialect.Typed() || !bytes.Contains(e.t.Source, []byte("@jsxImportSource")) {
		return
	}
	for c := e.t.First(0); c >= 0 && e.t.Kind(c) == syntax.KComment; c = e.t.Next(c) {
		e.t.Tags(c, func(tag, rest []byte, line int32) {
			if words := bytes.Fields(bytes.TrimRight(rest, "*")); string(tag) == "@jsxImportSource" && len(words) > 0 && e.intrinsics == facts.None {
				e.b.Import(facts.Import{Source: string(words[0]) + "/jsx-runtime", Name: "*", Alias: runtimeModule, Line: line})
				e.intrinsics = e.b.NamedType(runtimeModule+".JSX", "IntrinsicElements", line)
				e.f.Types[e.intrinsics].Spoken = true
			}
		})
	}
}

// intrinsic records that the attributes of an intrinsic element must satisfy the type that the JSX
// namespace has for it: {…} satisfies JSX.IntrinsicElements["name"].
func (e *extractor) intrinsic(name int32, args []facts.Arg) {
	if e.intrinsics == facts.None || name < 0 || e.t.Kind(name) != syntax.KIdentifier {
		return
	}
	line := e.t.Line(name)
	attributes := lang.NewExpr(facts.Object, line)
	attributes.Args = args
	x := e.b.Expr(attributes)
	typ := e.b.TypeOf(e.b.Part(e.b.Assert(facts.None, e.intrinsics, line), e.t.Word(name), line), line)
	e.b.Satisfies(x, typ, line)
}

func (e *extractor) attribute(c int32, args []facts.Arg) []facts.Arg {
	t := e.t
	nameNode := t.FirstNamed(c)
	value := t.LastNamed(c)
	arg := facts.Arg{X: facts.None, Keyword: t.Word(nameNode), Line: t.Line(nameNode)}
	switch {
	case value == nameNode:
		return append(args, arg)
	case t.Kind(value) == syntax.KJsxExpression:
		return e.embedded(value, arg, args)
	}
	arg.X = e.argumentExpr(value, false)
	return append(args, arg)
}

// embedded visits {x} or {...x} and returns args with arg added, whose value is x.
func (e *extractor) embedded(c int32, arg facts.Arg, args []facts.Arg) []facts.Arg {
	inner := e.t.FirstNamed(c)
	if inner < 0 {
		return args
	}
	if e.t.Kind(inner) == syntax.KSpreadElement {
		return append(args, facts.Arg{X: e.expr(e.t.FirstNamed(inner)), Spread: true, DoubleSpread: true})
	}
	if arg.X = e.argumentExpr(inner, false); arg.Keyword == "" && arg.X == facts.None {
		return args
	}
	return append(args, arg)
}

package langtest

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// deepest bounds how far a rendered expression or type follows its operands.
const deepest = 40

func (d *dumper) expr(id facts.ExprID) string     { return d.exprAt(id, 0) }
func (d *dumper) typ(id facts.TypeID) string      { return d.typeAt(id, 0) }
func (d *dumper) types(ids []facts.TypeID) string { return d.typesAt(ids, 0) }
func (d *dumper) exprList(ids []facts.ExprID) string {
	var out []string
	for _, id := range ids {
		out = append(out, d.expr(id))
	}
	return strings.Join(out, ", ")
}

func (d *dumper) typesAt(ids []facts.TypeID, depth int) string {
	var out []string
	for _, id := range ids {
		out = append(out, d.typeAt(id, depth))
	}
	return strings.Join(out, ", ")
}

func (d *dumper) exprAt(id facts.ExprID, depth int) string {
	if id == facts.None {
		return "_"
	}
	if depth > deepest {
		return "…"
	}
	depth++
	e := &d.Exprs[id]
	if s, ok := d.leaf(e); ok {
		return s
	}
	x := func() string { return d.exprAt(e.X, depth) }
	dot := ""
	if e.Flags&facts.OptionalOp != 0 {
		dot = "?."
	}
	switch e.Kind {
	case facts.Member:
		if dot == "" {
			dot = "."
		}
		return x() + dot + e.Name
	case facts.Call:
		return x() + d.typeArgs(e, depth) + dot + "(" + d.args(e, depth) + ")"
	case facts.New:
		return "new " + x() + d.typeArgs(e, depth) + "(" + d.args(e, depth) + ")"
	case facts.Index:
		return x() + dot + "[]"
	case facts.Elem:
		return "elem(" + x() + ")"
	case facts.Key:
		return "key(" + x() + ")"
	case facts.Result:
		return fmt.Sprintf("%s#%d", x(), e.N)
	case facts.Assert:
		if e.N == 1 {
			return x() + ".(not " + d.typeAt(e.Type, depth) + ")"
		}
		return x() + ".(" + d.typeAt(e.Type, depth) + ")"
	case facts.Composite:
		return d.typeAt(e.Type, depth) + "{" + d.args(e, depth) + "}"
	case facts.Func:
		return d.funcAt(e, depth)
	case facts.Object:
		return "{" + d.args(e, depth) + "}"
	case facts.List:
		return "[" + d.args(e, depth) + "]"
	case facts.Await:
		return "await " + x()
	case facts.Either:
		return "either" + e.Name + "(" + d.args(e, depth) + ")"
	case facts.TypeExpr:
		return "type(" + d.typeAt(e.Type, depth) + ")"
	case facts.Out:
		return fmt.Sprintf("out(%s)#%d", x(), e.N)
	case facts.Other:
		if e.X == facts.None && len(e.Args) == 0 {
			return "?"
		}
		return "?(" + strings.TrimPrefix(x()+", "+d.args(e, depth), "_, ") + ")"
	case facts.Store:
		return x() + " = " + d.args(e, depth)
	case facts.Return:
		return "return " + d.args(e, depth)
	}
	return fmt.Sprintf("kind%d", e.Kind)
}

// leaf returns an expression without operands; false for one that may have some.
func (d *dumper) leaf(e *facts.Expr) (string, bool) {
	switch e.Kind {
	case facts.Name:
		return e.Name, true
	case facts.Local:
		return "%" + e.Name, true
	case facts.Literal:
		return "<" + e.Name + ">", true
	case facts.This:
		return "this", true
	case facts.Super:
		return "super", true
	case facts.Module:
		return fmt.Sprintf("module(%q)", d.Imports[e.Ref].Source), true
	case facts.Expected:
		return "expected", true
	}
	return "", false
}

func (d *dumper) funcAt(e *facts.Expr, depth int) string {
	s := "func"
	if e.Ref != facts.None {
		s += "=" + d.path(e.Ref)
	}
	if e.Type != facts.None {
		s += ":" + d.typeAt(e.Type, depth)
	}
	return s + "{" + d.args(e, depth) + "}"
}

// typeArgs are the explicit type arguments of a call.
func (d *dumper) typeArgs(e *facts.Expr, depth int) string {
	if e.Type == facts.None {
		return ""
	}
	return "<" + d.typeAt(e.Type, depth) + ">"
}

func (d *dumper) args(e *facts.Expr, depth int) string {
	var out []string
	for _, a := range e.Args {
		s := d.exprAt(a.X, depth)
		switch {
		case a.DoubleSpread:
			s = "**" + s
		case a.Spread:
			s = "..." + s
		case a.Trailing:
			s = "& " + s
		}
		if a.Keyword != "" {
			s = a.Keyword + ": " + s
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func (d *dumper) typeAt(id facts.TypeID, depth int) string {
	if id == facts.None {
		return "_"
	}
	if depth > deepest {
		return "…"
	}
	depth++
	t := &d.Types[id]
	arg := func(i int) string {
		if i >= len(t.Args) {
			return "_"
		}
		return d.typeAt(t.Args[i], depth)
	}
	switch t.Kind {
	case facts.Named:
		s := t.Name
		if t.Qualifier != "" {
			s = t.Qualifier + "." + s
		}
		if len(t.Args) > 0 {
			s += "[" + d.typesAt(t.Args, depth) + "]"
		}
		if t.MayBeAbsent() {
			s += "?"
		}
		return s
	case facts.PointerT:
		return "*" + arg(0)
	case facts.ListT:
		return "[]" + arg(0)
	case facts.MapT:
		return "map[" + arg(0) + "]" + arg(1)
	case facts.ChanT:
		return "chan " + arg(0)
	case facts.FuncT:
		n := min(int(t.N), len(t.Args))
		name, _, _ := strings.Cut(t.Name, "(") // not the parameters: their types follow
		return "func(" + strings.TrimPrefix(name+" "+d.typesAt(t.Args[:n], depth), " ") + ")(" + d.typesAt(t.Args[n:], depth) + ")"
	case facts.TupleT:
		return "(" + d.typesAt(t.Args, depth) + ")"
	case facts.UnionT:
		return "union(" + d.typesAt(t.Args, depth) + ")"
	case facts.IntersectionT:
		return "all(" + d.typesAt(t.Args, depth) + ")"
	case facts.PromiseT:
		return "promise[" + arg(0) + "]"
	case facts.ValueT:
		return "typeof(" + d.exprAt(t.X, depth) + ")"
	case facts.ClassT:
		return "class[" + arg(0) + "]"
	case facts.SelfT:
		return "self"
	case facts.ObjectT:
		return fmt.Sprintf("object#%d", t.Def)
	}
	return fmt.Sprintf("type%d", t.Kind)
}

// names are the words for the values of an enumeration that starts at 1.
type names[T ~uint8] []string

func (n names[T]) of(v T) string {
	if v == 0 || int(v) > len(n) {
		return fmt.Sprintf("kind%d", v)
	}
	return n[v-1]
}

// flagNames are the words for the bits of a set, lowest first.
type flagNames []string

func (n flagNames) of(v uint64) string {
	var out []string
	for i, name := range n {
		if v&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	if v>>len(n) != 0 {
		out = append(out, fmt.Sprintf("%#x", v>>len(n)<<len(n)))
	}
	if out == nil {
		return ""
	}
	return " [" + strings.Join(out, " ") + "]"
}

var (
	defNames = names[facts.DefKind]{"Function", "Method", "Constructor", "Class", "Struct", "Interface", "Trait", "Enum",
		"EnumMember", "TypeDef", "Variable", "Constant", "Field", "Namespace"}
	varNames     = names[facts.VarKind]{"local", "param", "self", "def", "import", "catch"}
	problemNames = names[facts.ProblemKind]{"SyntaxError", "TooLarge", "TooDeep", "TooSlow", "NotText", "Unreadable", "Unsupported", "Internal"}

	defFlags = flagNames{"Exported", "Static", "Abstract", "Async", "Generator", "Getter", "Setter", "Overload", "Default",
		"Optional", "Test", "Pointer", "Ambient", "Final", "ObjectItem", "ClassSide", "Inner", "Alias", "Assigned", "DynamicMembers",
		"Partial", "Declaration", "ExtensionMember", "FileLocal", "Transparent", "Singleton", "Unlikely", "ProjectWide", "TypeVariable", "Record", "Skipped",
		"Override", "Asserted", "Curried", "Delegates", "Given", "Suspends", "Protected", "Macro", "Wraps", "NotOffered"}
	exprFlags   = flagNames{"Discarded", "Write", "JSX", "Deferred", "OptionalOp", "Guarded", "Decorates", "Implicit", "Operator", "Initial", "AsIs", "Void", "Checked", "FromTop", "Lists", "Awaited"}
	importFlags = flagNames{"TypeOnly", "Dynamic", "Guarded", "SideEffectOnly", "TypeChecking", "Global", "Lazy", "Public", "Offers"}
)

package cfamily

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// functionDefinition adds a function with a body, or one that is defaulted,
// deleted or pure.
func (x *extractor) functionDefinition(n int32, doc *walk.Comments) {
	if x.isTest(n) {
		x.test(n, doc)
		return
	}
	d := x.declared(x.t.Child(n, fDeclarator))
	if d.fn < 0 && x.t.Kind(d.name) != kOperatorCast {
		if body := x.t.Child(n, fBody); body >= 0 { // the grammar did not recognise the header
			x.walkBody(n, body)
		}
		return
	}
	x.function(n, n, d, doc)
}

// walkBody walks the code of a function whose header could not be parsed.
func (x *extractor) walkBody(n, body int32) {
	x.typ(x.t.Child(n, fType))
	x.b.Open(lang.OrderedScope)
	x.statement(body)
	x.b.Close()
}

// function adds the function, method or constructor that dec names. n is its declaration, whole the
// enclosing node that contains all of its text.
func (x *extractor) function(n, whole int32, dec declared, doc *walk.Comments) {
	if x.has(n, kDeleteMethodClause) {
		return // a deleted function does not exist
	}
	tmpl := x.template
	body := x.t.Child(n, fBody)
	p := x.place(whole, doc)
	path := x.path(dec.name)
	conversion := int32(-1)
	if x.t.Kind(dec.name) == kOperatorCast || x.t.Kind(x.unqualified(dec.name)) == kOperatorCast {
		conversion = x.unqualified(dec.name)
		if conversion < 0 {
			conversion = dec.name
		}
		path = append(x.scopes(dec.name), "operator "+x.conversionName(conversion))
	}
	if len(path) == 0 {
		return
	}
	name := path[len(path)-1]
	end := body
	if list := x.t.ChildOfKind(n, kFieldInitializerList); list >= 0 {
		end = list
	}
	d := x.newDef(x.functionKind(path), p, name, end)
	x.at(&d, dec.name)
	d.Flags |= x.functionFlags(n, path, body)
	if d.Has(facts.FileLocal) {
		d.Flags &^= facts.Exported
	}
	if x.dialect != onlyCPP && body >= 0 && len(path) == 1 && x.b.AtFileLevel() && !d.Has(facts.FileLocal) && isOwnName(name) {
		d.Flags |= facts.ProjectWide
	}
	d.Signature = x.header(whole, end)
	if conversion < 0 && d.Kind == facts.Method && x.inClass() && x.isMacro(n, name) {
		x.b.File.Defs[x.b.In()].Flags |= facts.DynamicMembers
		if body < 0 {
			return
		}
	}
	id := x.b.Def(d)
	x.declareDef(id, d.Line)
	x.takeTemplate()
	x.owned[whole] = true
	if tmpl.node >= 0 {
		x.owned[tmpl.node] = true
	}

	x.b.Enter(id)
	x.b.Open(lang.OrderedScope)
	x.b.File.Defs[id].TypeParams = tmpl.params
	if len(path) > 1 {
		t := x.receiver(dec.name, path)
		x.b.File.Defs[id].Receiver = t
	}
	x.functionHead(id, n, dec, conversion)
	x.functionBody(id, n, body, dec)
	x.b.Close()
	x.b.Leave()
	x.template = tmpl
	x.hashFunction(id, n, dec, body)
}

// isOwnName reports whether a name is hardly that of a system function: it has a capital letter, or an underscore inside.
func isOwnName(name string) bool {
	return name[0] != '_' && strings.IndexFunc(name, func(c rune) bool { return c == '_' || c >= 'A' && c <= 'Z' }) >= 0
}

// isMacro reports whether a method has no type: it is a macro, which may define members, as
// MOCK_METHOD(int, area, ()) does.
func (x *extractor) isMacro(n int32, name string) bool {
	return x.t.Child(n, fType) < 0 && !strings.HasPrefix(name, "~")
}

// unqualified returns the last node of a qualified name.
func (x *extractor) unqualified(n int32) int32 {
	for x.t.Kind(n) == kQualifiedIdentifier {
		n = x.t.Child(n, fName)
	}
	return n
}

// scopes returns the scope names of a qualified name whose last part is not an identifier.
func (x *extractor) scopes(n int32) []string {
	var out []string
	for x.t.Kind(n) == kQualifiedIdentifier {
		out = append(out, x.path(x.t.Child(n, fScope))...)
		n = x.t.Child(n, fName)
	}
	return out
}

func (x *extractor) conversionName(n int32) string {
	return strings.Join(strings.Fields(x.t.Text(x.t.Child(n, fType))), " ")
}

// receiver returns the type named by the scopes of a name: A::B of A::B::f.
func (x *extractor) receiver(name int32, path []string) facts.TypeID {
	var scope int32 = -1
	for n := name; x.t.Kind(n) == kQualifiedIdentifier; n = x.t.Child(n, fName) {
		scope = x.t.Child(n, fScope)
	}
	last := len(path) - 2
	return x.b.NamedType(join(path[:last]), path[last], x.t.Line(name), x.typeArgs(x.argumentList(scope))...)
}

// functionKind returns Method or Constructor for members, else Function.
func (x *extractor) functionKind(path []string) facts.DefKind {
	name := path[len(path)-1]
	if len(path) > 1 {
		if path[len(path)-2] == name {
			return facts.Constructor
		}
		return facts.Method
	}
	if n := len(x.classes); n > 0 && x.b.In() == x.classes[n-1].id {
		if x.classes[n-1].name == name {
			return facts.Constructor
		}
		return facts.Method
	}
	return facts.Function
}

func (x *extractor) functionFlags(n int32, path []string, body int32) facts.DefFlags {
	var flags facts.DefFlags
	inClass := len(path) > 1 || len(x.classes) > 0 && x.b.In() == x.classes[len(x.classes)-1].id
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kStorageClassSpecifier:
			if x.has(c, tStatic) {
				if inClass {
					flags |= facts.Static
				} else {
					flags |= facts.FileLocal
				}
			}
		case kPureVirtualClause:
			flags |= facts.Abstract | facts.Declaration
		case kDefaultMethodClause:
			body = c
		}
	}
	if body < 0 && x.t.Kind(n) != kFunctionDefinition {
		flags |= facts.Declaration
		if x.pureField(n) {
			flags |= facts.Abstract
		}
	}
	if fn := x.declared(x.t.Child(n, fDeclarator)).fn; fn >= 0 {
		if v := x.t.ChildOfKind(fn, kVirtualSpecifier); v >= 0 && x.has(v, tFinal) {
			flags |= facts.Final
		}
	}
	return flags
}

// pureField reports whether a member function ends with "= 0", which the grammar parses as a value.
func (x *extractor) pureField(n int32) bool {
	v := x.t.Child(n, fDefaultValue)
	return v >= 0 && x.t.Kind(v) == kNumberLiteral && x.t.Text(v) == "0"
}

// functionHead sets the parameters and the result of a function and binds the
// parameters. The function is the open definition.
func (x *extractor) functionHead(id facts.DefID, n int32, dec declared, conversion int32) {
	var result facts.TypeID
	list := int32(-1)
	if conversion >= 0 {
		result = x.declaredType(x.inner(x.t.Child(conversion, fDeclarator)), x.typ(x.t.Child(conversion, fType)))
	} else {
		result = x.declaredType(x.t.Child(n, fDeclarator), x.typ(x.t.Child(n, fType)))
		list = x.t.Child(dec.fn, fParameters)
	}
	params := x.params(list)
	d := &x.b.File.Defs[id]
	d.Params = params
	if result != facts.None && !x.isVoid(result) {
		d.Results = []facts.TypeID{result}
		d.Returns = []string{x.b.Written(x.t.Child(n, fType)) + x.signs(x.t.Child(n, fDeclarator), dec.fn)}
	}
	if d.Has(facts.Declaration) {
		return // no code uses the parameters
	}
	x.declareParams(list, params)
	x.oldStyle(n, id)
}

func is(node int32) func(int32) bool { return func(n int32) bool { return n == node } }

// signs returns the pointer and reference marks around function declarator fn: "**".
func (x *extractor) signs(n, fn int32) string {
	marks := ""
	for n >= 0 && n != fn {
		inner := x.inner(n)
		if inner < 0 {
			break
		}
		marks += x.b.WrittenWithout(n, is(inner))
		n = inner
	}
	return marks
}

func (x *extractor) isVoid(t facts.TypeID) bool {
	ty := &x.b.File.Types[t]
	return ty.Kind == facts.Named && ty.Name == "void" && ty.Qualifier == ""
}

// params returns the parameters in a list.
func (x *extractor) params(list int32) []facts.Param {
	if list < 0 {
		return nil
	}
	var out []facts.Param
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		p := facts.Param{Type: facts.None}
		switch x.t.Kind(c) {
		case kParameterDeclaration, kOptionalParameterDeclaration, kVariadicParameterDeclaration:
			decl := x.t.Child(c, fDeclarator)
			p.Name = x.b.Text(x.declared(decl).name)
			p.Type = x.declaredParam(decl, x.typ(x.t.Child(c, fType)))
			p.Written = x.b.Written(x.t.Child(c, fType)) + x.b.WrittenWithout(decl, is(x.declared(decl).name))
			p.Optional = x.t.Kind(c) == kOptionalParameterDeclaration
			p.Variadic = x.t.Kind(c) == kVariadicParameterDeclaration
			if p.Name == "" && decl < 0 && p.Type != facts.None && x.isVoid(p.Type) {
				continue
			}
		case kVariadicParameter, tEllipsis:
			p.Variadic = true
		case kIdentifier: // without a type, as before ANSI C
			p.Name = x.b.Text(c)
		default:
			continue
		}
		out = append(out, p)
	}
	return out
}

// declaredParam is declaredType for a parameter, where a function type means a pointer to it.
func (x *extractor) declaredParam(n int32, base facts.TypeID) facts.TypeID {
	if d := x.declared(n); d.fn >= 0 {
		return x.funcType(d.fn, base)
	}
	return x.declaredType(n, base)
}

// declareParams binds the parameters of a function or lambda.
func (x *extractor) declareParams(list int32, params []facts.Param) {
	if list < 0 {
		return
	}
	i := 0
	for c := x.first(list); c >= 0 && i < len(params); c = x.t.Next(c) {
		name := int32(-1)
		switch x.t.Kind(c) {
		case kParameterDeclaration, kOptionalParameterDeclaration, kVariadicParameterDeclaration:
			name = x.declared(x.t.Child(c, fDeclarator)).name
			if x.t.Kind(c) == kOptionalParameterDeclaration {
				x.walk(x.t.Child(c, fDefaultValue))
			}
		case kIdentifier:
			name = c
		}
		if name < 0 || x.b.Text(name) != params[i].Name {
			if k := x.t.Kind(c); k == kVariadicParameter || k == tEllipsis || k == kParameterDeclaration && params[i].Name == "" ||
				k == kOptionalParameterDeclaration && params[i].Name == "" || k == kVariadicParameterDeclaration && params[i].Name == "" {
				i++
			}
			continue
		}
		v := lang.NewVar(facts.ParamVar, params[i].Name, x.t.Line(name))
		v.Index, v.Type = int32(i), params[i].Type
		x.b.Declare(v)
		i++
	}
}

// oldStyle sets the types of parameters that are declared after the list.
func (x *extractor) oldStyle(n int32, id facts.DefID) {
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kDeclaration {
			continue
		}
		base := x.typ(x.t.Child(c, fType))
		for decl := x.first(c); decl >= 0; decl = x.t.Next(decl) {
			if x.t.Nodes[decl].Field != fDeclarator {
				continue
			}
			name, t := x.b.Text(x.declared(decl).name), x.declaredType(decl, base)
			params := x.b.File.Defs[id].Params
			for i := range params {
				if params[i].Name == name && params[i].Type == facts.None {
					params[i].Type = t
				}
			}
			if v := x.b.Declared(name); v != facts.None {
				x.b.File.Vars[v].Type = t
			}
		}
	}
}

// functionBody walks initialisers and code. Without a declared result, the returned values are the
// result.
func (x *extractor) functionBody(id facts.DefID, n, body int32, dec declared) {
	outer := x.returns
	var returned []facts.ExprID
	x.returns = nil
	if len(x.b.File.Defs[id].Results) == 0 && x.t.Kind(x.t.Child(n, fType)) == kPlaceholderTypeSpecifier {
		x.returns = &returned
	}
	if list := x.t.ChildOfKind(n, kFieldInitializerList); list >= 0 {
		x.initializers(list)
	}
	if body >= 0 {
		x.statement(body)
	}
	x.returns = outer
	if len(returned) > facts.MaxValues {
		returned = returned[:facts.MaxValues]
	}
	x.b.File.Defs[id].Values = returned
}

// initializers adds the initialisers of bases and members before the body of a constructor.
func (x *extractor) initializers(list int32) {
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kTryStatement || x.t.Kind(c) != kFieldInitializer {
			continue
		}
		name := x.t.FirstNamed(c)
		if name < 0 {
			continue
		}
		e := lang.NewExpr(facts.New, x.t.Line(name))
		e.X = x.nameOf(name)
		e.Args = x.arguments(x.t.LastNamed(c))
		if e.X == facts.None {
			continue
		}
		if x.b.File.Exprs[e.X].Kind == facts.Name {
			// The name may be a member or a base class; only the class definition decides.
			e.Flags |= facts.Discarded
		}
		x.b.Expr(e)
	}
}

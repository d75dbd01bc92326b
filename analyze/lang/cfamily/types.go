package cfamily

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily/source"
)

// path returns the names of a possibly qualified name, without type arguments.
func (x *extractor) path(n int32) []string {
	var out []string
	for n >= 0 {
		switch x.t.Kind(n) {
		case kQualifiedIdentifier:
			if s := x.t.Child(n, fScope); s >= 0 {
				out = append(out, x.path(s)...)
			}
			n = x.t.Child(n, fName)
			continue
		case kNestedNamespaceSpecifier:
			for c := x.first(n); c >= 0; c = x.t.Next(c) {
				if x.t.Named(c) {
					out = append(out, x.path(c)...)
				}
			}
			return out
		case kTemplateType, kTemplateFunction, kTemplateMethod:
			n = x.t.Child(n, fName)
			continue
		case kDependentName, kDependentType:
			n = x.t.FirstNamed(n)
			continue
		case kIdentifier, kTypeIdentifier, kNamespaceIdentifier, kFieldIdentifier, kPrimitiveType:
			return append(out, x.b.Text(n))
		case kDestructorName, kOperatorName:
			return append(out, x.operatorName(n))
		}
		return out
	}
	return out
}

func join(path []string) string { return strings.Join(path, ".") }

// operatorName returns the name of an operator or destructor without white space.
func (x *extractor) operatorName(n int32) string {
	text := x.t.Text(n)
	words := strings.Fields(text)
	name := strings.Join(words, "")
	if len(words) > 1 && words[0] == "operator" && source.IsWord(words[1][0]) {
		name = strings.Join(words, " ")
	}
	return x.b.Intern([]byte(name))
}

// typ adds the type at node n and returns it, None for auto and for other nodes.
func (x *extractor) typ(n int32) facts.TypeID {
	if n < 0 {
		return facts.None
	}
	switch x.t.Kind(n) {
	case kPrimitiveType, kSizedTypeSpecifier:
		return x.builtin(basicName(x.t.Text(n)))
	case kTypeIdentifier, kIdentifier, kNamespaceIdentifier, kQualifiedIdentifier, kTemplateType, kTemplateFunction:
		return x.named(n)
	case kStructSpecifier, kClassSpecifier, kUnionSpecifier, kEnumSpecifier:
		return x.elaborated(n)
	case kTypeDescriptor:
		return x.declaredType(x.t.Child(n, fDeclarator), x.typ(x.t.Child(n, fType)))
	case kDependentType:
		return x.typ(x.t.FirstNamed(n))
	case kMacroTypeSpecifier:
		return x.typ(x.t.Child(n, fType))
	case kDecltype:
		t := lang.NewType(facts.ValueT, x.t.Line(n))
		if t.X = x.value(x.t.FirstNamed(n)); t.X == facts.None {
			return facts.None
		}
		return x.b.Type(t)
	}
	return facts.None
}

// basicName returns the builtin type for words such as "unsigned long int".
func basicName(text string) string {
	words := strings.Fields(text)
	if len(words) == 1 {
		if text == "unsigned" || text == "signed" {
			return "int"
		}
		return text
	}
	longs, base := 0, "int"
	for _, w := range words {
		switch w {
		case "long":
			longs++
		case "short", "char", "double":
			base = w
		}
	}
	switch {
	case base == "double" || longs == 0:
		return base
	}
	return "long"
}

// builtin returns the type of a builtin name, one for the whole file.
func (x *extractor) builtin(name string) facts.TypeID {
	if id, ok := x.basic[name]; ok {
		return id
	}
	id := x.b.NamedType("", name, 1)
	x.b.File.Types[id].In = facts.None
	x.basic[name] = id
	return id
}

// named adds the type of a possibly qualified name and returns it.
func (x *extractor) named(n int32) facts.TypeID {
	path := x.path(n)
	if len(path) == 0 {
		return facts.None
	}
	name := path[len(path)-1]
	if len(path) > 1 && iterators[name] {
		return facts.None // an iterator, represented by the element
	}
	qualifier := join(path[:len(path)-1])
	if qualifier == "" && x.isStandard(name) {
		qualifier = "std"
	}
	if len(path) == 1 && x.t.Kind(n) == kQualifiedIdentifier { // ::A
		qualifier = "."
	}
	line := x.t.Line(n)
	args := x.typeArgs(x.argumentList(n))
	return x.b.NamedType(qualifier, name, line, args...)
}

// isStandard reports whether a using declaration makes a bare name one of std.
func (x *extractor) isStandard(name string) bool {
	return x.standard[name] || x.wholeStd && standardTypes[name]
}

// argumentList returns the type argument list at the end of a name, -1 for none.
func (x *extractor) argumentList(n int32) int32 {
	for n >= 0 {
		switch x.t.Kind(n) {
		case kQualifiedIdentifier:
			n = x.t.Child(n, fName)
		case kDependentName, kDependentType:
			n = x.t.FirstNamed(n)
		case kTemplateType, kTemplateFunction, kTemplateMethod:
			return x.t.Child(n, fArguments)
		default:
			return -1
		}
	}
	return -1
}

// typeArgs adds the type arguments in a list; an argument that is a value becomes int.
func (x *extractor) typeArgs(list int32) []facts.TypeID {
	if list < 0 {
		return nil
	}
	var out []facts.TypeID
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if !x.t.Named(c) {
			continue
		}
		switch x.t.Kind(c) {
		case kTypeDescriptor:
			if t := x.typ(c); t != facts.None {
				out = append(out, t)
				continue
			}
		default:
			x.walk(c)
		}
		out = append(out, x.builtin("int"))
	}
	return out
}

// elaborated returns the type of "struct x", or of a struct with a body where a type is expected.
func (x *extractor) elaborated(n int32) facts.TypeID {
	if x.t.Child(n, fBody) >= 0 {
		return x.specified(n, n, nil, "")
	}
	if name := x.t.Child(n, fName); name >= 0 {
		return x.named(name)
	}
	return facts.None
}

// typeParams returns the parameters of a template clause, including those that are values.
func (x *extractor) typeParams(list int32) []facts.TypeParam {
	var out []facts.TypeParam
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kTypeParameterDeclaration, kVariadicTypeParameterDeclaration, kOptionalTypeParameterDeclaration:
			name := x.t.Child(c, fName)
			if name < 0 {
				name = x.t.ChildOfKind(c, kTypeIdentifier)
			}
			out = append(out, facts.TypeParam{Name: x.b.Text(name), Bound: facts.None})
		case kTemplateTemplateParameterDeclaration:
			inner := x.t.LastNamed(c)
			name := x.t.Child(inner, fName)
			if name < 0 {
				name = x.t.ChildOfKind(inner, kTypeIdentifier)
			}
			out = append(out, facts.TypeParam{Name: x.b.Text(name), Bound: facts.None})
		case kParameterDeclaration, kOptionalParameterDeclaration, kVariadicParameterDeclaration:
			d := x.declared(x.t.Child(c, fDeclarator))
			out = append(out, facts.TypeParam{Name: x.b.Text(d.name), Bound: facts.None})
		}
	}
	return out
}

// A declared is the name in a declarator.
type declared struct {
	name int32 // -1 for none
	fn   int32 // the function_declarator of a function of that name, -1 for others
}

// declared finds the name in a declarator.
func (x *extractor) declared(n int32) declared {
	d := declared{-1, -1}
	for n >= 0 {
		switch x.t.Kind(n) {
		case kPointerDeclarator, kArrayDeclarator, kInitDeclarator, kReferenceDeclarator, kParenthesizedDeclarator,
			kAttributedDeclarator, kVariadicDeclarator:
			if k := x.t.Kind(n); k == kPointerDeclarator || k == kArrayDeclarator || k == kReferenceDeclarator {
				if d.fn >= 0 { // the declarator found so far is that of a pointed-to type
					d.fn = -1
				}
			}
			n = x.inner(n)
		case kFunctionDeclarator:
			d.fn = n
			n = x.inner(n)
		case kIdentifier, kFieldIdentifier, kTypeIdentifier, kQualifiedIdentifier, kDestructorName, kOperatorName,
			kTemplateFunction, kTemplateMethod, kTemplateType, kOperatorCast, kPrimitiveType, kStructuredBindingDeclarator:
			d.name = n
			return d
		default:
			return d
		}
	}
	return d
}

// inner returns the declarator inside declarator n, -1 for none.
func (x *extractor) inner(n int32) int32 {
	if n < 0 {
		return -1
	}
	if c := x.t.Child(n, fDeclarator); c >= 0 {
		return c
	}
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kPointerDeclarator, kArrayDeclarator, kReferenceDeclarator, kParenthesizedDeclarator, kAttributedDeclarator,
			kVariadicDeclarator, kFunctionDeclarator, kIdentifier, kFieldIdentifier, kTypeIdentifier, kQualifiedIdentifier,
			kDestructorName, kOperatorName, kTemplateFunction, kOperatorCast, kStructuredBindingDeclarator, kPrimitiveType,
			kAbstractArrayDeclarator, kAbstractFunctionDeclarator, kAbstractParenthesizedDeclarator,
			kAbstractPointerDeclarator, kAbstractReferenceDeclarator:
			return c
		}
	}
	return -1
}

// declaredType returns the type of the name in declarator n, where base is the type before it. For a
// function it is the result type.
func (x *extractor) declaredType(n int32, base facts.TypeID) facts.TypeID {
	for n >= 0 {
		switch x.t.Kind(n) {
		case kPointerDeclarator, kAbstractPointerDeclarator:
			base = x.wrap(facts.PointerT, base, n)
		case kArrayDeclarator, kAbstractArrayDeclarator:
			x.walk(x.t.Child(n, fSize))
			base = x.wrap(facts.ListT, base, n)
		case kFunctionDeclarator, kAbstractFunctionDeclarator:
			inner := x.inner(n)
			if !x.isIndirect(inner) {
				return x.trailing(n, base)
			}
			base = x.funcType(n, x.trailing(n, base))
		case kReferenceDeclarator, kAbstractReferenceDeclarator, kParenthesizedDeclarator, kAbstractParenthesizedDeclarator,
			kAttributedDeclarator, kInitDeclarator, kVariadicDeclarator:
		default:
			return base
		}
		n = x.inner(n)
	}
	return base
}

// isIndirect reports whether the declarator before a parameter list is a pointer to a function or a
// function type.
func (x *extractor) isIndirect(n int32) bool {
	for x.t.Kind(n) == kParenthesizedDeclarator || x.t.Kind(n) == kAbstractParenthesizedDeclarator {
		n = x.inner(n)
	}
	switch x.t.Kind(n) {
	case kPointerDeclarator, kReferenceDeclarator, kAbstractPointerDeclarator, kAbstractReferenceDeclarator, kArrayDeclarator:
		return true
	}
	return n < 0
}

// trailing returns the type after ->, base where there is none.
func (x *extractor) trailing(fn int32, base facts.TypeID) facts.TypeID {
	if t := x.t.ChildOfKind(fn, kTrailingReturnType); t >= 0 {
		return x.typ(x.t.FirstNamed(t))
	}
	return base
}

func (x *extractor) wrap(kind facts.TypeKind, of facts.TypeID, n int32) facts.TypeID {
	if of == facts.None || kind == facts.PointerT && x.b.File.Types[of].Kind == facts.FuncT {
		return of
	}
	t := lang.NewType(kind, x.t.Line(n))
	t.Args = []facts.TypeID{of}
	return x.b.Type(t)
}

// funcType adds the function type with the parameters of n and the given result.
func (x *extractor) funcType(n int32, result facts.TypeID) facts.TypeID {
	t := lang.NewType(facts.FuncT, x.t.Line(n))
	for _, p := range x.params(x.t.Child(n, fParameters)) {
		if p.Type == facts.None {
			p.Type = x.builtin("int")
		}
		t.Args = append(t.Args, p.Type)
	}
	t.N = int32(len(t.Args))
	if result != facts.None {
		t.Args = append(t.Args, result)
	}
	return x.b.Type(t)
}

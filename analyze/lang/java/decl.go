package java

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// member adds the declaration n of a file or of the body of a type.
func (x *extractor) member(n int32, doc *walk.Comments) {
	switch x.t.Kind(n) {
	case kClassDeclaration, kInterfaceDeclaration, kEnumDeclaration, kRecordDeclaration, kAnnotationTypeDeclaration:
		x.typeDeclaration(n, doc)
	case kMethodDeclaration, kAnnotationTypeElementDeclaration:
		x.method(n, doc)
	case kConstructorDeclaration, kCompactConstructorDeclaration:
		x.constructor(n, doc)
	case kFieldDeclaration, kConstantDeclaration, kLocalVariableDeclaration:
		x.fields(n, doc)
	case kEnumConstant:
		x.enumConstant(n, doc)
	case kStaticInitializer:
		x.initializer(x.t.ChildOfKind(n, kBlock))
	case kBlock:
		x.initializer(n)
	case kEnumBodyDeclarations:
		x.members(n)
	}
}

// members adds the members in the body of a type.
func (x *extractor) members(body int32) {
	if body < 0 {
		return
	}
	doc := walk.Comments{IsDoc: isJavadoc}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsError != 0 {
			x.members(c)
		} else {
			x.member(c, &doc)
		}
		doc.See(x.t, c, isComment(x.t.Kind(c)))
	}
}

// initializer walks a static or instance initialiser block.
func (x *extractor) initializer(block int32) {
	if block < 0 {
		return
	}
	outer := x.frame
	x.frame = &frame{def: facts.None}
	x.scoped(block)
	x.frame = outer
}

func (x *extractor) place(n int32, doc *walk.Comments) walk.Place {
	return walk.PlaceOf(x.t, n, x.t.Line(n), doc, x.docHash)
}

// newDef returns a Def at p. name is the node of its name, or -1; body the node
// that the signature ends before, or -1.
func (x *extractor) newDef(kind facts.DefKind, p walk.Place, name, body int32) facts.Def {
	return p.Def(x.t, kind, x.b.Text(name), name, body)
}

// flags returns the flags for the modifiers of declaration n. Members of interfaces are public by
// default.
func (x *extractor) flags(n int32) facts.DefFlags {
	var f facts.DefFlags
	private := false
	if m := x.t.ChildOfKind(n, kModifiers); m >= 0 {
		for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
			switch x.t.Kind(c) {
			case tPublic, tProtected:
				f |= facts.Exported
			case tPrivate:
				private = true
				f |= facts.FileLocal
			case tStatic:
				f |= facts.Static
			case tAbstract:
				f |= facts.Abstract
			case tFinal:
				f |= facts.Final
			}
		}
	}
	if x.inInterface() && !private {
		f |= facts.Exported
	}
	return f
}

func (x *extractor) inInterface() bool {
	return x.class != nil && (x.class.kind == kInterfaceDeclaration || x.class.kind == kAnnotationTypeDeclaration)
}

// annotations adds the annotations of declaration n as decorators of id.
func (x *extractor) annotations(id facts.DefID, n int32) {
	m := x.t.ChildOfKind(n, kModifiers)
	if m < 0 {
		return
	}
	for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); k != kAnnotation && k != kMarkerAnnotation {
			continue
		}
		if e := x.annotation(c); e != facts.None {
			d := &x.b.File.Defs[id]
			d.Decorators = append(d.Decorators, e)
		}
		switch name := shortName(x.dotted(x.t.Child(c, fName))); {
		case name == "Override":
			x.b.File.Defs[id].Flags |= facts.Override
		case testAnnotations[name]:
			x.b.File.Defs[id].Flags |= facts.Test
		case name == "Generated" && x.b.File.Defs[id].Parent == facts.None:
			x.b.File.Generated = true
		case x.lombok && lombokAnnotations[name]:
			of := id
			if x.b.File.Defs[id].Kind == facts.Field && x.class != nil {
				of = x.class.def
			}
			x.b.File.Defs[of].Flags |= facts.DynamicMembers
		}
	}
}

// lombokAnnotations generate members of the class that they are on, or that contains the field they
// are on.
var lombokAnnotations = map[string]bool{
	"Data": true, "Value": true, "Getter": true, "Setter": true, "Builder": true, "SuperBuilder": true, "With": true, "Wither": true, "Delegate": true,
	"NoArgsConstructor": true, "AllArgsConstructor": true, "RequiredArgsConstructor": true, "FieldNameConstants": true, "UtilityClass": true,
	"Slf4j": true, "Log": true, "Log4j": true, "Log4j2": true, "CommonsLog": true, "JBossLog": true, "Flogger": true, "XSlf4j": true, "CustomLog": true,
}

var typeKinds = map[lang.Kind]facts.DefKind{
	kClassDeclaration: facts.Class, kRecordDeclaration: facts.Class, kEnumDeclaration: facts.Enum,
	kInterfaceDeclaration: facts.Interface, kAnnotationTypeDeclaration: facts.Interface,
}

func (x *extractor) typeDeclaration(n int32, doc *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if !x.named(name) {
		return
	}
	kind := x.t.Kind(n)
	p := x.place(n, doc)
	d := x.newDef(typeKinds[kind], p, name, body)
	d.Flags = x.flags(n)
	d.Signature = x.header(n, body)
	if x.frame != nil {
		d.Flags &^= facts.Exported
	}
	id := x.b.Def(d)
	x.declareDef(id, name)
	x.b.Enter(id)
	x.annotations(id, n)
	x.b.File.Defs[id].TypeParams = x.typeParameters(n)
	header := len(x.b.File.Types)
	extends := x.heritage(n, name)
	x.b.File.Defs[id].Extends = extends
	x.outsideOf(id, body, x.b.File.Types[header:])
	x.enterClass(id, kind, body)
	x.class.testing = x.b.File.Defs[id].Has(facts.Test)
	x.b.File.Defs[id].Flags &^= facts.Test
	if kind == kRecordDeclaration {
		x.components(x.t.Child(n, fParameters))
	}
	x.members(body)
	x.leaveClass()
	x.b.Leave()
	x.hashType(id, n, body)
}

// outsideOf marks the types in the header of id as resolved outside its body.
func (x *extractor) outsideOf(id facts.DefID, body int32, header []facts.Type) {
	if body < 0 || len(header) == 0 {
		return
	}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if _, ok := typeKinds[x.t.Kind(c)]; !ok {
			continue
		}
		name := x.b.Text(x.t.Child(c, fName))
		for i := range header {
			if first, _, _ := strings.Cut(header[i].Qualifier, "."); header[i].Name == name && first == "" || first == name {
				header[i].In = x.b.File.Defs[id].Parent
			}
		}
	}
}

// enterClass begins the walk of the members of id.
func (x *extractor) enterClass(id facts.DefID, kind lang.Kind, body int32) {
	x.class = &class{outer: x.class, def: id, kind: kind, name: x.b.File.Defs[id].Name, vars: facts.VarID(len(x.b.File.Vars))}
	x.class.fields = make(map[string]facts.DefID)
	x.noteFields(body)
}

func (x *extractor) leaveClass() { x.class = x.class.outer }

// noteFields records the names of the fields that a body declares, because its code may use them
// before, and whether there are constructors.
func (x *extractor) noteFields(body int32) {
	if body < 0 {
		return
	}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kFieldDeclaration, kConstantDeclaration:
			for v := x.t.First(c); v >= 0; v = x.t.Next(v) {
				if x.t.Kind(v) == kVariableDeclarator {
					x.class.fields[x.b.Text(x.t.Child(v, fName))] = facts.None
				}
			}
		case kEnumConstant:
			x.class.fields[x.b.Text(x.t.Child(c, fName))] = facts.None
		case kEnumBodyDeclarations:
			x.noteFields(c)
		case kConstructorDeclaration:
			x.class.constructed = true
		}
	}
}

// isField reports whether an enclosing class declares a field of that name.
func (x *extractor) isField(name string) bool {
	for c := x.class; c != nil; c = c.outer {
		if _, ok := c.fields[name]; ok {
			return true
		}
	}
	return false
}

// heritage returns the types that declaration n extends and implements, including the implicit
// supertypes of enums, records and annotation types.
func (x *extractor) heritage(n, name int32) []facts.TypeID {
	var out []facts.TypeID
	if s := x.t.Child(n, fSuperclass); s >= 0 {
		out = append(out, x.typ(x.t.FirstNamed(s)))
	}
	for _, list := range [...]int32{x.t.Child(n, fInterfaces), x.t.ChildOfKind(n, kExtendsInterfaces)} {
		out = append(out, x.typeList(list)...)
	}
	x.typeList(x.t.Child(n, fPermits))
	line := x.t.Line(name)
	switch x.t.Kind(n) {
	case kEnumDeclaration:
		out = append(out, x.b.NamedType("", "Enum", line, x.b.NamedType("", x.b.Text(name), line)))
	case kRecordDeclaration:
		out = append(out, x.b.NamedType("", "Record", line))
	case kAnnotationTypeDeclaration:
		out = append(out, x.b.NamedType("", "Annotation", line))
	}
	return out
}

// components adds the fields that the header of a record declares.
func (x *extractor) components(list int32) {
	if list < 0 {
		return
	}
	x.class.components = x.params(list)
	i := 0
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		name := x.parameterName(c)
		if name < 0 || i >= len(x.class.components) {
			continue
		}
		p := &x.class.components[i]
		i++
		if p.Name == "" {
			continue
		}
		d := x.newDef(facts.Field, x.place(c, nil), name, -1)
		d.Flags = facts.Exported | facts.Final | facts.Getter
		d.Type = p.Type
		if p.Variadic {
			d.Type = walk.ListType(x.b, p.Type, d.Line)
		}
		d.Signature = x.header(c, -1)
		id := x.b.Def(d)
		x.class.fields[p.Name] = id
		x.b.Enter(id)
		x.annotations(id, c)
		x.b.Leave()
		x.hashField(id, c, -1)
	}
}

func (x *extractor) enumConstant(n int32, doc *walk.Comments) {
	name, args, body := x.t.Child(n, fName), x.t.Child(n, fArguments), x.t.Child(n, fBody)
	if !x.named(name) || x.class == nil {
		return
	}
	d := x.newDef(facts.EnumMember, x.place(n, doc), name, body)
	d.Flags = facts.Exported | facts.Static | facts.Final
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.annotations(id, n)
	enum := x.class.name
	typ := x.b.NamedType("", enum, d.Line)
	x.b.File.Defs[id].Type = typ
	if x.class.constructed {
		e := lang.NewExpr(facts.New, x.t.Line(name))
		e.X = x.globalName(enum, e.Line, facts.ValueName)
		e.Args = x.arguments(args)
		x.b.Expr(e)
	}
	if body >= 0 {
		x.anonymous(body, typ)
	}
	x.b.Leave()
	x.hashField(id, n, args)
}

// anonymous adds a class without a name that extends base, and returns it.
func (x *extractor) anonymous(body int32, base facts.TypeID) facts.DefID {
	d := x.newDef(facts.Class, x.place(body, nil), -1, -1)
	if base != facts.None {
		d.Extends = []facts.TypeID{base}
	}
	inFunction := 0
	if in := x.b.In(); in != facts.None && isCallable(x.b.File.Defs[in].Kind) {
		inFunction = 1
	}
	id := x.b.Def(d)
	x.b.Enter(id)
	x.nameless += inFunction
	x.enterClass(id, kClassBody, body)
	outer := x.frame
	x.members(body)
	x.frame = outer
	x.leaveClass()
	x.nameless -= inFunction
	x.b.Leave()
	return id
}

func isCallable(k facts.DefKind) bool {
	return k == facts.Function || k == facts.Method || k == facts.Constructor
}

// fields adds the variables of a field declaration.
func (x *extractor) fields(n int32, doc *walk.Comments) {
	typ := x.t.Child(n, fType)
	p := x.place(n, doc)
	kind := facts.Field
	if x.class == nil {
		kind = facts.Variable
	}
	flags := x.flags(n)
	if x.inInterface() {
		flags |= facts.Static | facts.Final
	}
	declared := facts.TypeID(facts.None)
	first := true
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		name := x.t.Child(c, fName)
		if x.t.Kind(c) != kVariableDeclarator || !x.named(name) {
			continue
		}
		value := x.t.Child(c, fValue)
		d := x.newDef(kind, p, name, -1)
		d.SignatureEnd = max(d.Line, min(p.End, x.t.Line(max(value, name))))
		d.Flags = flags
		d.Signature = x.fieldHeader(n, c, value)
		id := x.b.Def(d)
		x.b.Enter(id)
		if first {
			declared = x.typ(typ)
			first = false
		}
		x.annotations(id, n)
		t := x.arrayOf(declared, x.t.Child(c, fDimensions))
		x.b.File.Defs[id].Type = t
		if x.class != nil {
			x.class.fields[d.Name] = id
		}
		if value >= 0 {
			if e := x.initial(value, t); e != facts.None {
				x.b.File.Defs[id].Values = []facts.ExprID{e}
			}
		}
		x.b.Leave()
		x.hashField(id, n, c)
	}
}

// method adds a method, an element of an annotation type, or a function at the top
// of a file.
func (x *extractor) method(n int32, doc *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if !x.named(name) {
		return
	}
	kind := facts.Method
	if x.class == nil {
		kind = facts.Function
	}
	d := x.newDef(kind, x.place(n, doc), name, body)
	d.Flags = x.flags(n)
	if x.inInterface() && body < 0 {
		d.Flags |= facts.Abstract
	}
	id := x.function(d, n, body)
	if x.class != nil && x.class.testing && x.b.File.Defs[id].Has(facts.Exported) && len(x.b.File.Defs[id].Results) == 0 {
		x.b.File.Defs[id].Flags |= facts.Test
	}
}

func (x *extractor) constructor(n int32, doc *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	if !x.named(name) || x.class == nil {
		return
	}
	d := x.newDef(facts.Constructor, x.place(n, doc), name, body)
	d.Flags = x.flags(n)
	x.function(d, n, body)
}

// function adds d, the function or constructor at n, and walks its body.
func (x *extractor) function(d facts.Def, n, body int32) facts.DefID {
	d.Signature = x.header(n, body)
	id := x.b.Def(d)
	x.b.Enter(id)
	x.b.Open(lang.OrderedScope)
	x.annotations(id, n)
	x.b.File.Defs[id].TypeParams = x.typeParameters(n)
	list := x.t.Child(n, fParameters)
	var params []facts.Param
	if x.t.Kind(n) == kCompactConstructorDeclaration {
		params = x.class.components
		for i := range params {
			x.declareParam(&params[i], int32(i), facts.None, d.Line)
		}
	} else {
		params = x.params(list)
		x.declareParams(list, params, facts.None)
	}
	x.b.File.Defs[id].Params = params
	if typ := x.t.Child(n, fType); typ >= 0 {
		x.b.File.Defs[id].Returns = []string{x.b.Written(typ, x.t.Child(n, fDimensions))}
		if x.t.Kind(typ) != kVoidType {
			result := x.arrayOf(x.typ(typ), x.t.Child(n, fDimensions))
			x.b.File.Defs[id].Results = []facts.TypeID{result}
		}
	}
	throws := x.t.ChildOfKind(n, kThrows)
	x.typeList(throws)
	x.b.File.Defs[id].Throws = x.writtenList(throws)
	outer := x.frame
	x.frame = &frame{def: id}
	x.statements(body)
	if value := x.t.Child(n, fValue); value >= 0 { // of an annotation's element
		x.walk(value)
	}
	x.frame = outer
	x.b.Close()
	x.b.Leave()
	x.hashFunction(id, n, body)
	return id
}

// writtenList returns the types that are children of n as they are written.
func (x *extractor) writtenList(n int32) []string {
	if n < 0 {
		return nil
	}
	var written []string
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			written = append(written, x.b.Written(c))
		}
	}
	return written
}

// params returns the parameters of a list.
func (x *extractor) params(list int32) []facts.Param {
	if list < 0 {
		return nil
	}
	var params []facts.Param
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		name := x.parameterName(c)
		if name < 0 {
			continue
		}
		p := facts.Param{Name: x.b.Text(name), Variadic: x.t.Kind(c) == kSpreadParameter}
		typ, dimensions := x.t.Child(c, fType), x.t.Child(c, fDimensions)
		if p.Variadic {
			typ, dimensions = x.spreadType(c), x.t.Child(x.t.ChildOfKind(c, kVariableDeclarator), fDimensions)
		}
		p.Type = x.arrayOf(x.typ(typ), dimensions)
		p.Written = x.b.Written(typ, dimensions)
		params = append(params, p)
	}
	return params
}

// parameterName returns the node of the name of parameter n, or -1 for other nodes and for a receiver
// parameter (this).
func (x *extractor) parameterName(n int32) int32 {
	name := int32(-1)
	switch x.t.Kind(n) {
	case kFormalParameter:
		name = x.t.Child(n, fName)
	case kSpreadParameter:
		name = x.t.Child(x.t.ChildOfKind(n, kVariableDeclarator), fName)
	}
	if !x.named(name) || x.is(name, "this") {
		return -1
	}
	return name
}

// spreadType returns the node of the type of a variadic parameter.
func (x *extractor) spreadType(n int32) int32 {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); x.t.Usable(c) && k != kModifiers && k != kVariableDeclarator {
			return c
		}
	}
	return -1
}

// declareParams binds the parameters of the enclosing function, or of the lambda fn.
func (x *extractor) declareParams(list int32, params []facts.Param, fn facts.ExprID) {
	if list < 0 {
		return
	}
	i := int32(0)
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		name := x.parameterName(c)
		if name < 0 {
			continue
		}
		x.parameterAnnotations(c)
		x.declareParam(&params[i], i, fn, x.t.Line(name))
		i++
	}
}

func (x *extractor) parameterAnnotations(n int32) {
	if m := x.t.ChildOfKind(n, kModifiers); m >= 0 {
		for c := x.t.First(m); c >= 0; c = x.t.Next(c) {
			x.annotation(c)
		}
	}
}

func (x *extractor) declareParam(p *facts.Param, index int32, fn facts.ExprID, line int32) {
	v := lang.NewVar(facts.ParamVar, p.Name, line)
	v.Index, v.Func, v.Type = index, fn, p.Type
	if p.Variadic {
		v.Type = walk.ListType(x.b, p.Type, line)
	}
	x.b.Declare(v)
}

// declareDef binds the name of a type declared in a function.
func (x *extractor) declareDef(id facts.DefID, name int32) {
	if !x.b.AtFileLevel() && x.frame != nil {
		walk.Declare(x.b, id, x.b.Text(name), x.t.Line(name))
	}
}

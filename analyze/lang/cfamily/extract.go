package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file. Each other file of the package contains the functions for one sort of
// nodes.
type extractor struct {
	t       *lang.Tree
	b       *lang.Builder
	dialect dialect

	basic    map[string]facts.TypeID // builtin types by name
	standard map[string]bool         // names taken from std by a using declaration
	wholeStd bool                    // using namespace std

	classes []class // the enclosing classes, innermost last
	hidden  int     // number of enclosing anonymous namespaces
	// template contains the template clauses before the next definition.
	template template
	// owned are the nodes of definitions that have hashes of their own. They are left out of the
	// hashes of the enclosing definition.
	owned map[int32]bool
	// returns collects the values that the enclosing function returns; nil where its result is
	// declared.
	returns *[]facts.ExprID

	buf []byte
}

// A class is a class whose body is being walked.
type class struct {
	id     facts.DefID
	name   string
	access facts.DefFlags // of the following members
}

// A template contains the template clauses before a declaration.
type template struct {
	node   int32 // the outermost template_declaration, -1 for none
	lists  []int32
	params []facts.TypeParam
}

func extract(t *lang.Tree, b *lang.Builder, d dialect) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b, dialect: d,
		basic:    make(map[string]facts.TypeID),
		standard: make(map[string]bool),
		owned:    make(map[int32]bool),
		template: template{node: -1},
	}
	x.topLevel(0)
}

// first returns the first child of node n, -1 where n is -1 or has no child.
func (x *extractor) first(n int32) int32 {
	if n < 0 {
		return -1
	}
	return x.t.First(n)
}

func (x *extractor) isError(n int32) bool { return x.t.Nodes[n].Flags&lang.IsError != 0 }

// has reports whether token k is a child of n.
func (x *extractor) has(n int32, k lang.Kind) bool { return x.t.ChildOfKind(n, k) >= 0 }

// topLevel walks the declarations that are children of n: a file, a namespace, a branch of a
// preprocessor condition, or an error node.
func (x *extractor) topLevel(n int32) {
	var doc walk.Comments
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		if f := x.t.Nodes[c].Field; f == fCondition || f == fName {
			continue // part of a directive
		}
		if next := x.topItem(c, &doc); next > c {
			c = next
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// topItem adds one declaration at file or namespace level and returns the last
// sibling that belongs to it.
func (x *extractor) topItem(n int32, doc *walk.Comments) int32 {
	switch x.t.Kind(n) {
	case kExpressionStatement:
		if body := x.testCase(n, doc); body >= 0 {
			return body
		}
		x.statement(n)
	case kNamespaceDefinition:
		x.namespace(n, doc)
	case kFunctionDefinition, kDeclaration, kTypeDefinition, kAliasDeclaration, kTemplateDeclaration, kClassSpecifier,
		kStructSpecifier, kUnionSpecifier, kEnumSpecifier, kPreprocDef, kPreprocFunctionDef, kPreprocInclude,
		kUsingDeclaration, kNamespaceAliasDefinition, kFieldDeclaration, kLinkageSpecification, kTemplateInstantiation:
		x.declaration(n, doc)
	case kPreprocIf, kPreprocIfdef, kPreprocElse, kPreprocElif, kPreprocElifdef, kDeclarationList, kFieldDeclarationList:
		x.topLevel(n)
	case kStaticAssertDeclaration, kComment:
	default:
		switch {
		case x.isError(n):
			x.topLevel(n)
		case x.t.Named(n):
			x.statement(n)
		}
	}
	return n
}

// declaration adds the facts of one declaration, directive or definition outside class bodies.
func (x *extractor) declaration(n int32, doc *walk.Comments) {
	switch x.t.Kind(n) {
	case kFunctionDefinition:
		x.functionDefinition(n, doc)
	case kDeclaration, kFieldDeclaration:
		x.declarators(n, doc)
	case kTypeDefinition:
		x.typedef(n, doc)
	case kAliasDeclaration:
		x.alias(n, doc)
	case kTemplateDeclaration:
		x.templateDeclaration(n, doc)
	case kTemplateInstantiation:
		x.typ(x.t.Child(n, fType))
	case kClassSpecifier, kStructSpecifier, kUnionSpecifier, kEnumSpecifier:
		x.specifier(n, n, doc, "")
	case kPreprocDef:
		x.macro(n, doc)
	case kPreprocFunctionDef:
		x.functionMacro(n, doc)
	case kPreprocInclude:
		x.include(n)
	case kUsingDeclaration:
		x.using(n)
	case kNamespaceAliasDefinition:
		x.namespaceAlias(n)
	case kLinkageSpecification:
		if body := x.t.Child(n, fBody); x.t.Kind(body) == kDeclarationList {
			x.topLevel(body)
		} else if body >= 0 {
			x.declaration(body, doc)
		}
	}
}

// namespace adds a namespace for each name in its path. The members of an anonymous or inline
// namespace belong to the enclosing scope.
func (x *extractor) namespace(n int32, doc *walk.Comments) {
	body := x.t.Child(n, fBody)
	if body < 0 {
		return
	}
	name := x.t.Child(n, fName)
	if first := x.first(n); name < 0 || x.t.Kind(first) != tNamespace {
		if name < 0 {
			x.hidden++
			x.topLevel(body)
			x.hidden--
		} else {
			x.topLevel(body)
		}
		return
	}
	p := x.place(n, doc)
	depth := 0
	for _, part := range x.path(name) {
		d := x.newDef(facts.Namespace, p, part, body)
		d.Flags |= facts.Partial | facts.Exported
		d.Signature = x.header(n, body)
		x.b.Enter(x.b.Def(d))
		depth++
	}
	x.topLevel(body)
	for range depth {
		x.b.Leave()
	}
}

// templateDeclaration adds the declaration inside a template clause.
func (x *extractor) templateDeclaration(n int32, doc *walk.Comments) {
	outer := x.template
	if x.template.node < 0 {
		x.template.node = n
	}
	if list := x.t.Child(n, fParameters); list >= 0 {
		x.template.lists = append(outer.lists[:len(outer.lists):len(outer.lists)], list)
		x.template.params = append(outer.params[:len(outer.params):len(outer.params)], x.typeParams(list)...)
	}
	for c := x.first(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case k == kTemplateParameterList:
		case k == kFriendDeclaration:
			x.friend(c, doc)
		case x.t.Named(c) && len(x.classes) > 0 && x.b.In() == x.classes[len(x.classes)-1].id:
			x.member(c, doc)
		case x.t.Named(c):
			x.declaration(c, doc)
		}
	}
	x.template = outer
}

// takeTemplate returns the template clauses of the current definition and clears them for the
// definitions inside it.
func (x *extractor) takeTemplate() template {
	t := x.template
	x.template = template{node: -1}
	return t
}

// include adds a #include as an import of all names.
func (x *extractor) include(n int32) {
	path := x.t.Child(n, fPath)
	switch x.t.Kind(path) {
	case kStringLiteral, kSystemLibString:
	default:
		return // a macro
	}
	source := x.b.Text(path)
	if len(source) < 3 {
		return
	}
	if source[0] == '"' {
		source = source[1 : len(source)-1]
	}
	id := x.b.Import(facts.Import{Source: source, Name: "*", Line: x.t.Line(n)})
	x.b.File.Imports[id].In = facts.None // its names are visible in the rest of the file
}

// namespaceSource is the prefix of the source of an import from a namespace.
const namespaceSource = "namespace "

// using adds a using declaration: an import of one name of a namespace, or of all.
func (x *extractor) using(n int32) {
	name := x.t.LastNamed(n)
	if name < 0 || len(x.classes) > 0 && x.b.In() == x.classes[len(x.classes)-1].id {
		return // in a class it names members of a base class, which are inherited anyway
	}
	path := x.path(name)
	whole := x.has(n, tNamespace)
	if len(path) == 0 || !whole && len(path) == 1 {
		return
	}
	if path[0] == "std" {
		if whole {
			x.wholeStd = true
		} else if len(path) == 2 {
			x.standard[path[1]] = true
		}
		return
	}
	im := facts.Import{Name: "*", Line: x.t.Line(n)}
	if !whole {
		im.Name = path[len(path)-1]
		im.Alias = im.Name
		path = path[:len(path)-1]
	}
	im.Source = namespaceSource + join(path)
	id := x.b.Import(im)
	x.b.File.Imports[id].In = facts.None // visible from the whole file
}

// namespaceAlias adds "namespace a = b::c".
func (x *extractor) namespaceAlias(n int32) {
	name, target := x.t.Child(n, fName), x.t.LastNamed(n)
	if name < 0 || target < 0 || name == target {
		return
	}
	id := x.b.Import(facts.Import{Source: namespaceSource + join(x.path(target)), Alias: x.b.Text(name), Line: x.t.Line(n)})
	x.b.File.Imports[id].In = facts.None
}

package kotlin

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	declared map[string]bool // names that the file itself defines at its top level

	ctx context
	fn  *function
	// implicit are the receivers whose members can be used without a qualifier, innermost first: those
	// of the enclosing function literals.
	implicit []facts.Arg
	literal  *literal // innermost function literal
	// checked are the types of the type tests walked so far, by the node of the type.
	checked map[int32]typeTest
	// own are the nodes of definitions with hashes of their own; nameless counts the object literals
	// around, whose members are part of the enclosing code.
	own      map[int32]bool
	nameless int
	// loose are annotations parsed as an expression before their declaration, by the node of the
	// declaration.
	loose map[int32]int32
}

// A context is the state of the walk that depends on the current node.
type context struct {
	level jvm.Level
	// class is the innermost type. Members belong to it or, where static is set, to its companion;
	// name is its name.
	class  facts.DefID
	name   string
	static bool
	// open: declarations without a body are abstract, as in an interface; promised: their body is
	// elsewhere, as in an expect class.
	open, promised bool
	outer          *context // of the enclosing class
}

// A function is the innermost named function whose body is being walked.
type function struct {
	def     facts.DefID
	name    string
	returns []facts.ExprID
	outer   *function
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b,
		declared: make(map[string]bool),
		checked:  make(map[int32]typeTest),
		own:      make(map[int32]bool),
		loose:    make(map[int32]int32),
		ctx:      context{class: facts.None},
	}
	x.findDeclared()
	x.declarations(0)
	if x.builds() {
		b.File.Manifest = jvm.Gradle(t.Source)
	}
}

// builds reports whether the file is a build script: it calls at its top level what only those have.
func (x *extractor) builds() bool {
	for c := x.t.First(0); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kCallExpression {
			continue
		}
		switch name := x.t.FirstNamed(c); x.t.Text(name) {
		case "plugins", "dependencies", "subprojects", "allprojects", "android", "kotlin", "apply", "repositories":
			return true
		}
	}
	return false
}

// findDeclared records the functions that the file defines: they hide those of the standard library.
func (x *extractor) findDeclared() {
	for c := x.t.First(0); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kFunctionDeclaration {
			if p := x.functionParts(c); p.name >= 0 && p.receiver < 0 {
				x.declared[x.b.Text(p.name)] = true
			}
		}
	}
}

// declarations walks the children of n: a file, the body of a class, or an error node.
func (x *extractor) declarations(n int32) {
	if n < 0 {
		return
	}
	var doc walk.Comments
	loose := int32(-1)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		k := x.t.Kind(c)
		isComment := k == kLineComment || k == kMultilineComment
		if loose >= 0 && !isComment {
			x.loose[c], loose = loose, -1
		}
		switch {
		case x.isLoose(c) && isDeclaration(x.t.Kind(x.t.Next(c))) && !x.isMisread(c):
			loose = c
			continue
		case isComment, x.t.Nodes[c].Flags&lang.IsMissing != 0:
		case x.t.Nodes[c].Flags&lang.IsError != 0:
			x.declarations(c)
		default:
			x.declaration(c, &doc)
		}
		doc.See(x.t, c, isComment)
	}
}

func isDeclaration(k lang.Kind) bool {
	switch k {
	case kClassDeclaration, kObjectDeclaration, kFunctionDeclaration, kPropertyDeclaration, kTypeAlias:
		return true
	}
	return false
}

func (x *extractor) declaration(c int32, doc *walk.Comments) {
	switch x.t.Kind(c) {
	case kPackageHeader:
		if id := x.t.ChildOfKind(c, kIdentifier); id >= 0 && x.b.File.Package == "" {
			x.b.File.Package = x.dotted(id)
		}
	case kImportList:
		for i := x.t.First(c); i >= 0; i = x.t.Next(i) {
			if x.t.Kind(i) == kImportHeader {
				x.importHeader(i)
			}
		}
	case kImportHeader:
		x.importHeader(c)
	case kFileAnnotation:
		x.annotationUse(c)
	case kClassDeclaration:
		x.class(c, doc)
	case kObjectDeclaration, kCompanionObject:
		x.object(c, doc)
	case kFunctionDeclaration:
		x.function(c, doc)
	case kPropertyDeclaration:
		x.property(c, doc)
	case kTypeAlias:
		x.typeAlias(c, doc)
	case kEnumEntry:
		x.enumEntry(c, doc)
	case kSecondaryConstructor:
		x.secondaryConstructor(c, doc)
	case kAnonymousInitializer:
		x.inBlock(x.t.ChildOfKind(c, kStatements))
	case kGetter, kSetter: // read with the property before them
	case kCallExpression: // an initialiser in a body parsed as a function literal
		if x.ctx.level == jvm.InClass {
			if s := x.callParts(c); s.lambda >= 0 && s.args < 0 && string(x.t.Bytes(s.callee)) == "init" {
				x.inBlock(x.t.ChildOfKind(x.t.ChildOfKind(s.lambda, kLambdaLiteral), kStatements))
			}
			return
		}
		x.topLevelStatement(c)
	default:
		if x.t.Usable(c) && x.ctx.level != jvm.InClass {
			x.topLevelStatement(c)
		}
	}
}

// topLevelStatement walks a statement of a script, or the remains of a syntax error.
func (x *extractor) topLevelStatement(c int32) {
	if k := x.t.Kind(c); k == kModifiers || k == kLabel || isType(k) {
		return
	}
	x.noteMisread(c)
	around := x.ctx
	x.ctx.level = jvm.InCode
	x.b.Open(lang.OrderedScope)
	x.statement(c)
	x.b.Close()
	x.ctx = around
}

// inBlock walks statements in a scope of their own.
func (x *extractor) inBlock(statements int32) facts.ExprID {
	around := x.ctx.level
	x.ctx.level = jvm.InCode
	x.b.Open(lang.OrderedScope)
	v := x.statements(statements, false)
	x.b.Close()
	x.ctx.level = around
	return v
}

func (x *extractor) importHeader(n int32) {
	id := x.t.ChildOfKind(n, kIdentifier)
	if id < 0 {
		return
	}
	source, name := "", ""
	for c := x.t.First(id); c >= 0; c = x.t.Next(c) {
		if word := jvm.Name(x.b, c); x.t.Kind(c) == kSimpleIdentifier && word != companion {
			source, name = walk.Path(source, ".", name), word
		}
	}
	i := facts.Import{Source: source, Name: name, Alias: name, Line: x.t.Line(n)}
	switch alias := x.t.ChildOfKind(n, kImportAlias); {
	case x.t.ChildOfKind(n, kWildcardImport) >= 0:
		i.Source, i.Name, i.Alias = walk.Path(source, ".", name), "*", ""
	case alias >= 0:
		if a := x.t.FirstNamed(alias); a >= 0 {
			i.Alias = jvm.Name(x.b, a)
		}
	}
	if i.Name != "" {
		x.b.Import(i)
	}
}

// companion is the name of a companion object that has none: its members are those of the enclosing
// class.
const companion = "Companion"

// dotted returns the dotted name of an identifier without white space and comments.
func (x *extractor) dotted(id int32) string {
	path := ""
	for c := x.t.First(id); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kSimpleIdentifier {
			path = walk.Path(path, ".", jvm.Name(x.b, c))
		}
	}
	return path
}

// has reports whether a k is a child of n.
func (x *extractor) has(n int32, k lang.Kind) bool { return x.t.ChildOfKind(n, k) >= 0 }

// after returns the first named child of n after a token of kind k, or -1.
func (x *extractor) after(n int32, k lang.Kind) int32 {
	seen := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == k:
			seen = true
		case seen && x.valuable(c):
			return c
		}
	}
	return -1
}

// valuable reports whether a node is usable or the token null.
func (x *extractor) valuable(i int32) bool {
	return x.t.Usable(i) || x.t.Kind(i) == tNull && x.t.Nodes[i].Flags&lang.IsMissing == 0
}

package scala

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	ctx context
	fn  *function
	// placeholders are the parameters that the wildcards of an argument stand for.
	placeholders *placeholders
	// own are the nodes of definitions with hashes of their own; nameless counts the types without a
	// name around, whose members are part of the enclosing code.
	own      map[int32]bool
	nameless int
}

// A context is the state of the walk that depends on the current node.
type context struct {
	level jvm.Level
	class facts.DefID // innermost type
	name  string      // its name
	outer *context    // of the enclosing type
	// implicit are this as the self types around say, innermost first.
	implicit []facts.Arg
	// extension is the receiver of the methods of an extension or implicit class,
	// self the node of its parameter, params its type parameters.
	extension facts.TypeID
	self      int32
	params    []facts.TypeParam
}

// A function is the innermost named function whose body is being walked.
type function struct {
	returns []facts.ExprID
	outer   *function
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b,
		own: make(map[int32]bool),
		ctx: context{class: facts.None, extension: facts.None, self: -1},
	}
	x.declarations(0)
	if bytes.Contains(t.Source, []byte(millPublishes)) && bytes.Contains(t.Source, []byte("mill.")) {
		b.File.Manifest = buildOf(string(t.Source)) // build.sc
	}
}

func (x *extractor) isComment(n int32) bool {
	k := x.t.Kind(n)
	return k == kComment || k == kBlockComment
}

// declarations walks the children of n: a file, the body of a package or a type, or an error node.
func (x *extractor) declarations(n int32) {
	if n < 0 {
		return
	}
	var doc walk.Comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		comment := x.isComment(c)
		switch {
		case comment, x.t.Nodes[c].Flags&lang.IsMissing != 0:
		case x.t.Nodes[c].Flags&lang.IsError != 0:
			x.declarations(c)
		default:
			if !x.declaration(c, &doc) && x.t.Usable(c) {
				x.loose(c)
			}
		}
		doc.See(x.t, c, comment)
	}
}

// loose walks a statement that stands among declarations: what a type runs when
// it is made, or a script.
func (x *extractor) loose(c int32) {
	switch x.t.Kind(c) {
	case kModifiers, kAnnotation, kTypeIdentifier, kSelfType:
		return
	}
	around := x.ctx.level
	x.ctx.level = jvm.InCode
	x.b.Open(lang.BlockScope)
	x.statement(c)
	x.b.Close()
	x.ctx.level = around
}

// declaration handles the declaration c and reports whether it is one.
func (x *extractor) declaration(c int32, doc *walk.Comments) bool {
	switch x.t.Kind(c) {
	case kPackageClause:
		x.packageClause(c)
	case kPackageObject:
		x.packageObject(c, doc)
	case kImportDeclaration:
		x.imports(c)
	case kExportDeclaration:
	case kClassDefinition, kTraitDefinition, kEnumDefinition:
		x.class(c, doc)
	case kObjectDefinition:
		x.object(c, doc)
	case kEnumCaseDefinitions:
		for e := x.t.First(c); e >= 0; e = x.t.Next(e) {
			if k := x.t.Kind(e); k == kSimpleEnumCase || k == kFullEnumCase {
				x.enumCase(e, c, doc)
			}
		}
	case kFunctionDefinition, kFunctionDeclaration:
		x.function(c, doc)
	case kValDefinition, kValDeclaration, kVarDefinition, kVarDeclaration:
		if x.ctx.level == jvm.InCode {
			x.localValue(c)
		} else {
			x.values(c, doc)
		}
	case kGivenDefinition:
		x.given(c, doc)
	case kExtensionDefinition:
		x.extension(c, doc)
	case kTypeDefinition:
		x.typeDefinition(c, doc)
	default:
		return false
	}
	return true
}

// packageClause sets the package of the file. Clauses add up; what the outer ones
// hold can be named without an import.
func (x *extractor) packageClause(n int32) {
	name := x.t.Child(n, fName)
	if name >= 0 {
		f := x.b.File
		if f.Package != "" {
			x.addImport(facts.Import{Source: f.Package, Name: "*", Line: x.t.Line(n)})
		}
		if body := x.t.Child(n, fBody); body < 0 || f.Package == "" || len(f.Defs) == 0 {
			f.Package = walk.Path(f.Package, ".", x.dotted(name))
		}
	}
	x.declarations(x.t.Child(n, fBody))
}

// packageObject adds the members of a package object. In a file of its own they
// are the top level of its package.
func (x *extractor) packageObject(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	if f := x.b.File; len(f.Defs) == 0 && x.ctx.level == jvm.AtFile && !x.definesMore(n) {
		if f.Package != "" {
			x.addImport(facts.Import{Source: f.Package, Name: "*", Line: x.t.Line(n)})
		}
		f.Package = walk.Path(f.Package, ".", jvm.Name(x.b, name))
		x.declarations(x.t.Child(n, fBody))
		return
	}
	x.object(n, doc)
}

// definesMore reports whether anything but imports follows n.
func (x *extractor) definesMore(n int32) bool {
	for c := x.t.Next(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) && x.t.Kind(c) != kImportDeclaration {
			return true
		}
	}
	return false
}

// imports adds the names of an import. One inside a definition counts for the whole file: it rarely
// matters.
func (x *extractor) imports(n int32) {
	path, line := "", x.t.Line(n)
	flush := func() {
		if i := lastDot(path); i >= 0 {
			x.addImport(facts.Import{Source: path[:i], Name: path[i+1:], Alias: path[i+1:], Line: line})
		}
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch k := x.t.Kind(c); {
		case x.t.Nodes[c].Field == fPath && (k == kIdentifier || k == kOperatorIdentifier):
			path = walk.Path(path, ".", jvm.Name(x.b, c))
			line = x.t.Line(c)
		case k == kStableIdentifier:
			path = walk.Path(path, ".", x.dotted(c))
		case k == kNamespaceWildcard:
			x.addImport(facts.Import{Source: path, Name: "*", Line: line})
			path = ""
		case k == kNamespaceSelectors:
			x.selectors(c, path)
			path = ""
		case k == kArrowRenamedIdentifier || k == kAsRenamedIdentifier:
			x.renamed(c, path)
			path = ""
		case k == tComma:
			flush()
			path = ""
		}
	}
	flush()
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

func (x *extractor) selectors(n int32, path string) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kIdentifier, kOperatorIdentifier:
			x.addImport(facts.Import{Source: path, Name: jvm.Name(x.b, c), Alias: jvm.Name(x.b, c), Line: x.t.Line(c)})
		case kArrowRenamedIdentifier, kAsRenamedIdentifier:
			x.renamed(c, path)
		case kNamespaceWildcard:
			x.addImport(facts.Import{Source: path, Name: "*", Line: x.t.Line(c)})
		}
	}
}

func (x *extractor) renamed(n int32, path string) {
	name, alias := x.t.Child(n, fName), x.t.Child(n, fAlias)
	if name < 0 || alias < 0 || x.t.Kind(alias) == kWildcard || x.b.Text(alias) == "_" {
		return
	}
	x.addImport(facts.Import{Source: path, Name: jvm.Name(x.b, name), Alias: jvm.Name(x.b, alias), Line: x.t.Line(n)})
}

// addImport adds an import of the file, wherever it stands.
func (x *extractor) addImport(i facts.Import) {
	if i.Source == "" {
		return
	}
	if root, ok := strings.CutPrefix(i.Source, "_root_."); ok {
		i.Source = root
	} else {
		i.Source = "." + x.imported(i.Source)
	}
	id := x.b.Import(i)
	x.b.File.Imports[id].In = facts.None
}

// imported returns a path with its first name replaced by what an import before
// says it is.
func (x *extractor) imported(path string) string {
	first, rest, more := strings.Cut(path, ".")
	for i := range x.b.File.Imports {
		if im := &x.b.File.Imports[i]; im.Alias == first && im.Alias != "" {
			path = strings.TrimPrefix(im.Source, ".") + "." + im.Name
			if more {
				path += "." + rest
			}
			return path
		}
	}
	return path
}

// dotted returns the names in a path, without what else stands between the dots.
func (x *extractor) dotted(n int32) string {
	if x.t.Nodes[n].Size == 1 {
		return jvm.Name(x.b, n)
	}
	path := ""
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kIdentifier, kTypeIdentifier, kOperatorIdentifier:
			path = walk.Path(path, ".", jvm.Name(x.b, c))
		case kStableIdentifier, kStableTypeIdentifier:
			path = walk.Path(path, ".", x.dotted(c))
		}
	}
	return path
}

// is reports whether the text of node i is s.
func (x *extractor) is(i int32, s string) bool { return i >= 0 && string(x.t.Bytes(i)) == s }

// firstUsable returns the first child of n that is usable, or -1.
func (x *extractor) firstUsable(n int32) int32 {
	if n < 0 {
		return -1
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) {
			return c
		}
	}
	return -1
}

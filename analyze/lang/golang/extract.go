package golang

import (
	"go/build/constraint"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file. The files decl.go, stmt.go, expr.go and types.go contain the functions
// for one sort of nodes each.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	basic map[string]facts.TypeID // predeclared types by name

	// typeParams are the type parameters in scope, innermost last; inScope is their number by name.
	typeParams []string
	inScope    map[string]int
	// redefined are the predeclared functions that the file declares itself.
	redefined map[string]bool
	// imported are the import paths whose last element is the name of the import.
	imported map[string]bool
	// owner is the Def that gets the members of the next anonymous struct or interface type, None for
	// a new Def without a name.
	owner facts.DefID
	// fn is the function that is being walked.
	fn running
	// nameless is the number of enclosing anonymous types without an owner; owned are the nodes of
	// those with one.
	nameless int
	owned    map[int32]bool
	// closures are the nodes of function literals that are definitions.
	closures map[int32]bool

	// buildLine is set after a //go:build line; plusBuild is the conjunction of the +build lines so
	// far.
	buildLine bool
	plusBuild constraint.Expr

	exprs []facts.ExprID // stack for lists that are being built
	buf   []byte
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b, owner: facts.None,
		basic:    make(map[string]facts.TypeID),
		imported: make(map[string]bool),
		owned:    make(map[int32]bool),
		closures: make(map[int32]bool),
	}
	x.findRedefined()
	x.topLevel(0, true)
}

// topLevel walks the declarations of a file, or of an error node.
func (x *extractor) topLevel(n int32, header bool) {
	var doc walk.Comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kPackageClause:
			if p := x.t.ChildOfKind(c, kPackageIdentifier); p >= 0 && x.b.File.Package == "" {
				x.b.File.Package = x.b.Text(p)
			}
			header = false
		case kComment:
			if header {
				x.buildConstraint(c)
			}
		case kImportDeclaration:
			x.imports(c)
		case kFunctionDeclaration, kMethodDeclaration:
			x.function(c, &doc)
		case kConstDeclaration, kVarDeclaration, kTypeDeclaration:
			x.declaration(c, &doc)
		default:
			if x.t.Nodes[c].Flags&lang.IsError != 0 {
				x.topLevel(c, false)
			}
		}
		doc.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// findRedefined finds the predeclared functions with special handling that this file redefines.
func (x *extractor) findRedefined() {
	for c := x.t.First(0); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kFunctionDeclaration {
			continue
		}
		switch name := string(x.t.Bytes(x.t.Child(c, fName))); name {
		case "append", "make", "new":
			if x.redefined == nil {
				x.redefined = make(map[string]bool)
			}
			x.redefined[name] = true
		}
	}
}

// buildConstraint records a build constraint as a //go:build line. That form takes precedence; of the
// older form all lines must hold.
func (x *extractor) buildConstraint(c int32) {
	line := strings.TrimSpace(x.t.Text(c))
	expr, err := constraint.Parse(line)
	switch {
	case err != nil:
		return
	case constraint.IsGoBuild(line):
		x.buildLine = true
	case x.buildLine:
		return
	case x.plusBuild != nil:
		expr = &constraint.AndExpr{X: x.plusBuild, Y: expr}
	}
	x.plusBuild = expr
	x.b.File.Constraint = expr.String()
}

func (x *extractor) imports(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kImportSpecList:
			x.imports(c)
		case kImportSpec:
			x.importSpec(c)
		}
	}
}

func (x *extractor) importSpec(n int32) {
	p := x.t.Child(n, fPath)
	source := strings.Trim(x.t.Text(p), "\"`")
	if source == "" {
		return
	}
	i := facts.Import{Source: source, Line: x.t.Line(p)}
	switch name := x.t.Child(n, fName); x.t.Kind(name) {
	case kDot:
		i.Alias = "."
	case kBlankIdentifier:
		i.Flags = facts.SideEffectOnly
	case kPackageIdentifier:
		i.Alias = x.b.Text(name)
	}
	if i.Flags == 0 && (i.Alias == "" || i.Alias == source) {
		x.imported[source] = true
	}
	x.b.Import(i)
}

// is reports whether node i reads s.
func (x *extractor) is(i int32, s string) bool { return string(x.t.Bytes(i)) == s }

func (x *extractor) isTypeParam(name string) bool { return x.inScope[name] > 0 }

func (x *extractor) enterTypeParam(name string) {
	if x.inScope == nil {
		x.inScope = make(map[string]int)
	}
	x.inScope[name]++
	x.typeParams = append(x.typeParams, name)
}

// leaveTypeParams ends the scope of all type parameters but the outer ones.
func (x *extractor) leaveTypeParams(outer int) {
	for _, name := range x.typeParams[outer:] {
		x.inScope[name]--
	}
	x.typeParams = x.typeParams[:outer]
}

func isExported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

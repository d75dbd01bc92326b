package java

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file. decl.go, stmt.go, expr.go and types.go hold the
// walk of one sort of nodes each.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	basic    map[string]facts.TypeID // primitive types by name
	imported map[string]bool         // names that an import binds, dotted ones too

	class *class // innermost class
	frame *frame // innermost function or lambda
	// nameless is the number of enclosing anonymous classes inside functions. Their members are not
	// symbols.
	nameless int

	// lombok: the file imports from Lombok, which adds members to classes.
	lombok bool

	buf []byte
}

// A class is a type declaration or anonymous class whose body is being walked.
type class struct {
	outer *class
	def   facts.DefID
	kind  lang.Kind
	name  string
	// fields are the names of its fields; vars is the number of variables before it, which its fields
	// hide.
	fields map[string]facts.DefID
	vars   facts.VarID
	// constructed: it declares a constructor.
	constructed bool
	// components are the parameters of a record's header.
	components []facts.Param
	// testing: the whole class is marked as tests (TestNG).
	testing bool
}

// A frame collects the values that a lambda returns or a switch yields.
type frame struct {
	def     facts.DefID // the function, None for a lambda
	results []facts.Arg
	yields  *[]facts.Arg // of the innermost switch expression
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b,
		basic:    make(map[string]facts.TypeID),
		imported: make(map[string]bool),
	}
	x.topLevel(0)
}

// topLevel walks the declarations of a file, or of an error node.
func (x *extractor) topLevel(n int32) {
	doc := walk.Comments{IsDoc: isJavadoc}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kPackageDeclaration:
			if x.b.File.Package == "" {
				x.b.File.Package = x.dotted(x.t.FirstNamed(c))
			}
		case kImportDeclaration:
			x.importDeclaration(c)
		default:
			if x.t.Nodes[c].Flags&lang.IsError != 0 {
				x.topLevel(c)
			} else {
				x.member(c, &doc)
			}
		}
		doc.See(x.t, c, isComment(x.t.Kind(c)))
	}
}

// importDeclaration adds an import in the form that package jvm describes.
func (x *extractor) importDeclaration(n int32) {
	name := x.t.FirstNamed(n)
	i := facts.Import{Line: x.t.Line(max(name, n))}
	if x.t.ChildOfKind(n, kAsterisk) >= 0 {
		i.Source, i.Name = x.dotted(name), "*"
	} else {
		i.Source, i.Name = x.dotted(x.t.Child(name, fScope)), x.b.Text(x.t.Child(name, fName))
		i.Alias = i.Name
		x.imported[i.Name] = true
	}
	x.lombok = x.lombok || i.Source == "lombok" || strings.HasPrefix(i.Source, "lombok.")
	if i.Source != "" && i.Name != "" {
		x.b.Import(i)
	}
}

// dotted returns a name with its dots, without white space and comments.
func (x *extractor) dotted(n int32) string {
	switch x.t.Kind(n) {
	case kIdentifier, kTypeIdentifier:
		return x.b.Text(n)
	case kScopedIdentifier:
		scope, name := x.dotted(x.t.Child(n, fScope)), x.b.Text(x.t.Child(n, fName))
		if scope == "" {
			return name
		}
		return x.b.Intern([]byte(scope + "." + name))
	}
	return ""
}

// qualified imports name of package pkg for a name written with its package, and returns the alias of
// the import.
func (x *extractor) qualified(pkg, name string, n int32) string {
	full := x.b.Intern([]byte(pkg + "." + name))
	if !x.imported[full] {
		x.imported[full] = true
		i := x.b.Import(facts.Import{Source: pkg, Name: name, Alias: full, Line: x.t.Line(n)})
		x.b.File.Imports[i].In = facts.None
	}
	return full
}

// is reports whether the text of node i is s.
func (x *extractor) is(i int32, s string) bool { return string(x.t.Bytes(i)) == s }

// named reports whether node i exists and was not inserted by the parser.
func (x *extractor) named(i int32) bool {
	return i >= 0 && x.t.Nodes[i].Flags&lang.IsMissing == 0 && x.t.Nodes[i].End > x.t.Nodes[i].Start
}

// isPackagePart reports whether a part of a dotted name may be a package: types begin with a capital
// letter.
func isPackagePart(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return !unicode.IsUpper(r)
}

func isComment(k lang.Kind) bool { return k == kLineComment || k == kBlockComment }

var javadocStart = []byte("/**")

func isJavadoc(t *lang.Tree, n int32) bool { return bytes.HasPrefix(t.Bytes(n), javadocStart) }

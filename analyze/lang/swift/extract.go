package swift

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/swift/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	// of is the node of the enclosing type's declaration, -1 outside types; extended is the node of
	// the type that the enclosing extension extends.
	of, extended int32
	// public: members of the enclosing extension are public.
	public bool
	// required are instances and types of the protocols that the enclosing extension requires of Self.
	required []facts.Arg
	// returns are the values that the enclosing function returns.
	returns []facts.ExprID
	// expected is the expected type of an expression, None if not known.
	expected facts.TypeID
	// implicit are the parameters $0, $1, … of the enclosing lambdas.
	implicit []int32
	// awaits are the flags of a call: Awaited inside an await expression or the value of async let,
	// with UsedAsIs where another call is around it there.
	awaits facts.ExprFlags
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b, of: -1, extended: -1, expected: facts.None,
	}
	b.File.Manifest = manifest(t.Source)
	x.members(0)
	x.topLevel()
	if bytes.Contains(t.Source, []byte("_0")) {
		b.File.EachString(func(s *string) { *s = source.Written(*s) })
	}
}

// members walks the declarations that are children of n: a file, the body of a type, or an error node.
func (x *extractor) members(n int32) {
	var doc comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsError != 0 {
			x.members(c)
		} else {
			x.declaration(c, &doc)
		}
		doc.see(x.t, c)
	}
}

// topLevel walks the statements of a file, which run when it is a main.swift.
func (x *extractor) topLevel() {
	opened := false
	for c := x.t.First(0); c >= 0; c = x.t.Next(c) {
		if isDeclaration(x.t.Kind(c)) || x.t.Nodes[c].Flags&lang.IsNamed == 0 {
			continue
		}
		if !opened {
			x.b.Open(lang.OrderedScope)
			opened = true
		}
		x.statement(c)
	}
	if opened {
		x.b.Close()
	}
}

// isDeclaration reports whether a node of kind k declares something.
func isDeclaration(k lang.Kind) bool {
	switch k {
	case kClassDeclaration, kProtocolDeclaration, kFunctionDeclaration, kProtocolFunctionDeclaration, kInitDeclaration,
		kDeinitDeclaration, kSubscriptDeclaration, kPropertyDeclaration, kProtocolPropertyDeclaration, kTypealiasDeclaration,
		kAssociatedtypeDeclaration, kEnumEntry, kImportDeclaration, kMacroDeclaration:
		return true
	}
	return false
}

// declaration adds what n declares.
func (x *extractor) declaration(n int32, doc *comments) {
	switch x.t.Kind(n) {
	case kClassDeclaration:
		if x.t.Kind(x.t.Child(n, fName)) == kUserType {
			x.extension(n)
		} else {
			x.typeDeclaration(n, doc)
		}
	case kProtocolDeclaration:
		x.typeDeclaration(n, doc)
	case kFunctionDeclaration, kProtocolFunctionDeclaration, kInitDeclaration, kDeinitDeclaration, kSubscriptDeclaration, kMacroDeclaration:
		x.function(n, doc)
	case kPropertyDeclaration, kProtocolPropertyDeclaration:
		x.property(n, doc)
	case kTypealiasDeclaration, kAssociatedtypeDeclaration:
		x.alias(n, doc)
	case kEnumEntry:
		x.cases(n, doc)
	case kImportDeclaration:
		x.importDeclaration(n)
	}
}

// importDeclaration adds an import: all names of a module, or the one that is written.
func (x *extractor) importDeclaration(n int32) {
	path := x.t.Text(x.t.ChildOfKind(n, kIdentifier))
	module, name, _ := strings.Cut(strings.ReplaceAll(path, " ", ""), ".")
	if module == "" {
		return
	}
	i := facts.Import{Source: module, Name: "*", Line: x.t.Line(n)}
	if last := name[strings.LastIndexByte(name, '.')+1:]; last != "" && !x.isSubmodule(n) {
		i.Name, i.Alias = last, last
	}
	x.b.Import(i)
}

// isSubmodule reports whether an import names a module only: without class, func, ….
func (x *extractor) isSubmodule(n int32) bool {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if k := x.t.Kind(c); x.t.Nodes[c].Flags&lang.IsNamed == 0 && !x.is(c, "import") && k != tDot {
			return false
		}
	}
	return true
}

// text returns the source of node i without the backquotes of a reserved word, interned.
func (x *extractor) text(i int32) string {
	return x.b.Intern(bytes.Trim(x.t.Bytes(i), "`"))
}

// is reports whether node i reads s.
func (x *extractor) is(i int32, s string) bool { return string(x.t.Bytes(i)) == s }

// usable reports whether node i is worth a walk.
func (x *extractor) usable(i int32) bool {
	f := x.t.Nodes[i].Flags
	return f&lang.IsNamed != 0 && f&(lang.IsExtra|lang.IsMissing) == 0
}

// nth returns the i-th usable child of n, or -1.
func (x *extractor) nth(n int32, i int) int32 { return walk.Nth(x.t, n, i, x.usable) }

// missing reports whether a name is not there.
func (x *extractor) missing(name int32) bool {
	return name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 || len(x.t.Bytes(name)) == 0
}

// comments is the run of documentation that ends right above the next declaration.
type comments struct {
	nodes []int32
	end   int32 // line on which the last one ends
}

// see takes in the next sibling.
func (d *comments) see(t *lang.Tree, n int32) {
	k := t.Kind(n)
	text := t.Bytes(n)
	isDoc := k == kComment && strings.HasPrefix(string(text), "///") || k == kMultilineComment && strings.HasPrefix(string(text), "/**")
	if !isDoc {
		if k != kComment && k != kMultilineComment && t.Kind(n) != kDirective {
			d.nodes = d.nodes[:0]
		}
		return
	}
	if len(d.nodes) > 0 && t.Line(n) != d.end+1 {
		d.nodes = d.nodes[:0]
	}
	d.nodes = append(d.nodes, n)
	d.end = t.EndLine(n)
}

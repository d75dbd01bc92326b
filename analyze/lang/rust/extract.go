package rust

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks one file.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	// modules are the names of the enclosing inline modules.
	modules []string
	// self is the node that Self means: the type of an impl block or the name of a trait; -1 outside.
	self int32
	// assoc are the types that the enclosing impl block gives to associated types.
	assoc map[string]int32
	impl  implBlock
	// returns are the values of return expressions in the enclosing function.
	returns []facts.ExprID
	// params are the names of type parameters in scope, innermost last.
	params []string
	// projected are the bounds of the associated types of parameters in scope: T::Item. Their paths are
	// among params.
	projected map[string]facts.TypeID
	outer     []int // lengths of params outside the open types
	// last is the value of the last statement. again: the names of the pattern are declared already.
	last  facts.ExprID
	again bool
	// unused is the last call whose value a statement throws away.
	unused int32

	// bound are the names that the file declares or imports. heads are the other names that paths
	// begin with, with the line of the first use.
	bound         map[string]bool
	heads, macros mentions
	macroNames    []facts.ExprID // the callees of macros
	// given are the bounds of the types to which an impl block for all of them gives a trait, by its name.
	given map[string]facts.TypeID
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		t: t, b: b, self: -1,
		bound: make(map[string]bool), given: make(map[string]facts.TypeID), projected: make(map[string]facts.TypeID),
	}
	x.items(0)
	x.crates()
	x.extensions()
}

// items walks the items that are children of n: a file, the body of a module, or an error node.
func (x *extractor) items(n int32) {
	var a above
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Nodes[c].Flags&lang.IsError != 0 {
			x.items(c)
		} else if !a.see(x, c) {
			x.item(c, &a)
			a.clear()
		}
	}
}

// item adds the item n. It reports whether n is one.
func (x *extractor) item(n int32, a *above) bool {
	switch x.t.Kind(n) {
	case kFunctionItem, kFunctionSignatureItem:
		x.function(n, a)
	case kStructItem, kUnionItem:
		x.structItem(n, a)
	case kEnumItem:
		x.enumItem(n, a)
	case kTraitItem:
		x.traitItem(n, a)
	case kImplItem:
		x.implItem(n, a)
	case kConstItem, kStaticItem:
		x.constant(n, a)
	case kTypeItem, kAssociatedType:
		x.typeItem(n, a)
	case kMacroDefinition:
		x.macroDefinition(n, a)
	case kModItem:
		x.module(n, a)
	case kForeignModItem:
		if body := x.t.Child(n, fBody); body >= 0 {
			x.items(body)
		}
	case kUseDeclaration:
		x.use(n, a)
	case kExternCrateDeclaration:
		x.externCrate(n)
	case kExpressionStatement, kMacroInvocation:
		if x.b.AtFileLevel() {
			x.itemMacro(n)
			return true
		}
		return false
	case kBlock: // the items in a macro such as thread_local: see source.Prepare
		if x.b.AtFileLevel() {
			x.items(n)
			return true
		}
		return false
	default:
		return false
	}
	return true
}

// itemMacro walks a macro call in the place of an item.
func (x *extractor) itemMacro(n int32) {
	inner := n
	if x.t.Kind(n) == kExpressionStatement {
		inner = x.t.FirstNamed(n)
	}
	if x.t.Kind(inner) == kBlock {
		x.items(inner)
		return
	}
	x.b.Open(lang.OrderedScope)
	x.walk(inner)
	x.b.Close()
}

// module adds a module: a namespace if it has a body, else an import of its file.
func (x *extractor) module(n int32, a *above) {
	name := x.t.Child(n, fName)
	if x.missing(name) {
		return
	}
	body := x.t.Child(n, fBody)
	if body < 0 {
		source := x.path("self") + "::" + x.text(name)
		if p := a.pathAttribute; p != "" {
			source = "./" + p
		}
		from := len(x.b.File.Imports)
		x.importName(source, "", x.text(name), name)
		x.offer(from, n, a)
		return
	}
	d := x.newDef(facts.Namespace, n, name, body, a)
	d.Signature = x.header(n, body)
	id := x.addDef(d)
	x.b.Enter(id)
	x.modules = append(x.modules, d.Name)
	self, assoc, params := x.self, x.assoc, x.params
	x.self, x.assoc, x.params = -1, nil, nil
	x.items(body)
	x.self, x.assoc, x.params = self, assoc, params
	x.modules = x.modules[:len(x.modules)-1]
	x.b.Leave()
	x.hashHeader(id, n, a)
}

// missing reports whether a name is absent from the tree.
func (x *extractor) missing(name int32) bool {
	return name < 0 || x.t.Nodes[name].Flags&lang.IsMissing != 0 || x.t.Nodes[name].Size > 1
}

// text returns the source of node i without the prefix of a raw identifier, interned.
func (x *extractor) text(i int32) string {
	return x.b.Intern(bytes.TrimPrefix(x.t.Bytes(i), []byte("r#")))
}

// is reports whether the text of node i is s.
func (x *extractor) is(i int32, s string) bool { return string(x.t.Bytes(i)) == s }

// usable reports whether node i is to be walked: not a comment, not an error node and not inserted by
// the parser.
func (x *extractor) usable(i int32) bool {
	return x.t.Usable(i) && x.t.Kind(i) != kAttributeItem
}

// nth returns the i-th usable child of n, or -1.
func (x *extractor) nth(n int32, i int) int32 { return walk.Nth(x.t, n, i, x.usable) }

// above contains the attributes and the documentation before an item.
type above struct {
	docs          []int32
	attributes    []int32
	test          bool   // #[test] and its like, #[cfg(test)]
	pathAttribute string // of #[path = "…"]
	exported      bool   // #[macro_export], #[no_mangle]
	hidden        bool   // #[doc(hidden)]
}

func (a *above) clear() { *a = above{docs: a.docs[:0], attributes: a.attributes[:0]} }

// see handles a node before an item; it returns false where n is an item.
func (a *above) see(x *extractor, n int32) bool {
	switch x.t.Kind(n) {
	case kLineComment, kBlockComment:
		text := x.t.Bytes(n)
		if isOuterDoc(text) {
			a.docs = append(a.docs, n)
		}
		return true
	case kAttributeItem:
		a.attribute(x, n)
		return true
	case kInnerAttributeItem, tSemicolon, kEmptyStatement, kVisibilityModifier:
		return true
	}
	return x.t.Nodes[n].Flags&lang.IsNamed == 0
}

// isOuterDoc reports whether a comment documents the next item.
func isOuterDoc(text []byte) bool {
	if len(text) < 4 {
		return false
	}
	switch string(text[:3]) {
	case "///":
		return text[3] != '/'
	case "/**":
		return text[3] != '*' && text[3] != '/'
	}
	return false
}

// attribute handles an attribute.
func (a *above) attribute(x *extractor, n int32) {
	attr := x.t.ChildOfKind(n, kAttribute)
	if attr < 0 {
		return
	}
	a.attributes = append(a.attributes, attr)
	name := strings.ReplaceAll(x.t.Text(x.nth(attr, 0)), " ", "")
	args := x.t.Text(x.t.Child(attr, fArguments))
	switch last := name[strings.LastIndexByte(name, ':')+1:]; last {
	case "cfg":
		a.test = a.test || args == "(test)" || strings.Contains(args, "(test,") || strings.Contains(args, ",test)") || strings.Contains(args, " test)")
		if strings.Contains(args, "not(test") {
			a.test = false
		}
	case "test", "rstest", "test_case", "bench", "quickcheck", "proptest", "wasm_bindgen_test", "test_log":
		a.test = true
	case "path":
		a.pathAttribute = strings.Trim(x.t.Text(x.t.Child(attr, fValue)), "\"")
	case "doc":
		a.hidden = a.hidden || args == "(hidden)"
	case "macro_export", "no_mangle", "export_name":
		a.exported = true
	}
}

package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Word returns the text of node i, interned.
func (t Tree) Word(i int32) string {
	if i < 0 {
		return ""
	}
	return t.b.Text(i)
}

// Is reports whether text is the text of node i.
func (t Tree) Is(i int32, text string) bool { return string(t.Bytes(i)) == text }

// Token returns the first anonymous child of kind k, or -1.
func (t Tree) Token(i int32, k lang.Kind) int32 {
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if n := &t.Nodes[c]; n.Kind == k && n.Flags&lang.IsNamed == 0 {
			return c
		}
	}
	return -1
}

// FirstOf is Tree.First, but also takes -1.
func (t Tree) FirstOf(i int32) int32 {
	if i < 0 {
		return -1
	}
	return t.First(i)
}

// LineBefore returns the last line of the sibling before child c of i.
func (t Tree) LineBefore(i, c int32) int32 {
	last := int32(-1)
	for n := t.First(i); n >= 0 && n != c; n = t.Next(n) {
		last = n
	}
	if last < 0 {
		return t.Line(c)
	}
	return t.EndLine(last)
}

// Argument returns the n-th argument of call i, or -1.
func (t Tree) Argument(i int32, n int) int32 {
	args := t.Child(i, FArguments)
	if args < 0 {
		return -1
	}
	for c := t.First(args); c >= 0; c = t.Next(c) {
		if !t.Named(c) {
			continue
		}
		if n == 0 {
			return c
		}
		n--
	}
	return -1
}

// Parts returns the object of a member or subscript expression and the node of the member's name.
func (t Tree) Parts(i int32) (object, name int32) {
	object, name = t.Child(i, FObject), t.Child(i, FProperty)
	if name < 0 {
		name = t.Child(i, FIndex)
	}
	return object, name
}

// ExportedName returns the name at node i of an import or export list: an identifier or a string.
func (t Tree) ExportedName(i int32) string {
	if t.Kind(i) == KString {
		return t.Unquote(i)
	}
	return t.Word(i)
}

// NamespaceNames appends a, b, c of a.b.c to names.
func (t Tree) NamespaceNames(i int32, names []string) []string {
	if t.Kind(i) == KNestedIdentifier {
		first, last := t.FirstNamed(i), t.LastNamed(i)
		if first != last {
			return append(t.NamespaceNames(first, names), t.Word(last))
		}
	}
	if i < 0 {
		return append(names, "")
	}
	return append(names, t.PropertyName(i))
}

// Strip returns i without wrappers that do not change a value: parentheses, x!, as, satisfies.
func (t Tree) Strip(i int32) int32 {
	for i >= 0 {
		switch t.Kind(i) {
		case KParenthesizedExpression, KNonNullExpression, KAsExpression, KSatisfiesExpression:
			i = t.FirstNamed(i)
		case KTypeAssertion:
			i = t.LastNamed(i)
		default:
			return i
		}
	}
	return i
}

// Declares reports whether a statement that is a child of i binds a name.
func (t Tree) Declares(i int32) bool {
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case KLexicalDeclaration, KVariableDeclaration, KFunctionDeclaration, KGeneratorFunctionDeclaration, KFunctionSignature,
			KClassDeclaration, KAbstractClassDeclaration, KEnumDeclaration, KAmbientDeclaration, KImportAlias, KExportStatement, KLabeledStatement:
			return true
		}
	}
	return false
}

// StaticFunction returns "Object.f" where call i is Object.f(…), likewise for Array and Promise, else
// "".
func (t Tree) StaticFunction(i int32) string {
	f := t.Child(i, FFunction)
	if t.Kind(f) != KMemberExpression {
		return ""
	}
	o := t.Child(f, FObject)
	if t.Kind(o) != KIdentifier {
		return ""
	}
	switch string(t.Bytes(o)) {
	case "Object", "Array", "Promise":
		return t.Word(f)
	}
	return ""
}

// OnlyNames reports whether an object pattern binds keys to plain names only.
func (t Tree) OnlyNames(i int32) bool {
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case KPairPattern:
			if t.Kind(t.Child(c, FValue)) != KIdentifier || t.Kind(t.Child(c, FKey)) == KComputedPropertyName {
				return false
			}
		case KObjectAssignmentPattern:
			if t.Kind(t.Child(c, FLeft)) != KShorthandPropertyIdentifierPattern {
				return false
			}
		case KRestPattern, KAssignmentPattern, KObjectPattern, KArrayPattern:
			return false
		}
	}
	return true
}

// InForHead reports whether p is the head of a for statement or one of its parts: there semicolons
// separate the parts.
func (t Tree) InForHead(p int32) bool {
	if p < 0 {
		return false
	}
	n := &t.Nodes[p]
	return n.Kind == KForStatement || n.Field == FInitializer || n.Field == FCondition
}

// IsComponent reports whether an element of that name is a component: it begins with an upper case
// letter, or is a member expression.
func (t Tree) IsComponent(name int32) bool {
	if name < 0 {
		return false
	}
	switch t.Kind(name) {
	case KIdentifier:
		text := t.Bytes(name)
		return len(text) > 0 && (text[0] < 'a' || text[0] > 'z')
	case KMemberExpression, KNestedIdentifier:
		return true
	}
	return false
}

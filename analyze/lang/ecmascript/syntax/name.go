package syntax

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The names of members that have no name in the source.
const (
	CallMember  = "()"
	NewMember   = "(new)"
	IndexMember = "(index)"
)

// MaxName is the maximum length in bytes of a computed key that is used as a name.
const MaxName = 80

// PropertyName returns the name of a property: x, #x, the content of a string, [Symbol.iterator].
func (t Tree) PropertyName(i int32) string {
	switch t.Kind(i) {
	case KString:
		return t.Unquote(i)
	case KComputedPropertyName:
		if inner := t.FirstNamed(i); t.Kind(inner) == KString {
			return t.Unquote(inner)
		}
	}
	text := t.Bytes(i)
	if len(text) > MaxName {
		text = text[:MaxName]
	}
	return t.b.Intern(text)
}

// Unquote returns the content of a string; escapes are not decoded.
func (t Tree) Unquote(i int32) string {
	text := t.Bytes(i)
	if len(text) < 2 {
		return ""
	}
	return t.b.Intern(text[1 : len(text)-1])
}

// Path splits a.b.C into the qualifier "a.b" and the name "C"; false where i is not only names.
func (t Tree) Path(i int32) (qualifier, name string, ok bool) {
	switch t.Kind(i) {
	case KIdentifier, KTypeIdentifier:
		return "", t.Word(i), true
	case KMemberExpression, KNestedIdentifier, KNestedTypeIdentifier:
		last := t.LastNamed(i)
		first := t.FirstNamed(i)
		q, n, ok := t.Path(first)
		if !ok || last == first || t.ChildOfKind(i, KOptionalChain) >= 0 {
			return "", "", false
		}
		switch t.Kind(last) {
		case KPropertyIdentifier, KTypeIdentifier, KIdentifier:
		default:
			return "", "", false
		}
		if q != "" {
			n = q + "." + n
		}
		return n, t.Word(last), true
	}
	return "", "", false
}

// Reference returns the text of a name, of this, or of members of these, which conditions can narrow;
// "" for other nodes and for long texts.
func (t Tree) Reference(i int32) string {
	text := t.Bytes(i)
	if len(text) > MaxName {
		return ""
	}
	for {
		switch t.Kind(i) {
		case KIdentifier, KThis:
			return strings.ReplaceAll(string(text), "?.", ".")
		case KMemberExpression:
			if i = t.Child(i, FObject); i >= 0 {
				continue
			}
		}
		return ""
	}
}

// Constructed returns the node x of the expression x.constructor, else -1.
func (t Tree) Constructed(i int32) int32 {
	if i < 0 || t.Kind(i) != KMemberExpression || !t.Is(t.Child(i, FProperty), "constructor") {
		return -1
	}
	return t.Child(i, FObject)
}

// IsConstructorName reports whether functions of that name are by convention called with new.
func IsConstructorName(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// IsGuardName reports whether functions of that name may be type guards.
func IsGuardName(name []byte) bool {
	for _, start := range [...]string{"is", "has", "assert"} {
		if rest, ok := bytes.CutPrefix(name, []byte(start)); ok && (len(rest) == 0 || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

package syntax

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names of members that have none in the source.
const (
	CallMember  = "()"
	NewMember   = "(new)"
	IndexMember = "(index)"
)

// MaxName bounds the text of a computed key that stands as a name.
const MaxName = 80

// PropertyName returns the name of a property as code writes it: x, #x, the
// content of a string, [Symbol.iterator].
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

// Unquote returns the content of a string, escapes as written.
func (t Tree) Unquote(i int32) string {
	text := t.Bytes(i)
	if len(text) < 2 {
		return ""
	}
	return t.b.Intern(text[1 : len(text)-1])
}

// Path returns a.b.C as qualifier "a.b" and name "C", when i is only names.
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

// Reference returns the text of a name, this, or members of these: what a condition
// can narrow; "" for others, and for long ones.
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

// Constructed returns x of the expression x.constructor, -1 of others.
func (t Tree) Constructed(i int32) int32 {
	if i < 0 || t.Kind(i) != KMemberExpression || !t.Is(t.Child(i, FProperty), "constructor") {
		return -1
	}
	return t.Child(i, FObject)
}

// IsConstructorName reports whether functions of that name are called with new
// by convention.
func IsConstructorName(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// IsGuardName reports whether functions of that name may say of what type a value is.
func IsGuardName(name []byte) bool {
	for _, start := range [...]string{"is", "has", "assert"} {
		if rest, ok := bytes.CutPrefix(name, []byte(start)); ok && (len(rest) == 0 || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

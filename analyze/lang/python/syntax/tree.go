package syntax

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// LastName returns the part after the last dot.
func LastName(dotted []byte) string {
	for i := len(dotted) - 1; i >= 0; i-- {
		if dotted[i] == '.' {
			return string(dotted[i+1:])
		}
	}
	return string(dotted)
}

// BaseName returns the last name of a base class: C of a.C[T].
func (t Tree) BaseName(i int32) string {
	if t.Kind(i) == KSubscript {
		i = t.Child(i, FValue)
	}
	if i < 0 {
		return ""
	}
	return LastName(t.Bytes(i))
}

// CalleeName returns the last name of a callee: b of a.b, "" where it has none.
func (t Tree) CalleeName(fn int32) string {
	switch t.Kind(fn) {
	case KIdentifier:
		return t.Word(fn)
	case KAttribute:
		return t.Word(t.Child(fn, FAttribute))
	}
	return ""
}

// Positional returns the arguments without a keyword up to the first spread.
func (t Tree) Positional(args int32) []int32 {
	var out []int32
	for c := t.First(args); c >= 0; c = t.Next(c) {
		n := &t.Nodes[c]
		if !t.Named(c) {
			continue
		}
		if n.Kind == KKeywordArgument || n.Kind == KListSplat || n.Kind == KDictionarySplat {
			break
		}
		out = append(out, c)
	}
	return out
}

// Keywords returns the keyword arguments under node args as source text; false when a spread may add
// further ones.
func (t Tree) Keywords(args int32) (map[string]string, bool) {
	given := make(map[string]string)
	for c := t.First(max(args, 0)); args >= 0 && c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case KKeywordArgument:
			given[t.Word(t.Child(c, FName))] = string(t.Bytes(t.Child(c, FValue)))
		case KDictionarySplat:
			return given, false
		}
	}
	return given, true
}

// NamedChildren returns the children of a node that are neither punctuation nor comments.
func (t Tree) NamedChildren(i int32) []int32 {
	var out []int32
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Named(c) {
			out = append(out, c)
		}
	}
	return out
}

// WrittenItems returns the n item nodes of a tuple literal, one for each target; nil for any other
// value.
func (t Tree) WrittenItems(right int32, n int) []int32 {
	if right <= 0 {
		return nil
	}
	switch t.Kind(right) {
	case KExpressionList, KTuple, KList:
		items := t.NamedChildren(right)
		if len(items) == n && !slices.ContainsFunc(items, func(i int32) bool { return t.Kind(i) == KListSplat }) {
			return items
		}
	}
	return nil
}

func (t Tree) Identifiers(i int32) []string {
	var names []string
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if t.Kind(c) == KIdentifier {
			names = append(names, t.Word(c))
		}
	}
	return names
}

// StringValue returns the text of a plain string literal without escapes.
func (t Tree) StringValue(i int32) (string, bool) {
	if t.Kind(i) != KString {
		return "", false
	}
	content := ""
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case KStringContent:
			if t.Nodes[c].Size > 1 {
				return "", false
			}
			content = t.Word(c)
		case KInterpolation:
			return "", false
		}
	}
	return content, true
}

func (t Tree) EachPair(dict int32, fn func(key string, value int32)) {
	if t.Kind(dict) != KDictionary {
		return
	}
	for c := t.First(dict); c >= 0; c = t.Next(c) {
		if t.Kind(c) != KPair {
			continue
		}
		if key, ok := t.StringValue(t.Child(c, FKey)); ok {
			fn(key, t.Child(c, FValue))
		}
	}
}

// Qualified splits a dotted name at the last dot; false for other nodes.
func (t Tree) Qualified(i int32) (qualifier, name string, ok bool) {
	last := int32(-1)
	for n := i + 1; n < i+t.Nodes[i].Size; n++ {
		switch t.Kind(n) {
		case KIdentifier:
			last = n
		case KAttribute, KMemberType, KType:
		default:
			if t.Nodes[n].Flags&lang.IsNamed != 0 {
				return "", "", false
			}
		}
	}
	if last < 0 {
		return "", "", false
	}
	start, end := t.Nodes[i].Start, t.Nodes[last].Start
	if end > start {
		qualifier = t.b.Intern(t.Source[start : end-1])
	}
	return qualifier, t.Word(last), true
}

// Dotted returns the text of a dotted name or relative import without spaces.
func (t Tree) Dotted(i int32) string {
	if i < 0 {
		return ""
	}
	raw := t.Bytes(i)
	for _, c := range raw {
		if c <= ' ' || c == '\\' || c == '#' {
			return t.dottedTokens(i)
		}
	}
	return t.b.Intern(raw)
}

func (t Tree) dottedTokens(i int32) string {
	var s []byte
	for n := i; n < i+t.Nodes[i].Size; n++ {
		if t.Nodes[n].Size == 1 && t.Nodes[n].Flags&lang.IsExtra == 0 {
			s = append(s, t.Bytes(n)...)
		}
	}
	return t.b.Intern(s)
}

// ClassOfPattern returns the node of the class name of "Foo(…)" under a case pattern, or -1.
func (t Tree) ClassOfPattern(i int32) int32 {
	for t.Kind(i) == KCasePattern {
		i = t.FirstNamed(i)
	}
	if t.Kind(i) == KClassPattern {
		return t.FirstNamed(i)
	}
	return -1
}

// Header returns the source of node i up to the end of node head as one line.
func (t Tree) Header(i, head int32) string {
	return lang.OneLine(t.AppendSource(nil, i, t.Nodes[i].Start, t.Nodes[head].End, nil))
}

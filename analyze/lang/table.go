package lang

import (
	"maps"
	"strings"
)

// Table makes a table such as Members, with keys "type.method", of lists by type: words
// "name:result", or names alone whose result is empty. The type "" gives functions.
func Table(types map[string]string) map[string]string {
	m := make(map[string]string)
	for typ, list := range types {
		for _, item := range strings.Fields(list) {
			name, result, _ := strings.Cut(item, ":")
			m[typ+"."+name] = result
		}
	}
	return m
}

// Giving makes a table of the members of a type that all give the same.
func Giving(typ, gives, names string) map[string]string {
	m := make(map[string]string)
	for name := range strings.FieldsSeq(names) {
		m[typ+"."+name] = gives
	}
	return m
}

// Merge returns the union of tables; of one key the last one holds.
func Merge(tables ...map[string]string) map[string]string {
	all := make(map[string]string)
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// Standard makes a Universe of the names of types, which stand for themselves, and of
// functions, of which nothing more is known. Of the types in forms that table says more.
func Standard(types, functions string, forms map[string]string) map[string]string {
	u := make(map[string]string)
	for _, name := range strings.Fields(types) {
		if u[name] = name; forms[name] != "" {
			u[name] = ""
		}
	}
	for _, name := range strings.Fields(functions) {
		u[name] = ""
	}
	return u
}

// Set makes a set of the words of a list.
func Set(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// IsWordByte reports whether c may stand in a name that has no other signs than _ in ASCII.
func IsWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// WordEnd returns where the bytes of a name that stand in src from at on end.
func WordEnd(src []byte, at int) int {
	for at < len(src) && IsWordByte(src[at]) {
		at++
	}
	return at
}

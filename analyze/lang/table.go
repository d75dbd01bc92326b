package lang

import (
	"maps"
	"strings"
	"unicode"
)

// Table builds a table such as Members, with keys "type.method". The input is, by type, a list of
// "name:result" or "name", separated by blanks. The type "" is for functions.
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

// Giving builds a table of members of a type that all have the same result.
func Giving(typ, gives, names string) map[string]string {
	m := make(map[string]string)
	for name := range strings.FieldsSeq(names) {
		m[typ+"."+name] = gives
	}
	return m
}

// Merge returns the union of tables; for duplicate keys the last table counts.
func Merge(tables ...map[string]string) map[string]string {
	all := make(map[string]string)
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// Standard builds a Universe from names of types and names of functions. A type maps to itself, or to
// its entry in forms; a function to "".
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

// Set returns the set of the words in list.
func Set(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// IsWordByte reports whether c may be part of a name, where _ is the only other ASCII character
// besides letters and digits.
func IsWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// WordEnd returns the end of the name that begins at offset at in src.
func WordEnd(src []byte, at int) int {
	for at < len(src) && IsWordByte(src[at]) {
		at++
	}
	return at
}

// FunctionalOf returns the entry of Functional for an interface: the positions of the parameters and of the result among
// its type arguments.
func (l *Language) FunctionalOf(name string) (params []string, result string, ok bool) {
	s, ok := l.Functional[name]
	if !ok {
		return nil, "", false
	}
	list, result, _ := strings.Cut(s, ":")
	if list != "" {
		params = strings.Split(list, ",")
	}
	return params, result, true
}

// Outside returns the names that exist in every file without a definition in the repository: Universe and Globals.
func (l *Language) Outside() map[string]string {
	if len(l.Globals) == 0 {
		return l.Universe
	}
	names := make(map[string]string, len(l.Universe)+len(l.Globals))
	maps.Copy(names, l.Universe)
	for name := range l.Globals {
		names[name] = ""
	}
	return names
}

// MayAlias reports whether a type with the path qualifier in front of its name may be another name of any type, see
// Rules.OuterAliases. By convention, the names of types are capitals, unlike those of packages.
func (l *Language) MayAlias(qualifier string) bool {
	last := qualifier[strings.LastIndexByte(qualifier, '.')+1:]
	return l.Rules.OuterAliases && last != "" && unicode.IsUpper(rune(last[0]))
}

// SameInteger reports whether two integer types may be aliases of each other: one file may see the
// typedef of a platform that the other file does not see.
func (l *Language) SameInteger(a, b string) bool {
	p, one := l.Integers[a]
	q, other := l.Integers[b]
	return one && other && p != q
}

package lattice

import (
	"strings"
	"unicode"
)

// Form returns the name of the form of a type in language tables: "list" for any kind of list.
func (n Node) Form() string {
	switch n.Kind {
	case List, Tuple:
		return "list"
	case Map:
		return "dict"
	case Promise:
		return "promise"
	case FuncType, FuncLit, Func:
		return "func"
	}
	return ""
}

// SameLastWord reports whether two type names end with the same word, as names of a type and its
// supertypes often do (SqlConnection, IDbConnection). It is true where one of them is not known.
func SameLastWord(a, b string) bool {
	word := func(s string) string {
		return s[max(0, strings.LastIndexFunc(s, unicode.IsUpper)):]
	}
	return a == "" || b == "" || word(a) == word(b)
}

// Package query knows the database queries in code, and whether values are written into their text.
//
// In: expressions in their common form (package tree). Invariant: the results depend on these alone.
package query

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Opens reports whether the query b, in the place of a, has values in its text that a hands over for placeholders.
func Opens(a, b *tree.Node) bool {
	if !Is(a) || !Is(b) {
		return false
	}
	was, is := placeholders(a), placeholders(b)
	return isBuilt(b) && !isBuilt(a) && was > 0 && (is < was || formats(b))
}

// Is reports whether a value is the text of a database query, or a text made of one.
func Is(n *tree.Node) bool {
	query := strings.TrimLeft(strings.ToLower(text(n)), " \t\r\n(\"'`")
	verb, rest, _ := strings.Cut(query, " ")
	switch verb {
	case "select":
		return strings.Contains(rest, "from")
	case "insert", "replace":
		return strings.Contains(rest, "into")
	case "update":
		return strings.Contains(rest, "set")
	case "delete":
		return strings.Contains(rest, "from")
	}
	return false
}

// maxText bounds the bytes of a query that are looked at; many more are data.
const maxText = 1 << 12

// text returns the texts in a value that is a text or is made of texts, one after the other.
func text(n *tree.Node) string {
	if !n.Is(lang.RoleString, lang.RoleBinary, lang.RoleCall) {
		return ""
	}
	var b strings.Builder
	n.Walk(func(k *tree.Node) bool {
		if k.Role == lang.RoleString {
			b.WriteString(k.Text)
		}
		return b.Len() < maxText
	})
	return b.String()
}

// isBuilt reports whether a text has values in it that are not constants.
func isBuilt(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleName, lang.RoleMember, lang.RoleIndex) && !words.IsConstantName(tree.LastName(k)) && !isFormatName(tree.LastName(k))
	})
}

// formats reports whether a text is made with a format, whose verbs look like placeholders.
func formats(n *tree.Node) bool {
	return n.Is(lang.RoleBinary) && n.Op == "%" || n.Is(lang.RoleCall) && isFormatName(tree.LastName(n.Kids[0]))
}

func isFormatName(name string) bool {
	switch name {
	case "format", "Format", "Sprintf", "sprintf", "formatted", "format!":
		return true
	}
	return false
}

// placeholders counts the places in the text of a query for which values are handed over:
// ?, $1, :name, @name, %s.
func placeholders(n *tree.Node) int {
	text, count := text(n), 0
	for i := range len(text) {
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		letter := next == '_' || 'a' <= next && next <= 'z' || 'A' <= next && next <= 'Z'
		switch text[i] {
		case '?':
			count++
		case '$':
			if '0' <= next && next <= '9' {
				count++
			}
		case '@':
			if letter && i > 0 && strings.IndexByte(" =(,", text[i-1]) >= 0 {
				count++
			}
		case ':':
			if letter && i > 0 && text[i-1] != ':' {
				count++
			}
		case '%':
			if next == 's' || next == '(' {
				count++
			}
		}
	}
	return count
}

package edit

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// queryKind returns what it means that one form of a database query took the place of another:
// values handed over for placeholders, or written into its text.
func queryKind(a, b *tree.Node) (k Kind, is bool) {
	if !IsQuery(a) || !IsQuery(b) {
		return "", false
	}
	switch was, is := placeholders(a), placeholders(b); {
	case isBuilt(b) && !isBuilt(a) && was > 0 && (is < was || formats(b)):
		return SecurityWeakened, true
	case isBuilt(a) && !isBuilt(b) && is > 0 && (was < is || formats(a)):
		return SecurityStrengthened, true
	}
	return "", false
}

// IsQuery reports whether a value is the text of a database query, or a text made of one.
func IsQuery(n *tree.Node) bool {
	text := strings.ToLower(queryText(n))
	text = strings.TrimLeft(text, " \t\r\n(\"'`")
	verb, rest, _ := strings.Cut(text, " ")
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

// queryText returns the texts in a value that is a text or is made of texts, one after the other.
func queryText(n *tree.Node) string {
	if !n.Is(lang.RoleString, lang.RoleBinary, lang.RoleCall) {
		return ""
	}
	var b strings.Builder
	n.Walk(func(k *tree.Node) bool {
		if k.Role == lang.RoleString {
			b.WriteString(k.Text)
		}
		return b.Len() < 1<<12
	})
	return b.String()
}

// isBuilt reports whether a text has values in it that are not constants.
func isBuilt(n *tree.Node) bool {
	return n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleName, lang.RoleMember, lang.RoleIndex) && !isConstantName(tree.LastName(k)) && !isFormatName(tree.LastName(k))
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

// isConstantName reports whether a name is written as those of constants are: TABLE_NAME.
func isConstantName(name string) bool {
	return name != "" && strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// placeholders counts the places in the text of a query for which values are handed over:
// ?, $1, :name, @name, %s.
func placeholders(n *tree.Node) int {
	text, count := queryText(n), 0
	for i := 0; i < len(text); i++ {
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

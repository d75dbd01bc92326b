package alike

import (
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Message returns the letters and digits of the constant parts of a text, which is a literal, joined from
// parts, or made by a format and values, and the names in its values. Texts with equal ones may differ in
// how they are written only.
func Message(n *tree.Node) (letters string, values []string) {
	var out strings.Builder
	add := func(k *tree.Node) {
		s, v := Message(k)
		out.WriteString(s)
		values = append(values, v...)
	}
	n.Walk(func(k *tree.Node) bool {
		switch k.Role {
		case lang.RoleFunction:
			return false
		case lang.RoleString:
			for i, part := range strings.Split(k.Text, "\x00") { // a value stands between the parts
				out.WriteString(strings.Map(letter, verbs.Replace(part)))
				if i < len(k.Kids) {
					add(k.Kids[i])
				}
			}
			return false
		case lang.RoleCall, lang.RoleNew: // what is called is no value
			if k.Kids[0].Is(lang.RoleName) && k.Kids[0].Text == "nameof" && len(k.Kids) == 2 {
				out.WriteString(strings.Map(letter, tree.LastName(k.Kids[1])))
				return false
			}
			for _, arg := range k.Kids[1:] {
				add(arg)
			}
			return false
		case lang.RoleName, lang.RoleMember:
			values = append(values, k.Text)
		}
		return true
	})
	return out.String(), values
}

// IsMessage reports whether two calls get a text of several words as the same argument.
func IsMessage(a, b *tree.Node) bool {
	for i := 1; i < min(len(a.Kids), len(b.Kids)); i++ {
		if isSentence(a.Kids[i]) && isSentence(b.Kids[i]) {
			return true
		}
	}
	return false
}

func isSentence(n *tree.Node) bool { return n.Is(lang.RoleString) && strings.Contains(n.Text, " ") }

// letter returns a letter or digit, -1 for other characters.
func letter(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return -1
}

// verbs takes the places of values out of formats.
var verbs = strings.NewReplacer("%s", "", "%d", "", "%v", "", "%q", "", "%w", "", "%+v", "", "%#v", "", "%i", "", "%u", "", "%@", "", "%r", "",
	"{0}", "", "{1}", "", "{2}", "", `\n`, "", `\t`, "")

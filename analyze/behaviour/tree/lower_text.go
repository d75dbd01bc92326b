package tree

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// text returns a String: plain, or with what is put into it as kids, for each of which its text
// has a zero byte.
func (l *lowerer) text(i int32) *Node {
	n := l.at(i, lang.RoleString)
	kind := l.kindName(i)
	joined := strings.HasPrefix(kind, "concatenated") || kind == "chained_string"
	var plain strings.Builder
	from := n.Start
	inside := false // of the brackets around what is put in, where white space is no text
	write := func(to uint32) {
		if s := l.t.Source[from:to]; !inside || len(bytes.TrimSpace(s)) > 0 {
			plain.Write(s)
		}
	}
	for _, c := range l.children(i) {
		if !l.named(c) {
			switch s := l.t.Text(c); s { // around what is put in
			case "{", "}", "${", "#{", "$", "\\(", ")":
				if !joined {
					write(l.t.Nodes[c].Start)
				}
				from = l.t.Nodes[c].End
				inside = s != "$" && s != "}" && s != ")"
			}
			continue
		}
		switch r := l.role(c); {
		case r == lang.RoleText:
			continue
		case r == lang.RoleString:
			k := l.text(c)
			n.Kids = append(n.Kids, k.Kids...)
			plain.WriteString(k.Text)
			from = k.End
			joined = true
			continue
		case kind == "interpolated_string_expression" && r == lang.RoleName: // the prefix, of Scala
			continue
		}
		at := &l.t.Nodes[c]
		if !joined {
			write(at.Start)
			plain.WriteByte(0)
		}
		from = at.End
		if k := l.expr(c); k != nil {
			n.Kids = append(n.Kids, onlyOf(k))
		}
	}
	if joined {
		n.Text = plain.String()
		return n
	}
	plain.Write(l.t.Source[from:n.End])
	n.Text = l.unquoted(plain.String())
	n.Zero = l.form.ZeroIsFalse && n.Text == `\0`
	if kind == "regex" && len(n.Kids) == 0 {
		n.Text = plainRegex(n.Text)
	}
	return n
}

// Written returns the source of a String, or of code that is compared as text, without what is put into it, each of
// which is a zero byte, and without the white space between that and the brackets around it, which is no part of the
// text. It is where the closing bracket does not follow: f"{x = }" of Python prints it.
func (n *Node) Written(source []byte) string {
	var out []byte
	from := n.Start
	for _, v := range n.Kids {
		if v == nil || v.Start < from || v.End < v.Start || n.End < v.End {
			continue
		}
		before, after := source[from:v.Start], source[v.End:n.End]
		from = v.End
		open, shut := bytes.TrimRight(before, " \t\r\n"), bytes.TrimLeft(after, " \t\r\n")
		if len(shut) > 0 && (shut[0] == '}' && bytes.HasSuffix(open, []byte("{")) || shut[0] == ')' && bytes.HasSuffix(open, []byte("\\("))) {
			before = open
			from += uint32(len(after) - len(shut))
		}
		out = append(append(out, before...), 0)
	}
	return string(append(out, source[from:n.End]...))
}

// heredocText returns the String of a heredoc of Ruby, whose text follows the line on which it begins.
// Op is the marker before its name. Text has neither the name nor layout.
func (l *lowerer) heredocText(i int32) *Node {
	body, ok := l.heredocs[i]
	if !ok {
		return l.generic(i)
	}
	n := l.text(body)
	n.Line = l.t.Nodes[i].Row + 1
	words := strings.Fields(n.Text)
	n.Text = strings.Join(words[:max(0, len(words)-1)], " ")
	n.Op = l.t.Text(i)
	if k := strings.IndexFunc(n.Op, func(r rune) bool { return r == '_' || unicode.IsLetter(r) }); k > 0 {
		n.Op = strings.TrimSuffix(n.Op[:k], `"`)
	}
	return n
}

// onlyOf returns the value of a block that holds nothing else.
func onlyOf(n *Node) *Node {
	for n.Role == lang.RoleBlock && len(n.Kids) == 1 && !n.Kids[0].Is(lang.RoleReturn, lang.RoleAssign) {
		n = n.Kids[0]
	}
	return n
}

// plainRegex returns a regular expression between slashes without the backslashes that change nothing:
// those before characters that have no meaning of their own where they stand.
func plainRegex(s string) string {
	var out strings.Builder
	class := 0 // where the class began, 0 outside of one
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			last := i+1 < len(s) && s[i+1] == ']'
			if class == 0 && !strings.ContainsRune(`/]-"':=!@%;`, rune(s[i])) ||
				class > 0 && !strings.ContainsRune(`/"',!@%;.*+?(){}$|`, rune(s[i])) && !(s[i] == '-' && (last || i == class+2)) {
				out.WriteByte(c)
			}
		case c == '[' && class == 0:
			class = i
		case c == ']':
			class = 0
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// unquoted returns a text without its quotes, as one in double quotes; what stands before them, if it
// matters, stays.
func (l *lowerer) unquoted(s string) string {
	s = strings.TrimSpace(s)
	prefix := ""
	if i := strings.IndexAny(s, "\"'`"); i > 0 && i <= 3 && !strings.HasPrefix(s, "/") {
		prefix, s = strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(s[:i], "u", ""), "$", "")), s[i:]
		if prefix == "f" || prefix == "s" || prefix == "@" {
			prefix = ""
		}
	}
	for _, q := range []string{`"""`, "'''", `"`, "'", "`"} {
		if len(s) >= 2*len(q) && strings.HasPrefix(s, q) && strings.HasSuffix(s, q) {
			s = s[len(q) : len(s)-len(q)]
			if len(q) == 1 && q != "`" && !strings.Contains(prefix, "r") && strings.ContainsRune(s, '\\') {
				s = unescaped(s, q[0], q == l.form.PlainQuote)
				if l.form.JoinsLines {
					s = joinedLines(s)
				}
			}
			return prefix + s
		}
	}
	return prefix + s
}

// unescaped returns a text without the backslashes before the quote that is around it. plain: others
// but those before a backslash stand for themselves, and are doubled.
func unescaped(s string, quote byte, plain bool) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\' || i+1 == len(s):
			out.WriteByte(s[i])
		case s[i+1] == quote:
			i++
			out.WriteByte(quote)
		case plain && s[i+1] != '\\':
			out.WriteString("\\\\")
		default:
			out.WriteString(s[i : i+2])
			i++
		}
	}
	return out.String()
}

// joinedLines returns a text with the line ends for which it has an escape, and without those behind a backslash and
// the white space after them.
func joinedLines(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\' || i+1 == len(s):
			out.WriteByte(s[i])
			continue
		case s[i+1] == 'n':
			out.WriteByte('\n')
		case s[i+1] == '\n' || s[i+1] == '\r':
			for i+2 < len(s) && strings.IndexByte(" \t\r\n", s[i+2]) >= 0 {
				i++
			}
		default:
			out.WriteString(s[i : i+2])
		}
		i++
	}
	return out.String()
}

// handedOver returns the arguments of a macro with the values that its text names behind the text: ("{}", x) for ("{x}") and for
// ("{x}", x = x).
func handedOver(args []*Node) []*Node {
	args = slices.DeleteFunc(args, func(n *Node) bool {
		return n.Is(lang.RoleAssign) && n.Kids[0].Is(lang.RoleName) && n.Kids[1].Is(lang.RoleName) && n.Kids[0].Text == n.Kids[1].Text
	})
	at := slices.IndexFunc(args, func(n *Node) bool { return n.Is(lang.RoleString) && len(n.Kids) == 0 })
	if at < 0 || strings.Contains(args[at].Text, "{{") || slices.ContainsFunc(args, func(n *Node) bool { return n.Is(lang.RoleAssign) }) {
		return args
	}
	text, rest := *args[at], args[at+1:]
	out := append(slices.Clone(args[:at]), &text)
	var plain strings.Builder
	named := false
	left := text.Text
	for {
		before, behind, opens := strings.Cut(left, "{")
		inside, after, closes := strings.Cut(behind, "}")
		if !opens || !closes {
			break
		}
		name, _, _ := strings.Cut(inside, ":")
		switch {
		case name != "":
			named = true
			out = append(out, &Node{Role: lang.RoleName, Text: name, Line: text.Line, Start: text.Start, End: text.End})
		case len(rest) > 0:
			out, rest = append(out, rest[0]), rest[1:]
		}
		plain.WriteString(before + "{" + inside[len(name):] + "}")
		left = after
	}
	if !named {
		return args
	}
	text.Text = plain.String() + left
	return append(out, rest...)
}

// pair returns a Pair, or the value of one without a key.
func (l *lowerer) pair(i int32) *Node {
	parts := l.parts(i)
	switch len(parts) {
	case 0:
		return nil
	case 1:
		n := l.expr(parts[0])
		if n == nil || l.kindName(i) == "jsx_attribute" {
			return l.generic(i)
		}
		return n
	}
	values := l.spread(parts[1:])
	if len(values) == 0 {
		return l.generic(i)
	}
	n := l.at(i, lang.RolePair, values[len(values)-1])
	n.Text = strings.Trim(l.unquoted(l.t.Text(parts[0])), "[]:")
	n.Kids[0].Name = n.Text
	return n
}

// keyed returns the Pair of a key and the variable of the same name.
func (l *lowerer) keyed(i int32, name *Node) *Node {
	n := l.at(i, lang.RolePair, name)
	n.Text = name.Text
	return n
}

// macroValue returns what a macro of C stands for.
func (l *lowerer) macroValue(i int32) *Node {
	n := l.raw(i)
	s := strings.Trim(n.Text, "() ")
	switch {
	case s == "":
		return nil
	case s[0] >= '0' && s[0] <= '9' && !strings.ContainsAny(s, " \t"):
		n.Role, n.Text = lang.RoleNumber, strings.ToLower(s)
	case len(s) > 1 && s[0] == '"' && strings.Count(s, "\"") == 2 && s[len(s)-1] == '"':
		n.Role, n.Text = lang.RoleString, l.unquoted(s)
	}
	return n
}

// Spaced returns the texts in a function, and its code that is compared as text, that have white space.
func Spaced(n *Node, content []byte) (parts []string) {
	n.Walk(func(k *Node) bool {
		if (k.Role == lang.RoleString || k.Role == lang.NoRole && len(k.Kids) == 0) && k.Start < k.End {
			if text := k.Written(content); strings.ContainsAny(text, " \t\r\n") {
				parts = append(parts, text)
			}
		}
		return true
	})
	return parts
}

package kotlin

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// infixEq is the name under which the grammar reads the infix function eq, which it takes for a broken
// number or keyword.
const infixEq = "Eq"

// rewriteLines rewrites syntax that can be recognised by its line. Length and lines stay as they are.
//
//   - a eq b becomes a Eq b, which the extractor reads as eq
//   - a().b = c and a()[b] = c become a().b ; c, which uses the same names
//   - is A if c -> in a when becomes is A, c ->, and a line that begins with in, behind another
//     branch, begins with a semicolon
//   - the modifiers and the word constructor at the start of a line, behind the head of a class, are
//     left out
//   - binary numbers become hexadecimal ones
//   - the bracket before a line that begins with by goes to that line: inside of brackets, a new line
//     ends nothing
//   - so does the bracket at the end of the line before one that begins with as
//   - actual before a parameter of a class is left out
//   - a line in braces that begins with + or - is a statement of its own, which the grammar takes for
//     the rest of the line before it: a semicolon goes before it
func rewriteLines(src []byte) []byte {
	out := lang.NewRewrite(src)
	start := 0
	var before []byte // the last line with text
	var around nesting
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		if indent := bytes.Index(line, text); indent > 0 && around.inBraces() && isSigned(text) && endsValue(before) {
			out.Set(start+indent-1, ";")
		}
		around.read(line)
		if len(text) > 0 && len(text) < longestRewritten && text[0] != '*' && text[0] != '/' {
			rewriteLine(&out, line, text, before, start)
			before = text
		}
		start += len(line)
	}
	return out.Result()
}

// longestRewritten bounds the lines that are rewritten: some are read once for each " = " in them.
const longestRewritten = 2000

var (
	eq          = []byte(" eq ")
	assign      = []byte(" = ")
	guard       = []byte(" if ")
	binary      = []byte("0b")
	arrow       = []byte("->")
	actual      = []byte("actual va")
	constructor = []byte("constructor")

	// constructorHead is the start of a line that continues the head of a class.
	constructorHead = lazyregexp.New(`^(?:(?:@\w+|internal|private|protected|public|actual|expect)\s+)*constructor\s*\(`)
	// classHead is the first line of a class whose head goes on.
	classHead = lazyregexp.New(`\bclass\s+\w+(?:<[^{}()]*>)?$`)
)

func rewriteLine(out *lang.Rewrite, line, text, before []byte, start int) {
	indent := bytes.Index(line, text)
	for at := 0; ; {
		i := bytes.Index(line[at:], eq)
		if i < 0 {
			break
		}
		at += i + len(eq)
		out.Set(start+at-len(eq)+1, infixEq)
	}
	if i := bytes.Index(line, actual); i >= 0 && (bytes.HasSuffix(text, []byte{','}) || bytes.HasSuffix(text, []byte{')'})) {
		out.Blank(start+i, start+i+len("actual"))
	}
	if bytes.HasPrefix(text, []byte("by ")) && start > 1 && out.At(start-2) == '>' && !bytes.Contains(before, []byte("//")) {
		out.Set(start-2, "\n>")
	}
	if (bytes.HasPrefix(text, []byte("as ")) || bytes.HasPrefix(text, []byte("as? "))) && start > 1 && bytes.IndexByte([]byte(")]}"), out.At(start-2)) >= 0 && !bytes.Contains(before, []byte("//")) {
		out.Set(start-2, "\n"+string(out.At(start-2)))
	}
	if bytes.Contains(text, constructor) && constructorHead.Match(text) && classHead.Match(before) {
		n := bytes.Index(line, constructor) + len(constructor)
		out.Blank(start+indent, start+n)
	}
	if bytes.Contains(text, arrow) {
		switch {
		case bytes.HasPrefix(text, []byte("in ")) && indent > 0 && bytes.Contains(before, arrow):
			out.Set(start+indent-1, ";")
		case bytes.HasPrefix(text, []byte("is ")):
			if i := bytes.Index(line, guard); i >= 0 && i < bytes.Index(line, arrow) {
				out.Set(start+i, " ,  ")
			}
		}
	} else if bytes.HasPrefix(text, []byte("is ")) && bytes.HasSuffix(text, []byte(" if (")) {
		out.Set(start+bytes.LastIndex(line, guard), " ,  ")
	}
	for at := 0; ; {
		i := bytes.Index(line[at:], binary)
		if i < 0 {
			break
		}
		if at += i; at > 0 && !lang.IsWordByte(line[at-1]) && at+2 < len(line) && (line[at+2] == '0' || line[at+2] == '1') {
			out.Set(start+at, "0x")
		}
		at += len(binary)
	}
	for at := 0; ; {
		i := bytes.Index(line[at:], assign)
		if i < 0 {
			break
		}
		if at += i; assignsToResult(line[:at]) {
			out.Set(start+at+1, ";")
		}
		at += len(assign)
	}
}

// assignsToResult reports whether text ends with a statement that is the target of an assignment and
// goes through the result of a call: a().b, a()[b].
func assignsToResult(text []byte) bool {
	if !bytes.Contains(text, []byte(").")) && !bytes.Contains(text, []byte(")[")) && !bytes.Contains(text, []byte(")!!")) && !bytes.Contains(text, []byte(")?.")) {
		return false
	}
	depth, called := 0, false
	at := len(text) - 1
	for ; at >= 0; at-- {
		switch c := text[at]; {
		case c == ')' || c == ']':
			called = called || c == ')' && depth == 0
			depth++
		case c == '(' || c == '[':
			if depth--; depth < 0 {
				return false // an argument with a name
			}
		case depth > 0:
		case c == '{' || c == ';' || c == '>':
			depth = -1
		case c == '"' || c == '\'' || c == ':' || c == ',' || c == '=' || c == '}' || c == '/' || c == '*':
			return false
		}
		if depth < 0 {
			break
		}
	}
	if depth > 0 {
		return false
	}
	target := bytes.TrimSpace(text[at+1:])
	return called && !bytes.ContainsAny(target[:min(bytes.IndexByte(target, '(')+1, len(target))], " \t") && target[0] != '('
}

// isSigned reports whether a line begins with a value that has a sign.
func isSigned(text []byte) bool {
	if len(text) < 2 || text[0] != '+' && text[0] != '-' {
		return false
	}
	return !bytes.ContainsAny(text[1:2], "+-=>")
}

// endsValue reports whether a statement may end with a line.
func endsValue(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	c := text[len(text)-1]
	return c == ')' || c == ']' || c == '}' || c == '"' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// A nesting is what is open between the lines of a file. The zero value is the start of a file.
type nesting struct {
	open []byte // brackets
	raw  bool   // a string of several lines
}

// inBraces reports whether the innermost open bracket is a brace: there a new line ends a statement.
func (s *nesting) inBraces() bool {
	return !s.raw && len(s.open) > 0 && s.open[len(s.open)-1] == '{'
}

var rawQuotes = []byte(`"""`)

// read goes on over a line.
func (s *nesting) read(line []byte) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case bytes.HasPrefix(line[i:], rawQuotes):
			s.raw = !s.raw
			i += len(rawQuotes) - 1
		case s.raw:
		case c == '"' || c == '\'':
			for i++; i < len(line) && line[i] != c; i++ {
				if line[i] == '\\' {
					i++
				}
			}
		case c == '/' && bytes.HasPrefix(line[i:], []byte("//")):
			return
		case c == '(' || c == '[' || c == '{':
			s.open = append(s.open, c)
		case (c == ')' || c == ']' || c == '}') && len(s.open) > 0:
			s.open = s.open[:len(s.open)-1]
		}
	}
}

package source

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// rewriteLines rewrites syntax that can be recognised by its line. Length and lines stay as they are.
//
//   - a().b = c and a()[b] = c become a().b ; c, which uses the same names, and a() += b becomes a() +  b
//   - is A if c -> in a when becomes is A, c ->, and a line that begins with in, behind another
//     branch, begins with a semicolon
//   - the modifiers and the word constructor at the start of a line, behind the head of a class, are
//     left out, with a line of annotations between them
//   - binary numbers become hexadecimal ones
//   - the bracket before a line that begins with by goes to that line: inside of brackets, a new line
//     ends nothing
//   - so does the bracket at the end of the line before one that begins with as
//   - a line in braces that begins with +, - or a bracket, a constructor, and else -> behind an if without
//     one, stand alone, and the grammar takes them for the rest of the line before: a semicolon goes before
//   - !isA and !inA at the start of a line become -isA and -inA: the grammar takes them for !is and !in
//   - the word where, by, as or as? at the start of a line goes to the line before
//   - A.B.() -> C becomes `A.B`.()->C
func rewriteLines(src []byte) []byte {
	out := lang.NewRewrite(src)
	start := 0
	var before []byte // the last line with text
	var head int      // offset behind the first line of a class whose head goes on, 0 elsewhere
	var around nesting
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		indent := bytes.Index(line, text)
		if indent > 0 && around.inBraces() && endsValue(before) && beginsStatement(text, before, head > 0) {
			out.Set(start+indent-1, ";")
		}
		raw := around.raw
		around.read(line)
		if len(text) > 0 && len(text) < longestRewritten && text[0] != '*' && text[0] != '/' {
			rewriteLine(&out, line, text, before, start)
			if !raw {
				rewriteWords(&out, line, text, before, start)
			}
			switch {
			case head > 0 && isAnnotations(text):
			case head > 0 && constructorHead.Match(text):
				out.Blank(head, start+bytes.Index(line, constructor)+len(constructor))
				head = 0
			default:
				head = 0
			}
			if classHead.Match(text) {
				head = start + len(line)
			}
			before = text
		}
		start += len(line)
	}
	return out.Result()
}

// longestRewritten bounds the lines that are rewritten: some are read once for each " = " in them.
const longestRewritten = 2000

var (
	assign      = []byte(" = ")
	guard       = []byte(" if ")
	binary      = []byte("0b")
	arrow       = []byte("->")
	constructor = []byte("constructor")

	// constructorHead is the start of a line that continues the head of a class.
	constructorHead = lazyregexp.New(`^(?:(?:@\w+|internal|private|protected|public|actual|expect)\s+)*constructor\s*\(`)
	// classHead is the first line of a class whose head goes on.
	classHead = lazyregexp.New(`\bclass\s+\w+(?:<[^{}()]*>)?$`)
)

func rewriteLine(out *lang.Rewrite, line, text, before []byte, start int) {
	indent := bytes.Index(line, text)
	if bytes.HasPrefix(text, []byte("by ")) && start > 1 && out.At(start-2) == '>' && !bytes.Contains(before, []byte("//")) {
		out.Set(start-2, "\n>")
	}
	if (bytes.HasPrefix(text, []byte("as ")) || bytes.HasPrefix(text, []byte("as? "))) && start > 1 && bytes.IndexByte([]byte(")]}"), out.At(start-2)) >= 0 && !bytes.Contains(before, []byte("//")) {
		out.Set(start-2, "\n"+string(out.At(start-2)))
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
	rewriteAssignments(out, line, start)
}

// rewriteAssignments rewrites assignments to what a call returns, on a line or, last on it, to the next one.
func rewriteAssignments(out *lang.Rewrite, line []byte, start int) {
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
	if text := bytes.TrimRight(line, "\r\n"); bytes.HasSuffix(text, []byte(" =")) && assignsToResult(text[:len(text)-2]) {
		out.Set(start+len(text)-1, ";")
	}
	for _, mark := range [...]string{" += ", " -= "} {
		if i := bytes.Index(line, []byte(mark)); i > 0 && line[i-1] == ')' && endsResult(line[:i]) {
			out.Set(start+i+2, " ")
		}
	}
}

var (
	// receiver is the qualified receiver of a function type, with the parameters and the arrow.
	receiver = lazyregexp.New(`\b([A-Za-z_]\w*(?:\.[A-Z]\w*)+)(\.\([^()]*\)) -> `)
	// negated is a negated name that begins with is or in.
	negated  = lazyregexp.New(`^!i[sn]\w`)
	property = lazyregexp.New(`\b(?:val|var) `)
	// continuing is a word that goes on with the line before.
	continuing = lazyregexp.New(`^(?:where|by|as\??) `)
)

// rewriteWords rewrites what stands in code of one line, outside of strings of several lines.
func rewriteWords(out *lang.Rewrite, line, text, before []byte, start int) {
	indent := bytes.Index(line, text)
	for _, m := range receiver.FindAllSubmatchIndex(line, -1) {
		out.Set(start+m[0], "`"+string(line[m[2]:m[3]])+"`"+string(line[m[4]:m[5]])+"->")
	}
	switch {
	case negated.Match(text):
		out.Set(start+indent, "-")
	case continuing.Match(text) && !isAssigned(text) && start > 1 && isContinued(before, out.At(start-2)) && (text[0] != 'b' || property.Match(before)):
		n := bytes.IndexByte(text, ' ') + 1
		out.Set(start-1, " "+string(text[:n-1])+"\n"+string(bytes.Repeat([]byte{' '}, indent)))
	}
}

// isAssigned reports whether the first word of a line is assigned to: where = 1.
func isAssigned(text []byte) bool {
	rest := bytes.TrimLeft(text[bytes.IndexByte(text, ' '):], " ")
	return len(rest) > 1 && rest[0] == '=' && rest[1] != '='
}

// isContinued reports whether a line that ends with a byte can take a word from the next one.
func isContinued(line []byte, end byte) bool {
	return end != ' ' && end != '\r' && end != '\n' && len(line) > 0 && line[len(line)-1] == end && !bytes.Contains(line, []byte("//"))
}

// beginsStatement reports whether a line in braces begins a statement or declaration that the grammar
// takes for more of the line before it. inHead is set where the head of a class goes on.
func beginsStatement(text, before []byte, inHead bool) bool {
	switch {
	case isSigned(text):
		return !hasCondition(before)
	case constructorHead.Match(text):
		return !inHead && !isAnnotations(before) && before[0] != ')'
	case bytes.HasPrefix(text, []byte{'('}):
		return bytes.IndexByte([]byte(")]}\""), before[len(before)-1]) >= 0 && !hasCondition(before)
	case bytes.HasPrefix(text, []byte("else ->")):
		return bytes.Contains(before, []byte(" if (")) && !bytes.Contains(before, []byte(" else "))
	}
	return false
}

// isAnnotations reports whether a line has annotations, perhaps a comment behind them, and nothing else.
func isAnnotations(text []byte) bool {
	for n := 0; ; n++ {
		text = bytes.TrimLeft(text, " \t")
		if len(text) == 0 || bytes.HasPrefix(text, []byte("//")) {
			return n > 0
		}
		if text[0] != '@' {
			return false
		}
		at := 1
		for at < len(text) && (lang.IsWordByte(text[at]) || text[at] == '.' || text[at] == ':') {
			at++
		}
		if at < len(text) && text[at] == '(' {
			depth := 0
			for closed := false; at < len(text) && !closed; {
				switch text[at] {
				case '"':
					at = endOfString(text, at) - 1
				case '(':
					depth++
				case ')':
					depth--
					closed = depth == 0
				}
				at++
			}
			if depth > 0 {
				return false
			}
		}
		text = text[at:]
	}
}

// hasCondition reports whether a line ends with the condition of the statement on the next one.
func hasCondition(line []byte) bool {
	return bytes.HasSuffix(line, []byte{')'}) && (bytes.HasPrefix(line, []byte("if (")) || bytes.Contains(line, []byte("else if (")) || bytes.HasPrefix(line, []byte("while (")) || bytes.HasPrefix(line, []byte("for (")))
}

// assignsToResult reports whether text ends with a statement that is the target of an assignment and
// goes through the result of a call: a().b, a()[b].
func assignsToResult(text []byte) bool {
	if !bytes.Contains(text, []byte(").")) && !bytes.Contains(text, []byte(")[")) && !bytes.Contains(text, []byte(")!!")) && !bytes.Contains(text, []byte(")?.")) {
		return false
	}
	return endsResult(text)
}

// endsResult reports whether text ends with a statement that is the result of a call or a part of it.
func endsResult(text []byte) bool {
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
		case c == '>' && at+1 < len(text) && text[at+1] == '(' && openAngle(text[:at]) > 0:
			at = openAngle(text[:at])
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

// openAngle returns where the type arguments open that end with text and a bracket, -1 if they are none.
func openAngle(text []byte) int {
	for at := len(text) - 1; at >= 0; at-- {
		switch c := text[at]; {
		case c == '<':
			return at
		case !lang.IsWordByte(c) && c != '.' && c != ',' && c != ' ' && c != '?' && c != '*':
			return -1
		}
	}
	return -1
}

// isSigned reports whether a line begins with a value that has a sign.
func isSigned(text []byte) bool {
	if negated.Match(text) {
		return true
	}
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

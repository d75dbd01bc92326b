// Package source rewrites C and C++ so that the grammar can parse it without running the preprocessor.
//
// In: the text of a file, and whether it is C++. Out of Prepare: text with the same number of bytes
// and lines, in which the branches of conditions are complete constructs and words for the
// preprocessor are replaced by spaces. Reader splits the text of a macro into words.
package source

import "bytes"

// Prepare returns src without what only the preprocessor understands: parts of conditions that split a
// construct (condition.go), and macros that the grammar would parse as types or names (word.go). The
// remaining bytes keep their positions; the semicolon that a macro contains is written over white
// space.
func Prepare(src []byte, cpp bool) []byte {
	p := &preparer{src: src, cpp: cpp, toks: lex(src), body: -1, ended: -1}
	p.findEmpty()
	p.conditions()
	p.directives()
	p.findPairs()
	p.words()
	if p.out != nil {
		return p.out
	}
	return src
}

type preparer struct {
	src, out []byte // out is nil until something changes
	cpp      bool
	toks     []token
	pair     []int32 // the closing bracket of an opening one, 0 for none
	// empty are the macros that this file defines as nothing or as attributes.
	empty map[string]bool
	// spaces are the macros that this file defines as the opening of a namespace, with its name.
	spaces map[string]string
	// macros are names that stand somewhere in the file where only a macro can.
	macros map[string]bool
	groups map[int]*group // conditions by their first directive
	around []*group       // the conditions around the current token
	// decided are the macros of conditions of which one branch was kept, and whether it is the one for a defined macro.
	decided map[string]bool
	body    int // the token that closed the last body of a member function
	class   int // the name of the class around the current token, -1 for none
	// resumed is where the declaration or statement began in which the last bracket closed.
	resumed int
	ended   int // the last token behind which a semicolon was written
}

// text returns the source of token i; nil for none.
func (p *preparer) text(i int) []byte {
	if i < 0 || i >= len(p.toks) {
		return nil
	}
	return p.src[p.toks[i].start:p.toks[i].end]
}

func (p *preparer) is(i int, text string) bool { return string(p.text(i)) == text }

func (p *preparer) isName(i int) bool { return i >= 0 && i < len(p.toks) && p.toks[i].sort == aName }

// next returns the first token after i that is neither removed nor a directive, len(toks) for none.
func (p *preparer) next(i int) int {
	for i++; i < len(p.toks) && (p.toks[i].dead || p.toks[i].sort == aDirective); i++ {
	}
	return i
}

// prev returns the last token before i that is not removed, -1 for none. It may be a directive.
func (p *preparer) prev(i int) int {
	for i--; i >= 0 && p.toks[i].dead; i-- {
	}
	return i
}

// closing returns the token that closes bracket i, len(toks) for none.
func (p *preparer) closing(i int) int {
	if i < len(p.pair) && p.pair[i] > 0 {
		return int(p.pair[i])
	}
	return len(p.toks)
}

var opening = map[byte]byte{')': '(', ']': '[', '}': '{'}

// findPairs fills pair.
func (p *preparer) findPairs() {
	p.pair = make([]int32, len(p.toks))
	var open []int32
	for i := range p.toks {
		t := &p.toks[i]
		if t.dead || t.sort != aMark {
			continue
		}
		for k := t.start; k < t.end; k++ {
			switch ch := p.src[k]; ch {
			case '(', '[', '{':
				open = append(open, int32(i))
			case ')', ']', '}':
				if n := len(open) - 1; n >= 0 && p.src[p.toks[open[n]].start] == opening[ch] {
					p.pair[open[n]] = int32(i)
					open = open[:n]
				}
			}
		}
	}
}

// write returns out, a copy of the source that may be changed.
func (p *preparer) write() []byte {
	if p.out == nil {
		p.out = bytes.Clone(p.src)
	}
	return p.out
}

// drop removes the tokens from i to j, both included.
func (p *preparer) drop(i, j int) {
	for ; i <= j && i < len(p.toks); i++ {
		if p.toks[i].dead {
			continue
		}
		p.toks[i].dead = true
		out := p.write()
		for k := p.toks[i].start; k < p.toks[i].end; k++ {
			if out[k] != '\n' && out[k] != '\r' {
				out[k] = ' '
			}
		}
	}
}

// end writes a semicolon after token i. It returns false where there is no white space for it.
func (p *preparer) end(i int) bool {
	if i >= len(p.toks) {
		return false
	}
	to := len(p.src)
	for j := i + 1; j < len(p.toks); j++ {
		if t := &p.toks[j]; !t.dead {
			if to = int(t.start); t.sort == aDirective && word(p.text(j)) == "undef" { // has no effect here, and gives room
				p.drop(j, j)
				to = int(t.end)
			}
			break
		}
	}
	for k := int(p.toks[i].end); k < to; k++ {
		switch p.write()[k] {
		case ' ', '\t':
			p.out[k], p.ended = ';', i
			return true
		case '\n', '\r':
		default:
			return false // a comment
		}
	}
	return false
}

// directives removes from directives what the grammar cannot parse: comments in the text of a macro,
// conditions other than names, and directives without effect.
func (p *preparer) directives() {
	for i := range p.toks {
		t := &p.toks[i]
		if t.sort != aDirective || t.dead {
			continue
		}
		switch w := word(p.text(i)); w {
		case "pragma", "error", "warning", "line", "ident", "region", "endregion", "":
			p.drop(i, i)
		case "define":
			p.blankComments(t)
			p.endDefine(t)
		case "if", "elif":
			p.blankComments(t)
			p.plainCondition(t, w)
		}
	}
}

// endDefine marks the end of a macro without text: where white space follows the name, the grammar
// would parse the next line as its text.
func (p *preparer) endDefine(t *token) {
	text := p.now(t)
	r := NewReader(text)
	r.Word()
	r.Word()
	r.Word()
	if r.at < len(text) && text[r.at] == '(' {
		r.brackets()
	}
	if r.at < len(text) && len(bytes.TrimSpace(text[r.at:])) == 0 && (text[r.at] == ' ' || text[r.at] == '\t') {
		p.write()[int(t.start)+r.at] = ';'
	}
}

// now returns the current text of a token, after changes.
func (p *preparer) now(t *token) []byte {
	if p.out != nil {
		return p.out[t.start:t.end]
	}
	return p.src[t.start:t.end]
}

// plainCondition replaces a condition that the grammar cannot parse by 1: one that contains a file
// name or a call.
func (p *preparer) plainCondition(t *token, directive string) {
	text := p.now(t)
	at := bytes.Index(text, []byte(directive)) + len(directive)
	if !isHard(text[at:]) {
		return
	}
	out := p.write()[t.start:t.end]
	one := false
	for k := at; k < len(out); k++ {
		switch {
		case out[k] == '\n' || out[k] == '\r':
		case out[k] == '\\' && joined(out[:k+1]) && k+1 < len(out) && (out[k+1] == '\n' || out[k+1] == '\r'):
		case k > at && !one:
			out[k], one = '1', true
		default:
			out[k] = ' '
		}
	}
}

// isHard reports whether a condition contains more than names, numbers and operators.
func isHard(cond []byte) bool {
	r := NewReader(cond)
	before := ""
	for word := r.Word(); word != ""; word = r.Word() {
		switch {
		case word == "(" && before != "" && IsName(before[0]) && before != "defined":
			return true
		case word[0] == '"' || word == "::" || word == "?" || word == "<" && r.Peek() != '=' && r.at < len(cond) && IsName(cond[r.at]):
			return true
		}
		before = word
	}
	return false
}

// blankComments replaces the comments in a directive by spaces.
func (p *preparer) blankComments(t *token) {
	text := p.src[t.start:t.end]
	for k := 0; k+1 < len(text); k++ {
		l := lexer{src: text, at: k}
		switch {
		case text[k] == '"' || text[k] == '\'':
			l.quoted(false)
			k = min(l.at, len(text)) - 1
		case text[k] == '/' && text[k+1] == '*':
			l.comment()
			out := p.write()[t.start:t.end]
			for ; k < l.at; k++ {
				if out[k] != '\n' && out[k] != '\r' && !(out[k] == '\\' && k+1 < len(text) && (text[k+1] == '\n' || text[k+1] == '\r')) {
					out[k] = ' '
				}
			}
			k--
		}
	}
}

// overwrite replaces the text of token i by text and spaces.
func (p *preparer) overwrite(i int, text string) {
	p.drop(i, i)
	copy(p.write()[p.toks[i].start:p.toks[i].end], text)
}

// findEmpty collects the macros that this file defines only as nothing or as attributes.
func (p *preparer) findEmpty() {
	p.empty, p.spaces = make(map[string]bool), make(map[string]string)
	other := make(map[string]bool)
	for i := range p.toks {
		if p.toks[i].sort != aDirective {
			continue
		}
		name, value, ok := defined(p.text(i))
		if !ok {
			continue
		}
		if space := spaceOf(value); space != "" {
			p.spaces[name] = space
		}
		if isAttribute(value) {
			p.empty[name] = true
		} else {
			other[name] = true
		}
	}
	for name := range other {
		delete(p.empty, name)
	}
}

// defined returns the name and the text of an object-like macro; false for other directives.
func defined(directive []byte) (name, value string, ok bool) {
	r := NewReader(directive)
	if r.Word() != "#" || r.Word() != "define" {
		return "", "", false
	}
	name = r.Word()
	if name == "" || !IsName(name[0]) || r.at < len(directive) && directive[r.at] == '(' {
		return "", "", false
	}
	r.skip()
	value = string(directive[r.at:])
	if i := bytes.Index([]byte(value), []byte("//")); i >= 0 {
		value = value[:i]
	}
	return name, value, true
}

// isAttribute reports whether the text of a macro is empty or has no effect on names and types.
func isAttribute(value string) bool {
	r := NewReader([]byte(value))
	for word := r.Word(); word != ""; word = r.Word() {
		switch word {
		case "__attribute__", "__attribute", "__declspec":
			r.brackets()
		case "inline", "__inline", "__inline__", "__forceinline", "static", "extern", "constexpr", "noexcept", "_Noreturn", "noreturn",
			"__cdecl", "__stdcall", "register", "const", "volatile", "__extension__":
		case "[":
			if r.Peek() != '[' {
				return false
			}
			for r.Word() != "]" && r.at < len(r.text) {
			}
			r.Word()
		default:
			return false
		}
	}
	return true
}

// brackets skips the next bracketed text.
func (r *Reader) brackets() {
	depth := 0
	for word := r.Word(); word != ""; word = r.Word() {
		switch word {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// Package source reads C and C++ before the grammar does, whose preprocessor is not run.
//
// In: the text of a file, and whether it is C++. Out of Prepare: the text with as many bytes and
// lines, in which the branches of a condition are whole constructs and the words that only the
// preprocessor understands are blank. Reader splits the text of a macro into words.
package source

import "bytes"

// Prepare takes out of a source what only the preprocessor understands: the parts
// of conditions that cut a construct in two (condition.go), words of macros that
// the grammar takes for types or names (word.go). Every byte that stays keeps its
// place; a semicolon that a macro brings along is written over white space.
func Prepare(src []byte, cpp bool) []byte {
	p := &preparer{src: src, cpp: cpp, toks: lex(src)}
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
	// empty are the macros that this file defines as nothing, or as attributes.
	empty map[string]bool
	// spaces are the macros that this file defines as the opening of a namespace.
	spaces map[string]string
	groups map[int]*group // conditions by their first directive
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

// next returns the live token after i that is no directive, len(toks) for none.
func (p *preparer) next(i int) int {
	for i++; i < len(p.toks) && (p.toks[i].dead || p.toks[i].sort == aDirective); i++ {
	}
	return i
}

// prev returns the live token before i, -1 for none; a directive counts.
func (p *preparer) prev(i int) int {
	for i--; i >= 0 && p.toks[i].dead; i-- {
	}
	return i
}

// closing returns the token that closes the bracket i, len(toks) for none.
func (p *preparer) closing(i int) int {
	if i < len(p.pair) && p.pair[i] > 0 {
		return int(p.pair[i])
	}
	return len(p.toks)
}

var opening = map[byte]byte{')': '(', ']': '[', '}': '{'}

// findPairs notes which bracket closes which.
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

// write returns the copy of the source that may be changed.
func (p *preparer) write() []byte {
	if p.out == nil {
		p.out = bytes.Clone(p.src)
	}
	return p.out
}

// drop takes out the tokens from i to j, both included.
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

// end writes a semicolon behind token i, where there is room for one.
func (p *preparer) end(i int) bool {
	if i >= len(p.toks) {
		return false
	}
	to := len(p.src)
	for j := i + 1; j < len(p.toks); j++ {
		if !p.toks[j].dead {
			to = int(p.toks[j].start)
			break
		}
	}
	for k := int(p.toks[i].end); k < to; k++ {
		switch p.write()[k] {
		case ' ', '\t':
			p.out[k] = ';'
			return true
		case '\n', '\r':
		default:
			return false // a comment
		}
	}
	return false
}

// directives takes out what the grammar can not read of directives: comments in the
// text of a macro, conditions that are more than names, and those that say nothing.
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

// endDefine marks the end of a macro without a text: the grammar would take the next
// line for it where white space follows the name.
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

// now returns the text of a token as it is by now.
func (p *preparer) now(t *token) []byte {
	if p.out != nil {
		return p.out[t.start:t.end]
	}
	return p.src[t.start:t.end]
}

// plainCondition writes 1 for a condition that the grammar can not read: with the
// name of a file or a call in it.
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

// isHard reports whether a condition has more than names, numbers and operators.
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

// blankComments takes the comments out of a directive.
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

// overwrite puts text in the place of token i.
func (p *preparer) overwrite(i int, text string) {
	p.drop(i, i)
	copy(p.write()[p.toks[i].start:p.toks[i].end], text)
}

// findEmpty notes the macros that this file defines as nothing or as attributes,
// and as nothing else.
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

// defined returns the name and the text of an object-like macro.
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

// isAttribute reports whether the text of a macro is nothing, or something that
// says nothing of names and types.
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

// brackets goes over the brackets that come next.
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

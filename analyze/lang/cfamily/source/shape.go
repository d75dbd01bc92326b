package source

import "bytes"

// specifiers may stand before a type.
var specifiers = map[string]bool{
	"static": true, "extern": true, "inline": true, "virtual": true, "constexpr": true, "friend": true, "explicit": true, "typedef": true,
	"consteval": true, "constinit": true, "thread_local": true, "register": true, "mutable": true, "export": true, "__thread": true,
}

// typeWords are the words that begin a type or precede one.
var typeWords = map[string]bool{
	"void": true, "bool": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true,
	"unsigned": true, "const": true, "volatile": true, "struct": true, "class": true, "union": true, "enum": true, "auto": true,
	"typename": true, "template": true, "wchar_t": true, "decltype": true, "_Bool": true, "using": true,
}

// primitives are the names that the grammar always parses as types.
var primitives = map[string]bool{
	"size_t": true, "ssize_t": true, "ptrdiff_t": true, "intptr_t": true, "uintptr_t": true, "int8_t": true, "int16_t": true, "int32_t": true,
	"int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true, "uint64_t": true, "char8_t": true, "char16_t": true, "char32_t": true,
	"nullptr_t": true, "max_align_t": true, "charptr_t": true,
}

// isKeyword reports whether token i is a word that is neither a name nor a type.
func (p *preparer) isKeyword(i int) bool {
	switch string(p.text(i)) {
	case "return", "if", "else", "for", "while", "do", "switch", "case", "default", "goto", "break", "continue", "sizeof":
		return true
	case "new", "delete", "throw", "public", "private", "protected", "catch", "try", "co_return", "co_await", "co_yield", "namespace", "this",
		"override", "final", "noexcept", "and", "or", "not", "operator":
		return p.cpp
	}
	return false
}

// afterSpecifiers reports whether only specifiers and a template clause are between start and token i,
// or a parameter begins at i.
func (p *preparer) afterSpecifiers(i, start int) bool {
	before := p.prev(i)
	if i == start || p.isStart(i) || specifiers[string(p.text(before))] {
		return true
	}
	switch string(p.text(before)) {
	case "(", ",": // a parameter
		return true
	case ">":
		return p.is(start, "template")
	case "]]":
		return p.cpp
	case "template":
		return p.is(start, "extern")
	}
	return p.toks[before].sort == aString && p.is(p.prev(before), "extern") || p.endsCondition(before, start)
}

// beginsType reports whether a type followed by a declared name begins at i.
func (p *preparer) beginsType(i int) bool { return p.beginsWithin(i, 8) }

// beginsWithin is beginsType with a maximum number of macro words to skip.
func (p *preparer) beginsWithin(i, most int) bool {
	if i >= len(p.toks) || most == 0 {
		return false
	}
	word := string(p.text(i))
	switch {
	case word == "const" || word == "volatile" || attributes[word] || p.empty[word]:
		return p.beginsWithin(p.next(i), most-1)
	case typeWords[word] || specifiers[word]:
		return true
	case word == "~":
		return p.isName(p.next(i))
	case !p.isName(i) || p.isKeyword(i):
		return false
	}
	after := p.next(i)
	if p.is(after, "(") && isCaps(p.text(i)) {
		return p.beginsWithin(p.next(p.closing(after)), most-1)
	}
	for p.is(after, "::") {
		after = p.next(p.next(after))
	}
	if p.is(after, "<") {
		if after = p.angle(after); after >= len(p.toks) {
			return false
		}
		for p.is(after, "::") {
			after = p.next(p.next(after))
		}
	}
	pointer := false
	for p.is(after, "*") || p.is(after, "&") || p.is(after, "const") {
		pointer = pointer || !p.is(after, "const")
		after = p.next(after)
	}
	if p.is(after, "(") { // type (name)(
		return p.isPointerName(p.next(after)) || pointer && p.isName(p.next(after)) && p.is(p.next(p.next(after)), ")")
	}
	return p.isName(after) && !p.isKeyword(after) || p.is(after, "operator")
}

// isConstructor reports whether the header of a constructor or destructor outside its class begins at
// i: A::A(, A::~A(.
func (p *preparer) isConstructor(i int) bool {
	last := -1
	for p.isName(i) {
		after := p.next(i)
		if end := p.angle(after); p.is(after, "<") && end < len(p.toks) {
			after = end // A<B>::A(
		}
		switch {
		case p.is(after, "("):
			return last >= 0 && bytes.Equal(p.text(last), p.text(i))
		case !p.is(after, "::"):
			return false
		}
		last, i = i, p.next(after)
	}
	return p.is(i, "~") && last >= 0
}

// angle returns the token after a type argument list, len(toks) where < does not open one.
func (p *preparer) angle(i int) int {
	depth := 0
	for n := 0; i < len(p.toks) && n < 64; i, n = p.next(i), n+1 {
		switch string(p.text(i)) {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return p.next(i)
			}
		case ";", "{", "}":
			return len(p.toks)
		}
	}
	return len(p.toks)
}

// begins reports whether a declaration can begin at token i, judging by its first words.
func (p *preparer) begins(i int) bool {
	switch string(p.text(i)) {
	case "namespace", "public", "private", "protected":
		return true
	}
	return p.beginsType(i) || p.isName(i) && isCaps(p.text(i)) && !p.is(p.next(i), "(")
}

// isTypeEnd reports whether a type may end with token i.
func (p *preparer) isTypeEnd(i, start int) bool {
	if i < start {
		return false
	}
	switch word := string(p.text(i)); word {
	case "*", "&":
		for n := 0; n < 4 && (p.is(i, "*") || p.is(i, "&")); n++ {
			i = p.prev(i)
		}
		return i >= start && !p.is(i, "*") && !p.is(i, "&") && p.isTypeEnd(i, start)
	case ">":
		return true
	case "const", "volatile":
		return p.isTypeEnd(p.prev(i), start)
	case "void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "size_t", "auto":
		return true
	default:
		return p.isName(i) && !specifiers[word] && !typeWords[word] && !p.isKeyword(i)
	}
}

// isTypeText reports whether the arguments of a macro are one type.
func (p *preparer) isTypeText(i, last int) bool {
	n := 0
	for k := p.next(p.next(i)); k < last; k = p.next(k) {
		if !p.isName(k) && !p.is(k, "*") && !p.is(k, "::") && !p.is(k, "&") {
			return false
		}
		n++
	}
	return n > 0
}

// isDeclared reports whether a declarator may end with token i: a parameter list with its suffixes, a
// name after a type, an array.
func (p *preparer) isDeclared(i, start int) bool {
	switch string(p.text(i)) {
	case ")":
		return i > start
	case "]":
		return i > start
	case "const", "noexcept", "override", "final", "volatile":
		return i > start && p.hasMark(start, i, ")")
	}
	return p.isDeclaredName(i, start)
}

// isDeclaredName reports whether token i is a name after a type.
func (p *preparer) isDeclaredName(i, start int) bool {
	if i <= start || !p.isName(i) || p.isKeyword(i) {
		return false
	}
	word := p.text(i)
	return !specifiers[string(word)] && !typeWords[string(word)] && p.isTypeEnd(p.prev(i), start)
}

// endsDeclaration reports whether token i may follow a declarator and its
// attributes.
func (p *preparer) endsDeclaration(i int) bool {
	switch string(p.text(i)) {
	case ";", "{", "=", ":", "->", "const", "noexcept", "override", "final", ",":
		return true
	}
	return i < len(p.toks) && p.isName(i) && (isCaps(p.text(i)) || callAttributes[string(p.text(i))])
}

// isPointerName reports whether token i is the name in "(*name)(".
func (p *preparer) isPointerName(i int) bool {
	after := p.next(i)
	return p.isName(i) && p.is(after, ")") && p.is(p.next(after), "(")
}

// isCallee reports whether token i is a name before brackets.
func (p *preparer) isCallee(i int) bool {
	return p.isName(i) && !p.isKeyword(i) && !isCaps(p.text(i)) && !callAttributes[string(p.text(i))] && p.is(p.next(i), "(")
}

// endsName reports whether token i may follow the name of a variable.
func (p *preparer) endsName(i int) bool {
	switch string(p.text(i)) {
	case ";", "=", "[", ",", ":":
		return true
	case "{":
		return p.cpp && p.is(p.next(i), "}") && p.is(p.next(p.next(i)), ";")
	}
	return false
}

// onNewLine reports whether there is a line end between two tokens.
func (p *preparer) onNewLine(a, b int) bool {
	return b >= len(p.toks) || bytes.IndexByte(p.src[p.toks[a].end:p.toks[b].start], '\n') >= 0
}

// typeArguments rewrites the types among the arguments of the call whose brackets begin at token open;
// only a macro can take them: cast(node *, p), va_arg(ap, unsigned int). One name remains of each.
func (p *preparer) typeArguments(open, start int, in space) {
	callee := p.prev(open)
	if !p.isName(callee) || p.isKeyword(callee) || typeWords[string(p.text(callee))] || specifiers[string(p.text(callee))] {
		return
	}
	if !isCaps(p.text(callee)) && (in == inFile || in == inClass) || p.isTypeEnd(p.prev(callee), start) {
		return // a declaration
	}
	last := p.closing(open)
	from := p.next(open)
	for i := from; i <= last && i < len(p.toks); i = p.next(i) {
		switch string(p.text(i)) {
		case "(", "[", "{":
			i = p.closing(i)
		case ",", ")":
			p.typeArgument(from, i)
			from = p.next(i)
		}
	}
}

// typeArgument rewrites the argument in the tokens from i to end, excluded, if it is a type.
func (p *preparer) typeArgument(i, end int) {
	words, names, name := 0, 0, -1
	marked := false
	for k := i; k < end; k = p.next(k) {
		word := string(p.text(k))
		switch {
		case typeWords[word] && word != "template" || primitives[word]:
			words++
			name = k
		case p.isName(k) && !p.isKeyword(k):
			names++
			name = k
		case word == "*" || word == "&":
			marked = p.next(k) == end || marked && p.is(p.next(k), word)
			if !marked && !p.is(p.next(k), word) {
				return
			}
		case word == "::":
			names--
		default:
			return
		}
	}
	switch {
	case name < 0 || names > 1 || !marked && words == 0:
		return
	case names == 0 || typeWords[string(p.text(name))] || primitives[string(p.text(name))]: // only keywords: turn the last into a name
		for k := i; k < end; k = p.next(k) {
			if k != name {
				p.drop(k, k)
			}
		}
		p.write()[p.toks[name].start] = '_'
	default:
		for k := i; k < end; k = p.next(k) {
			if word := string(p.text(k)); typeWords[word] || word == "*" || word == "&" {
				p.drop(k, k)
			}
		}
	}
}

// memberPointer rewrites a pointer to a member at token i: (A::*p) to (*p), and a->*p and a.*p to a,
// p.
func (p *preparer) memberPointer(i int, in space) {
	next := p.next(i)
	if !p.is(next, "*") {
		return
	}
	switch string(p.text(i)) {
	case "::":
		from := p.prev(i)
		for p.isName(from) && p.is(p.prev(from), "::") {
			from = p.prev(p.prev(from))
		}
		if p.isName(from) {
			p.memberOf(from, i, in)
		}
	case "->", ".":
		if p.toks[next].start == p.toks[i].end {
			p.overwrite(i, ",")
			p.drop(next, next)
		}
	}
}

// operatorCall rewrites an operator called as a member to an ordinary name.
func (p *preparer) operatorCall(i int) {
	if before := p.prev(i); !p.is(before, "->") && !p.is(before, ".") {
		return
	}
	k := p.next(i)
	if p.is(k, "(") && p.is(p.next(k), ")") {
		k = p.next(p.next(k))
	} else if p.isName(k) {
		p.namedConversion(i)
		return
	}
	for k < len(p.toks) && p.toks[k].sort == aMark && !p.is(k, "(") {
		k = p.next(k)
	}
	if last := p.prev(k); k < len(p.toks) && last > i {
		p.join(i, last)
	}
}

// newPointer removes the stars of new T*[n].
func (p *preparer) newPointer(i int) {
	if !p.cpp {
		return
	}
	k := p.next(i)
	for p.is(k, "const") || p.is(k, "volatile") || (p.is(k, "unsigned") || p.is(k, "signed")) && p.isName(p.next(k)) {
		p.drop(k, k)
		k = p.next(k)
	}
	for p.isName(k) || p.is(k, "::") {
		k = p.next(k)
	}
	for ; p.is(k, "*"); k = p.next(k) {
		p.drop(k, k)
	}
}

// unjoin splits a string that continues over a line end into two strings, and writes escapes with one hexadecimal digit, which the
// grammar does not know, as octal ones.
func (p *preparer) unjoin(t *token) {
	text := p.src[t.start:t.end]
	if len(text) < 2 || text[0] == 'R' {
		return
	}
	for k := 0; ; {
		n := bytes.Index(text[k:], []byte("\\\n"))
		if n < 0 {
			break
		}
		k += n + 2
		if k < len(text) && (text[k] == ' ' || text[k] == '\t') {
			out := p.write()[t.start:t.end]
			out[k-2], out[k] = '"', '"'
		}
	}
	for k := 0; k+3 < len(text); k++ {
		if text[k] != '\\' {
			continue
		}
		if digit := hexDigit(text[k+2]); text[k+1] == 'x' && digit >= 0 && hexDigit(text[k+3]) < 0 {
			out := p.write()[t.start:t.end]
			out[k+1], out[k+2] = byte('0'+digit/8), byte('0'+digit%8)
		}
		k++
	}
}

// hexDigit returns the value of a hexadecimal digit, -1 for other bytes.
func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

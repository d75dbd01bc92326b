package source

import "bytes"

// expand handles name i as a macro that stands where the grammar allows no name, whatever is around it. It returns false
// for other names.
func (p *preparer) expand(i, start int, in space) bool {
	next := p.next(i)
	switch word := string(p.text(i)); {
	case p.isUnit(i):
		if p.is(next, "(") {
			p.drop(next, p.closing(next))
		}
		p.drop(i, i)
	case word == "__asm" && !p.cpp:
		p.overwrite(i, "asm")
		p.toks[i].dead = false
		return p.label(i, start, next)
	case word == "asm" || word == "__asm__":
		return p.label(i, start, next)
	case word == "__builtin_available" && p.is(next, "("):
		p.drop(next+1, p.closing(next)-1) // names of systems with their versions
	case len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' && i == start && in == inFile && p.is(next, "("):
		return p.listed(p.closing(next), i)
	case word == "offsetof" && p.is(next, "("):
		p.memberPath(next)
	case word == "const" && (p.is(p.prev(i), "unsigned") || p.is(p.prev(i), "signed")) && (p.is(next, "char") || p.is(next, "int") || p.is(next, "long") || p.is(next, "short")):
		p.drop(i, i) // unsigned const char
	default:
		return p.plainMacro(i, start, in)
	}
	return true
}

// isUnit reports whether name i is a macro behind a number: 64 KB.
func (p *preparer) isUnit(i int) bool {
	before := p.prev(i)
	return before >= 0 && p.toks[before].sort == aNumber && isCaps(p.text(i)) && !p.onNewLine(before, i)
}

// label removes the name that a declaration gives to the assembler: long r __asm__("rax").
func (p *preparer) label(i, start, next int) bool {
	before := p.prev(i)
	if i == start || !p.is(next, "(") || !p.is(before, ")") && !p.is(before, "]") && (!p.isName(before) || p.isKeyword(before)) {
		return false
	}
	p.drop(i, p.closing(next))
	return true
}

// listed ends a macro with a short name, from token i to last, that stands for a line of a list in a file: X(1).
func (p *preparer) listed(last, i int) bool {
	after := p.next(last)
	if last >= len(p.toks) || after < len(p.toks) && (!p.isName(after) || !p.onNewLine(last, after)) {
		return false
	}
	if !p.end(last) {
		p.drop(i, last)
	}
	return true
}

// isWrapped reports whether the argument of a macro, whose brackets token last closes, is a declaration with a body or
// parameters: PACK(typedef struct { int x; }) name, EXPORT(void f(int)).
func (p *preparer) isWrapped(i, last int) bool {
	first := p.next(p.next(i))
	if first >= last || !p.isName(first) || p.isKeyword(first) {
		return false
	}
	names := 0
	for k := first; k < last; k = p.next(k) {
		switch {
		case p.isName(k):
			names++
		case p.is(k, "*"):
		case p.is(k, "(") && names > 1, p.is(k, "{") && p.declaresType(first, k):
			end := p.closing(k)
			return end < last && p.next(end) == last
		default:
			return false
		}
	}
	return false
}

// declaresType reports whether the words from token first up to a brace open a type.
func (p *preparer) declaresType(first, brace int) bool {
	return p.hasWord(first, brace, "struct", "union", "enum")
}

// splitName makes a type and a name of a macro that stands for both: TEST_LIST = { … }.
func (p *preparer) splitName(i int) {
	word := p.text(i)
	if k := bytes.LastIndexByte(word, '_'); k > 0 && k+1 < len(word) {
		p.write()[int(p.toks[i].start)+k] = ' '
	}
}

// fill writes a value for an argument, behind the comma i, that is empty or only an operator: cmp(a, b, >).
func (p *preparer) fill(i int) {
	next := p.next(i)
	if p.cpp && p.is(next, ")") {
		p.drop(i, i)
		return
	}
	if p.is(next, ",") || p.is(next, ")") {
		for k := p.toks[i].end; k < p.toks[next].start; k++ {
			if p.src[k] == ' ' && p.write()[k] == ' ' {
				p.out[k] = '0'
				return
			}
		}
		return
	}
	k := next
	for k < len(p.toks) && p.toks[k].sort == aMark && bytes.ContainsAny(p.text(k), "<>=!+-*/%&|^") && !p.is(k, "->") {
		k = p.next(k)
	}
	if k > next && k < len(p.toks) && (p.is(k, ")") || p.is(k, ",")) {
		p.overwrite(next, "0")
		for n := p.next(next); n < k; n = p.next(n) {
			p.drop(n, n)
		}
	}
}

// isDeclaration reports whether a type of one word and a name, which end a declaration or have a value, begin at token i: they
// stand behind a name.
func (p *preparer) isDeclaration(i int) bool {
	name := p.next(i)
	for p.is(name, "*") {
		name = p.next(name)
	}
	for _, k := range [...]int{i, name} {
		if !p.isName(k) || p.isKeyword(k) || specifiers[string(p.text(k))] || p.is(k, "const") || p.is(k, "volatile") {
			return false
		}
	}
	return p.is(p.next(name), ";") || p.is(p.next(name), "=")
}

// assign makes an assignment of a macro before or at the end of a block, behind which there is no room for a semicolon: TEST(a, "x") becomes
// TEST=a| "x";, since the grammar allows no comma there.
func (p *preparer) assign(i, last int) {
	open := p.next(i)
	if p.next(open) == last {
		p.drop(open, last-1)
		p.write()[p.toks[last].start] = ';'
		return
	}
	out := p.write()
	out[p.toks[open].start], out[p.toks[last].start] = '=', ';'
	for k := p.next(open); k < last; k = p.next(k) {
		switch string(p.text(k)) {
		case "(", "[", "{":
			k = p.closing(k)
		case ",":
			out[p.toks[k].start] = '|'
		}
	}
}

// isVariable reports whether the declaration of a variable begins at token i, with a word that nothing else begins with.
func (p *preparer) isVariable(i int) bool {
	if word := string(p.text(i)); word != "const" && !typeWords[word] && !primitives[word] {
		return false
	}
	next := p.next(i)
	return p.beginsType(i) && (p.isName(next) || p.is(next, "*") && p.isName(p.next(next)))
}

// hasPhrase reports whether two words follow each other in the brackets of a macro, which are no value.
func (p *preparer) hasPhrase(i, last int) bool {
	for k := p.next(p.next(i)); k < last; k = p.next(k) {
		if next := p.next(k); p.isName(k) && next < last && (p.isName(next) || p.toks[next].sort == aString) {
			return true
		}
	}
	return false
}

// isEntry reports whether a macro with arguments and no body stands at token i, which ends its line.
func (p *preparer) isEntry(i int) bool {
	if open := p.next(i); p.isName(i) && isCaps(p.text(i)) && p.is(open, "(") {
		last := p.closing(open)
		return last < len(p.toks) && p.onNewLine(last, p.next(last)) && !p.is(p.next(last), "{")
	}
	return false
}

package source

// plainMacro removes name i, or ends a statement with it, where in C as in C++ nothing but a macro can stand. It returns false
// for other names.
func (p *preparer) plainMacro(i, start int, in space) bool {
	if p.isKeyword(i) || typeWords[string(p.text(i))] || specifiers[string(p.text(i))] {
		return false
	}
	before, next := p.prev(i), p.next(i)
	if !isCaps(p.text(i)) {
		if in == inBrackets && !p.cpp && !p.is(i, "_Atomic") && (p.is(before, "(") || p.is(before, ",")) && p.isQualifier(next) {
			p.drop(i, i) // (macro char *)
			return true
		}
		if in == inBlock && i == start && typeWords[string(p.text(next))] && p.isQualifier(next) {
			p.drop(i, i) // macro unsigned char *name;
			return true
		}
		return false
	}
	last := i
	if p.is(next, "(") {
		last = p.closing(next)
	}
	if last >= len(p.toks) {
		return false
	}
	after := p.next(last)
	switch plain := i == last; {
	case plain && p.is(next, "*") && i != start && p.isName(before) && !isCaps(p.text(before)) && p.isTypeEnd(before, p.firstOf(i, start, in)):
		p.remember(i)
		p.drop(i, i) // type MACRO *
	case plain && p.macros[string(p.text(i))] && p.is(before, "*") && (p.is(next, "*") || p.is(next, ")") || p.isName(next)):
		p.drop(i, i) // type MACRO * MACRO *
	case plain && p.is(before, "*") && p.is(p.prev(before), "(") && p.isName(next) && !p.isKeyword(next) && p.is(p.next(next), ")"):
		p.drop(i, i) // (*MACRO name)(
	case plain && in == inList && p.is(before, ",") && p.isName(next) && !p.isKeyword(next) && !typeWords[string(p.text(next))]:
		p.drop(i, i) // { a, MACRO b }
	case !plain && in == inBlock && before > start && p.is(after, ";") && (p.isDeclaredName(before, start) || p.is(before, "]") && p.isDeclaredName(p.prev(p.prev(p.prev(before))), start)):
		p.drop(i, last) // type name MACRO(1);
	case !plain && p.is(before, "do") && p.is(after, "while"):
		return p.end(last)
	case !plain && in == inBlock && p.is(before, ")") && p.is(after, "}") && (p.is(start, "if") || p.is(start, "while") || p.is(start, "for")):
		if !p.end(last) {
			p.assign(i, last)
		}
	case !plain && in.declares() && i != start && p.isName(before) && p.is(p.next(next), "(") && p.next(p.closing(p.next(next))) == last && p.is(after, ";") && p.isDeclaredName(before, start):
		p.drop(i, next) // type name MACRO((type));
		p.drop(last, last)
	case !plain && in.declares() && i != start && p.isCallee(after) && before >= start && p.isName(before) && p.isTypeEnd(before, start):
		p.drop(i, last) // type MACRO(1) name(
	case plain && in == inFile && i == start && p.onNewLine(i, next) && isCaps(p.text(next)) && p.is(p.next(next), "(") && p.isCallee(p.next(p.closing(p.next(next)))):
		p.drop(i, i) // MACRO, before MACRO(type) name(
	default:
		return false
	}
	return true
}

// firstOf returns the first token of the declaration that token i is in: in brackets, of the parameter.
func (p *preparer) firstOf(i, start int, in space) int {
	if in != inBrackets {
		return start
	}
	for n := 0; n < 8 && i > start; n++ {
		i = p.prev(i)
		if p.is(i, "(") || p.is(i, ",") {
			return p.next(i)
		}
	}
	return i
}

// isQualifier reports whether a type begins at token i in the brackets of a cast or of parameters, behind a macro.
func (p *preparer) isQualifier(i int) bool {
	word := string(p.text(i))
	switch word {
	case "char", "int", "short", "long", "float", "double", "signed", "unsigned", "void", "_Bool":
		return true
	}
	if typeWords[word] || primitives[word] {
		return primitives[word]
	}
	after := p.next(i)
	return p.isName(i) && !p.isKeyword(i) && !isCaps(p.text(i)) && !specifiers[word] && p.is(after, "*") && (p.is(p.next(after), ")") || p.is(p.next(after), "*") || p.isName(p.next(after)))
}

// remember notes that name i is a macro where a name could be something else.
func (p *preparer) remember(i int) {
	if p.macros == nil {
		p.macros = make(map[string]bool)
	}
	p.macros[string(p.text(i))] = true
}

// joined removes a macro in capitals among the arguments of a call: the first of two that are one string, and one that adds
// arguments behind another.
func (p *preparer) joined(i int, around []frame) bool {
	before, next := p.prev(i), p.next(i)
	if around[len(around)-1].space != inBrackets || !isCaps(p.text(i)) {
		return false
	}
	word := p.text(before)
	if (p.is(next, ",") || p.is(next, ")")) && (p.isName(before) && !p.isKeyword(before) && !typeWords[string(word)] && !specifiers[string(word)] && !primitives[string(word)] && !isCaps(word) || p.is(before, "]")) &&
		!p.is(p.prev(before), "(") && !typeWords[string(p.text(p.prev(before)))] && p.inCode(around) {
		p.drop(i, i) // f(a, b MACRO)
		return true
	}
	if !isCaps(p.text(next)) || !p.is(before, "(") && !p.is(before, ",") {
		return false
	}
	if after := p.next(next); !p.is(after, ",") && !p.is(after, ")") || !p.inCode(around) {
		return false
	}
	p.drop(i, i)
	return true
}

// memberPath keeps the first member of a path in the brackets of offsetof, which open at a token: the grammar knows one member.
func (p *preparer) memberPath(open int) {
	last := p.closing(open)
	if last >= len(p.toks) {
		return
	}
	for k := p.next(open); k < last; k = p.next(k) {
		if p.is(k, "(") {
			return
		}
		if name := p.next(k); p.is(k, ",") && p.isName(name) && p.next(name) < last {
			p.drop(name+1, last-1)
			return
		}
	}
}

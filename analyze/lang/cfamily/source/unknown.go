package source

// unknown removes name i, which is not in capitals, where the grammar of C++ knows no macro and nothing else can stand.
func (p *preparer) unknown(i, start int, in space) bool {
	before, next := p.prev(i), p.next(i)
	if !p.cpp || p.isKeyword(i) || before < 0 && !p.isName(next) {
		return false
	}
	named := p.isName(next) && !p.isKeyword(next) && !isCaps(p.text(next)) && !p.empty[string(p.text(next))] && !callAttributes[string(p.text(next))] && !attributes[string(p.text(next))] && !typeWords[string(p.text(next))] && !specifiers[string(p.text(next))]
	after := p.next(next)
	ofMember := p.is(after, "::") && p.is(p.next(after), "*") // type class::*name
	switch {
	case (p.is(before, "*") || p.is(before, "&")) && i != start && (named || p.is(next, "operator")) && !p.is(p.prev(before), "::"):
		// type * macro name
	case p.is(start, "using") && p.is(next, ";") && (p.is(before, "*") || p.is(before, "&")):
		// using name = type * macro;
	case p.is(start, "using") && p.is(before, "=") && named:
		// using name = macro type;
	case in.declares() && p.is(next, "operator") && p.isName(after) && !p.isKeyword(after) && p.afterSpecifiers(i, start):
		// macro operator type()
	case ofMember:
		return false
	case in == inBlock && i == start && named && (p.is(after, "::") || p.is(after, "<")) && p.beginsType(next):
		// macro namespace::type name
	case in == inBrackets && (p.is(before, "(") && !p.is(p.prev(before), "catch") || p.is(before, ",")) && named && p.beginsType(next):
		// (macro type name
	case in.declares() && i != start && (p.is(next, "{") || p.is(next, ";")) && p.endsFunction(before, start):
		// type name() macro {
	case p.macros[string(p.text(i))] && (p.is(before, "*") && (p.is(next, ">") || p.is(next, "*") || p.is(next, "&") || p.is(next, ")") || p.is(next, ",") || p.is(next, ";")) || named && (p.is(before, "<") || p.is(before, ","))):
		// a macro as elsewhere in the file: <type * macro>
	default:
		return false
	}
	p.remember(i)
	p.drop(i, i)
	return true
}

// taken removes a macro in capitals, from token i to last, where the grammar of C++ knows none. It returns false for others.
func (p *preparer) taken(i, last, start int, in space) bool {
	before, next, plain := p.prev(i), p.next(last), i == last
	switch {
	case !plain && p.is(before, "typename") && p.isName(next): // typedef typename MACRO(a, b) name;
		p.drop(before, before)
		p.firstWord(i, last)
		return true
	case !plain && p.is(start, "using") && (p.is(before, "=") || p.is(before, "const")) && (p.is(next, "*") || p.is(next, "&")):
		p.firstWord(i, last) // using name = MACRO(type) *;
		return true
	case p.is(next, "=") && p.is(p.prev(before), "using"): // using name MACRO() = type;
	case plain && p.is(before, "=") && p.is(start, "using") && (p.is(next, "const") || p.isName(next)): // using name = MACRO type
	case plain && in == inBlock && i == start && p.is(next, "return"):
	case plain && !in.declares() && i != start && p.is(before, ")") && p.is(next, "{"): // [](int a) MACRO {
	case plain && in == inBrackets && p.isName(before) && p.is(p.prev(before), ".") && (p.is(next, ",") || p.is(next, ")")): // type... name MACRO,
	case plain && p.isName(next) && isCaps(p.text(next)) && p.next(next) < len(p.toks) && p.toks[p.next(next)].sort == aString: // MACRO MACRO "…"
	default:
		return false
	}
	p.drop(i, last)
	return true
}

// mended handles words of C++ that the grammar does not read at name i everywhere. It returns false for others.
func (p *preparer) mended(i, start int, in space) bool {
	next := p.next(i)
	switch word := string(p.text(i)); word {
	case "static_assert":
		if p.is(next, "(") {
			p.messageName(next)
			return true
		}
	case "unsigned", "short", "long", "signed":
		if (p.is(next, "(") && !p.is(p.next(next), "*") || p.is(next, "{") && !p.is(p.prev(i), ":")) && p.isOperand(i) && !in.declares() && !p.inHeader(i, start) {
			p.write()[p.toks[i].start] = '_' // unsigned(a)
			return true
		}
	}
	return false
}

// messageName removes the message in the brackets of a static_assert where it is a name: the grammar knows strings.
func (p *preparer) messageName(open int) {
	last := p.closing(open)
	if last >= len(p.toks) {
		return
	}
	if name := p.prev(last); p.isName(name) && p.is(p.prev(name), ",") && isCaps(p.text(name)) {
		p.drop(p.prev(name), name)
	}
}

// isItem reports whether the call at name i, among values, is a macro that contains the comma behind it: another value
// follows.
func (p *preparer) isItem(i int) bool {
	before, last := p.prev(i), p.closing(p.next(i))
	if last >= len(p.toks) || !p.is(before, "{") && !p.is(before, ",") {
		return false
	}
	next := p.next(last)
	switch {
	case next >= len(p.toks):
		return false
	case p.is(next, "."):
		return p.onNewLine(last, next) && p.isName(p.next(next)) && p.is(p.next(p.next(next)), "=")
	}
	return p.onNewLine(last, next) && (p.toks[next].sort == aString || p.toks[next].sort == aNumber) || p.isName(next) && !p.isKeyword(next) && p.onNewLine(last, next) ||
		p.isName(next) && !p.isKeyword(next) && p.next(next) < len(p.toks) && (p.is(p.next(next), ",") || p.toks[p.next(next)].sort == aString)
}

// braced writes the brackets of a value that a variable begins with, which open at token i, as braces where the grammar would take it
// for the parameters of a function: type &name(*a);
func (p *preparer) braced(i, start int) {
	name, last := p.prev(i), p.closing(i)
	if last >= len(p.toks) || !p.is(p.next(last), ";") || !p.isName(name) || p.isKeyword(name) || name == start || !p.isTypeEnd(p.prev(name), start) {
		return
	}
	value := false
	switch first := p.next(i); string(p.text(first)) {
	case "*", "!", "-", "~":
		value = true
	default:
		for k := first; k < last && !value; k = p.next(k) {
			if p.is(k, "(") {
				k = p.closing(k)
			} else {
				value = p.is(k, "?")
			}
		}
	}
	if value {
		p.write()[p.toks[i].start] = '{'
		p.out[p.toks[last].start] = '}'
	}
}

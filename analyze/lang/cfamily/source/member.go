package source

import "strings"

// join makes one name of token i and those up to last, with the white space between them: operator int becomes operator_int.
func (p *preparer) join(i, last int) {
	if p.onNewLine(i, last) {
		return
	}
	out := p.write()
	for at := p.toks[i].end; at < p.toks[last].end; at++ {
		if !IsWord(out[at]) {
			out[at] = '_'
		}
	}
	for n := i + 1; n <= last; n++ {
		p.toks[n].dead = true
	}
}

// namedConversion makes a name of a conversion to a type, from the word operator at token i to the bracket behind it, or to what
// else ends a value. It returns false where none follows.
func (p *preparer) namedConversion(i int) bool {
	last := i
	for k, n := p.next(i), 0; k < len(p.toks) && n < 16; k, n = p.next(k), n+1 {
		switch {
		case p.isName(k), p.is(k, "::"), p.is(k, "*"), p.is(k, "&"), p.is(k, ">"):
			last = k
		case p.is(k, "<"):
			if after := p.angle(k); after < len(p.toks) {
				k = p.prev(after)
				last = k
			}
		case last > i:
			p.join(i, last)
			return true
		default:
			return false
		}
	}
	return false
}

// module removes what says that a file is part of a module, imports one, or exports what follows.
func (p *preparer) module(i int) bool {
	next := p.next(i)
	switch string(p.text(i)) {
	case "module":
		if !p.is(next, ";") && !p.is(next, ":") && !(p.isName(next) && !p.isKeyword(next)) || p.is(p.next(next), "(") {
			return false
		}
		p.dropStatement(i)
	case "import":
		if !p.is(next, "<") && !p.is(next, ":") && !p.isName(next) && !(next < len(p.toks) && p.toks[next].sort == aString) {
			return false
		}
		p.dropStatement(i)
	case "export":
		switch {
		case p.is(next, "module"), p.is(next, "import"):
			p.dropStatement(i)
		case p.is(next, "{") && p.closing(next) < len(p.toks):
			last := p.closing(next)
			p.drop(i, next)
			p.drop(last, last)
		case p.isName(next) && !isCaps(p.text(next)):
			p.drop(i, i)
		default:
			return false
		}
	default:
		return false
	}
	return true
}

// madeDecltype makes a call of a value decltype(a){}, which begins at token i.
func (p *preparer) madeDecltype(i int) bool {
	open := p.closing(p.next(i))
	brace := p.next(open)
	if open >= len(p.toks) || !p.is(brace, "{") || !p.is(p.next(brace), "}") || !p.isOperand(i) {
		return false
	}
	p.write()[p.toks[i].start] = '_'
	p.drop(brace, p.next(brace))
	return true
}

// baseDecltype removes a base class decltype(a), which begins at token i.
func (p *preparer) baseDecltype(i, start int, in space) bool {
	before, last := p.prev(i), p.closing(p.next(i))
	if !in.declares() || !p.is(before, ":") || !p.is(p.next(last), "{") || !p.hasWord(start, i, "struct", "class") {
		return false
	}
	p.drop(before, last)
	return true
}

// memberOf removes the class of a pointer to a member, A::*, whose mark is token i, behind another type: the grammar does not
// know it everywhere.
func (p *preparer) memberOf(from, i int, in space) {
	switch before := p.prev(from); {
	case p.is(before, "("), (in == inClass || !p.isName(p.next(p.next(i)))) && (p.is(before, ">") || p.isName(before) && !p.isKeyword(before)):
		p.drop(from, i)
	}
}

// headerPointer removes a mark of a pointer, token i, behind the default type of a parameter of a template: typename A = B*>.
func (p *preparer) headerPointer(i, start int) {
	next := p.next(i)
	last := i
	if p.is(i, "(") {
		if !p.is(next, "*") || !p.is(p.next(next), ")") || !p.is(p.next(p.next(next)), "(") {
			return
		}
		last = p.closing(p.next(p.next(next)))
	}
	if after := p.next(last); !p.is(after, ">") && !p.is(after, ",") && !p.is(after, "*") || !p.inHeader(i, start) {
		return
	}
	for k, n := p.prev(i), 0; k > start && n < 16; k, n = p.prev(k), n+1 {
		switch {
		case p.is(k, "="):
			for c := k; c < i; c = p.next(c) {
				if p.is(c, "const") {
					p.drop(c, c)
				}
			}
			p.drop(i, last)
			return
		case !p.isName(k) && !p.is(k, "::"):
			return
		}
	}
}

// assigned replaces the commas behind an assignment in the brackets that open at token i by another operator: the grammar does not
// know (a = b, c).
func (p *preparer) assigned(i int) {
	switch string(p.text(p.prev(i))) {
	case "(", ",", "&", "|", "!", "?", ":", "=", "return":
	default:
		return
	}
	assigns := false
	for k, last := p.next(i), p.closing(i); k < last && last < len(p.toks); k = p.next(k) {
		switch string(p.text(k)) {
		case "(", "[", "{":
			k = p.closing(k)
		case "<":
			if after := p.angle(k); p.isName(p.prev(k)) && after < last {
				k = p.prev(after)
			}
		case "=":
			assigns = assigns || !p.is(p.prev(k), "=") && !p.is(p.prev(k), "<") && !p.is(p.prev(k), ">") && !p.is(p.prev(k), "!") && !p.is(p.next(k), "=")
		case ",":
			if assigns {
				p.write()[p.toks[k].start] = '|'
			}
		}
	}
}

// firstValue removes the value of a field that others follow in its declaration, int a = 0, b = 1;, where it is one word: the
// grammar knows one value, the last.
func (p *preparer) firstValue(i int) {
	value := p.next(i)
	comma := p.next(value)
	if value >= len(p.toks) || p.toks[value].sort == aMark || !p.is(comma, ",") || !p.isName(p.prev(i)) {
		return
	}
	name := p.next(comma)
	if after := p.next(name); p.isName(name) && (p.is(after, "=") || p.is(after, ",") || p.is(after, ";")) {
		p.drop(i, value)
	}
}

// endsFunction reports whether the head of a function ends with token i: a parameter list behind the name of an operator, or
// behind a type and a name.
func (p *preparer) endsFunction(i, start int) bool {
	for p.is(i, "const") || p.is(i, "noexcept") || p.is(i, "override") {
		i = p.prev(i)
	}
	if !p.is(i, ")") {
		return false
	}
	for k, n := start, 0; k < i && n < maxLook; k, n = p.next(k), n+1 {
		switch {
		case p.is(k, "operator"):
			return true
		case p.is(k, "="):
			return false
		case p.is(k, "("):
			name := p.prev(k)
			for p.is(p.prev(name), "::") {
				name = p.prev(p.prev(name))
			}
			return p.isTypeEnd(p.prev(name), start)
		}
	}
	return false
}

// resume returns where the declaration began whose list of values in braces ends before token i: A() : a{1} {}.
func (p *preparer) resume(i int, in space) (start int, ok bool) {
	if !p.cpp || !in.declares() || !p.is(p.prev(i), "}") || !p.is(i, "{") && !p.is(i, ",") {
		return 0, false
	}
	return p.resumed, true
}

// hasTop reports whether a mark stands between two tokens outside of brackets, and not in the name of an operator.
func (p *preparer) hasTop(from, to int, mark string) bool {
	for k, n := from, 0; k < to && n < maxLook; k, n = p.next(k), n+1 {
		switch {
		case p.is(k, "(") || p.is(k, "{"):
			k = min(p.closing(k), to)
		case p.is(k, "operator"):
			for k+1 < to && !p.is(k+1, "(") {
				k++
			}
			if p.is(k+1, "(") && p.is(k+2, ")") {
				k += 2
			}
		case p.is(k, mark):
			return true
		}
	}
	return false
}

// hasResult reports whether the result of a lambda, [] () -> a::b, ends before token i.
func (p *preparer) hasResult(i int) bool {
	k := p.prev(i)
	for n := 0; n < 16 && (p.isName(k) || p.is(k, "::") || p.is(k, "<") || p.is(k, ">") || p.is(k, "*") || p.is(k, "&")); n++ {
		k = p.prev(k)
	}
	return p.is(k, "->") && (p.is(p.prev(k), ")") || p.is(p.prev(k), "mutable") || p.is(p.prev(k), "noexcept"))
}

// isCondition reports whether a macro in capitals stands for the word if: IF_CONSTEXPR (a) {.
func isCondition(word string) bool {
	for part := range strings.SplitSeq(word, "_") {
		if part == "IF" {
			return true
		}
	}
	return false
}

// endsCondition reports whether the condition of a template, requires (a), ends with token i.
func (p *preparer) endsCondition(i, start int) bool {
	if !p.is(start, "template") || !p.is(i, ")") {
		return false
	}
	for k, n := start, 0; k < i && n < maxLook; k, n = p.next(k), n+1 {
		if p.is(k, "requires") && p.is(p.next(k), "(") {
			return p.closing(p.next(k)) == i
		}
	}
	return false
}

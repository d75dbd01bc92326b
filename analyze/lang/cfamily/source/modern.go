package source

// modern rewrites what the grammar of C++ does not read at name i. It returns false for other names.
func (p *preparer) modern(i, start int, around []frame) bool {
	in, next := around[len(around)-1].space, p.next(i)
	switch word := string(p.text(i)); {
	case word == "template" && i == start && in.declares() && p.isInstantiation(next):
		p.dropStatement(i)
	case in == inFile && i == start && p.module(i):
	case word == "delete" && p.is(p.prev(i), "=") && p.is(next, ";") && (in != inClass || p.is(start, "template")):
		p.drop(p.prev(i), i) // the grammar knows it behind members only
	case word == "alignas" && p.is(next, "(") && (p.is(p.prev(i), "class") || p.is(p.prev(i), "struct") || p.is(p.prev(i), "union")) && p.is(p.next(p.next(p.closing(next))), "final"):
		p.drop(i, p.closing(next))
	case word == "__try":
		p.drop(i, i)
	case word == "__except" && p.is(next, "("):
		p.overwrite(i, "if")
	case word == "__finally":
		p.drop(i, i)
	case word == "constexpr" && p.is(next, "friend") && !p.is(p.next(next), "auto"):
		p.drop(i, i)
	case word == "using" && i == start:
		return p.using(i)
	case word == "typename" && p.isName(next) && p.isOperand(i) && (p.inCode(around) || p.isMade(next)) && !p.inHeader(i, start):
		p.drop(i, i) // f(typename A::type{})
	case word == "decltype" && p.is(next, "("):
		return p.baseDecltype(i, start, in) || p.madeDecltype(i) || p.plainDecltype(next)
	case word == "throw" && (p.is(p.prev(i), "(") || p.is(p.prev(i), ",") || p.is(p.prev(i), "?") || p.is(p.prev(i), ":") && p.hasMark(start, i, "?")) && next < len(p.toks) && p.toks[next].sort != aMark:
		p.drop(i, i) // EXPECT_THROW(throw error(), error)
	case word == "requires" && p.is(start, "template"):
		p.requires(i)
	case word == "operator" && in != inFile && in != inClass && (p.isOperand(i) || i == start || p.is(p.prev(i), ")") || p.is(p.prev(i), "else")):
		return p.calledOperator(i)
	case word == "operator" && p.is(p.prev(i), "::") && p.isName(next) && p.is(p.prev(p.prev(p.prev(i))), "&"):
		p.namedConversion(i) // &A::operator int
	default:
		return false
	}
	return true
}

// isInstantiation reports whether an explicit instantiation that the grammar does not read follows the word template: of a
// type, or with a macro before it.
func (p *preparer) isInstantiation(i int) bool {
	switch {
	case p.is(i, "class") || p.is(i, "struct") || p.is(i, "union"):
		return true
	case p.is(i, "<"):
		return false
	}
	return p.isName(i) && isCaps(p.text(i))
}

// dropStatement removes the tokens from i to the next semicolon, if no brace comes before it.
func (p *preparer) dropStatement(i int) {
	for k, n := i, 0; k < len(p.toks) && n < maxLook; k, n = p.next(k), n+1 {
		switch string(p.text(k)) {
		case "{", "}":
			return
		case ";":
			p.drop(i, k)
			return
		}
	}
}

// isMade reports whether a value of a type, A::b(1) or A::b{}, begins at token i.
func (p *preparer) isMade(i int) bool {
	for n := 0; n < 8 && p.isName(i); n++ {
		after := p.next(i)
		if p.is(after, "<") {
			after = p.angle(after)
		}
		if !p.is(after, "::") {
			return p.is(after, "(") && !p.is(p.next(after), "*") || p.is(after, "{")
		}
		i = p.next(after)
	}
	return false
}

// inCode reports whether what is around stands in the body of a function.
func (p *preparer) inCode(around []frame) bool {
	for k := len(around) - 1; k >= 0; k-- {
		if s := around[k].space; s != inBrackets && s != inList {
			return s == inBlock
		}
	}
	return false
}

// isOperand reports whether a value begins at token i, judging by the token before it.
func (p *preparer) isOperand(i int) bool {
	switch string(p.text(p.prev(i))) {
	case "(", ",", "=", "return", "*", "!", "+", "{", "&", "?", ":", "[", "~":
		return true
	}
	return false
}

// plainDecltype replaces what stands in the brackets of decltype by a number, where it is a list: the grammar knows one
// value.
func (p *preparer) plainDecltype(open int) bool {
	last := p.closing(open)
	if last >= len(p.toks) {
		return false
	}
	for k := p.next(open); k < last; k = p.next(k) {
		switch {
		case p.is(k, "("), p.is(k, "["), p.is(k, "{"):
			k = p.closing(k)
		case p.is(k, "<"):
			if after := p.angle(k); after < last {
				k = p.prev(after)
			}
		case p.is(k, ","):
			first := p.next(open)
			p.overwrite(first, "0")
			p.drop(first+1, last-1)
			return true
		}
	}
	return false
}

// requires removes a condition of a template that the grammar does not read to its end: a concept of a namespace, or one
// before the word class or struct, which would be part of it.
func (p *preparer) requires(i int) {
	k, qualified := p.next(i), false
	for n := 0; k < len(p.toks) && n < maxLook; n++ {
		for p.is(k, "!") {
			k = p.next(k)
		}
		switch {
		case p.is(k, "("):
			k = p.next(p.closing(k))
		case p.is(k, "requires") || !p.isName(k) || p.isKeyword(k):
			return
		default:
			for p.is(p.next(k), "::") {
				k, qualified = p.next(p.next(k)), true
			}
			if k = p.next(k); p.is(k, "<") {
				k = p.angle(k)
			}
		}
		and := p.is(k, "&") && p.is(p.next(k), "&")
		if !and && !(p.is(k, "|") && p.is(p.next(k), "|")) {
			break
		}
		k = p.next(p.next(k))
	}
	if k >= len(p.toks) || !qualified && !p.is(k, "struct") && !p.is(k, "class") && !p.is(k, "union") {
		return
	}
	p.drop(i, k-1)
}

// calledOperator makes a name of an operator that is called as a function: return operator*().
func (p *preparer) calledOperator(i int) bool {
	k := p.next(i)
	end := k
	if p.is(k, "(") && p.is(p.next(k), ")") && (p.is(p.next(p.next(k)), "(") || p.is(p.next(p.next(k)), "<")) {
		p.join(i, p.next(k)) // operator()<int>(a)
		return true
	}
	if (p.is(k, "new") || p.is(k, "delete") || p.is(k, "co_await")) && p.is(p.next(k), "(") {
		p.join(i, k)
		return true
	}
	if p.is(k, "(") || p.isName(k) || k >= len(p.toks) {
		return false
	}
	for end < len(p.toks) && p.toks[end].sort == aMark && !p.is(end, "(") {
		end = p.next(end)
	}
	if !p.is(end, "(") || p.toks[k].start != p.toks[i].end {
		return false
	}
	out := p.write()
	for at := p.toks[k].start; at < p.toks[end].start; at++ {
		if out[at] > ' ' {
			out[at] = '_'
		}
	}
	for n := k; n < end; n++ {
		p.toks[n].dead = true
	}
	return true
}

// unnamed gives a name to a parameter without one before its default, at token i: type* = nullptr. The grammar knows only
// those of types without one.
func (p *preparer) unnamed(i, start int, in space) {
	before := p.prev(i)
	switch string(p.text(before)) {
	case "*", "&", "bool", "int", ">":
	case "const":
		if in == inBrackets && p.is(p.prev(before), "*") {
			p.overwrite(before, "_") // char *const = 0
		}
		return
	default:
		return
	}
	if in != inBrackets && !p.inHeader(i, start) {
		return
	}
	out, at := p.write(), int(p.toks[i].start)
	switch {
	case p.toks[before].end == int32(at):
	case p.isName(before) && out[at-1] == ' ' && at+1 < len(out) && out[at+1] == ' ': // bool = true
		copy(out[at:], "_=")
	case !p.isName(before):
		out[at-1] = '_'
	}
}

// inHeader reports whether token i is among the parameters of the template that begins at start.
func (p *preparer) inHeader(i, start int) bool {
	depth := 0
	if !p.is(start, "template") {
		return false
	}
	for k, n := p.next(start), 0; k < i && n < maxLook; k, n = p.next(k), n+1 {
		switch string(p.text(k)) {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return false
			}
		case "(":
			k = p.closing(k)
		case "{", "}", ";":
			return false
		}
	}
	return depth > 0
}

// using keeps the first of several names of one declaration: using a::b, a::c.
func (p *preparer) using(i int) bool {
	comma := -1
	if first := p.next(i); p.is(first, "typename") {
		p.drop(first, first)
	}
	for k, n := p.next(i), 0; k < len(p.toks) && n < maxLook; k, n = p.next(k), n+1 {
		switch string(p.text(k)) {
		case ",":
			if comma < 0 {
				comma = k
			}
		case ";":
			if comma < 0 {
				return false
			}
			p.drop(comma, k-1)
			return true
		case ".": // of all bases of a list
			p.dropStatement(i)
			return true
		case "=", "<", "{", "}":
			return false
		}
	}
	return false
}

// isBody reports whether the brace i opens the body of a member function whose declaration begins at start.
func (p *preparer) isBody(i, start int) bool {
	switch string(p.text(p.prev(i))) {
	case ")", "const", "noexcept", "override", "final", "}":
		return p.hasMark(start, i, "(") && !p.hasTop(start, i, "=")
	}
	return p.hasMark(start, i, "->") && p.hasMark(start, i, ")") && !p.hasTop(start, i, "=")
}

// declaredArgument makes an assignment of a declaration that is the first argument of a macro: CHECK([[unused]] auto x = f());
func (p *preparer) declaredArgument(open, last int) {
	first := p.next(open)
	if p.is(first, "[[") {
		end := p.closing(first)
		if end >= last {
			return
		}
		p.drop(first, end)
	} else if !p.is(first, "auto") && !p.is(first, "const") {
		return
	}
	for k := p.next(open); k < last; k = p.next(k) {
		switch {
		case p.is(k, "=") && p.isName(p.prev(k)):
			p.drop(open+1, p.prev(k)-1)
			return
		case p.is(k, "(") || p.is(k, ",") || p.is(k, "{"):
			return
		}
	}
}

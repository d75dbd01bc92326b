package source

import "bytes"

// attributes are words that have no effect on names and types; those of callAttributes have arguments.
var attributes = map[string]bool{
	"__extension__": true, "__restrict": true, "__restrict__": true, "__const": true, "__volatile__": true, "__volatile": true,
	"_Noreturn": true, "__THROW": true, "__signed__": true, "__private_extern__": true, "__unaligned": true, "__ptr64": true,
	"WINAPI": true, "CALLBACK": true, "APIENTRY": true, "Q_OBJECT": true, "Q_GADGET": true, "__noinline": true, "__always_inline": true,
	"__unused": true, "__maybe_unused": true, "__init": true, "__exit": true, "__user": true, "__iomem": true, "__weak": true, "__used": true,
	"__cdecl": true, "__stdcall": true, "__fastcall": true, "__inline": true, "__inline__": true, "__forceinline": true, "Q_INVOKABLE": true,
	"Q_SLOTS": true,
}

var callAttributes = map[string]bool{
	"__attribute__": true, "__attribute": true, "__declspec": true, "_declspec": true, "_Pragma": true, "__pragma": true, "__printflike": true,
	"__format_printf": true, "__nonnull": true, "_Alignas": true, "__aligned": true, "__section": true,
}

// A space is the kind of content of a bracket.
type space uint8

const (
	inFile  space = iota // a file or namespace
	inClass              // a class, struct or union
	inBlock              // code
	inList               // values
	inEnum               // enumerators
	inBrackets
)

func (s space) declares() bool { return s == inFile || s == inClass }

// A frame is one open bracket and the kind of its content; class is the token of a class name, -1 for
// others, and method says that it is the body of a member function.
type frame struct {
	space
	class  int
	method bool
	start  int // of the declaration or statement that it is in
}

// words removes the macros that the grammar would parse as types or names. It does so only where their
// position allows nothing else: before a type, before a class name, between a type and a name, after a
// parameter list.
func (p *preparer) words() {
	around := []frame{{inFile, -1, false, 0}}
	start := 0 // first token of the current declaration or statement
	for i := 0; i < len(p.toks); i++ {
		t := &p.toks[i]
		if t.dead {
			continue
		}
		in := around[len(around)-1]
		if t.sort == aDirective {
			if w := word(p.text(i)); in.space >= inList && (w == "define" || w == "undef" || w == "include") {
				p.drop(i, i) // the grammar allows nothing there
			}
			continue
		}
		if from, ok := p.resume(i, in.space); ok {
			start = from
		} else if p.isStart(i) {
			start = i
		}
		p.class = in.class
		switch t.sort {
		case aName:
			if in.class >= 0 && p.isBeforeConstructor(i, start, in.class) {
				p.drop(i, i)
				continue
			}
			if p.expand(i, start, in.space) || p.joined(i, around) || p.cpp && p.modern(i, start, around) {
				continue
			}
			p.name(i, start, in.space)
		case aMark:
			around = p.mark(i, start, around)
		case aString:
			p.unjoin(t)
		}
	}
}

// mark handles punctuation token i and returns the enclosing brackets after it.
func (p *preparer) mark(i, start int, around []frame) []frame {
	in := around[len(around)-1].space
	if p.cpp {
		p.memberPointer(i, in)
		if next := p.next(i); in == inBrackets && p.is(i, "{") && p.is(next, "}") && p.is(p.prev(i), "=") {
			p.overwrite(i, "0") // a default argument
			p.drop(next, next)
			return around
		}
		switch {
		case p.is(i, "="):
			if p.unnamed(i, start, in); in == inClass {
				p.firstValue(i)
			}
		case p.is(i, "*") && in == inBrackets && p.is(p.next(i), ".") && p.is(p.next(p.next(i)), "."):
			p.drop(i, i) // auto *...a
			return around
		case p.is(start, "template") && (p.is(i, "*") || p.is(i, "&") || p.is(i, "(")):
			p.headerPointer(i, start)
			if p.toks[i].dead {
				return around
			}
		case p.is(i, "~") && p.is(p.next(p.next(i)), "<") && (p.is(p.prev(i), "->") || p.is(p.prev(i), ".")):
			if after := p.angle(p.next(p.next(i))); p.is(after, "(") {
				p.drop(p.next(p.next(i)), after-1) // a->~b<c>()
			}
		case p.is(i, "[[") && in == inEnum:
			p.drop(i, p.closing(i))
			return around
		case p.is(i, ";") && in.declares() && p.prev(i) == p.body:
			p.drop(i, i) // the grammar knows none behind a function
			return around
		}
	}
	if in == inBrackets && p.is(i, ",") {
		p.fill(i)
	}
	for k := p.toks[i].start; k < p.toks[i].end; k++ {
		switch p.src[k] {
		case '(':
			if next := p.next(i); p.cpp {
				if in == inBlock {
					p.braced(i, start)
				}
				if p.assigned(i); p.is(next, ",") && p.isName(p.prev(i)) {
					p.drop(next, next) // SUITE(, a)
				}
			}
			p.typeArguments(i, start, in)
			around = append(around, frame{inBrackets, -1, false, start})
		case '[':
			around = append(around, frame{inBrackets, -1, false, start})
		case '{':
			f := frame{p.opened(i, start, in), -1, (in == inClass || in == inFile && isCaps(p.text(start))) && p.isBody(i, start), start}
			if f.space == inClass {
				f.class = p.className(start, i)
			}
			around = append(around, f)
		case ')', ']', '}':
			if n := len(around) - 1; n > 0 {
				if f := around[n]; f.method && f.space == inBlock {
					p.body = i
				}
				p.resumed = around[n].start
				around = around[:n]
			}
		}
	}
	return around
}

// opened returns the kind of content of brace i.
func (p *preparer) opened(i, start int, in space) space {
	class := p.hasWord(start, i, "class", "struct", "union") && (!in.declares() || !p.hasMark(start, i, ")"))
	before := p.prev(i)
	switch string(p.text(before)) {
	case "=", "(", ",", "return", "[":
		return inList
	case "{":
		if in == inList {
			return inList
		}
		return inBlock
	case ")", "else", "do", "try", ";", "}", ":", "const", "noexcept", "override":
		if in.declares() && class {
			return inClass
		}
		return inBlock
	}
	switch {
	case p.hasWord(start, i, "enum") && !p.hasMark(start, i, ")"):
		return inEnum
	case p.hasWord(start, i, "namespace", "export"), p.hasWord(start, i, "extern") && p.toks[before].sort == aString:
		return inFile
	case class:
		return inClass
	case in.declares() && p.isName(before) && (p.is(p.prev(before), ":") || p.is(p.prev(before), ",")) && p.hasMark(start, i, ")"):
		return inList // A() : a{1}
	case in.declares() && p.hasMark(start, i, ")"):
		return inBlock // a function with a result or macros behind its parameters
	case p.hasResult(i):
		return inBlock
	case p.is(before, "]"), in == inBrackets && p.is(before, "mutable"), p.is(before, "final"):
		return inBlock // a lambda
	}
	return inList
}

// className returns the name in the header of a class whose body begins at token i.
func (p *preparer) className(start, i int) int {
	for k := max(start, i-maxLook); k < i; k = p.next(k) {
		switch string(p.text(k)) {
		case "class", "struct", "union":
			if name := p.next(k); !p.toks[k].dead && p.isName(name) && !p.is(p.prev(k), "<") && !p.is(p.prev(k), ",") {
				return name
			}
		}
	}
	return -1
}

// isBeforeConstructor reports whether word i precedes a constructor of the class, which has no result
// type.
func (p *preparer) isBeforeConstructor(i, start, class int) bool {
	next := p.next(i)
	return p.isName(next) && bytes.Equal(p.text(next), p.text(class)) && p.is(p.next(next), "(") && p.afterSpecifiers(i, start) &&
		!specifiers[string(p.text(i))] && !p.isKeyword(i)
}

// maxLook is the maximum number of tokens examined to classify a declaration.
const maxLook = 256

func (p *preparer) hasWord(from, to int, words ...string) bool {
	for i := max(from, to-maxLook); i < to; i = p.next(i) {
		if !p.isName(i) || p.toks[i].dead {
			continue
		}
		for _, w := range words {
			if p.is(i, w) && !p.is(p.prev(i), "<") && !p.is(p.prev(i), ",") { // not in template <class T>
				return true
			}
		}
	}
	return false
}

func (p *preparer) hasMark(from, to int, mark string) bool {
	for i := max(from, to-maxLook); i < to; i = p.next(i) {
		if !p.toks[i].dead && p.toks[i].sort == aMark && p.is(i, mark) {
			return true
		}
	}
	return false
}

// isStart reports whether token i begins a declaration or statement.
func (p *preparer) isStart(i int) bool {
	before := p.prev(i)
	if before < 0 || p.toks[before].sort == aDirective || before == p.ended {
		return true
	}
	switch string(p.text(before)) {
	case ";", "{", "}":
		return true
	case ":":
		if k := p.prev(before); k >= 0 {
			switch string(p.text(k)) {
			case "public", "private", "protected", "slots", "signals", "default":
				return true
			}
			return p.is(p.prev(k), "case")
		}
	}
	return false
}

// isCaps reports whether a word is in capitals, like a macro.
func isCaps(word []byte) bool {
	letters := 0
	for _, ch := range word {
		switch {
		case ch >= 'A' && ch <= 'Z':
			letters++
		case ch == '_' || ch >= '0' && ch <= '9':
		default:
			return false
		}
	}
	return letters > 1
}

// name handles name i, whose declaration or statement begins at start.
func (p *preparer) name(i, start int, in space) {
	word := string(p.text(i))
	next := p.next(i)
	switch {
	case p.empty[word] && p.is(next, "(") && p.is(p.next(next), "(") && p.endsDeclaration(p.next(p.closing(next))):
		p.drop(i, p.closing(next)) // a macro for __attribute__
	case attributes[word] || p.empty[word]:
		p.drop(i, i)
	case callAttributes[word] && p.is(next, "("):
		p.drop(i, p.closing(next))
	case p.isBetween(i, next):
		p.drop(i, i)
	case in == inList && p.is(next, "(") && p.isItem(i):
		p.drop(i, p.closing(next)) // { HEAD_INIT(a, b) "name",
	case p.isKeyword(i) || specifiers[word]:
		switch word {
		case "new":
			p.newPointer(i)
		case "operator":
			p.operatorCall(i)
		}
	case word == "class" || word == "struct" || word == "union":
		p.classHead(i)
	case word == "enum":
		p.enumHead(i)
	case word == "template" && p.is(p.prev(i), "extern") && !p.is(next, "<"):
		for k := p.prev(i); k < len(p.toks) && !p.is(k, ";"); k = p.next(k) {
			p.drop(k, k) // an extern template instantiation
		}
	case p.cpp && p.mended(i, start, in):
	case typeWords[word], p.class >= 0 && word == string(p.text(p.class)):
	case p.unknown(i, start, in):
	case isCaps([]byte(word)):
		p.macro(i, start, in)
	default:
		p.lower(i, start, in)
	}
}

// isBetween reports whether name i is a macro for a part of a string: "%" PRIu64 "\n".
func (p *preparer) isBetween(i, next int) bool {
	before := p.prev(i)
	if before < 0 || p.toks[before].sort != aString || p.toks[before].end == p.toks[i].start || p.isKeyword(i) {
		return false // the suffix of a string literal follows it without a space
	}
	return next < len(p.toks) && p.toks[next].sort == aString || p.is(next, ",") || p.is(next, ")") || p.is(next, ";")
}

// lower handles a name that is not in capitals.
func (p *preparer) lower(i, start int, in space) {
	next := p.next(i)
	switch {
	case in.declares() && p.afterSpecifiers(i, start) && !p.is(next, "const") && !p.is(next, "volatile") && (!isCaps(p.text(p.next(next))) || p.isName(p.next(p.next(next))) && !p.is(p.next(p.next(p.next(next))), "(")) && p.beginsType(next) && !p.isOldList(p.next(p.next(next))):
		p.drop(i, i)
	case in.declares() && p.afterSpecifiers(i, start) && (p.is(next, "const") && p.beginsType(p.next(next)) || p.cpp && p.isConstructor(next)):
		p.drop(i, i) // macro const type name, macro A::A(
	case in == inBlock && i == start && p.isDeclaration(next):
		p.drop(i, i) // macro type name;
	case in.declares() && p.is(p.prev(i), ")") && p.is(next, "(") && p.is(p.next(next), "(") && p.isDeclared(p.prev(i), start) && p.endsDeclaration(p.next(p.closing(next))):
		p.drop(i, p.closing(next)) // … ) macro((…));
	case in.declares() && p.is(next, "(") && p.isTypeEnd(p.prev(i), start) && p.isCallee(p.next(p.closing(next))) && !p.is(p.next(p.next(p.next(p.closing(next)))), "("):
		p.drop(i, p.closing(next)) // type macro(…) name(
	case in.declares() && !p.is(p.prev(i), ">") && p.isTypeEnd(p.prev(i), start) && p.isCallee(next):
		p.drop(i, i) // type macro name(
	case (p.is(i, "slots") || p.is(i, "signals")) && p.is(next, ":") && p.cpp && in == inClass:
		p.drop(i, i)
		if p.is(p.prev(i), ";") || p.is(p.prev(i), "}") || p.is(p.prev(i), "{") {
			p.drop(next, next)
		}
	case in == inBlock && i == start && p.is(next, "(") && !keywords[string(p.text(i))]:
		last := p.closing(next)
		if after := p.next(last); p.is(after, "{") || p.isName(after) && (!p.isKeyword(after) || p.is(after, "return")) {
			p.end(last) // a loop header or condition made by a macro
		}
	}
}

// isOldList reports whether a macro around parameters, MACRO((a)), begins at token i.
func (p *preparer) isOldList(i int) bool {
	return p.isName(i) && isCaps(p.text(i)) && p.is(p.next(i), "(") && p.is(p.next(p.next(i)), "(")
}

// enumHead removes the underlying type of an enumeration without a name, and macros before the name.
func (p *preparer) enumHead(i int) {
	first := p.next(i)
	if p.is(first, "class") || p.is(first, "struct") {
		first = p.next(first)
	}
	second := p.next(first)
	switch {
	case p.is(first, ":"):
		for k := first; k < len(p.toks) && !p.is(k, "{") && !p.is(k, ";"); k = p.next(k) {
			p.drop(k, k)
		}
	case p.isName(first) && isCaps(p.text(first)) && p.isName(second) && (p.is(p.next(second), "{") || p.is(p.next(second), ":")):
		p.drop(first, first)
	}
}

// classHead removes a macro between "class" and the name.
func (p *preparer) classHead(i int) {
	for {
		first := p.next(i)
		if p.is(first, "[[") {
			i = p.closing(first)
			continue
		}
		last := first
		name := p.next(first)
		if p.cpp && p.isName(first) && p.is(name, "[[") && p.isName(p.next(p.closing(name))) {
			p.drop(name, p.closing(name))
			name = p.next(name)
		}
		if p.is(name, "(") && isCaps(p.text(first)) {
			last = p.closing(name)
			name = p.next(last)
		}
		if !p.isName(first) || !p.isName(name) || p.is(name, "final") {
			return
		}
		after := p.next(name)
		caps := isCaps(p.text(first))
		if p.is(after, "{") || p.is(after, ":") || p.is(after, "final") || caps && p.is(after, "<") ||
			caps && isCaps(p.text(name)) && p.is(after, "(") && last == first ||
			caps && p.isName(after) && !p.is(p.next(after), "(") || caps && p.is(after, ";") && last != first {
			p.drop(first, last)
			continue
		}
		return
	}
}

// macro handles a word in capitals.
func (p *preparer) macro(i, start int, in space) {
	next, last := p.next(i), i
	if p.is(next, "(") {
		last = p.closing(next)
		next = p.next(last)
	}
	if last >= len(p.toks) {
		return
	}
	plain := i == last
	if p.cpp && !plain && in == inBlock {
		if open := p.next(i); p.is(p.next(open), ".") {
			p.drop(open+1, last-1) // CATCH(...)
		} else {
			p.declaredArgument(open, last)
		}
	}
	before := p.prev(i)
	switch {
	case plain && p.namespace(i, in):
	case plain && i == start && in == inFile && p.is(next, "="):
		p.splitName(i)
	case plain && in == inClass && i == start && p.onNewLine(i, next) && isCaps(p.text(next)) && p.is(p.next(next), "("):
		p.drop(i, i) // LIST_BEGIN
	case plain && in == inList && p.is(next, "{") && (p.is(before, ",") || p.is(before, "{")):
		p.drop(i, i) // { {1}, MACRO {2} }
	case !plain && i == start && (in.declares() && p.isWrapped(i, last) || in == inBlock && p.is(next, ";") && p.isVariable(p.next(p.next(i)))):
		p.drop(i, p.next(i))
		p.drop(last, last)
	case !plain && in == inBlock && p.is(next, "{") && (p.is(before, "else") || i == start && p.is(p.next(p.closing(next)), "else")) && isCondition(string(p.text(i))):
		p.overwrite(i, "if")
	case !plain && (p.is(before, "if") || p.is(before, "while") || p.is(before, "switch")):
		p.drop(i, i) // if MACRO(…)
	case !plain && (in.declares() || in == inBlock && i == start) && (p.hasColon(i, last) || i == start && p.hasPair(i, last)):
		p.drop(i, last)
	case p.cpp && p.taken(i, last, start, in):
	case p.is(next, "operator") && p.isName(p.next(next)) && p.afterSpecifiers(i, start):
		p.drop(i, last) // MACRO operator type()
	case plain && in.declares() && p.afterSpecifiers(i, start) && p.isName(next) && p.is(p.next(next), "(") && p.is(p.next(p.closing(p.next(next))), ":"):
		p.drop(i, last) // MACRO constructor() : …
	case before >= 0 && p.toks[before].sort == aString && !p.is(p.prev(before), "extern") || next < len(p.toks) && p.toks[next].sort == aString && !p.isName(before):
		p.drop(i, last) // "…" MACRO "…"
	case in == inEnum:
		p.enumerator(i, last, next)
	case in == inList:
	case !plain && in == inBlock && i == start && p.onNewLine(last, next) && isCaps(p.text(next)) && p.is(p.next(next), "("):
		if p.hasPhrase(i, last) || !p.end(last) { // one line of several
			p.drop(i, last)
		}
	case p.afterSpecifiers(i, start) && (p.beginsType(next) || in.declares() && p.isConstructor(next)):
		p.drop(i, last)
	case !plain && in.declares() && p.afterSpecifiers(i, start) && p.isCallee(next) && p.isTypeText(i, last):
		p.drop(i, p.next(i)) // MACRO(type) name(
		p.drop(last, last)
	case !plain && in != inBrackets && p.afterSpecifiers(i, start) && p.isName(next) && !p.isKeyword(next) && p.endsName(p.next(next)):
		p.firstWord(i, last) // MACRO(type, …) name;
	case plain && p.isTypeEnd(before, start) && (p.isName(next) && !p.isKeyword(next)):
		p.drop(i, last) // type MACRO name
	case plain && p.is(before, "(") && p.is(next, "*") && in == inBrackets && p.isTypeEnd(p.prev(before), start) && p.isPointerName(p.next(next)):
		p.drop(i, last) // type (MACRO *name)(
	case in.declares() && i != start && p.isDeclared(before, start) && p.endsDeclaration(next) && !(p.is(before, ")") && p.hasTop(start, i, "=")):
		p.drop(i, last) // … ) MACRO {
	case in == inBrackets && p.isDeclaredName(before, start) && (p.is(next, ",") || p.is(next, ")")):
		p.drop(i, last) // type name MACRO,
	case in == inBlock && plain && i != start && p.isDeclaredName(before, start) && (p.is(next, ";") || p.is(next, "=")):
		p.drop(i, last)
	case !plain && p.is(start, "template") && in.declares() && (p.is(before, ",") || p.is(before, "<")):
		p.drop(p.next(i), last) // template <…, MACRO(…)>
	case i == start && in != inBrackets:
		p.statement(i, last, next, in)
	}
}

// enumerator handles a macro among enumerators: one for several enumerators, or one after a name.
func (p *preparer) enumerator(i, last, next int) {
	switch before := p.prev(i); {
	case p.isName(before):
		p.drop(i, last)
	case i == last, p.is(before, "="), !p.is(before, "{") && !p.is(before, ","):
	case p.is(next, ","):
		p.drop(i, next)
	default:
		p.drop(i, last)
	}
}

// firstWord keeps only the first name among the arguments of a macro that makes a type from another.
func (p *preparer) firstWord(i, last int) {
	for k := p.next(i); k < last; k = p.next(k) {
		if p.isName(k) && !typeWords[string(p.text(k))] {
			p.drop(i, k-1)
			p.drop(k+1, last)
			return
		}
	}
	p.drop(p.next(i), last)
}

// statement writes a semicolon after a macro that is a whole statement or declaration.
func (p *preparer) statement(i, last, next int, in space) {
	newLine := p.onNewLine(last, next)
	switch {
	case in == inClass && p.is(next, ":"): // an access specifier
		p.drop(i, next)
	case in == inClass && i != last && p.is(next, ";"):
		p.member(i, last, next)
	case i == last && p.is(next, "{") && in == inBlock:
		p.drop(i, last)
	case i == last && in == inBlock && newLine && (p.isName(next) || p.is(next, "}")):
		if !p.end(last) {
			p.drop(i, last)
		}
	case i == last && in.declares() && newLine && (p.begins(next) || p.isEntry(next) || p.is(next, "~") || p.is(next, "}") || next >= len(p.toks)):
		p.drop(i, last)
	case i == last:
	case p.is(next, "{"):
		if (in == inBlock || p.hasLiteral(i, last) || !p.cpp) && !p.end(last) && in == inFile {
			p.assign(i, last)
		}
	case next >= len(p.toks) || p.is(next, "}") || (p.isName(next) || p.is(next, "~") || p.is(next, "*") || p.is(next, "[[")) && newLine || p.isName(next) && in == inBlock:
		if in == inClass {
			p.member(i, last, last)
		} else if !p.end(last) && in.declares() {
			p.drop(i, last)
		} else if p.ended != last && in == inBlock {
			p.assign(i, last)
		}
	}
}

// member removes a macro with arguments that is a member of a class, up to token end. Of C++ the name and
// brackets stay, which say that it may hide members; macros of Qt hide none.
func (p *preparer) member(i, last, end int) {
	open := p.next(i)
	if !p.cpp || bytes.HasPrefix(p.text(i), []byte("Q_")) || end == last && !p.end(last) && !p.endsInside(open, last) {
		p.drop(i, end)
	} else if open+1 < last {
		p.drop(open+1, last-1)
	}
}

// endsInside writes the closing bracket of a macro one byte earlier, and a semicolon in its place. It
// returns false where there is no room.
func (p *preparer) endsInside(open, last int) bool {
	at := p.toks[last].start
	if at == p.toks[open].end || p.src[at-1] == '\n' {
		return false
	}
	p.drop(open+1, last-1)
	copy(p.write()[at-1:], ");")
	return true
}

// hasLiteral reports whether a string or number is among the arguments of a macro.
func (p *preparer) hasLiteral(i, last int) bool {
	for last = min(last, i+maxLook); i < last; i = p.next(i) {
		if s := p.toks[i].sort; s == aString || s == aNumber && p.is(p.next(i), ")") || p.is(i, "+") {
			return true
		}
	}
	return false
}

// hasColon reports whether the arguments of a macro contain a colon that cannot be part of a value.
func (p *preparer) hasColon(i, last int) bool {
	return p.hasMark(i, last, ":") && !p.hasMark(i, last, "?") && !p.hasMark(i, last, "{")
}

// hasPair reports whether two numbers follow each other in the arguments of a macro.
func (p *preparer) hasPair(i, last int) bool {
	for k := p.next(p.next(i)); k < last; k = p.next(k) {
		if next := p.next(k); p.toks[k].sort == aNumber && next < last && p.toks[next].sort == aNumber {
			return true
		}
	}
	return false
}

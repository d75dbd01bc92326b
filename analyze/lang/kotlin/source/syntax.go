package source

import (
	"bytes"
	"strings"
)

// rewriteTokens rewrites syntax that can be recognised by its tokens. Length and lines stay as they are.
//
//   - class A : B by c { and object : B by c { become B(b_=c){, which the extractor reads as by: the
//     grammar takes the body for a function literal behind c
//   - the commas before ], before the arrow of a branch, and behind the last parameter of a function type are
//     left out
//   - context(A) before a function type, and context(a: A) before a declaration, are left out
//   - A?.() -> B loses the question mark, and A<B>::c the type arguments
//   - modifiers that are used as a name are quoted
//   - a eq b becomes a Eq b, which the extractor reads as eq; so do other infix functions whose names begin with e
//   - of several annotations with arguments before a function, those with literals lose them
//   - annotations of a value behind = lose arguments that are literals: the grammar may take them for the value
//   - annotation class A without a head loses the first word behind an annotation with several arguments
//   - actual before a parameter of a class is left out
//   - if (a) b else "c" in a branch becomes else+"c", which the extractor reads without the plus
func rewriteTokens(src []byte) []byte {
	r := newRewriter(src)
	for i, t := range r.toks {
		switch t.sort {
		case aName:
			r.name(i)
		case aMark:
			r.mark(i)
		}
	}
	return r.Result()
}

func (r *rewriter) mark(i int) {
	switch next := i + 1; string(r.text(i)) {
	case "=":
		r.annotatedValue(next)
	case ",":
		if r.is(next, "]") || r.is(next, "->") || r.is(next, ")") && r.is(next+1, "->") {
			r.blank(i, i)
		}
	case "?.":
		if r.is(next, "(") && r.is(r.closing(next)+1, "->") {
			r.Set(r.toks[i].start, " ")
		}
	case "::":
		if r.is(i-1, ">") && r.toks[i-1].end == r.toks[i].start {
			if open := r.opening(i - 1); open > 0 && r.isName(open-1) {
				r.blank(open, i-1)
			}
		}
	}
}

// blank overwrites the tokens from i to last.
func (r *rewriter) blank(i, last int) { r.Blank(r.toks[i].start, r.toks[last].end) }

func (r *rewriter) name(i int) {
	switch word := string(r.text(i)); word {
	case "class", "object", "interface":
		if !r.is(i-1, "::") && !r.is(i-1, ".") {
			r.delegation(i)
		}
	case "context":
		r.context(i)
	case "fun":
		r.annotated(i)
	case "actual":
		if r.is(int(r.around[i]), "(") && (r.is(i+1, "val") || r.is(i+1, "var")) {
			r.blank(i, i)
		}
	case "else":
		if r.isString(i+1) && r.inWhen(i) && r.toks[i+1].start == r.toks[i].end+1 {
			r.Set(r.toks[i].end, "+")
		}
	default:
		switch {
		case word == "annotation" && r.is(i+1, "class") && r.isList(i-1) && (r.is(i+3, "@") || r.isName(i+3)):
			r.blank(i, i)
		case modifiers[word]:
			r.named(i)
		case word[0] == 'e' && r.isInfix(i):
			r.Set(r.toks[i].start, "E")
		}
	}
}

// inWhen reports whether token i stands in the braces of a when, not deeper.
func (r *rewriter) inWhen(i int) bool {
	brace := int(r.around[i])
	if !r.is(brace, "{") {
		return false
	}
	before := brace - 1
	if r.is(before, ")") {
		before = int(r.pair[before]) - 1
	}
	return r.is(before, "when")
}

// delegation makes a call of the delegation before a body, in the head that begins with token i.
func (r *rewriter) delegation(i int) {
	k := i + 1
	if r.isName(k) {
		k++
	}
	if r.is(k, "<") {
		k = r.angle(k)
	}
	for r.is(k, "@") || r.is(k, "constructor") || modifiers[string(r.text(k))] {
		if k++; r.is(k-1, "@") {
			k++
		}
	}
	if r.is(k, "(") {
		k = r.closing(k) + 1
	}
	if k < 0 || !r.is(k, ":") {
		return
	}
	by := -1
	for k++; k < len(r.toks); k++ {
		text := string(r.text(k))
		if r.isNewLine(k) && !continues[text] && !continues[string(r.text(k-1))] {
			return
		}
		switch text {
		case "(", "[":
			k = r.closing(k)
		case "<":
			if end := r.angle(k); end > 0 {
				k = end - 1
			}
		case "by":
			by = k
		case ",":
			by = -1
		case "{":
			if by >= 0 {
				r.delegate(by, k)
			}
			return
		case "}", ")", "]", ";", "=", "where":
			return
		}
	}
}

// continues are words and marks at which the list of supertypes goes on behind a line end.
var continues = map[string]bool{":": true, ",": true, "by": true, ".": true, "?.": true, "{": true}

// delegate writes B by c { as B(b_=c){, if white space is where it needs it.
func (r *rewriter) delegate(by, brace int) {
	from, to := r.toks[by].start-1, r.toks[brace].start-1
	if by+1 == brace || from < 0 || r.src[from] != ' ' || r.src[r.toks[by].end] != ' ' || r.src[to] != ' ' || r.toks[by-1].end > from || r.isNewLine(by) {
		return
	}
	r.Set(from, "("+DelegateName+"=")
	r.Set(to, ")")
}

// DelegateName is the name of the argument that a type is delegated to in the rewritten source.
const DelegateName = "b_"

// Written returns a header of the rewritten source as it is written in the source.
func Written(header string) string {
	if head, ok := strings.CutSuffix(header, ")"); ok {
		if i := strings.LastIndex(head, "("+DelegateName+"="); i >= 0 {
			return head[:i] + " by " + head[i+len(DelegateName)+2:]
		}
	}
	return header
}

// context leaves out what a function type or a declaration expects of its context.
func (r *rewriter) context(i int) {
	last := r.closing(i + 1)
	if !r.is(i+1, "(") || last+1 >= len(r.toks) {
		return
	}
	switch {
	case typeBefore[string(r.text(i-1))] && !r.isNewLine(last+1) && r.isFunctionType(last+1):
		r.blank(i, last)
	case r.beginsStatement(i) && r.isDeclaration(last+1):
		r.blank(i, last)
	}
}

// typeBefore are the words and marks before a type.
var typeBefore = map[string]bool{":": true, "suspend": true, "(": true, ",": true, "<": true, "->": true, "=": true}

// isFunctionType reports whether the type of a function begins at token i.
func (r *rewriter) isFunctionType(i int) bool {
	for n := 0; n < maxLook && i > 0; n++ {
		switch {
		case r.is(i, "("):
			if i = r.closing(i) + 1; r.is(i, "->") {
				return true
			}
		case r.is(i, "<"):
			i = r.angle(i)
		case r.is(i, "."), r.is(i, "?."), r.is(i, "?"), r.isName(i) && !r.isNewLine(i):
			i++
		default:
			return false
		}
	}
	return false
}

// isDeclaration reports whether a declaration begins at token i.
func (r *rewriter) isDeclaration(i int) bool {
	switch string(r.text(i)) {
	case "fun", "val", "var", "class", "interface", "object", "@":
		return true
	}
	return modifiers[string(r.text(i))] && r.isName(i+1)
}

// beginsStatement reports whether a statement or declaration begins at token i.
func (r *rewriter) beginsStatement(i int) bool {
	switch text := string(r.text(i - 1)); text {
	case "", "{", "}", ";", "->", "else":
		return true
	case ")":
		if before := string(r.text(int(r.pair[i-1]) - 1)); before == "if" || before == "while" || before == "for" {
			return true
		}
		return r.isNewLine(i)
	default:
		return r.isNewLine(i) && (r.isName(i-1) || r.isString(i-1) || r.toks[i-1].sort == aNumber || text == "]" || text == "!!" || text == ">" || text == "?" || text == "*")
	}
}

// named quotes a modifier that is used as a name at the start of a statement: elsewhere the grammar takes it for one.
func (r *rewriter) named(i int) {
	next := i + 1
	switch string(r.text(next)) {
	case ".", "?.", "[", "is", "!", "as", "in", "?:", "!!", "==", "=":
	case "(":
		if r.is(i, "private") || r.is(i, "internal") || r.isNewLine(next) {
			return
		}
	case "->":
		if !r.is(i-1, "{") || r.isNewLine(i) {
			return // elsewhere the grammar reads it
		}
	default:
		return
	}
	if !r.beginsStatement(i) {
		return
	}
	word := string(r.text(i))
	start, end := r.toks[i].start, r.toks[i].end
	before := 0 // spaces
	for before < start && r.At(start-1-before) == ' ' {
		before++
	}
	switch {
	case before >= 2:
		r.Set(start-2, "`"+word+"`")
	case before == 1 && r.src[end] == ' ':
		r.Set(start-1, "`"+word+"`")
	case before == 1 && !r.isNewLine(i) && r.toks[i-1].start > 0 && r.At(r.toks[i-1].start-1) == ' ': // x -> open.y
		r.Set(r.toks[i-1].start-1, string(r.text(i-1))+"`"+word+"`")
	}
}

// modifiers are the words that the grammar takes for a modifier where a statement begins with them.
var modifiers = map[string]bool{"annotation": true, "open": true, "enum": true, "operator": true, "infix": true, "final": true, "sealed": true,
	"override": true, "lateinit": true, "vararg": true, "tailrec": true, "external": true, "const": true, "inline": true, "suspend": true,
	"abstract": true, "internal": true, "public": true, "private": true, "protected": true, "crossinline": true, "actual": true, "expect": true,
	"data": true, "value": true, "inner": true}

// isInfix reports whether token i is the name of a function between its two arguments.
func (r *rewriter) isInfix(i int) bool {
	switch string(r.text(i)) {
	case "enum", "external", "expect":
		return false
	}
	if i == 0 || i+1 >= len(r.toks) || r.isNewLine(i) || r.isNewLine(i+1) || r.src[r.toks[i].start-1] != ' ' || r.src[r.toks[i].end] != ' ' {
		return false
	}
	switch before := string(r.text(i - 1)); {
	case r.isName(i - 1):
		if notValues[before] {
			return false
		}
	case r.isString(i - 1), r.toks[i-1].sort == aNumber, before == ">" && r.opening(i-1) > 0:
	default:
		if before != ")" && before != "]" && before != "}" && before != "!!" {
			return false
		}
	}
	if r.isName(i + 1) {
		return !notValues[string(r.text(i+1))]
	}
	return r.toks[i+1].sort != aMark || r.is(i+1, "(") || r.is(i+1, "{") || r.is(i+1, "-")
}

// notValues are words that are no value and end none.
var notValues = map[string]bool{"val": true, "var": true, "fun": true, "class": true, "interface": true, "object": true, "typealias": true,
	"return": true, "throw": true, "in": true, "is": true, "as": true, "if": true, "else": true, "when": true, "while": true, "do": true,
	"for": true, "try": true, "catch": true, "finally": true, "import": true, "package": true, "by": true, "where": true, "constructor": true,
	"out": true, "reified": true, "noinline": true, "companion": true, "get": true, "set": true, "init": true, "break": true, "continue": true}

// annotated leaves out arguments of the annotations before a function, token i, until one annotation with
// arguments remains: with two of them, the grammar takes the function for a value. Those with other
// arguments than literals stay, and so do all in a class, where there is no value.
func (r *rewriter) annotated(i int) {
	if r.around[i] >= 0 {
		return
	}
	var lists []int // brackets
	for k := i - 1; k > 0; {
		open := -1
		if r.is(k, ")") {
			open = int(r.pair[k])
			k = open - 1
		}
		for r.isName(k) && (r.is(k-1, ".") || r.is(k-1, ":")) {
			k -= 2
		}
		if !r.isName(k) || !r.is(k-1, "@") {
			break
		}
		if k -= 2; open >= 0 {
			lists = append(lists, open)
		}
	}
	rest := len(lists)
	for _, open := range lists {
		if rest > 1 && r.isLiteral(open) {
			r.blank(open, r.closing(open))
			rest--
		}
	}
}

// annotatedValue leaves out the arguments of the annotations that begin at token i, before a value on a later line:
// @A("b") would be an annotated value in brackets, and what stands on the next line a statement of its own.
func (r *rewriter) annotatedValue(i int) {
	for r.is(i, "@") {
		for i += 2; r.isName(i-1) && r.is(i, "."); {
			i += 2
		}
		if r.is(i, "(") {
			last := r.closing(i)
			if last < len(r.toks) && r.isNewLine(last+1) && r.isLiteral(i) {
				r.blank(i, last)
			}
			i = last + 1
		}
	}
}

// isList reports whether token last closes arguments that are no value in brackets.
func (r *rewriter) isList(last int) bool {
	if !r.is(last, ")") {
		return false
	}
	for k := int(r.pair[last]) + 1; k < last; k++ {
		switch string(r.text(k)) {
		case "(", "[", "{":
			k = r.closing(k)
		case ",", "=":
			return true
		}
	}
	return false
}

// isLiteral reports whether nothing but literals stands in the brackets of an annotation.
func (r *rewriter) isLiteral(open int) bool {
	for k, last := open+1, r.closing(open); k < last; k++ {
		switch text := r.text(k); {
		case r.isString(k):
			if bytes.IndexByte(text, '$') >= 0 {
				return false
			}
		case r.isName(k):
			if !r.is(k+1, "=") && string(text) != "true" && string(text) != "false" {
				return false
			}
		case r.toks[k].sort == aMark && !r.is(k, ",") && !r.is(k, "="):
			return false
		}
	}
	return true
}

// InfixName returns the name of an infix function in the source, for the one in the rewritten source.
func InfixName(name string) string {
	if len(name) > 1 && name[0] == 'E' && name[1] >= 'a' && name[1] <= 'z' || name == "E" {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

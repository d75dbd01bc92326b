package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// macro adds an object-like macro: a constant whose value is what its text names.
func (x *extractor) macro(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	value := x.textOf(n)
	if outer := x.t.Nodes[n].Parent; value < 0 && x.t.Kind(outer) == kPreprocIfdef && x.b.Text(x.t.Child(outer, fName)) == x.b.Text(name) {
		return // it keeps the file from being read twice
	}
	d := x.macroDef(facts.Constant, n, name, doc)
	id := x.b.Def(d)
	x.owned[n] = true
	x.b.Enter(id)
	body := newReader(x.t.Bytes(value))
	var e facts.ExprID = facts.None
	if word, rest := body.word(), body.word(); word != "" && rest == "" && !isNumber(word) && word != d.Name && !keywords[word] {
		e = x.b.FileLevelName(word, d.Line) // another name for it
	} else {
		x.macroBody(n, value, d.Name, nil)
	}
	x.b.Leave()
	if e != facts.None {
		x.b.File.Defs[id].Values = []facts.ExprID{e}
	}
	x.hashMacro(id, nil, value)
}

// functionMacro adds a function-like macro, with the calls that its text makes.
func (x *extractor) functionMacro(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	value := x.textOf(n)
	d := x.macroDef(facts.Function, n, name, doc)
	list := x.t.Child(n, fParameters)
	params := make(map[string]bool)
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kIdentifier:
			d.Params = append(d.Params, facts.Param{Name: x.b.Text(c), Type: facts.None})
			params[x.b.Text(c)] = true
		case tEllipsis:
			d.Params = append(d.Params, facts.Param{Variadic: true, Type: facts.None})
		}
	}
	id := x.b.Def(d)
	x.owned[n] = true
	x.b.Enter(id)
	x.macroBody(n, value, d.Name, params)
	x.b.Leave()
	x.hashMacro(id, d.Params, value)
}

// textOf returns the node of the text of a macro, -1 for none.
func (x *extractor) textOf(n int32) int32 {
	v := x.t.Child(n, fValue)
	if string(x.t.Bytes(v)) == ";" { // which Prepare writes for nothing
		return -1
	}
	return v
}

func (x *extractor) macroDef(kind facts.DefKind, n, name int32, doc *walk.Comments) facts.Def {
	p := x.place(n, doc)
	d := x.newDef(kind, p, x.b.Text(name), -1)
	d.Flags = d.Flags&^facts.FileLocal | facts.Exported
	x.at(&d, name)
	d.SignatureEnd = d.Line
	d.Signature = x.header(n, x.t.Child(n, fValue))
	return d
}

// macroBody adds a call for every name in the text of a macro that a bracket
// follows, unless it is a parameter or a member of something.
func (x *extractor) macroBody(n, value int32, own string, params map[string]bool) {
	if value < 0 {
		return
	}
	line := x.t.Line(value)
	r := newReader(x.t.Bytes(value))
	before := ""
	for word := r.word(); word != ""; word = r.word() {
		called := isName(word[0]) && r.peek() == '('
		if called && !params[word] && word != own && !keywords[word] && before != "." && before != "->" && before != "::" && before != "#" {
			e := lang.NewExpr(facts.Call, line+r.line)
			e.X = x.b.FileLevelName(word, line+r.line)
			e.Args = make([]facts.Arg, r.arguments())
			for i := range e.Args {
				e.Args[i].X = facts.None
			}
			x.b.Expr(e)
		}
		before = word
	}
}

// A reader splits the text of a macro into words: names, numbers, strings and
// marks.
type reader struct {
	text []byte
	at   int
	line int32
}

func newReader(text []byte) *reader { return &reader{text: text} }

// skip goes to the next word.
func (r *reader) skip() {
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '\n':
			r.line++
			r.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			r.at++
		case c == '/' && r.at+1 < len(r.text) && r.text[r.at+1] == '*':
			r.at += 2
			for r.at < len(r.text) && !(r.text[r.at] == '*' && r.at+1 < len(r.text) && r.text[r.at+1] == '/') {
				if r.text[r.at] == '\n' {
					r.line++
				}
				r.at++
			}
			r.at = min(r.at+2, len(r.text))
		default:
			return
		}
	}
}

// peek returns the first byte of the next word, 0 at the end.
func (r *reader) peek() byte {
	c := *r
	c.skip()
	if c.at == len(c.text) {
		return 0
	}
	return c.text[c.at]
}

// word returns the next word, "" at the end.
func (r *reader) word() string {
	r.skip()
	if r.at == len(r.text) {
		return ""
	}
	from := r.at
	c := r.text[r.at]
	r.at++
	switch {
	case isWord(c):
		for r.at < len(r.text) && isWord(r.text[r.at]) {
			r.at++
		}
	case c == '"' || c == '\'':
		for r.at < len(r.text) && r.text[r.at] != c && r.text[r.at] != '\n' {
			if r.text[r.at] == '\\' {
				r.at++
			}
			r.at++
		}
		r.at = min(r.at+1, len(r.text))
	case r.at < len(r.text) && (c == '-' && r.text[r.at] == '>' || c == ':' && r.text[r.at] == ':'):
		r.at++
	}
	return string(r.text[from:r.at])
}

// maxArguments is how many bytes of the arguments in a macro are looked at.
const maxArguments = 4096

// arguments counts the arguments in the brackets that come next.
func (r *reader) arguments() int {
	c := *r
	depth, count, some := 0, 0, false
	for word := c.word(); word != "" && c.at < r.at+maxArguments; word = c.word() {
		switch word {
		case "(", "[", "{":
			some = some || depth > 0
			depth++
			continue
		case ")", "]", "}":
			if depth--; depth == 0 {
				if some {
					count++
				}
				return count
			}
		case ",":
			if depth == 1 {
				count++
			}
		}
		some = true
	}
	return count
}

func isName(c byte) bool { return isWord(c) && !(c >= '0' && c <= '9') }

func isNumber(word string) bool { return !isName(word[0]) }

// keywords are the words that a bracket may follow, or that stand for no name.
var keywords = map[string]bool{
	"if": true, "for": true, "while": true, "switch": true, "return": true, "sizeof": true, "alignof": true, "_Alignof": true,
	"typeof": true, "__typeof__": true, "__typeof": true, "decltype": true, "defined": true, "__attribute__": true, "__declspec": true,
	"__builtin_expect": true, "static_cast": true, "reinterpret_cast": true, "const_cast": true, "dynamic_cast": true,
	"noexcept": true, "alignas": true, "_Static_assert": true, "static_assert": true, "__asm__": true, "asm": true, "__asm": true, "catch": true,
	"offsetof": true, "_Pragma": true, "__pragma": true, "_Generic": true, "operator": true, "throw": true, "new": true, "delete": true,
	"int": true, "char": true, "void": true, "long": true, "short": true, "unsigned": true, "signed": true, "float": true, "double": true,
	"bool": true, "const": true, "static": true, "inline": true, "extern": true, "volatile": true, "struct": true, "union": true, "enum": true,
	"class": true, "typename": true, "template": true, "else": true, "do": true, "constexpr": true, "true": true, "false": true, "nullptr": true,
	"NULL": true, "this": true, "auto": true, "namespace": true, "using": true, "virtual": true, "public": true, "private": true, "protected": true,
	"case": true, "default": true, "break": true, "continue": true, "goto": true, "typedef": true, "register": true, "restrict": true,
}

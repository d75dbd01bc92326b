package cfamily

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily/source"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// macro adds an object-like macro: a constant whose value is the name in its text.
func (x *extractor) macro(n int32, doc *walk.Comments) {
	name := x.t.Child(n, fName)
	if name < 0 {
		return
	}
	value := x.textOf(n)
	if outer := x.t.Nodes[n].Parent; value < 0 && x.t.Kind(outer) == kPreprocIfdef && x.b.Text(x.t.Child(outer, fName)) == x.b.Text(name) {
		return // an include guard
	}
	d := x.macroDef(facts.Constant, n, name, doc)
	id := x.b.Def(d)
	x.owned[n] = true
	x.b.Enter(id)
	body := source.NewReader(x.t.Bytes(value))
	var e facts.ExprID = facts.None
	if word, rest := body.Word(), body.Word(); word != "" && rest == "" && !source.IsNumber(word) && word != d.Name && !source.IsKeyword(word) {
		e = x.b.FileLevelName(word, d.Line) // an alias of that name
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

// textOf returns the node of a macro's text, -1 for none.
func (x *extractor) textOf(n int32) int32 {
	v := x.t.Child(n, fValue)
	if string(x.t.Bytes(v)) == ";" { // which Prepare writes after a macro without text
		return -1
	}
	return v
}

func (x *extractor) macroDef(kind facts.DefKind, n, name int32, doc *walk.Comments) facts.Def {
	p := x.place(n, doc)
	d := x.newDef(kind, p, x.b.Text(name), -1)
	d.Flags = d.Flags&^facts.FileLocal | facts.Exported | facts.Macro
	x.at(&d, name)
	d.SignatureEnd = d.Line
	d.Signature = x.header(n, x.t.Child(n, fValue))
	return d
}

// macroBody adds a call for every name before a bracket in the text of a macro, except parameters, members and what it
// declares with a builtin type.
func (x *extractor) macroBody(n, value int32, own string, params map[string]bool) {
	if value < 0 {
		return
	}
	line := x.t.Line(value)
	r := source.NewReader(x.t.Bytes(value))
	before := ""
	for word := r.Word(); word != ""; word = r.Word() {
		called := source.IsName(word[0]) && r.Peek() == '(' && !declaring[before]
		if called && !params[word] && !source.IsKeyword(word) && before != "." && before != "->" && before != "::" && before != "#" {
			e := lang.NewExpr(facts.Call, line+r.Line)
			e.X = x.b.FileLevelName(word, line+r.Line)
			e.Args = make([]facts.Arg, r.Arguments())
			for i := range e.Args {
				e.Args[i].X = facts.None
			}
			x.b.Expr(e)
		}
		if word == own && before != "." && before != "->" && before != "#" {
			x.b.File.Defs[x.b.In()].Flags |= facts.Wraps
		}
		before = word
	}
}

// declaring are words that end a type, so that a name behind one is declared.
var declaring = map[string]bool{"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "unsigned": true}

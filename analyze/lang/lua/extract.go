package lua

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks the tree of one file once.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	locals map[string]bool // names that the chunk has declared so far
	// literals counts the open function literals; statements in them are not those of the chunk.
	literals int
	args     walk.Args
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{t: t, b: b, locals: make(map[string]bool)}
	x.statements(0)
}

// statements visits the statements that are children of n.
func (x *extractor) statements(n int32) {
	if n < 0 {
		return
	}
	var comments walk.Comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.statement(c, &comments)
		comments.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// block visits a block with a scope of its own.
func (x *extractor) block(n int32) {
	x.b.Open(lang.OrderedScope)
	x.statements(n)
	x.b.Close()
}

func (x *extractor) statement(n int32, comments *walk.Comments) {
	t := x.t
	if t.Nodes[n].Field == fCondition {
		x.value(n)
		return
	}
	switch t.Kind(n) {
	case kComment, kHashBangLine, kGotoStatement, kLabelStatement:
	case kFunctionDeclaration:
		x.declaration(n, comments)
	case kVariableDeclaration:
		if assigned := t.ChildOfKind(n, kAssignmentStatement); assigned >= 0 {
			x.assignment(n, assigned, true, comments)
		} else {
			x.declare(t.ChildOfKind(n, kVariableList), nil, n, comments)
		}
	case kAssignmentStatement:
		x.assignment(n, n, false, comments)
	case kReturnStatement:
		x.returned(n)
	case kForStatement:
		x.b.Open(lang.OrderedScope)
		x.clause(t.Child(n, fClause))
		x.statements(t.Child(n, fBody))
		x.b.Close()
	case kRepeatStatement:
		x.b.Open(lang.OrderedScope)
		x.statements(t.Child(n, fBody))
		x.value(t.Child(n, fCondition)) // sees the names of the body
		x.b.Close()
	case kBlock:
		x.block(n)
	case kFunctionCall:
		if call := x.value(n); call >= 0 && x.b.File.Exprs[call].Kind == facts.Call {
			x.b.File.Exprs[call].Flags |= facts.Discarded
		}
	case kIfStatement, kElseifStatement, kElseStatement, kWhileStatement, kDoStatement:
		x.statements(n)
	default:
		if t.Nodes[n].Flags&lang.IsError != 0 {
			x.statements(n)
		}
	}
}

// clause declares the names of a for.
func (x *extractor) clause(n int32) {
	if n < 0 {
		return
	}
	var names []int32
	if x.t.Kind(n) == kForNumericClause {
		names = append(names, x.t.Child(n, fName))
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kVariableList:
			names = x.named(c)
		case x.t.Usable(c) && x.t.Nodes[c].Field != fName:
			x.values(c)
		}
	}
	for _, name := range names {
		if name >= 0 {
			x.b.Declare(lang.NewVar(facts.LocalVar, x.b.Text(name), x.t.Line(name)))
		}
	}
}

// named returns the named children of a list, without attributes.
func (x *extractor) named(n int32) []int32 {
	var list []int32
	if n < 0 {
		return nil
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if x.t.Usable(c) && x.t.Nodes[c].Field != fAttribute {
			list = append(list, c)
		}
	}
	return list
}

// values returns the values of the expressions in a list; of a single expression, its value.
func (x *extractor) values(n int32) []facts.ExprID {
	if x.t.Kind(n) != kExpressionList {
		return []facts.ExprID{x.value(n)}
	}
	var values []facts.ExprID
	for _, c := range x.named(n) {
		values = append(values, x.value(c))
	}
	return values
}

// returned adds what a return gives: at the top of a chunk, what the file exports.
func (x *extractor) returned(n int32) {
	list := x.t.ChildOfKind(n, kExpressionList)
	if list < 0 {
		return
	}
	nodes, values := x.named(list), x.values(list)
	switch in := x.b.In(); {
	case len(values) == 0 || x.literals > 0:
	case in != facts.None:
		if d := &x.b.File.Defs[in]; values[0] >= 0 && len(d.Values) < facts.MaxValues {
			d.Values = append(d.Values, values[0])
		}
	case x.b.AtFileLevel():
		e := facts.Export{Name: "=", X: facts.None, Def: facts.None, Line: x.t.Line(n)}
		exported := x.bare(nodes[0])
		if x.t.Kind(exported) == kIdentifier {
			e.Local = x.b.Text(exported)
		}
		if e.X = values[0]; e.X >= 0 || e.Local != "" {
			x.b.Export(e)
		}
	}
}

// bare returns the table that setmetatable returns, and any other expression itself.
func (x *extractor) bare(n int32) int32 {
	if x.t.Kind(n) == kFunctionCall && x.t.Text(x.t.Child(n, fName)) == "setmetatable" {
		if first := x.t.FirstNamed(x.t.Child(n, fArguments)); first >= 0 {
			return first
		}
	}
	return n
}

// place returns the place of the definition at node n.
func (x *extractor) place(n int32, comments *walk.Comments) walk.Place {
	return walk.PlaceOf(x.t, n, x.t.Line(n), comments, func(comments []int32) uint64 {
		return walk.DocHash(x.b, comments, func(text []byte) []byte { return bytes.Trim(text, "-[] ") })
	})
}

// declaration adds a function that is declared with its name.
func (x *extractor) declaration(n int32, comments *walk.Comments) {
	name := x.t.Child(n, fName)
	local := x.t.ChildOfKind(n, tLocal) >= 0
	switch x.t.Kind(name) {
	case kDotIndexExpression:
		x.function(n, n, x.t.Child(name, fField), x.value(x.t.Child(name, fTable)), false, comments)
	case kMethodIndexExpression:
		x.function(n, n, x.t.Child(name, fMethod), x.value(x.t.Child(name, fTable)), false, comments)
	case kIdentifier:
		x.function(n, n, name, facts.None, local, comments)
	}
}

// function adds the function at node f, which the statement n gives a name.
func (x *extractor) function(n, f, name int32, owner facts.ExprID, local bool, comments *walk.Comments) facts.DefID {
	kind := facts.Function
	if owner != facts.None {
		kind = facts.Method
	}
	body := x.t.Child(f, fBody)
	text := x.b.Text(name)
	if x.t.Kind(name) == kString {
		text = x.b.Text(x.t.Child(name, fContent))
	}
	d := x.place(n, comments).Def(x.t, kind, text, name, body)
	d.Owner = owner
	d.Params = x.params(x.t.Child(f, fParameters))
	d.Signature = walk.Header(x.t, n, x.t.Nodes[n].Start, body, " \nend", nil) // all of it where the body is empty
	inner := x.b.In() != facts.None || !x.b.AtFileLevel()
	switch {
	case !inner && !local:
		d.Flags |= facts.Exported
		if owner == facts.None && !x.locals[text] {
			d.Flags |= facts.ProjectWide
		}
	case inner && x.b.In() == facts.None:
		d.Flags |= facts.Inner
	}
	id := x.b.Def(d)
	if owner == facts.None {
		if inner {
			walk.Declare(x.b, id, text, d.Line)
		} else {
			x.locals[text] = true
		}
	}
	literals := x.literals
	x.literals = 0
	x.b.Enter(id)
	x.body(f)
	x.b.Leave()
	x.literals = literals
	x.hash(id, n, f, name)
	return id
}

// body visits the parameters and the body of a function.
func (x *extractor) body(f int32) []facts.VarID {
	x.b.Open(lang.FuncScope)
	var vars []facts.VarID
	for i, p := range x.named(x.t.Child(f, fParameters)) {
		if x.t.Kind(p) == kIdentifier {
			v := lang.NewVar(facts.ParamVar, x.b.Text(p), x.t.Line(p))
			v.Index = int32(i)
			vars = append(vars, x.b.Declare(v))
		}
	}
	x.block(x.t.Child(f, fBody))
	x.b.Close()
	return vars
}

// params returns the parameters in a list. Any of them may be left out.
func (x *extractor) params(n int32) []facts.Param {
	var params []facts.Param
	for _, p := range x.named(n) {
		params = append(params, facts.Param{Name: x.b.Text(p), Type: facts.None, Optional: true, Variadic: x.t.Kind(p) == kVarargExpression})
	}
	return params
}

func (x *extractor) hash(id facts.DefID, n, f, name int32) {
	h := x.b.Hasher()
	for _, p := range x.named(x.t.Child(f, fParameters)) {
		if x.t.Kind(p) == kVarargExpression {
			h.Text([]byte("..."))
		} else {
			h.Text([]byte(","))
		}
	}
	signature := h.Cut()
	h.Add(x.b, n, func(c int32) bool { return c == name })
	x.b.SetHashes(id, signature, h.Cut(), h)
}

// assignment adds what a statement assigns. outer is the statement with local.
func (x *extractor) assignment(outer, n int32, local bool, comments *walk.Comments) {
	targets := x.t.ChildOfKind(n, kVariableList)
	values := x.named(x.t.ChildOfKind(n, kExpressionList))
	names := x.named(targets)
	if len(names) == 1 && len(values) == 1 && x.single(outer, names[0], values[0], local, comments) {
		return
	}
	var ids []facts.ExprID
	for _, v := range values {
		ids = append(ids, x.value(v))
	}
	if local {
		x.declare(targets, ids, outer, comments)
		return
	}
	for i, name := range names {
		target := x.value(name)
		if target >= 0 {
			x.b.File.Exprs[target].Flags |= facts.Write
			if i < len(ids) && x.t.Kind(name) == kIdentifier {
				x.b.Assign(target, ids[i])
			}
		}
	}
}

// single adds an assignment that defines something: a function, a module, a table, a key.
func (x *extractor) single(outer, name, value int32, local bool, comments *walk.Comments) bool {
	function := x.t.Kind(value) == kFunctionDefinition
	top := x.b.In() == facts.None && x.b.AtFileLevel()
	switch x.t.Kind(name) {
	case kIdentifier:
		switch {
		case function && (local || top):
			x.function(outer, value, name, facts.None, local, comments)
			return true
		case top && local && x.module(name, value):
			return true
		case top && (local || !x.locals[x.t.Text(name)]):
			x.variable(outer, name, value, comments)
			return true
		}
	case kDotIndexExpression:
		if function {
			x.function(outer, value, x.t.Child(name, fField), x.value(x.t.Child(name, fTable)), false, comments)
			return true
		}
		if top {
			owner := x.value(x.t.Child(name, fTable))
			field := x.t.Child(name, fField)
			d := x.place(outer, comments).Def(x.t, facts.Field, x.b.Text(field), field, -1)
			d.Owner = owner
			d.Flags |= facts.Exported
			x.valued(d, outer, value, name)
			return true
		}
	}
	return false
}

// module adds local name = require(…) and local name = require(…).key, and reports whether it is one.
func (x *extractor) module(name, value int32) bool {
	im := facts.Import{Alias: x.b.Text(name), Line: x.t.Line(value)}
	if x.t.Kind(value) == kDotIndexExpression {
		im.Name = x.b.Text(x.t.Child(value, fField))
		value = x.t.Child(value, fTable)
	}
	if im.Source = x.required(value); im.Source == "" {
		return false
	}
	x.b.Import(im)
	x.locals[im.Alias] = true
	return true
}

// required returns the name of the module that a call requires, "" for another expression.
func (x *extractor) required(n int32) string {
	if x.t.Kind(n) != kFunctionCall || x.t.Text(x.t.Child(n, fName)) != "require" {
		return ""
	}
	args := x.named(x.t.Child(n, fArguments))
	if len(args) != 1 || x.t.Kind(args[0]) != kString {
		return ""
	}
	return x.b.Text(x.t.Child(args[0], fContent))
}

// variable adds a variable of the chunk.
func (x *extractor) variable(outer, name, value int32, comments *walk.Comments) {
	text := x.b.Text(name)
	d := x.place(outer, comments).Def(x.t, facts.Variable, text, name, -1)
	x.locals[text] = true
	x.valued(d, outer, value, name)
	if table := x.bare(value); x.t.Kind(table) == kTableConstructor {
		x.methods(table, text)
	}
}

// valued adds a definition with a value.
func (x *extractor) valued(d facts.Def, outer, value, name int32) facts.DefID {
	d.SignatureEnd = max(d.Line, d.Start)
	d.Signature = walk.Header(x.t, outer, x.t.Nodes[outer].Start, value, " =\n", nil)
	id := x.b.Def(d)
	x.b.Enter(id)
	var v facts.ExprID
	if table := x.bare(value); d.Kind == facts.Variable && x.t.Kind(table) == kTableConstructor {
		v = x.table(table, true)
	} else {
		v = x.value(value)
	}
	x.b.Leave()
	if v >= 0 {
		x.b.File.Defs[id].Values = append(x.b.File.Defs[id].Values, v)
	}
	h := x.b.Hasher()
	h.Add(x.b, outer, func(c int32) bool { return c == name || x.t.Kind(c) == kFunctionDefinition })
	x.b.SetHashes(id, 0, h.Sum(), h)
	return id
}

// methods adds the functions in the table of a variable.
func (x *extractor) methods(table int32, owner string) {
	var comments walk.Comments
	for c := x.t.First(table); c >= 0; c = x.t.Next(c) {
		name, value := x.t.Child(c, fName), int32(-1)
		if x.t.Kind(c) == kField {
			value = x.t.Child(c, fValue)
		}
		if x.t.Kind(value) == kFunctionDefinition && (x.t.Kind(name) == kIdentifier || x.t.Kind(name) == kString && x.t.Child(name, fContent) >= 0) {
			x.function(c, value, name, x.b.NameExpr(owner, x.t.Line(c)), false, &comments)
		}
		comments.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// declare declares the names of a list, at the top of a chunk as variables of the file.
func (x *extractor) declare(list int32, values []facts.ExprID, outer int32, comments *walk.Comments) {
	for i, name := range x.named(list) {
		text := x.b.Text(name)
		if x.b.In() == facts.None && x.b.AtFileLevel() {
			d := x.place(outer, comments).Def(x.t, facts.Variable, text, name, -1)
			d.Signature = "local " + text
			if i < len(values) && values[i] >= 0 {
				d.Values = append(d.Values, values[i])
			}
			x.locals[text] = true
			id := x.b.Def(d)
			h := x.b.Hasher()
			h.Add(x.b, outer, func(c int32) bool { return c == name || x.t.Kind(c) == kFunctionDefinition })
			x.b.SetHashes(id, 0, h.Sum(), h)
			continue
		}
		v := lang.NewVar(facts.LocalVar, text, x.t.Line(name))
		if i < len(values) && values[i] >= 0 {
			v.Values = append(v.Values, values[i])
		}
		x.b.Declare(v)
	}
}

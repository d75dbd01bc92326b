package facts

import "fmt"

// Check returns an error when f violates the invariants that other code relies on: an index is
// out of range, an operand comes after the expression that uses it, a parent after its child, or
// lines are outside the file or not sorted. It can fail only because of a bug in an extractor.
func (f *File) Check() error {
	if err := f.checkDeclared(); err != nil {
		return err
	}
	return f.checkExprs(f.Expressions())
}

func (f *File) checkClosures(list []Closure) error {
	c := checker{f: f, at: "function literal"}
	for i, l := range list {
		c.index = i
		c.ref("expression", l.x, f.NumExprs())
		c.ref("definition", l.Def, len(f.Defs))
		c.ref("type", l.Type, len(f.Types))
	}
	return c.err
}

func (f *File) checkExprs(list []Expr) error {
	c := checker{f: f}
	for i := range list {
		c.at, c.index = "expr", i
		c.expr(list, i)
	}
	return c.err
}

// checkDeclared checks everything but the expressions.
func (f *File) checkDeclared() error {
	c := checker{f: f}
	exprs := f.NumExprs()
	for i := range f.Defs {
		c.at, c.index = "def", i
		c.def(&f.Defs[i])
	}
	for i := range f.Types {
		t := &f.Types[i]
		c.at, c.index = "type", i
		for _, a := range t.Args {
			c.before("arg", a, i)
		}
		c.ref("x", t.X, exprs)
		c.ref("def", t.Def, len(f.Defs))
		c.ref("in", t.In, len(f.Defs))
		c.line("line", t.Line)
		if t.Kind == 0 || t.N < 0 || int(t.N) > len(t.Args) && !t.MayBeAbsent() {
			c.fail("kind %d with n %d of %d args", t.Kind, t.N, len(t.Args))
		}
	}
	for i := range f.Vars {
		v := &f.Vars[i]
		c.at, c.index = "var", i
		c.ref("in", v.In, len(f.Defs))
		c.ref("def", v.Def, len(f.Defs))
		c.ref("import", v.Import, len(f.Imports))
		c.ref("function literal", v.Func, exprs)
		c.ref("type", v.Type, len(f.Types))
		c.values(v.Values)
		c.line("line", v.Line)
	}
	for i := range f.Imports {
		c.at, c.index = "import", i
		c.ref("in", f.Imports[i].In, len(f.Defs))
		c.line("line", f.Imports[i].Line)
	}
	for i := range f.Terms {
		c.at, c.index = "term", i
		c.line("line", f.Terms[i].Line)
	}
	for i := range f.Exports {
		e := &f.Exports[i]
		c.at, c.index = "export", i
		c.ref("x", e.X, exprs)
		c.ref("def", e.Def, len(f.Defs))
		c.line("line", e.Line)
	}
	for i := range f.Extensions {
		x := &f.Extensions[i]
		c.at, c.index = "extension", i
		c.ref("type", x.Of, len(f.Types))
		c.refs("base", x.Bases, len(f.Types))
		c.line("line", x.Line)
	}
	c.fileLines()
	return c.err
}

// checker keeps the first error.
type checker struct {
	f     *File
	at    string
	index int
	err   error
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s %d: %s", c.at, c.index, fmt.Sprintf(format, args...))
	}
}

func (c *checker) ref(what string, id int32, n int) {
	if id < None || int(id) >= n {
		c.fail("%s is %d of %d", what, id, n)
	}
}

// before checks an index into the slice of the element itself.
func (c *checker) before(what string, id int32, i int) {
	if id < None || int(id) >= i {
		c.fail("%s is %d, which does not come before", what, id)
	}
}

func (c *checker) line(what string, line int32) {
	// A node that is missing at the end of the file is on the line after it.
	if line < 1 || line > c.f.Lines+1 {
		c.fail("%s is %d of %d", what, line, c.f.Lines)
	}
}

func (c *checker) values(ids []ExprID) {
	if len(ids) > MaxValues {
		c.fail("%d values, at most %d", len(ids), MaxValues)
	}
	c.refs("value", ids, c.f.NumExprs())
}

// refs checks a list of indices without None.
func (c *checker) refs(what string, ids []int32, n int) {
	for _, id := range ids {
		if id < 0 || int(id) >= n {
			c.fail("%s is %d of %d", what, id, n)
		}
	}
}

func (c *checker) def(d *Def) {
	types, exprs := len(c.f.Types), c.f.NumExprs()
	c.before("parent", d.Parent, c.index)
	c.ref("receiver", d.Receiver, types)
	c.ref("owner", d.Owner, exprs)
	c.ref("type", d.Type, types)
	for _, id := range d.Results {
		c.ref("result", id, types)
	}
	c.refs("extends", d.Extends, types)
	c.refs("implements", d.Implements, types)
	c.refs("embeds", d.Embeds, types)
	c.refs("extended", d.Extended, types)
	c.refs("decorator", d.Decorators, exprs)
	for _, p := range d.TypeParams {
		c.ref("type parameter's bound", p.Bound, types)
	}
	for _, p := range d.Params {
		c.ref("parameter's type", p.Type, types)
	}
	c.values(d.Values)
	c.line("start", d.Start)
	c.line("end", d.End)
	switch {
	case d.Kind == 0:
		c.fail("no kind")
	case d.Start > d.Line || d.Line > d.SignatureEnd || d.SignatureEnd > d.End:
		c.fail("%q: start %d, line %d, signature end %d, end %d are out of order", d.Name, d.Start, d.Line, d.SignatureEnd, d.End)
	case d.DocStart > d.DocEnd || d.DocStart < 0 || d.DocEnd > c.f.Lines || d.DocStart == 0 && d.DocEnd != 0:
		c.fail("%q: documentation on lines %d to %d", d.Name, d.DocStart, d.DocEnd)
	}
}

func (c *checker) expr(list []Expr, i int) {
	e := &list[i]
	c.before("operand", e.X, i)
	for _, a := range e.Args {
		c.before("argument", a.X, i)
		if a.X == None && (e.Kind == Name || e.Kind == This) {
			c.fail("a receiver that is not there")
		}
	}
	c.ref("type", e.Type, len(c.f.Types))
	c.ref("in", e.In, len(c.f.Defs))
	c.line("line", e.Line)
	switch e.Kind {
	case 0:
		c.fail("no kind")
	case Local:
		c.ref("variable", e.Ref, len(c.f.Vars))
	case Module:
		c.ref("import", e.Ref, len(c.f.Imports))
	default:
		c.ref("definition", e.Ref, len(c.f.Defs))
	}
	if (e.Kind == Local || e.Kind == Module) && e.Ref == None {
		c.fail("refers to nothing")
	}
	if e.X == None && hasOperand(e.Kind) {
		c.fail("kind %d without an operand", e.Kind)
	}
	if e.Kind == Out && e.X >= 0 && list[min(int(e.X), i)].Kind != Call && list[min(int(e.X), i)].Kind != New {
		c.fail("out of expr %d, which is no call", e.X)
	}
	if e.At < 0 || e.At > 0 && e.Kind != Call && e.Kind != New {
		c.fail("kind %d at byte %d", e.Kind, e.At)
	}
}

// hasOperand reports whether every expression of a kind has an operand. An Assert may have none,
// and still a type (a variable of Ruby).
func hasOperand(k ExprKind) bool {
	switch k {
	case Member, Call, New, Index, Elem, Key, Result, Await, Out, Store:
		return true
	}
	return false
}

// blocks checks that blocks are sorted and properly nested.
func (c *checker) blocks() {
	var around []*Block
	for i := range c.f.Blocks {
		b := &c.f.Blocks[i]
		for len(around) > 0 && around[len(around)-1].End <= b.Start {
			around = around[:len(around)-1]
		}
		if b.Start < 0 || b.End <= b.Start || i > 0 && c.f.Blocks[i-1].Start > b.Start ||
			len(around) > 0 && around[len(around)-1].End < b.End {
			c.fail("block from byte %d to %d is out of order", b.Start, b.End)
		}
		around = append(around, b)
	}
}

func (c *checker) fileLines() {
	c.at, c.index = "file", 0
	for i, line := range c.f.Decisions {
		if c.line("decision", line); i > 0 && c.f.Decisions[i-1] > line {
			c.fail("decisions are not sorted")
		}
	}
	end := int32(0)
	for _, s := range c.f.Code {
		if s.Start <= end || s.End < s.Start || s.End > c.f.Lines {
			c.fail("code on lines %d to %d of %d", s.Start, s.End, c.f.Lines)
		}
		end = s.End
	}
	c.blocks()
	for _, p := range c.f.Problems {
		if p.Kind == 0 || p.Line < 0 || max(p.Line, p.End) > c.f.Lines+1 {
			c.fail("problem %d on line %d of %d", p.Kind, p.Line, c.f.Lines)
		}
	}
}

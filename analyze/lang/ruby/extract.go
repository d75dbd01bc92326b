package ruby

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks the tree of one file once, recursively. The parser (analyze/parse) limits the
// depth of the tree.
type extractor struct {
	b *lang.Builder
	t *lang.Tree
	f *facts.File

	ctx    context
	scopes []scope  // of local variables, innermost last
	frames []*frame // enclosing methods, blocks and lambdas, innermost last

	fields map[field]facts.DefID  // instance and class variables by their type
	states map[string]facts.VarID // instance variables outside any type
	// globals are the global variables and the constants that the file defines.
	globals map[field]facts.DefID
	// grown are the variables and fields that get elements after their creation. The empty list or
	// hash that they begin with is not used as their value.
	grownVars map[facts.VarID]bool
	grownDefs map[facts.DefID]bool
	// accessorDefs are the methods that attr_accessor and its like define.
	accessorDefs map[facts.DefID]bool

	doc       comments
	sigDoc    []int32 // the comments above it
	sig       int32   // the Sorbet signature above the next method, -1 for none
	described int32   // the class that the enclosing RSpec blocks test, -1 for none

	asked map[string]bool // names of which the file asks whether they exist: defined?(X), respond_to?(:x)

	literals map[string]facts.ExprID // one Expr for every builtin type
	args     walk.Args               // arguments of the open calls
}

// A field is a name in a type, or at file level where typ is None.
type field struct {
	typ    facts.DefID
	name   string
	static bool
}

// An access says who may call the methods that follow.
type access uint8

const (
	public access = iota
	protected
	private
)

// flags returns the flags of definitions with an access.
func (a access) flags() facts.DefFlags {
	return [...]facts.DefFlags{public: facts.Exported, protected: facts.Protected, private: 0}[a]
}

// accesses are the methods that set it.
var accesses = map[string]access{"public": public, "protected": protected, "private": private}

// A context is the definition that contains a statement.
type context struct {
	typ    facts.DefID // the enclosing class or module, None for neither
	name   string      // its name, as used in its code
	method facts.DefID // the enclosing method, None in the body of a type
	called string      // the name of the method
	static bool        // self is the type, not an instance: def self.x
	// singleton: definitions belong to the type itself (class << self).
	singleton bool
	access    access // after "private" or "protected"
	// loose: in a block in which self is not known (test "…" do).
	loose bool
	// routes is the module of the controllers in a block of routes: "Admin::"; "?" where it is not known.
	routes string
}

// A scope holds the local variables of a method, a class body or a block.
type scope struct {
	names map[string]facts.VarID
	open  bool // a block, in which enclosing variables are visible
}

// A frame contains the facts collected while the body of a method, block or lambda is walked.
type frame struct {
	def      facts.DefID // of a method, else None
	values   []facts.ExprID
	lambda   bool // return leaves the lambda, not the enclosing method
	numbered bool // a block without parameters: it, _1, …
	params   []facts.VarID
	// yields are the values that a method passes to its block, by position.
	yields [][]facts.ExprID
	block  facts.VarID // the &block parameter, None where it has no name
	takes  bool        // it has a block parameter, or yields
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{
		b: b, t: t, f: b.File,
		ctx:          context{typ: facts.None, method: facts.None},
		fields:       make(map[field]facts.DefID),
		states:       make(map[string]facts.VarID),
		globals:      make(map[field]facts.DefID),
		grownVars:    make(map[facts.VarID]bool),
		grownDefs:    make(map[facts.DefID]bool),
		accessorDefs: make(map[facts.DefID]bool),
		sig:          -1, described: -1,
		asked:    make(map[string]bool),
		literals: make(map[string]facts.ExprID),
	}
	x.openScope(false)
	x.effectsOf(0)
	x.finish()
}

// line returns the line of node i, that of the file's start where i is -1.
func (x *extractor) line(i int32) int32 {
	if i < 0 {
		return 1
	}
	return x.t.Line(i)
}

func (x *extractor) is(i int32, s string) bool { return string(x.t.Bytes(i)) == s }

// usable reports whether node i is to be walked: a rule of the grammar that is neither a comment nor
// inserted by the parser.
func (x *extractor) usable(i int32) bool {
	n := &x.t.Nodes[i]
	return n.Flags&lang.IsNamed != 0 && n.Flags&lang.IsMissing == 0 && n.Kind != kComment
}

func (x *extractor) openScope(open bool) { x.scopes = append(x.scopes, scope{open: open}) }
func (x *extractor) closeScope()         { x.scopes = x.scopes[:len(x.scopes)-1] }

// lookup returns the local variable that a name means at this point, or None.
func (x *extractor) lookup(name string) facts.VarID {
	for i := len(x.scopes) - 1; i >= 0; i-- {
		if v, ok := x.scopes[i].names[name]; ok {
			return v
		}
		if !x.scopes[i].open {
			break
		}
	}
	return facts.None
}

// declare adds a variable to the innermost scope.
func (x *extractor) declare(v facts.Var) facts.VarID {
	v.In = x.b.In()
	x.f.Vars = append(x.f.Vars, v)
	id := facts.VarID(len(x.f.Vars) - 1)
	s := &x.scopes[len(x.scopes)-1]
	if s.names == nil {
		s.names = make(map[string]facts.VarID)
	}
	s.names[v.Name] = id
	return id
}

// effectsOf walks the statements under node i, whose values are unused.
func (x *extractor) effectsOf(i int32) {
	if i < 0 {
		return
	}
	for c := x.t.First(i); c >= 0; c = x.t.Next(c) {
		x.statement(c)
	}
}

// statement walks one of a sequence of statements.
func (x *extractor) statement(c int32) {
	if x.usable(c) {
		x.discard(x.expr(c))
	}
	x.doc.see(x.t, c)
}

// bodyOf walks the statements under node i and returns the value of the last one.
func (x *extractor) bodyOf(i int32) facts.ExprID {
	if i < 0 {
		return facts.None
	}
	t := x.t
	last, exprs, imports := int32(-1), len(x.f.Exprs), len(x.f.Imports)
	for c := t.First(i); c >= 0; c = t.Next(c) {
		if k := t.Kind(c); x.usable(c) && k != kHeredocBody && !isClause(k) {
			last = c
		}
	}
	var out []facts.ExprID
	for c := t.First(i); c >= 0; c = t.Next(c) {
		switch k := t.Kind(c); {
		case c == last:
			out = append(out, x.expr(c))
			x.doc.see(t, c)
		case k == kRescue:
			x.guard(c, exprs, imports)
			out = append(out, x.rescue(c))
		case k == kElse:
			out = append(out, x.bodyOf(c))
		default:
			x.statement(c)
		}
	}
	return x.either(x.line(i), out...)
}

// isClause reports whether a node of a body is not a statement but a clause with statements of its
// own.
func isClause(k lang.Kind) bool { return k == kRescue || k == kElse || k == kEnsure }

// discard marks a call whose value is unused.
func (x *extractor) discard(e facts.ExprID) {
	if e >= 0 {
		if ex := &x.f.Exprs[e]; ex.Kind == facts.Call || ex.Kind == facts.New {
			ex.Flags |= facts.Discarded
		}
	}
}

// either returns a value that is one of values; None is ignored.
func (x *extractor) either(line int32, values ...facts.ExprID) facts.ExprID {
	base := len(x.args.Stack)
	for _, v := range values {
		if v >= 0 {
			x.args.Stack = append(x.args.Stack, facts.Arg{X: v})
		}
	}
	switch len(x.args.Stack) - base {
	case 0:
		return facts.None
	case 1:
		v := x.args.Stack[base].X
		x.args.Stack = x.args.Stack[:base]
		return v
	}
	e := lang.NewExpr(facts.Either, line)
	e.Args = x.args.Take(base)
	return x.b.Expr(e)
}

// rescue walks a rescue clause and returns the value of its body.
func (x *extractor) rescue(i int32) facts.ExprID {
	t := x.t
	var types []facts.TypeID
	if list := t.Child(i, fExceptions); list >= 0 {
		for c := t.First(list); c >= 0; c = t.Next(c) {
			if !x.usable(c) {
				continue
			}
			if x.isPath(c) {
				types = append(types, x.typeOf(c))
			} else {
				x.expr(c)
			}
		}
	}
	if name := t.Child(i, fVariable); name >= 0 {
		if name = t.FirstNamed(name); t.Kind(name) == kIdentifier {
			v := lang.NewVar(facts.CatchVar, x.b.Text(name), x.line(name))
			v.Type = x.unionOf(types, x.line(name))
			x.declare(v)
		} else if name >= 0 {
			x.assignTo(name, facts.None)
		}
	}
	return x.bodyOf(t.Child(i, fBody))
}

// finish removes the empty lists and hashes from the values of grown variables and fields.
func (x *extractor) finish() {
	drop := func(values []facts.ExprID) []facts.ExprID {
		kept := values[:0]
		for _, v := range values {
			if e := &x.f.Exprs[v]; e.Kind != facts.List && e.Kind != facts.Object || len(e.Args) > 0 {
				kept = append(kept, v)
			}
		}
		return kept
	}
	x.replaceAccessors()
	for i := range x.f.Exprs {
		if e := &x.f.Exprs[i]; (e.Kind == facts.Name || e.Kind == facts.Member) && x.asked[e.Name] {
			e.Flags |= facts.Guarded
		}
	}
	for v := range x.grownVars {
		x.f.Vars[v].Values = drop(x.f.Vars[v].Values)
	}
	for d := range x.grownDefs {
		x.f.Defs[d].Values = drop(x.f.Defs[d].Values)
	}
}

// replaceAccessors marks accessors that the type also defines as methods, which replace them.
func (x *extractor) replaceAccessors() {
	written := make(map[field]bool)
	for i := range x.f.Defs {
		if d := &x.f.Defs[i]; d.Kind == facts.Method && !x.accessorDefs[facts.DefID(i)] {
			written[field{d.Parent, d.Name, d.Has(facts.Static)}] = true
		}
	}
	for id := range x.accessorDefs {
		if d := &x.f.Defs[id]; written[field{d.Parent, d.Name, d.Has(facts.Static)}] {
			d.Flags |= facts.Overload
		}
	}
}

// comments is the run of comments directly above the next statement.
type comments struct {
	nodes []int32
	end   int32 // line on which the last one ends
}

// see takes the next sibling, which may be a comment.
func (d *comments) see(t *lang.Tree, n int32) {
	if t.Kind(n) != kComment {
		if t.Nodes[n].Flags&lang.IsNamed != 0 {
			d.nodes = nil
		}
		return
	}
	if line := t.Row(n); len(d.nodes) > 0 && line != d.end+1 {
		d.nodes = nil
	}
	d.nodes = append(d.nodes, n)
	d.end = t.EndRow(n)
}

// above returns the comments that document the definition that starts on line.
func (d *comments) above(line int32) []int32 {
	if len(d.nodes) == 0 || d.end+1 != line {
		return nil
	}
	return d.nodes
}

// guard marks the expressions and imports of a body, from these numbers on, as allowed to fail, if its
// rescue clause names the errors of wrong arguments, or of names or files that do not exist.
func (x *extractor) guard(rescue int32, exprs, imports int) {
	list := x.t.Child(rescue, fExceptions)
	if list < 0 {
		return
	}
	for c := x.t.First(list); c >= 0; c = x.t.Next(c) {
		switch x.b.Text(c) {
		case "NameError", "NoMethodError", "LoadError", "ScriptError", "Exception", "ArgumentError":
			x.guardExprs(exprs)
			for i := imports; i < len(x.f.Imports); i++ {
				x.f.Imports[i].Flags |= facts.GuardedImport
			}
			return
		}
	}
}

// guardExprs marks the expressions from this number on as allowed to fail.
func (x *extractor) guardExprs(from int) {
	for i := from; i < len(x.f.Exprs); i++ {
		x.f.Exprs[i].Flags |= facts.Guarded
	}
}

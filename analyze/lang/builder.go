package lang

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A ScopeKind is the rule for the visibility of the names in a scope.
type ScopeKind uint8

const (
	// BlockScope: names are visible in the whole block (let, const, hoisted).
	BlockScope ScopeKind = iota
	// FuncScope: like BlockScope; hoisted declarations (var, Python assignments) are added to it.
	FuncScope
	// OrderedScope: a name is visible only after its declaration (Go blocks).
	OrderedScope
	// ClassScope: names are not visible in functions inside it (Python class bodies).
	ClassScope
)

// A Builder collects the facts of one file. Extractors open and close scopes during the walk. Names
// are resolved to variables by Finish, so a use may come before its declaration.
//
// A new Builder has no open scope: this is file level, where definitions are added by Def alone and
// Declare must not be called.
type Builder struct {
	File *facts.File
	Tree *Tree

	lang    *Language
	scopes  []scope
	current int32 // innermost open scope, -1 at file level
	order   int32 // number of declarations and uses so far
	uses    []use
	defs    []facts.DefID // stack of open definitions

	assigned []assignment
	holders  map[int32]bool // nodes, see Holder

	texts    map[string]string       // interned strings
	literals map[string]facts.ExprID // by type
	hasher   Hasher                  // reused for every definition
}

// Holder says that node n only holds definitions: it is none itself, and no statement.
func (b *Builder) Holder(n int32) {
	if b.holders == nil {
		b.holders = make(map[int32]bool)
	}
	b.holders[n] = true
}

// IsHolder reports whether Holder was called for node n.
func (b *Builder) IsHolder(n int32) bool { return b.holders[n] }

type assignment struct{ target, x facts.ExprID }

type scope struct {
	parent int32
	kind   ScopeKind
	names  map[string][]declared
}

type declared struct {
	v     facts.VarID
	order int32
}

type use struct {
	expr  facts.ExprID
	scope int32
	order int32
}

// NewBuilder returns a Builder that adds to f the facts of t.
func NewBuilder(l *Language, t *Tree, f *facts.File) *Builder {
	return &Builder{
		File: f, Tree: t, lang: l, current: -1,
		texts: make(map[string]string, 256), literals: make(map[string]facts.ExprID),
	}
}

// In returns the innermost open definition, facts.None at file level.
func (b *Builder) In() facts.DefID {
	if len(b.defs) == 0 {
		return facts.None
	}
	return b.defs[len(b.defs)-1]
}

// Text returns the source of node i, interned; "" for i < 0.
func (b *Builder) Text(i int32) string { return b.Intern(b.Tree.Bytes(i)) }

// Intern returns text as a string; equal texts share one string.
func (b *Builder) Intern(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if s, ok := b.texts[string(text)]; ok {
		return s
	}
	s := string(text)
	b.texts[s] = s
	return s
}

// NewDef returns a Def without any reference: every index is None.
func NewDef(kind facts.DefKind, name string) facts.Def {
	return facts.Def{Kind: kind, Name: name, Parent: facts.None, Receiver: facts.None, Owner: facts.None, Type: facts.None}
}

// Def adds d, whose Parent becomes the innermost open definition, and returns
// its index. Change it later through File.Defs.
func (b *Builder) Def(d facts.Def) facts.DefID {
	d.Parent = b.In()
	b.File.Defs = append(b.File.Defs, d)
	return facts.DefID(len(b.File.Defs) - 1)
}

// Enter makes d the innermost open definition; Leave closes it.
func (b *Builder) Enter(d facts.DefID) { b.defs = append(b.defs, d) }

// Leave closes the innermost open definition.
func (b *Builder) Leave() { b.defs = b.defs[:len(b.defs)-1] }

// Open opens a scope; Close closes the innermost one.
func (b *Builder) Open(kind ScopeKind) {
	b.scopes = append(b.scopes, scope{parent: b.current, kind: kind})
	b.current = int32(len(b.scopes) - 1)
}

// Close closes the innermost scope.
func (b *Builder) Close() { b.current = b.scopes[b.current].parent }

// AtFileLevel reports whether no scope is open.
func (b *Builder) AtFileLevel() bool { return b.current < 0 }

// NewVar returns a Var without any reference.
func NewVar(kind facts.VarKind, name string, line int32) facts.Var {
	return facts.Var{Kind: kind, Name: name, In: facts.None, Def: facts.None, Import: facts.None, Func: facts.None, Type: facts.None, Line: line}
}

// Declare declares v.Name in the innermost scope and returns its Var. In an OrderedScope each call
// makes a new Var. In other scopes a second declaration of a name is merged into the first: values are
// joined, a missing type or Def is filled in.
func (b *Builder) Declare(v facts.Var) facts.VarID { return b.declare(b.current, v) }

// DeclareHoisted declares v.Name in the innermost open FuncScope, or in the innermost scope when there
// is none.
func (b *Builder) DeclareHoisted(v facts.Var) facts.VarID {
	s := b.current
	for s >= 0 && b.scopes[s].kind != FuncScope && b.scopes[s].kind != ClassScope && b.scopes[s].parent >= 0 {
		s = b.scopes[s].parent
	}
	return b.declare(s, v)
}

func (b *Builder) declare(s int32, v facts.Var) facts.VarID {
	sc := &b.scopes[s]
	if sc.names == nil {
		sc.names = make(map[string][]declared)
	}
	b.order++
	if old := sc.names[v.Name]; len(old) > 0 && sc.kind != OrderedScope {
		id := old[0].v
		have := &b.File.Vars[id]
		for _, x := range v.Values {
			b.AddValue(id, x)
		}
		if have.Type == facts.None {
			have.Type = v.Type
		}
		if have.Def == facts.None && v.Def != facts.None {
			have.Def, have.Kind = v.Def, v.Kind
		}
		if have.Import == facts.None && v.Import != facts.None {
			have.Import, have.Kind = v.Import, v.Kind
		}
		return id
	}
	v.In = b.In()
	b.File.Vars = append(b.File.Vars, v)
	id := facts.VarID(len(b.File.Vars) - 1)
	if v.Name != "" {
		sc.names[v.Name] = append(sc.names[v.Name], declared{id, b.order})
	}
	return id
}

// Lookup returns the Var that name means at this point of the walk, considering the declarations so
// far, or None. Names of a ClassScope count only directly in it.
func (b *Builder) Lookup(name string) facts.VarID {
	return b.find(name, b.current, 1<<30)
}

// Declared returns the Var with the name that the innermost scope has declared so far, or None: the
// variable that Go's := assigns to instead of declaring it again.
func (b *Builder) Declared(name string) facts.VarID {
	if b.current < 0 {
		return facts.None
	}
	if found := b.scopes[b.current].names[name]; len(found) > 0 {
		return found[len(found)-1].v
	}
	return facts.None
}

// AddValue adds x to the values of variable v.
func (b *Builder) AddValue(v facts.VarID, x facts.ExprID) {
	have := &b.File.Vars[v]
	if x != facts.None && len(have.Values) < facts.MaxValues {
		have.Values = append(have.Values, x)
	}
}

// Assign adds x to the values of the variable or file-level definition that target, a NameExpr, names.
// It may be declared later; Finish finds it.
func (b *Builder) Assign(target, x facts.ExprID) {
	if x != facts.None {
		b.assigned = append(b.assigned, assignment{target, x})
	}
}

// NewExpr returns an Expr without any reference.
func NewExpr(kind facts.ExprKind, line int32) facts.Expr {
	return facts.Expr{Kind: kind, X: facts.None, Ref: facts.None, Type: facts.None, In: facts.None, Line: line}
}

// Expr adds e to the innermost open definition.
func (b *Builder) Expr(e facts.Expr) facts.ExprID {
	e.In = b.In()
	b.File.Exprs = append(b.File.Exprs, e)
	return facts.ExprID(len(b.File.Exprs) - 1)
}

// NameExpr adds the use of a name. Finish turns it into a Local where a scope that is open now
// declares the name and its kind makes it visible here.
func (b *Builder) NameExpr(name string, line int32) facts.ExprID {
	e := NewExpr(facts.Name, line)
	e.Name = name
	id := b.Expr(e)
	b.order++
	if b.current >= 0 {
		b.uses = append(b.uses, use{id, b.current, b.order})
	}
	return id
}

// FileLevelName adds the use of a name that means a definition at file level, whatever enclosing
// scopes declare (Python global).
func (b *Builder) FileLevelName(name string, line int32) facts.ExprID {
	e := NewExpr(facts.Name, line)
	e.Name = name
	return b.Expr(e)
}

// RootName adds the use of a name that means a top-level definition, whatever enclosing scopes
// declare: ::a, global::A.
func (b *Builder) RootName(name string, line int32) facts.ExprID {
	e := b.FileLevelName(name, line)
	b.File.Exprs[e].Flags |= facts.FromTop
	return e
}

// Literal returns the literal of a type. It belongs to no definition; there is one for the whole file.
func (b *Builder) Literal(typ string) facts.ExprID {
	if id, ok := b.literals[typ]; ok {
		return id
	}
	e := NewExpr(facts.Literal, 1)
	e.Name = typ
	id := b.Expr(e)
	b.File.Exprs[id].In = facts.None
	b.literals[typ] = id
	return id
}

// IsLiteral reports whether e is a literal.
func (b *Builder) IsLiteral(e facts.ExprID) bool {
	return e != facts.None && b.File.Exprs[e].Kind == facts.Literal
}

// Either returns a value that is one of values. None is ignored; the result is None where all are
// None.
func (b *Builder) Either(line int32, values ...facts.ExprID) facts.ExprID {
	e := NewExpr(facts.Either, line)
	e.Args = make([]facts.Arg, 0, len(values))
	for _, v := range values {
		if v != facts.None {
			e.Args = append(e.Args, facts.Arg{X: v})
		}
	}
	switch len(e.Args) {
	case 0:
		return facts.None
	case 1:
		return e.Args[0].X
	}
	return b.Expr(e)
}

// NewType returns a Type without any reference.
func NewType(kind facts.TypeKind, line int32) facts.Type {
	return facts.Type{Kind: kind, X: facts.None, Def: facts.None, In: facts.None, Line: line}
}

// Type adds t to the innermost open definition.
func (b *Builder) Type(t facts.Type) facts.TypeID {
	t.In = b.In()
	b.File.Types = append(b.File.Types, t)
	return facts.TypeID(len(b.File.Types) - 1)
}

// NamedType adds the use of a type by name; qualifier may be empty.
func (b *Builder) NamedType(qualifier, name string, line int32, args ...facts.TypeID) facts.TypeID {
	t := NewType(facts.Named, line)
	t.Qualifier, t.Name, t.Args = qualifier, name, args
	return b.Type(t)
}

// Import adds an import to the innermost open definition.
func (b *Builder) Import(i facts.Import) facts.ImportID {
	i.In = b.In()
	b.File.Imports = append(b.File.Imports, i)
	return facts.ImportID(len(b.File.Imports) - 1)
}

// Export adds an export.
func (b *Builder) Export(e facts.Export) { b.File.Exports = append(b.File.Exports, e) }

// Problem adds a problem.
func (b *Builder) Problem(kind facts.ProblemKind, line int32, message string) {
	b.File.Problems = append(b.File.Problems, facts.Problem{Kind: kind, Line: line, Message: message})
}

// Finish resolves the names used in scopes to their variables. analyze/parse calls it once, after
// Extract.
func (b *Builder) Finish() {
	for _, u := range b.uses {
		e := &b.File.Exprs[u.expr]
		if v := b.find(e.Name, u.scope, u.order); v != facts.None {
			e.Kind, e.Ref = facts.Local, v
		}
	}
	b.bindAssigned()
	b.dropAbsent()
}

// dropAbsent removes None from lists in which positions have no meaning, so that readers of the facts
// need not check for it.
func (b *Builder) dropAbsent() {
	present := func(list []int32) []int32 {
		if !slices.Contains(list, facts.None) {
			return list
		}
		return slices.DeleteFunc(slices.Clone(list), func(id int32) bool { return id == facts.None })
	}
	for i := range b.File.Defs {
		d := &b.File.Defs[i]
		d.Extends, d.Implements, d.Embeds, d.Extended = present(d.Extends), present(d.Implements), present(d.Embeds), present(d.Extended)
		d.Decorators, d.Values = present(d.Decorators), present(d.Values)
	}
	for i := range b.File.Vars {
		b.File.Vars[i].Values = present(b.File.Vars[i].Values)
	}
	b.File.Extensions = slices.DeleteFunc(b.File.Extensions, func(x facts.Extension) bool { return x.Of == facts.None })
	for i := range b.File.Extensions {
		b.File.Extensions[i].Bases = present(b.File.Extensions[i].Bases)
	}
}

// bindAssigned adds the values recorded by Assign to their variables and definitions.
func (b *Builder) bindAssigned() {
	if len(b.assigned) == 0 {
		return
	}
	values := make(map[string]facts.DefID) // at file level
	for i := range b.File.Defs {
		d := &b.File.Defs[i]
		if _, have := values[d.Name]; !have && d.Parent == facts.None && d.Owner == facts.None && !d.Has(facts.Inner) {
			values[d.Name] = facts.DefID(i)
		}
	}
	for _, a := range b.assigned {
		e := &b.File.Exprs[a.target]
		if e.Kind == facts.Local {
			b.AddValue(e.Ref, a.x)
			continue
		}
		if id, ok := values[e.Name]; ok && e.Kind == facts.Name {
			if d := &b.File.Defs[id]; (d.Kind == facts.Variable || d.Kind == facts.Constant) && len(d.Values) < facts.MaxValues {
				d.Values = append(d.Values, a.x)
			}
		}
	}
}

func (b *Builder) find(name string, s, order int32) facts.VarID {
	first := true // a class scope is visible only to code directly in it
	for ; s >= 0; s = b.scopes[s].parent {
		sc := &b.scopes[s]
		if sc.kind == ClassScope && !first {
			continue
		}
		if sc.kind == FuncScope || sc.kind == ClassScope {
			first = false
		}
		found := sc.names[name]
		for i := len(found) - 1; i >= 0; i-- {
			if sc.kind != OrderedScope || found[i].order < order {
				return found[i].v
			}
		}
	}
	return facts.None
}

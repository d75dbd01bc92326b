package resolve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// Whatever well-formed facts say, also what no source could, their graph is made: names
// are few, so that types, aliases, bases, imports, re-exports and owners lead to each
// other and to themselves.
func TestRandomFactsMakeAGraph(t *testing.T) {
	for _, l := range all.Languages() {
		if l.Grammar == nil {
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			for seed := range uint64(200) {
				m := &maker{rnd: rand.New(rand.NewPCG(seed, 7)), lang: l}
				m.names = append([]string{"A", "B", "C", "f", "g", "x", "default", "*", "=", "()", "string", l.Protocol.Prototype, l.Protocol.Call,
					l.Protocol.Index, l.Protocol.Iterate, l.Protocol.Next}, l.Protocol.Constructors...)
				m.names = append(m.names, l.Protocol.Fallbacks...)
				resolve.Graph(m.input(t))
			}
		})
	}
}

// A maker makes facts by chance.
type maker struct {
	rnd   *rand.Rand
	lang  *lang.Language
	names []string
	paths []string
	f     *facts.File
}

func (m *maker) input(t *testing.T) resolve.Input {
	ext := m.lang.Extensions[0]
	for i := range 1 + m.rnd.IntN(3) {
		m.paths = append(m.paths, fmt.Sprintf("d/f%d%s", i, ext))
	}
	in := resolve.Input{Paths: m.paths}
	for _, p := range m.paths {
		m.f = &facts.File{Language: m.lang.Name, Package: "d", Lines: 100}
		m.fill()
		if err := m.f.Check(); err != nil {
			t.Fatal(err)
		}
		in.Files = append(in.Files, resolve.File{Path: p, Language: m.lang, Facts: m.f})
	}
	return in
}

func (m *maker) name() string { return m.names[m.rnd.IntN(len(m.names))] }

func (m *maker) maybe() bool { return m.rnd.IntN(2) == 0 }

// id returns an index below n or None.
func (m *maker) id(n int) int32 { return int32(m.rnd.IntN(n+1)) - 1 }

// some returns an index below n, which is not 0.
func (m *maker) some(n int) int32 { return int32(m.rnd.IntN(n)) }

func (m *maker) ids(n int) []int32 {
	var out []int32
	for range m.rnd.IntN(3) {
		out = append(out, m.some(n))
	}
	return out
}

// gaps are ids, some of them None.
func (m *maker) gaps(n int) []int32 {
	var out []int32
	for range m.rnd.IntN(3) {
		out = append(out, m.id(n))
	}
	return out
}

func (m *maker) source() string {
	switch m.rnd.IntN(4) {
	case 0:
		return "./f0"
	case 1:
		return ".f1"
	case 2:
		return m.name()
	}
	return m.paths[m.rnd.IntN(len(m.paths))]
}

func (m *maker) fill() {
	const defs, types, exprs, vars, imports, exports = 12, 14, 24, 8, 4, 4
	for i := range defs {
		m.f.Defs = append(m.f.Defs, m.def(i, types, exprs))
	}
	for i := range types {
		ty := facts.Type{
			Kind: facts.TypeKind(1 + m.rnd.IntN(int(facts.SelfT))), Name: m.name(), X: m.id(exprs), Def: m.id(defs), In: m.id(defs), Line: 1,
		}
		if m.rnd.IntN(4) == 0 {
			ty.Qualifier = m.name()
		}
		ty.Args = m.gaps(i)
		ty.N = int32(m.rnd.IntN(len(ty.Args) + 1))
		m.f.Types = append(m.f.Types, ty)
	}
	for i := range exprs {
		m.f.Exprs = append(m.f.Exprs, m.expr(i, types, vars, imports, defs))
	}
	for range vars {
		v := facts.Var{
			Kind: facts.VarKind(1 + m.rnd.IntN(int(facts.CatchVar))), Name: m.name(), In: m.id(defs), Index: int32(m.rnd.IntN(3)),
			Def: m.id(defs), Import: m.id(imports), Func: m.id(exprs), Type: m.id(types), Values: m.ids(exprs), Line: 1,
		}
		m.f.Vars = append(m.f.Vars, v)
	}
	for range imports {
		m.f.Imports = append(m.f.Imports, facts.Import{
			Source: m.source(), Name: m.name(), Alias: m.name(), In: m.id(defs), Line: 1, Flags: facts.ImportFlags(m.rnd.IntN(128)),
		})
	}
	if m.maybe() {
		for range exports {
			ex := facts.Export{Name: m.name(), X: m.id(exprs), Def: m.id(defs), Line: 1}
			if m.maybe() {
				ex.Local = m.name()
			}
			if m.maybe() {
				ex.Source, ex.SourceName = m.source(), m.name()
			}
			m.f.Exports = append(m.f.Exports, ex)
		}
	}
	for range 2 {
		m.f.Extensions = append(m.f.Extensions, facts.Extension{Of: m.some(types), Bases: m.ids(types), Line: 1})
	}
}

func (m *maker) def(i, types, exprs int) facts.Def {
	d := facts.Def{
		Kind: facts.DefKind(1 + m.rnd.IntN(int(facts.Namespace))), Name: m.name(), Parent: m.id(i), Receiver: facts.None, Owner: facts.None,
		Start: 1, Line: 1, End: 2, SignatureEnd: 1, Type: m.id(types), Results: m.gaps(types), Values: m.ids(exprs),
		Extends: m.ids(types), Implements: m.ids(types), Embeds: m.ids(types), Extended: m.ids(types), Decorators: m.ids(exprs),
	}
	for bit := facts.Exported; bit <= facts.Asserted; bit <<= 1 {
		if m.rnd.IntN(8) == 0 {
			d.Flags |= bit
		}
	}
	switch m.rnd.IntN(4) {
	case 0:
		d.Receiver = m.id(types)
	case 1:
		d.Owner = m.id(exprs)
	}
	for range m.rnd.IntN(3) {
		d.Params = append(d.Params, facts.Param{Name: m.name(), Type: m.id(types), Optional: m.maybe(), Variadic: m.maybe(), Keywords: m.maybe()})
	}
	for range m.rnd.IntN(2) {
		d.TypeParams = append(d.TypeParams, facts.TypeParam{Name: m.name(), Bound: m.id(types), Written: m.name()})
	}
	return d
}

func (m *maker) expr(i, types, vars, imports, defs int) facts.Expr {
	e := facts.Expr{
		Kind: facts.ExprKind(1 + m.rnd.IntN(int(facts.Return))), Flags: facts.ExprFlags(m.rnd.IntN(4096)), Name: m.name(),
		X: m.id(i), Ref: m.id(defs), Type: m.id(types), N: int32(m.rnd.IntN(3)), In: m.id(defs), Line: 1,
	}
	switch {
	case i == 0:
		e.Kind = facts.Name
	case e.X == facts.None:
		e.X = m.some(i) // nearly all have an operand
	}
	switch e.Kind {
	case facts.Local:
		e.Ref = m.some(vars)
	case facts.Module:
		e.Ref = m.some(imports)
	case facts.Assert, facts.Expected, facts.Func, facts.Return, facts.TypeExpr:
		e.X = m.id(i)
	case facts.Out:
		calls := slices.IndexFunc(m.f.Exprs, func(e facts.Expr) bool { return e.Kind == facts.Call })
		if e.X = int32(calls); calls < 0 {
			e.Kind = facts.Name
		}
	}
	for range m.rnd.IntN(3) {
		if i == 0 {
			break
		}
		a := facts.Arg{X: m.some(i), Spread: m.maybe(), Line: 1}
		if m.maybe() {
			a.Keyword = m.name()
		}
		if e.Kind != facts.Name && e.Kind != facts.This && m.rnd.IntN(8) == 0 {
			a.X = facts.None
		}
		e.Args = append(e.Args, a)
	}
	return e
}

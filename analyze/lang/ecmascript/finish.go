package ecmascript

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/standard"
)

// finish settles what the whole file decides: which names are exported, which
// builtin types the file defines itself, what exports.x means where it is read.
func (e *extractor) finish() {
	top := make(map[string][]facts.DefID)
	for i := range e.f.Defs {
		if d := &e.f.Defs[i]; d.Parent == facts.None && d.Owner == facts.None && !d.Has(facts.Inner) {
			top[d.Name] = append(top[d.Name], facts.DefID(i))
		}
	}
	imported := make(map[string]bool)
	for i := range e.f.Imports {
		imported[e.f.Imports[i].Alias] = true
	}
	e.restoreTypes(func(name string) bool { return len(top[name]) > 0 || imported[name] })
	e.markExports(top)
	e.bindReads()
	e.guardSuppressed()
	e.guardNames(func(name string) bool { return len(top[name]) > 0 || imported[name] })
	// A script shares its names with the other scripts of its page.
	e.f.DynamicNames = len(e.f.Imports)+len(e.f.Exports) == 0
	for i := range e.f.Defs {
		d := &e.f.Defs[i]
		shared := e.f.DynamicNames && d.Parent == facts.None && d.Owner == facts.None && !d.Has(facts.Inner)
		if p := d.Parent; p != facts.None && e.f.Defs[p].Kind == facts.Namespace && e.f.Defs[p].Name == globalName {
			shared = true
		}
		if shared {
			d.Flags |= facts.ProjectWide
		}
	}
}

// guardNames marks the uses of names that the file neither has nor relies on.
func (e *extractor) guardNames(has func(string) bool) {
	for name := range e.maybe {
		if has(name) {
			delete(e.maybe, name)
		}
	}
	if len(e.maybe) == 0 {
		return
	}
	for i := range e.f.Exprs {
		if x := &e.f.Exprs[i]; x.Kind == facts.Name && e.maybe[x.Name] {
			x.Flags |= facts.Guarded
		}
	}
}

// guardSuppressed marks what stands below a comment that tells the compiler to
// accept it: a name that does not exist is meant there.
func (e *extractor) guardSuppressed() {
	if !bytes.Contains(e.t.Source, []byte("@ts-")) {
		return
	}
	lines := make(map[int32]bool)
	line := int32(1)
	for text := range bytes.Lines(e.t.Source) {
		switch {
		case bytes.Contains(text, []byte("@ts-nocheck")):
			lines[0] = true
		case bytes.Contains(text, []byte("@ts-ignore")), bytes.Contains(text, []byte("@ts-expect-error")):
			lines[line+1] = true
		}
		line++
	}
	for i := range e.f.Exprs {
		if x := &e.f.Exprs[i]; lines[0] || lines[x.Line] {
			x.Flags |= facts.Guarded
		}
	}
	for i := range e.f.Imports {
		if im := &e.f.Imports[i]; lines[0] || lines[im.Line] {
			im.Flags |= facts.GuardedImport
		}
	}
}

// restoreTypes makes types that were taken for builtin ones named again where
// the file has that name, and types in comments unknown where it has not.
func (e *extractor) restoreTypes(has func(string) bool) {
	for _, g := range e.generic {
		if !has(g.name) {
			continue
		}
		typ := &e.f.Types[g.id]
		in, line := typ.In, typ.Line
		*typ = lang.NewType(facts.Named, line)
		typ.Name, typ.In = g.name, in
		for _, a := range g.args {
			if a == facts.None {
				break
			}
			typ.Args = append(typ.Args, a)
		}
	}
	if len(e.spoken) == 0 {
		return
	}
	names := make(map[string]bool)
	for i := range e.f.Defs {
		names[e.f.Defs[i].Name] = true
		for _, p := range e.f.Defs[i].TypeParams {
			names[p.Name] = true
		}
	}
	e.unspeak(func(name string) bool {
		_, ok := standard.Globals[name]
		return ok || names[name] || has(name)
	})
}

// markExports flags the definitions that exports name, and their members.
func (e *extractor) markExports(top map[string][]facts.DefID) {
	for i := range e.f.Exports {
		ex := &e.f.Exports[i]
		if ex.Source != "" || ex.Local == "" {
			continue
		}
		for _, d := range top[ex.Local] {
			e.f.Defs[d].Flags |= facts.Exported
			if ex.Name == "default" {
				e.f.Defs[d].Flags |= facts.Default
			}
		}
		if defs := top[ex.Local]; len(defs) == 1 && ex.Def == facts.None {
			ex.Def = defs[0]
		}
	}
	for i := range e.f.Defs {
		d := &e.f.Defs[i]
		if e.private[facts.DefID(i)] || d.Has(facts.Exported) {
			continue
		}
		holder := d.Parent
		if d.Owner != facts.None {
			holder = e.ownerDef(d.Owner, top)
		}
		if holder == facts.None || !e.f.Defs[holder].Has(facts.Exported) {
			continue
		}
		switch e.f.Defs[holder].Kind {
		case facts.Namespace: // exports its members one by one, unless it has no code
			if !e.f.Defs[holder].Has(facts.Ambient) {
				continue
			}
		case facts.Function, facts.Method, facts.Constructor:
			if d.Owner == facts.None {
				continue
			}
		}
		d.Flags |= facts.Exported
	}
}

// ownerDef returns the definition at file level that an owner or its prototype
// names, or None.
func (e *extractor) ownerDef(x facts.ExprID, top map[string][]facts.DefID) facts.DefID {
	v := &e.f.Exprs[x]
	if v.Kind == facts.Member && v.Name == "prototype" {
		v = &e.f.Exprs[v.X]
	}
	if v.Kind != facts.Name {
		return facts.None
	}
	if defs := top[v.Name]; len(defs) > 0 {
		return defs[0]
	}
	return facts.None
}

// bindReads replaces exports.x, where it is read, by what the file exports as x.
func (e *extractor) bindReads() {
	if len(e.reads) == 0 {
		return
	}
	exports := make(map[string]*facts.Export, len(e.f.Exports))
	for i := range e.f.Exports {
		if ex := &e.f.Exports[i]; ex.Source == "" && exports[ex.Name] == nil {
			exports[ex.Name] = ex
		}
	}
	for _, id := range e.reads {
		x := &e.f.Exprs[id]
		ex := exports[x.Name]
		switch {
		case ex == nil || x.Flags&facts.Write != 0:
		case ex.Local != "":
			x.Kind, x.Name, x.X = facts.Name, ex.Local, facts.None
		case ex.Def != facts.None:
			v := lang.NewVar(facts.DefVar, "", x.Line)
			v.Def, v.In = ex.Def, x.In
			e.f.Vars = append(e.f.Vars, v)
			x.Kind, x.Ref, x.X = facts.Local, facts.VarID(len(e.f.Vars)-1), facts.None
		}
	}
}

// Package visibility marks the definitions of a file that other files can see.
//
// In: the facts of a whole JavaScript or TypeScript file. Out: the flags Exported, Default and
// ProjectWide of its definitions, and the definitions of its exports.
//
// Invariants: it adds no definition and no export.
package visibility

import "github.com/nexus-ci/nexus-ci/analyze/facts"

// TopLevel returns the definitions at file level by name.
func TopLevel(f *facts.File) map[string][]facts.DefID {
	top := make(map[string][]facts.DefID)
	for i := range f.Defs {
		if d := &f.Defs[i]; isTopLevel(d) {
			top[d.Name] = append(top[d.Name], facts.DefID(i))
		}
	}
	return top
}

func isTopLevel(d *facts.Def) bool {
	return d.Parent == facts.None && d.Owner == facts.None && !d.Has(facts.Inner)
}

// MarkShared flags the definitions that all files see: those of a script, which shares its scope with
// the other scripts of its page, and those in the namespace named global. script says that a file with exports asks whether
// it is a module, so that it may be a script.
func MarkShared(f *facts.File, global string, script bool) {
	f.DynamicNames = len(f.Imports)+len(f.Exports) == 0
	for i := range f.Defs {
		d := &f.Defs[i]
		shared := (f.DynamicNames || script) && isTopLevel(d)
		if p := d.Parent; p != facts.None && f.Defs[p].Kind == facts.Namespace && f.Defs[p].Name == global {
			shared = true
		}
		if shared {
			d.Flags |= facts.ProjectWide
		}
	}
}

// MarkExports flags the definitions that exports name, and their members. top are the definitions at
// file level by name; private reports whether a member is private to its class.
func MarkExports(f *facts.File, top map[string][]facts.DefID, private func(facts.DefID) bool) {
	for i := range f.Exports {
		ex := &f.Exports[i]
		if ex.Source != "" || ex.Local == "" {
			continue
		}
		for _, d := range top[ex.Local] {
			f.Defs[d].Flags |= facts.Exported
			if ex.Name == "default" {
				f.Defs[d].Flags |= facts.Default
			}
		}
		if defs := top[ex.Local]; len(defs) == 1 && ex.Def == facts.None {
			ex.Def = defs[0]
		}
	}
	for i := range f.Defs {
		d := &f.Defs[i]
		if private(facts.DefID(i)) || d.Has(facts.Exported) {
			continue
		}
		holder := d.Parent
		if d.Owner != facts.None {
			holder = ownerDef(f, d.Owner, top)
		}
		if holder == facts.None || !f.Defs[holder].Has(facts.Exported) {
			continue
		}
		switch f.Defs[holder].Kind {
		case facts.Namespace: // exports its members one by one, unless it is ambient
			if !f.Defs[holder].Has(facts.Ambient) {
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

// ownerDef returns the definition at file level that the owner x, a name or its prototype, means, or
// None.
func ownerDef(f *facts.File, x facts.ExprID, top map[string][]facts.DefID) facts.DefID {
	v := &f.Exprs[x]
	if v.Kind == facts.Member && v.Name == "prototype" {
		v = &f.Exprs[v.X]
	}
	if v.Kind != facts.Name {
		return facts.None
	}
	if defs := top[v.Name]; len(defs) > 0 {
		return defs[0]
	}
	return facts.None
}

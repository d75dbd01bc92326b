package meaning

import (
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// export adds the names that two versions of a file export otherwise.
func (d *Difference) export(from, to File, old, now []definition) {
	// A file without an export may offer all that it defines, and one without a definition anything.
	d.OffersAny = (len(from.Exports) == 0) != (len(to.Exports) == 0) || len(from.Exports) == 0 && (len(from.Defs) == 0) != (len(to.Defs) == 0)
	was, is := exportsOf(from, old), exportsOf(to, now)
	met := make(map[facts.DefID]bool)
	for _, n := range d.Moved {
		met[n] = true
	}
	other := make(map[string]bool)
	for i := range from.Exports {
		x := &from.Exports[i]
		other[x.Name] = other[x.Name] || was[x.Name] != is[x.Name] || x.Def >= 0 && d.Moved[x.Def] == facts.None
	}
	for i := range to.Exports {
		x := &to.Exports[i]
		other[x.Name] = other[x.Name] || was[x.Name] != is[x.Name] || x.Def >= 0 && !met[x.Def]
	}
	other["default"] = other["default"] || was["default"] != is["default"]
	for _, name := range slices.Sorted(maps.Keys(other)) {
		switch {
		case !other[name]:
		case name == "*":
			d.OffersAny = true
		default:
			d.Effects = append(d.Effects, Effect{Name: name, Sense: Anywhere, Top: true})
		}
	}
}

// WholeModule is the name of an export that is all that a module offers.
const WholeModule = "="

// exportsOf returns what a file exports by name, in a form that can be compared between versions of it. known are its definitions.
func exportsOf(f File, known []definition) map[string]string {
	if len(f.Exports) == 0 {
		return nil
	}
	out, bound := make(map[string]string), f.boundBy()
	for i := range f.Imports {
		if f.Imports[i].Flags&facts.Dynamic != 0 { // then the module stands for what it exports by default
			out["default"] = "dynamic;"
			break
		}
	}
	for i := range f.Exports {
		x := f.Exports[i]
		d := newDeclarations(f)
		imports := ""
		if x.X >= 0 {
			imports = bound(func(r *reach) { r.around++; r.expr(x.X) })
		} else if x.Local != "" {
			imports = bound(func(r *reach) { r.name(x.Local, false, Anywhere) })
		}
		x.X, x.Line = d.expr(x.X), 0
		if x.Def >= 0 {
			x.SourceName, x.Def = x.SourceName+known[x.Def].key, facts.None
		}
		d.to.Exports, d.to.Defs = []facts.Export{x}, d.parts
		d.unnumber(known)
		out[x.Name] += imports + string(facts.Encode(&d.to))
	}
	return out
}

// exports adds what follows for the exports of a file from names with other meanings, and from those of its definitions for
// which led holds.
func (r *reach) exports(led func(facts.DefID) bool) (out []Effect) {
	for i := range r.f.Exports {
		x := &r.f.Exports[i]
		r.around, r.found = r.around+1, false
		switch {
		case x.Name == "":
			continue
		case x.X >= 0:
			r.expr(x.X)
		case x.Def >= 0 && led(x.Def):
			r.found = true
		case x.Name != x.Local:
			r.name(x.Local, false, Anywhere)
			r.name(x.SourceName, true, Anywhere)
		}
		if x.Source != "" && r.c.Bound != nil {
			r.name(WholeModule, false, Anywhere)
		}
		if r.found {
			out = append(out, Effect{Name: x.Name, Sense: Anywhere, Top: true})
		}
	}
	return out
}

// isCarried reports whether code outside of the file can have a member only as a part of what another definition is: it is one of
// an object or of a type without a name.
func (f File) isCarried(i facts.DefID) bool {
	d := &f.Defs[i]
	if d.Kind != facts.Method && d.Kind != facts.Field || d.Owner >= 0 || d.Receiver >= 0 {
		return false
	}
	if d.Has(facts.ObjectItem) && (d.Has(facts.Inner) || d.Parent >= 0 && f.Defs[d.Parent].Kind.IsCallable()) {
		return true
	}
	if d.Parent < 0 {
		return false
	}
	above := &f.Defs[d.Parent]
	return above.Kind == facts.TypeDef && above.Name == "" || above.Kind == facts.Field && f.isCarried(d.Parent)
}

// carriedIn returns the members of a type without a name, or of what has such a type.
func (f File) carriedIn(of facts.DefID) (members []facts.DefID) {
	for i := of + 1; int(i) < len(f.Defs) && f.Defs[i].Parent >= of; i++ { // they follow it
		if f.Defs[i].Parent == of && f.isCarried(i) {
			members = append(members, i)
		}
	}
	return members
}

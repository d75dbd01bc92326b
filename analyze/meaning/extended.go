package meaning

import (
	"iter"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// extended returns what follows for types that are declared elsewhere, to which the file adds base types.
func (r *reach) extended() (out []Effect) {
	for i := range r.f.Extensions {
		x := &r.f.Extensions[i]
		r.around, r.as, r.found = r.around+1, InTypes|InBase, false
		if r.typeList(x.Bases); r.found {
			out = append(out, r.f.extensionEffects(r.f.Extends(i))...)
		}
	}
	return out
}

// Extends returns the name of the type that an extension adds to, as the file calls it.
func (f File) Extends(i int) string { return f.nameBehind(f.Extensions[i].Of) }

// nameBehind returns the name of a type, or of what a pointer leads to; empty for none.
func (f File) nameBehind(id facts.TypeID) string {
	for id >= 0 && f.Types[id].Kind == facts.PointerT && len(f.Types[id].Args) > 0 && f.Types[id].Args[0] >= 0 {
		id = f.Types[id].Args[0]
	}
	if id < 0 {
		return ""
	}
	return f.Types[id].Name
}

// extensionEffects returns what follows for a type with other base types, by the name that the file gives it.
func (f File) extensionEffects(name string) (out []Effect) {
	names := []string{name}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Alias == name && im.Name != "" {
			names = append(names, im.Name)
		}
	}
	for _, n := range names {
		out = append(out, Effect{Name: n, Sense: Anywhere, Top: true, Extended: true}, Effect{Name: n, Sense: Anywhere})
	}
	return out
}

// extensionsOf returns, by the name of the type, what the extensions of a file add to it, in a form that can be compared
// between versions of the file.
func extensionsOf(f File, known []definition) map[string]string {
	if len(f.Extensions) == 0 {
		return nil
	}
	out, bound := make(map[string]string), f.boundBy()
	for i := range f.Extensions {
		x := &f.Extensions[i]
		imports := bound(func(r *reach) {
			r.around++
			r.typ(x.Of)
			r.typeList(x.Bases)
		})
		d := newDeclarations(f)
		d.to.Extensions = []facts.Extension{{Of: d.typ(x.Of), Bases: d.typeList(x.Bases), Members: x.Members, Whole: x.Whole}}
		d.unnumber(known)
		out[f.Extends(i)] += imports + string(facts.Encode(&d.to))
	}
	return out
}

// extend adds what follows for a type, by the name that a file gives it, of which an extension differs.
func (d *Difference) extend(f File, name string) {
	if name == "" {
		return
	}
	d.Extended[name] = true
	d.Effects = append(d.Effects, f.extensionEffects(name)...)
}

// NamesIn yields the names in a type and in its arguments.
func (f File) NamesIn(id facts.TypeID) iter.Seq[string] {
	return func(yield func(string) bool) {
		r := newReach(f, &Changed{})
		r.each = func(name string) { r.found = r.found || name != "" && !yield(name) }
		r.around++
		r.typ(id)
	}
}

package meaning

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Reached returns what follows from names with other meanings for those definitions whose declarations mention one where
// it can have the other meaning. With decides, what a variable or field has as its value is not searched where decides
// holds for its declared type, and what a function returns is not where it declares a result; nor are the values of a
// definition for which same holds: it is what it was.
func (f File) Reached(c *Changed, decides func(facts.TypeID) bool, same func(facts.DefID) bool) []Effect {
	var out []Effect
	aliases := f.aliases(c)
	r := newReach(f, c.withAliases(aliases))
	r.decides = decides
	params, types := f.parameters(), f.types()
	declares := make(map[facts.DefID]bool)
	for i := range f.Defs {
		if !r.declaration(facts.DefID(i), params[facts.DefID(i)]) {
			continue
		}
		if same != nil && len(f.Defs[i].Values) > 0 && same(facts.DefID(i)) {
			r.bare = true
			found := r.declaration(facts.DefID(i), params[facts.DefID(i)])
			if r.bare = false; !found {
				continue
			}
		}
		declares[facts.DefID(i)] = true
		for _, e := range f.effects(facts.DefID(i), types) {
			if e.Receiver {
				continue // the type has as many methods as before
			}
			if r.base { // it gains or loses members with its base
				e.Sense &= InCode | InBase
			}
			out = append(out, e)
		}
	}
	for _, a := range aliases {
		// Where names that a file imports are members of it, others know what it means by the alias.
		out = append(out, Effect{Name: a.name, Sense: a.sense, Top: true, Alias: true})
	}
	out = append(out, r.extended()...)
	return append(out, r.exports(func(i facts.DefID) bool { return declares[i] })...)
}

// A Trail are the types and names that lead to values of some types, as far as they are known.
type Trail struct {
	Names Names // of both
	// Is reports whether one of the types has a name, as the type of a place in the file. Takes reports whether a type that
	// takes one has it: an interface with such a method, or what stands for such a function.
	Is, Takes func(id facts.TypeID, name string) bool
	// Literals: a literal that is passed to a function may be given values of what its parameter is made of.
	Literals bool
	// Decides is what Reached asks for.
	Decides func(facts.TypeID) bool
}

// Led returns the definitions that lead to the types too: a type that is made of one, or what may have a value of it.
// takers are types that take one, so that a function literal of such a type may be given a value of it.
func (f File) Led(t *Trail) (led, takers []facts.DefID) {
	c := &Changed{Tops: t.Names, Members: t.Names}
	aliases := f.aliases(c)
	r := newReach(f, c.withAliases(aliases))
	r.decides, r.means = t.Decides, f.meansAny(t.Is, aliases)
	takes := f.meansAny(t.Takes, aliases)
	for i := range f.Defs {
		d := &f.Defs[i]
		if r.leads(d) || r.passes(d, takes) || t.Literals && r.takes(d) {
			led = append(led, facts.DefID(i))
		}
		switch {
		case d.Kind == facts.Method && d.Parent >= 0 && f.Defs[d.Parent].Kind == facts.Interface && r.takes(d):
			takers = append(takers, d.Parent)
		case (d.Kind == facts.Interface || d.Kind == facts.TypeDef) && r.isTaker(d, takes):
			takers = append(takers, facts.DefID(i))
		}
	}
	return led, takers
}

// meansAny returns a function that reports whether means holds for the name of a written type, or for one of which that is
// an alias.
func (f File) meansAny(means func(facts.TypeID, string) bool, aliases []alias) func(facts.TypeID) bool {
	return func(id facts.TypeID) bool {
		name := f.Types[id].Name
		return means(id, name) || slices.ContainsFunc(aliases, func(a alias) bool { return a.name == name && means(id, a.of) })
	}
}

// leads reports whether what a definition declares is made of one of the types of a trail.
func (r *reach) leads(d *facts.Def) bool {
	r.around, r.as, r.found = r.around+1, Anywhere, false
	r.typ(d.Type)
	for i := range d.TypeParams {
		r.typ(d.TypeParams[i].Bound)
	}
	for _, list := range [][]facts.TypeID{d.Results, d.Extends, d.Implements, d.Embeds, d.Extended} {
		r.typeList(list)
	}
	if !r.decided(d) {
		r.exprList(d.Values)
	}
	return r.found
}

// passes reports whether a value of one of the types may be passed to a function literal because of a definition: it has,
// returns or is given such a literal.
func (r *reach) passes(d *facts.Def, takes func(facts.TypeID) bool) bool {
	r.around, r.found = r.around+1, false
	for i := range d.Params {
		r.literal(d.Params[i].Type, takes)
	}
	for _, list := range [][]facts.TypeID{d.Results, {d.Type}} {
		for _, id := range list {
			r.found = r.found || id >= 0 && takes(id)
		}
	}
	for i := range d.TypeParams {
		r.literal(d.TypeParams[i].Bound, takes)
	}
	return r.found
}

// literal looks at a type that a function literal may have: a plain name takes a value only if the type does.
func (r *reach) literal(id facts.TypeID, takes func(facts.TypeID) bool) {
	if id >= 0 && r.f.Types[id].Kind == facts.Named && len(r.f.Types[id].Args) == 0 {
		r.found = r.found || takes(id)
	} else {
		r.typ(id)
	}
}

// isTaker reports whether a type takes a value of one of the types because of its base, or of the type that it stands for.
func (r *reach) isTaker(d *facts.Def, takes func(facts.TypeID) bool) bool {
	r.around, r.as, r.found = r.around+1, Anywhere, false
	for _, list := range [][]facts.TypeID{d.Extends, d.Implements, {d.Type}} {
		for _, id := range list {
			r.literal(id, takes)
		}
	}
	return r.found
}

// takes reports whether a function takes a value of one of the types.
func (r *reach) takes(d *facts.Def) bool {
	r.around, r.found = r.around+1, false
	for i := range d.Params {
		r.typ(d.Params[i].Type)
	}
	return r.found
}

// A reach looks for names in what declarations lead to.
type reach struct {
	f      File
	c      *Changed
	around int32 // the number of the search
	types  []int32
	exprs  []int32 // by part: the last search that met it
	vars   []int32
	found  bool
	bare   bool              // values are not searched
	as     Sense             // of a name in a type
	base   bool              // found, and only as the base of a type that means the same otherwise
	each   func(name string) // is called for each name; nil for none
	// decides is that of File.Reached, means that of a Trail.
	decides, means func(facts.TypeID) bool
}

func newReach(f File, c *Changed) *reach {
	return &reach{f: f, c: c, types: make([]int32, len(f.Types)), exprs: make([]int32, f.NumExprs()), vars: make([]int32, len(f.Vars))}
}

// declaration reports whether a declaration with its parameters mentions one of the names.
func (r *reach) declaration(i facts.DefID, params []facts.VarID) bool {
	r.around, r.as, r.found, r.base = r.around+1, InTypes, false, false
	d := &r.f.Defs[i]
	if d.Kind == facts.TypeDef && r.means == nil && d.Type >= 0 && r.c.sense(r.f.Types[d.Type].Name, true)&InAlias != 0 {
		return true
	}
	r.typ(d.Receiver)
	r.typ(d.Type)
	r.expr(d.Owner)
	for i := range d.TypeParams {
		r.typ(d.TypeParams[i].Bound)
	}
	for i := range d.Params {
		r.typ(d.Params[i].Type)
	}
	for _, list := range [][]facts.TypeID{d.Results, d.Extends, d.Implements, d.Embeds, d.Extended} {
		r.typeList(list)
	}
	if !r.bare && !r.decided(d) {
		r.exprList(d.Values)
	}
	r.exprList(d.Decorators)
	for _, v := range params {
		r.variable(v)
	}
	if r.found {
		return true
	}
	r.around, r.as = r.around+1, InBase
	for _, list := range [][]facts.TypeID{d.Extends, d.Implements, d.Embeds, d.Extended} {
		r.typeList(list)
	}
	r.base = r.found
	return r.found
}

// decided reports whether a definition is what its declared type says, whatever its values are.
func (r *reach) decided(d *facts.Def) bool {
	switch {
	case r.decides == nil:
		return false
	case d.Kind.IsCallable():
		return len(d.Results) > 0
	}
	return d.Type >= 0 && (d.Kind == facts.Variable || d.Kind == facts.Constant || d.Kind == facts.Field) && r.decides(d.Type)
}

// name looks at a name in a place: alone or behind what it may be a member of, as a type or as a value.
func (r *reach) name(name string, behind bool, as Sense) {
	if r.each != nil {
		r.each(name)
	}
	r.found = r.found || name != "" && r.c.sense(name, behind)&as != 0
}

// begins reports whether to look at a part: not twice in a search.
func (r *reach) begins(met []int32, id int32) bool {
	if r.found || id < 0 || met[id] == r.around {
		return false
	}
	met[id] = r.around
	return true
}

func (r *reach) typeList(list []facts.TypeID) {
	for _, id := range list {
		r.typ(id)
	}
}

func (r *reach) exprList(list []facts.ExprID) {
	for _, id := range list {
		r.expr(id)
	}
}

func (r *reach) typ(id facts.TypeID) {
	if !r.begins(r.types, id) {
		return
	}
	t := &r.f.Types[id]
	if r.means == nil || r.means(id) {
		r.name(t.Name, true, r.as)
	}
	if t.Qualifier != "" && r.means == nil {
		anyPart(t.Qualifier, func(part string) bool { r.name(part, true, r.as); return r.found })
	}
	r.typeList(t.Args)
	r.expr(t.X)
	if t.Kind == facts.ObjectT && t.Def >= 0 {
		for _, m := range r.f.carriedIn(t.Def) {
			r.part(m)
		}
	}
}

// part looks at a definition that is a part of what another one is.
func (r *reach) part(i facts.DefID) {
	d := &r.f.Defs[i]
	r.typ(d.Type)
	for k := range d.Params {
		r.typ(d.Params[k].Type)
	}
	r.typeList(d.Results)
	if !r.decided(d) {
		r.exprList(d.Values)
	}
}

func (r *reach) expr(id facts.ExprID) {
	if !r.begins(r.exprs, id) {
		return
	}
	x := &r.f.Expressions()[id]
	if x.Kind == facts.Local {
		r.variable(x.Ref)
	} else {
		r.name(x.Name, x.Kind != facts.Name, InValues)
	}
	if x.Kind == facts.Func && x.Ref >= 0 && r.f.isCarried(x.Ref) {
		r.part(x.Ref)
	}
	r.expr(x.X)
	r.typ(x.Type)
	for i := range x.Args {
		r.name(x.Args[i].Keyword, true, InValues)
		r.expr(x.Args[i].X)
	}
}

func (r *reach) variable(id facts.VarID) {
	if !r.begins(r.vars, id) {
		return
	}
	v := &r.f.Vars[id]
	switch {
	case v.Def >= 0:
		d := &r.f.Defs[v.Def] // in a namespace its members need no qualifier
		r.name(d.Name, d.Parent >= 0 && r.f.Defs[d.Parent].Kind == facts.Namespace, InValues)
	case v.Import >= 0:
		r.name(r.f.Imports[v.Import].Name, true, InValues)
	}
	r.expr(v.Func)
	r.typ(v.Type)
	r.exprList(declaredValues(v))
}

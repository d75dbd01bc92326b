package facts

import (
	"maps"
	"slices"
	"strings"
)

// Names are names with other meanings than before.
type Names map[string]Sense

// A Sense says where a name can be used with the other meaning.
type Sense uint8

const (
	InCode   Sense = 1 << iota // in the body of a function
	InValues                   // in the value of a declaration
	InTypes                    // in the type of a declaration
	InBase                     // as its base: what it extends, implements or embeds
	InAlias                    // in the declaration of a type that stands for it
)

// Anywhere is the sense of a definition that every declaration may mention.
const Anywhere = InCode | InValues | InTypes | InBase | InAlias

// Changed are the names with other meanings that one file can use.
type Changed struct {
	// Tops are those of definitions at the top of a file, Members all others.
	Tops, Members Names
	// Bare: code can name a member without what it is a member of.
	Bare bool
}

// Empty reports whether there are no names.
func (c *Changed) Empty() bool { return len(c.Tops)+len(c.Members) == 0 }

// sense returns the sense of a name that stands alone, or is behind something that it may be a member of.
func (c *Changed) sense(name string, behind bool) Sense {
	s := c.Tops[name]
	if behind || c.Bare {
		s |= c.Members[name]
	}
	return s
}

// An alias is a name by which an import of a file calls something else than its own name.
type alias struct {
	name, of string
	sense    Sense
}

// aliases returns the names by which imports of a file call some names: of `import lib.Box as Crate`, the declarations of the
// file mention Crate only.
func (f *File) aliases(c *Changed) []alias {
	var out []alias
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Alias == "" || im.Alias == "." || im.Alias == im.Name {
			continue
		}
		if s := c.sense(im.Name, true); s != 0 {
			out = append(out, alias{im.Alias, im.Name, s})
		}
	}
	return out
}

// withAliases returns names together with their aliases.
func (c *Changed) withAliases(aliases []alias) *Changed {
	if len(aliases) == 0 {
		return c
	}
	tops := make(Names, len(c.Tops)+len(aliases))
	maps.Copy(tops, c.Tops)
	for _, a := range aliases {
		tops[a.name] |= a.sense
	}
	return &Changed{Tops: tops, Members: c.Members, Bare: c.Bare}
}

// An Effect is a name with another meaning because of a definition.
type Effect struct {
	Name  string
	Sense Sense
	Top   bool // see Changed
	// Of is the name of what holds the definition, empty for one that is no member.
	Of     string
	Method bool
	// Bases: the name is that of a type with other base types. Below: it is that of a type which gained or lost a subtype.
	// They matter where a value may have the members of a subtype of its type.
	Bases, Below bool
	// Inner: only the file of the definition can name it.
	Inner bool
	// Receiver: the name is that of a type which gained or lost a method. That matters only if the type has no other.
	Receiver bool
	// Gains: the name is that of an interface which gained a method, or has one whose types have other meanings.
	Gains bool
	// Extended: the name is that of a type with other base types, which may stand for another one.
	Extended bool
	// Fields: the name is that of a type of which a field has another meaning. That matters only where values of the
	// type may be written without the names of its fields.
	Fields bool
}

// types returns the types at the top of a file by name, the first one of each.
func (f *File) types() map[string]DefID {
	types := make(map[string]DefID)
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Parent < 0 && d.Kind.IsType() {
			if _, known := types[d.Name]; !known {
				types[d.Name] = DefID(i)
			}
		}
	}
	return types
}

// effects returns what follows from another meaning of a definition. types are those at the top of the file.
func (f *File) effects(i DefID, types map[string]DefID) []Effect {
	x, sense := &f.Defs[i], f.sense(i)
	if sense == InCode && x.Kind != Method && x.Kind != Field {
		return []Effect{{Name: x.Name, Sense: InCode | InValues, Inner: true}} // no code outside of the function can name it
	}
	out := []Effect{f.effect(i, sense)}
	if sense == InCode {
		return out // so has what holds it
	}
	holder := x.Parent
	if receiver := f.receiver(i); receiver != "" {
		var here bool
		if holder, here = types[receiver]; !here {
			return append(out, Effect{Name: receiver, Sense: Anywhere, Top: true, Receiver: x.Kind == Method})
		}
	}
	for holder >= 0 && f.Defs[holder].Name == "" {
		holder = f.Defs[holder].Parent
	}
	if holder < 0 {
		return out
	}
	h := &f.Defs[holder]
	switch record := h.Kind == Struct || h.Kind == Class; {
	case record && x.Kind == Method && !x.Has(Abstract):
		return out
	case x.Kind == Constructor:
		return append(out, f.effect(holder, InCode|InValues|InBase)) // a type may have the constructor of its base
	case record && x.Kind == Field:
		of := f.effect(holder, InCode|InAlias)
		of.Fields = true
		return append(out, of)
	}
	of := f.effect(holder, Anywhere)
	of.Receiver = h.Kind == TypeDef && h.Parent < 0 && x.Kind == Method
	of.Gains = h.Kind == Interface && x.Kind == Method
	return append(out, of)
}

func (f *File) effect(i DefID, s Sense) Effect {
	d := &f.Defs[i]
	return Effect{Name: d.Name, Sense: s, Top: d.Parent < 0 && !d.Kind.isMember(), Of: f.Holder(i), Method: d.Kind == Method}
}

// Holder returns the name of what holds a definition: of its receiver, or of the nearest definition with a name around
// it. It is empty for none, and for a function that is only called like a member.
func (f *File) Holder(i DefID) string {
	if f.Defs[i].Has(ExtensionMember) {
		return ""
	}
	if receiver := f.receiver(i); receiver != "" {
		return receiver
	}
	p := f.Defs[i].Parent
	for p >= 0 && f.Defs[p].Name == "" {
		p = f.Defs[p].Parent
	}
	if p < 0 {
		return ""
	}
	return f.Defs[p].Name
}

// sense returns the sense of the name of a definition.
func (f *File) sense(i DefID) Sense {
	d := &f.Defs[i]
	for p := d.Parent; p >= 0; p = f.Defs[p].Parent {
		if f.Defs[p].Kind.IsCallable() {
			return InCode // no declaration outside of the function can name it
		}
	}
	if d.Kind.isMember() || d.Kind == Constructor {
		return InCode | InValues
	}
	return Anywhere
}

// isMember reports whether a definition is a member of a type wherever it is written.
func (k DefKind) isMember() bool { return k == Method || k == Field || k == EnumMember }

// Reached returns what follows from names with other meanings for those definitions whose declarations mention one where
// it can have the other meaning. With decides, what a variable or field has as its value is not searched where decides
// holds for its declared type, and what a function returns is not where it declares a result; nor are the values of a
// definition for which same holds: it is what it was.
func (f *File) Reached(c *Changed, decides func(TypeID) bool, same func(DefID) bool) []Effect {
	var out []Effect
	aliases := f.aliases(c)
	r := newReach(f, c.withAliases(aliases))
	r.decides = decides
	params, types := f.parameters(), f.types()
	for i := range f.Defs {
		if !r.declaration(DefID(i), params[DefID(i)]) {
			continue
		}
		if same != nil && len(f.Defs[i].Values) > 0 && same(DefID(i)) {
			r.bare = true
			found := r.declaration(DefID(i), params[DefID(i)])
			if r.bare = false; !found {
				continue
			}
		}
		for _, e := range f.effects(DefID(i), types) {
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
		out = append(out, Effect{Name: a.name, Sense: a.sense, Top: true})
	}
	out = append(out, r.extended()...)
	for i := range f.Exports {
		// Other files may know what an export means by another name.
		if x := &f.Exports[i]; x.Name != "" && x.Name != x.Local && (c.sense(x.Local, true)|c.sense(x.SourceName, true)) != 0 {
			out = append(out, Effect{Name: x.Name, Sense: Anywhere, Top: true})
		}
	}
	return out
}

// A Trail are the types and names that lead to values of some types, as far as they are known.
type Trail struct {
	Names Names // of both
	// Is reports whether one of the types has a name, as the type of a place in the file. Takes reports whether a type that
	// takes one has it: an interface with such a method, or what stands for such a function.
	Is, Takes func(id TypeID, name string) bool
	// Decides is what Reached asks for.
	Decides func(TypeID) bool
}

// Led returns the definitions that lead to the types too: a type that is made of one, or what may have a value of it.
// takers are types that take one, so that a function literal of such a type may be given a value of it.
func (f *File) Led(t *Trail) (led, takers []DefID) {
	c := &Changed{Tops: t.Names, Members: t.Names}
	aliases := f.aliases(c)
	r := newReach(f, c.withAliases(aliases))
	r.decides, r.means = t.Decides, f.meansAny(t.Is, aliases)
	takes := f.meansAny(t.Takes, aliases)
	for i := range f.Defs {
		d := &f.Defs[i]
		if r.leads(d) || r.passes(d, takes) {
			led = append(led, DefID(i))
		}
		switch {
		case d.Kind == Method && d.Parent >= 0 && f.Defs[d.Parent].Kind == Interface && r.takes(d):
			takers = append(takers, d.Parent)
		case (d.Kind == Interface || d.Kind == TypeDef) && r.isTaker(d, takes):
			takers = append(takers, DefID(i))
		}
	}
	return led, takers
}

// meansAny returns a function that reports whether means holds for the name of a written type, or for one of which that is
// an alias.
func (f *File) meansAny(means func(TypeID, string) bool, aliases []alias) func(TypeID) bool {
	return func(id TypeID) bool {
		name := f.Types[id].Name
		return means(id, name) || slices.ContainsFunc(aliases, func(a alias) bool { return a.name == name && means(id, a.of) })
	}
}

// leads reports whether what a definition declares is made of one of the types of a trail.
func (r *reach) leads(d *Def) bool {
	r.around, r.as, r.found = r.around+1, Anywhere, false
	r.typ(d.Type)
	for i := range d.TypeParams {
		r.typ(d.TypeParams[i].Bound)
	}
	for _, list := range [][]TypeID{d.Results, d.Extends, d.Implements, d.Embeds, d.Extended} {
		r.typeList(list)
	}
	if !r.decided(d) {
		r.exprList(d.Values)
	}
	return r.found
}

// passes reports whether a value of one of the types may be passed to a function literal because of a definition: it has,
// returns or is given such a literal.
func (r *reach) passes(d *Def, takes func(TypeID) bool) bool {
	r.around, r.found = r.around+1, false
	for i := range d.Params {
		r.literal(d.Params[i].Type, takes)
	}
	for _, list := range [][]TypeID{d.Results, {d.Type}} {
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
func (r *reach) literal(id TypeID, takes func(TypeID) bool) {
	if id >= 0 && r.f.Types[id].Kind == Named && len(r.f.Types[id].Args) == 0 {
		r.found = r.found || takes(id)
	} else {
		r.typ(id)
	}
}

// isTaker reports whether a type takes a value of one of the types because of its base, or of the type that it stands for.
func (r *reach) isTaker(d *Def, takes func(TypeID) bool) bool {
	r.around, r.as, r.found = r.around+1, Anywhere, false
	for _, list := range [][]TypeID{d.Extends, d.Implements, {d.Type}} {
		for _, id := range list {
			r.literal(id, takes)
		}
	}
	return r.found
}

// takes reports whether a function takes a value of one of the types.
func (r *reach) takes(d *Def) bool {
	r.around, r.found = r.around+1, false
	for i := range d.Params {
		r.typ(d.Params[i].Type)
	}
	return r.found
}

// A reach looks for names in what declarations lead to.
type reach struct {
	f      *File
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
	decides, means func(TypeID) bool
}

func newReach(f *File, c *Changed) *reach {
	return &reach{f: f, c: c, types: make([]int32, len(f.Types)), exprs: make([]int32, f.NumExprs()), vars: make([]int32, len(f.Vars))}
}

// declaration reports whether a declaration with its parameters mentions one of the names.
func (r *reach) declaration(i DefID, params []VarID) bool {
	r.around, r.as, r.found, r.base = r.around+1, InTypes, false, false
	d := &r.f.Defs[i]
	if d.Kind == TypeDef && r.means == nil && d.Type >= 0 && r.c.sense(r.f.Types[d.Type].Name, true)&InAlias != 0 {
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
	for _, list := range [][]TypeID{d.Results, d.Extends, d.Implements, d.Embeds, d.Extended} {
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
	for _, list := range [][]TypeID{d.Extends, d.Implements, d.Embeds, d.Extended} {
		r.typeList(list)
	}
	r.base = r.found
	return r.found
}

// decided reports whether a definition is what its declared type says, whatever its values are.
func (r *reach) decided(d *Def) bool {
	switch {
	case r.decides == nil:
		return false
	case d.Kind.IsCallable():
		return len(d.Results) > 0
	}
	return d.Type >= 0 && (d.Kind == Variable || d.Kind == Constant || d.Kind == Field) && r.decides(d.Type)
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

func (r *reach) typeList(list []TypeID) {
	for _, id := range list {
		r.typ(id)
	}
}

func (r *reach) exprList(list []ExprID) {
	for _, id := range list {
		r.expr(id)
	}
}

func (r *reach) typ(id TypeID) {
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
}

func (r *reach) expr(id ExprID) {
	if !r.begins(r.exprs, id) {
		return
	}
	x := &r.f.Expressions()[id]
	if x.Kind == Local {
		r.variable(x.Ref)
	} else {
		r.name(x.Name, x.Kind != Name, InValues)
	}
	r.expr(x.X)
	r.typ(x.Type)
	for i := range x.Args {
		r.name(x.Args[i].Keyword, true, InValues)
		r.expr(x.Args[i].X)
	}
}

func (r *reach) variable(id VarID) {
	if !r.begins(r.vars, id) {
		return
	}
	v := &r.f.Vars[id]
	switch {
	case v.Def >= 0:
		r.name(r.f.Defs[v.Def].Name, false, InValues)
	case v.Import >= 0:
		r.name(r.f.Imports[v.Import].Name, true, InValues)
	}
	r.expr(v.Func)
	r.typ(v.Type)
	r.exprList(v.declaredValues())
}

// parameters returns the parameters and the instance of each definition.
func (f *File) parameters() map[DefID][]VarID {
	params := make(map[DefID][]VarID)
	for v := range f.Vars {
		if x := &f.Vars[v]; x.ofDefinition() && x.In >= 0 {
			params[x.In] = append(params[x.In], VarID(v))
		}
	}
	return params
}

// receiver returns the name of the type that a definition is a method of, if that is not its Parent.
func (f *File) receiver(i DefID) string {
	return f.nameBehind(f.Defs[i].Receiver)
}

// Mentions reports whether a file has one of some names, as a definition or as a part of a use.
func (f *File) Mentions(c *Changed) bool {
	has := func(name string, in position) bool {
		s := c.sense(name, in != alone)
		if in == asType && c.Tops[name] == 0 {
			s &= InTypes | InBase | InAlias // no method and no field
		}
		return s != 0
	}
	return f.anyDeclared(has) || f.MaySpell(func(name string) bool { return has(name, anywhere) }) && f.anyExpressed(has)
}

// A position is where a name is.
type position uint8

const (
	anywhere position = iota
	alone             // not behind what it may be a member of
	asType
)

// anyExpressed reports whether has holds for one of the names in the expressions of a file that Changed can be about, which
// those of local variables are not.
func (f *File) anyExpressed(has func(name string, in position) bool) bool {
	exprs := f.Expressions()
	for i := range exprs {
		x, in := &exprs[i], anywhere
		if x.Kind == Name {
			in = alone
		}
		if x.Name != "" && x.Kind != Local && has(x.Name, in) || slices.ContainsFunc(x.Args, func(a Arg) bool { return a.Keyword != "" && has(a.Keyword, anywhere) }) {
			return true
		}
	}
	return false
}

// anyDeclared reports whether has holds for one of the other names in a file that Changed can be about.
func (f *File) anyDeclared(has func(name string, in position) bool) bool {
	is := func(name string) bool { return name != "" && has(name, anywhere) }
	names := func(name string) bool { return name != "" && has(name, asType) }
	for i := range f.Defs {
		if is(f.Defs[i].Name) {
			return true
		}
	}
	for i := range f.Types {
		if t := &f.Types[i]; names(t.Name) || t.Qualifier != "" && anyPart(t.Qualifier, names) {
			return true
		}
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; is(im.Name) || is(im.Alias) || anyPart(im.Source, is) {
			return true
		}
	}
	if slices.ContainsFunc(f.ExportList, is) {
		return true
	}
	for i := range f.Exports {
		if x := &f.Exports[i]; is(x.Name) || is(x.Local) || is(x.SourceName) || anyPart(x.Source, is) {
			return true
		}
	}
	return false
}

// InPath reports whether code of a file names a path that has a part with this name: one before the last of a type, or
// of a value.
func (f *File) InPath(part string) bool {
	is := func(name string) bool { return name == part }
	return slices.ContainsFunc(f.Types, func(t Type) bool { return t.Qualifier != "" && anyPart(t.Qualifier, is) }) ||
		slices.ContainsFunc(f.Expressions(), func(x Expr) bool { return x.Name == part })
}

// anyPart reports whether a part of a path or qualified name is one of some names.
func anyPart(path string, has func(name string) bool) bool {
	for part := range strings.FieldsFuncSeq(path, isSeparator) {
		if has(part) {
			return true
		}
	}
	return false
}

func isSeparator(r rune) bool { return strings.ContainsRune("/.-:\\", r) }

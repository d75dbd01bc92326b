package facts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// A Difference is what two versions of a file declare otherwise. All other definitions have a counterpart with the
// same meaning, as far as that follows from the file.
type Difference struct {
	// Moved is, by DefID of the first version, the counterpart in the second one, None for none. Counterparts keep their
	// order.
	Moved []DefID
	// Names are those of definitions without a counterpart, of either version, and of types that change with a member.
	Names Names
	// Methods are the names among them of methods.
	Methods map[string]bool
	// Receivers are the names of types in other files that have other methods.
	Receivers map[string]bool

	uses [2][]use
}

// Names are names with other meanings than before.
type Names map[string]Sense

// A Sense says where a name can be used with the other meaning.
type Sense uint8

const (
	InCode   Sense = 1 << iota // in the body of a function
	InValues                   // in the value of a declaration
	InTypes                    // in the type of a declaration, or as its base
	InAlias                    // in the declaration of a type that stands for it
)

// Anywhere is the sense of a definition that every declaration may mention.
const Anywhere = InCode | InValues | InTypes | InAlias

// A use is a definition with what it mentions.
type use struct {
	name string
	as   Sense // of the name
	mentions
}

// mentions are the names in declarations, by where they are.
type mentions struct{ inTypes, inValues map[string]bool }

func newMentions() mentions { return mentions{make(map[string]bool), make(map[string]bool)} }

// any reports whether a declaration mentions one of some names where it has the other meaning.
func (m *mentions) any(names Names) bool {
	for name, sense := range names {
		if sense&InTypes != 0 && m.inTypes[name] || sense&InValues != 0 && m.inValues[name] {
			return true
		}
	}
	return false
}

// DifferenceOf returns the difference of two versions of a file, nil where they differ in more than definitions and the
// bodies of functions.
func DifferenceOf(from, to *File) *Difference {
	if len(from.Problems)+len(to.Problems)+len(from.Exports)+len(to.Exports)+len(from.Extensions)+len(to.Extensions) > 0 {
		return nil
	}
	a, b := declarationsOf(from), declarationsOf(to)
	a.to.Defs, a.to.Types, a.to.Exprs, a.to.Vars = nil, nil, nil, nil
	b.to.Defs, b.to.Types, b.to.Exprs, b.to.Vars = nil, nil, nil, nil
	if !sameImports(a, b) || !bytes.Equal(a.encode(), b.encode()) {
		return nil
	}
	d := &Difference{Moved: make([]DefID, len(from.Defs)), Names: make(Names), Methods: make(map[string]bool), Receivers: make(map[string]bool)}
	old, now := definitionsOf(from), definitionsOf(to)
	at := make(map[string]DefID, len(now))
	for i := range now {
		at[now[i].key] = DefID(i)
		d.uses[1] = append(d.uses[1], use{to.Defs[i].Name, to.sense(DefID(i)), now[i].mentions})
	}
	last := DefID(None)
	met := make([]bool, len(now))
	for i := range old {
		d.uses[0] = append(d.uses[0], use{from.Defs[i].Name, from.sense(DefID(i)), old[i].mentions})
		n, ok := at[old[i].key]
		if !ok || now[n].content != old[i].content {
			d.Moved[i] = None
			continue
		}
		if n <= last {
			return nil // the order decides between definitions of one name
		}
		d.Moved[i], last, met[n] = n, n, true
	}
	for i, n := range d.Moved {
		if n == None {
			d.add(from, old, DefID(i))
		}
	}
	for i := range now {
		if !met[i] {
			d.add(to, now, DefID(i))
		}
	}
	return d
}

// sense returns the sense of the name of a definition.
func (f *File) sense(i DefID) Sense {
	d := &f.Defs[i]
	for p := d.Parent; p >= 0; p = f.Defs[p].Parent {
		if f.Defs[p].Kind.IsCallable() {
			return InCode // no declaration outside of the function can name it
		}
	}
	if d.Kind == Method || d.Kind == Field || d.Kind == EnumMember {
		return InCode | InValues
	}
	return Anywhere
}

// add adds the names that change with a definition.
func (d *Difference) add(f *File, of []definition, i DefID) {
	x := &f.Defs[i]
	sense := f.sense(i)
	if sense == InCode && x.Kind != Method && x.Kind != Field {
		return // no code outside of the function can name it
	}
	d.Names[x.Name] |= sense
	if x.Kind == Method {
		d.Methods[x.Name] = true
	}
	if sense == InCode {
		return // so has what holds it
	}
	holder := int(x.Parent)
	if receiver := of[i].receiver; receiver != "" {
		holder = slices.IndexFunc(f.Defs, func(o Def) bool { return o.Parent < 0 && o.Name == receiver && o.Kind.IsType() })
		if holder < 0 {
			d.Receivers[receiver] = true
		}
	}
	for holder >= 0 && f.Defs[holder].Name == "" {
		holder = int(f.Defs[holder].Parent)
	}
	if holder < 0 {
		return
	}
	h := &f.Defs[holder]
	switch record := h.Kind == Struct || h.Kind == Class; {
	case record && x.Kind == Method && !x.Has(Abstract):
	case record && x.Kind == Field: // a value of the type may be written without the names of its fields
		d.Names[h.Name] |= InCode | InAlias
	default:
		d.Names[h.Name] |= Anywhere
	}
}

// Spread adds to names those of definitions that mention one of them, and reports whether there are any.
func (d *Difference) Spread(names Names) bool {
	grown := false
	for _, side := range d.uses {
		for _, u := range side {
			if names[u.name]&u.as != u.as && u.any(names) {
				names[u.name], grown = names[u.name]|u.as, true
			}
		}
	}
	return grown
}

// A definition is a Def with what it leads to, in a form that can be compared between versions of a file.
type definition struct {
	key      string // names it in its file: the same for a counterpart
	receiver string // name of the type that it is a method of, if that is not its Parent
	content  string
	mentions
}

func definitionsOf(f *File) []definition {
	out := make([]definition, len(f.Defs))
	params := make(map[DefID][]VarID)
	for v := range f.Vars {
		if x := &f.Vars[v]; x.ofDefinition() && x.In >= 0 {
			params[x.In] = append(params[x.In], VarID(v))
		}
	}
	plain, count := withoutPlaces(f), make(map[string]int)
	for i := range out {
		x, to := plain.Defs[i], &out[i]
		above := ""
		if x.Parent >= 0 {
			above = out[x.Parent].key
		}
		if x.Receiver >= 0 {
			t := &f.Types[x.Receiver]
			for t.Kind == PointerT && len(t.Args) > 0 && t.Args[0] >= 0 {
				t = &f.Types[t.Args[0]]
			}
			to.receiver = t.Name
		}
		to.key = fmt.Sprintf("%s/%s.%s", above, to.receiver, x.Name)
		count[to.key]++
		to.key = fmt.Sprintf("%s#%d", to.key, count[to.key])
		d := newDeclarations(f)
		x.Parent = None
		d.def(&x)
		for _, v := range params[DefID(i)] {
			d.variable(v)
		}
		d.to.Defs = []Def{x}
		d.unnumber(out[:i+1])
		to.content, to.mentions = string(Encode(&d.to)), d.mentions
	}
	return out
}

// unnumber replaces the numbers of definitions by keys, which are the same in each version. known are the definitions up
// to the one described.
func (d *declarations) unnumber(known []definition) {
	key := func(def DefID) string {
		if int(def) < len(known) {
			return known[def].key
		}
		return fmt.Sprint("later ", int(def)-len(known))
	}
	for i := range d.to.Types {
		t := &d.to.Types[i]
		if t.In = None; t.Def >= 0 {
			t.Name, t.Def = t.Name+" "+key(t.Def), None
		}
	}
	for i := range d.to.Exprs {
		x := &d.to.Exprs[i]
		if x.In = None; (x.Kind == New || x.Kind == Func) && x.Ref >= 0 {
			x.Name, x.Ref = x.Name+" "+key(x.Ref), None
		}
	}
	for i := range d.to.Vars {
		v := &d.to.Vars[i]
		if v.In = None; v.Def >= 0 {
			v.Name, v.Def = v.Name+" "+key(v.Def), None
		}
	}
}

// Mentions reports whether a file has one of some names, as a definition or as a part of a use.
func (f *File) Mentions(names Names) bool {
	has := func(name string) bool { return name != "" && names[name] != 0 }
	for i := range f.Defs {
		if has(f.Defs[i].Name) {
			return true
		}
	}
	for i := range f.Types {
		if t := &f.Types[i]; has(t.Name) || anyPart(t.Qualifier, has) {
			return true
		}
	}
	for i := range f.Exprs {
		x := &f.Exprs[i]
		if has(x.Name) || slices.ContainsFunc(x.Args, func(a Arg) bool { return has(a.Keyword) }) {
			return true
		}
	}
	for i := range f.Vars {
		if has(f.Vars[i].Name) {
			return true
		}
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; has(im.Name) || has(im.Alias) || anyPart(im.Source, has) {
			return true
		}
	}
	return false
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

// Declares reports whether a declaration of a file mentions one of some names where it can have the other meaning.
func (f *File) Declares(names Names) bool {
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Kind == TypeDef && d.Type >= 0 && names[f.Types[d.Type].Name]&InAlias != 0 {
			return true
		}
	}
	return declarationsOf(f).any(names)
}

package meaning

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

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
	// Carried: other files have what the name means only as a part of what a definition is, which has another meaning too.
	Carried bool
	// Alias: an import of the file binds the name.
	Alias bool
	// Shape: the name is that of a type of which a field has another meaning. Where it is required in one version alone, a value
	// of anything that is made of the type may lack it.
	Shape bool
	// Namespace: the name is that of a namespace of which a member has another meaning. InNamespace: it is that of such a member.
	Namespace, InNamespace bool
	// Inward: the name is that of an import that is not Public.
	Inward bool
	// Wide: code names it without an import.
	Wide bool
	// Fields: the name is that of a type of which a field has another meaning. That matters only where values of the
	// type may be written without the names of its fields.
	Fields bool
}

// types returns the types at the top of a file by name, the first one of each.
func (f File) types() map[string]facts.DefID {
	types := make(map[string]facts.DefID)
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Parent < 0 && d.Kind.IsType() {
			if _, known := types[d.Name]; !known {
				types[d.Name] = facts.DefID(i)
			}
		}
	}
	return types
}

// effects returns what follows from another meaning of a definition. types are those at the top of the file.
func (f File) effects(i facts.DefID, types map[string]facts.DefID) []Effect {
	x, sense := &f.Defs[i], f.sense(i)
	if f.isCarried(i) {
		of := f.effect(i, InCode)
		of.Carried = true
		return []Effect{of}
	}
	if sense == InCode && x.Kind != facts.Method && x.Kind != facts.Field {
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
			return append(out, Effect{Name: receiver, Sense: Anywhere, Top: true, Receiver: x.Kind == facts.Method})
		}
	}
	for holder >= 0 && f.Defs[holder].Name == "" {
		holder = f.Defs[holder].Parent
	}
	if holder < 0 {
		return out
	}
	h := &f.Defs[holder]
	out[0].InNamespace = h.Kind == facts.Namespace
	switch record := h.Kind == facts.Struct || h.Kind == facts.Class; {
	case record && x.Kind == facts.Method && !x.Has(facts.Abstract):
		return out
	case x.Kind == facts.Constructor:
		return append(out, f.effect(holder, InCode|InValues|InBase)) // a type may have the constructor of its base
	case record && x.Kind == facts.Field:
		of := f.effect(holder, InCode|InAlias)
		of.Fields = true
		return append(out, of)
	case x.Kind == facts.Field && (h.Kind == facts.Interface || h.Kind == facts.TypeDef):
		of := f.effect(holder, InCode|InAlias|InBase) // types that have values of it are what they were
		of.Shape = true
		return append(out, of)
	}
	of := f.effect(holder, Anywhere)
	of.Namespace = h.Kind == facts.Namespace
	of.Receiver = h.Kind == facts.TypeDef && h.Parent < 0 && x.Kind == facts.Method
	of.Gains = h.Kind == facts.Interface && x.Kind == facts.Method
	return append(out, of)
}

func (f File) effect(i facts.DefID, s Sense) Effect {
	d := &f.Defs[i]
	return Effect{Name: d.Name, Sense: s, Top: d.Parent < 0 && !isMember(d.Kind), Of: f.Holder(i), Method: d.Kind == facts.Method, Wide: d.Has(facts.ProjectWide)}
}

// Holder returns the name of what holds a definition: of its receiver, or of the nearest definition with a name around
// it. It is empty for none, and for a function that is only called like a member.
func (f File) Holder(i facts.DefID) string {
	if f.Defs[i].Has(facts.ExtensionMember) {
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
func (f File) sense(i facts.DefID) Sense {
	d := &f.Defs[i]
	for p := d.Parent; p >= 0; p = f.Defs[p].Parent {
		if f.Defs[p].Kind.IsCallable() {
			return InCode // no declaration outside of the function can name it
		}
	}
	if isMember(d.Kind) || d.Kind == facts.Constructor {
		return InCode | InValues
	}
	return Anywhere
}

// isMember reports whether a definition is a member of a type wherever it is written.
func isMember(k facts.DefKind) bool {
	return k == facts.Method || k == facts.Field || k == facts.EnumMember
}

// parameters returns the parameters and the instance of each definition.
func (f File) parameters() map[facts.DefID][]facts.VarID {
	params := make(map[facts.DefID][]facts.VarID)
	for v := range f.Vars {
		if x := &f.Vars[v]; ofDefinition(x) && x.In >= 0 {
			params[x.In] = append(params[x.In], facts.VarID(v))
		}
	}
	return params
}

// receiver returns the name of the type that a definition is a method of, if that is not its Parent.
func (f File) receiver(i facts.DefID) string {
	return f.nameBehind(f.Defs[i].Receiver)
}

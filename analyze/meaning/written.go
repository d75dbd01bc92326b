package meaning

import (
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A write is a member to which code assigns, of its own instance or of another value.
type write struct {
	name, of string // the name of the type around the code, of an assignment to its own instance
}

// write adds the names of members to which only one of two versions assigns.
func (d *Difference) write(from, to File) {
	was, is := from.writes(), to.writes()
	names := make(Names)
	for w := range was {
		if !is[w] {
			names[w.name] = InCode | InValues
		}
	}
	for w := range is {
		if !was[w] {
			names[w.name] = InCode | InValues
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d.Written = append(d.Written, Effect{Name: name, Sense: names[name]})
	}
}

// writes returns the members to which the code of a file assigns.
func (f File) writes() map[write]bool {
	out := make(map[write]bool)
	for i := range f.Expressions() {
		x := &f.Expressions()[i]
		if x.Kind != facts.Member || x.Flags&facts.Write == 0 {
			continue
		}
		w := write{name: x.Name}
		if x.X >= 0 && f.Expressions()[x.X].Kind == facts.Local && f.Vars[f.Expressions()[x.X].Ref].Kind == facts.SelfVar {
			for in := x.In; in >= 0; in = f.Defs[in].Parent {
				if f.Defs[in].Kind.IsType() {
					w.of = f.Defs[in].Name
					break
				}
			}
		}
		out[w] = true
	}
	return out
}

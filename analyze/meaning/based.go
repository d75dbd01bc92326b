package meaning

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// rebase adds what follows for other types where a type has other base types in two versions of a file, or comes or goes with
// several: which members a base type may have depends on those that its subtypes inherit.
func (d *Difference) rebase(from, to File, old, now []definition) {
	was, is := basesOf(from, old), basesOf(to, now)
	one := func(f File, all []definition, own, other map[string][]string) {
		for i := range all {
			x := &f.Defs[i]
			if !x.Kind.IsType() {
				continue
			}
			bases, known := own[all[i].key]
			others, both := other[all[i].key]
			if !known || both && slices.Equal(bases, others) || !both && len(bases) < 2 && !x.Has(facts.DynamicMembers) {
				continue
			}
			d.Effects = append(d.Effects, Effect{Name: x.Name, Sense: Anywhere, Top: true, Bases: true})
			for _, name := range bases {
				d.Effects = append(d.Effects, Effect{Name: name, Sense: Anywhere, Top: true, Below: true})
			}
		}
	}
	one(from, old, was, is)
	one(to, now, is, was)
}

// basesOf returns the names of the base types of each type of a file, by key.
func basesOf(f File, known []definition) map[string][]string {
	out := make(map[string][]string)
	for i := range known {
		x := &f.Defs[i]
		if !x.Kind.IsType() {
			continue
		}
		names := []string{}
		for _, list := range [][]facts.TypeID{x.Extends, x.Implements, x.Embeds, x.Extended} {
			for _, id := range list {
				if id >= 0 {
					names = append(names, f.Types[id].Name)
				}
			}
		}
		out[known[i].key] = names
	}
	return out
}

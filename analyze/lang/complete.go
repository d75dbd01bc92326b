package lang

import "strings"

// FunctionType is the name of function types in Language.Complete, where a type may extend them.
const FunctionType = "=>"

// CompleteTypes parses rows of the form "Name(supertypes): members" for Language.Complete. Each type
// gets its members and those of its supertypes.
func CompleteTypes(rows []string) map[string]map[string]bool {
	out := make(map[string]map[string]bool, len(rows))
	supers := make(map[string][]string, len(rows))
	for _, row := range rows {
		head, members, _ := strings.Cut(row, "):")
		name, bases, _ := strings.Cut(head, "(")
		supers[name] = strings.Fields(bases)
		out[name] = make(map[string]bool)
		for _, m := range strings.Fields(members) {
			out[name][m] = true
		}
	}
	var inherit func(to map[string]bool, from string)
	inherit = func(to map[string]bool, from string) {
		for _, s := range supers[from] {
			for m := range out[s] {
				to[m] = true
			}
			inherit(to, s)
		}
	}
	for name, members := range out {
		inherit(members, name)
	}
	return out
}

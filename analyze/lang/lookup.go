package lang

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// LooksUp reports whether an expression is a call that looks up a name at run time, see
// Language.Lookups.
func (l *Language) LooksUp(f *facts.File, e *facts.Expr) bool {
	if e.Kind != facts.Call && e.Kind != facts.New || e.X < 0 || len(l.Lookups) == 0 {
		return false
	}
	x := &f.Expressions()[e.X]
	name := x.Name
	if x.Kind == facts.Member {
		name = "." + name
	} else if x.Kind != facts.Name {
		return false
	}
	of, known := l.Lookups[name]
	if !known {
		return false
	}
	if of != "module" {
		return true
	}
	// "module": only where its first argument is an import.
	if len(e.Args) == 0 || e.Args[0].X < 0 {
		return false
	}
	arg := &f.Expressions()[e.Args[0].X]
	for i := range f.Imports {
		im := &f.Imports[i]
		if arg.Kind == facts.Module && arg.Ref == int32(i) || (arg.Kind == facts.Name || arg.Kind == facts.Local) && arg.Name != "" && (arg.Name == im.Alias || im.Alias == "" && arg.Name == im.Name) {
			return true
		}
	}
	return false
}

// Kin returns the name of the group of languages whose code can name each other's symbols.
func (l *Language) Kin() string { return cmp.Or(l.Family, l.Name) }

// IsCommon reports whether the usual types from outside the repository have a member with that name.
func (l *Language) IsCommon(name string) bool {
	return slices.ContainsFunc([]string{"list", "dict", "str", "string", "bytes", "int", "file"}, func(form string) bool {
		_, ok := l.Members[form+"."+name]
		return ok
	})
}

package facts

// EachString calls visit for every string of f. It is used to check or replace strings, and
// to store them in a table.
func (f *File) EachString(visit func(*string)) {
	f.eachDeclared(visit)
	eachExpressed(f.Expressions(), visit)
}

// eachExpressed calls visit for every string of expressions.
func eachExpressed(list []Expr, visit func(*string)) {
	for i := range list {
		e := &list[i]
		visit(&e.Name)
		for j := range e.Args {
			visit(&e.Args[j].Keyword)
		}
	}
}

// eachDeclared calls visit for all other strings.
func (f *File) eachDeclared(visit func(*string)) {
	visit(&f.Language)
	visit(&f.Package)
	visit(&f.Constraint)
	each(f.ExportList, visit)
	for i := range f.Defs {
		d := &f.Defs[i]
		visit(&d.Name)
		visit(&d.Signature)
		for j := range d.TypeParams {
			visit(&d.TypeParams[j].Name)
			visit(&d.TypeParams[j].Written)
		}
		for j := range d.Params {
			visit(&d.Params[j].Name)
			visit(&d.Params[j].Written)
		}
		each(d.Returns, visit)
		each(d.Throws, visit)
	}
	for i := range f.Types {
		visit(&f.Types[i].Name)
		visit(&f.Types[i].Qualifier)
	}
	for i := range f.Vars {
		visit(&f.Vars[i].Name)
	}
	for i := range f.Imports {
		visit(&f.Imports[i].Source)
		visit(&f.Imports[i].Name)
		visit(&f.Imports[i].Alias)
	}
	for i := range f.Terms {
		visit(&f.Terms[i].Name)
	}
	for i := range f.Extensions {
		each(f.Extensions[i].Members, visit)
	}
	for i := range f.Exports {
		e := &f.Exports[i]
		visit(&e.Name)
		visit(&e.Local)
		visit(&e.Source)
		visit(&e.SourceName)
	}
	for i := range f.Problems {
		visit(&f.Problems[i].Message)
	}
	if f.Manifest != nil {
		f.Manifest.eachString(visit)
	}
}

func (m *Manifest) eachString(visit func(*string)) {
	visit(&m.Module)
	visit(&m.Extends)
	each(m.Members, visit)
	each(m.Roots, visit)
	each(m.Takes, visit)
	each(m.Entries, visit)
	for _, mappings := range [][]Mapping{m.Replaces, m.Exports, m.Imports} {
		for i := range mappings {
			visit(&mappings[i].From)
			each(mappings[i].To, visit)
		}
	}
	for i := range m.Offers {
		visit(&m.Offers[i].Dir)
	}
}

func each(list []string, visit func(*string)) {
	for i := range list {
		visit(&list[i])
	}
}

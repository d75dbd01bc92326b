package schema

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// A graphQL is what the rules know of a declaration.
type graphQL struct {
	input     bool // sent by clients
	typ       *ast.Type
	optional  bool // has a default value
	arguments ast.ArgumentDefinitionList
	implement []string
}

// readGraphQL parses a file in the schema definition language; nil for one with operations.
func readGraphQL(f *fact.File) (*document, error) {
	source := &ast.Source{Name: f.Path, Input: string(f.Content)}
	file, err := parser.ParseSchema(source)
	if err != nil {
		if _, other := parser.ParseQuery(source); other == nil {
			return nil, nil
		}
		return nil, err
	}
	d := &document{format: formatGraphQL, breaks: graphQLBreaks}
	index := make(map[string]int)
	add := func(x declaration) int {
		x.key = x.field + " " + x.name
		d.declarations = append(d.declarations, x)
		return len(d.declarations) - 1
	}
	for _, x := range file.Directives {
		add(declaration{
			name: "@" + x.Name, field: "directive", line: x.Position.Line, parent: -1, text: arguments(x.Arguments),
			detail: &graphQL{arguments: x.Arguments},
		})
	}
	for _, x := range slices.Concat(file.Schema, file.SchemaExtension) {
		for _, o := range x.OperationTypes {
			add(declaration{name: "schema." + string(o.Operation), field: "schema", line: o.Position.Line, parent: -1, text: o.Type})
		}
	}
	for _, x := range slices.Concat(file.Definitions, file.Extensions) {
		if len(x.Name) > maxName {
			continue
		}
		field := graphQLField(x.Kind)
		input := x.Kind == ast.InputObject
		at, known := index[x.Name]
		if !known {
			interfaces := slices.Sorted(slices.Values(x.Interfaces))
			text := ""
			if len(interfaces) > 0 {
				text = "implements " + strings.Join(interfaces, " & ")
			}
			at = add(declaration{name: x.Name, field: field, line: x.Position.Line, text: text, parent: -1, detail: &graphQL{input: input, implement: interfaces}})
			d.declarations[at].key = x.Name // a type of another kind is the same type
			index[x.Name] = at
		}
		for _, m := range x.Fields {
			add(declaration{
				name: x.Name + "." + m.Name, field: "field", line: m.Position.Line, parent: at,
				text: fieldText(m), deprecated: m.Directives.ForName("deprecated") != nil,
				detail: &graphQL{input: input, typ: m.Type, optional: m.DefaultValue != nil, arguments: m.Arguments},
			})
		}
		for _, m := range x.EnumValues {
			add(declaration{
				name: x.Name + "." + m.Name, field: "value", line: m.Position.Line, parent: at,
				deprecated: m.Directives.ForName("deprecated") != nil, detail: &graphQL{},
			})
		}
		for i, m := range x.Types {
			line := x.Position.Line
			if i < len(x.TypePositions) && x.TypePositions[i] != nil {
				line = x.TypePositions[i].Line
			}
			add(declaration{name: x.Name + "." + m, field: "member", line: line, parent: at, detail: &graphQL{}})
		}
	}
	return d, nil
}

func graphQLField(k ast.DefinitionKind) string {
	switch k {
	case ast.InputObject:
		return "input"
	case ast.Object:
		return "type"
	}
	return strings.ToLower(string(k))
}

// fieldText is a field without its name: arguments, type and default.
func fieldText(m *ast.FieldDefinition) string {
	s := m.Type.String()
	if of := arguments(m.Arguments); of != "" {
		s = of + ": " + s
	}
	if m.DefaultValue != nil {
		s += " = " + m.DefaultValue.String()
	}
	return s
}

// arguments is a list of arguments, in order of their names: they are given by name.
func arguments(list ast.ArgumentDefinitionList) string {
	if len(list) == 0 {
		return ""
	}
	parts := make([]string, len(list))
	for i, a := range list {
		parts[i] = a.Name + ": " + a.Type.String()
		if a.DefaultValue != nil {
			parts[i] += " = " + a.DefaultValue.String()
		}
		if a.Directives.ForName("deprecated") != nil {
			parts[i] += " @deprecated"
		}
	}
	slices.Sort(parts)
	return "(" + strings.Join(parts, ", ") + ")"
}

// graphQLBreaks is the rule: a client may ask for less than before, must give more, or gets
// something of another type.
func graphQLBreaks(old, new *declaration) bool {
	if new == nil {
		return true
	}
	n, _ := new.detail.(*graphQL)
	if old == nil {
		return n != nil && n.input && n.typ != nil && n.typ.NonNull && !n.optional && new.parent >= 0
	}
	o, _ := old.detail.(*graphQL)
	switch {
	case old.field != new.field:
		return true
	case o == nil || n == nil: // schema
		return old.text != new.text
	case slices.ContainsFunc(o.implement, func(i string) bool { return !slices.Contains(n.implement, i) }):
		return true
	case o.typ != nil && n.typ != nil && !fits(o.typ, n.typ, o.input):
		return true
	case o.optional && !n.optional && n.typ != nil && n.typ.NonNull:
		return true
	}
	return argumentsBreak(o.arguments, n.arguments)
}

// argumentsBreak reports whether a call with the old arguments does not fit the new ones.
func argumentsBreak(old, new ast.ArgumentDefinitionList) bool {
	for _, a := range old {
		b := new.ForName(a.Name)
		if b == nil || !fits(a.Type, b.Type, true) || a.DefaultValue != nil && b.DefaultValue == nil && b.Type.NonNull {
			return true
		}
	}
	for _, b := range new {
		if b.Type.NonNull && b.DefaultValue == nil && old.ForName(b.Name) == nil {
			return true
		}
	}
	return false
}

// fits reports whether who knew the old type gets along with the new one. What is sent may be
// accepted more freely, what is received may be promised more strictly.
func fits(old, new *ast.Type, input bool) bool {
	for {
		if input && new.NonNull && !old.NonNull || !input && old.NonNull && !new.NonNull {
			return false
		}
		if (old.Elem == nil) != (new.Elem == nil) {
			return input && new.Elem != nil && fits(old, new.Elem, input) // one value stands for a list of it
		}
		if old.Elem == nil {
			return old.NamedType == new.NamedType
		}
		old, new = old.Elem, new.Elem
	}
}

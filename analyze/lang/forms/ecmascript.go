package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// ecmascript says what the nodes of the grammar do.
func ecmascript() *lang.Form {
	return &lang.Form{
		OrGivesOperand: true,
		Roles: map[string]lang.Role{
			"switch_body":           lang.RoleInline,
			"template_substitution": lang.RoleInline,
			"enum_body":             lang.RoleInline,
			"nested_identifier":     lang.RoleName,
			"jsx_attribute":         lang.RolePair,
			"pair_pattern":          lang.RolePair,
			"export_clause":         lang.RoleSkip,
			"object_type":           lang.RoleSkip,
			"literal_type":          lang.RoleSkip,
			"conditional_type":      lang.RoleSkip,
			"lookup_type":           lang.RoleSkip,
			"index_type_query":      lang.RoleSkip,
			"type_query":            lang.RoleSkip,
			"type_predicate":        lang.RoleSkip,
			"readonly_type":         lang.RoleSkip,
			"template_literal_type": lang.RoleSkip,
			"this_type":             lang.RoleSkip,
			"call_signature":        lang.RoleSkip,
			"construct_signature":   lang.RoleSkip,
			"index_signature":       lang.RoleSkip,
			"debugger_statement":    lang.RoleSkip,
			"mapped_type_clause":    lang.RoleSkip,
		},
		TextIsDocumentation: true,
		Throws:              []string{"reject", "Promise.reject"},
	}
}

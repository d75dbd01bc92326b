package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// kotlin says what the nodes of the grammar do.
func kotlin() *lang.Form {
	return &lang.Form{
		OnlyBool: true,
		Roles: map[string]lang.Role{
			"constructor_delegation_call":    lang.RoleCall,
			"navigation_expression":          lang.RoleChain,
			"directly_assignable_expression": lang.RoleChain,
			"indexing_expression":            lang.RoleChain,
			"property_declaration":           lang.RoleDeclarator,
			"variable_declaration":           lang.RoleInline,
			"when_condition":                 lang.RoleInline,
			"when_subject":                   lang.RoleInline,
			"interpolated_expression":        lang.RoleInline,
			"enum_class_body":                lang.RoleInline,
			"interpolated_identifier":        lang.RoleName,
			"enum_entry":                     lang.RoleSkip,
			"class_modifier":                 lang.RoleSkip,
			"type_constraints":               lang.RoleSkip,
			"type_alias":                     lang.RoleSkip,
		},
		Default:      "public",
		ImplicitSelf: true,
		Invokes:      "invoke",
	}
}

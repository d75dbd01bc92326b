package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// csharp says what the nodes of the grammar do.
func csharp() *lang.Form {
	return &lang.Form{
		CaseBinds: true,
		OnlyBool:  true,
		Roles: map[string]lang.Role{
			"property_declaration":      lang.RoleDeclarator,
			"switch_body":               lang.RoleInline,
			"accessor_list":             lang.RoleInline,
			"arrow_expression_clause":   lang.RoleInline,
			"interpolation":             lang.RoleInline,
			"cast_expression":           lang.RoleInline,
			"member_binding_expression": lang.RoleMember,
			"generic_name":              lang.RoleName,
			"alias_qualified_name":      lang.RoleName,
			"delegate_declaration":      lang.RoleSkip,
			"event_field_declaration":   lang.RoleSkip,
			"attribute":                 lang.RoleSkip,
			"interpolation_brace":       lang.RoleText,
		},
		Default:      "private",
		ImplicitSelf: true,
	}
}

package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// scala says what the nodes of the grammar do.
func scala() *lang.Form {
	return &lang.Form{
		CaseBinds: true,
		OnlyBool:  true,
		Roles: map[string]lang.Role{
			"enumerator":         lang.RoleAssign,
			"template_body":      lang.RoleInline,
			"case_block":         lang.RoleInline,
			"indented_cases":     lang.RoleInline,
			"enumerators":        lang.RoleInline,
			"generic_function":   lang.RoleInline,
			"interpolation":      lang.RoleInline,
			"with_template_body": lang.RoleInline,
			"colon_argument":     lang.RoleInline,
			"enum_body":          lang.RoleInline,
			"wildcard":           lang.RoleName,
			"given_pattern":      lang.RoleSkip,
			"self_type":          lang.RoleSkip,
			"val_declaration":    lang.RoleSkip,
			"var_declaration":    lang.RoleSkip,
		},
		TailValue:     true,
		FlatOperators: true,
		Default:       "public",
		ImplicitSelf:  true,
	}
}

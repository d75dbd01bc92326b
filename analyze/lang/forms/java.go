package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// java says what the nodes of the grammar do.
func java() *lang.Form {
	return &lang.Form{
		CaseBinds: true,
		OnlyBool:  true,
		Roles: map[string]lang.Role{
			"explicit_constructor_invocation": lang.RoleCall,
			"interface_body":                  lang.RoleInline,
			"enum_body_declarations":          lang.RoleInline,
			"switch_block":                    lang.RoleInline,
			"cast_expression":                 lang.RoleInline,
			"string_interpolation":            lang.RoleInline,
			"enum_constant":                   lang.RoleContainer,
			"enum_body":                       lang.RoleInline,
			"requires_modifier":               lang.RoleSkip,
		},
		Default:      "package",
		ImplicitSelf: true,
		LockModifier: "synchronized",
	}
}

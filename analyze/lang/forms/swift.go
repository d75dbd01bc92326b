package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// swift says what the nodes of the grammar do.
func swift() *lang.Form {
	return &lang.Form{
		CaseBinds: true,
		OnlyBool:  true,
		Roles: map[string]lang.Role{
			"navigation_expression":   lang.RoleChain,
			"property_declaration":    lang.RoleDeclarator,
			"interpolated_expression": lang.RoleInline,
			"enum_class_body":         lang.RoleInline,
			"protocol_body":           lang.RoleInline,
			"value_argument_label":    lang.RoleInline,
			"switch_pattern":          lang.RoleInline,
			"lambda_function_type":    lang.RoleParameters,
			"willset_didset_block":    lang.RoleInline,
			"constructor_expression":  lang.RoleNew,
			"enum_entry":              lang.RoleSkip,
			"value_binding_pattern":   lang.RoleSkip,
			"inheritance_specifier":   lang.RoleSkip,
			"type_constraints":        lang.RoleSkip,
			"availability_condition":  lang.RoleSkip,
			"do_statement":            lang.RoleTry,
			"tuple_expression":        lang.RoleInline,
			"try_expression":          lang.RoleUnary,
		},
		FlatOperators: true,
		OnlyIsResult:  true,
		Default:       "internal",
		ImplicitSelf:  true,
		FilePrivate:   "fileprivate",
		Throws:        []string{"fatalError", "preconditionFailure"},
		Defers:        []string{"defer"},
	}
}

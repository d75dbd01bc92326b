package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// cfamily says what the nodes of the grammars of C and C++ do.
func cfamily(cpp bool) *lang.Form {
	f := lang.Form{
		Roles: map[string]lang.Role{
			"preproc_else":    lang.RoleElse,
			"preproc_if":      lang.RoleIf,
			"preproc_ifdef":   lang.RoleIf,
			"preproc_elif":    lang.RoleIf,
			"preproc_elifdef": lang.RoleIf,
			"cast_expression": lang.RoleInline,
			"preproc_defined": lang.RoleName,
			"attribute":       lang.RoleSkip,
			"type_definition": lang.RoleSkip,
		},
		Casts:       []string{"static_cast", "const_cast", "reinterpret_cast", "std::move", "std::forward"},
		ZeroIsFalse: true,
		Default:     "extern",
	}
	more := map[string]lang.Role{
		"struct_specifier": lang.RoleSkip,
		"union_specifier":  lang.RoleSkip,
	}
	if cpp {
		more = map[string]lang.Role{
			"field_declaration_list":    lang.RoleInline,
			"qualified_identifier":      lang.RoleName,
			"template_function":         lang.RoleName,
			"destructor_name":           lang.RoleName,
			"operator_name":             lang.RoleName,
			"dependent_name":            lang.RoleName,
			"using_declaration":         lang.RoleSkip,
			"friend_declaration":        lang.RoleSkip,
			"static_assert_declaration": lang.RoleSkip,
			"concept_definition":        lang.RoleSkip,
		}
	}
	for kind, role := range more {
		f.Roles[kind] = role
	}
	return &f
}

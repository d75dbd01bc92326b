package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// rust says what the nodes of the grammar do.
func rust() *lang.Form {
	return &lang.Form{
		CaseBinds: true,
		OnlyBool:  true,
		Roles: map[string]lang.Role{
			"token_tree":           lang.RoleArguments,
			"let_chain":            lang.RoleBinary,
			"match_block":          lang.RoleInline,
			"reference_expression": lang.RoleInline,
			"type_cast_expression": lang.RoleInline,
			"scoped_identifier":    lang.RoleName,
			"crate":                lang.RoleName,
			"metavariable":         lang.RoleName,
			"generic_function":     lang.RoleInline,
			"macro_definition":     lang.RoleSkip,
			"enum_item":            lang.RoleSkip,
			"struct_item":          lang.RoleSkip,
			"union_item":           lang.RoleSkip,
			"foreign_mod_item":     lang.RoleSkip,
			"where_clause":         lang.RoleSkip,
			"attribute":            lang.RoleSkip,
			"associated_type":      lang.RoleSkip,
			"try_expression":       lang.RoleUnary,
		},
		TestAttribute:  "test",
		TailValue:      true,
		JoinsLines:     true,
		NamesInFormats: true,
		Default:        "private",
		Throws:         []string{"panic!", "unreachable!", "todo!", "unimplemented!"},
		ReturnsError:   map[string][2]string{"bail!": {"anyhow!", "Err"}},
	}
}

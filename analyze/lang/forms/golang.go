package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// golang says what the nodes of the grammar do.
func golang() *lang.Form {
	return &lang.Form{
		OnlyBool: true,
		Roles: map[string]lang.Role{
			"expression_list":            lang.RoleInline,
			"literal_element":            lang.RoleInline,
			"dot":                        lang.RoleName,
			"iota":                       lang.RoleName,
			"type_parameter_declaration": lang.RoleSkip,
			"label_name":                 lang.RoleSkip,
			"field_declaration":          lang.RoleSkip,
		},
		Throws: []string{"panic"},
	}
}

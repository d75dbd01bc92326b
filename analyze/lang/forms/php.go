package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// php says what the nodes of the grammar do.
func php() *lang.Form {
	return &lang.Form{
		Roles: map[string]lang.Role{
			"property_initializer":          lang.RoleInline,
			"switch_block":                  lang.RoleInline,
			"match_block":                   lang.RoleInline,
			"qualified_name":                lang.RoleName,
			"relative_scope":                lang.RoleName,
			"text":                          lang.RoleSkip,
			"anonymous_function_use_clause": lang.RoleSkip,
			"namespace_name":                lang.RoleSkip,
			"global_declaration":            lang.RoleSkip,
			"use_declaration":               lang.RoleSkip,
			"attribute":                     lang.RoleSkip,
		},
		PlainQuote:     "'",
		ReturnsNull:    true,
		Brackets:       []string{"array_creation_expression"},
		AssignDeclares: true,
		Default:        "public",
	}
}

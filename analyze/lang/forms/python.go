package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// python says what the nodes of the grammar do.
func python() *lang.Form {
	return &lang.Form{
		CaseBinds:      true,
		OrGivesOperand: true,
		Roles: map[string]lang.Role{
			"module":             lang.RoleBlock,
			"interpolation":      lang.RoleInline,
			"with_clause":        lang.RoleInline,
			"with_item":          lang.RoleInline,
			"ellipsis":           lang.RoleName,
			"dotted_name":        lang.RoleName,
			"type":               lang.RoleSkip,
			"global_statement":   lang.RoleSkip,
			"nonlocal_statement": lang.RoleSkip,
		},
		TextIsDocumentation: true,
		ReturnsNull:         true,
		AssignDeclares:      true,
		TypesOnly:           []string{"TYPE_CHECKING", "TypeAlias"},
	}
}

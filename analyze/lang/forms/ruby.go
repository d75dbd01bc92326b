package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// ruby says what the nodes of the grammar do.
func ruby() *lang.Form {
	return &lang.Form{
		Roles: map[string]lang.Role{
			"program":            lang.RoleBlock,
			"body_statement":     lang.RoleBlock,
			"then":               lang.RoleBlock,
			"do":                 lang.RoleBlock,
			"begin":              lang.RoleBlock,
			"begin_block":        lang.RoleBlock,
			"block_body":         lang.RoleBlock,
			"break":              lang.RoleBreak,
			"next":               lang.RoleBreak,
			"redo":               lang.RoleBreak,
			"retry":              lang.RoleBreak,
			"when":               lang.RoleCase,
			"in_clause":          lang.RoleCase,
			"rescue":             lang.RoleCatch,
			"else":               lang.RoleElse,
			"ensure":             lang.RoleFinally,
			"if":                 lang.RoleIf,
			"interpolation":      lang.RoleInline,
			"exceptions":         lang.RoleInline,
			"exception_variable": lang.RoleInline,
			"block":              lang.RoleLambda,
			"do_block":           lang.RoleLambda,
			"while":              lang.RoleLoop,
			"until":              lang.RoleLoop,
			"for":                lang.RoleLoop,
			"while_modifier":     lang.RoleLoop,
			"until_modifier":     lang.RoleLoop,
			"hash_key_symbol":    lang.RoleName,
			"setter":             lang.RoleName,
			"return":             lang.RoleReturn,
			"undef":              lang.RoleSkip,
			"alias":              lang.RoleSkip,
			"empty_statement":    lang.RoleSkip,
			"case":               lang.RoleSwitch,
			"case_match":         lang.RoleSwitch,
			"conditional":        lang.RoleTernary,
			"unless":             lang.RoleUnless,
			"unless_modifier":    lang.RoleUnless,
		},
		TailValue:      true,
		ReturnsNull:    true,
		PlainQuote:     "'",
		AssignDeclares: true,
		Throws:         []string{"raise", "fail"},
	}
}

package syntax

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Describe sets what l says of the nodes of its grammar, in dialect d.
func Describe(l *lang.Language, d Dialect) {
	l.Kinds, l.Fields = lang.NamesOf(Kinds, d), lang.NamesOf(Fields, d)
	l.Comments = []lang.Kind{KComment}
	l.Directives, l.Directive = []lang.Kind{KComment, KExpressionStatement, KHashBangLine}, Directive
	l.Sequences = []lang.Kind{KStatementBlock, KSwitchCase, KSwitchDefault}
	l.Grouped = KParenthesizedExpression
	l.Strings = []lang.Kind{KString, KStringFragment}
	l.ImportNodes = []lang.Kind{KImportStatement}
	l.Decisions = []lang.Kind{KIfStatement, KForStatement, KForInStatement, KWhileStatement, KDoStatement,
		KSwitchCase, KCatchClause, KTernaryExpression, TAnd, TOr, TNullish}
	l.Branches = []lang.Branch{
		{In: KIfStatement, Role: FConsequence}, {In: KIfStatement, Role: FAlternative},
		{In: KForStatement, Role: FBody}, {In: KForInStatement, Role: FBody},
		{In: KWhileStatement, Role: FBody}, {Kind: KSwitchCase}, {Kind: KSwitchDefault}, {Kind: KCatchClause},
		{In: KTernaryExpression, Role: FConsequence}, {In: KTernaryExpression, Role: FAlternative},
	}
	l.Lazy = []lang.Kind{TAnd, TOr, TNullish}
	l.Literals = []lang.Kind{KArrowFunction, KFunctionExpression, KGeneratorFunction}
	l.Nested = []lang.Kind{KMethodDefinition, KFunctionDeclaration, KGeneratorFunctionDeclaration}
}

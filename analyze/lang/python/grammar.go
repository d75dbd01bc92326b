package python

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for. Where the grammar gives a keyword
// and a rule one name (lambda, await, yield, type), both are this kind and
// lang.IsNamed tells them apart.
const (
	_ lang.Kind = iota
	kAliasedImport
	kArgumentList
	kAsPattern
	kAsPatternTarget
	kAssertStatement
	kAssignment
	kAsync
	kAttribute
	kAugmentedAssignment
	kAwait
	kBinaryOperator
	kBlock
	kBooleanOperator
	kBreakStatement
	kCall
	kCaseClause
	kCasePattern
	kClassDefinition
	kClassPattern
	kComment
	kComparisonOperator
	kConcatenatedString
	kConditionalExpression
	kConstrainedType
	kContinueStatement
	kDecoratedDefinition
	kDecorator
	kDefaultParameter
	kDeleteStatement
	kDictionary
	kDictionaryComprehension
	kDictionarySplat
	kDictionarySplatPattern
	kDottedName
	kElifClause
	kElseClause
	kEllipsis
	kExceptClause
	kExceptGroupClause
	kExecStatement
	kExpressionList
	kExpressionStatement
	kFalse
	kFinallyClause
	kFloat
	kForInClause
	kForStatement
	kFormatExpression
	kFrom
	kFunctionDefinition
	kFutureImport
	kGeneratorExpression
	kGenericType
	kGlobalStatement
	kIdentifier
	kIfClause
	kIfStatement
	kImportFromStatement
	kImportStatement
	kInteger
	kInterpolation
	kKeywordArgument
	kKeywordPattern
	kKeywordSeparator
	kLambda
	kList
	kListComprehension
	kListPattern
	kListSplat
	kListSplatPattern
	kMatchStatement
	kMemberType
	kModule
	kNamedExpression
	kNone
	kNonlocalStatement
	kNotOperator
	kPair
	kParenthesized
	kPassStatement
	kPatternList
	kPositionalSeparator
	kPrintStatement
	kRaiseStatement
	kReturnStatement
	kSet
	kSetComprehension
	kSlice
	kSplatType
	kString
	kStringContent
	kSubscript
	kTrue
	kTryStatement
	kTuple
	kTuplePattern
	kType
	kTypeAliasStatement
	kTypeParameter
	kTypedDefaultParameter
	kTypedParameter
	kUnaryOperator
	kUnionType
	kWhileStatement
	kWildcardImport
	kWithClause
	kWithItem
	kWithStatement
	kYield
	kElse
	kPlus
	kPercent
	kStar
	kBar
)

var kinds = []string{
	kAliasedImport:           "aliased_import",
	kArgumentList:            "argument_list",
	kAsPattern:               "as_pattern",
	kAsPatternTarget:         "as_pattern_target",
	kAssertStatement:         "assert_statement",
	kAssignment:              "assignment",
	kAsync:                   "async",
	kAttribute:               "attribute",
	kAugmentedAssignment:     "augmented_assignment",
	kAwait:                   "await",
	kBinaryOperator:          "binary_operator",
	kBlock:                   "block",
	kBooleanOperator:         "boolean_operator",
	kBreakStatement:          "break_statement",
	kCall:                    "call",
	kCaseClause:              "case_clause",
	kCasePattern:             "case_pattern",
	kClassDefinition:         "class_definition",
	kClassPattern:            "class_pattern",
	kComment:                 "comment",
	kComparisonOperator:      "comparison_operator",
	kConcatenatedString:      "concatenated_string",
	kConditionalExpression:   "conditional_expression",
	kConstrainedType:         "constrained_type",
	kContinueStatement:       "continue_statement",
	kDecoratedDefinition:     "decorated_definition",
	kDecorator:               "decorator",
	kDefaultParameter:        "default_parameter",
	kDeleteStatement:         "delete_statement",
	kDictionary:              "dictionary",
	kDictionaryComprehension: "dictionary_comprehension",
	kDictionarySplat:         "dictionary_splat",
	kDictionarySplatPattern:  "dictionary_splat_pattern",
	kDottedName:              "dotted_name",
	kElifClause:              "elif_clause",
	kElseClause:              "else_clause",
	kEllipsis:                "ellipsis",
	kExceptClause:            "except_clause",
	kExceptGroupClause:       "except_group_clause",
	kExecStatement:           "exec_statement",
	kExpressionList:          "expression_list",
	kExpressionStatement:     "expression_statement",
	kFalse:                   "false",
	kFinallyClause:           "finally_clause",
	kFloat:                   "float",
	kForInClause:             "for_in_clause",
	kForStatement:            "for_statement",
	kFormatExpression:        "format_expression",
	kFrom:                    "from",
	kFunctionDefinition:      "function_definition",
	kFutureImport:            "future_import_statement",
	kGeneratorExpression:     "generator_expression",
	kGenericType:             "generic_type",
	kGlobalStatement:         "global_statement",
	kIdentifier:              "identifier",
	kIfClause:                "if_clause",
	kIfStatement:             "if_statement",
	kImportFromStatement:     "import_from_statement",
	kImportStatement:         "import_statement",
	kInteger:                 "integer",
	kInterpolation:           "interpolation",
	kKeywordArgument:         "keyword_argument",
	kKeywordPattern:          "keyword_pattern",
	kKeywordSeparator:        "keyword_separator",
	kLambda:                  "lambda",
	kList:                    "list",
	kListComprehension:       "list_comprehension",
	kListPattern:             "list_pattern",
	kListSplat:               "list_splat",
	kListSplatPattern:        "list_splat_pattern",
	kMatchStatement:          "match_statement",
	kMemberType:              "member_type",
	kModule:                  "module",
	kNamedExpression:         "named_expression",
	kNone:                    "none",
	kNonlocalStatement:       "nonlocal_statement",
	kNotOperator:             "not_operator",
	kPair:                    "pair",
	kParenthesized:           "parenthesized_expression",
	kPassStatement:           "pass_statement",
	kPatternList:             "pattern_list",
	kPositionalSeparator:     "positional_separator",
	kPrintStatement:          "print_statement",
	kRaiseStatement:          "raise_statement",
	kReturnStatement:         "return_statement",
	kSet:                     "set",
	kSetComprehension:        "set_comprehension",
	kSlice:                   "slice",
	kSplatType:               "splat_type",
	kString:                  "string",
	kStringContent:           "string_content",
	kSubscript:               "subscript",
	kTrue:                    "true",
	kTryStatement:            "try_statement",
	kTuple:                   "tuple",
	kTuplePattern:            "tuple_pattern",
	kType:                    "type",
	kTypeAliasStatement:      "type_alias_statement",
	kTypeParameter:           "type_parameter",
	kTypedDefaultParameter:   "typed_default_parameter",
	kTypedParameter:          "typed_parameter",
	kUnaryOperator:           "unary_operator",
	kUnionType:               "union_type",
	kWhileStatement:          "while_statement",
	kWildcardImport:          "wildcard_import",
	kWithClause:              "with_clause",
	kWithItem:                "with_item",
	kWithStatement:           "with_statement",
	kYield:                   "yield",
	kElse:                    "else",
	kPlus:                    "+",
	kPercent:                 "%",
	kStar:                    "*",
	kBar:                     "|",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlias
	fAlternative
	fArgument
	fArguments
	fAttribute
	fBody
	fCondition
	fConsequence
	fDefinition
	fFunction
	fKey
	fLeft
	fModuleName
	fName
	fObject
	fOperator
	fParameters
	fReturnType
	fRight
	fSubject
	fSubscript
	fSuperclasses
	fTypeField
	fTypeParameters
	fValue
)

var fields = []string{
	fAlias:          "alias",
	fAlternative:    "alternative",
	fArgument:       "argument",
	fArguments:      "arguments",
	fAttribute:      "attribute",
	fBody:           "body",
	fCondition:      "condition",
	fConsequence:    "consequence",
	fDefinition:     "definition",
	fFunction:       "function",
	fKey:            "key",
	fLeft:           "left",
	fModuleName:     "module_name",
	fName:           "name",
	fObject:         "object",
	fOperator:       "operator",
	fParameters:     "parameters",
	fReturnType:     "return_type",
	fRight:          "right",
	fSubject:        "subject",
	fSubscript:      "subscript",
	fSuperclasses:   "superclasses",
	fTypeField:      "type",
	fTypeParameters: "type_parameters",
	fValue:          "value",
}

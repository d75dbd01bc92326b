package kotlin

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAdditiveExpression
	kAnnotatedLambda
	kAnnotation
	kAnonymousFunction
	kAnonymousInitializer
	kAsExpression
	kAssignment
	kBindingPatternKind
	kBooleanLiteral
	kCallExpression
	kCallSuffix
	kCallableReference
	kCatchBlock
	kCharacterLiteral
	kCheckExpression
	kClassBody
	kClassDeclaration
	kClassParameter
	kCollectionLiteral
	kCompanionObject
	kComparisonExpression
	kConjunctionExpression
	kConstructorDelegationCall
	kConstructorInvocation
	kControlStructureBody
	kDelegationSpecifier
	kDirectlyAssignableExpression
	kDisjunctionExpression
	kDoWhileStatement
	kElvisExpression
	kEnumClassBody
	kEnumEntry
	kEqualityExpression
	kExplicitDelegation
	kFileAnnotation
	kFinallyBlock
	kForStatement
	kFunctionBody
	kFunctionDeclaration
	kFunctionType
	kFunctionTypeParameters
	kFunctionValueParameters
	kGetter
	kHexLiteral
	kBinLiteral
	kIdentifier
	kIfExpression
	kImportAlias
	kImportHeader
	kImportList
	kIndexingExpression
	kIndexingSuffix
	kInfixExpression
	kIntegerLiteral
	kInterpolatedExpression
	kInterpolatedIdentifier
	kJumpExpression
	kLabel
	kLambdaLiteral
	kLambdaParameters
	kLineComment
	kLongLiteral
	kModifiers
	kMultiVariableDeclaration
	kMultilineComment
	kMultiplicativeExpression
	kNavigationExpression
	kNavigationSuffix
	kNotNullableType
	kNullableType
	kObjectDeclaration
	kObjectLiteral
	kPackageHeader
	kParameter
	kParameterModifiers
	kParameterWithOptionalType
	kParenthesizedExpression
	kParenthesizedType
	kParenthesizedUserType
	kPostfixExpression
	kPrefixExpression
	kPrimaryConstructor
	kPropertyDeclaration
	kPropertyDelegate
	kRangeExpression
	kRangeTest
	kRealLiteral
	kSecondaryConstructor
	kSetter
	kShebangLine
	kSimpleIdentifier
	kSpreadExpression
	kStatements
	kStringContent
	kStringLiteral
	kSuperExpression
	kThisExpression
	kTryExpression
	kTypeAlias
	kTypeArguments
	kTypeConstraint
	kTypeConstraints
	kTypeIdentifier
	kTypeModifiers
	kTypeParameter
	kTypeParameters
	kTypeProjection
	kTypeTest
	kUnsignedLiteral
	kUserType
	kUseSiteTarget
	kValueArgument
	kValueArguments
	kVariableDeclaration
	kWhenCondition
	kWhenEntry
	kWhenExpression
	kWhenSubject
	kWhileStatement
	kWildcardImport

	tAs
	tAsSafe
	tAssign
	tPlusAssign
	tMinusAssign
	tTimesAssign
	tDivAssign
	tModAssign
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tLess
	tLessEqual
	tGreater
	tGreaterEqual
	tNot
	tNotNull
	tIncrement
	tDecrement
	tIn
	tNotIn
	tIs
	tNotIs
	tAnd
	tOr
	tElvis
	tDot
	tSafeDot
	tColonColon
	tColon
	tComma
	tSemicolon
	tOpenBrace
	tOpenParen
	tCloseParen
	tCloseBracket
	tArrow
	tClass
	tInterface
	tEnum
	tFun
	tVal
	tVar
	tBy
	tNull
	tReturn
	tReturnAt
	tThrow
	tThis
	tThisAt
	tSuper
	tSuperAt
	tElse
)

var kinds = []string{
	kAdditiveExpression:           "additive_expression",
	kAnnotatedLambda:              "annotated_lambda",
	kAnnotation:                   "annotation",
	kAnonymousFunction:            "anonymous_function",
	kAnonymousInitializer:         "anonymous_initializer",
	kAsExpression:                 "as_expression",
	kAssignment:                   "assignment",
	kBindingPatternKind:           "binding_pattern_kind",
	kBooleanLiteral:               "boolean_literal",
	kCallExpression:               "call_expression",
	kCallSuffix:                   "call_suffix",
	kCallableReference:            "callable_reference",
	kCatchBlock:                   "catch_block",
	kCharacterLiteral:             "character_literal",
	kCheckExpression:              "check_expression",
	kClassBody:                    "class_body",
	kClassDeclaration:             "class_declaration",
	kClassParameter:               "class_parameter",
	kCollectionLiteral:            "collection_literal",
	kCompanionObject:              "companion_object",
	kComparisonExpression:         "comparison_expression",
	kConjunctionExpression:        "conjunction_expression",
	kConstructorDelegationCall:    "constructor_delegation_call",
	kConstructorInvocation:        "constructor_invocation",
	kControlStructureBody:         "control_structure_body",
	kDelegationSpecifier:          "delegation_specifier",
	kDirectlyAssignableExpression: "directly_assignable_expression",
	kDisjunctionExpression:        "disjunction_expression",
	kDoWhileStatement:             "do_while_statement",
	kElvisExpression:              "elvis_expression",
	kEnumClassBody:                "enum_class_body",
	kEnumEntry:                    "enum_entry",
	kEqualityExpression:           "equality_expression",
	kExplicitDelegation:           "explicit_delegation",
	kFileAnnotation:               "file_annotation",
	kFinallyBlock:                 "finally_block",
	kForStatement:                 "for_statement",
	kFunctionBody:                 "function_body",
	kFunctionDeclaration:          "function_declaration",
	kFunctionType:                 "function_type",
	kFunctionTypeParameters:       "function_type_parameters",
	kFunctionValueParameters:      "function_value_parameters",
	kGetter:                       "getter",
	kHexLiteral:                   "hex_literal",
	kBinLiteral:                   "bin_literal",
	kIdentifier:                   "identifier",
	kIfExpression:                 "if_expression",
	kImportAlias:                  "import_alias",
	kImportHeader:                 "import_header",
	kImportList:                   "import_list",
	kIndexingExpression:           "indexing_expression",
	kIndexingSuffix:               "indexing_suffix",
	kInfixExpression:              "infix_expression",
	kIntegerLiteral:               "integer_literal",
	kInterpolatedExpression:       "interpolated_expression",
	kInterpolatedIdentifier:       "interpolated_identifier",
	kJumpExpression:               "jump_expression",
	kLabel:                        "label",
	kLambdaLiteral:                "lambda_literal",
	kLambdaParameters:             "lambda_parameters",
	kLineComment:                  "line_comment",
	kLongLiteral:                  "long_literal",
	kModifiers:                    "modifiers",
	kMultiVariableDeclaration:     "multi_variable_declaration",
	kMultilineComment:             "multiline_comment",
	kMultiplicativeExpression:     "multiplicative_expression",
	kNavigationExpression:         "navigation_expression",
	kNavigationSuffix:             "navigation_suffix",
	kNotNullableType:              "not_nullable_type",
	kNullableType:                 "nullable_type",
	kObjectDeclaration:            "object_declaration",
	kObjectLiteral:                "object_literal",
	kPackageHeader:                "package_header",
	kParameter:                    "parameter",
	kParameterModifiers:           "parameter_modifiers",
	kParameterWithOptionalType:    "parameter_with_optional_type",
	kParenthesizedExpression:      "parenthesized_expression",
	kParenthesizedType:            "parenthesized_type",
	kParenthesizedUserType:        "parenthesized_user_type",
	kPostfixExpression:            "postfix_expression",
	kPrefixExpression:             "prefix_expression",
	kPrimaryConstructor:           "primary_constructor",
	kPropertyDeclaration:          "property_declaration",
	kPropertyDelegate:             "property_delegate",
	kRangeExpression:              "range_expression",
	kRangeTest:                    "range_test",
	kRealLiteral:                  "real_literal",
	kSecondaryConstructor:         "secondary_constructor",
	kSetter:                       "setter",
	kShebangLine:                  "shebang_line",
	kSimpleIdentifier:             "simple_identifier",
	kSpreadExpression:             "spread_expression",
	kStatements:                   "statements",
	kStringContent:                "string_content",
	kStringLiteral:                "string_literal",
	kSuperExpression:              "super_expression",
	kThisExpression:               "this_expression",
	kTryExpression:                "try_expression",
	kTypeAlias:                    "type_alias",
	kTypeArguments:                "type_arguments",
	kTypeConstraint:               "type_constraint",
	kTypeConstraints:              "type_constraints",
	kTypeIdentifier:               "type_identifier",
	kTypeModifiers:                "type_modifiers",
	kTypeParameter:                "type_parameter",
	kTypeParameters:               "type_parameters",
	kTypeProjection:               "type_projection",
	kTypeTest:                     "type_test",
	kUnsignedLiteral:              "unsigned_literal",
	kUserType:                     "user_type",
	kUseSiteTarget:                "use_site_target",
	kValueArgument:                "value_argument",
	kValueArguments:               "value_arguments",
	kVariableDeclaration:          "variable_declaration",
	kWhenCondition:                "when_condition",
	kWhenEntry:                    "when_entry",
	kWhenExpression:               "when_expression",
	kWhenSubject:                  "when_subject",
	kWhileStatement:               "while_statement",
	kWildcardImport:               "wildcard_import",
	tAs:                           "as",
	tAsSafe:                       "as?",
	tAssign:                       "=",
	tPlusAssign:                   "+=",
	tMinusAssign:                  "-=",
	tTimesAssign:                  "*=",
	tDivAssign:                    "/=",
	tModAssign:                    "%=",
	tPlus:                         "+",
	tMinus:                        "-",
	tStar:                         "*",
	tSlash:                        "/",
	tPercent:                      "%",
	tLess:                         "<",
	tLessEqual:                    "<=",
	tGreater:                      ">",
	tGreaterEqual:                 ">=",
	tNot:                          "!",
	tNotNull:                      "!!",
	tIncrement:                    "++",
	tDecrement:                    "--",
	tIn:                           "in",
	tNotIn:                        "!in",
	tIs:                           "is",
	tNotIs:                        "!is",
	tAnd:                          "&&",
	tOr:                           "||",
	tElvis:                        "?:",
	tDot:                          ".",
	tSafeDot:                      "?.",
	tColonColon:                   "::",
	tColon:                        ":",
	tComma:                        ",",
	tSemicolon:                    ";",
	tOpenBrace:                    "{",
	tOpenParen:                    "(",
	tCloseParen:                   ")",
	tCloseBracket:                 "]",
	tArrow:                        "->",
	tClass:                        "class",
	tInterface:                    "interface",
	tEnum:                         "enum",
	tFun:                          "fun",
	tVal:                          "val",
	tVar:                          "var",
	tBy:                           "by",
	tNull:                         "null",
	tReturn:                       "return",
	tReturnAt:                     "return@",
	tThrow:                        "throw",
	tThis:                         "this",
	tThisAt:                       "this@",
	tSuper:                        "super",
	tSuperAt:                      "super@",
	tElse:                         "else",
}

// The grammar names no fields.
var fields = []string{""}

package swift

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAdditiveExpression
	kArrayLiteral
	kArrayType
	kAsExpression
	kAsOperator
	kAssignment
	kAssociatedtypeDeclaration
	kAttribute
	kAvailabilityCondition
	kAwaitExpression
	kBang
	kBitwiseOperation
	kBooleanLiteral
	kCallExpression
	kCallSuffix
	kCaptureList
	kCaptureListItem
	kCatchBlock
	kCatchKeyword
	kCheckExpression
	kClassBody
	kClassDeclaration
	kComment
	kComparisonExpression
	kComputedGetter
	kComputedModify
	kComputedProperty
	kComputedSetter
	kConjunctionExpression
	kConstructorExpression
	kConstructorSuffix
	kControlTransferStatement
	kCustomOperator
	kDefaultKeyword
	kDeinitDeclaration
	kDictionaryLiteral
	kDictionaryType
	kDidsetClause
	kDirective
	kDirectlyAssignableExpression
	kDisjunctionExpression
	kDoStatement
	kElse
	kEnumClassBody
	kEnumEntry
	kEnumTypeParameters
	kEqualityConstraint
	kEqualityExpression
	kExistentialType
	kForStatement
	kFunctionBody
	kFunctionDeclaration
	kFunctionType
	kGuardStatement
	kHexLiteral
	kIdentifier
	kIfStatement
	kImportDeclaration
	kInfixExpression
	kInheritanceConstraint
	kInheritanceModifier
	kInheritanceSpecifier
	kInitDeclaration
	kIntegerLiteral
	kInterpolatedExpression
	kKeyPathExpression
	kLambdaFunctionType
	kLambdaFunctionTypeParameters
	kLambdaLiteral
	kLambdaParameter
	kLineStrText
	kLineStringLiteral
	kMacroDeclaration
	kMemberModifier
	kMetatype
	kModifiers
	kMultiLineStringLiteral
	kMultilineComment
	kMultiplicativeExpression
	kNavigationExpression
	kNavigationSuffix
	kNilCoalescingExpression
	kOpaqueType
	kOptionalType
	kParameter
	kPattern
	kPostfixExpression
	kPrefixExpression
	kPropertyDeclaration
	kPropertyModifier
	kProtocolBody
	kProtocolCompositionType
	kProtocolDeclaration
	kProtocolFunctionDeclaration
	kProtocolPropertyDeclaration
	kRangeExpression
	kRawStringLiteral
	kRealLiteral
	kRegexLiteral
	kRepeatWhileStatement
	kSelfExpression
	kSimpleIdentifier
	kStatements
	kSubscriptDeclaration
	kSuperExpression
	kSwitchEntry
	kSwitchPattern
	kSwitchStatement
	kTernaryExpression
	kThrowKeyword
	kTryExpression
	kTupleExpression
	kTupleType
	kTupleTypeItem
	kTypeAnnotation
	kTypeArguments
	kTypeConstraint
	kTypeConstraints
	kTypeIdentifier
	kTypeParameter
	kTypeParameters
	kTypealiasDeclaration
	kUserType
	kValueArgument
	kValueArgumentLabel
	kValueArguments
	kValueBindingPattern
	kVisibilityModifier
	kWhereClause
	kWhereKeyword
	kWhileStatement
	kWillsetClause
	kWillsetDidsetBlock
	kWildcardPattern
	tCase
	tLet
	tDot
	tComma
	tColon
	tSemicolon
	tAssign
	tOpenParen
	tCloseParen
	tOpenBracket
	tCloseBracket
	tOpenBrace
	tCloseBrace
	tInit
	tFunc
	tClass
	tEllipsis
	tNil
	tIs
	tAs
	tReturn
	tAnd
	tOr
	tIndirect
	tQuestion
	tTypeName
	tIn
)

var kinds = []string{
	"",
	kAdditiveExpression:           "additive_expression",
	kArrayLiteral:                 "array_literal",
	kArrayType:                    "array_type",
	kAsExpression:                 "as_expression",
	kAsOperator:                   "as_operator",
	kAssignment:                   "assignment",
	kAssociatedtypeDeclaration:    "associatedtype_declaration",
	kAttribute:                    "attribute",
	kAvailabilityCondition:        "availability_condition",
	kAwaitExpression:              "await_expression",
	kBang:                         "bang",
	kBitwiseOperation:             "bitwise_operation",
	kBooleanLiteral:               "boolean_literal",
	kCallExpression:               "call_expression",
	kCallSuffix:                   "call_suffix",
	kCaptureList:                  "capture_list",
	kCaptureListItem:              "capture_list_item",
	kCatchBlock:                   "catch_block",
	kCatchKeyword:                 "catch_keyword",
	kCheckExpression:              "check_expression",
	kClassBody:                    "class_body",
	kClassDeclaration:             "class_declaration",
	kComment:                      "comment",
	kComparisonExpression:         "comparison_expression",
	kComputedGetter:               "computed_getter",
	kComputedModify:               "computed_modify",
	kComputedProperty:             "computed_property",
	kComputedSetter:               "computed_setter",
	kConjunctionExpression:        "conjunction_expression",
	kConstructorExpression:        "constructor_expression",
	kConstructorSuffix:            "constructor_suffix",
	kControlTransferStatement:     "control_transfer_statement",
	kCustomOperator:               "custom_operator",
	kDefaultKeyword:               "default_keyword",
	kDeinitDeclaration:            "deinit_declaration",
	kDictionaryLiteral:            "dictionary_literal",
	kDictionaryType:               "dictionary_type",
	kDidsetClause:                 "didset_clause",
	kDirective:                    "directive",
	kDirectlyAssignableExpression: "directly_assignable_expression",
	kDisjunctionExpression:        "disjunction_expression",
	kDoStatement:                  "do_statement",
	kElse:                         "else",
	kEnumClassBody:                "enum_class_body",
	kEnumEntry:                    "enum_entry",
	kEnumTypeParameters:           "enum_type_parameters",
	kEqualityConstraint:           "equality_constraint",
	kEqualityExpression:           "equality_expression",
	kExistentialType:              "existential_type",
	kForStatement:                 "for_statement",
	kFunctionBody:                 "function_body",
	kFunctionDeclaration:          "function_declaration",
	kFunctionType:                 "function_type",
	kGuardStatement:               "guard_statement",
	kHexLiteral:                   "hex_literal",
	kIdentifier:                   "identifier",
	kIfStatement:                  "if_statement",
	kImportDeclaration:            "import_declaration",
	kInfixExpression:              "infix_expression",
	kInheritanceConstraint:        "inheritance_constraint",
	kInheritanceModifier:          "inheritance_modifier",
	kInheritanceSpecifier:         "inheritance_specifier",
	kInitDeclaration:              "init_declaration",
	kIntegerLiteral:               "integer_literal",
	kInterpolatedExpression:       "interpolated_expression",
	kKeyPathExpression:            "key_path_expression",
	kLambdaFunctionType:           "lambda_function_type",
	kLambdaFunctionTypeParameters: "lambda_function_type_parameters",
	kLambdaLiteral:                "lambda_literal",
	kLambdaParameter:              "lambda_parameter",
	kLineStrText:                  "line_str_text",
	kLineStringLiteral:            "line_string_literal",
	kMacroDeclaration:             "macro_declaration",
	kMemberModifier:               "member_modifier",
	kMetatype:                     "metatype",
	kModifiers:                    "modifiers",
	kMultiLineStringLiteral:       "multi_line_string_literal",
	kMultilineComment:             "multiline_comment",
	kMultiplicativeExpression:     "multiplicative_expression",
	kNavigationExpression:         "navigation_expression",
	kNavigationSuffix:             "navigation_suffix",
	kNilCoalescingExpression:      "nil_coalescing_expression",
	kOpaqueType:                   "opaque_type",
	kOptionalType:                 "optional_type",
	kParameter:                    "parameter",
	kPattern:                      "pattern",
	kPostfixExpression:            "postfix_expression",
	kPrefixExpression:             "prefix_expression",
	kPropertyDeclaration:          "property_declaration",
	kPropertyModifier:             "property_modifier",
	kProtocolBody:                 "protocol_body",
	kProtocolCompositionType:      "protocol_composition_type",
	kProtocolDeclaration:          "protocol_declaration",
	kProtocolFunctionDeclaration:  "protocol_function_declaration",
	kProtocolPropertyDeclaration:  "protocol_property_declaration",
	kRangeExpression:              "range_expression",
	kRawStringLiteral:             "raw_string_literal",
	kRealLiteral:                  "real_literal",
	kRegexLiteral:                 "regex_literal",
	kRepeatWhileStatement:         "repeat_while_statement",
	kSelfExpression:               "self_expression",
	kSimpleIdentifier:             "simple_identifier",
	kStatements:                   "statements",
	kSubscriptDeclaration:         "subscript_declaration",
	kSuperExpression:              "super_expression",
	kSwitchEntry:                  "switch_entry",
	kSwitchPattern:                "switch_pattern",
	kSwitchStatement:              "switch_statement",
	kTernaryExpression:            "ternary_expression",
	kThrowKeyword:                 "throw_keyword",
	kTryExpression:                "try_expression",
	kTupleExpression:              "tuple_expression",
	kTupleType:                    "tuple_type",
	kTupleTypeItem:                "tuple_type_item",
	kTypeAnnotation:               "type_annotation",
	kTypeArguments:                "type_arguments",
	kTypeConstraint:               "type_constraint",
	kTypeConstraints:              "type_constraints",
	kTypeIdentifier:               "type_identifier",
	kTypeParameter:                "type_parameter",
	kTypeParameters:               "type_parameters",
	kTypealiasDeclaration:         "typealias_declaration",
	kUserType:                     "user_type",
	kValueArgument:                "value_argument",
	kValueArgumentLabel:           "value_argument_label",
	kValueArguments:               "value_arguments",
	kValueBindingPattern:          "value_binding_pattern",
	kVisibilityModifier:           "visibility_modifier",
	kWhereClause:                  "where_clause",
	kWhereKeyword:                 "where_keyword",
	kWhileStatement:               "while_statement",
	kWillsetClause:                "willset_clause",
	kWillsetDidsetBlock:           "willset_didset_block",
	kWildcardPattern:              "wildcard_pattern",
	tCase:                         "case",
	tLet:                          "let",
	tDot:                          ".",
	tComma:                        ",",
	tColon:                        ":",
	tSemicolon:                    ";",
	tAssign:                       "=",
	tOpenParen:                    "(",
	tCloseParen:                   ")",
	tOpenBracket:                  "[",
	tCloseBracket:                 "]",
	tOpenBrace:                    "{",
	tCloseBrace:                   "}",
	tInit:                         "init",
	tFunc:                         "func",
	tClass:                        "class",
	tEllipsis:                     "...",
	tNil:                          "nil",
	tIs:                           "is",
	tAs:                           "as",
	tReturn:                       "return",
	tAnd:                          "&&",
	tOr:                           "||",
	tIndirect:                     "indirect",
	tQuestion:                     "?",
	tTypeName:                     "Type",
	tIn:                           "in",
}

const (
	_ lang.FieldID = iota
	fBody
	fBoundIdentifier
	fCaptures
	fCollection
	fComputedValue
	fCondition
	fConstrainedType
	fConstructedType
	fDataContents
	fDeclarationKind
	fDefaultValue
	fElement
	fEnd
	fError
	fExpr
	fExternalName
	fIfFalse
	fIfNil
	fIfTrue
	fInheritsFrom
	fInterpolation
	fItem
	fKey
	fLhs
	fName
	fOp
	fOperation
	fOperator
	fParams
	fRawValue
	fResult
	fReturnType
	fRhs
	fStart
	fSuffix
	fTarget
	fType
	fValue
	fWrapped
)

var fields = []string{
	"",
	fBody:            "body",
	fBoundIdentifier: "bound_identifier",
	fCaptures:        "captures",
	fCollection:      "collection",
	fComputedValue:   "computed_value",
	fCondition:       "condition",
	fConstrainedType: "constrained_type",
	fConstructedType: "constructed_type",
	fDataContents:    "data_contents",
	fDeclarationKind: "declaration_kind",
	fDefaultValue:    "default_value",
	fElement:         "element",
	fEnd:             "end",
	fError:           "error",
	fExpr:            "expr",
	fExternalName:    "external_name",
	fIfFalse:         "if_false",
	fIfNil:           "if_nil",
	fIfTrue:          "if_true",
	fInheritsFrom:    "inherits_from",
	fInterpolation:   "interpolation",
	fItem:            "item",
	fKey:             "key",
	fLhs:             "lhs",
	fName:            "name",
	fOp:              "op",
	fOperation:       "operation",
	fOperator:        "operator",
	fParams:          "params",
	fRawValue:        "raw_value",
	fResult:          "result",
	fReturnType:      "return_type",
	fRhs:             "rhs",
	fStart:           "start",
	fSuffix:          "suffix",
	fTarget:          "target",
	fType:            "type",
	fValue:           "value",
	fWrapped:         "wrapped",
}

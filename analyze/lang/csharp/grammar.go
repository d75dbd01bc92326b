package csharp

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAccessorDeclaration
	kAccessorList
	kAliasQualifiedName
	kAndPattern
	kAnonymousMethodExpression
	kAnonymousObjectCreationExpression
	kArgument
	kArgumentList
	kArrayCreationExpression
	kArrayType
	kArrowExpressionClause
	kAsExpression
	kAssignmentExpression
	kAttribute
	kAttributeArgument
	kAttributeArgumentList
	kAttributeList
	kAwaitExpression
	kBaseList
	kBinaryExpression
	kBlock
	kBooleanLiteral
	kBracketedParameterList
	kCastExpression
	kCatchClause
	kCatchDeclaration
	kCharacterLiteral
	kClassDeclaration
	kComment
	kConditionalAccessExpression
	kConditionalExpression
	kConstantPattern
	kConstructorDeclaration
	kConstructorInitializer
	kConversionOperatorDeclaration
	kDeclarationExpression
	kDeclarationPattern
	kDefaultExpression
	kDelegateDeclaration
	kDestructorDeclaration
	kDiscard
	kDoStatement
	kElementAccessExpression
	kElementBindingExpression
	kEnumDeclaration
	kEnumMemberDeclaration
	kEventDeclaration
	kEventFieldDeclaration
	kExplicitInterfaceSpecifier
	kExpressionStatement
	kExternAliasDirective
	kFieldDeclaration
	kFileScopedNamespaceDeclaration
	kFixedStatement
	kForStatement
	kForeachStatement
	kFromClause
	kFunctionPointerType
	kGenericName
	kGlobalAttribute
	kGlobalStatement
	kGotoStatement
	kGroupClause
	kIdentifier
	kIfStatement
	kImplicitArrayCreationExpression
	kImplicitObjectCreationExpression
	kImplicitParameter
	kImplicitType
	kIndexerDeclaration
	kInitializerExpression
	kIntegerLiteral
	kInterfaceDeclaration
	kInterpolatedStringExpression
	kInvocationExpression
	kIsExpression
	kIsPatternExpression
	kJoinClause
	kJoinIntoClause
	kLabeledStatement
	kLambdaExpression
	kLetClause
	kListPattern
	kLocalDeclarationStatement
	kLocalFunctionStatement
	kMemberAccessExpression
	kMemberBindingExpression
	kMethodDeclaration
	kModifier
	kNamespaceDeclaration
	kNegatedPattern
	kNullLiteral
	kNullableType
	kObjectCreationExpression
	kOperatorDeclaration
	kOrPattern
	kParameter
	kParameterList
	kParenthesizedExpression
	kParenthesizedPattern
	kParenthesizedVariableDesignation
	kPointerType
	kPositionalPatternClause
	kPostfixUnaryExpression
	kPredefinedType
	kPrefixUnaryExpression
	kPreprocDefine
	kPreprocElif
	kPreprocElse
	kPreprocEndregion
	kPreprocError
	kPreprocIf
	kPreprocLine
	kPreprocNullable
	kPreprocPragma
	kPreprocRegion
	kPreprocUndef
	kPrimaryConstructorBaseType
	kPropertyDeclaration
	kPropertyPatternClause
	kQualifiedName
	kQueryExpression
	kRangeExpression
	kRawStringLiteral
	kRealLiteral
	kRecordDeclaration
	kRecursivePattern
	kRefExpression
	kRefType
	kRelationalPattern
	kReturnStatement
	kScopedType
	kSelectClause
	kShebangDirective
	kStringLiteral
	kStructDeclaration
	kSubpattern
	kSwitchExpression
	kSwitchExpressionArm
	kSwitchSection
	kSwitchStatement
	kTupleElement
	kTupleExpression
	kTuplePattern
	kTupleType
	kTypeArgumentList
	kTypeParameter
	kTypeParameterConstraint
	kTypeParameterConstraintsClause
	kTypeParameterList
	kTypePattern
	kTypeofExpression
	kUsingDirective
	kUsingStatement
	kVarPattern
	kVariableDeclaration
	kVariableDeclarator
	kVerbatimStringLiteral
	kWhileStatement
	kWithExpression
	kWithInitializer
	kYieldStatement

	tAnd
	tAssign
	tBase
	tCase
	tCloseBrace
	tColon
	tComma
	tCoalesce
	tEqual
	tGlobal
	tGreater
	tGreaterEqual
	tImplicit
	tLess
	tLessEqual
	tNot
	tNotEqual
	tOr
	tParams
	tSemicolon
	tSet
	tInit
	tStruct
	tThis
)

var kinds = []string{
	kAccessorDeclaration:               "accessor_declaration",
	kAccessorList:                      "accessor_list",
	kAliasQualifiedName:                "alias_qualified_name",
	kAndPattern:                        "and_pattern",
	kAnonymousMethodExpression:         "anonymous_method_expression",
	kAnonymousObjectCreationExpression: "anonymous_object_creation_expression",
	kArgument:                          "argument",
	kArgumentList:                      "argument_list",
	kArrayCreationExpression:           "array_creation_expression",
	kArrayType:                         "array_type",
	kArrowExpressionClause:             "arrow_expression_clause",
	kAsExpression:                      "as_expression",
	kAssignmentExpression:              "assignment_expression",
	kAttribute:                         "attribute",
	kAttributeArgument:                 "attribute_argument",
	kAttributeArgumentList:             "attribute_argument_list",
	kAttributeList:                     "attribute_list",
	kAwaitExpression:                   "await_expression",
	kBaseList:                          "base_list",
	kBinaryExpression:                  "binary_expression",
	kBlock:                             "block",
	kBooleanLiteral:                    "boolean_literal",
	kBracketedParameterList:            "bracketed_parameter_list",
	kCastExpression:                    "cast_expression",
	kCatchClause:                       "catch_clause",
	kCatchDeclaration:                  "catch_declaration",
	kCharacterLiteral:                  "character_literal",
	kClassDeclaration:                  "class_declaration",
	kComment:                           "comment",
	kConditionalAccessExpression:       "conditional_access_expression",
	kConditionalExpression:             "conditional_expression",
	kConstantPattern:                   "constant_pattern",
	kConstructorDeclaration:            "constructor_declaration",
	kConstructorInitializer:            "constructor_initializer",
	kConversionOperatorDeclaration:     "conversion_operator_declaration",
	kDeclarationExpression:             "declaration_expression",
	kDeclarationPattern:                "declaration_pattern",
	kDefaultExpression:                 "default_expression",
	kDelegateDeclaration:               "delegate_declaration",
	kDestructorDeclaration:             "destructor_declaration",
	kDiscard:                           "discard",
	kDoStatement:                       "do_statement",
	kElementAccessExpression:           "element_access_expression",
	kElementBindingExpression:          "element_binding_expression",
	kEnumDeclaration:                   "enum_declaration",
	kEnumMemberDeclaration:             "enum_member_declaration",
	kEventDeclaration:                  "event_declaration",
	kEventFieldDeclaration:             "event_field_declaration",
	kExplicitInterfaceSpecifier:        "explicit_interface_specifier",
	kExpressionStatement:               "expression_statement",
	kExternAliasDirective:              "extern_alias_directive",
	kFieldDeclaration:                  "field_declaration",
	kFileScopedNamespaceDeclaration:    "file_scoped_namespace_declaration",
	kFixedStatement:                    "fixed_statement",
	kForStatement:                      "for_statement",
	kForeachStatement:                  "foreach_statement",
	kFromClause:                        "from_clause",
	kFunctionPointerType:               "function_pointer_type",
	kGenericName:                       "generic_name",
	kGlobalAttribute:                   "global_attribute",
	kGlobalStatement:                   "global_statement",
	kGotoStatement:                     "goto_statement",
	kGroupClause:                       "group_clause",
	kIdentifier:                        "identifier",
	kIfStatement:                       "if_statement",
	kImplicitArrayCreationExpression:   "implicit_array_creation_expression",
	kImplicitObjectCreationExpression:  "implicit_object_creation_expression",
	kImplicitParameter:                 "implicit_parameter",
	kImplicitType:                      "implicit_type",
	kIndexerDeclaration:                "indexer_declaration",
	kInitializerExpression:             "initializer_expression",
	kIntegerLiteral:                    "integer_literal",
	kInterfaceDeclaration:              "interface_declaration",
	kInterpolatedStringExpression:      "interpolated_string_expression",
	kInvocationExpression:              "invocation_expression",
	kIsExpression:                      "is_expression",
	kIsPatternExpression:               "is_pattern_expression",
	kJoinClause:                        "join_clause",
	kJoinIntoClause:                    "join_into_clause",
	kLabeledStatement:                  "labeled_statement",
	kLambdaExpression:                  "lambda_expression",
	kLetClause:                         "let_clause",
	kListPattern:                       "list_pattern",
	kLocalDeclarationStatement:         "local_declaration_statement",
	kLocalFunctionStatement:            "local_function_statement",
	kMemberAccessExpression:            "member_access_expression",
	kMemberBindingExpression:           "member_binding_expression",
	kMethodDeclaration:                 "method_declaration",
	kModifier:                          "modifier",
	kNamespaceDeclaration:              "namespace_declaration",
	kNegatedPattern:                    "negated_pattern",
	kNullLiteral:                       "null_literal",
	kNullableType:                      "nullable_type",
	kObjectCreationExpression:          "object_creation_expression",
	kOperatorDeclaration:               "operator_declaration",
	kOrPattern:                         "or_pattern",
	kParameter:                         "parameter",
	kParameterList:                     "parameter_list",
	kParenthesizedExpression:           "parenthesized_expression",
	kParenthesizedPattern:              "parenthesized_pattern",
	kParenthesizedVariableDesignation:  "parenthesized_variable_designation",
	kPointerType:                       "pointer_type",
	kPositionalPatternClause:           "positional_pattern_clause",
	kPostfixUnaryExpression:            "postfix_unary_expression",
	kPredefinedType:                    "predefined_type",
	kPrefixUnaryExpression:             "prefix_unary_expression",
	kPreprocDefine:                     "preproc_define",
	kPreprocElif:                       "preproc_elif",
	kPreprocElse:                       "preproc_else",
	kPreprocEndregion:                  "preproc_endregion",
	kPreprocError:                      "preproc_error",
	kPreprocIf:                         "preproc_if",
	kPreprocLine:                       "preproc_line",
	kPreprocNullable:                   "preproc_nullable",
	kPreprocPragma:                     "preproc_pragma",
	kPreprocRegion:                     "preproc_region",
	kPreprocUndef:                      "preproc_undef",
	kPrimaryConstructorBaseType:        "primary_constructor_base_type",
	kPropertyDeclaration:               "property_declaration",
	kPropertyPatternClause:             "property_pattern_clause",
	kQualifiedName:                     "qualified_name",
	kQueryExpression:                   "query_expression",
	kRangeExpression:                   "range_expression",
	kRawStringLiteral:                  "raw_string_literal",
	kRealLiteral:                       "real_literal",
	kRecordDeclaration:                 "record_declaration",
	kRecursivePattern:                  "recursive_pattern",
	kRefExpression:                     "ref_expression",
	kRefType:                           "ref_type",
	kRelationalPattern:                 "relational_pattern",
	kReturnStatement:                   "return_statement",
	kScopedType:                        "scoped_type",
	kSelectClause:                      "select_clause",
	kShebangDirective:                  "shebang_directive",
	kStringLiteral:                     "string_literal",
	kStructDeclaration:                 "struct_declaration",
	kSubpattern:                        "subpattern",
	kSwitchExpression:                  "switch_expression",
	kSwitchExpressionArm:               "switch_expression_arm",
	kSwitchSection:                     "switch_section",
	kSwitchStatement:                   "switch_statement",
	kTupleElement:                      "tuple_element",
	kTupleExpression:                   "tuple_expression",
	kTuplePattern:                      "tuple_pattern",
	kTupleType:                         "tuple_type",
	kTypeArgumentList:                  "type_argument_list",
	kTypeParameter:                     "type_parameter",
	kTypeParameterConstraint:           "type_parameter_constraint",
	kTypeParameterConstraintsClause:    "type_parameter_constraints_clause",
	kTypeParameterList:                 "type_parameter_list",
	kTypePattern:                       "type_pattern",
	kTypeofExpression:                  "typeof_expression",
	kUsingDirective:                    "using_directive",
	kUsingStatement:                    "using_statement",
	kVarPattern:                        "var_pattern",
	kVariableDeclaration:               "variable_declaration",
	kVariableDeclarator:                "variable_declarator",
	kVerbatimStringLiteral:             "verbatim_string_literal",
	kWhileStatement:                    "while_statement",
	kWithExpression:                    "with_expression",
	kWithInitializer:                   "with_initializer",
	kYieldStatement:                    "yield_statement",

	tAnd:          "&&",
	tAssign:       "=",
	tBase:         "base",
	tCase:         "case",
	tCloseBrace:   "}",
	tColon:        ":",
	tComma:        ",",
	tCoalesce:     "??",
	tEqual:        "==",
	tGlobal:       "global",
	tGreater:      ">",
	tGreaterEqual: ">=",
	tImplicit:     "implicit",
	tLess:         "<",
	tLessEqual:    "<=",
	tNot:          "!",
	tNotEqual:     "!=",
	tOr:           "||",
	tParams:       "params",
	tSemicolon:    ";",
	tSet:          "set",
	tInit:         "init",
	tStruct:       "struct",
	tThis:         "this",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAccessors
	fAlias
	fAlternative
	fArguments
	fBody
	fCondition
	fConsequence
	fExpression
	fFunction
	fInitializer
	fLeft
	fName
	fOperator
	fParameters
	fPattern
	fQualifier
	fRank
	fReturns
	fRight
	fSubscript
	fType
	fValue
)

var fields = []string{
	fAccessors:   "accessors",
	fAlias:       "alias",
	fAlternative: "alternative",
	fArguments:   "arguments",
	fBody:        "body",
	fCondition:   "condition",
	fConsequence: "consequence",
	fExpression:  "expression",
	fFunction:    "function",
	fInitializer: "initializer",
	fLeft:        "left",
	fName:        "name",
	fOperator:    "operator",
	fParameters:  "parameters",
	fPattern:     "pattern",
	fQualifier:   "qualifier",
	fRank:        "rank",
	fReturns:     "returns",
	fRight:       "right",
	fSubscript:   "subscript",
	fType:        "type",
	fValue:       "value",
}

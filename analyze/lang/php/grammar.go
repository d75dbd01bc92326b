package php

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAbstractModifier
	kAnonymousFunctionCreationExpression
	kAnonymousFunctionUseClause
	kArgument
	kArguments
	kArrayCreationExpression
	kArrayElementInitializer
	kArrowFunction
	kAssignmentExpression
	kAttribute
	kAttributeGroup
	kAttributeList
	kAugmentedAssignmentExpression
	kBaseClause
	kBinaryExpression
	kBoolean
	kByRef
	kCaseStatement
	kCastExpression
	kCatchClause
	kClassConstantAccessExpression
	kClassDeclaration
	kClassInterfaceClause
	kCloneExpression
	kColonBlock
	kComment
	kCompoundStatement
	kConditionalExpression
	kConstDeclaration
	kConstElement
	kDeclarationList
	kDeclareDirective
	kDeclareStatement
	kDefaultStatement
	kDisjunctiveNormalFormType
	kDoStatement
	kEchoStatement
	kElseIfClause
	kEncapsedString
	kEnumCase
	kEnumDeclaration
	kErrorSuppressionExpression
	kExpressionStatement
	kFinalModifier
	kFloat
	kForStatement
	kForeachStatement
	kFunctionCallExpression
	kFunctionDefinition
	kGlobalDeclaration
	kGotoStatement
	kHeredoc
	kIfStatement
	kIncludeExpression
	kIncludeOnceExpression
	kInteger
	kInterfaceDeclaration
	kIntersectionType
	kListLiteral
	kMatchConditionalExpression
	kMatchDefaultExpression
	kMatchExpression
	kMemberAccessExpression
	kMemberCallExpression
	kMethodDeclaration
	kName
	kNamedLabelStatement
	kNamedType
	kNamespaceAliasingClause
	kNamespaceDefinition
	kNamespaceName
	kNamespaceUseClause
	kNamespaceUseDeclaration
	kNamespaceUseGroup
	kNamespaceUseGroupClause
	kNowdoc
	kNull
	kNullsafeMemberAccessExpression
	kNullsafeMemberCallExpression
	kObjectCreationExpression
	kOptionalType
	kPair
	kParenthesizedExpression
	kPhpTag
	kPrimitiveType
	kPropertyDeclaration
	kPropertyElement
	kPropertyInitializer
	kPropertyPromotionParameter
	kQualifiedName
	kReferenceAssignmentExpression
	kRelativeScope
	kRequireExpression
	kRequireOnceExpression
	kReturnStatement
	kScopedCallExpression
	kScopedPropertyAccessExpression
	kShellCommandExpression
	kSimpleParameter
	kStaticModifier
	kStaticVariableDeclaration
	kString
	kSubscriptExpression
	kSwitchBlock
	kText
	kTextInterpolation
	kTraitDeclaration
	kUnaryOpExpression
	kUnionType
	kUpdateExpression
	kUseAsClause
	kUseDeclaration
	kUseList
	kVariableName
	kVariadicParameter
	kVariadicPlaceholder
	kVariadicUnpacking
	kVisibilityModifier
	kWhileStatement
	kYieldExpression

	tAnd
	tAndWord
	tArrow
	tCloseBrace
	tCloseBracket
	tCloseParen
	tCoalesce
	tComma
	tConst
	tFunction
	tOr
	tOrWord
	tSemicolon
)

var kinds = []string{
	kAbstractModifier:                    "abstract_modifier",
	kAnonymousFunctionCreationExpression: "anonymous_function_creation_expression",
	kAnonymousFunctionUseClause:          "anonymous_function_use_clause",
	kArgument:                            "argument",
	kArguments:                           "arguments",
	kArrayCreationExpression:             "array_creation_expression",
	kArrayElementInitializer:             "array_element_initializer",
	kArrowFunction:                       "arrow_function",
	kAssignmentExpression:                "assignment_expression",
	kAttribute:                           "attribute",
	kAttributeGroup:                      "attribute_group",
	kAttributeList:                       "attribute_list",
	kAugmentedAssignmentExpression:       "augmented_assignment_expression",
	kBaseClause:                          "base_clause",
	kBinaryExpression:                    "binary_expression",
	kBoolean:                             "boolean",
	kByRef:                               "by_ref",
	kCaseStatement:                       "case_statement",
	kCastExpression:                      "cast_expression",
	kCatchClause:                         "catch_clause",
	kClassConstantAccessExpression:       "class_constant_access_expression",
	kClassDeclaration:                    "class_declaration",
	kClassInterfaceClause:                "class_interface_clause",
	kCloneExpression:                     "clone_expression",
	kColonBlock:                          "colon_block",
	kComment:                             "comment",
	kCompoundStatement:                   "compound_statement",
	kConditionalExpression:               "conditional_expression",
	kConstDeclaration:                    "const_declaration",
	kConstElement:                        "const_element",
	kDeclarationList:                     "declaration_list",
	kDeclareDirective:                    "declare_directive",
	kDeclareStatement:                    "declare_statement",
	kDefaultStatement:                    "default_statement",
	kDisjunctiveNormalFormType:           "disjunctive_normal_form_type",
	kDoStatement:                         "do_statement",
	kEchoStatement:                       "echo_statement",
	kElseIfClause:                        "else_if_clause",
	kEncapsedString:                      "encapsed_string",
	kEnumCase:                            "enum_case",
	kEnumDeclaration:                     "enum_declaration",
	kErrorSuppressionExpression:          "error_suppression_expression",
	kExpressionStatement:                 "expression_statement",
	kFinalModifier:                       "final_modifier",
	kFloat:                               "float",
	kForStatement:                        "for_statement",
	kForeachStatement:                    "foreach_statement",
	kFunctionCallExpression:              "function_call_expression",
	kFunctionDefinition:                  "function_definition",
	kGlobalDeclaration:                   "global_declaration",
	kGotoStatement:                       "goto_statement",
	kHeredoc:                             "heredoc",
	kIfStatement:                         "if_statement",
	kIncludeExpression:                   "include_expression",
	kIncludeOnceExpression:               "include_once_expression",
	kInteger:                             "integer",
	kInterfaceDeclaration:                "interface_declaration",
	kIntersectionType:                    "intersection_type",
	kListLiteral:                         "list_literal",
	kMatchDefaultExpression:              "match_default_expression",
	kMatchConditionalExpression:          "match_conditional_expression",
	kMatchExpression:                     "match_expression",
	kMemberAccessExpression:              "member_access_expression",
	kMemberCallExpression:                "member_call_expression",
	kMethodDeclaration:                   "method_declaration",
	kName:                                "name",
	kNamedLabelStatement:                 "named_label_statement",
	kNamedType:                           "named_type",
	kNamespaceAliasingClause:             "namespace_aliasing_clause",
	kNamespaceDefinition:                 "namespace_definition",
	kNamespaceName:                       "namespace_name",
	kNamespaceUseClause:                  "namespace_use_clause",
	kNamespaceUseDeclaration:             "namespace_use_declaration",
	kNamespaceUseGroup:                   "namespace_use_group",
	kNamespaceUseGroupClause:             "namespace_use_group_clause",
	kNowdoc:                              "nowdoc",
	kNull:                                "null",
	kNullsafeMemberAccessExpression:      "nullsafe_member_access_expression",
	kNullsafeMemberCallExpression:        "nullsafe_member_call_expression",
	kObjectCreationExpression:            "object_creation_expression",
	kOptionalType:                        "optional_type",
	kPair:                                "pair",
	kParenthesizedExpression:             "parenthesized_expression",
	kPhpTag:                              "php_tag",
	kPrimitiveType:                       "primitive_type",
	kPropertyDeclaration:                 "property_declaration",
	kPropertyElement:                     "property_element",
	kPropertyInitializer:                 "property_initializer",
	kPropertyPromotionParameter:          "property_promotion_parameter",
	kQualifiedName:                       "qualified_name",
	kReferenceAssignmentExpression:       "reference_assignment_expression",
	kRelativeScope:                       "relative_scope",
	kRequireExpression:                   "require_expression",
	kRequireOnceExpression:               "require_once_expression",
	kReturnStatement:                     "return_statement",
	kScopedCallExpression:                "scoped_call_expression",
	kScopedPropertyAccessExpression:      "scoped_property_access_expression",
	kShellCommandExpression:              "shell_command_expression",
	kSimpleParameter:                     "simple_parameter",
	kStaticModifier:                      "static_modifier",
	kStaticVariableDeclaration:           "static_variable_declaration",
	kString:                              "string",
	kSubscriptExpression:                 "subscript_expression",
	kSwitchBlock:                         "switch_block",
	kText:                                "text",
	kTextInterpolation:                   "text_interpolation",
	kTraitDeclaration:                    "trait_declaration",
	kUnaryOpExpression:                   "unary_op_expression",
	kUnionType:                           "union_type",
	kUpdateExpression:                    "update_expression",
	kUseAsClause:                         "use_as_clause",
	kUseDeclaration:                      "use_declaration",
	kUseList:                             "use_list",
	kVariableName:                        "variable_name",
	kVariadicParameter:                   "variadic_parameter",
	kVariadicPlaceholder:                 "variadic_placeholder",
	kVariadicUnpacking:                   "variadic_unpacking",
	kVisibilityModifier:                  "visibility_modifier",
	kWhileStatement:                      "while_statement",
	kYieldExpression:                     "yield_expression",

	tAnd:          "&&",
	tAndWord:      "and",
	tArrow:        "=>",
	tCloseBrace:   "}",
	tCloseBracket: "]",
	tCloseParen:   ")",
	tCoalesce:     "??",
	tComma:        ",",
	tConst:        "const",
	tFunction:     "function",
	tOr:           "||",
	tOrWord:       "or",
	tSemicolon:    ";",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlternative
	fArgument
	fArguments
	fAttributes
	fBody
	fCondition
	fConditionalExpressions
	fDefaultValue
	fFunction
	fLeft
	fName
	fObject
	fOperator
	fParameters
	fReturnExpression
	fReturnType
	fRight
	fScope
	fType
	fValue
)

var fields = []string{
	fAlternative:            "alternative",
	fArgument:               "argument",
	fArguments:              "arguments",
	fAttributes:             "attributes",
	fBody:                   "body",
	fCondition:              "condition",
	fConditionalExpressions: "conditional_expressions",
	fDefaultValue:           "default_value",
	fFunction:               "function",
	fLeft:                   "left",
	fName:                   "name",
	fObject:                 "object",
	fOperator:               "operator",
	fParameters:             "parameters",
	fReturnExpression:       "return_expression",
	fReturnType:             "return_type",
	fRight:                  "right",
	fScope:                  "scope",
	fType:                   "type",
	fValue:                  "value",
}

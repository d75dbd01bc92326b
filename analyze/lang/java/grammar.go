package java

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAnnotatedType
	kAnnotation
	kAnnotationArgumentList
	kAnnotationTypeBody
	kAnnotationTypeDeclaration
	kAnnotationTypeElementDeclaration
	kArgumentList
	kArrayAccess
	kArrayCreationExpression
	kArrayInitializer
	kArrayType
	kAssertStatement
	kAssignmentExpression
	kAsterisk
	kBinaryExpression
	kBinaryIntegerLiteral
	kBlock
	kBlockComment
	kBooleanType
	kBreakStatement
	kCastExpression
	kCatchClause
	kCatchFormalParameter
	kCatchType
	kCharacterLiteral
	kClassBody
	kClassDeclaration
	kClassLiteral
	kCompactConstructorDeclaration
	kConstantDeclaration
	kConstructorBody
	kConstructorDeclaration
	kContinueStatement
	kDecimalFloatingPointLiteral
	kDecimalIntegerLiteral
	kDimensions
	kDimensionsExpr
	kDoStatement
	kElementValueArrayInitializer
	kElementValuePair
	kEnhancedForStatement
	kEnumBody
	kEnumBodyDeclarations
	kEnumConstant
	kEnumDeclaration
	kExplicitConstructorInvocation
	kExpressionStatement
	kExtendsInterfaces
	kFalse
	kFieldAccess
	kFieldDeclaration
	kFinallyClause
	kFloatingPointType
	kForStatement
	kFormalParameter
	kFormalParameters
	kGenericType
	kGuard
	kHexFloatingPointLiteral
	kHexIntegerLiteral
	kIdentifier
	kIfStatement
	kImportDeclaration
	kInferredParameters
	kInstanceofExpression
	kIntegralType
	kInterfaceBody
	kInterfaceDeclaration
	kLabeledStatement
	kLambdaExpression
	kLineComment
	kLocalVariableDeclaration
	kMarkerAnnotation
	kMethodDeclaration
	kMethodInvocation
	kMethodReference
	kModifiers
	kModuleDeclaration
	kNullLiteral
	kObjectCreationExpression
	kOctalIntegerLiteral
	kPackageDeclaration
	kParenthesizedExpression
	kPattern
	kPermits
	kProgram
	kReceiverParameter
	kRecordDeclaration
	kRecordPattern
	kRecordPatternBody
	kRecordPatternComponent
	kResource
	kResourceSpecification
	kReturnStatement
	kScopedIdentifier
	kScopedTypeIdentifier
	kSpreadParameter
	kStaticInitializer
	kStringInterpolation
	kStringLiteral
	kSuper
	kSuperInterfaces
	kSuperclass
	kSwitchBlock
	kSwitchBlockStatementGroup
	kSwitchExpression
	kSwitchLabel
	kSwitchRule
	kSynchronizedStatement
	kTemplateExpression
	kTernaryExpression
	kThis
	kThrowStatement
	kThrows
	kTrue
	kTryStatement
	kTryWithResourcesStatement
	kTypeArguments
	kTypeBound
	kTypeIdentifier
	kTypeList
	kTypeParameter
	kTypeParameters
	kTypePattern
	kUnaryExpression
	kUnderscorePattern
	kUpdateExpression
	kVariableDeclarator
	kVoidType
	kWhileStatement
	kWildcard
	kYieldStatement
	tOpenBracket
	tComma
	tCloseBrace
	tDefault
	tNew
	tAssign
	tAnd
	tOr
	tQuestion
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tShiftLeft
	tShiftRight
	tShiftUnsigned
	tBitAnd
	tBitOr
	tBitXor
	tNot
	tTilde
	tEqual
	tNotEqual
	tLess
	tLessEqual
	tGreater
	tGreaterEqual
	tStatic
	tPublic
	tProtected
	tPrivate
	tAbstract
	tFinal
	tNative
	tExtends
	tEllipsis
	tCase
)

var kinds = []string{
	kAnnotatedType:                    "annotated_type",
	kAnnotation:                       "annotation",
	kAnnotationArgumentList:           "annotation_argument_list",
	kAnnotationTypeBody:               "annotation_type_body",
	kAnnotationTypeDeclaration:        "annotation_type_declaration",
	kAnnotationTypeElementDeclaration: "annotation_type_element_declaration",
	kArgumentList:                     "argument_list",
	kArrayAccess:                      "array_access",
	kArrayCreationExpression:          "array_creation_expression",
	kArrayInitializer:                 "array_initializer",
	kArrayType:                        "array_type",
	kAssertStatement:                  "assert_statement",
	kAssignmentExpression:             "assignment_expression",
	kAsterisk:                         "asterisk",
	kBinaryExpression:                 "binary_expression",
	kBinaryIntegerLiteral:             "binary_integer_literal",
	kBlock:                            "block",
	kBlockComment:                     "block_comment",
	kBooleanType:                      "boolean_type",
	kBreakStatement:                   "break_statement",
	kCastExpression:                   "cast_expression",
	kCatchClause:                      "catch_clause",
	kCatchFormalParameter:             "catch_formal_parameter",
	kCatchType:                        "catch_type",
	kCharacterLiteral:                 "character_literal",
	kClassBody:                        "class_body",
	kClassDeclaration:                 "class_declaration",
	kClassLiteral:                     "class_literal",
	kCompactConstructorDeclaration:    "compact_constructor_declaration",
	kConstantDeclaration:              "constant_declaration",
	kConstructorBody:                  "constructor_body",
	kConstructorDeclaration:           "constructor_declaration",
	kContinueStatement:                "continue_statement",
	kDecimalFloatingPointLiteral:      "decimal_floating_point_literal",
	kDecimalIntegerLiteral:            "decimal_integer_literal",
	kDimensions:                       "dimensions",
	kDimensionsExpr:                   "dimensions_expr",
	kDoStatement:                      "do_statement",
	kElementValueArrayInitializer:     "element_value_array_initializer",
	kElementValuePair:                 "element_value_pair",
	kEnhancedForStatement:             "enhanced_for_statement",
	kEnumBody:                         "enum_body",
	kEnumBodyDeclarations:             "enum_body_declarations",
	kEnumConstant:                     "enum_constant",
	kEnumDeclaration:                  "enum_declaration",
	kExplicitConstructorInvocation:    "explicit_constructor_invocation",
	kExpressionStatement:              "expression_statement",
	kExtendsInterfaces:                "extends_interfaces",
	kFalse:                            "false",
	kFieldAccess:                      "field_access",
	kFieldDeclaration:                 "field_declaration",
	kFinallyClause:                    "finally_clause",
	kFloatingPointType:                "floating_point_type",
	kForStatement:                     "for_statement",
	kFormalParameter:                  "formal_parameter",
	kFormalParameters:                 "formal_parameters",
	kGenericType:                      "generic_type",
	kGuard:                            "guard",
	kHexFloatingPointLiteral:          "hex_floating_point_literal",
	kHexIntegerLiteral:                "hex_integer_literal",
	kIdentifier:                       "identifier",
	kIfStatement:                      "if_statement",
	kImportDeclaration:                "import_declaration",
	kInferredParameters:               "inferred_parameters",
	kInstanceofExpression:             "instanceof_expression",
	kIntegralType:                     "integral_type",
	kInterfaceBody:                    "interface_body",
	kInterfaceDeclaration:             "interface_declaration",
	kLabeledStatement:                 "labeled_statement",
	kLambdaExpression:                 "lambda_expression",
	kLineComment:                      "line_comment",
	kLocalVariableDeclaration:         "local_variable_declaration",
	kMarkerAnnotation:                 "marker_annotation",
	kMethodDeclaration:                "method_declaration",
	kMethodInvocation:                 "method_invocation",
	kMethodReference:                  "method_reference",
	kModifiers:                        "modifiers",
	kModuleDeclaration:                "module_declaration",
	kNullLiteral:                      "null_literal",
	kObjectCreationExpression:         "object_creation_expression",
	kOctalIntegerLiteral:              "octal_integer_literal",
	kPackageDeclaration:               "package_declaration",
	kParenthesizedExpression:          "parenthesized_expression",
	kPattern:                          "pattern",
	kPermits:                          "permits",
	kProgram:                          "program",
	kReceiverParameter:                "receiver_parameter",
	kRecordDeclaration:                "record_declaration",
	kRecordPattern:                    "record_pattern",
	kRecordPatternBody:                "record_pattern_body",
	kRecordPatternComponent:           "record_pattern_component",
	kResource:                         "resource",
	kResourceSpecification:            "resource_specification",
	kReturnStatement:                  "return_statement",
	kScopedIdentifier:                 "scoped_identifier",
	kScopedTypeIdentifier:             "scoped_type_identifier",
	kSpreadParameter:                  "spread_parameter",
	kStaticInitializer:                "static_initializer",
	kStringInterpolation:              "string_interpolation",
	kStringLiteral:                    "string_literal",
	kSuper:                            "super",
	kSuperInterfaces:                  "super_interfaces",
	kSuperclass:                       "superclass",
	kSwitchBlock:                      "switch_block",
	kSwitchBlockStatementGroup:        "switch_block_statement_group",
	kSwitchExpression:                 "switch_expression",
	kSwitchLabel:                      "switch_label",
	kSwitchRule:                       "switch_rule",
	kSynchronizedStatement:            "synchronized_statement",
	kTemplateExpression:               "template_expression",
	kTernaryExpression:                "ternary_expression",
	kThis:                             "this",
	kThrowStatement:                   "throw_statement",
	kThrows:                           "throws",
	kTrue:                             "true",
	kTryStatement:                     "try_statement",
	kTryWithResourcesStatement:        "try_with_resources_statement",
	kTypeArguments:                    "type_arguments",
	kTypeBound:                        "type_bound",
	kTypeIdentifier:                   "type_identifier",
	kTypeList:                         "type_list",
	kTypeParameter:                    "type_parameter",
	kTypeParameters:                   "type_parameters",
	kTypePattern:                      "type_pattern",
	kUnaryExpression:                  "unary_expression",
	kUnderscorePattern:                "underscore_pattern",
	kUpdateExpression:                 "update_expression",
	kVariableDeclarator:               "variable_declarator",
	kVoidType:                         "void_type",
	kWhileStatement:                   "while_statement",
	kWildcard:                         "wildcard",
	kYieldStatement:                   "yield_statement",
	tOpenBracket:                      "[",
	tComma:                            ",",
	tCloseBrace:                       "}",
	tDefault:                          "default",
	tNew:                              "new",
	tAssign:                           "=",
	tAnd:                              "&&",
	tOr:                               "||",
	tQuestion:                         "?",
	tPlus:                             "+",
	tMinus:                            "-",
	tStar:                             "*",
	tSlash:                            "/",
	tPercent:                          "%",
	tShiftLeft:                        "<<",
	tShiftRight:                       ">>",
	tShiftUnsigned:                    ">>>",
	tBitAnd:                           "&",
	tBitOr:                            "|",
	tBitXor:                           "^",
	tNot:                              "!",
	tTilde:                            "~",
	tEqual:                            "==",
	tNotEqual:                         "!=",
	tLess:                             "<",
	tLessEqual:                        "<=",
	tGreater:                          ">",
	tGreaterEqual:                     ">=",
	tStatic:                           "static",
	tPublic:                           "public",
	tProtected:                        "protected",
	tPrivate:                          "private",
	tAbstract:                         "abstract",
	tFinal:                            "final",
	tNative:                           "native",
	tExtends:                          "extends",
	tEllipsis:                         "...",
	tCase:                             "case",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlternative
	fArguments
	fArray
	fBody
	fCondition
	fConsequence
	fConstructor
	fDeclarator
	fDimensions
	fElement
	fField
	fIndex
	fInit
	fInterfaces
	fKey
	fLeft
	fName
	fObject
	fOperand
	fOperator
	fParameters
	fPattern
	fPermits
	fResources
	fRight
	fScope
	fSuperclass
	fType
	fTypeArguments
	fTypeParameters
	fUpdate
	fValue
)

var fields = []string{
	fAlternative:    "alternative",
	fArguments:      "arguments",
	fArray:          "array",
	fBody:           "body",
	fCondition:      "condition",
	fConsequence:    "consequence",
	fConstructor:    "constructor",
	fDeclarator:     "declarator",
	fDimensions:     "dimensions",
	fElement:        "element",
	fField:          "field",
	fIndex:          "index",
	fInit:           "init",
	fInterfaces:     "interfaces",
	fKey:            "key",
	fLeft:           "left",
	fName:           "name",
	fObject:         "object",
	fOperand:        "operand",
	fOperator:       "operator",
	fParameters:     "parameters",
	fPattern:        "pattern",
	fPermits:        "permits",
	fResources:      "resources",
	fRight:          "right",
	fScope:          "scope",
	fSuperclass:     "superclass",
	fType:           "type",
	fTypeArguments:  "type_arguments",
	fTypeParameters: "type_parameters",
	fUpdate:         "update",
	fValue:          "value",
}

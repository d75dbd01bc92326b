package scala

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAccessModifier
	kAlternativePattern
	kAnnotatedType
	kAnnotation
	kArguments
	kArrowRenamedIdentifier
	kAsRenamedIdentifier
	kAscriptionExpression
	kAssignmentExpression
	kBinding
	kBindings
	kBlock
	kBlockComment
	kBooleanLiteral
	kCallExpression
	kCapturePattern
	kCaseBlock
	kCaseClassPattern
	kCaseClause
	kCatchClause
	kCharacterLiteral
	kClassDefinition
	kClassParameter
	kClassParameters
	kColonArgument
	kComment
	kCompoundType
	kContextBound
	kContravariantTypeParameter
	kCovariantTypeParameter
	kDoWhileExpression
	kEnumBody
	kEnumCaseDefinitions
	kEnumDefinition
	kEnumerator
	kEnumerators
	kExportDeclaration
	kExtendsClause
	kExtensionDefinition
	kFieldExpression
	kFinallyClause
	kFloatingPointLiteral
	kForExpression
	kFullEnumCase
	kFunctionDeclaration
	kFunctionDefinition
	kFunctionType
	kGenericFunction
	kGenericType
	kGivenDefinition
	kGuard
	kIdentifier
	kIdentifiers
	kIfExpression
	kImportDeclaration
	kIndentedBlock
	kIndentedCases
	kInfixExpression
	kInfixPattern
	kInfixType
	kInstanceExpression
	kIntegerLiteral
	kInterpolatedString
	kInterpolatedStringExpression
	kInterpolation
	kLambdaExpression
	kLazyParameterType
	kMatchExpression
	kModifiers
	kNamespaceSelectors
	kNamespaceWildcard
	kNullLiteral
	kObjectDefinition
	kOperatorIdentifier
	kPackageClause
	kPackageIdentifier
	kPackageObject
	kParameter
	kParameterTypes
	kParameters
	kParenthesizedExpression
	kPostfixExpression
	kPrefixExpression
	kProjectedType
	kRepeatedParameterType
	kReturnExpression
	kSelfType
	kSimpleEnumCase
	kSingletonType
	kStableIdentifier
	kStableTypeIdentifier
	kString
	kTemplateBody
	kThrowExpression
	kTraitDefinition
	kTryExpression
	kTupleExpression
	kTuplePattern
	kTupleType
	kTypeArguments
	kTypeDefinition
	kTypeIdentifier
	kTypedPattern
	kTypeParameters
	kUnit
	kUpperBound
	kValDeclaration
	kValDefinition
	kVarDeclaration
	kVarDefinition
	kWhileExpression
	kWildcard
	kWithTemplateBody

	tComma
	tSemicolon
	tCloseParen
	tCloseBracket
	tCloseBrace
	tAssign
	tCase
	tVal
	tVar
	tImplicit
	tUsing
	tLeftArrow
	tPrivate
	tProtected
)

var kinds = []string{
	kAccessModifier:               "access_modifier",
	kAlternativePattern:           "alternative_pattern",
	kAnnotatedType:                "annotated_type",
	kAnnotation:                   "annotation",
	kArguments:                    "arguments",
	kArrowRenamedIdentifier:       "arrow_renamed_identifier",
	kAsRenamedIdentifier:          "as_renamed_identifier",
	kAscriptionExpression:         "ascription_expression",
	kAssignmentExpression:         "assignment_expression",
	kBinding:                      "binding",
	kBindings:                     "bindings",
	kBlock:                        "block",
	kBlockComment:                 "block_comment",
	kBooleanLiteral:               "boolean_literal",
	kCallExpression:               "call_expression",
	kCapturePattern:               "capture_pattern",
	kCaseBlock:                    "case_block",
	kCaseClassPattern:             "case_class_pattern",
	kCaseClause:                   "case_clause",
	kCatchClause:                  "catch_clause",
	kCharacterLiteral:             "character_literal",
	kClassDefinition:              "class_definition",
	kClassParameter:               "class_parameter",
	kClassParameters:              "class_parameters",
	kColonArgument:                "colon_argument",
	kComment:                      "comment",
	kCompoundType:                 "compound_type",
	kContextBound:                 "context_bound",
	kContravariantTypeParameter:   "contravariant_type_parameter",
	kCovariantTypeParameter:       "covariant_type_parameter",
	kDoWhileExpression:            "do_while_expression",
	kEnumBody:                     "enum_body",
	kEnumCaseDefinitions:          "enum_case_definitions",
	kEnumDefinition:               "enum_definition",
	kEnumerator:                   "enumerator",
	kEnumerators:                  "enumerators",
	kExportDeclaration:            "export_declaration",
	kExtendsClause:                "extends_clause",
	kExtensionDefinition:          "extension_definition",
	kFieldExpression:              "field_expression",
	kFinallyClause:                "finally_clause",
	kFloatingPointLiteral:         "floating_point_literal",
	kForExpression:                "for_expression",
	kFullEnumCase:                 "full_enum_case",
	kFunctionDeclaration:          "function_declaration",
	kFunctionDefinition:           "function_definition",
	kFunctionType:                 "function_type",
	kGenericFunction:              "generic_function",
	kGenericType:                  "generic_type",
	kGivenDefinition:              "given_definition",
	kGuard:                        "guard",
	kIdentifier:                   "identifier",
	kIdentifiers:                  "identifiers",
	kIfExpression:                 "if_expression",
	kImportDeclaration:            "import_declaration",
	kIndentedBlock:                "indented_block",
	kIndentedCases:                "indented_cases",
	kInfixExpression:              "infix_expression",
	kInfixPattern:                 "infix_pattern",
	kInfixType:                    "infix_type",
	kInstanceExpression:           "instance_expression",
	kIntegerLiteral:               "integer_literal",
	kInterpolatedString:           "interpolated_string",
	kInterpolatedStringExpression: "interpolated_string_expression",
	kInterpolation:                "interpolation",
	kLambdaExpression:             "lambda_expression",
	kLazyParameterType:            "lazy_parameter_type",
	kMatchExpression:              "match_expression",
	kModifiers:                    "modifiers",
	kNamespaceSelectors:           "namespace_selectors",
	kNamespaceWildcard:            "namespace_wildcard",
	kNullLiteral:                  "null_literal",
	kObjectDefinition:             "object_definition",
	kOperatorIdentifier:           "operator_identifier",
	kPackageClause:                "package_clause",
	kPackageIdentifier:            "package_identifier",
	kPackageObject:                "package_object",
	kParameter:                    "parameter",
	kParameterTypes:               "parameter_types",
	kParameters:                   "parameters",
	kParenthesizedExpression:      "parenthesized_expression",
	kPostfixExpression:            "postfix_expression",
	kPrefixExpression:             "prefix_expression",
	kProjectedType:                "projected_type",
	kRepeatedParameterType:        "repeated_parameter_type",
	kReturnExpression:             "return_expression",
	kSelfType:                     "self_type",
	kSimpleEnumCase:               "simple_enum_case",
	kSingletonType:                "singleton_type",
	kStableIdentifier:             "stable_identifier",
	kStableTypeIdentifier:         "stable_type_identifier",
	kString:                       "string",
	kTemplateBody:                 "template_body",
	kThrowExpression:              "throw_expression",
	kTraitDefinition:              "trait_definition",
	kTryExpression:                "try_expression",
	kTupleExpression:              "tuple_expression",
	kTuplePattern:                 "tuple_pattern",
	kTupleType:                    "tuple_type",
	kTypeArguments:                "type_arguments",
	kTypeDefinition:               "type_definition",
	kTypeIdentifier:               "type_identifier",
	kTypedPattern:                 "typed_pattern",
	kTypeParameters:               "type_parameters",
	kUnit:                         "unit",
	kUpperBound:                   "upper_bound",
	kValDeclaration:               "val_declaration",
	kValDefinition:                "val_definition",
	kVarDeclaration:               "var_declaration",
	kVarDefinition:                "var_definition",
	kWhileExpression:              "while_expression",
	kWildcard:                     "wildcard",
	kWithTemplateBody:             "with_template_body",
	tComma:                        ",",
	tSemicolon:                    ";",
	tCloseParen:                   ")",
	tCloseBracket:                 "]",
	tCloseBrace:                   "}",
	tAssign:                       "=",
	tCase:                         "case",
	tVal:                          "val",
	tVar:                          "var",
	tImplicit:                     "implicit",
	tUsing:                        "using",
	tLeftArrow:                    "<-",
	tPrivate:                      "private",
	tProtected:                    "protected",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlias
	fArguments
	fBase
	fBody
	fBound
	fClassParameters
	fCondition
	fConsequence
	fAlternative
	fDefaultValue
	fEnumerators
	fExtend
	fExtra
	fField
	fFunction
	fInterpolator
	fLambdaStart
	fLeft
	fName
	fOperator
	fParameterTypes
	fParameters
	fPath
	fPattern
	fReturnType
	fRight
	fSelector
	fType
	fTypeArguments
	fTypeParameters
	fValue
)

var fields = []string{
	fAlias:           "alias",
	fArguments:       "arguments",
	fBase:            "base",
	fBody:            "body",
	fBound:           "bound",
	fClassParameters: "class_parameters",
	fCondition:       "condition",
	fConsequence:     "consequence",
	fAlternative:     "alternative",
	fDefaultValue:    "default_value",
	fEnumerators:     "enumerators",
	fExtend:          "extend",
	fExtra:           "extra",
	fField:           "field",
	fFunction:        "function",
	fInterpolator:    "interpolator",
	fLambdaStart:     "lambda_start",
	fLeft:            "left",
	fName:            "name",
	fOperator:        "operator",
	fParameterTypes:  "parameter_types",
	fParameters:      "parameters",
	fPath:            "path",
	fPattern:         "pattern",
	fReturnType:      "return_type",
	fRight:           "right",
	fSelector:        "selector",
	fType:            "type",
	fTypeArguments:   "type_arguments",
	fTypeParameters:  "type_parameters",
	fValue:           "value",
}

package golang

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kArgumentList
	kArrayType
	kAssignmentStatement
	kBinaryExpression
	kBlankIdentifier
	kBlock
	kCallExpression
	kChannelType
	kComment
	kCommunicationCase
	kCompositeLiteral
	kConstDeclaration
	kConstSpec
	kDecStatement
	kDefaultCase
	kDeferStatement
	kDot
	kExpressionCase
	kExpressionList
	kExpressionStatement
	kExpressionSwitchStatement
	kFalse
	kFieldDeclaration
	kFieldDeclarationList
	kFieldIdentifier
	kFloatLiteral
	kForClause
	kForStatement
	kFuncLiteral
	kFunctionDeclaration
	kFunctionType
	kGenericType
	kGoStatement
	kIdentifier
	kIfStatement
	kImaginaryLiteral
	kImplicitLengthArrayType
	kImportDeclaration
	kImportSpec
	kImportSpecList
	kIncStatement
	kIndexExpression
	kIntLiteral
	kInterfaceType
	kInterpretedStringLiteral
	kIota
	kKeyedElement
	kLabeledStatement
	kLiteralElement
	kLiteralValue
	kMapType
	kMethodDeclaration
	kMethodElem
	kNegatedType
	kNil
	kPackageClause
	kPackageIdentifier
	kParameterDeclaration
	kParameterList
	kParenthesizedExpression
	kParenthesizedType
	kPointerType
	kQualifiedType
	kRangeClause
	kRawStringLiteral
	kReceiveStatement
	kReturnStatement
	kRuneLiteral
	kSelectStatement
	kSelectorExpression
	kSendStatement
	kShortVarDeclaration
	kSliceExpression
	kSliceType
	kStructType
	kTrue
	kTypeAlias
	kTypeArguments
	kTypeAssertionExpression
	kTypeCase
	kTypeConstraint
	kTypeConversionExpression
	kTypeDeclaration
	kTypeElem
	kTypeIdentifier
	kTypeInstantiationExpression
	kTypeParameterDeclaration
	kTypeParameterList
	kTypeSpec
	kTypeSwitchStatement
	kUnaryExpression
	kVarDeclaration
	kVarSpec
	kVarSpecList
	kVariadicArgument
	kVariadicParameterDeclaration

	tNewline
	tSemicolon
	tComma
	tOpenParen
	tCloseParen
	tCloseBracket
	tCloseBrace
	tAssign
	tDefine
	tStar
	tArrow
	tNot
	tAnd
	tOr
	tEqual
	tNotEqual
	tLess
	tLessEqual
	tGreater
	tGreaterEqual
	tShiftLeft
	tShiftRight
)

var kinds = []string{
	kArgumentList:                 "argument_list",
	kArrayType:                    "array_type",
	kAssignmentStatement:          "assignment_statement",
	kBinaryExpression:             "binary_expression",
	kBlankIdentifier:              "blank_identifier",
	kBlock:                        "block",
	kCallExpression:               "call_expression",
	kChannelType:                  "channel_type",
	kComment:                      "comment",
	kCommunicationCase:            "communication_case",
	kCompositeLiteral:             "composite_literal",
	kConstDeclaration:             "const_declaration",
	kConstSpec:                    "const_spec",
	kDecStatement:                 "dec_statement",
	kDefaultCase:                  "default_case",
	kDeferStatement:               "defer_statement",
	kDot:                          "dot",
	kExpressionCase:               "expression_case",
	kExpressionList:               "expression_list",
	kExpressionStatement:          "expression_statement",
	kExpressionSwitchStatement:    "expression_switch_statement",
	kFalse:                        "false",
	kFieldDeclaration:             "field_declaration",
	kFieldDeclarationList:         "field_declaration_list",
	kFieldIdentifier:              "field_identifier",
	kFloatLiteral:                 "float_literal",
	kForClause:                    "for_clause",
	kForStatement:                 "for_statement",
	kFuncLiteral:                  "func_literal",
	kFunctionDeclaration:          "function_declaration",
	kFunctionType:                 "function_type",
	kGenericType:                  "generic_type",
	kGoStatement:                  "go_statement",
	kIdentifier:                   "identifier",
	kIfStatement:                  "if_statement",
	kImaginaryLiteral:             "imaginary_literal",
	kImplicitLengthArrayType:      "implicit_length_array_type",
	kImportDeclaration:            "import_declaration",
	kImportSpec:                   "import_spec",
	kImportSpecList:               "import_spec_list",
	kIncStatement:                 "inc_statement",
	kIndexExpression:              "index_expression",
	kIntLiteral:                   "int_literal",
	kInterfaceType:                "interface_type",
	kInterpretedStringLiteral:     "interpreted_string_literal",
	kIota:                         "iota",
	kKeyedElement:                 "keyed_element",
	kLabeledStatement:             "labeled_statement",
	kLiteralElement:               "literal_element",
	kLiteralValue:                 "literal_value",
	kMapType:                      "map_type",
	kMethodDeclaration:            "method_declaration",
	kMethodElem:                   "method_elem",
	kNegatedType:                  "negated_type",
	kNil:                          "nil",
	kPackageClause:                "package_clause",
	kPackageIdentifier:            "package_identifier",
	kParameterDeclaration:         "parameter_declaration",
	kParameterList:                "parameter_list",
	kParenthesizedExpression:      "parenthesized_expression",
	kParenthesizedType:            "parenthesized_type",
	kPointerType:                  "pointer_type",
	kQualifiedType:                "qualified_type",
	kRangeClause:                  "range_clause",
	kRawStringLiteral:             "raw_string_literal",
	kReceiveStatement:             "receive_statement",
	kReturnStatement:              "return_statement",
	kRuneLiteral:                  "rune_literal",
	kSelectStatement:              "select_statement",
	kSelectorExpression:           "selector_expression",
	kSendStatement:                "send_statement",
	kShortVarDeclaration:          "short_var_declaration",
	kSliceExpression:              "slice_expression",
	kSliceType:                    "slice_type",
	kStructType:                   "struct_type",
	kTrue:                         "true",
	kTypeAlias:                    "type_alias",
	kTypeArguments:                "type_arguments",
	kTypeAssertionExpression:      "type_assertion_expression",
	kTypeCase:                     "type_case",
	kTypeConstraint:               "type_constraint",
	kTypeConversionExpression:     "type_conversion_expression",
	kTypeDeclaration:              "type_declaration",
	kTypeElem:                     "type_elem",
	kTypeIdentifier:               "type_identifier",
	kTypeInstantiationExpression:  "type_instantiation_expression",
	kTypeParameterDeclaration:     "type_parameter_declaration",
	kTypeParameterList:            "type_parameter_list",
	kTypeSpec:                     "type_spec",
	kTypeSwitchStatement:          "type_switch_statement",
	kUnaryExpression:              "unary_expression",
	kVarDeclaration:               "var_declaration",
	kVarSpec:                      "var_spec",
	kVarSpecList:                  "var_spec_list",
	kVariadicArgument:             "variadic_argument",
	kVariadicParameterDeclaration: "variadic_parameter_declaration",
	tNewline:                      "\n",
	tSemicolon:                    ";",
	tComma:                        ",",
	tOpenParen:                    "(",
	tCloseParen:                   ")",
	tCloseBracket:                 "]",
	tCloseBrace:                   "}",
	tAssign:                       "=",
	tDefine:                       ":=",
	tStar:                         "*",
	tArrow:                        "<-",
	tNot:                          "!",
	tAnd:                          "&&",
	tOr:                           "||",
	tEqual:                        "==",
	tNotEqual:                     "!=",
	tLess:                         "<",
	tLessEqual:                    "<=",
	tGreater:                      ">",
	tGreaterEqual:                 ">=",
	tShiftLeft:                    "<<",
	tShiftRight:                   ">>",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlias
	fAlternative
	fArguments
	fBody
	fCapacity
	fChannel
	fCommunication
	fCondition
	fConsequence
	fElement
	fEnd
	fField
	fFunction
	fIndex
	fInitializer
	fKey
	fLeft
	fLength
	fName
	fOperand
	fOperator
	fPackage
	fParameters
	fPath
	fReceiver
	fResult
	fRight
	fStart
	fTag
	fType
	fTypeArguments
	fTypeParameters
	fUpdate
	fValue
)

var fields = []string{
	fAlias:          "alias",
	fAlternative:    "alternative",
	fArguments:      "arguments",
	fBody:           "body",
	fCapacity:       "capacity",
	fChannel:        "channel",
	fCommunication:  "communication",
	fCondition:      "condition",
	fConsequence:    "consequence",
	fElement:        "element",
	fEnd:            "end",
	fField:          "field",
	fFunction:       "function",
	fIndex:          "index",
	fInitializer:    "initializer",
	fKey:            "key",
	fLeft:           "left",
	fLength:         "length",
	fName:           "name",
	fOperand:        "operand",
	fOperator:       "operator",
	fPackage:        "package",
	fParameters:     "parameters",
	fPath:           "path",
	fReceiver:       "receiver",
	fResult:         "result",
	fRight:          "right",
	fStart:          "start",
	fTag:            "tag",
	fType:           "type",
	fTypeArguments:  "type_arguments",
	fTypeParameters: "type_parameters",
	fUpdate:         "update",
	fValue:          "value",
}

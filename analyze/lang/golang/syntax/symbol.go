package syntax

import (
	"go/token"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A symbol is a kind of node; symbols lists their names.
type symbol uint8

const (
	sSourceFile symbol = iota
	sArgumentList
	sArrayType
	sAssignmentStatement
	sBinaryExpression
	sBlankIdentifier
	sBlock
	sBreakStatement
	sCallExpression
	sChannelType
	sComment
	sCommunicationCase
	sCompositeLiteral
	sConstDeclaration
	sConstSpec
	sContinueStatement
	sDecStatement
	sDefaultCase
	sDeferStatement
	sDot
	sEscapeSequence
	sExpressionCase
	sExpressionList
	sExpressionStatement
	sExpressionSwitchStatement
	sFallthroughStatement
	sFalse
	sFieldDeclaration
	sFieldDeclarationList
	sFieldIdentifier
	sFloatLiteral
	sForClause
	sForStatement
	sFuncLiteral
	sFunctionDeclaration
	sFunctionType
	sGenericType
	sGoStatement
	sGotoStatement
	sIdentifier
	sIfStatement
	sImaginaryLiteral
	sImplicitLengthArrayType
	sImportDeclaration
	sImportSpec
	sImportSpecList
	sIncStatement
	sIndexExpression
	sIntLiteral
	sInterfaceType
	sInterpretedStringLiteral
	sIota
	sKeyedElement
	sLabelName
	sLabeledStatement
	sLiteralElement
	sLiteralValue
	sMapType
	sMethodDeclaration
	sMethodElem
	sNegatedType
	sNil
	sPackageClause
	sPackageIdentifier
	sParameterDeclaration
	sParameterList
	sParenthesizedExpression
	sParenthesizedType
	sPointerType
	sQualifiedType
	sRangeClause
	sRawStringLiteral
	sReceiveStatement
	sReturnStatement
	sRuneLiteral
	sSelectStatement
	sSelectorExpression
	sSendStatement
	sShortVarDeclaration
	sSliceExpression
	sSliceType
	sStructType
	sTrue
	sTypeAlias
	sTypeArguments
	sTypeAssertionExpression
	sTypeCase
	sTypeConstraint
	sTypeConversionExpression
	sTypeDeclaration
	sTypeElem
	sTypeIdentifier
	sTypeInstantiationExpression
	sTypeParameterDeclaration
	sTypeParameterList
	sTypeSpec
	sTypeSwitchStatement
	sUnaryExpression
	sVarDeclaration
	sVarSpec
	sVarSpecList
	sVariadicArgument
	sVariadicParameterDeclaration
	firstToken

	// Tokens, whose names are their text.
	tNewline symbol = iota - 1
	tSemicolon
	tComma
	tPeriod
	tEllipsis
	tColon
	tOpenParen
	tCloseParen
	tOpenBracket
	tCloseBracket
	tOpenBrace
	tCloseBrace
	tQuote
	tAssign
	tDefine
	tArrow
	tStar
	tTilde
	tPipe
	tIncrement
	tDecrement
	tBreak
	tCase
	tChan
	tConst
	tContinue
	tDefault
	tDefer
	tElse
	tFallthrough
	tFor
	tFunc
	tGo
	tGoto
	tIf
	tImport
	tInterface
	tMap
	tPackage
	tRange
	tReturn
	tSelect
	tStruct
	tSwitch
	tType
	tVar
)

var names = [...]string{
	"source_file", "argument_list", "array_type", "assignment_statement", "binary_expression", "blank_identifier", "block",
	"break_statement", "call_expression", "channel_type", "comment", "communication_case", "composite_literal", "const_declaration",
	"const_spec", "continue_statement", "dec_statement", "default_case", "defer_statement", "dot", "escape_sequence", "expression_case",
	"expression_list", "expression_statement", "expression_switch_statement", "fallthrough_statement", "false", "field_declaration",
	"field_declaration_list", "field_identifier", "float_literal", "for_clause", "for_statement", "func_literal", "function_declaration",
	"function_type", "generic_type", "go_statement", "goto_statement", "identifier", "if_statement", "imaginary_literal",
	"implicit_length_array_type", "import_declaration", "import_spec", "import_spec_list", "inc_statement", "index_expression",
	"int_literal", "interface_type", "interpreted_string_literal", "iota", "keyed_element", "label_name", "labeled_statement",
	"literal_element", "literal_value", "map_type", "method_declaration", "method_elem", "negated_type", "nil", "package_clause",
	"package_identifier", "parameter_declaration", "parameter_list", "parenthesized_expression", "parenthesized_type", "pointer_type",
	"qualified_type", "range_clause", "raw_string_literal", "receive_statement", "return_statement", "rune_literal", "select_statement",
	"selector_expression", "send_statement", "short_var_declaration", "slice_expression", "slice_type", "struct_type", "true",
	"type_alias", "type_arguments", "type_assertion_expression", "type_case", "type_constraint", "type_conversion_expression",
	"type_declaration", "type_elem", "type_identifier", "type_instantiation_expression", "type_parameter_declaration",
	"type_parameter_list", "type_spec", "type_switch_statement", "unary_expression", "var_declaration", "var_spec", "var_spec_list",
	"variadic_argument", "variadic_parameter_declaration",

	"\n", ";", ",", ".", "...", ":", "(", ")", "[", "]", "{", "}", `"`, "=", ":=", "<-", "*", "~", "|", "++", "--",
	"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto", "if",
	"import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",

	"+", "-", "/", "%", "&", "^", "<<", ">>", "&^", "!", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&^=",
}

// operator returns the symbol of an operator of the language.
func operator(op token.Token) symbol {
	return tAssign + symbol(slices.Index(names[tAssign:], op.String()))
}

// A field is the part of its parent that a node is; fields lists their names.
type field uint8

const (
	fNone field = iota
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
	fLabel
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

var fields = [...]string{
	"", "alias", "alternative", "arguments", "body", "capacity", "channel", "communication", "condition", "consequence", "element", "end",
	"field", "function", "index", "initializer", "key", "label", "left", "length", "name", "operand", "operator", "package", "parameters",
	"path", "receiver", "result", "right", "start", "tag", "type", "type_arguments", "type_parameters", "update", "value",
}

// Maker returns the maker of trees.
func Maker() *lang.TreeMaker {
	return &lang.TreeMaker{Kinds: names[:firstToken], Tokens: names[firstToken:], Fields: fields[:], Make: Tree}
}

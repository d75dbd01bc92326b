package cfamily

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// A dialect is one of the two grammars.
type dialect uint8

const (
	onlyC dialect = 1 << iota
	onlyCPP
)

const both = onlyC | onlyCPP

// The kinds of nodes and, from tStatic on, of anonymous tokens.
const (
	_ lang.Kind = iota
	kAbstractArrayDeclarator
	kAbstractFunctionDeclarator
	kAbstractParenthesizedDeclarator
	kAbstractPointerDeclarator
	kAbstractReferenceDeclarator
	kAccessSpecifier
	kAliasDeclaration
	kArgumentList
	kArrayDeclarator
	kAssignmentExpression
	kAttributedDeclarator
	kAttributedStatement
	kBaseClassClause
	kBinaryExpression
	kBitfieldClause
	kCallExpression
	kCaseStatement
	kCastExpression
	kCatchClause
	kCharLiteral
	kClassSpecifier
	kCoAwaitExpression
	kCommaExpression
	kComment
	kCompoundLiteralExpression
	kCompoundStatement
	kConcatenatedString
	kConditionClause
	kConditionalExpression
	kDeclaration
	kDeclarationList
	kDecltype
	kDefaultMethodClause
	kDeleteExpression
	kDeleteMethodClause
	kDependentName
	kDependentType
	kDestructorName
	kDoStatement
	kElseClause
	kEnumSpecifier
	kEnumerator
	kEnumeratorList
	kExpressionStatement
	kExplicitFunctionSpecifier
	kFalse
	kFieldDeclaration
	kFieldDeclarationList
	kFieldDesignator
	kFieldExpression
	kFieldIdentifier
	kFieldInitializer
	kFieldInitializerList
	kForRangeLoop
	kForStatement
	kFriendDeclaration
	kFunctionDeclarator
	kFunctionDefinition
	kGenericExpression
	kIdentifier
	kIfStatement
	kInitDeclarator
	kInitStatement
	kInitializerList
	kInitializerPair
	kLabeledStatement
	kLambdaCaptureSpecifier
	kLambdaExpression
	kLinkageSpecification
	kMacroTypeSpecifier
	kNamespaceAliasDefinition
	kNamespaceDefinition
	kNamespaceIdentifier
	kNestedNamespaceSpecifier
	kNewExpression
	kNull
	kNumberLiteral
	kOperatorCast
	kOperatorName
	kOptionalParameterDeclaration
	kOptionalTypeParameterDeclaration
	kParameterDeclaration
	kParameterList
	kParameterPackExpansion
	kParenthesizedDeclarator
	kParenthesizedExpression
	kPlaceholderTypeSpecifier
	kPointerDeclarator
	kPointerExpression
	kPreprocDef
	kPreprocElif
	kPreprocElifdef
	kPreprocElse
	kPreprocFunctionDef
	kPreprocIf
	kPreprocIfdef
	kPreprocInclude
	kPreprocParams
	kPrimitiveType
	kPureVirtualClause
	kQualifiedIdentifier
	kRawStringLiteral
	kReferenceDeclarator
	kReturnStatement
	kSizedTypeSpecifier
	kSizeofExpression
	kStaticAssertDeclaration
	kStorageClassSpecifier
	kStringLiteral
	kStructSpecifier
	kStructuredBindingDeclarator
	kSubscriptExpression
	kSwitchStatement
	kSystemLibString
	kTemplateArgumentList
	kTemplateDeclaration
	kTemplateFunction
	kTemplateInstantiation
	kTemplateMethod
	kTemplateParameterList
	kTemplateTemplateParameterDeclaration
	kTemplateType
	kThis
	kThrowStatement
	kTrailingReturnType
	kTranslationUnit
	kTrue
	kTryStatement
	kTypeDefinition
	kTypeDescriptor
	kTypeIdentifier
	kTypeParameterDeclaration
	kTypeQualifier
	kUnaryExpression
	kUnionSpecifier
	kUpdateExpression
	kUserDefinedLiteral
	kUsingDeclaration
	kVariadicDeclarator
	kVariadicParameter
	kVariadicParameterDeclaration
	kVariadicTypeParameterDeclaration
	kVirtualSpecifier
	kWhileStatement

	tStatic
	tSemicolon
	tComma
	tAssign
	tStar
	tAmp
	tAnd
	tOr
	tNot
	tEqual
	tNotEqual
	tLess
	tLessEqual
	tGreater
	tGreaterEqual
	tShiftLeft
	tShiftRight
	tStruct
	tUnion
	tEllipsis
	tOpenParen
	tCloseParen
	tColon
	tExtern
	tNamespace
	tVirtual
	tFriend
	tClass
	tPrivate
	tScope
	tPublic
	tUsing
	tAuto
	tFinal
)

var kinds = [...]struct {
	name string
	in   dialect
}{
	kAbstractArrayDeclarator:              {"abstract_array_declarator", both},
	kAbstractFunctionDeclarator:           {"abstract_function_declarator", both},
	kAbstractParenthesizedDeclarator:      {"abstract_parenthesized_declarator", both},
	kAbstractPointerDeclarator:            {"abstract_pointer_declarator", both},
	kAbstractReferenceDeclarator:          {"abstract_reference_declarator", onlyCPP},
	kAccessSpecifier:                      {"access_specifier", onlyCPP},
	kAliasDeclaration:                     {"alias_declaration", onlyCPP},
	kArgumentList:                         {"argument_list", both},
	kArrayDeclarator:                      {"array_declarator", both},
	kAssignmentExpression:                 {"assignment_expression", both},
	kAttributedDeclarator:                 {"attributed_declarator", both},
	kAttributedStatement:                  {"attributed_statement", both},
	kBaseClassClause:                      {"base_class_clause", onlyCPP},
	kBinaryExpression:                     {"binary_expression", both},
	kBitfieldClause:                       {"bitfield_clause", both},
	kCallExpression:                       {"call_expression", both},
	kCaseStatement:                        {"case_statement", both},
	kCastExpression:                       {"cast_expression", both},
	kCatchClause:                          {"catch_clause", onlyCPP},
	kCharLiteral:                          {"char_literal", both},
	kClassSpecifier:                       {"class_specifier", onlyCPP},
	kCoAwaitExpression:                    {"co_await_expression", onlyCPP},
	kCommaExpression:                      {"comma_expression", both},
	kComment:                              {"comment", both},
	kCompoundLiteralExpression:            {"compound_literal_expression", both},
	kCompoundStatement:                    {"compound_statement", both},
	kConcatenatedString:                   {"concatenated_string", both},
	kConditionClause:                      {"condition_clause", onlyCPP},
	kConditionalExpression:                {"conditional_expression", both},
	kDeclaration:                          {"declaration", both},
	kDeclarationList:                      {"declaration_list", both},
	kDecltype:                             {"decltype", onlyCPP},
	kDefaultMethodClause:                  {"default_method_clause", onlyCPP},
	kDeleteExpression:                     {"delete_expression", onlyCPP},
	kDeleteMethodClause:                   {"delete_method_clause", onlyCPP},
	kDependentName:                        {"dependent_name", onlyCPP},
	kDependentType:                        {"dependent_type", onlyCPP},
	kDestructorName:                       {"destructor_name", onlyCPP},
	kDoStatement:                          {"do_statement", both},
	kElseClause:                           {"else_clause", both},
	kEnumSpecifier:                        {"enum_specifier", both},
	kEnumerator:                           {"enumerator", both},
	kEnumeratorList:                       {"enumerator_list", both},
	kExpressionStatement:                  {"expression_statement", both},
	kExplicitFunctionSpecifier:            {"explicit_function_specifier", onlyCPP},
	kFalse:                                {"false", both},
	kFieldDeclaration:                     {"field_declaration", both},
	kFieldDeclarationList:                 {"field_declaration_list", both},
	kFieldDesignator:                      {"field_designator", both},
	kFieldExpression:                      {"field_expression", both},
	kFieldIdentifier:                      {"field_identifier", both},
	kFieldInitializer:                     {"field_initializer", onlyCPP},
	kFieldInitializerList:                 {"field_initializer_list", onlyCPP},
	kForRangeLoop:                         {"for_range_loop", onlyCPP},
	kForStatement:                         {"for_statement", both},
	kFriendDeclaration:                    {"friend_declaration", onlyCPP},
	kFunctionDeclarator:                   {"function_declarator", both},
	kFunctionDefinition:                   {"function_definition", both},
	kGenericExpression:                    {"generic_expression", both},
	kIdentifier:                           {"identifier", both},
	kIfStatement:                          {"if_statement", both},
	kInitDeclarator:                       {"init_declarator", both},
	kInitStatement:                        {"init_statement", onlyCPP},
	kInitializerList:                      {"initializer_list", both},
	kInitializerPair:                      {"initializer_pair", both},
	kLabeledStatement:                     {"labeled_statement", both},
	kLambdaCaptureSpecifier:               {"lambda_capture_specifier", onlyCPP},
	kLambdaExpression:                     {"lambda_expression", onlyCPP},
	kLinkageSpecification:                 {"linkage_specification", both},
	kMacroTypeSpecifier:                   {"macro_type_specifier", onlyC},
	kNamespaceAliasDefinition:             {"namespace_alias_definition", onlyCPP},
	kNamespaceDefinition:                  {"namespace_definition", onlyCPP},
	kNamespaceIdentifier:                  {"namespace_identifier", onlyCPP},
	kNestedNamespaceSpecifier:             {"nested_namespace_specifier", onlyCPP},
	kNewExpression:                        {"new_expression", onlyCPP},
	kNull:                                 {"null", both},
	kNumberLiteral:                        {"number_literal", both},
	kOperatorCast:                         {"operator_cast", onlyCPP},
	kOperatorName:                         {"operator_name", onlyCPP},
	kOptionalParameterDeclaration:         {"optional_parameter_declaration", onlyCPP},
	kOptionalTypeParameterDeclaration:     {"optional_type_parameter_declaration", onlyCPP},
	kParameterDeclaration:                 {"parameter_declaration", both},
	kParameterList:                        {"parameter_list", both},
	kParameterPackExpansion:               {"parameter_pack_expansion", onlyCPP},
	kParenthesizedDeclarator:              {"parenthesized_declarator", both},
	kParenthesizedExpression:              {"parenthesized_expression", both},
	kPlaceholderTypeSpecifier:             {"placeholder_type_specifier", onlyCPP},
	kPointerDeclarator:                    {"pointer_declarator", both},
	kPointerExpression:                    {"pointer_expression", both},
	kPreprocDef:                           {"preproc_def", both},
	kPreprocElif:                          {"preproc_elif", both},
	kPreprocElifdef:                       {"preproc_elifdef", both},
	kPreprocElse:                          {"preproc_else", both},
	kPreprocFunctionDef:                   {"preproc_function_def", both},
	kPreprocIf:                            {"preproc_if", both},
	kPreprocIfdef:                         {"preproc_ifdef", both},
	kPreprocInclude:                       {"preproc_include", both},
	kPreprocParams:                        {"preproc_params", both},
	kPrimitiveType:                        {"primitive_type", both},
	kPureVirtualClause:                    {"pure_virtual_clause", onlyCPP},
	kQualifiedIdentifier:                  {"qualified_identifier", onlyCPP},
	kRawStringLiteral:                     {"raw_string_literal", onlyCPP},
	kReferenceDeclarator:                  {"reference_declarator", onlyCPP},
	kReturnStatement:                      {"return_statement", both},
	kSizedTypeSpecifier:                   {"sized_type_specifier", both},
	kSizeofExpression:                     {"sizeof_expression", both},
	kStaticAssertDeclaration:              {"static_assert_declaration", onlyCPP},
	kStorageClassSpecifier:                {"storage_class_specifier", both},
	kStringLiteral:                        {"string_literal", both},
	kStructSpecifier:                      {"struct_specifier", both},
	kStructuredBindingDeclarator:          {"structured_binding_declarator", onlyCPP},
	kSubscriptExpression:                  {"subscript_expression", both},
	kSwitchStatement:                      {"switch_statement", both},
	kSystemLibString:                      {"system_lib_string", both},
	kTemplateArgumentList:                 {"template_argument_list", onlyCPP},
	kTemplateDeclaration:                  {"template_declaration", onlyCPP},
	kTemplateFunction:                     {"template_function", onlyCPP},
	kTemplateInstantiation:                {"template_instantiation", onlyCPP},
	kTemplateMethod:                       {"template_method", onlyCPP},
	kTemplateParameterList:                {"template_parameter_list", onlyCPP},
	kTemplateTemplateParameterDeclaration: {"template_template_parameter_declaration", onlyCPP},
	kTemplateType:                         {"template_type", onlyCPP},
	kThis:                                 {"this", onlyCPP},
	kThrowStatement:                       {"throw_statement", onlyCPP},
	kTrailingReturnType:                   {"trailing_return_type", onlyCPP},
	kTranslationUnit:                      {"translation_unit", both},
	kTrue:                                 {"true", both},
	kTryStatement:                         {"try_statement", onlyCPP},
	kTypeDefinition:                       {"type_definition", both},
	kTypeDescriptor:                       {"type_descriptor", both},
	kTypeIdentifier:                       {"type_identifier", both},
	kTypeParameterDeclaration:             {"type_parameter_declaration", onlyCPP},
	kTypeQualifier:                        {"type_qualifier", both},
	kUnaryExpression:                      {"unary_expression", both},
	kUnionSpecifier:                       {"union_specifier", both},
	kUpdateExpression:                     {"update_expression", both},
	kUserDefinedLiteral:                   {"user_defined_literal", onlyCPP},
	kUsingDeclaration:                     {"using_declaration", onlyCPP},
	kVariadicDeclarator:                   {"variadic_declarator", onlyCPP},
	kVariadicParameter:                    {"variadic_parameter", onlyC},
	kVariadicParameterDeclaration:         {"variadic_parameter_declaration", onlyCPP},
	kVariadicTypeParameterDeclaration:     {"variadic_type_parameter_declaration", onlyCPP},
	kVirtualSpecifier:                     {"virtual_specifier", onlyCPP},
	kWhileStatement:                       {"while_statement", both},
	tStatic:                               {"static", both},
	tSemicolon:                            {";", both},
	tComma:                                {",", both},
	tAssign:                               {"=", both},
	tStar:                                 {"*", both},
	tAmp:                                  {"&", both},
	tAnd:                                  {"&&", both},
	tOr:                                   {"||", both},
	tNot:                                  {"!", both},
	tEqual:                                {"==", both},
	tNotEqual:                             {"!=", both},
	tLess:                                 {"<", both},
	tLessEqual:                            {"<=", both},
	tGreater:                              {">", both},
	tGreaterEqual:                         {">=", both},
	tShiftLeft:                            {"<<", both},
	tShiftRight:                           {">>", both},
	tStruct:                               {"struct", both},
	tUnion:                                {"union", both},
	tEllipsis:                             {"...", both},
	tOpenParen:                            {"(", both},
	tCloseParen:                           {")", both},
	tColon:                                {":", both},
	tExtern:                               {"extern", both},
	tNamespace:                            {"namespace", onlyCPP},
	tVirtual:                              {"virtual", onlyCPP},
	tFriend:                               {"friend", onlyCPP},
	tClass:                                {"class", onlyCPP},
	tPrivate:                              {"private", onlyCPP},
	tScope:                                {"::", onlyCPP},
	tPublic:                               {"public", onlyCPP},
	tUsing:                                {"using", onlyCPP},
	tAuto:                                 {"auto", onlyCPP},
	tFinal:                                {"final", onlyCPP},
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlternative
	fArgument
	fArguments
	fBase
	fBody
	fCaptures
	fCondition
	fConsequence
	fDeclarator
	fDefaultType
	fDefaultValue
	fDesignator
	fField
	fFunction
	fIndex
	fIndices
	fInitializer
	fLabel
	fLeft
	fName
	fOperand
	fOperator
	fParameters
	fPath
	fPlacement
	fPrefix
	fRight
	fScope
	fSize
	fTemplateParameters
	fType
	fUpdate
	fValue
)

var fields = [...]struct {
	name string
	in   dialect
}{
	fAlternative:        {"alternative", both},
	fArgument:           {"argument", both},
	fArguments:          {"arguments", both},
	fBase:               {"base", onlyCPP},
	fBody:               {"body", both},
	fCaptures:           {"captures", onlyCPP},
	fCondition:          {"condition", both},
	fConsequence:        {"consequence", both},
	fDeclarator:         {"declarator", both},
	fDefaultType:        {"default_type", onlyCPP},
	fDefaultValue:       {"default_value", onlyCPP},
	fDesignator:         {"designator", both},
	fField:              {"field", both},
	fFunction:           {"function", both},
	fIndex:              {"index", onlyC},
	fIndices:            {"indices", onlyCPP},
	fInitializer:        {"initializer", both},
	fLabel:              {"label", both},
	fLeft:               {"left", both},
	fName:               {"name", both},
	fOperand:            {"operand", both},
	fOperator:           {"operator", both},
	fParameters:         {"parameters", both},
	fPath:               {"path", both},
	fPlacement:          {"placement", onlyCPP},
	fPrefix:             {"prefix", both},
	fRight:              {"right", both},
	fScope:              {"scope", onlyCPP},
	fSize:               {"size", both},
	fTemplateParameters: {"template_parameters", onlyCPP},
	fType:               {"type", both},
	fUpdate:             {"update", both},
	fValue:              {"value", both},
}

// kindNames are the names of the kinds by number; what the grammar of d lacks is
// empty.
func kindNames(d dialect) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		if k.in&d != 0 {
			names[i] = k.name
		}
	}
	return names
}

// fieldNames are the names of the fields by number, likewise.
func fieldNames(d dialect) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		if f.in&d != 0 {
			names[i] = f.name
		}
	}
	return names
}

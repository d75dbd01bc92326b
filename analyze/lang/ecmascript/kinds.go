package ecmascript

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// A Dialect is one of the three grammars.
type Dialect uint8

// The dialects. TSX is TypeScript with elements and without <T>x.
const (
	JavaScript Dialect = 1 << iota
	TypeScript
	TSX
)

const (
	every      = JavaScript | TypeScript | TSX
	typed      = TypeScript | TSX
	withMarkup = JavaScript | TSX
)

// The kinds of nodes and, from tokAsync on, of anonymous tokens. A token may
// bear the name of a rule (class, number): only lang.IsNamed tells them apart.
const (
	kAbstractClassDeclaration lang.Kind = iota + 1
	kAbstractMethodSignature
	kAccessibilityModifier
	kAmbientDeclaration
	kArguments
	kArray
	kArrayPattern
	kArrayType
	kArrowFunction
	kAsExpression
	kAsserts
	kAssertsAnnotation
	kAssignmentExpression
	kAssignmentPattern
	kAugmentedAssignmentExpression
	kAwaitExpression
	kBinaryExpression
	kCallExpression
	kCallSignature
	kCatchClause
	kClass
	kClassDeclaration
	kClassHeritage
	kClassStaticBlock
	kComment
	kComputedPropertyName
	kConditionalType
	kConstructSignature
	kConstructorType
	kDecorator
	kDoStatement
	kEmptyStatement
	kEnumAssignment
	kEnumDeclaration
	kExistentialType
	kExportClause
	kExportSpecifier
	kExportStatement
	kExpressionStatement
	kExtendsClause
	kExtendsTypeClause
	kFalse
	kFieldDefinition
	kFlowMaybeType
	kForInStatement
	kForStatement
	kFunctionDeclaration
	kFunctionExpression
	kFunctionSignature
	kFunctionType
	kGeneratorFunction
	kGeneratorFunctionDeclaration
	kGenericType
	kIdentifier
	kIfStatement
	kImplementsClause
	kImport
	kImportAlias
	kImportClause
	kImportRequireClause
	kImportSpecifier
	kImportStatement
	kIndexSignature
	kIndexTypeQuery
	kInferType
	kInstantiationExpression
	kInterfaceDeclaration
	kInternalModule
	kIntersectionType
	kJsxAttribute
	kJsxClosingElement
	kJsxElement
	kJsxExpression
	kJsxOpeningElement
	kJsxSelfClosingElement
	kJsxText
	kLabeledStatement
	kLexicalDeclaration
	kLiteralType
	kLookupType
	kMappedTypeClause
	kMemberExpression
	kMetaProperty
	kMethodDefinition
	kMethodSignature
	kModule
	kNamedImports
	kNamespaceExport
	kNamespaceImport
	kNestedIdentifier
	kNestedTypeIdentifier
	kNewExpression
	kNonNullExpression
	kNull
	kNumber
	kObject
	kObjectAssignmentPattern
	kObjectPattern
	kObjectType
	kOmittingTypeAnnotation
	kOptingTypeAnnotation
	kOptionalChain
	kOptionalParameter
	kOptionalType
	kOverrideModifier
	kPair
	kPairPattern
	kParenthesizedExpression
	kParenthesizedType
	kPredefinedType
	kPrivatePropertyIdentifier
	kPropertyIdentifier
	kPropertySignature
	kPublicFieldDefinition
	kReadonlyType
	kRegex
	kRequiredParameter
	kRestPattern
	kRestType
	kReturnStatement
	kSatisfiesExpression
	kSequenceExpression
	kShorthandPropertyIdentifier
	kShorthandPropertyIdentifierPattern
	kSpreadElement
	kStatementBlock
	kStatementIdentifier
	kString
	kStringFragment
	kSubscriptExpression
	kSuper
	kSwitchBody
	kSwitchCase
	kSwitchDefault
	kTemplateLiteralType
	kTemplateString
	kTemplateSubstitution
	kTernaryExpression
	kThis
	kThisType
	kTrue
	kTryStatement
	kTupleType
	kTypeAliasDeclaration
	kTypeAnnotation
	kTypeArguments
	kTypeAssertion
	kTypeIdentifier
	kTypeParameter
	kTypePredicate
	kTypePredicateAnnotation
	kTypeQuery
	kUnaryExpression
	kUndefined
	kUnionType
	kUpdateExpression
	kVariableDeclaration
	kVariableDeclarator
	kWhileStatement
	kYieldExpression
	tokAsync
	tokStatic
	tokStaticGet
	tokGet
	tokSet
	tokStar
	tokQuestion
	tokComma
	tokColon
	tokSemicolon
	tokEquals
	tokSingleQuote
	tokDoubleQuote
	tokCloseParen
	tokCloseBracket
	tokCloseBrace
	tokAnd
	tokOr
	tokNullish
	tokDefault
	tokConst
	tokIn
	tokInstanceof
	tokTypeof
	tokType
	tokAbstract
	tokDeclare
	tokReadonly
	tokGlobal
	tokPlus
	tokAwait
)

// kinds name them, each with the dialects whose grammar has it.
var kinds = [...]struct {
	name string
	in   Dialect
}{
	kAbstractClassDeclaration:           {"abstract_class_declaration", typed},
	kAbstractMethodSignature:            {"abstract_method_signature", typed},
	kAccessibilityModifier:              {"accessibility_modifier", typed},
	kAmbientDeclaration:                 {"ambient_declaration", typed},
	kArguments:                          {"arguments", every},
	kArray:                              {"array", every},
	kArrayPattern:                       {"array_pattern", every},
	kArrayType:                          {"array_type", typed},
	kArrowFunction:                      {"arrow_function", every},
	kAsExpression:                       {"as_expression", typed},
	kAsserts:                            {"asserts", typed},
	kAssertsAnnotation:                  {"asserts_annotation", typed},
	kAssignmentExpression:               {"assignment_expression", every},
	kAssignmentPattern:                  {"assignment_pattern", every},
	kAugmentedAssignmentExpression:      {"augmented_assignment_expression", every},
	kAwaitExpression:                    {"await_expression", every},
	kBinaryExpression:                   {"binary_expression", every},
	kCallExpression:                     {"call_expression", every},
	kCallSignature:                      {"call_signature", typed},
	kCatchClause:                        {"catch_clause", every},
	kClass:                              {"class", every},
	kClassDeclaration:                   {"class_declaration", every},
	kClassHeritage:                      {"class_heritage", every},
	kClassStaticBlock:                   {"class_static_block", every},
	kComment:                            {"comment", every},
	kComputedPropertyName:               {"computed_property_name", every},
	kConditionalType:                    {"conditional_type", typed},
	kConstructSignature:                 {"construct_signature", typed},
	kConstructorType:                    {"constructor_type", typed},
	kDecorator:                          {"decorator", every},
	kDoStatement:                        {"do_statement", every},
	kEmptyStatement:                     {"empty_statement", every},
	kEnumAssignment:                     {"enum_assignment", typed},
	kEnumDeclaration:                    {"enum_declaration", typed},
	kExistentialType:                    {"existential_type", typed},
	kExportClause:                       {"export_clause", every},
	kExportSpecifier:                    {"export_specifier", every},
	kExportStatement:                    {"export_statement", every},
	kExpressionStatement:                {"expression_statement", every},
	kExtendsClause:                      {"extends_clause", typed},
	kExtendsTypeClause:                  {"extends_type_clause", typed},
	kFalse:                              {"false", every},
	kFieldDefinition:                    {"field_definition", JavaScript},
	kFlowMaybeType:                      {"flow_maybe_type", typed},
	kForInStatement:                     {"for_in_statement", every},
	kForStatement:                       {"for_statement", every},
	kFunctionDeclaration:                {"function_declaration", every},
	kFunctionExpression:                 {"function_expression", every},
	kFunctionSignature:                  {"function_signature", typed},
	kFunctionType:                       {"function_type", typed},
	kGeneratorFunction:                  {"generator_function", every},
	kGeneratorFunctionDeclaration:       {"generator_function_declaration", every},
	kGenericType:                        {"generic_type", typed},
	kIdentifier:                         {"identifier", every},
	kIfStatement:                        {"if_statement", every},
	kImplementsClause:                   {"implements_clause", typed},
	kImport:                             {"import", every},
	kImportAlias:                        {"import_alias", typed},
	kImportClause:                       {"import_clause", every},
	kImportRequireClause:                {"import_require_clause", typed},
	kImportSpecifier:                    {"import_specifier", every},
	kImportStatement:                    {"import_statement", every},
	kIndexSignature:                     {"index_signature", typed},
	kIndexTypeQuery:                     {"index_type_query", typed},
	kInferType:                          {"infer_type", typed},
	kInstantiationExpression:            {"instantiation_expression", typed},
	kInterfaceDeclaration:               {"interface_declaration", typed},
	kInternalModule:                     {"internal_module", typed},
	kIntersectionType:                   {"intersection_type", typed},
	kJsxAttribute:                       {"jsx_attribute", withMarkup},
	kJsxClosingElement:                  {"jsx_closing_element", withMarkup},
	kJsxElement:                         {"jsx_element", withMarkup},
	kJsxExpression:                      {"jsx_expression", withMarkup},
	kJsxOpeningElement:                  {"jsx_opening_element", withMarkup},
	kJsxSelfClosingElement:              {"jsx_self_closing_element", withMarkup},
	kJsxText:                            {"jsx_text", withMarkup},
	kLabeledStatement:                   {"labeled_statement", every},
	kLexicalDeclaration:                 {"lexical_declaration", every},
	kLiteralType:                        {"literal_type", typed},
	kLookupType:                         {"lookup_type", typed},
	kMappedTypeClause:                   {"mapped_type_clause", typed},
	kMemberExpression:                   {"member_expression", every},
	kMetaProperty:                       {"meta_property", every},
	kMethodDefinition:                   {"method_definition", every},
	kMethodSignature:                    {"method_signature", typed},
	kModule:                             {"module", typed},
	kNamedImports:                       {"named_imports", every},
	kNamespaceExport:                    {"namespace_export", every},
	kNamespaceImport:                    {"namespace_import", every},
	kNestedIdentifier:                   {"nested_identifier", typed},
	kNestedTypeIdentifier:               {"nested_type_identifier", typed},
	kNewExpression:                      {"new_expression", every},
	kNonNullExpression:                  {"non_null_expression", typed},
	kNull:                               {"null", every},
	kNumber:                             {"number", every},
	kObject:                             {"object", every},
	kObjectAssignmentPattern:            {"object_assignment_pattern", every},
	kObjectPattern:                      {"object_pattern", every},
	kObjectType:                         {"object_type", typed},
	kOmittingTypeAnnotation:             {"omitting_type_annotation", typed},
	kOptingTypeAnnotation:               {"opting_type_annotation", typed},
	kOptionalChain:                      {"optional_chain", every},
	kOptionalParameter:                  {"optional_parameter", typed},
	kOverrideModifier:                   {"override_modifier", typed},
	kOptionalType:                       {"optional_type", typed},
	kPair:                               {"pair", every},
	kPairPattern:                        {"pair_pattern", every},
	kParenthesizedExpression:            {"parenthesized_expression", every},
	kParenthesizedType:                  {"parenthesized_type", typed},
	kPredefinedType:                     {"predefined_type", typed},
	kPrivatePropertyIdentifier:          {"private_property_identifier", every},
	kPropertyIdentifier:                 {"property_identifier", every},
	kPropertySignature:                  {"property_signature", typed},
	kPublicFieldDefinition:              {"public_field_definition", typed},
	kReadonlyType:                       {"readonly_type", typed},
	kRegex:                              {"regex", every},
	kRequiredParameter:                  {"required_parameter", typed},
	kRestPattern:                        {"rest_pattern", every},
	kRestType:                           {"rest_type", typed},
	kReturnStatement:                    {"return_statement", every},
	kSatisfiesExpression:                {"satisfies_expression", typed},
	kSequenceExpression:                 {"sequence_expression", every},
	kShorthandPropertyIdentifier:        {"shorthand_property_identifier", every},
	kShorthandPropertyIdentifierPattern: {"shorthand_property_identifier_pattern", every},
	kSpreadElement:                      {"spread_element", every},
	kStatementBlock:                     {"statement_block", every},
	kStatementIdentifier:                {"statement_identifier", every},
	kString:                             {"string", every},
	kStringFragment:                     {"string_fragment", every},
	kSubscriptExpression:                {"subscript_expression", every},
	kSuper:                              {"super", every},
	kSwitchBody:                         {"switch_body", every},
	kSwitchDefault:                      {"switch_default", every},
	kSwitchCase:                         {"switch_case", every},
	kTemplateLiteralType:                {"template_literal_type", typed},
	kTemplateString:                     {"template_string", every},
	kTemplateSubstitution:               {"template_substitution", every},
	kTernaryExpression:                  {"ternary_expression", every},
	kThis:                               {"this", every},
	kThisType:                           {"this_type", typed},
	kTryStatement:                       {"try_statement", every},
	kTrue:                               {"true", every},
	kTupleType:                          {"tuple_type", typed},
	kTypeAliasDeclaration:               {"type_alias_declaration", typed},
	kTypeAnnotation:                     {"type_annotation", typed},
	kTypeArguments:                      {"type_arguments", typed},
	kTypeAssertion:                      {"type_assertion", TypeScript},
	kTypeIdentifier:                     {"type_identifier", typed},
	kTypeParameter:                      {"type_parameter", typed},
	kTypePredicate:                      {"type_predicate", typed},
	kTypePredicateAnnotation:            {"type_predicate_annotation", typed},
	kTypeQuery:                          {"type_query", typed},
	kUnaryExpression:                    {"unary_expression", every},
	kUndefined:                          {"undefined", every},
	kUnionType:                          {"union_type", typed},
	kUpdateExpression:                   {"update_expression", every},
	kVariableDeclaration:                {"variable_declaration", every},
	kVariableDeclarator:                 {"variable_declarator", every},
	kWhileStatement:                     {"while_statement", every},
	kYieldExpression:                    {"yield_expression", every},
	tokAsync:                            {"async", every},
	tokStatic:                           {"static", every},
	tokStaticGet:                        {"static get", JavaScript},
	tokGet:                              {"get", every},
	tokSet:                              {"set", every},
	tokStar:                             {"*", every},
	tokQuestion:                         {"?", every},
	tokComma:                            {",", every},
	tokColon:                            {":", every},
	tokSemicolon:                        {";", every},
	tokEquals:                           {"=", every},
	tokSingleQuote:                      {"'", every},
	tokDoubleQuote:                      {"\"", every},
	tokCloseParen:                       {")", every},
	tokCloseBracket:                     {"]", every},
	tokCloseBrace:                       {"}", every},
	tokAnd:                              {"&&", every},
	tokOr:                               {"||", every},
	tokNullish:                          {"??", every},
	tokDefault:                          {"default", every},
	tokConst:                            {"const", every},
	tokIn:                               {"in", every},
	tokInstanceof:                       {"instanceof", every},
	tokTypeof:                           {"typeof", every},
	tokType:                             {"type", typed},
	tokAbstract:                         {"abstract", typed},
	tokDeclare:                          {"declare", typed},
	tokReadonly:                         {"readonly", typed},
	tokGlobal:                           {"global", typed},
	tokPlus:                             {"+", every},
	tokAwait:                            {"await", every},
}

// The fields of nodes.
const (
	fAlias lang.FieldID = iota + 1
	fAlternative
	fArgument
	fArguments
	fBody
	fCondition
	fConsequence
	fConstraint
	fConstructor
	fDeclaration
	fFunction
	fIndex
	fIndexType
	fInitializer
	fKey
	fKind
	fLeft
	fName
	fObject
	fOpenTag
	fOperator
	fOptionalChain
	fParameter
	fParameters
	fPattern
	fProperty
	fReturnType
	fRight
	fSource
	fType
	fTypeArguments
	fTypeParameters
	fValue
)

// fields name them, each with the dialects whose grammar has it.
var fields = [...]struct {
	name string
	in   Dialect
}{
	fAlias:          {"alias", every},
	fAlternative:    {"alternative", every},
	fArgument:       {"argument", every},
	fArguments:      {"arguments", every},
	fBody:           {"body", every},
	fCondition:      {"condition", every},
	fConsequence:    {"consequence", every},
	fConstraint:     {"constraint", typed},
	fConstructor:    {"constructor", every},
	fDeclaration:    {"declaration", every},
	fFunction:       {"function", every},
	fIndex:          {"index", every},
	fIndexType:      {"index_type", typed},
	fInitializer:    {"initializer", every},
	fKey:            {"key", every},
	fKind:           {"kind", every},
	fLeft:           {"left", every},
	fName:           {"name", every},
	fObject:         {"object", every},
	fOpenTag:        {"open_tag", every},
	fOperator:       {"operator", every},
	fOptionalChain:  {"optional_chain", every},
	fParameter:      {"parameter", every},
	fParameters:     {"parameters", every},
	fPattern:        {"pattern", every},
	fProperty:       {"property", every},
	fReturnType:     {"return_type", typed},
	fRight:          {"right", every},
	fSource:         {"source", every},
	fType:           {"type", typed},
	fTypeArguments:  {"type_arguments", typed},
	fTypeParameters: {"type_parameters", typed},
	fValue:          {"value", every},
}

// kindNames are the names of the kinds by number; what the grammar of d lacks
// is empty.
func kindNames(d Dialect) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		if k.in&d != 0 {
			names[i] = k.name
		}
	}
	return names
}

// fieldNames are the names of the fields by number; what the grammar of d lacks
// is empty.
func fieldNames(d Dialect) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		if f.in&d != 0 {
			names[i] = f.name
		}
	}
	return names
}

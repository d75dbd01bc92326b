package rust

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for, named rules first, then tokens.
const (
	_ lang.Kind = iota
	kAbstractType
	kArrayExpression
	kArrayType
	kArguments
	kAssignmentExpression
	kAssociatedType
	kAsyncBlock
	kAttribute
	kAttributeItem
	kAwaitExpression
	kBaseFieldInitializer
	kBinaryExpression
	kBlock
	kBlockComment
	kBooleanLiteral
	kBoundedType
	kBracketedType
	kBreakExpression
	kCallExpression
	kCapturedPattern
	kCharLiteral
	kClosureExpression
	kClosureParameters
	kCompoundAssignmentExpr
	kConstBlock
	kConstItem
	kConstParameter
	kConstrainedTypeParameter
	kCrate
	kDeclarationList
	kDynamicType
	kElseClause
	kEmptyStatement
	kEnumItem
	kEnumVariant
	kEnumVariantList
	kExpressionStatement
	kExternCrateDeclaration
	kExternModifier
	kFieldDeclaration
	kFieldDeclarationList
	kFieldExpression
	kFieldIdentifier
	kFieldInitializer
	kFieldInitializerList
	kFieldPattern
	kFloatLiteral
	kForExpression
	kForeignModItem
	kFunctionItem
	kFunctionModifiers
	kFunctionSignatureItem
	kFunctionType
	kGenericFunction
	kGenericType
	kGenericTypeWithTurbofish
	kHigherRankedTraitBound
	kIdentifier
	kIfExpression
	kImplItem
	kIndexExpression
	kInnerAttributeItem
	kIntegerLiteral
	kLetChain
	kLetCondition
	kLetDeclaration
	kLifetime
	kLineComment
	kLoopExpression
	kMacroDefinition
	kMacroInvocation
	kMacroRule
	kMatchArm
	kMatchBlock
	kMatchExpression
	kMatchPattern
	kMetavariable
	kModItem
	kMutPattern
	kMutableSpecifier
	kNegativeLiteral
	kNeverType
	kOptionalTypeParameter
	kOrPattern
	kOrderedFieldDeclarationList
	kParameter
	kParameters
	kParenthesizedExpression
	kPointerType
	kPrimitiveType
	kQualifiedType
	kRangeExpression
	kRawStringLiteral
	kRefPattern
	kReferenceExpression
	kReferencePattern
	kReferenceType
	kRemainingFieldPattern
	kRemovedTraitBound
	kReturnExpression
	kScopedIdentifier
	kScopedTypeIdentifier
	kScopedUseList
	kSelf
	kSelfParameter
	kShorthandFieldIdentifier
	kShorthandFieldInitializer
	kSlicePattern
	kStaticItem
	kStringLiteral
	kStructExpression
	kStructItem
	kStructPattern
	kSuper
	kTokenRepetition
	kTokenTree
	kTraitBounds
	kTraitItem
	kTryBlock
	kTryExpression
	kTupleExpression
	kTuplePattern
	kTupleStructPattern
	kTupleType
	kTypeArguments
	kTypeBinding
	kTypeCastExpression
	kTypeIdentifier
	kTypeItem
	kTypeParameters
	kUnaryExpression
	kUnionItem
	kUnitExpression
	kUnitType
	kUnsafeBlock
	kUseAsClause
	kUseDeclaration
	kUseList
	kUseWildcard
	kVariadicParameter
	kVisibilityModifier
	kWhereClause
	kWherePredicate
	kWhileExpression
	kYieldExpression
	tAsync
	tAnd
	tOr
	tQuestion
	tNot
	tDot
	tComma
	tColons
	tColon
	tSemicolon
	tPipe
	tArrow
	tAssign
	tOpenParen
	tCloseParen
	tOpenBracket
	tCloseBracket
	tOpenBrace
	tCloseBrace
	tAwait
	tEqual
	tNotEqual
	tLess
	tLessEqual
	tGreater
	tGreaterEqual
	tDotDot
	tLet
	tFn
	tStruct
	tEnum
	tTrait
)

var kinds = []string{
	"",
	kAbstractType:                "abstract_type",
	kArrayExpression:             "array_expression",
	kArrayType:                   "array_type",
	kArguments:                   "arguments",
	kAssignmentExpression:        "assignment_expression",
	kAssociatedType:              "associated_type",
	kAsyncBlock:                  "async_block",
	kAttribute:                   "attribute",
	kAttributeItem:               "attribute_item",
	kAwaitExpression:             "await_expression",
	kBaseFieldInitializer:        "base_field_initializer",
	kBinaryExpression:            "binary_expression",
	kBlock:                       "block",
	kBlockComment:                "block_comment",
	kBooleanLiteral:              "boolean_literal",
	kBoundedType:                 "bounded_type",
	kBracketedType:               "bracketed_type",
	kBreakExpression:             "break_expression",
	kCallExpression:              "call_expression",
	kCapturedPattern:             "captured_pattern",
	kCharLiteral:                 "char_literal",
	kClosureExpression:           "closure_expression",
	kClosureParameters:           "closure_parameters",
	kCompoundAssignmentExpr:      "compound_assignment_expr",
	kConstBlock:                  "const_block",
	kConstItem:                   "const_item",
	kConstParameter:              "const_parameter",
	kConstrainedTypeParameter:    "constrained_type_parameter",
	kCrate:                       "crate",
	kDeclarationList:             "declaration_list",
	kDynamicType:                 "dynamic_type",
	kElseClause:                  "else_clause",
	kEmptyStatement:              "empty_statement",
	kEnumItem:                    "enum_item",
	kEnumVariant:                 "enum_variant",
	kEnumVariantList:             "enum_variant_list",
	kExpressionStatement:         "expression_statement",
	kExternCrateDeclaration:      "extern_crate_declaration",
	kExternModifier:              "extern_modifier",
	kFieldDeclaration:            "field_declaration",
	kFieldDeclarationList:        "field_declaration_list",
	kFieldExpression:             "field_expression",
	kFieldIdentifier:             "field_identifier",
	kFieldInitializer:            "field_initializer",
	kFieldInitializerList:        "field_initializer_list",
	kFieldPattern:                "field_pattern",
	kFloatLiteral:                "float_literal",
	kForExpression:               "for_expression",
	kForeignModItem:              "foreign_mod_item",
	kFunctionItem:                "function_item",
	kFunctionModifiers:           "function_modifiers",
	kFunctionSignatureItem:       "function_signature_item",
	kFunctionType:                "function_type",
	kGenericFunction:             "generic_function",
	kGenericType:                 "generic_type",
	kGenericTypeWithTurbofish:    "generic_type_with_turbofish",
	kHigherRankedTraitBound:      "higher_ranked_trait_bound",
	kIdentifier:                  "identifier",
	kIfExpression:                "if_expression",
	kImplItem:                    "impl_item",
	kIndexExpression:             "index_expression",
	kInnerAttributeItem:          "inner_attribute_item",
	kIntegerLiteral:              "integer_literal",
	kLetChain:                    "let_chain",
	kLetCondition:                "let_condition",
	kLetDeclaration:              "let_declaration",
	kLifetime:                    "lifetime",
	kLineComment:                 "line_comment",
	kLoopExpression:              "loop_expression",
	kMacroDefinition:             "macro_definition",
	kMacroInvocation:             "macro_invocation",
	kMacroRule:                   "macro_rule",
	kMatchArm:                    "match_arm",
	kMatchBlock:                  "match_block",
	kMatchExpression:             "match_expression",
	kMatchPattern:                "match_pattern",
	kMetavariable:                "metavariable",
	kModItem:                     "mod_item",
	kMutPattern:                  "mut_pattern",
	kMutableSpecifier:            "mutable_specifier",
	kNegativeLiteral:             "negative_literal",
	kNeverType:                   "never_type",
	kOptionalTypeParameter:       "optional_type_parameter",
	kOrPattern:                   "or_pattern",
	kOrderedFieldDeclarationList: "ordered_field_declaration_list",
	kParameter:                   "parameter",
	kParameters:                  "parameters",
	kParenthesizedExpression:     "parenthesized_expression",
	kPointerType:                 "pointer_type",
	kPrimitiveType:               "primitive_type",
	kQualifiedType:               "qualified_type",
	kRangeExpression:             "range_expression",
	kRawStringLiteral:            "raw_string_literal",
	kRefPattern:                  "ref_pattern",
	kReferenceExpression:         "reference_expression",
	kReferencePattern:            "reference_pattern",
	kReferenceType:               "reference_type",
	kRemainingFieldPattern:       "remaining_field_pattern",
	kRemovedTraitBound:           "removed_trait_bound",
	kReturnExpression:            "return_expression",
	kScopedIdentifier:            "scoped_identifier",
	kScopedTypeIdentifier:        "scoped_type_identifier",
	kScopedUseList:               "scoped_use_list",
	kSelf:                        "self",
	kSelfParameter:               "self_parameter",
	kShorthandFieldIdentifier:    "shorthand_field_identifier",
	kShorthandFieldInitializer:   "shorthand_field_initializer",
	kSlicePattern:                "slice_pattern",
	kStaticItem:                  "static_item",
	kStringLiteral:               "string_literal",
	kStructExpression:            "struct_expression",
	kStructItem:                  "struct_item",
	kStructPattern:               "struct_pattern",
	kSuper:                       "super",
	kTokenRepetition:             "token_repetition",
	kTokenTree:                   "token_tree",
	kTraitBounds:                 "trait_bounds",
	kTraitItem:                   "trait_item",
	kTryBlock:                    "try_block",
	kTryExpression:               "try_expression",
	kTupleExpression:             "tuple_expression",
	kTuplePattern:                "tuple_pattern",
	kTupleStructPattern:          "tuple_struct_pattern",
	kTupleType:                   "tuple_type",
	kTypeArguments:               "type_arguments",
	kTypeBinding:                 "type_binding",
	kTypeCastExpression:          "type_cast_expression",
	kTypeIdentifier:              "type_identifier",
	kTypeItem:                    "type_item",
	kTypeParameters:              "type_parameters",
	kUnaryExpression:             "unary_expression",
	kUnionItem:                   "union_item",
	kUnitExpression:              "unit_expression",
	kUnitType:                    "unit_type",
	kUnsafeBlock:                 "unsafe_block",
	kUseAsClause:                 "use_as_clause",
	kUseDeclaration:              "use_declaration",
	kUseList:                     "use_list",
	kUseWildcard:                 "use_wildcard",
	kVariadicParameter:           "variadic_parameter",
	kVisibilityModifier:          "visibility_modifier",
	kWhereClause:                 "where_clause",
	kWherePredicate:              "where_predicate",
	kWhileExpression:             "while_expression",
	kYieldExpression:             "yield_expression",
	tAsync:                       "async",
	tAnd:                         "&&",
	tOr:                          "||",
	tQuestion:                    "?",
	tNot:                         "!",
	tDot:                         ".",
	tComma:                       ",",
	tColons:                      "::",
	tColon:                       ":",
	tSemicolon:                   ";",
	tPipe:                        "|",
	tArrow:                       "=>",
	tAssign:                      "=",
	tOpenParen:                   "(",
	tCloseParen:                  ")",
	tOpenBracket:                 "[",
	tCloseBracket:                "]",
	tOpenBrace:                   "{",
	tCloseBrace:                  "}",
	tAwait:                       "await",
	tEqual:                       "==",
	tNotEqual:                    "!=",
	tLess:                        "<",
	tLessEqual:                   "<=",
	tGreater:                     ">",
	tGreaterEqual:                ">=",
	tDotDot:                      "..",
	tLet:                         "let",
	tFn:                          "fn",
	tStruct:                      "struct",
	tEnum:                        "enum",
	tTrait:                       "trait",
}

const (
	_ lang.FieldID = iota
	fAlias
	fAlternative
	fArgument
	fArguments
	fBody
	fBounds
	fCondition
	fConsequence
	fDefaultType
	fElement
	fField
	fFunction
	fInner
	fLeft
	fLength
	fList
	fMacro
	fName
	fOperator
	fOuter
	fParameters
	fPath
	fPattern
	fReturnType
	fRight
	fTrait
	fType
	fTypeArguments
	fTypeParameters
	fValue
)

var fields = []string{
	"",
	fAlias:          "alias",
	fAlternative:    "alternative",
	fArgument:       "argument",
	fArguments:      "arguments",
	fBody:           "body",
	fBounds:         "bounds",
	fCondition:      "condition",
	fConsequence:    "consequence",
	fDefaultType:    "default_type",
	fElement:        "element",
	fField:          "field",
	fFunction:       "function",
	fInner:          "inner",
	fLeft:           "left",
	fLength:         "length",
	fList:           "list",
	fMacro:          "macro",
	fName:           "name",
	fOperator:       "operator",
	fOuter:          "outer",
	fParameters:     "parameters",
	fPath:           "path",
	fPattern:        "pattern",
	fReturnType:     "return_type",
	fRight:          "right",
	fTrait:          "trait",
	fType:           "type",
	fTypeArguments:  "type_arguments",
	fTypeParameters: "type_parameters",
	fValue:          "value",
}

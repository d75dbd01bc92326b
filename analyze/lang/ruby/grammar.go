package ruby

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// The node kinds that extraction asks for. Where the grammar gives a keyword
// and a rule one name (class, if, yield), both are this kind and lang.IsNamed tells
// them apart.
const (
	_ lang.Kind = iota
	kAlias
	kAlternativePattern
	kArgumentList
	kArray
	kArrayPattern
	kAsPattern
	kAssignment
	kBareString
	kBareSymbol
	kBegin
	kBeginBlock
	kBinary
	kBlock
	kBlockArgument
	kBlockBody
	kBlockParameter
	kBlockParameters
	kBodyStatement
	kBreak
	kCall
	kCase
	kCaseMatch
	kChainedString
	kCharacter
	kClass
	kClassVariable
	kComment
	kComplex
	kConditional
	kConstant
	kDelimitedSymbol
	kDestructuredLeftAssignment
	kDestructuredParameter
	kDo
	kDoBlock
	kElementReference
	kElse
	kElsif
	kEndBlock
	kEnsure
	kExceptionVariable
	kExceptions
	kExpressionReferencePattern
	kFalse
	kFindPattern
	kFloat
	kFor
	kForwardArgument
	kForwardParameter
	kGlobalVariable
	kHash
	kHashKeySymbol
	kHashPattern
	kHashSplatArgument
	kHashSplatNil
	kHashSplatParameter
	kHeredocBeginning
	kHeredocBody
	kIdentifier
	kIf
	kIfGuard
	kIfModifier
	kIn
	kInClause
	kInstanceVariable
	kInteger
	kInterpolation
	kKeywordParameter
	kKeywordPattern
	kLambda
	kLambdaParameters
	kLeftAssignmentList
	kMatchPattern
	kMethod
	kMethodParameters
	kModule
	kNext
	kNil
	kOperator
	kOperatorAssignment
	kOptionalParameter
	kPair
	kParenthesizedPattern
	kParenthesizedStatements
	kPattern
	kProgram
	kRange
	kRational
	kRedo
	kRegex
	kRescue
	kRescueModifier
	kRestAssignment
	kRetry
	kReturn
	kRightAssignmentList
	kScopeResolution
	kSelf
	kSetter
	kSimpleSymbol
	kSingletonClass
	kSingletonMethod
	kSplatArgument
	kSplatParameter
	kString
	kStringArray
	kStringContent
	kSubshell
	kSuper
	kSuperclass
	kSymbolArray
	kTestPattern
	kThen
	kTrue
	kUnary
	kUndef
	kUnless
	kUnlessGuard
	kUnlessModifier
	kUntil
	kUntilModifier
	kVariableReferencePattern
	kWhen
	kWhile
	kWhileModifier
	kYield
	kAnd
	kAndAnd
	kAndAssign
	kOr
	kOrOr
	kOrAssign
	kNot
	kBang
	kDefined
	kSafeNavigation
)

var kinds = []string{
	kAlias:                      "alias",
	kAlternativePattern:         "alternative_pattern",
	kArgumentList:               "argument_list",
	kArray:                      "array",
	kArrayPattern:               "array_pattern",
	kAsPattern:                  "as_pattern",
	kAssignment:                 "assignment",
	kBareString:                 "bare_string",
	kBareSymbol:                 "bare_symbol",
	kBegin:                      "begin",
	kBeginBlock:                 "begin_block",
	kBinary:                     "binary",
	kBlock:                      "block",
	kBlockArgument:              "block_argument",
	kBlockBody:                  "block_body",
	kBlockParameter:             "block_parameter",
	kBlockParameters:            "block_parameters",
	kBodyStatement:              "body_statement",
	kBreak:                      "break",
	kCall:                       "call",
	kCase:                       "case",
	kCaseMatch:                  "case_match",
	kChainedString:              "chained_string",
	kCharacter:                  "character",
	kClass:                      "class",
	kClassVariable:              "class_variable",
	kComment:                    "comment",
	kComplex:                    "complex",
	kConditional:                "conditional",
	kConstant:                   "constant",
	kDelimitedSymbol:            "delimited_symbol",
	kDestructuredLeftAssignment: "destructured_left_assignment",
	kDestructuredParameter:      "destructured_parameter",
	kDo:                         "do",
	kDoBlock:                    "do_block",
	kElementReference:           "element_reference",
	kElse:                       "else",
	kElsif:                      "elsif",
	kEndBlock:                   "end_block",
	kEnsure:                     "ensure",
	kExceptionVariable:          "exception_variable",
	kExceptions:                 "exceptions",
	kExpressionReferencePattern: "expression_reference_pattern",
	kFalse:                      "false",
	kFindPattern:                "find_pattern",
	kFloat:                      "float",
	kFor:                        "for",
	kForwardArgument:            "forward_argument",
	kForwardParameter:           "forward_parameter",
	kGlobalVariable:             "global_variable",
	kHash:                       "hash",
	kHashKeySymbol:              "hash_key_symbol",
	kHashPattern:                "hash_pattern",
	kHashSplatArgument:          "hash_splat_argument",
	kHashSplatNil:               "hash_splat_nil",
	kHashSplatParameter:         "hash_splat_parameter",
	kHeredocBeginning:           "heredoc_beginning",
	kHeredocBody:                "heredoc_body",
	kIdentifier:                 "identifier",
	kIf:                         "if",
	kIfGuard:                    "if_guard",
	kIfModifier:                 "if_modifier",
	kIn:                         "in",
	kInClause:                   "in_clause",
	kInstanceVariable:           "instance_variable",
	kInteger:                    "integer",
	kInterpolation:              "interpolation",
	kKeywordParameter:           "keyword_parameter",
	kKeywordPattern:             "keyword_pattern",
	kLambda:                     "lambda",
	kLambdaParameters:           "lambda_parameters",
	kLeftAssignmentList:         "left_assignment_list",
	kMatchPattern:               "match_pattern",
	kMethod:                     "method",
	kMethodParameters:           "method_parameters",
	kModule:                     "module",
	kNext:                       "next",
	kNil:                        "nil",
	kOperator:                   "operator",
	kOperatorAssignment:         "operator_assignment",
	kOptionalParameter:          "optional_parameter",
	kPair:                       "pair",
	kParenthesizedPattern:       "parenthesized_pattern",
	kParenthesizedStatements:    "parenthesized_statements",
	kPattern:                    "pattern",
	kProgram:                    "program",
	kRange:                      "range",
	kRational:                   "rational",
	kRedo:                       "redo",
	kRegex:                      "regex",
	kRescue:                     "rescue",
	kRescueModifier:             "rescue_modifier",
	kRestAssignment:             "rest_assignment",
	kRetry:                      "retry",
	kReturn:                     "return",
	kRightAssignmentList:        "right_assignment_list",
	kScopeResolution:            "scope_resolution",
	kSelf:                       "self",
	kSetter:                     "setter",
	kSimpleSymbol:               "simple_symbol",
	kSingletonClass:             "singleton_class",
	kSingletonMethod:            "singleton_method",
	kSplatArgument:              "splat_argument",
	kSplatParameter:             "splat_parameter",
	kString:                     "string",
	kStringArray:                "string_array",
	kStringContent:              "string_content",
	kSubshell:                   "subshell",
	kSuper:                      "super",
	kSuperclass:                 "superclass",
	kSymbolArray:                "symbol_array",
	kTestPattern:                "test_pattern",
	kThen:                       "then",
	kTrue:                       "true",
	kUnary:                      "unary",
	kUndef:                      "undef",
	kUnless:                     "unless",
	kUnlessGuard:                "unless_guard",
	kUnlessModifier:             "unless_modifier",
	kUntil:                      "until",
	kUntilModifier:              "until_modifier",
	kVariableReferencePattern:   "variable_reference_pattern",
	kWhen:                       "when",
	kWhile:                      "while",
	kWhileModifier:              "while_modifier",
	kYield:                      "yield",
	kAnd:                        "and",
	kAndAnd:                     "&&",
	kAndAssign:                  "&&=",
	kOr:                         "or",
	kOrOr:                       "||",
	kOrAssign:                   "||=",
	kNot:                        "not",
	kBang:                       "!",
	kDefined:                    "defined?",
	kSafeNavigation:             "&.",
}

// The fields that extraction asks for.
const (
	_ lang.FieldID = iota
	fAlias
	fAlternative
	fAlternatives
	fArguments
	fBegin
	fBlock
	fBody
	fClass
	fClauses
	fCondition
	fConsequence
	fEnd
	fExceptions
	fGuard
	fHandler
	fKey
	fLeft
	fLocals
	fMethod
	fName
	fObject
	fOperand
	fOperator
	fParameters
	fPattern
	fReceiver
	fRight
	fScope
	fSuperclass
	fValue
	fVariable
)

var fields = []string{
	fAlias:        "alias",
	fAlternative:  "alternative",
	fAlternatives: "alternatives",
	fArguments:    "arguments",
	fBegin:        "begin",
	fBlock:        "block",
	fBody:         "body",
	fClass:        "class",
	fClauses:      "clauses",
	fCondition:    "condition",
	fConsequence:  "consequence",
	fEnd:          "end",
	fExceptions:   "exceptions",
	fGuard:        "guard",
	fHandler:      "handler",
	fKey:          "key",
	fLeft:         "left",
	fLocals:       "locals",
	fMethod:       "method",
	fName:         "name",
	fObject:       "object",
	fOperand:      "operand",
	fOperator:     "operator",
	fParameters:   "parameters",
	fPattern:      "pattern",
	fReceiver:     "receiver",
	fRight:        "right",
	fScope:        "scope",
	fSuperclass:   "superclass",
	fValue:        "value",
	fVariable:     "variable",
}

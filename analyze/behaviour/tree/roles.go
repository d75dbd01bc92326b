package tree

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// roleKinds are the kinds of nodes that most grammars give a role, by role.
var roleKinds = [...]struct {
	role  lang.Role
	kinds []string
}{
	{lang.RoleSkip, []string{
		"import_declaration", "import_statement", "import_from_statement", "future_import_statement", "import_header",
		"import_list", "package_header", "package_clause", "package_declaration", "using_directive", "use_declaration",
		"namespace_use_declaration", "preproc_include", "extern_crate_declaration", "type_annotation", "type_parameters",
		"type_arguments", "type_parameter_list", "type_argument_list", "template_parameter_list", "type_parameter_constraints_clause",
		"type_bound", "superclass", "super_interfaces", "extends_interfaces", "class_heritage", "base_list", "base_clause",
		"class_interface_clause", "delegation_specifier", "extends_clause", "implements_clause", "interface_type", "struct_type",
		"type_declaration", "type_alias_declaration", "type_alias", "type_item", "typealias_declaration", "type_definition",
		"alias_declaration", "user_type", "predefined_type", "primitive_type", "nullable_type", "optional_type", "generic_type",
		"array_type", "pointer_type", "reference_type", "qualified_type", "union_type", "intersection_type", "function_type",
		"tuple_type", "type_identifier", "void_type", "integral_type", "floating_point_type", "boolean_type", "scoped_type_identifier",
		"sized_type_specifier", "type_descriptor", "storage_class_specifier", "type_qualifier", "implicit_type", "named_type",
		"type_list", "type_projection", "attribute_item", "inner_attribute_item", "attribute_specifier", "attribute_declaration",
		"function_signature_item", "function_signature", "abstract_method_signature", "method_signature", "property_signature",
		"annotation_type_declaration", "binding_pattern_kind", "mutable_specifier", "lifetime", "empty_statement", "dimensions",
		"throws", "throw_specifier", "noexcept", "trailing_return_type", "ref_qualifier", "virtual_specifier", "access_specifier",
		"preproc_call", "preproc_directive", "hash_bang_line", "shebang_line", "shebang", "php_tag",
		"line_continuation", "field_declaration_list", "ordered_field_declaration_list", "enum_variant_list", "interface_body",
		"protocol_declaration", "declare_statement", "pass_statement", "asterisk", "label", "explicit_interface_specifier",
	}},
	{lang.RoleInline, []string{
		"parenthesized_expression", "parenthesized_pattern", "expression_statement", "as_expression", "satisfies_expression",
		"non_null_expression", "type_assertion", "export_statement", "template_declaration", "linkage_specification",
		"global_statement", "variable_reference_pattern", "ambient_declaration", "directly_assignable_expression", "pattern",
		"condition_clause", "parenthesized_statements", "labeled_statement", "annotated_lambda", "for_clause", "range_clause",
		"jsx_expression", "preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else", "class_body",
		"declaration_list", "attributed_statement", "unsafe_statement", "checked_statement", "match_condition_list",
		"literal_element",
	}},
	{lang.RoleBlock, []string{
		"block", "statement_block", "compound_statement", "statements", "control_structure_body", "block_body", "constructor_body",
		"function_body", "colon_block", "indented_block", "unsafe_block", "async_block", "const_block",
	}},
	{lang.RoleIf, []string{
		"if_statement", "if_expression", "elif_clause", "else_if_clause", "elsif", "if_modifier",
	}},
	{lang.RoleUnless, []string{
		"guard_statement",
	}},
	{lang.RoleElse, []string{
		"else_clause",
	}},
	{lang.RoleTernary, []string{
		"ternary_expression", "conditional_expression",
	}},
	{lang.RoleLoop, []string{
		"for_statement", "while_statement", "do_statement", "do_while_statement", "for_in_statement", "enhanced_for_statement",
		"foreach_statement", "for_expression", "while_expression", "loop_expression", "repeat_while_statement", "for_range_loop",
		"do_while_expression",
	}},
	{lang.RoleSwitch, []string{
		"switch_statement", "switch_expression", "match_statement", "match_expression", "expression_switch_statement",
		"type_switch_statement", "select_statement", "when_expression",
	}},
	{lang.RoleCase, []string{
		"switch_case", "switch_default", "expression_case", "type_case", "default_case", "communication_case", "case_clause",
		"match_arm", "when_entry", "switch_entry", "switch_section", "switch_expression_arm", "switch_block_statement_group",
		"switch_rule", "case_statement", "default_statement", "match_conditional_expression", "match_default_expression",
	}},
	{lang.RoleReturn, []string{
		"return_statement", "return_expression", "co_return_statement",
	}},
	{lang.RoleThrow, []string{
		"throw_statement", "throw_expression", "raise_statement",
	}},
	{lang.RoleJump, []string{
		"jump_expression", "control_transfer_statement",
	}},
	{lang.RoleBreak, []string{
		"break_statement", "continue_statement", "break_expression", "continue_expression", "fallthrough_statement",
		"goto_statement",
	}},
	{lang.RoleTry, []string{
		"try_statement", "try_expression", "try_with_resources_statement", "try_block",
	}},
	{lang.RoleCatch, []string{
		"catch_clause", "catch_block", "except_clause", "except_group_clause", "seh_except_clause",
	}},
	{lang.RoleFinally, []string{
		"finally_clause", "finally_block", "seh_finally_clause",
	}},
	{lang.RoleWith, []string{
		"with_statement", "using_statement", "lock_statement", "synchronized_statement", "fixed_statement",
	}},
	{lang.RoleDefer, []string{
		"defer_statement",
	}},
	{lang.RoleAwait, []string{
		"await_expression", "await", "co_await_expression",
	}},
	{lang.RoleDeclaration, []string{
		"lexical_declaration", "variable_declaration", "local_variable_declaration", "local_declaration_statement", "var_declaration",
		"const_declaration", "declaration", "field_declaration", "property_declaration", "static_variable_declaration",
		"function_static_declaration", "constant_declaration", "var_spec_list", "enum_body", "enum_member_declaration_list",
		"enumerator_list", "enum_specifier",
	}},
	{lang.RoleDeclarator, []string{
		"variable_declarator", "var_spec", "const_spec", "init_declarator", "const_element", "static_item", "const_item",
		"let_declaration", "val_definition", "var_definition", "enum_member_declaration", "enumerator", "enum_assignment",
		"field_definition", "public_field_definition", "preproc_def", "property_element", "short_var_declaration", "enum_constant",
	}},
	{lang.RoleAssign, []string{
		"assignment_statement", "assignment_expression", "assignment", "augmented_assignment", "augmented_assignment_expression",
		"compound_assignment_expr", "operator_assignment", "reference_assignment_expression", "named_expression", "receive_statement",
	}},
	{lang.RoleUpdate, []string{
		"inc_statement", "dec_statement", "update_expression",
	}},
	{lang.RoleCall, []string{
		"call_expression", "call", "method_invocation", "invocation_expression", "function_call_expression", "member_call_expression",
		"nullsafe_member_call_expression", "scoped_call_expression", "macro_invocation",
	}},
	{lang.RoleNew, []string{
		"new_expression", "object_creation_expression", "instance_expression", "implicit_object_creation_expression",
	}},
	{lang.RoleArguments, []string{
		"arguments", "argument_list", "value_arguments", "call_suffix", "bracketed_argument_list", "subscript_argument_list",
		"attribute_argument_list",
	}},
	{lang.RoleArgument, []string{
		"argument", "value_argument", "keyword_argument", "attribute_argument", "variadic_argument",
	}},
	{lang.RoleMember, []string{
		"member_expression", "selector_expression", "attribute", "member_access_expression", "nullsafe_member_access_expression",
		"field_access", "field_expression", "scoped_identifier", "scoped_property_access_expression", "class_constant_access_expression",
		"qualified_name", "scope_resolution", "stable_identifier", "navigation_expression", "conditional_access_expression",
	}},
	{lang.RoleIndex, []string{
		"index_expression", "subscript_expression", "subscript", "element_access_expression", "array_access", "indexing_expression",
		"element_reference", "slice_expression",
	}},
	{lang.RoleBinary, []string{
		"binary_expression", "binary_operator", "boolean_operator", "comparison_operator", "binary", "infix_expression",
		"additive_expression", "multiplicative_expression", "comparison_expression", "equality_expression", "conjunction_expression",
		"disjunction_expression", "elvis_expression", "check_expression", "nil_coalescing_expression", "range_expression",
		"bitwise_operation", "instanceof_expression", "is_expression", "is_pattern_expression",
	}},
	{lang.RoleUnary, []string{
		"unary_expression", "unary_operator", "not_operator", "prefix_unary_expression", "postfix_unary_expression",
		"prefix_expression", "postfix_expression", "unary", "unary_op_expression", "pointer_expression", "reference_expression",
		"negative_literal",
	}},
	{lang.RoleFunction, []string{
		"function_declaration", "function_definition", "method_declaration", "method_definition", "constructor_declaration",
		"function_item", "method", "singleton_method", "generator_function_declaration", "secondary_constructor", "init_declaration",
		"local_function_statement", "deinit_declaration", "destructor_declaration", "operator_declaration", "conversion_operator_declaration",
		"compact_constructor_declaration", "accessor_declaration", "getter", "setter", "computed_getter", "computed_setter",
		"computed_property", "didset_clause", "willset_clause", "indexer_declaration", "anonymous_initializer", "static_initializer",
		"subscript_declaration",
	}},
	{lang.RoleLambda, []string{
		"func_literal", "arrow_function", "function_expression", "generator_function", "lambda", "lambda_expression",
		"lambda_literal", "closure_expression", "anonymous_function", "anonymous_function_creation_expression", "anonymous_method_expression",
	}},
	{lang.RoleParameters, []string{
		"parameters", "formal_parameters", "parameter_list", "function_value_parameters", "method_parameters", "lambda_parameters",
		"closure_parameters", "block_parameters", "class_parameters", "inferred_parameters", "lambda_function_type_parameters",
	}},
	{lang.RoleParameter, []string{
		"parameter", "parameter_declaration", "default_parameter", "typed_parameter", "typed_default_parameter", "required_parameter",
		"optional_parameter", "formal_parameter", "spread_parameter", "simple_parameter", "variadic_parameter", "property_promotion_parameter",
		"optional_parameter_declaration", "variadic_parameter_declaration", "keyword_parameter", "splat_parameter", "hash_splat_parameter",
		"block_parameter", "self_parameter", "assignment_pattern", "class_parameter", "implicit_parameter", "parameter_with_optional_type",
		"lambda_parameter", "object_assignment_pattern",
	}},
	{lang.RoleContainer, []string{
		"class_declaration", "class_definition", "class", "interface_declaration", "struct_declaration", "record_declaration",
		"enum_declaration", "namespace_declaration", "file_scoped_namespace_declaration", "namespace_definition", "module",
		"impl_item", "trait_item", "mod_item", "class_specifier", "struct_specifier", "union_specifier", "object_declaration",
		"companion_object", "object_definition", "trait_definition", "trait_declaration", "enum_definition", "abstract_class_declaration",
		"internal_module", "singleton_class", "package_object", "object_literal", "extension_definition",
	}},
	{lang.RoleName, []string{
		"identifier", "simple_identifier", "field_identifier", "property_identifier", "shorthand_property_identifier",
		"private_property_identifier", "package_identifier", "name", "variable_name", "constant", "instance_variable",
		"class_variable", "global_variable", "namespace_identifier", "this", "self", "super", "this_expression", "self_expression",
		"super_expression", "operator_identifier", "blank_identifier", "statement_identifier", "shorthand_property_identifier_pattern",
		"shorthand_field_identifier", "undefined",
	}},
	{lang.RoleString, []string{
		"string", "string_literal", "template_string", "interpreted_string_literal", "raw_string_literal", "char_literal",
		"character_literal", "rune_literal", "line_string_literal", "multi_line_string_literal", "encapsed_string", "interpolated_string_expression",
		"interpolated_string", "verbatim_string_literal", "heredoc", "heredoc_body", "nowdoc", "regex", "regex_literal",
		"simple_symbol", "bare_string", "character", "concatenated_string", "chained_string", "user_defined_literal",
		"symbol_literal", "delimited_symbol", "system_lib_string",
	}},
	{lang.RoleText, []string{
		"string_content", "string_fragment", "escape_sequence", "string_start", "string_end", "line_str_text", "multi_line_str_text",
		"str_escaped_char", "string_literal_content", "interpolation_start", "interpolation_quote", "regex_pattern",
		"regex_flags", "heredoc_content", "heredoc_end", "heredoc_start", "nowdoc_body", "nowdoc_string", "character_escape_seq",
		"character_literal_content", "raw_string_content", "raw_string_delimiter", "raw_str_part", "raw_str_end_part",
		"raw_string_start", "raw_string_end", "string_literal_encoding", "escape_interpolation", "literal_suffix",
	}},
	{lang.RoleNumber, []string{
		"int_literal", "float_literal", "imaginary_literal", "number", "integer", "float", "integer_literal", "number_literal",
		"decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal", "decimal_floating_point_literal",
		"hex_floating_point_literal", "real_literal", "floating_point_literal", "long_literal", "unsigned_literal", "hex_literal",
		"bin_literal", "oct_literal", "rational", "complex",
	}},
	{lang.RoleBool, []string{
		"true", "false", "boolean_literal", "boolean",
	}},
	{lang.RoleNull, []string{
		"nil", "null", "none", "null_literal", "unit", "unit_expression",
	}},
	{lang.RolePair, []string{
		"pair", "keyed_element", "array_element_initializer", "initializer_pair", "element_value_pair", "field_initializer",
	}},
	{lang.RoleDecorator, []string{
		"decorator", "annotation", "marker_annotation", "attribute_list",
	}},
	{lang.RoleModifiers, []string{
		"modifiers", "modifier", "visibility_modifier", "accessibility_modifier", "static_modifier", "function_modifiers",
		"access_modifier", "override_modifier", "abstract_modifier", "final_modifier", "readonly_modifier",
	}},
}

package php

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// universe are the builtin types.
var universe = map[string]string{
	"int": "int", "float": "float", "string": "string", "bool": "bool", "object": "object", "callable": "callable",
}

// forms are the standard library's collections, by what iterating them gives.
var forms = map[string]string{
	"ArrayObject": "list", "SplObjectStorage": "list", "SplQueue": "list", "SplStack": "list", "SplDoublyLinkedList": "list",
	"SplFixedArray": "list", "SplPriorityQueue": "list",
}

// members say what functions and methods of the standard library give.
var members = lang.Merge(
	lang.Giving("", "[result]", "array_map"),
	lang.Giving("", "arg", `array_filter array_values array_merge array_reverse array_slice array_unique array_replace array_diff
		array_intersect array_diff_key array_intersect_key array_splice array_pad iterator_to_array array_merge_recursive`),
	lang.Giving("", "arg.elem", "array_pop array_shift end reset current next prev max min array_reduce"),
	lang.Giving("", "[arg.key]", "array_keys"),
	lang.Giving("", "string", `sprintf trim ltrim rtrim strtolower strtoupper ucfirst lcfirst ucwords str_replace substr implode join
		json_encode serialize file_get_contents dirname basename realpath get_class md5 sha1 date number_format str_repeat
		str_pad preg_replace htmlspecialchars nl2br strrev gettype getcwd tempnam sys_get_temp_dir`),
	lang.Giving("", "[string]", "explode str_split preg_split file scandir glob"),
	lang.Giving("", "int", "count strlen strpos time mb_strlen intval sizeof array_push array_unshift preg_match"),
	lang.Giving("", "bool", `is_array is_string is_int is_null is_callable is_object is_numeric in_array array_key_exists isset empty
		file_exists is_file is_dir method_exists property_exists class_exists function_exists str_contains str_starts_with
		str_ends_with is_subclass_of is_a usort sort ksort uasort uksort`),
	lang.Giving("", "float", "microtime round floor ceil sqrt floatval"),
	lang.Giving("any", "DateTime", "modify"),
)

// callbacks are the arguments with which the standard library calls functions passed to it.
var callbacks = lang.Merge(
	lang.Giving("", "arg1.elem", "array_map"),
	lang.Giving("", "arg.elem", "array_filter array_walk usort uasort array_find array_any array_all"),
	lang.Giving("", "arg.elem,arg.elem", "usort uasort"),
	lang.Giving("", ",arg.elem", "array_reduce"),
)

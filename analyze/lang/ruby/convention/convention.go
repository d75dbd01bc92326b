// Package convention contains the names by which programs and frameworks of Ruby do what other languages
// have syntax for: calls that define members, callbacks, finders of records, handlers of routes, tests, where
// required files are.
//
// In: names. Out: what they mean. Absent: the syntax tree, which package ruby reads.
package convention

import "strings"

// Definers are methods that define members with the names in their arguments; Evaluators run text or a
// block as a part of a type.
var (
	Definers = map[string]bool{
		"define_method": true, "define_singleton_method": true, "alias_method": true, "attr": true, "attr_reader": true,
		"attr_writer": true, "attr_accessor": true, "cattr_reader": true, "cattr_writer": true, "cattr_accessor": true,
		"mattr_reader": true, "mattr_writer": true, "mattr_accessor": true, "class_attribute": true, "delegate": true,
		"delegate_missing_to": true, "def_delegator": true, "def_delegators": true, "def_instance_delegator": true,
		"def_instance_delegators": true, "instance_delegate": true, "include": true, "extend": true, "prepend": true,
		"const_set": true,
	}
	// DefinesFirst are those of the definers that name only one member, in their first argument.
	DefinesFirst = map[string]bool{"define_method": true, "define_singleton_method": true, "alias_method": true, "const_set": true}
	Evaluators   = map[string]bool{"class_eval": true, "module_eval": true, "instance_eval": true, "eval": true, "class_exec": true}
)

// KeepsMembers reports whether a call in the body of a type defines no members, whatever names it takes.
func KeepsMembers(name string) bool {
	switch name {
	case "private", "protected", "public", "module_function", "private_class_method", "public_class_method", "private_constant",
		"require", "require_relative", "raise", "validates", "undef_method", "remove_method", "autoload", "refine", "using":
		return true
	}
	return IsCallback(name)
}

// IsCallback reports whether a call in a class body names methods that run later.
func IsCallback(name string) bool {
	for _, prefix := range []string{"before_", "after_", "around_", "prepend_before_", "append_before_", "skip_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	switch name {
	case "validate", "helper_method", "rescue_from", "set_callback", "memoize", "setup", "teardown":
		return true
	}
	return false
}

// Asks are the methods that tell whether a name exists.
var Asks = map[string]bool{
	"respond_to?": true, "method_defined?": true, "instance_method?": true, "public_method_defined?": true,
	"private_method_defined?": true, "const_defined?": true, "instance_methods": true,
}

// RecordFinders are the class methods of database records that return one (1) or many (2) instances.
var RecordFinders = map[string]int{
	"find": 1, "find_by": 1, "find_by!": 1, "first": 1, "first!": 1, "last": 1, "last!": 1, "take": 1, "sole": 1, "create": 1,
	"create!": 1, "build": 1, "find_or_create_by": 1, "find_or_create_by!": 1, "find_or_initialize_by": 1, "create_or_find_by": 1,
	"all": 2, "where": 2, "order": 2, "includes": 2, "joins": 2, "limit": 2, "preload": 2, "eager_load": 2, "left_joins": 2,
	"left_outer_joins": 2, "unscoped": 2, "find_each": 2, "select": 2, "distinct": 2, "offset": 2, "none": 2, "not": 2,
}

// SameSelf are methods that do not change self in their block.
var SameSelf = map[string]bool{
	"each": true, "each_with_index": true, "map": true, "each_pair": true, "each_key": true, "each_value": true, "times": true,
	"each_with_object": true, "select": true, "reject": true, "flat_map": true, "loop": true, "tap": true, "upto": true,
	"inject": true, "reduce": true, "then": true, "lambda": true, "proc": true, "find": true, "any?": true, "all?": true,
}

// CamelCase turns user_name into UserName.
func CamelCase(s string) string {
	var b strings.Builder
	for _, part := range strings.Split(s, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// Singular returns the singular of words with the usual plural forms.
func Singular(s string) string {
	switch {
	case strings.HasSuffix(s, "ies"):
		return s[:len(s)-3] + "y"
	case strings.HasSuffix(s, "sses"), strings.HasSuffix(s, "xes"), strings.HasSuffix(s, "ches"), strings.HasSuffix(s, "uses"):
		return s[:len(s)-2]
	case strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss"):
		return s[:len(s)-1]
	}
	return s
}

// Routes are the calls that map a request to the handler that a string names (Rails, Hanami).
var Routes = map[string]bool{
	"get": true, "post": true, "put": true, "patch": true, "delete": true, "options": true, "match": true, "root": true, "direct": true,
	"resolve": true, "to": true,
}

// Handler returns the class and the method that the handler of a route names: "admin/users#index" is index of
// Admin::UsersController. They are empty for other strings.
func Handler(s string) (class, method string) {
	path, method, ok := strings.Cut(s, "#")
	isName := func(s string, more string) bool {
		return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < 'a' && !strings.ContainsRune("0123456789_"+more, r) || r > 'z' })
	}
	if !ok || !isName(path, "/") || !isName(method, "") {
		return "", ""
	}
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = CamelCase(parts[i])
	}
	return strings.Join(parts, "::") + "Controller", method
}

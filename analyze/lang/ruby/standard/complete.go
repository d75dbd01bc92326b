package standard

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Complete returns the types for lang.Language.Complete: the modules and classes of the core that code
// extends most, with what ActiveSupport adds to them.
func Complete() map[string]map[string]bool {
	return lang.CompleteTypes([]string{
		"Object():",
		"BasicObject():",
		"Comparable(): < <= == > >= between? clamp",
		"Enumerable(): " + enumerable,
		"Singleton(): instance",
		"Forwardable(): def_delegator def_delegators def_instance_delegator def_instance_delegators delegate instance_delegate",
		"Observable(): add_observer changed changed? count_observers delete_observer delete_observers notify_observers",
		"MonitorMixin(): mon_enter mon_exit mon_initialize mon_locked? mon_owned? mon_synchronize mon_try_enter new_cond synchronize try_mon_enter",
		"TSort(): each_strongly_connected_component each_strongly_connected_component_from strongly_connected_components tsort tsort_each tsort_each_child tsort_each_node",
		"Exception(): " + exception,
		"ScriptError(Exception):",
		"LoadError(ScriptError): path",
		"NotImplementedError(ScriptError):",
		"SyntaxError(ScriptError): path",
		"SecurityError(Exception):",
		"SystemExit(Exception): status success?",
		"SignalException(Exception): signm signo",
		"Interrupt(SignalException):",
		"StandardError(Exception):",
		"ArgumentError(StandardError):",
		"EncodingError(StandardError):",
		"FiberError(StandardError):",
		"IOError(StandardError):",
		"EOFError(IOError):",
		"IndexError(StandardError):",
		"KeyError(IndexError): key receiver",
		"StopIteration(IndexError): result",
		"LocalJumpError(StandardError): exit_value reason",
		"NameError(StandardError): local_variables missing_name missing_name? name receiver",
		"NoMethodError(NameError): args private_call?",
		"RangeError(StandardError):",
		"FloatDomainError(RangeError):",
		"RegexpError(StandardError):",
		"RuntimeError(StandardError):",
		"FrozenError(RuntimeError): receiver",
		"ThreadError(StandardError):",
		"TypeError(StandardError):",
		"ZeroDivisionError(StandardError):",
		"Minitest.Test(): " + minitest + testFunctions,
	})
}

const enumerable = `
	all? any? chain chunk chunk_while collect collect_concat compact count cycle detect drop drop_while each each_cons each_entry
	each_slice each_with_index each_with_object entries filter filter_map find find_all find_index first flat_map grep grep_v group_by
	include? inject lazy map max max_by member? min min_by minmax minmax_by none? one? partition reduce reject reverse_each select
	slice_after slice_before slice_when sort sort_by sum take take_while tally to_a to_h to_set uniq with_index with_object zip
	compact_blank exclude? excluding in_order_of including index_by index_with many? maximum minimum pick pluck sole without
`

const exception = `
	backtrace backtrace_locations cause detailed_message exception full_message message set_backtrace
`

// minitest are the members of the tests of minitest, and those that mocha adds, but for what they assert.
const minitest = `
	assertions assertions= class_name diff exp_body expects error? failure failures failures= io io? io_lock location
	after_setup after_teardown before_setup before_teardown capture_exceptions message metadata metadata? mu_pp mu_pp_for_diff
	name= neuter_exception passed? result_code run sanitize_exception skip_until skipped? stub_everything tests time time= time_it
	with_empty_backtrace_filter with_info_handler assert_mock fail_after in_epsilon
`

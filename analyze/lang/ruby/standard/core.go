// Package standard is what the core and the standard library of Ruby give: tables for
// lang.Language.
package standard

import "strings"

// Universe returns the constants and functions of every program, with the type a
// value of theirs has; "" where that is not known.
func Universe() map[string]string {
	u := map[string]string{
		"String": "str", "Symbol": "sym", "Integer": "int", "Float": "float", "Regexp": "regexp",
		"str": "str", "sym": "sym", "int": "int", "float": "float", "bool": "bool",
	}
	for _, name := range strings.Fields(outsideConstants + outsideFunctions + testFunctions) {
		u[name] = ""
	}
	return u
}

// outsideConstants are the classes and modules of the core, of the standard
// library and of what nearly every program uses.
const outsideConstants = `
	ARGF ARGV ArgumentError Array BasicObject BasicSocket Benchmark BigDecimal Binding CGI CSV Class ClosedQueueError
	Comparable Complex ConditionVariable Coverage DATA Data Date DateTime Delegator Digest Dir ENV EOFError ERB Encoding
	EncodingError Enumerable Enumerator Errno Etc Exception FalseClass Fcntl Fiber FiberError File FileTest FileUtils Find
	FloatDomainError Forwardable FrozenError GC Gem Hash IO IOError IPAddr IndexError Interrupt IPSocket JSON Kernel KeyError
	LoadError LocalJumpError Logger Marshal MatchData Math Matrix Method Minitest Module Monitor MonitorMixin Mutex NameError Net NilClass
	NoMatchingPatternError NoMatchingPatternKeyError NoMemoryError NoMethodError NotImplementedError Numeric OLE Object
	ObjectSpace Observable Open3 OpenSSL OpenStruct OptionParser Pathname PP PStore Proc Process Psych Queue RUBY_COPYRIGHT
	RUBY_DESCRIPTION RUBY_ENGINE RUBY_ENGINE_VERSION RUBY_PATCHLEVEL RUBY_PLATFORM RUBY_RELEASE_DATE RUBY_REVISION RUBY_VERSION
	Ractor Random Range RangeError Rational RbConfig Readline RegexpError Reline Resolv Ripper RubyVM RuntimeError SOCKSSocket
	STDERR STDIN STDOUT ScriptError SecureRandom SecurityError Set Shellwords Signal SignalException SimpleDelegator Singleton
	SizedQueue Socket SocketError SortedSet StandardError StopIteration StringIO StringScanner Struct SyntaxError Syslog
	SystemCallError SystemExit SystemStackError TCPServer TCPSocket TOPLEVEL_BINDING Tempfile Thread ThreadError ThreadGroup
	Time Timeout TracePoint TrueClass TSort TypeError UDPSocket UNIXServer UNIXSocket URI UnboundMethod UncaughtThrowError
	UnicodeNormalize WEBrick WeakRef YAML ZeroDivisionError Zlib ObjectSpace DidYouMean ErrorHighlight
`

// outsideFunctions are the methods of Kernel that are called without a receiver,
// and those that the body of a class calls.
const outsideFunctions = `
	abort at_exit autoload autoload? binding caller caller_locations catch eval exec exit exit! fail fork format gets
	global_variables gsub lambda load local_variables loop open p pp print printf proc putc puts raise rand readline readlines
	require require_relative select set_trace_func sleep spawn sprintf srand sub syscall system test throw trace_var trap
	untrace_var warn define_method attr_reader attr_writer attr_accessor attr include extend prepend private public protected
	module_function private_constant private_class_method public_class_method alias_method remove_method undef_method
	remove_const const_set const_get const_missing using refine ruby2_keywords deprecate_constant
`

// testFunctions are what minitest, RSpec and their like give to tests.
const testFunctions = `
	assert assert_empty assert_equal assert_in_delta assert_in_epsilon assert_includes assert_instance_of assert_kind_of
	assert_match assert_nil assert_no_match assert_not assert_not_empty assert_not_equal assert_not_includes assert_not_nil
	assert_not_same assert_nothing_raised assert_operator assert_output assert_path_exists assert_pattern assert_predicate
	assert_raise assert_raises assert_respond_to assert_same assert_send assert_silent assert_throws assert_true assert_false
	assert_difference assert_no_difference assert_changes assert_no_changes assert_redirected_to assert_response assert_select
	refute refute_empty refute_equal refute_in_delta refute_includes refute_instance_of refute_kind_of refute_match refute_nil
	refute_operator refute_path_exists refute_predicate refute_respond_to refute_same flunk skip pass capture_io
	capture_subprocess_io mock stub stubs any_instance
	describe context it specify example feature scenario background before after around shared_examples shared_context
	include_examples include_context it_behaves_like expect allow expect_any_instance_of allow_any_instance_of receive
	receive_messages have_received double instance_double class_double spy instance_spy eq eql be be_a be_an be_nil be_truthy
	be_falsey be_empty be_within be_between have_attributes contain_exactly match_array include match raise_error raise_exception
	change satisfy start_with end_with respond_to yield_control yield_with_args throw_symbol all a_string_matching
	a_hash_including hash_including array_including anything instance_of kind_of no_args aggregate_failures pending is_expected
	should should_not setup teardown should_receive must_equal visit click_on fill_in
`

// ObjectMembers returns the members of every object, class and module, and the
// operators: with nothing known of the receiver they say nothing.
func ObjectMembers() map[string]bool {
	m := make(map[string]bool)
	for _, name := range strings.Fields(objectMethods + moduleMethods + outsideFunctions) {
		m[name] = true
	}
	return m
}

const objectMethods = `
	! != !~ == === =~ <=> < > <= >= + - * / % ** << >> & | ^ ~ [] []= +@ -@ ~@ !@
	__id__ __method__ __send__ class clone define_singleton_method display dup enum_for eql? equal? extend freeze frozen? hash
	inspect instance_eval instance_exec instance_of? instance_variable_defined? instance_variable_get instance_variable_set
	instance_variables is_a? itself kind_of? method methods nil? object_id private_methods protected_methods public_method
	public_methods public_send remove_instance_variable respond_to? respond_to_missing? send singleton_class singleton_method
	singleton_methods tap then to_enum to_s yield_self method_missing instance_variable_names
	blank? present? presence try try! to_json as_json to_param to_query in? acts_like? deep_dup with_options duplicable?
	call to_proc to_str to_sym to_i to_f to_a to_h to_hash to_ary to_path each map length size count empty? join close
`

const moduleMethods = `
	allocate ancestors class_eval class_exec class_variable_defined? class_variable_get class_variable_set class_variables
	const_defined? const_get const_missing const_set const_source_location constants define_method included_modules
	included inherited extended prepended method_added instance_method instance_methods method_defined? module_eval module_exec
	name new private_instance_methods private_method_defined? public_instance_method public_instance_methods
	public_method_defined? remove_class_variable remove_method undef_method superclass subclasses attached_object
	class_attribute delegate mattr_accessor cattr_accessor
`

// Members returns the methods of core types with what they give; "" where that is
// not known, so that no method of that name is taken for the repository's.
func Members() map[string]string {
	m := map[string]string{
		"any.tap": "self", "any.freeze": "self", "any.dup": "self", "any.clone": "self", "any.itself": "self", "any.then": "result",
		"any.to_s": "str", "any.inspect": "str", "any.hash": "int", "any.object_id": "int", "any.respond_to?": "bool",
		"any.is_a?": "bool", "any.kind_of?": "bool", "any.instance_of?": "bool", "any.nil?": "bool", "any.frozen?": "bool",
		"any.to_enum": "[elem]", "any.methods": "[sym]", "any.presence": "self",

		"func.call": "result", "func.arity": "int",

		"File.read": "str", "File.binread": "str", "File.join": "str", "File.basename": "str", "File.dirname": "str",
		"File.expand_path": "str", "File.extname": "str", "File.realpath": "str", "File.exist?": "bool", "File.file?": "bool",
		"File.directory?": "bool", "File.readlines": "[str]", "File.write": "int", "File.size": "int",
		"Dir.glob": "[str]", "Dir.pwd": "str", "Dir.entries": "[str]", "Dir.children": "[str]", "Dir.exist?": "bool",
		"ENV.fetch": "str", "ENV.[]": "str", "ENV.key?": "bool", "JSON.generate": "str", "JSON.dump": "str",
		"SecureRandom.hex": "str", "SecureRandom.uuid": "str", "Process.pid": "int", "YAML.dump": "str",
		".format": "str", ".sprintf": "str", ".gets": "str", ".rand": "float", ".caller": "[str]", ".Array": "arg", ".String": "str",
		".Integer": "int", ".Float": "float",
	}
	for typ, table := range coreMethods {
		for gives, names := range table {
			for _, name := range strings.Fields(names) {
				m[typ+"."+name] = gives
			}
		}
	}
	return m
}

// coreMethods are the methods of the core types by what they give.
var coreMethods = map[string]map[string]string{
	"list": {
		"elem": `find_by find_by! first! last! sole create create! build find_or_create_by first last [] at dig fetch find detect min max min_by max_by sample pop shift sum slice delete delete_at bsearch
			slice! inject reduce`,
		"self": `each each_with_index each_entry reverse_each select filter reject sort sort_by uniq compact reverse shuffle rotate take
			drop take_while drop_while + - & | concat push append << unshift prepend insert to_a entries to_set lazy each_index
			compact! uniq! sort! sort_by! reverse! shuffle! select! reject! filter! keep_if delete_if clear replace map! collect! fill
			cycle freeze values_at union difference intersection step * merge subtract add add? find_all grep grep_v where order
			includes joins limit offset preload eager_load references group having distinct not or unscoped reorder none
			readonly left_joins left_outer_joins find_each in_batches
			filter! freeze dup`,
		"[result]":   `map collect filter_map`,
		"[self]":     `each_slice each_cons combination permutation partition slice_when chunk_while in_groups_of product`,
		"[elem,int]": `with_index`,
		"int":        `length size count index find_index rindex hash <=>`,
		"bool":       `empty? any? all? none? one? include? member? == eql? frozen? intersect? superset? subset? disjoint?`,
		"str":        `join pack inspect to_s`,
		"":           `zip flatten flatten! flat_map group_by each_with_object to_h tally transpose chunk assoc`,
	},
	"dict": {
		"elem": `[] fetch dig delete store []= default`,
		"self": `each each_pair each_key each_value merge merge! update select filter reject transform_keys transform_keys! compact
			compact! sort_by! slice except delete_if keep_if reject! select! filter! to_h replace clear dup freeze
			symbolize_keys stringify_keys deep_symbolize_keys deep_merge reverse_merge with_indifferent_access transform_values!
			compare_by_identity default= default_proc=`,
		"[elem]":     `values values_at fetch_values`,
		"[key]":      `keys`,
		"[key,elem]": `to_a sort_by sort min_by max_by find detect first each_with_index partition zip`,
		"[result]":   `map collect flat_map filter_map`,
		"int":        `length size count`,
		"bool":       `empty? any? all? none? key? has_key? include? member? value? has_value? ==`,
		"key":        `key`,
		"str":        `inspect to_s to_json to_query`,
		"":           `transform_values group_by each_with_object inject reduce sum invert shift find_all default_proc to_proc`,
	},
	"str": {
		"str": `+ * % << concat prepend upcase downcase capitalize swapcase strip lstrip rstrip chomp chop chomp! strip! squeeze
			reverse sub gsub sub! gsub! tr tr_s delete slice [] insert replace center ljust rjust succ next dup freeze encode
			force_encoding unicode_normalize dump inspect to_s to_str byteslice delete_prefix delete_suffix itself unpack1 crypt
			scrub lstrip! rstrip! upcase! downcase! capitalize! squeeze! slice! tr! delete! -@ +@ encode! []= clear b
			camelize underscore classify tableize pluralize singularize humanize titleize parameterize dasherize
			squish truncate html_safe indent demodulize deconstantize foreign_key undump`,
		"[str]": `lines chars split scan partition rpartition grapheme_clusters`,
		"[int]": `bytes codepoints unpack`,
		"self":  `each_char each_line each_byte`,
		"int":   `length size bytesize to_i ord hex oct index rindex count hash <=> casecmp getbyte sum =~ byteindex`,
		"bool":  `empty? include? start_with? end_with? == eql? match? ascii_only? valid_encoding? casecmp? unicode_normalized? blank? present?`,
		"float": `to_f`,
		"sym":   `to_sym intern`,
		"":      `match encoding to_c to_r unpack constantize safe_constantize each_grapheme_cluster upto setbyte`,
	},
	"sym": {
		"str":  `to_s name id2name inspect []`,
		"sym":  `to_sym upcase downcase capitalize succ`,
		"int":  `length size <=>`,
		"bool": `empty? start_with? end_with? ==`,
		"":     `to_proc`,
	},
	"int": {
		"int": `+ - * / % ** & | ^ << >> ~ abs ceil floor round to_i truncate succ next pred times upto downto step gcd lcm
			pow bit_length ord -@ +@ size hash clamp div modulo remainder to_int`,
		"float": `to_f fdiv`,
		"str":   `to_s chr inspect`,
		"bool":  `zero? positive? negative? even? odd? == < > <= >= between? integer? nonzero? finite? infinite? nan?`,
		"[int]": `digits divmod`,
		"":      `coerce to_r to_c <=> seconds minutes hours days weeks months years second minute hour day week month year megabytes kilobytes`,
	},
	"float": {
		"float": `+ - * / % ** abs ceil floor round truncate to_f -@ clamp`,
		"int":   `to_i to_int`,
		"str":   `to_s`,
		"bool":  `nan? infinite? finite? zero? positive? negative? == < > <= >=`,
		"":      `<=> divmod`,
	},
	// What streams, times, threads and the like have: their types are not known.
	"file": {
		"": `read write puts print printf close flush rewind seek pos eof? sync sync= fileno tty? isatty binmode readline readlines
			each_line gets getc ungetc readpartial read_nonblock write_nonblock sysread syswrite closed? path rename unlink chmod
			lock synchronize unlock try_lock locked? signal broadcast wait wait_until alive? status value wakeup kill exit
			join thread_variable_get thread_variable_set priority strftime iso8601 httpdate rfc2822 utc localtime year month day hour
			min sec usec nsec wday yday to_date to_time message backtrace full_message cause set_backtrace exception backtrace_locations
			match captures pre_match post_match names named_captures begin offset source options request response body headers
			info debug error warn fatal level level= formatter progname parse parse! start stop run finish accept connect bind listen
			shutdown recv peeraddr addr setsockopt getsockopt host port scheme query fragment userinfo request_uri
			scan_until skip_until getch check peek terminate unscan matched rest eos? pos= string string= truncate
			parameters arity owner receiver source_location bind_call curry unbind original_name
			valid? save save! update update! create create! destroy destroy! find_by find_by! where order limit includes joins
			pluck exists? reload errors attributes new_record? persisted? find_each find_or_create_by first_or_create
			build delete_all destroy_all update_all assign_attributes update_attributes update_column update_columns touch
			expect stub stubs expects returns allow receive and_return with once raises`,
	},
}

// Callbacks returns what the blocks of core methods are called with.
func Callbacks() map[string]string {
	m := map[string]string{
		"any.tap": "self", "any.then": "self", "any.yield_self": "self", "any.instance_eval": "self",
		"int.times": "int", "int.upto": "int", "int.downto": "int", "int.step": "int",
		"str.each_char": "str", "str.each_line": "str", "str.gsub": "str", "str.sub": "str", "str.gsub!": "str", "str.each_byte": "int",
		"list.each_with_index": "elem,int", "list.with_index": "elem,int", "list.inject": ",elem", "list.reduce": ",elem",
		"list.each_slice": "self", "list.each_cons": "self", "list.each_index": "int", "list.sort": "elem,elem",
		"dict.each_key": "key", "dict.each_value": "elem", "dict.transform_values": "elem", "dict.transform_values!": "elem",
		"dict.transform_keys": "key", "dict.transform_keys!": "key", "dict.merge": "key,elem,elem", "dict.fetch": "key",
		"File.open": "file", "IO.popen": "file", "File.foreach": "str", "Dir.glob": "str", "Dir.foreach": "str", "Dir.chdir": "str",
	}
	for _, name := range strings.Fields(`each map collect select filter reject find detect find_index flat_map collect_concat sort_by
		group_by partition each_entry reverse_each any? all? none? one? count sum min_by max_by minmax_by uniq take_while drop_while
		filter_map each_with_object map! collect! select! reject! filter! delete_if keep_if index sort_by! to_h tally_by chunk_while
		find_all find_each cycle to_set zip grep`) {
		m["list."+name] = "elem"
	}
	for _, name := range strings.Fields(`each each_pair map collect select filter reject find detect flat_map sort_by group_by partition
		any? all? none? count sum min_by max_by filter_map delete_if keep_if select! reject! filter! to_h find_all each_entry`) {
		m["dict."+name] = "key,elem"
	}
	return m
}

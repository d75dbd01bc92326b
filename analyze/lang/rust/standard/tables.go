package standard

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Universe are the names of the prelude, the primitive types and the macros of the
// standard library.
var Universe = universeOf(`
	Some None Ok Err Option Result Vec String Box ToString ToOwned Into From TryFrom TryInto AsRef AsMut Iterator IntoIterator
	Extend DoubleEndedIterator ExactSizeIterator FromIterator Default Clone Copy Debug PartialEq Eq PartialOrd Ord Hash Drop Send
	Sync Sized Unpin Fn FnMut FnOnce drop Future std core alloc proc_macro

	assert! assert_eq! assert_ne! debug_assert! debug_assert_eq! debug_assert_ne! print! println! eprint! eprintln!
	format! format_args! write! writeln! panic! dbg! todo! unimplemented! unreachable! compile_error! concat! vec!
	matches! include! include_str! include_bytes! env! option_env! cfg! line! column! file! module_path! stringify!
	thread_local! addr_of! addr_of_mut! ready! pin!`)

func universeOf(names string) map[string]string {
	u := make(map[string]string)
	for _, name := range strings.Fields(names) {
		u[name] = ""
	}
	for _, name := range primitives {
		u[name] = name
	}
	u["String"], u[Pointer] = "str", Pointer
	return u
}

// Pointer is the name of the type of all raw pointers, where that is not left out.
const Pointer = "*"

var primitives = []string{
	"bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64",
}

// Wider are the possible types of a number without a suffix.
var Wider = map[string][]string{
	"int": {"i32", "usize", "u8", "u64", "u32", "i64", "u16", "i16", "i8", "u128", "i128", "isize", "f64"},
	"f64": {"f32"},
}

// Forms: an Option is represented by a list of at most one value, whose methods have the same results.
var Forms = formsOf(map[string]string{
	"list": `Vec VecDeque LinkedList HashSet BTreeSet BinaryHeap IndexSet SmallVec ArrayVec Option Iterator IntoIterator
		DoubleEndedIterator ExactSizeIterator FusedIterator Peekable Rev Skip Take Chain Iter IntoIter IterMut Drain Stream BoxStream
		Receiver UnboundedReceiver Once OnceCell OnceLock LazyLock Lazy Poll FuturesUnordered JoinSet
		Range RangeFrom RangeTo RangeFull RangeInclusive RangeToInclusive`,
	"dict": "HashMap BTreeMap IndexMap FxHashMap AHashMap DashMap",
	"arg0": `Box Rc Arc Ref RefMut RefCell Cell Mutex RwLock MutexGuard RwLockReadGuard RwLockWriteGuard Cow Pin ManuallyDrop
		MaybeUninit NonNull UnsafeCell Wrapping Reverse AssertUnwindSafe CachePadded ArcSwap Saturating`,
	"promise": "BoxFuture LocalBoxFuture Future JoinHandle",
})

func formsOf(lists map[string]string) map[string]string {
	f := make(map[string]string)
	for form, names := range lists {
		for _, name := range strings.Fields(names) {
			f[name] = form
		}
	}
	f["String"], f["OsString"], f["PathBuf"] = "str", "OsStr", "Path"
	return f
}

// Members are the result types of methods of the standard library.
var Members = lang.Table(map[string]string{
	"": "Some:[arg] Ok:Result<arg> Err: Box: format!:str dbg!:arg pin!:arg write!:Result writeln!:Result",
	"any": `clone:self to_owned:self as_ref:self as_mut:self borrow:self borrow_mut:self lock:Result<self> read:Result<self>
		write:Result<self> try_lock:Result<self> get_mut:self into_inner:self by_ref:self as_deref:self as_deref_mut:self
		deref:self deref_mut:self cloned:self copied:self into_boxed_slice:self leak:self to_string:str unwrap:self
		as_pin_mut:self get_ref:self await:self upgrade:[self] downgrade:self boxed:self fuse:self load:self
		unwrap_or_default:self expect:self into_ref:self make_mut:self default:made`,
	"list": `?:elem unwrap:elem expect:elem unwrap_or:elem unwrap_or_else:elem unwrap_or_default:elem unwrap_unchecked:elem
		iter:self iter_mut:self into_iter:self drain:self by_ref:self rev:self skip:self take:self step_by:self chain:self
		cycle:self peekable:self fuse:self cloned:self copied:self filter:self skip_while:self take_while:self inspect:self
		collect:self to_vec:self as_slice:[elem] as_mut_slice:[elem] into_boxed_slice:self split_off:self or:self or_else:self
		xor:self as_deref:self as_deref_mut:self as_ref:self as_mut:self replace:self insert:elem get_or_insert:elem
		get_or_insert_with:elem get_or_init:elem get_or_try_init:Result<elem> flatten:elem transpose:self sorted:self
		sorted_by:self sorted_by_key:self unique:self dedup:self windows:[self] chunks:[self] split:[self] chunks_exact:[self]
		map:[result] filter_map:result flat_map:result and_then:result map_while:result then:[result] and:arg map_or:result
		map_or_else:result scan:result find_map:result fold:arg try_fold:result reduce:self find:self last:self next:self
		next_back:self nth:self min:self max:self min_by:self max_by:self min_by_key:self max_by_key:self peek:self
		peek_mut:self first:self first_mut:self last_mut:self get:self get_mut:self pop:self pop_front:self pop_back:self
		front:self back:self front_mut:self back_mut:self remove:elem swap_remove:elem random:self choose:self
		enumerate:[usize,elem] zip:[elem,arg.elem] partition: ok_or:Result<elem> ok_or_else:Result<elem> ok:self
		position:[usize] len:usize count:usize is_some:bool is_none:bool is_empty:bool contains:bool any:bool all:bool
		recv:self try_recv:Result<elem> recv_timeout:Result<elem> union:self intersection:self difference:self concat: join:
		is_some_and:bool is_none_or:bool sum: product: for_each: push: push_back: push_front: extend: sort: sort_by:
		sort_by_key: sort_unstable: retain: clear: truncate: reverse: dedup_by_key: unzip: split_at: swap: resize: append:
		group_by: chunk_by: buffered:elem buffer_unordered:elem try_next:Result<self> join_next:[Result<elem>]`,
	"dict": `get:[elem] get_mut:[elem] remove:[elem] insert:[elem] entry:Entry<key,elem> keys:[key] values:[elem] values_mut:[elem]
		into_values:[elem] into_keys:[key] iter:[key,elem] iter_mut:[key,elem] into_iter:[key,elem] drain:[key,elem]
		contains_key:bool len:usize is_empty:bool get_or_insert_with:elem first_key_value:[key,elem] last_key_value:[key,elem]
		get_key_value:[key,elem] remove_entry:[key,elem] range:[key,elem] retain: extend: clear: get_or_insert: pop_first:[key,elem]`,
	"Entry": `or_insert:1 or_insert_with:1 or_default:1 and_modify:self or_insert_with_key:1 insert:1 get:1 get_mut:1 into_mut:1
		key:0`,
	"Result": `?:0 unwrap:0 expect:0 unwrap_or:0 unwrap_or_else:0 unwrap_or_default:0 unwrap_err:1 expect_err:1 map:Result<result,1>
		map_err:Result<0,result> and_then:result or_else:self ok:[0] err:[1] as_ref:self as_mut:self iter:[0] cloned:self
		copied:self is_ok:bool is_err:bool map_or:result map_or_else:result context:self with_context:self wrap_err:self
		wrap_err_with:self inspect:self inspect_err:self as_deref:self as_deref_mut:self transpose:self flatten:0 and:arg
		into_iter:[0] is_ok_and:bool is_err_and:bool lock:self`,
	"promise": "boxed:self fuse:self shared:self",
	"str": `as_str:str to_string:str to_owned:str to_lowercase:str to_uppercase:str trim:str trim_start:str trim_end:str
		trim_matches:str trim_start_matches:str trim_end_matches:str strip_prefix:[str] strip_suffix:[str] replace:str
		replacen:str repeat:str chars:[char] char_indices:[usize,char] bytes:[u8] as_bytes:[u8] into_bytes:[u8] lines:[str]
		split:[str] split_whitespace:[str] rsplit:[str] splitn:[str] split_once: rsplit_once: len:usize is_empty:bool
		contains:bool starts_with:bool ends_with:bool find:[usize] rfind:[usize] get:[str] to_ascii_lowercase:str
		to_ascii_uppercase:str as_ref:str as_mut_str:str into_boxed_str:str clone:str borrow:str to_str:[str]
		push_str: push: pop:[char] insert: clear: parse: eq_ignore_ascii_case:bool into_string:str`,
	"int": `checked_add checked_sub checked_mul checked_div checked_rem checked_neg checked_pow checked_shl checked_shr
		wrapping_add wrapping_sub wrapping_mul wrapping_neg wrapping_shl wrapping_shr saturating_add saturating_sub saturating_mul
		overflowing_add overflowing_sub overflowing_mul pow abs abs_diff unsigned_abs signum leading_zeros trailing_zeros
		count_ones count_zeros rotate_left rotate_right swap_bytes reverse_bits to_be_bytes to_le_bytes to_ne_bytes from_be_bytes
		from_le_bytes from_ne_bytes is_power_of_two next_power_of_two div_euclid rem_euclid div_ceil from_str_radix ilog2 ilog10
		sqrt floor ceil round trunc fract mul_add powi powf exp is_nan is_finite is_infinite is_sign_negative to_bits from_bits`,
	"Box": "new:arg pin:arg", "Rc": "new:arg clone:arg new_cyclic:result", "Arc": "new:arg clone:arg new_cyclic:result",
	"RefCell": "new:arg", "Cell": "new:arg", "Mutex": "new:arg", "RwLock": "new:arg", "Cow": "Borrowed:arg Owned:arg",
	"Pin": "new:arg", "String": "new:str from:str from_utf8:Result<str> from_utf8_lossy:str with_capacity:str",
	"Some": "", "Option": "Some:[arg]", "ManuallyDrop": "new:arg", "Lazy": "new:[result]", "LazyLock": "new:[result]",
})

// Callbacks are the arguments with which the standard library calls functions passed to it.
var Callbacks = lang.Table(map[string]string{
	"list": `map:elem filter:elem for_each:elem filter_map:elem flat_map:elem and_then:elem any:elem all:elem find:elem
		find_map:elem position:elem rposition:elem take_while:elem skip_while:elem map_while:elem inspect:elem partition:elem
		min_by_key:elem max_by_key:elem sort_by_key:elem sort_unstable_by_key:elem sort_by_cached_key:elem sort_by:elem,elem
		sort_unstable_by:elem,elem min_by:elem,elem max_by:elem,elem reduce:elem,elem retain:elem retain_mut:elem
		fold:arg,elem try_fold:arg,elem try_for_each:elem scan:,elem map_or:elem map_or_else:elem is_some_and:elem
		binary_search_by:elem binary_search_by_key:elem dedup_by_key:elem group_by:elem chunk_by:elem sorted_by:elem,elem
		sorted_by_key:elem then:elem for_each_concurrent:elem try_for_each_concurrent:elem partition_point:elem
		get_or_insert_with: rfind:elem is_none_or:elem split:elem update:elem`,
	"dict":  `for_each:key,elem retain:key,elem`,
	"Entry": "and_modify:1 or_insert_with_key:0",
	"Result": `map:0 map_err:1 and_then:0 or_else:1 unwrap_or_else:1 map_or:0 map_or_else:1 inspect:0 inspect_err:1 is_ok_and:0
		is_err_and:1`,
	"promise": "then:elem map:elem",
	"any":     "with:self with_borrow:self with_borrow_mut:self",
})

// ObjectMembers are members that derived and blanket implementations add to any type.
var ObjectMembers = func() map[string]bool {
	m := make(map[string]bool)
	for _, name := range strings.Fields(`clone clone_from default fmt eq ne cmp partial_cmp hash from into try_from try_into to_string
		to_owned borrow borrow_mut as_ref as_mut type_id drop deref deref_mut next into_iter index min max clamp lt le gt ge
		serialize deserialize from_str as_any add sub mul div rem neg not source`) {
		m[name] = true
	}
	return m
}()

// KeepsItems are the first names of attributes that add no items to an impl block: those of the language and of its tools,
// and async_trait, which rewrites the items that it has.
var KeepsItems = lang.Set(`allow async_trait automatically_derived cfg clippy deny deprecated diagnostic doc expect forbid inline must_use
	rustfmt warn`)

// ForeignMembers are methods that many types get from traits of the standard library, without defining
// them.
var ForeignMembers = lang.Set(`clone clone_from clone_into to_owned to_string into try_into from try_from default eq ne cmp partial_cmp lt le gt ge
	max min clamp hash fmt borrow borrow_mut as_ref as_mut deref deref_mut drop add sub mul div rem neg not index
	index_mut call call_mut call_once into_iter next next_back len is_empty size_hint count last nth step_by chain zip map
	filter filter_map enumerate peekable skip take scan flat_map flatten fuse inspect by_ref collect partition fold reduce
	all any find find_map position rposition sum product rev cloned copied cycle unzip extend from_iter from_str parse
	read read_exact read_to_end read_to_string read_vectored bytes write write_all write_fmt write_vectored write_str
	write_char flush seek rewind stream_position fill_buf consume read_line read_until lines split contains poll poll_next
	source description cause type_id report finish`)

package standard

import "strings"

// Complete lists all members of classes that are often extended, without those of every object, in the
// form of lang.CompleteTypes. Members of older versions of the library are included. If a class
// extends only such classes, a member found in none of them does not exist.
var Complete = [...]string{
	"abc.ABC():",
	"dict(): __contains__ __delitem__ __getitem__ __ior__ __iter__ __len__ __or__ __reversed__ __ror__ __setitem__ clear copy " +
		"fromkeys get has_key items iteritems iterkeys itervalues keys pop popitem setdefault update values viewitems viewkeys " +
		"viewvalues",
	"list(): __add__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mul__ __reversed__ __rmul__ " +
		"__setitem__ append clear copy count extend index insert pop remove reverse sort",
	"tuple(): __add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mul__ __rmul__ count index",
	"set(): __and__ __contains__ __iand__ __ior__ __isub__ __iter__ __ixor__ __len__ __or__ __rand__ __ror__ __rsub__ " +
		"__rxor__ __sub__ __xor__ add clear copy difference difference_update discard intersection intersection_update isdisjoint " +
		"issubset issuperset pop remove symmetric_difference symmetric_difference_update union update",
	"frozenset(): __and__ __contains__ __iter__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ copy " +
		"difference intersection isdisjoint issubset issuperset symmetric_difference union",
	"str(): __add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ capitalize " +
		"casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit " +
		"isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition " +
		"removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase " +
		"title translate upper zfill",
	"bytes(): __add__ __bytes__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ " +
		"capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower " +
		"isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust " +
		"rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
	"bytearray(): __add__ __alloc__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mod__ __mul__ " +
		"__rmod__ __rmul__ __setitem__ append capitalize center clear copy count decode endswith expandtabs extend find fromhex " +
		"hex index insert isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans " +
		"partition pop remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip split " +
		"splitlines startswith strip swapcase title translate upper zfill",
	"int(): __abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ __index__ " +
		"__int__ __invert__ __lshift__ __mod__ __mul__ __neg__ __or__ __pos__ __pow__ __radd__ __rand__ __rdivmod__ __rfloordiv__ " +
		"__rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sub__ " +
		"__truediv__ __trunc__ __xor__ as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real " +
		"to_bytes",
	"float(): __abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getformat__ __getnewargs__ " +
		"__int__ __mod__ __mul__ __neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __rmul__ __round__ __rpow__ " +
		"__rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ as_integer_ratio conjugate fromhex hex imag is_integer real",
	"complex(): __abs__ __add__ __bool__ __complex__ __getnewargs__ __mul__ __neg__ __pos__ __pow__ __radd__ __rmul__ " +
		"__rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ conjugate imag real",
	"BaseException(): __cause__ __context__ __notes__ __setstate__ __suppress_context__ __traceback__ add_note args message " +
		"with_traceback",
	"BaseExceptionGroup(BaseException): derive exceptions split subgroup",
	"Exception(BaseException):",
	"GeneratorExit(BaseException):",
	"KeyboardInterrupt(BaseException):",
	"SystemExit(BaseException): code",
	"ArithmeticError(Exception):",
	"AssertionError(Exception):",
	"AttributeError(Exception): name obj",
	"BufferError(Exception):",
	"EOFError(Exception):",
	"ImportError(Exception): msg name path",
	"LookupError(Exception):",
	"MemoryError(Exception):",
	"NameError(Exception): name",
	"OSError(Exception): characters_written errno filename filename2 strerror",
	"ReferenceError(Exception):",
	"RuntimeError(Exception):",
	"StopAsyncIteration(Exception):",
	"StopIteration(Exception): value",
	"SyntaxError(Exception): end_lineno end_offset filename lineno msg offset print_file_and_line text",
	"SystemError(Exception):",
	"TypeError(Exception):",
	"ValueError(Exception):",
	"Warning(Exception):",
	"BlockingIOError(OSError):",
	"BytesWarning(Warning):",
	"ChildProcessError(OSError):",
	"ConnectionError(OSError):",
	"DeprecationWarning(Warning):",
	"EncodingWarning(Warning):",
	"ExceptionGroup(BaseExceptionGroup Exception):",
	"FileExistsError(OSError):",
	"FileNotFoundError(OSError):",
	"FloatingPointError(ArithmeticError):",
	"FutureWarning(Warning):",
	"ImportWarning(Warning):",
	"IndentationError(SyntaxError):",
	"IndexError(LookupError):",
	"InterruptedError(OSError):",
	"IsADirectoryError(OSError):",
	"KeyError(LookupError):",
	"ModuleNotFoundError(ImportError):",
	"NotADirectoryError(OSError):",
	"NotImplementedError(RuntimeError):",
	"OverflowError(ArithmeticError):",
	"PendingDeprecationWarning(Warning):",
	"PermissionError(OSError):",
	"ProcessLookupError(OSError):",
	"RecursionError(RuntimeError):",
	"ResourceWarning(Warning):",
	"RuntimeWarning(Warning):",
	"SyntaxWarning(Warning):",
	"TimeoutError(OSError):",
	"UnboundLocalError(NameError):",
	"UnicodeError(ValueError):",
	"UnicodeWarning(Warning):",
	"UserWarning(Warning):",
	"ZeroDivisionError(ArithmeticError):",
	"BrokenPipeError(ConnectionError):",
	"ConnectionAbortedError(ConnectionError):",
	"ConnectionRefusedError(ConnectionError):",
	"ConnectionResetError(ConnectionError):",
	"TabError(IndentationError):",
	"UnicodeDecodeError(UnicodeError): encoding end object reason start",
	"UnicodeEncodeError(UnicodeError): encoding end object reason start",
	"UnicodeTranslateError(UnicodeError): encoding end object reason start",
	"IOError(OSError):",
	"EnvironmentError(OSError):",
	"enum.Enum(): __contains__ __getitem__ __iter__ __len__ __members__ __name__ __objclass__ __order__ __qualname__ " +
		"_add_alias_ _add_value_alias_ _all_bits_ _boundary_ _create_pseudo_member_ _decompose_ _flag_mask_ _generate_next_value_ " +
		"_hashable_values_ _ignore_ _inverted_ _iter_member_ _iter_member_by_def_ _iter_member_by_value_ _member_map_ " +
		"_member_names_ _member_type_ _missing_ _name_ _new_member_ _numeric_repr_ _order_ _singles_mask_ _sort_order_ " +
		"_unhashable_values_ _use_args_ _value2member_map_ _value_ _value_repr_ name value",
	"enum.Flag(enum.Enum): __and__ __bool__ __invert__ __or__ __xor__",
	"enum.IntEnum(int enum.Enum):",
	"enum.IntFlag(int enum.Flag):",
	"enum.StrEnum(str enum.Enum):",
	"collections.OrderedDict(dict): move_to_end",
	"collections.defaultdict(dict): __copy__ __missing__ default_factory",
	"collections.Counter(dict): __add__ __and__ __iadd__ __iand__ __isub__ __missing__ __neg__ __pos__ __sub__ _keep_positive " +
		"elements most_common subtract total",
	"collections.deque(): __add__ __contains__ __copy__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mul__ " +
		"__reversed__ __rmul__ __setitem__ append appendleft clear copy count extend extendleft index insert maxlen pop popleft " +
		"remove reverse rotate",
	"collections.ChainMap(): _MutableMapping__marker __bool__ __contains__ __copy__ __delitem__ __getitem__ __ior__ __iter__ " +
		"__len__ __missing__ __or__ __reversed__ __ror__ __setitem__ clear copy fromkeys get items keys maps new_child parents " +
		"pop popitem setdefault update values",
	"collections.UserDict(): _MutableMapping__marker __contains__ __copy__ __delitem__ __getitem__ __ior__ __iter__ __len__ " +
		"__or__ __reversed__ __ror__ __setitem__ clear copy data fromkeys get items keys pop popitem setdefault update values",
	"collections.UserList(): _UserList__cast __add__ __contains__ __copy__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ " +
		"__len__ __mul__ __radd__ __reversed__ __rmul__ __setitem__ append clear copy count data extend index insert pop remove " +
		"reverse sort",
	"collections.UserString(): __add__ __complex__ __contains__ __float__ __getitem__ __getnewargs__ __int__ __iter__ __len__ " +
		"__mod__ __mul__ __radd__ __reversed__ __rmod__ __rmul__ capitalize casefold center count data encode endswith expandtabs " +
		"find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable " +
		"isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust " +
		"rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
	"collections.abc.Hashable():",
	"collections.abc.Sized(): __len__",
	"collections.abc.Container(): __contains__",
	"collections.abc.Callable(): __call__",
	"collections.abc.Iterable(): __iter__",
	"collections.abc.Iterator(collections.abc.Iterable): __next__",
	"collections.abc.Reversible(collections.abc.Iterable): __reversed__",
	"collections.abc.Collection(collections.abc.Sized collections.abc.Container collections.abc.Iterable):",
	"collections.abc.Generator(collections.abc.Iterator): close send throw",
	"collections.abc.Sequence(collections.abc.Reversible collections.abc.Collection): __getitem__ count index",
	"collections.abc.MutableSequence(collections.abc.Sequence): __delitem__ __iadd__ __setitem__ append clear extend insert " +
		"pop remove reverse",
	"collections.abc.Set(collections.abc.Collection): __and__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ " +
		"_from_iterable _hash isdisjoint",
	"collections.abc.MutableSet(collections.abc.Set): __iand__ __ior__ __isub__ __ixor__ add clear discard pop remove",
	"collections.abc.Mapping(collections.abc.Collection): __getitem__ __reversed__ get items keys values",
	"collections.abc.MutableMapping(collections.abc.Mapping): _MutableMapping__marker __delitem__ __setitem__ clear pop " +
		"popitem setdefault update",
	"collections.abc.Awaitable(): __await__",
	"collections.abc.AsyncIterable(): __aiter__",
	"collections.abc.AsyncIterator(collections.abc.AsyncIterable): __anext__",
	"typing.NamedTuple(tuple): _asdict _field_defaults _field_types _fields _make _replace",
	"contextlib.ContextDecorator(): __call__ _recreate_cm",
	"contextlib.AbstractContextManager(abc.ABC): __enter__ __exit__",
	"contextlib.AbstractAsyncContextManager(abc.ABC): __aenter__ __aexit__",
	"threading.Thread(): _args _bootstrap _bootstrap_inner _context _daemonic _delete _handle _ident _initialized " +
		"_invoke_excepthook _is_stopped _kwargs _name _native_id _os_thread_handle _reset_internal_locks _set_ident " +
		"_set_native_id _set_tstate_lock _started _stderr _stop _target _tstate_lock _wait_for_tstate_lock daemon getName ident " +
		"isDaemon is_alive join name native_id run setDaemon setName start",
	"threading.local():",
	"unittest.TestCase(): __call__ _addExpectedFailure _addUnexpectedSuccess _baseAssertEqual _callCleanup _callSetUp " +
		"_callTearDown _callTestMethod _cleanups _deprecate _diffThreshold _formatMessage _getAssertEqualityFunc _outcome " +
		"_resultForDoCleanups _subtest _testMethodDoc _testMethodName _truncateMessage _type_equality_funcs addClassCleanup " +
		"addCleanup addTypeEqualityFunc assertAlmostEqual assertAlmostEquals assertCountEqual assertDictContainsSubset " +
		"assertDictEqual assertEndsWith assertEqual assertEquals assertFalse assertGreater assertGreaterEqual assertHasAttr " +
		"assertIn assertIs assertIsInstance assertIsNone assertIsNot assertIsNotNone assertIsSubclass assertItemsEqual assertLess " +
		"assertLessEqual assertListEqual assertLogs assertMultiLineEqual assertNoLogs assertNotAlmostEqual assertNotAlmostEquals " +
		"assertNotEndsWith assertNotEqual assertNotEquals assertNotHasAttr assertNotIn assertNotIsInstance assertNotIsSubclass " +
		"assertNotRegex assertNotRegexpMatches assertNotStartsWith assertRaises assertRaisesRegex assertRaisesRegexp assertRegex " +
		"assertRegexpMatches assertSequenceEqual assertSetEqual assertStartsWith assertTrue assertTupleEqual assertWarns " +
		"assertWarnsRegex assert_ countTestCases debug defaultTestResult doClassCleanups doCleanups enterClassContext " +
		"enterContext fail failIf failIfAlmostEqual failIfEqual failUnless failUnlessAlmostEqual failUnlessEqual failUnlessRaises " +
		"failureException id longMessage maxDiff run setUp setUpClass shortDescription skipTest subTest tearDown tearDownClass",
	"unittest.IsolatedAsyncioTestCase(unittest.TestCase): __del__ _asyncioRunner _asyncioTestContext _callAsync " +
		"_callMaybeAsync _classSetupFailed _class_cleanups _setupAsyncioRunner _tearDownAsyncioRunner addAsyncCleanup asyncSetUp " +
		"asyncTearDown enterAsyncContext",
	"logging.Filterer(): addFilter filter filters removeFilter",
	"logging.Filter(): filter name nlen",
	"logging.Formatter(): _fmt _style converter datefmt default_msec_format default_time_format format formatException " +
		"formatMessage formatStack formatTime usesTime",
	"logging.Handler(logging.Filterer): _at_fork_reinit _closed _name acquire close createLock emit flush format formatter " +
		"get_name handle handleError level lock name release setFormatter setLevel set_name",
	"logging.StreamHandler(logging.Handler): setStream stream terminator",
	"logging.FileHandler(logging.StreamHandler): _builtin_open _open baseFilename delay encoding errors mode",
	"logging.Logger(logging.Filterer): _cache _log addHandler callHandlers critical debug disabled error exception fatal " +
		"findCaller getChild getEffectiveLevel handle handlers hasHandlers info isEnabledFor level log makeRecord manager name " +
		"parent propagate removeHandler root setLevel warn warning",
	"logging.LoggerAdapter(): _log critical debug error exception extra getEffectiveLevel hasHandlers info isEnabledFor log " +
		"logger manager merge_extra name process setLevel warn warning",
	"json.JSONEncoder(): allow_nan check_circular default encode ensure_ascii indent item_separator iterencode key_separator " +
		"skipkeys sort_keys",
	"json.JSONDecoder(): decode memo object_hook object_pairs_hook parse_array parse_constant parse_float parse_int " +
		"parse_object parse_string raw_decode scan_once strict",
	"argparse.Action(): __call__ _get_args _get_kwargs choices const default deprecated dest format_usage help metavar nargs " +
		"option_strings required type",
	"ast.NodeVisitor(): generic_visit visit visit_Constant",
	"ast.NodeTransformer(ast.NodeVisitor):",
	"string.Formatter(): _vformat check_unused_args convert_field format format_field get_field get_value parse vformat",
	"random.Random(): VERSION __setstate__ _randbelow _randbelow_with_getrandbits _randbelow_without_getrandbits betavariate " +
		"choice choices expovariate gammavariate gauss gauss_next getrandbits getstate lognormvariate normalvariate paretovariate " +
		"randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate",
	"cmd.Cmd(): cmdloop cmdqueue columnize complete complete_help completedefault completekey completenames default do_help " +
		"doc_header doc_leader emptyline get_names identchars intro lastcmd misc_header nohelp old_completer onecmd parseline " +
		"postcmd postloop precmd preloop print_topics prompt ruler stdin stdout undoc_header use_rawinput",
	"html.parser.HTMLParser(): CDATA_CONTENT_ELEMENTS _HTMLParser__starttag_text _decl_otherchars _escapable " +
		"_parse_doctype_attlist _parse_doctype_element _parse_doctype_entity _parse_doctype_notation _parse_doctype_subset " +
		"_scan_name _set_support_cdata _support_cdata cdata_elem check_for_whole_start_tag clear_cdata_mode close " +
		"convert_charrefs feed get_starttag_text getpos goahead handle_charref handle_comment handle_data handle_decl " +
		"handle_endtag handle_entityref handle_pi handle_startendtag handle_starttag interesting lasttag lineno offset " +
		"parse_bogus_comment parse_comment parse_declaration parse_endtag parse_html_declaration parse_marked_section parse_pi " +
		"parse_starttag rawdata reset set_cdata_mode unknown_decl updatepos",
	"io.IOBase(): __del__ __enter__ __exit__ __iter__ __next__ _checkClosed _checkReadable _checkSeekable _checkWritable " +
		"_unsupported close closed fileno flush isatty readable readline readlines seek seekable tell truncate writable " +
		"writelines",
	"io.RawIOBase(io.IOBase): read readall readinto write",
	"io.BufferedIOBase(io.IOBase): _readinto detach read read1 readinto readinto1 write",
	"io.TextIOBase(io.IOBase): detach encoding errors newlines read write",
	"io.BytesIO(): __del__ __enter__ __exit__ __iter__ __next__ __setstate__ _checkClosed _checkReadable _checkSeekable " +
		"_checkWritable close closed detach fileno flush getbuffer getvalue isatty read read1 readable readinto readinto1 " +
		"readline readlines seek seekable tell truncate writable write writelines",
	"io.StringIO(): __del__ __enter__ __exit__ __iter__ __next__ __setstate__ _checkClosed _checkReadable _checkSeekable " +
		"_checkWritable close closed detach encoding errors fileno flush getvalue isatty line_buffering newlines read readable " +
		"readline readlines seek seekable tell truncate writable write writelines",
	"io.TextIOWrapper(): _CHUNK_SIZE __del__ __enter__ __exit__ __iter__ __next__ _checkClosed _checkReadable _checkSeekable " +
		"_checkWritable _finalizing buffer close closed detach encoding errors fileno flush isatty line_buffering name newlines " +
		"read readable readline readlines reconfigure seek seekable tell truncate writable write write_through writelines",
	"asyncio.BaseProtocol(): connection_lost connection_made pause_writing resume_writing",
	"asyncio.Protocol(asyncio.BaseProtocol): data_received eof_received",
	"asyncio.DatagramProtocol(asyncio.BaseProtocol): datagram_received error_received",
	"asyncio.BufferedProtocol(asyncio.BaseProtocol): buffer_updated eof_received get_buffer",
	"asyncio.SubprocessProtocol(asyncio.BaseProtocol): pipe_connection_lost pipe_data_received process_exited",
}

// TypeMembers are the members of every class object, including those of metaclasses that add no other
// members.
var TypeMembers = nameSet("mro register __abstractmethods__ __annotations__ __base__ __bases__ __basicsize__ __dictoffset__ __flags__ " +
	"__instancecheck__ __itemsize__ __mro__ __name__ __or__ __prepare__ __qualname__ __ror__ __subclasscheck__ __subclasses__ " +
	"__text_signature__ __weakrefoffset__ __type_params__ _abc_impl _abc_registry _abc_cache _dump_registry " +
	"__members__ _member_map_ _member_names_ _member_type_ _value2member_map_ __iter__ __len__ __getitem__ __contains__ __reversed__ " + // enumerations
	"__dataclass_fields__ __dataclass_params__ __match_args__ __attrs_attrs__ __attrs_props__ __total__ __required_keys__ __optional_keys__ " +
	"_fields _field_defaults _field_types _make __orig_bases__ __parameters__ __origin__ __args__ __protocol_attrs__ _is_protocol " +
	"_is_runtime_protocol __class_getitem__ __set_name__ __static_attributes__ __firstlineno__")

func nameSet(names string) map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// Package standard contains the builtins of Python and tables of its standard library for
// lang.Language.
package standard

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Universe are the builtins with the type of a call or use; "" where it depends on the arguments.
var Universe = map[string]string{
	"str": "str", "int": "int", "float": "float", "complex": "complex", "bool": "bool", "bytes": "bytes",
	"bytearray": "bytearray", "memoryview": "memoryview", "object": "object", "slice": "slice", "range": "range",
	"list": "list", "tuple": "tuple", "set": "set", "frozenset": "frozenset", "dict": "dict",

	"abs": "", "aiter": "", "all": "bool", "anext": "", "any": "bool", "ascii": "str", "bin": "str", "breakpoint": "None",
	"callable": "bool", "chr": "str", "classmethod": "", "compile": "", "delattr": "None", "dir": "list", "divmod": "tuple",
	"enumerate": "", "eval": "", "exec": "None", "filter": "", "format": "str", "getattr": "", "globals": "dict",
	"hasattr": "bool", "hash": "int", "help": "None", "hex": "str", "id": "int", "input": "str", "isinstance": "bool",
	"issubclass": "bool", "iter": "", "len": "int", "locals": "dict", "map": "", "max": "", "min": "", "next": "",
	"oct": "str", "open": "", "ord": "int", "pow": "", "print": "None", "property": "", "repr": "str", "reversed": "",
	"round": "", "setattr": "None", "sorted": "list", "staticmethod": "", "sum": "", "super": "", "type": "", "vars": "dict",
	"zip": "", "__import__": "", "__build_class__": "", "copyright": "", "credits": "", "exit": "", "license": "", "quit": "",

	"ellipsis": "ellipsis", "function": "", "reveal_type": "", "reveal_locals": "", // for type checkers
	"unicode": "", "basestring": "", "long": "", "xrange": "", "raw_input": "", "unichr": "", "reduce": "", "cmp": "",
	"execfile": "", "reload": "", "buffer": "", "file": "", "intern": "", "StandardError": "", // Python 2

	"True": "bool", "False": "bool", "None": "None", "Ellipsis": "ellipsis", "NotImplemented": "",
	"__name__": "str", "__file__": "str", "__doc__": "str", "__package__": "str", "__path__": "list", "__spec__": "",
	"__loader__": "", "__debug__": "bool", "__builtins__": "", "__annotations__": "dict", "__dict__": "dict",
	"__class__": "", "__qualname__": "str", "__module__": "str", // the last three in class bodies and methods

	"ArithmeticError": "ArithmeticError", "AssertionError": "AssertionError", "AttributeError": "AttributeError",
	"BaseException": "BaseException", "BaseExceptionGroup": "BaseExceptionGroup", "BlockingIOError": "BlockingIOError",
	"BrokenPipeError": "BrokenPipeError", "BufferError": "BufferError", "BytesWarning": "BytesWarning",
	"ChildProcessError": "ChildProcessError", "ConnectionAbortedError": "ConnectionAbortedError",
	"ConnectionError": "ConnectionError", "ConnectionRefusedError": "ConnectionRefusedError",
	"ConnectionResetError": "ConnectionResetError", "DeprecationWarning": "DeprecationWarning", "EOFError": "EOFError",
	"EncodingWarning": "EncodingWarning", "EnvironmentError": "OSError", "Exception": "Exception",
	"ExceptionGroup": "ExceptionGroup", "FileExistsError": "FileExistsError", "FileNotFoundError": "FileNotFoundError",
	"FloatingPointError": "FloatingPointError", "FutureWarning": "FutureWarning", "GeneratorExit": "GeneratorExit",
	"IOError": "OSError", "ImportError": "ImportError", "ImportWarning": "ImportWarning", "IndentationError": "IndentationError",
	"IndexError": "IndexError", "InterruptedError": "InterruptedError", "IsADirectoryError": "IsADirectoryError",
	"KeyError": "KeyError", "KeyboardInterrupt": "KeyboardInterrupt", "LookupError": "LookupError",
	"MemoryError": "MemoryError", "ModuleNotFoundError": "ModuleNotFoundError", "NameError": "NameError",
	"NotADirectoryError": "NotADirectoryError", "NotImplementedError": "NotImplementedError", "OSError": "OSError",
	"OverflowError": "OverflowError", "PendingDeprecationWarning": "PendingDeprecationWarning",
	"PermissionError": "PermissionError", "ProcessLookupError": "ProcessLookupError",
	"PythonFinalizationError": "PythonFinalizationError", "RecursionError": "RecursionError", "ReferenceError": "ReferenceError",
	"ResourceWarning": "ResourceWarning", "RuntimeError": "RuntimeError", "RuntimeWarning": "RuntimeWarning",
	"StopAsyncIteration": "StopAsyncIteration", "StopIteration": "StopIteration", "SyntaxError": "SyntaxError",
	"SyntaxWarning": "SyntaxWarning", "SystemError": "SystemError", "SystemExit": "SystemExit", "TabError": "TabError",
	"TimeoutError": "TimeoutError", "TypeError": "TypeError", "UnboundLocalError": "UnboundLocalError",
	"UnicodeDecodeError": "UnicodeDecodeError", "UnicodeEncodeError": "UnicodeEncodeError", "UnicodeError": "UnicodeError",
	"UnicodeTranslateError": "UnicodeTranslateError", "UnicodeWarning": "UnicodeWarning", "UserWarning": "UserWarning",
	"ValueError": "ValueError", "Warning": "Warning", "WindowsError": "OSError", "ZeroDivisionError": "ZeroDivisionError",
}

// Members are the methods of lists (any sequence, set or iterator), dicts, strings, bytes and files,
// with the type of their result, "" where it is not known. The name alone is needed too: x.append must
// not resolve to a method of the repository only because it has this name.
var Members = lang.Table(map[string]string{
	"list": `append:None extend:None insert:None remove:None clear:None sort:None reverse:None add:None discard:None
		update:None appendleft:None extendleft:None rotate:None difference_update:None intersection_update:None
		symmetric_difference_update:None index:int count:int issubset:bool issuperset:bool isdisjoint:bool
		pop:elem popleft:elem copy:self union:self intersection:self difference:self symmetric_difference:self
		__iter__:self __next__:elem __anext__:elem __getitem__:elem __enter__:elem __aenter__:elem __len__:int
		__contains__:bool send:elem throw:elem close:None asend: athrow: aclose:`,
	"dict": `get:elem pop:elem setdefault:elem __getitem__:elem copy:self keys:[key] values:[elem] items:[key,elem]
		popitem:[key,elem] update:None clear:None fromkeys: __contains__:bool __len__:int __iter__:[key]
		__setitem__:None __delitem__:None move_to_end:None most_common: elements: subtract:None`,
	"str": `capitalize:str casefold:str center:str count:int encode:bytes endswith:bool expandtabs:str find:int format:str
		format_map:str index:int isalnum:bool isalpha:bool isascii:bool isdecimal:bool isdigit:bool isidentifier:bool
		islower:bool isnumeric:bool isprintable:bool isspace:bool istitle:bool isupper:bool join:str ljust:str lower:str
		lstrip:str maketrans:dict partition:[str] removeprefix:str removesuffix:str replace:str rfind:int rindex:int
		rjust:str rpartition:[str] rsplit:[str] rstrip:str split:[str] splitlines:[str] startswith:bool strip:str
		swapcase:str title:str translate:str upper:str zfill:str __len__:int __contains__:bool`,
	"bytes": `decode:str hex:str count:int find:int startswith:bool endswith:bool join:bytes replace:bytes strip:bytes
		split:[bytes] lower:bytes upper:bytes fromhex:bytes`,
	"int": `bit_length:int to_bytes:bytes from_bytes:int bit_count:int is_integer:bool as_integer_ratio:tuple conjugate:`,
	"file": `read: readline: readlines: write:int writelines:None flush:None seek:int tell:int truncate:int fileno:int
		isatty:bool readable:bool writable:bool seekable:bool close:None __enter__: __exit__: detach: getvalue: getbuffer:`,
})

// ObjectMembers are the members of every object: instances, classes, functions or modules.
var ObjectMembers = func() map[string]bool {
	m := make(map[string]bool)
	for _, name := range []string{
		"__class__", "__dict__", "__doc__", "__module__", "__name__", "__qualname__", "__annotations__", "__slots__",
		"__bases__", "__base__", "__mro__", "__subclasses__", "__init__", "__new__", "__init_subclass__", "__subclasshook__",
		"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__", "__str__", "__format__", "__bytes__",
		"__getattribute__", "__setattr__", "__delattr__", "__dir__", "__sizeof__", "__reduce__", "__reduce_ex__",
		"__getstate__", "__weakref__", "__code__", "__wrapped__", "__globals__", "__defaults__", "__kwdefaults__",
		"__closure__", "__self__", "__func__", "__call__", "__get__", "mro",
		"__file__", "__path__", "__package__", "__spec__", "__loader__", "__all__", "__builtins__", "__cached__", // modules
	} {
		m[name] = true
	}
	return m
}()

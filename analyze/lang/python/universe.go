package python

// universe are the builtins with the type that a call or use of them gives; ""
// where that depends on the arguments.
var universe = map[string]string{
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

// builtinMembers are the methods of lists, dicts and strings whose result is known.
var builtinMembers = map[string]string{
	"list.pop": "elem", "list.popleft": "elem", "list.copy": "self", "list.index": "int", "list.count": "int",
	"list.union": "self", "list.intersection": "self", "list.difference": "self", "list.symmetric_difference": "self",
	"list.issubset": "bool", "list.issuperset": "bool", "list.isdisjoint": "bool",
	"list.__next__": "elem", "list.__anext__": "elem", "list.__enter__": "elem", "list.__aenter__": "elem",
	"list.__iter__": "self", "list.__getitem__": "elem", "list.send": "elem",

	"dict.get": "elem", "dict.pop": "elem", "dict.setdefault": "elem", "dict.__getitem__": "elem", "dict.copy": "self",
	"dict.keys": "[key]", "dict.values": "[elem]", "dict.items": "[key,elem]", "dict.popitem": "[key,elem]",

	"str.capitalize": "str", "str.casefold": "str", "str.center": "str", "str.count": "int", "str.encode": "bytes",
	"str.endswith": "bool", "str.expandtabs": "str", "str.find": "int", "str.format": "str", "str.format_map": "str",
	"str.index": "int", "str.isalnum": "bool", "str.isalpha": "bool", "str.isdigit": "bool", "str.isidentifier": "bool",
	"str.islower": "bool", "str.isnumeric": "bool", "str.isspace": "bool", "str.isupper": "bool", "str.join": "str",
	"str.ljust": "str", "str.lower": "str", "str.lstrip": "str", "str.removeprefix": "str", "str.removesuffix": "str",
	"str.replace": "str", "str.rfind": "int", "str.rindex": "int", "str.rjust": "str", "str.rstrip": "str",
	"str.split": "[str]", "str.rsplit": "[str]", "str.splitlines": "[str]", "str.partition": "[str]",
	"str.rpartition": "[str]", "str.startswith": "bool", "str.strip": "str", "str.swapcase": "str", "str.title": "str",
	"str.translate": "str", "str.upper": "str", "str.zfill": "str",
	"bytes.decode": "str", "bytes.hex": "str",
}

// objectMembers are what every object has.
var objectMembers = func() map[string]bool {
	m := make(map[string]bool)
	for _, name := range []string{
		"__class__", "__dict__", "__doc__", "__module__", "__name__", "__qualname__", "__annotations__", "__slots__",
		"__bases__", "__base__", "__mro__", "__subclasses__", "__init__", "__new__", "__init_subclass__", "__subclasshook__",
		"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__", "__str__", "__format__", "__bytes__",
		"__getattribute__", "__setattr__", "__delattr__", "__dir__", "__sizeof__", "__reduce__", "__reduce_ex__",
		"__getstate__", "__weakref__", "__code__", "__wrapped__", "__globals__", "__defaults__", "__kwdefaults__",
		"__closure__", "__self__", "__func__", "__call__", "__get__", "mro",
	} {
		m[name] = true
	}
	return m
}()

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

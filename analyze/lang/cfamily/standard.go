package cfamily

// universe returns the names that exist without a declaration in the repository: builtin types, the
// namespace std, and the functions of the C library and POSIX, whose headers are outside.
func universe() map[string]string {
	u := map[string]string{"std": "", "this": "", "boost": "", "absl": "", "testing": ""}
	for _, name := range libraryTypes {
		u[name] = name
	}
	for _, name := range libraryFunctions {
		u[name] = ""
	}
	return u
}

var libraryTypes = [...]string{
	"void", "bool", "char", "short", "int", "long", "float", "double", "wchar_t", "char8_t", "char16_t", "char32_t", "size_t", "ssize_t",
	"ptrdiff_t", "intptr_t", "uintptr_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
	"intmax_t", "uintmax_t", "off_t", "time_t", "pid_t", "uid_t", "gid_t", "mode_t", "socklen_t", "FILE", "DIR", "va_list", "sig_atomic_t",
	"u_char", "u_int", "u_long", "u_short", "uint", "ulong", "ushort", "__int64", "__int128", "u_int8_t", "u_int16_t", "u_int32_t",
	"u_int64_t", "max_align_t", "_Bool", "bool8", "BYTE", "WORD", "DWORD", "HANDLE", "BOOL", "LPVOID", "LPCSTR", "nullptr_t", "clock_t",
	"suseconds_t", "useconds_t", "pthread_t", "pthread_mutex_t", "pthread_cond_t", "pthread_attr_t", "pthread_key_t", "sigset_t", "jmp_buf",
	"sigjmp_buf", "fd_set",
}

var libraryFunctions = [...]string{
	"abort", "abs", "accept", "access", "alarm", "alloca", "asprintf", "assert", "atof", "atoi", "atol", "atoll", "basename", "bind",
	"bsearch", "bzero", "calloc", "ceil", "chdir", "chmod", "chown", "clearerr", "clock", "clock_gettime", "close", "closedir", "connect",
	"cos", "creat", "ctime", "difftime", "dirname", "div", "dlclose", "dlopen", "dlsym", "dprintf", "dup", "dup2", "endpwent", "execl",
	"execlp", "execv", "execve", "execvp", "exit", "exp", "fabs", "fchmod", "fclose", "fcntl", "fdatasync", "fdopen", "feof", "ferror",
	"fflush", "fgetc", "fgets", "fileno", "flock", "floor", "fmod", "fopen", "fork", "fprintf", "fputc", "fputs", "fread", "free",
	"freeaddrinfo", "freopen", "frexp", "fscanf", "fseek", "fseeko", "fstat", "fsync", "ftell", "ftello", "ftruncate", "fwrite",
	"gai_strerror", "getaddrinfo", "getc", "getchar", "getcwd", "getenv", "geteuid", "getgid", "gethostbyname", "gethostname", "getline",
	"getnameinfo", "getopt", "getopt_long", "getpeername", "getpid", "getppid", "getpwnam", "getpwuid", "getrlimit", "getrusage",
	"getsockname", "getsockopt", "gettimeofday", "getuid", "gmtime", "gmtime_r", "htonl", "htons", "inet_ntop", "inet_pton", "ioctl",
	"isalnum", "isalpha", "isascii", "isatty", "isblank", "iscntrl", "isdigit", "isfinite", "isgraph", "isinf", "islower", "isnan",
	"isprint", "ispunct", "isspace", "isupper", "isxdigit", "kill", "labs", "ldexp", "link", "listen", "localtime", "localtime_r", "log",
	"log10", "log2", "longjmp", "lseek", "lstat", "madvise", "malloc", "mbstowcs", "mbtowc", "memchr", "memcmp", "memcpy", "memmem",
	"memmove", "memset", "mkdir", "mkfifo", "mkstemp", "mktime", "mmap", "modf", "mprotect", "munmap", "nanosleep", "ntohl", "ntohs",
	"open", "opendir", "openlog", "pclose", "perror", "pipe", "poll", "popen", "posix_memalign", "pow", "pread", "printf", "pselect",
	"pthread_attr_destroy", "pthread_attr_init", "pthread_attr_setstacksize", "pthread_cancel", "pthread_cond_broadcast",
	"pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal", "pthread_cond_timedwait", "pthread_cond_wait", "pthread_create",
	"pthread_detach", "pthread_equal", "pthread_join", "pthread_key_create", "pthread_mutex_destroy", "pthread_mutex_init",
	"pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_once", "pthread_self", "pthread_setspecific",
	"pthread_getspecific", "pthread_sigmask", "putc", "putchar", "putenv", "puts", "pwrite", "qsort", "raise", "rand", "random", "read",
	"readdir", "readlink", "readv", "realloc", "realpath", "recv", "recvfrom", "recvmsg", "remove", "rename", "rewind", "rewinddir", "rint",
	"rmdir", "round", "scanf", "select", "send", "sendfile", "sendmsg", "sendto", "setbuf", "setenv", "setjmp", "setlocale", "setpgid",
	"setrlimit", "setsid", "setsockopt", "setuid", "setvbuf", "shutdown", "sigaction", "sigaddset", "sigdelset", "sigemptyset",
	"sigfillset", "siglongjmp", "signal", "sigprocmask", "sigsetjmp", "sin", "sleep", "snprintf", "socket", "socketpair", "sprintf", "sqrt",
	"srand", "srandom", "sscanf", "stat", "strcasecmp", "strcat", "strchr", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror",
	"strerror_r", "strftime", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strptime",
	"strrchr", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol", "strtold", "strtoll",
	"strtoul", "strtoull", "symlink", "sync", "syscall", "sysconf", "syslog", "system", "tan", "tcgetattr", "tcsetattr", "time", "tmpfile",
	"tolower", "toupper", "trunc", "ttyname", "umask", "uname", "ungetc", "unlink", "unsetenv", "usleep", "utime", "utimes", "va_arg",
	"va_copy", "va_end", "va_start", "vasprintf", "vfprintf", "vprintf", "vsnprintf", "vsprintf", "vsscanf", "wait", "wait3", "waitpid",
	"wcslen", "wcstombs", "wctomb", "wmemcpy", "write", "writev", "_exit", "htole64", "errno", "stdin", "stdout", "stderr", "environ",
	"NULL", "EOF", "offsetof", "static_assert",
}

// standardHeaders are those of the C and C++ standards, POSIX and Windows.
var standardHeaders = map[string]bool{
	"assert.h": true, "complex.h": true, "ctype.h": true, "errno.h": true, "fenv.h": true, "float.h": true, "inttypes.h": true,
	"iso646.h": true, "limits.h": true, "locale.h": true, "math.h": true, "setjmp.h": true, "signal.h": true, "stdalign.h": true,
	"stdarg.h": true, "stdatomic.h": true, "stdbool.h": true, "stddef.h": true, "stdint.h": true, "stdio.h": true, "stdlib.h": true,
	"stdnoreturn.h": true, "string.h": true, "tgmath.h": true, "threads.h": true, "time.h": true, "uchar.h": true, "wchar.h": true,
	"wctype.h": true, "unistd.h": true, "fcntl.h": true, "dirent.h": true, "pthread.h": true, "poll.h": true, "pwd.h": true, "grp.h": true,
	"netdb.h": true, "dlfcn.h": true, "termios.h": true, "syslog.h": true, "regex.h": true, "glob.h": true, "fnmatch.h": true,
	"libgen.h": true, "strings.h": true, "getopt.h": true, "sched.h": true, "semaphore.h": true, "utime.h": true, "utmp.h": true,
	"langinfo.h": true, "iconv.h": true, "malloc.h": true, "alloca.h": true, "err.h": true, "execinfo.h": true, "windows.h": true,
	"winsock2.h": true, "ws2tcpip.h": true, "io.h": true, "process.h": true, "direct.h": true, "conio.h": true, "memory.h": true,
	"values.h": true, "sys/types.h": true, "sys/stat.h": true, "sys/socket.h": true, "sys/time.h": true, "sys/wait.h": true,
	"sys/mman.h": true, "sys/un.h": true, "sys/uio.h": true, "sys/select.h": true, "sys/resource.h": true, "sys/ioctl.h": true,
	"sys/file.h": true, "sys/param.h": true, "sys/utsname.h": true, "sys/epoll.h": true, "sys/event.h": true, "sys/eventfd.h": true,
	"sys/statvfs.h": true, "sys/sendfile.h": true, "sys/sysctl.h": true, "sys/syscall.h": true, "sys/prctl.h": true, "sys/times.h": true,
	"sys/ipc.h": true, "sys/shm.h": true, "sys/sem.h": true, "sys/msg.h": true, "sys/timeb.h": true, "sys/queue.h": true,
	"sys/cdefs.h": true, "sys/random.h": true, "netinet/in.h": true, "netinet/tcp.h": true, "arpa/inet.h": true, "net/if.h": true,
	"netinet/ip.h": true, "algorithm": true, "any": true, "array": true, "atomic": true, "barrier": true, "bit": true, "bitset": true,
	"cassert": true, "ccomplex": true, "cctype": true, "cerrno": true, "cfenv": true, "cfloat": true, "charconv": true, "chrono": true,
	"cinttypes": true, "ciso646": true, "climits": true, "clocale": true, "cmath": true, "codecvt": true, "compare": true, "complex": true,
	"concepts": true, "condition_variable": true, "coroutine": true, "csetjmp": true, "csignal": true, "cstdarg": true, "cstdbool": true,
	"cstddef": true, "cstdint": true, "cstdio": true, "cstdlib": true, "cstring": true, "ctgmath": true, "ctime": true, "cuchar": true,
	"cwchar": true, "cwctype": true, "deque": true, "exception": true, "execution": true, "expected": true, "filesystem": true,
	"format": true, "forward_list": true, "fstream": true, "functional": true, "future": true, "initializer_list": true, "iomanip": true,
	"ios": true, "iosfwd": true, "iostream": true, "istream": true, "iterator": true, "latch": true, "limits": true, "list": true,
	"locale": true, "map": true, "memory": true, "memory_resource": true, "mutex": true, "new": true, "numbers": true, "numeric": true,
	"optional": true, "ostream": true, "queue": true, "random": true, "ranges": true, "ratio": true, "regex": true,
	"scoped_allocator": true, "semaphore": true, "set": true, "shared_mutex": true, "source_location": true, "span": true, "sstream": true,
	"stack": true, "stdexcept": true, "stop_token": true, "streambuf": true, "string": true, "string_view": true, "syncstream": true,
	"system_error": true, "thread": true, "tuple": true, "type_traits": true, "typeindex": true, "typeinfo": true, "unordered_map": true,
	"unordered_set": true, "utility": true, "valarray": true, "variant": true, "vector": true, "version": true,
}

// standardTypes are types of std that are often used with "using namespace std".
var standardTypes = map[string]bool{
	"string": true, "wstring": true, "string_view": true, "vector": true, "list": true, "deque": true, "array": true, "map": true,
	"multimap": true, "unordered_map": true, "unordered_multimap": true, "set": true, "multiset": true, "unordered_set": true,
	"unordered_multiset": true, "pair": true, "tuple": true, "unique_ptr": true, "shared_ptr": true, "weak_ptr": true, "optional": true,
	"variant": true, "function": true, "queue": true, "stack": true, "priority_queue": true, "exception": true, "runtime_error": true,
	"logic_error": true, "invalid_argument": true, "out_of_range": true, "ostream": true, "istream": true, "iostream": true,
	"ofstream": true, "ifstream": true, "fstream": true, "stringstream": true, "ostringstream": true, "istringstream": true, "mutex": true,
	"thread": true, "atomic": true, "size_t": true, "initializer_list": true, "unique_lock": true, "lock_guard": true, "bitset": true,
}

// forms are the element types of the types of std.
var forms = map[string]string{
	"vector": "list", "list": "list", "deque": "list", "array": "list", "set": "list", "multiset": "list", "unordered_set": "list",
	"unordered_multiset": "list", "initializer_list": "list", "span": "list", "forward_list": "list", "queue": "list", "stack": "list",
	"priority_queue": "list", "valarray": "list", "pair": "dict", "unordered_map": "dict", "map": "dict", "multimap": "dict", "unordered_multimap": "dict",
	"unique_ptr": "arg0", "shared_ptr": "arg0", "weak_ptr": "arg0", "scoped_ptr": "arg0", "intrusive_ptr": "arg0", "optional": "arg0",
	"reference_wrapper": "arg0", "atomic": "arg0", "future": "arg0", "shared_future": "arg0", "function": "arg0", "not_null": "arg0",
	"observer_ptr": "arg0", "scoped_refptr": "arg0", "RefPtr": "arg0", "StatusOr": "arg0",
}

// members are the results of the methods of types of std, and of its functions. An iterator is
// represented by its element.
var members = map[string]string{
	"list.at": "elem", "list.front": "elem", "list.back": "elem", "list.top": "elem", "list.begin": "elem", "list.end": "elem",
	"list.cbegin": "elem", "list.rbegin": "elem", "list.find": "elem", "list.data": "elem", "list.emplace_back": "elem", "list.size": "size_t",
	"list.lower_bound": "elem", "list.upper_bound": "elem", "list.erase": "elem", "list.insert": "elem",
	"dict.at": "elem", "dict.find": "self", "dict.begin": "self", "dict.end": "self", "dict.cbegin": "self", "dict.rbegin": "self",
	"dict.lower_bound": "self", "dict.upper_bound": "self", "dict.erase": "self", "dict.size": "size_t",
	"string.c_str": "char*", "string.data": "char*", "string.size": "size_t", "string.length": "size_t", "string.substr": "self",
	"any.get": "self", "any.lock": "self", "any.value": "self", "any.release": "self", "any.load": "self",

	"std.make_pair": "pair<arg,arg1>", "std.min": "arg", "std.max": "arg", "std.begin": "arg.elem", "std.end": "arg.elem", "std.next": "arg",
	"std.prev": "arg", "std.find": "arg", "std.find_if": "arg", "std.lower_bound": "arg", "std.upper_bound": "arg", "std.max_element": "arg",
	"std.min_element": "arg", "std.make_optional": "arg", "std.to_string": "string", "std.string": "string", "std.addressof": "arg",
}

// iterators are member types of containers that are represented by the element.
var iterators = map[string]bool{"iterator": true, "const_iterator": true, "reverse_iterator": true, "const_reverse_iterator": true}

// properties are the members of a pair, which is represented by a map with one entry.
var properties = map[string]string{"dict.first": "key", "dict.second": "elem"}

// callbacks are the arguments that the algorithms of std pass to a function.
var callbacks = map[string]string{
	"std.sort": "arg,arg", "std.stable_sort": "arg,arg", "std.for_each": "arg", "std.find_if": "arg", "std.find_if_not": "arg",
	"std.any_of": "arg", "std.all_of": "arg", "std.none_of": "arg", "std.count_if": "arg", "std.transform": "arg", "std.remove_if": "arg",
	"std.partition": "arg", "std.copy_if": "arg", "std.max_element": "arg,arg", "std.min_element": "arg,arg", "std.partial_sort": "arg,arg",
	"std.unique": "arg,arg", "std.lower_bound": "arg,arg1", "std.upper_bound": "arg1,arg",
}

// integers are the integer types, with true for those defined by platform headers.
var integers = map[string]bool{
	"char": false, "short": false, "int": false, "long": false, "unsigned": false, "__int64": false, "__int128": false,
	"size_t": true, "ssize_t": true, "ptrdiff_t": true, "intptr_t": true, "uintptr_t": true, "int8_t": true, "int16_t": true, "int32_t": true,
	"int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true, "uint64_t": true, "intmax_t": true, "uintmax_t": true, "off_t": true,
	"time_t": true, "pid_t": true, "uid_t": true, "gid_t": true, "mode_t": true, "socklen_t": true, "u_char": true, "u_int": true,
	"u_long": true, "u_short": true, "uint": true, "ulong": true, "ushort": true, "u_int8_t": true, "u_int16_t": true, "u_int32_t": true,
	"u_int64_t": true, "BYTE": true, "WORD": true, "DWORD": true, "BOOL": true,
}

// wider are the conversions between builtin types that overload resolution prefers.
var wider = map[string][]string{
	"bool": {"int", "long", "float", "double"}, "char": {"int", "long", "float", "double"}, "short": {"int", "long", "float", "double"},
	"int": {"long", "int64_t", "size_t", "unsigned", "uint32_t", "uint64_t", "int32_t", "float", "double"}, "long": {"int64_t", "size_t", "float", "double"},
	"float": {"double"}, "char*": {"string", "string_view", "char", "bool"}, "nil": {"char*"},
}

package java

import (
	"slices"
	"strings"
)

// primitives are the primitive types with their boxed types.
var primitives = map[string]string{
	"byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long", "float": "Float",
	"double": "Double", "boolean": "Boolean",
}

// widening are the types to which numbers convert implicitly.
var widening = map[string]string{
	"byte": "short int long float double", "short": "int long float double", "char": "int long float double",
	"int": "long float double", "long": "float double", "float": "double",
}

// implicit are the names of java.lang that are not in one of the tables below.
const implicit = `AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException
	BootstrapMethodError ClassCastException ClassCircularityError ClassFormatError ClassNotFoundException
	ClassValue CloneNotSupportedException Compiler Deprecated EnumConstantNotPresentException
	ExceptionInInitializerError FunctionalInterface IllegalAccessError IllegalAccessException
	IllegalCallerException IllegalMonitorStateException IllegalThreadStateException
	IncompatibleClassChangeError InheritableThreadLocal InstantiationError InstantiationException
	InternalError LayerInstantiationException MatchException Math Module ModuleLayer
	NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException NoSuchMethodError
	NoSuchMethodException OutOfMemoryError Override Package Process ProcessBuilder
	ProcessHandle Readable Runtime RuntimePermission SafeVarargs ScopedValue
	SecurityException SecurityManager StackOverflowError StackTraceElement StackWalker StrictMath StringTemplate
	SuppressWarnings System ThreadDeath ThreadGroup ThreadLocal
	TypeNotPresentException UnknownError UnsatisfiedLinkError UnsupportedClassVersionError
	VerifyError VirtualMachineError Void WrongThreadException IO null`

// supertypes are the direct supertypes of common types of the platform, without Object, for the choice
// of overloads.
var supertypes = map[string]string{
	"Byte": "Number Comparable", "Short": "Number Comparable", "Integer": "Number Comparable", "Long": "Number Comparable",
	"Float": "Number Comparable", "Double": "Number Comparable", "Character": "Comparable", "Boolean": "Comparable",
	"BigDecimal": "Number Comparable", "BigInteger": "Number Comparable", "AtomicInteger": "Number", "AtomicLong": "Number",
	"Number": "Serializable", "Comparable": "", "Object": "", "Serializable": "", "Cloneable": "",
	"String": "CharSequence Comparable Serializable", "StringBuilder": "CharSequence Appendable Comparable Serializable",
	"StringBuffer": "CharSequence Appendable Comparable Serializable", "CharSequence": "", "CharBuffer": "Buffer CharSequence Readable Appendable Comparable",
	"Class": "Type AnnotatedElement Serializable", "ParameterizedType": "Type", "GenericArrayType": "Type", "WildcardType": "Type",
	"TypeVariable": "Type", "Type": "", "Enum": "Comparable Serializable", "Record": "", "Annotation": "", "AnnotatedElement": "",
	"Method": "Executable Member", "Constructor": "Executable Member", "Executable": "AccessibleObject", "Field": "AccessibleObject Member",
	"AccessibleObject": "AnnotatedElement", "Member": "", "Parameter": "AnnotatedElement",
	"Iterable": "", "Iterator": "", "ListIterator": "Iterator", "Collection": "Iterable", "SequencedCollection": "Collection",
	"List": "Collection", "Set": "Collection", "SortedSet": "Set", "NavigableSet": "SortedSet", "Queue": "Collection", "Deque": "Queue",
	"BlockingQueue": "Queue", "BlockingDeque": "BlockingQueue Deque", "AbstractCollection": "Collection", "AbstractList": "AbstractCollection List",
	"AbstractSet": "AbstractCollection Set", "ArrayList": "AbstractList RandomAccess Cloneable Serializable", "LinkedList": "AbstractList Deque",
	"Vector": "AbstractList RandomAccess", "Stack": "Vector", "CopyOnWriteArrayList": "List RandomAccess", "ArrayDeque": "AbstractCollection Deque",
	"PriorityQueue": "AbstractCollection Queue", "HashSet": "AbstractSet Cloneable Serializable", "LinkedHashSet": "HashSet",
	"TreeSet": "AbstractSet NavigableSet", "EnumSet": "AbstractSet", "ConcurrentLinkedQueue": "Queue", "ConcurrentLinkedDeque": "Deque",
	"LinkedBlockingQueue": "BlockingQueue", "ArrayBlockingQueue": "BlockingQueue", "LinkedBlockingDeque": "BlockingDeque",
	"Map": "", "SortedMap": "Map", "NavigableMap": "SortedMap", "ConcurrentMap": "Map", "AbstractMap": "Map", "HashMap": "AbstractMap Cloneable Serializable",
	"LinkedHashMap": "HashMap", "TreeMap": "AbstractMap NavigableMap", "EnumMap": "AbstractMap", "ConcurrentHashMap": "AbstractMap ConcurrentMap",
	"Hashtable": "Map", "Properties": "Hashtable", "IdentityHashMap": "AbstractMap", "WeakHashMap": "AbstractMap", "Entry": "", "RandomAccess": "",
	"Stream": "BaseStream", "IntStream": "BaseStream", "LongStream": "BaseStream", "DoubleStream": "BaseStream", "BaseStream": "AutoCloseable",
	"Optional": "", "OptionalInt": "", "Comparator": "", "Locale": "", "TimeZone": "", "UUID": "Comparable", "URI": "Comparable", "URL": "", "Pattern": "", "Matcher": "MatchResult",
	"Date": "Comparable Serializable", "Timestamp": "Date", "Calendar": "Comparable", "GregorianCalendar": "Calendar", "Instant": "Temporal Comparable",
	"LocalDate": "ChronoLocalDate Temporal Comparable", "LocalDateTime": "Temporal Comparable", "LocalTime": "Temporal Comparable",
	"ZonedDateTime": "Temporal Comparable", "OffsetDateTime": "Temporal Comparable", "Duration": "TemporalAmount Comparable", "Period": "TemporalAmount",
	"ZoneId": "", "ZoneOffset": "ZoneId Comparable", "TimeUnit": "Enum", "ChronoUnit": "Enum TemporalUnit", "Temporal": "TemporalAccessor", "TemporalAccessor": "",
	"Throwable": "Serializable", "Exception": "Throwable", "Error": "Throwable", "RuntimeException": "Exception", "AssertionError": "Error", "LinkageError": "Error",
	"IOException": "Exception", "FileNotFoundException": "IOException", "EOFException": "IOException", "UncheckedIOException": "RuntimeException",
	"IllegalArgumentException": "RuntimeException", "IllegalStateException": "RuntimeException", "NullPointerException": "RuntimeException",
	"NumberFormatException": "IllegalArgumentException", "IndexOutOfBoundsException": "RuntimeException", "ClassCastException": "RuntimeException",
	"StringIndexOutOfBoundsException": "IndexOutOfBoundsException", "UnsupportedOperationException": "RuntimeException",
	"InterruptedException": "Exception", "ExecutionException": "Exception", "TimeoutException": "Exception", "ParseException": "Exception",
	"SQLException": "Exception", "URISyntaxException": "Exception", "ReflectiveOperationException": "Exception", "ConcurrentModificationException": "RuntimeException",
	"Reader": "Readable Closeable", "InputStreamReader": "Reader", "FileReader": "InputStreamReader", "BufferedReader": "Reader", "StringReader": "Reader",
	"Writer": "Appendable Closeable Flushable", "OutputStreamWriter": "Writer", "FileWriter": "OutputStreamWriter", "BufferedWriter": "Writer",
	"StringWriter": "Writer", "PrintWriter": "Writer", "InputStream": "Closeable", "FileInputStream": "InputStream", "ByteArrayInputStream": "InputStream",
	"BufferedInputStream": "FilterInputStream", "FilterInputStream": "InputStream", "DataInputStream": "FilterInputStream", "ObjectInputStream": "InputStream",
	"OutputStream": "Closeable Flushable", "FileOutputStream": "OutputStream", "ByteArrayOutputStream": "OutputStream", "BufferedOutputStream": "FilterOutputStream",
	"FilterOutputStream": "OutputStream", "PrintStream": "FilterOutputStream Appendable", "DataOutputStream": "FilterOutputStream", "ObjectOutputStream": "OutputStream",
	"Closeable": "AutoCloseable", "AutoCloseable": "", "Flushable": "", "Appendable": "", "Readable": "", "File": "Comparable Serializable",
	"Path": "Iterable Comparable", "Charset": "Comparable", "ByteBuffer": "Buffer Comparable", "Buffer": "",
	"Thread": "Runnable", "Executor": "", "ExecutorService": "Executor", "ScheduledExecutorService": "ExecutorService", "Future": "", "ScheduledFuture": "Future",
	"CompletionStage": "", "CompletableFuture": "Future CompletionStage", "ClassLoader": "", "Lock": "", "ReentrantLock": "Lock", "CountDownLatch": "",
	"Runnable": "", "Callable": "", "Supplier": "", "Consumer": "", "BiConsumer": "", "Function": "", "BiFunction": "", "Predicate": "", "BiPredicate": "",
	"UnaryOperator": "Function", "BinaryOperator": "BiFunction", "AtomicBoolean": "", "AtomicReference": "", "Random": "", "SecureRandom": "Random",
}

// universe are the names that need no import. Types map to their own name.
func universe() map[string]string {
	u := make(map[string]string)
	for _, name := range strings.Fields(implicit) {
		u[name] = ""
	}
	for _, name := range strings.Fields(`Annotation AssertionError AutoCloseable Boolean Byte CharSequence Character Class ClassLoader
		Cloneable Comparable Double Enum Error Exception Float IllegalArgumentException IllegalStateException
		IndexOutOfBoundsException Integer InterruptedException Iterable LinkageError Long NullPointerException Number
		NumberFormatException Object Record ReflectiveOperationException Runnable RuntimeException Short String StringBuffer
		StringBuilder StringIndexOutOfBoundsException Thread Throwable UnsupportedOperationException`) {
		u[name] = ""
	}
	for name := range primitives {
		u[name] = name
	}
	u[anyType] = "Object"
	return u
}

func scalars() map[string]bool {
	out := make(map[string]bool)
	for name := range primitives {
		out[name] = true
	}
	return out
}

// wider lists for every type of the tables above the types to which its values convert implicitly,
// nearest first: a primitive type is widened before it is boxed.
func wider() map[string][]string {
	out := make(map[string][]string)
	for name := range supertypes {
		out[name] = above(name)
	}
	for name, box := range primitives {
		out[name] = append(append(strings.Fields(widening[name]), box), out[box]...)
	}
	out["any"], out["list"] = []string{"Object"}, []string{"Object", "Cloneable", "Serializable"} // list: arrays
	for name, box := range primitives {
		out[box] = append(append(slices.Clone(out[box]), name), strings.Fields(widening[name])...)
	}
	return out
}

// above returns the supertypes of a type level by level, Object last.
func above(name string) []string {
	var out []string
	level := strings.Fields(supertypes[name])
	for len(level) > 0 {
		var next []string
		for _, s := range level {
			if !slices.Contains(out, s) {
				out = append(out, s)
				next = append(next, strings.Fields(supertypes[s])...)
			}
		}
		level = next
	}
	if name != "Object" {
		out = append(out, "Object")
	}
	return out
}

func objectMembers() map[string]bool {
	out := make(map[string]bool)
	for _, name := range strings.Fields("equals hashCode toString getClass notify notifyAll wait clone finalize") {
		out[name] = true
	}
	return out
}

// forms are the types of the platform that are lists or maps of a kind.
func forms() map[string]string {
	out := make(map[string]string)
	for _, name := range strings.Fields(`Iterable Iterator ListIterator Collection SequencedCollection List Set SortedSet NavigableSet Queue Deque
		BlockingQueue BlockingDeque AbstractCollection AbstractList AbstractSet ArrayList LinkedList Vector Stack CopyOnWriteArrayList
		CopyOnWriteArraySet ArrayDeque PriorityQueue HashSet LinkedHashSet TreeSet EnumSet ConcurrentLinkedQueue ConcurrentLinkedDeque
		LinkedBlockingQueue ArrayBlockingQueue LinkedBlockingDeque PriorityBlockingQueue ConcurrentSkipListSet Enumeration Spliterator
		Stream ImmutableList ImmutableSet ImmutableCollection ImmutableSortedSet ServiceLoader`) {
		out[name] = "list"
	}
	for _, name := range strings.Fields(`Map SortedMap NavigableMap ConcurrentMap AbstractMap HashMap LinkedHashMap TreeMap EnumMap
		ConcurrentHashMap ConcurrentSkipListMap Hashtable IdentityHashMap WeakHashMap ImmutableMap ImmutableSortedMap`) {
		out[name] = "dict"
	}
	return out
}

// functional are the interfaces of java.util.function and their like.
func functional() map[string]string {
	return map[string]string{
		"Function": "0:1", "BiFunction": "0,1:2", "UnaryOperator": "0:0", "BinaryOperator": "0,0:0", "Supplier": ":0", "Consumer": "0",
		"BiConsumer": "0,1", "Predicate": "0:boolean", "BiPredicate": "0,1:boolean", "Runnable": "", "Callable": ":0",
		"Comparator": "0,0:int", "ToIntFunction": "0:int", "ToLongFunction": "0:long", "ToDoubleFunction": "0:double",
		"ToIntBiFunction": "0,1:int", "ToLongBiFunction": "0,1:long", "ToDoubleBiFunction": "0,1:double",
		"IntFunction": "int:0", "LongFunction": "long:0", "DoubleFunction": "double:0", "IntPredicate": "int:boolean",
		"LongPredicate": "long:boolean", "DoublePredicate": "double:boolean", "IntConsumer": "int", "LongConsumer": "long",
		"DoubleConsumer": "double", "IntUnaryOperator": "int:int", "LongUnaryOperator": "long:long", "DoubleUnaryOperator": "double:double",
		"IntBinaryOperator": "int,int:int", "LongBinaryOperator": "long,long:long", "DoubleBinaryOperator": "double,double:double",
		"IntSupplier": ":int", "LongSupplier": ":long", "DoubleSupplier": ":double", "BooleanSupplier": ":boolean",
		"ObjIntConsumer": "0,int", "ObjLongConsumer": "0,long", "IntToLongFunction": "int:long", "IntToDoubleFunction": "int:double",
		"LongToIntFunction": "long:int", "DoubleToIntFunction": "double:int", "UncaughtExceptionHandler": "Thread,Throwable",
		"PrivilegedAction": ":0", "PrivilegedExceptionAction": ":0", "FileFilter": "File:boolean", "FilenameFilter": "File,String:boolean",
		"ThreadFactory": "Runnable:Thread", "InvocationHandler": "Object,Method,Object:Object", "CompletionHandler": "0,1",
	}
}

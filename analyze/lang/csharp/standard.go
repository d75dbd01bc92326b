package csharp

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// universe are the names that mean the same in every file: builtin types and their names in the
// standard library.
var universe = map[string]string{
	"bool": "bool", "byte": "byte", "sbyte": "sbyte", "char": "char", "decimal": "decimal", "double": "double", "float": "float",
	"int": "int", "uint": "uint", "nint": "nint", "nuint": "nuint", "long": "long", "ulong": "ulong", "short": "short",
	"ushort": "ushort", "object": "object", "string": "string", "dynamic": "",
	"Boolean": "bool", "Byte": "byte", "Char": "char", "Decimal": "decimal", "Double": "double", "Single": "float",
	"Int16": "short", "Int32": "int", "Int64": "long", "UInt16": "ushort", "UInt32": "uint", "UInt64": "ulong",
	"Object": "object", "String": "string",
}

// scalars are the types of the standard library that cannot be null.
var scalars = set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort
	DateTime DateTimeOffset TimeSpan Guid CancellationToken DateOnly TimeOnly`)

// sealed are the types to which no other type converts, but smaller numbers.
var sealed = set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort string`)

// objectMembers are those of object.
var objectMembers = set("ToString Equals GetHashCode GetType ReferenceEquals MemberwiseClone")

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// forms are the collections, tasks and wrappers of the standard library.
var forms = table(`
list: List IList ICollection IEnumerable IReadOnlyList IReadOnlyCollection HashSet ISet IReadOnlySet SortedSet Queue Stack
	LinkedList Collection ObservableCollection ReadOnlyCollection ReadOnlyObservableCollection ImmutableArray ImmutableList
	ImmutableHashSet IImmutableList ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection IAsyncEnumerable IQueryable
	IOrderedQueryable IOrderedEnumerable DbSet Span ReadOnlySpan Memory ReadOnlyMemory ArraySegment PriorityQueue
dict: Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary SortedList ImmutableDictionary
	IImmutableDictionary ImmutableSortedDictionary FrozenDictionary KeyValuePair
promise: Task ValueTask ConfiguredTaskAwaitable TaskAwaiter
arg0: Nullable Expression
`)

// functional are the delegates without type arguments; others are converted to function types.
var functional = map[string]string{"Action": "", "ThreadStart": "", "TimerCallback": "", "EventHandler": ""}

// wider are the types to which a value converts implicitly, nearest first.
var wider = map[string][]string{
	"any":    {"object"},
	"sbyte":  {"short", "int", "long", "float", "double", "decimal", "object"},
	"byte":   {"short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	"short":  {"int", "long", "float", "double", "decimal", "object"},
	"ushort": {"int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	// A constant also converts to a smaller type when its value fits.
	"int":                   {"long", "float", "double", "decimal", "byte", "sbyte", "short", "ushort", "uint", "ulong", "nint", "object"},
	"uint":                  {"long", "ulong", "float", "double", "decimal", "object"},
	"long":                  {"float", "double", "decimal", "object"},
	"ulong":                 {"float", "double", "decimal", "object"},
	"char":                  {"ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	"float":                 {"double", "object"},
	"double":                {"object"},
	"decimal":               {"object"},
	"bool":                  {"object"},
	"string":                {"IEnumerable", "ReadOnlySpan", "IComparable", "object"},
	"List":                  {"IList", "IReadOnlyList", "ICollection", "IReadOnlyCollection", "IEnumerable", "object"},
	"IList":                 {"ICollection", "IEnumerable", "object"},
	"ICollection":           {"IEnumerable", "object"},
	"IReadOnlyList":         {"IReadOnlyCollection", "IEnumerable", "object"},
	"IReadOnlyCollection":   {"IEnumerable", "object"},
	"HashSet":               {"ISet", "IReadOnlySet", "ICollection", "IReadOnlyCollection", "IEnumerable", "object"},
	"IQueryable":            {"IEnumerable", "object"},
	"IOrderedQueryable":     {"IQueryable", "IEnumerable", "object"},
	"IOrderedEnumerable":    {"IEnumerable", "object"},
	"Dictionary":            {"IDictionary", "IReadOnlyDictionary", "ICollection", "IEnumerable", "object"},
	"IDictionary":           {"ICollection", "IEnumerable", "object"},
	"DbConnection":          {"IDbConnection", "object"},
	"WebApplication":        {"IApplicationBuilder", "IEndpointRouteBuilder", "IHost", "object"},
	"WebApplicationBuilder": {"IHostApplicationBuilder", "object"},
	"IReadOnlyDictionary":   {"IReadOnlyCollection", "IEnumerable", "object"},
}

// members are the result types of methods of the standard library.
var members = lang.Merge(
	lang.Giving("list", "self", `Where OrderBy OrderByDescending ThenBy ThenByDescending Reverse Distinct DistinctBy Skip SkipLast SkipWhile
		Take TakeLast TakeWhile Concat Union Except Intersect Append Prepend ToList ToArray ToHashSet AsEnumerable AsQueryable
		AsReadOnly AsNoTracking Include ThenInclude GetRange FindAll DefaultIfEmpty Slice AsSpan AsMemory ToImmutableArray
		ToImmutableList AsParallel UnionBy ExceptBy IntersectBy WithCancellation ConfigureAwait Clone Chunk`),
	lang.Giving("list", "elem", `First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast
		Pop Peek Dequeue MinBy MaxBy Aggregate`),
	lang.Giving("list", "Task<elem>", `FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync LastOrDefaultAsync FindAsync`),
	lang.Giving("list", "Task<self>", `ToListAsync ToArrayAsync`),
	lang.Giving("list", "[result]", `Select ConvertAll`),
	lang.Giving("list", "[result.elem]", `SelectMany`),
	lang.Giving("list", "[[elem]]", `GroupBy`),
	lang.Giving("list", "Dictionary<result,elem>", `ToDictionary`),
	lang.Giving("list", "[written]", `OfType Cast`),
	lang.Giving("list", "int", `Count IndexOf FindIndex LastIndexOf RemoveAll`),
	lang.Giving("list", "bool", `Any All Contains Remove Add SequenceEqual Exists`),
	lang.Giving("dict", "[self]", `Where OrderBy OrderByDescending ThenBy Skip Take ToList ToArray Reverse Concat`),
	lang.Giving("dict", "self", `First FirstOrDefault Single SingleOrDefault Last LastOrDefault`),
	lang.Giving("dict", "[result]", `Select`),
	lang.Giving("dict", "[result.elem]", `SelectMany`),
	lang.Giving("dict", "Dictionary<result,result>", `ToDictionary`),
	lang.Giving("dict", "elem", `GetValueOrDefault GetOrAdd AddOrUpdate`),
	lang.Giving("dict", "bool", `ContainsKey ContainsValue TryAdd TryGetValue Remove TryRemove Any All`),
	lang.Giving("dict", "elem", `TryGetValue#1 TryRemove#1 Remove#1`), lang.Giving("list", "elem", `TryDequeue#0 TryPeek#0 TryPop#0 TryTake#0`),
	lang.Giving("int", "int", "TryParse#1"), lang.Giving("Guid", "Guid", "TryParse#1"),
	lang.Giving("any", "self", "GetValueOrDefault"),
	lang.Giving("promise", "self", `ConfigureAwait GetAwaiter AsTask`),
	lang.Giving("promise", "elem", `GetResult`),
	lang.Giving("promise", "Task<result>", `ContinueWith`),
	lang.Giving("Task", "Task<arg>", `FromResult`),
	lang.Giving("Task", "Task<result>", `Run`), lang.Giving("Task", "Task", `Delay Yield FromException FromCanceled`),
	lang.Giving("Task", "Task<[arg.elem.elem]>", `WhenAll`),
	lang.Giving("string", "string", `Trim TrimStart TrimEnd Replace ToLower ToUpper ToLowerInvariant ToUpperInvariant Substring PadLeft
		PadRight Insert Remove Join Format Concat Normalize`),
	lang.Giving("string", "ReadOnlySpan<char>", `AsSpan`), lang.Giving("string", "[string]", `Split`),
	lang.Giving("string", "[char]", `ToCharArray`),
	lang.Giving("string", "int", `IndexOf LastIndexOf Compare CompareTo`),
	lang.Giving("string", "bool", `Contains StartsWith EndsWith IsNullOrEmpty IsNullOrWhiteSpace Equals`),
	lang.Giving("any", "string", `ToString`),
	lang.Giving("any", "Type", `GetType`),
	lang.Giving("any", "int", `GetHashCode`),
	lang.Giving("any", "written", `GetRequiredService GetService GetRequiredKeyedService Resolve CreateInstance Deserialize DeserializeObject
		GetCustomAttribute ReadFromJsonAsync Set`),
	lang.Giving("TimeSpan", "TimeSpan", `FromSeconds FromMinutes FromHours FromDays FromMilliseconds FromTicks Parse Add Subtract Multiply`),
	lang.Giving("DateTime", "DateTime", `Parse AddDays AddHours AddMinutes AddSeconds AddMonths AddYears`),
	lang.Giving("DateTimeOffset", "DateTimeOffset", `Parse AddDays AddHours AddMinutes AddSeconds`),
	lang.Giving("Guid", "Guid", `NewGuid Parse`),
	lang.Giving("Convert", "int", "ToInt32"), lang.Giving("int", "int", "Parse"), lang.Giving("Regex", "bool", "IsMatch"),
	lang.Giving("Encoding", "string", "GetString"), lang.Giving("Path", "string", `Combine GetFileName GetDirectoryName GetExtension GetFullPath
		GetFileNameWithoutExtension GetTempPath`), lang.Giving("File", "string", "ReadAllText"), lang.Giving("File", "[string]", "ReadAllLines"),
	lang.Giving("StringBuilder", "self", `Append AppendLine AppendFormat Insert Replace Remove Clear`),
)

// properties are the types of properties of the standard library.
var properties = lang.Merge(
	lang.Giving("TimeSpan", "TimeSpan", "Zero MaxValue MinValue"), lang.Giving("DateTime", "DateTime", "Now UtcNow Today MinValue MaxValue Date"),
	lang.Giving("DateTimeOffset", "DateTimeOffset", "Now UtcNow"), lang.Giving("CancellationToken", "CancellationToken", "None"),
	lang.Giving("Guid", "Guid", "Empty"), lang.Giving("string", "string", "Empty"), lang.Giving("Task", "Task", "CompletedTask"),
	lang.Giving("CancellationTokenSource", "CancellationToken", "Token"), lang.Giving("Environment", "string", "NewLine"),
	lang.Giving("int", "int", "MaxValue MinValue"), lang.Giving("long", "long", "MaxValue MinValue"), lang.Giving("double", "double", "MaxValue MinValue"),
	lang.Giving("dict", "[elem]", "Values"), lang.Giving("dict", "[key]", "Keys"), lang.Giving("dict", "elem", "Value"), lang.Giving("dict", "key", "Key"),
	lang.Giving("list", "int", "Count Length"), lang.Giving("string", "int", "Length"), lang.Giving("promise", "elem", "Result"),
	lang.Giving("Lazy", "0", "Value"), lang.Giving("IOptions", "0", "Value"), lang.Giving("IOptionsSnapshot", "0", "Value"),
	lang.Giving("IOptionsMonitor", "0", "CurrentValue"), lang.Giving("AsyncLocal", "0", "Value"), lang.Giving("ThreadLocal", "0", "Value"),
	lang.Giving("Nullable", "0", "Value"), lang.Giving("LinkedListNode", "0", "Value"), lang.Giving("TaskCompletionSource", "Task<0>", "Task"),
	lang.Giving("Mock", "0", "Object"), lang.Giving("WeakReference", "0", "Target"), lang.Giving("LinkedList", "elem", "First Last"),
)

// callbacks are the arguments with which the standard library calls functions passed to it.
var callbacks = lang.Merge(
	lang.Giving("list", "elem", `Where Select SelectMany First FirstOrDefault Single SingleOrDefault Last LastOrDefault Any All Count Sum
		Average Min Max MinBy MaxBy OrderBy OrderByDescending ThenBy ThenByDescending GroupBy ToDictionary ToLookup TakeWhile
		SkipWhile DistinctBy Find FindAll FindIndex FindLast Exists ForEach RemoveAll ConvertAll TrueForAll Include
		FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync AnyAsync AllAsync CountAsync Zip`),
	lang.Giving("dict", "self", `Where Select SelectMany First FirstOrDefault Single SingleOrDefault Any All Count Sum Min Max OrderBy
		OrderByDescending ThenBy GroupBy ToDictionary ToLookup MinBy MaxBy`),
	lang.Giving("dict", "key", `GetOrAdd`),
	lang.Giving("dict", "key,elem", `AddOrUpdate`),
	lang.Giving("promise", "self", `ContinueWith`),
)

// table reads paragraphs of "form: Name Name", one for each form.
func table(text string) map[string]string {
	out, form := make(map[string]string), ""
	for word := range strings.FieldsSeq(text) {
		if f, ok := strings.CutSuffix(word, ":"); ok {
			form = f
		} else {
			out[word] = form
		}
	}
	return out
}

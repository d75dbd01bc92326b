package csharp

import "strings"

// universe are the names that mean the same in every file: the words for builtin
// types and their names in the standard library.
var universe = map[string]string{
	"bool": "bool", "byte": "byte", "sbyte": "sbyte", "char": "char", "decimal": "decimal", "double": "double", "float": "float",
	"int": "int", "uint": "uint", "nint": "nint", "nuint": "nuint", "long": "long", "ulong": "ulong", "short": "short",
	"ushort": "ushort", "object": "object", "string": "string", "dynamic": "",
	"Boolean": "bool", "Byte": "byte", "Char": "char", "Decimal": "decimal", "Double": "double", "Single": "float",
	"Int16": "short", "Int32": "int", "Int64": "long", "UInt16": "ushort", "UInt32": "uint", "UInt64": "ulong",
	"Object": "object", "String": "string",
}

// scalars are the types of the standard library that have no null.
var scalars = set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort
	DateTime DateTimeOffset TimeSpan Guid CancellationToken DateOnly TimeOnly`)

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

// functional are the delegates without type arguments; the others are written as
// function types.
var functional = map[string]string{"Action": "", "ThreadStart": "", "TimerCallback": "", "EventHandler": ""}

// wider are the types that a value converts to by itself, nearest first.
var wider = map[string][]string{
	"sbyte":  {"short", "int", "long", "float", "double", "decimal", "object"},
	"byte":   {"short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	"short":  {"int", "long", "float", "double", "decimal", "object"},
	"ushort": {"int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	// A constant also becomes a smaller type when its value fits.
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

// members say what methods of the standard library give.
var members = merge(
	of("list", "self", `Where OrderBy OrderByDescending ThenBy ThenByDescending Reverse Distinct DistinctBy Skip SkipLast SkipWhile
		Take TakeLast TakeWhile Concat Union Except Intersect Append Prepend ToList ToArray ToHashSet AsEnumerable AsQueryable
		AsReadOnly AsNoTracking Include ThenInclude GetRange FindAll DefaultIfEmpty Slice AsSpan AsMemory ToImmutableArray
		ToImmutableList AsParallel UnionBy ExceptBy IntersectBy WithCancellation ConfigureAwait Clone Chunk`),
	of("list", "elem", `First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast
		Pop Peek Dequeue MinBy MaxBy Aggregate`),
	of("list", "Task<elem>", `FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync LastOrDefaultAsync FindAsync`),
	of("list", "Task<self>", `ToListAsync ToArrayAsync`),
	of("list", "[result]", `Select ConvertAll`),
	of("list", "[result.elem]", `SelectMany`),
	of("list", "[[elem]]", `GroupBy`),
	of("list", "Dictionary<result,elem>", `ToDictionary`),
	of("list", "[written]", `OfType Cast`),
	of("list", "int", `Count IndexOf FindIndex LastIndexOf RemoveAll`),
	of("list", "bool", `Any All Contains Remove Add SequenceEqual Exists`),
	of("dict", "[self]", `Where OrderBy OrderByDescending ThenBy Skip Take ToList ToArray Reverse Concat`),
	of("dict", "self", `First FirstOrDefault Single SingleOrDefault Last LastOrDefault`),
	of("dict", "[result]", `Select`),
	of("dict", "[result.elem]", `SelectMany`),
	of("dict", "Dictionary<result,result>", `ToDictionary`),
	of("dict", "elem", `GetValueOrDefault GetOrAdd AddOrUpdate`),
	of("dict", "bool", `ContainsKey ContainsValue TryAdd TryGetValue Remove TryRemove Any All`),
	of("dict", "elem", `TryGetValue#1 TryRemove#1 Remove#1`), of("list", "elem", `TryDequeue#0 TryPeek#0 TryPop#0 TryTake#0`),
	of("int", "int", "TryParse#1"), of("Guid", "Guid", "TryParse#1"),
	of("promise", "self", `ConfigureAwait GetAwaiter AsTask`),
	of("promise", "elem", `GetResult`),
	of("promise", "Task<result>", `ContinueWith`),
	of("Task", "Task<arg>", `FromResult`),
	of("Task", "Task<result>", `Run`), of("Task", "Task", `Delay Yield FromException FromCanceled`),
	of("Task", "Task<[arg.elem.elem]>", `WhenAll`),
	of("string", "string", `Trim TrimStart TrimEnd Replace ToLower ToUpper ToLowerInvariant ToUpperInvariant Substring PadLeft
		PadRight Insert Remove Join Format Concat Normalize`),
	of("string", "ReadOnlySpan<char>", `AsSpan`), of("string", "[string]", `Split`),
	of("string", "[char]", `ToCharArray`),
	of("string", "int", `IndexOf LastIndexOf Compare CompareTo`),
	of("string", "bool", `Contains StartsWith EndsWith IsNullOrEmpty IsNullOrWhiteSpace Equals`),
	of("any", "string", `ToString`),
	of("any", "Type", `GetType`),
	of("any", "int", `GetHashCode`),
	of("any", "written", `GetRequiredService GetService GetRequiredKeyedService Resolve CreateInstance Deserialize DeserializeObject
		GetCustomAttribute ReadFromJsonAsync Set`),
	of("TimeSpan", "TimeSpan", `FromSeconds FromMinutes FromHours FromDays FromMilliseconds FromTicks Parse Add Subtract Multiply`),
	of("DateTime", "DateTime", `Parse AddDays AddHours AddMinutes AddSeconds AddMonths AddYears`),
	of("DateTimeOffset", "DateTimeOffset", `Parse AddDays AddHours AddMinutes AddSeconds`),
	of("Guid", "Guid", `NewGuid Parse`),
	of("Convert", "int", "ToInt32"), of("int", "int", "Parse"), of("Regex", "bool", "IsMatch"),
	of("Encoding", "string", "GetString"), of("Path", "string", `Combine GetFileName GetDirectoryName GetExtension GetFullPath
		GetFileNameWithoutExtension GetTempPath`), of("File", "string", "ReadAllText"), of("File", "[string]", "ReadAllLines"),
	of("StringBuilder", "self", `Append AppendLine AppendFormat Insert Replace Remove Clear`),
)

// properties say what properties of the standard library give.
var properties = merge(
	of("TimeSpan", "TimeSpan", "Zero MaxValue MinValue"), of("DateTime", "DateTime", "Now UtcNow Today MinValue MaxValue Date"),
	of("DateTimeOffset", "DateTimeOffset", "Now UtcNow"), of("CancellationToken", "CancellationToken", "None"),
	of("Guid", "Guid", "Empty"), of("string", "string", "Empty"), of("Task", "Task", "CompletedTask"),
	of("CancellationTokenSource", "CancellationToken", "Token"), of("Environment", "string", "NewLine"),
	of("int", "int", "MaxValue MinValue"), of("long", "long", "MaxValue MinValue"), of("double", "double", "MaxValue MinValue"),
	of("dict", "[elem]", "Values"), of("dict", "[key]", "Keys"), of("dict", "elem", "Value"), of("dict", "key", "Key"),
	of("list", "int", "Count Length"), of("string", "int", "Length"), of("promise", "elem", "Result"),
	of("Lazy", "0", "Value"), of("IOptions", "0", "Value"), of("IOptionsSnapshot", "0", "Value"),
	of("IOptionsMonitor", "0", "CurrentValue"), of("AsyncLocal", "0", "Value"), of("ThreadLocal", "0", "Value"),
	of("Nullable", "0", "Value"), of("LinkedListNode", "0", "Value"), of("TaskCompletionSource", "Task<0>", "Task"),
	of("Mock", "0", "Object"), of("WeakReference", "0", "Target"), of("LinkedList", "elem", "First Last"),
)

// callbacks say what functions handed to the standard library are called with.
var callbacks = merge(
	of("list", "elem", `Where Select SelectMany First FirstOrDefault Single SingleOrDefault Last LastOrDefault Any All Count Sum
		Average Min Max MinBy MaxBy OrderBy OrderByDescending ThenBy ThenByDescending GroupBy ToDictionary ToLookup TakeWhile
		SkipWhile DistinctBy Find FindAll FindIndex FindLast Exists ForEach RemoveAll ConvertAll TrueForAll Include
		FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync AnyAsync AllAsync CountAsync Zip`),
	of("dict", "self", `Where Select SelectMany First FirstOrDefault Single SingleOrDefault Any All Count Sum Min Max OrderBy
		OrderByDescending ThenBy GroupBy ToDictionary ToLookup MinBy MaxBy`),
	of("dict", "key", `GetOrAdd`),
	of("dict", "key,elem", `AddOrUpdate`),
	of("promise", "self", `ContinueWith`),
)

// table reads "form: Name Name", one form to a paragraph.
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

// of gives the members of a type that all give the same.
func of(typ, gives, names string) map[string]string {
	out := make(map[string]string)
	for name := range strings.FieldsSeq(names) {
		out[typ+"."+name] = gives
	}
	return out
}

func merge(tables ...map[string]string) map[string]string {
	out := make(map[string]string)
	for _, t := range tables {
		for k, v := range t {
			out[k] = v
		}
	}
	return out
}

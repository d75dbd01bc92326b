// Package standard knows the types of the standard library of C# that code uses most.
//
// In: nothing. Out: tables for lang.Language. Invariant: what is not in the tables is unknown, not absent.
package standard

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Universe are the names that mean the same in every file: builtin types and their names in the
// standard library.
var Universe = map[string]string{
	"bool": "bool", "byte": "byte", "sbyte": "sbyte", "char": "char", "decimal": "decimal", "double": "double", "float": "float",
	"int": "int", "uint": "uint", "nint": "nint", "nuint": "nuint", "long": "long", "ulong": "ulong", "short": "short",
	"ushort": "ushort", "object": "object", "string": "string", "dynamic": "",
	"Boolean": "bool", "Byte": "byte", "Char": "char", "Decimal": "decimal", "Double": "double", "Single": "float",
	"Int16": "short", "Int32": "int", "Int64": "long", "UInt16": "ushort", "UInt32": "uint", "UInt64": "ulong",
	"Object": "object", "String": "string",
}

// Scalars are the types of the standard library that cannot be null.
var Scalars = Set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort
	DateTime DateTimeOffset TimeSpan Guid CancellationToken DateOnly TimeOnly`)

// Sealed are the types to which no other type converts, but smaller numbers.
var Sealed = Set(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort string DateTime DateTimeOffset
	TimeSpan Guid CancellationToken`)

// Arithmetic are the types of operations on numbers, widest first. Smaller ones become int.
var Arithmetic = []string{"string", "decimal", "double", "float", "ulong", "long", "uint", "int", "", "ushort", "short", "byte", "sbyte", "char"}

// Untyped are the collections that exist without type arguments too.
var Untyped = Set("IEnumerable IEnumerator ICollection IList IDictionary Expression")

// ObjectMembers are those of object.
var ObjectMembers = Set("ToString Equals GetHashCode GetType ReferenceEquals MemberwiseClone")

// TypeMembers are the static ones of them.
var TypeMembers = Set("Equals ReferenceEquals")

// Set returns the words of a text.
func Set(words string) map[string]bool {
	out := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// Forms are the collections, tasks and wrappers of the standard library.
var Forms = table(`
list: List IList ICollection IEnumerable IReadOnlyList IReadOnlyCollection HashSet ISet IReadOnlySet SortedSet Queue Stack
	LinkedList Collection ObservableCollection ReadOnlyCollection ReadOnlyObservableCollection ImmutableArray ImmutableList
	ImmutableHashSet IImmutableList ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection IAsyncEnumerable IQueryable
	IOrderedQueryable IOrderedEnumerable DbSet Span ReadOnlySpan Memory ReadOnlyMemory ArraySegment PriorityQueue IEnumerator
	IAsyncEnumerator
dict: Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary SortedList ImmutableDictionary
	IImmutableDictionary ImmutableSortedDictionary FrozenDictionary KeyValuePair
promise: Task ValueTask ConfiguredTaskAwaitable TaskAwaiter
arg0: Nullable Expression
`)

// Functional are the delegates without type arguments; others are converted to function types.
var Functional = map[string]string{"Action": "", "ThreadStart": "", "TimerCallback": "", "EventHandler": ""}

// Wider are the types to which a value converts implicitly, nearest first.
var Wider = map[string][]string{
	"any":    {"object"},
	"sbyte":  {"short", "int", "long", "float", "double", "decimal", "object"},
	"byte":   {"short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	"short":  {"int", "long", "float", "double", "decimal", "object"},
	"ushort": {"int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	// A constant also converts to a smaller type when its value fits.
	"int":                 {"long", "float", "double", "decimal", "byte", "sbyte", "short", "ushort", "uint", "ulong", "nint", "object"},
	"uint":                {"long", "ulong", "float", "double", "decimal", "object"},
	"long":                {"float", "double", "decimal", "object"},
	"ulong":               {"float", "double", "decimal", "object"},
	"char":                {"ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "object"},
	"float":               {"double", "object"},
	"double":              {"object"},
	"decimal":             {"object"},
	"bool":                {"object"},
	"string":              {"IEnumerable", "ReadOnlySpan", "untyped IEnumerable", "IComparable", "object"},
	"List":                {"IList", "IReadOnlyList", "ICollection", "IReadOnlyCollection", "IEnumerable", "untyped IList", "untyped ICollection", "untyped IEnumerable", "object"},
	"IList":               {"ICollection", "IEnumerable", "untyped IEnumerable", "object"},
	"ICollection":         {"IEnumerable", "untyped IEnumerable", "object"},
	"IEnumerable":         {"untyped IEnumerable", "object"},
	"IReadOnlyList":       {"IReadOnlyCollection", "IEnumerable", "untyped IEnumerable", "object"},
	"IReadOnlyCollection": {"IEnumerable", "untyped IEnumerable", "object"},
	"HashSet":             {"ISet", "IReadOnlySet", "ICollection", "IReadOnlyCollection", "IEnumerable", "untyped IEnumerable", "object"},
	"IQueryable":          {"IEnumerable", "untyped IEnumerable", "object"},
	"IOrderedQueryable":   {"IQueryable", "IEnumerable", "untyped IEnumerable", "object"},
	"IOrderedEnumerable":  {"IEnumerable", "untyped IEnumerable", "object"},
	"Dictionary":          {"IDictionary", "IReadOnlyDictionary", "ICollection", "IEnumerable", "untyped IDictionary", "untyped ICollection", "untyped IEnumerable", "object"},
	"IDictionary":         {"ICollection", "IEnumerable", "untyped IEnumerable", "object"},
	"untyped IEnumerable": {"object"},
	"untyped ICollection": {"untyped IEnumerable", "object"},
	"untyped IList":       {"untyped ICollection", "untyped IEnumerable", "object"},
	"untyped IDictionary": {"untyped ICollection", "untyped IEnumerable", "object"},
	"list": {"IList", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IEnumerable", "ReadOnlySpan", "Span", "ReadOnlyMemory", "Memory",
		"ArraySegment", "untyped IList", "untyped ICollection", "untyped IEnumerable", "Array", "ICloneable", "object"},
	"func": {"Delegate", "MulticastDelegate", "LambdaExpression", "untyped Expression", "object"}, "LambdaExpression": {"untyped Expression", "object"},
	"DateTime": {"DateTimeOffset", "object"}, "DateTimeOffset": {"object"}, "TimeSpan": {"object"}, "Guid": {"object"},
	"CancellationToken": {"object"}, "StringBuilder": {"object"}, "LinkedListNode": {"object"},
	"StringComparer": {"IEqualityComparer", "IComparer", "object"},
	"Type":           {"MemberInfo", "object"}, "TypeInfo": {"Type", "MemberInfo", "object"},
	"MethodInfo": {"MethodBase", "MemberInfo", "object"}, "ConstructorInfo": {"MethodBase", "MemberInfo", "object"},
	"PropertyInfo": {"MemberInfo", "object"}, "FieldInfo": {"MemberInfo", "object"}, "EventInfo": {"MemberInfo", "object"},
	"ParameterInfo": {"object"}, "Assembly": {"object"}, "CultureInfo": {"IFormatProvider", "object"},
	"NumberFormatInfo": {"IFormatProvider", "object"}, "DateTimeFormatInfo": {"IFormatProvider", "object"},
	"DbConnection":          {"IDbConnection", "object"},
	"WebApplication":        {"IApplicationBuilder", "IEndpointRouteBuilder", "IHost", "object"},
	"WebApplicationBuilder": {"IHostApplicationBuilder", "object"},
	"IReadOnlyDictionary":   {"IReadOnlyCollection", "IEnumerable", "object"},
	"IEnumerator":           {"untyped IEnumerator", "IDisposable", "object"},
	"IAsyncEnumerator":      {"IAsyncDisposable", "object"},
}

// These give what a list has one by one, and in an order.
const (
	lazily = `Where Reverse Distinct DistinctBy Skip SkipLast SkipWhile Take TakeLast TakeWhile Concat Union Except Intersect
		Append Prepend AsEnumerable DefaultIfEmpty UnionBy ExceptBy IntersectBy`
	ordering = "OrderBy OrderByDescending ThenBy ThenByDescending"
)

// Members returns the result types of methods of the standard library.
func Members() map[string]string {
	return lang.Merge(
		lang.Giving("list", "IEnumerator<elem>", "GetEnumerator"), lang.Giving("list", "IAsyncEnumerator<elem>", "GetAsyncEnumerator"),
		lang.Giving("list", "IEnumerable<elem>", lazily), lang.Giving("list", "IOrderedEnumerable<elem>", ordering),
		lang.Giving("IQueryable", "self", lazily+" "+ordering), lang.Giving("IOrderedQueryable", "self", lazily+" "+ordering), lang.Giving("DbSet", "self", lazily+" "+ordering),
		lang.Giving("list", "List<elem>", `ToList GetRange FindAll`), lang.Giving("list", "[elem]", `ToArray`), lang.Giving("list", "HashSet<elem>", `ToHashSet`),
		lang.Giving("list", "self", `AsQueryable AsReadOnly AsNoTracking Include ThenInclude Slice AsSpan AsMemory ToImmutableArray
		ToImmutableList AsParallel WithCancellation ConfigureAwait Clone Chunk`),
		lang.Giving("list", "elem", `First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast
		Pop Peek Dequeue MinBy MaxBy Aggregate`),
		lang.Giving("list", "Task<elem>", `FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync LastOrDefaultAsync FindAsync`),
		lang.Giving("list", "Task<self>", `ToListAsync ToArrayAsync`),
		lang.Giving("list", "IEnumerable<result>", `Select`), lang.Giving("list", "List<result>", "ConvertAll"),
		lang.Giving("list", "IEnumerable<result.elem>", `SelectMany`),
		lang.Giving("list", "IEnumerable<IEnumerable<elem>>", `GroupBy`),
		lang.Giving("list", "Dictionary<result,elem>", `ToDictionary`),
		lang.Giving("list", "IEnumerable<written>", `OfType Cast`),
		lang.Giving("list", "int", `Count IndexOf FindIndex LastIndexOf RemoveAll`),
		lang.Giving("list", "bool", `Any All Contains Remove Add SequenceEqual Exists`),
		lang.Giving("dict", "IEnumerable<self>", `Where Skip Take Reverse Concat`), lang.Giving("dict", "IOrderedEnumerable<self>", ordering),
		lang.Giving("dict", "List<self>", "ToList"), lang.Giving("dict", "[self]", "ToArray"),
		lang.Giving("dict", "self", `First FirstOrDefault Single SingleOrDefault Last LastOrDefault`),
		lang.Giving("dict", "IEnumerable<result>", `Select`),
		lang.Giving("dict", "IEnumerable<result.elem>", `SelectMany`),
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
		lang.Giving("Convert", "int", "ToInt32"), lang.Giving("Convert", "long", "ToInt64"), lang.Giving("Convert", "short", "ToInt16"),
		lang.Giving("Convert", "byte", "ToByte"), lang.Giving("Convert", "sbyte", "ToSByte"), lang.Giving("Convert", "uint", "ToUInt32"), lang.Giving("Convert", "ulong", "ToUInt64"),
		lang.Giving("Convert", "ushort", "ToUInt16"), lang.Giving("Convert", "double", "ToDouble"), lang.Giving("Convert", "float", "ToSingle"), lang.Giving("Convert", "decimal", "ToDecimal"),
		lang.Giving("Convert", "bool", "ToBoolean"), lang.Giving("Convert", "char", "ToChar"), lang.Giving("Convert", "DateTime", "ToDateTime"), lang.Giving("Convert", "string", "ToBase64String"),
		lang.Giving("long", "long", "Parse"), lang.Giving("double", "double", "Parse"), lang.Giving("decimal", "decimal", "Parse"), lang.Giving("float", "float", "Parse"),
		lang.Giving("Math", "double", "Sqrt Sin Cos Tan Pow Log Log10 Exp Atan Atan2 Asin Acos"), lang.Giving("int", "int", "Parse"), lang.Giving("Regex", "bool", "IsMatch"),
		lang.Giving("Encoding", "string", "GetString"), lang.Giving("Path", "string", `Combine GetFileName GetDirectoryName GetExtension GetFullPath
		GetFileNameWithoutExtension GetTempPath`), lang.Giving("File", "string", "ReadAllText"), lang.Giving("File", "[string]", "ReadAllLines"),
		lang.Giving("Type", "TypeInfo", "GetTypeInfo"), lang.Giving("Type", "Type", `GetElementType MakeGenericType GetGenericTypeDefinition MakeArrayType
		GetInterface GetEnumUnderlyingType GetType`), lang.Giving("Type", "[Type]", "GetGenericArguments GetInterfaces GetGenericParameterConstraints GetNestedTypes"),
		lang.Giving("Type", "bool", "IsAssignableFrom IsSubclassOf IsInstanceOfType IsDefined IsAssignableTo"), lang.Giving("Type", "MethodInfo", "GetMethod"),
		lang.Giving("Type", "[MethodInfo]", "GetMethods"), lang.Giving("Type", "PropertyInfo", "GetProperty"), lang.Giving("Type", "[PropertyInfo]", "GetProperties"),
		lang.Giving("Type", "FieldInfo", "GetField"), lang.Giving("Type", "[FieldInfo]", "GetFields"), lang.Giving("Type", "ConstructorInfo", "GetConstructor"),
		lang.Giving("Type", "[ConstructorInfo]", "GetConstructors"), lang.Giving("TypeInfo", "Type", "AsType GetElementType MakeGenericType GetGenericTypeDefinition"),
		lang.Giving("TypeInfo", "bool", "IsAssignableFrom IsSubclassOf IsDefined"), lang.Giving("Assembly", "[Type]", "GetTypes GetExportedTypes"),
		lang.Giving("MethodInfo", "[ParameterInfo]", "GetParameters"), lang.Giving("ConstructorInfo", "[ParameterInfo]", "GetParameters"),
		lang.Giving("MethodBase", "[ParameterInfo]", "GetParameters"), lang.Giving("PropertyInfo", "[ParameterInfo]", "GetIndexParameters"),
		lang.Giving("MethodInfo", "MethodInfo", "MakeGenericMethod GetGenericMethodDefinition"), lang.Giving("MethodInfo", "[Type]", "GetGenericArguments"),
		lang.Giving("PropertyInfo", "MethodInfo", "GetGetMethod GetSetMethod"), lang.Giving("Regex", "[string]", "Split"), lang.Giving("Regex", "string", "Replace Escape"),
		lang.Giving("LinkedList", "LinkedListNode<elem>", "Find FindLast AddFirst AddLast AddBefore AddAfter"),
		lang.Giving("StringBuilder", "self", `Append AppendLine AppendFormat Insert Replace Remove Clear`),
	)
}

// typeIs are what is asked of a type.
const typeIs = `IsAbstract IsArray IsClass IsEnum IsGenericType IsGenericTypeDefinition IsInterface IsPrimitive IsPublic IsSealed IsValueType
	ContainsGenericParameters IsGenericParameter IsNested IsNotPublic IsConstructedGenericType`

// Properties returns the types of properties of the standard library.
func Properties() map[string]string {
	return lang.Merge(
		lang.Giving("TimeSpan", "TimeSpan", "Zero MaxValue MinValue"), lang.Giving("DateTime", "DateTime", "Now UtcNow Today MinValue MaxValue Date"),
		lang.Giving("DateTimeOffset", "DateTimeOffset", "Now UtcNow"), lang.Giving("CancellationToken", "CancellationToken", "None"),
		lang.Giving("Guid", "Guid", "Empty"), lang.Giving("string", "string", "Empty"), lang.Giving("Task", "Task", "CompletedTask"),
		lang.Giving("CancellationTokenSource", "CancellationToken", "Token"), lang.Giving("Environment", "string", "NewLine"),
		lang.Giving("int", "int", "MaxValue MinValue"), lang.Giving("long", "long", "MaxValue MinValue"), lang.Giving("double", "double", "MaxValue MinValue"),
		lang.Giving("Type", "string", "Name FullName Namespace AssemblyQualifiedName"), lang.Giving("Type", "Type", "BaseType DeclaringType ReflectedType"),
		lang.Giving("Type", "Assembly", "Assembly"), lang.Giving("TypeInfo", "string", "Name FullName Namespace"), lang.Giving("TypeInfo", "Type", "BaseType DeclaringType"),
		lang.Giving("Type", "bool", typeIs), lang.Giving("TypeInfo", "bool", typeIs), lang.Giving("TypeInfo", "[Type]", "GenericTypeArguments GenericTypeParameters ImplementedInterfaces"),
		lang.Giving("TypeInfo", "[ConstructorInfo]", "DeclaredConstructors"), lang.Giving("TypeInfo", "[MethodInfo]", "DeclaredMethods"),
		lang.Giving("TypeInfo", "[PropertyInfo]", "DeclaredProperties"), lang.Giving("TypeInfo", "[FieldInfo]", "DeclaredFields"), lang.Giving("Type", "[Type]", "GenericTypeArguments"),
		lang.Giving("MethodInfo", "string", "Name"), lang.Giving("MethodInfo", "Type", "ReturnType DeclaringType"), lang.Giving("MethodBase", "string", "Name"),
		lang.Giving("PropertyInfo", "string", "Name"), lang.Giving("PropertyInfo", "Type", "PropertyType DeclaringType"), lang.Giving("PropertyInfo", "MethodInfo", "GetMethod SetMethod"),
		lang.Giving("FieldInfo", "string", "Name"), lang.Giving("FieldInfo", "Type", "FieldType DeclaringType"), lang.Giving("MemberInfo", "string", "Name"),
		lang.Giving("MemberInfo", "Type", "DeclaringType ReflectedType"), lang.Giving("ConstructorInfo", "Type", "DeclaringType"), lang.Giving("ParameterInfo", "string", "Name"),
		lang.Giving("ParameterInfo", "Type", "ParameterType"), lang.Giving("Assembly", "string", "FullName Location"), lang.Giving("Exception", "string", "Message StackTrace Source"),
		lang.Giving("Exception", "Exception", "InnerException"), lang.Giving("CultureInfo", "CultureInfo", "InvariantCulture CurrentCulture CurrentUICulture"),
		lang.Giving("StringComparer", "StringComparer", "Ordinal OrdinalIgnoreCase InvariantCulture InvariantCultureIgnoreCase CurrentCulture CurrentCultureIgnoreCase"),
		lang.Giving("DateTime", "int", "Year Month Day Hour Minute Second Millisecond DayOfYear"), lang.Giving("DateTime", "long", "Ticks"), lang.Giving("TimeSpan", "long", "Ticks"),
		lang.Giving("TimeSpan", "double", "TotalDays TotalHours TotalMinutes TotalSeconds TotalMilliseconds"), lang.Giving("TimeSpan", "int", "Days Hours Minutes Seconds Milliseconds"),
		lang.Giving("StringBuilder", "int", "Length Capacity"), lang.Giving("Uri", "string", "OriginalString AbsolutePath AbsoluteUri Host Scheme Query Fragment"),
		lang.Giving("dict", "[elem]", "Values"), lang.Giving("dict", "[key]", "Keys"), lang.Giving("dict", "elem", "Value"), lang.Giving("dict", "key", "Key"),
		lang.Giving("list", "int", "Count Length"), lang.Giving("list", "elem", "Current"), lang.Giving("string", "int", "Length"), lang.Giving("string", "char", "[]"), lang.Giving("StringBuilder", "char", "[]"), lang.Giving("promise", "elem", "Result"),
		lang.Giving("Lazy", "0", "Value"), lang.Giving("IOptions", "0", "Value"), lang.Giving("IOptionsSnapshot", "0", "Value"),
		lang.Giving("IOptionsMonitor", "0", "CurrentValue"), lang.Giving("AsyncLocal", "0", "Value"), lang.Giving("ThreadLocal", "0", "Value"),
		lang.Giving("Nullable", "0", "Value"), lang.Giving("LinkedListNode", "0", "Value"), lang.Giving("TaskCompletionSource", "Task<0>", "Task"),
		lang.Giving("Mock", "0", "Object"), lang.Giving("WeakReference", "0", "Target"), lang.Giving("LinkedList", "LinkedListNode<elem>", "First Last"), lang.Giving("LinkedListNode", "self", "Next Previous"),
	)
}

// Callbacks returns the arguments with which the standard library calls functions passed to it.
func Callbacks() map[string]string {
	return lang.Merge(
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
}

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

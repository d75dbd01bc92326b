// Package standard contains tables of the standard library of Kotlin, and of what of Java is used with it.
//
// In: nothing. Out: the tables that lang.Language asks for, made anew by each call.
package standard

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Universe returns the names that exist in every file without an import, with the type of a use. Types and
// companions map to their own name.
func Universe() map[string]string { return lang.Standard(standardTypes, standardFunctions, Forms()) }

const standardTypes = `
	Any Array ArrayDeque ArrayList Boolean BooleanArray Byte ByteArray Char CharArray CharSequence Collection Comparable Comparator
	Double DoubleArray Enum Float FloatArray Function HashMap HashSet Int IntArray IntRange Iterable Iterator Lazy LinkedHashMap
	LinkedHashSet List ListIterator Long LongArray LongRange Map MutableCollection MutableIterable MutableIterator MutableList
	MutableMap MutableSet Nothing Number Pair RandomAccess Regex Result Sequence Set Short ShortArray String StringBuilder
	Throwable Triple UByte UInt ULong UShort Unit
	AbstractCollection AbstractIterator AbstractList AbstractMap AbstractMutableCollection AbstractMutableList AbstractMutableMap
	AbstractMutableSet AbstractSet Annotation Appendable AutoCloseable CharProgression CharRange ClosedFloatingPointRange ClosedRange
	Grouping IndexedValue IntProgression LongProgression MatchGroup MatchResult MutableIterator MutableListIterator OpenEndRange
	RegexOption StringBuffer ThreadLocal UByteArray UIntArray UIntRange ULongArray ULongRange UShortArray
	Exception RuntimeException Error AssertionError ArithmeticException ClassCastException ConcurrentModificationException
	IllegalArgumentException IllegalStateException IndexOutOfBoundsException NoSuchElementException NotImplementedError
	NullPointerException NumberFormatException UnsupportedOperationException UninitializedPropertyAccessException
	Object Class Thread Runnable System Math Integer Character Iterable Override Deprecated Suppress JvmStatic JvmField
	JvmOverloads JvmName JvmInline JvmSynthetic Throws Synchronized Volatile Transient OptIn RequiresOptIn PublishedApi
	ReplaceWith DslMarker Target Retention Repeatable MustBeDocumented InterruptedException CloneNotSupportedException`

const standardFunctions = `
	arrayListOf arrayOf arrayOfNulls assert booleanArrayOf buildList buildMap buildSet buildString byteArrayOf charArrayOf check
	checkNotNull compareBy compareByDescending compareValues compareValuesBy doubleArrayOf emptyArray emptyList emptyMap emptySequence
	emptySet enumValueOf enumValues error floatArrayOf generateSequence hashMapOf hashSetOf intArrayOf iterator lazy lazyOf
	linkedMapOf linkedSetOf listOf listOfNotNull longArrayOf mapOf maxOf measureTimeMillis minOf mutableListOf mutableMapOf
	mutableSetOf print println readLine readln repeat require requireNotNull run runCatching sequence sequenceOf setOf setOfNotNull
	shortArrayOf sortedMapOf sortedSetOf suspend synchronized thread use with TODO typeOf`

// Forms returns the types from outside that are lists, maps and promises.
func Forms() map[string]string {
	f := make(map[string]string)
	for form, names := range map[string]string{
		"list": `Array ArrayDeque ArrayList BlockingQueue Channel Collection ConcurrentLinkedQueue CopyOnWriteArrayList Deque Flow
			HashSet ImmutableList ImmutableSet Iterable Iterator LinkedHashSet LinkedList List ListIterator MutableCollection
			MutableIterable MutableIterator MutableList MutableSet MutableSharedFlow PersistentList PersistentSet Queue ReceiveChannel
			SendChannel Sequence Set SharedFlow SortedSet Stack Stream TreeSet Vector`,
		"dict": `ConcurrentHashMap ConcurrentMap HashMap ImmutableMap LinkedHashMap Map MutableMap PersistentMap SortedMap TreeMap WeakHashMap`,
		// A box of one value, represented by a list of one.
		"promise": `Deferred CompletableDeferred`,
	} {
		for _, name := range strings.Fields(names) {
			f[name] = form
		}
	}
	return f
}

// Members returns the methods and properties of the standard library whose result type depends on the
// receiver or on the function passed to them.
func Members() map[string]string {
	m := map[string]string{
		"any.let": "result", "any.run": "result", "any.use": "result", "any.apply": "self", "any.also": "self", "any.takeIf": "self",
		"any.takeUnless": "self", "any.copy": "self", "any.to": "Pair<self,arg>", "any.toString": "String", "any.hashCode": "Int", "any.javaClass": "Class<self>",
		".run": "result", ".with": "result", ".runBlocking": "result", ".withContext": "result", ".coroutineScope": "result",
		".supervisorScope": "result", ".synchronized": "result", ".withTimeout": "result", ".withTimeoutOrNull": "result",
		".remember": "result", ".requireNotNull": "arg", ".checkNotNull": "arg", ".runCatching": "Result<result>",
		".lazy": "Lazy<result>", ".async": "Deferred<result>", ".mutableStateOf": "State<arg>", ".MutableStateFlow": "StateFlow<arg>",
		".maxOf": "arg", ".minOf": "arg", ".buildString": "String", ".generateSequence": "[arg]", ".Pair": "Pair<arg>",
		"any.async": "Deferred<result>", "any.runCatching": "Result<result>", "any.withLock": "result", "any.read": "result", "any.write": "result",
		"promise.await": "elem", "promise.getCompleted": "elem", "promise.join": "Unit",
		"Lazy.value": "0", "State.value": "0", "MutableState.value": "0", "StateFlow.value": "0", "MutableStateFlow.value": "0",
		"AtomicReference.get": "0", "ThreadLocal.get": "0", "Provider.get": "0", "WeakReference.get": "0", "SoftReference.get": "0",
		"StateFlow.first": "0", "StateFlow.map": "[result]", "Optional.get": "0", "Optional.orElse": "0", "Optional.orElseThrow": "0", "Optional.orElseGet": "0",
		"Result.getOrThrow": "0", "Result.getOrNull": "0", "Result.getOrElse": "0", "Result.getOrDefault": "0", "Result.onSuccess": "self",
		"Result.onFailure": "self", "Result.map": "Result<result>", "Result.mapCatching": "Result<result>", "Result.recover": "self",
		"Pair.first": "0", "Pair.second": "1", "Triple.first": "0", "Triple.second": "1", "Triple.third": "2", "Pair.toList": "[0]",
		"IndexedValue.value": "0", "IndexedValue.index": "Int",
		"list.key": "0", "list.value": "1", "list.second": "1", "list.component1": "0", "list.component2": "1",

		"list.indices": "[Int]", "list.size": "Int", "list.count": "Int", "list.lastIndex": "Int", "list.indexOf": "Int", "list.joinToString": "String",
		"list.isEmpty": "Boolean", "list.isNotEmpty": "Boolean", "list.contains": "Boolean", "list.any": "Boolean", "list.all": "Boolean",
		"list.none": "Boolean", "list.add": "Boolean",
		"list.withIndex": "[IndexedValue<elem>]", "list.partition": "Pair<self,self>", "list.zipWithNext": "[elem,elem]", "list.chunked": "[[elem]]",
		"list.windowed": "[[elem]]", "list.groupBy": "Map<result,[elem]>", "list.associateBy": "Map<result,elem>", "list.associateWith": "Map<elem,result>",
		"list.associate": "Map<result.key,result.elem>", "list.flatMap": "[result.elem]", "list.flatMapConcat": "[result.elem]", "list.flatMapLatest": "[result.elem]",
		"list.flatten": "[elem.elem]", "list.map": "[result]", "list.mapNotNull": "[result]", "list.mapIndexed": "[result]", "list.mapIndexedNotNull": "[result]",
		"list.firstNotNullOf": "result", "list.firstNotNullOfOrNull": "result", "list.sumOf": "result", "list.maxOf": "result", "list.minOf": "result",
		"list.fold": "arg", "list.foldRight": "arg", "list.reduce": "elem", "list.distinctBy": "self", "list.minWith": "elem", "list.maxWith": "elem",
		"list.asSequence": "Sequence<elem>", "list.iterator": "[elem]", "list.listIterator": "[elem]", "list.let": "result", "list.collect": "Unit", "list.set": "elem",

		"dict.get": "elem", "dict.getValue": "elem", "dict.getOrDefault": "elem", "dict.getOrElse": "elem", "dict.getOrPut": "elem", "dict.put": "elem",
		"dict.remove": "elem", "dict.putIfAbsent": "elem", "dict.computeIfAbsent": "elem", "dict.compute": "elem", "dict.computeIfPresent": "elem", "dict.merge": "elem",
		"dict.keys": "[key]", "dict.values": "[elem]", "dict.entries": "[key,elem]", "dict.toList": "[key,elem]", "dict.asSequence": "[key,elem]",
		"dict.map": "[result]", "dict.mapNotNull": "[result]", "dict.flatMap": "[result.elem]", "dict.mapValues": "Map<key,result>", "dict.mapKeys": "Map<result,elem>",
		"dict.containsKey": "Boolean", "dict.isEmpty": "Boolean", "dict.isNotEmpty": "Boolean", "dict.size": "Int", "dict.any": "Boolean", "dict.all": "Boolean",
		"dict.firstNotNullOf": "result", "dict.firstNotNullOfOrNull": "result", "dict.count": "Int",

		"String.length": "Int", "String.split": "[String]", "String.lines": "[String]", "String.lineSequence": "[String]", "String.toInt": "Int",
		"String.toIntOrNull": "Int", "String.toLong": "Long", "String.toDouble": "Double", "String.toByteArray": "ByteArray", "String.toRegex": "Regex",
		"String.isEmpty": "Boolean", "String.isNotEmpty": "Boolean", "String.isBlank": "Boolean", "String.startsWith": "Boolean", "String.endsWith": "Boolean",
		"String.contains": "Boolean", "String.indexOf": "Int", "String.get": "Char", "String.first": "Char", "String.last": "Char",
	}
	addMade(m)
	for _, name := range strings.Fields(`asReversed asIterable distinct drop dropLast dropWhile filter filterIndexed filterNot filterNotNull
		intersect minus minusElement onEach plus plusElement reversed shuffled sorted sortedBy sortedByDescending sortedDescending sortedWith
		subList subtract take takeLast takeWhile toList toMutableList toMutableSet toSet toTypedArray toCollection toHashSet toSortedSet
		union ifEmpty onEachIndexed asFlow cancellable conflate buffer flowOn debounce distinctUntilChanged stateIn shareIn catch
		onStart onCompletion asStateFlow asSharedFlow stream toImmutableList toPersistentList slice orEmpty also apply`) {
		m["list."+name] = "self"
	}
	for _, name := range strings.Fields(`elementAt elementAtOrNull find findLast first firstOrNull get getOrElse getOrNull last lastOrNull maxBy maxByOrNull
		minBy minByOrNull max min maxOrNull minOrNull next previous peek poll pop pollFirst pollLast random randomOrNull remove removeAt removeFirst
		removeFirstOrNull removeLast removeLastOrNull single singleOrNull receive element singleOrNull`) {
		m["list."+name] = "elem"
	}
	for _, name := range strings.Fields(`filter filterKeys filterNot filterValues minus plus toMap toMutableMap toSortedMap onEach orEmpty also apply`) {
		m["dict."+name] = "self"
	}
	for _, name := range strings.Fields(`drop dropLast lowercase padEnd padStart plus removePrefix removeSuffix removeSurrounding repeat replace
		replaceFirst reversed substring substringAfter substringAfterLast substringBefore substringBeforeLast take takeLast takeWhile trim
		trimEnd trimIndent trimMargin trimStart uppercase capitalize decapitalize toLowerCase toUpperCase orEmpty format filter ifEmpty ifBlank`) {
		m["String."+name] = "String"
	}
	return m
}

// addMade adds the functions that make collections and numbers.
func addMade(m map[string]string) {
	for _, name := range strings.Fields(`sortedSetOf flowOf emptyArray emptyFlow persistentListOf MutableSharedFlow Channel CopyOnWriteArrayList LinkedList
		buildList buildSet`) {
		m["."+name] = "[type]"
	}
	for of, names := range map[string]string{
		"List": "listOf listOfNotNull emptyList", "MutableList": "mutableListOf", "ArrayList": "arrayListOf ArrayList", "ArrayDeque": "ArrayDeque",
		"Set": "setOf setOfNotNull emptySet", "MutableSet": "mutableSetOf", "HashSet": "hashSetOf HashSet", "LinkedHashSet": "linkedSetOf LinkedHashSet",
		"Sequence": "sequenceOf emptySequence", "Array": "arrayOf",
	} {
		for _, name := range strings.Fields(names) {
			m["."+name] = of + "<type>"
		}
	}
	for _, name := range strings.Fields("Int Long Short Byte Double Float") {
		for _, of := range strings.Fields("Int Long Short Byte Double Float String") {
			m[of+".to"+name] = name
		}
		m["String.to"+name+"OrNull"] = name
	}
	for _, name := range strings.Fields(`mapOf mutableMapOf hashMapOf linkedMapOf sortedMapOf emptyMap HashMap LinkedHashMap ConcurrentHashMap TreeMap
		WeakHashMap buildMap`) {
		m["."+name] = "Map<type.0,type.1>"
	}
}

// Callbacks returns the arguments with which the standard library calls functions passed to it; this=
// marks the receiver of a function literal.
func Callbacks() map[string]string {
	c := map[string]string{
		"any.let": "self", "any.also": "self", "any.takeIf": "self", "any.takeUnless": "self", "any.use": "self",
		"any.run": "this=self", "any.apply": "this=self", "any.runCatching": "this=self", ".with": "this=arg",
		".buildString": "this=StringBuilder", ".generateSequence": "arg", ".repeat": "Int",
		"Result.onSuccess": "0", "Result.map": "0", "Result.mapCatching": "0", "Result.fold": "0", "Optional.map": "0", "Optional.ifPresent": "0",
		"list.fold": "arg,elem", "list.foldRight": "elem,arg", "list.reduce": "elem,elem", "list.forEachIndexed": "Int,elem", "list.mapIndexed": "Int,elem",
		"list.filterIndexed": "Int,elem", "list.onEachIndexed": "Int,elem", "list.mapIndexedNotNull": "Int,elem", "list.foldIndexed": "Int,arg,elem",
		"list.sortedWith": "elem,elem", "list.zipWithNext": "elem,elem", "list.flatMapIndexed": "Int,elem",
		"dict.forEach": "[key,elem].elem", "dict.computeIfAbsent": "key", "dict.computeIfPresent": "key,elem", "dict.compute": "key,elem",
		"dict.filterKeys": "key", "dict.filterValues": "elem", "dict.merge": "elem,elem",
		"StateFlow.collect": "0", "StateFlow.map": "0", "StateFlow.update": "0", "StateFlow.onEach": "0", "MutableStateFlow.update": "0",
	}
	for _, name := range strings.Fields(`all any associate associateBy associateWith associateTo collect collectLatest count distinctBy dropLastWhile dropWhile
		filter filterNot filterTo find findLast first firstNotNullOf firstNotNullOfOrNull firstOrNull flatMap flatMapConcat flatMapLatest flatMapMerge
		flatMapTo forEach groupBy groupingBy indexOfFirst indexOfLast last lastOrNull map mapLatest mapNotNull mapTo mapNotNullTo maxBy maxByOrNull maxOf
		maxOfOrNull minBy minByOrNull minOf minOfOrNull none onEach partition removeAll removeIf retainAll single singleOrNull sortBy
		sortByDescending sortedBy sortedByDescending sumBy sumOf takeLastWhile takeWhile transform mapEach joinToString collectIndexed
		consumeEach binarySearchBy items`) {
		c["list."+name] = "elem"
		switch name {
		case "all", "any", "count", "filter", "filterNot", "find", "firstNotNullOf", "firstNotNullOfOrNull", "flatMap", "map", "mapKeys", "mapNotNull", "maxBy",
			"maxByOrNull", "maxOf", "minBy", "minByOrNull", "minOf", "none", "onEach", "sumOf":
			c["dict."+name] = "[key,elem].elem"
		}
	}
	c["dict.mapValues"], c["dict.mapKeys"] = "[key,elem].elem", "[key,elem].elem"
	return c
}

// Functional returns the interfaces of Java that a function literal can implement.
func Functional() map[string]string {
	return map[string]string{
		"Runnable": "", "Callable": ":0", "Supplier": ":0", "Consumer": "0", "BiConsumer": "0,1", "Function": "0:1", "BiFunction": "0,1:2",
		"Predicate": "0", "BiPredicate": "0,1", "UnaryOperator": "0:0", "BinaryOperator": "0,0:0", "Comparator": "0,0",
	}
}

// Wider returns the types to which a value of a builtin type converts implicitly.
func Wider() map[string][]string {
	w := map[string][]string{
		"any":    {"Any"},
		"String": {"CharSequence", "Comparable", "Any"},

		"Collection":        {"Iterable", "Any"},
		"MutableCollection": {"Collection", "MutableIterable", "Iterable", "Any"},
		"MutableIterable":   {"Iterable", "Any"},
		"List":              {"Collection", "Iterable", "Any"},
		"Set":               {"Collection", "Iterable", "Any"},
		"MutableList":       {"List", "MutableCollection", "Collection", "MutableIterable", "Iterable", "Any"},
		"MutableSet":        {"Set", "MutableCollection", "Collection", "MutableIterable", "Iterable", "Any"},
		"Map":               {"Any"},
		"MutableMap":        {"Map", "Any"},
	}
	for _, name := range []string{"ArrayList", "ArrayDeque"} {
		w[name] = append([]string{"MutableList"}, w["MutableList"]...)
	}
	for _, name := range []string{"HashSet", "LinkedHashSet"} {
		w[name] = append([]string{"MutableSet"}, w["MutableSet"]...)
	}
	for _, name := range []string{"HashMap", "LinkedHashMap"} {
		w[name] = append([]string{"MutableMap"}, w["MutableMap"]...)
	}
	for _, name := range []string{"Int", "Long", "Short", "Byte", "Double", "Float"} {
		w[name] = []string{"Number", "Comparable", "Any"}
	}
	for _, name := range []string{"StringBuilder", "StringBuffer"} {
		w[name] = []string{"CharSequence", "Appendable", "Comparable", "Any"}
	}
	w["Int"] = []string{"Long", "Short", "Byte", "Double", "Float", "UInt", "Number", "Comparable", "Any"} // a literal takes the expected type
	for _, name := range []string{"Boolean", "Char"} {
		w[name] = []string{"Comparable", "Any"}
	}
	for name := range w { // as Java has it
		w[name] = append(w[name], "Object")
	}
	return w
}

package scala

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// universe are the names that every file knows without an import, with the type
// that a use gives. Types and their companions stand for themselves.
func universe() map[string]string { return lang.Standard(standardTypes, standardFunctions, forms()) }

const standardTypes = `
	Any AnyRef AnyVal Array Boolean Byte Char CharSequence Double Either Float Function Function0 Function1 Function2 Int Iterable
	IndexedSeq Iterator LazyList List Long Map Nothing Null Numeric Option Ordered Ordering PartialFunction Product Range Seq Serializable
	Set Short Stream String StringBuilder Throwable Traversable Tuple2 Unit Vector BigInt BigDecimal Equiv Integral Fractional Symbol
	Exception RuntimeException Error AssertionError IllegalArgumentException IllegalStateException IndexOutOfBoundsException
	NoSuchElementException NotImplementedError NullPointerException NumberFormatException UnsupportedOperationException
	ArithmeticException ClassCastException InterruptedException Object Class Thread Runnable System Math Integer Character Iterable
	Override Deprecated Some Left Right Success Failure Try StringContext specialized inline tailrec throws volatile transient
	unchecked deprecated native main Conversion CanEqual Tuple Comparable Number Void Process ProcessBuilder StringBuffer ThreadLocal
	AutoCloseable Cloneable Appendable ClassLoader Runtime StackTraceElement StackOverflowError OutOfMemoryError SecurityException
	NoSuchMethodException NoSuchFieldException ClassNotFoundException ReflectiveOperationException LinkageError MatchError
	ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException NegativeArraySizeException UninitializedFieldError Console`

const standardFunctions = `
	assert assume classOf identity implicitly locally print printf println require summon summonInline the valueOf None Nil ??? synchronized
	wait notify notifyAll intArrayOps refArrayOps augmentString wrapString constValue erasedValue`

// forms says which types from outside are lists, maps and promises. An Option is a
// list of at most one, a Try and a Future are lists of one.
func forms() map[string]string {
	f := make(map[string]string)
	for form, names := range map[string]string{
		"list": `Array ArrayBuffer ArrayDeque ArraySeq Buffer Chunk Future HashSet IndexedSeq Iterable IterableOnce Iterator LazyList LinearSeq List ListBuffer
			Option Queue Seq Set Some SortedSet Stack Stream Traversable TraversableOnce TreeSet Try Success Vector VectorBuilder NonEmptyList
			NonEmptyChain NonEmptyVector BitSet IO Task SyncIO Resource Sync View`,
		"dict": `Map HashMap ListMap LinkedHashMap SortedMap TreeMap TrieMap ConcurrentHashMap NonEmptyMap`,
	} {
		for _, name := range strings.Fields(names) {
			f[name] = form
		}
	}
	return f
}

// members are the methods of the standard library whose value follows from the receiver or from the
// function passed to them.
func members() map[string]string {
	m := map[string]string{
		"any.toString": "String", "any.hashCode": "Int", "any.synchronized": "result", "any.tap": "self", "any.pipe": "result", "any.ensuring": "self", "any.copy": "self",
		".Some": "[type]", ".Option": "[type]", ".Try": "[type]", ".Future": "[type]", ".identity": "arg", ".locally": "arg", ".synchronized": "result",
		"Future.successful": "[type]", "Option.apply": "[type]", "Try.apply": "[type]", "IO.pure": "[type]", "IO.apply": "[type]", "Some.apply": "[type]",
		"Either.map": "Either<0,result>", "Either.flatMap": "result", "Either.getOrElse": "1", "Either.toOption": "[1]", "Either.left": "self",
		"Either.right": "self", "Either.swap": "Either<1,0>", "Either.fold": "result",

		"list.apply": "elem", "dict.apply": "elem", "list.size": "Int", "list.length": "Int", "list.indices": "[Int]", "list.mkString": "String",
		"list.isEmpty": "Boolean", "list.nonEmpty": "Boolean", "list.exists": "Boolean", "list.forall": "Boolean", "list.contains": "Boolean",
		"list.count": "Int", "list.indexOf": "Int", "list.isDefined": "Boolean", "list.map": "[result]", "list.collect": "[result]", "list.flatMap": "[result.elem]",
		"list.flatten": "[elem.elem]", "list.foldLeft": "arg", "list.foldRight": "arg", "list.fold": "arg", "list.zip": "[elem,arg.elem]",
		"list.zipWithIndex": "[elem,Int]", "list.grouped": "[[elem]]", "list.sliding": "[[elem]]", "list.groupBy": "Map<result,[elem]>",
		"list.groupMap": "Map<result,[elem]>", "list.find": "[elem]", "list.headOption": "[elem]", "list.lastOption": "[elem]", "list.lift": "[elem]",
		"list.maxByOption": "[elem]", "list.minByOption": "[elem]", "list.reduceOption": "[elem]", "list.toMap": "Map<elem.key,elem.elem>", "list.iterator": "[elem]",
		"list.collectFirst": "[result]", "list.evalMap": "[result.elem]", "list.as": "[arg]", "list.traverse": "[result]", "list.foreach": "Unit",
		"list.partition": "Tuple2<self,self>", "list.span": "Tuple2<self,self>", "list.splitAt": "Tuple2<self,self>",
		"list._1": "0", "list._2": "1", "list._3": "2", "Tuple2._1": "0", "Tuple2._2": "1",

		"dict.get": "[elem]", "dict.getOrElse": "elem", "dict.getOrElseUpdate": "elem", "dict.keys": "[key]", "dict.keySet": "[key]", "dict.keysIterator": "[key]",
		"dict.values": "[elem]", "dict.valuesIterator": "[elem]", "dict.toSeq": "[key,elem]", "dict.toList": "[key,elem]", "dict.toVector": "[key,elem]",
		"dict.iterator": "[key,elem]", "dict.mapValues": "Map<key,result>", "dict.map": "[result]", "dict.flatMap": "[result.elem]", "dict.collect": "[result]",
		"dict.find": "[[key,elem].elem]", "dict.headOption": "[[key,elem].elem]", "dict.head": "[key,elem].elem", "dict.isEmpty": "Boolean", "dict.nonEmpty": "Boolean",
		"dict.contains": "Boolean", "dict.exists": "Boolean", "dict.forall": "Boolean", "dict.size": "Int", "dict.remove": "[elem]", "dict.put": "[elem]",
		"dict.transform": "Map<key,result>", "dict.foldLeft": "arg",

		"String.length": "Int", "String.split": "[String]", "String.linesIterator": "[String]", "String.lines": "[String]", "String.toInt": "Int",
		"String.toIntOption": "[Int]", "String.isEmpty": "Boolean", "String.nonEmpty": "Boolean", "String.contains": "Boolean", "String.startsWith": "Boolean",
		"String.endsWith": "Boolean", "String.charAt": "Char", "String.head": "Char", "String.last": "Char", "String.indexOf": "Int", "String.toLong": "Long",
	}
	for _, name := range strings.Fields(`List Seq Vector Set Array IndexedSeq Iterator LazyList Stream ArrayBuffer ListBuffer Queue Iterable NonEmptyList Right`) {
		m["."+name], m[name+".apply"], m[name+".empty"], m[name+".fill"], m[name+".of"] = "[type]", "[type]", "[type]", "[type]", "[type]"
	}
	for _, name := range strings.Fields(`Map HashMap ListMap TreeMap SortedMap LinkedHashMap TrieMap`) {
		m["."+name], m[name+".apply"], m[name+".empty"] = "Map<type.0,type.1>", "Map<type.0,type.1>", "Map<type.0,type.1>"
	}
	for _, name := range strings.Fields(`filter filterNot withFilter reverse sorted sortBy sortWith distinct distinctBy drop dropRight dropWhile take takeRight takeWhile tail init
		toList toSeq toVector toSet toArray toIndexedSeq toBuffer toIterable toStream view slice diff intersect union ++ +: :+ :: ::: - -- + += ++= prepended appended
		concat padTo patch updated orElse recover recoverWith andThen tapEach iterator par seq result toOption asScala asJava transform
		handleErrorWith onError guarantee evalTap retry timeout start memoize handleError adaptError attemptTap flatTap pure delay sequence rotate reverseIterator`) {
		m["list."+name] = "self"
	}
	for _, name := range strings.Fields(`get head last getOrElse max min maxBy minBy reduce reduceLeft next orNull dequeue remove sum
		unsafeRunSync futureValue value unsafeRunTimed elementAt pop top peek use`) {
		m["list."+name] = "elem"
	}
	for _, name := range strings.Fields(`filter filterNot filterKeys withFilter + ++ - -- updated toMap concat removed view par seq result toSeqMap`) {
		m["dict."+name] = "self"
	}
	for _, name := range strings.Fields(`drop dropRight dropWhile take takeRight takeWhile trim toLowerCase toUpperCase substring replace replaceAll stripPrefix stripSuffix
		stripMargin stripIndent reverse mkString format capitalize filter concat + * padTo strip repeat indent linesWithSeparators`) {
		m["String."+name] = "String"
	}
	return m
}

// callbacks says what functions passed to the standard library are called with.
func callbacks() map[string]string {
	c := map[string]string{
		"any.tap": "self", "any.pipe": "self",
		"Either.map": "1", "Either.flatMap": "1", "Either.foreach": "1", "Either.exists": "1", "Either.forall": "1", "Either.filterOrElse": "1",
		"list.foldLeft": "arg,elem", "list.foldRight": "elem,arg", "list.reduce": "elem,elem", "list.reduceLeft": "elem,elem", "list.sortWith": "elem,elem",
		"dict.foreach": "[key,elem].elem", "dict.mapValues": "elem", "dict.filterKeys": "key", "dict.foldLeft": "arg,[key,elem].elem", "dict.transform": "key,elem",
	}
	for _, name := range strings.Fields(`map flatMap foreach filter filterNot withFilter exists forall find collect collectFirst count partition groupBy groupMap sortBy minBy maxBy
		takeWhile dropWhile span indexWhere lastIndexWhere distinctBy tapEach maxByOption minByOption sumBy fold traverse traverse_ evalMap
		onComplete andThen flatTap evalTap use map2 flatMapN foreachEntry corresponds subflatMap semiflatMap void as mapN`) {
		c["list."+name] = "elem"
		switch name {
		case "fold", "onComplete", "use":
		default:
			if _, have := c["dict."+name]; !have {
				c["dict."+name] = "[key,elem].elem"
			}
		}
	}
	return c
}

// functional are the interfaces from outside that a function literal stands for.
func functional() map[string]string {
	return map[string]string{
		"Runnable": "", "Callable": ":0", "Supplier": ":0", "Consumer": "0", "BiConsumer": "0,1", "Predicate": "0", "Comparator": "0,0",
		"Function": "0:1", "BiFunction": "0,1:2", "PartialFunction": "0:1", "Function0": ":0", "Function1": "0:1", "Function2": "0,1:2",
	}
}

// wider are the types to which a value of a builtin type converts implicitly.
func wider() map[string][]string {
	w := map[string][]string{"String": {"CharSequence", "Comparable", "AnyRef", "Any"}}
	for _, name := range []string{"Int", "Long", "Short", "Byte", "Double", "Float", "Char"} {
		w[name] = []string{"Long", "Float", "Double", "AnyVal", "Any"}
	}
	w["Boolean"] = []string{"AnyVal", "Any"}
	return w
}

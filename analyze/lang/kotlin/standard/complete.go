package standard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

// Complete returns the rows of Language.Complete: the types of Java, whose getters Kotlin also reads
// as properties, and after them those of Kotlin.
func Complete() []string {
	platform := jvm.Platform()
	rows := make([]string, 0, len(platform)+len(standardRows))
	for _, row := range platform {
		_, members, _ := strings.Cut(row, "):")
		for _, m := range strings.Fields(members) {
			if p := property(m); p != "" {
				row += " " + p
			}
		}
		rows = append(rows, row)
	}
	return append(rows, standardRows[:]...)
}

// property returns the name of the property that a getter of Java is in Kotlin, "" for another method.
func property(method string) string {
	rest, ok := strings.CutPrefix(method, "get")
	first, size := utf8.DecodeRuneInString(rest)
	if !ok || !unicode.IsUpper(first) {
		return ""
	}
	return string(unicode.ToLower(first)) + rest[size:]
}

// standardRows lists all members of the types of Kotlin that code extends most, those that the JVM adds
// included. A row replaces the one of Java with its name.
var standardRows = [...]string{
	"Any():",
	"Number(java.io.Serializable): toByte toChar toDouble toFloat toInt toLong toShort",
	"Throwable(java.io.Serializable): addSuppressed cause fillInStackTrace getLocalizedMessage getStackTrace getSuppressed initCause localizedMessage message " +
		"printStackTrace setStackTrace stackTrace suppressed suppressedExceptions",
	"Enum(Comparable java.io.Serializable): declaringClass declaringJavaClass entries getDeclaringClass name ordinal valueOf values",
	"CharSequence(): chars codePoints get length subSequence",
	"Annotation(): annotationClass annotationType",
	"Lazy(): isInitialized value",
	"Iterator(): forEachRemaining hasNext next remove",
	"ListIterator(Iterator): hasPrevious nextIndex previous previousIndex",
	"MutableIterator(Iterator):",
	"MutableListIterator(ListIterator MutableIterator): add set",
	"MutableIterable(Iterable):",
	"Sequence(): iterator",
	"Collection(Iterable): contains containsAll isEmpty parallelStream size stream toArray",
	"MutableCollection(Collection MutableIterable): add addAll clear remove removeAll removeIf retainAll",
	"List(Collection): first get getFirst getLast indexOf last lastIndexOf listIterator reversed subList",
	"MutableList(List MutableCollection): addFirst addLast removeAt removeFirst removeLast replaceAll set sort",
	"Set(Collection):",
	"MutableSet(Set MutableCollection):",
	"Map(): Entry containsKey containsValue entries forEach get getOrDefault isEmpty keys size values",
	"Map.Entry(): component1 component2 key value",
	"MutableMap(Map): MutableEntry clear compute computeIfAbsent computeIfPresent merge put putAll putIfAbsent remove replace replaceAll",
	"MutableMap.MutableEntry(Map.Entry): setValue",
	"RandomAccess():",
	"Comparator(java.util.Comparator):",
	"ArrayList(java.util.ArrayList MutableList):",
	"HashMap(java.util.HashMap MutableMap):",
	"LinkedHashMap(java.util.LinkedHashMap MutableMap):",
	"HashSet(java.util.HashSet MutableSet):",
	"LinkedHashSet(java.util.LinkedHashSet MutableSet):",
	"java.util.AbstractCollection(MutableCollection java.util.Collection):",
	"java.util.AbstractList(java.util.AbstractCollection java.util.List MutableList): modCount removeRange",
	"java.util.AbstractSet(java.util.AbstractCollection java.util.Set MutableSet):",
	"java.util.AbstractMap(java.util.Map MutableMap): SimpleEntry SimpleImmutableEntry",
}

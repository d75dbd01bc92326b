package java

import "strings"

// platform lists all members of common types of the platform, without those that
// every value has: "Name(supertypes): members". Types of java.lang have their plain
// name. What a class of the repository that extends only such types lacks is missing.
var platform = [...]string{
	"Number(java.io.Serializable): byteValue doubleValue floatValue intValue longValue shortValue",
	"Throwable(java.io.Serializable): addSuppressed fillInStackTrace getCause getLocalizedMessage getMessage getStackTrace getSuppressed initCause printStackTrace setStackTrace",
	"Exception(Throwable):",
	"RuntimeException(Exception):",
	"Error(Throwable):",
	"Comparable(): compareTo",
	"Runnable(): run",
	"Iterable(): forEach iterator spliterator",
	"AutoCloseable(): close",
	"Cloneable():",
	"CharSequence(): charAt chars codePoints compare getChars isEmpty length subSequence",
	"Appendable(): append",
	"Readable(): read",
	"Thread(Runnable): Builder MAX_PRIORITY MIN_PRIORITY NORM_PRIORITY State UncaughtExceptionHandler activeCount checkAccess countStackFrames currentThread destroy dumpStack " +
		"enumerate getAllStackTraces getContextClassLoader getDefaultUncaughtExceptionHandler getId getName getPriority getStackTrace getState getThreadGroup " +
		"getUncaughtExceptionHandler holdsLock interrupt interrupted isAlive isDaemon isInterrupted isVirtual join ofPlatform ofVirtual onSpinWait resume setContextClassLoader " +
		"setDaemon setDefaultUncaughtExceptionHandler setName setPriority setUncaughtExceptionHandler sleep start startVirtualThread stop suspend threadId yield",
	"ThreadLocal(): get initialValue remove set withInitial",
	"InheritableThreadLocal(ThreadLocal): childValue",
	"Enum(Comparable java.io.Serializable): EnumDesc describeConstable getDeclaringClass name ordinal valueOf values",
	"Record():",
	"IllegalArgumentException(RuntimeException):",
	"IllegalStateException(RuntimeException):",
	"UnsupportedOperationException(RuntimeException):",
	"IndexOutOfBoundsException(RuntimeException):",
	"NumberFormatException(IllegalArgumentException):",
	"ReflectiveOperationException(Exception):",
	"AssertionError(Error):",
	"SecurityException(RuntimeException):",
	"ArithmeticException(RuntimeException):",
	"ClassNotFoundException(ReflectiveOperationException): getException",
	"LinkageError(Error):",
	"CloneNotSupportedException(Exception):",
	"NullPointerException(RuntimeException):",
	"ClassCastException(RuntimeException):",
	"InterruptedException(Exception):",
	"java.io.Serializable():",
	"java.io.Closeable(AutoCloseable):",
	"java.io.Flushable(): flush",
	"java.io.Reader(Readable java.io.Closeable): lock mark markSupported nullReader of readAllAsString readAllLines ready reset skip transferTo",
	"java.io.Writer(Appendable java.io.Closeable java.io.Flushable): lock nullWriter of write",
	"java.io.InputStream(java.io.Closeable): available mark markSupported nullInputStream read readAllBytes readNBytes reset skip skipNBytes transferTo",
	"java.io.OutputStream(java.io.Closeable java.io.Flushable): nullOutputStream write",
	"java.io.FilterInputStream(java.io.InputStream): in",
	"java.io.FilterOutputStream(java.io.OutputStream): out",
	"java.io.FilterReader(java.io.Reader): in",
	"java.io.FilterWriter(java.io.Writer): out",
	"java.io.BufferedReader(java.io.Reader): lines readLine",
	"java.io.BufferedWriter(java.io.Writer): newLine",
	"java.io.InputStreamReader(java.io.Reader): getEncoding",
	"java.io.OutputStreamWriter(java.io.Writer): getEncoding",
	"java.io.StringReader(java.io.Reader):",
	"java.io.StringWriter(java.io.Writer): getBuffer",
	"java.io.PrintWriter(java.io.Writer): checkError clearError format out print printf println setError",
	"java.io.PrintStream(java.io.FilterOutputStream Appendable java.io.Closeable): checkError clearError format print printf println setError writeBytes",
	"java.io.ByteArrayInputStream(java.io.InputStream): buf count pos",
	"java.io.ByteArrayOutputStream(java.io.OutputStream): buf count reset size toByteArray writeBytes writeTo",
	"java.io.IOException(Exception):",
	"java.io.UncheckedIOException(RuntimeException):",
	"java.io.EOFException(java.io.IOException):",
	"java.io.FileNotFoundException(java.io.IOException):",
	"java.io.Externalizable(java.io.Serializable): readExternal writeExternal",
	"java.io.FileFilter(): accept",
	"java.io.FilenameFilter(): accept",
	"java.util.Iterator(): forEachRemaining hasNext next remove",
	"java.util.ListIterator(java.util.Iterator): add hasPrevious nextIndex previous previousIndex set",
	"java.util.PrimitiveIterator(java.util.Iterator): OfDouble OfInt OfLong",
	"java.util.Collection(Iterable): add addAll clear contains containsAll isEmpty parallelStream remove removeAll removeIf retainAll size stream toArray",
	"java.util.List(java.util.Collection): addFirst addLast copyOf get getFirst getLast indexOf lastIndexOf listIterator of removeFirst removeLast replaceAll reversed set sort subList",
	"java.util.Set(java.util.Collection): copyOf of",
	"java.util.SortedSet(java.util.Set): addFirst addLast comparator first getFirst getLast headSet last removeFirst removeLast reversed subSet tailSet",
	"java.util.NavigableSet(java.util.SortedSet): ceiling descendingIterator descendingSet floor higher lower pollFirst pollLast",
	"java.util.Map(): Entry clear compute computeIfAbsent computeIfPresent containsKey containsValue copyOf entry entrySet forEach get getOrDefault isEmpty keySet merge of " +
		"ofEntries put putAll putIfAbsent remove replace replaceAll size values",
	"java.util.Map.Entry(): comparingByKey comparingByValue copyOf getKey getValue setValue",
	"java.util.SortedMap(java.util.Map): comparator firstEntry firstKey headMap lastEntry lastKey pollFirstEntry pollLastEntry putFirst putLast reversed sequencedEntrySet " +
		"sequencedKeySet sequencedValues subMap tailMap",
	"java.util.NavigableMap(java.util.SortedMap): ceilingEntry ceilingKey descendingKeySet descendingMap firstEntry floorEntry floorKey higherEntry higherKey lastEntry " +
		"lowerEntry lowerKey navigableKeySet pollFirstEntry pollLastEntry",
	"java.util.Queue(java.util.Collection): element offer peek poll",
	"java.util.Deque(java.util.Queue): addFirst addLast descendingIterator getFirst getLast offerFirst offerLast peekFirst peekLast pollFirst pollLast pop push removeFirst " +
		"removeFirstOccurrence removeLast removeLastOccurrence reversed",
	"java.util.AbstractCollection(java.util.Collection):",
	"java.util.AbstractList(java.util.AbstractCollection java.util.List): modCount removeRange",
	"java.util.AbstractSet(java.util.AbstractCollection java.util.Set):",
	"java.util.AbstractMap(java.util.Map): SimpleEntry SimpleImmutableEntry",
	"java.util.AbstractQueue(java.util.AbstractCollection java.util.Queue):",
	"java.util.AbstractSequentialList(java.util.AbstractList):",
	"java.util.ArrayList(java.util.AbstractList java.util.List java.util.RandomAccess Cloneable java.io.Serializable): ensureCapacity trimToSize",
	"java.util.LinkedList(java.util.AbstractSequentialList java.util.List java.util.Deque Cloneable java.io.Serializable):",
	"java.util.ArrayDeque(java.util.AbstractCollection java.util.Deque Cloneable java.io.Serializable):",
	"java.util.PriorityQueue(java.util.AbstractQueue java.io.Serializable): comparator",
	"java.util.HashMap(java.util.AbstractMap java.util.Map Cloneable java.io.Serializable): newHashMap",
	"java.util.LinkedHashMap(java.util.HashMap java.util.Map): firstEntry lastEntry newLinkedHashMap pollFirstEntry pollLastEntry putFirst putLast removeEldestEntry reversed " +
		"sequencedEntrySet sequencedKeySet sequencedValues",
	"java.util.TreeMap(java.util.AbstractMap java.util.NavigableMap Cloneable java.io.Serializable):",
	"java.util.HashSet(java.util.AbstractSet java.util.Set Cloneable java.io.Serializable): newHashSet",
	"java.util.LinkedHashSet(java.util.HashSet java.util.Set Cloneable java.io.Serializable): addFirst addLast getFirst getLast newLinkedHashSet removeFirst removeLast reversed",
	"java.util.TreeSet(java.util.AbstractSet java.util.NavigableSet Cloneable java.io.Serializable):",
	"java.util.Comparator(): compare comparing comparingDouble comparingInt comparingLong max min naturalOrder nullsFirst nullsLast reverseOrder reversed thenComparing " +
		"thenComparingDouble thenComparingInt thenComparingLong",
	"java.util.Enumeration(): asIterator hasMoreElements nextElement",
	"java.util.EventListener():",
	"java.util.EventObject(java.io.Serializable): getSource source",
	"java.util.TimerTask(Runnable): cancel scheduledExecutionTime",
	"java.util.Formattable(): formatTo",
	"java.util.RandomAccess():",
	"java.util.Spliterator(): CONCURRENT DISTINCT IMMUTABLE NONNULL ORDERED OfDouble OfInt OfLong OfPrimitive SIZED SORTED SUBSIZED characteristics estimateSize " +
		"forEachRemaining getComparator getExactSizeIfKnown hasCharacteristics tryAdvance trySplit",
	"java.util.Hashtable(java.util.Map Cloneable java.io.Serializable): contains elements keys rehash",
	"java.util.Properties(java.util.Hashtable): defaults getProperty list load loadFromXML propertyNames save setProperty store storeToXML stringPropertyNames",
	"java.util.NoSuchElementException(RuntimeException):",
	"java.util.ConcurrentModificationException(RuntimeException):",
	"java.util.function.BiConsumer(): accept andThen",
	"java.util.function.BiFunction(): andThen apply",
	"java.util.function.BinaryOperator(java.util.function.BiFunction): maxBy minBy",
	"java.util.function.BiPredicate(): and negate or test",
	"java.util.function.BooleanSupplier(): getAsBoolean",
	"java.util.function.Consumer(): accept andThen",
	"java.util.function.DoubleBinaryOperator(): applyAsDouble",
	"java.util.function.DoubleConsumer(): accept andThen",
	"java.util.function.DoubleFunction(): apply",
	"java.util.function.DoublePredicate(): and negate or test",
	"java.util.function.DoubleSupplier(): getAsDouble",
	"java.util.function.DoubleToIntFunction(): applyAsInt",
	"java.util.function.DoubleToLongFunction(): applyAsLong",
	"java.util.function.DoubleUnaryOperator(): andThen applyAsDouble compose identity",
	"java.util.function.Function(): andThen apply compose identity",
	"java.util.function.IntBinaryOperator(): applyAsInt",
	"java.util.function.IntConsumer(): accept andThen",
	"java.util.function.IntFunction(): apply",
	"java.util.function.IntPredicate(): and negate or test",
	"java.util.function.IntSupplier(): getAsInt",
	"java.util.function.IntToDoubleFunction(): applyAsDouble",
	"java.util.function.IntToLongFunction(): applyAsLong",
	"java.util.function.IntUnaryOperator(): andThen applyAsInt compose identity",
	"java.util.function.LongBinaryOperator(): applyAsLong",
	"java.util.function.LongConsumer(): accept andThen",
	"java.util.function.LongFunction(): apply",
	"java.util.function.LongPredicate(): and negate or test",
	"java.util.function.LongSupplier(): getAsLong",
	"java.util.function.LongToDoubleFunction(): applyAsDouble",
	"java.util.function.LongToIntFunction(): applyAsInt",
	"java.util.function.LongUnaryOperator(): andThen applyAsLong compose identity",
	"java.util.function.ObjDoubleConsumer(): accept",
	"java.util.function.ObjIntConsumer(): accept",
	"java.util.function.ObjLongConsumer(): accept",
	"java.util.function.Predicate(): and isEqual negate not or test",
	"java.util.function.Supplier(): get",
	"java.util.function.ToDoubleBiFunction(): applyAsDouble",
	"java.util.function.ToDoubleFunction(): applyAsDouble",
	"java.util.function.ToIntBiFunction(): applyAsInt",
	"java.util.function.ToIntFunction(): applyAsInt",
	"java.util.function.ToLongBiFunction(): applyAsLong",
	"java.util.function.ToLongFunction(): applyAsLong",
	"java.util.function.UnaryOperator(java.util.function.Function):",
	"java.util.concurrent.Callable(): call",
	"java.util.concurrent.Executor(): execute",
	"java.util.concurrent.ExecutorService(java.util.concurrent.Executor): awaitTermination close invokeAll invokeAny isShutdown isTerminated shutdown shutdownNow submit",
	"java.util.concurrent.AbstractExecutorService(java.util.concurrent.ExecutorService): newTaskFor",
	"java.util.concurrent.ScheduledExecutorService(java.util.concurrent.ExecutorService): schedule scheduleAtFixedRate scheduleWithFixedDelay",
	"java.util.concurrent.Future(): State cancel exceptionNow get isCancelled isDone resultNow state",
	"java.util.concurrent.RunnableFuture(Runnable java.util.concurrent.Future):",
	"java.util.concurrent.FutureTask(java.util.concurrent.RunnableFuture): done runAndReset set setException",
	"java.util.concurrent.ThreadFactory(): newThread",
	"java.util.concurrent.ThreadPoolExecutor(java.util.concurrent.AbstractExecutorService): AbortPolicy CallerRunsPolicy DiscardOldestPolicy DiscardPolicy afterExecute " +
		"allowCoreThreadTimeOut allowsCoreThreadTimeOut beforeExecute getActiveCount getCompletedTaskCount getCorePoolSize getKeepAliveTime getLargestPoolSize getMaximumPoolSize " +
		"getPoolSize getQueue getRejectedExecutionHandler getTaskCount getThreadFactory isTerminating prestartAllCoreThreads prestartCoreThread purge remove setCorePoolSize " +
		"setKeepAliveTime setMaximumPoolSize setRejectedExecutionHandler setThreadFactory terminated",
	"java.util.concurrent.RecursiveTask(java.util.concurrent.Future java.io.Serializable): adapt compareAndSetForkJoinTaskTag complete completeExceptionally compute exec fork " +
		"getException getForkJoinTaskTag getPool getQueuedTaskCount getRawResult getSurplusQueuedTaskCount helpQuiesce inForkJoinPool invoke invokeAll isCompletedAbnormally " +
		"isCompletedNormally join peekNextLocalTask pollNextLocalTask pollSubmission pollTask quietlyComplete quietlyInvoke quietlyJoin reinitialize setForkJoinTaskTag " +
		"setRawResult tryUnfork",
	"java.util.concurrent.RecursiveAction(java.util.concurrent.Future java.io.Serializable): adapt compareAndSetForkJoinTaskTag complete completeExceptionally compute exec " +
		"fork getException getForkJoinTaskTag getPool getQueuedTaskCount getRawResult getSurplusQueuedTaskCount helpQuiesce inForkJoinPool invoke invokeAll isCompletedAbnormally " +
		"isCompletedNormally join peekNextLocalTask pollNextLocalTask pollSubmission pollTask quietlyComplete quietlyInvoke quietlyJoin reinitialize setForkJoinTaskTag " +
		"setRawResult tryUnfork",
	"java.util.concurrent.ConcurrentMap(java.util.Map):",
	"java.util.concurrent.ConcurrentHashMap(java.util.AbstractMap java.util.concurrent.ConcurrentMap java.io.Serializable): KeySetView contains elements forEachEntry " +
		"forEachKey forEachValue keys mappingCount newKeySet reduce reduceEntries reduceEntriesToDouble reduceEntriesToInt reduceEntriesToLong reduceKeys reduceKeysToDouble " +
		"reduceKeysToInt reduceKeysToLong reduceToDouble reduceToInt reduceToLong reduceValues reduceValuesToDouble reduceValuesToInt reduceValuesToLong search searchEntries " +
		"searchKeys searchValues",
	"java.util.concurrent.Delayed(Comparable): getDelay",
	"java.util.concurrent.BlockingQueue(java.util.Queue): drainTo put remainingCapacity take",
	"java.util.concurrent.ExecutionException(Exception):",
	"java.util.concurrent.TimeoutException(Exception):",
	"java.lang.reflect.Type(): getTypeName",
	"java.lang.reflect.ParameterizedType(java.lang.reflect.Type): getActualTypeArguments getOwnerType getRawType",
	"java.lang.reflect.GenericArrayType(java.lang.reflect.Type): getGenericComponentType",
	"java.lang.reflect.WildcardType(java.lang.reflect.Type): getLowerBounds getUpperBounds",
	"java.lang.reflect.TypeVariable(java.lang.reflect.Type java.lang.reflect.AnnotatedElement): getAnnotatedBounds getBounds getGenericDeclaration getName",
	"java.lang.reflect.AnnotatedElement(): getAnnotation getAnnotations getAnnotationsByType getDeclaredAnnotation getDeclaredAnnotations getDeclaredAnnotationsByType isAnnotationPresent",
	"java.lang.reflect.InvocationHandler(): invoke invokeDefault",
	"java.lang.reflect.Member(): DECLARED PUBLIC getDeclaringClass getModifiers getName isSynthetic",
	"java.lang.annotation.Annotation(): annotationType",
	"java.nio.file.FileVisitor(): postVisitDirectory preVisitDirectory visitFile visitFileFailed",
	"java.nio.file.SimpleFileVisitor(java.nio.file.FileVisitor):",
	"java.nio.file.PathMatcher(): matches",
	"java.text.ParseException(Exception): getErrorOffset",
	"java.net.URISyntaxException(Exception): getIndex getInput getReason",
	"java.net.MalformedURLException(java.io.IOException):",
	"java.sql.SQLException(Exception Iterable): getErrorCode getNextException getSQLState setNextException",
	"java.security.PrivilegedAction(): run",
	"java.security.PrivilegedExceptionAction(): run",
}

// complete returns the members of the types in platform, inherited ones too.
func complete() map[string]map[string]bool {
	out := make(map[string]map[string]bool, len(platform))
	supers := make(map[string][]string, len(platform))
	for _, row := range platform {
		head, members, _ := strings.Cut(row, "):")
		name, bases, _ := strings.Cut(head, "(")
		supers[name] = strings.Fields(bases)
		out[name] = make(map[string]bool)
		for _, m := range strings.Fields(members) {
			out[name][m] = true
		}
	}
	var inherit func(to map[string]bool, from string)
	inherit = func(to map[string]bool, from string) {
		for _, s := range supers[from] {
			for m := range out[s] {
				to[m] = true
			}
			inherit(to, s)
		}
	}
	for name, members := range out {
		inherit(members, name)
	}
	return out
}

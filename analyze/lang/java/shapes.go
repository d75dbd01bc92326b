package java

import "strings"

// table expands rows of "Type: method=shape method=shape …", several types with
// commas between them, into the form of lang.Members.
func table(rows ...string) map[string]string {
	out := make(map[string]string)
	for _, row := range rows {
		types, methods, _ := strings.Cut(row, ": ")
		for _, m := range strings.Fields(methods) {
			names, shape, _ := strings.Cut(m, "=")
			for _, name := range strings.Split(names, ",") {
				for _, t := range strings.Split(types, ",") {
					out[strings.TrimSpace(t)+"."+name] = shape
				}
			}
		}
	}
	return out
}

// members are the result types of methods of the platform.
func members() map[string]string {
	return table(
		": getClass=Class toString=String hashCode=int equals=boolean",
		"any: toString=String hashCode=int equals=boolean getClass=Class<self>",

		"list: get,getFirst,getLast,first,last,next,previous,poll,pollFirst,pollLast,peek,peekFirst,peekLast,pop,element,remove,removeFirst,removeLast,take,takeFirst,takeLast,nextElement,floor,ceiling,higher,lower,firstElement,lastElement,elementAt=elem "+
			"iterator=Iterator<elem> listIterator=ListIterator<elem> stream,parallelStream=Stream<elem> subList,reversed=List<elem> "+
			"subSet,headSet,tailSet,descendingSet=Set<elem> elements=Enumeration<elem> spliterator=Spliterator<elem> "+
			"size,indexOf,lastIndexOf,length=int isEmpty,contains,containsAll,add,addAll,removeAll,retainAll,removeIf,offer,hasNext,hasMoreElements=boolean "+
			"toArray=[elem] clone=self",
		"Stream: filter,distinct,sorted,limit,skip,peek,parallel,sequential,unordered,onClose,takeWhile,dropWhile=self map=Stream<result> flatMap=Stream<result.elem> "+
			"mapToInt,flatMapToInt=IntStream mapToLong=LongStream mapToDouble=DoubleStream findFirst,findAny,min,max=Optional<elem> "+
			"toList=List<elem> iterator=Iterator<elem> count=long anyMatch,allMatch,noneMatch=boolean of,iterate=Stream<arg> concat=arg empty=Stream",
		"IntStream: boxed=Stream<Integer> mapToObj=Stream<result> map,filter,sorted,distinct,limit,skip,parallel=self range,rangeClosed,of=IntStream "+
			"asLongStream,mapToLong=LongStream asDoubleStream,mapToDouble=DoubleStream sum=int count=long max,min,findFirst=OptionalInt toArray=[int] anyMatch,allMatch,noneMatch=boolean",
		"LongStream: boxed=Stream<Long> mapToObj=Stream<result> map,filter,sorted,distinct,limit,skip,parallel=self range,rangeClosed,of=LongStream sum,count=long toArray=[long]",
		"DoubleStream: boxed=Stream<Double> mapToObj=Stream<result> map,filter,sorted,distinct,limit,skip,parallel=self of=DoubleStream sum=double toArray=[double]",

		"dict: get,getOrDefault,put,putIfAbsent,remove,replace,merge,compute,computeIfAbsent,computeIfPresent=elem "+
			"keySet,navigableKeySet,descendingKeySet=Set<key> values=Collection<elem> entrySet=Set<Entry<key,elem>> keys=Enumeration<key> "+
			"firstKey,lastKey,floorKey,ceilingKey,higherKey,lowerKey=key firstEntry,lastEntry,floorEntry,ceilingEntry,higherEntry,lowerEntry,pollFirstEntry=Entry<key,elem> "+
			"subMap,headMap,tailMap,descendingMap=SortedMap<key,elem> size=int isEmpty,containsKey,containsValue=boolean",
		"Entry: getKey=0 getValue,setValue=1",

		"List,Set: of=List<arg> copyOf=List<arg.elem>",
		"Arrays: asList=List<arg> stream=Stream<arg.elem> copyOf,copyOfRange=arg toString,deepToString=String equals,deepEquals=boolean hashCode=int binarySearch=int",
		"Collections: singletonList=List<arg> singleton=Set<arg> unmodifiableList,synchronizedList=arg unmodifiableSet,unmodifiableCollection,unmodifiableMap,synchronizedMap=arg "+
			"max,min=arg.elem emptyList=List emptySet=Set emptyMap=Map enumeration=Enumeration<arg.elem>",
		"Lists,Sets,ImmutableList,ImmutableSet: newArrayList,newHashSet,of=List<arg> copyOf=List<arg.elem>",

		"Optional: get,orElse,orElseGet,orElseThrow=0 map=Optional<result> flatMap=result filter,or=self stream=Stream<0> of,ofNullable=Optional<arg> empty=Optional isPresent,isEmpty=boolean",
		"OptionalInt: getAsInt,orElse=int isPresent=boolean", "OptionalLong: getAsLong,orElse=long", "OptionalDouble: getAsDouble,orElse=double",
		"Supplier,Callable: get,call=0", "Function: apply=1", "BiFunction: apply=2", "UnaryOperator,BinaryOperator: apply=0",
		"Predicate,BiPredicate: test=boolean and,or,negate=self", "Comparator: compare=int reversed,thenComparing,thenComparingInt=self",
		"ToIntFunction: applyAsInt=int", "ToLongFunction: applyAsLong=long", "ToDoubleFunction: applyAsDouble=double", "IntFunction,LongFunction: apply=0",
		"AtomicReference: get,getAndSet,updateAndGet,getAndUpdate,accumulateAndGet,getPlain,getAcquire=0", "ThreadLocal,InheritableThreadLocal,WeakReference,SoftReference,Reference: get=0 withInitial=ThreadLocal<result>",
		"CompletableFuture,CompletionStage,Future,ScheduledFuture: get,join,getNow,resultNow=0 thenApply,thenApplyAsync,handle=CompletableFuture<result> thenCompose=result "+
			"whenComplete,exceptionally,orTimeout=self completedFuture=CompletableFuture<arg> supplyAsync=CompletableFuture<result>",
		"ExecutorService: submit=Future<result>",
		"Objects: requireNonNull,requireNonNullElse=arg toString=String hash,hashCode=int equals,isNull,nonNull=boolean",

		"String: substring,trim,strip,stripLeading,stripTrailing,toLowerCase,toUpperCase,replace,replaceAll,replaceFirst,concat,intern,repeat,formatted,indent,format,valueOf,copyValueOf,join=String "+
			"length,indexOf,lastIndexOf,compareTo,compareToIgnoreCase,codePointAt,codePointCount=int charAt=char subSequence=CharSequence split=[String] lines=Stream<String> chars,codePoints=IntStream "+
			"toCharArray=[char] getBytes=[byte] isEmpty,isBlank,startsWith,endsWith,contains,equals,equalsIgnoreCase,matches,contentEquals,regionMatches=boolean",
		"CharSequence: length=int charAt=char subSequence=CharSequence chars=IntStream isEmpty=boolean",
		"StringBuilder,StringBuffer: append,insert,delete,deleteCharAt,reverse,replace,appendCodePoint=self length,indexOf,lastIndexOf,capacity=int charAt=char substring=String",
		"StringWriter,PrintWriter,PrintStream: append,printf,format=self getBuffer=StringBuffer",
		"Character: charValue,toUpperCase,toLowerCase,forDigit=char valueOf=Character isDigit,isLetter,isLetterOrDigit,isUpperCase,isLowerCase,isWhitespace=boolean getNumericValue,digit=int toString=String toChars=[char]",
		"Boolean: booleanValue,parseBoolean,logicalAnd=boolean valueOf=Boolean toString=String",
		"Integer: valueOf,decode=Integer parseInt,compare,bitCount,max,min,sum,signum,compareTo,highestOneBit,reverse=int toString,toHexString,toBinaryString,toOctalString=String",
		"Long: valueOf,decode=Long parseLong,max,min,sum=long compare,compareTo,bitCount,signum=int toString,toHexString,toBinaryString=String",
		"Double: valueOf=Double parseDouble,longBitsToDouble,max,min,sum=double compare=int doubleToLongBits,doubleToRawLongBits=long isNaN,isInfinite,isFinite=boolean toString=String",
		"Float: valueOf=Float parseFloat,intBitsToFloat,max,min=float compare,floatToIntBits,floatToRawIntBits=int isNaN,isInfinite=boolean toString=String",
		"Short: valueOf=Short parseShort=short compare=int toString=String", "Byte: valueOf=Byte parseByte=byte compare=int toString=String",
		"Number,Integer,Long,Double,Float,Short,Byte,BigDecimal,BigInteger,AtomicInteger,AtomicLong: intValue=int longValue=long doubleValue=double floatValue=float shortValue=short byteValue=byte",
		"BigDecimal,BigInteger: add,subtract,multiply,divide,negate,abs,pow,remainder,mod,max,min,setScale,stripTrailingZeros=self valueOf=arg signum,compareTo,scale,intValueExact=int toBigInteger=BigInteger toPlainString=String",
		"BigDecimal: valueOf=BigDecimal", "BigInteger: valueOf=BigInteger",
		"AtomicInteger: get,incrementAndGet,getAndIncrement,decrementAndGet,getAndDecrement,addAndGet,getAndAdd,getAndSet,updateAndGet=int",
		"AtomicLong: get,incrementAndGet,getAndIncrement,decrementAndGet,getAndDecrement,addAndGet,getAndAdd,getAndSet,updateAndGet=long", "AtomicBoolean: get,getAndSet,compareAndSet=boolean",
		"System: currentTimeMillis,nanoTime=long getProperty,lineSeparator,getenv=String identityHashCode=int",
		"Math: floor,ceil,sqrt,pow,random,sin,cos,tan,exp,log,log10=double toIntExact,floorMod=int",
		"Thread: currentThread=Thread getName=String getContextClassLoader=ClassLoader getStackTrace=[StackTraceElement]",

		"Class: getName,getSimpleName,getCanonicalName,getTypeName,getPackageName=String cast,newInstance=0 forName=Class getSuperclass,getComponentType,getEnclosingClass,getDeclaringClass=Class "+
			"getInterfaces,getDeclaredClasses,getClasses=[Class] getEnumConstants=[0] getClassLoader=ClassLoader getDeclaredMethod,getMethod=Method getMethods,getDeclaredMethods=[Method] getField,getDeclaredField=Field "+
			"getFields,getDeclaredFields=[Field] getConstructor,getDeclaredConstructor=Constructor<0> getConstructors,getDeclaredConstructors=[Constructor] getGenericSuperclass=Type getGenericInterfaces=[Type] "+
			"isInstance,isAssignableFrom,isInterface,isArray,isPrimitive,isEnum,isAnonymousClass,isLocalClass,isMemberClass,isAnnotationPresent=boolean getModifiers=int getPackage=Package getResourceAsStream=InputStream getResource=URL",
		"Constructor: newInstance=0 getParameterTypes=[Class] getParameters=[Parameter]", "Method: getName=String getReturnType=Class getParameterTypes=[Class] invoke=Object getParameters=[Parameter] getGenericReturnType=Type getDeclaringClass=Class isVarArgs,isBridge,isDefault=boolean getModifiers=int",
		"Field: getName=String getType,getDeclaringClass=Class getGenericType=Type get=Object getModifiers=int",
		"ParameterizedType: getActualTypeArguments=[Type] getRawType,getOwnerType=Type", "TypeVariable: getBounds=[Type] getName=String", "WildcardType: getUpperBounds,getLowerBounds=[Type]", "GenericArrayType: getGenericComponentType=Type",
		"Enum: values=[0] valueOf=0 name=String ordinal,compareTo=int getDeclaringClass=Class<0>", "Throwable: getMessage,getLocalizedMessage=String getCause,initCause,fillInStackTrace=Throwable getStackTrace=[StackTraceElement] getSuppressed=[Throwable]",
		"Iterable: iterator=Iterator<0>", "Locale: getDefault,forLanguageTag=Locale getLanguage,getCountry=String", "TimeZone: getTimeZone,getDefault=TimeZone", "Calendar: getInstance=Calendar getTime=Date get=int getTimeInMillis=long", "Date: getTime=long toInstant=Instant",
		"Paths: get=Path", "Path: of,resolve,getParent,getFileName,toAbsolutePath,normalize,relativize=Path toFile=File", "File: getName,getPath,getAbsolutePath=String getParentFile,getAbsoluteFile=File toPath=Path exists,isFile,isDirectory,delete,mkdirs=boolean listFiles=[File] length=long",
		"Pattern: compile=Pattern matcher=Matcher pattern=String", "Matcher: group=String find,matches,lookingAt=boolean start,end,groupCount=int", "UUID: randomUUID,fromString=UUID", "Files: readAllLines=List<String> readString=String lines=Stream<String> readAllBytes=[byte] newInputStream=InputStream newOutputStream=OutputStream newBufferedReader=BufferedReader list,walk=Stream<Path>",
		"Duration: ofSeconds,ofMillis,ofMinutes,ofHours,ofDays,ofNanos,between,plus,minus,plusMillis,plusSeconds=Duration toMillis,getSeconds,toNanos,toSeconds=long", "Instant: now,ofEpochMilli,ofEpochSecond,parse,plus,minus,plusMillis,plusSeconds=Instant toEpochMilli,getEpochSecond=long",
		"LocalDate: of,now,parse,plusDays,minusDays,withDayOfMonth=LocalDate", "LocalDateTime: of,now,parse,plusDays,minusDays=LocalDateTime", "BufferedReader: readLine=String lines=Stream<String>", "ByteArrayOutputStream: toByteArray=[byte] toString=String",
	)
}

// callbacks are the arguments with which methods of the platform call lambdas passed to them.
func callbacks() map[string]string {
	return table(
		"list: forEach,removeIf,map,filter,flatMap,peek,anyMatch,allMatch,noneMatch,mapToInt,mapToLong,mapToDouble,mapToObj,takeWhile,dropWhile,replaceAll,forEachRemaining,forEachOrdered,ifPresent=elem "+
			"sort,sorted,min,max,reduce=elem,elem",
		"dict: forEach,compute,computeIfPresent,replaceAll=key,elem computeIfAbsent=key merge=elem,elem",
		"IntStream: mapToObj,forEach,filter,map,anyMatch,allMatch,noneMatch,mapToLong,mapToDouble=int", "LongStream: mapToObj,forEach,filter,map=long", "DoubleStream: mapToObj,forEach,filter,map=double",
		"Optional: map,flatMap,filter,ifPresent,ifPresentOrElse=0",
		"CompletableFuture,CompletionStage: thenApply,thenApplyAsync,thenAccept,thenAcceptAsync,thenCompose,thenComposeAsync=0 whenComplete,handle=0,Throwable exceptionally=Throwable",
		"AtomicReference: updateAndGet,getAndUpdate=0 accumulateAndGet,getAndAccumulate=0,0",
	)
}

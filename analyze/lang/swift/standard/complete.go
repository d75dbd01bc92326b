// Package standard lists the members of types of the standard library and of Foundation.
//
// Output: rows for lang.CompleteTypes. It has no state.
package standard

// Complete returns the rows of Language.Complete: the protocols that types conform to most, with what the compiler
// writes for them, and the types that code extends most.
func Complete() []string {
	return []string{
		"Any():",
		"AnyObject():",
		"Sendable():",
		"SendableMetatype():",
		"Copyable():",
		"BitwiseCopyable():",
		"Equatable(): == !=",
		"Hashable(Equatable): hash hashValue",
		"Comparable(Equatable): < <= > >= ...",
		"Encodable(): encode",
		"Decodable(): init",
		"Codable(Encodable Decodable): CodingKeys",
		"CustomStringConvertible(): description",
		"CustomDebugStringConvertible(): debugDescription",
		"CustomReflectable(): customMirror",
		"LosslessStringConvertible(CustomStringConvertible): init",
		"TextOutputStream(): write",
		"Identifiable(): ID id",
		"RawRepresentable(): RawValue hash hashValue init rawValue encode ==",
		"CaseIterable(): AllCases allCases",
		"JSONEncoder(Sendable): DataEncodingStrategy DateEncodingStrategy KeyEncodingStrategy NonConformingFloatEncodingStrategy " +
			"OutputFormatting dataEncodingStrategy dateEncodingStrategy encode init keyEncodingStrategy " +
			"nonConformingFloatEncodingStrategy outputFormatting userInfo",
		"JSONDecoder(Sendable): DataDecodingStrategy DateDecodingStrategy KeyDecodingStrategy NonConformingFloatDecodingStrategy " +
			"allowsJSON5 assumesTopLevelDictionary dataDecodingStrategy dateDecodingStrategy decode init keyDecodingStrategy " +
			"nonConformingFloatDecodingStrategy userInfo",
		"PropertyListEncoder(Sendable): encode init outputFormat userInfo",
		"PropertyListDecoder(Sendable): decode init userInfo",
		"CodingKey(CustomStringConvertible CustomDebugStringConvertible Sendable): init intValue stringValue",
		"IteratorProtocol(): Element next",
		"Error(Sendable): localizedDescription",
		"LocalizedError(Error): errorDescription failureReason helpAnchor recoverySuggestion",
		"CustomNSError(Error): errorCode errorDomain errorUserInfo",
		"ExpressibleByNilLiteral(): init",
		"ExpressibleByBooleanLiteral(): BooleanLiteralType init",
		"ExpressibleByIntegerLiteral(): IntegerLiteralType init",
		"ExpressibleByFloatLiteral(): FloatLiteralType init",
		"ExpressibleByStringLiteral(): ExtendedGraphemeClusterLiteralType StringLiteralType UnicodeScalarLiteralType init",
		"ExpressibleByStringInterpolation(ExpressibleByStringLiteral): StringInterpolation",
		"ExpressibleByArrayLiteral(): ArrayLiteralElement init",
		"ExpressibleByDictionaryLiteral(): Key Value init",
		"SetAlgebra(Equatable ExpressibleByArrayLiteral): " + setAlgebra,
		"OptionSet(SetAlgebra RawRepresentable):",
		"ArgumentParser.ParsableArguments(Decodable): " + arguments,
		"ArgumentParser.ParsableCommand(ArgumentParser.ParsableArguments): configuration main parseAsRoot run",
		"ArgumentParser.AsyncParsableCommand(ArgumentParser.ParsableCommand):",
		"ArgumentParser.ExpressibleByArgument(): allValueDescriptions allValueStrings defaultCompletionKind defaultValueDescription init",
		"XCTest.XCTestCase(): " + testCase,
		// The types of the raw values of an enum.
		"String(RawRepresentable):",
		"Character(RawRepresentable):",
		"Int(RawRepresentable):",
		"Int32(RawRepresentable):",
		"UInt(RawRepresentable):",
		"UInt8(RawRepresentable):",
		"UInt16(RawRepresentable):",
		"UInt32(RawRepresentable):",
		"Double(RawRepresentable):",
		// What the extensions of a repository may stand in front of, under the name of a protocol of the type.
		"StringProtocol(Collection TextOutputStream): " + text,
		"Sequence(): " + sequence,
		"AsyncSequence(Sequence): makeAsyncIterator",
		"Collection(Sequence): " + collection,
		"BidirectionalCollection(Collection):",
		"RandomAccessCollection(BidirectionalCollection):",
		"MutableCollection(Collection):",
		"RangeReplaceableCollection(Collection):",
		"Numeric(): " + number,
		"DataProtocol(Collection): " + data,
		"ReferenceConvertible(Hashable): " + values,
	}
}

const setAlgebra = `
	Element contains formIntersection formSymmetricDifference formUnion insert intersection isDisjoint isEmpty isStrictSubset
	isStrictSuperset isSubset isSuperset remove subtract subtracting symmetricDifference union update
`

// arguments are the members of the commands of the package ArgumentParser.
const arguments = `
	_commandName _dumpHelp _errorLabel _includesAsyncMain completionScript dumpHelp exit exitCode fullMessage helpMessage init message parse
	parseOrExit usageString validate
`

// testCase are the members of the tests of XCTest, and those of every object of Objective-C that code calls.
const testCase = `
	add addObserver addTeardownBlock addUIInterruptionMonitor allowedTestRunTime autoContentAccessingProxy automaticallyNotifiesObservers
	classForCoder conforms continueAfterFailure copy debugDescription defaultMeasureOptions defaultMetrics defaultPerformanceMetrics
	defaultTestSuite description dictionaryWithValues didChangeValue executionTimeAllowance expectation forwardingTarget fulfillment
	hash init initialize invocation invokeTest isEqual isKind isMember isProxy keyValueObservingExpectation load measure measureMetrics
	method mutableCopy mutableArrayValue mutableSetValue name observationInfo observe observeValue perform performTest record recordFailure
	removeObserver removeUIInterruptionMonitor responds run runsForEachTargetApplicationUIConfiguration setNilValueForKey setUp
	setUpWithError setValue startMeasuring stopMeasuring superclass tearDown tearDownWithError testCaseCount testInvocations testRun
	testRunClass validateValue value wait waitForExpectations willChangeValue
`

const sequence = `
	Element Iterator allSatisfy compactMap contains contains count drop dropFirst dropLast elementsEqual enumerated filter first flatMap
	forEach formatted joined lazy lexicographicallyPrecedes makeIterator map max min prefix publisher reduce reversed shuffled sorted
	split starts suffix underestimatedCount withContiguousStorageIfAvailable chunked uniqued windows compacted partitioned grouped
	async collect
`

const collection = `
	Index Indices SubSequence append appending capacity contains compactMapValues count difference distance endIndex filter first
	firstIndex firstRange flatMap formIndex get grouping index indices insert isEmpty isStrictSubset isStrictSuperset isSubset isSuperset
	isDisjoint keys last lastIndex map mapValues merge merging move moveSubranges next partition popFirst popLast prefix randomElement
	ranges remove removeAll removeFirst removeLast removeSubrange removeValue replace replaceSubrange replacing reserveCapacity reverse
	set shuffle sort span startIndex subscript suffix swapAt trimPrefix trimmingPrefix update updateValue values withUnsafeBufferPointer
	withUnsafeBytes withUnsafeMutableBufferPointer withUnsafeMutableBytes wholeMatch firstMatch prefixMatch matches sort using write
	formUnion formIntersection formSymmetricDifference subtract subtracting union unionInPlace intersection symmetricDifference value
	unsafelyUnwrapped take mapError flatMapError success failure joined
`

const text = `
	abbreviatingWithTildeInPath addingPercentEncoding appendingFormat appendingPathComponent appendingPathExtension applyingTransform
	capitalized caseInsensitiveCompare canBeConverted characters commonPrefix compare completePath components contains cString data
	decodeCString decomposedStringWithCanonicalMapping decomposedStringWithCompatibilityMapping deletingLastPathComponent
	deletingPathExtension description debugDescription doubleValue enumerateLines enumerateLinguisticTags enumerateSubstrings
	expandingTildeInPath fastestEncoding fileSystemRepresentation floatValue folding format getBytes getCString getLineStart
	getParagraphStart hasPrefix hasSuffix hash integerValue intValue isAbsolutePath isContiguousUTF8 lastPathComponent length
	lengthOfBytes lineRange linguisticTags localizedCapitalized localizedCaseInsensitiveCompare localizedCaseInsensitiveContains
	localizedCompare localizedLowercase localizedName localizedStandardCompare localizedStandardContains localizedStandardRange
	localizedStringWithFormat localizedUppercase lowercased makeContiguousUTF8 maximumLengthOfBytes padding paragraphRange
	pathComponents pathExtension precomposedStringWithCanonicalMapping precomposedStringWithCompatibilityMapping propertyList
	propertyListFromStringsFileFormat range rangeOfCharacter rangeOfComposedCharacterSequence rangeOfComposedCharacterSequences
	removingPercentEncoding replacingCharacters replacingOccurrences resolvingSymlinksInPath size draw boundingRect smallestEncoding
	standardizingPath stringByAppendingPathComponent substring trimmingCharacters unicodeScalars uppercased utf16 utf8 utf8CString
	variantFittingPresentationWidth withCString withMutableCharacters withUTF8 write asciiValue hexDigitValue isASCII isCased
	isCurrencySymbol isHexDigit isLetter isLowercase isMathSymbol isNewline isNumber isPunctuation isSymbol isUppercase isWhitespace
	isWholeNumber lowercase uppercase wholeNumberValue availableStringEncodings defaultCStringEncoding localizedName string bool int
`

const number = `
	Magnitude Stride advanced advance addProduct addingProduct addingReportingOverflow addingWithoutOverflow bigEndian binade bitPattern
	bitWidth byteSwapped ceil clamping cosine distance dividedReportingOverflow dividingFullWidth exactly exponent floatingPointClass
	floor formRemainder formSquareRoot formTruncatingRemainder formatted greatestFiniteMagnitude infinity isCanonical isEqual isFinite
	isInfinite isLess isMultiple isNaN isNormal isSignalingNaN isSignMinus isSubnormal isTotallyOrdered isZero leadingZeroBitCount
	leastNonzeroMagnitude leastNormalMagnitude littleEndian magnitude max maximum maximumMagnitude min minimum minimumMagnitude
	multipliedFullWidth multipliedReportingOverflow multiply nan negate nextDown nextUp nonzeroBitCount pi quotientAndRemainder radix
	random remainder remainderReportingOverflow round rounded sign signalingNaN significand significandBitPattern significandWidth signum
	squareRoot subtractingReportingOverflow toggle trailingZeroBitCount truncate truncatingIfNeeded truncatingRemainder ulp
	ulpOfOne words zero clamped hours minutes seconds milliseconds microseconds nanoseconds
`

const data = `
	Deallocator ReadingOptions WritingOptions advanced append base64EncodedData base64EncodedString bytes copyBytes enumerateBytes
	getBytes hash mutableBytes regions replaceSubrange resetBytes subdata withUnsafeBytes withUnsafeMutableBytes write
`

// values are members of the values of Foundation: Date, URL, UUID, Calendar, Locale, Notification, Decimal, FileManager.
const values = `
	absoluteString absoluteURL add addTimeInterval addingTimeInterval append appending appendPathComponent appendPathExtension
	appendingPathComponent appendingPathExtension applicationDirectory applicationSupportDirectory attributes baseURL bookmarkData
	cachesDirectory calendar checkResourceIsReachable compare component components contentsOfDirectory copyItem createDirectory createFile
	createSymbolicLink current currentDirectory currentDirectoryPath date dateComponents day default deleteLastPathComponent
	deletePathExtension deletingLastPathComponent deletingPathExtension desktopDirectory directoryHint distance distantFuture distantPast
	documentDirectory documentsDirectory domain downloadsDirectory encode end endOfDay enumerator era exists file fileExists
	fileURL filePath formatted fragment hasDirectoryPath homeDirectory homeDirectoryForCurrentUser host hour identifier
	isDate isDateInToday isDateInTomorrow isDateInWeekend isDateInYesterday isDirectory isExecutableFile isFileURL isReadableFile
	isWritableFile ISO8601Format isoString itemReplacementDirectory lastPathComponent libraryDirectory lines locale localizedDescription
	localizedString minute month moveItem moviesDirectory musicDirectory name nanosecond now object openFile password path pathComponents
	pathExtension picturesDirectory port post query queryItems range reachable relativePath relativeString removeItem
	removeAllCachedResourceValues resolveSymlinksInPath resolvingSymlinksInPath resourceBytes resourceValues scheme second setResourceValues
	sharedPublicDirectory standardize standardized standardizedFileURL start startAccessingSecurityScopedResource startOfDay
	stopAccessingSecurityScopedResource temporaryDirectory timeIntervalSince timeIntervalSince1970 timeIntervalSinceNow
	timeIntervalSinceReferenceDate timeZone trashDirectory url urls user userDirectory userInfo uuid uuidString weekday weekOfMonth
	weekOfYear year zone withSecurityScopedAccess
`

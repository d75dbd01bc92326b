package swift

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// universe returns names of the standard library and of frameworks.
func universe() map[string]string {
	return universeOf(`
	LocalizedError CustomNSError CodingKey LosslessStringConvertible TextOutputStream CustomReflectable Copyable BitwiseCopyable
	SendableMetatype ExpressibleByNilLiteral ExpressibleByBooleanLiteral ExpressibleByFloatLiteral
	ExpressibleByStringInterpolation ExpressibleByDictionaryLiteral Array Set Dictionary Optional Result Error Codable Encodable Decodable Equatable Hashable Comparable Identifiable Sequence
	Collection IteratorProtocol Sendable CustomStringConvertible CustomDebugStringConvertible RawRepresentable CaseIterable
	ExpressibleByStringLiteral ExpressibleByIntegerLiteral ExpressibleByArrayLiteral OptionSet SetAlgebra AnyObject Any Never Void Range ClosedRange
	AnySequence AnyCollection ArraySlice Substring Character Mirror ObjectIdentifier Task TaskGroup Actor MainActor AsyncSequence
	AsyncStream AsyncThrowingStream CheckedContinuation Clock Duration AnyHashable KeyPath WritableKeyPath UnsafePointer
	UnsafeMutablePointer UnsafeRawPointer UnsafeMutableRawPointer UnsafeBufferPointer ManagedBuffer Unicode
	print debugPrint dump fatalError precondition preconditionFailure assert assertionFailure min max abs zip stride swap type
	withUnsafePointer withUnsafeBytes withCheckedContinuation withCheckedThrowingContinuation withTaskGroup withThrowingTaskGroup
	sequence repeatElement isKnownUniquelyReferenced unsafeBitCast numericCast readLine defer
	XCTAssert XCTAssertEqual XCTAssertNotEqual XCTAssertTrue XCTAssertFalse XCTAssertNil XCTAssertNotNil XCTAssertThrowsError
	XCTAssertNoThrow XCTAssertGreaterThan XCTAssertLessThan XCTFail XCTUnwrap XCTSkip expect require` + frameworks)
}

func universeOf(names string) map[string]string {
	n := 0
	for range strings.FieldsSeq(names) {
		n++
	}
	u := make(map[string]string, n)
	for name := range strings.FieldsSeq(names) {
		u[name] = ""
	}
	for _, name := range strings.Fields(`String Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Double Float Float16 Float80
		Bool CGFloat`) {
		u[name] = name
	}
	u["StaticString"] = "String"
	return u
}

// numbers are the builtin types of numbers, with true for the names that C has for them.
var numbers = map[string]bool{
	"Int": false, "Int8": false, "Int16": false, "Int32": false, "Int64": false, "UInt": false, "UInt8": false, "UInt16": false,
	"UInt32": false, "UInt64": false, "Float": false, "Double": false,
	"CChar": true, "CSignedChar": true, "CShort": true, "CInt": true, "CLong": true, "CLongLong": true, "CUnsignedChar": true,
	"CUnsignedShort": true, "CUnsignedInt": true, "CUnsignedLong": true, "CUnsignedLongLong": true, "CFloat": true, "CDouble": true,
	"Float32": true, "Float64": true, "TimeInterval": true,
}

// wider are the possible types of a literal.
var wider = map[string][]string{
	"Int":    {"Int64", "Int32", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Int16", "Int8", "Double", "Float", "CGFloat"},
	"Double": {"Float", "CGFloat"},
}

var scalars = map[string]bool{"Int": true, "Double": true, "Bool": true, "Float": true, "UInt8": true, "Int64": true, "CGFloat": true}

var forms = map[string]string{
	"Array": "list", "Set": "list", "ArraySlice": "list", "ContiguousArray": "list", "AnySequence": "list", "AnyCollection": "list",
	"Sequence": "list", "Collection": "list", "BidirectionalCollection": "list", "RandomAccessCollection": "list", "MutableCollection": "list",
	"RangeReplaceableCollection": "list", "AsyncStream": "list", "AsyncThrowingStream": "list", "Range": "list",
	"ClosedRange": "list", "OrderedSet": "list", "Deque": "list", "NSOrderedSet": "list",
	"Dictionary": "dict", "OrderedDictionary": "dict",
	"Optional": "arg0", "Published": "arg0", "Binding": "arg0", "State": "arg0", "StateObject": "arg0", "ObservedObject": "arg0",
	"Task": "arg0", "EventLoopFuture": "EventLoopFuture",
}

// members returns the result types of methods of the standard library. An optional is what it wraps.
func members() map[string]string {
	return lang.Table(map[string]string{
		"": "XCTUnwrap:arg require:arg min:arg max:arg abs:arg zip:[arg.elem] print: Array:[arg.elem] Set:[arg.elem] String:String",
		"list": `filter:self sorted:self reversed:self prefix:self suffix:self dropFirst:self dropLast:self shuffled:self lazy:self
		map:[result] compactMap:[result] flatMap:result.elem first:elem last:elem min:elem max:elem randomElement:elem
		popLast:elem removeFirst:elem removeLast:elem remove:elem reduce:arg enumerated:[Int,elem] contains:Bool
		allSatisfy:Bool firstIndex:Int lastIndex:Int index:Int joined:String split:[self] union:self intersection:self
		subtracting:self symmetricDifference:self makeIterator:self next:elem drop:self insert: append: removeAll: forEach:
		sort: reverse: swapAt: isEmpty: removeSubrange: formUnion: update:elem chunked:[self] withUnsafeBufferPointer:result`,
		"dict": `filter:self mapValues: compactMapValues: merging:self updateValue:elem removeValue:elem first:[key,elem] sorted:[key,elem]
		map:[result] compactMap:[result] flatMap:result.elem contains:Bool removeAll: merge: forEach: enumerated: reduce:arg`,
		"String": `lowercased:String uppercased:String trimmingCharacters:String replacingOccurrences:String components:[String]
		split:[String] hasPrefix:Bool hasSuffix:Bool contains:Bool prefix:String suffix:String dropFirst:String dropLast:String
		appending:String padding:String capitalized:String index:Int append: removeLast: insert: data: joined:String
		addingPercentEncoding:String removingPercentEncoding:String`,
		"Result": "get:0 success:0 failure:1 map:Result<result,1> mapError:Result<0,result> flatMap:result",
		"EventLoopFuture": `map:EventLoopFuture<result> flatMap:result get:0 wait:0 flatMapThrowing:EventLoopFuture<result> always:self
		flatMapError:self unwrap:self hop:self flatMapErrorThrowing:self transform:EventLoopFuture<arg>`,
	})
}

// properties returns the types of properties of the standard library. The parts of the elements of
// enumerated() and of a dictionary have names.
func properties() map[string]string {
	return lang.Table(map[string]string{
		"list": `first:elem last:elem lazy:self count:Int startIndex:Int endIndex:Int indices:[Int] isEmpty:Bool
		offset:0 element:1 key:0 value:1`,
		"dict":   "keys:[key] values:[elem] count:Int isEmpty:Bool",
		"String": "count:Int isEmpty:Bool utf8:[UInt8]",
	})
}

// callbacks returns the arguments with which the standard library calls functions passed to it.
func callbacks() map[string]string {
	return lang.Table(map[string]string{
		"list": `map:elem filter:elem compactMap:elem flatMap:elem forEach:elem contains:elem first:elem last:elem allSatisfy:elem
		firstIndex:elem lastIndex:elem sorted:elem,elem sort:elem,elem min:elem,elem max:elem,elem reduce:arg,elem prefix:elem
		drop:elem removeAll:elem partition:elem split:elem`,
		"dict":            "filter:elem,elem mapValues:elem compactMapValues:elem merging:elem,elem merge:elem,elem",
		"EventLoopFuture": "map:0 flatMap:0 flatMapThrowing:0 whenSuccess:0 whenComplete:Result<0>",
		"Result":          "map:0 flatMap:0 mapError:1 flatMapError:1",
	})
}

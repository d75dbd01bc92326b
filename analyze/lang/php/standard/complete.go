// Package standard lists the members of classes of PHP and of PHPUnit.
//
// Output: a table for lang.Language.Complete. It has no state.
package standard

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Complete returns the types for lang.Language.Complete, under their names from the top level: the interfaces and
// classes of the language that code implements and extends most, and the base of tests. Methods, properties and
// constants of all versions are listed, without the private ones, which no subclass gets.
func Complete() map[string]map[string]bool {
	return lang.CompleteTypes([]string{
		"Stringable(): __toString",
		"Traversable():",
		"Iterator(Traversable): current key next rewind valid",
		"IteratorAggregate(Traversable): getIterator",
		"OuterIterator(Iterator): getInnerIterator",
		"RecursiveIterator(Iterator): getChildren hasChildren",
		"SeekableIterator(Iterator): seek",
		"ArrayAccess(): offsetExists offsetGet offsetSet offsetUnset",
		"Countable(): count",
		"Serializable(): serialize unserialize",
		"JsonSerializable(): jsonSerialize",
		"UnitEnum(): cases name",
		"BackedEnum(UnitEnum): from tryFrom value",
		"SplObserver(): update",
		"SplSubject(): attach detach notify",
		"SessionHandlerInterface(): close destroy gc open read write",
		"SessionIdInterface(): create_sid",
		"SessionUpdateTimestampHandlerInterface(): updateTimestamp validateId",
		"Throwable(Stringable): getCode getFile getLine getMessage getPrevious getTrace getTraceAsString",
		"Exception(Throwable): __clone __wakeup code file line message previous string trace",
		"Error(Throwable): __clone __wakeup code file line message previous string trace",
		"ErrorException(Exception): getSeverity severity",
		"JsonException(Exception):",
		"PDOException(RuntimeException): errorInfo",
		"LogicException(Exception):",
		"BadFunctionCallException(LogicException):",
		"BadMethodCallException(BadFunctionCallException):",
		"DomainException(LogicException):",
		"InvalidArgumentException(LogicException):",
		"LengthException(LogicException):",
		"OutOfRangeException(LogicException):",
		"RuntimeException(Exception):",
		"OutOfBoundsException(RuntimeException):",
		"OverflowException(RuntimeException):",
		"RangeException(RuntimeException):",
		"UnderflowException(RuntimeException):",
		"UnexpectedValueException(RuntimeException):",
		"ArithmeticError(Error):",
		"DivisionByZeroError(ArithmeticError):",
		"AssertionError(Error):",
		"CompileError(Error):",
		"ParseError(CompileError):",
		"TypeError(Error):",
		"ArgumentCountError(TypeError):",
		"UnhandledMatchError(Error):",
		"ValueError(Error):",
		"IteratorIterator(OuterIterator):",
		"FilterIterator(IteratorIterator): accept",
		"RecursiveFilterIterator(FilterIterator RecursiveIterator):",
		"ArrayIterator(SeekableIterator ArrayAccess Serializable Countable): " + array,
		"ArrayObject(IteratorAggregate ArrayAccess Serializable Countable): exchangeArray getIteratorClass setIteratorClass " + array,
		"PHPUnit.Framework.TestCase(): " + testCase + " assert" + strings.Join(strings.Fields(assertions), " assert"),
	})
}

const array = `
	ARRAY_AS_PROPS STD_PROP_LIST __debugInfo __serialize __unserialize append asort getArrayCopy getFlags ksort natcasesort natsort setFlags
	uasort uksort
`

// testCase are the members of the tests of PHPUnit, versions 4 to 13, but for what they assert.
const testCase = `
	LOCALE_CATEGORIES addToAssertionCount addWarning any anything arrayHasKey at atLeast atLeastOnce atMost attempt attribute
	attributeEqualTo backupGlobals backupGlobalsBlacklist backupGlobalsExcludeList backupStaticAttributes
	backupStaticAttributesBlacklist backupStaticAttributesExcludeList callback checkRequirements classHasAttribute
	classHasStaticAttribute contains containsEqual containsIdentical containsOnly containsOnlyArray containsOnlyBool
	containsOnlyCallable containsOnlyClosedResource containsOnlyFloat containsOnlyInstancesOf containsOnlyInt containsOnlyIterable
	containsOnlyNull containsOnlyNumeric containsOnlyObject containsOnlyResource containsOnlyScalar containsOnlyString count countOf
	createConfiguredMock createConfiguredStub createMock createMockForIntersectionOfInterfaces createPartialMock createResult
	createStub createStubForIntersectionOfInterfaces createTestProxy dataDescription dataName dataSetAsString
	dataSetAsStringWithData dependencyInput directoryExists doesNotPerformAssertions doubledTypes equalTo equalToCanonicalizing
	equalToIgnoringCase equalToWithDelta exactly expectDeprecation expectDeprecationMessage expectDeprecationMessageMatches
	expectError expectErrorLog expectErrorMessage expectErrorMessageMatches expectException expectExceptionCode
	expectExceptionMessage expectExceptionMessageIs expectExceptionMessageIsOrContains expectExceptionMessageMatches
	expectExceptionMessageRegExp expectExceptionObject expectNotToPerformAssertions expectNotice expectNoticeMessage
	expectNoticeMessageMatches expectOutputRegex expectOutputString expectUserDeprecationMessage expectUserDeprecationMessageMatches
	expectWarning expectWarningMessage expectWarningMessageMatches expectsOutput fail fileExists getActualOutput
	getActualOutputForAssertion getAnnotations getCount getDataSetAsString getDependencies getDependencyInput getExpectedException
	getExpectedExceptionCode getExpectedExceptionMessage getExpectedExceptionMessageRegExp getGroups getMock getMockBuilder
	getMockClass getMockForAbstractClass getMockForTrait getMockFromWsdl getMockObjectGenerator
	getMockWithoutInvokingTheOriginalConstructor getName getNumAssertions getObjectAttribute getObjectForTrait getProvidedData
	getResult getSize getStaticAttribute getStatus getStatusMessage getStubBuilder getTestResultObject greaterThan
	greaterThanOrEqual groups handleDependencies hasDependencies hasDependencyInput hasExpectationOnOutput hasFailed hasOutput
	hasPerformedExpectationsOnOutput hasSize hasUnexpectedOutput identicalTo iniSet invokeTestMethod isArray isBool isCallable
	isClosedResource isEmpty isFalse isFinite isFloat isInIsolation isInfinite isInstanceOf isInt isIterable isJson isLarge isList
	isMedium isNan isNull isNumeric isObject isReadable isResource isScalar isSmall isString isTrue isType isWritable lessThan
	lessThanOrEqual logicalAnd logicalNot logicalOr logicalXor markAsRisky markSkippedForRepeatAbort markTestIncomplete
	markTestSkipped matches matchesRegularExpression maxAttempts name nameWithDataSet never numberOfAssertionsPerformed objectEquals
	objectHasAttribute onConsecutiveCalls onNotSuccessfulTest once output prepareTemplate preserveGlobalState prophesize
	provideAdditionalInformation providedData providedTests provides readAttribute recordDoubledType registerComparator
	registerFailureType registerMockObject registerMockObjectsFromTestArgumentsRecursively registerObjectExporter repetition
	requires resetCount result returnArgument returnCallback returnSelf returnValue returnValueMap run runBare runTest
	runTestInSeparateProcess setAttempt setBackupGlobals setBackupGlobalsExcludeList setBackupStaticAttributes
	setBackupStaticProperties setBackupStaticPropertiesExcludeList setBeStrictAboutChangesToGlobalState setData setDependencies
	setDependencyInput setDisallowChangesToGlobalState setEmptyDataProviderSkipMessage setExpectedException
	setExpectedExceptionFromAnnotation setExpectedExceptionRegExp setGroups setInIsolation setLocale setName setOutputCallback
	setPreserveGlobalState setRegisterMockObjectsFromTestArgumentsRecursively setRepetition setResult setRunClassInSeparateProcess
	setRunTestInSeparateProcess setStatus setTestResultObject setThrowableFromDeferredIssue setUp setUpBeforeClass
	setUseErrorHandler setUseErrorHandlerFromAnnotation size sortId status stringContains stringEndsWith
	stringEqualsStringIgnoringLineEndings stringEqualsStringIgnoringWhitespace stringStartsWith tearDown tearDownAfterClass
	throwException toString totalRepetitions transformException usesDataProvider valueObjectForEvents verifyMockObjects wasPrepared
`

// assertions are what tests of PHPUnit assert: the rests of the names behind assert.
const assertions = `
	ArrayHasKey ArrayIsEqualToArrayIgnoringListOfKeys ArrayIsEqualToArrayOnlyConsideringListOfKeys
	ArrayIsIdenticalToArrayIgnoringListOfKeys ArrayIsIdenticalToArrayOnlyConsideringListOfKeys ArrayNotHasKey ArraySubset
	ArraysAreEqual ArraysAreEqualIgnoringOrder ArraysAreIdentical ArraysAreIdenticalIgnoringOrder ArraysHaveEqualValues
	ArraysHaveEqualValuesIgnoringOrder ArraysHaveIdenticalValues ArraysHaveIdenticalValuesIgnoringOrder AttributeContains
	AttributeContainsOnly AttributeCount AttributeEmpty AttributeEquals AttributeGreaterThan AttributeGreaterThanOrEqual
	AttributeInstanceOf AttributeInternalType AttributeLessThan AttributeLessThanOrEqual AttributeNotContains
	AttributeNotContainsOnly AttributeNotCount AttributeNotEmpty AttributeNotEquals AttributeNotInstanceOf AttributeNotInternalType
	AttributeNotSame AttributeSame ClassHasAttribute ClassHasStaticAttribute ClassNotHasAttribute ClassNotHasStaticAttribute
	Contains ContainsEquals ContainsNotOnlyArray ContainsNotOnlyBool ContainsNotOnlyCallable ContainsNotOnlyClosedResource
	ContainsNotOnlyFloat ContainsNotOnlyInstancesOf ContainsNotOnlyInt ContainsNotOnlyIterable ContainsNotOnlyNull
	ContainsNotOnlyNumeric ContainsNotOnlyObject ContainsNotOnlyResource ContainsNotOnlyScalar ContainsNotOnlyString ContainsOnly
	ContainsOnlyArray ContainsOnlyBool ContainsOnlyCallable ContainsOnlyClosedResource ContainsOnlyFloat ContainsOnlyInstancesOf
	ContainsOnlyInt ContainsOnlyIterable ContainsOnlyNull ContainsOnlyNumeric ContainsOnlyObject ContainsOnlyResource
	ContainsOnlyScalar ContainsOnlyString Count DirectoryDoesNotExist DirectoryExists DirectoryIsNotReadable DirectoryIsNotWritable
	DirectoryIsReadable DirectoryIsWritable DirectoryNotExists DirectoryNotIsReadable DirectoryNotIsWritable
	DoesNotMatchRegularExpression Empty EqualXMLStructure Equals EqualsCanonicalizing EqualsIgnoringCase EqualsWithDelta False
	FileDoesNotExist FileEquals FileEqualsCanonicalizing FileEqualsFileIgnoringWhitespace FileEqualsIgnoringCase FileExists
	FileIsNotReadable FileIsNotWritable FileIsReadable FileIsWritable FileMatchesFormat FileMatchesFormatFile FileNotEquals
	FileNotEqualsCanonicalizing FileNotEqualsFileIgnoringWhitespace FileNotEqualsIgnoringCase FileNotExists FileNotIsReadable
	FileNotIsWritable Finite GreaterThan GreaterThanOrEqual Infinite InstanceOf InternalType IsArray IsBool IsCallable
	IsClosedResource IsFloat IsInt IsIterable IsList IsNotArray IsNotBool IsNotCallable IsNotClosedResource IsNotFloat IsNotInt
	IsNotIterable IsNotNumeric IsNotObject IsNotReadable IsNotResource IsNotScalar IsNotString IsNotWritable IsNumeric IsObject
	IsReadable IsResource IsScalar IsString IsWritable Json JsonFileEqualsJsonFile JsonFileNotEqualsJsonFile
	JsonStringEqualsJsonFile JsonStringEqualsJsonString JsonStringNotEqualsJsonFile JsonStringNotEqualsJsonString LessThan
	LessThanOrEqual MatchesRegularExpression Nan NotContains NotContainsEquals NotContainsOnly NotCount NotEmpty NotEquals
	NotEqualsCanonicalizing NotEqualsIgnoringCase NotEqualsWithDelta NotFalse NotInstanceOf NotInternalType NotIsReadable
	NotIsWritable NotNull NotRegExp NotSame NotSameSize NotTag NotTrue Null ObjectEquals ObjectHasAttribute ObjectHasProperty
	ObjectNotEquals ObjectNotHasAttribute ObjectNotHasProperty PostConditions PreConditions RegExp Same SameSize SelectCount
	SelectEquals SelectRegExp StringContainsString StringContainsStringIgnoringCase StringContainsStringIgnoringLineEndings
	StringEndsNotWith StringEndsWith StringEqualsFile StringEqualsFileCanonicalizing StringEqualsFileIgnoringCase
	StringEqualsFileIgnoringWhitespace StringEqualsStringIgnoringLineEndings StringEqualsStringIgnoringWhitespace
	StringMatchesFormat StringMatchesFormatFile StringNotContainsString StringNotContainsStringIgnoringCase StringNotEqualsFile
	StringNotEqualsFileCanonicalizing StringNotEqualsFileIgnoringCase StringNotEqualsFileIgnoringWhitespace
	StringNotEqualsStringIgnoringWhitespace StringNotMatchesFormat StringNotMatchesFormatFile StringStartsNotWith StringStartsWith
	Tag That True XmlFileEqualsXmlFile XmlFileEqualsXmlFileConsideringComments XmlFileNotEqualsXmlFile
	XmlFileNotEqualsXmlFileConsideringComments XmlStringEqualsXmlFile XmlStringEqualsXmlFileConsideringComments
	XmlStringEqualsXmlString XmlStringEqualsXmlStringConsideringComments XmlStringNotEqualsXmlFile
	XmlStringNotEqualsXmlFileConsideringComments XmlStringNotEqualsXmlString XmlStringNotEqualsXmlStringConsideringComments
`

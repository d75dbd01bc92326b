package cfamily

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// testMacros define a test named by their arguments: GoogleTest, Boost.Test, Criterion, CppUTest,
// Check and their like. The value is true where the first argument is a class whose members the test
// can use.
var testMacros = map[string]bool{
	"TEST": false, "TEST_F": true, "TEST_P": true, "TYPED_TEST": true, "TYPED_TEST_P": true, "GTEST_TEST": false,
	"FRIEND_TEST": false, "Test": false, "ParameterizedTest": false, "Theory": false, "START_TEST": false,
	"BOOST_AUTO_TEST_CASE": false, "BOOST_FIXTURE_TEST_CASE": false, "BENCHMARK_F": true, "UTEST": false,
	"TEST_METHOD": false, "MU_TEST": false, "CTEST": false, "TEST_IMPL": false, "BENCHMARK_DEFINE_F": true,
	"TEST_CASE_METHOD": true, "TEST_CASE_FIXTURE": true, "IGNORE_TEST": false,
}

// namedTestMacros define a test whose name is a string: Catch2, doctest.
var namedTestMacros = map[string]bool{
	"TEST_CASE": true, "SCENARIO": true, "TEST_CASE_METHOD": true, "TEST_CASE_FIXTURE": true, "TEMPLATE_TEST_CASE": true,
	"TEST_CASE_TEMPLATE": true, "TEST_CASE_TEMPLATE_DEFINE": true, "SCENARIO_METHOD": true,
}

// isTest reports whether a function definition is a test macro with its body.
func (x *extractor) isTest(n int32) bool {
	if x.t.Child(n, fType) >= 0 {
		return false
	}
	d := x.t.Child(n, fDeclarator)
	name := x.t.Child(d, fDeclarator)
	_, known := testMacros[string(x.t.Bytes(name))]
	return known && x.t.Kind(d) == kFunctionDeclarator
}

// test adds TEST(Suite, Name) {…}.
func (x *extractor) test(n int32, doc *walk.Comments) {
	d := x.t.Child(n, fDeclarator)
	list := x.t.Child(d, fParameters)
	var words []string
	for c := x.first(list); c >= 0; c = x.t.Next(c) {
		if x.t.Named(c) {
			words = append(words, strings.Join(strings.Fields(x.t.Text(c)), " "))
		}
	}
	if len(words) == 0 {
		return
	}
	fixture := testMacros[x.t.Text(x.t.Child(d, fDeclarator))] && len(words) > 1
	x.addTest(n, n, x.t.Child(n, fBody), words, fixture, list, doc, x.header(n, x.t.Child(n, fBody)))
}

// testCase adds TEST_CASE("name") {…}, which the grammar parses as a call and a block. It returns the
// block, -1 when n is not a test.
func (x *extractor) testCase(n int32, doc *walk.Comments) int32 {
	body := x.t.Next(n)
	if body < 0 || x.t.Kind(body) != kCompoundStatement {
		return -1
	}
	macro, list, args := x.macroCall(x.t.FirstNamed(n))
	_, plain := testMacros[macro]
	if !plain && !namedTestMacros[macro] {
		return -1
	}
	var words []string
	fixture := false
	for _, c := range args {
		switch k := x.t.Kind(c); {
		case k == kStringLiteral || k == kConcatenatedString:
			words = append(words, strings.Trim(strings.Join(strings.Fields(x.t.Text(c)), " "), `"`))
		case x.t.Named(c) && (plain || len(words) == 0):
			fixture = testMacros[macro] || namedTestMacros[macro]
			words = append(words, x.b.Text(c))
		}
		if namedTestMacros[macro] && len(words) > 0 && x.t.Kind(c) == kStringLiteral {
			break // the following arguments are tags
		}
	}
	if len(words) == 0 {
		return -1
	}
	signature := x.header(n, body)
	if x.t.Kind(x.t.FirstNamed(n)) == kAssignmentExpression {
		texts := make([]string, len(args))
		for i, c := range args {
			texts[i] = x.t.Text(c)
		}
		signature = macro + "(" + strings.Join(texts, ", ") + ")"
	}
	x.addTest(n, body, body, words, fixture && len(words) > 1, list, doc, signature)
	return body
}

// macroCall returns the name of the macro called at node n, the node of the arguments, and these. Where there was no room for
// a semicolon behind it, the call became an assignment (see package source): TEST="x"| "y".
func (x *extractor) macroCall(n int32) (macro string, list int32, args []int32) {
	switch x.t.Kind(n) {
	case kCallExpression:
		list = x.t.Child(n, fArguments)
		for c := x.first(list); c >= 0; c = x.t.Next(c) {
			args = append(args, c)
		}
		return x.t.Text(x.t.Child(n, fFunction)), list, args
	case kAssignmentExpression:
		macro, list = x.t.Text(x.t.Child(n, fLeft)), x.t.Child(n, fRight)
		rest := list
		for x.t.Kind(rest) == kBinaryExpression {
			args = append(args, x.t.Child(rest, fRight))
			rest = x.t.Child(rest, fLeft)
		}
		args = append(args, rest)
		slices.Reverse(args)
	}
	return macro, list, args
}

// addTest adds a test from node first to last. With a fixture it is a method of the class that
// words[0] names.
func (x *extractor) addTest(first, last, body int32, words []string, fixture bool, name int32, doc *walk.Comments, signature string) {
	p := x.place(first, doc)
	p.End = x.t.EndLine(last)
	kind, text := facts.Function, strings.Join(words, ".")
	if fixture {
		kind, text = facts.Method, strings.Join(words[1:], ".")
	}
	d := x.newDef(kind, p, text, body)
	x.at(&d, name)
	d.Flags = d.Flags&^facts.Exported | facts.Test
	d.Signature = signature
	id := x.b.Def(d)
	x.b.Enter(id)
	x.b.Open(lang.OrderedScope)
	if fixture {
		x.b.File.Defs[id].Receiver = x.b.NamedType("", words[0], d.Line)
	}
	x.takeTemplate()
	if body >= 0 {
		x.statement(body)
	}
	x.b.Close()
	x.b.Leave()
	h := x.b.Hasher()
	h.Add(x.b, body, x.separate)
	x.b.File.Defs[id].BodyHash, x.b.File.Defs[id].Sketch = h.Sum(), h.Sketch()
}

// isTestPath reports whether a path is that of a test by common conventions.
func isTestPath(p string) bool {
	dirs := strings.Split(strings.ToLower(path.Dir(p)), "/")
	for _, dir := range dirs {
		if dir == "include" {
			break // what is below is for others to include, also that of a test library
		}
		switch dir {
		case "test", "tests", "testing", "unittest", "unittests", "unit_test", "unit_tests", "unit-tests", "gtest", "testsuite",
			"test-suite", "fuzzing", "fuzz":
			return true
		}
	}
	base := path.Base(p)
	name := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	for _, mark := range []string{"test", "tests", "unittest", "unittests"} {
		if name == mark || strings.HasPrefix(name, mark+"_") || strings.HasPrefix(name, mark+"-") ||
			strings.HasSuffix(name, "_"+mark) || strings.HasSuffix(name, "-"+mark) || strings.HasSuffix(name, "."+mark) {
			return true
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasPrefix(stem, "unit-")
}

// isTestName reports whether a test runner starts d in a test file: tests of Unity, CUnit and plain
// programs.
func isTestName(d *facts.Def) bool {
	if d.Kind != facts.Function && d.Kind != facts.Method || d.Has(facts.Declaration) {
		return false
	}
	return strings.HasPrefix(d.Name, "test_") || strings.HasPrefix(d.Name, "test") && len(d.Name) > 4 && isUpper(d.Name[4]) ||
		strings.HasSuffix(d.Name, "_test") || d.Name == "main"
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

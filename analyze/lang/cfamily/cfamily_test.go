package cfamily_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguages(t *testing.T) { langtest.Run(t, cfamily.C(), cfamily.CPP(), cfamily.Header()) }

// A header is C++ where its code, and not the text of a macro, is.
func TestDialect(t *testing.T) {
	for _, tt := range []struct{ name, content, want string }{
		{"prototypes", "int f(void);\n", "c"},
		{"a class", "class A;\n", "cpp"},
		{"a class for C++ alone", "#ifdef __cplusplus\nclass A;\n#endif\nint f(void);\n", "c"},
		{"a parameter of a macro", "#define CHECK(a, operator, b) \\\n  if (!((a) operator (b))) \\\n    fail(#operator);\nint f(void);\n", "c"},
		{"code behind a macro of several lines", "#define A \\\r\n  1\r\nnamespace n { int f(); }\r\n", "cpp"},
	} {
		if got := cfamily.Header().Dialect([]byte(tt.content)).Name; got != tt.want {
			t.Errorf("%s: read as %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Headers that a test library offers are no tests, although directories of them are named like tests.
func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"include/gtest/gtest-printers.h": false, "lib/include/gtest/internal/port.h": false,
		"gtest/parser.cc": true, "tests/include/helper.h": true, "include/parser_test.h": true, "src/parser.h": false,
	} {
		if got := cfamily.CPP().IsTest(path); got != want {
			t.Errorf("IsTest(%q) is %v", path, got)
		}
	}
}

func FuzzC(f *testing.F) { langtest.Fuzz(f, cfamily.C()) }

func FuzzCPP(f *testing.F) { langtest.Fuzz(f, cfamily.CPP()) }

package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// In the tests ~ stands for a byte that is taken out.
func TestPrepare(t *testing.T) {
	for _, test := range []struct {
		name     string
		cpp      bool
		src, out string
	}{
		{"attribute", false, "void die(void) __attribute__((noreturn));", "void die(void) ~~~~~~~~~~~~~~~~~~~~~~~~~;"},
		{"word before a type", false, "LUA_API int f(void);", "~~~~~~~ int f(void);"},
		{"word before a named type", false, "LUA_API lua_State *f(void);", "~~~~~~~ lua_State *f(void);"},
		{"type in capital letters", false, "BOOL f(HANDLE h, DWORD const *p) { FILE *x; DWORD y; }", "BOOL f(HANDLE h, DWORD const *p) { FILE *x; DWORD y; }"},
		{"type made by a macro", false, "CJSON_PUBLIC(cJSON *) parse(int x);", "~~~~~~~~~~~~~cJSON *~ parse(int x);"},
		{"word before a name", false, "int WINAPI f(void); int ZCALL g(void);", "int ~~~~~~ f(void); int ~~~~~ g(void);"},
		{"word of this file", false, "#define hot\nint hot f(void);", "#define hot\nint ~~~ f(void);"},
		{"lower case between a type and a name", false, "char * app_cdecl\nf(int x);", "char * ~~~~~~~~~\nf(int x);"},
		{"name behind a template", true, "template <typename T> T f(T x);", "template <typename T> T f(T x);"},
		{"label before the end of a branch", false, "void f(void) {\n#if A\nl:\n#endif\n g(); }", "void f(void) {\n~~~~~\nl:\n~~~~~~\n g(); }"},
		{"label before a condition", false, "void f(void) {\nl:\n#if A\n g();\n#endif\n}", "void f(void) {\nl:\n~~~~~\n g();\n~~~~~~\n}"},
		{"case before a condition", false, "void f(void) { switch (x) {\ncase 1:\n#if A\n g();\n#endif\n} }", "void f(void) { switch (x) {\ncase 1:\n#if A\n g();\n#endif\n} }"},
		{"lower case before a type", false, "l_sinline int f(int x) { return x; }", "~~~~~~~~~ int f(int x) { return x; }"},
		{"word behind parameters", true, "class A { void f() LOCKS(mu_); int x GUARDED_BY(mu_); };", "class A { void f() ~~~~~~~~~~; int x ~~~~~~~~~~~~~~~; };"},
		{"class", true, "class EXPORT A : public B {};", "class ~~~~~~ A : public B {};"},
		{"constructor outside", true, "INLINE a::A::A(int x) : x_(x) {}", "~~~~~~ a::A::A(int x) : x_(x) {}"},
		{"result outside", true, "HRESULT A::run(int x) {}", "HRESULT A::run(int x) {}"},
		{"namespace", true, "FMT_BEGIN_NAMESPACE\nint x;\nFMT_END_NAMESPACE\n", "namespace fmt{~~~~~\nint x;\n}~~~~~~~~~~~~~~~~\n"},
		{"namespace inside", true, "FMT_BEGIN_DETAIL_NAMESPACE\nint x;\nFMT_END_DETAIL_NAMESPACE\n", "namespace detail{~~~~~~~~~\nint x;\n}~~~~~~~~~~~~~~~~~~~~~~~\n"},
		{"namespace of this file", true, "#define A_BEGIN_NAMESPACE namespace b { inline namespace v1 {\nA_BEGIN_NAMESPACE\nint x;\n}\n", "#define A_BEGIN_NAMESPACE namespace b { inline namespace v1 {\nnamespace b{~~~~~\nint x;\n}\n"},
		{"statement", false, "void f(void) { RUN(x) \n g(); each(y) { g(); } }", "void f(void) { RUN(x);\n g(); each(y);{ g(); } }"},
		{"named test", true, "TEST_CASE(\"x\") { g(); }", "TEST_CASE(\"x\");{ g(); }"},
		{"type as argument", false, "int f(void) { return va_arg(ap, char *) + cast(unsigned int, x) + max(a, b); }", "int f(void) { return va_arg(ap, _har~~) + cast(~~~~~~~~~_nt, x) + max(a, b); }"},
		{"strings", true, "auto s = \"a\" PRIu64 \"b\";", "auto s = \"a\" ~~~~~~ \"b\";"},
		{"member pointer", true, "void (A::*p)(int);", "void (~~~*p)(int);"},
		{"field made by a macro", false, "struct s { TAILQ_ENTRY(node) entry; };", "struct s { ~~~~~~~~~~~~node~ entry; };"},
		{"whole branches", false, "#ifdef A\nint x;\n#else\nlong x;\n#endif\n", "#ifdef A\nint x;\n#else\nlong x;\n#endif\n"},
		{"a branch cuts a block", false, "void f(void) {\n#ifdef A\n if (x) {\n#else\n if (y) {\n#endif\n g(); } }", "void f(void) {\n~~~~~~~~\n if (x) {\n~~~~~\n ~~ ~~~ ~\n~~~~~~\n g(); } }"},
		{"items", false, "int a[] = { 1,\n#ifdef A\n 2,\n#else\n 3,\n#endif\n};", "int a[] = { 1,\n~~~~~~~~\n 2,\n~~~~~\n 3,\n~~~~~~\n};"},
		{"never compiled", false, "#if 0\n junk (\n#endif\nint x;", "#if 0\n ~~~~ ~\n#endif\nint x;"},
		{"extern C in C", false, "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n", "#ifdef __cplusplus\n~~~~~~ ~~~ ~\n#endif\nint f(void);\n#ifdef __cplusplus\n~\n#endif\n"},
		{"extern C in C++", true, "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f();\n#ifdef __cplusplus\n}\n#endif\n", "~~~~~~ ~~~~~~~~~~~\n~~~~~~ ~~~ ~\n~~~~~~\nint f();\n~~~~~~ ~~~~~~~~~~~\n~\n~~~~~~\n"},
		{"hard condition", true, "#if __has_include(<any>)\n#endif\n", "#if 1~~~~~~~~~~~~~~~~~~~\n#endif\n"},
		{"comment in a macro", false, "#define A 1 /* one */ + 2\n", "#define A 1 ~~~~~~~~~ + 2\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := strings.ReplaceAll(test.out, "~", " ")
			got := string(Prepare([]byte(test.src), test.cpp))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

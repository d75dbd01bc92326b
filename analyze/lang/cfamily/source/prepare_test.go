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
		{"attribute made by a macro", false, "void die(const char *s, ...)\n  my_attribute ((format (printf, 1, 2)));", "void die(const char *s, ...)\n  ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~;"},
		{"attribute in a condition", false, "#ifdef WIN32\n_declspec(dllexport)\n#endif\nvoid f(int x);", "~~~~~~~~~~~~\n~~~~~~~~~~~~~~~~~~~~\n~~~~~~\nvoid f(int x);"},
		{"attribute of this file", false, "#define attr __attribute__\nvoid die(void) attr((x));", "#define attr __attribute__\nvoid die(void) ~~~~~~~~~;"},
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
		{"two conditions for one block", false, "void f(void) {\n#ifdef A\n i = 1;\n#else\n if (x) {\n#endif\n g();\n#ifndef A\n }\n#endif\n}", "void f(void) {\n~~~~~~~~\n i = 1;\n~~~~~\n ~~ ~~~ ~\n~~~~~~\n g();\n~~~~~~~~~\n ~\n~~~~~~\n}"},
		{"label before conditions", false, "void f(void) {\nl:\n#if A\n#if B\n g();\n#endif\n#else\n h();\n#endif\n}", "void f(void) {\nl:\n~~~~~\n~~~~~\n g();\n~~~~~~\n~~~~~\n ~~~~\n~~~~~~\n}"},
		{"condition behind a choice", false, "void f(void) {\n i =\n#if A\n x ? y :\n#endif\n#if B\n 1;\n#else\n 2;\n#endif\n}", "void f(void) {\n i =\n~~~~~\n x ? y :\n~~~~~~\n~~~~~\n 1;\n~~~~~\n ~~\n~~~~~~\n}"},
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
		{"unit behind a number", false, "long n = 64 KB; int m = 2 GB - 1;", "long n = 64 ~~; int m = 2 ~~ - 1;"},
		{"declaration as argument", false, "PACK(typedef struct { int x; }) u;", "~~~~~typedef struct { int x; }~ u;"},
		{"function as argument", false, "API(void f(int x));\nUNUSED(static int g(int x)) { return x; }", "~~~~void f(int x)~;\n~~~~~~~static int g(int x)~ { return x; }"},
		{"call as argument", false, "CHECK(f(x));", "CHECK(f(x));"},
		{"type and name in one", false, "TEST_LIST = { { \"a\", f } };", "TEST LIST = { { \"a\", f } };"},
		{"macro among items", false, "struct o a[] = { {1}, MORE {0} };", "struct o a[] = { {1}, ~~~~ {0} };"},
		{"list of lines", false, "X(1)\nX(2)\nint y;", "~~~~\n~~~~\nint y;"},
		{"statement before undef", false, "int f(int x) { switch (x) {\n  MAP(X)\n#undef X\n  default: return 0; } }", "int f(int x) { switch (x) {\n  MAP(X)\n;~~~~~~~\n  default: return 0; } }"},
		{"name for the assembler", false, "int f(void) { register long r __asm__(\"rax\") = 1; __asm volatile (\"\"); return r; }", "int f(void) { register long r ~~~~~~~~~~~~~~ = 1; asm~~ volatile (\"\"); return r; }"},
		{"operator as argument", false, "int f(void) { return cmp(&a, &b, >=) + next(t, , e); }", "int f(void) { return cmp(&a, &b, 0~) + next(t,0, e); }"},
		{"nothing as argument", true, "SUITE(a, b, );\nint f(A *, B &);", "SUITE(a, b~ );\nint f(A *, B &);"},
		{"semicolon behind a body", true, "struct a { a() {}; int f() const {}; int x{1}; g h{[]() {}}; int b = [] { return 1; }(); struct c {}; };", "struct a { a() {}~ int f() const {}~ int x{1}; g h{[]() {}}; int b = [] { return 1; }(); struct c {}; };"},
		{"instantiation", true, "template class a::b<int>;\ntemplate class b<int>;", "~~~~~~~~ ~~~~~ ~~~~~~~~~~\n~~~~~~~~ ~~~~~ ~~~~~~~"},
		{"value of a dependent type", true, "template <typename T> void f(typename T::x a) { g(typename T::y{}); }", "template <typename T> void f(typename T::x a) { g(~~~~~~~~ T::y{}); }"},
		{"list in decltype", true, "auto f() -> decltype(a(b), c());\nauto g() -> decltype(a<b, c>());", "auto f() -> decltype(0~~~~~~~~);\nauto g() -> decltype(a<b, c>());"},
		{"concept of a namespace", true, "template <typename T> requires std::same<T, int> && true void f(T);\ntemplate <typename T> requires same<T> void g(T);", "template <typename T> ~~~~~~~~ ~~~~~~~~~~~~~~~~~ ~~ ~~~~ void f(T);\ntemplate <typename T> requires same<T> void g(T);"},
		{"concept before a class", true, "template <typename T> requires same<T> struct a<T> {};", "template <typename T> ~~~~~~~~ ~~~~~~~ struct a<T> {};"},
		{"unnamed parameter with a default", true, "template <typename T, typename T::x * = nullptr, bool = true> void f(T *a = 0, int* = 0);\ntemplate <> bool v<int> = true;", "template <typename T, typename T::x *_= nullptr, bool _=true> void f(T *a = 0, int*_= 0);\ntemplate <> bool v<int> = true;"},
		{"operator by its name", true, "struct a { int f() { return operator*(); } int operator*(); };", "struct a { int f() { return operator_(); } int operator*(); };"},
		{"several names", true, "using a::b, a::c;\nusing d = e<f, g>;", "using a::b~~~~~~;\nusing d = e<f, g>;"},
		{"argument that throws or declares", true, "void f() { CHECK_X(throw e(), e); CHECK_Y([[a]] const auto &x = g()); if (a) throw e(); }", "void f() { CHECK_X(~~~~~ e(), e); CHECK_Y(~~~~~ ~~~~~ ~~~~ ~x = g()); if (a) throw e(); }"},
		{"lower case before const", true, "l_inline const T *f(); string const &g(); name const h;", "~~~~~~~~ const T *f(); string const &g(); name const h;"},
		{"lower case before a constructor", true, "l_inline a::A::A(int x) : x_(x) {}", "~~~~~~~~ a::A::A(int x) : x_(x) {}"},
		{"lower case before a variable", false, "void f(void) { l_unused uint64_t a; l_const bytes *p = q; foo const b; unsigned long c = 1; struct d e; }", "void f(void) { ~~~~~~~~ uint64_t a; ~~~~~~~ bytes *p = q; foo const b; unsigned long c = 1; struct d e; }"},
		{"named test without room", true, "TEST_CASE(\"x\")\n{ g(); }\nRUN()\n{ g(); }", "TEST_CASE=\"x\";\n{ g(); }\nRUN()\n{ g(); }"},
		{"test without room", false, "TEST(a, b)\n{ g(); }", "TEST=a| b;\n{ g(); }"},
		{"statements without semicolons", false, "void f(void) {\n RUN(a)\n RUN(b)\n g();\n LAST(g(), 1)\n}\nvoid h(void) {\n LAST()\n}", "void f(void) {\n RUN(a)\n;RUN(b)\n;g();\n LAST=g()| 1;\n}\nvoid h(void) {\n LAST ;\n}"},
		{"variable as argument", false, "void f(void) { VERBOSE(const char *s = g()); VERBOSE(char b[3]); CHECK(a); CHECK(const_of(x)); }", "void f(void) { ~~~~~~~~const char *s = g()~; ~~~~~~~~char b[3]~; CHECK(a); CHECK(const_of(x)); }"},
		{"versions of systems", false, "int f(void) { return __builtin_available(macOS 10.12, *); }", "int f(void) { return __builtin_available(~~~~~~~~~~~~~~); }"},
		{"deleted function", true, "A f(B &&) = delete;\nstruct c { void g() = delete; template <class T> void h(T) = delete; };", "A f(B &&) ~~~~~~~~;\nstruct c { void g() = delete; template <class T> void h(T) ~~~~~~~~; };"},
		{"module", true, "module;\nexport module a.b;\nimport <c>;\nexport namespace d { int f(); }\nexport { int g(); }\nint module = 1;", "~~~~~~~\n~~~~~~~~~~~~~~~~~~\n~~~~~~~~~~~\n~~~~~~~namespace d { int f(); }\n~~~~~~~~~int g(); ~\nint module = 1;"},
		{"conversion by its name", true, "int f() { g(&a::operator int, b); return c.operator d::e() + h.operator < (*i) + operator new(1); }", "int f() { g(&a::operator_int, b); return c.operator_d__e() + h.operator__ (*i) + operator_new(1); }"},
		{"call operator by its name", true, "int f() { if (a) operator()<b>(c); }", "int f() { if (a) operator__<b>(c); }"},
		{"semicolon behind a body with values", true, "struct a { a(int b) : c{b}, d{0} {}; int e = 1; auto f() -> int { return 1; }; };", "struct a { a(int b) : c{b}, d{0} {}~ int e = 1; auto f() -> int { return 1; }~ };"},
		{"value that throws", true, "int f() { CHECK(throw 1, a); return b ? throw c(1) : 2; }", "int f() { CHECK(~~~~~ 1, a); return b ? ~~~~~ c(1) : 2; }"},
		{"macro behind a mark of a pointer", true, "int f(const char *l_nonnull a, b::c &l_nonnull d); int g = a * b;", "int f(const char *~~~~~~~~~ a, b::c &~~~~~~~~~ d); int g = a * b;"},
		{"macro before a parameter or variable", true, "int f(l_out a b) { l_unused a::b c; for (l_unused a::b d : e) {} }", "int f(~~~~~ a b) { ~~~~~~~~ a::b c; for (~~~~~~~~ a::b d : e) {} }"},
		{"macro behind a function", true, "struct a { b c() const l_bound { } operator d() l_bound; }; MACRO(a) b;", "struct a { b c() const ~~~~~~~ { } operator d() ~~~~~~~; }; ~~~~~~a~ b;"},
		{"macro before a conversion", true, "struct a { l_inline operator b() const; c operator+(c d); };", "struct a { ~~~~~~~~ operator b() const; c operator+(c d); };"},
		{"macro behind an attribute", true, "[[nodiscard]] CONSTEVAL bool f();", "[[nodiscard]] ~~~~~~~~~ bool f();"},
		{"attribute behind a macro", true, "class EXPORT [[nodiscard]] a { };", "class ~~~~~~ ~~~~~~~~~~~~~ a { };"},
		{"constructor of a template", true, "l_inline a<b>::a(int c) : d(c) {}", "~~~~~~~~ a<b>::a(int c) : d(c) {}"},
		{"class in capitals", true, "struct RE { RE(const RE &a) : RE(a.b()) {} };", "struct RE { RE(const RE &a) : RE(a.b()) {} };"},
		{"pointer as a default type", true, "template <typename A, typename B = const A*, typename C = d (*)(int)> void f(A *a = 0);", "template <typename A, typename B = ~~~~~ A~, typename C = d ~~~~~~~~> void f(A *a = 0);"},
		{"pointer to a member", true, "struct a<b, c d::*> {}; struct e { const f g::*h; }; int i(j k::*l);", "struct a<b, c ~~~*> {}; struct e { const f ~~~*h; }; int i(j k::*l);"},
		{"pack of pointers", true, "void f() { [](auto *...a) {}; }", "void f() { [](auto ~...a) {}; }"},
		{"decltype as a value and as a base", true, "struct a : decltype(b(0)) {}; int f() { return decltype(c()){}; }", "struct a ~~~~~~~~~~~~~~~~ {}; int f() { return _ecltype(c())~~; }"},
		{"assignment before a comma", true, "int f() { if (a && (b = c, true)) g(b = c, d); h((e = k<l, m>(), 1)); }", "int f() { if (a && (b = c| true)) g(b = c, d); h((e = k<l, m>()| 1)); }"},
		{"values of several fields", true, "struct a { int b = 0, c = 1; int d = 2; };", "struct a { int b~~~~, c = 1; int d = 2; };"},
		{"value in brackets", true, "void f() { auto &a(*b); const c &d(e() ? g : h); c i(j); }", "void f() { auto &a{*b}; const c &d{e() ? g : h}; c i(j); }"},
		{"handlers of Windows", true, "void f() { __try { g(); } __except(h()) { } }", "void f() { ~~~~~ { g(); } if~~~~~~(h()) { } }"},
		{"words of new", true, "void f() { a = new const char *[n]; b = new unsigned char[2]; c = unsigned(d); }", "void f() { a = new ~~~~~ char ~[n]; b = new ~~~~~~~~ char[2]; c = _nsigned(d); }"},
		{"message that is a name", true, "static_assert(a::b, MESSAGE);", "static_assert(a::b~~~~~~~~~);"},
		{"value of a dependent type outside of code", true, "template <typename T, typename... U> auto f() -> decltype(g(typename T::a(), 0));", "template <typename T, typename... U> auto f() -> decltype(g(~~~~~~~~ T::a(), 0));"},
		{"macro with numbers before a body", true, "UTEST_MT(a, b, 10) { f(); }\nWARN_PUSH(4100 4503)\nint c;", "UTEST_MT(a, b, 10);{ f(); }\n~~~~~~~~~~~~~~~~~~~~\nint c;"},
		{"macro for if", true, "void f() { if (a) {} else IF_CONSTEXPR (b) { } }", "void f() { if (a) {} else if~~~~~~~~~~ (b) { } }"},
		{"macro among values", true, "a b = { HEAD_INIT(c, 0) \"d\", HEAD(e)\n  .f = 1, G(h), i };", "a b = { ~~~~~~~~~~~~~~~ \"d\", ~~~~~~~\n  .f = 1, G(h), i };"},
		{"two macros before a class", true, "class EXPORT DEPRECATED(\"a\") b : public c { };", "class ~~~~~~ ~~~~~~~~~~~~~~~ b : public c { };"},
		{"escape with one digit", true, "auto a = \"\\x1\\xff\\xe\";", "auto a = \"\\01\\xff\\16\";"},
		{"macro before a mark of a pointer", false, "int f(code FAR *FAR *a, z_stream FAR *b) { return x > MAX * 2; }", "int f(code ~~~ *~~~ *a, z_stream ~~~ *b) { return x > MAX * 2; }"},
		{"macro around parameters", false, "long a OF((char *b));", "long a ~~~(char *b)~;"},
		{"macro in a cast", false, "void f(void) { z_const unsigned char *a = (z_const b *)c; d const *e = (d const *)g; }", "void f(void) { ~~~~~~~ unsigned char *a = (~~~~~~~ b *)c; d const *e = (d const *)g; }"},
		{"macros that are one string", false, "void f(void) { g(a, REFS HEAD, b); h(c, d TAIL); }\nvoid i(HANDLE J);", "void f(void) { g(a, ~~~~ HEAD, b); h(c, d ~~~~); }\nvoid i(HANDLE J);"},
		{"macro behind do", false, "void f(void) { do COPY(a, b) while (c); if (d) THROW(1) }", "void f(void) { do COPY(a, b);while (c); if (d) THROW(1);}"},
		{"macro before a name", false, "int PRINTF(1, 2) f(char *a);", "int ~~~~~~~~~~~~ f(char *a);"},
		{"macro before the name of a pointer", false, "void (*MUTABLE f)(int) = (void *) NULL; int a[] = { b, IP c, D };", "void (*~~~~~~~ f)(int) = (void *) NULL; int a[] = { b, ~~ c, D };"},
		{"macro behind a variable", false, "void f(void) { int a INIT(0); char b[2] ATTR(g(1)); RUN(a); }", "void f(void) { int a ~~~~~~~; char b[2] ~~~~~~~~~~; RUN(a); }"},
		{"path of members", false, "int a = offsetof(struct b, c.d[0]);", "int a = offsetof(struct b, c~~~~~);"},
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

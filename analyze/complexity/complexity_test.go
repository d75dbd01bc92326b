package complexity

import (
	"strings"
	"testing"
)

// Each number is counted by hand; the places are marked in the comments beside.
func TestOf(t *testing.T) {
	for _, tc := range []struct {
		language, code string
		want           int
	}{
		{"go", `func f() {}`, 1},
		{"go", `func pick(a []int, b string) int {
	for _, x := range a { // 1
		if x > 0 && b != "if || for" { // 2, 3
			return x
		}
		switch x { case 1: return 2; case 3: return 4; default: } // 4, 5
	}
	// if this were counted
	s.if_(` + "`while && x`" + `)
	return '&'
}`, 6},
		{"typescript", `function login(u?: User, n = 0) {
  const name = u?.name ?? "anonymous ? ||"; // 1
  if (!u) return null; else if (u.x || n) { } // 2, 3, 4
  return n > 1 ? name : /* ? : */ "b"; // 5
}`, 6},
		{"python", `def f(xs):
    """if it rains or not"""
    try:
        return [x for x in xs if x and x.or_]  # 1 2 3: for if and
    except ValueError:  # 4
        return 1 if xs else 2  # 5
    finally:
        pass`, 6},
		{"rust", `fn f<'a>(x: &'a str) -> u8 {
    match x { "a" => 1, "b" if true => 2, _ => { while true { } ; '|' as u8 } } // 1 2 3 4 5
}`, 6},
		{"java", `int f(int a) {
  try { do { a++; } while (a < 3); } // 1
  catch (Exception e) { return a == 1 ? 2 : 3; } // 2, 3
  return map.get("case if");
}`, 4},
	} {
		if got := Of(tc.language, strings.Split(tc.code, "\n")); got != tc.want {
			t.Errorf("%s: %d, want %d of\n%s", tc.language, got, tc.want, tc.code)
		}
	}
	for n, want := range map[int]Level{1: Simple, 5: Simple, 6: Moderate, 10: Moderate, 11: Complex} {
		if got := LevelOf(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("rust", "'\\'' /* // \"")
	f.Add("python", `"""`)
	f.Fuzz(func(t *testing.T, language, code string) {
		if n := Of(language, []string{code}); n < 1 || n > len(code)+1 {
			t.Errorf("%d for %q", n, code)
		}
	})
}

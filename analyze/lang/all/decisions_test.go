package all

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// Each number is counted by hand; the places are marked in the comments beside.
func TestDecisions(t *testing.T) {
	for _, c := range []struct {
		language, code string
		want           int
	}{
		{"go", `package a; func f() {}`, 0},
		{"go", `package a
func pick(a []int, b string) int {
	for _, x := range a { // 1
		if x > 0 && b != "if || for" { // 2, 3
			return x
		}
		switch x { case 1: return 2; case 3: return 4; default: } // 4, 5
	}
	// if this were counted
	return '&'
}`, 5},
		{"typescript", `function login(u?: User, n = 0) {
  const name = u?.name ?? "anonymous ? ||"; // 1
  if (!u) return null; else if (u.x || n) { } // 2, 3, 4
  return n > 1 ? name : /* ? : */ "b"; // 5
}`, 5},
		{"python", `def f(xs):
    """if it rains or not"""
    try:
        return [x for x in xs if x and x.or_]  # 1 2: if and; a comprehension is one expression
    except ValueError:  # 3
        return 1 if xs else 2  # 4
    finally:
        pass`, 4},
		{"java", `class A { int f(int a) {
  try { do { a++; } while (a < 3); } // 1
  catch (Exception e) { return a == 1 ? 2 : 3; } // 2, 3
  return map.get("case if");
} }`, 3},
	} {
		var l *lang.Language
		for _, l = range Languages() {
			if l.Name == c.language {
				break
			}
		}
		p := parse.NewParser()
		f := p.Parse(l, []byte(c.code), parse.Limits{})
		if got := len(f.Decisions); got != c.want {
			t.Errorf("%s: %d, want %d on lines %v of\n%s", c.language, got, c.want, f.Decisions, c.code)
		}
		p.Close()
	}
}

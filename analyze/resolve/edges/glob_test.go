package edges

import "testing"

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"main", "main", true}, {"main", "mains", false}, {"*", "", true}, {"*", "x", true},
		{"*.route", "app.route", true}, {"*.route", "route", false}, {"Test*", "TestX", true}, {"Test*", "ATest", false},
		{"a*b*c", "abc", true}, {"a*b*c", "a-b-b-c", true}, {"a*b*c", "acb", false}, {"a*a", "a", false},
		{"*http.Request", "*http.Request", true}, {"*.Get*", "r.GetAll", true}, {"", "", true}, {"", "x", false},
	} {
		if got := glob(c.pattern, c.s); got != c.want {
			t.Errorf("glob(%q, %q) = %t", c.pattern, c.s, got)
		}
	}
}

func TestPathGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"**", "a", true}, {"**", "a/b/c", true}, {"a/**", "a", true}, {"a/**", "a/b", true}, {"a/**", "b/a", false},
		{"**/b.py", "b.py", true}, {"**/b.py", "x/y/b.py", true}, {"**/b.py", "x/b.pyc", false}, {"**/b.py", "b.py/c", false},
		{"**/api/**/*.ts", "src/api/v1/x.ts", true}, {"**/api/**/*.ts", "api/x.ts", true}, {"**/api/**/*.ts", "src/app/x.ts", false},
		{"*.go", "a.go", true}, {"*.go", "a/b.go", false}, {"a/*", "a", false}, {"a/*", "a/b", true}, {"a/*", "a/b/c", false},
		{"[", "[", false},
	} {
		if got := pathGlob(c.pattern, c.path); got != c.want {
			t.Errorf("pathGlob(%q, %q) = %t", c.pattern, c.path, got)
		}
	}
}

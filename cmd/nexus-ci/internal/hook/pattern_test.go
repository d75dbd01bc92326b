package hook

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRegexWords(t *testing.T) {
	for pattern, want := range map[string]string{
		"validateUser":                        "validateUser",
		"validate.*User":                      "validate User",
		`\bvalidateUser\b`:                    "validateUser",
		`func\s+\(\w+ \*?Context\) Next\(`:    "Context Next",
		"[vV]alidate[A-Z]\\w+":                "validate",
		"(get|set)User(Name)?":                "get set User Name",
		"(?i)(?:foo|bar)baz":                  "foo bar baz",
		"(?P<name>abc)xyz":                    "abc xyz",
		"validateUsers?":                      "validateUser",
		"foo{2,3}bar":                         "foo bar",
		"export const":                        "export const",
		"class Flask":                         "Flask",
		"map[string]int{}":                    "map int",
		"(?<!un)safe(?=ty)":                   "safe",
		`\(unclosed [abc`:                     "unclosed",
		`user\.email`:                         "user email",
		"user_id|userId":                      "user_id userId",
		"größe":                               "größe",
		"ab":                                  "",
		"abc":                                 "abc",
		`\w+\s*=\s*\d{3}`:                     "",
		".*":                                  "",
		"":                                    "",
		`^\s*"version":`:                      "version",
		"a.b.c":                               "",
		"(a+)+$":                              "",
		strings.Repeat("(", 3000) + "deep":    "deep",
		strings.Repeat("x", maxPattern+1):     "",
		"\xff\xfevalid\x00date":               "valid date",
		"TODO|FIXME":                          "TODO FIXME",
		`import .* from ['"]@app/auth['"];?$`: "from app auth",
	} {
		if got := Regex(pattern).Words; got != want {
			t.Errorf("%.60q: %q, want %q", pattern, got, want)
		}
	}
}

// Alternatives, and groups that may be missing, make one of the words enough.
func TestNeedsAll(t *testing.T) {
	for pattern, want := range map[string]bool{
		"validate.*User": true, "(?:validate)(User)": true, `validate\.User`: true, "validate[|)]User": true, `foo\(bar\)baz`: true,
		`validate\|User`: false, `validate\(User\)*`: false, `validate\(User\)\{0,1\}`: false, "foo(bar)+": true,
		"validate|User": false, "(get|set)User": false, "validate(User)?": false, "validate(User)*x": false, "validate(User){0,1}": false, "": true,
	} {
		if got := Regex(pattern).All; got != want {
			t.Errorf("%q: %v, want %v", pattern, got, want)
		}
	}
	for line, want := range map[string]bool{
		"rg 'validate.*User'": true, "grep 'foo bar' x": true, "rg -F 'a|b|validate' x": true, "find . -exec grep validate.*User {} +": true,
		"rg 'get|set'": false, "grep -e validate -e User .": false, "find . -name '{login,logout}.ts'": false, "ls": false,
	} {
		if got := commandWords(line).All; got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

func TestGlobWords(t *testing.T) {
	for pattern, want := range map[string]string{
		"**/*validator*.ts":     "validator",
		"*.go":                  "",
		"**/*.{ts,tsx}":         "",
		"src/auth/**/*.ts":      "auth",
		"src/**":                "",
		"**/user_service.py":    "user_service",
		"{login,logout}.ts":     "login logout",
		"auth.test.ts":          "auth",
		"**/*.test.ts":          "",
		"[Vv]alidator*":         "Validator",
		".github/workflows/*":   "workflows",
		"Dockerfile":            "Dockerfile",
		"":                      "",
		"/":                     "",
		"ab/*.c":                "",
		"cmd/nexus-ci/setup.go": "setup",
		"[":                     "",
	} {
		if got := globWords(pattern); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}

func TestCommandWords(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"rg validateUser", "validateUser"},
		{"grep -rn validateUser src/", "validateUser"},
		{`git log | grep -i "foo bar"`, "foo bar"},
		{"grep -e validateUser -e findByEmail .", "validateUser findByEmail"},
		{"grep -rne validateUser .", "validateUser"},
		{"grep -evalidateUser file", "validateUser"},
		{"grep --regexp=validateUser file", "validateUser"},
		{"grep --regexp validateUser file", "validateUser"},
		{"rg -g '*.ts' validateUser", "validateUser"},
		{"rg --glob '!*.test.ts' --type ts validateUser src", "validateUser"},
		{"rg -tgo -C3 'func \\w+Handler' .", "func Handler"},
		{"rg -A 5 -B 2 validateUser", "validateUser"},
		{"grep -A5 -m 1 validateUser x", "validateUser"},
		{"grep --include='*.go' -r validateUser", "validateUser"},
		{"grep --include '*.go' -r validateUser", "validateUser"},
		{"grep -r --exclude-dir node_modules validateUser", "validateUser"},
		{"rg -F 'foo(bar' src", "foo bar"},
		{"fgrep validate.*User f", "validate User"},
		{"egrep 'get|set' f", "get set"},
		{"rg 'validate.*User'", "validate User"},
		{"rg -- -validate", "validate"},
		{"cd src && rg validateUser", "validateUser"},
		{"cat f.go | grep -v test | grep validateUser", "validateUser"},
		{"rg --invert-match test", ""},
		{"LC_ALL=C sudo grep -r validateUser /etc", "validateUser"},
		{"env FOO=1 rg validateUser", "validateUser"},
		{"git grep -n validateUser", "validateUser"},
		{"git -C sub grep -n -e validateUser -- '*.ts'", "validateUser"},
		{"git log --grep=validateUser", ""},
		{"git commit -m 'grep things'", ""},
		{"find . -name '*.go' | xargs grep -l validateUser", "validateUser"},
		{"find src -name '*validator*.ts'", "validator"},
		{"find . -type f -exec grep -n validateUser {} +", "validateUser"},
		{"rg --files -g '*validator*'", "validator"},
		{"rg --files", ""},
		{"/usr/bin/grep -c validateUser f", "validateUser"},
		{"for f in *.go; do grep -q validateUser \"$f\"; done", "validateUser"},
		{"if rg -q validateUser; then echo yes; fi", "validateUser"},
		{"echo $(grep validateUser f)", "validateUser"},
		{`grep "validate\"User" f`, "validate User"},
		{`rg "$PREFIX"validateUser`, "validateUser"},
		{`rg validate\ User`, "validate User"},
		{"timeout 5 rg validateUser", "validateUser"},
		{"rg -r replaced validateUser", "validateUser"},
		{"grep -ri user_id . 2>/dev/null | head -5", "user_id"},
		{"ag -Q validate.User", "validate User"},
		{"rg ab", ""},
		{"rg", ""},
		{"ls -la", ""},
		{"echo grep validateUser", ""},
		{"grep 'unclosed", ""},
		{"npm test -- --grep login", ""},
		{"cat <<EOF\nrg validateUser\nEOF", ""},
		{"", ""},
	} {
		if got := commandWords(tc.line).Words; got != tc.want {
			t.Errorf("%s: %q, want %q", tc.line, got, tc.want)
		}
	}
}

func FuzzEvent(f *testing.F) {
	for _, s := range []string{"validate.*User", "grep -e 'a[]b' x", "{a,b}/[!x]*.ts", "rg \"$(x `y`)\" --", "\\", "a<<b", "git -c", "[[:alpha:]]+", "(?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, tool := range []string{"Grep", "Glob", "Bash"} {
			e := Event{Tool: tool}
			e.Input.Pattern, e.Input.Command = s, s
			for _, w := range strings.Fields(e.Sought().Words) {
				if utf8.RuneCountInString(w) < minWord || strings.ContainsFunc(w, notWord) {
					t.Errorf("%s %q gives %q", tool, s, w)
				}
			}
		}
	})
}

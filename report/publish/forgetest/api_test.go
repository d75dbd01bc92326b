package forgetest

import (
	"net/http"
	"strings"
	"testing"
)

const example = `
# An API.
write POST /repos/{repo}/notes
query page:int
body text!:string user.id:int items[].name!:string
answer 201 id:int
`

// What the description does not have is found.
func TestWrongRequests(t *testing.T) {
	a, err := parse(example)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ method, url, body, want string }{
		{"POST", "/repos/a%2Fb/notes?page=2", `{"text": "x", "user": {"id": 1}, "items": [{"name": "n"}]}`, ""},
		{"GET", "/repos/a/notes", "", "no operation"},
		{"POST", "/repos/a/b/notes", "", "no operation"},
		{"POST", "/repos//notes", "", "no operation"},
		{"POST", "/repos/a/notes?per=2", `{"text": "x"}`, `unknown query parameter "per"`},
		{"POST", "/repos/a/notes?page=x", `{"text": "x"}`, `page="x" is no number`},
		{"POST", "/repos/a/notes", `{}`, `the member "text" is missing`},
		{"POST", "/repos/a/notes", `{"text": 1}`, "text is a int, want string"},
		{"POST", "/repos/a/notes", `{"text": "x", "more": 1}`, `unknown member "more"`},
		{"POST", "/repos/a/notes", `{"text": "x", "user": {"name": "y"}}`, `unknown member "user.name"`},
		{"POST", "/repos/a/notes", `{"text": "x", "items": [{}]}`, `the member "items[].name" is missing`},
		{"POST", "/repos/a/notes", `text`, "invalid character"},
	} {
		r, err := http.NewRequest(tc.method, "http://forge"+tc.url, strings.NewReader(tc.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		got := "no operation"
		if o, params := a.find(r.Method, r.URL.EscapedPath()); o != nil {
			got = ""
			if err := o.check(r, []byte(tc.body)); err != nil {
				got = err.Error()
			} else if params["repo"] != "a/b" {
				t.Errorf("%s: parameters %v", tc.url, params)
			}
		}
		if tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
			t.Errorf("%s %s %s: %q, want %q", tc.method, tc.url, tc.body, got, tc.want)
		}
	}
	for _, wrong := range []string{"query page:int", "x GET /y\nbody text", "x GET /y\nanswer ok", "x GET y"} {
		if _, err := parse(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

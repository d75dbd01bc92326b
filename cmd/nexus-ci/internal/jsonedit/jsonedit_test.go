package jsonedit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/jsonedit"
)

type server struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

var ours = server{"/usr/bin/nexus-ci", []string{"mcp"}}

var path = jsonedit.Path{"mcpServers", "nexus-ci"}

func TestSet(t *testing.T) {
	const entry = "{\n%[1]s  \"command\": \"/usr/bin/nexus-ci\",\n%[1]s  \"args\": [\n%[1]s    \"mcp\"\n%[1]s  ]\n%[1]s}"
	for _, tc := range []struct{ name, before, after string }{
		{"nothing", "", "{\n  \"mcpServers\": {\n    \"nexus-ci\": " + fmt.Sprintf(entry, "    ") + "\n  }\n}\n"},
		{"another server", "{\n  \"mcpServers\": {\n    \"other\": {} // keep\n  }\n}\n",
			"{\n  \"mcpServers\": {\n    \"other\": {}, // keep\n    \"nexus-ci\": " + fmt.Sprintf(entry, "    ") + "\n  }\n}\n"},
		{"trailing comma", "{\n  \"mcpServers\": {\n    \"other\": {},\n    // last\n  },\n}",
			"{\n  \"mcpServers\": {\n    \"other\": {},\n    // last\n    \"nexus-ci\": " + fmt.Sprintf(entry, "    ") + ",\n  },\n}"},
		{"no servers", "{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"mcpServers\": {\n    \"nexus-ci\": " + fmt.Sprintf(entry, "    ") + "\n  }\n}"},
		{"empty", "{\n  \"mcpServers\": {}\n}", "{\n  \"mcpServers\": {\"nexus-ci\": " + fmt.Sprintf(entry, "  ") + "}\n}"},
		{"one line", `{"a":1}`, `{"a":1, "mcpServers": {` + "\n  \"nexus-ci\": " + fmt.Sprintf(entry, "  ") + "\n}}"},
		{"tabs and carriage returns", "{\r\n\t\"a\": 1\r\n}\r\n",
			strings.ReplaceAll(strings.ReplaceAll("{\n  \"a\": 1,\n  \"mcpServers\": {\n    \"nexus-ci\": "+fmt.Sprintf(entry, "    ")+"\n  }\n}\n", "  ", "\t"), "\n", "\r\n")},
		{"byte order mark", "\ufeff{}", "\ufeff{\"mcpServers\": {\n  \"nexus-ci\": " + fmt.Sprintf(entry, "  ") + "\n}}"},
		{"old value", `{"mcpServers":{"nexus-ci":{"command":"old","env":{}}}}`,
			`{"mcpServers":{"nexus-ci":{"command":"/usr/bin/nexus-ci","env":{}, "args": [` + "\n  \"mcp\"\n]}}}"},
		{"same value", `{"mcpServers":{"nexus-ci":{"args":["mcp"],"enabled":false,"command":"/usr/bin/nexus-ci"}}}`,
			`{"mcpServers":{"nexus-ci":{"args":["mcp"],"enabled":false,"command":"/usr/bin/nexus-ci"}}}`},
		{"comment at the end", "{} // end", "{\"mcpServers\": {\n  \"nexus-ci\": " + fmt.Sprintf(entry, "  ") + "\n}} // end"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := document(t, tc.before)
			if err := d.Set(path, ours); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.after, string(d.Bytes())); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			var got server
			if !d.Get(path, &got) || !cmp.Equal(got, ours) {
				t.Errorf("Get: %v", got)
			}
			if strings.Contains(tc.before, "nexus-ci") {
				return
			}
			d = document(t, string(d.Bytes()))
			if !d.Remove(path) {
				t.Error("nothing removed")
			}
			if diff := cmp.Diff(tc.before, string(d.Bytes())); diff != "" {
				t.Errorf("removed: -want +got\n%s", diff)
			}
		})
	}
}

// document reads one that must be right; "" is the one that is not there.
func document(t *testing.T, content string) *jsonedit.Document {
	t.Helper()
	if content == "" {
		return jsonedit.New()
	}
	d, err := jsonedit.Parse([]byte(content))
	if err != nil {
		t.Fatalf("%v in\n%s", err, content)
	}
	return d
}

// What somebody else has put behind ours stays when ours goes.
func TestRemoveBetween(t *testing.T) {
	for before, want := range map[string]string{
		`{"a": [1, 2, 3]}`:                  `{"a": [1, 3]}`,
		"{\"a\": [1 /*one*/, 2]}":           "{\"a\": [1 /*one*/]}",
		"{\"a\": [1,\n  // two\n  2, 3 ]}":  "{\"a\": [1,\n  // two\n   3 ]}",
		"{\"a\": [1, // one\n  2]}":         "{\"a\": [1 // one\n  ]}",
		"{\"a\": [1 /*one*/, 2, /*two*/]}":  "{\"a\": [1 /*one*/, /*two*/]}",
		"{\"a\": [1,\n  // two\n  2,\n3 ]}": "{\"a\": [1,\n  // two\n3 ]}",
	} {
		d := document(t, before)
		if !d.Remove(jsonedit.Path{"a", 1}) || string(d.Bytes()) != want {
			t.Errorf("%q: %q, want %q", before, d.Bytes(), want)
		}
		document(t, string(d.Bytes()))
	}
}

func TestParseRefuses(t *testing.T) {
	for content, want := range map[string]string{
		"":                          "the file is empty",
		" \n":                       "the file is empty",
		"{\n  \"a\": }":             "line 2, column 8: invalid character '}' at start of value",
		"{\"a\": 1":                 "unexpected EOF",
		"{} {}":                     "after top-level value",
		strings.Repeat("[", 100000): "nested too deeply",
	} {
		_, err := jsonedit.Parse([]byte(content))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %s", content, err, want)
		}
	}
	for content, want := range map[string]string{
		`[]`:                 "it is not an object",
		`{"mcpServers": []}`: "mcpServers is not an object",
		`{"mcpServers": 1}`:  "mcpServers is not an object",
	} {
		d := document(t, content)
		if err := d.Set(path, ours); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", content, err, want)
		}
		if string(d.Bytes()) != content {
			t.Errorf("%s became %s", content, d.Bytes())
		}
	}
}

// edits are what is set in the documents of the properties below.
var edits = []struct {
	path  jsonedit.Path
	value any
}{
	{path, ours},
	{jsonedit.Path{"hooks", "PreToolUse", 0}, map[string]any{"matcher": "Grep", "hooks": []any{}}},
	{jsonedit.Path{"a"}, true},
	{jsonedit.Path{"a", "b", "ours"}, []string{}},
}

// restores checks that what Set adds Remove takes out, and that a second Set does nothing.
func restores(t *testing.T, content string) {
	t.Helper()
	for _, edit := range edits {
		d, err := jsonedit.Parse([]byte(content))
		if err != nil {
			return
		}
		if string(d.Bytes()) != content {
			t.Fatalf("%q was read as %q", content, d.Bytes())
		}
		at := edit.path
		var old any
		if last := len(at) - 1; at[last] == 0 {
			var list []any
			d.Get(at[:last], &list)
			at = append(at[:last:last], len(list))
		}
		if d.Get(at, &old) {
			continue
		}
		if err := d.Set(at, edit.value); err != nil {
			if string(d.Bytes()) != content {
				t.Fatalf("%v changed %q to %q", err, content, d.Bytes())
			}
			continue
		}
		after := string(d.Bytes())
		d = document(t, after)
		if err := d.Set(at, edit.value); err != nil || string(d.Bytes()) != after {
			t.Fatalf("set again, %v: %q, then %q", err, after, d.Bytes())
		}
		if !d.Remove(at) || string(d.Bytes()) != content {
			t.Fatalf("%v: %q, then %q, then %q", at, content, after, d.Bytes())
		}
	}
}

func TestRestores(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		restores(t, extra(r)+object(r, 3)+extra(r))
	}
}

// object writes a random object.
func object(r *rand.Rand, deep int) string {
	var parts []string
	for range r.IntN(4) {
		key := []string{"a", "b", "mcpServers", "hooks", "PreToolUse", `q\"`}[r.IntN(6)]
		parts = append(parts, fmt.Sprintf(`%s"%s"%s:%s%s%s`, extra(r), key, extra(r), extra(r), value(r, deep-1), extra(r)))
	}
	return "{" + joined(r, parts) + "}"
}

func joined(r *rand.Rand, parts []string) string {
	text := strings.Join(parts, ",")
	if len(parts) > 0 && r.IntN(3) == 0 {
		text += ","
	}
	return text + extra(r)
}

func value(r *rand.Rand, deep int) string {
	switch n := r.IntN(6); {
	case n < 3 && deep > 0:
		return object(r, deep)
	case n == 3 && deep > 0:
		var parts []string
		for range r.IntN(3) {
			parts = append(parts, extra(r)+value(r, deep-1)+extra(r))
		}
		return "[" + joined(r, parts) + "]"
	}
	return []string{"1", `"x // y"`, "null", "-1.5e3"}[r.IntN(4)]
}

func extra(r *rand.Rand) string {
	return []string{"", "", "", " ", "\n", "\n  ", "\r\n\t", "/* c */", " // c\n", "\n    // {\n    ", " /*\n*/\n"}[r.IntN(11)]
}

func FuzzRestores(f *testing.F) {
	for _, s := range []string{"{}", "{\n}\n", "{\"a\":{}}", "{\"hooks\":{\"PreToolUse\":[{}]}}", "// c\n{\"a\":1,/*c*/}//", "\ufeff{}", "[1]", "{\"a\":1,\"a\":{}}"} {
		f.Add(s)
	}
	f.Fuzz(restores)
}

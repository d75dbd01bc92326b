package query_test

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// For any value of a text parameter, a tool returns a result or an error of one line, without
// control characters, and with bounded work, counted in bytes allocated.
func TestHostileArguments(t *testing.T) {
	e := withSyntax(t, &fakeSyntax{})
	hostile := []string{
		"", " ", "\x00", "\x1b[2J\u202e", "a\nb\r::error::c", "../../etc/passwd", "/etc/passwd", `..\..\x`, "-rf", "(", "((((a+)+)+)+)$", "[", "{", "*", "**/**/**", `"`, "`", "'; DROP TABLE x",
		"MATCH (n) DELETE n", "\xff\xfe", "é", "validateUser\x00", strings.Repeat("a", 20000), strings.Repeat("(", 5000), strings.Repeat("**/", 300), strings.Repeat("callers of ", 500), "%s%d%n", "https://example.org/",
	}
	for _, tool := range query.Tools() {
		for _, p := range tool.Input.Properties {
			if p.Type != "string" && p.Type != "array" {
				continue
			}
			for _, text := range hostile {
				arguments := make(map[string]any)
				for _, other := range tool.Input.Properties {
					if other.Type == "string" && other.Enum == nil {
						arguments[other.Name] = "validateUser"
					}
				}
				for name, value := range map[string]any{"uid": "", "file": "", "kind": "", "command": "find"} {
					if _, ok := arguments[name]; ok || name == "command" && tool.Name == "code_intelligence" {
						arguments[name] = value
					}
				}
				if arguments[p.Name] = text; p.Type == "array" {
					arguments[p.Name] = []string{text, text}
				}
				tryHostile(t, e, tool, arguments)
			}
		}
	}
}

// maxHostileWork is the maximum number of bytes that a tool may allocate for one request. Most take
// less than one megabyte, none three.
const maxHostileWork = 16 << 20

func tryHostile(t *testing.T, e *engine.Engine, tool query.Tool, arguments map[string]any) {
	t.Helper()
	encoded, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := tool.Run(context.Background(), e, encoded)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > maxHostileWork {
		t.Errorf("%s %.200s: %d bytes allocated", tool.Name, encoded, took)
	}
	if err != nil {
		if s := err.Error(); len(s) > 2000 || strings.ContainsFunc(s, unicode.IsControl) {
			t.Errorf("%s %.200s: error of %d bytes: %.300q", tool.Name, encoded, len(s), s)
		}
		return
	}
	if s := text(r); strings.ContainsFunc(strings.ReplaceAll(s, "\n", ""), unicode.IsControl) {
		t.Errorf("%s %.200s: %.300q", tool.Name, encoded, s)
	}
}

package query_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// Whatever a text parameter of a tool holds, the tool answers or refuses in one clear line,
// soon, and prints no control character.
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

func tryHostile(t *testing.T, e *engine.Engine, tool query.Tool, arguments map[string]any) {
	t.Helper()
	encoded, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	r, err := tool.Run(context.Background(), e, encoded)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("%s %.200s: %v", tool.Name, encoded, took)
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

package schema_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/schema"
)

var _ = flag.Bool("update", false, "write the facts of the examples")

func TestRead(t *testing.T) { facttest.Golden(t, schema.Match, schema.Read) }

func FuzzRead(f *testing.F) {
	facttest.Fuzz(f, schema.Read, "a.proto", "a.graphql", "openapi.yaml", "a.schema.json")
}

func TestMatch(t *testing.T) {
	for path, want := range map[string]bool{
		"a/b.proto": true, "schema.graphql": true, "x.GRAPHQLS": true, "docs/openapi.yaml": true, "v1.swagger.json": true,
		"api/v1.yml": true, "schemas/user.json": true, "package.json": false, "config.yaml": false, "a.go": false, "schema.sql": false, "vendor/x/a.proto": false,
	} {
		if got := schema.Match(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// What is nested too deep, or multiplies itself, is a problem and not the end of the process.
func TestHostile(t *testing.T) {
	deep := strings.Repeat("{a: ", 100_000)
	aliases := "openapi: 3.0.0\nx0: &x0 {type: string}\n"
	for i := range 40 {
		n, m := string(rune('a'+i/26))+string(rune('a'+i%26)), "x0"
		if i > 0 {
			m = string(rune('a'+(i-1)/26)) + string(rune('a'+(i-1)%26))
		}
		aliases += n + ": &" + n + " {type: object, properties: {a: *" + m + ", b: *" + m + "}}\n"
	}
	aliases += "components: {schemas: {A: *bn}}\n"
	for path, text := range map[string]string{
		"a.proto": "message A { " + strings.Repeat("message B { ", 100_000), "a.graphql": "type A { b: " + strings.Repeat("[", 100_000),
		"openapi.yaml": "openapi: 3.0.0\nx: " + deep, "b/openapi.yaml": aliases,
	} {
		facts, problems := schema.Read([]fact.Pair{{New: &fact.File{Path: path, Content: []byte(text)}}})
		if len(facts) != 0 || len(problems) != 1 || strings.Contains(problems[0].Message, "\n") {
			t.Errorf("%s: %d facts, problems %.200v", path, len(facts), problems)
		}
	}
}

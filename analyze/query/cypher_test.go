package query_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/query"
)

var update = flag.Bool("update", false, "rewrite the schema in the help of cypher")

// The page of help ends with the schema, as the table in code has it.
func TestCypherHelp(t *testing.T) {
	page, err := os.ReadFile("cypher.md")
	if err != nil {
		t.Fatal(err)
	}
	const head = "Labels of nodes:"
	before, _, ok := strings.Cut(string(page), head)
	if !ok {
		before += "\n"
	}
	var schema strings.Builder
	query.WriteGraphSchema(&schema)
	want := before + schema.String()
	if !strings.HasPrefix(schema.String(), head) {
		t.Fatalf("the schema begins with %.40q", schema.String())
	}
	if string(page) == want {
		return
	}
	if !*update {
		t.Fatal("cypher.md does not end with the schema of today; -update puts it there")
	}
	if err := os.WriteFile("cypher.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

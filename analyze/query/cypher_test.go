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
	const head = "Labels: "
	before, _, _ := strings.Cut(string(page), "\n"+head)
	var brief, schema strings.Builder
	query.WriteBriefSchema(&brief)
	query.WriteGraphSchema(&schema)
	want := before + "\n" + brief.String() + "\n## Reference\n\n" + schema.String()
	if !strings.HasPrefix(brief.String(), head) {
		t.Fatalf("the schema begins with %.40q", brief.String())
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

package query_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/query"
)

// Every tool has a page that says what it answers and when to ask it, and an example that
// fits its parameters.
func TestHelp(t *testing.T) {
	for _, tool := range query.Tools() {
		if tool.Summary == "" || len(tool.Help) < 200 || !strings.Contains(tool.Help, "\nWhen to use: ") {
			t.Errorf("%s.md: no page, or no line \"When to use: \"", tool.Name)
		}
		if tool.Example == nil {
			t.Errorf("%s.md: no line \"Example: \" with the parameters as JSON", tool.Name)
			continue
		}
		schema, err := json.Marshal(tool.Input)
		if err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("input", document); err != nil {
			t.Fatal(err)
		}
		example, err := jsonschema.UnmarshalJSON(bytes.NewReader(tool.Example))
		if err == nil {
			err = compiler.MustCompile("input").Validate(example)
		}
		if err != nil {
			t.Errorf("%s.md: example %s: %v", tool.Name, tool.Example, err)
		}
	}
}

package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files and the schema")

const schemaFile = "schema/report-v1.json"

// sources hold the types of a report.
var sources = []string{"report.go", "process.go", "facts.go", "behaviour.go", "suppressed.go", "modelsummary.go", "testruns.go", "elsewhere.go", "documents.go", "../analyze/finding/claim.go"}

// limits are what the Go types cannot say, by type and JSON key.
var limits = map[string]schemaNode{
	"Report.schema":              {Const: report.SchemaName},
	"Risk.level":                 levels,
	"Title.source":               {Enum: []string{"flag", "pull_request", "commit"}},
	"Risk.score":                 {Minimum: num(0), Maximum: num(100)},
	"Axis.level":                 levels,
	"Likelihood.level":           levels,
	"Likelihood.score":           {Minimum: num(0), Maximum: num(100)},
	"Likelihood.probability":     {Minimum: num(0), Maximum: num(1)},
	"Likelihood.percentile":      {Minimum: num(0), Maximum: num(100)},
	"Summary.risk_level":         levels,
	"Suppressed.by":              {Enum: []string{"baseline", "configuration", "comment"}},
	"Suppressed.side":            allSides,
	"Finding.class":              {Enum: []string{"break", "behaviour"}},
	"Finding.severity":           {Enum: []string{"error", "warning", "info"}},
	"Finding.confidence":         {Minimum: num(0), Maximum: num(1)},
	"Finding.line":               {Minimum: num(1)},
	"Finding.side":               allSides,
	"Finding.verified":           verified,
	"Related.side":               allSides,
	"ChangedSymbol.side":         sides,
	"ChangedSymbol.line":         {Minimum: num(1)},
	"ChangedSymbol.change_type":  {Enum: []string{"added", "removed", "modified", "moved", "renamed"}},
	"ChangedSymbol.parts":        {Items: &schemaNode{Type: "string", Enum: []string{"signature", "body", "doc", "formatting", "names", "definitions"}}},
	"ChangedSymbol.code":         {Enum: []string{"", "extracted", "inlined", "split", "merged"}},
	"AffectedProcess.status":     {Enum: []string{"broken", "changed", "at_risk", "removed", "added"}},
	"AffectedProcess.step_count": {Minimum: num(1)},
	"ChangedStep.change":         {Enum: []string{"edited", "lost", "gained", "reordered", "reaches"}},
	"ChangedStep.step":           {Minimum: num(1)},
	"Step.step":                  {Minimum: num(1)},
	"AffectedSymbol.depth":       {Minimum: num(1), Maximum: num(3)},
	"AffectedSymbol.confidence":  {Minimum: num(0), Maximum: num(1)},
	"Edge.confidence":            {Minimum: num(0), Maximum: num(1)},
	"NotAnalysed.side":           sides,
	"Document.line":              {Minimum: num(1)},
	"Behaviour.side":             sides,
	"Behaviour.line":             {Minimum: num(1)},
}

var (
	levels   = schemaNode{Enum: []string{"none", "low", "medium", "high", "critical"}}
	sides    = schemaNode{Enum: []string{"base", "head"}}
	verified = schemaNode{AnyOf: []*schemaNode{{Type: "string", Enum: []string{"confirmed", "not_confirmed", "not_checked"}}, {Type: "null"}}}
	// A merge finds places on a third one.
	allSides = schemaNode{Enum: []string{"base", "head", "other"}}
)

func num(f float64) *float64 { return &f }

// A schemaNode is the part of JSON Schema that a report needs.
type schemaNode struct {
	Schema      string                 `json:"$schema,omitempty"`
	ID          string                 `json:"$id,omitempty"`
	Title       string                 `json:"title,omitempty"`
	Ref         string                 `json:"$ref,omitempty"`
	Description string                 `json:"description,omitempty"`
	Type        string                 `json:"type,omitempty"`
	Const       string                 `json:"const,omitempty"`
	Enum        []string               `json:"enum,omitempty"`
	Minimum     *float64               `json:"minimum,omitempty"`
	Maximum     *float64               `json:"maximum,omitempty"`
	AnyOf       []*schemaNode          `json:"anyOf,omitempty"`
	Items       *schemaNode            `json:"items,omitempty"`
	Properties  map[string]*schemaNode `json:"properties,omitempty"`
	Required    []string               `json:"required,omitempty"`
	Defs        map[string]*schemaNode `json:"$defs,omitempty"`
}

// The schema is made from the Go types and their comments, so that it cannot say
// anything else.
func TestSchemaFollowsTheTypes(t *testing.T) {
	golden(t, schemaFile, generate(t))
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got), run with -update to accept:\n%s", file, diff)
	}
}

func TestReportsFitTheSchema(t *testing.T) {
	schema := compile(t)
	for name, r := range reporttest.Reports() {
		var b bytes.Buffer
		if err := report.Encode(&b, r); err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(instance); err != nil {
			t.Errorf("report %q: %v", name, err)
		}
	}
}

// A schema that accepts everything would pass the test above.
func TestSchemaRefuses(t *testing.T) {
	schema := compile(t)
	for _, tc := range []struct{ name, old, new string }{
		{"a null list", `"tests": []`, `"tests": null`},
		{"an unknown level", `"risk_level": "high"`, `"risk_level": "HIGH"`},
		{"a missing key", `"merge_base"`, `"mergebase"`},
		{"another schema", report.SchemaName, "nexus-ci/report/v2"},
		{"a text for a number", `"changed_count": 1`, `"changed_count": "1"`},
	} {
		var b bytes.Buffer
		if err := report.Encode(&b, reporttest.Reports()["removed"]); err != nil {
			t.Fatal(err)
		}
		broken := strings.Replace(b.String(), tc.old, tc.new, 1)
		if broken == b.String() {
			t.Errorf("%s: %q is not in the report", tc.name, tc.old)
			continue
		}
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(broken))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(instance) == nil {
			t.Errorf("%s: accepted", tc.name)
		}
	}
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(report.SchemaName, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(report.SchemaName)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func generate(t *testing.T) []byte {
	t.Helper()
	defs := make(map[string]*schemaNode)
	for _, name := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.TypeSpec)
				if st, ok := spec.Type.(*ast.StructType); ok && st.Fields.List[0].Tag != nil {
					defs[spec.Name.Name] = object(t, spec.Name.Name, prose(decl.Doc), st)
				}
			}
		}
	}
	root := defs["Report"]
	delete(defs, "Report")
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Title = report.SchemaName
	root.Defs = defs
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

func object(t *testing.T, name, doc string, st *ast.StructType) *schemaNode {
	n := &schemaNode{Description: doc, Type: "object", Properties: make(map[string]*schemaNode)}
	for _, f := range st.Fields.List {
		// Fields that share one line have one tag and would be one key.
		key, option, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
		if key == "-" {
			continue
		}
		p := typeNode(t, f.Type)
		p.Description = strings.TrimSpace(prose(f.Doc) + " " + prose(f.Comment))
		l := limits[name+"."+key]
		p.Const, p.Enum, p.Minimum, p.Maximum = l.Const, l.Enum, l.Minimum, l.Maximum
		if l.Items != nil {
			p.Items = l.Items
		}
		if l.AnyOf != nil {
			p.AnyOf = l.AnyOf
		}
		if p.Type == "integer" && p.Minimum == nil {
			p.Minimum = num(0)
		}
		n.Properties[key] = p
		if option == "" {
			n.Required = append(n.Required, key)
		}
	}
	return n
}

func typeNode(t *testing.T, e ast.Expr) *schemaNode {
	switch e := e.(type) {
	case *ast.ArrayType:
		return &schemaNode{Type: "array", Items: typeNode(t, e.Elt)}
	case *ast.StarExpr:
		return &schemaNode{AnyOf: []*schemaNode{typeNode(t, e.X), {Type: "null"}}}
	case *ast.Ident:
		if name, ok := map[string]string{"string": "string", "int": "integer", "float64": "number", "bool": "boolean"}[e.Name]; ok {
			return &schemaNode{Type: name}
		}
		if strings.HasSuffix(e.Name, "Kind") {
			return &schemaNode{Type: "string"}
		}
		return &schemaNode{Ref: "#/$defs/" + e.Name}
	case *ast.SelectorExpr: // a word of another package
		return &schemaNode{Type: "string"}
	}
	t.Fatalf("no schema for %T", e)
	return nil
}

// prose is a comment as one line.
func prose(c *ast.CommentGroup) string {
	return strings.Join(strings.Fields(c.Text()), " ")
}

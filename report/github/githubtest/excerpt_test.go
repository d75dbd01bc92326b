package githubtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var source = flag.String("openapi", "", "write testdata/openapi.json anew from this description of the API (see testdata/README.md)")

// operations are those that the client uses.
var operations = []string{
	"get /user",
	"get /repos/{owner}/{repo}/compare/{basehead}",
	"get /repos/{owner}/{repo}/pulls",
	"get /repos/{owner}/{repo}/pulls/{pull_number}",
	"get /repos/{owner}/{repo}/issues/{issue_number}/comments",
	"post /repos/{owner}/{repo}/issues/{issue_number}/comments",
	"patch /repos/{owner}/{repo}/issues/comments/{comment_id}",
	"delete /repos/{owner}/{repo}/issues/comments/{comment_id}",
	"get /repos/{owner}/{repo}/commits/{ref}/check-runs",
	"post /repos/{owner}/{repo}/check-runs",
	"patch /repos/{owner}/{repo}/check-runs/{check_run_id}",
	"get /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
}

// answered are the members of answers that the fake gives.
var answered = strings.Fields(`
	id node_id html_url body user login type
	number state draft head base ref sha repo full_name requested_reviewers requested_teams slug
	merge_base_commit status total_commits
	total_count check_runs name external_id head_sha conclusion output title summary text annotations_count
	path start_line end_line annotation_level message`)

// The excerpt is kept as it was cut: to cut it again changes nothing.
func TestExcerpt(t *testing.T) {
	const kept = "testdata/openapi.json"
	from := kept
	if *source != "" {
		from = *source
	}
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(data, &whole); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(excerpt(t, whole)); err != nil {
		t.Fatal(err)
	}
	if *source != "" {
		if err := os.WriteFile(kept, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(data, out.Bytes()) {
		t.Errorf("%s is not what cutting it gives: cut it anew, see testdata/README.md", kept)
	}
}

func excerpt(t *testing.T, whole map[string]any) map[string]any {
	c := cutter{t: t, whole: whole}
	info := whole["info"].(map[string]any)
	paths := make(map[string]any)
	for _, operation := range operations {
		method, path, _ := strings.Cut(operation, " ")
		item, _ := whole["paths"].(map[string]any)[path].(map[string]any)
		op, _ := item[method].(map[string]any)
		if op == nil {
			t.Fatalf("the description has no %s", operation)
		}
		if paths[path] == nil {
			paths[path] = make(map[string]any)
		}
		paths[path].(map[string]any)[method] = c.operation(op)
	}
	return map[string]any{
		"openapi": whole["openapi"],
		"info":    map[string]any{"title": info["title"], "version": info["version"], "license": info["license"]},
		"paths":   paths,
	}
}

type cutter struct {
	t     *testing.T
	whole map[string]any
}

// operation keeps the request as it is, and of the successful answer what is answered.
func (c cutter) operation(op map[string]any) map[string]any {
	out := map[string]any{"operationId": op["operationId"]}
	if parameters := c.clean(op["parameters"]); parameters != nil {
		out["parameters"] = parameters
	}
	if body, ok := c.clean(op["requestBody"]).(map[string]any); ok {
		closed(body["content"])
		out["requestBody"] = body
	}
	responses := make(map[string]any)
	for status, response := range op["responses"].(map[string]any) {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		kept := map[string]any{"description": ""}
		if content, ok := response.(map[string]any)["content"].(map[string]any); ok {
			schema := content["application/json"].(map[string]any)["schema"]
			kept["content"] = map[string]any{"application/json": map[string]any{"schema": c.answer(schema)}}
		}
		responses[status] = kept
	}
	out["responses"] = responses
	return out
}

// prose are members that say nothing about what is valid.
var prose = []string{"description", "example", "examples", "externalDocs", "summary", "title", "default"}

// clean returns a part of the description without prose and with references resolved.
func (c cutter) clean(node any) any {
	switch node := node.(type) {
	case []any:
		out := make([]any, len(node))
		for i, n := range node {
			out[i] = c.clean(n)
		}
		return out
	case map[string]any:
		node = c.resolve(node)
		out := make(map[string]any)
		for key, value := range node {
			if key == "properties" { // names, not keywords
				properties := make(map[string]any)
				for name, schema := range value.(map[string]any) {
					properties[name] = c.clean(schema)
				}
				out[key] = properties
			} else if !slices.Contains(prose, key) && !strings.HasPrefix(key, "x-") {
				out[key] = c.clean(value)
			}
		}
		return out
	}
	return node
}

// answer returns the schema of an answer with the members that are answered.
func (c cutter) answer(schema any) any {
	node := c.resolve(schema.(map[string]any))
	out := make(map[string]any)
	for key, value := range node {
		switch key {
		case "properties":
			properties := make(map[string]any)
			for name, property := range value.(map[string]any) {
				if slices.Contains(answered, name) {
					properties[name] = c.answer(property)
				}
			}
			out[key] = properties
		case "required":
			required := slices.DeleteFunc(slices.Clone(value.([]any)), func(name any) bool { return !slices.Contains(answered, name.(string)) })
			if len(required) > 0 {
				out[key] = required
			}
		case "items":
			out[key] = c.answer(value)
		case "allOf", "anyOf", "oneOf":
			var of []any
			for _, v := range value.([]any) {
				of = append(of, c.answer(v))
			}
			out[key] = of
		case "type", "format", "enum", "nullable":
			out[key] = value
		}
	}
	if of, ok := out["oneOf"].([]any); ok { // the two kinds of user differ in nothing that is answered
		return of[0]
	}
	return out
}

// closed lets objects have only the members that are described. GitHub ignores others;
// in a test they are mistakes.
func closed(node any) {
	object, ok := node.(map[string]any)
	if !ok {
		return
	}
	for key, value := range object {
		if key != "anyOf" && key != "oneOf" {
			closed(value)
		}
	}
	if _, ok := object["properties"].(map[string]any); ok && object["type"] == "object" && object["additionalProperties"] == nil {
		object["additionalProperties"] = false
	}
}

func (c cutter) resolve(node map[string]any) map[string]any {
	for {
		ref, ok := node["$ref"].(string)
		if !ok {
			return maps.Clone(node)
		}
		var at any = c.whole
		for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			at = at.(map[string]any)[name]
		}
		if node, ok = at.(map[string]any); !ok {
			c.t.Fatalf("%s leads nowhere", ref)
		}
	}
}

package schema

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/yamlnode"
)

// OpenAPI (2 and 3) and JSON Schema, in YAML or JSON.

const (
	// stepsPerNode bounds how often a node of a document is visited, on average: an alias is
	// visited each time it is used, and aliases of aliases multiply.
	stepsPerNode = 16
	// maxNested is how deep properties of properties are followed.
	maxNested = 60
)

// A flow is the way that a value goes.
type flow uint8

const (
	sent     flow = 1 << iota // by the client
	received                  // by the client
)

// A shape is what the rules know of a part of an OpenAPI document or a JSON schema.
type shape struct {
	flow     flow
	typ      string
	required bool
	optional bool // has a default value
	limits   map[string]float64
	pattern  string
	id       string // of an operation
}

// errTooMany says that a document has more to visit than its nodes explain.
var errTooMany = errors.New("aliases of aliases multiply")

// A structured is one document while it is read.
type structured struct {
	d     document
	root  *yaml.Node
	flows map[string]flow // of what a reference points to
	steps int             // that are left
}

// readStructured parses a YAML or JSON file; nil for one that is neither OpenAPI nor a JSON
// schema.
func readStructured(f *fact.File) (*document, error) {
	content := f.Content
	isJSON := strings.EqualFold(path.Ext(f.Path), ".json")
	if isJSON {
		content = bytes.ReplaceAll(content, []byte{'\t'}, []byte{' '}) // which YAML forbids, and no string of JSON has
	}
	if !looksStructured(content) {
		return nil, nil
	}
	var file yaml.Node
	if err := yaml.Unmarshal(content, &file); err != nil {
		return nil, err
	}
	if file.Kind != yaml.DocumentNode || len(file.Content) == 0 {
		return nil, nil
	}
	r := &structured{root: yamlnode.Target(file.Content[0]), flows: make(map[string]flow), steps: 1000 + stepsPerNode*yamlnode.Count(&file)}
	if r.root == nil || r.root.Kind != yaml.MappingNode {
		return nil, nil
	}
	switch {
	case isVersion(yamlnode.Child(r.root, "openapi")) || isVersion(yamlnode.Child(r.root, "swagger")):
		r.d.format, r.d.breaks = formatOpenAPI, structuredBreaks
		r.openAPI()
	case strings.Contains(yamlnode.Scalar(yamlnode.Child(r.root, "$schema")), "json-schema.org/"),
		strings.Contains(strings.ToLower(path.Base(f.Path)), "schema") && yamlnode.Child(r.root, "properties") != nil && yamlnode.Scalar(yamlnode.Child(r.root, "type")) == "object":
		r.d.format, r.d.breaks = formatJSONSchema, structuredBreaks
		r.jsonSchema()
	default:
		return nil, nil
	}
	if r.steps < 0 {
		return nil, errTooMany
	}
	return &r.d, nil
}

// looksStructured reports whether a text has one of the words that these documents cannot do
// without, so that others need not be parsed.
func looksStructured(content []byte) bool {
	for _, word := range []string{"openapi", "swagger", "json-schema.org/", "properties"} {
		if bytes.Contains(content, []byte(word)) {
			return true
		}
	}
	return false
}

func isVersion(n *yaml.Node) bool {
	s := yamlnode.Scalar(n)
	return s != "" && s[0] >= '1' && s[0] <= '9'
}

// each calls f for the entries of a mapping.
func (r *structured) each(n *yaml.Node, f func(key string, at, value *yaml.Node)) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content) && r.steps >= 0; i += 2 {
		r.steps--
		if v := yamlnode.Target(n.Content[i+1]); v != nil {
			f(n.Content[i].Value, n.Content[i], v)
		}
	}
}

// items are the elements of a sequence; each is a step.
func (r *structured) items(n *yaml.Node) []*yaml.Node {
	if n == nil || r.steps < 0 {
		return nil
	}
	if r.steps -= len(n.Content); r.steps < 0 {
		return nil
	}
	return yamlnode.Items(n)
}

// target is what a local reference points to, the node itself where it is none.
func (r *structured) target(n *yaml.Node) *yaml.Node {
	for range maxNested {
		ref, ok := strings.CutPrefix(yamlnode.Scalar(yamlnode.Child(n, "$ref")), "#/")
		if !ok {
			return n
		}
		at := r.root
		for part := range strings.SplitSeq(ref, "/") {
			if at = yamlnode.Child(at, strings.NewReplacer("~1", "/", "~0", "~").Replace(part)); at == nil {
				return n
			}
		}
		n = at
	}
	return n
}

func (r *structured) add(d declaration) int {
	if d.key == "" {
		d.key = d.name
	}
	r.d.declarations = append(r.d.declarations, d)
	return len(r.d.declarations) - 1
}

// jsonSchema adds what a JSON schema declares: what it describes is sent to who has the
// schema.
func (r *structured) jsonSchema() {
	r.schema(r.root, declaration{name: "", field: "schema", line: r.root.Line, parent: -1}, shape{flow: sent}, 0)
	for _, of := range []string{"definitions", "$defs"} {
		r.each(yamlnode.Child(r.root, of), func(key string, at, n *yaml.Node) {
			r.schema(n, declaration{name: of + "." + key, field: "schema", line: at.Line, parent: -1}, shape{flow: sent}, 0)
		})
	}
}

// openAPI adds what an OpenAPI document declares.
func (r *structured) openAPI() {
	if base := yamlnode.Child(r.root, "basePath"); base != nil {
		r.add(declaration{name: "basePath", field: "basePath", line: base.Line, text: yamlnode.Scalar(base), parent: -1, detail: &shape{typ: yamlnode.Scalar(base)}})
	}
	r.each(yamlnode.Child(r.root, "paths"), func(p string, _, item *yaml.Node) {
		item = r.target(item)
		shared := r.items(yamlnode.Child(item, "parameters"))
		r.each(item, func(method string, at, op *yaml.Node) {
			switch method {
			case "get", "put", "post", "delete", "options", "head", "patch", "trace":
				r.operation(p, method, at, op, shared)
			}
		})
	})
	for _, of := range [][]string{{"components", "schemas"}, {"definitions"}} {
		n := r.root
		for _, part := range of {
			n = yamlnode.Child(n, part)
		}
		prefix := strings.Join(of, ".")
		r.each(n, func(key string, at, s *yaml.Node) {
			way := r.flows["#/"+strings.Join(of, "/")+"/"+key]
			if way == 0 {
				way = sent | received
			}
			r.schema(s, declaration{name: prefix + "." + key, field: "schema", line: at.Line, parent: -1}, shape{flow: way}, 0)
		})
	}
}

// operation adds one operation with its parameters, body and responses.
func (r *structured) operation(p, method string, at, op *yaml.Node, shared []*yaml.Node) {
	if len(p) > maxName {
		return
	}
	name := "paths." + p + "." + method
	scope := strings.ToUpper(method) + " " + p
	operation := r.add(declaration{
		name: name, field: "operation", scope: scope, line: at.Line, parent: -1,
		deprecated: yamlnode.Scalar(yamlnode.Child(op, "deprecated")) == "true", detail: &shape{id: yamlnode.Scalar(yamlnode.Child(op, "operationId"))},
	})
	part := func(name, field string, line, parent int) declaration {
		return declaration{name: name, field: field, scope: scope, line: line, parent: parent, quiet: true}
	}
	if security := yamlnode.Child(op, "security"); security != nil {
		var names []string
		for _, s := range r.items(security) {
			r.each(s, func(key string, _, _ *yaml.Node) { names = append(names, key) })
		}
		slices.Sort(names)
		d := part(name+".security", "security", security.Line, operation)
		d.text = strings.Join(names, ", ")
		d.detail = &shape{typ: d.text}
		r.add(d)
	}
	for _, ref := range slices.Concat(r.items(yamlnode.Child(op, "parameters")), shared) {
		n := r.target(ref)
		in, key := yamlnode.Scalar(yamlnode.Child(n, "in")), yamlnode.Scalar(yamlnode.Child(n, "name"))
		if key == "" {
			continue
		}
		s := shape{flow: sent, required: yamlnode.Scalar(yamlnode.Child(n, "required")) == "true"}
		d := part(name+".parameters."+key, "parameter", ref.Line, operation)
		d.key = name + ".parameters." + in + "." + key
		d.text = in
		of := yamlnode.Child(n, "schema")
		if of == nil {
			of = n // version 2
		} else {
			r.mark(of, sent, 0)
		}
		d.deprecated = yamlnode.Scalar(yamlnode.Child(n, "deprecated")) == "true"
		r.schema(of, d, s, 1)
	}
	if body := r.target(yamlnode.Child(op, "requestBody")); body != nil {
		d := part(name+".requestBody", "request", body.Line, operation)
		s := shape{flow: sent, required: yamlnode.Scalar(yamlnode.Child(body, "required")) == "true"}
		if s.required {
			d.text = "required"
		}
		d.detail = &s
		r.contents(body, d.name, r.add(d), sent, part)
	}
	r.each(yamlnode.Child(op, "responses"), func(status string, at, response *yaml.Node) {
		response = r.target(response)
		d := part(name+".responses."+status, "response", at.Line, operation)
		d.detail = &shape{flow: received}
		where := r.add(d)
		r.contents(response, d.name, where, received, part)
		if of := yamlnode.Child(response, "schema"); of != nil { // version 2
			r.mark(of, received, 0)
			r.schema(of, part(d.name+".schema", "schema", of.Line, where), shape{flow: received}, 1)
		}
	})
}

// contents adds the media types of a body.
func (r *structured) contents(body *yaml.Node, name string, parent int, way flow, part func(string, string, int, int) declaration) {
	r.each(yamlnode.Child(body, "content"), func(media string, at, n *yaml.Node) {
		d := part(name+".content."+media, "media type", at.Line, parent)
		d.detail = &shape{flow: way}
		where := r.add(d)
		if of := yamlnode.Child(n, "schema"); of != nil {
			r.mark(of, way, 0)
			r.schema(of, part(d.name+".schema", "schema", of.Line, where), shape{flow: way}, 1)
		}
	})
}

// mark notes the way of all that a schema refers to.
func (r *structured) mark(n *yaml.Node, way flow, deep int) {
	if n = yamlnode.Target(n); n == nil || deep > maxNested {
		return
	}
	if ref := yamlnode.Scalar(yamlnode.Child(n, "$ref")); ref != "" {
		if r.flows[ref]&way != 0 {
			return
		}
		r.flows[ref] |= way
		if at := r.target(n); at != n {
			r.mark(at, way, deep+1)
		}
		return
	}
	r.each(n, func(key string, _, v *yaml.Node) {
		if key != "example" && key != "examples" && key != "enum" && key != "default" {
			r.mark(v, way, deep+1)
		}
	})
	for _, v := range r.items(n) {
		r.mark(v, way, deep+1)
	}
}

// bounds are the limits of a value, and whether a larger one allows more.
var bounds = [...]struct {
	key   string
	upper bool
}{
	{"maximum", true}, {"maxLength", true}, {"maxItems", true}, {"maxProperties", true},
	{"minimum", false}, {"minLength", false}, {"minItems", false}, {"minProperties", false},
}

// schema adds a schema and its parts. The declaration has the name, the shape the way and
// whether it is required.
func (r *structured) schema(n *yaml.Node, d declaration, s shape, deep int) {
	if n = yamlnode.Target(n); n == nil || deep > maxNested || r.steps < 0 || len(d.name) > maxName {
		return
	}
	s.typ = r.typeOf(n)
	s.optional = yamlnode.Child(n, "default") != nil
	parts := []string{d.text, s.typ}
	if s.required {
		parts = append(parts, "required")
	}
	for _, b := range bounds {
		if text := yamlnode.Scalar(yamlnode.Child(n, b.key)); text != "" {
			if v, err := strconv.ParseFloat(text, 64); err == nil {
				if s.limits == nil {
					s.limits = make(map[string]float64)
				}
				s.limits[b.key] = v
				parts = append(parts, b.key+" "+text)
			}
		}
	}
	if s.pattern = yamlnode.Scalar(yamlnode.Child(n, "pattern")); s.pattern != "" {
		parts = append(parts, "pattern "+s.pattern)
	}
	if v := yamlnode.Scalar(yamlnode.Child(n, "default")); v != "" {
		parts = append(parts, "default "+v)
	}
	if yamlnode.Scalar(yamlnode.Child(n, "additionalProperties")) == "false" {
		parts = append(parts, "no other properties")
	}
	if v := yamlnode.Child(n, "const"); v != nil {
		parts = append(parts, "const "+yamlnode.Scalar(v))
	}
	d.text = strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
	d.deprecated = d.deprecated || yamlnode.Scalar(yamlnode.Child(n, "deprecated")) == "true"
	d.detail = &s
	name := d.name
	if name == "" {
		d.name = "schema"
	}
	me := r.add(d)
	child := func(key, field string, line int) declaration {
		return declaration{name: strings.TrimPrefix(name+"."+key, "."), field: field, scope: d.scope, line: line, parent: me, quiet: true}
	}
	for _, v := range r.items(yamlnode.Child(n, "enum")) {
		if v.Kind != yaml.ScalarNode {
			continue
		}
		e := child("enum."+v.Value, "value", v.Line)
		e.key, e.text, e.added, e.removed, e.detail = e.name, v.Value, "enum value added", "enum value removed", &shape{flow: s.flow}
		e.name = d.name
		r.add(e)
	}
	r.parts(n, child, s.flow, deep)
}

// parts adds the properties and elements of a schema.
func (r *structured) parts(n *yaml.Node, child func(key, field string, line int) declaration, way flow, deep int) {
	if deep > maxNested {
		return
	}
	required := make(map[string]bool)
	for _, v := range r.items(yamlnode.Child(n, "required")) {
		required[yamlnode.Scalar(v)] = true
	}
	for _, of := range []string{"properties", "patternProperties"} {
		r.each(yamlnode.Child(n, of), func(key string, at, v *yaml.Node) {
			way := way
			if yamlnode.Scalar(yamlnode.Child(v, "readOnly")) == "true" && way&received != 0 {
				way = received
			}
			if yamlnode.Scalar(yamlnode.Child(v, "writeOnly")) == "true" && way&sent != 0 {
				way = sent
			}
			r.schema(v, child(of+"."+key, "property", at.Line), shape{flow: way, required: required[key]}, deep+1)
		})
	}
	for _, of := range []string{"items", "additionalProperties"} {
		v := yamlnode.Child(n, of)
		if v != nil && v.Kind == yaml.MappingNode && (yamlnode.Child(v, "properties") != nil || yamlnode.Child(v, "enum") != nil || yamlnode.Child(v, "items") != nil) {
			r.schema(v, child(of, of, v.Line), shape{flow: way}, deep+1)
		}
	}
	for _, v := range r.items(yamlnode.Child(n, "allOf")) { // parts of the same object
		r.parts(v, child, way, deep+1)
	}
}

// typeOf is the type of a value in a canonical form: type and format, a reference, what it is
// a list of or one of.
func (r *structured) typeOf(n *yaml.Node) string { return r.typeIn(n, 0) }

func (r *structured) typeIn(n *yaml.Node, deep int) string {
	if n = yamlnode.Target(n); n == nil || deep > 8 || r.steps < 0 {
		return ""
	}
	if ref := yamlnode.Scalar(yamlnode.Child(n, "$ref")); ref != "" {
		return ref[strings.LastIndexByte(ref, '/')+1:]
	}
	types := []string{yamlnode.Scalar(yamlnode.Child(n, "type"))}
	for _, t := range r.items(yamlnode.Child(n, "type")) { // version 3.1
		types = append(types, yamlnode.Scalar(t))
	}
	if yamlnode.Scalar(yamlnode.Child(n, "nullable")) == "true" {
		types = append(types, "null")
	}
	types = slices.DeleteFunc(types, func(t string) bool { return t == "" })
	slices.Sort(types)
	s := strings.Join(types, "|")
	if format := yamlnode.Scalar(yamlnode.Child(n, "format")); format != "" {
		s += "(" + format + ")"
	}
	if of := yamlnode.Child(n, "items"); of != nil {
		s += "[" + r.typeIn(of, deep+1) + "]"
	}
	if of := yamlnode.Child(n, "additionalProperties"); of != nil && of.Kind == yaml.MappingNode {
		s += "{" + r.typeIn(of, deep+1) + "}"
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		var list []string
		for _, v := range r.items(yamlnode.Child(n, key)) {
			if t := r.typeIn(v, deep+1); t != "" && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
		if slices.Sort(list); len(list) > 0 {
			s += " " + key + "(" + strings.Join(list, ", ") + ")"
		}
	}
	return strings.TrimSpace(s)
}

// structuredBreaks is the rule: requests that were right are refused, or responses have what
// clients do not know, or no longer what they rely on.
func structuredBreaks(old, new *declaration) bool {
	if new == nil {
		o := old.detail.(*shape)
		switch old.field {
		case "response": // clients need not expect an error
			status := old.name[strings.LastIndexByte(old.name, '.')+1:]
			return strings.HasPrefix(status, "2") || status == "default"
		case "security":
			return false
		case "value":
			return o.flow&sent != 0
		}
		return true
	}
	n := new.detail.(*shape)
	if old == nil {
		if new.field == "security" {
			return new.parent >= 0 && n.typ != ""
		}
		return n.flow&sent != 0 && n.required && !n.optional && new.field != "response"
	}
	o := old.detail.(*shape)
	switch {
	case old.field != new.field,
		n.flow&sent != 0 && !widens(o.typ, n.typ), n.flow&received != 0 && !widens(n.typ, o.typ),
		n.flow == 0 && o.typ != n.typ:
		return true
	case n.flow&sent != 0 && (n.required && !o.required || n.tighter(o)),
		n.flow&received != 0 && o.required && !n.required:
		return true
	}
	return strings.Contains(new.text, "no other properties") && !strings.Contains(old.text, "no other properties")
}

// widens reports whether a type takes all values of another.
func widens(from, to string) bool {
	if from == to || to == "" {
		return true
	}
	if from == "" || strings.ContainsAny(from+to, "[({ ") {
		return false
	}
	list := strings.Split(to, "|")
	for t := range strings.SplitSeq(from, "|") {
		if !slices.Contains(list, t) && (t != "integer" || !slices.Contains(list, "number")) {
			return false
		}
	}
	return true
}

// tighter reports whether a shape allows less than another.
func (s *shape) tighter(than *shape) bool {
	if s.pattern != than.pattern && s.pattern != "" {
		return true
	}
	for _, b := range bounds {
		n, has := s.limits[b.key]
		o, had := than.limits[b.key]
		if has && (!had || b.upper && n < o || !b.upper && n > o) {
			return true
		}
	}
	return false
}

// Package schema makes a JSON schema of the type of a tool's parameters or answers, and reads
// arguments by it.
//
// In: a Go type with tags, or a JSON object. Out: a Schema, or values of the type; what does not
// fit is an *Error.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Schema is the JSON Schema (draft 2020-12) of a Go type, with the keywords that tools use. It
// is made from the fields and their tags: json for the name, alias for a second one, doc for the
// description, enum, default, min and max for the allowed values. A field without omitempty and default is required.
type Schema struct {
	Type        string          `json:"type,omitempty"`
	Description string          `json:"description,omitempty"`
	Enum        []string        `json:"enum,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Minimum     *int            `json:"minimum,omitempty"`
	Maximum     *int            `json:"maximum,omitempty"`
	Items       *Schema         `json:"items,omitempty"`
	Properties  Properties      `json:"properties,omitempty"`
	Required    []string        `json:"required,omitempty"`
	AnyOf       []*Schema       `json:"anyOf,omitempty"`
	// Additional is the schema of the values of a map, or false.
	Additional any `json:"additionalProperties,omitempty"`
	// Argument: on the command line it is an argument, not a flag.
	Argument bool `json:"-"`
	// Alias is a second name that is understood and not told: other programs have the same
	// parameter under it.
	Alias string `json:"-"`
}

// Properties are the properties of an object in the order of their fields.
type Properties []Property

// A Property is one property.
type Property struct {
	Name string
	*Schema
}

// MarshalJSON returns an object.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, property := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(property.Schema)
		if err != nil {
			return nil, err
		}
		b.WriteString(strconv.Quote(property.Name) + ":")
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// find returns the schema of the property with a name, or nil.
func (p Properties) find(name string) *Schema {
	if i := slices.IndexFunc(p, func(q Property) bool { return q.Name == name }); i >= 0 {
		return p[i].Schema
	}
	return nil
}

// Of returns the schema of a type, which must not be recursive.
func Of(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Pointer:
		return Of(t.Elem())
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice:
		return &Schema{Type: "array", Items: Of(t.Elem())}
	case reflect.Interface:
		return &Schema{} // anything
	case reflect.Map:
		return &Schema{Type: "object", Additional: Of(t.Elem())}
	case reflect.Struct:
		s := &Schema{Type: "object", Additional: false}
		s.addFields(t)
		return s
	}
	return &Schema{Type: "integer"}
}

func (s *Schema) addFields(t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Anonymous:
			embedded := f.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			s.addFields(embedded)
			continue
		case !f.IsExported():
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		field := Of(f.Type)
		field.Description = f.Tag.Get("doc")
		field.Alias = f.Tag.Get("alias")
		_, field.Argument = f.Tag.Lookup("argument")
		of := field
		if field.Items != nil {
			of = field.Items
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			of.Enum = strings.Split(enum, ",")
		}
		field.Minimum, field.Maximum = number(f.Tag.Get("min")), number(f.Tag.Get("max"))
		if value := f.Tag.Get("default"); value != "" {
			if field.Type == "string" {
				value = strconv.Quote(value)
			}
			field.Default = json.RawMessage(value)
		}
		if options != "omitempty" && field.Default == nil {
			s.Required = append(s.Required, name)
		}
		s.Properties = append(s.Properties, Property{name, field})
	}
}

// number parses the number in a tag, nil for none.
func number(tag string) *int {
	n, err := strconv.Atoi(tag)
	if err != nil {
		return nil
	}
	return &n
}

// An Error says which parameter is invalid, and why.
type Error struct {
	Parameter string // "" for the parameters as a whole
	Reason    string
}

func (e *Error) Error() string {
	if e.Parameter == "" {
		return "parameters: " + e.Reason
	}
	return e.Parameter + ": " + e.Reason
}

// maxArguments is the maximum size of arguments in bytes.
const maxArguments = 1 << 20

// DecodeArguments sets the parameters in into to the defaults, then to the values of a JSON object.
func (s *Schema) DecodeArguments(arguments json.RawMessage, into any) error {
	if len(arguments) > maxArguments {
		return &Error{Reason: fmt.Sprintf("%d bytes, at most %d", len(arguments), maxArguments)}
	}
	given := make(map[string]json.RawMessage)
	if len(bytes.TrimSpace(arguments)) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil {
			return &Error{Reason: "want a JSON object"}
		}
	}
	for _, p := range s.Properties {
		value, ok := given[p.Alias]
		if _, both := given[p.Name]; ok && p.Alias != "" && !both {
			given[p.Name] = value
			delete(given, p.Alias)
		}
	}
	for name := range given {
		if s.Properties.find(name) == nil {
			return &Error{name, "no such parameter; there are " + strings.Join(s.names(), ", ")}
		}
	}
	all := make(map[string]json.RawMessage)
	for _, p := range s.Properties {
		value, ok := given[p.Name]
		switch {
		case ok:
			if reason := p.refuses(value); reason != "" {
				return &Error{p.Name, reason}
			}
			all[p.Name] = value
		case p.Default != nil:
			all[p.Name] = p.Default
		case slices.Contains(s.Required, p.Name):
			return &Error{p.Name, "is required"}
		}
	}
	joined, err := json.Marshal(all)
	if err != nil {
		return &Error{Reason: err.Error()}
	}
	return json.Unmarshal(joined, into)
}

func (s *Schema) names() []string {
	var names []string
	for _, p := range s.Properties {
		names = append(names, p.Name)
	}
	return names
}

// refuses returns why a value does not fit the schema, "" if it does.
func (s *Schema) refuses(value json.RawMessage) string {
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil && !errors.Is(err, io.EOF) {
		return "not JSON"
	}
	return s.refusesValue(v)
}

func (s *Schema) refusesValue(v any) string {
	wrong := "want " + map[string]string{"string": "a string", "boolean": "true or false", "integer": "a whole number", "number": "a number", "array": "a list", "object": "an object"}[s.Type]
	switch v := v.(type) {
	case string:
		switch {
		case s.Type != "string":
			return wrong
		case s.Enum != nil && !slices.Contains(s.Enum, v):
			return fmt.Sprintf("%q: want one of %s", clip(v), strings.Join(s.Enum, ", "))
		}
		return ""
	case bool:
		if s.Type == "boolean" {
			return ""
		}
	case json.Number:
		n, err := strconv.Atoi(v.String())
		switch {
		case s.Type == "number":
			return ""
		case s.Type != "integer" || err != nil:
			return wrong
		case s.Minimum != nil && s.Maximum == nil && n < *s.Minimum:
			return fmt.Sprintf("%d: want %d or more", n, *s.Minimum)
		case s.Minimum != nil && s.Maximum != nil && (n < *s.Minimum || n > *s.Maximum):
			return fmt.Sprintf("%d: want %d to %d", n, *s.Minimum, *s.Maximum)
		}
		return ""
	case []any:
		if s.Type != "array" {
			return wrong
		}
		for _, element := range v {
			if reason := s.Items.refusesValue(element); reason != "" {
				return reason
			}
		}
		return ""
	case map[string]any:
		if s.Type == "object" {
			return ""
		}
	}
	return wrong
}

// maxShown is how much of a wrong value an error shows, in characters.
const maxShown = 200

func clip(s string) string {
	if runes := []rune(s); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return s
}

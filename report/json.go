package report

import (
	"bytes"
	_ "embed" // the JSON Schema
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

//go:embed schema/report-v1.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of what Encode writes.
func Schema() []byte { return bytes.Clone(schema) }

// Encode writes r as indented JSON with a final newline. Equal reports give equal
// bytes.
func Encode(w io.Writer, r *Report) error {
	e := json.NewEncoder(w)
	// The JSON is read by programs; escaping < and & for HTML would only hide names.
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	return nil
}

// What Decode reads at most: bytes, and commas between values, which bound the memory that
// a few bytes of JSON can take.
const (
	maxSize   = 64 << 20
	maxCommas = 2 << 20
)

// Decode reads what Encode wrote, and nothing else: the source may be hostile. It refuses
// another schema, since its fields would be misread, and what Validate refuses. A list
// that is missing, as in a report of an older version, is empty.
func Decode(rd io.Reader) (*Report, error) {
	data, err := io.ReadAll(io.LimitReader(rd, maxSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read report: %w", err)
	case len(data) > maxSize || bytes.Count(data, []byte(",")) > maxCommas:
		return nil, errors.New("decode report: it is larger than any report")
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("decode report: %w", err)
	}
	if r.Schema != SchemaName {
		return nil, fmt.Errorf("decode report: schema %.40q, want %q", r.Schema, SchemaName)
	}
	fillLists(reflect.ValueOf(&r).Elem())
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("decode report: %w", err)
	}
	return &r, nil
}

// fillLists makes empty lists of those that are missing.
func fillLists(x reflect.Value) {
	switch x.Kind() {
	case reflect.Pointer:
		if !x.IsNil() {
			fillLists(x.Elem())
		}
	case reflect.Slice:
		if x.IsNil() {
			x.Set(reflect.MakeSlice(x.Type(), 0, 0))
		}
		for i := range x.Len() {
			fillLists(x.Index(i))
		}
	case reflect.Struct:
		for i := range x.NumField() {
			fillLists(x.Field(i))
		}
	}
}

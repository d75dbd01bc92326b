package report

import (
	"bytes"
	_ "embed" // the JSON Schema
	"encoding/json"
	"fmt"
	"io"
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

// Decode reads what Encode wrote. It refuses another schema: its fields would be
// misread.
func Decode(rd io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(rd).Decode(&r); err != nil {
		return nil, fmt.Errorf("decode report: %w", err)
	}
	if r.Schema != SchemaName {
		return nil, fmt.Errorf("decode report: schema %q, want %q", r.Schema, SchemaName)
	}
	return &r, nil
}

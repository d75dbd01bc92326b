package report

import (
	"bytes"
	_ "embed" // the JSON Schema
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

//go:embed schema/report-v1.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of what Encode writes.
func Schema() []byte { return bytes.Clone(schema) }

// Encode writes r as indented JSON with a final newline. Equal reports give equal
// bytes. Whatever is in r, they can be shown in a terminal and in the log of a CI job.
func Encode(w io.Writer, r *Report) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	// The JSON is read by programs; escaping < and & for HTML would only hide names.
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	if _, err := w.Write(inertJSON(b.String())); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	return nil
}

// inertJSON escapes in the strings of a JSON text what Clean makes visible. Package json
// escapes some of it, and nothing outside of strings is any of it.
func inertJSON(s string) []byte {
	out := make([]byte, 0, len(s))
	for i, r := range s {
		switch {
		case r == '#' && isCommand(s[i:]), r >= 0x7f && !unicode.IsGraphic(r) && r <= 0xffff:
			out = fmt.Appendf(out, `\u%04x`, r)
		case r >= 0x7f && !unicode.IsGraphic(r):
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
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
			if !strings.Contains(x.Type().Field(i).Tag.Get("json"), ",omitempty") { // then it is missing because it is empty
				fillLists(x.Field(i))
			}
		}
	}
}

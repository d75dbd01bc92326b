package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// jsonCommand is the command json of the scripts.
func jsonCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: json FILE PATH [VALUE...]")
	}
	document, err := decodeJSON(ts.ReadFile(args[0]))
	ts.Check(err)
	steps := strings.Split(args[1], ".")
	got, err := jsonValues(document, steps)
	ts.Check(err)
	if want := args[2:]; !slices.Equal(got, want) {
		ts.Fatalf("%s is\n\t%s\nwant\n\t%s", args[1], strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// extractCommand is the command extract of the scripts.
func extractCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: extract FILE PATH OUT")
	}
	document, err := decodeJSON(ts.ReadFile(args[0]))
	ts.Check(err)
	values, err := jsonValues(document, strings.Split(args[1], "."))
	ts.Check(err)
	if len(values) != 1 {
		ts.Fatalf("%s are %d values", args[1], len(values))
	}
	var out bytes.Buffer
	ts.Check(json.Indent(&out, []byte(values[0]), "", "  "))
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), append(out.Bytes(), '\n'), 0o666))
}

// decodeJSON returns the document in text, or the list of all when there are several.
func decodeJSON(text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var documents []any
	for {
		var d any
		switch err := decoder.Decode(&d); {
		case errors.Is(err, io.EOF) && len(documents) == 1:
			return documents[0], nil
		case errors.Is(err, io.EOF):
			return documents, nil
		case err != nil:
			return nil, err
		}
		documents = append(documents, d)
	}
}

// jsonValues returns the values of document that the steps of a path lead to.
func jsonValues(document any, steps []string) ([]string, error) {
	at := []any{document}
	for i, step := range steps {
		if i == len(steps)-1 && strings.Contains(step, ",") {
			return jsonRows(at, strings.Split(step, ","))
		}
		var next []any
		for _, value := range at {
			below, err := jsonStep(value, step)
			if err != nil {
				return nil, err
			}
			next = append(next, below...)
		}
		at = next
	}
	var texts []string
	for _, value := range at {
		texts = append(texts, jsonText(value))
	}
	return texts, nil
}

// jsonStep returns what one step leads to.
func jsonStep(value any, step string) ([]any, error) {
	switch v := value.(type) {
	case map[string]any:
		if below, ok := v[step]; ok {
			return []any{below}, nil
		}
		if key, want, ok := strings.Cut(step, "="); ok {
			if jsonText(v[key]) == want {
				return []any{v}, nil
			}
			return nil, nil
		}
	case []any:
		if step == "*" {
			return v, nil
		}
		if n, err := strconv.Atoi(step); err == nil && n >= 0 && n < len(v) {
			return v[n : n+1], nil
		}
		if key, want, ok := strings.Cut(step, "="); ok {
			var some []any
			for _, element := range v {
				object, _ := element.(map[string]any)
				if jsonText(object[key]) == want {
					some = append(some, element)
				}
			}
			return some, nil
		}
	}
	return nil, fmt.Errorf("there is no %s in %s", step, jsonText(value))
}

// jsonRows returns the values of several keys of each object.
func jsonRows(objects []any, keys []string) ([]string, error) {
	var rows []string
	for _, object := range objects {
		var row []string
		for _, key := range keys {
			below, err := jsonStep(object, key)
			if err != nil {
				return nil, err
			}
			row = append(row, jsonText(below[0]))
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows, nil
}

// jsonText is a string as it is, and anything else as JSON.
func jsonText(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

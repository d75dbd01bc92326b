package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// An api is what a forge publishes about its API: the operations that the client uses.
//
// The text has one paragraph for each, "#" starts a comment:
//
//	name METHOD /path/{parameter}
//	query page:int
//	body body!:string user.login:string items[].id:int
//	answer 201 id:int body:string
//
// An exclamation mark stands for a member that is required. Other members are mistakes, as in
// an answer of the fake.
type api struct{ operations []*operation }

type operation struct {
	name, method string
	path         []string
	query, body  []member
	answers      map[int][]member
}

// A member is one of a query or of a JSON document.
type member struct {
	name     string // "a.b" and "a[].b" for nested ones
	kind     string // string, int, number, bool, object, array, null; several with "|"
	required bool
}

func parse(text string) (*api, error) {
	a := &api{}
	var o *operation
	for number, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		var err error
		switch {
		case len(words) == 0:
		case words[0] == "query" && o != nil:
			o.query, err = members(words[1:])
		case words[0] == "body" && o != nil:
			o.body, err = members(words[1:])
		case words[0] == "answer" && o != nil && len(words) > 1:
			var status int
			if status, err = strconv.Atoi(words[1]); err == nil {
				o.answers[status], err = members(words[2:])
			}
		case len(words) == 3 && strings.HasPrefix(words[2], "/"):
			o = &operation{name: words[0], method: words[1], path: strings.Split(words[2], "/"), answers: make(map[int][]member)}
			a.operations = append(a.operations, o)
		default:
			err = fmt.Errorf("not understood")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the API: %q: %w", number+1, line, err)
		}
	}
	return a, nil
}

func members(words []string) ([]member, error) {
	var out []member
	for _, w := range words {
		name, kind, ok := strings.Cut(w, ":")
		if !ok {
			return nil, fmt.Errorf("%q has no kind", w)
		}
		out = append(out, member{name: strings.TrimSuffix(name, "!"), kind: kind, required: strings.HasSuffix(name, "!")})
	}
	return out, nil
}

// find returns the operation of a request, with its parameters. The path is escaped.
func (a *api) find(method, path string) (*operation, map[string]string) {
	segments := strings.Split(path, "/")
	for _, o := range a.operations {
		if o.method != method || len(o.path) != len(segments) {
			continue
		}
		params := make(map[string]string)
		matches := true
		for i, want := range o.path {
			got, err := url.PathUnescape(segments[i])
			switch name, isParameter := strings.CutPrefix(want, "{"); {
			case err != nil || got == "" && i > 0:
				matches = false
			case isParameter:
				params[strings.TrimSuffix(name, "}")] = got
			case got != want:
				matches = false
			}
		}
		if matches {
			return o, params
		}
	}
	return nil, nil
}

// check returns what is wrong with a request.
func (o *operation) check(r *http.Request, body []byte) error {
	for name, values := range r.URL.Query() {
		i := slices.IndexFunc(o.query, func(m member) bool { return m.name == name })
		if i < 0 {
			return fmt.Errorf("unknown query parameter %q", name)
		}
		for _, v := range values {
			if _, err := strconv.Atoi(v); o.query[i].kind == "int" && err != nil {
				return fmt.Errorf("query parameter %s=%q is no number", name, v)
			}
		}
	}
	for _, m := range o.query {
		if m.required && !r.URL.Query().Has(m.name) {
			return fmt.Errorf("the query parameter %q is missing", m.name)
		}
	}
	if o.body == nil {
		if len(body) > 0 {
			return fmt.Errorf("a body where none belongs")
		}
		return nil
	}
	if kind := r.Header.Get("Content-Type"); kind != "application/json" {
		return fmt.Errorf("Content-Type %q", kind)
	}
	return fits(body, o.body)
}

// fits returns an error if a JSON document has other members than those.
func fits(body []byte, want []member) error {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	if all, ok := v.([]any); ok { // a list of such documents
		for _, e := range all {
			if err := walk("", e, want); err != nil {
				return err
			}
		}
		return nil
	}
	return walk("", v, want)
}

func walk(at string, v any, want []member) error {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			full := strings.TrimPrefix(at+"."+name, ".")
			kind := ""
			for _, m := range want {
				switch {
				case m.name == full:
					kind = m.kind
				case kind == "" && (strings.HasPrefix(m.name, full+".")):
					kind = "object"
				case kind == "" && strings.HasPrefix(m.name, full+"[]"):
					kind = "array"
				}
			}
			if kind == "" {
				return fmt.Errorf("unknown member %q", full)
			}
			if got := kindOf(value); !slices.Contains(strings.Split(kind, "|"), got) && !(got == "int" && kind == "number") {
				return fmt.Errorf("%s is a %s, want %s", full, got, kind)
			}
			if err := walk(full, value, want); err != nil {
				return err
			}
		}
		for _, m := range want {
			rest, ok := strings.CutPrefix(m.name, strings.TrimPrefix(at+".", "."))
			if ok && m.required && !strings.ContainsAny(rest, ".[") && v[rest] == nil {
				return fmt.Errorf("the member %q is missing", m.name)
			}
		}
	case []any:
		for _, e := range v {
			if err := walk(at+"[]", e, want); err != nil {
				return err
			}
		}
	}
	return nil
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "bool"
	case []any:
		return "array"
	case float64:
		if v == float64(int64(v)) {
			return "int"
		}
		return "number"
	}
	return "object"
}

// Package document reads JSON, TOML and YAML into one form that knows its lines.
//
// In: the bytes of a file. Out: a tree of values, or an error of one line.
//
// Invariants: a tree is at most maxDepth deep. Members keep the order of the file. An alias of
// YAML is read as an empty value, so that a document is never larger than its bytes.
package document

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"
)

// maxDepth bounds how deep values may be nested.
const maxDepth = 200

var errDepth = fmt.Errorf("nested more than %d deep", maxDepth)

// A Value is a scalar, a list or a map, the zero Value an empty scalar.
type Value struct {
	Text    string   // of a scalar, without quotes
	List    []Value  // the items of a list
	Members []Member // of a map, in the order of the file
	Line    int      // 1-based, where it begins
	Comment string   // of YAML: on the line of a scalar, without its mark
}

// A Member is a key of a map with its value.
type Member struct {
	Key   string
	Line  int // of the key
	Value Value
}

// Get returns the value below a path of keys, nil where there is none.
func (v *Value) Get(keys ...string) *Value {
	for _, key := range keys {
		if v == nil {
			return nil
		}
		m := v.member(key)
		if m == nil {
			return nil
		}
		v = &m.Value
	}
	return v
}

// member returns the last member with a key, as parsers that overwrite earlier ones do.
func (v *Value) member(key string) *Member {
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Key == key {
			return &v.Members[i]
		}
	}
	return nil
}

// String returns the text of a scalar, empty for nil and for anything else.
func (v *Value) String() string {
	if v == nil {
		return ""
	}
	return v.Text
}

// JSON reads JSON, with comments and trailing commas.
func JSON(data []byte) (*Value, error) {
	if nesting(data) > maxDepth {
		return nil, errDepth // the parser has no bound of its own
	}
	v, err := hujson.Parse(data)
	if err != nil {
		return nil, errors.New("no valid JSON: " + strings.TrimPrefix(err.Error(), "hujson: "))
	}
	r := jsonReader{lines: newLines(data)}
	out, err := r.value(&v, 0)
	return &out, err
}

// nesting returns how deep the brackets of JSON are nested.
func nesting(data []byte) int {
	depth, deepest, quoted := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

type jsonReader struct{ lines lines }

func (r *jsonReader) value(v *hujson.Value, depth int) (Value, error) {
	out := Value{Line: r.lines.at(v.StartOffset)}
	if depth > maxDepth {
		return out, errDepth
	}
	switch x := v.Value.(type) {
	case hujson.Literal:
		out.Text = string(x)
		if x.Kind() == '"' {
			out.Text = x.String()
		}
	case *hujson.Array:
		for i := range x.Elements {
			item, err := r.value(&x.Elements[i], depth+1)
			if err != nil {
				return out, err
			}
			out.List = append(out.List, item)
		}
	case *hujson.Object:
		for i := range x.Members {
			m := &x.Members[i]
			value, err := r.value(&m.Value, depth+1)
			if err != nil {
				return out, err
			}
			key, _ := m.Name.Value.(hujson.Literal)
			out.Members = append(out.Members, Member{Key: key.String(), Line: r.lines.at(m.Name.StartOffset), Value: value})
		}
	}
	return out, nil
}

// lines has the offsets at which lines begin.
type lines []int

func newLines(data []byte) lines {
	l := lines{0}
	for i, b := range data {
		if b == '\n' {
			l = append(l, i+1)
		}
	}
	return l
}

func (l lines) at(offset int) int {
	i, found := slices.BinarySearch(l, offset)
	if found {
		return i + 1
	}
	return i
}

// YAML reads the documents of a YAML file.
func YAML(data []byte) ([]*Value, error) {
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	var out []*Value
	for {
		var n yaml.Node
		if err := d.Decode(&n); err != nil {
			if len(out) > 0 || strings.TrimSpace(string(data)) == "" || err.Error() == "EOF" {
				if err.Error() == "EOF" {
					return out, nil
				}
			}
			first, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "yaml: "), "\n")
			return nil, errors.New("no valid YAML: " + first)
		}
		v, err := yamlValue(&n, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, &v)
	}
}

func yamlValue(n *yaml.Node, depth int) (Value, error) {
	out := Value{Line: n.Line}
	if depth > maxDepth {
		return out, errDepth
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) > 0 {
			return yamlValue(n.Content[0], depth+1)
		}
	case yaml.ScalarNode:
		out.Text, out.Comment = n.Value, strings.TrimSpace(strings.TrimLeft(n.LineComment, "# "))
	case yaml.SequenceNode:
		for _, c := range n.Content {
			item, err := yamlValue(c, depth+1)
			if err != nil {
				return out, err
			}
			out.List = append(out.List, item)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			value, err := yamlValue(n.Content[i+1], depth+1)
			if err != nil {
				return out, err
			}
			out.Members = append(out.Members, Member{Key: n.Content[i].Value, Line: n.Content[i].Line, Value: value})
		}
	}
	return out, nil
}

// TOML reads TOML.
func TOML(data []byte) (*Value, error) {
	p := unstable.Parser{}
	p.Reset(data)
	r := tomlReader{lines: newLines(data), parser: &p}
	root := &Value{Line: 1}
	at := root
	for p.NextExpression() {
		e := p.Expression()
		var err error
		switch e.Kind {
		case unstable.Table:
			at, err = r.open(root, e.Key(), false)
		case unstable.ArrayTable:
			at, err = r.open(root, e.Key(), true)
		case unstable.KeyValue:
			err = r.set(at, e, 0)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.Error(); err != nil {
		return nil, errors.New("no valid TOML: " + strings.TrimPrefix(err.Error(), "toml: "))
	}
	return root, nil
}

type tomlReader struct {
	lines  lines
	parser *unstable.Parser
	at     int // line of the last key
}

// open returns the table of a header, made where it is missing. The header of an array adds an
// item to it.
func (r *tomlReader) open(v *Value, key unstable.Iterator, array bool) (*Value, error) {
	depth := 0
	for key.Next() {
		if depth++; depth > maxDepth {
			return nil, errDepth
		}
		name, line := string(key.Node().Data), r.line(key.Node())
		m := v.member(name)
		if m == nil {
			v.Members = append(v.Members, Member{Key: name, Line: line, Value: Value{Line: line}})
			m = &v.Members[len(v.Members)-1]
		}
		v = &m.Value
		if array && key.IsLast() {
			v.List = append(v.List, Value{Line: line})
		}
		if n := len(v.List); n > 0 {
			v = &v.List[n-1]
		}
	}
	return v, nil
}

// set adds what a key and its value say to a table.
func (r *tomlReader) set(v *Value, e *unstable.Node, depth int) error {
	var keys []string
	line := 0
	for key := e.Key(); key.Next(); {
		keys = append(keys, string(key.Node().Data))
		if line == 0 {
			line = r.line(key.Node())
		}
	}
	if depth+len(keys) > maxDepth || len(keys) == 0 {
		return errDepth
	}
	r.at = line
	for _, key := range keys[:len(keys)-1] {
		m := v.member(key)
		if m == nil {
			v.Members = append(v.Members, Member{Key: key, Line: line, Value: Value{Line: line}})
			m = &v.Members[len(v.Members)-1]
		}
		v = &m.Value
	}
	value, err := r.value(e.Value(), depth+len(keys))
	v.Members = append(v.Members, Member{Key: keys[len(keys)-1], Line: line, Value: value})
	return err
}

func (r *tomlReader) value(n *unstable.Node, depth int) (Value, error) {
	out := Value{Line: r.line(n)}
	if depth > maxDepth {
		return out, errDepth
	}
	switch n.Kind {
	case unstable.Array:
		for items := n.Children(); items.Next(); {
			if items.Node().Kind == unstable.Comment {
				continue
			}
			item, err := r.value(items.Node(), depth+1)
			if err != nil {
				return out, err
			}
			out.List = append(out.List, item)
		}
	case unstable.InlineTable:
		for items := n.Children(); items.Next(); {
			if items.Node().Kind != unstable.KeyValue {
				continue
			}
			if err := r.set(&out, items.Node(), depth+1); err != nil {
				return out, err
			}
		}
	default:
		out.Text = string(n.Data)
	}
	return out, nil
}

// line returns the line of a node, that of the last key for one that knows no place.
func (r *tomlReader) line(n *unstable.Node) int {
	if n.Raw.Length > 0 {
		return r.lines.at(int(n.Raw.Offset))
	}
	return max(r.at, 1)
}

// Package tomledit puts a table into TOML files that people and other programs write, and takes
// it out again, and leaves everything else in them as it is: comments, order, spaces.
//
// In: the bytes of a file and the path of a table. Out: the bytes with the change, or an error.
//
// Invariants: the result is decoded and compared with what was meant before it is returned, so
// a layout that is not understood is an error and never a broken file; Remove after Set returns
// the bytes of before where these end with a line end.
package tomledit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A Pair is a key of a table with its value, a string or a list of strings.
type Pair struct {
	Key   string
	Value any
}

// Set makes the table at path hold pairs. Other keys of the table stay.
func Set(content []byte, path []string, pairs []Pair) ([]byte, error) {
	want, err := decode(content)
	if err != nil {
		return nil, err
	}
	table := child(want, path)
	for _, p := range pairs {
		table[p.Key] = decoded(p.Value)
	}
	items, err := parse(content)
	if err != nil {
		return nil, err
	}
	if inline(items, path) {
		return nil, unchangeable(path)
	}
	header := slices.IndexFunc(items, func(it item) bool { return it.header && slices.Equal(it.path, path) })
	var out []byte
	if header < 0 {
		out = appended(content, path, pairs)
	} else if out, err = replaced(content, items, header, pairs); err != nil {
		return nil, err
	}
	return checked(out, want, path)
}

// Remove takes the table at path out, with the tables below it. Nothing is left of a file that
// holds no more than that.
func Remove(content []byte, path []string) ([]byte, error) {
	want, err := decode(content)
	if err != nil {
		return nil, err
	}
	if !drop(want, path) {
		return content, nil
	}
	items, err := parse(content)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(content)
	for i := len(items) - 1; i >= 0; i-- {
		if !items[i].header || !below(items[i].path, path) {
			continue
		}
		last := i
		for last+1 < len(items) && !items[last+1].header {
			last++
		}
		start, end := lineStart(out, items[i].start), lineEnd(out, items[last].end)
		if blank := blankLineBefore(out, start); blank < start && (end == len(out) || bytes.IndexByte([]byte("\r\n["), out[end]) >= 0) {
			start = blank
		}
		out = slices.Delete(out, start, end)
	}
	if len(bytes.TrimSpace(out)) == 0 {
		out = nil
	}
	return checked(out, want, path)
}

// checked returns out if it says what is wanted.
func checked(out []byte, want map[string]any, path []string) ([]byte, error) {
	got, err := decode(out)
	if err != nil || !reflect.DeepEqual(pruned(got), pruned(want)) {
		return nil, unchangeable(path)
	}
	return out, nil
}

func unchangeable(path []string) error {
	return fmt.Errorf("%s is written in a way that cannot be changed", strings.Join(path, "."))
}

// inline reports whether a key holds the table at path, or one around it, as its value: no header
// may add to such a table.
func inline(items []item, path []string) bool {
	var header []string
	for _, it := range items {
		if it.header {
			header = it.path
		} else if below(path, slices.Concat(header, it.path)) {
			return true
		}
	}
	return false
}

func decode(content []byte) (map[string]any, error) {
	m := make(map[string]any)
	if err := toml.Unmarshal(content, &m); err != nil {
		var wrong toml.ParseError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("not TOML: line %d: %s", wrong.Position.Line, wrong.Message)
		}
		return nil, fmt.Errorf("not TOML: %w", err)
	}
	return m, nil
}

// decoded returns a value as decode does.
func decoded(value any) any {
	list, ok := value.([]string)
	if !ok {
		return value
	}
	out := make([]any, len(list))
	for i := range list {
		out[i] = list[i]
	}
	return out
}

// child returns the table at path, made where it is not there.
func child(m map[string]any, path []string) map[string]any {
	for _, key := range path {
		next, ok := m[key].(map[string]any)
		if !ok {
			next = make(map[string]any)
			m[key] = next
		}
		m = next
	}
	return m
}

// drop takes the table at path out, and reports whether it was there.
func drop(m map[string]any, path []string) bool {
	for _, key := range path[:len(path)-1] {
		next, ok := m[key].(map[string]any)
		if !ok {
			return false
		}
		m = next
	}
	_, there := m[path[len(path)-1]]
	delete(m, path[len(path)-1])
	return there
}

// pruned returns a table without empty ones in it, which say nothing.
func pruned(m map[string]any) map[string]any {
	m = maps.Clone(m)
	for key, value := range m {
		if table, ok := value.(map[string]any); ok {
			if table = pruned(table); len(table) == 0 {
				delete(m, key)
			} else {
				m[key] = table
			}
		}
	}
	return m
}

// An item is a header or a key with its value.
type item struct {
	header     bool
	path       []string // of a header: the table; else the key as it is written
	start, end int      // of a header: its names; else key and value
}

func parse(content []byte) ([]item, error) {
	var p unstable.Parser
	p.Reset(content)
	var items []item
	for p.NextExpression() {
		e := p.Expression()
		it := item{header: e.Kind == unstable.Table || e.Kind == unstable.ArrayTable}
		for k := e.Key(); k.Next(); {
			raw := k.Node().Raw
			if len(it.path) == 0 {
				it.start = int(raw.Offset)
			}
			it.path = append(it.path, string(k.Node().Data))
			it.end = int(raw.Offset + raw.Length)
		}
		if e.Kind == unstable.KeyValue {
			it.start, it.end = int(e.Raw.Offset), int(e.Raw.Offset+e.Raw.Length)
		}
		items = append(items, it)
	}
	if err := p.Error(); err != nil {
		return nil, fmt.Errorf("not TOML: %w", err)
	}
	return items, nil
}

// appended returns content with a new table at its end.
func appended(content []byte, path []string, pairs []Pair) []byte {
	nl := newline(content)
	out := slices.Clone(content)
	if len(out) > 0 {
		if !bytes.HasSuffix(out, []byte("\n")) {
			out = append(out, nl...)
		}
		out = append(out, nl...)
	}
	var names []string
	for _, name := range path {
		names = append(names, key(name))
	}
	out = fmt.Appendf(out, "[%s]%s", strings.Join(names, "."), nl)
	for _, p := range pairs {
		out = fmt.Appendf(out, "%s = %s%s", key(p.Key), encode(p.Value), nl)
	}
	return out
}

// replaced returns content with other values in the table of a header.
func replaced(content []byte, items []item, header int, pairs []Pair) ([]byte, error) {
	out := slices.Clone(content)
	end := header + 1
	for end < len(items) && !items[end].header {
		end++
	}
	var added []byte
	for i := len(pairs) - 1; i >= 0; i-- {
		p := pairs[i]
		at := slices.IndexFunc(items[header+1:end], func(it item) bool { return slices.Equal(it.path, []string{p.Key}) })
		if at < 0 {
			added = append(fmt.Appendf(nil, "%s = %s%s", key(p.Key), encode(p.Value), newline(content)), added...)
			continue
		}
		it := items[header+1+at]
		out = slices.Concat(out[:it.start], fmt.Appendf(nil, "%s = %s", key(p.Key), encode(p.Value)), out[it.end:])
		if moved := len(out) - len(content); moved != 0 { // the places behind have moved
			var err error
			if items, err = parse(out); err != nil {
				return nil, err
			}
			content = out
		}
	}
	at := lineEnd(out, items[header].end)
	return slices.Concat(out[:at], added, out[at:]), nil
}

func below(path, of []string) bool {
	return len(path) >= len(of) && slices.Equal(path[:len(of)], of)
}

func lineStart(b []byte, at int) int { return bytes.LastIndexByte(b[:at], '\n') + 1 }

// lineEnd returns the start of the next line.
func lineEnd(b []byte, at int) int {
	if n := bytes.IndexByte(b[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(b)
}

// blankLineBefore returns the start of the line before the one at start where it is blank, else
// start.
func blankLineBefore(b []byte, start int) int {
	if start == 0 {
		return start
	}
	before := lineStart(b, start-1)
	if len(bytes.TrimSpace(b[before:start])) > 0 {
		return start
	}
	return before
}

func newline(content []byte) string {
	if bytes.Contains(content, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// key writes a key, in quotes where it must be.
func key(name string) string {
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		return name
	}
	return encode(name)
}

// encode writes a value: a string of JSON is one of TOML, and so is a list of them.
func encode(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // strings can be encoded
	return strings.TrimSpace(b.String())
}

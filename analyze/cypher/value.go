package cypher

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// kindOf names the kind of a value.
func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "a map"
	case *Node:
		return "a node"
	case *Relationship:
		return "a relationship"
	}
	return "a path"
}

func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// equal is the operator =: true, false, or nil when null is in the way.
func equal(a, b any) any {
	if a == nil || b == nil {
		return nil
	}
	switch x := a.(type) {
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		var result any = true
		for i := range x {
			switch equal(x[i], y[i]) {
			case false:
				return false
			case nil:
				result = nil
			}
		}
		return result
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		var result any = true
		for key, v := range x {
			w, ok := y[key]
			if !ok {
				return false
			}
			switch equal(v, w) {
			case false:
				return false
			case nil:
				result = nil
			}
		}
		return result
	case *Path:
		y, ok := b.(*Path)
		return ok && slices.Equal(x.Nodes, y.Nodes) && slices.Equal(x.Relationships, y.Relationships)
	case int64, float64:
		c, ok := compare(a, b)
		return ok && c == 0
	}
	switch b.(type) {
	case []any, map[string]any:
		return false // cannot be compared by ==
	}
	return a == b
}

// compare orders values of one kind; false when < means nothing between them.
func compare(a, b any) (int, bool) {
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			return cmp.Compare(x, y), true
		}
	case string:
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	case bool:
		y, ok := b.(bool)
		return cmp.Compare(number(x), number(y)), ok
	case []any:
		y, ok := b.([]any)
		for i := 0; ok && i < min(len(x), len(y)); i++ {
			if c, ok := compare(x[i], y[i]); !ok || c != 0 {
				return c, ok
			}
		}
		return cmp.Compare(len(x), len(y)), ok
	}
	f, ok := toFloat(a)
	g, ok2 := toFloat(b)
	if !ok || !ok2 || math.IsNaN(f) || math.IsNaN(g) {
		return 0, false
	}
	return cmp.Compare(f, g), true
}

// weight is about how many values have to be looked at to compare a value: 0 for one that is
// no list or map.
func weight(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		n = len(v)
		for _, element := range v {
			n += weight(element)
		}
	case map[string]any:
		n = len(v)
		for _, element := range v {
			n += weight(element)
		}
	}
	return n
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rank is the place of a kind of values in the order of all values.
func rank(v any) int {
	switch v.(type) {
	case map[string]any:
		return 0
	case *Node:
		return 1
	case *Relationship:
		return 2
	case []any:
		return 3
	case *Path:
		return 4
	case string:
		return 5
	case bool:
		return 6
	case nil:
		return 8
	}
	return 7
}

// order is that of ORDER BY: it puts any two values in a sequence, null last.
func order(a, b any) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	switch x := a.(type) {
	case *Node:
		return cmp.Compare(x.index, b.(*Node).index)
	case *Relationship:
		return cmp.Compare(x.index, b.(*Relationship).index)
	case *Path:
		y := b.(*Path)
		return cmp.Or(
			slices.CompareFunc(x.Nodes, y.Nodes, func(a, b *Node) int { return order(a, b) }),
			slices.CompareFunc(x.Relationships, y.Relationships, func(a, b *Relationship) int { return order(a, b) }))
	case []any:
		return slices.CompareFunc(x, b.([]any), order)
	case map[string]any:
		y := b.(map[string]any)
		keys, others := slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Keys(y))
		if c := slices.Compare(keys, others); c != 0 {
			return c
		}
		for _, key := range keys {
			if c := order(x[key], y[key]); c != 0 {
				return c
			}
		}
		return 0
	case nil:
		return 0
	}
	if c, ok := compare(a, b); ok {
		return c
	}
	// One of two numbers is NaN, which is greater than all others.
	f, _ := toFloat(a)
	g, _ := toFloat(b)
	return cmp.Compare(number(math.IsNaN(f)), number(math.IsNaN(g)))
}

// keyOf returns a string that is the same for rows that DISTINCT takes for the same: null
// is the same as null, and 1 as 1.0.
func keyOf(row []any) string { return string(appendKey(nil, row)) }

func appendKey(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 0)
	case bool:
		return append(b, 1, byte(number(v)))
	case int64:
		if int64(float64(v)) == v {
			return appendKey(b, float64(v))
		}
		return binary.BigEndian.AppendUint64(append(b, 2), uint64(v))
	case float64:
		if v == 0 || math.IsNaN(v) {
			v = math.Abs(v) // there is one zero, and one NaN
		}
		return binary.BigEndian.AppendUint64(append(b, 3), math.Float64bits(v))
	case string:
		return append(binary.AppendUvarint(append(b, 4), uint64(len(v))), v...)
	case []any:
		b = binary.AppendUvarint(append(b, 5), uint64(len(v)))
		for _, element := range v {
			b = appendKey(b, element)
		}
		return b
	case map[string]any:
		b = binary.AppendUvarint(append(b, 6), uint64(len(v)))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b = appendKey(appendKey(b, key), v[key])
		}
		return b
	case *Node:
		return binary.AppendUvarint(append(b, 7), uint64(v.index))
	case *Relationship:
		return binary.AppendUvarint(append(b, 8), uint64(v.index))
	case *Path:
		b = binary.AppendUvarint(append(b, 9), uint64(len(v.Relationships)))
		b = appendKey(b, v.Nodes[0])
		for _, r := range v.Relationships {
			b = appendKey(b, r)
		}
	}
	return b
}

// plain writes a value as text that stands alone.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 0):
			return strings.TrimPrefix(fmt.Sprint(v), "+") + "inity"
		case v == math.Trunc(v) && math.Abs(v) < 1e15:
			return strconv.FormatFloat(v, 'f', 1, 64)
		case math.Abs(v) < 1e15 && math.Abs(v) > 1e-7:
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return format(v)
}

// format writes a value as it would stand in a query.
func format(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return Quote(v)
	case []any:
		all := make([]string, len(v))
		for i, element := range v {
			all[i] = format(element)
		}
		return "[" + strings.Join(all, ", ") + "]"
	case map[string]any:
		all := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, Name(key)+": "+format(v[key]))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case *Node:
		return v.String()
	case *Relationship:
		return "[:" + Name(v.Type) + "]"
	case *Path:
		return v.String()
	}
	return plain(v)
}

// Format writes a value for people: a string is not quoted unless it is part of something.
func Format(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return format(v)
}

// Literal writes a value that is no node, relationship or path as it stands in a query.
func Literal(v any) string { return format(v) }

// String is (:Label {id: 'its id'}), or its name where it has no id.
func (n *Node) String() string {
	s := "("
	if len(n.Labels) > 0 {
		s += ":" + Name(n.Labels[0])
	}
	for _, key := range []string{"id", "name"} {
		if v := n.Get(key); v != nil {
			s += " {" + key + ": " + format(v) + "}"
			break
		}
	}
	return s + ")"
}

// String is (:A {…})-[:TYPE]->(:B {…}).
func (p *Path) String() string {
	var b strings.Builder
	b.WriteString(p.Nodes[0].String())
	for i, r := range p.Relationships {
		if r.Source == p.Nodes[i] {
			b.WriteString("-" + format(r) + "->")
		} else {
			b.WriteString("<-" + format(r) + "-")
		}
		b.WriteString(p.Nodes[i+1].String())
	}
	return b.String()
}

// Quote writes a string as it stands in a query.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || r >= 0x80 && r < 0xa0:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}

// Name writes a name as it stands in a query, in backticks when it needs them.
func Name(s string) string {
	for i, r := range s {
		if i == 0 && !isNameStart(r) || !isName(r) {
			return "`" + strings.ReplaceAll(s, "`", "``") + "`"
		}
	}
	if s == "" {
		return "``"
	}
	return s
}

// Package value compares, orders and writes the values of queries.
//
// In: values, which are nil (null), bool, int64, float64, string, []any, map[string]any,
// *property.Node, *property.Relationship or *property.Path. Out: whether they are equal, which
// comes first, a key that equal ones share, and their text.
//
// Invariants: Order puts any two values in one sequence; a key is the same exactly for values
// that DISTINCT takes for the same; a Literal of a value is read as that value again.
package value

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
)

// Kind names the kind of a value.
func Kind(v any) string {
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
	case *property.Node:
		return "a node"
	case *property.Relationship:
		return "a relationship"
	}
	return "a path"
}

// Float returns a number as a float64; false for what is none.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// Equal is the operator =: true, false, or nil when null is in the way.
func Equal(a, b any) any {
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
			switch Equal(x[i], y[i]) {
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
			switch Equal(v, w) {
			case false:
				return false
			case nil:
				result = nil
			}
		}
		return result
	case *property.Path:
		y, ok := b.(*property.Path)
		return ok && slices.Equal(x.Nodes, y.Nodes) && slices.Equal(x.Relationships, y.Relationships)
	case int64, float64:
		c, ok := Compare(a, b)
		return ok && c == 0
	}
	switch b.(type) {
	case []any, map[string]any:
		return false // cannot be compared by ==
	}
	return a == b
}

// Compare orders values of one kind; false when < means nothing between them.
func Compare(a, b any) (int, bool) {
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
			if c, ok := Compare(x[i], y[i]); !ok || c != 0 {
				return c, ok
			}
		}
		return cmp.Compare(len(x), len(y)), ok
	}
	f, ok := Float(a)
	g, ok2 := Float(b)
	if !ok || !ok2 || math.IsNaN(f) || math.IsNaN(g) {
		return 0, false
	}
	return cmp.Compare(f, g), true
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
	case *property.Node:
		return 1
	case *property.Relationship:
		return 2
	case []any:
		return 3
	case *property.Path:
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

// Order is that of ORDER BY: it puts any two values in a sequence, null last.
func Order(a, b any) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	switch x := a.(type) {
	case *property.Node:
		return cmp.Compare(x.Index(), b.(*property.Node).Index())
	case *property.Relationship:
		return cmp.Compare(x.Index(), b.(*property.Relationship).Index())
	case *property.Path:
		y := b.(*property.Path)
		return cmp.Or(
			slices.CompareFunc(x.Nodes, y.Nodes, func(a, b *property.Node) int { return Order(a, b) }),
			slices.CompareFunc(x.Relationships, y.Relationships, func(a, b *property.Relationship) int { return Order(a, b) }))
	case []any:
		return slices.CompareFunc(x, b.([]any), Order)
	case map[string]any:
		y := b.(map[string]any)
		keys, others := slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Keys(y))
		if c := slices.Compare(keys, others); c != 0 {
			return c
		}
		for _, key := range keys {
			if c := Order(x[key], y[key]); c != 0 {
				return c
			}
		}
		return 0
	case nil:
		return 0
	}
	if c, ok := Compare(a, b); ok {
		return c
	}
	// One of two numbers is NaN, which is greater than all others.
	f, _ := Float(a)
	g, _ := Float(b)
	return cmp.Compare(number(math.IsNaN(f)), number(math.IsNaN(g)))
}

// Key returns a string that is the same for rows that DISTINCT takes for the same: null
// is the same as null, and 1 as 1.0.
func Key(row []any) string { return string(appendKey(nil, row)) }

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
	case *property.Node:
		return binary.AppendUvarint(append(b, 7), uint64(v.Index()))
	case *property.Relationship:
		return binary.AppendUvarint(append(b, 8), uint64(v.Index()))
	case *property.Path:
		b = binary.AppendUvarint(append(b, 9), uint64(len(v.Relationships)))
		b = appendKey(b, v.Nodes[0])
		for _, r := range v.Relationships {
			b = appendKey(b, r)
		}
	}
	return b
}

package value

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
)

// Plain writes a value as text that stands alone.
func Plain(v any) string {
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
	return Literal(v)
}

// Literal writes a value as it would stand in a query; a node, relationship or path in short.
func Literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return Quote(v)
	case []any:
		all := make([]string, len(v))
		for i, element := range v {
			all[i] = Literal(element)
		}
		return "[" + strings.Join(all, ", ") + "]"
	case map[string]any:
		all := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, Name(key)+": "+Literal(v[key]))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case *property.Node:
		return textOfNode(v)
	case *property.Relationship:
		return "[:" + Name(v.Type) + "]"
	case *property.Path:
		return textOfPath(v)
	}
	return Plain(v)
}

// Format writes a value for people: a string is not quoted unless it is part of something.
func Format(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Literal(v)
}

// textOfNode is (:Label {id: 'its id'}), or its name where it has no id.
func textOfNode(n *property.Node) string {
	s := "("
	if len(n.Labels) > 0 {
		s += ":" + Name(n.Labels[0])
	}
	for _, key := range []string{"id", "name"} {
		if v := n.Get(key); v != nil {
			s += " {" + key + ": " + Literal(v) + "}"
			break
		}
	}
	return s + ")"
}

// textOfPath is (:A {…})-[:TYPE]->(:B {…}).
func textOfPath(p *property.Path) string {
	var b strings.Builder
	b.WriteString(textOfNode(p.Nodes[0]))
	for i, r := range p.Relationships {
		if r.Source == p.Nodes[i] {
			b.WriteString("-" + Literal(r) + "->")
		} else {
			b.WriteString("<-" + Literal(r) + "-")
		}
		b.WriteString(textOfNode(p.Nodes[i+1]))
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

// StartsName reports whether a name without backticks may begin with a character.
func StartsName(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// ContinuesName reports whether it may stand further behind in one.
func ContinuesName(r rune) bool {
	return StartsName(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// Name writes a name as it stands in a query, in backticks when it needs them.
func Name(s string) string {
	for i, r := range s {
		if i == 0 && !StartsName(r) || !ContinuesName(r) {
			return "`" + strings.ReplaceAll(s, "`", "``") + "`"
		}
	}
	if s == "" {
		return "``"
	}
	return s
}

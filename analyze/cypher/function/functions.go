// Package function holds the functions that queries call: of single values, and of the values of
// a group.
//
// In: a name, and values with the graph that they are of. Out: a value, or a Wrong that says
// what the function does not take.
//
// Invariants: what is looked at, made and held is counted by the caller's Meter, whose errors
// end the call; arguments do not change.
package function

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// A Meter counts what a function takes, and stops what takes too much.
type Meter interface {
	// Step counts values and text that are looked at or made.
	Step(n int) error
	// Hold counts values that are held until the end of a group.
	Hold(n int) error
}

// A Wrong says which values a function does not take, with the name of the function.
type Wrong string

func (w Wrong) Error() string { return string(w) }

// A Function makes a value of values.
type Function struct {
	name        string
	least, most int  // number of arguments
	nulls       bool // it takes null; the others give null for it
	run         func(c *call, arguments []any) (any, error)
}

// A call is what a function works with beside its arguments.
type call struct {
	graph *property.Graph
	Meter
}

// Lookup returns the function of a name, whatever its case.
func Lookup(name string) (*Function, bool) {
	f, ok := functions[strings.ToLower(name)]
	return f, ok
}

// Accepts reports whether a function takes that many arguments.
func (f *Function) Accepts(arguments int) bool { return f.least <= arguments && arguments <= f.most }

// Takes says how many arguments a function takes.
func (f *Function) Takes() string {
	switch {
	case f.most == 0:
		return "no arguments"
	case f.most > 100:
		return "one argument or more"
	case f.least < f.most:
		return fmt.Sprintf("%d to %d arguments", f.least, f.most)
	case f.most == 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", f.most)
}

// Call returns what the function makes of values from a graph. The error is a Wrong or one of
// the meter.
func (f *Function) Call(g *property.Graph, m Meter, arguments []any) (any, error) {
	if slices.Contains(arguments, nil) && !f.nulls {
		return nil, nil
	}
	v, err := f.run(&call{g, m}, arguments)
	if w, ok := err.(Wrong); ok {
		return nil, Wrong(f.name + " " + string(w))
	}
	if text, ok := v.(string); ok && err == nil {
		err = m.Step(len(text) / value.BytesPerStep)
	}
	return v, err
}

// functions are all functions by their names in lower case.
var functions = table()

func table() map[string]*Function {
	all := make(map[string]*Function)
	for _, group := range [][]Function{graphFunctions(), pathFunctions(), textFunctions(), conversionFunctions(), listFunctions(), numberFunctions()} {
		for _, s := range group {
			all[strings.ToLower(s.name)] = &s
		}
	}
	return all
}

// Names returns the names of all functions and aggregates.
func Names() []string {
	names := slices.Collect(maps.Keys(aggregates))
	for _, s := range functions {
		names = append(names, s.name)
	}
	slices.Sort(names)
	return names
}

func graphFunctions() []Function {
	labels := func(_ *call, a []any) (any, error) {
		n, ok := a[0].(*property.Node)
		if !ok {
			return nil, Wrong("takes a node, not " + value.Kind(a[0]))
		}
		values := []any{}
		for _, l := range n.Labels {
			values = append(values, l)
		}
		return values, nil
	}
	return []Function{
		{"labels", 1, 1, false, labels},
		{"label", 1, 1, false, func(c *call, a []any) (any, error) {
			if r, ok := a[0].(*property.Relationship); ok {
				return r.Type, nil
			}
			v, err := labels(c, a)
			if list, _ := v.([]any); len(list) > 0 {
				return list[0], err
			}
			return nil, err
		}},
		{"type", 1, 1, false, func(_ *call, a []any) (any, error) {
			if r, ok := a[0].(*property.Relationship); ok {
				return r.Type, nil
			}
			return nil, Wrong("takes a relationship, not " + value.Kind(a[0]))
		}},
		{"id", 1, 1, false, func(_ *call, a []any) (any, error) {
			switch v := a[0].(type) {
			case *property.Node:
				if id := v.Get("id"); id != nil {
					return id, nil
				}
				return int64(v.Index()), nil
			case *property.Relationship:
				return int64(v.Index()), nil
			}
			return nil, Wrong("takes a node or a relationship, not " + value.Kind(a[0]))
		}},
		{"startNode", 1, 1, false, func(_ *call, a []any) (any, error) {
			if r, ok := a[0].(*property.Relationship); ok {
				return r.Source, nil
			}
			return nil, Wrong("takes a relationship, not " + value.Kind(a[0]))
		}},
		{"endNode", 1, 1, false, func(_ *call, a []any) (any, error) {
			if r, ok := a[0].(*property.Relationship); ok {
				return r.Target, nil
			}
			return nil, Wrong("takes a relationship, not " + value.Kind(a[0]))
		}},
		{"properties", 1, 1, false, properties},
		{"keys", 1, 1, false, func(c *call, a []any) (any, error) {
			v, err := properties(c, a)
			if err != nil {
				return nil, err
			}
			return anys(slices.Sorted(maps.Keys(v.(map[string]any)))), nil
		}},
		{"exists", 1, 1, true, func(_ *call, a []any) (any, error) { return a[0] != nil, nil }},
		{"coalesce", 1, 1000, true, func(_ *call, a []any) (any, error) {
			for _, v := range a {
				if v != nil {
					return v, nil
				}
			}
			return nil, nil
		}},
	}
}

func pathFunctions() []Function {
	return []Function{
		{"nodes", 1, 1, false, func(_ *call, a []any) (any, error) {
			p, ok := a[0].(*property.Path)
			if !ok {
				return nil, Wrong("takes a path, not " + value.Kind(a[0]))
			}
			return anys(p.Nodes), nil
		}},
		{"relationships", 1, 1, false, relationships},
		{"rels", 1, 1, false, relationships},
		{"length", 1, 1, false, func(c *call, a []any) (any, error) {
			if p, ok := a[0].(*property.Path); ok {
				return int64(len(p.Relationships)), nil
			}
			return size(c, a)
		}},
	}
}

func relationships(_ *call, a []any) (any, error) {
	p, ok := a[0].(*property.Path)
	if !ok {
		return nil, Wrong("takes a path, not " + value.Kind(a[0]))
	}
	return anys(p.Relationships), nil
}

func properties(c *call, a []any) (any, error) {
	all := make(map[string]any)
	switch v := a[0].(type) {
	case *property.Node:
		for _, key := range v.Keys() {
			all[key] = v.Get(key)
		}
	case *property.Relationship:
		for _, key := range v.Keys() {
			all[key] = c.graph.Property(v, key)
		}
	case map[string]any:
		return v, nil
	default:
		return nil, Wrong("takes a node, a relationship or a map, not " + value.Kind(v))
	}
	return all, nil
}

func anys[T any](of []T) []any {
	values := make([]any, len(of))
	for i, v := range of {
		values[i] = v
	}
	return values
}

// texts makes a function of one that takes strings and, behind them, whole numbers.
func texts(strs int, run func(s []string, n []int) (any, error)) func(*call, []any) (any, error) {
	return func(c *call, a []any) (any, error) {
		var s []string
		var n []int
		for i, v := range a {
			if t, ok := v.(string); ok && i < strs {
				s = append(s, t)
				if err := c.Step(len(t) / value.BytesPerStep); err != nil {
					return nil, err
				}
				continue
			}
			k, ok := v.(int64)
			switch {
			case i < strs:
				return nil, Wrong("takes a string, not " + value.Kind(v))
			case !ok || k < 0:
				return nil, Wrong("takes a whole number that is not negative, not " + value.Literal(v))
			}
			n = append(n, int(min(k, value.MaxLength)))
		}
		return run(s, n)
	}
}

func textFunctions() []Function {
	one := func(f func(string) string) func(*call, []any) (any, error) {
		return texts(1, func(s []string, _ []int) (any, error) { return f(s[0]), nil })
	}
	trim := func(cut func(string, string) string) func(*call, []any) (any, error) {
		return one(func(s string) string { return cut(s, " \t\r\n") })
	}
	return []Function{
		{"toLower", 1, 1, false, one(strings.ToLower)},
		{"toUpper", 1, 1, false, one(strings.ToUpper)},
		{"lower", 1, 1, false, one(strings.ToLower)},
		{"upper", 1, 1, false, one(strings.ToUpper)},
		{"trim", 1, 1, false, one(strings.TrimSpace)},
		{"lTrim", 1, 1, false, trim(strings.TrimLeft)},
		{"rTrim", 1, 1, false, trim(strings.TrimRight)},
		{"split", 2, 2, false, func(c *call, a []any) (any, error) {
			v, err := texts(2, func(s []string, _ []int) (any, error) { return anys(strings.Split(s[0], s[1])), nil })(c, a)
			if list, ok := v.([]any); ok {
				err = c.Step(len(list))
			}
			return v, err
		}},
		{"replace", 3, 3, false, texts(3, func(s []string, _ []int) (any, error) {
			if n := strings.Count(s[0], s[1]); len(s[0])+n*(len(s[2])-len(s[1])) > value.MaxLength {
				return nil, Wrong(fmt.Sprintf("would give more than %d bytes", value.MaxLength))
			}
			return strings.ReplaceAll(s[0], s[1], s[2]), nil
		})},
		{"substring", 2, 3, false, texts(1, func(s []string, n []int) (any, error) {
			r := []rune(s[0])
			from := min(n[0], len(r))
			to := len(r)
			if len(n) > 1 {
				to = min(from+n[1], to)
			}
			return string(r[from:to]), nil
		})},
		{"left", 2, 2, false, texts(1, func(s []string, n []int) (any, error) {
			r := []rune(s[0])
			return string(r[:min(n[0], len(r))]), nil
		})},
		{"right", 2, 2, false, texts(1, func(s []string, n []int) (any, error) {
			r := []rune(s[0])
			return string(r[len(r)-min(n[0], len(r)):]), nil
		})},
	}
}

// conversionFunctions make values of one type of those of others.
func conversionFunctions() []Function {
	return []Function{
		{"toString", 1, 1, false, func(_ *call, a []any) (any, error) {
			switch a[0].(type) {
			case string, bool, int64, float64:
				return value.Plain(a[0]), nil
			}
			return nil, Wrong("takes a string, a number, true or false, not " + value.Kind(a[0]))
		}},
		{"toInteger", 1, 1, false, func(_ *call, a []any) (any, error) {
			switch v := a[0].(type) {
			case int64:
				return v, nil
			case float64:
				return truncated(v), nil
			case string:
				if n, err := strconv.ParseInt(v, 10, 64); err == nil {
					return n, nil
				}
				if f, err := strconv.ParseFloat(v, 64); err == nil {
					return truncated(f), nil
				}
				return nil, nil
			}
			return nil, Wrong("takes a number or a string, not " + value.Kind(a[0]))
		}},
		{"toFloat", 1, 1, false, func(_ *call, a []any) (any, error) {
			if f, ok := value.Float(a[0]); ok {
				return f, nil
			}
			if s, ok := a[0].(string); ok {
				if f, err := strconv.ParseFloat(s, 64); err == nil {
					return f, nil
				}
				return nil, nil
			}
			return nil, Wrong("takes a number or a string, not " + value.Kind(a[0]))
		}},
		{"toBoolean", 1, 1, false, func(_ *call, a []any) (any, error) {
			switch v := a[0].(type) {
			case bool:
				return v, nil
			case string:
				switch strings.ToLower(v) {
				case "true":
					return true, nil
				case "false":
					return false, nil
				}
				return nil, nil
			}
			return nil, Wrong("takes true, false or a string, not " + value.Kind(a[0]))
		}},
	}
}

// truncated returns the whole part, nil when 64 bits do not hold it.
func truncated(f float64) any {
	if math.IsNaN(f) || math.Abs(f) >= 1<<63 {
		return nil
	}
	return int64(f)
}

func size(_ *call, a []any) (any, error) {
	switch v := a[0].(type) {
	case string:
		return int64(utf8.RuneCountInString(v)), nil
	case []any:
		return int64(len(v)), nil
	case map[string]any:
		return int64(len(v)), nil
	}
	return nil, Wrong("takes a list, a string or a map, not " + value.Kind(a[0]))
}

// lists makes a function of one that takes a list.
func lists(run func(values []any) any) func(*call, []any) (any, error) {
	return func(c *call, a []any) (any, error) {
		values, ok := a[0].([]any)
		if !ok {
			return nil, Wrong("takes a list, not " + value.Kind(a[0]))
		}
		return run(values), c.Step(len(values) / 16)
	}
}

func listFunctions() []Function {
	return []Function{
		{"size", 1, 1, false, size},
		{"isEmpty", 1, 1, false, func(c *call, a []any) (any, error) {
			n, err := size(c, a)
			return n == int64(0), err
		}},
		{"head", 1, 1, false, lists(func(v []any) any {
			if len(v) == 0 {
				return nil
			}
			return v[0]
		})},
		{"last", 1, 1, false, lists(func(v []any) any {
			if len(v) == 0 {
				return nil
			}
			return v[len(v)-1]
		})},
		{"tail", 1, 1, false, lists(func(v []any) any { return v[min(1, len(v)):] })},
		{"reverse", 1, 1, false, func(c *call, a []any) (any, error) {
			if s, ok := a[0].(string); ok {
				r := []rune(s)
				slices.Reverse(r)
				return string(r), c.Step(len(s) / value.BytesPerStep)
			}
			if list, ok := a[0].([]any); ok { // a copy; the others give parts of what is there
				if err := c.Step(len(list)); err != nil {
					return nil, err
				}
			}
			return lists(func(v []any) any {
				v = slices.Clone(v)
				slices.Reverse(v)
				return v
			})(c, a)
		}},
		{"range", 2, 3, false, func(c *call, a []any) (any, error) {
			bounds := []int64{0, 0, 1}
			for i, v := range a {
				n, ok := v.(int64)
				if !ok || i == 2 && n == 0 {
					return nil, Wrong("takes whole numbers, and steps other than 0")
				}
				bounds[i] = n
			}
			values := []any{}
			for n := bounds[0]; bounds[2] > 0 && n <= bounds[1] || bounds[2] < 0 && n >= bounds[1]; n += bounds[2] {
				if len(values) == value.MaxLength {
					return nil, Wrong(fmt.Sprintf("would give more than %d numbers", value.MaxLength))
				}
				values = append(values, n)
				if next := n + bounds[2]; (next > n) != (bounds[2] > 0) {
					break // the numbers end here
				}
			}
			return values, c.Step(len(values))
		}},
	}
}

func numberFunctions() []Function {
	float := func(f func(float64) float64) func(*call, []any) (any, error) {
		return func(_ *call, a []any) (any, error) {
			v, ok := value.Float(a[0])
			if !ok {
				return nil, Wrong("takes a number, not " + value.Kind(a[0]))
			}
			return f(v), nil
		}
	}
	return []Function{
		{"abs", 1, 1, false, func(c *call, a []any) (any, error) {
			if n, ok := a[0].(int64); ok && n != math.MinInt64 {
				return max(n, -n), nil
			}
			return float(math.Abs)(c, a)
		}},
		{"sign", 1, 1, false, func(_ *call, a []any) (any, error) {
			v, ok := value.Float(a[0])
			if !ok {
				return nil, Wrong("takes a number, not " + value.Kind(a[0]))
			}
			switch {
			case v > 0:
				return int64(1), nil
			case v < 0:
				return int64(-1), nil
			}
			return int64(0), nil
		}},
		{"ceil", 1, 1, false, float(math.Ceil)},
		{"floor", 1, 1, false, float(math.Floor)},
		{"round", 1, 2, false, func(_ *call, a []any) (any, error) {
			v, ok := value.Float(a[0])
			if !ok {
				return nil, Wrong("takes a number, not " + value.Kind(a[0]))
			}
			scale := 1.0
			if len(a) > 1 {
				n, ok := a[1].(int64)
				if !ok || n < 0 || n > 15 {
					return nil, Wrong("takes 0 to 15 places")
				}
				scale = math.Pow10(int(n))
			}
			return math.Floor(v*scale+0.5) / scale, nil
		}},
		{"sqrt", 1, 1, false, float(math.Sqrt)},
		{"log", 1, 1, false, float(math.Log)},
		{"log10", 1, 1, false, float(math.Log10)},
		{"exp", 1, 1, false, float(math.Exp)},
	}
}

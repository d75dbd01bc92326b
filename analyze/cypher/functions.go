package cypher

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A function makes a value of values. It is called with null only where it says so.
type function func(x *execution, arguments []any) (any, error)

// A wrong is what a function says of arguments that it does not take.
type wrong string

func (w wrong) Error() string { return string(w) }

// A signature is a row of the table of functions.
type signature struct {
	name        string
	least, most int  // number of arguments
	nulls       bool // it takes null; the others give null for it
	run         function
}

func (s *signature) takes() string {
	switch {
	case s.most == 0:
		return "no arguments"
	case s.most > 100:
		return "one argument or more"
	case s.least < s.most:
		return fmt.Sprintf("%d to %d arguments", s.least, s.most)
	case s.most == 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", s.most)
}

func (e *call) eval(x *execution, row []any) (any, error) {
	values := make([]any, len(e.arguments))
	for i, a := range e.arguments {
		v, err := a.eval(x, row)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	if slices.Contains(values, nil) && !functions[strings.ToLower(e.name)].nulls {
		return nil, nil
	}
	v, err := e.run(x, values)
	if w, ok := err.(wrong); ok {
		return nil, x.failed(e.at, "%s %s", e.name, string(w))
	}
	if s, ok := v.(string); ok && err == nil {
		err = x.step(len(s) / bytesPerStep)
	}
	return v, err
}

// functions are all functions by their names in lower case.
var functions = table()

func table() map[string]*signature {
	all := make(map[string]*signature)
	for _, group := range [][]signature{graphFunctions(), pathFunctions(), textFunctions(), conversionFunctions(), listFunctions(), numberFunctions()} {
		for _, s := range group {
			all[strings.ToLower(s.name)] = &s
		}
	}
	return all
}

// functionNames returns the names of all functions and aggregates.
func functionNames() []string {
	names := slices.Collect(maps.Keys(aggregates))
	for _, s := range functions {
		names = append(names, s.name)
	}
	slices.Sort(names)
	return names
}

func graphFunctions() []signature {
	labels := func(_ *execution, a []any) (any, error) {
		n, ok := a[0].(*Node)
		if !ok {
			return nil, wrong("takes a node, not " + kindOf(a[0]))
		}
		values := []any{}
		for _, l := range n.Labels {
			values = append(values, l)
		}
		return values, nil
	}
	return []signature{
		{"labels", 1, 1, false, labels},
		{"label", 1, 1, false, func(x *execution, a []any) (any, error) {
			if r, ok := a[0].(*Relationship); ok {
				return r.Type, nil
			}
			v, err := labels(x, a)
			if list, _ := v.([]any); len(list) > 0 {
				return list[0], err
			}
			return nil, err
		}},
		{"type", 1, 1, false, func(_ *execution, a []any) (any, error) {
			if r, ok := a[0].(*Relationship); ok {
				return r.Type, nil
			}
			return nil, wrong("takes a relationship, not " + kindOf(a[0]))
		}},
		{"id", 1, 1, false, func(_ *execution, a []any) (any, error) {
			switch v := a[0].(type) {
			case *Node:
				if id := v.Get("id"); id != nil {
					return id, nil
				}
				return int64(v.index), nil
			case *Relationship:
				return int64(v.index), nil
			}
			return nil, wrong("takes a node or a relationship, not " + kindOf(a[0]))
		}},
		{"startNode", 1, 1, false, func(_ *execution, a []any) (any, error) {
			if r, ok := a[0].(*Relationship); ok {
				return r.Source, nil
			}
			return nil, wrong("takes a relationship, not " + kindOf(a[0]))
		}},
		{"endNode", 1, 1, false, func(_ *execution, a []any) (any, error) {
			if r, ok := a[0].(*Relationship); ok {
				return r.Target, nil
			}
			return nil, wrong("takes a relationship, not " + kindOf(a[0]))
		}},
		{"properties", 1, 1, false, properties},
		{"keys", 1, 1, false, func(x *execution, a []any) (any, error) {
			v, err := properties(x, a)
			if err != nil {
				return nil, err
			}
			return anys(slices.Sorted(maps.Keys(v.(map[string]any)))), nil
		}},
		{"exists", 1, 1, true, func(_ *execution, a []any) (any, error) { return a[0] != nil, nil }},
		{"coalesce", 1, 1000, true, func(_ *execution, a []any) (any, error) {
			for _, v := range a {
				if v != nil {
					return v, nil
				}
			}
			return nil, nil
		}},
	}
}

func pathFunctions() []signature {
	return []signature{
		{"nodes", 1, 1, false, func(_ *execution, a []any) (any, error) {
			p, ok := a[0].(*Path)
			if !ok {
				return nil, wrong("takes a path, not " + kindOf(a[0]))
			}
			return anys(p.Nodes), nil
		}},
		{"relationships", 1, 1, false, relationships},
		{"rels", 1, 1, false, relationships},
		{"length", 1, 1, false, func(x *execution, a []any) (any, error) {
			if p, ok := a[0].(*Path); ok {
				return int64(len(p.Relationships)), nil
			}
			return size(x, a)
		}},
	}
}

func relationships(_ *execution, a []any) (any, error) {
	p, ok := a[0].(*Path)
	if !ok {
		return nil, wrong("takes a path, not " + kindOf(a[0]))
	}
	return anys(p.Relationships), nil
}

func properties(x *execution, a []any) (any, error) {
	all := make(map[string]any)
	switch v := a[0].(type) {
	case *Node:
		for _, key := range v.Keys() {
			all[key] = v.Get(key)
		}
	case *Relationship:
		for _, key := range v.Keys() {
			all[key] = x.graph.property(v, key)
		}
	case map[string]any:
		return v, nil
	default:
		return nil, wrong("takes a node, a relationship or a map, not " + kindOf(v))
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
func texts(strs int, run func(s []string, n []int) (any, error)) function {
	return func(x *execution, a []any) (any, error) {
		var s []string
		var n []int
		for i, v := range a {
			if t, ok := v.(string); ok && i < strs {
				s = append(s, t)
				if err := x.step(len(t) / bytesPerStep); err != nil {
					return nil, err
				}
				continue
			}
			k, ok := v.(int64)
			switch {
			case i < strs:
				return nil, wrong("takes a string, not " + kindOf(v))
			case !ok || k < 0:
				return nil, wrong("takes a whole number that is not negative, not " + format(v))
			}
			n = append(n, int(min(k, maxValue)))
		}
		return run(s, n)
	}
}

func textFunctions() []signature {
	one := func(f func(string) string) function {
		return texts(1, func(s []string, _ []int) (any, error) { return f(s[0]), nil })
	}
	trim := func(cut func(string, string) string) function {
		return one(func(s string) string { return cut(s, " \t\r\n") })
	}
	return []signature{
		{"toLower", 1, 1, false, one(strings.ToLower)},
		{"toUpper", 1, 1, false, one(strings.ToUpper)},
		{"lower", 1, 1, false, one(strings.ToLower)},
		{"upper", 1, 1, false, one(strings.ToUpper)},
		{"trim", 1, 1, false, one(strings.TrimSpace)},
		{"lTrim", 1, 1, false, trim(strings.TrimLeft)},
		{"rTrim", 1, 1, false, trim(strings.TrimRight)},
		{"split", 2, 2, false, func(x *execution, a []any) (any, error) {
			v, err := texts(2, func(s []string, _ []int) (any, error) { return anys(strings.Split(s[0], s[1])), nil })(x, a)
			if list, ok := v.([]any); ok {
				err = x.step(len(list))
			}
			return v, err
		}},
		{"replace", 3, 3, false, texts(3, func(s []string, _ []int) (any, error) {
			if n := strings.Count(s[0], s[1]); len(s[0])+n*(len(s[2])-len(s[1])) > maxValue {
				return nil, wrong(fmt.Sprintf("would give more than %d bytes", maxValue))
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
func conversionFunctions() []signature {
	return []signature{
		{"toString", 1, 1, false, func(_ *execution, a []any) (any, error) {
			switch a[0].(type) {
			case string, bool, int64, float64:
				return plain(a[0]), nil
			}
			return nil, wrong("takes a string, a number, true or false, not " + kindOf(a[0]))
		}},
		{"toInteger", 1, 1, false, func(_ *execution, a []any) (any, error) {
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
			return nil, wrong("takes a number or a string, not " + kindOf(a[0]))
		}},
		{"toFloat", 1, 1, false, func(_ *execution, a []any) (any, error) {
			if f, ok := toFloat(a[0]); ok {
				return f, nil
			}
			if s, ok := a[0].(string); ok {
				if f, err := strconv.ParseFloat(s, 64); err == nil {
					return f, nil
				}
				return nil, nil
			}
			return nil, wrong("takes a number or a string, not " + kindOf(a[0]))
		}},
		{"toBoolean", 1, 1, false, func(_ *execution, a []any) (any, error) {
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
			return nil, wrong("takes true, false or a string, not " + kindOf(a[0]))
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

func size(_ *execution, a []any) (any, error) {
	switch v := a[0].(type) {
	case string:
		return int64(utf8.RuneCountInString(v)), nil
	case []any:
		return int64(len(v)), nil
	case map[string]any:
		return int64(len(v)), nil
	}
	return nil, wrong("takes a list, a string or a map, not " + kindOf(a[0]))
}

// lists makes a function of one that takes a list.
func lists(run func(values []any) any) function {
	return func(x *execution, a []any) (any, error) {
		values, ok := a[0].([]any)
		if !ok {
			return nil, wrong("takes a list, not " + kindOf(a[0]))
		}
		return run(values), x.step(len(values) / 16)
	}
}

func listFunctions() []signature {
	return []signature{
		{"size", 1, 1, false, size},
		{"isEmpty", 1, 1, false, func(x *execution, a []any) (any, error) {
			n, err := size(x, a)
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
		{"reverse", 1, 1, false, func(x *execution, a []any) (any, error) {
			if s, ok := a[0].(string); ok {
				r := []rune(s)
				slices.Reverse(r)
				return string(r), x.step(len(s) / bytesPerStep)
			}
			if list, ok := a[0].([]any); ok { // a copy; the others give parts of what is there
				if err := x.step(len(list)); err != nil {
					return nil, err
				}
			}
			return lists(func(v []any) any {
				v = slices.Clone(v)
				slices.Reverse(v)
				return v
			})(x, a)
		}},
		{"range", 2, 3, false, func(x *execution, a []any) (any, error) {
			bounds := []int64{0, 0, 1}
			for i, v := range a {
				n, ok := v.(int64)
				if !ok || i == 2 && n == 0 {
					return nil, wrong("takes whole numbers, and steps other than 0")
				}
				bounds[i] = n
			}
			values := []any{}
			for n := bounds[0]; bounds[2] > 0 && n <= bounds[1] || bounds[2] < 0 && n >= bounds[1]; n += bounds[2] {
				if len(values) == maxValue {
					return nil, wrong(fmt.Sprintf("would give more than %d numbers", maxValue))
				}
				values = append(values, n)
				if next := n + bounds[2]; (next > n) != (bounds[2] > 0) {
					break // the numbers end here
				}
			}
			return values, x.step(len(values))
		}},
	}
}

func numberFunctions() []signature {
	float := func(f func(float64) float64) function {
		return func(_ *execution, a []any) (any, error) {
			v, ok := toFloat(a[0])
			if !ok {
				return nil, wrong("takes a number, not " + kindOf(a[0]))
			}
			return f(v), nil
		}
	}
	return []signature{
		{"abs", 1, 1, false, func(x *execution, a []any) (any, error) {
			if n, ok := a[0].(int64); ok && n != math.MinInt64 {
				return max(n, -n), nil
			}
			return float(math.Abs)(x, a)
		}},
		{"sign", 1, 1, false, func(_ *execution, a []any) (any, error) {
			v, ok := toFloat(a[0])
			if !ok {
				return nil, wrong("takes a number, not " + kindOf(a[0]))
			}
			return int64(number(v > 0) - number(v < 0)), nil
		}},
		{"ceil", 1, 1, false, float(math.Ceil)},
		{"floor", 1, 1, false, float(math.Floor)},
		{"round", 1, 2, false, func(_ *execution, a []any) (any, error) {
			v, ok := toFloat(a[0])
			if !ok {
				return nil, wrong("takes a number, not " + kindOf(a[0]))
			}
			scale := 1.0
			if len(a) > 1 {
				n, ok := a[1].(int64)
				if !ok || n < 0 || n > 15 {
					return nil, wrong("takes 0 to 15 places")
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

// maxRegex is the length of the longest regular expression.
const maxRegex = 1000

// A matcherOfText is a compiled regular expression, or why there is none.
type matcherOfText struct {
	*regexp.Regexp
	problem error
}

// matches reports whether all of a string matches a regular expression (RE2).
func (x *execution) matches(expression, s string, at int) (any, error) {
	m := x.regexes[expression]
	if m == nil {
		m = &matcherOfText{}
		if len(expression) > maxRegex {
			m.problem = x.failed(at, "a regular expression has at most %d bytes", maxRegex)
		} else if r, err := regexp.Compile("^(?:" + expression + ")$"); err != nil {
			m.problem = x.failed(at, "no regular expression (RE2): %v", err)
		} else {
			m.Regexp = r
		}
		if x.regexes == nil || len(x.regexes) > 100 {
			x.regexes = make(map[string]*matcherOfText)
		}
		x.regexes[expression] = m
	}
	if m.problem != nil {
		return nil, m.problem
	}
	return m.MatchString(s), x.step(1 + len(s)*len(expression)/256)
}

package cypher

import (
	"errors"
	"math"
	"slices"
	"strings"
)

// holds reports whether a condition is true for a row.
func (x *execution) holds(e expr, row []any) (bool, error) {
	v, err := e.eval(x, row)
	if err != nil {
		return false, err
	}
	switch v := v.(type) {
	case bool:
		return v, nil
	case nil:
		return false, nil
	}
	return false, x.failed(x.query.starts[e], "a condition has to be true or false, not %s", kindOf(v))
}

func (e *literal) eval(*execution, []any) (any, error)        { return e.value, nil }
func (e *variable) eval(_ *execution, row []any) (any, error) { return row[e.slot], nil }
func (e *aggregate) eval(_ *execution, row []any) (any, error) {
	return row[e.slot], nil
}

func (e *param) eval(x *execution, _ []any) (any, error) {
	v, ok := x.params[e.name]
	if !ok {
		return nil, x.failed(e.at, "the parameter $%s has no value", e.name)
	}
	return v, nil
}

func (e *property) eval(x *execution, row []any) (any, error) {
	of, err := e.of.eval(x, row)
	if err != nil {
		return nil, err
	}
	switch of := of.(type) {
	case nil:
		return nil, nil
	case *Node:
		return of.Get(e.key), nil
	case *Relationship:
		return x.graph.property(of, e.key), nil
	case map[string]any:
		return of[e.key], nil
	}
	return nil, x.failed(e.at, "%s has no properties", kindOf(of))
}

func (e *list) eval(x *execution, row []any) (any, error) {
	values := make([]any, len(e.elements))
	for i, element := range e.elements {
		v, err := element.eval(x, row)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

func (e *mapping) eval(x *execution, row []any) (any, error) {
	values := make(map[string]any, len(e.entries))
	for _, entry := range e.entries {
		v, err := entry.value.eval(x, row)
		if err != nil {
			return nil, err
		}
		values[entry.key] = v
	}
	return values, nil
}

func (e *element) eval(x *execution, row []any) (any, error) {
	of, index, err := x.two(e.of, e.index, row)
	if err != nil || of == nil || index == nil {
		return nil, err
	}
	key, isKey := index.(string)
	switch of := of.(type) {
	case []any:
		i, ok := index.(int64)
		if !ok {
			return nil, x.failed(e.at, "the elements of a list have numbers, not %s", kindOf(index))
		}
		if i < 0 {
			i += int64(len(of))
		}
		if i < 0 || i >= int64(len(of)) {
			return nil, nil
		}
		return of[i], nil
	case map[string]any:
		if isKey {
			return of[key], nil
		}
	case *Node:
		if isKey {
			return of.Get(key), nil
		}
	case *Relationship:
		if isKey {
			return x.graph.property(of, key), nil
		}
	}
	return nil, x.failed(e.at, "%s has no elements by %s", kindOf(of), kindOf(index))
}

func (e *slice) eval(x *execution, row []any) (any, error) {
	of, err := e.of.eval(x, row)
	if err != nil || of == nil {
		return nil, err
	}
	values, ok := of.([]any)
	if !ok {
		return nil, x.failed(e.at, "only a list can be cut, not %s", kindOf(of))
	}
	bounds := [2]int{0, len(values)}
	for i, b := range []expr{e.from, e.to} {
		if b == nil {
			continue
		}
		v, err := b.eval(x, row)
		if err != nil || v == nil {
			return nil, err
		}
		n, ok := v.(int64)
		if !ok {
			return nil, x.failed(e.at, "a list is cut at whole numbers, not at %s", kindOf(v))
		}
		if n < 0 {
			n += int64(len(values))
		}
		bounds[i] = int(max(0, min(n, int64(len(values)))))
	}
	if bounds[0] >= bounds[1] {
		return []any{}, nil
	}
	return values[bounds[0]:bounds[1]:bounds[1]], nil
}

// two evaluates two expressions.
func (x *execution) two(a, b expr, row []any) (any, any, error) {
	left, err := a.eval(x, row)
	if err != nil {
		return nil, nil, err
	}
	right, err := b.eval(x, row)
	return left, right, err
}

// truth evaluates to true, false or nil.
func (x *execution) truth(e expr, at int, row []any) (any, error) {
	v, err := e.eval(x, row)
	if _, ok := v.(bool); err == nil && v != nil && !ok {
		err = x.failed(at, "AND, OR, XOR and NOT take true and false, not %s", kindOf(v))
	}
	return v, err
}

func (e *not) eval(x *execution, row []any) (any, error) {
	v, err := x.truth(e.of, e.at, row)
	if err != nil || v == nil {
		return nil, err
	}
	return !v.(bool), nil
}

func (e *logic) eval(x *execution, row []any) (any, error) {
	left, err := x.truth(e.left, e.at, row)
	if err != nil {
		return nil, err
	}
	// What decides alone makes the other side needless.
	decides := e.op == "OR"
	if e.op != "XOR" && left == decides {
		return left, nil
	}
	right, err := x.truth(e.right, e.at, row)
	switch {
	case err != nil:
		return nil, err
	case e.op != "XOR" && right == decides:
		return right, nil
	case left == nil || right == nil:
		return nil, nil
	case e.op == "XOR":
		return left != right, nil
	}
	return !decides, nil
}

func (e *comparison) eval(x *execution, row []any) (any, error) {
	left, right, err := x.two(e.left, e.right, row)
	if err == nil {
		err = x.step(min(weight(left), weight(right)))
	}
	if err != nil {
		return nil, err
	}
	switch e.op {
	case "=":
		return equal(left, right), nil
	case "<>":
		if same, ok := equal(left, right).(bool); ok {
			return !same, nil
		}
		return nil, nil
	}
	c, ok := compare(left, right)
	if !ok {
		_, isNumber := toFloat(left)
		_, areNumbers := toFloat(right)
		if isNumber && areNumbers { // NaN, which is neither less nor greater
			return false, nil
		}
		return nil, nil
	}
	switch e.op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	}
	return c >= 0, nil
}

func (e *isNull) eval(x *execution, row []any) (any, error) {
	v, err := e.of.eval(x, row)
	return (v == nil) != e.negated, err
}

func (e *in) eval(x *execution, row []any) (any, error) {
	v, of, err := x.two(e.left, e.right, row)
	if err != nil || of == nil {
		return nil, err
	}
	values, ok := of.([]any)
	if !ok {
		return nil, x.failed(e.at, "IN takes a list, not %s", kindOf(of))
	}
	if err := x.step(len(values)/16 + weight(v)); err != nil {
		return nil, err
	}
	var result any = false
	for _, other := range values {
		switch same := equal(v, other); same {
		case true:
			return true, nil
		case nil:
			result = nil
		}
	}
	return result, nil
}

func (e *textTest) eval(x *execution, row []any) (any, error) {
	left, right, err := x.two(e.left, e.right, row)
	if err != nil {
		return nil, err
	}
	s, ok := left.(string)
	of, ok2 := right.(string)
	if !ok || !ok2 {
		return nil, nil
	}
	if err := x.step(len(s) / bytesPerStep / 16); err != nil {
		return nil, err
	}
	switch e.op {
	case "STARTS":
		return strings.HasPrefix(s, of), nil
	case "ENDS":
		return strings.HasSuffix(s, of), nil
	case "CONTAINS":
		return strings.Contains(s, of), nil
	}
	return x.matches(of, s, e.at)
}

func (e *hasLabels) eval(x *execution, row []any) (any, error) {
	v, err := e.of.eval(x, row)
	if err != nil || v == nil {
		return nil, err
	}
	switch v := v.(type) {
	case *Node:
		return v.has(e.labels), nil
	case *Relationship:
		for _, group := range e.labels {
			if types, all := x.graph.typesNamed(group); !all && !slices.Contains(types, v.Type) {
				return false, nil
			}
		}
		return true, nil
	}
	return nil, x.failed(e.at, "%s has no labels", kindOf(v))
}

func (e *choice) eval(x *execution, row []any) (any, error) {
	var of any
	var err error
	if e.of != nil {
		if of, err = e.of.eval(x, row); err != nil {
			return nil, err
		}
	}
	for i, test := range e.tests {
		var hit any
		if e.of == nil {
			hit, err = x.truth(test, e.at, row)
		} else if hit, err = test.eval(x, row); err == nil {
			hit = equal(of, hit)
		}
		if err != nil {
			return nil, err
		}
		if hit == true {
			return e.thens[i].eval(x, row)
		}
	}
	if e.otherwise == nil {
		return nil, nil
	}
	return e.otherwise.eval(x, row)
}

func (e *negation) eval(x *execution, row []any) (any, error) {
	v, err := e.of.eval(x, row)
	switch v := v.(type) {
	case nil:
		return nil, err
	case int64:
		if v == math.MinInt64 {
			return nil, x.failed(e.at, "the result is greater than 64 bits hold")
		}
		return -v, nil
	case float64:
		return -v, nil
	}
	return nil, x.failed(e.at, "- takes a number, not %s", kindOf(v))
}

func (e *arithmetic) eval(x *execution, row []any) (any, error) {
	left, right, err := x.two(e.left, e.right, row)
	if err != nil || left == nil || right == nil {
		return nil, err
	}
	if e.op == "+" {
		if v, ok, err := x.join(left, right, e.at); ok || err != nil {
			return v, err
		}
	}
	a, aWhole := left.(int64)
	b, bWhole := right.(int64)
	if aWhole && bWhole && e.op != "^" {
		v, problem := whole(e.op, a, b)
		if problem != "" {
			return nil, x.failed(e.at, "%s", problem)
		}
		return v, nil
	}
	f, ok := toFloat(left)
	g, ok2 := toFloat(right)
	if !ok || !ok2 {
		return nil, x.failed(e.at, "%s does not work between %s and %s", e.op, kindOf(left), kindOf(right))
	}
	switch e.op {
	case "+":
		return f + g, nil
	case "-":
		return f - g, nil
	case "*":
		return f * g, nil
	case "/":
		return f / g, nil
	case "%":
		return math.Mod(f, g), nil
	}
	return math.Pow(f, g), nil
}

// whole calculates with whole numbers.
func whole(op string, a, b int64) (result int64, problem string) {
	over := false
	switch op {
	case "+":
		result = a + b
		over = (result > a) != (b > 0) && b != 0
	case "-":
		result = a - b
		over = (result < a) != (b > 0) && b != 0
	case "*":
		result = a * b
		over = a != 0 && (result/a != b || a == -1 && b == math.MinInt64)
	default:
		if b == 0 {
			return 0, "division by zero"
		}
		if over = a == math.MinInt64 && b == -1; over {
			break
		}
		if result = a / b; op == "%" {
			result = a % b
		}
	}
	if over {
		return 0, "the result is greater than 64 bits hold"
	}
	return result, ""
}

// maxValue is the length of the longest string, in bytes, and list that a query makes.
const maxValue = 1 << 20

// bytesPerStep is how much text counts as one step. What is made and held is thereby bounded
// too.
const bytesPerStep = 16

// join puts strings and lists together.
func (x *execution) join(left, right any, at int) (any, bool, error) {
	a, aList := left.([]any)
	b, bList := right.([]any)
	s, aText := left.(string)
	t, bText := right.(string)
	size := len(s) + len(t)
	switch {
	case aList || bList:
		if !aList {
			a = []any{left}
		}
		if !bList {
			b = []any{right}
		}
		size = len(a) + len(b)
	case aText && bText:
	case aText || bText:
		// Numbers are written out, as "+" does in most languages.
		for _, v := range []any{left, right} {
			switch v.(type) {
			case string, int64, float64, bool:
			default:
				return nil, false, nil
			}
		}
		s, t = plain(left), plain(right)
		size = len(s) + len(t)
	default:
		return nil, false, nil
	}
	if size > maxValue {
		return nil, true, x.failed(at, "the result is longer than %d", maxValue)
	}
	if aList || bList {
		if err := x.step(size); err != nil {
			return nil, true, err
		}
		return slices.Concat(a, b), true, nil
	}
	if err := x.step(size / bytesPerStep); err != nil {
		return nil, true, err
	}
	return s + t, true, nil
}

// elements returns the list that a comprehension goes through; nil for null.
func (x *execution) elements(of expr, at int, row []any) ([]any, error) {
	v, err := of.eval(x, row)
	if err != nil || v == nil {
		return nil, err
	}
	values, ok := v.([]any)
	if !ok {
		return nil, x.failed(at, "IN takes a list, not %s", kindOf(v))
	}
	if values == nil {
		values = []any{}
	}
	return values, x.step(len(values))
}

func (e *comprehension) eval(x *execution, row []any) (any, error) {
	values, err := x.elements(e.of, e.at, row)
	if err != nil || values == nil {
		return nil, err
	}
	result := []any{}
	for _, v := range values {
		row[e.variable.slot] = v
		if e.where != nil {
			if ok, err := x.holds(e.where, row); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
		}
		if e.result != nil {
			if v, err = e.result.eval(x, row); err != nil {
				return nil, err
			}
		}
		result = append(result, v)
	}
	return result, nil
}

func (e *quantifier) eval(x *execution, row []any) (any, error) {
	values, err := x.elements(e.of, e.at, row)
	if err != nil || values == nil {
		return nil, err
	}
	trues, unknown := 0, 0
	for _, v := range values {
		row[e.variable.slot] = v
		hit, err := x.truth(e.where, e.at, row)
		if err != nil {
			return nil, err
		}
		switch hit {
		case true:
			trues++
		case nil:
			unknown++
		}
	}
	falses := len(values) - trues - unknown
	switch e.name {
	case "any":
		if trues > 0 {
			return true, nil
		}
	case "all":
		if falses > 0 {
			return false, nil
		}
	case "none":
		if trues > 0 {
			return false, nil
		}
	default:
		if trues > 1 {
			return false, nil
		}
	}
	if unknown > 0 {
		return nil, nil
	}
	return map[string]bool{"any": false, "all": true, "none": true, "single": trues == 1}[e.name], nil
}

var errFound = errors.New("one is enough")

func (e *subquery) eval(x *execution, row []any) (any, error) {
	found, values := int64(0), []any{}
	err := x.match(e.pattern, row, func() error {
		found++
		switch e.form {
		case exists:
			return errFound
		case collects:
			v, err := e.result.eval(x, row)
			if err != nil {
				return err
			}
			if values = append(values, v); len(values) > maxValue {
				return &LimitError{"a list grew too long"}
			}
		}
		return nil
	})
	if err != nil && err != errFound {
		return nil, err
	}
	switch e.form {
	case exists:
		return found > 0, nil
	case counts:
		return found, nil
	}
	return values, nil
}

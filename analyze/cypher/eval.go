package cypher

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/function"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// holds reports whether a condition is true for a row.
func (x *execution) holds(e syntax.Expr, row []any) (bool, error) {
	v, err := x.eval(e, row)
	if err != nil {
		return false, err
	}
	switch v := v.(type) {
	case bool:
		return v, nil
	case nil:
		return false, nil
	}
	return false, x.failed(x.query.Start(e), "a condition has to be true or false, not %s", value.Kind(v))
}

// eval returns the value of an expression for a row: nil (null), bool, int64, float64, string,
// []any, map[string]any, *property.Node, *property.Relationship or *property.Path.
func (x *execution) eval(e syntax.Expr, row []any) (any, error) {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Value, nil
	case *syntax.Variable:
		return row[e.Slot], nil
	case *syntax.Aggregate:
		return row[e.Slot], nil
	case *syntax.Parameter:
		return x.parameter(e)
	case *syntax.Property:
		return x.propertyOf(e, row)
	case *syntax.Element:
		return x.elementOf(e, row)
	case *syntax.Slice:
		return x.sliceOf(e, row)
	case *syntax.List:
		return x.all(e.Elements, row)
	case *syntax.Map:
		return x.mapValue(e, row)
	case *syntax.Not:
		return x.not(e, row)
	case *syntax.Logic:
		return x.logic(e, row)
	case *syntax.Comparison:
		return x.comparison(e, row)
	case *syntax.IsNull:
		v, err := x.eval(e.Of, row)
		return (v == nil) != e.Negated, err
	case *syntax.In:
		return x.inList(e, row)
	case *syntax.TextTest:
		return x.textTest(e, row)
	case *syntax.HasLabels:
		return x.labelTest(e, row)
	case *syntax.Case:
		return x.caseOf(e, row)
	case *syntax.Negation:
		return x.negation(e, row)
	case *syntax.Arithmetic:
		return x.arithmetic(e, row)
	case *syntax.Call:
		return x.call(e, row)
	case *syntax.Comprehension:
		return x.comprehension(e, row)
	case *syntax.Quantifier:
		return x.quantifier(e, row)
	case *syntax.Subquery:
		return x.subquery(e, row)
	}
	return nil, fmt.Errorf("expression %T has no value", e)
}

func (x *execution) parameter(e *syntax.Parameter) (any, error) {
	v, ok := x.params[e.Name]
	if !ok {
		return nil, x.failed(e.At, "the parameter $%s has no value", e.Name)
	}
	return v, nil
}

func (x *execution) propertyOf(e *syntax.Property, row []any) (any, error) {
	of, err := x.eval(e.Of, row)
	if err != nil {
		return nil, err
	}
	switch of := of.(type) {
	case nil:
		return nil, nil
	case *property.Node:
		return of.Get(e.Key), nil
	case *property.Relationship:
		return x.graph.Property(of, e.Key), nil
	case map[string]any:
		return of[e.Key], nil
	}
	return nil, x.failed(e.At, "%s has no properties", value.Kind(of))
}

// all evaluates several expressions.
func (x *execution) all(of []syntax.Expr, row []any) ([]any, error) {
	values := make([]any, len(of))
	for i, e := range of {
		v, err := x.eval(e, row)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

func (x *execution) mapValue(e *syntax.Map, row []any) (any, error) {
	values := make(map[string]any, len(e.Entries))
	for _, entry := range e.Entries {
		v, err := x.eval(entry.Value, row)
		if err != nil {
			return nil, err
		}
		values[entry.Key] = v
	}
	return values, nil
}

func (x *execution) elementOf(e *syntax.Element, row []any) (any, error) {
	of, index, err := x.two(e.Of, e.Index, row)
	if err != nil || of == nil || index == nil {
		return nil, err
	}
	key, isKey := index.(string)
	switch of := of.(type) {
	case []any:
		i, ok := index.(int64)
		if !ok {
			return nil, x.failed(e.At, "the elements of a list have numbers, not %s", value.Kind(index))
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
	case *property.Node:
		if isKey {
			return of.Get(key), nil
		}
	case *property.Relationship:
		if isKey {
			return x.graph.Property(of, key), nil
		}
	}
	return nil, x.failed(e.At, "%s has no elements by %s", value.Kind(of), value.Kind(index))
}

func (x *execution) sliceOf(e *syntax.Slice, row []any) (any, error) {
	of, err := x.eval(e.Of, row)
	if err != nil || of == nil {
		return nil, err
	}
	values, ok := of.([]any)
	if !ok {
		return nil, x.failed(e.At, "only a list can be cut, not %s", value.Kind(of))
	}
	bounds := [2]int{0, len(values)}
	for i, b := range []syntax.Expr{e.From, e.To} {
		if b == nil {
			continue
		}
		v, err := x.eval(b, row)
		if err != nil || v == nil {
			return nil, err
		}
		n, ok := v.(int64)
		if !ok {
			return nil, x.failed(e.At, "a list is cut at whole numbers, not at %s", value.Kind(v))
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
func (x *execution) two(a, b syntax.Expr, row []any) (any, any, error) {
	left, err := x.eval(a, row)
	if err != nil {
		return nil, nil, err
	}
	right, err := x.eval(b, row)
	return left, right, err
}

// truth evaluates to true, false or nil.
func (x *execution) truth(e syntax.Expr, at int, row []any) (any, error) {
	v, err := x.eval(e, row)
	if _, ok := v.(bool); err == nil && v != nil && !ok {
		err = x.failed(at, "AND, OR, XOR and NOT take true and false, not %s", value.Kind(v))
	}
	return v, err
}

func (x *execution) not(e *syntax.Not, row []any) (any, error) {
	v, err := x.truth(e.Of, e.At, row)
	if err != nil || v == nil {
		return nil, err
	}
	return !v.(bool), nil
}

func (x *execution) logic(e *syntax.Logic, row []any) (any, error) {
	left, err := x.truth(e.Left, e.At, row)
	if err != nil {
		return nil, err
	}
	// What decides alone makes the other side needless.
	decides := e.Op == "OR"
	if e.Op != "XOR" && left == decides {
		return left, nil
	}
	right, err := x.truth(e.Right, e.At, row)
	switch {
	case err != nil:
		return nil, err
	case e.Op != "XOR" && right == decides:
		return right, nil
	case left == nil || right == nil:
		return nil, nil
	case e.Op == "XOR":
		return left != right, nil
	}
	return !decides, nil
}

func (x *execution) comparison(e *syntax.Comparison, row []any) (any, error) {
	left, right, err := x.two(e.Left, e.Right, row)
	if err == nil {
		err = x.Step(min(value.Weight(left), value.Weight(right)))
	}
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case "=":
		return value.Equal(left, right), nil
	case "<>":
		if same, ok := value.Equal(left, right).(bool); ok {
			return !same, nil
		}
		return nil, nil
	}
	c, ok := value.Compare(left, right)
	if !ok {
		_, isNumber := value.Float(left)
		_, areNumbers := value.Float(right)
		if isNumber && areNumbers { // NaN, which is neither less nor greater
			return false, nil
		}
		return nil, nil
	}
	switch e.Op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	}
	return c >= 0, nil
}

func (x *execution) inList(e *syntax.In, row []any) (any, error) {
	v, of, err := x.two(e.Left, e.Right, row)
	if err != nil || of == nil {
		return nil, err
	}
	values, ok := of.([]any)
	if !ok {
		return nil, x.failed(e.At, "IN takes a list, not %s", value.Kind(of))
	}
	if err := x.Step(len(values)/16 + value.Weight(v)); err != nil {
		return nil, err
	}
	var result any = false
	for _, other := range values {
		switch same := value.Equal(v, other); same {
		case true:
			return true, nil
		case nil:
			result = nil
		}
	}
	return result, nil
}

func (x *execution) textTest(e *syntax.TextTest, row []any) (any, error) {
	left, right, err := x.two(e.Left, e.Right, row)
	if err != nil {
		return nil, err
	}
	s, ok := left.(string)
	of, ok2 := right.(string)
	if !ok || !ok2 {
		return nil, nil
	}
	if err := x.Step(len(s) / value.BytesPerStep / 16); err != nil {
		return nil, err
	}
	switch e.Op {
	case "STARTS":
		return strings.HasPrefix(s, of), nil
	case "ENDS":
		return strings.HasSuffix(s, of), nil
	case "CONTAINS":
		return strings.Contains(s, of), nil
	}
	return x.matches(of, s, e.At)
}

func (x *execution) labelTest(e *syntax.HasLabels, row []any) (any, error) {
	v, err := x.eval(e.Of, row)
	if err != nil || v == nil {
		return nil, err
	}
	switch v := v.(type) {
	case *property.Node:
		return v.HasLabels(e.Labels), nil
	case *property.Relationship:
		for _, group := range e.Labels {
			if types, all := x.graph.TypesNamed(group); !all && !slices.Contains(types, v.Type) {
				return false, nil
			}
		}
		return true, nil
	}
	return nil, x.failed(e.At, "%s has no labels", value.Kind(v))
}

func (x *execution) caseOf(e *syntax.Case, row []any) (any, error) {
	var of any
	var err error
	if e.Of != nil {
		if of, err = x.eval(e.Of, row); err != nil {
			return nil, err
		}
	}
	for i, test := range e.Tests {
		var hit any
		if e.Of == nil {
			hit, err = x.truth(test, e.At, row)
		} else if hit, err = x.eval(test, row); err == nil {
			hit = value.Equal(of, hit)
		}
		if err != nil {
			return nil, err
		}
		if hit == true {
			return x.eval(e.Thens[i], row)
		}
	}
	if e.Otherwise == nil {
		return nil, nil
	}
	return x.eval(e.Otherwise, row)
}

// call evaluates the arguments of a function and calls it.
func (x *execution) call(e *syntax.Call, row []any) (any, error) {
	values, err := x.all(e.Arguments, row)
	if err != nil {
		return nil, err
	}
	v, err := e.Function.Call(x.graph, x, values)
	if w, ok := err.(function.Wrong); ok {
		return nil, x.failed(e.At, "%s", string(w))
	}
	return v, err
}

// elements returns the list that a comprehension goes through; nil for null.
func (x *execution) elements(of syntax.Expr, at int, row []any) ([]any, error) {
	v, err := x.eval(of, row)
	if err != nil || v == nil {
		return nil, err
	}
	values, ok := v.([]any)
	if !ok {
		return nil, x.failed(at, "IN takes a list, not %s", value.Kind(v))
	}
	if values == nil {
		values = []any{}
	}
	return values, x.Step(len(values))
}

func (x *execution) comprehension(e *syntax.Comprehension, row []any) (any, error) {
	values, err := x.elements(e.Of, e.At, row)
	if err != nil || values == nil {
		return nil, err
	}
	result := []any{}
	for _, v := range values {
		row[e.Variable.Slot] = v
		if e.Where != nil {
			if ok, err := x.holds(e.Where, row); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
		}
		if e.Result != nil {
			if v, err = x.eval(e.Result, row); err != nil {
				return nil, err
			}
		}
		result = append(result, v)
	}
	return result, nil
}

func (x *execution) quantifier(e *syntax.Quantifier, row []any) (any, error) {
	values, err := x.elements(e.Of, e.At, row)
	if err != nil || values == nil {
		return nil, err
	}
	trues, unknown := 0, 0
	for _, v := range values {
		row[e.Variable.Slot] = v
		hit, err := x.truth(e.Where, e.At, row)
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
	switch e.Name {
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
	return map[string]bool{"any": false, "all": true, "none": true, "single": trues == 1}[e.Name], nil
}

var errFound = errors.New("one is enough")

func (x *execution) subquery(e *syntax.Subquery, row []any) (any, error) {
	found, values := int64(0), []any{}
	err := x.match(e.Pattern, row, func() error {
		found++
		switch e.Form {
		case syntax.Exists:
			return errFound
		case syntax.Collects:
			v, err := x.eval(e.Result, row)
			if err != nil {
				return err
			}
			if values = append(values, v); len(values) > value.MaxLength {
				return &LimitError{"a list grew too long"}
			}
		}
		return nil
	})
	if err != nil && err != errFound {
		return nil, err
	}
	switch e.Form {
	case syntax.Exists:
		return found > 0, nil
	case syntax.Counts:
		return found, nil
	}
	return values, nil
}

package cypher

import (
	"math"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

func (x *execution) negation(e *syntax.Negation, row []any) (any, error) {
	v, err := x.eval(e.Of, row)
	switch v := v.(type) {
	case nil:
		return nil, err
	case int64:
		if v == math.MinInt64 {
			return nil, x.failed(e.At, "the result is greater than 64 bits hold")
		}
		return -v, nil
	case float64:
		return -v, nil
	}
	return nil, x.failed(e.At, "- takes a number, not %s", value.Kind(v))
}

func (x *execution) arithmetic(e *syntax.Arithmetic, row []any) (any, error) {
	left, right, err := x.two(e.Left, e.Right, row)
	if err != nil || left == nil || right == nil {
		return nil, err
	}
	if e.Op == "+" {
		if v, ok, err := x.join(left, right, e.At); ok || err != nil {
			return v, err
		}
	}
	a, aWhole := left.(int64)
	b, bWhole := right.(int64)
	if aWhole && bWhole && e.Op != "^" {
		v, problem := whole(e.Op, a, b)
		if problem != "" {
			return nil, x.failed(e.At, "%s", problem)
		}
		return v, nil
	}
	f, ok := value.Float(left)
	g, ok2 := value.Float(right)
	if !ok || !ok2 {
		return nil, x.failed(e.At, "%s does not work between %s and %s", e.Op, value.Kind(left), value.Kind(right))
	}
	switch e.Op {
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
		s, t = value.Plain(left), value.Plain(right)
		size = len(s) + len(t)
	default:
		return nil, false, nil
	}
	if size > value.MaxLength {
		return nil, true, x.failed(at, "the result is longer than %d", value.MaxLength)
	}
	if aList || bList {
		if err := x.Step(size); err != nil {
			return nil, true, err
		}
		return slices.Concat(a, b), true, nil
	}
	if err := x.Step(size / value.BytesPerStep); err != nil {
		return nil, true, err
	}
	return s + t, true, nil
}

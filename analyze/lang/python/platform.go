package python

import (
	"strconv"
	"strings"
)

// When a block runs on the usual platform: a current Python on Linux.
type platformTest uint8

const (
	sometimes platformTest = iota
	always
	never
)

// currentMinor is the minor version of Python 3 that programs are taken to run
// with: what is written for later ones is not what mostly runs.
const currentMinor = 13

// onPlatform evaluates a condition on the version of Python or on the system:
// sys.version_info >= (3, 9), sys.platform == "win32", os.name == "nt".
func (x *extractor) onPlatform(cond int32) platformTest {
	t := x.t
	switch t.Kind(cond) {
	case kParenthesizedExpression:
		return x.onPlatform(t.FirstNamed(cond))
	case kNotOperator:
		switch x.onPlatform(t.Child(cond, fArgument)) {
		case always:
			return never
		case never:
			return always
		}
		return sometimes
	case kCall:
		if x.b.Text(t.Child(cond, fFunction)) == "sys.platform.startswith" {
			name := strings.Trim(x.b.Text(t.FirstNamed(t.Child(cond, fArguments))), "\"'")
			return holds(strings.HasPrefix("linux", name))
		}
		return sometimes
	case kComparisonOperator:
	default:
		return sometimes
	}
	left := t.FirstNamed(cond)
	if left < 0 {
		return sometimes
	}
	what, rest := x.b.Text(left), strings.TrimSpace(string(t.Source[t.Nodes[left].End:t.Nodes[cond].End]))
	op, value, ok := strings.Cut(rest, " ")
	if !ok {
		return sometimes
	}
	switch what {
	case "sys.version_info":
		return version(op, strings.TrimSpace(value))
	case "sys.platform", "os.name", "platform.system()":
		name := strings.Trim(strings.TrimSpace(value), "\"'")
		usual := name == "linux" || name == "posix" || name == "Linux"
		switch op {
		case "==":
			return holds(usual)
		case "!=":
			return holds(!usual)
		}
	}
	return sometimes
}

func holds(yes bool) platformTest {
	if yes {
		return always
	}
	return never
}

// version compares the version of Python with a tuple as written: "(3, 9)".
func version(op, tuple string) platformTest {
	parts := strings.Split(strings.Trim(tuple, "() "), ",")
	major, err := strconv.Atoi(strings.TrimSpace(parts[0]))
	if err != nil {
		return sometimes
	}
	minor := 0
	if len(parts) > 1 && strings.TrimSpace(parts[1]) != "" {
		if minor, err = strconv.Atoi(strings.TrimSpace(parts[1])); err != nil {
			return sometimes
		}
	}
	reached := major < 3 || major == 3 && minor <= currentMinor
	switch op {
	case ">=", ">":
		return holds(reached)
	case "<", "<=":
		return holds(!reached)
	}
	return sometimes
}

package syntax

import (
	"strconv"
	"strings"
)

// A Platform is whether a block runs on the usual platform: a current Python on Linux.
type Platform uint8

const (
	Sometimes Platform = iota
	Always
	Never
)

// currentMinor is the minor version of Python 3 that conditions are evaluated with.
const currentMinor = 13

// OnPlatform evaluates a condition on the version of Python or on the system:
// sys.version_info >= (3, 9), sys.platform == "win32", os.name == "nt".
func (t Tree) OnPlatform(cond int32) Platform {
	switch t.Kind(cond) {
	case KParenthesizedExpression:
		return t.OnPlatform(t.FirstNamed(cond))
	case KNotOperator:
		switch t.OnPlatform(t.Child(cond, FArgument)) {
		case Always:
			return Never
		case Never:
			return Always
		}
		return Sometimes
	case KCall:
		if t.Word(t.Child(cond, FFunction)) == "sys.platform.startswith" {
			name := strings.Trim(t.Word(t.FirstNamed(t.Child(cond, FArguments))), "\"'")
			return holds(strings.HasPrefix("linux", name))
		}
		return Sometimes
	case KComparisonOperator:
	default:
		return Sometimes
	}
	left := t.FirstNamed(cond)
	if left < 0 {
		return Sometimes
	}
	what, rest := t.Word(left), strings.TrimSpace(string(t.Source[t.Nodes[left].End:t.Nodes[cond].End]))
	op, value, ok := strings.Cut(rest, " ")
	if !ok {
		return Sometimes
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
	return Sometimes
}

func holds(yes bool) Platform {
	if yes {
		return Always
	}
	return Never
}

// version compares the version of Python with the source text of a tuple: "(3, 9)".
func version(op, tuple string) Platform {
	parts := strings.Split(strings.Trim(tuple, "() "), ",")
	major, err := strconv.Atoi(strings.TrimSpace(parts[0]))
	if err != nil {
		return Sometimes
	}
	minor := 0
	if len(parts) > 1 && strings.TrimSpace(parts[1]) != "" {
		if minor, err = strconv.Atoi(strings.TrimSpace(parts[1])); err != nil {
			return Sometimes
		}
	}
	reached := major < 3 || major == 3 && minor <= currentMinor
	switch op {
	case ">=", ">":
		return holds(reached)
	case "<", "<=":
		return holds(!reached)
	}
	return Sometimes
}

package cypher

import "regexp"

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
	return m.MatchString(s), x.Step(1 + len(s)*len(expression)/256)
}

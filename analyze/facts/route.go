package facts

import "strings"

// RoutePath returns a path below a server in the one form in which the paths of a description and
// those of frameworks are the same: parameters are {}, a slash begins it and none ends it.
func RoutePath(path string) string {
	var b strings.Builder
	for segment := range strings.SplitSeq(strings.Trim(strings.TrimPrefix(path, "^"), "/$"), "/") {
		if strings.HasPrefix(segment, ":") || strings.ContainsAny(segment, "{<*") {
			segment = "{}"
		}
		b.WriteString("/" + segment)
	}
	return b.String()
}

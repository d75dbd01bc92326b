// Package route writes the paths of web servers in one form.
package route

import "strings"

// Path returns a path below a server in the one form in which the paths of a description and
// those of frameworks are the same: parameters are {}, a slash begins it and none ends it.
func Path(path string) string {
	var b strings.Builder
	for segment := range strings.SplitSeq(strings.Trim(strings.TrimPrefix(path, "^"), "/$"), "/") {
		if strings.HasPrefix(segment, ":") || strings.ContainsAny(segment, "{<*") {
			segment = "{}"
		}
		b.WriteString("/" + segment)
	}
	return b.String()
}

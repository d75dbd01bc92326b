package golang

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// registry returns the rule that finds the module of an import by its path: the longest that is
// required.
func registry() *lang.Registry {
	return &lang.Registry{
		Name: "go",
		Packages: func(source string) (keys []string) {
			if first, _, _ := strings.Cut(source, "/"); !strings.Contains(first, ".") {
				return nil // the standard library
			}
			for {
				keys = append(keys, source)
				at := strings.LastIndexByte(source, '/')
				if at < 0 {
					return keys
				}
				source = source[:at]
			}
		},
		Key: func(name string) string { return name },
	}
}

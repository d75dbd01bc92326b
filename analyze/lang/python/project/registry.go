package project

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// separators are the separators in names of distributions, which pip treats as equal.
var separators = lazyregexp.New(`[-_.]+`)

// Registry returns the rule that maps an import to a distribution with the name of the top-level
// module. Distributions with another name are not found.
func Registry() *lang.Registry {
	key := func(name string) string { return strings.ToLower(separators.ReplaceAllString(name, "-")) }
	return &lang.Registry{
		Name: "pypi",
		Packages: func(source string) []string {
			top, _, _ := strings.Cut(source, ".")
			if top == "" || standard.Modules[top] {
				return nil
			}
			return []string{key(top)}
		},
		Key:      key,
		Inherits: true,
	}
}

package project

import (
	"regexp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/standard"
)

// separators are what stands between the words of the name of a distribution, which are all the
// same to pip.
var separators = regexp.MustCompile(`[-_.]+`)

// Registry tells the distribution of an import where it has the name of the top-level module.
// That others are called otherwise is no rule.
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

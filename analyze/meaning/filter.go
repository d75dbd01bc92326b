package meaning

import (
	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// FilterOf returns the filter of a file: the names that File.Mentions looks at pass it.
func FilterOf(file *facts.File) bloom.Filter {
	f := File{file}
	names := make(map[string]bool)
	add := func(name string, _ position) bool {
		names[name] = true
		return false
	}
	f.anyDeclared(add)
	f.anyExpressed(add)
	return bloom.New(names)
}

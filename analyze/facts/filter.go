package facts

import "github.com/nexus-ci/nexus-ci/analyze/bloom"

// FilterOf returns the filter of a file: the names that File.Mentions looks at pass it.
func FilterOf(f *File) bloom.Filter {
	names := make(map[string]bool)
	add := func(name string, _ position) bool {
		names[name] = true
		return false
	}
	f.anyDeclared(add)
	f.anyExpressed(add)
	return bloom.New(names)
}

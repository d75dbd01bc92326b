package factstore

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// vendorDirs are directories that hold copies of other people's code, wherever
// they stand. The list is short on purpose: what is missing from the graph cannot
// be checked, and names such as cache, env or extern, which common lists of
// vendored paths have too, are those of people's own packages.
var vendorDirs = []string{
	"node_modules", "bower_components", "jspm_packages", // npm and its like
	"vendor", "vendors", "third_party", "third-party", "thirdparty", "3rdparty", // by hand, Go, PHP, Ruby, C
	"Godeps", "_vendor", "_vendored", "site-packages", ".venv", // Go before modules, Python
	"Carthage", "Pods", // Swift
}

// SetAside says why the path alone keeps a file out of the graph, "" when it
// does not.
func SetAside(path string, l *lang.Language) graph.SkipReason {
	dirs := strings.Split(path, "/")
	for _, dir := range dirs[:len(dirs)-1] {
		switch {
		case slices.Contains(vendorDirs, dir):
			return graph.SkipVendored
		case slices.Contains(l.OutputDirs, dir):
			return graph.SkipGenerated
		}
	}
	if strings.Contains(dirs[len(dirs)-1], ".min.") {
		return graph.SkipMinified
	}
	// Yarn keeps itself and its plugins in the repository.
	if strings.HasPrefix(path, ".yarn/") || strings.Contains(path, "/.yarn/") {
		return graph.SkipVendored
	}
	return ""
}

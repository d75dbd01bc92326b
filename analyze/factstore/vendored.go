package factstore

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// vendorDirs are names of directories with copies of third-party code, at any depth. The list is
// short on purpose: files left out of the graph cannot be checked, and names such as cache, env
// or extern, which common lists of vendored paths contain, are also names of people's own
// packages.
var vendorDirs = []string{
	"node_modules", "bower_components", "jspm_packages", // npm and its like
	"vendor", "vendors", "third_party", "third-party", "thirdparty", "3rdparty", // copied by hand, Go, PHP, Ruby, C
	"Godeps", "_vendor", "_vendored", "site-packages", ".venv", // Go before modules, Python
	"Carthage", "Pods", // Swift
}

// SetAside returns the reason for which a path alone keeps a file out of the graph, "" for none.
func SetAside(path string, l *lang.Language) graph.SkipReason {
	dirs := strings.Split(path, "/")
	for i, dir := range dirs[:len(dirs)-1] {
		switch {
		case slices.Contains(vendorDirs, dir):
			return graph.SkipVendored
		case slices.Contains(l.OutputDirs, dir) && !inPackages(dirs[:i], l):
			return graph.SkipGenerated
		}
	}
	if strings.Contains(dirs[len(dirs)-1], ".min.") {
		return graph.SkipMinified
	}
	// Yarn commits itself and its plugins to the repository.
	if strings.HasPrefix(path, ".yarn/") || strings.Contains(path, "/.yarn/") {
		return graph.SkipVendored
	}
	return ""
}

// inPackages reports whether directories lead to where the language has packages: org/example/build in src/main/java
// is one, not build output.
func inPackages(dirs []string, l *lang.Language) bool {
	for i := range dirs {
		if i >= 2 && dirs[i-2] == "src" && slices.Contains(l.PackageDirs, dirs[i]) {
			return true
		}
	}
	return false
}

package factstore

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// isVendorDir reports whether a name is one of directories with copies of third-party code, at any depth. The list is
// short on purpose: files left out of the graph cannot be checked, and names such as cache, env
// or extern, which common lists of vendored paths contain, are also names of people's own
// packages.
func isVendorDir(name string) bool {
	switch name {
	case "node_modules", "bower_components", "jspm_packages", // npm and its like
		"vendor", "vendors", "third_party", "third-party", "thirdparty", "3rdparty", // copied by hand, Go, PHP, Ruby, C
		"Godeps", "_vendor", "_vendored", "site-packages", ".venv", // Go before modules, Python
		"Carthage", "Pods": // Swift
		return true
	}
	return false
}

// SetAside returns the reason for which a path alone keeps a file out of the graph, "" for none.
func SetAside(path string, l *lang.Language) graph.SkipReason {
	name := path
	for dir, rest, more := strings.Cut(path, "/"); more; dir, rest, more = strings.Cut(rest, "/") {
		switch {
		case isVendorDir(dir):
			return graph.SkipVendored
		case slices.Contains(l.OutputDirs, dir) && !inPackages(path[:len(path)-len(rest)-len(dir)-1], l):
			return graph.SkipGenerated
		}
		name = rest
	}
	if strings.Contains(name, ".min.") {
		return graph.SkipMinified
	}
	// Yarn commits itself and its plugins to the repository.
	if strings.HasPrefix(path, ".yarn/") || strings.Contains(path, "/.yarn/") {
		return graph.SkipVendored
	}
	return ""
}

// inPackages reports whether the directory at path is where the language has packages: org/example/build in src/main/java
// is one, not build output.
func inPackages(path string, l *lang.Language) bool {
	dirs := strings.Split(path, "/")
	for i := range dirs {
		if i >= 2 && dirs[i-2] == "src" && slices.Contains(l.PackageDirs, dirs[i]) {
			return true
		}
	}
	return false
}

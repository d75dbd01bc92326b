package dependency

import "path"

// Project returns the ecosystem of a manifest and the directory of the project that it speaks
// of; false for lock files and all else.
func Project(file string) (ecosystem, dir string, ok bool) {
	f := formatOf(file)
	if f == nil || f.lock {
		return "", "", false
	}
	dir = path.Dir(file)
	if path.Base(dir) == "requirements" {
		dir = path.Dir(dir) // lists of one project
	}
	return f.ecosystem, dir, true
}

// IsManifest reports whether a file says what a project depends on, and not what is locked.
func IsManifest(file string) bool {
	_, _, ok := Project(file)
	return ok
}

// Names returns the packages that a manifest depends on; none where it cannot be parsed.
func Names(file string, content []byte) []string {
	var names []string
	for _, e := range packagesIn(file, content) {
		if !e.replace {
			names = append(names, e.name)
		}
	}
	return names
}

// OfWorkspace reports whether a section of a manifest speaks for the projects below it that
// take its packages over by their name.
func OfWorkspace(section string) bool { return section == workspaceSection }

// workspaceSection is what the packages of a workspace stand in.
const workspaceSection = "workspace.dependencies"

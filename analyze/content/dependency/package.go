package dependency

import "slices"

// A Package is what a manifest or a lock file says of one package.
type Package struct {
	Section  string
	Name     string
	Version  string // as written, empty for none
	Source   string // where it comes from if not from the default registry
	Replaces bool   // it replaces the package of its name
}

// Ecosystem returns the ecosystem of a manifest or lock file, empty for another file.
func Ecosystem(file string) (name string, lock bool) {
	f := formatOf(file)
	if f == nil {
		return "", false
	}
	return f.ecosystem, f.lock
}

// Packages returns the packages that a manifest or lock file names; none where it cannot be parsed.
func Packages(file string, content []byte) []Package {
	var out []Package
	for _, e := range packagesIn(file, content) {
		out = append(out, Package{Section: e.section, Name: e.name, Version: e.version, Source: e.source, Replaces: e.replace})
	}
	return out
}

// packagesIn returns the entries of a manifest or lock file that are packages; none where it cannot be parsed.
func packagesIn(file string, content []byte) []entry {
	f := formatOf(file)
	if f == nil {
		return nil
	}
	entries, err := f.read(content)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(entries, func(e entry) bool { return e.script || e.tool || e.property })
}

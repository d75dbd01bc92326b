package lang

// A Registry maps the imports of a language to packages of its ecosystem, as far as an import
// determines the package.
type Registry struct {
	Name string // the ecosystem, as named in package analyze/content/fact
	// Packages returns the candidate packages for an import of source. The first one that the project
	// depends on is the package. Empty where no name is certain.
	Packages func(source string) []string
	// Key returns the normalised form of a package name that Packages uses.
	Key func(name string) string
	// Inherits: a project also finds the packages that a project in a directory above depends on.
	Inherits bool
}

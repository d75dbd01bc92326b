package lang

// A Registry is where the packages come from that the files of a language import, as far as an
// import tells the package for certain.
type Registry struct {
	Name string // of the ecosystem, as package analyze/content/fact has it
	// Packages returns the keys of the packages that an import of source may be of: the first
	// of them that a project depends on is the one. Empty where no name is certain.
	Packages func(source string) []string
	// Key is what the package of a name is known by in Packages.
	Key func(name string) string
	// Inherits: a project that does not depend on a package finds that of a project around it.
	Inherits bool
}

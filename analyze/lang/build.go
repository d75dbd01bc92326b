package lang

// A Build is one combination of platform and build tags.
type Build struct {
	OS, Arch string
	Tags     string // build tags besides those that OS and Arch imply, sorted, joined by commas
	NoCgo    bool
}

// A BuildSet is a set of builds, as bits by index. The empty set means unknown.
type BuildSet uint64

// MaxBuilds is the maximum number of builds in a BuildSet.
const MaxBuilds = 64

// A BuildLinker returns which files each build includes.
type BuildLinker interface {
	Linker
	// Builds returns the builds that the build constraints of files distinguish, the usual one first;
	// nil where all builds include the same files.
	Builds() []Build
	// BuildsOf returns the builds that include the file at path.
	BuildsOf(path string) BuildSet
}

package lang

// A Build is one way to build a snapshot.
type Build struct {
	OS, Arch string
	Tags     string // those set beside what OS and Arch set, sorted, joined by commas
	NoCgo    bool
}

// A BuildSet is a set of builds, by position. The empty set says that nothing is known.
type BuildSet uint64

// MaxBuilds is how many builds a BuildSet can hold.
const MaxBuilds = 64

// A BuildLinker knows which builds take which files.
type BuildLinker interface {
	Linker
	// Builds are those that the constraints of files tell apart, the usual one first; nil
	// where all builds take the same files.
	Builds() []Build
	// BuildsOf returns those that take the file at path.
	BuildsOf(path string) BuildSet
}

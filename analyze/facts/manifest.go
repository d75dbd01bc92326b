package facts

// A Manifest holds what a project file says about names of modules.
type Manifest struct {
	Module   string    // go.mod module, package.json name, Python distribution
	Replaces []Mapping // go.mod replace with a local path; tsconfig paths
	Exports  []Mapping // package.json exports, main, module, types: subpath -> file
	Imports  []Mapping // package.json "#x" imports; names that are imported in every file of a project
	Members  []string  // workspaces, go.work use: globs of directories; projects that a .csproj refers to
	Roots    []string  // directories to which names are relative: tsconfig baseUrl and rootDirs, Python package_dir; in a .csproj, sources elsewhere
	Takes    []string  // packages that a .csproj refers to
	Extends  string    // tsconfig extends
	Entries  []string  // files or "module:function" names that are started from outside: bin, main, scripts
	Offers   []Offer   // what it says about whether others can depend on the code below a directory
}

// An Offer says whether others can depend on the code below a directory.
type Offer struct {
	Dir  string // relative to that of the manifest
	Says Offering
	// Inner: it holds for the projects in directories below too, unless they say otherwise.
	Inner bool
}

// An Offering is what a manifest says about depending on its code.
type Offering uint8

const (
	Described Offering = iota + 1 // with what only a package needs: its id, its license, where it is published
	Published                     // it is a package
	Withheld                      // it is a program or a test, or is not published
)

// A Mapping maps a name, or a pattern with one *, to paths relative to the directory of the manifest.
type Mapping struct {
	From string
	To   []string
}

package pattern

// A Result is what a pattern finds in the files of a snapshot.
type Result struct {
	Places    []Place  // by path and line
	Languages []string // whose files were searched, sorted
	Files     int      // how many files may be searched
	Searched  int      // how many were, to the end
	// Stopped are the paths of files in which the pattern takes more work than any should,
	// with what was found there before; Unread those that could not be read or parsed.
	Stopped, Unread []string
}

// A Place is a match with what a reader needs to know of it.
type Place struct {
	Path     string
	Captures []Text // of a pattern without captures: what it fits
}

// A Text is a piece of source.
type Text struct {
	Name         string // of the capture, "" for none
	Line, Column int    // from 1; the column in bytes
	EndLine      int
	Text         string // its beginning, when it is long
}

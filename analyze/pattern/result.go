package pattern

// A Result is the result of a search in the files of a snapshot.
type Result struct {
	Places    []Place  // by path and line
	Languages []string // whose files were searched, sorted
	Files     int      // number of files to search
	Searched  int      // number of files that were searched completely
	// Stopped are the paths of files where the search reached a limit; Places has the matches
	// found before. Unread are the paths of files that could not be read or parsed.
	Stopped, Unread []string
}

// A Place is a match in a form for people.
type Place struct {
	Path     string
	Captures []Text // for a pattern without captures: the matched node
}

// A Text is a piece of source.
type Text struct {
	Name         string // of the capture, "" for none
	Line, Column int    // from 1; the column in bytes
	EndLine      int
	Text         string // shortened if it is long
}

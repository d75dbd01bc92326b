package graph

// A Build is one way to build a snapshot.
type Build struct {
	OS, Arch string
	Tags     string // those set beside what OS and Arch set, sorted, joined by commas
	NoCgo    bool
}

// A BuildSet is a set of the builds of one graph, by position.
type BuildSet uint64

// BuildList returns the builds of a set.
func (g *Graph) BuildList(s BuildSet) []Build {
	var in []Build
	for i := range g.Builds {
		if s&(1<<i) != 0 {
			in = append(in, g.Builds[i])
		}
	}
	return in
}

// BuildsOf returns the builds that take the file at path, 0 where all do or that is not
// known.
func (g *Graph) BuildsOf(path string) BuildSet {
	if n := g.Node("File:" + path); n != nil {
		return n.Builds
	}
	return 0
}

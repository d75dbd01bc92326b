package graph

// A Build is one combination of operating system, architecture and build tags.
type Build struct {
	OS, Arch string
	Tags     string // in addition to those that OS and Arch imply, sorted, joined by commas
	NoCgo    bool
}

// A BuildSet is a set of the builds of one graph, a bit for each position in Graph.Builds.
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

// BuildsOf returns the builds that include the file at path; 0 if all do, or if this is not
// known.
func (g *Graph) BuildsOf(path string) BuildSet {
	if n := g.Node("File:" + path); n != nil {
		return n.Builds
	}
	return 0
}

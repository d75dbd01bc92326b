package coverage

import "github.com/nexus-ci/nexus-ci/analyze/graph"

// Words returns the text for people of a reason why something was not analysed. An unknown
// reason is returned as it is.
func Words(r graph.SkipReason) string {
	switch r {
	case graph.SkipSyntax:
		return "could not be parsed"
	case graph.SkipUnreadable:
		return "could not be read"
	case graph.SkipUnsupported:
		return "no support for such files"
	}
	return string(r)
}

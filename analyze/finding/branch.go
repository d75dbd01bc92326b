package finding

import "github.com/nexus-ci/nexus-ci/analyze/change"

// InOther is the side of places that only the branch has that head is merged with.
const InOther change.Side = "other"

// A Branch is what head will be merged with, with the four changes between their
// common ancestor, both tips and the merge.
type Branch struct {
	Name   string
	Ours   Input // ancestor to head
	Theirs Input // ancestor to the tip of the branch
	// OntoOurs is what the merge adds to head, which is what they changed; OntoTheirs
	// what it adds to their tip.
	OntoOurs, OntoTheirs Input
	// Conflicts are the paths that git leaves to a person: nothing is said of them.
	Conflicts map[string]bool
}

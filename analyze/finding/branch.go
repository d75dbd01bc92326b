package finding

import "github.com/nexus-ci/nexus-ci/analyze/change"

// InOther is the side of places that exist only in the branch that head is merged with.
const InOther change.Side = "other"

// A Branch is a branch that head will be merged with, as the four changes between the common
// ancestor, both tips and the merge.
type Branch struct {
	Name   string
	Ours   Input // ancestor to head
	Theirs Input // ancestor to the tip of the branch
	// OntoOurs is the change from head to the merge, OntoTheirs the change from the tip of the
	// branch to the merge.
	OntoOurs, OntoTheirs Input
	// Conflicts are the paths with merge conflicts. Nothing is reported for them.
	Conflicts map[string]bool
}

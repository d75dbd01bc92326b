// Package process traces execution flows: chains of calls from where the outside
// enters the code to where it ends.
//
// In: the graph of one snapshot. Out: processes whose steps are joined by CALLS
// edges, no step twice. There are two questions and one answer to each: Inventory
// lists the leading flows of a code base within fixed limits; Through lists the
// flows that given symbols lie on, traced backwards from the symbols to their
// entry points and forwards to their ends, so that no sampling hides a flow that
// a change touches.
//
// A flow runs through callables that are neither tests nor help them, along calls of at least
// MinConfidence. It never depends on the order in which the graph was built, and
// no search enumerates paths: every walk visits a node once.
//
// The same program gives different flows when an unrelated call is added that
// makes another chain the longest. So compare flows of two snapshots by whether
// their steps are still joined, or with Reaches, never by presence in a list.
package process

import (
	"cmp"
	"encoding/hex"
	"hash/fnv"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// MinConfidence is the confidence below which a call is not followed: a guess
// among namesakes makes flows that do not exist.
const MinConfidence = 0.5

// Defaults of Limits.
const (
	DefaultDepth     = 10
	DefaultBranching = 4
	DefaultMax       = 75   // of Inventory
	DefaultThrough   = 1000 // of Through, where each flow is touched by the change
	DefaultMinSteps  = 2
)

// Limits bound what is traced. A zero field means its default.
type Limits struct {
	Depth     int // steps of a flow in Inventory; steps after the symbol in Through
	Branching int // calls followed from one function
	Max       int // processes returned
	MinSteps  int // shorter flows are left out
}

// Types of processes whose entry is of no declared type.
const (
	Exported = "exported" // nothing inside calls the entry; others can
	Internal = "internal" // nothing calls the entry, and nothing outside can name it
)

// Scopes of processes.
const (
	IntraCommunity = "intra_community" // its steps are of one community
	CrossCommunity = "cross_community"
)

// typeOf is the type of a flow: the first declared entry type on the way, as a router
// that calls a request handler begins the handling of a request; else whether the entry
// is exported. It depends on the steps alone, so that a flow has one type wherever it is
// shown.
func typeOf(steps []*graph.Node) string {
	for _, n := range steps {
		if t := declared(n); t != "" {
			return t
		}
	}
	return EntryType(steps[0])
}

// Scope tells whether the steps that are in a community are all in the same one.
// communityOf returns "" for a node of none.
func Scope(steps []*graph.Node, communityOf func(*graph.Node) string) string {
	home := ""
	for _, n := range steps {
		c := communityOf(n)
		if home != "" && c != "" && c != home {
			return CrossCommunity
		}
		home = cmp.Or(home, c)
	}
	return IntraCommunity
}

// Key returns the ID of a process with these step IDs: two processes are the
// same if their keys are. Base and head compare after the IDs of one side were
// mapped to those of the other.
func Key(steps []string) string {
	h := fnv.New64a()
	for _, s := range steps {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return steps[0] + "#" + hex.EncodeToString(h.Sum(nil))
}

func newProcess(steps []*graph.Node, cut bool) graph.Process {
	ids := make([]string, len(steps))
	for i, n := range steps {
		ids[i] = n.ID
	}
	return graph.Process{
		ID:    Key(ids),
		Label: display(steps[0]) + " → " + display(steps[len(steps)-1]),
		Type:  typeOf(steps),
		Steps: steps,
		Cut:   cut,
	}
}

// display is a method with its type, as half of all methods are called Get.
func display(n *graph.Node) string {
	if n.Qualified != "" {
		return n.Qualified
	}
	return n.Name
}

// Package process traces execution flows: chains of calls from an entry point to a function
// that calls nothing further.
//
// In: the graph of one snapshot. Out: processes. Consecutive steps are connected by a CALLS
// edge, and no step occurs twice. There are two queries: Inventory lists the leading flows of
// a code base within fixed limits. Through lists the flows that contain given symbols, traced
// backwards from the symbols to their entry points and forwards to their ends, so that every
// flow that a change touches is found.
//
// A flow contains only callables that are neither tests nor test helpers, and follows calls of
// at least MinConfidence. It never depends on the order in which the graph was built, and no
// search enumerates paths: every walk visits a node once.
//
// An unrelated new call can change which chain is the longest, and so which flow is shown. To
// compare the flows of two snapshots, compare whether their steps are still connected, or use
// Reaches; never compare lists of flows.
package process

import (
	"cmp"
	"encoding/hex"
	"hash/fnv"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// MinConfidence is the confidence below which a call is not followed: guesses between
// functions of the same name would give flows that do not exist.
const MinConfidence = 0.5

// Defaults of Limits.
const (
	DefaultDepth     = 10
	DefaultBranching = 4
	DefaultMax       = 75   // of Inventory
	DefaultThrough   = 1000 // of Through, where the change touches every flow
	DefaultMinSteps  = 2
)

// Limits bound what is traced. A zero field means its default.
type Limits struct {
	Depth     int // Inventory: steps of a flow; Through: steps after the symbol
	Branching int // different calls followed from one function
	Max       int // processes returned
	MinSteps  int // shorter flows are not returned
	// Names are labels to use instead of generated ones, which are the keys: "Saving" for
	// "main → Save".
	Names map[string]string
}

// Types of processes whose entry has no declared type.
const (
	Exported = "exported" // the entry has no callers in the repository, but is visible outside
	Internal = "internal" // the entry has no callers and is not visible outside
)

// Scopes of processes.
const (
	IntraCommunity = "intra_community" // all its steps are in one community
	CrossCommunity = "cross_community"
)

// typeOf is the type of a flow: the first declared entry type among its steps, since a router
// that calls a request handler starts the handling of a request; else whether the entry is
// exported. It depends only on the steps, so that a flow has the same type in every list.
func typeOf(steps []*graph.Node) string {
	for _, n := range steps {
		if t := declared(n); t != "" {
			return t
		}
	}
	return EntryType(steps[0])
}

// Scope tells whether all steps that are in a community are in the same one. communityOf
// returns "" for a node without one.
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

// Key returns the ID of a process with these step IDs: equal keys mean equal processes. To
// compare base and head, map the IDs of one side to those of the other first.
func Key(steps []string) string {
	h := fnv.New64a()
	for _, s := range steps {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return steps[0] + "#" + hex.EncodeToString(h.Sum(nil))
}

func (l *Limits) newProcess(steps []*graph.Node, cut bool) graph.Process {
	ids := make([]string, len(steps))
	for i, n := range steps {
		ids[i] = n.ID
	}
	label := graph.ProcessLabel(steps)
	return graph.Process{
		ID:    Key(ids),
		Label: cmp.Or(l.Names[label], label),
		Type:  typeOf(steps),
		Steps: steps,
		Cut:   cut,
	}
}

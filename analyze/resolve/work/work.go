// Package work counts the work of building a graph.
//
// In: what the phases add. Out: Counts. It measures no time.
package work

// Counts is the work of building a graph, as counts that do not depend on the machine. It is
// determined by the snapshot alone.
type Counts struct {
	Values  int `json:"values"`  // evaluated types of expressions, variables and definitions
	Members int `json:"members"` // look-ups of a member in a type
	Flows   int `json:"flows"`   // functions and types that value flow passed from one place to another
}

// Add adds the work of another graph.
func (w *Counts) Add(o Counts) {
	w.Values += o.Values
	w.Members += o.Members
	w.Flows += o.Flows
}

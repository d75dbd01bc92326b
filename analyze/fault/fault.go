// Package fault turns a panic into a value, so that a bug that panics on one file costs only
// that file and not the run. A stack overflow cannot be recovered; recursive code has to bound
// its depth.
package fault

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// A Phase is the step of the analysis in which a fault occurred.
type Phase string

// The phases of an analysis.
const (
	Extract Phase = "extract" // bytes to facts
	Read    Phase = "read"    // files other than code to facts about the change
	Resolve Phase = "resolve" // facts to the graph
	Judge   Phase = "judge"   // both graphs to findings and a rating
)

// A Fault is a recovered panic.
type Fault struct {
	Path  string // file that was processed; empty where it is not known
	Phase Phase
	What  string // value of the panic, as one line
	Stack string
}

// Catch runs f and returns its panic as a Fault, nil if there is none.
func Catch(phase Phase, f func()) (caught *Fault) {
	defer func() {
		if v := recover(); v != nil {
			caught = Of(phase, v)
		}
	}()
	f()
	return nil
}

// Of returns the fault for a recovered value. Call it in the deferred function that recovers,
// while the stack is still there.
func Of(phase Phase, v any) *Fault {
	if f, ok := v.(*Fault); ok {
		return f
	}
	// A panic from another goroutine has its stack after the first line.
	what, stack, _ := strings.Cut(fmt.Sprint(v), "\n")
	return &Fault{Phase: phase, What: what, Stack: stack + string(debug.Stack())}
}

// Error says what happened, and where if that is known.
func (f *Fault) Error() string {
	where := strings.TrimSpace(string(f.Phase) + " " + f.Path)
	if where == "" {
		return f.What
	}
	return where + ": " + f.What
}

// Message is the text for the file in a report.
func (f *Fault) Message() string { return fmt.Sprintf("bug in %s: %s", f.Phase, f.What) }

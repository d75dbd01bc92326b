// Package fault turns a panic into a value, so that a bug which one file brings to
// light costs that file and not the run. A stack that overflows is no panic and cannot
// be caught: recursion is bounded where it is.
package fault

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// A Phase is what was being done with a file.
type Phase string

// The phases of an analysis.
const (
	Extract Phase = "extract" // bytes to facts
	Read    Phase = "read"    // files other than code to facts of a change
	Resolve Phase = "resolve" // facts to the graph
	Judge   Phase = "judge"   // both graphs to findings and a rating
)

// A Fault is a panic that was caught.
type Fault struct {
	Path  string // of the file; empty where it is not known
	Phase Phase
	What  string // what the code panicked with, as one line
	Stack string
}

// Catch runs f and returns what it panicked with, nil when it did not.
func Catch(phase Phase, f func()) (caught *Fault) {
	defer func() {
		if v := recover(); v != nil {
			caught = Of(phase, v)
		}
	}()
	f()
	return nil
}

// Of returns the fault that a recovered value stands for. It is called by the function that
// recovers, while the stack is still there.
func Of(phase Phase, v any) *Fault {
	if f, ok := v.(*Fault); ok {
		return f
	}
	// The panic of another goroutine comes with its stack behind the first line.
	what, stack, _ := strings.Cut(fmt.Sprint(v), "\n")
	return &Fault{Phase: phase, What: what, Stack: stack + string(debug.Stack())}
}

// Error says what happened, and where as far as that is known.
func (f *Fault) Error() string {
	where := strings.TrimSpace(string(f.Phase) + " " + f.Path)
	if where == "" {
		return f.What
	}
	return where + ": " + f.What
}

// Message is what a report says of the file.
func (f *Fault) Message() string { return fmt.Sprintf("bug in %s: %s", f.Phase, f.What) }

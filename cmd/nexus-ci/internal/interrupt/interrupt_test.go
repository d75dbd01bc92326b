package interrupt

import (
	"os"
	"syscall"
	"testing"
)

// In a conversation an interrupt ends the turn, a second one in the same turn the program.
func TestGuard(t *testing.T) {
	var g Guard
	told := 0
	g.Converse(func() { told++ })
	if !g.Take(os.Interrupt) || told != 1 {
		t.Error("between two turns nothing ends")
	}
	ctx, done := g.Turn(t.Context())
	if !g.Take(os.Interrupt) || ctx.Err() == nil {
		t.Error("the turn does not end")
	}
	if g.Take(os.Interrupt) {
		t.Error("a second interrupt ends nothing")
	}
	done()
	ctx, done = g.Turn(t.Context())
	if ctx.Err() != nil {
		t.Error("the next turn has ended")
	}
	if g.Take(syscall.SIGTERM) {
		t.Error("the program cannot be ended")
	}
	done()
	g.Converse(nil)
	if g.Take(os.Interrupt) {
		t.Error("after the conversation nothing ends")
	}
}

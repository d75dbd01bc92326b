// Package interrupt decides what an interrupt ends: in a conversation the turn that is going on,
// otherwise the program.
//
// In: signals, and the turns of a conversation. Out: whether a signal ends no more than a turn.
// A second interrupt of the same turn ends the program.
package interrupt

import (
	"context"
	"os"
	"sync"
)

// A Guard takes signals. The zero value takes none. It may be used from several goroutines.
type Guard struct {
	mu   sync.Mutex
	idle func()             // tells that nothing is going on; nil where there is no conversation
	end  context.CancelFunc // of the turn; nil between two
	told bool               // the turn was told to end
}

// Converse begins a conversation, or ends it with nil. Between two turns idle is called.
func (g *Guard) Converse(idle func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.idle = idle
}

// Turn returns the context of one turn, and a function to call when it is over.
func (g *Guard) Turn(ctx context.Context) (context.Context, func()) {
	ctx, end := context.WithCancel(ctx)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.end, g.told = end, false
	return ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.end = nil
		end()
	}
}

// Take reports whether a signal ends no more than a turn. The second one of a turn, and any
// but an interrupt, ends the program.
func (g *Guard) Take(s os.Signal) bool {
	if g == nil {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.idle == nil || s != os.Interrupt || g.told && g.end != nil:
		return false
	case g.end == nil:
		g.idle()
	default:
		g.told = true
		g.end()
	}
	return true
}

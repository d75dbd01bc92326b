package main

import (
	"fmt"
	"time"
)

// progress shows on a terminal that work is going on, once it has taken a second.
// The returned function ends it and leaves no trace on the screen.
func (p *program) progress(what string) (stop func()) {
	if !p.errTerm {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		start := time.Now()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(p.err, "\r%s… %d s", what, int(time.Since(start).Seconds()))
			case <-done:
				fmt.Fprint(p.err, "\r\x1b[K")
				return
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

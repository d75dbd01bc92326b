package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A Meter shows on one line of a terminal how far work has come. The zero Meter shows nothing.
type Meter struct {
	err   io.Writer // nil: no terminal
	what  string
	start time.Time

	mu          sync.Mutex
	done, total int
	end, ended  chan struct{}
}

// Meter shows on a terminal that work is going on, once it has taken a second, until it is
// stopped.
func (s *Streams) Meter(what string) *Meter {
	if !s.ErrTerm {
		return &Meter{}
	}
	m := &Meter{err: s.Err, what: what, start: time.Now(), end: make(chan struct{}), ended: make(chan struct{})}
	go m.run()
	return m
}

// Progress is Meter for those who know no Meter: at is told how many of how many are done.
func (s *Streams) Progress(what string) (at func(done, total int), stop func()) {
	m := s.Meter(what)
	return m.At, m.Stop
}

// At says how much is done, of how much. It may be called at any time from any goroutine.
func (m *Meter) At(done, total int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done, m.total = done, total
}

// Clear makes room for a line of output. The next second shows the meter again.
func (m *Meter) Clear() {
	if m.err == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprint(m.err, "\r\x1b[K")
}

// Stop ends the meter and leaves no trace on the screen.
func (m *Meter) Stop() {
	if m.err == nil {
		return
	}
	close(m.end)
	<-m.ended
}

func (m *Meter) run() {
	defer close(m.ended)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			m.mu.Lock()
			fmt.Fprintf(m.err, "\r%s\x1b[K", progress(m.what, m.done, m.total, time.Since(m.start)))
			m.mu.Unlock()
		case <-m.end:
			fmt.Fprint(m.err, "\r\x1b[K")
			return
		}
	}
}

// progress is the line: n of N with the rate and the time that is left, or where that is not known
// the time that has passed.
func progress(what string, done, total int, passed time.Duration) string {
	if done <= 0 || done >= total || passed <= 0 {
		return fmt.Sprintf("%s… %d s", what, int(passed.Seconds()))
	}
	each := passed / time.Duration(done)
	rate := fmt.Sprintf("%.0f a second", float64(time.Second)/float64(each))
	if each > time.Second/2 {
		rate = fmt.Sprintf("%.1f s each", each.Seconds())
	}
	left := (each * time.Duration(total-done)).Round(time.Second)
	return fmt.Sprintf("%s… %d of %d, %s, %s left", what, done, total, rate, max(left, time.Second))
}

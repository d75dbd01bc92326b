package parse

import (
	"context"
	"sync"
)

// A Pool shares parsers between goroutines: a parser is expensive to make and parses one file at
// a time. The parsers stop when the context is done.
type Pool struct {
	ctx    context.Context
	forget func() bool // unregisters stop from the context
	mu     sync.Mutex
	free   []*Parser
	all    []*Parser
}

// NewPool returns a pool for n goroutines.
func NewPool(ctx context.Context, n int) *Pool {
	p := &Pool{ctx: ctx, free: make([]*Parser, 0, n)}
	p.forget = context.AfterFunc(ctx, p.stop)
	return p
}

func (p *Pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.all {
		q.Stop()
	}
}

// Stopped reports whether the context is done: results since then may be incomplete.
func (p *Pool) Stopped() bool { return p.ctx.Err() != nil }

// Get returns a parser for exclusive use until Put.
func (p *Pool) Get() *Parser {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		q := p.free[n-1]
		p.free = p.free[:n-1]
		return q
	}
	q := NewParser()
	if p.ctx.Err() != nil {
		q.Stop()
	}
	p.all = append(p.all, q)
	return q
}

// Put returns a parser to the pool.
func (p *Pool) Put(q *Parser) {
	p.mu.Lock()
	p.free = append(p.free, q)
	p.mu.Unlock()
}

// Close closes all parsers.
func (p *Pool) Close() {
	p.forget()
	for _, q := range p.all {
		q.Close()
	}
}

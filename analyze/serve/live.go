package serve

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A Live repository is one whose work tree is followed: every question is answered by an
// engine of the files as they were when it was asked, or later. Questions that come while
// others wait share one look at the files, and one engine when these have changed. An
// engine that is superseded closes when its last question is answered.
type Live struct {
	env *Environment
	ctx context.Context // an engine outlives the question that made it; ended by Close
	end context.CancelFunc

	turn sync.Mutex // held while the files are looked at

	mu      sync.Mutex
	next    *look  // the one that has not begun yet; nil for none
	current *state // nil before the first
}

// A look is one look at the files, which those who wait for it share.
type look struct {
	waiting int // guarded by Live.mu
	done    chan struct{}
	state   *state // with a user for each that waits
	err     error
}

// A state is an engine with all that it was made of.
type state struct {
	repo     *git.Repo
	snapshot *diff.Snapshot
	conf     *config.Config
	engine   *engine.Engine
	users    int // and one more while it is the current state; guarded by Live.mu
}

// NewLive returns the live repository of an environment. Its engines end with ctx. The caller closes it.
func NewLive(ctx context.Context, env *Environment) *Live {
	ctx, end := context.WithCancel(ctx)
	return &Live{env: env, ctx: ctx, end: end}
}

// Engine returns the engine of the present state, and a function to call afterwards.
func (l *Live) Engine(ctx context.Context) (*engine.Engine, func(), error) {
	l.mu.Lock()
	k := l.next
	if k == nil {
		k = &look{done: make(chan struct{})}
		l.next = k
		go l.look(k)
	}
	k.waiting++
	l.mu.Unlock()
	select {
	case <-k.done:
	case <-ctx.Done():
		go func() {
			if <-k.done; k.err == nil {
				l.release(k.state)
			}
		}()
		return nil, nil, ctx.Err()
	}
	if k.err != nil {
		return nil, nil, k.err
	}
	return k.state.engine, func() { l.release(k.state) }, nil
}

// look finds out whether the files have changed, and makes a new state when they have.
func (l *Live) look(k *look) {
	l.turn.Lock()
	defer l.turn.Unlock()
	l.mu.Lock()
	l.next = nil // who comes now needs a look of his own: this one begins
	before := l.current
	l.mu.Unlock()

	s, err := l.present(before)

	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		s.users += k.waiting
		if s != before {
			s.users++
			l.current = s
			if before != nil {
				l.drop(before)
			}
		}
	}
	k.state, k.err = s, err
	close(k.done)
}

// present returns the state before when it still is the present one, else a new one.
func (l *Live) present(before *state) (s *state, err error) {
	defer func() {
		// A bug must not end the server, which this goroutine would.
		if r := recover(); r != nil {
			what, _, _ := strings.Cut(fmt.Sprint(r), "\n")
			s, err = nil, fmt.Errorf("internal error: %s; please report it with the repository", what)
		}
	}()
	if err := l.ctx.Err(); err != nil {
		return nil, err
	}
	repo, err := l.env.Open()
	if err != nil {
		return nil, err
	}
	s = &state{repo: repo}
	if s.conf, err = config.Load("", repo.Root()); err == nil {
		s.snapshot, err = SnapshotOf(l.ctx, repo, "")
	}
	if err == nil && before != nil && slices.Equal(before.snapshot.Files, s.snapshot.Files) && reflect.DeepEqual(before.conf, s.conf) {
		repo.Close()
		return before, nil
	}
	if err == nil {
		s.engine, err = l.env.engineOf(l.ctx, repo, s.snapshot, s.conf)
	}
	if err != nil {
		repo.Close()
		return nil, err
	}
	return s, nil
}

func (l *Live) release(s *state) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop(s)
}

// drop takes a user of a state away; the last one closes it. It is called with mu held.
func (l *Live) drop(s *state) {
	if s.users--; s.users == 0 {
		s.repo.Close()
	}
}

// Close ends a look that is under way and waits for it, so that nothing is written afterwards, and lets go of
// the present state.
func (l *Live) Close() {
	l.end()
	l.turn.Lock()
	defer l.turn.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil {
		l.drop(l.current)
		l.current = nil
	}
}

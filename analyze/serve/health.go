package serve

import (
	"errors"
	"sync"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// healthEvery is how long a service that could not be asked is left alone.
const healthEvery = time.Minute

// A health remembers for a while that services could not be asked, so that not every question
// waits for them.
type health struct {
	now func() time.Time

	mu     sync.Mutex
	at     time.Time // of the last check
	failed *search.UnavailableError
}

// check asks the services, unless they were not there a short time ago.
func (h *health) check(ask func() (search.Semantic, error)) (search.Semantic, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed != nil && h.now().Sub(h.at) < healthEvery {
		return nil, h.failed
	}
	h.at, h.failed = h.now(), nil
	s, err := ask()
	if errors.As(err, &h.failed) {
		return nil, err
	}
	return s, err
}

package worker

import (
	"cmp"
	"context"
	"hash/fnv"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nexus-ci/nexus-ci/server/queue"
)

const (
	// preferred is how many workers keep the mirror of a repository.
	preferred = 2
	// patience is how long a job waits for one of them, leaveWait the time between two looks.
	patience  = 3 * time.Second
	leaveWait = 200 * time.Millisecond
)

// A crew is who works. Its workers share the repositories, so that each keeps few mirrors.
type crew struct {
	queue *queue.Queue
	name  string

	mu   sync.Mutex
	live []string
}

// attend says that this worker lives, and asks who else does.
func (c *crew) attend(ctx context.Context, logger *slog.Logger) {
	tick := time.NewTicker(c.queue.Lease / 4)
	defer tick.Stop()
	for {
		err := c.queue.Join(ctx, c.name)
		var live []string
		if err == nil {
			live, err = c.queue.Workers(ctx)
		}
		if err != nil && ctx.Err() == nil {
			logger.Warn("the other workers are not known", "error", err)
		}
		c.mu.Lock()
		c.live = live
		c.mu.Unlock()
		select {
		case <-ctx.Done():
			ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
			defer cancel()
			_ = c.queue.Leave(ending, c.name) // its time ends anyway
			return
		case <-tick.C:
		}
	}
}

// leaves returns how long to leave a job to the workers that have the mirror, 0 for not.
func (c *crew) leaves(t *queue.Task) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.Age > patience || slices.Contains(keepers(strings.ToLower(t.Repository), c.live), c.name) {
		return 0
	}
	return leaveWait
}

// keepers returns who of the workers keeps the mirror of a repository, by rendezvous hashing: when a
// worker comes or goes, only its repositories move. Without any worker it is nobody's.
func keepers(repository string, workers []string) []string {
	rank := func(worker string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(worker + "\x00" + repository))
		// FNV alone hardly mixes its last bytes into the high ones.
		x := h.Sum64()
		x ^= x >> 32
		x *= 0xd6e8feb86659fd93
		return x ^ x>>32
	}
	ranked := slices.SortedFunc(slices.Values(workers), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
	})
	return ranked[:min(preferred, len(ranked))]
}

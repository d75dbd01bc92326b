package interrupt

import (
	"context"
	"os"
	"time"
)

// Until calls f and returns its status. A signal ends the context of f. It ends Until, which
// then returns false, when it is the second one, or when f has not returned after the grace
// period: files and the cache are written whole or not at all, so nothing is left half done. A
// signal that is taken ends less than f.
func Until(signals <-chan os.Signal, taken func(os.Signal) bool, grace time.Duration, f func(context.Context) int) (status int, ended bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	result := make(chan int, 1)
	go func() { result <- f(ctx) }()
	for ctx.Err() == nil {
		select {
		case s := <-result:
			return s, true
		case s := <-signals:
			if !taken(s) {
				cancel()
			}
		}
	}
	select {
	case s := <-result:
		return s, true
	case <-signals:
	case <-time.After(grace):
	}
	return 0, false
}

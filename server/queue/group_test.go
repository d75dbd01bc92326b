package queue

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// Jobs that come while one is stored are stored together, the latest of each pull request.
func TestGroup(t *testing.T) {
	begun, end := make(chan string), make(chan error)
	g := &group{store: func(batch []*write) error {
		var ids []string
		for _, w := range batch {
			ids = append(ids, w.id)
		}
		begun <- strings.Join(ids, " ")
		return <-end
	}}
	answers := make(chan error, 10)
	put := func(pull, id string) {
		w := &write{subject: pull, id: id, done: make(chan error, 1)}
		go func() { answers <- g.add(context.Background(), w) }()
	}
	waiting := func(n int) {
		for {
			g.mu.Lock()
			has := len(g.waiting)
			g.mu.Unlock()
			if has == n {
				return
			}
		}
	}
	put("p1", "a")
	if got := <-begun; got != "a" {
		t.Fatal(got)
	}
	for i, w := range [][2]string{{"p1", "b"}, {"p2", "c"}, {"p1", "d"}} {
		put(w[0], w[1])
		waiting(i + 1)
	}
	end <- nil
	if got := <-begun; got != "c d" {
		t.Errorf("stored %q together, want the latest of each pull request", got)
	}
	broken := errors.New("broken")
	end <- broken
	failed := 0
	for range 4 {
		if err := <-answers; err != nil {
			failed++
		}
	}
	if failed != 3 {
		t.Errorf("%d of 3 jobs were told that they are not stored", failed)
	}
	// What is stored is known, what is not is not.
	for id, known := range map[string]bool{"a": true, "d": false} {
		w := &write{subject: "p1", id: id, done: make(chan error, 1)}
		go func() { answers <- g.add(context.Background(), w) }()
		<-begun
		if w.known != known {
			t.Errorf("%s is known: %v", id, w.known)
		}
		end <- nil
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
}

// Whoever does not wait any more does not hold up others.
func TestGroupLeft(t *testing.T) {
	release := make(chan error)
	g := &group{store: func([]*write) error { return <-release }}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.add(ctx, &write{subject: "p", id: "a", done: make(chan error, 1)}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	release <- nil
	go func() { release <- nil }()
	if err := g.add(t.Context(), &write{subject: "p", id: "b", done: make(chan error, 1)}); err != nil {
		t.Error(err)
	}
}

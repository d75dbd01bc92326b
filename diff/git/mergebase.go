package git

import (
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// MergeBase returns the best common ancestor of two commits, given by full id: one that is not an
// ancestor of another common ancestor. If there are several, as after a criss-cross merge, it is
// the youngest, then the one with the smallest id. The error is ErrUnrelated when there is
// none, and a MissingObjectError when a shallow clone ends before one is found.
func (r *Repo) MergeBase(ctx context.Context, a, b string) (string, error) {
	left, ok := object.ParseID(a)
	right, ok2 := object.ParseID(b)
	if !ok || !ok2 {
		return "", fmt.Errorf("find merge base of %s and %s: not full commit ids", a, b)
	}
	h := history{ctx: ctx, repo: r}
	bases, err := h.mergeBases(left, right)
	if err != nil {
		return "", err
	}
	return bases[0].String(), nil
}

// A history reads commits and records where the clone ends. It does not use the commit-graph
// file: go-git's reader of it took as long as reading the objects, a quarter of a second
// for 20,000 commits.
type history struct {
	ctx  context.Context
	repo *Repo
	cut  *object.ID // a visited commit whose parents were not cloned
}

func (h *history) commit(name object.ID) (*commit, error) {
	if err := h.ctx.Err(); err != nil {
		return nil, err
	}
	if h.cut == nil && h.repo.isShallow(name) {
		h.cut = &name
	}
	return h.repo.commit(name)
}

// Marks of a commit during the search.
const (
	fromLeft   = 1 << iota // an ancestor of the left commit, or itself
	fromRight              // of the right one
	isAncestor             // of a common ancestor found before
)

// paint walks back from the left and the right commits, the youngest first, and marks from which
// side a commit is reached. A commit reached from both sides is a common ancestor. The walk ends
// when only ancestors of common ancestors are left.
func (h *history) paint(left object.ID, right []object.ID) (found []object.ID, marks map[object.ID]uint8, err error) {
	marks = make(map[object.ID]uint8)
	known := make(map[object.ID]bool) // the commits in found, as a set
	var queue commitQueue
	interesting := 0 // number of such commits in the queue
	push := func(name object.ID, mark uint8) error {
		c, err := h.commit(name)
		if err != nil {
			return err
		}
		before := marks[name]
		marks[name] = before | mark
		queue.push(queued{name, c.time, marks[name]&isAncestor == 0})
		if marks[name]&isAncestor == 0 {
			interesting++
		}
		return nil
	}
	if err := push(left, fromLeft); err != nil {
		return nil, nil, err
	}
	for _, name := range right {
		if err := push(name, fromRight); err != nil {
			return nil, nil, err
		}
	}
	for interesting > 0 {
		next := queue.pop()
		if next.interesting {
			interesting--
		}
		mark := marks[next.name]
		if mark&(fromLeft|fromRight) == fromLeft|fromRight {
			if mark&isAncestor == 0 && !known[next.name] {
				known[next.name] = true
				found = append(found, next.name)
			}
			mark |= isAncestor
		}
		c, err := h.commit(next.name)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range c.parents {
			if marks[p]&mark == mark {
				continue
			}
			if err := push(p, mark); err != nil {
				return nil, nil, err
			}
		}
	}
	// With wrong commit times, a commit can be found before the walk marks it as an ancestor of
	// another one.
	found = slices.DeleteFunc(found, func(name object.ID) bool { return marks[name]&isAncestor != 0 })
	return found, marks, nil
}

// maxMergeBases is the maximum number of common ancestors that are compared with each other.
// Criss-cross merges have two or three.
const maxMergeBases = 100

// mergeBases returns the common ancestors that are not ancestors of others, the
// best first.
func (h *history) mergeBases(left, right object.ID) ([]object.ID, error) {
	found, _, err := h.paint(left, []object.ID{right})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, h.noBase()
	}
	switch {
	case len(found) == 1:
		return found, nil
	case len(found) > maxMergeBases:
		return nil, &LimitError{What: fmt.Sprintf("more than %d merge bases", maxMergeBases)}
	}
	var best []object.ID
	for _, name := range found {
		others := slices.DeleteFunc(slices.Clone(found), func(other object.ID) bool { return other == name })
		_, marks, err := h.paint(name, others)
		if err != nil {
			return nil, err
		}
		if marks[name]&fromRight == 0 {
			best = append(best, name)
		}
	}
	times := make(map[object.ID]int64, len(best))
	for _, name := range best {
		c, err := h.commit(name)
		if err != nil {
			return nil, err
		}
		times[name] = c.time
	}
	slices.SortFunc(best, func(a, b object.ID) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), bytes.Compare(a[:], b[:]))
	})
	return best, nil
}

func (h *history) noBase() error {
	if h.cut == nil {
		return ErrUnrelated
	}
	return &MissingObjectError{ID: h.cut.String() + "^", Hint: h.repo.fetchHint("--unshallow", "")}
}

// A queued commit waits to be visited. It is interesting unless it was known, when it was
// queued, to be an ancestor of a common ancestor.
type queued struct {
	name        object.ID
	time        int64
	interesting bool
}

// A commitQueue returns the youngest commit first.
type commitQueue struct{ items []queued }

func (q *commitQueue) push(c queued) { heap.Push(q, c) }
func (q *commitQueue) pop() queued   { return heap.Pop(q).(queued) }

func (q *commitQueue) Len() int      { return len(q.items) }
func (q *commitQueue) Swap(i, j int) { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *commitQueue) Push(x any)    { q.items = append(q.items, x.(queued)) }
func (q *commitQueue) Less(i, j int) bool {
	a, b := q.items[i], q.items[j]
	if a.time != b.time {
		return a.time > b.time
	}
	return bytes.Compare(a.name[:], b.name[:]) < 0
}

func (q *commitQueue) Pop() any {
	last := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return last
}

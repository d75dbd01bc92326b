package git

import (
	"bytes"
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"slices"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	commitgraph "github.com/go-git/go-git/v5/plumbing/format/commitgraph/v2"
)

// MergeBase returns the best common ancestor of two commits, given by their full
// ids: one that is not an ancestor of another common ancestor. Where several are
// left, as after a criss-cross merge, it is the youngest, then the smallest id.
// The error is ErrUnrelated when there is none, and a MissingObjectError when
// history ends before one is found because the clone is shallow.
func (r *Repo) MergeBase(a, b string) (string, error) {
	left, ok := parseID(a)
	right, ok2 := parseID(b)
	if !ok || !ok2 {
		return "", fmt.Errorf("find merge base of %s and %s: not full commit ids", a, b)
	}
	h := r.openHistory()
	defer h.close()
	bases, err := h.commonAncestors(left, right)
	if err != nil {
		return "", fmt.Errorf("find merge base of %s and %s: %w", a, b, err)
	}
	return bases[0].String(), nil
}

// A history reads commits from the commit-graph file where there is one, which
// is many times faster than reading the objects.
type history struct {
	repo  *Repo
	graph commitgraph.Index // nil when there is none
	known map[id]*commit
	cut   *id // a commit met at which the clone ends
}

func (r *Repo) openHistory() *history {
	h := &history{repo: r, known: make(map[id]*commit)}
	// The graph of a shallow clone would show parents that are not here.
	if !r.anyShallow() {
		h.graph = openCommitGraph(r.layout.commonDir)
	}
	return h
}

// openCommitGraph returns nil when there is no graph or it cannot be read: it is
// only a copy of what the objects say.
func openCommitGraph(commonDir string) (graph commitgraph.Index) {
	// go-git panics where a link of a chain of graphs is missing.
	defer func() {
		if recover() != nil {
			graph = nil
		}
	}()
	graph, err := commitgraph.OpenChainOrFileIndex(osfs.New(commonDir))
	if err != nil {
		return nil
	}
	return graph
}

func (h *history) close() {
	if h.graph != nil {
		h.graph.Close()
	}
}

func (h *history) commit(name id) (*commit, error) {
	if c := h.known[name]; c != nil {
		return c, nil
	}
	c, ok := h.fromGraph(name)
	if !ok {
		var err error
		if c, err = h.repo.commit(name); err != nil {
			return nil, err
		}
	}
	if h.repo.isShallow(name) && h.cut == nil {
		h.cut = &name
	}
	h.known[name] = c
	return c, nil
}

func (h *history) fromGraph(name id) (c *commit, ok bool) {
	if h.graph == nil {
		return nil, false
	}
	// The graph is not checked when it is opened: go-git panics on one that is
	// cut short.
	defer func() {
		if recover() != nil {
			c, ok = nil, false
		}
	}()
	at, err := h.graph.GetIndexByHash(plumbing.Hash(name))
	if err != nil {
		return nil, false
	}
	data, err := h.graph.GetCommitDataByIndex(at)
	if err != nil {
		return nil, false
	}
	c = &commit{tree: id(data.TreeHash), time: data.When.Unix()}
	for _, p := range data.ParentHashes {
		c.parents = append(c.parents, id(p))
	}
	return c, true
}

// Marks of a commit during the search.
const (
	fromLeft   = 1 << iota // an ancestor of the left commit, or itself
	fromRight              // of the right one
	isAncestor             // of a common ancestor found before
)

// commonAncestors walks back from both commits, the youngest first, and marks
// who is reached from where. A commit reached from both is a common ancestor; it
// is over when only ancestors of such are left. The best come first.
func (h *history) commonAncestors(left, right id) ([]id, error) {
	marks := map[id]uint8{}
	var queue commitQueue
	interesting := 0 // in the queue
	push := func(name id, mark uint8) error {
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
		return nil, err
	}
	if err := push(right, fromRight); err != nil {
		return nil, err
	}
	var found []id
	for interesting > 0 {
		next := queue.pop()
		if next.interesting {
			interesting--
		}
		mark := marks[next.name]
		if mark&(fromLeft|fromRight) == fromLeft|fromRight {
			if mark&isAncestor == 0 && !slices.Contains(found, next.name) {
				found = append(found, next.name)
			}
			mark |= isAncestor
		}
		c, err := h.commit(next.name)
		if err != nil {
			return nil, err
		}
		for _, p := range c.parents {
			if marks[p]&mark == mark {
				continue
			}
			if err := push(p, mark); err != nil {
				return nil, err
			}
		}
	}
	// A clock that ran backwards can let a commit be found before the mark that
	// it is an ancestor of another one reaches it.
	found = slices.DeleteFunc(found, func(name id) bool { return marks[name]&isAncestor != 0 })
	if len(found) == 0 {
		return nil, h.noBase()
	}
	return h.best(found)
}

func (h *history) noBase() error {
	if h.cut == nil {
		return ErrUnrelated
	}
	return &MissingObjectError{ID: h.cut.String() + "^", Hint: h.repo.fetchHint("--unshallow", "")}
}

// best removes the commits that are ancestors of others and sorts the rest.
func (h *history) best(found []id) ([]id, error) {
	var best []id
	for _, name := range found {
		redundant, err := h.reachable(name, found)
		if err != nil {
			return nil, err
		}
		if !redundant {
			best = append(best, name)
		}
	}
	slices.SortFunc(best, func(a, b id) int {
		return cmp.Or(cmp.Compare(h.known[b].time, h.known[a].time), bytes.Compare(a[:], b[:]))
	})
	return best, nil
}

// reachable reports whether name is an ancestor of one of the others.
func (h *history) reachable(name id, from []id) (bool, error) {
	if len(from) == 1 {
		return false, nil
	}
	seen := map[id]bool{}
	var todo []id
	for _, other := range from {
		if other != name {
			todo = append(todo, other)
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == name {
			return true, nil
		}
		if seen[at] {
			continue
		}
		seen[at] = true
		c, err := h.commit(at)
		var missing *MissingObjectError
		if errors.As(err, &missing) {
			continue // what is not here cannot lead to what is
		}
		if err != nil {
			return false, err
		}
		todo = append(todo, c.parents...)
	}
	return false, nil
}

// A queued commit waits to be looked at. It is interesting unless it was already
// known to be an ancestor of a common ancestor when it was put there.
type queued struct {
	name        id
	time        int64
	interesting bool
}

// A commitQueue gives out the youngest commit first.
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

package git

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
	"github.com/nexus-ci/nexus-ci/sourcehash"
)

// Log returns the commits from a commit, given by its full id, back along first
// parents, newest first, with the files that each one changed. It reads commits and
// trees and no blob; a commit with a damaged tree has no files. It is complete unless the clone ends, being shallow or partial,
// before the options or the history do: the commits whose changes cannot be told for
// that are left out.
func (r *Repo) Log(ctx context.Context, from string, o diff.LogOptions) (commits []diff.Commit, complete bool, err error) {
	start, ok := object.ParseID(from)
	if !ok {
		return nil, false, fmt.Errorf("log of %s: not a full commit id", from)
	}
	steps, complete, err := r.steps(ctx, start, o)
	if err != nil {
		return nil, false, fmt.Errorf("log of %s: %w", from, err)
	}
	here, err := r.changes(ctx, steps, o.Workers)
	if err != nil {
		return nil, false, fmt.Errorf("log of %s: %w", from, err)
	}
	commits = make([]diff.Commit, here)
	for i := range commits {
		commits[i] = steps[i].commit
	}
	return commits, complete && here == len(steps), nil
}

//go:embed log.go message.go
var logSources embed.FS

// logVersion returns the tokens of what makes a log, hashed: a comment changes nothing.
func logVersion() []byte {
	h := sha256.New()
	for _, name := range []string{"log.go", "message.go"} {
		source, _ := logSources.ReadFile(name) // an embedded file system does not fail
		sourcehash.WriteTokens(h, name, source)
	}
	return h.Sum(nil)
}

// LogVersion stands for all that decides, beside its id, what Log says of a commit: the
// code, and where the clone ends. It is short and for nothing but comparing.
func (r *Repo) LogVersion() string {
	h := sha256.New()
	h.Write(logVersion())
	r.mu.Lock()
	ends := slices.SortedFunc(maps.Keys(r.shallow), func(a, b object.ID) int { return bytes.Compare(a[:], b[:]) })
	r.mu.Unlock()
	for _, end := range ends {
		h.Write(end[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A step is a commit on the way back, and the trees to compare.
type step struct {
	commit    diff.Commit
	tree      object.ID
	old       object.ID // tree of the first parent; zero for the first commit
	requested object.ID // the tip of a merged pull request, whose author is the author; else zero
}

// steps walks back along first parents. It is complete unless the clone ended.
func (r *Repo) steps(ctx context.Context, at object.ID, o diff.LogOptions) (steps []step, complete bool, err error) {
	rd := r.reader()
	defer r.release(rd)
	for {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		last := len(steps) - 1
		content, c, err := r.message(rd, at)
		var missing *MissingObjectError
		switch {
		case errors.As(err, &missing) && last >= 0:
			return steps[:last], false, nil
		case err != nil:
			return nil, false, err
		}
		if last >= 0 {
			steps[last].old = c.tree
		}
		if last >= 0 && last+1 == o.Most || c.time < o.Since {
			return steps, true, nil
		}
		if r.isShallow(at) {
			return steps, false, nil
		}
		next := newStep(at, c, content)
		if last >= 0 && o.Stop != nil && o.Stop(&next.commit) {
			return steps, true, nil
		}
		steps = append(steps, next)
		if len(c.parents) == 0 {
			return steps, true, nil
		}
		at = c.parents[0]
	}
}

func newStep(name object.ID, c *commit, content []byte) step {
	s := step{tree: c.tree, commit: diff.Commit{ID: name.String(), Time: c.time, Merge: len(c.parents) > 1}}
	if len(c.parents) > 0 {
		s.commit.Parent = c.parents[0].String()
	}
	var request bool
	s.commit.Author, s.commit.Title, request = parseMessage(content, s.commit.Merge)
	if request {
		s.requested = c.parents[1]
	}
	return s
}

// changes fills in the files that each step changed and the authors of pull
// requests. It returns how many of the steps, the newest, this clone can tell of.
func (r *Repo) changes(ctx context.Context, steps []step, workers int) (here int, err error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, len(steps)/16))
	type end struct {
		at  int // of the first step that was not told
		err error
	}
	ends := make([]end, workers)
	var work atomic.Int64
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		// Neighbours share a tree: each worker takes a run of them.
		from, to := w*len(steps)/workers, (w+1)*len(steps)/workers
		go func() {
			defer wg.Done()
			c := comparer{ctx: ctx, repo: r, rd: r.reader(), work: &work}
			defer r.release(c.rd)
			ends[w].at = to
			for i := from; i < to; i++ {
				if err := c.fill(ctx, &steps[i]); err != nil {
					ends[w] = end{i, err}
					return
				}
			}
		}()
	}
	wg.Wait()
	for w, e := range ends {
		var missing *MissingObjectError
		switch {
		case errors.As(e.err, &missing):
			return e.at, nil // a partial clone without trees ends here
		case e.err != nil:
			return 0, e.err
		case w == workers-1:
			here = e.at
		}
	}
	return here, nil
}

// A comparer says what steps changed, one after the other.
type comparer struct {
	ctx  context.Context
	repo *Repo
	rd   *object.Reader
	// Trees of the step before and of this one: what was the old side of one step is
	// the new side of the next.
	before, now map[object.ID][]treeEntry
	files       []diff.CommitFile // of this step
	bytes       int               // of their paths
	trees       int               // compared for this step
	work        *atomic.Int64     // done for the log
}

const (
	// maxCommitFiles is the number of files above which a commit says nothing of any
	// of them: an import, a new layout of everything. maxCommitBytes is the same for
	// the length of their paths, which bounds the memory that a hostile log can take.
	maxCommitFiles = 5000
	maxCommitBytes = 256 << 10
	// maxCommitTrees bounds what is compared for one commit, and maxLogWork what is for
	// all of a log: a small pack can hold trees within trees without end.
	maxCommitTrees = 20_000
	maxLogWork     = 4_000_000
	// workBytes is how much of a path costs as much as a tree.
	workBytes = 64
)

var errWide = errors.New("too many files")

func (c *comparer) fill(ctx context.Context, s *step) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.before, c.now = c.now, make(map[object.ID][]treeEntry)
	c.files, c.bytes, c.trees = c.files[:0], 0, 0
	err := c.compare("", s.old, s.tree)
	switch {
	// The sum is the same for any number of workers.
	case c.work.Load() > maxLogWork:
		return &LimitError{What: fmt.Sprintf("commits that changed more than %d directories in all", maxLogWork)}
	case errors.Is(err, errWide), errors.Is(err, object.ErrCorrupt):
		// Old histories hold trees that git would not write today.
	case err != nil:
		return fmt.Errorf("changes of commit %s: %w", s.commit.ID, err)
	default:
		s.commit.Files = slices.Clone(c.files)
	}
	if s.requested != (object.ID{}) {
		content, _, err := c.repo.message(c.rd, s.requested)
		if err != nil {
			return err
		}
		s.commit.Author, _, _ = parseMessage(content, false)
	}
	return nil
}

// compare adds the files below prefix that differ between two trees; a zero id is
// no tree. Trees that are equal are not read.
func (c *comparer) compare(prefix string, old, new object.ID) error {
	if old == new {
		return nil
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	c.trees++
	if work := c.work.Add(1 + int64(len(prefix)/workBytes)); c.trees > maxCommitTrees || work > maxLogWork {
		return errWide
	}
	was, err := c.tree(old)
	if err != nil {
		return err
	}
	is, err := c.tree(new)
	if err != nil {
		return err
	}
	for len(was) > 0 || len(is) > 0 {
		switch {
		case len(is) == 0 || len(was) > 0 && was[0].key() < is[0].key():
			if err := c.differ(prefix, was[0], treeEntry{dir: was[0].dir}, diff.Deleted); err != nil {
				return err
			}
			was = was[1:]
		case len(was) == 0 || is[0].key() < was[0].key():
			if err := c.differ(prefix, treeEntry{dir: is[0].dir}, is[0], diff.Added); err != nil {
				return err
			}
			is = is[1:]
		default:
			if was[0] != is[0] {
				if err := c.differ(prefix, was[0], is[0], diff.Modified); err != nil {
					return err
				}
			}
			was, is = was[1:], is[1:]
		}
	}
	return nil
}

// differ adds what differs between two entries, one of which may be none.
func (c *comparer) differ(prefix string, old, new treeEntry, status diff.Status) error {
	path := prefix + max(old.name, new.name) // they are equal, or one is empty
	switch {
	case len(path) > maxPathLen || len(c.files) == maxCommitFiles || c.bytes > maxCommitBytes:
		return errWide
	case old.dir:
		return c.compare(path+"/", old.id, new.id)
	}
	c.bytes += len(path)
	c.files = append(c.files, diff.CommitFile{Path: path, Status: status})
	return nil
}

// tree reads a tree, which the step before may have read already.
func (c *comparer) tree(name object.ID) ([]treeEntry, error) {
	if name == (object.ID{}) {
		return nil, nil
	}
	entries, ok := c.now[name]
	if ok {
		return entries, nil
	}
	if entries, ok = c.before[name]; !ok {
		var err error
		entries, err = c.repo.readTreeWith(c.rd, name)
		var limit *LimitError
		if errors.As(err, &limit) {
			return nil, errWide
		}
		if err != nil {
			return nil, err
		}
	}
	c.now[name] = entries
	return entries, nil
}

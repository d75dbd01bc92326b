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

// Log returns the commits from a commit, given by full id, back along first parents,
// newest first, with the files that each one changed. It reads commits and trees, but no
// blobs; a commit with a damaged tree has no files. complete is false if a shallow or partial
// clone ends before the options or the history do; commits whose changes cannot be determined
// because of that are left out.
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

// logVersion returns the tokens of the code that makes a log; comments do not count.
func logVersion() []byte {
	h := sha256.New()
	for _, name := range []string{"log.go", "message.go"} {
		source, _ := logSources.ReadFile(name) // an embedded file system does not fail
		sourcehash.WriteTokens(h, name, source)
	}
	return h.Sum(nil)
}

// LogVersion identifies everything, except the commit id, on which the result of Log depends:
// the code, and where the clone ends. It is short and only for comparing.
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

// A step is a commit of the log with the trees to compare.
type step struct {
	commit    diff.Commit
	tree      object.ID
	old       object.ID // tree of the first parent; zero for the first commit
	requested object.ID // tip of a merged pull request, whose author is used; else zero
}

// steps walks back along first parents. complete is false if the clone ended.
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

// changes sets the files that each step changed and the authors of pull requests. It returns the
// number of steps, from the newest on, for which this clone has the objects.
func (r *Repo) changes(ctx context.Context, steps []step, workers int) (here int, err error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, len(steps)/16))
	type end struct {
		at  int // the first step without the objects
		err error
	}
	ends := make([]end, workers)
	var work atomic.Int64
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		// Consecutive steps share a tree, so each worker takes a range of them.
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

// A comparer compares the trees of consecutive steps.
type comparer struct {
	ctx  context.Context
	repo *Repo
	rd   *object.Reader
	// Trees of the previous and of the current step: the old side of one step is the new side
	// of the next.
	before, now map[object.ID][]treeEntry
	files       []diff.CommitFile // of this step
	bytes       int               // total length of their paths
	trees       int               // number of trees compared for this step
	work        *atomic.Int64     // for the whole log
}

const (
	// maxCommitFiles is the number of files above which the files of a commit are ignored: such
	// a commit is an import or a reformatting. maxCommitBytes limits the length of their paths,
	// which bounds the memory for a malicious history.
	maxCommitFiles = 5000
	maxCommitBytes = 256 << 10
	// maxCommitTrees bounds the compared trees of one commit, and maxLogWork the work for
	// a whole log: a small pack can contain endlessly nested trees.
	maxCommitTrees = 20_000
	maxLogWork     = 4_000_000
	// workBytes is the length of path that counts as much work as a tree.
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
	// The sum does not depend on the number of workers.
	case c.work.Load() > maxLogWork:
		return &LimitError{What: fmt.Sprintf("commits that changed more than %d directories in all", maxLogWork)}
	case errors.Is(err, errWide), errors.Is(err, object.ErrCorrupt):
		// Old histories contain trees that git would not write today.
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

// compare adds the files below prefix that differ between two trees; a zero id is an empty
// tree. Equal trees are not read.
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

// differ adds the difference between two entries, one of which may be missing.
func (c *comparer) differ(prefix string, old, new treeEntry, status diff.Status) error {
	path := prefix + max(old.name, new.name) // equal, or one is empty
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

// tree reads a tree, or takes it from the previous step.
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

package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// Blobs reads the content of files, from the work tree if the file there is unchanged, else from
// the object database.
type Blobs struct{ repo *Repo }

// Blobs returns the reader of file contents.
func (r *Repo) Blobs() *Blobs { return &Blobs{r} }

// Read calls each once for every id, concurrently and in any order; i is the position in ids.
// Content is valid only during the call and must not be changed. If one blob is larger than
// maxSize bytes (0: object.MaxSize) or not in this clone, each gets an *diff.UnreadError. Read
// returns an error when ctx is done or the repository is damaged; then each may not have been
// called for every id.
func (b *Blobs) Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	files := b.repo.workFiles(ctx)
	wants := make([]want, len(ids))
	for i, name := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.repo.locate(&wants[i], i, name, files); err != nil {
			return fmt.Errorf("read blob %s: %w", name, err)
		}
	}
	// Blobs that are stored together are read together.
	slices.SortStableFunc(wants, byPlace)

	const batch = 16 // number taken by a worker at once, to keep neighbours together
	workers := min(runtime.GOMAXPROCS(0), (len(wants)+batch-1)/batch)
	var next atomic.Int64
	failures := make([]error, len(wants)) // by position in ids; the first is reported
	var failed atomic.Bool
	work := func() {
		c := b.repo.contents(files)
		defer c.close()
		for !failed.Load() {
			from := int(next.Add(batch)) - batch
			if from >= len(wants) {
				return
			}
			for _, w := range wants[from:min(from+batch, len(wants))] {
				if ctx.Err() != nil {
					return
				}
				content, err := c.read(w, maxSize)
				var trouble *diff.UnreadError
				if err != nil && !errors.As(err, &trouble) {
					failures[w.i] = fmt.Errorf("read blob %s: %w", ids[w.i], err)
					failed.Store(true)
					return
				}
				each(w.i, content, err)
			}
		}
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(work)
	}
	group.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// workFiles returns the work tree, nil if it cannot be read.
func (r *Repo) workFiles(ctx context.Context) *worktree {
	r.mu.Lock()
	w := r.files
	r.mu.Unlock()
	if w != nil || r.layout.root == "" {
		return w
	}
	w, err := r.openWorktree(ctx)
	if err != nil {
		return nil // read from the object database instead
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files != nil {
		w.close()
		return r.files
	}
	r.files = w
	return w
}

// A want is a blob to read with the places where it may be.
type want struct {
	i    int
	id   object.ID
	path string       // in the work tree; tried first; empty for none
	at   object.Place // zero: not in the object database, or not looked up
}

func byPlace(a, b want) int {
	if a.at.Pack != b.at.Pack && a.at.Pack != nil && b.at.Pack != nil {
		return cmp.Compare(a.at.Pack.Name, b.at.Pack.Name)
	}
	return cmp.Compare(a.at.Offset, b.at.Offset)
}

// locate looks a blob up. If it is not found, read reports it.
func (r *Repo) locate(w *want, i int, name string, files *worktree) error {
	w.i = i
	var ok bool
	if w.id, ok = object.ParseID(name); !ok {
		return errors.New("not a full blob id")
	}
	if files != nil {
		if w.path, ok = files.holds(w.id); ok {
			return nil
		}
	}
	var err error
	if w.at, err = r.objects.Find(w.id); err != nil && !errors.Is(err, object.ErrNotFound) {
		return err
	}
	return nil
}

// holds returns the path at which the work tree should have a blob.
func (w *worktree) holds(name object.ID) (string, bool) {
	w.mu.Lock()
	path, ok := w.hashed[name]
	w.mu.Unlock()
	if !ok {
		path, ok = w.tracked()[name]
	}
	return path, ok
}

// contents reads blobs one after another.
type contents struct {
	repo    *Repo
	objects *object.Reader
	files   *worktree // nil for a bare repository
	buf     []byte
}

func (r *Repo) contents(files *worktree) *contents {
	return &contents{repo: r, objects: r.reader(), files: files}
}

func (c *contents) close() { c.repo.release(c.objects) }

// read returns content that is valid until the next call.
func (c *contents) read(w want, maxSize int64) ([]byte, error) {
	if maxSize <= 0 || maxSize > object.MaxSize {
		maxSize = object.MaxSize
	}
	var large *object.TooLargeError
	if w.path != "" {
		content, err := c.fromDisk(w, maxSize)
		if err == nil {
			return content, nil
		}
		// A file that git does not know is not in its objects either.
		errors.As(err, &large)
	}
	if w.at == (object.Place{}) {
		var err error
		if w.at, err = c.repo.objects.Find(w.id); errors.Is(err, object.ErrNotFound) {
			if large != nil {
				return nil, tooLarge(w, large)
			}
			return nil, c.repo.absent(w)
		} else if err != nil {
			return nil, err
		}
	}
	k, content, err := c.objects.ReadAt(w.at, maxSize)
	if errors.As(err, &large) {
		return nil, tooLarge(w, large)
	}
	if err == nil && k != object.Blob {
		err = object.Corrupt("it is not a blob")
	}
	return content, err
}

func tooLarge(w want, err *object.TooLargeError) error {
	return &diff.UnreadError{Blob: w.id.String(), Reason: err.Error(), TooLarge: true}
}

// errOther says that a file has other content by now.
var errOther = errors.New("other content")

// fromDisk reads a file and checks its hash: that is several times faster than decompressing
// the object. The error is an *object.TooLargeError for a file above the limit.
func (c *contents) fromDisk(w want, maxSize int64) ([]byte, error) {
	if target, err := c.files.readLink(w.path); err == nil {
		return wanted(w, target)
	}
	content, err := c.files.readFile(w.path, maxSize, c.buf[:0])
	if err != nil {
		return nil, err
	}
	if cap(content) <= object.KeptBuffer {
		c.buf = content
	}
	if hashBlob(content) == w.id {
		return content, nil
	}
	return wanted(w, c.files.normalise(w.path, content))
}

// wanted returns content if it is the wanted one.
func wanted(w want, content []byte) ([]byte, error) {
	if hashBlob(content) != w.id {
		return nil, errOther
	}
	return content, nil
}

// absent returns the error for a blob that is not in this clone.
func (r *Repo) absent(w want) error {
	reason := "not in this clone"
	if w.path != "" {
		reason = "changed on disk while it was read"
	} else if hint := r.fetchHint("--refetch --no-filter", ""); hint != "" {
		reason = withHint(reason, hint)
	}
	return &diff.UnreadError{Blob: w.id.String(), Reason: reason}
}

// Diff returns the differences from base to head, sorted by path. Only files that differ are
// read; a file above diff.MaxSize, or not in this clone, is Unread.
func (r *Repo) Diff(ctx context.Context, base, head *diff.Snapshot) ([]diff.FileChange, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	files := r.workFiles(ctx)
	c := r.contents(files)
	defer c.close()
	return diff.Compare(base, head, func(blob string) ([]byte, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var w want
		if err := r.locate(&w, 0, blob, files); err != nil {
			return nil, fmt.Errorf("read blob %s: %w", blob, err)
		}
		content, err := c.read(w, diff.MaxSize)
		var trouble *diff.UnreadError
		if err != nil && !errors.As(err, &trouble) {
			return nil, fmt.Errorf("read blob %s: %w", blob, err)
		}
		return content, err
	})
}

// Package registry remembers which repositories were indexed on this machine, so that
// they can be listed and a command that must not wait finds the last snapshot of one.
//
// It is a folder in the cache directory with one small JSON file for each repository,
// named after a hash of its path. So runs need no locks and lose nothing of each other's:
// two of one repository write the same file, and the later one stays. Like all of the
// cache it may be deleted at any time. An entry whose checkout is gone is dropped when the
// list is read; one that cannot be read is reported once and removed, and is written anew
// when its repository is indexed again.
package registry

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// An Entry is a repository as it was indexed last.
type Entry struct {
	Name    string    `json:"name"` // for people: the name of its folder
	Path    string    `json:"path"` // absolute, of the root of the work tree
	Commit  string    `json:"commit"`
	Tree    string    `json:"tree"` // of the snapshot, by which the cache knows it
	Indexed time.Time `json:"indexed"`

	Files    int `json:"files"`
	Symbols  int `json:"symbols"`
	Edges    int `json:"edges"`
	Clusters int `json:"clusters"`
	Flows    int `json:"flows"`
}

// A Registry is a folder of entries, which need not exist yet.
type Registry struct{ dir string }

const (
	folder = "repositories"
	suffix = ".json"
	// maxEntry is far above the size of any real entry.
	maxEntry = 1 << 16
)

// Open returns the registry of a cache directory. Nothing is read or written yet.
func Open(cacheDir string) *Registry { return &Registry{filepath.Join(cacheDir, folder)} }

func (r *Registry) file(path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(r.dir, hex.EncodeToString(sum[:16])+suffix)
}

// Put writes the entry of a repository in place of the one before.
func (r *Registry) Put(e Entry) error {
	content, err := json.MarshalIndent(e, "", "  ")
	if err == nil {
		err = os.MkdirAll(r.dir, 0o700)
	}
	if err == nil {
		err = replace(r.file(e.Path), append(content, '\n'))
	}
	if err != nil {
		return fmt.Errorf("register %s: %w", e.Path, err)
	}
	return nil
}

// replace writes a file whole or not at all.
func replace(path string, content []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	err = cmp.Or(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// Get returns the entry of the repository with a root; false when there is none.
func (r *Registry) Get(root string) (Entry, bool) {
	e, err := r.read(r.file(root))
	return e, err == nil && e.Path == root
}

// Holding returns the entry of the innermost repository that holds a directory, given by
// its absolute path; false when none was indexed.
func (r *Registry) Holding(dir string) (Entry, bool) {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if e, ok := r.Get(dir); ok {
			return e, true
		}
		// The repository starts here, or nothing is above.
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || filepath.Dir(dir) == dir {
			return Entry{}, false
		}
	}
}

// List returns all entries by name. The error tells of those that could not be read; the
// others are returned all the same.
func (r *Registry) List() ([]Entry, error) {
	files, err := os.ReadDir(r.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of repositories: %w", err)
	}
	var entries []Entry
	var trouble error
	for _, f := range files {
		if filepath.Ext(f.Name()) != suffix {
			continue
		}
		path := filepath.Join(r.dir, f.Name())
		e, err := r.read(path)
		switch {
		case errors.Is(err, fs.ErrNotExist): // another run has just removed it
			continue
		case err != nil:
			os.Remove(path)
			trouble = cmp.Or(trouble, fmt.Errorf("read the list of repositories: %s: %w; it is removed, and index writes it anew", path, err))
			continue
		}
		if _, err := os.Lstat(filepath.Join(e.Path, ".git")); errors.Is(err, fs.ErrNotExist) {
			os.Remove(path) // the checkout is gone
			continue
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path)) })
	return entries, trouble
}

func (r *Registry) read(path string) (Entry, error) {
	f, err := os.Open(path)
	if err != nil {
		return Entry{}, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxEntry))
	if err != nil {
		return Entry{}, err
	}
	var e Entry
	if err := json.Unmarshal(content, &e); err != nil || !filepath.IsAbs(e.Path) || r.file(e.Path) != path {
		return Entry{}, errors.New("the entry is damaged")
	}
	return e, nil
}

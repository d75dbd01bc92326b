// Package record keeps in a store what repositories take from packages of others, and finds the users
// of a package there.
//
// In: a store of records, and what a repository takes (package across), or questions. Out: records, or
// an Answer.
//
// A record is one object for each root and repository, in the group of the root, so that a list of the
// group names the users of a package, writers of two repositories never write the same object, and no
// object has to be read to write it. One more object for each repository has its commit: a record of an
// older one is of a use that may be gone, and does not count. It is written last, so that a writer that is
// killed leaves records that count before and after.
//
// Invariants: a record is text of whoever wrote the repository: it is bounded, and one that has anything
// else than what Write writes is not used. A store that is slow costs remote.Patience; what was not read
// by then is missing in Answer.Read.
//
// Absent: deleting. The records of a repository that is gone say so by their age.
package record

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

const (
	// format is in the keys of all records: another form has other keys.
	format = "1"
	// writers and readers are how many objects are written or read at a time.
	writers = 8
	readers = 32

	maxText = 500   // bytes of a name or version
	maxPath = 4096  // bytes
	maxPins = 5000  // of a record
	maxUses = 20000 // of a record
)

// A Repository is one state of a repository that has records.
type Repository struct {
	Name      string    `json:"name"` // "octo/app"
	Commit    string    `json:"commit"`
	Committed time.Time `json:"committed"`
	// Provides are the packages that it is the source of, as package URLs.
	Provides []string `json:"provides"`
}

// A use record is what a repository takes from the packages of one root.
type useRecord struct {
	Repository string       `json:"repository"`
	Commit     string       `json:"commit"`
	Committed  time.Time    `json:"committed"`
	Pins       []across.Pin `json:"pins"`
	Uses       []across.Use `json:"uses"`
}

var (
	// ErrNewer means that the records of a repository are of a newer commit, and stay.
	ErrNewer = errors.New("the records are of a newer commit")
	// ErrStored means that the records of a repository are of this commit.
	ErrStored = errors.New("the records are of this commit")
)

var repositories = cache.KeyOf("across-repositories", format)

// groupOf is the group with the users of a root.
func groupOf(r across.Root) cache.Key {
	return cache.KeyOf("across-uses", format, r.Ecosystem, r.Name)
}

// memberOf is the name of the records of a repository.
func memberOf(repository string) cache.Key {
	return cache.KeyOf("across-member", strings.ToLower(repository))
}

// Needed returns nil if the records of a state have to be written, else ErrStored or ErrNewer, or why ctx
// ended. A store that does not answer has no records.
func Needed(ctx context.Context, store *remote.Store, r Repository) error {
	switch before, err := readRepository(ctx, store, memberOf(r.Name)); {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case err != nil:
		return nil
	case before.Commit == r.Commit:
		return ErrStored
	case before.Committed.After(r.Committed):
		return ErrNewer
	}
	return nil
}

// Write writes the records of a repository.
func Write(ctx context.Context, store *remote.Store, r Repository, taken []across.Taken) error {
	if err := r.check(); err != nil {
		return err
	}
	if err := Needed(ctx, store, r); err != nil && !errors.Is(err, ErrStored) {
		return err
	}
	member := memberOf(r.Name)
	writing := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError().WithMaxGoroutines(writers)
	for _, t := range taken {
		writing.Go(func(ctx context.Context) error {
			return put(ctx, store, groupOf(t.Root), member, useRecord{r.Name, r.Commit, r.Committed, t.Pins, t.Uses})
		})
	}
	if err := writing.Wait(); err != nil {
		return err
	}
	return put(ctx, store, repositories, member, r)
}

func put(ctx context.Context, store *remote.Store, group, member cache.Key, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return store.Put(ctx, group, member, data)
}

var errUnusable = errors.New("the record holds what no record has")

func readRepository(ctx context.Context, store *remote.Store, member cache.Key) (*Repository, error) {
	data, err := store.Get(ctx, repositories, member)
	if err != nil {
		return nil, err
	}
	var r Repository
	if json.Unmarshal(data, &r) != nil || r.check() != nil || memberOf(r.Name) != member {
		return nil, errUnusable
	}
	return &r, nil
}

func readUses(ctx context.Context, store *remote.Store, group, member cache.Key) (*useRecord, error) {
	data, err := store.Get(ctx, group, member)
	if err != nil {
		return nil, err
	}
	var r useRecord
	if json.Unmarshal(data, &r) != nil || !r.usable() || memberOf(r.Repository) != member {
		return nil, errUnusable
	}
	return &r, nil
}

// check returns what is wrong with the state of a repository.
func (r *Repository) check() error {
	switch {
	case !isText(r.Name, maxText) || r.Name == "":
		return errors.New("the name of the repository is empty or too long")
	case !isText(r.Commit, 64) || r.Commit == "" || r.Committed.IsZero():
		return errors.New("records are of a commit")
	case len(r.Provides) > maxPins:
		return errors.New("the repository has too many packages")
	}
	for _, p := range r.Provides {
		if !isText(p, maxText) {
			return errors.New("the name of a package is too long")
		}
	}
	return nil
}

// usable reports whether a record has what Write writes, and nothing that is too much.
func (r *useRecord) usable() bool {
	if !isText(r.Repository, maxText) || !isText(r.Commit, 64) || r.Committed.IsZero() || len(r.Pins) > maxPins || len(r.Uses) > maxUses {
		return false
	}
	for i := range r.Pins {
		p := &r.Pins[i]
		if !isText(p.Package, maxText) || !isText(p.Version, maxText) {
			return false
		}
		switch p.Breaks {
		case across.OnUpgrade, across.OnNextBuild, across.Unknown:
		default:
			return false
		}
	}
	for i := range r.Uses {
		if u := &r.Uses[i]; !isText(u.Name, maxText) || !isText(u.Path, maxPath) || u.Path == "" || u.Line < 1 {
			return false
		}
	}
	return true
}

func isText(s string, limit int) bool { return len(s) <= limit && utf8.ValidString(s) }

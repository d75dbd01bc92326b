// Package archive keeps what the dashboard shows: a short summary of the last report on each open pull
// request, and for each repository how old the stored base is and what the reports of each week found.
//
// In: reports, as they are published, and what a sweep saw to be open. Out: copies of the summaries.
//
// Files: archive.go keeps them in a bucket of JetStream, summary.go makes them.
//
// Invariants: nothing here decides what a pull request is told; what is lost is history alone. Each entry
// is bounded, and so is their number: a pull request has one while it is open and for keepTime at most,
// a repository one of some weeks. Strings of the repository are kept as clean text of one line.
// Who may see an entry is not known here.
package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/nexus-ci/nexus-ci/server/job"
)

const (
	bucket = "nexus-ci-summaries"
	// keepTime is how long an entry is kept that nothing changes.
	keepTime = 120 * 24 * time.Hour
	// fresh is how old what All returns may be.
	fresh = 5 * time.Second
	// tries is how often two workers may meet at one repository.
	tries = 20

	pullPrefix       = "pull."
	repositoryPrefix = "repository."
)

// An Archive is safe for concurrent use.
type Archive struct {
	js       jetstream.JetStream
	replicas int
	now      func() time.Time

	mu   sync.Mutex // held while entries are read
	last *Entries
	read time.Time
}

// Entries are all that is kept. They must not be changed.
type Entries struct {
	Pulls        []Pull
	Repositories []Repository
}

// Open returns the archive of a connection; now is the clock. It makes no request.
func Open(conn *nats.Conn, replicas int, now func() time.Time) (*Archive, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open the archive: %w", err)
	}
	return &Archive{js: js, replicas: replicas, now: now}, nil
}

// bucket returns the bucket, and makes it where it is missing.
func (a *Archive) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	kv, err := a.js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = a.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, TTL: keepTime, Storage: jetstream.FileStorage, Replicas: a.replicas, Compression: true})
	}
	if err != nil {
		return nil, fmt.Errorf("open the bucket %s: %w", bucket, err)
	}
	return kv, nil
}

func pullKey(j *job.Job) string { return pullPrefix + j.Key() }

// repositoryKey is the key of the repository of a job: that of the job without the number.
func repositoryKey(j *job.Job) string {
	key := j.Key()
	return repositoryPrefix + key[:strings.LastIndexByte(key, '.')]
}

// Report keeps the summary of a report that was published, and counts it.
func (a *Archive) Report(ctx context.Context, j *job.Job, p Pull) error {
	p.Installation, p.Repository, p.Number, p.At = j.Installation, j.Repository, j.Number, a.now().UTC()
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	kv, err := a.bucket(ctx)
	if err != nil {
		return err
	}
	defer a.changed()
	if _, err := kv.Put(ctx, pullKey(j), data); err != nil {
		return fmt.Errorf("keep the summary of %s: %w", j.Key(), err)
	}
	return a.change(ctx, kv, j, func(r *Repository) { r.count(&p) })
}

// Index keeps that the base of a repository is stored as of a commit.
func (a *Archive) Index(ctx context.Context, j *job.Job, commit string) error {
	kv, err := a.bucket(ctx)
	if err != nil {
		return err
	}
	defer a.changed()
	return a.change(ctx, kv, j, func(r *Repository) {
		if r.Base.Commit != commit {
			r.Base = Base{Commit: commit, At: a.now().UTC()}
		}
	})
}

// changed makes All read again.
func (a *Archive) changed() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = nil
}

// change changes the entry of a repository.
func (a *Archive) change(ctx context.Context, kv jetstream.KeyValue, j *job.Job, change func(*Repository)) error {
	key := repositoryKey(j)
	for range tries {
		r, revision := Repository{}, uint64(0)
		e, err := kv.Get(ctx, key)
		switch {
		case err == nil:
			revision = e.Revision()
			if json.Unmarshal(e.Value(), &r) != nil {
				r = Repository{} // written by another version
			}
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return fmt.Errorf("read what is kept of %s: %w", key, err)
		}
		r.Installation, r.Repository = j.Installation, j.Repository
		change(&r)
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if _, err = kv.Update(ctx, key, data, revision); err == nil {
			return nil
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return fmt.Errorf("keep %s: %w", key, err)
		}
	}
	return fmt.Errorf("keep %s: %d others were faster", key, tries)
}

// Retain drops the entries of those pull requests of a repository that are not open any more. It is told
// all that were open at a time.
func (a *Archive) Retain(ctx context.Context, installation int64, repository string, open map[int]bool, at time.Time) error {
	all, err := a.All(ctx)
	if err != nil {
		return err
	}
	var kv jetstream.KeyValue
	for i := range all.Pulls {
		p := &all.Pulls[i]
		if p.Installation != installation || !strings.EqualFold(p.Repository, repository) || open[p.Number] || p.At.After(at) {
			continue
		}
		if kv == nil {
			if kv, err = a.bucket(ctx); err != nil {
				return err
			}
			defer a.changed()
		}
		if err := kv.Purge(ctx, pullKey(&job.Job{Installation: installation, Repository: repository, Number: p.Number})); err != nil {
			return fmt.Errorf("drop %s #%d: %w", repository, p.Number, err)
		}
	}
	return nil
}

// All returns all entries, as they were some seconds ago at most.
func (a *Archive) All(ctx context.Context) (*Entries, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.last != nil && a.now().Sub(a.read) < fresh {
		return a.last, nil
	}
	kv, err := a.bucket(ctx)
	if err != nil {
		return nil, err
	}
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("read the archive: %w", err)
	}
	defer func() { _ = w.Stop() }()
	all := &Entries{}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case e, open := <-w.Updates():
			switch {
			case !open:
				return nil, errors.New("read the archive: the connection has ended")
			case e == nil: // all that was there
				a.last, a.read = all, a.now()
				return all, nil
			case !all.add(e.Key(), e.Value()):
				continue // written by another version
			}
		}
	}
}

// add adds an entry, and reports whether it is one.
func (all *Entries) add(key string, value []byte) bool {
	switch {
	case strings.HasPrefix(key, pullPrefix):
		var p Pull
		if json.Unmarshal(value, &p) != nil {
			return false
		}
		all.Pulls = append(all.Pulls, p)
	case strings.HasPrefix(key, repositoryPrefix):
		var r Repository
		if json.Unmarshal(value, &r) != nil {
			return false
		}
		all.Repositories = append(all.Repositories, r)
	}
	return true
}

package git

import (
	"fmt"

	"github.com/go-git/go-billy/v5/memfs"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/config"
	"github.com/go-git/go-git/v5/storage/filesystem"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// A Location says where the commits of an open repository are stored, for another process. It
// leaves out the configuration, which may hold a password.
type Location struct {
	Objects []string `json:"objects"` // the object directories, absolute, with alternates
	Shallow []string `json:"shallow"` // ids of the commits at which a shallow clone ends
	Remote  string   `json:"remote"`  // name of the remote, for hints; empty for none
}

// Location returns the location of the repository.
func (r *Repo) Location() Location {
	l := Location{Objects: r.objects.Dirs, Shallow: []string{}}
	r.mu.Lock()
	defer r.mu.Unlock()
	for name := range r.shallow {
		l.Shallow = append(l.Shallow, name.String())
	}
	l.Remote, _ = r.config.remote()
	return l
}

// OpenLocation opens a repository at the location that another process has open. Commits can be
// read by full id only; there are no refs, no index and no work tree.
func OpenLocation(l Location) (*Repo, error) {
	objects := &object.Store{Dirs: l.Objects}
	if err := objects.Rescan(); err != nil {
		objects.Close()
		return nil, fmt.Errorf("open repository: %w", err)
	}
	r := &Repo{
		config:  &settings{},
		refs:    filesystem.NewStorage(memfs.New(), cache.NewObjectLRU(cache.MiByte)),
		objects: objects,
		commits: make(map[object.ID]*commit),
		shallow: make(map[object.ID]bool),
		trees:   make(map[listing][]diff.File),
	}
	for _, commit := range l.Shallow {
		if name, ok := object.ParseID(commit); ok {
			r.shallow[name] = true
		}
	}
	if l.Remote != "" {
		local := config.New()
		local.Section("remote").Subsection(l.Remote)
		r.config.local = append(r.config.local, local)
	}
	return r, nil
}

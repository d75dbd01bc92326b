// Package neighbour lists the other repositories of an installation that the reports on a repository
// may name.
//
// In: the repositories of the installation with who can see them. Out: the list that nexus-ci check
// takes with --across-list, in which a minus hides a name.
//
// Invariants: with Public, a report names a repository only if the forge said, at most Age before, that
// everybody who can read the report can see it. Without an answer of the forge there is no list.
package neighbour

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/nexus-ci/nexus-ci/server/app"
)

// Modes: what reports name.
const (
	Public = "public" // the repositories that every reader can see
	All    = "all"    // all of the installation
	Off    = "off"    // none, and none is asked for
)

// Modes are all modes.
func Modes() []string { return []string{Public, All, Off} }

// Age is how long the answer of the forge is used.
const Age = 5 * time.Minute

// A Forge lists the repositories of an installation.
type Forge interface {
	Repositories(ctx context.Context, installation int64) ([]app.Repository, error)
}

// Neighbours makes lists. It may be used from any number of goroutines.
type Neighbours struct {
	Forge Forge
	Mode  string
	Now   func() time.Time

	mu    sync.Mutex
	known map[int64]answer
}

// An answer is a list of the forge and its time.
type answer struct {
	at           time.Time
	repositories []app.Repository
}

// List returns the list for the reports on a repository, one name a line; empty with Off.
func (n *Neighbours) List(ctx context.Context, installation int64, repository string) (string, error) {
	if n.Mode == Off {
		return "", nil
	}
	all, err := n.repositories(ctx, installation)
	if err != nil {
		return "", err
	}
	own := app.Private
	for _, r := range all {
		if strings.EqualFold(r.Name, repository) {
			own = r.Visibility
		}
	}
	var list strings.Builder
	for _, r := range all {
		if n.Mode != All && !seen(r.Visibility, own) {
			list.WriteByte('-')
		}
		list.WriteString(r.Name + "\n")
	}
	return list.String(), nil
}

// seen reports whether everybody who can see one repository can see another one. People from outside
// may be let into a private repository, and then see nothing that is internal.
func seen(other, own string) bool {
	return other == app.Public || other == app.Internal && own == app.Internal
}

func (n *Neighbours) repositories(ctx context.Context, installation int64) ([]app.Repository, error) {
	at := n.Now()
	n.mu.Lock()
	a, ok := n.known[installation]
	n.mu.Unlock()
	if ok && at.Sub(a.at) < Age {
		return a.repositories, nil
	}
	// Without the lock: one slow answer must not hold up the other installations.
	found, err := n.Forge.Repositories(ctx, installation)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil {
		n.known = make(map[int64]answer)
	}
	n.known[installation] = answer{at, found}
	return found, nil
}

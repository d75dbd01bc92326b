package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	gogithub "github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/github"
)

const (
	// visibleTime is how long an answer of the forge about a user is used.
	visibleTime = 5 * time.Minute
	// maxKnown is of how many users answers are kept.
	maxKnown = 2000
)

// ErrEnded means that the forge does not take the token of a session any more.
var ErrEnded = errors.New("the session has ended")

// errBusy means that strangers ask too much.
var errBusy = errors.New("too many sign-ins and unknown tokens at once; try again in a minute")

// A Place is a repository of an installation, in lower case. A repository that is made again under
// another installation is another one.
type Place struct {
	Installation int64
	Repository   string
}

// Visible are the repositories that the forge shows a user.
type Visible map[Place]bool

// Has reports whether a repository is among them.
func (v Visible) Has(installation int64, repository string) bool {
	return v[Place{installation, strings.ToLower(repository)}]
}

// known is what a user may see, as it was asked at a time.
type known struct {
	mu      sync.Mutex // held while the forge is asked
	visible Visible
	asked   time.Time
}

// Visible returns what the user of a session may see.
func (a *Accounts) Visible(ctx context.Context, s *Session) (Visible, error) {
	k := a.entry(hash(s.Token))
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.visible != nil && a.Now().Sub(k.asked) < visibleTime {
		return k.visible, nil
	}
	if s.given && k.visible == nil && !a.strangers.AllowN(a.Now(), 1) {
		a.drop(s.Token)
		return nil, errBusy
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	visible, err := a.ask(ctx, s.Token)
	if err != nil {
		k.visible = nil
		a.drop(s.Token)
		return nil, err
	}
	k.visible, k.asked = visible, a.Now()
	return visible, nil
}

// drop forgets what a token may see.
func (a *Accounts) drop(token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.known, hash(token))
}

// entry returns the entry of a token.
func (a *Accounts) entry(key string) *known {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := a.known[key]
	if k == nil {
		if len(a.known) >= maxKnown {
			clear(a.known) // they are asked again
		}
		k = &known{}
		a.known[key] = k
	}
	return k
}

// ask asks the forge for the installations of the App that a user can reach, and their repositories.
func (a *Accounts) ask(ctx context.Context, token string) (Visible, error) {
	c := a.client(token)
	installations, err := github.Pages(func(o gogithub.ListOptions) ([]*gogithub.Installation, *gogithub.Response, error) {
		return c.Apps.ListUserInstallations(ctx, &o)
	})
	if err != nil {
		return nil, refused(err)
	}
	visible := make(Visible)
	for _, i := range installations {
		if i.SuspendedAt != nil {
			continue
		}
		repositories, err := github.Pages(func(o gogithub.ListOptions) ([]*gogithub.Repository, *gogithub.Response, error) {
			list, resp, err := c.Apps.ListUserRepos(ctx, i.GetID(), &o)
			if err != nil {
				return nil, nil, err
			}
			return list.Repositories, resp, nil
		})
		if err != nil {
			return nil, refused(err)
		}
		for _, r := range repositories {
			visible[Place{i.GetID(), strings.ToLower(r.GetFullName())}] = true
		}
	}
	return visible, nil
}

// refused is an error of the forge, without its words.
func refused(err error) error {
	var said *gogithub.ErrorResponse
	switch {
	case errors.As(err, &said) && said.Response != nil && said.Response.StatusCode == http.StatusUnauthorized:
		return ErrEnded
	case errors.As(err, &said) && said.Response != nil:
		return fmt.Errorf("the forge answers %d to the question what you may see", said.Response.StatusCode)
	}
	return errors.New("the forge does not answer the question what you may see")
}

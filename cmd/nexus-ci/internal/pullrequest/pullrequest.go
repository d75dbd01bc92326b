// Package pullrequest brings the commits of a pull request into a clone.
//
// In: an open clone, and the number or the address of a pull request. Out: the full ids of both
// sides, and what the forge says of it: the branch it goes to, its title and its author.
//
// Invariants: commits come through the user's own git, from a remote of the clone or from the address
// that was given, and only refs below refs/nexus-ci are written; hooks do not run; a token goes only to
// the host that it is for; no address with a password and no token is in an error; time and
// output are bounded. Where the forge does not answer, the base is the default branch of the remote.
//
// Absent: Bitbucket Cloud, which has no refs for pull requests.
package pullrequest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

const (
	// maxTime bounds all that is done for one pull request, maxAsking the question to the forge.
	maxTime   = 10 * time.Minute
	maxAsking = 10 * time.Second
	own       = "refs/nexus-ci/pull/"
)

// A Source is where pull requests come from.
type Source struct {
	Getenv func(string) string
	// Warn is told in a sentence, fit for a terminal, what could not be found out.
	Warn func(sentence string)
}

// A Pull is a pull request whose commits are in the clone.
type Pull struct {
	Base, BaseName string // full id, and the branch; empty where the caller has a base
	Head, HeadName string
	Title, Author  string // empty where the forge did not say
}

// Bring fetches a pull request. base is what the user wants it to be compared with, empty for the
// branch that it goes to.
func (s *Source) Bring(ctx context.Context, repo *git.Repo, r compare.Request, base string) (*Pull, error) {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	from, address, err := remoteOf(repo, r)
	if err != nil {
		return nil, err
	}
	p, err := s.bring(ctx, repo, r, from, address, base)
	if err != nil {
		return nil, fmt.Errorf("pull request %s of %s: %w", r.Number, rest.OneLine(cmp.Or(placeOf(address).String(), from)), err)
	}
	return p, nil
}

func (s *Source) bring(ctx context.Context, repo *git.Repo, r compare.Request, from, address, base string) (*Pull, error) {
	g := &client{cmp.Or(repo.Root(), repo.GitDir())}
	place := placeOf(address)
	listed, err := g.list(ctx, from, r.Number)
	if err != nil {
		return nil, err
	}
	ref := listed.head
	switch {
	case ref == "" && place.host == "bitbucket.org":
		return nil, fmt.Errorf("there are no refs of pull requests on Bitbucket Cloud; type: git fetch %s BRANCH && nexus-ci check --head FETCH_HEAD", from)
	case ref == "":
		return nil, errors.New("the remote has no such pull request; check the number and the remote")
	}
	about, err := s.ask(ctx, place, r.Kind, listed.kind, r.Number)
	if err != nil && base == "" {
		s.Warn(fmt.Sprintf("%s; it is compared with the default branch, --base names another", rest.OneLine(err.Error())))
	}
	p := &Pull{Title: about.Title, Author: about.author(), HeadName: "pr-" + r.Number}
	ownHead, ownBase := own+r.Number+"/head", own+r.Number+"/base"
	specs := []string{"+" + ref + ":" + ownHead}
	if base == "" {
		if p.BaseName = cmp.Or(about.base(), listed.branch); !branchName.MatchString(p.BaseName) {
			return nil, errors.New("the branch that it goes to is not known; name it with --base")
		}
		specs = append(specs, "+refs/heads/"+p.BaseName+":"+ownBase)
	}
	if err := g.fetch(ctx, from, specs); err != nil {
		return nil, err
	}
	if err := repo.Reload(); err != nil {
		return nil, err
	}
	if listed.merge {
		ownHead += "^2" // of the merge that the forge has made
	}
	if p.Head, err = repo.Resolve(ownHead); err != nil {
		return nil, err
	}
	if base == "" {
		p.Base, err = repo.Resolve(ownBase)
	}
	return p, err
}

// remoteOf returns what git is to fetch from, and its address: the remote that has the address of
// the request, or that address; without one the remote of the clone.
func remoteOf(repo *git.Repo, r compare.Request) (from, address string, err error) {
	if r.Address == "" {
		if from, address = repo.Remote(); from == "" {
			return "", "", fmt.Errorf("pull request %s: the repository has no remote; give the address of the pull request", r.Number)
		}
		return from, address, nil
	}
	wanted := placeOf(r.Address)
	if m := dataCenter.FindStringSubmatch(wanted.path); m != nil && r.Kind == "pull-requests" {
		wanted.path = "scm/" + m[1] + "/" + m[2]
	}
	remotes := repo.Remotes()
	for _, name := range slices.Sorted(maps.Keys(remotes)) {
		if wanted.same(placeOf(remotes[name])) {
			return name, remotes[name], nil
		}
	}
	if wanted.host == "" {
		return "", "", fmt.Errorf("pull request %s: %s is not the address of a repository", r.Number, shown(r.Address))
	}
	address = wanted.scheme + "://" + wanted.String()
	return address, address, nil
}

// dataCenter is the path of a repository in addresses of Bitbucket Data Center, which git knows by
// another one.
var dataCenter = lazyregexp.New(`(?i)^projects/([^/]+)/repos/([^/]+)$`)

// branchName is what a name of a branch may be here: nothing that means more in a refspec.
var branchName = lazyregexp.New(`^[^-./\x00-\x20\x7f~^:?*\[\\][^\x00-\x20\x7f~^:?*\[\\]*$`)

// A place is a repository of a forge.
type place struct{ scheme, host, path string }

func (p place) String() string {
	if p.host == "" {
		return ""
	}
	return p.host + "/" + p.path
}

// same reports whether two addresses are of one repository, over whatever protocol.
func (p place) same(q place) bool {
	bare := func(path string) string { return strings.TrimPrefix(strings.ToLower(path), "scm/") }
	return p.host != "" && p.host == q.host && bare(p.path) == bare(q.path)
}

var (
	webAddress = lazyregexp.New(`^(https?)://(?:[^/\s]*@)?([^/@\s]+)/([^?#\s]+)$`)
	sshAddress = lazyregexp.New(`^(?:ssh://)?(?:[^/@:\s]+@)([^/@:\s]+)(?::[0-9]+/|:|/)([^?#\s]+)$`)
)

// placeOf returns the repository that an address is of, with the address of its pages; the zero
// place where it is none of a forge.
func placeOf(address string) place {
	tidy := func(path string) string {
		return strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	}
	if m := webAddress.FindStringSubmatch(address); m != nil {
		return place{m[1], strings.ToLower(m[2]), tidy(m[3])}
	}
	if m := sshAddress.FindStringSubmatch(address); m != nil {
		return place{"https", strings.ToLower(m[1]), tidy(m[2])}
	}
	return place{}
}

package git

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	gogit "github.com/go-git/go-git/v5"
	goconfig "github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing/transport"
	"github.com/go-git/go-git/v5/plumbing/transport/http"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// fetchedRefs is the prefix of refs to fetched commits. The refs protect them from git gc.
const fetchedRefs = "refs/nexus-ci/"

// Fetch fetches commits, given by full id, with their trees and without their history. One
// request for all of them transfers shared objects once. It is the only method that writes to
// the repository: a pack, the list of shallow commits and the refs refs/nexus-ci/<commit>.
func (r *Repo) Fetch(ctx context.Context, commits ...string) error {
	var missing []string
	var specs []goconfig.RefSpec
	for _, commit := range commits {
		name, ok := object.ParseID(commit)
		if !ok {
			return fmt.Errorf("fetch %s: not a full commit id", commit)
		}
		if _, err := r.commit(name); err != nil && !slices.Contains(missing, commit) {
			missing = append(missing, commit)
			specs = append(specs, goconfig.RefSpec(commit+":"+fetchedRefs+commit))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if err := r.fetch(ctx, specs); err != nil {
		return fmt.Errorf("fetch %s: %w", strings.Join(missing, " and "), err)
	}
	for _, commit := range missing {
		name, _ := object.ParseID(commit)
		if _, err := r.commit(name); err != nil {
			return fmt.Errorf("fetch %s: %w", commit, err)
		}
	}
	return nil
}

func (r *Repo) fetch(ctx context.Context, specs []goconfig.RefSpec) error {
	remote, address := r.config.remote()
	if address == "" {
		return errors.New("the repository has no remote")
	}
	auth, err := r.auth(address)
	if err != nil {
		return err
	}
	from := gogit.NewRemote(r.refs, &goconfig.RemoteConfig{Name: remote, URLs: []string{address}})
	err = from.FetchContext(ctx, &gogit.FetchOptions{RefSpecs: specs, Depth: 1, Tags: gogit.NoTags, Auth: auth})
	if err != nil && !errors.Is(err, gogit.NoErrAlreadyUpToDate) {
		return fmt.Errorf("from %s: %w", remote, err)
	}
	return r.Reload()
}

// Reload looks for objects that were stored since the repository was opened.
func (r *Repo) Reload() error {
	shallow, err := r.readShallow()
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.shallow = shallow
	r.mu.Unlock()
	return r.objects.Rescan()
}

// A Login is a user name and password for the remotes on one host.
type Login struct {
	Host           string // as in URLs: "github.com", with the port if the URL has one
	User, Password string
}

// auth returns the login for a URL: from http.<url>.extraheader of the repository's
// configuration, where checkout actions put it and which go-git does not read; else Login.
func (r *Repo) auth(address string) (transport.AuthMethod, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" {
		return nil, nil // go-git finds the ssh keys
	}
	header := r.config.getIn("http", u.Scheme+"://"+u.Host+"/", "extraheader")
	if header == "" && r.Login.Password != "" && strings.EqualFold(u.Host, r.Login.Host) {
		return &http.BasicAuth{Username: r.Login.User, Password: r.Login.Password}, nil
	}
	key, value, _ := strings.Cut(header, ":")
	scheme, token, _ := strings.Cut(strings.TrimSpace(value), " ")
	if !strings.EqualFold(strings.TrimSpace(key), "authorization") || !strings.EqualFold(scheme, "basic") {
		return nil, nil
	}
	login, err := base64.StdEncoding.DecodeString(strings.TrimSpace(token))
	if err != nil {
		return nil, errors.New("http.extraheader holds no valid login")
	}
	user, password, _ := strings.Cut(string(login), ":")
	return &http.BasicAuth{Username: user, Password: password}, nil
}

// Package mirror keeps copies of repositories on this machine: all commits and trees, and the files
// of the commits that were asked for.
//
// In: the name of a repository, a token to read it, and full ids of commits. Out: a bare repository
// that holds them with their history, and every file of them and of their merge bases.
//
// Invariants: git is run without hooks, helpers, terminal or configuration of its user; the token
// is in the environment of git alone, never on a command line or disk; a mirror may be deleted at
// any time when no worker runs; while a Checkout is in use, objects and refs are added to it, and
// nothing else changes.
package mirror

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/server/process"
)

const (
	// tidyAfter is the number of fetches after which a mirror is packed anew.
	tidyAfter = 200
	// maxList bounds the output of git: ids of the files that are missing.
	maxList = 256 << 20
	refs    = "refs/nexus-ci/"
)

// Mirrors are the copies below a directory. They are safe for concurrent use.
type Mirrors struct {
	Dir string
	Git string // the program
	Web string // what addresses of repositories begin with: "https://github.com", or a file:// URL

	mu     sync.Mutex
	copies map[string]*repositoryCopy
}

// A repositoryCopy is the mirror of one repository.
type repositoryCopy struct {
	path string

	fetching sync.Mutex
	fetches  int
	use      sync.RWMutex // held for reading by jobs, for writing to tidy up
}

var commitID = regexp.MustCompile(`^[0-9a-f]{40}$`)

// A Checkout is a mirror that holds two sides.
type Checkout struct {
	Path      string
	MergeBase string // one of the best common ancestors; empty for none
	release   func()
}

// Release says that the mirror is not read any more.
func (c *Checkout) Release() { c.release() }

// Fetch returns the mirror of a repository with a base and a head. The caller releases it.
func (m *Mirrors) Fetch(ctx context.Context, repository, token, base, head string) (*Checkout, error) {
	for _, id := range []string{base, head} {
		if !commitID.MatchString(id) {
			return nil, fmt.Errorf("fetch %s: %q is no commit id", repository, id)
		}
	}
	c := m.copyOf(repository)
	c.use.RLock()
	common, err := m.bring(ctx, c, repository, token, base, head)
	if err != nil {
		c.use.RUnlock()
		return nil, fmt.Errorf("fetch %s: %w", repository, err)
	}
	out := &Checkout{Path: c.path, release: func() {
		c.use.RUnlock()
		m.tidy(c)
	}}
	if len(common) > 0 {
		out.MergeBase = common[0]
	}
	return out, nil
}

func (m *Mirrors) copyOf(repository string) *repositoryCopy {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.copies == nil {
		m.copies = make(map[string]*repositoryCopy)
	}
	key := strings.ToLower(repository)
	if m.copies[key] == nil {
		m.copies[key] = &repositoryCopy{path: filepath.Join(m.Dir, filepath.FromSlash(key)+".git")}
	}
	return m.copies[key]
}

// bring fetches what is missing, and returns the merge bases.
func (m *Mirrors) bring(ctx context.Context, c *repositoryCopy, repository, token, base, head string) ([]string, error) {
	c.fetching.Lock()
	defer c.fetching.Unlock()
	if err := m.create(ctx, c, repository); err != nil {
		return nil, err
	}
	var missing []string
	for _, id := range []string{base, head} {
		if _, err := m.git(ctx, c, "", "", "rev-parse", "--verify", "--quiet", refs+id); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			missing = append(missing, id+":"+refs+id)
		}
	}
	if len(missing) > 0 {
		args := append([]string{"fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--filter=blob:none", "origin"}, missing...)
		if _, err := m.git(ctx, c, token, "", args...); err != nil {
			return nil, err
		}
		c.fetches++
	}
	return m.bringFiles(ctx, c, token, base, head)
}

// create makes an empty mirror, if there is none.
func (m *Mirrors) create(ctx context.Context, c *repositoryCopy, repository string) error {
	if _, err := os.Stat(filepath.Join(c.path, "nexus-ci")); err == nil {
		return nil
	}
	if err := os.RemoveAll(c.path); err != nil { // of a start that was interrupted
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--bare", "--template=", c.path},
		{"config", "remote.origin.url", strings.TrimRight(m.Web, "/") + "/" + repository + ".git"},
		{"config", "remote.origin.promisor", "true"},
		{"config", "remote.origin.partialclonefilter", "blob:none"},
		{"config", "gc.auto", "0"},
	} {
		if _, err := m.git(ctx, c, "", "", args...); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(c.path, "nexus-ci"), nil, 0o600) // it is whole
}

// bringFiles fetches, in one request, the files of both sides and of their merge bases that are not
// here. It returns the merge bases.
func (m *Mirrors) bringFiles(ctx context.Context, c *repositoryCopy, token, base, head string) ([]string, error) {
	common, err := m.git(ctx, c, "", "", "merge-base", "--all", base, head)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	args := []string{"rev-list", "--objects", "--missing=print", "--no-walk", base, head}
	bases := strings.Fields(string(common))
	args = append(args, bases...)
	list, err := m.git(ctx, c, "", "", args...)
	if err != nil {
		return nil, err
	}
	var ids strings.Builder
	for line := range strings.Lines(string(list)) {
		if id, ok := strings.CutPrefix(line, "?"); ok {
			ids.WriteString(id)
		}
	}
	if ids.Len() == 0 {
		return bases, nil
	}
	c.fetches++
	_, err = m.git(ctx, c, token, ids.String(),
		"-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--filter=blob:none", "--stdin", "origin")
	return bases, err
}

// tidy packs a mirror anew after many fetches, unless a job uses it.
func (m *Mirrors) tidy(c *repositoryCopy) {
	if !c.fetching.TryLock() {
		return
	}
	defer c.fetching.Unlock()
	if c.fetches < tidyAfter || !c.use.TryLock() {
		return
	}
	defer c.use.Unlock()
	c.fetches = 0
	// An error costs disk space only; the next fetch finds what is wrong with a mirror.
	_, _ = m.git(context.Background(), c, "", "", "gc", "--quiet")
}

// git runs git in a mirror and returns what it prints.
func (m *Mirrors) git(ctx context.Context, c *repositoryCopy, token, stdin string, args ...string) ([]byte, error) {
	r, err := process.Run(ctx, process.Command{
		Path: m.Git, Args: append([]string{"--git-dir=" + c.path}, args...), Env: m.environment(token), MaxOut: maxList,
		Stdin: strings.NewReader(stdin), Dir: m.Dir,
	})
	switch {
	case err != nil:
		return nil, err
	case r.Status != 0:
		said := rest.OneLine(string(bytes.TrimSpace(r.Err)))
		if said == "" {
			said = fmt.Sprintf("git ended with status %d %s", r.Status, r.Ended)
		}
		return nil, errors.New(said)
	}
	return r.Out, nil
}

// environment is all that git gets.
func (m *Mirrors) environment(token string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + m.Dir, "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_ALLOW_PROTOCOL=https:http:file", "GIT_NO_LAZY_FETCH=1",
	}
	config := [][2]string{
		{"core.hooksPath", os.DevNull}, {"credential.helper", ""}, {"protocol.version", "2"}, {"http.followRedirects", "false"},
		{"fetch.recurseSubmodules", "false"}, {"transfer.fsckObjects", "false"},
	}
	if token != "" {
		login := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
		config = append(config, [2]string{"http." + strings.TrimRight(m.Web, "/") + "/.extraheader", "Authorization: Basic " + login})
	}
	env = append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(config)))
	for i, c := range config {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, c[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, c[1]))
	}
	return env
}

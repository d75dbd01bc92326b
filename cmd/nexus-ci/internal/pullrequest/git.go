package pullrequest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// A client runs the user's git in a clone.
type client struct{ dir string }

// The refs of forges for a pull request, and the forge that has them; merge is a ref of a merge of
// both sides, where there is none of head.
var forms = []struct {
	ref, kind string
	merge     bool
}{
	{"refs/pull/%s/head", kindPull, false},
	{"refs/merge-requests/%s/head", kindMergeRequest, false},
	{"refs/pull-requests/%s/from", "", false},
	{"refs/pull/%s/merge", "", true}, // Azure DevOps
}

// A listing is what a remote has.
type listing struct {
	branch string // the default one
	head   string // the ref of the pull request
	kind   string // of the forge that has such refs, empty for none that is asked
	merge  bool   // head is a merge
}

// list asks the remote for its default branch and for the refs of a pull request.
func (c *client) list(ctx context.Context, from, number string) (l listing, err error) {
	args := []string{"ls-remote", "--symref", "--", from, "HEAD"}
	for _, f := range forms {
		args = append(args, fmt.Sprintf(f.ref, number))
	}
	out, err := c.run(ctx, args...)
	if err != nil {
		return l, err
	}
	var refs []string
	for line := range strings.Lines(out) {
		value, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if branch, ok := strings.CutPrefix(value, "ref: refs/heads/"); ok && name == "HEAD" {
			l.branch = branch
		}
		refs = append(refs, name)
	}
	for _, f := range forms {
		if ref := fmt.Sprintf(f.ref, number); slices.Contains(refs, ref) {
			l.head, l.kind, l.merge = ref, f.kind, f.merge
			break
		}
	}
	return l, nil
}

func (c *client) fetch(ctx context.Context, from string, specs []string) error {
	_, err := c.run(ctx, append([]string{"fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance", "--refmap=", "--", from}, specs...)...)
	return err
}

// maxOutput bounds what is kept of what git says.
const maxOutput = 1 << 20

// run runs git with the configuration and the logins of its user, and returns what it prints.
func (c *client) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", c.dir, "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false"}, args...)...)
	cmd.WaitDelay = 2 * time.Second
	cmd.Env = environment(os.Environ())
	out, said := &bounded{}, &bounded{}
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("git did not end within %s", maxTime)
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed, and fetches pull requests")
	case err != nil:
		return "", errors.New(complaint(said.String(), err))
	}
	return out.String(), nil
}

// environment is that of the user, without what would make git look at another repository, ask on
// the terminal or use other ways than these to a remote.
func environment(all []string) []string {
	env := slices.DeleteFunc(slices.Clone(all), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_COMMON_DIR"}, name)
	})
	return append(env, "GIT_TERMINAL_PROMPT=0", "LC_ALL=C", "GIT_ALLOW_PROTOCOL=https:http:ssh:git:file")
}

// password is what stands before the host of an address. It may hold an @ itself.
var password = lazyregexp.New(`://[^/\s]*@`)

// shown returns text in one line, without what may be a password.
func shown(text string) string { return password.ReplaceAllString(rest.OneLine(text), "://") }

// complaint returns in one line why git failed, without what may be a password.
func complaint(said string, err error) string {
	why := err.Error()
	for line := range strings.Lines(said) {
		if text, ok := strings.CutPrefix(line, "fatal: "); ok {
			why = text
			break
		}
	}
	return "git: " + shown(why)
}

// A bounded buffer keeps the first bytes that are written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(data []byte) (int, error) {
	b.Buffer.Write(data[:min(len(data), max(0, maxOutput-b.Len()))])
	return len(data), nil
}

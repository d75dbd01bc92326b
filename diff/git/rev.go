package git

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// Resolve returns the full id of the commit that rev names: a branch, a tag, a
// remote branch, a full or short id, HEAD or @, followed by any number of ~n, ^n
// and ^{commit}.
func (r *Repo) Resolve(rev string) (string, error) {
	base, steps := rev, ""
	if at := strings.IndexAny(rev, "~^"); at >= 0 {
		base, steps = rev[:at], rev[at:]
	}
	name, err := r.resolveBase(base)
	if err == nil {
		name, err = r.peel(name)
	}
	if err == nil {
		name, err = r.walk(name, steps)
	}
	var unknown *UnknownRevisionError
	if errors.As(err, &unknown) {
		unknown.Rev = rev
	}
	if err != nil {
		return "", err
	}
	return name.String(), nil
}

func unknown(reason string) error { return &UnknownRevisionError{Reason: reason} }

// resolveBase returns the object for a name without ~ and ^.
func (r *Repo) resolveBase(base string) (object.ID, error) {
	if base == "@" {
		base = "HEAD"
	}
	if name, ok := object.ParseID(strings.ToLower(base)); ok {
		return name, nil
	}
	// The order of look-ups in git, see gitrevisions(7).
	for _, format := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		if base == "" || format == "%s" && !strings.HasPrefix(base, "refs/") && !isPseudoRef(base) {
			continue
		}
		name, ok, err := r.ref(fmt.Sprintf(format, base))
		if err != nil {
			return object.ID{}, err
		}
		if ok {
			return name, nil
		}
	}
	if base == "HEAD" {
		return object.ID{}, ErrNoCommits
	}
	if strings.Contains(base, "@{") {
		return object.ID{}, unknown("@{...} is not understood; give a branch, a tag or a commit")
	}
	return r.resolveShort(base)
}

// isPseudoRef reports whether a name is HEAD, MERGE_HEAD or the like, which are stored beside
// refs.
func isPseudoRef(name string) bool {
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// ref returns the target of a reference, following symbolic ones.
func (r *Repo) ref(name string) (object.ID, bool, error) {
	ref, err := storer.ResolveReference(r.refs, plumbing.ReferenceName(name))
	if err == nil {
		return object.ID(ref.Hash()), true, nil
	}
	if errors.Is(err, storer.ErrMaxResolveRecursion) {
		return object.ID{}, false, object.Corrupt("reference %s leads to itself", name)
	}
	// Any other error means that the name is invalid or does not exist.
	return object.ID{}, false, nil
}

// minShort is the shortest prefix git accepts for an id.
const minShort = 4

// resolveShort finds the only commit whose id begins with prefix.
func (r *Repo) resolveShort(prefix string) (object.ID, error) {
	prefix = strings.ToLower(prefix)
	if len(prefix) < minShort || len(prefix) >= 2*len(object.ID{}) || strings.Trim(prefix, "0123456789abcdef") != "" {
		return object.ID{}, &UnknownRevisionError{Hint: r.branchHint(prefix)}
	}
	found, err := r.objects.WithPrefix(prefix)
	if err != nil {
		return object.ID{}, fmt.Errorf("look up %s: %w", prefix, err)
	}
	var commits []object.ID
	for _, name := range found {
		if _, err := r.peel(name); err == nil {
			commits = append(commits, name)
		}
	}
	switch len(commits) {
	case 0:
		return object.ID{}, &UnknownRevisionError{Hint: r.branchHint("")}
	case 1:
		return commits[0], nil
	}
	return object.ID{}, unknown(fmt.Sprintf("%d commits begin like that", len(commits)))
}

// branchHint returns how to fetch a branch or tag that is not in this clone. Only in a shallow
// clone it is likely to exist on the remote.
func (r *Repo) branchHint(name string) string {
	if !r.anyShallow() {
		return ""
	}
	remote, _ := r.config.remote()
	name = strings.TrimPrefix(strings.TrimPrefix(name, "refs/remotes/"), remote+"/")
	if name == "" || strings.Trim(name, "0123456789abcdef") == "" {
		return r.fetchHint("--unshallow", "")
	}
	for _, c := range name {
		if c <= ' ' || strings.ContainsRune("'\"`$;&|<>()*?[]{}\\!#:", c) || c == 0x7f {
			return r.fetchHint("--unshallow", "")
		}
	}
	return r.fetchHint("--depth=1", name+":refs/remotes/"+remote+"/"+name)
}

// maxTags is the maximum length of a chain of annotated tags.
const maxTags = 10

// peel follows annotated tags to a commit.
func (r *Repo) peel(name object.ID) (object.ID, error) {
	rd := r.reader()
	defer r.release(rd)
	for range maxTags {
		k, content, err := rd.Read(name, maxCommit)
		var large *object.TooLargeError
		switch {
		case errors.As(err, &large):
			return object.ID{}, unknown("it is not a commit, or one that is too large")
		case errors.Is(err, object.ErrNotFound):
			return object.ID{}, &UnknownRevisionError{
				Reason: "commit " + name.String() + " is not in this clone",
				Hint:   r.fetchHint("--depth=1", name.String()),
			}
		case err != nil:
			return object.ID{}, fmt.Errorf("read object %s: %w", name, err)
		case k == object.Commit:
			return name, nil
		case k != object.Tag:
			return object.ID{}, unknown("it is not a commit")
		}
		line, _, _ := strings.Cut(string(content), "\n")
		target, ok := object.ParseID(strings.TrimPrefix(line, "object "))
		if !ok {
			return object.ID{}, object.Corrupt("tag %s points nowhere", name)
		}
		name = target
	}
	return object.ID{}, unknown("too many tags point to one another")
}

// walk goes from a commit to an ancestor: ~n is the nth first parent, ^n the nth parent.
func (r *Repo) walk(name object.ID, steps string) (object.ID, error) {
	for steps != "" {
		op := steps[0]
		steps = steps[1:]
		if op == '^' {
			if rest, ok := strings.CutPrefix(steps, "{commit}"); ok {
				steps = rest
				continue
			}
			if rest, ok := strings.CutPrefix(steps, "{}"); ok {
				steps = rest
				continue
			}
		}
		digits := 0
		for digits < len(steps) && steps[digits] >= '0' && steps[digits] <= '9' {
			digits++
		}
		n := 1
		if digits > 0 {
			var err error
			if n, err = strconv.Atoi(steps[:digits]); err != nil {
				return object.ID{}, unknown("not a number of commits")
			}
		}
		if steps = steps[digits:]; steps != "" && steps[0] != '~' && steps[0] != '^' {
			return object.ID{}, unknown("only ~n, ^n and ^{commit} are understood after a name")
		}
		var err error
		if name, err = r.step(name, op, n); err != nil {
			return object.ID{}, err
		}
	}
	return name, nil
}

func (r *Repo) step(name object.ID, op byte, n int) (object.ID, error) {
	parent, times := n, 1
	if op == '~' {
		parent, times = 1, n
	}
	if parent == 0 {
		return name, nil
	}
	for range times {
		c, err := r.commit(name)
		if err != nil {
			return object.ID{}, err
		}
		if parent > len(c.parents) {
			e := &UnknownRevisionError{Reason: "history does not go back that far"}
			if r.isShallow(name) {
				e.Reason = "this clone is shallow and ends at " + name.String()
				e.Hint = r.fetchHint("--unshallow", "")
			}
			return object.ID{}, e
		}
		name = c.parents[parent-1]
	}
	return name, nil
}

// DefaultBranch returns the revision that changes are compared with: HEAD of the remote, else
// main or master of the remote, else of this repository, else the branch in
// init.defaultBranch.
func (r *Repo) DefaultBranch() (string, error) {
	remote, _ := r.config.remote()
	if remote == "" {
		remote = "origin"
	}
	head := "refs/remotes/" + remote + "/HEAD"
	if ref, err := r.refs.Reference(plumbing.ReferenceName(head)); err == nil && ref.Type() == plumbing.SymbolicReference {
		if name := ref.Target().String(); r.hasRef(name) {
			return strings.TrimPrefix(name, "refs/remotes/"), nil
		}
	}
	remotes, heads := "refs/remotes/"+remote+"/", "refs/heads/"
	candidates := []string{remotes + "main", remotes + "master", heads + "main", heads + "master"}
	if name := r.config.get("init", "defaultBranch"); name != "" {
		candidates = append(candidates, remotes+name, heads+name)
	}
	for _, name := range candidates {
		if r.hasRef(name) {
			return strings.TrimPrefix(strings.TrimPrefix(name, "refs/remotes/"), heads), nil
		}
	}
	if !r.hasRef("HEAD") {
		return "", ErrNoCommits
	}
	return "", &UnknownRevisionError{Rev: remote + "/HEAD", Reason: "no branch is called main or master", Hint: "git remote set-head " + remote + " --auto"}
}

// Before returns the first of a commit and its first parents that was made before a time, in
// Unix seconds; the oldest of them where none was.
func (r *Repo) Before(commit string, time int64) (string, error) {
	name, ok := object.ParseID(commit)
	if !ok {
		return "", fmt.Errorf("commits before %s: not a full commit id", commit)
	}
	for {
		c, err := r.commit(name)
		if err != nil {
			return "", err
		}
		if c.time < time || len(c.parents) == 0 {
			return name.String(), nil
		}
		name = c.parents[0]
	}
}

// Remote returns the name and the address of the remote that is fetched from, empty for none.
// The address may hold a password.
func (r *Repo) Remote() (name, address string) { return r.config.remote() }

// Remotes returns the addresses of all remotes by name. They may hold passwords.
func (r *Repo) Remotes() map[string]string { return r.config.remotes() }

// Revisions returns the names of the branches, remote ones included, and of the tags, sorted.
func (r *Repo) Revisions() ([]string, error) {
	refs, err := r.refs.IterReferences()
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	var names []string
	err = refs.ForEach(func(ref *plumbing.Reference) error {
		for _, kind := range []string{"refs/heads/", "refs/remotes/", "refs/tags/"} {
			if name, ok := strings.CutPrefix(ref.Name().String(), kind); ok {
				names = append(names, name)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func (r *Repo) hasRef(name string) bool {
	_, ok, err := r.ref(name)
	return ok && err == nil
}

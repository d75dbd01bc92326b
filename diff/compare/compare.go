// Package compare selects the two states of a repository to compare, and compares them.
//
// In: a repository, and a Scope: revisions, the index or the work tree. Out: a Comparison: both
// states as snapshots, the files that differ, and the branches that head will be merged with.
//
// Invariants: the base is the best common ancestor of both sides, so that commits which
// others added to the base branch do not count as part of the change; nothing is
// fetched unless the Scope allows it, and then only commits given by full id.
//
// Errors are those of package git, with the side that they concern.
package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// Names of the sides that are not commits.
const (
	Index    = "index"
	Worktree = "worktree"
)

// A Scope says what to compare.
type Scope struct {
	Base, Head string // revisions; empty: the default branch, the work tree
	Staged     bool   // HEAD against the index
	Worktree   bool   // HEAD against the work tree
	Unstaged   bool   // the index against the work tree
	Fetch      bool   // whether missing commits may be fetched
	Against    string // another branch to merge head with; empty for none
	// Last asks for the last commit where the work tree is that of the base branch and nothing
	// differs. It goes with no other field but Base and Fetch.
	Last bool

	// Names for people, if Base, Head and Against are ids; empty: the same.
	BaseName, HeadName, AgainstName string
	// MergeBase is the full id of the merge base, for a clone without the history that is needed to
	// find it; empty if it is not needed or not known.
	MergeBase string
}

// A Revision is a side of a comparison.
type Revision struct {
	Ref    string // as the user wrote it, or Index, or Worktree
	Commit string // full id; empty for Index and Worktree
}

// A Comparison is two snapshots and what differs.
type Comparison struct {
	Base, Head *diff.Snapshot
	Changes    []diff.FileChange // from Base to Head
	MergeBase  string            // full commit id of Base
	// BaseRef is the revision that the user named; Base is the merge base of it and head.
	BaseRef, HeadRef Revision
	// Branches are those that head will be merged with.
	Branches []Branch
	// Last says that nothing differed, and that this is the last commit and the one before it.
	Last bool
}

// A Branch is a branch with commits that head does not have.
type Branch struct {
	Revision
	MergeBase string // full id of its best common ancestor with head
	// Base is the state of MergeBase, Tip that of the branch.
	Base, Tip *diff.Snapshot
	// Changes are from Base to Tip, HeadChanges from Base to head.
	Changes, HeadChanges []diff.FileChange
}

// Find determines both sides of a scope and compares them.
//
//	no flags           merge base of the default branch and HEAD, against the work tree
//	--base X           merge base of X and HEAD, against the work tree
//	--base X --head Y  merge base of X and Y, against Y
//	--staged           HEAD against the index
//	--worktree         HEAD against the work tree
//
// With Last, and where nothing differs from the base branch, it compares the last commit with
// the one before it.
//
// If the scope allows fetching and the clone lacks the history up to the merge base,
// Scope.MergeBase is used; if that is empty, X itself. With an error, it returns the names of
// both sides where they are known.
func Find(ctx context.Context, repo *git.Repo, s Scope) (*Comparison, error) {
	var c Comparison
	tip, err := Commit(ctx, repo, orHead(s.Head), s.Fetch)
	if err != nil {
		return nil, err
	}
	c.HeadRef = s.headRevision(tip)
	if c.MergeBase, err = c.resolveBase(ctx, repo, s, tip); err != nil {
		return &c, err
	}
	if err := c.read(ctx, repo, s, tip); err != nil {
		return &c, err
	}
	if s.Last && len(c.Changes) == 0 && c.BaseRef.Commit == tip {
		return findLast(ctx, repo, &c, tip)
	}
	return &c, nil
}

// findLast compares a commit with its first parent. It returns same, in which nothing differs,
// where the clone has none.
func findLast(ctx context.Context, repo *git.Repo, same *Comparison, tip string) (*Comparison, error) {
	parent, err := repo.Resolve(tip + "~1")
	var none *git.UnknownRevisionError
	if errors.As(err, &none) {
		return same, nil
	}
	if err != nil {
		return same, err
	}
	last, err := Find(ctx, repo, Scope{Base: parent, BaseName: same.BaseRef.Ref + "~1", Head: tip, HeadName: same.BaseRef.Ref})
	if last != nil {
		last.Last = true
	}
	return last, err
}

// headRevision returns the name of head for the report.
func (s *Scope) headRevision(tip string) Revision {
	switch {
	case s.Staged:
		return Revision{Ref: Index}
	case s.Head == "":
		return Revision{Ref: Worktree}
	}
	return Revision{Ref: cmp.Or(s.HeadName, s.Head), Commit: tip}
}

// read reads and compares both sides, whose names are known.
func (c *Comparison) read(ctx context.Context, repo *git.Repo, s Scope, tip string) (err error) {
	if c.Base, err = repo.Snapshot(ctx, c.MergeBase); err != nil {
		return fmt.Errorf("read base: %w", err)
	}
	if s.Unstaged {
		if err := c.startAtIndex(ctx, repo); err != nil {
			return err
		}
	}
	switch {
	case s.Staged:
		c.Head, err = repo.IndexSnapshot(ctx)
	case s.Head == "":
		c.Head, err = repo.WorktreeSnapshot(ctx)
	default:
		c.Head, err = repo.Snapshot(ctx, tip)
	}
	if err != nil {
		return fmt.Errorf("read head: %w", err)
	}
	if c.Changes, err = repo.Diff(ctx, c.Base, c.Head); err != nil {
		return fmt.Errorf("compare base with head: %w", err)
	}
	return c.findBranches(ctx, repo, s, tip)
}

// startAtIndex replaces the base HEAD by the index, and keeps the history of HEAD.
func (c *Comparison) startAtIndex(ctx context.Context, repo *git.Repo) error {
	index, err := repo.IndexSnapshot(ctx)
	if err != nil {
		return fmt.Errorf("read base: %w", err)
	}
	index.Commit, index.Time = c.Base.Commit, c.Base.Time
	c.Base, c.BaseRef.Ref = index, Index
	return nil
}

// OfHead reports whether the base is HEAD or the index.
func (s *Scope) OfHead() bool { return s.Staged || s.Worktree || s.Unstaged }

// findBranches adds the base branch, if it has commits that head lacks, and the branch that the
// user named. Staged and uncommitted changes are not merged with branches.
func (c *Comparison) findBranches(ctx context.Context, repo *git.Repo, s Scope, tip string) error {
	if !s.OfHead() {
		if err := c.addBranch(ctx, repo, c.BaseRef, c.MergeBase); err != nil {
			return err
		}
	}
	if s.Against == "" {
		return nil
	}
	commit, err := Commit(ctx, repo, s.Against, s.Fetch)
	if err != nil {
		return err
	}
	if commit == c.BaseRef.Commit {
		return nil
	}
	mergeBase, err := repo.MergeBase(ctx, commit, tip)
	if err != nil {
		return fmt.Errorf("find merge base of %s and %s: %w", s.Against, orHead(s.Head), err)
	}
	return c.addBranch(ctx, repo, Revision{Ref: cmp.Or(s.AgainstName, s.Against), Commit: commit}, mergeBase)
}

// addBranch adds a branch if both it and head have commits that the other one lacks.
func (c *Comparison) addBranch(ctx context.Context, repo *git.Repo, ref Revision, mergeBase string) error {
	if ref.Commit == mergeBase || len(c.Changes) == 0 {
		return nil
	}
	if IsFullID(ref.Ref) {
		ref.Ref = ref.Ref[:7] // short, since it is used in sentences
	}
	b := Branch{Revision: ref, MergeBase: mergeBase, Base: c.Base, HeadChanges: c.Changes}
	var err error
	if mergeBase != c.MergeBase {
		if b.Base, err = repo.Snapshot(ctx, mergeBase); err != nil {
			return fmt.Errorf("read the merge base with %s: %w", ref.Ref, err)
		}
		if b.HeadChanges, err = repo.Diff(ctx, b.Base, c.Head); err != nil {
			return fmt.Errorf("compare the merge base with head: %w", err)
		}
	}
	if b.Tip, err = repo.Snapshot(ctx, ref.Commit); err != nil {
		return fmt.Errorf("read %s: %w", ref.Ref, err)
	}
	if b.Changes, err = repo.Diff(ctx, b.Base, b.Tip); err != nil {
		return fmt.Errorf("compare the merge base with %s: %w", ref.Ref, err)
	}
	c.Branches = append(c.Branches, b)
	return nil
}

// resolveBase sets BaseRef and returns the commit to compare with.
func (c *Comparison) resolveBase(ctx context.Context, repo *git.Repo, s Scope, tip string) (string, error) {
	if s.OfHead() {
		c.BaseRef = Revision{Ref: "HEAD", Commit: tip}
		return tip, nil
	}
	rev, commit, err := s.BaseTip(ctx, repo)
	if err != nil {
		return "", err
	}
	c.BaseRef = Revision{Ref: cmp.Or(s.BaseName, rev), Commit: commit}
	mergeBase, err := repo.MergeBase(ctx, commit, tip)
	var missing *git.MissingObjectError
	if s.Fetch && errors.As(err, &missing) {
		// Fetched commits have no history. A caller that names the commits of both sides, as a
		// CI job does, wants to compare these.
		return cmp.Or(s.MergeBase, commit), nil
	}
	if err != nil {
		return "", fmt.Errorf("find merge base of %s and %s: %w", rev, orHead(s.Head), err)
	}
	return mergeBase, nil
}

// BaseTip returns the revision to compare with, and its commit.
func (s *Scope) BaseTip(ctx context.Context, repo *git.Repo) (rev, commit string, err error) {
	rev = s.Base
	if rev == "" {
		if rev, err = repo.DefaultBranch(); err != nil {
			return "", "", fmt.Errorf("find default branch: %w", err)
		}
	}
	commit, err = Commit(ctx, repo, rev, s.Fetch)
	return rev, commit, err
}

func orHead(rev string) string {
	if rev == "" {
		return "HEAD"
	}
	return rev
}

// Commit returns the commit of a revision. A missing commit is fetched if that is allowed and
// rev is its full id.
func Commit(ctx context.Context, repo *git.Repo, rev string, fetch bool) (string, error) {
	commit, err := repo.Resolve(rev)
	var unknown *git.UnknownRevisionError
	var missing *git.MissingObjectError
	if !fetch || !IsFullID(rev) || !errors.As(err, &unknown) && !errors.As(err, &missing) {
		return commit, err
	}
	if err := repo.Fetch(ctx, rev); err != nil {
		return "", err
	}
	return repo.Resolve(rev)
}

var fullID = lazyregexp.New("^[0-9a-f]{40}$")

// IsFullID reports whether a revision is the full id of a commit.
func IsFullID(rev string) bool { return fullID.MatchString(rev) }

// FetchMissing fetches what a shallow clone lacks of both sides and of their merge base, in one
// request, if the Scope allows it and has both sides by full id. mergeBase asks for the merge
// base elsewhere (a forge); its answer is stored in the Scope.
func (s *Scope) FetchMissing(ctx context.Context, repo *git.Repo, mergeBase func(ctx context.Context, base, head string) (string, error)) error {
	if !s.Fetch || !IsFullID(s.Base) || !IsFullID(s.Head) {
		return nil
	}
	_, err := repo.MergeBase(ctx, s.Base, s.Head)
	var missing *git.MissingObjectError
	if !errors.As(err, &missing) {
		return nil // Find reports any other error
	}
	if s.MergeBase, err = mergeBase(ctx, s.Base, s.Head); err != nil {
		return err
	}
	return repo.Fetch(ctx, s.Base, s.Head, s.MergeBase)
}

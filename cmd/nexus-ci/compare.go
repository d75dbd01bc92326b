package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/nexus-ci/nexus-ci/analyze/skew"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// A scope is what the user asked to compare.
type scope struct {
	base, head string // revisions; empty: the default branch, the work tree
	staged     bool   // HEAD against the index
	worktree   bool   // HEAD against the work tree
	unstaged   bool   // the index against the work tree
	fetch      bool   // commits that are missing may be fetched
	against    string // a further branch to merge head with; empty for none

	// What people call the sides where these are ids; empty: as they are.
	baseName, headName, againstName string
	// mergeBase is the full id of the merge base where this clone does not hold the
	// history that tells it; empty where it does, or nobody knows.
	mergeBase string
}

// A comparison is two snapshots and what the report says of them.
type comparison struct {
	base, head *diff.Snapshot
	changes    []diff.FileChange
	mergeBase  string // full commit id of base
	// baseRef is what the user named; base is the common ancestor of it and head.
	baseRef, headRef report.Revision
	// branches are those that head will be merged with, against what the report says of
	// them, one for each.
	branches []skew.Branch
	against  []report.Against
}

// compare finds both sides of a scope.
//
//	no flags           merge base of the default branch and HEAD, against the work tree
//	--base X           merge base of X and HEAD, against the work tree
//	--base X --head Y  merge base of X and Y, against Y
//	--staged           HEAD against the index
//	--worktree         HEAD against the work tree
//
// With fetch, and where the clone does not hold the history up to the merge base, it
// is scope.mergeBase; where that is not known, X itself. Beside an error it returns the
// names of both sides where they were found.
func compare(ctx context.Context, repo *git.Repo, s scope) (*comparison, error) {
	var c comparison
	tip, err := commitOf(ctx, repo, orHead(s.head), s.fetch)
	if err != nil {
		return nil, err
	}
	c.headRef = s.headRevision(tip)
	if c.mergeBase, err = c.resolveBase(ctx, repo, s, tip); err != nil {
		return &c, err
	}
	return &c, c.read(ctx, repo, s, tip)
}

// headRevision is what the report says of head.
func (s *scope) headRevision(tip string) report.Revision {
	switch {
	case s.staged:
		return report.Revision{Ref: "index"}
	case s.head == "":
		return report.Revision{Ref: worktreeRef}
	}
	return report.Revision{Ref: cmp.Or(s.headName, s.head), Commit: tip}
}

// read reads both sides, whose names are known, and what differs.
func (c *comparison) read(ctx context.Context, repo *git.Repo, s scope, tip string) (err error) {
	if c.base, err = repo.Snapshot(ctx, c.mergeBase); err != nil {
		return fmt.Errorf("read base: %w", err)
	}
	if s.unstaged {
		if err := c.startAtIndex(ctx, repo); err != nil {
			return err
		}
	}
	switch {
	case s.staged:
		c.head, err = repo.IndexSnapshot(ctx)
	case s.head == "":
		c.head, err = repo.WorktreeSnapshot(ctx)
	default:
		c.head, err = repo.Snapshot(ctx, tip)
	}
	if err != nil {
		return fmt.Errorf("read head: %w", err)
	}
	if c.changes, err = repo.Diff(ctx, c.base, c.head); err != nil {
		return fmt.Errorf("compare base with head: %w", err)
	}
	return c.findBranches(ctx, repo, s, tip)
}

// startAtIndex puts the index in the place of HEAD, whose past is its own.
func (c *comparison) startAtIndex(ctx context.Context, repo *git.Repo) error {
	index, err := repo.IndexSnapshot(ctx)
	if err != nil {
		return fmt.Errorf("read base: %w", err)
	}
	index.Commit, index.Time = c.base.Commit, c.base.Time
	c.base, c.baseRef.Ref = index, "index"
	return nil
}

// ofHead holds where the base is HEAD or what was staged since.
func (s *scope) ofHead() bool { return s.staged || s.worktree || s.unstaged }

// findBranches adds the base branch where it has moved on since head left it, and the
// branch that the user named. What is only staged or not committed is not merged yet.
func (c *comparison) findBranches(ctx context.Context, repo *git.Repo, s scope, tip string) error {
	if !s.ofHead() {
		if err := c.addBranch(ctx, repo, c.baseRef, c.mergeBase); err != nil {
			return err
		}
	}
	if s.against == "" {
		return nil
	}
	commit, err := commitOf(ctx, repo, s.against, s.fetch)
	if err != nil {
		return err
	}
	if commit == c.baseRef.Commit {
		return nil
	}
	mergeBase, err := repo.MergeBase(ctx, commit, tip)
	if err != nil {
		return fmt.Errorf("find merge base of %s and %s: %w", s.against, orHead(s.head), err)
	}
	return c.addBranch(ctx, repo, report.Revision{Ref: cmp.Or(s.againstName, s.against), Commit: commit}, mergeBase)
}

// addBranch adds a branch that has what head has not, the other way round too.
func (c *comparison) addBranch(ctx context.Context, repo *git.Repo, ref report.Revision, mergeBase string) error {
	if ref.Commit == mergeBase || len(c.changes) == 0 {
		return nil
	}
	if fullID.MatchString(ref.Ref) {
		ref.Ref = ref.Ref[:7] // it is read in sentences
	}
	b := skew.Branch{Name: ref.Ref, Base: c.base, HeadChanges: c.changes}
	var err error
	if mergeBase != c.mergeBase {
		if b.Base, err = repo.Snapshot(ctx, mergeBase); err != nil {
			return fmt.Errorf("read the merge base with %s: %w", ref.Ref, err)
		}
		if b.HeadChanges, err = repo.Diff(ctx, b.Base, c.head); err != nil {
			return fmt.Errorf("compare the merge base with head: %w", err)
		}
	}
	if b.Tip, err = repo.Snapshot(ctx, ref.Commit); err != nil {
		return fmt.Errorf("read %s: %w", ref.Ref, err)
	}
	if b.Changes, err = repo.Diff(ctx, b.Base, b.Tip); err != nil {
		return fmt.Errorf("compare the merge base with %s: %w", ref.Ref, err)
	}
	c.branches = append(c.branches, b)
	c.against = append(c.against, report.Against{Ref: ref.Ref, Commit: ref.Commit, MergeBase: mergeBase})
	return nil
}

// resolveBase sets baseRef and returns the commit to compare with.
func (c *comparison) resolveBase(ctx context.Context, repo *git.Repo, s scope, tip string) (string, error) {
	if s.ofHead() {
		c.baseRef = report.Revision{Ref: "HEAD", Commit: tip}
		return tip, nil
	}
	rev, commit, err := s.baseTip(ctx, repo)
	if err != nil {
		return "", err
	}
	c.baseRef = report.Revision{Ref: cmp.Or(s.baseName, rev), Commit: commit}
	mergeBase, err := repo.MergeBase(ctx, commit, tip)
	var missing *git.MissingObjectError
	if s.fetch && errors.As(err, &missing) {
		// What --fetch brings has no history. Who names the commits of both sides, as a
		// CI job does, means these.
		return cmp.Or(s.mergeBase, commit), nil
	}
	if err != nil {
		return "", fmt.Errorf("find merge base of %s and %s: %w", rev, orHead(s.head), err)
	}
	return mergeBase, nil
}

// baseTip returns the revision to compare with, and its commit.
func (s *scope) baseTip(ctx context.Context, repo *git.Repo) (rev, commit string, err error) {
	rev = s.base
	if rev == "" {
		if rev, err = repo.DefaultBranch(); err != nil {
			return "", "", fmt.Errorf("find default branch: %w", err)
		}
	}
	commit, err = commitOf(ctx, repo, rev, s.fetch)
	return rev, commit, err
}

func orHead(rev string) string {
	if rev == "" {
		return "HEAD"
	}
	return rev
}

// commitOf returns the commit of a revision. One that is given by its full id and
// missing is fetched if that is allowed.
func commitOf(ctx context.Context, repo *git.Repo, rev string, fetch bool) (string, error) {
	commit, err := repo.Resolve(rev)
	var unknown *git.UnknownRevisionError
	var missing *git.MissingObjectError
	if !fetch || !fullID.MatchString(rev) || !errors.As(err, &unknown) && !errors.As(err, &missing) {
		return commit, err
	}
	if err := repo.Fetch(ctx, rev); err != nil {
		return "", err
	}
	return repo.Resolve(rev)
}

var fullID = regexp.MustCompile("^[0-9a-f]{40}$")

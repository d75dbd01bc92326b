package check

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// titleOf returns what the author calls the change, and who says so: the flag, the pull
// request, or the commit where the change is a single one or the merge of a
// pull request. It is nil where nobody says it.
func titleOf(c *compare.Comparison, tip *diff.Commit, flag string, pull *Pull) *report.Title {
	if flag != "" {
		return &report.Title{Text: flag, Source: report.TitleOfUser}
	}
	if pull != nil && pull.Head == c.HeadRef.Commit {
		return &report.Title{Text: pull.Title, Source: report.TitleOfPullRequest}
	}
	if tip == nil || tip.Parent != c.MergeBase || tip.Title == "" {
		return nil
	}
	return &report.Title{Text: tip.Title, Source: report.TitleOfCommit}
}

// tipOf returns the commit that is head, nil where head is none or the clone does not
// tell what it changed.
func tipOf(ctx context.Context, repo *git.Repo, c *compare.Comparison) (*diff.Commit, error) {
	if c.HeadRef.Commit == "" {
		return nil, nil
	}
	log, _, err := repo.Log(ctx, c.HeadRef.Commit, diff.LogOptions{Most: 1})
	if err != nil || len(log) == 0 {
		return nil, err
	}
	return &log[0], nil
}

// meta is what the analysis knows of a change beside its content.
func meta(t *report.Title, tip *diff.Commit) analyze.Meta {
	var m analyze.Meta
	if t != nil {
		m.Title = t.Text
	}
	if tip != nil {
		m.Author = tip.Author
	}
	return m
}

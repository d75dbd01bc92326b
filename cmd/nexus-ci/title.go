package main

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/actions"
)

// titleOf returns what the author calls the change, and who says so: the flag, the pull
// request of the job, or the commit where the change is a single one or the merge of a
// pull request. It is nil where nobody says it.
func titleOf(c *comparison, tip *diff.Commit, flag string, job *actions.Job) *report.Title {
	if flag != "" {
		return &report.Title{Text: flag, Source: report.TitleOfUser}
	}
	if job != nil && job.Event.PullRequest != nil && job.Event.Head.SHA == c.headRef.Commit {
		return &report.Title{Text: job.Event.PullRequest.Title, Source: report.TitleOfPullRequest}
	}
	if tip == nil || tip.Parent != c.mergeBase || tip.Title == "" {
		return nil
	}
	return &report.Title{Text: tip.Title, Source: report.TitleOfCommit}
}

// tipOf returns the commit that is head, nil where head is none or the clone does not
// tell what it changed.
func tipOf(ctx context.Context, repo *git.Repo, c *comparison) (*diff.Commit, error) {
	if c.headRef.Commit == "" {
		return nil, nil
	}
	log, _, err := repo.Log(ctx, c.headRef.Commit, diff.LogOptions{Most: 1})
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

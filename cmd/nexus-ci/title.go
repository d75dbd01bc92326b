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
func titleOf(ctx context.Context, repo *git.Repo, c *comparison, flag string, job *actions.Job) (*report.Title, error) {
	if flag != "" {
		return &report.Title{Text: flag, Source: report.TitleOfUser}, nil
	}
	if job != nil && job.Event.PullRequest != nil && job.Event.Head.SHA == c.headRef.Commit {
		return &report.Title{Text: job.Event.PullRequest.Title, Source: report.TitleOfPullRequest}, nil
	}
	if c.headRef.Commit == "" {
		return nil, nil
	}
	log, _, err := repo.Log(ctx, c.headRef.Commit, diff.LogOptions{Most: 1})
	if err != nil || len(log) == 0 || log[0].Parent != c.mergeBase || log[0].Title == "" {
		return nil, err
	}
	return &report.Title{Text: log[0].Title, Source: report.TitleOfCommit}, nil
}

// meta is the part of a title that the analysis knows.
func meta(t *report.Title) analyze.Meta {
	if t == nil {
		return analyze.Meta{}
	}
	return analyze.Meta{Title: t.Text}
}

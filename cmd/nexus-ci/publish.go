package main

import (
	"context"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/azure"
	"github.com/nexus-ci/nexus-ci/report/bitbucket"
	"github.com/nexus-ci/nexus-ci/report/gitea"
	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/gitlab"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// forges returns the forges whose jobs the program knows, one row each.
func forges() []publish.Row {
	return []publish.Row{
		{Name: "Gitea or Forgejo Actions", Open: gitea.Open}, // before GitHub, whose variables it has too
		{Name: "GitHub Actions", Open: github.Open},
		{Name: "GitLab", Open: gitlab.Open},
		{Name: "Bitbucket Pipelines", Open: bitbucket.Open},
		{Name: "Azure Pipelines", Open: azure.Open},
	}
}

// publishFlags say what a job and its pull request are told.
type publishFlags struct {
	publish     bool
	comment     string
	checkRun    bool
	annotations bool
}

func (f *publishFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.publish, "publish", false, "in a CI job of a forge: comment on its pull request, and write what else the forge shows of\na job. The token is that of a variable such as GITHUB_TOKEN")
	flags.StringVar(&f.comment, "comment", "changes", "with --publish: `when` to comment: "+strings.Join(publish.Modes(), ", ")+"; changes: if there is\nsomething to report")
	flags.BoolVar(&f.checkRun, "check-run", false, "with --publish: also create a check run, or set a status; its annotations replace those of the job")
	flags.BoolVar(&f.annotations, "annotations", true, "with --publish: annotate the lines of the diff")
}

func (f *publishFlags) validate(changed func(flag string) bool) error {
	for _, name := range []string{"comment", "check-run", "annotations"} {
		if changed(name) && !f.publish {
			return exit.Usagef("--%s: only with --publish", name)
		}
	}
	if err := config.CheckCommentMode(f.comment); err != nil {
		return exit.Usagef("--comment: %w", err)
	}
	return nil
}

// forge returns the forge whose job this process runs in, nil without --publish.
func (p *program) forge(f *publishFlags) (publish.Forge, error) {
	if !f.publish {
		return nil, nil
	}
	return publish.Open(forges(), p.getenv)
}

// publication is a report that may be published.
func (p *program) publication(f *publishFlags, forge publish.Forge, r *report.Report) *publish.Publication {
	return &publish.Publication{
		Options: publish.Options{Comment: f.comment, CheckRun: f.checkRun, Annotations: f.annotations},
		Forge:   forge, Report: r, Log: p.Out, Tell: p.Tell,
	}
}

// prepare makes the sides of the comparison those that the job is about, where flags name
// none, and brings what the clone lacks of them.
func prepare(ctx context.Context, repo *git.Repo, s *compare.Scope, forge publish.Forge) error {
	job := forge.Job()
	if s.Base == "" {
		s.Base, s.BaseName = job.Base.ID, job.Base.Ref
	}
	if s.Head == "" {
		s.Head, s.HeadName = job.Head.ID, job.Head.Ref
	}
	if s.Base == "" && job.NewBranch {
		s.Base, s.BaseName = s.Head, s.HeadName // there is nothing to compare it with
	}
	if s.Base == "" || s.Head == "" {
		return exit.Usagef("--publish: the event %s does not name a base and a head; give them with --base and --head", job.Event)
	}
	repo.Login = git.Login(job.Login)
	if forge.Token() != "" {
		return nil
	}
	return s.FetchMissing(ctx, repo, forge.MergeBase)
}

// pullOf returns the pull request that the job is about, nil for none.
func pullOf(forge publish.Forge) *check.Pull {
	job := forge.Job()
	if job.PullRequest == nil {
		return nil
	}
	return &check.Pull{Title: job.PullRequest.Title, Head: job.Head.ID, People: job.PullRequest.People}
}

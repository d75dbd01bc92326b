package actions

import "github.com/nexus-ci/nexus-ci/report/publish"

// Published returns the job as the type for all forges.
func (j *Job) Published() publish.Job {
	e := &j.Event
	out := publish.Job{
		Event: e.Name, Base: commitOf(e.Base), Head: commitOf(e.Head), NewBranch: e.Name == "push" && e.Base.SHA == "",
		Order: publish.Order{Run: j.RunID, Attempt: j.RunAttempt},
	}
	if pull := e.PullRequest; pull != nil {
		out.PullRequest = &publish.PullRequest{Number: pull.Number, Title: pull.Title, People: append([]string{pull.Author}, pull.Reviewers...)}
	}
	if e.WorkflowRun != nil {
		checked := commitOf(e.WorkflowRun.Head)
		out.Checked = &checked
	}
	return out
}

func commitOf(c Commit) publish.Commit {
	return publish.Commit{Ref: c.Ref, ID: c.SHA, Repository: c.Repository}
}

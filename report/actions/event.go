package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxEvent is the maximum size of an event payload.
const maxEvent = 25 << 20

// An Event is the event that started a run of a workflow.
type Event struct {
	Name string // pull_request, push, workflow_run, …
	// PullRequest is nil unless the event is pull_request or pull_request_target.
	PullRequest *PullRequest
	// Base and Head are the two sides of pull_request, pull_request_target and
	// merge_group. For a push they are the branch before and after it; Base is empty for a new
	// branch, Head for a deleted one. Both are empty for all other events.
	Base, Head Commit
	// WorkflowRun is nil unless the event is workflow_run.
	WorkflowRun *WorkflowRun
}

// A PullRequest holds the data in its event.
type PullRequest struct {
	Number int
	Title  string // as the author wrote it
	State  string // open or closed
	Draft  bool
	// Fork: the head is in another repository than the base, or in a deleted one.
	Fork   bool
	Author string // empty for a deleted account
	// Reviewers are the requested reviewers: "user", or "org/team".
	Reviewers []string
}

// A Commit is one side of an event.
type Commit struct {
	Ref        string // the branch, as in "main"; a tag is "refs/tags/v1"
	SHA        string // full id
	Repository string // "owner/name", empty for a deleted repository
}

// A WorkflowRun is the run of a workflow_run event.
type WorkflowRun struct {
	Event      string // the event that started that run
	Conclusion string // success, failure, …; empty while it runs
	Head       Commit // the commit it ran for; for a pull request, the pushed one
}

func readEvent(name, path string) (Event, error) {
	switch name {
	case "pull_request", "pull_request_target", "merge_group", "push", "workflow_run":
	default:
		return Event{Name: name}, nil
	}
	data, err := readFile(path)
	if err != nil {
		return Event{}, fmt.Errorf("cannot read the event that GITHUB_EVENT_PATH names: %w", err)
	}
	e, err := ParseEvent(name, data)
	if err != nil {
		return Event{}, fmt.Errorf("%s: the payload of the %s event is not valid: %w", path, name, err)
	}
	return e, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxEvent+1))
	if len(data) > maxEvent {
		return nil, fmt.Errorf("%s is larger than %d MB", path, maxEvent>>20)
	}
	return data, err
}

// A payload holds the fields that are read from an event.
type payload struct {
	Repository  repository `json:"repository"`
	PullRequest *struct {
		Number    int    `json:"number"`
		Title     string `json:"title"`
		State     string `json:"state"`
		Draft     bool   `json:"draft"`
		User      *user  `json:"user"`
		Reviewers []user `json:"requested_reviewers"`
		Teams     []user `json:"requested_teams"`
		Base      side   `json:"base"`
		Head      side   `json:"head"`
	} `json:"pull_request"`
	MergeGroup *struct {
		BaseRef string `json:"base_ref"`
		BaseSHA string `json:"base_sha"`
		HeadRef string `json:"head_ref"`
		HeadSHA string `json:"head_sha"`
	} `json:"merge_group"`
	WorkflowRun *struct {
		Event          string      `json:"event"`
		Conclusion     string      `json:"conclusion"`
		HeadBranch     string      `json:"head_branch"`
		HeadSHA        string      `json:"head_sha"`
		HeadRepository *repository `json:"head_repository"`
	} `json:"workflow_run"`
	// For a push.
	Ref    string `json:"ref"`
	Before string `json:"before"`
	After  string `json:"after"`
}

type repository struct {
	FullName string `json:"full_name"`
}

// A user is a person, who has a login, or a team, which has a slug.
type user struct {
	Login string `json:"login"`
	Slug  string `json:"slug"`
}

type side struct {
	Ref  string      `json:"ref"`
	SHA  string      `json:"sha"`
	Repo *repository `json:"repo"` // null if it was deleted
}

// ParseEvent returns the event with a name and a JSON payload.
func ParseEvent(name string, data []byte) (Event, error) {
	e := Event{Name: name}
	var p payload
	if err := json.Unmarshal(data, &p); err != nil {
		return Event{}, err
	}
	var err error
	switch name {
	case "pull_request", "pull_request_target":
		err = e.pullRequest(&p)
	case "merge_group":
		err = e.mergeGroup(&p)
	case "push":
		err = e.push(&p)
	case "workflow_run":
		err = e.workflowRun(&p)
	}
	if err != nil {
		return Event{}, err
	}
	return e, nil
}

func (e *Event) pullRequest(p *payload) error {
	pr := p.PullRequest
	if pr == nil {
		return errors.New("no pull_request in it")
	}
	if pr.Number <= 0 {
		return fmt.Errorf("pull_request.number is %d", pr.Number)
	}
	var err error
	if e.Base, err = commit("pull_request.base", pr.Base.Ref, pr.Base.SHA, pr.Base.Repo); err != nil {
		return err
	}
	// The head is the commit that the author pushed. GITHUB_SHA is a merge commit by GitHub.
	if e.Head, err = commit("pull_request.head", pr.Head.Ref, pr.Head.SHA, pr.Head.Repo); err != nil {
		return err
	}
	if e.Base.Repository == "" {
		return errors.New("pull_request.base.repo is missing")
	}
	e.PullRequest = &PullRequest{
		Number: pr.Number, Title: pr.Title, State: pr.State, Draft: pr.Draft,
		Fork: !strings.EqualFold(e.Head.Repository, e.Base.Repository),
	}
	if pr.User != nil {
		e.PullRequest.Author = pr.User.Login
	}
	owner, _, _ := strings.Cut(e.Base.Repository, "/")
	for _, u := range append(pr.Reviewers, pr.Teams...) {
		switch {
		case u.Login != "":
			e.PullRequest.Reviewers = append(e.PullRequest.Reviewers, u.Login)
		case u.Slug != "":
			e.PullRequest.Reviewers = append(e.PullRequest.Reviewers, owner+"/"+u.Slug)
		}
	}
	return nil
}

func (e *Event) mergeGroup(p *payload) error {
	g := p.MergeGroup
	if g == nil {
		return errors.New("no merge_group in it")
	}
	var err error
	if e.Base, err = commit("merge_group.base", g.BaseRef, g.BaseSHA, &p.Repository); err != nil {
		return err
	}
	e.Head, err = commit("merge_group.head", g.HeadRef, g.HeadSHA, &p.Repository)
	return err
}

func (e *Event) push(p *payload) error {
	var err error
	if !noCommit.MatchString(p.Before) {
		if e.Base, err = commit("before", p.Ref, p.Before, &p.Repository); err != nil {
			return err
		}
	}
	if !noCommit.MatchString(p.After) {
		e.Head, err = commit("after", p.Ref, p.After, &p.Repository)
	}
	return err
}

func (e *Event) workflowRun(p *payload) error {
	w := p.WorkflowRun
	if w == nil {
		return errors.New("no workflow_run in it")
	}
	head, err := commit("workflow_run.head", w.HeadBranch, w.HeadSHA, w.HeadRepository)
	e.WorkflowRun = &WorkflowRun{Event: w.Event, Conclusion: w.Conclusion, Head: head}
	return err
}

// commit returns a commit of a payload, after validation.
func commit(of, ref, sha string, repo *repository) (Commit, error) {
	if !commitID.MatchString(sha) {
		return Commit{}, fmt.Errorf("%s: %q is no commit id", of, sha)
	}
	c := Commit{Ref: strings.TrimPrefix(ref, "refs/heads/"), SHA: sha}
	if repo != nil {
		if !isRepository(repo.FullName) {
			return Commit{}, fmt.Errorf("%s: %q is no repository", of, repo.FullName)
		}
		c.Repository = repo.FullName
	}
	return c, nil
}

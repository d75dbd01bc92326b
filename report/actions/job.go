// Package actions is what a step of a job on a GitHub runner knows, and how it tells
// the runner things.
//
// In: the environment that the runner sets, and the file with the event in it. Out: a
// Job, and what it appends to the step summary and to the outputs; workflow commands
// as lines of text, which the caller prints.
//
// Invariants: what an event says was written by whoever caused it, so commit ids,
// repository names and numbers are checked, and the rest is text to be escaped. No
// text from outside starts a workflow command, ends one early or names an output.
//
// Deliberately absent: requests to GitHub, and the environment of other CI systems.
package actions

import (
	"crypto/rand"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Job is the one that this process runs in.
type Job struct {
	APIURL     string // of the REST API: "https://api.github.com"
	ServerURL  string // of the pages: "https://github.com"
	Repository string // "owner/name", where the workflow runs
	RunID      int64  // grows with each run of a workflow
	RunAttempt int    // 1, more when the run was started again
	Event      Event  // what started the run

	summary string // file of the step summary
	output  string // file of the outputs
	// delimiter returns a word that no text can foresee.
	delimiter func() string
}

// Read returns the job whose environment getenv knows, nil outside of GitHub Actions.
func Read(getenv func(string) string) (*Job, error) {
	if getenv("GITHUB_ACTIONS") != "true" {
		return nil, nil
	}
	j := &Job{
		APIURL:     orElse(getenv("GITHUB_API_URL"), "https://api.github.com"),
		ServerURL:  orElse(getenv("GITHUB_SERVER_URL"), "https://github.com"),
		Repository: getenv("GITHUB_REPOSITORY"),
		summary:    getenv("GITHUB_STEP_SUMMARY"),
		output:     getenv("GITHUB_OUTPUT"),
		delimiter:  func() string { return "end_" + rand.Text() },
	}
	if !isRepository(j.Repository) {
		return nil, fmt.Errorf("GITHUB_REPOSITORY is %q, want owner/name", j.Repository)
	}
	var err error
	if j.RunID, err = strconv.ParseInt(getenv("GITHUB_RUN_ID"), 10, 64); err != nil || j.RunID <= 0 {
		return nil, fmt.Errorf("GITHUB_RUN_ID is %q, want a number", getenv("GITHUB_RUN_ID"))
	}
	// The first servers with Actions did not number attempts.
	attempt := orElse(getenv("GITHUB_RUN_ATTEMPT"), "1")
	if j.RunAttempt, err = strconv.Atoi(attempt); err != nil || j.RunAttempt <= 0 {
		return nil, fmt.Errorf("GITHUB_RUN_ATTEMPT is %q, want a number", attempt)
	}
	if j.Event, err = readEvent(getenv("GITHUB_EVENT_NAME"), getenv("GITHUB_EVENT_PATH")); err != nil {
		return nil, err
	}
	return j, nil
}

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

var (
	repositoryName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}$`)
	commitID       = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
	noCommit       = regexp.MustCompile(`^0+$`)
)

// isRepository tells names of repositories from paths that lead elsewhere in a URL.
func isRepository(s string) bool {
	_, name, _ := strings.Cut(s, "/")
	return repositoryName.MatchString(s) && name != "." && name != ".."
}

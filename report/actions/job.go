// Package actions reads the environment of a step in a GitHub Actions job, and writes the files
// and commands that the runner reads.
//
// In: the environment variables of the runner, and the event file. Out: a Job, and what it
// appends to the step summary and to the outputs; workflow commands as lines of text, which the
// caller prints.
//
// Invariants: event data is untrusted, so commit ids, repository names and numbers are
// validated, and all other text is escaped. Untrusted text cannot start or end a workflow
// command, or name an output.
//
// Absent: requests to GitHub, and the environments of other CI systems.
package actions

import (
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A Job is the job in which this process runs.
type Job struct {
	APIURL     string // of the REST API: "https://api.github.com"
	ServerURL  string // of the web pages: "https://github.com"
	Repository string // "owner/name" of the workflow
	RunID      int64  // grows with each run of a workflow
	RunAttempt int    // 1, more when the run was started again
	Event      Event  // event that started the run

	summary string // file of the step summary
	output  string // file of the outputs
	// delimiter returns an unpredictable word.
	delimiter func() string
}

// Read returns the job described by the environment, nil outside of GitHub Actions.
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
	// The first servers with Actions did not set the number of the attempt.
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
	repositoryName = lazyregexp.New(`^[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}$`)
	commitID       = lazyregexp.New(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
	noCommit       = lazyregexp.New(`^0+$`)
)

// isRepository reports whether s is the name of a repository, not a path to elsewhere in a URL.
func isRepository(s string) bool {
	_, name, _ := strings.Cut(s, "/")
	return repositoryName.MatchString(s) && name != "." && name != ".."
}

// Package job names the unit of work of the server: one pull request to look at.
//
// In: what a webhook or a list of pull requests says. Out: a Job, and the Key under which its
// messages, its lease and its state are stored.
//
// Invariants: a Job holds no commit, no text and no secret. Who works on it reads the state of the
// pull request from the forge, so that jobs may be lost, repeated and reordered. Keys have only
// characters that a subject of NATS may have.
package job

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// A Job says which pull request to look at.
type Job struct {
	Installation int64  `json:"installation"` // of the GitHub App
	Repository   string `json:"repository"`   // "owner/name"
	Number       int    `json:"number"`
	// Delivery is the id of the webhook, for logs. Received is when it came, for the latency.
	Delivery string    `json:"delivery"`
	Received time.Time `json:"received"`
}

var repositoryName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}$`)

// Check returns what is wrong with a Job that came from outside.
func (j *Job) Check() error {
	_, name, _ := strings.Cut(j.Repository, "/")
	switch {
	case j.Installation <= 0:
		return fmt.Errorf("installation %d", j.Installation)
	case !repositoryName.MatchString(j.Repository) || name == "." || name == "..":
		return fmt.Errorf("repository %q is not of the form owner/name", j.Repository)
	case j.Number <= 0:
		return fmt.Errorf("pull request %d", j.Number)
	}
	return nil
}

// Key returns the key of a checked job: "installation.owner.name.number" in lower case, since the
// forge ignores case. A dot in the name is written "=", which no name has.
func (j *Job) Key() string {
	owner, name, _ := strings.Cut(strings.ToLower(j.Repository), "/")
	return fmt.Sprintf("%d.%s.%s.%d", j.Installation, owner, strings.ReplaceAll(name, ".", "="), j.Number)
}

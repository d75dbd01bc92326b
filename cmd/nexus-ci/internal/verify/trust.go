package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// untrustedEvents run with the rights of the repository on what anyone may have
// written.
var untrustedEvents = []string{"pull_request_target", "workflow_run", "issue_comment"}

// Trusted returns an error where the code of head is known to come from people who
// may not write to the repository: in a GitHub job, events made for that, and pull
// requests from forks.
func Trusted(getenv func(string) string) error {
	if getenv("GITHUB_ACTIONS") == "" && getenv("GITHUB_EVENT_NAME") == "" {
		return nil
	}
	event := getenv("GITHUB_EVENT_NAME")
	if slices.Contains(untrustedEvents, event) {
		return fmt.Errorf("compiling runs code of the change, which is not to be trusted in a job for %s", event)
	}
	content, err := os.ReadFile(getenv("GITHUB_EVENT_PATH"))
	if err != nil {
		return errors.New("compiling runs code of the change, and the event of the job, which names its author, cannot be read")
	}
	type repository struct {
		FullName string `json:"full_name"`
	}
	var payload struct {
		Repository  repository `json:"repository"`
		PullRequest *struct {
			Head struct {
				Repo *repository `json:"repo"` // null when the fork was deleted
			} `json:"head"`
		} `json:"pull_request"`
	}
	if err := json.Unmarshal(content, &payload); err != nil {
		return errors.New("compiling runs code of the change, and the event of the job, which names its author, cannot be read")
	}
	if pr := payload.PullRequest; pr != nil && (pr.Head.Repo == nil || payload.Repository.FullName == "" || pr.Head.Repo.FullName != payload.Repository.FullName) {
		return errors.New("compiling runs code of the change, which is not to be trusted in a pull request from a fork")
	}
	return nil
}

package github

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// fail returns err as one line that says which action failed and what to do next. permission is
// the permission that the job's token needs.
func (c *Client) fail(what, permission string, err error) error {
	return c.http.Fail(what, fmt.Sprintf("give the job \"permissions: %s\"; the token of a pull request from a fork can only read", permission), Plain(err))
}

// Plain returns an error of go-github as one of package rest.
func Plain(err error) error {
	var response *github.ErrorResponse
	if errors.As(err, &response) && response.Response != nil {
		return &rest.StatusError{Code: response.Response.StatusCode, Message: message(err)}
	}
	return err
}

// message returns GitHub's error message.
func message(err error) string {
	var response *github.ErrorResponse
	if !errors.As(err, &response) {
		return ""
	}
	words := []string{response.Message}
	if response.Message == "" {
		words[0] = http.StatusText(response.Response.StatusCode)
	}
	for _, e := range response.Errors {
		words = append(words, strings.TrimSpace(e.Field+" "+e.Code+" "+e.Message))
	}
	return rest.OneLine(strings.Join(words, "; "))
}

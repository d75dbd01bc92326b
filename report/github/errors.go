package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/google/go-github/v62/github"

	"github.com/nexus-ci/nexus-ci/report/publish"
)

// fail returns err as one line that says which action failed and what to do next. permission is
// the permission that the job's token needs.
func (c *Client) fail(what, permission string, err error) error {
	var limit *limitError
	if errors.As(err, &limit) {
		return fmt.Errorf("%s: %w", what, limit)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", what, err)
	}
	switch code := status(err); {
	case code == http.StatusUnauthorized:
		return fmt.Errorf("%s: GitHub does not accept the token (401 %s): check that GITHUB_TOKEN is set and valid for %s", what, message(err), c.http.origin.Host)
	case code == http.StatusForbidden, code == http.StatusNotFound:
		return fmt.Errorf("%s: %w (%d %s): give the job \"permissions: %s\"; the token of a pull request from a fork can only read", what, publish.ErrForbidden, code, message(err), permission)
	case code == http.StatusUnprocessableEntity && strings.Contains(strings.ToLower(message(err)), "too long"):
		return fmt.Errorf("%s: the text is too long for GitHub (422 %s)", what, message(err))
	case code >= http.StatusInternalServerError:
		return fmt.Errorf("%s: GitHub reports a server error (%d %s): run the job again later", what, code, message(err))
	case code != 0:
		return fmt.Errorf("%s: GitHub rejects the request (%d %s)", what, code, message(err))
	}
	var transport *url.Error
	if errors.As(err, &transport) {
		return fmt.Errorf("%s: cannot reach %s (%s): check the network and run the job again", what, c.http.origin.Host, oneLine(transport.Err.Error()))
	}
	return fmt.Errorf("%s: %s", what, oneLine(err.Error()))
}

// status returns the HTTP status in an error, 0 for none.
func status(err error) int {
	var response *github.ErrorResponse
	if errors.As(err, &response) && response.Response != nil {
		return response.Response.StatusCode
	}
	return 0
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
	return oneLine(strings.Join(words, "; "))
}

// lost reports whether a failed request may have been executed.
func lost(err error) bool {
	var transport *url.Error
	return status(err) >= http.StatusInternalServerError || errors.As(err, &transport) && !errors.As(err, new(*limitError))
}

// oneLine makes untrusted text safe for a line of a log.
func oneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || !unicode.IsGraphic(r) }), " ")
	if runes := []rune(s); len(runes) > 300 {
		return string(runes[:300]) + "…"
	}
	return s
}

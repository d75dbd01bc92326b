// Package bitbucket publishes results to Bitbucket Cloud and to Bitbucket Data Center: it updates
// one comment on a pull request, sets the build status of a commit, and makes a report of Code
// Insights with annotations.
//
// In: the environment of a job of Bitbucket Pipelines, or of Jenkins for Data Center, and what to
// publish. Out: API calls, and an Outcome or an error that says in one line what failed and what
// to do next.
//
// Invariants: those of packages rest and sticky. The environment names the forge; the contents
// of the repository do not. Markdown has no HTML, which Bitbucket shows as text.
package bitbucket

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// BodyLimit is the maximum length of a comment: Bitbucket's limit minus room for the tag.
const BodyLimit = 32768 - 256

// Limits of Code Insights and of a status. They are in characters; here they are applied to bytes,
// which are at least as many.
const (
	maxAnnotations = 1000
	maxSummary     = 450
	maxDetails     = 2000
	maxDescription = 255
)

// reportKey names our status and our report.
const reportKey = "nexus-ci"

// A request is one of several that make a report.
type request struct {
	method, path string
	body         any
}

// send makes requests one after another. What is to be deleted may be gone.
func send(ctx context.Context, c *rest.Client, requests []request, what, need string) error {
	for _, r := range requests {
		_, err := c.Do(ctx, r.method, r.path, nil, r.body, nil)
		if err != nil && !(r.method == http.MethodDelete && rest.Status(err) == http.StatusNotFound) {
			return c.Fail(what, need, err)
		}
	}
	return nil
}

// state returns the state of a build. There is none between good and bad.
func state(conclusion string) string {
	if conclusion == "failure" {
		return "FAILED"
	}
	return "SUCCESSFUL"
}

func severity(level string) string {
	switch level {
	case "error":
		return "HIGH"
	case "warning":
		return "MEDIUM"
	}
	return "LOW"
}

// annotations returns the first ones whose places Bitbucket can show.
func annotations(all []view.Annotation) []view.Annotation {
	var out []view.Annotation
	for _, a := range all {
		if report.Clean(a.Path) == a.Path && len(out) < maxAnnotations {
			out = append(out, a)
		}
	}
	return out
}

// A board is what the lists of comments of both have in common.
type board struct {
	*rest.Client
	path, what, need string
}

func (b *board) one(c sticky.Comment) string { return fmt.Sprintf("%s/comments/%d", b.path, c.ID) }

// Pause waits.
func (b *board) Pause(ctx context.Context, d time.Duration) error { return b.Client.Pause(ctx, d) }

// Fail returns an error for the user.
func (b *board) Fail(err error) error { return b.Client.Fail(b.what, b.need, err) }

package github

import (
	"context"
	"net/http"
	"slices"

	"github.com/nexus-ci/nexus-ci/report/publish/rest"
	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// actionsBot is the author of comments made with the token of a GitHub Actions job.
const actionsBot = "github-actions[bot]"

// identityQuery asks for the owner of the token, which for tokens of jobs and apps only GraphQL
// returns, and for which comments are hidden, which REST does not return.
const identityQuery = `query($ids: [ID!]!) { viewer { login } nodes(ids: $ids) { ... on IssueComment { isMinimized } } }`

// Ours finds the comments that we may edit: written by the owner of our token, and not hidden.
func (b *board) Ours(ctx context.Context, comments []sticky.Comment) ([]bool, error) {
	if b.viewer != "" {
		return sticky.By(b.viewer, comments), nil
	}
	var ours []bool
	for some := range slices.Chunk(comments, 100) {
		login, hidden, err := b.c.identity(ctx, some)
		if err != nil {
			return nil, Plain(err)
		}
		for i, comment := range some {
			ours = append(ours, comment.Author == login && !(i < len(hidden) && hidden[i]))
		}
	}
	return ours, nil
}

// identity returns the login of the token's owner, and for each comment whether it is hidden. If
// GraphQL fails, none counts as hidden.
func (c *Client) identity(ctx context.Context, comments []sticky.Comment) (login string, hidden []bool, err error) {
	ids := make([]string, len(comments))
	for i, comment := range comments {
		ids[i] = comment.Node
	}
	req, err := c.gh.NewRequest(http.MethodPost, c.graphql, map[string]any{
		"query":     identityQuery,
		"variables": map[string]any{"ids": ids},
	})
	if err != nil {
		return "", nil, err
	}
	var answer struct {
		Data struct {
			Viewer struct{ Login string }
			Nodes  []struct{ IsMinimized bool } // in the order of the ids
		}
	}
	// The response may contain errors besides data, for comments that were just deleted.
	if _, err := c.gh.Do(ctx, req, &answer); err == nil && answer.Data.Viewer.Login != "" {
		for _, node := range answer.Data.Nodes {
			hidden = append(hidden, node.IsMinimized)
		}
		return answer.Data.Viewer.Login, hidden, nil
	} else if ctx.Err() != nil {
		return "", nil, ctx.Err()
	}
	user, _, err := c.gh.Users.Get(ctx, "")
	switch {
	case err == nil:
		return user.GetLogin(), nil, nil
	case rest.Status(Plain(err)) == http.StatusForbidden:
		return actionsBot, nil, nil
	}
	return "", nil, err
}

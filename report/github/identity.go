package github

import (
	"context"
	"net/http"
	"slices"

	"github.com/google/go-github/v62/github"
)

// actionsBot is the author of comments made with the token of a GitHub Actions job.
const actionsBot = "github-actions[bot]"

// identityQuery asks for the owner of the token, which for tokens of jobs and apps only GraphQL
// returns, and for which comments are hidden, which REST does not return.
const identityQuery = `query($ids: [ID!]!) { viewer { login } nodes(ids: $ids) { ... on IssueComment { isMinimized } } }`

// identify finds the comments with a tag that we may edit: written by the owner of our token, since
// anyone may copy a tag, and not hidden, since nobody would see the new text.
func (p *publication) identify(ctx context.Context, comments []*github.IssueComment) error {
	for some := range slices.Chunk(comments, 100) {
		login, hidden, err := p.c.identity(ctx, some)
		if err != nil {
			return p.fail(err)
		}
		for i, comment := range some {
			p.ours[comment.GetID()] = comment.GetUser().GetLogin() == login && !(i < len(hidden) && hidden[i])
		}
	}
	return nil
}

// identity returns the login of the token's owner, and for each comment whether it is hidden. If
// GraphQL fails, none counts as hidden.
func (c *Client) identity(ctx context.Context, comments []*github.IssueComment) (login string, hidden []bool, err error) {
	ids := make([]string, len(comments))
	for i, comment := range comments {
		ids[i] = comment.GetNodeID()
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
	case status(err) == http.StatusForbidden:
		return actionsBot, nil, nil
	}
	return "", nil, err
}

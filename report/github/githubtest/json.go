package githubtest

import (
	"fmt"
	"strings"
)

func checkJSON(c CheckRun) map[string]any {
	return map[string]any{
		"id": c.ID, "node_id": nodeID("CR", c.ID), "name": c.Name, "head_sha": c.HeadSHA, "external_id": c.ExternalID,
		"html_url": fmt.Sprintf("https://github.com/checks/%d", c.ID), "status": c.Status, "conclusion": c.Conclusion,
		"output": map[string]any{"title": c.Title, "summary": c.Summary, "text": c.Text, "annotations_count": len(c.Annotations)},
	}
}

func (s *Server) commentJSON(c Comment) map[string]any {
	return map[string]any{
		"id": c.ID, "node_id": nodeID("IC", c.ID), "body": c.Body, "user": s.user(c.Login),
		"html_url": fmt.Sprintf("https://github.com/%s/pull/%d#issuecomment-%d", s.Repository, c.Number, c.ID),
	}
}

func (s *Server) pull(p PullRequest) map[string]any {
	reviewers, teams := []any{}, []any{}
	for _, login := range p.Reviewers {
		reviewers = append(reviewers, s.user(login))
	}
	for _, slug := range p.ReviewingTeams {
		teams = append(teams, map[string]any{
			"id": 1, "node_id": nodeID("T", 1), "name": slug, "slug": slug, "type": "organization",
			"html_url": "https://github.com/orgs/octo/teams/" + slug,
		})
	}
	return map[string]any{
		"id": p.Number, "node_id": nodeID("PR", int64(p.Number)), "number": p.Number, "state": p.State, "draft": p.Draft,
		"html_url": fmt.Sprintf("https://github.com/%s/pull/%d", s.Repository, p.Number), "title": p.Title, "body": nil,
		"user": s.user(p.Author), "head": s.branch(p.Head), "base": s.branch(p.Base),
		"requested_reviewers": reviewers, "requested_teams": teams,
	}
}

func (s *Server) branch(b Branch) map[string]any {
	owner, name, _ := strings.Cut(b.Repository, "/")
	return map[string]any{
		"ref": b.Ref, "sha": b.SHA, "user": s.user(owner),
		"repo": map[string]any{"id": 1, "node_id": nodeID("R", 1), "name": name, "full_name": b.Repository, "html_url": "https://github.com/" + b.Repository},
	}
}

func (s *Server) user(login string) map[string]any {
	kind := "User"
	if strings.HasSuffix(login, "[bot]") {
		kind = "Bot"
	}
	return map[string]any{
		"login": login, "name": nil, "id": 1, "node_id": nodeID("U", 1), "type": kind,
		"html_url": "https://github.com/" + strings.TrimSuffix(login, "[bot]"),
	}
}

func nodeID(kind string, id int64) string { return fmt.Sprintf("%s_%d", kind, id) }

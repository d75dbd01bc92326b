package github

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/publish/sticky"
)

// threadQuery asks for a pull request with its comments, and for the owner of the token.
const threadQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) { viewer { login } repository(owner: $owner, name: $name) { pullRequest(number: $number) { state headRefOid comments(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { fullDatabaseId id url body isMinimized author { __typename login } } } } } }`

// maxPages bounds the pages of a thread; more comments are read by the lists of REST.
const maxPages = 100

// A thread is a pull request with its comments, as one query reads it.
type thread struct {
	viewer   string // login of the token's owner
	open     bool
	head     string
	comments []sticky.Comment
}

// threadAnswer is one page of it.
type threadAnswer struct {
	Errors []struct{ Message string }
	Data   struct {
		Viewer     struct{ Login string }
		Repository struct {
			PullRequest *struct {
				State      string
				HeadRefOid string
				Comments   *struct {
					PageInfo struct {
						HasNextPage bool
						EndCursor   string
					}
					Nodes []threadComment
				}
			}
		}
	}
}

type threadComment struct {
	FullDatabaseID string
	ID, URL, Body  string
	IsMinimized    bool
	Author         struct {
		Typename string `json:"__typename"`
		Login    string
	}
}

// thread reads a pull request with its comments. After an error it has to be read by REST, which says
// what is wrong: a server may be too old for the query, or have no GraphQL.
func (b *board) thread(ctx context.Context) (*thread, error) {
	t := &thread{}
	after := ""
	for range maxPages {
		variables := map[string]any{"owner": b.c.owner, "name": b.c.repo, "number": b.number}
		if after != "" {
			variables["after"] = after
		}
		req, err := b.c.gh.NewRequest(http.MethodPost, b.c.graphql, map[string]any{"query": threadQuery, "variables": variables})
		if err != nil {
			return nil, err
		}
		var answer threadAnswer
		if _, err := b.c.gh.Do(ctx, req, &answer); err != nil {
			return nil, err
		}
		next, err := t.add(&answer)
		if err != nil {
			return nil, err
		}
		if next == "" {
			return t, nil
		}
		if next == after {
			return nil, errors.New("the page names itself as the next one")
		}
		after = next
	}
	return nil, errors.New("there are too many comments")
}

// add adds a page, and returns where the next one begins, empty for none.
func (t *thread) add(answer *threadAnswer) (next string, err error) {
	pull := answer.Data.Repository.PullRequest
	if len(answer.Errors) > 0 || pull == nil || pull.Comments == nil || pull.HeadRefOid == "" || answer.Data.Viewer.Login == "" {
		return "", errors.New("the answer is not whole")
	}
	t.viewer, t.open, t.head = answer.Data.Viewer.Login, pull.State == "OPEN", pull.HeadRefOid
	for i := range pull.Comments.Nodes {
		c := &pull.Comments.Nodes[i]
		id, err := strconv.ParseInt(c.FullDatabaseID, 10, 64)
		if err != nil {
			return "", err
		}
		author := c.Author.Login
		if c.Author.Typename == "Bot" && !strings.HasSuffix(author, botSuffix) {
			author += botSuffix // as REST and the viewer have it
		}
		t.comments = append(t.comments, sticky.Comment{ID: id, URL: c.URL, Body: c.Body, Author: author, Hidden: c.IsMinimized, Node: c.ID})
	}
	if !pull.Comments.PageInfo.HasNextPage {
		return "", nil
	}
	if pull.Comments.PageInfo.EndCursor == "" {
		return "", errors.New("the next page has no name")
	}
	return pull.Comments.PageInfo.EndCursor, nil
}

// botSuffix ends the logins of GitHub Apps. Users cannot have it.
const botSuffix = "[bot]"

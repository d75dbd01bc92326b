package githubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	graphqlPath = "/graphql"

	// Those that are answered (testdata/README.md).
	hiddenQuery = `query($ids: [ID!]!) { viewer { login } nodes(ids: $ids) { ... on IssueComment { isMinimized } } }`
	threadQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) { viewer { login } repository(owner: $owner, name: $name) { pullRequest(number: $number) { state headRefOid comments(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { fullDatabaseId id url body isMinimized author { __typename login } } } } } }`

	maxComment = 65536 // characters
)

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, ok := strings.CutPrefix(r.URL.Path, s.base.Path)
	if graphql := r.URL.Path == strings.TrimSuffix(s.base.Path, "/v3")+graphqlPath; graphql || path == graphqlPath {
		path, ok = graphqlPath, graphql
	}
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+path)
	before := s.before
	s.mu.Unlock()
	if !ok {
		s.reject("%s %s: not below %s", r.Method, r.URL.Path, s.base.Path)
		refuse(w, http.StatusBadRequest, "Bad Request")
		return
	}
	if before != nil {
		before(r)
	}

	fault := s.fault(r.Method, path)
	answer := httptest.NewRecorder()
	if fault == nil || fault.Done {
		s.answer(answer, r, path)
	}
	switch {
	case fault == nil:
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes()) // the client may be gone
	case fault.Drop:
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
	default:
		for name, value := range fault.Header {
			w.Header().Set(name, value)
		}
		respond(w, fault.Status, map[string]any{"message": fault.Message, "documentation_url": fault.URL})
	}
}

// answer carries out a request that is as GitHub describes it.
func (s *Server) answer(w *httptest.ResponseRecorder, r *http.Request, path string) {
	relative := r.Clone(r.Context())
	relative.URL = &url.URL{Path: path, RawQuery: r.URL.RawQuery}
	if path == graphqlPath {
		s.graphql(w, relative)
		return
	}
	input, err := s.contract.request(relative)
	if err != nil {
		s.reject("%s %s: %v", r.Method, path, err)
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	switch authorization := r.Header.Get("Authorization"); {
	case authorization != "Bearer "+s.Token:
		refuse(w, http.StatusUnauthorized, "Bad credentials")
		return
	case input.PathParams["owner"] != "" && !strings.EqualFold(input.PathParams["owner"]+"/"+input.PathParams["repo"], s.Repository):
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	q := request{Request: relative, params: input.PathParams}
	s.mu.Lock()
	s.operation(input.Route.Operation.OperationID, w, q)
	s.mu.Unlock()
	if err := s.contract.response(input, w); err != nil {
		s.reject("the fake's own answer to %s %s: %v", r.Method, path, err)
	}
}

// A request is one that was checked.
type request struct {
	*http.Request
	params map[string]string
}

func (q request) number(name string) int64 {
	n, _ := strconv.ParseInt(q.params[name], 10, 64) // checked
	return n
}

// decode reads the body, which was checked.
func (q request) decode(v any) { _ = json.NewDecoder(q.Body).Decode(v) }

// operation carries out one operation, by the name that the description gives it.
func (s *Server) operation(id string, w http.ResponseWriter, q request) {
	switch id {
	case "users/get-authenticated":
		if strings.HasSuffix(s.login, "[bot]") {
			refuse(w, http.StatusForbidden, "Resource not accessible by integration")
			return
		}
		respond(w, http.StatusOK, s.user(s.login))
	case "repos/compare-commits-with-basehead":
		s.compare(w, q)
	case "pulls/list":
		s.listPulls(w, q)
	case "pulls/get":
		i := slices.IndexFunc(s.pulls, func(p PullRequest) bool { return int64(p.Number) == q.number("pull_number") })
		if i < 0 {
			refuse(w, http.StatusNotFound, "Not Found")
			return
		}
		respond(w, http.StatusOK, s.pull(s.pulls[i]))
	case "issues/list-comments", "issues/create-comment", "issues/update-comment", "issues/delete-comment":
		s.comment(id, w, q)
	case "checks/list-for-ref", "checks/create", "checks/update", "checks/list-annotations":
		s.check(id, w, q)
	default:
		refuse(w, http.StatusNotImplemented, "the fake has no "+id)
	}
}

func (s *Server) compare(w http.ResponseWriter, q request) {
	mergeBase := s.mergeBases[q.params["basehead"]]
	if mergeBase == "" {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	respond(w, http.StatusOK, map[string]any{
		"html_url": "https://github.com/" + s.Repository + "/compare/" + q.params["basehead"], "status": "ahead", "total_commits": 0,
		"merge_base_commit": map[string]any{"sha": mergeBase, "node_id": "C_" + mergeBase, "html_url": "https://github.com/" + s.Repository + "/commit/" + mergeBase},
	})
}

func (s *Server) listPulls(w http.ResponseWriter, q request) {
	query := q.URL.Query()
	var out []any
	for _, p := range slices.Backward(s.pulls) {
		owner, _, _ := strings.Cut(p.Head.Repository, "/")
		head := query.Get("head")
		state := query.Get("state")
		if (state == "" && p.State == "open" || state == "all" || state == p.State) && (!strings.Contains(head, ":") || head == owner+":"+p.Head.Ref) {
			out = append(out, s.pull(p))
		}
	}
	respond(w, http.StatusOK, s.page(w, q, out))
}

func (s *Server) comment(id string, w http.ResponseWriter, q request) {
	var body struct{ Body string }
	if q.Method == http.MethodPost || q.Method == http.MethodPatch {
		q.decode(&body)
		if utf8.RuneCountInString(body.Body) > maxComment {
			invalid(w, "IssueComment", "body", fmt.Sprintf("body is too long (maximum is %d characters)", maxComment))
			return
		}
	}
	if id == "issues/list-comments" || id == "issues/create-comment" {
		number := int(q.number("issue_number"))
		switch {
		case !slices.ContainsFunc(s.pulls, func(p PullRequest) bool { return p.Number == number }):
			refuse(w, http.StatusNotFound, "Not Found")
		case q.Method == http.MethodPost:
			s.comments = append(s.comments, Comment{ID: s.newID(), Number: number, Login: s.login, Body: body.Body})
			respond(w, http.StatusCreated, s.commentJSON(s.comments[len(s.comments)-1]))
		default:
			var out []any
			for _, c := range s.comments {
				if c.Number == number {
					out = append(out, s.commentJSON(c))
				}
			}
			respond(w, http.StatusOK, s.page(w, q, out))
		}
		return
	}
	i := slices.IndexFunc(s.comments, func(c Comment) bool { return c.ID == q.number("comment_id") })
	switch {
	case i < 0:
		refuse(w, http.StatusNotFound, "Not Found")
	case q.Method == http.MethodDelete:
		s.comments = slices.Delete(s.comments, i, i+1)
		w.WriteHeader(http.StatusNoContent)
	default:
		s.comments[i].Body = body.Body
		respond(w, http.StatusOK, s.commentJSON(s.comments[i]))
	}
}

// A graphqlBody is a query with the variables of either of them.
type graphqlBody struct {
	Query     string
	Variables struct {
		IDs         []string
		Owner, Name string
		Number      int
		After       string
	}
}

// graphql answers the two queries.
func (s *Server) graphql(w http.ResponseWriter, r *http.Request) {
	var body graphqlBody
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil || r.Method != http.MethodPost || body.Query != hiddenQuery && body.Query != threadQuery || len(body.Variables.IDs) > 100 {
		s.reject("%s %s: not the query that was checked against GitHub's schema (%v)", r.Method, graphqlPath, err)
		refuse(w, http.StatusBadRequest, "Problems parsing JSON")
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+s.Token {
		refuse(w, http.StatusUnauthorized, "Bad credentials")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	data := map[string]any{"viewer": map[string]any{"login": s.login}}
	answer := map[string]any{"data": data}
	if body.Query == threadQuery {
		if s.Repository != body.Variables.Owner+"/"+body.Variables.Name || !s.thread(data, &body) {
			data["repository"] = nil
			answer["errors"] = []any{map[string]any{"type": "NOT_FOUND", "message": "Could not resolve to a PullRequest"}}
		}
		respond(w, http.StatusOK, answer)
		return
	}
	nodes := make([]any, len(body.Variables.IDs))
	for i, id := range body.Variables.IDs {
		for _, c := range s.comments {
			if nodeID("IC", c.ID) == id {
				nodes[i] = map[string]any{"isMinimized": c.Minimized}
			}
		}
	}
	data["nodes"] = nodes
	respond(w, http.StatusOK, answer)
}

// thread adds a pull request with a page of its comments to an answer, and reports whether there is one.
// It is called with the lock held.
func (s *Server) thread(data map[string]any, body *graphqlBody) bool {
	i := slices.IndexFunc(s.pulls, func(p PullRequest) bool { return p.Number == body.Variables.Number })
	if i < 0 {
		return false
	}
	from, _ := strconv.Atoi(body.Variables.After) // none is the first
	nodes, at, more := []any{}, 0, false
	for _, c := range s.comments {
		if c.Number != body.Variables.Number {
			continue
		}
		if at++; at <= from {
			continue
		}
		if more = len(nodes) == 100; more {
			break
		}
		kind, login := "User", c.Login
		if app, ok := strings.CutSuffix(login, "[bot]"); ok {
			kind, login = "Bot", app
		}
		nodes = append(nodes, map[string]any{
			"fullDatabaseId": strconv.FormatInt(c.ID, 10), "id": nodeID("IC", c.ID), "body": c.Body, "isMinimized": c.Minimized,
			"url": s.commentJSON(c)["html_url"], "author": map[string]any{"__typename": kind, "login": login},
		})
	}
	data["repository"] = map[string]any{"pullRequest": map[string]any{
		"state": strings.ToUpper(s.pulls[i].State), "headRefOid": s.pulls[i].Head.SHA,
		"comments": map[string]any{"nodes": nodes, "pageInfo": map[string]any{"hasNextPage": more, "endCursor": strconv.Itoa(from + len(nodes))}},
	}}
	return true
}

// page returns one page of a list and names the others in a header.
func (s *Server) page(w http.ResponseWriter, q request, all []any) []any {
	query := q.URL.Query()
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(query.Get(name)); err == nil && n > 0 {
			return n
		}
		return otherwise
	}
	size, page := number("per_page", 30), number("page", 1)
	last := max((len(all)+size-1)/size, 1)
	if page < last {
		link := func(page int, rel string) string {
			query.Set("page", strconv.Itoa(page))
			return fmt.Sprintf(`<%s%s?%s>; rel="%s"`, s.URL, q.URL.Path, query.Encode(), rel)
		}
		w.Header().Set("Link", link(page+1, "next")+", "+link(last, "last"))
	}
	from := min((page-1)*size, len(all))
	return append([]any{}, all[from:min(from+size, len(all))]...)
}

func respond(w http.ResponseWriter, status int, v any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		status = http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.Copy(w, &body) // the client may be gone
}

func refuse(w http.ResponseWriter, status int, message string) {
	respond(w, status, map[string]any{"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status)})
}

// invalid is the answer to a request that has the right form and a wrong value.
func invalid(w http.ResponseWriter, resource, field, message string) {
	respond(w, http.StatusUnprocessableEntity, map[string]any{
		"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
		"errors": []any{map[string]any{"resource": resource, "code": "unprocessable", "field": field, "message": message}},
	})
}

package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

const (
	scheme   = "nexus-ci://"
	reposURI = scheme + "repos"
	toolsURI = scheme + "tools/"
	jsonType = "application/json"
	textType = "text/markdown"
)

// A view is one thing to read of a repository.
type view struct {
	name, title string
	mime        string
	// of: the path goes on with the name of a cluster or flow.
	of   string
	read func(ctx context.Context, e *engine.Engine, name string) (any, error)
}

func views() []view {
	return []view{
		{"context", "What is in the repository: counts, languages, and the tools to ask with", jsonType, "", readContext},
		{"clusters", "The functional areas, and the calls between them", jsonType, "", func(ctx context.Context, e *engine.Engine, _ string) (any, error) {
			o, err := overview(ctx, e)
			if err != nil {
				return nil, err
			}
			return struct {
				Clusters     []query.ClusterRow `json:"clusters"`
				Dependencies []query.Dependency `json:"dependencies"`
				engine.Bounds
			}{o.Clusters, o.Dependencies, o.Of("clusters", "dependencies")}, nil
		}},
		{"processes", "The execution flows, where they start, and the most connected ones", jsonType, "", func(ctx context.Context, e *engine.Engine, _ string) (any, error) {
			o, err := overview(ctx, e)
			if err != nil {
				return nil, err
			}
			return struct {
				Processes []query.ProcessRow   `json:"processes"`
				Critical  []query.CriticalPath `json:"critical_paths"`
				Entries   []query.EntryPoint   `json:"entry_points"`
				engine.Bounds
			}{o.Processes, o.Critical, o.EntryPoints, o.Of("processes", "critical_paths", "entry_points")}, nil
		}},
		{"schema", "The labels, relations and properties of the graph, for the tool cypher", textType, "", func(context.Context, *engine.Engine, string) (any, error) {
			var b strings.Builder
			query.WriteGraphSchema(&b)
			return b.String(), nil
		}},
		{"cluster", "One functional area: its members, and the flows that touch it", jsonType, "cluster", explore},
		{"process", "One execution flow, step by step", jsonType, "process", explore},
	}
}

// repositoryContext is what the view context says.
type repositoryContext struct {
	Repository string        `json:"repository"`
	Stats      *engine.Stats `json:"stats"`
	Tools      []toolRow     `json:"tools"`
}

type toolRow struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

func readContext(_ context.Context, e *engine.Engine, _ string) (any, error) {
	c := repositoryContext{Repository: e.Repository, Stats: e.Stats()}
	for _, t := range query.Tools() {
		c.Tools = append(c.Tools, toolRow{t.Name, t.Summary})
	}
	return c, nil
}

func overview(ctx context.Context, e *engine.Engine) (*query.Overview, error) {
	r, err := query.Explore(ctx, e, query.ExploreParams{})
	o, ok := r.(*query.Overview)
	if err == nil && !ok {
		err = errors.New("the overview cannot be read")
	}
	return o, err
}

// explore reads a cluster or a flow; kind is set by the view that it belongs to.
func explore(ctx context.Context, e *engine.Engine, name string) (any, error) {
	kind, target, _ := strings.Cut(name, "/")
	return query.Explore(ctx, e, query.ExploreParams{Target: target, Type: kind})
}

// addResources offers what there is of every repository that is served now by its address,
// and of any other by a pattern.
func (s *Server) addResources() {
	s.sdk.AddResource(&sdk.Resource{Name: "repos", Title: "The repositories that are served", URI: reposURI, MIMEType: jsonType}, s.readRepos)
	s.sdk.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "answer", Title: "The JSON schema of the structured answers of a tool", URITemplate: toolsURI + "{tool}/answer", MIMEType: jsonType,
	}, readAnswerSchema)
	served, _ := s.Served() // who asks for one is told what is wrong
	for _, v := range views() {
		pattern := scheme + "repo/{name}/" + v.name
		if v.of != "" {
			pattern += "/{" + v.of + "}"
		}
		read := func(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return s.read(ctx, &v, r.Params.URI)
		}
		s.sdk.AddResourceTemplate(&sdk.ResourceTemplate{Name: v.name, Title: v.title, Description: v.title, URITemplate: pattern, MIMEType: v.mime}, read)
		if v.of != "" {
			continue
		}
		for _, repo := range served {
			s.sdk.AddResource(&sdk.Resource{
				Name: repo.Name + " " + v.name, Title: v.title, URI: scheme + "repo/" + url.PathEscape(repo.Name) + "/" + v.name, MIMEType: v.mime,
			}, read)
		}
	}
}

func (s *Server) readRepos(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	all, err := s.Stats(ctx)
	if err != nil {
		return nil, err
	}
	return contents(r.Params.URI, jsonType, query.RepositoryList{Repositories: append([]engine.Repository{}, all...)})
}

// readAnswerSchema returns the schema of the answers of the tool that the address names.
func readAnswerSchema(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	name := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, toolsURI), "/answer")
	t, ok := query.Find(name)
	if !ok {
		return nil, missing(r.Params.URI, &engine.ParameterError{Parameter: "tool", Reason: fmt.Sprintf("there is no tool %q", name)})
	}
	return contents(r.Params.URI, jsonType, t.Output())
}

// read answers for a view of the repository that the address names.
func (s *Server) read(ctx context.Context, v *view, uri string) (*sdk.ReadResourceResult, error) {
	parts := strings.SplitN(strings.TrimPrefix(uri, scheme+"repo/"), "/", 3)
	for i := range parts {
		part, err := url.PathUnescape(parts[i])
		if err != nil {
			return nil, missing(uri, err)
		}
		parts[i] = part
	}
	e, done, err := s.engine(ctx, parts[0])
	if err != nil {
		return nil, missing(uri, err)
	}
	defer done()
	answer, err := v.read(ctx, e, strings.Join(parts[1:], "/"))
	if err != nil {
		return nil, missing(uri, err)
	}
	return contents(uri, v.mime, answer)
}

// missing is the error of an address that stands for nothing. The protocol has a code for
// it; what the reader needs is the reason.
func missing(uri string, err error) error {
	var lookup *engine.LookupError
	var parameter *engine.ParameterError
	if !errors.As(err, &lookup) && !errors.As(err, &parameter) {
		return err
	}
	data, _ := json.Marshal(struct { // a string can be encoded
		URI string `json:"uri"`
	}{uri})
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "resource not found: " + err.Error(), Data: data}
}

// contents are those of a resource: text as it is, anything else as JSON.
func contents(uri, mime string, answer any) (*sdk.ReadResourceResult, error) {
	text, ok := answer.(string)
	if !ok {
		encoded, err := encode(answer)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := json.Indent(&b, encoded, "", "  "); err != nil {
			return nil, err
		}
		text = b.String()
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: mime, Text: text}}}, nil
}

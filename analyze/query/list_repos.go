package query

import (
	"context"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// ListReposParams are empty.
type ListReposParams struct{}

// A RepositoryList holds all indexed repositories.
type RepositoryList struct {
	Repositories []engine.Repository `json:"repositories"`
	engine.Bounds
}

const maxRepositories = 500

// ListRepos returns a *RepositoryList.
func ListRepos(_ context.Context, e *engine.Engine, _ ListReposParams) (engine.Result, error) {
	if e.Repositories == nil {
		return nil, &engine.ParameterError{Reason: "nothing is known of other repositories here"}
	}
	all, err := e.Repositories()
	if err != nil {
		return nil, err
	}
	r := &RepositoryList{}
	r.Repositories = append([]engine.Repository{}, engine.Keep(&r.Bounds, "repositories", all, maxRepositories)...)
	return r, nil
}

// Text writes two lines per repository.
func (r *RepositoryList) Text(w io.Writer) {
	p := engine.NewPage(w)
	if len(r.Repositories) == 0 {
		p.Line("no repository was indexed yet")
	}
	for i := range r.Repositories {
		q := &r.Repositories[i]
		p.Line("%s (%s)", q.Name, q.Path)
		p.Line("  %s, %s, %s, %s, %s", engine.Plural(q.Files, "file"), engine.Plural(q.Symbols, "symbol"), engine.Plural(q.Edges, "edge"), engine.Plural(q.Clusters, "cluster"), engine.Plural(q.Flows, "flow"))
		switch {
		case q.Indexed == "":
			p.Line("  not kept")
		case q.Commit == "":
			p.Line("  indexed %s", q.Indexed)
		default:
			p.Line("  indexed %s at %.7s", q.Indexed, q.Commit)
		}
	}
	p.Note("", r.NoteOf("repositories"))
}

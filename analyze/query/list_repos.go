package query

import (
	"context"
	"io"
)

// ListReposParams are none.
type ListReposParams struct{}

// A RepositoryList is every repository that was indexed.
type RepositoryList struct {
	Repositories []Repository `json:"repositories"`
	Bounds
}

const maxRepositories = 500

// ListRepos answers with a *RepositoryList.
func ListRepos(_ context.Context, e *Engine, _ ListReposParams) (Result, error) {
	if e.Repositories == nil {
		return nil, &ParameterError{Reason: "nothing is known of other repositories here"}
	}
	all, err := e.Repositories()
	if err != nil {
		return nil, err
	}
	r := &RepositoryList{}
	r.Repositories = append([]Repository{}, cut(&r.Bounds, "repositories", all, maxRepositories)...)
	return r, nil
}

// Text writes two lines for each.
func (r *RepositoryList) Text(w io.Writer) {
	p := page{w}
	if len(r.Repositories) == 0 {
		p.line("no repository was indexed yet")
	}
	for i := range r.Repositories {
		q := &r.Repositories[i]
		p.line("%s (%s)", q.Name, q.Path)
		p.line("  %s, %s, %s, %s, %s", plural(q.Files, "file"), plural(q.Symbols, "symbol"), plural(q.Edges, "edge"), plural(q.Clusters, "cluster"), plural(q.Flows, "flow"))
		switch {
		case q.Indexed == "":
			p.line("  not kept")
		case q.Commit == "":
			p.line("  indexed %s", q.Indexed)
		default:
			p.line("  indexed %s at %.7s", q.Indexed, q.Commit)
		}
	}
	p.note("", r.of("repositories"))
}

package naming

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/process/title"
	"github.com/nexus-ci/nexus-ci/analyze/route"
	"github.com/nexus-ci/nexus-ci/analyze/term"
)

// route finds the handler of an operation of OpenAPI: the only one that is registered for its method
// and its whole path.
func (s *search) route(f *fact.Fact) *fact.Use {
	u, known := s.known[f.Scope]
	if !known {
		if method, path, ok := strings.Cut(f.Scope, " "); ok {
			u = s.handler(method, route.Path(path))
		}
		s.known[f.Scope] = u
	}
	return u
}

func (s *search) handler(method, path string) *fact.Use {
	files := s.routeFiles(path)
	if len(files) == 0 {
		return nil
	}
	lines := func(file string) []string {
		if !files[file] {
			return nil
		}
		content, err := s.files.ReadFile(file, maxRouteFile)
		if err != nil {
			return nil // what cannot be read registers nothing
		}
		return strings.Split(string(content), "\n")
	}
	var found []*graph.Node
	for _, n := range s.graph.Nodes {
		if n.Entry == nil || n.Entry.Type != "request_handler" || n.Test || n.Generated || !s.isIn(n, files) {
			continue
		}
		verb, at, ok := strings.Cut(title.Named(s.graph, n, lines), " ")
		if !ok {
			verb, at = method, verb // for any method
		}
		if verb == method && at != "" && route.Path(at) == path {
			found = append(found, n)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return handledBy(found[0])
}

func handledBy(n *graph.Node) *fact.Use {
	return &fact.Use{Verb: fact.Handles, Files: 1, First: fact.Place{Path: n.Path, Line: n.Line}, In: display(n)}
}

// isIn reports whether a handler is in one of the files or is registered there.
func (s *search) isIn(n *graph.Node, files map[string]bool) bool {
	return files[n.Path] || slices.ContainsFunc(s.graph.In(n), func(e *graph.Edge) bool { return files[e.Source.Path] })
}

const (
	// maxRouteFiles is how many files are read for one operation at most.
	maxRouteFiles = 30
	// maxRouteFile is the size up to which one is read, in bytes.
	maxRouteFile = 1 << 20
)

// routeFiles returns the files that have the end or the start of a path in a string, nil for too many.
func (s *search) routeFiles(path string) map[string]bool {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	files := make(map[string]bool)
	add := func(part []string) {
		if slices.ContainsFunc(part, func(segment string) bool { return segment != "{}" }) {
			for _, p := range s.terms.Places(facts.Route, "/"+strings.Join(part, "/")) {
				files[p.Path] = true
			}
		}
	}
	for i := range segments {
		add(segments[i:])
		add(segments[:i])
	}
	if len(files) > maxRouteFiles {
		return nil
	}
	return files
}

// procedure finds the method that serves a procedure of Protobuf: of the only type that is derived
// from what a generator makes for the service.
func (s *search) procedure(f *fact.Fact) *fact.Use {
	at := strings.LastIndexByte(f.Name, '.')
	if at < 0 || at == len(f.Name)-1 {
		return nil
	}
	service, name := f.Name[:at], f.Name[at+1:]
	service = service[strings.LastIndexByte(service, '.')+1:]
	var found []*graph.Node
	for _, p := range s.terms.Places(facts.Service, service) {
		class := s.classAt(p)
		if class == nil {
			continue
		}
		for _, n := range s.callables()[folded(name)] {
			if n.Parent == class && (n.Name == name || strings.HasPrefix(n.Name, strings.ToLower(name[:1]))) {
				found = append(found, n)
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return handledBy(found[0])
}

// classAt returns the type whose name is at a place, nil for none.
func (s *search) classAt(p term.Place) *graph.Node {
	for _, n := range s.nodesOf(p.Path) {
		if n.Label.IsType() && n.Line == p.Line {
			return n
		}
	}
	return nil
}

// resolver finds the function that resolves a field of GraphQL, where a framework finds it by its name:
// queryResolver.Users (gqlgen), Query.resolve_users (Graphene), Query.users in an object (Apollo).
func (s *search) resolver(f *fact.Fact) *fact.Use {
	of, field, ok := strings.Cut(f.Name, ".")
	if !ok || of == "" || field == "" {
		return nil
	}
	var found []*graph.Node
	for _, n := range slices.Concat(s.callables()[folded(field)], s.callables()["resolve"+folded(field)]) {
		if n.Parent == nil {
			continue
		}
		switch class := n.Parent.Name; {
		case strings.EqualFold(class, of+"Resolver") && strings.HasPrefix(class, strings.ToLower(of[:1])) && n.Label == graph.Method && !strings.HasPrefix(n.Name, "resolve_"),
			class == of && n.Parent.Label == graph.Class && n.Name == "resolve_"+underscored(field),
			class == of && !n.Parent.Label.IsType() && n.Name == field:
			found = append(found, n)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return handledBy(found[0])
}

// underscored returns a name in camel case with underscores between its words.
func underscored(name string) string {
	return strings.ReplaceAll(hyphened(name), "-", "_")
}

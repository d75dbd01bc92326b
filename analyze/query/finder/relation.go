package finder

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A relationQuestion is a question about relations in the graph.
type relationQuestion struct {
	relationForm
	from, to []*graph.Node // to is set for a path from one to the other
}

// relationDepth is the depth up to which callers and callees are followed, as in explore.
const relationDepth = 2

// A relationForm is a phrase that asks for a relation. FROM and TO are placeholders for names.
type relationForm struct {
	forms     string // separated by "|"
	reason    string // meaning of the question, for people
	role      string // what a result is to FROM; empty for the steps of a way
	direction graph.Direction
	edges     []graph.EdgeType
}

// relationForms are compiled on first use, which takes some milliseconds.
var relationForms = sync.OnceValue(func() []compiledForm {
	return compileForms([]relationForm{
		{"(call )?(chain|path|way)s? from FROM to TO|how does FROM (reach|get to|call) TO", "a way between two symbols", "", graph.Forward, []graph.EdgeType{graph.Calls}},
		{"(who|what|which functions?) (also )?calls? FROM|callers? (of|for) FROM|calls? (to|of) FROM|where is FROM called|FROM callers?", "callers", "caller", graph.Backward, []graph.EdgeType{graph.Calls}},
		{"(what|which functions?) (does|do|is|are) FROM calls?|callees? of FROM|(what is |functions )?called by FROM|calls from FROM|FROM callees?", "callees", "callee", graph.Forward, []graph.EdgeType{graph.Calls}},
		{"(who|what) (uses|references|imports) FROM|(usages?|uses|references) (of|to) FROM|where is FROM used", "uses", "user", graph.Backward, usingEdges},
		{"(who|what|which \\w+) depends? on FROM|depend(s|ing|ents?|ants?) (up)?on FROM|(dependents|dependants|reverse dependencies) of FROM", "dependants", "dependant", graph.Backward, usingEdges},
		{"dependenc(y|ies) of FROM|what does FROM (depend on|use|need)|FROM depends on( what)?", "dependencies", "dependency", graph.Forward, usingEdges},
		{"(implementations?|implementers?|implementors?|subclasses|subtypes) of FROM|(who|what|which \\w+) (implements?|extends?|overrides?) FROM", "what implements or extends it", "subtype", graph.Backward, []graph.EdgeType{graph.Implements, graph.Extends, graph.Overrides}},
	})
})

var usingEdges = []graph.EdgeType{graph.Calls, graph.References, graph.Imports, graph.Extends, graph.Implements, graph.Overrides}

// A compiledForm matches a whole question; the groups "from" and "to" are the names.
type compiledForm struct {
	relationForm
	*regexp.Regexp
}

func compileForms(forms []relationForm) []compiledForm {
	var compiled []compiledForm
	for _, f := range forms {
		for _, form := range strings.Split(splitAlternatives(f.forms), "\n") {
			form = strings.NewReplacer("FROM", nameForm("from"), "TO", nameForm("to")).Replace(form)
			compiled = append(compiled, compiledForm{f, regexp.MustCompile(`(?i)^\s*(?:(?:please )?(?:find|show|list|get)(?: me)? )?(?:all )?(?:the )?(?:` + form + `)\s*\??\s*$`)})
		}
	}
	return compiled
}

// splitAlternatives splits the alternatives outside of brackets into lines: an expression may
// contain a group name only once.
func splitAlternatives(forms string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == '|' && depth == 0:
			return '\n'
		}
		return r
	}, forms)
}

// nameForm matches the name of a symbol in a sentence.
func nameForm(group string) string {
	return "(?:the )?(?:(?:function|method|class|type|symbol|interface|struct) )?[`'\"]?(?P<" + group + ">[\\pL_$~][\\pL\\pN_$.:#/~-]*)(?:\\(\\))?[`'\"]?"
}

// relationQuestion parses a question about relations; nil if it has another form, or its names
// are not in the graph.
func (e finder) relationQuestion(question string) *relationQuestion {
	if len(question) > 2*engine.MaxName {
		return nil
	}
	for _, f := range relationForms() {
		groups := f.FindStringSubmatch(question)
		if groups == nil {
			continue
		}
		r := &relationQuestion{relationForm: f.relationForm, from: e.namedFew(groups[f.SubexpIndex("from")])}
		if i := f.SubexpIndex("to"); i >= 0 {
			if r.to = e.namedFew(groups[i]); len(r.to) == 0 {
				continue
			}
		}
		if len(r.from) > 0 {
			return r
		}
	}
	return nil
}

// identifierForm matches names that are no words of a language.
var identifierForm = form(`[_.:\d]|\p{Ll}\p{Lu}`)

// Unnamed says that a question is a misspelled name, or asks for a relation of a name that no symbol
// has; "" if it does not.
func Unnamed(e *engine.Engine, question string) string {
	if len(question) > 2*engine.MaxName {
		return ""
	}
	if name := strings.TrimSpace(question); !strings.ContainsAny(name, " \t\n") && len(finder{Engine: e}.namedFew(name)) == 0 {
		if near := (finder{Engine: e}).misspelled(name); near != "" {
			return fmt.Sprintf("nothing is named %q; did you mean %s? This is what fits the words", name, near)
		}
	}
	for _, f := range relationForms() {
		groups := f.FindStringSubmatch(question)
		if groups == nil {
			continue
		}
		for _, group := range []string{"from", "to"} {
			i := f.SubexpIndex(group)
			if i < 0 || !identifierForm().MatchString(groups[i]) || len(finder{Engine: e}.namedFew(groups[i])) > 0 {
				continue
			}
			if near := e.Near(groups[i]); len(near) > 0 {
				return fmt.Sprintf("nothing is named %q; did you mean %s? This is what fits the words", groups[i], near[0].Name)
			}
			return fmt.Sprintf("nothing is named %q; this is what fits the words", groups[i])
		}
	}
	return ""
}

// around asks for the neighbours of a bare name; nil when no symbol has it.
func (e finder) around(name string) *relationQuestion {
	from := e.namedFew(strings.TrimSpace(name))
	if len(from) == 0 {
		return nil
	}
	return &relationQuestion{relationForm: relationForm{reason: "what is next to it", direction: graph.Both, edges: usingEdges}, from: from}
}

func (e finder) namedFew(name string) []*graph.Node {
	if n := e.Graph.Node(name); n != nil {
		return []*graph.Node{n}
	}
	nodes := e.Named(strings.TrimRight(name, ".:"), engine.Choice{})
	return nodes[:min(len(nodes), engine.MaxNamed)]
}

// findRelated returns the graph backend: it finds related symbols, the nearest first, code before
// tests.
func findRelated(rel *relationQuestion) func(context.Context, finder, *request) (found, error) {
	return func(_ context.Context, e finder, r *request) (found, error) {
		if rel == nil {
			return found{note: "the graph has no symbol of this name"}, nil
		}
		follow := func(edge *graph.Edge) bool {
			return edge.Confidence >= e.MinConfidence && slices.Contains(rel.edges, edge.Type)
		}
		var hits []search.Hit
		add := func(n *graph.Node, depth int) {
			hits = append(hits, search.Hit{Doc: e.Graph.Index(n), Score: 1 / float64(depth+1)})
		}
		if rel.to != nil {
			for i, n := range e.way(rel, follow) {
				add(n, i)
			}
			return found{hits: r.only(e, hits)}, nil
		}
		reach := e.Graph.Search(rel.from, rel.direction, follow, relationDepth)
		nodes := slices.Clone(reach.Nodes)
		slices.SortStableFunc(nodes, func(a, b *graph.Node) int {
			return cmp.Or(cmp.Compare(reach.Depth(a), reach.Depth(b)), codeFirst(a, b))
		})
		for _, n := range nodes {
			if d := reach.Depth(n); d > 0 {
				add(n, d)
			}
		}
		return found{hits: r.only(e, hits)}, nil
	}
}

// codeFirst compares nodes, with code before tests.
func codeFirst(a, b *graph.Node) int {
	switch {
	case a.Test == b.Test:
		return 0
	case b.Test:
		return -1
	}
	return 1
}

// way returns the symbols on the shortest path, with its ends.
func (e finder) way(rel *relationQuestion, follow graph.Filter) []*graph.Node {
	var best []*graph.Edge
	for _, from := range rel.from {
		for _, to := range rel.to {
			paths, _ := e.Graph.Paths(from, to, follow, engine.MaxWay, 1)
			if len(paths) > 0 && (best == nil || len(paths[0]) < len(best)) {
				best = paths[0]
			}
		}
	}
	var nodes []*graph.Node
	for i, edge := range best {
		if i == 0 {
			nodes = append(nodes, edge.Source)
		}
		nodes = append(nodes, edge.Target)
	}
	return nodes
}

package finder

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// A plan says which backends answer a question.
type plan struct {
	name   string // graph, ast, vector, lexical, hybrid or all
	reason string // why, for people
	mode   string // mode actually used
	query  string // the question for the backends, without the words that decided the plan
	parts  []part
	// pattern: the question is a syntax pattern; its matches are places, not symbols.
	pattern bool
	// listed: the results are listed completely, in the order of the backend.
	listed bool
	role   string // what the results are to the symbol that a relation was asked of; empty for others
}

// A part is a backend with its weight.
type part struct {
	backend
	weight float64
}

// plan selects the backends: those of the mode or, if that is auto, those that fit the form of
// the question.
func (e finder) plan(q *Question) plan {
	p := plan{name: q.Mode, mode: q.Mode, query: q.Query, reason: "--mode " + q.Mode}
	switch q.Mode {
	case "lexical", "vector", "hybrid":
		p.parts = wordParts(q.Mode)
	case "graph":
		p.parts, p.listed = []part{e.relatedPart(q.Query)}, true
		if r := e.relationQuestion(q.Query); r != nil {
			p.role = r.role
		}
	case "ast":
		if d := declarationOf(q.Query); d != nil {
			p.parts, p.listed = []part{d.part()}, true
		} else {
			p.pattern, p.parts = true, []part{patternPart}
		}
	case "all":
		p.parts = append(wordParts("hybrid"), e.relatedPart(q.Query), structurePart(q.Query))
	default:
		p = e.planByForm(q.Query)
	}
	return p
}

var likeForm = form(`(?i)^\s*(?:find |show )?(?:code |functions? |something |anything )?(?:that looks like|similar to|resembling|like) (.+)$`)

// form returns a regular expression that is compiled on first use.
func form(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// planByForm decides by the form of a question only.
func (e finder) planByForm(question string) plan {
	p := plan{query: question}
	if looksLikePattern(question) {
		p.name, p.mode, p.reason, p.pattern = "ast", "ast", "it is written as a pattern of the syntax tree", true
		p.parts = []part{patternPart}
		return p
	}
	if r := e.relationQuestion(question); r != nil {
		p.name, p.mode, p.reason, p.listed = "graph", "graph", fmt.Sprintf("it asks for a relation: %s", r.reason), true
		p.role = r.role
		p.parts = []part{{backend{"graph", findRelated(r)}, 1}}
		return p
	}
	if d := declarationOf(question); d != nil && d.first(e.Graph) != nil {
		p.name, p.mode, p.reason, p.listed = "ast", "ast", fmt.Sprintf("it names a kind of definition: %s", d.word), true
		p.parts = []part{d.part()}
		return p
	}
	if m := likeForm().FindStringSubmatch(question); m != nil {
		p.name, p.mode, p.reason, p.query = "vector", "vector", "it asks for likeness", m[1]
		p.parts = wordParts("vector")
		return p
	}
	p.name, p.reason = "hybrid", "it is a few words"
	p.mode, p.parts = e.autoParts()
	return p
}

// looksLikePattern reports whether a question is in the query language of tree-sitter: it begins
// with a node or an alternation, and ends with a bracket, a quantifier or a capture.
func looksLikePattern(question string) bool {
	return patternForm().MatchString(question) && (strings.Count(question, "(") == strings.Count(question, ")") || strings.Contains(question, "@"))
}

var patternForm = form(`(?s)^\s*(?:;[^\n]*\n\s*)*[(\[]+\s*(?:[a-z_]+|"[^"]*"|ERROR)(?:\s*[)\]]|\s+[("\[.!@_#]|\s+[a-z_]+\s*:)(?:.*?(?:[)\]]|@[\w.-]+))?[?*+]?\s*$`)

func (e finder) relatedPart(question string) part {
	r := e.relationQuestion(question)
	if r == nil {
		r = e.around(question)
	}
	return part{backend{"graph", findRelated(r)}, 1}
}

var patternPart = part{backend{"ast", findPattern}, 1}

// structurePart returns the structure backend: for a pattern, a kind of definition or a name.
func structurePart(question string) part {
	if looksLikePattern(question) {
		return patternPart
	}
	d := declarationOf(question)
	if d == nil {
		d = &declaration{name: strings.TrimSpace(question)}
	}
	return d.part()
}

// A declaration is a kind of definition with a name, in which * matches anything.
type declaration struct {
	word   string
	name   string
	labels []graph.Label // nil: any
}

// declarationWords map a word before a name to the kinds of definitions it means.
var declarationWords = map[string][]graph.Label{
	"class": {graph.Class, graph.Struct}, "struct": {graph.Struct, graph.Class}, "interface": {graph.Interface, graph.Trait}, "protocol": {graph.Interface, graph.Trait},
	"trait": {graph.Trait, graph.Interface}, "enum": {graph.Enum}, "type": {graph.Type, graph.Class, graph.Struct, graph.Interface, graph.Trait, graph.Enum},
	"func": callables, "fn": callables, "function": callables, "def": callables, "method": callables, "constructor": {graph.Constructor},
	"const": {graph.Constant}, "constant": {graph.Constant}, "var": {graph.Variable}, "let": {graph.Variable, graph.Constant}, "variable": {graph.Variable}, "field": {graph.Field},
	"namespace": {graph.Namespace}, "module": {graph.Namespace},
}

var callables = []graph.Label{graph.Function, graph.Method, graph.Constructor}

var declarationForm = form(`^\s*([a-z]+)\s+([\pL_$~*][\pL\pN_$.:#~*]*)(?:\(\))?\s*$`)

// declarationOf parses "class Name" and the like; nil for anything else.
func declarationOf(question string) *declaration {
	m := declarationForm().FindStringSubmatch(question)
	if m == nil || declarationWords[m[1]] == nil || len(m[2]) > engine.MaxName {
		return nil
	}
	return &declaration{m[1], m[2], declarationWords[m[1]]}
}

// matcher returns a function that reports whether a symbol matches.
func (d *declaration) matcher() func(n *graph.Node) bool {
	fits := func(s string) bool { return strings.EqualFold(s, d.name) }
	if strings.Contains(d.name, "*") {
		expression := "(?i)^" + strings.ReplaceAll(regexp.QuoteMeta(d.name), `\*`, ".*") + "$"
		if re, err := regexp.Compile(expression); err == nil {
			fits = re.MatchString
		}
	}
	return func(n *graph.Node) bool {
		return (d.labels == nil || slices.Contains(d.labels, n.Label)) && n.Label != graph.File && n.Label != graph.Folder &&
			(fits(n.Name) || fits(n.Qualified))
	}
}

// first returns the first matching symbol, nil for none.
func (d *declaration) first(g *graph.Graph) *graph.Node {
	if i := slices.IndexFunc(g.Nodes, d.matcher()); i >= 0 {
		return g.Nodes[i]
	}
	return nil
}

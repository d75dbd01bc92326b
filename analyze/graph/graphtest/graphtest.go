// Package graphtest makes graphs from a few lines of text, for tests of the packages
// that read graphs.
//
// Each line describes one node, edge or other element, as words separated by blanks. # starts a
// comment:
//
//	Function a.ts:login 3-9 sig=1 body=2 doc=3 params=user,pass?,*rest,**more,=key exported entry=main unknown=run
//	a.ts:login CALLS b.ts:find @5 args=2 kw=limit discarded checkable confidence=0.9
//	unresolved a.ts:login CALLS find @5 owner=File:b.ts confidence=0.99
//	lacks object a.ts:login b.ts:Store.close b.ts:Store.open @5
//	skip a.ts:7 syntax error
//
// A symbol's owner is the longest part before a dot that the file defines, else
// the file. Files and folders are added automatically. A File line sets the attributes of a file
// (File a.ts 1-90 body=4 language=ts). The default confidence of an edge is 1.
package graphtest

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Parse returns the graph that text describes. Mistakes in text fail the test.
func Parse(t testing.TB, text string) *graph.Graph {
	t.Helper()
	p := &parser{t: t, b: graph.NewBuilder(), named: make(map[string]*graph.Node)}
	var rest [][]string
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "unresolved" || words[0] == "lacks" || words[0] == "skip" || strings.ToUpper(words[1]) == words[1] && strings.ContainsAny(words[1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
			rest = append(rest, words)
		default:
			p.node(words)
		}
	}
	for _, words := range rest {
		switch words[0] {
		case "unresolved":
			p.unresolved(words[1:])
		case "lacks":
			p.lack(words[1:])
		case "skip":
			p.skip(words[1:])
		default:
			p.edge(words)
		}
	}
	return p.b.Graph()
}

type parser struct {
	t     testing.TB
	b     *graph.Builder
	named map[string]*graph.Node // by path:qualified
}

func (p *parser) file(file string) *graph.Node {
	id := "File:" + file
	if n := p.b.Node(id); n != nil {
		return n
	}
	n := p.b.Add(&graph.Node{ID: id, Label: graph.File, Name: path.Base(file), Qualified: file, Path: file, Language: "ts", Start: 1, Line: 1, End: 1000})
	p.named[file] = n
	folder := path.Dir(file)
	if p.b.Node("Folder:"+folder) == nil {
		p.b.Add(&graph.Node{ID: "Folder:" + folder, Label: graph.Folder, Name: path.Base(folder), Qualified: folder, Path: folder})
	}
	return n
}

func (p *parser) node(words []string) {
	p.t.Helper()
	label, name := graph.Label(words[0]), words[1]
	var n *graph.Node
	if label == graph.File {
		n = p.file(name)
	} else {
		file, qualified, ok := strings.Cut(name, ":")
		if !ok {
			p.t.Fatalf("graphtest: no path in %q", name)
		}
		n = &graph.Node{
			ID: string(label) + ":" + name, Label: label, Qualified: qualified, Path: file, Language: "ts",
			Name: qualified[strings.LastIndexByte(qualified, '.')+1:], Parent: p.file(file),
		}
		for owner := qualified; ; {
			i := strings.LastIndexByte(owner, '.')
			if i < 0 {
				break
			}
			owner = owner[:i]
			if o := p.named[file+":"+owner]; o != nil {
				n.Parent = o
				break
			}
		}
		p.b.Add(n)
		p.named[name] = n
		p.b.Edge(p.file(file), graph.Defines, n, 1, 0, graph.Site{})
		if n.Parent.Label.IsType() && label.Callable() {
			p.b.Edge(n.Parent, graph.HasMethod, n, 1, 0, graph.Site{})
		}
	}
	for _, w := range words[2:] {
		p.property(n, w)
	}
}

func (p *parser) property(n *graph.Node, word string) {
	p.t.Helper()
	key, value, _ := strings.Cut(word, "=")
	switch key {
	case "sig":
		n.SignatureHash = uint64(p.number(value))
	case "body":
		n.BodyHash = uint64(p.number(value))
	case "doc":
		n.DocHash = uint64(p.number(value))
	case "doclines":
		n.DocStart, n.DocEnd = p.span(value)
	case "sketch":
		for i, s := range strings.Split(value, ",") {
			n.Sketch[i] = uint32(p.number(s))
		}
	case "decorators":
		n.Signature.Decorators = strings.Split(value, ",")
	case "params":
		n.Signature = signature(n.Name, value)
	case "language":
		n.Language = value
	case "unknown":
		n.Unknown = strings.Split(value, ",")
	case "exported":
		n.Exported = true
	case "test":
		n.Test = true
	case "optional":
		n.Omittable = true
	case "abstract":
		n.Abstract = true
	case "partial":
		n.Partial = true
	case "generated":
		n.Generated = true
	case "entry":
		n.Entry = &graph.Entry{Type: value, Score: 1}
	default:
		n.Start, n.End = p.span(word)
		n.Line, n.SignatureEnd = n.Start, n.Start
	}
}

// signature reads parameters: name, name? optional, *name variadic, **name
// keywords, =name keyword-only, /name positional-only. "-" means none.
func signature(name, list string) graph.Signature {
	sig := graph.Signature{Known: true, Results: -1, Text: name + "(" + strings.ReplaceAll(list, ",", ", ") + ")"}
	if list == "-" {
		sig.Text = name + "()"
		return sig
	}
	for _, s := range strings.Split(list, ",") {
		var q graph.Param
		s, q.Keywords = strings.CutPrefix(s, "**")
		s, q.Variadic = strings.CutPrefix(s, "*")
		s, q.KeywordOnly = strings.CutPrefix(s, "=")
		s, q.PositionalOnly = strings.CutPrefix(s, "/")
		q.Name, q.Optional = strings.CutSuffix(s, "?")
		sig.Params = append(sig.Params, q)
	}
	return sig
}

func (p *parser) edge(words []string) {
	p.t.Helper()
	source, target := p.find(words[0]), p.find(words[2])
	confidence := 1.0
	var lines []int
	var call *graph.Call
	if words[1] == string(graph.Calls) {
		call = &graph.Call{}
	}
	for _, w := range words[3:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "confidence":
			confidence = p.decimal(value)
		case "args":
			call.Args, call.Checkable = p.number(value), true
		case "kw":
			call.Keywords, call.Checkable = strings.Split(value, ","), true
		case "spread":
			call.Spread = true
		case "spreadkw":
			call.SpreadKeywords = true
		case "discarded":
			call.Discarded = true
		case "indirect":
			call.Indirect = true
		default:
			lines = append(lines, p.number(strings.TrimPrefix(w, "@")))
		}
	}
	if len(lines) == 0 {
		lines = []int{0}
	}
	for _, line := range lines {
		p.b.Edge(source, graph.EdgeType(words[1]), target, confidence, 1, graph.Site{Line: line, Call: call})
	}
}

func (p *parser) unresolved(words []string) {
	p.t.Helper()
	source := p.find(words[0])
	u := graph.Unresolved{Source: source, Kind: graph.EdgeType(words[1]), Name: words[2], Path: source.Path, Confidence: 1}
	for _, w := range words[3:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "owner":
			u.Owner = value
		case "confidence":
			u.Confidence = p.decimal(value)
		default:
			u.Line = p.number(strings.TrimPrefix(w, "@"))
		}
	}
	p.b.Unresolved(u)
}

// lack adds a graph.Lack from its words: the form, the type without the members or the enclosing
// code, the members, the line.
func (p *parser) lack(words []string) {
	p.t.Helper()
	source := p.find(words[1])
	l := graph.Lack{Form: graph.Form(words[0]), Source: source, Path: source.Path, Confidence: 1}
	if l.Form == graph.DeclaredType || l.Form == graph.UsedAs {
		l.By = source
	}
	for _, w := range words[2:] {
		switch {
		case strings.HasPrefix(w, "@"):
			l.Line = p.number(w[1:])
		case w == "oneof":
			l.OneOf = true
		default:
			l.Members = append(l.Members, p.find(w))
		}
	}
	p.b.Lack(l)
}

func (p *parser) skip(words []string) {
	p.t.Helper()
	s := graph.Skip{Reason: graph.SkipReason(strings.Join(words[1:], " "))}
	file, line, ok := strings.Cut(words[0], ":")
	if s.Path = file; ok {
		s.Line = p.number(line)
	}
	p.b.Skips = append(p.b.Skips, s)
}

func (p *parser) find(name string) *graph.Node {
	p.t.Helper()
	n := p.named[name]
	if n == nil {
		p.t.Fatalf("graphtest: no node %q", name)
	}
	return n
}

func (p *parser) number(s string) int {
	p.t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		p.t.Fatalf("graphtest: %v", err)
	}
	return n
}

func (p *parser) decimal(s string) float64 {
	p.t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		p.t.Fatalf("graphtest: %v", err)
	}
	return f
}

func (p *parser) span(s string) (from, to int) {
	p.t.Helper()
	if _, err := fmt.Sscanf(s, "%d-%d", &from, &to); err != nil {
		p.t.Fatalf("graphtest: %q is neither a property nor a run of lines", s)
	}
	return from, to
}

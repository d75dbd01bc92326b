// Package edges writes the graph: nodes for declarations, and edges that follow from declarations
// and from the uses in each file.
//
// In: an infer.Resolver with all tables. Out: a Writer whose builder gets nodes (Structure),
// supertypes and overriding methods (Inheritance), parameters and tests (Records), structural
// interfaces (Implementations), and imports, calls, references and unresolved uses (AllFiles),
// which need the flow of values (FollowValues).
// Invariants: every edge has a rule and its confidence; the phases run in this order; nodes and
// edges are added in the order of files and source.
package edges

import (
	"maps"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/digest"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/valueflow"
)

// A Writer writes the graph of a resolver whose tables are complete.
type Writer struct {
	infer *infer.Resolver
	B     *graph.Builder
	// overriders are, by method, the methods that implement or override it.
	overriders map[decl.SymbolID][]decl.SymbolID
	// implement are the pairs of a type and an interface that it implements structurally.
	implement      map[[2]decl.SymbolID]bool
	implementersOf map[decl.SymbolID][]decl.SymbolID    // the same by interface
	outsideTypes   map[groupName][]decl.SymbolID        // types that implement an interface outside the repository, memo of ImplementingOutside
	byMethod       map[string][]decl.SymbolID           // types by the methods they declare
	soleMethods    map[*lang.Language]map[string]string // memo of declaredWith
	embedders      map[decl.SymbolID][]decl.SymbolID    // types by the types they embed
	Flow           *valueflow.Flow
	digests        *digest.Maker
	Made           map[decl.SymbolID]bool // classes that some code instantiates
	folders        map[string]*graph.Node
	surface        map[string]*surface // by family
	projects       map[projectDir]bool
	// moduleWrites are the members of modules to which code assigns. The value says whether
	// code other than tests does.
	moduleWrites map[moduleWrite]bool
	imported     map[groupName]bool // names that files import from outside the repository, memo of namesOutside
	// Traces, if it is not nil, has an element for each file, which the phases set. Without KeepTraces they lack what
	// only a later graph needs: the logs, what calls may run, and the number of calls that are not resolved.
	Traces     []Trace
	KeepTraces bool
	// Given are, by file, the traces of those files whose code is not read, nil for the others. With nil all are
	// read.
	Given []*Trace
	// Base is the graph that Given belongs to, and B is over.
	Base      *graph.Graph
	kept      []bool // by file: its nodes are copies of those of Base
	elsewhere []elsewhere
	// Orphans: a node that is taken over is in one that is gone. The graph is of no use.
	Orphans bool
	// Renumbered are the numbers of files and definitions by those in Given.
	Renumbered valueflow.Renumbered
}

// New returns a writer with an empty graph, which takes nodes of base over where that is not nil.
func New(r *infer.Resolver, base *graph.Graph) *Writer {
	b := graph.NewBuilder()
	if base != nil {
		b = graph.NewBuilderOver(base)
	}
	b.Files, b.Parsed, b.Skips, b.Asked = len(r.In.Paths), len(r.In.Files), r.In.Skips, make(map[string]bool)
	for _, asked := range r.Asked {
		maps.Copy(b.Asked, asked)
	}
	for _, x := range r.Builds {
		b.Builds = append(b.Builds, graph.Build(x))
	}
	e := &Writer{infer: r, B: b, Base: base, Made: make(map[decl.SymbolID]bool), digests: digest.New(r)}
	e.projects = e.projectDirs()
	return e
}

// Infer returns the resolver for names and expressions.
func (e *Writer) Infer() *infer.Resolver { return e.infer }

// FollowValues computes the flow of values.
func (e *Writer) FollowValues() {
	known := valueflow.Known{Renumbered: e.Renumbered}
	if e.Given != nil {
		known.Logs = make([][]byte, len(e.Given))
		for i, t := range e.Given {
			if t != nil && !e.IsApart(decl.FileID(i)) {
				known.Logs[i] = t.Log
			}
		}
	}
	e.Flow = valueflow.New(e.infer, e.implement, known, e.KeepTraces)
}

// Node returns the node of a symbol, nil for none.
func (e *Writer) Node(s decl.SymbolID) *graph.Node { return e.infer.Symbol(s).Node }

// Source returns the node to which the code in a definition belongs. For a declaration of
// something that another file defines, it is a node of that file.
func (e *Writer) Source(file decl.FileID, in facts.DefID) *graph.Node {
	for s := e.infer.SymOf(file, in); s >= 0; s = e.infer.Symbol(s).Parent {
		if n := e.infer.Symbol(s).Node; n != nil && e.infer.Symbol(s).File == file {
			e.weave(file, n)
			return n
		}
	}
	return e.infer.File(file).Node
}

// weave records that code in a file belongs to a node of another file.
func (e *Writer) weave(file decl.FileID, n *graph.Node) {
	if path := e.infer.File(file).Path; n.Path != path {
		e.B.Woven[path], e.B.Woven[n.Path] = true, true
	}
}

// folder returns the node of a directory, adding it and its parents if needed.
func (e *Writer) folder(dir string) *graph.Node {
	if n := e.folders[dir]; n != nil {
		return n
	}
	n := e.B.Add(&graph.Node{ID: "Folder:" + dir, Label: graph.Folder, Name: path.Base(dir), Qualified: dir, Path: dir})
	e.folders[dir] = n
	if dir != "." {
		e.B.Edge(e.folder(path.Dir(dir)), graph.Contains, n, 1, 0, graph.Site{})
	}
	return n
}

// A moduleWrite is a member of a module to which code assigns; "" for a name computed at run
// time.
type moduleWrite struct {
	unit decl.UnitID
	name string
}

// A groupName is a name, such as that of a type outside the repository, as a group of files uses it.
type groupName struct {
	name  string
	group int32
}

// A surface holds what the packages of one family offer to code that imports them, in families
// where only some files can be imported.
type surface struct {
	files map[decl.FileID]bool // everything that they export
	syms  map[decl.SymbolID]bool
}

type projectDir struct{ language, dir string }

// written returns the source text of an expression: "app.route", "c.handlers".
func (e *Writer) written(f *infer.File, x facts.ExprID, depth int) string {
	if x < 0 || depth > 8 {
		return ""
	}
	ex := &f.Facts.Expressions()[x]
	switch ex.Kind {
	case facts.Name:
		return ex.Name
	case facts.Local:
		return f.Facts.Vars[ex.Ref].Name
	case facts.TypeExpr:
		return e.writtenType(f, ex.Type)
	case facts.This:
		return "this"
	case facts.Super:
		return "super"
	case facts.Member:
		if left := e.written(f, ex.X, depth+1); left != "" {
			return left + "." + ex.Name
		}
		return ex.Name
	case facts.Call, facts.New:
		return e.written(f, ex.X, depth+1) + "()"
	case facts.Index:
		return e.written(f, ex.X, depth+1) + "[]"
	case facts.Await, facts.Assert:
		return e.written(f, ex.X, depth+1)
	}
	return ""
}

// writtenType returns the source text of a type: "*http.Request".
func (e *Writer) writtenType(f *infer.File, t facts.TypeID) string {
	if t < 0 {
		return ""
	}
	ty, stars := &f.Facts.Types[t], ""
	for ty.Kind == facts.PointerT && len(ty.Args) > 0 && ty.Args[0] >= 0 {
		ty, stars = &f.Facts.Types[ty.Args[0]], stars+"*"
	}
	switch {
	case ty.Kind != facts.Named:
		return stars
	case ty.Qualifier == "" || strings.HasPrefix(ty.Qualifier, "."): // a path that is not in the source text
		return stars + ty.Name
	}
	return stars + ty.Qualifier + "." + ty.Name
}

// calleeName returns the text that identifies a decorator or registrar: the callee.
func (e *Writer) calleeName(f *infer.File, x facts.ExprID) string {
	if call := &f.Facts.Expressions()[x]; call.Kind == facts.Call {
		x = call.X
	}
	return e.written(f, x, 0)
}

// glob reports whether s matches a pattern in which * matches any text.
func glob(pattern, s string) bool {
	part, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, part)
	for ok {
		if part, rest, star = strings.Cut(rest, "*"); !star {
			return strings.HasSuffix(s, part)
		}
		_, s, ok = strings.Cut(s, part)
	}
	return false
}

// pathGlob reports whether a path matches a pattern in which ** matches any
// directories and * any text within a name.
func pathGlob(pattern, p string) bool {
	head, rest, more := strings.Cut(pattern, "/")
	if head == "**" {
		for ok := more; ok; _, p, ok = strings.Cut(p, "/") {
			if pathGlob(rest, p) {
				return true
			}
		}
		return !more
	}
	first, below, deeper := strings.Cut(p, "/")
	switch ok, err := path.Match(head, first); {
	case err != nil || !ok:
		return false
	case !deeper:
		return !more || rest == "**"
	}
	return more && pathGlob(rest, below)
}

// codeOf counts the targets that are not tests.
func (e *Writer) codeOf(targets []valueflow.Target) int {
	n := 0
	for _, t := range targets {
		if !e.infer.File(e.infer.Symbol(t.Sym).File).Test {
			n++
		}
	}
	return n
}

// MaxDispatch bounds the implementations, or functions, that one call is
// bound to; a call with more is not resolved.
const MaxDispatch = 12

package across

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// MaxQuestions is how many packages Questions asks for.
const MaxQuestions = 50

const (
	maxSymbols  = 200 // of a package
	maxNames    = 100 // of a symbol
	maxResults  = 5000
	maxSubtypes = 200
)

// A Question asks who uses symbols of a package.
type Question struct {
	Package string   `json:"package"` // package URL
	Roots   []Root   `json:"roots"`
	Symbols []Symbol `json:"symbols"`
	// Results says by the name of a function what its result is, as far as that leads to a symbol.
	Results map[string]string `json:"results"`
}

// A Symbol is a symbol that is asked for.
type Symbol struct {
	ID    string   `json:"id"`   // in the graph
	Name  string   `json:"name"` // qualified
	Names []string `json:"names"`
	// Finding is the fingerprint of the finding about it, empty for none.
	Finding string `json:"finding"`
	// Calls: only calls of it are asked for.
	Calls bool `json:"calls"`
}

// A Wanted is a node of a graph that is asked for.
type Wanted struct {
	Node    *graph.Node
	Finding string
	Calls   bool
}

// Questions returns the questions for symbols of one state of a repository, sorted by package. A symbol
// that no other repository can name is in none.
func Questions(files Files, g *graph.Graph, languages []*lang.Language, wanted []Wanted) []Question {
	n := &namer{graph: g, packages: providedBy(files), eco: make(map[string]string), has: make(map[string]bool)}
	if len(n.packages) == 0 || len(wanted) == 0 {
		return nil
	}
	for _, l := range languages {
		n.eco[l.Name] = ecosystemOf(l)
	}
	for _, p := range files.Paths() {
		n.has[p] = true
	}
	asked := make(map[provided]*asking)
	for _, w := range wanted {
		p := n.packageOf(w.Node)
		names := n.names(w.Node)
		if p == nil || len(names) == 0 || w.Node.Test {
			continue
		}
		a := asked[*p]
		if a == nil {
			a = &asking{roots: make(map[string]bool), owners: make(map[*graph.Node]bool)}
			asked[*p] = a
		}
		if len(a.symbols) == maxSymbols {
			continue
		}
		a.symbols = append(a.symbols, Symbol{ID: w.Node.ID, Name: w.Node.Qualified, Names: names, Finding: w.Finding, Calls: w.Calls})
		a.roots[n.rootOf(p, w.Node)] = true
		if t := w.Node.Parent; t != nil && t.Label.IsType() {
			for _, s := range append(n.subtypes(t), t) {
				a.owners[s] = true
			}
		}
	}
	var out []Question
	for p, a := range asked {
		q := Question{Package: p.url, Symbols: a.symbols, Results: n.results(a.owners)}
		for _, root := range slices.Sorted(maps.Keys(a.roots)) {
			q.Roots = append(q.Roots, Root{p.eco, root})
		}
		out = append(out, q)
	}
	slices.SortFunc(out, func(a, b Question) int { return cmp.Compare(a.Package, b.Package) })
	return out[:min(len(out), MaxQuestions)]
}

type asking struct {
	symbols []Symbol
	roots   map[string]bool
	owners  map[*graph.Node]bool // types whose members are asked for
}

// A namer knows the names that other repositories have for the symbols of one.
type namer struct {
	graph    *graph.Graph
	packages []provided
	eco      map[string]string        // by language
	has      map[string]bool          // paths
	types    map[string][]*graph.Node // nil until they are asked for
	offered  map[string]map[string]bool
}

// packageOf returns the package that a symbol is of, nil for none.
func (n *namer) packageOf(node *graph.Node) *provided {
	eco := n.eco[node.Language]
	for i := range n.packages {
		if p := &n.packages[i]; p.eco == eco && (p.dir == "." || strings.HasPrefix(node.Path, p.dir+"/")) {
			return p
		}
	}
	return nil
}

// rootOf returns what imports of a symbol begin with.
func (n *namer) rootOf(p *provided, node *graph.Node) string {
	switch p.eco {
	case "pypi":
		top, _, _ := strings.Cut(n.module(p, node), ".")
		return distribution(top)
	case "maven":
		return packageOf(n.module(p, node))
	}
	return p.root
}

// module returns the name of the module that defines a symbol.
func (n *namer) module(p *provided, node *graph.Node) string {
	rel := strings.TrimPrefix(node.Path, p.dir+"/")
	switch p.eco {
	case "go":
		return strings.TrimSuffix(path.Join(p.root, path.Dir(rel)), "/.")
	case "pypi":
		return n.pythonModule(node.Path)
	case "cargo":
		rel = strings.TrimSuffix(strings.TrimPrefix(rel, "src/"), ".rs")
		rel = strings.TrimSuffix(strings.TrimSuffix("/"+rel, "/mod"), "/lib")
		return p.root + strings.ReplaceAll(rel, "/", ".")
	case "maven":
		pkg := top(node).Offered // behind the family of the languages that share it
		return pkg[strings.LastIndexByte(pkg, ':')+1:]
	}
	return p.root
}

// pythonModule returns the dotted name of a module: the packages around it, by their __init__.py.
func (n *namer) pythonModule(file string) string {
	dir, base := path.Split(file)
	dir = path.Clean(dir)
	stem, _, _ := strings.Cut(base, ".")
	var parts []string
	if stem != "__init__" {
		parts = append(parts, stem)
	}
	for dir != "." && (n.has[dir+"/__init__.py"] || n.has[dir+"/__init__.pyi"]) {
		parts = append(parts, path.Base(dir))
		dir = path.Dir(dir)
	}
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// top returns the definition at the top level of its file that a symbol is, or is in.
func top(node *graph.Node) *graph.Node {
	for node.Parent != nil && node.Parent.Label != graph.File {
		node = node.Parent
	}
	return node
}

// names returns the names that others have for a symbol, none where they cannot be told.
func (n *namer) names(node *graph.Node) []string {
	p := n.packageOf(node)
	if p == nil || !node.Exported {
		return nil
	}
	call := ""
	if node.Label == graph.Constructor && node.Parent != nil {
		node, call = node.Parent, "()" // it is called by the name of its type
	}
	set := make(map[string]bool)
	add := func(of *graph.Node, member string) {
		for _, name := range n.written(p, of) {
			if len(set) < maxNames {
				set[name+member+call] = true
			}
		}
	}
	add(node, "")
	if t := node.Parent; t != nil && t.Label.IsType() {
		for _, s := range n.subtypes(t) {
			if n.packageOf(s) == p && s.Exported && !n.defines(s, node.Name) {
				add(s, "."+node.Name)
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// written returns the names of a symbol by the modules that have it.
func (n *namer) written(p *provided, node *graph.Node) []string {
	t := top(node)
	modules := []string{n.module(p, node)}
	switch p.eco {
	case "npm":
		if !n.isAlone(p, t) {
			return nil
		}
	case "pypi", "cargo":
		for _, e := range n.graph.In(t) {
			if e.Type == graph.Imports && e.Source.Label == graph.File && n.packageOf(e.Source) == p && !e.Source.Test {
				modules = append(modules, n.module(p, e.Source))
			}
		}
	}
	var out []string
	for _, m := range modules {
		if m != "" {
			out = append(out, m+ecosystems[p.eco].join+node.Qualified)
		}
	}
	return out
}

// isAlone reports whether a package offers only one symbol of a name, so that the name tells it.
func (n *namer) isAlone(p *provided, t *graph.Node) bool {
	if t.Offered == "" {
		return false
	}
	if n.offered == nil {
		n.offered = make(map[string]map[string]bool)
		for _, other := range n.graph.Nodes {
			if other.Offered != "" && other == top(other) && n.eco[other.Language] == "npm" {
				if q := n.packageOf(other); q != nil {
					k := q.url + " " + other.Name
					if n.offered[k] == nil {
						n.offered[k] = make(map[string]bool)
					}
					n.offered[k][other.Path] = true
				}
			}
		}
	}
	return len(n.offered[p.url+" "+t.Name]) == 1
}

// subtypes returns the types that have the members of a type, without it.
func (n *namer) subtypes(t *graph.Node) []*graph.Node {
	seen := map[*graph.Node]bool{t: true}
	var out []*graph.Node
	for queue := []*graph.Node{t}; len(queue) > 0 && len(out) < maxSubtypes; queue = queue[1:] {
		for _, e := range n.graph.In(queue[0]) {
			if (e.Type == graph.Extends || e.Type == graph.Implements) && !seen[e.Source] {
				seen[e.Source] = true
				out, queue = append(out, e.Source), append(queue, e.Source)
			}
		}
	}
	return out
}

// defines reports whether a type has a member of its own of a name.
func (n *namer) defines(t *graph.Node, member string) bool {
	return slices.ContainsFunc(n.graph.Out(t), func(e *graph.Edge) bool { return e.Type == graph.HasMethod && e.Target.Name == member })
}

// results returns what functions return and classes make, as far as it leads to one of the types.
func (n *namer) results(types map[*graph.Node]bool) map[string]string {
	out := make(map[string]string)
	if len(types) == 0 {
		return out
	}
	n.readTypes()
	for grown := true; grown; {
		grown = false
		for _, f := range n.graph.Nodes {
			if f.Test || !f.Exported || len(out) >= maxResults {
				continue
			}
			t := f
			if f.Label.Callable() && len(f.Signature.Returns) > 0 {
				t = n.typeOf(f, f.Signature.Returns[0])
			}
			if t == nil || !types[t] || f.Label == graph.Constructor {
				continue
			}
			p := n.packageOf(t)
			if p == nil {
				continue
			}
			made := n.written(p, t)
			if len(made) == 0 {
				continue
			}
			for _, name := range n.names(f) {
				if _, known := out[name]; !known {
					out[name] = made[0]
					grown = true
				}
			}
			if owner := f.Parent; f != t && owner != nil && owner.Label.IsType() && !types[owner] {
				types[owner] = true
				grown = true
			}
		}
	}
	return out
}

func (n *namer) readTypes() {
	if n.types != nil {
		return
	}
	n.types = make(map[string][]*graph.Node)
	for _, t := range n.graph.Nodes {
		if t.Label.IsType() && !t.Test {
			n.types[t.Language+" "+t.Name] = append(n.types[t.Language+" "+t.Name], t)
		}
	}
}

// typeOf returns the type of the repository that a written result is, or points to; nil where that is
// not certain.
func (n *namer) typeOf(f *graph.Node, written string) *graph.Node {
	written = strings.TrimLeft(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(written), "&mut ")), "*&")
	if f.Parent != nil && f.Parent.Label.IsType() && (written == "Self" || written == "this") {
		return f.Parent
	}
	if at := strings.IndexAny(written, "<["); at > 0 {
		written = written[:at]
	}
	written = strings.Trim(written, `"' `)
	plain := written[strings.LastIndexByte(written, '.')+1:]
	if plain == "" || strings.ContainsAny(written, " |&?(,:") {
		return nil
	}
	found := n.types[f.Language+" "+plain]
	near := func(same func(*graph.Node) bool) *graph.Node {
		var one *graph.Node
		for _, t := range found {
			if same(t) {
				if one != nil {
					return nil
				}
				one = t
			}
		}
		return one
	}
	if plain == written {
		if t := near(func(t *graph.Node) bool { return t.Path == f.Path }); t != nil {
			return t
		}
		if t := near(func(t *graph.Node) bool { return path.Dir(t.Path) == path.Dir(f.Path) }); t != nil {
			return t
		}
	}
	return near(func(*graph.Node) bool { return true })
}

// maxCalls bounds the calls in a name.
const maxCalls = 10

// Meant returns the symbols of the question, by index, that a use with a name is of. byName has the
// indices of its symbols by all their names.
func (q *Question) Meant(byName map[string][]int, used string) []int {
	for range maxCalls {
		at := strings.Index(used, "().")
		if at < 0 {
			break
		}
		made, ok := q.Results[used[:at]]
		if !ok {
			return nil
		}
		used = made + used[at+len("()"):]
	}
	plain, call := strings.CutSuffix(used, "()")
	var out []int
	for _, i := range byName[plain] {
		if call || !q.Symbols[i].Calls {
			out = append(out, i)
		}
	}
	if call {
		out = append(out, byName[used]...) // constructors
	}
	return out
}

// Usable reports whether a question that came from another process is no larger than those of Questions.
func (q *Question) Usable() bool {
	if len(q.Package) > 3*maxName+20 || len(q.Roots) > maxSymbols || len(q.Symbols) > maxSymbols || len(q.Results) > 2*maxResults {
		return false
	}
	for i := range q.Symbols {
		if len(q.Symbols[i].Names) > maxNames {
			return false
		}
	}
	return true
}

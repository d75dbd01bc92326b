package across

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

const (
	// maxRoots bounds the groups of uses of a repository, maxUses the uses of one.
	maxRoots = 2000
	maxUses  = 5000
	// maxName bounds a name, in bytes.
	maxName = 300
	// maxDepth bounds how far the value of a name is followed.
	maxDepth = 20
)

// A Root is what imports of one package begin with: "npm react", "maven com.acme.pay". Users of a
// package are found by its roots.
type Root struct{ Ecosystem, Name string }

// Taken is what a repository takes from the packages of one root.
type Taken struct {
	Root Root
	// Pins are the packages that it may be, mostly one.
	Pins []Pin
	Uses []Use // sorted by name, path and line
}

// An Input is one state of a repository.
type Input struct {
	Snapshot  *diff.Snapshot
	Blobs     source.Blobs
	Graph     *graph.Graph
	Languages []*lang.Language
}

// Uses returns what a repository takes from packages of others, sorted by root. store is the store of
// facts of the languages of the input.
func Uses(ctx context.Context, in Input, store *factstore.Store) ([]Taken, error) {
	var files []diff.File
	for i := range in.Snapshot.Files {
		f := &in.Snapshot.Files[i]
		if l, why := store.Language(f); l != nil && why == "" && ecosystemOf(l) != "" {
			files = append(files, *f)
		}
	}
	if err := store.LoadFiles(ctx, in.Blobs, files); err != nil {
		return nil, err
	}
	c := &collector{
		graph: in.Graph, pins: newPinner(source.NewFiles(in.Snapshot, in.Blobs), in.Languages),
		fields: make(map[field]name), own: make(map[string]bool), taken: make(map[Root]*taken),
	}
	var read []*reader
	for i := range files {
		l, _ := store.Language(&files[i])
		if fc := store.Of(&files[i]); fc != nil && !fc.Minified && !fc.Generated {
			if fc.Package != "" {
				c.own[fc.Package] = true
			}
			read = append(read, c.reader(files[i].Path, l, fc))
		}
	}
	for _, r := range read {
		r.bind()
		r.noteFields()
	}
	for _, r := range read {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.collect()
	}
	return c.sorted(), nil
}

// A field is a member of a type of the repository, by its name in a package or file.
type field struct{ unit, owner, name string }

type taken struct {
	pins map[string]Pin
	uses map[Use]bool
}

// A collector collects the uses of all files.
type collector struct {
	graph  *graph.Graph
	pins   *pinner
	fields map[field]name  // outside types of fields, empty where several types have the name of the owner
	own    map[string]bool // packages of the repository itself
	taken  map[Root]*taken
}

// sorted returns what was collected.
func (c *collector) sorted() []Taken {
	var out []Taken
	for root, t := range c.taken {
		k := Taken{Root: root}
		for _, name := range slices.Sorted(maps.Keys(t.pins)) {
			k.Pins = append(k.Pins, t.pins[name])
		}
		k.Uses = slices.SortedFunc(maps.Keys(t.uses), func(a, b Use) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
		})
		if len(k.Uses) > maxUses {
			k.Uses = k.Uses[:maxUses]
		}
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b Taken) int {
		return cmp.Or(cmp.Compare(a.Root.Ecosystem, b.Root.Ecosystem), cmp.Compare(a.Root.Name, b.Root.Name))
	})
	if len(out) > maxRoots {
		out = out[:maxRoots]
	}
	return out
}

// A name is what an expression or a type of a file means outside of the repository.
type name struct {
	root Root
	text string // with the module; empty for nothing that is known
	path bool   // text goes beyond the module
}

// A reader reads the facts of one file.
type reader struct {
	*collector
	path, dir, eco string
	lang           *lang.Language
	facts          *facts.File
	imports        []name          // of each import, without text for one that is left out
	aliases        map[string]name // names that imports bind for the file
	defs           map[string][]facts.DefID
	called         map[facts.ExprID]bool
	memo           map[facts.ExprID]name
	pinned         map[Root]bool // those whose pins are added for this file
}

func (c *collector) reader(file string, l *lang.Language, f *facts.File) *reader {
	return &reader{collector: c, path: file, dir: path.Dir(file), eco: ecosystemOf(l), lang: l, facts: f, memo: make(map[facts.ExprID]name), pinned: make(map[Root]bool)}
}

// bind finds the imports that lead out of the repository, and the names that they bind.
func (r *reader) bind() {
	own := r.ownLines()
	r.imports, r.aliases = make([]name, len(r.facts.Imports)), make(map[string]name)
	count := make(map[string]int)
	for i := range r.facts.Imports {
		im := &r.facts.Imports[i]
		alias := im.Alias
		if alias == "" && im.Name == "" {
			alias = baseOf(im.Source)
		}
		if im.In < 0 {
			count[alias]++
		}
		tried := im.Flags&facts.GuardedImport != 0 && !ecosystems[r.eco].bare
		if own[int(im.Line)] || tried || im.Flags&facts.SideEffectOnly != 0 || alias == "." || im.Name == "*" && im.Alias == "" {
			continue
		}
		root, ok := r.rootOf(im.Source)
		if !ok {
			continue
		}
		n := name{root: root, text: r.module(root, im.Source)}
		if im.Name != "" && im.Name != "*" {
			n = r.member(n, im.Name)
		}
		r.imports[i] = n
		if im.In < 0 {
			if before, again := r.aliases[alias]; again && before == n {
				count[alias]--
			}
			r.aliases[alias] = n
		}
	}
	r.defs = make(map[string][]facts.DefID)
	for i := range r.facts.Defs {
		d := &r.facts.Defs[i]
		r.defs[d.Name] = append(r.defs[d.Name], facts.DefID(i))
		if d.Parent < 0 && d.Receiver < 0 || d.Kind.IsType() || r.lang.Rules.ImplicitThis {
			delete(r.aliases, d.Name) // it means something of the file, at least sometimes
		}
	}
	for alias, times := range count {
		if times > 1 {
			delete(r.aliases, alias)
		}
	}
	r.called = make(map[facts.ExprID]bool)
	for i := range r.facts.Expressions() {
		if e := &r.facts.Expressions()[i]; (e.Kind == facts.Call || e.Kind == facts.New) && e.X >= 0 {
			r.called[e.X] = true
		}
	}
}

// baseOf returns the name that an import of a module binds without an alias: its last element that is
// no version.
func baseOf(module string) string {
	base := path.Base(module)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(module))
	}
	if at := strings.LastIndex(base, ".v"); at > 0 && strings.Trim(base[at+2:], "0123456789") == "" {
		base = base[:at] // gopkg.in
	}
	return strings.TrimPrefix(base, "go-")
}

// ownLines returns the lines at which the file imports what the repository has.
func (r *reader) ownLines() map[int]bool {
	lines := make(map[int]bool)
	if n := r.graph.Node("File:" + r.path); n != nil {
		for _, e := range r.graph.Out(n) {
			if e.Type == graph.Imports {
				for _, site := range e.Sites {
					lines[site.Line] = true
				}
			}
		}
	}
	return lines
}

// rootOf returns the root of an import, if a manifest declares a package that it may be of.
func (r *reader) rootOf(from string) (Root, bool) {
	pins := r.pins.pinsFor(r.eco, r.dir)
	if len(pins) == 0 {
		return Root{}, false
	}
	if r.lang.Registry == nil { // an import names what the package declares itself
		pkg := packageOf(from)
		return Root{r.eco, pkg}, pkg != "" && !r.own[pkg] && !strings.HasPrefix(pkg, "java.")
	}
	for _, key := range r.lang.Registry.Packages(from) {
		if _, ok := pins[key]; ok || ecosystems[r.eco].all {
			return Root{r.eco, key}, true
		}
	}
	return Root{}, false
}

// packageOf returns the package of a Java name: what stands before the first capital.
func packageOf(dotted string) string {
	var parts []string
	for part := range strings.SplitSeq(dotted, ".") {
		if part == "" || part[0] >= 'A' && part[0] <= 'Z' {
			break
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ".")
}

// module returns the name of a module that is imported.
func (r *reader) module(root Root, from string) string {
	switch r.eco {
	case "npm":
		return root.Name // entries of one package share their names
	case "cargo":
		return strings.ReplaceAll(from, "::", ".")
	}
	return from
}

// member returns the name of a member.
func (r *reader) member(of name, member string) name {
	if of.text == "" || member == "" || len(of.text)+len(member) > maxName || strings.ContainsAny(member, "#() ") {
		return name{}
	}
	join := "."
	if !of.path {
		join = ecosystems[r.eco].join
	}
	return name{of.root, of.text + join + member, true}
}

// result returns the name of what a call returns.
func (n name) result() name {
	if !n.path || len(n.text) > maxName {
		return name{}
	}
	return name{n.root, n.text + "()", true}
}

// noteFields notes the fields of the file that have an outside type.
func (r *reader) noteFields() {
	for i := range r.facts.Defs {
		d := &r.facts.Defs[i]
		if d.Kind != facts.Field || d.Parent < 0 {
			continue
		}
		k := field{r.unit(), r.facts.Defs[d.Parent].Name, d.Name}
		n := r.fieldType(d)
		if _, again := r.fields[k]; again {
			n = name{}
		}
		r.fields[k] = n
	}
}

func (r *reader) fieldType(d *facts.Def) name {
	if d.Type >= 0 {
		return r.typ(d.Type)
	}
	if len(d.Values) == 1 {
		return r.expr(d.Values[0], 0)
	}
	return name{}
}

// unit is the scope that names of types are unique in.
func (r *reader) unit() string {
	if r.lang.Unit != nil {
		return r.dir
	}
	return r.path
}

// typ returns the outside type that a written type is, or points to.
func (r *reader) typ(id facts.TypeID) name {
	if t := r.written(id); t != nil {
		return r.named(t)
	}
	return name{}
}

// written returns the type with a name that a written type is, or points to; nil for another one.
func (r *reader) written(id facts.TypeID) *facts.Type {
	for range maxDepth {
		t := &r.facts.Types[id]
		switch {
		case t.Kind == facts.PointerT && len(t.Args) == 1 && t.Args[0] >= 0:
			id = t.Args[0]
		case t.Kind == facts.Named:
			return t
		default:
			return nil
		}
	}
	return nil
}

func (r *reader) named(t *facts.Type) name {
	if t.Qualifier == "" {
		if n := r.aliases[t.Name]; n.path {
			return n
		}
		return name{}
	}
	first, rest, more := strings.Cut(t.Qualifier, ".")
	n := r.aliases[first]
	for more {
		first, rest, more = strings.Cut(rest, ".")
		n = r.member(n, first)
	}
	return r.member(n, t.Name)
}

// expr returns what an expression means outside of the repository.
func (r *reader) expr(x facts.ExprID, depth int) name {
	if x < 0 || depth > maxDepth {
		return name{}
	}
	if n, ok := r.memo[x]; ok {
		return n // nothing, while it is worked out
	}
	r.memo[x] = name{}
	n := r.meaning(&r.facts.Expressions()[x], depth+1)
	r.memo[x] = n
	return n
}

func (r *reader) meaning(e *facts.Expr, depth int) name {
	switch e.Kind {
	case facts.Name:
		if n := r.aliases[e.Name]; n.text != "" {
			return n
		}
		return r.variable(e, depth)
	case facts.Local:
		return r.local(&r.facts.Vars[e.Ref], depth)
	case facts.Module:
		if e.N == 0 && e.Ref >= 0 {
			return r.imports[e.Ref]
		}
	case facts.Member:
		if n := r.expr(e.X, depth); n.text != "" {
			return r.member(n, e.Name)
		}
		return r.fieldOf(e, depth)
	case facts.Call:
		return r.expr(e.X, depth).result()
	case facts.New:
		if e.Ref < 0 {
			if n := r.expr(e.X, depth); n.path {
				return n
			}
		}
	case facts.Composite:
		if e.Type >= 0 {
			return r.typ(e.Type)
		}
	case facts.Result:
		if e.N == 0 {
			if n := r.expr(e.X, depth); strings.HasSuffix(n.text, "()") {
				return n // the first value of a call
			}
		}
	case facts.Assert:
		if e.Type >= 0 {
			return r.typ(e.Type)
		}
	}
	return name{}
}

// variable returns what a variable or field of the file holds that its plain name stands for.
func (r *reader) variable(e *facts.Expr, depth int) name {
	found := slices.DeleteFunc(slices.Clone(r.defs[e.Name]), func(d facts.DefID) bool {
		return r.facts.Defs[d].Parent >= 0 && !r.lang.Rules.ImplicitThis
	})
	if len(found) != 1 {
		return name{}
	}
	d := &r.facts.Defs[found[0]]
	switch d.Kind {
	case facts.Variable, facts.Constant, facts.Field:
	default:
		return name{}
	}
	switch {
	case d.Type >= 0:
		return r.typ(d.Type)
	case len(d.Values) == 1:
		return r.expr(d.Values[0], depth)
	}
	return name{}
}

func (r *reader) local(v *facts.Var, depth int) name {
	switch {
	case v.Import >= 0:
		return r.imports[v.Import]
	case v.Type >= 0:
		return r.typ(v.Type)
	case len(v.Values) == 1 && v.Def < 0 && v.Kind == facts.LocalVar:
		return r.expr(v.Values[0], depth)
	}
	return name{}
}

// fieldOf returns the type of a field of the instance that a member is of.
func (r *reader) fieldOf(e *facts.Expr, depth int) name {
	if e.X < 0 {
		return name{}
	}
	x := &r.facts.Expressions()[e.X]
	owner := ""
	switch {
	case x.Kind == facts.This:
		for d := x.In; d >= 0; d = r.facts.Defs[d].Parent {
			if r.facts.Defs[d].Kind.IsType() {
				owner = r.facts.Defs[d].Name
				break
			}
		}
	case x.Kind == facts.Local:
		v := &r.facts.Vars[x.Ref]
		if v.Type >= 0 {
			owner = r.ownType(v.Type)
		} else if v.Kind == facts.SelfVar && v.In >= 0 && r.facts.Defs[v.In].Parent >= 0 {
			owner = r.facts.Defs[r.facts.Defs[v.In].Parent].Name
		}
	}
	if owner == "" {
		return name{}
	}
	return r.fields[field{r.unit(), owner, e.Name}]
}

// ownType returns the name of the type of the same unit that a written type is, or points to.
func (r *reader) ownType(id facts.TypeID) string {
	if t := r.written(id); t != nil && t.Qualifier == "" {
		return t.Name
	}
	return ""
}

// collect adds the uses in the file.
func (r *reader) collect() {
	for i := range r.facts.Imports {
		r.add(r.imports[i], r.facts.Imports[i].Line, false)
	}
	for i := range r.facts.Expressions() {
		e := &r.facts.Expressions()[i]
		if e.Flags&(facts.Implicit|facts.Guarded) != 0 {
			continue
		}
		switch e.Kind {
		case facts.Name:
			r.add(r.aliases[e.Name], e.Line, r.called[facts.ExprID(i)])
		case facts.Local:
			if im := r.facts.Vars[e.Ref].Import; im >= 0 {
				r.add(r.imports[im], e.Line, r.called[facts.ExprID(i)])
			}
		case facts.Member:
			if n := r.expr(e.X, 0); n.text != "" {
				r.add(r.member(n, e.Name), e.Line, r.called[facts.ExprID(i)])
			}
		}
	}
	for i := range r.facts.Types {
		if t := &r.facts.Types[i]; t.Kind == facts.Named && !t.Spoken {
			r.add(r.named(t), t.Line, false)
		}
	}
}

// add adds a use of a name. That of a module alone is none.
func (r *reader) add(n name, line int32, call bool) {
	if !n.path || line <= 0 {
		return
	}
	t := r.taken[n.root]
	if t == nil {
		t = &taken{pins: make(map[string]Pin), uses: make(map[Use]bool)}
		r.taken[n.root] = t
	}
	if !r.pinned[n.root] {
		r.pinned[n.root] = true
		for key, pin := range r.pins.pinsFor(r.eco, r.dir) {
			if before, again := t.pins[pin.Package]; (ecosystems[r.eco].all || key == n.root.Name) && (!again || before.Breaks != OnNextBuild) {
				t.pins[pin.Package] = pin
			}
		}
	}
	if call {
		n = n.result()
	}
	if n.text != "" {
		t.uses[Use{Name: n.text, Path: r.path, Line: int(line)}] = true
	}
}

package edges

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/takes"
)

// promised returns the definition for the declaration s; s itself for other symbols.
func (e *Writer) promised(s decl.SymbolID) decl.SymbolID {
	switch d := e.infer.Def(s); {
	case !d.Has(facts.Declaration):
		return s
	case d.Kind.IsType():
		return e.infer.Canon(s)
	case len(e.infer.Symbol(s).Definitions) > 0:
		return e.infer.Symbol(s).Definitions[0]
	}
	return s
}

// signature returns what users of symbol s depend on.
func (e *Writer) signature(s decl.SymbolID) graph.Signature {
	y, d := e.infer.Symbol(s), e.infer.Def(s)
	f := e.infer.File(y.File)
	out := graph.Signature{
		Text: d.Signature, Results: len(d.Results), Returns: d.Returns, Throws: d.Throws,
		ExactResults: f.Lang.Rules.ExactResults, NullAdvice: f.Lang.Rules.NullAdvice, ExtraArguments: f.Lang.Rules.LooseCalls, CountedArguments: f.Lang.Rules.CountedCalls, Visibility: e.visibility(s), Static: d.Has(facts.Static), Final: d.Has(facts.Final), Extension: d.Has(facts.Static | facts.ExtensionMember),
	}
	if len(d.Results) == 0 {
		out.Results = -1
	}
	for _, x := range d.Decorators {
		out.Decorators = append(out.Decorators, e.calleeName(f, x))
	}
	for i := range d.TypeParams {
		p := &d.TypeParams[i]
		out.TypeParams = append(out.TypeParams, cmp.Or(p.Written, strings.TrimSpace(p.Name+" "+e.writtenType(f, p.Bound))))
	}
	if !d.Kind.IsCallable() {
		return out
	}
	out.Known = e.alone(s)
	out.Nothing = out.ExactResults && len(d.Results) == 0 || slices.Equal(d.Returns, []string{"void"})
	out.Generator = d.Has(facts.Generator)
	out.AsyncWord = d.Has(facts.Async) && !out.Generator
	out.Async = out.AsyncWord || !out.Generator && (f.Lang.Rules.Awaits && len(d.Results) == 1 && e.infer.Types.Kind(e.infer.DeclType(y.File, d.Results[0])) == lattice.Promise)
	if d.Receiver >= 0 && f.Lang.Rules.ExactResults {
		if out.Receiver = "value"; d.Has(facts.Pointer) {
			out.Receiver = "pointer"
		}
	}
	list := d.Params
	if d.Type >= 0 {
		if of, ok := takes.OfType(e.infer, y.File, d.Type); ok {
			list = of
		} else {
			out.Known, out.Untold = false, true
		}
	}
	out.Params = takes.Params(list)
	e.addDefaults(s, out.Params)
	return out
}

// addDefaults makes those parameters of a definition optional for which a declaration has a default
// value.
func (e *Writer) addDefaults(s decl.SymbolID, list []graph.Param) {
	for _, t := range e.infer.Symbol(s).Declarations {
		declared := e.infer.Def(t).Params
		for i := 0; i < len(declared) && len(declared) == len(list); i++ {
			list[i].Optional = list[i].Optional || declared[i].Optional
		}
	}
}

// alone reports whether a call of function s has to match its parameters: no other
// alternative can be called in the same build, none is defined under a condition, and no
// decorator may change it.
func (e *Writer) alone(s decl.SymbolID) bool {
	y, d := e.infer.Symbol(s), e.infer.Def(s)
	if d.Flags&(facts.Overload|facts.Getter|facts.Setter) != 0 || !e.infer.IsCalledAsWritten(s) {
		return false
	}
	var same []decl.SymbolID
	if y.Parent >= 0 {
		same = e.infer.MembersNamed(e.infer.Canon(y.Parent), d.Name)
	} else {
		same = e.infer.UnitNamed(e.infer.File(y.File).Unit, d.Name)
	}
	// If the last overload has the body, the ones before it are only declarations for callers.
	return !slices.ContainsFunc(same, func(o decl.SymbolID) bool {
		return o != s && e.share(s, o) && !slices.Contains(y.Declarations, o) && e.meet(s, o) && (d.Has(facts.Abstract) || !e.infer.Def(o).Has(facts.Overload)) && e.mayBeCalled(o)
	})
}

// share reports whether one file can name two symbols as its own: neither is local to another file than the other one.
func (e *Writer) share(s, o decl.SymbolID) bool {
	return e.infer.Symbol(s).File == e.infer.Symbol(o).File || (e.infer.Def(s).Flags|e.infer.Def(o).Flags)&facts.FileLocal == 0
}

// mayBeCalled reports whether a call may mean a symbol with the name of a function: not a field
// where those have names of their own, or a property whose value certainly is none.
func (e *Writer) mayBeCalled(o decl.SymbolID) bool {
	d, f := e.infer.Def(o), e.infer.File(e.infer.Symbol(o).File)
	if d.Kind == facts.Field && f.Lang.Rules.FieldsApart {
		return false
	}
	if d.Kind != facts.Field || !f.Lang.Rules.Overloads || f.Lang.Protocol.Call == "" || d.Type < 0 {
		return true
	}
	n := e.infer.Types.Node(e.infer.DeclType(e.infer.Symbol(o).File, d.Type))
	return n.Kind != lattice.Builtin && (n.Kind != lattice.Instance || e.infer.IsOpen(n.Symbol()) ||
		e.infer.TypeMember(n.Symbol(), f.Lang.Protocol.Call, e.infer.Instance(n.Symbol()), false).Status == infer.IsSymbol)
}

// visibilityWords are the modifiers for visibility.
var visibilityWords = map[string]graph.Visibility{
	"public": graph.Public, "open": graph.Public, "pub": graph.Public, "protected": graph.Protected,
	"internal": graph.Package, "package": graph.Package, "private": graph.Private, "fileprivate": graph.Private,
}

// visibility returns who may name symbol s, as far as its own declaration decides. It is empty inside
// of functions, and where a language leaves it to habit.
func (e *Writer) visibility(s decl.SymbolID) graph.Visibility {
	s = e.inType(s)
	y, d := e.infer.Symbol(s), e.infer.Def(s)
	for _, word := range strings.Fields(d.Signature) {
		if name, _, opens := strings.Cut(word, "("); name == d.Name || opens && name == "" { // what follows are parameters
			break
		} else if v, ok := visibilityWords[word]; ok {
			return v
		} else if strings.HasPrefix(word, "pub(") {
			return graph.Package
		} else if strings.Contains(word, d.Name) {
			break
		}
	}
	rules := &e.infer.File(y.File).Lang.Rules
	switch {
	case y.Parent >= 0 && d.Owner < 0 && e.infer.Def(y.Parent).Kind.IsCallable():
		return ""
	case d.Has(facts.Protected):
		return graph.Protected
	case d.Has(facts.Exported) || y.Parent < 0 && e.visible(s):
		return graph.Public
	case rules.PrivateUnderscore:
		return ""
	case d.Has(facts.FileLocal) || y.Parent < 0 && e.infer.File(y.File).Lang.Unit == nil || y.Parent >= 0 && rules.PrivateMembers:
		return graph.Private
	}
	return graph.Package
}

// inType returns the declaration of s in the body of its type where it is defined outside of it;
// s itself for other symbols.
func (e *Writer) inType(s decl.SymbolID) decl.SymbolID {
	for _, t := range e.infer.Symbol(s).Declarations {
		if p := e.infer.Symbol(t).Parent; p >= 0 && e.infer.Def(p).Kind.IsType() {
			return t
		}
	}
	return s
}

var labels = map[facts.DefKind]graph.Label{
	facts.Function: graph.Function, facts.Method: graph.Method, facts.Constructor: graph.Constructor,
	facts.Class: graph.Class, facts.Struct: graph.Struct, facts.Interface: graph.Interface, facts.Trait: graph.Trait,
	facts.Enum: graph.Enum, facts.EnumMember: graph.EnumMember, facts.TypeDef: graph.Type, facts.Variable: graph.Variable,
	facts.Constant: graph.Constant, facts.Field: graph.Field, facts.Namespace: graph.Namespace,
}

// Structure adds the nodes of folders, files and symbols. Those of files that are not read are taken over.
func (e *Writer) Structure() {
	e.folders = make(map[string]*graph.Node)
	e.surface = e.surfaces()
	for i := range e.infer.NumFiles() {
		e.infer.WorkOn(i)
		f := e.infer.File(i)
		if f.Lang.Grammar == nil {
			continue
		}
		if e.Reads(i) {
			f.Node = e.B.Add(&graph.Node{ID: "File:" + f.Path, Label: graph.File, Name: path.Base(f.Path), Qualified: f.Path, Path: f.Path, Language: f.Lang.Name})
			e.describeFile(i)
		} else {
			e.takeNodes(i)
		}
		e.B.Edge(e.folder(path.Dir(f.Path)), graph.Contains, f.Node, 1, 0, graph.Site{})
	}
	for i := range e.infer.NumFiles() {
		e.infer.WorkOn(i)
		f := e.infer.File(i)
		if f.Node == nil || !e.Reads(i) {
			continue
		}
		for d := range f.Facts.Defs {
			e.addSymbol(i, f.Symbol(facts.DefID(d)))
		}
	}
	e.adopt()
}

// describeFile sets the attributes of the node of a file.
func (e *Writer) describeFile(i decl.FileID) {
	f := e.infer.File(i)
	f.Entries = entryPatterns(f.Lang, f.Path)
	n := f.Node
	n.Start, n.Line, n.End, n.SignatureEnd = 1, 1, max(1, int(f.Facts.Lines)), 1
	n.Exported, n.Test, n.Generated, n.Optional = true, f.Test, f.Quiet, f.Lang.IsOptional != nil && f.Lang.IsOptional(f.Facts)
	n.Builds, n.BodyHash = e.limits(f), f.Facts.TopHash
	if e.holdsTests(f) {
		n.Entry = &graph.Entry{Type: "test", Score: 1}
	}
}

// inID escapes the path in an ID, so that it can be separated from the name after it.
var inID = strings.NewReplacer("%", "%25", ":", "%3A")

// addSymbol adds the node of a symbol, after the node of its parent. It returns nil for a symbol
// that cannot be named from outside.
func (e *Writer) addSymbol(file decl.FileID, s decl.SymbolID) *graph.Node {
	y := e.infer.Symbol(s)
	if y.Node != nil || y.Unnamed {
		return y.Node
	}
	f, d := e.infer.File(file), e.infer.Def(s)
	if d.Name == "" {
		return nil
	}
	if e.infer.Nested > infer.MaxNested {
		return nil
	}
	e.infer.Nested++
	defer func() { e.infer.Nested-- }()
	if t := e.promised(s); t != s {
		y.Node = e.addSymbol(e.infer.Symbol(t).File, t)
		return y.Node
	}
	holder, qualified := f.Node, d.Name
	for p, hops := y.Parent, 0; p >= 0 && hops < infer.MaxBases; p, hops = e.infer.Symbol(p).Parent, hops+1 {
		if e.infer.Def(p).Name == "" && !e.isHeld(p) {
			y.Unnamed = true // avoids a repeated search for each symbol inside
			return nil       // inside an anonymous type
		}
		// The parent may be in another file (methods in Go): its node is made there.
		if n := e.addSymbol(e.infer.Symbol(p).File, p); n != nil {
			holder, qualified = n, n.Qualified+"."+d.Name
			break
		}
	}
	if y.Node != nil {
		return y.Node
	}
	label := labels[d.Kind]
	if d.Has(facts.Assigned) {
		label = graph.Variable
	}
	if d.Kind == facts.Function && holder != nil && (holder.Label.IsType()) {
		label = graph.Method
	}
	id := string(label) + ":" + inID.Replace(f.Path) + ":" + qualified
	if e.B.Node(id) != nil {
		id += overloadSuffix(d)
	}
	y.Node = e.B.Add(&graph.Node{ID: id, Label: label, Name: d.Name, Qualified: qualified, Path: f.Path, Language: f.Lang.Name, Parent: holder})
	e.describe(s, y.Node)
	e.hold(f, y.Node)
	return y.Node
}

// describe sets the attributes of the node of a symbol.
func (e *Writer) describe(s decl.SymbolID, n *graph.Node) {
	f, d := e.infer.File(e.infer.Symbol(s).File), e.infer.Def(s)
	n.Start, n.Line, n.End, n.SignatureEnd = int(d.Start), int(d.Line), int(d.End), int(d.SignatureEnd)
	n.DocStart, n.DocEnd = int(d.DocStart), int(d.DocEnd)
	n.Exported, n.Test, n.Abstract, n.Declared = e.visible(s), f.Test || d.Has(facts.Test) || n.Parent.Test, d.Has(facts.Abstract), d.Has(facts.Declaration)
	n.Omittable, n.Override, n.Partial, n.Generated = d.Has(facts.Optional), d.Has(facts.Override) || n.Label == graph.Method && d.Receiver >= 0 && f.Lang.MayHide(f.Facts.Types[d.Receiver].Name) && e.infer.Symbol(s).Parent < 0, d.Has(facts.Partial), f.Quiet
	n.Signature, n.SignatureHash, n.BodyHash, n.DocHash, n.Sketch = e.signature(s), d.SignatureHash, d.BodyHash, d.DocHash, d.Sketch
	if n.Label.Callable() && !n.Abstract {
		n.Decisions = f.Facts.DecisionsIn(d.Start, d.End)
	}
	n.Published = f.Published && n.Exported || n.Label == graph.Method && d.Has(facts.Exported) // an interface outside the repository may have the method
	n.Entry = e.entry(f, d, n)
	n.Offered = e.offeredAt(s, n, n.Parent)
}

// hold adds the edge from what contains a node of a file.
func (e *Writer) hold(f *infer.File, n *graph.Node) {
	if n.Parent.Label.IsType() && n.Label.Callable() {
		e.B.Edge(n.Parent, graph.HasMethod, n, 1, 0, graph.Site{})
	} else {
		e.B.Edge(f.Node, graph.Defines, n, 1, 0, graph.Site{})
	}
}

// maxSuffix bounds the length that parameter types add to an ID.
const maxSuffix = 80

// overloadSuffix returns the suffix that distinguishes a further definition of a name: the types
// of its parameters where they are declared, else the hash of its signature.
func overloadSuffix(d *facts.Def) string {
	types := make([]string, len(d.Params))
	for i := range d.Params {
		types[i] = strings.Join(strings.Fields(d.Params[i].Written), " ")
	}
	suffix := "(" + strings.Join(types, ",") + ")"
	if !d.Kind.IsCallable() || slices.Contains(types, "") || len(suffix) > maxSuffix {
		return fmt.Sprintf("(%08x)", uint32(d.SignatureHash))
	}
	return suffix
}

// isHeld reports whether s is an anonymous class that is the value of a field or an enum
// constant. Its members count as members of that symbol.
func (e *Writer) isHeld(s decl.SymbolID) bool {
	p := e.infer.Symbol(s).Parent
	if p < 0 || e.infer.Def(s).Kind != facts.Class {
		return false
	}
	switch e.infer.Def(p).Kind {
	case facts.Field, facts.EnumMember, facts.Variable, facts.Constant:
		return true
	}
	return false
}

// visible reports whether a symbol can be named outside its file or package.
func (e *Writer) visible(s decl.SymbolID) bool {
	s = e.inType(s)
	y, d := e.infer.Symbol(s), e.infer.Def(s)
	if y.Parent >= 0 {
		if e.infer.Def(y.Parent).Kind.IsCallable() && d.Owner < 0 {
			return false
		}
		return d.Has(facts.Exported) && e.visible(y.Parent)
	}
	if d.Has(facts.Exported) {
		return true
	}
	f := e.infer.File(y.File)
	for i := range f.Facts.Exports {
		ex := &f.Facts.Exports[i]
		if ex.Source == "" && (ex.Def == y.Def || ex.Local == d.Name && d.Name != "") {
			return true
		}
	}
	return false
}

// testEntry returns how a test runner starts a definition in a test file. A type counts as a test
// only if its tests are calls inside it.
func (e *Writer) testEntry(f *infer.File, d *facts.Def, n *graph.Node) *graph.Entry {
	callable := n.Label.Callable()
	switch {
	case d.Has(facts.Test) && (callable || n.Label.IsType()), callable && f.Lang.IsTestName != nil && f.Lang.IsTestName(d):
		return &graph.Entry{Type: "test", Score: 1}
	case !callable || d.Parent < 0:
		return nil
	}
	setup := func(x facts.ExprID) bool { return lang.IsTestSetup(e.calleeName(f, x)) }
	if n.Label == graph.Constructor || lang.IsTestSetup(d.Name) || slices.ContainsFunc(d.Decorators, setup) {
		return &graph.Entry{Type: graph.TestSetup, Score: 1}
	}
	return nil
}

// holdsTests reports whether a test runner starts a test file for tests that are calls in it.
func (e *Writer) holdsTests(f *infer.File) bool {
	if !f.Test || f.Lang.TestCalls == nil && f.Lang.TestClaims == nil {
		return false
	}
	for i := range f.Facts.Expressions() {
		x := &f.Facts.Expressions()[i]
		if x.Kind != facts.Call {
			continue
		}
		fits := func(pattern string) bool { return glob(pattern, e.written(f, x.X, 0)) }
		if slices.ContainsFunc(f.Lang.TestCalls, fits) || x.In == facts.None && slices.ContainsFunc(f.Lang.TestClaims, fits) {
			return true
		}
	}
	return false
}

// entry returns the entry point of a definition, by the patterns of its language; nil for none.
// Outside of test files, type "test" means a test helper.
func (e *Writer) entry(f *infer.File, d *facts.Def, n *graph.Node) *graph.Entry {
	if n.Test {
		return e.testEntry(f, d, n)
	}
	if !n.Label.Callable() {
		return nil
	}
	if f.Support {
		return &graph.Entry{Type: "test", Score: 1}
	}
	var best *graph.Entry
	for _, p := range f.Entries {
		helps := p.Type == "test"
		if p.Registrar != "" || best != nil && p.Score <= best.Score && !helps || !e.matches(p, f, d, n) {
			continue
		}
		if helps {
			return &graph.Entry{Type: p.Type, Score: p.Score}
		}
		best = &graph.Entry{Type: p.Type, Score: p.Score}
	}
	return best
}

package edges

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/takes"
)

// AllFiles adds the imports, calls and references of all files.
func (e *Writer) AllFiles() {
	for f := range e.infer.NumFiles() {
		if e.infer.Stopped() {
			return
		}
		e.infer.WorkOn(f)
		if e.Reads(f) {
			e.trace(f)
		} else {
			e.takeOver(f)
		}
	}
}

// addFile adds the imports, calls and references of one file.
func (e *Writer) addFile(file decl.FileID) {
	f := e.infer.File(file)
	if f.Node == nil {
		return
	}
	if spans := e.skipped(file); len(spans) > 0 {
		e.B.Skipped[f.Path] = spans
	}
	e.imports(file)
	e.types(file)
	e.blocks(f)
	consumed, awaited := make([]bool, f.Facts.NumExprs()), make([]bool, f.Facts.NumExprs())
	for x := range f.Facts.Expressions() {
		switch ex := &f.Facts.Expressions()[x]; {
		case ex.X < 0:
		case ex.Kind == facts.Call || ex.Kind == facts.New:
			consumed[ex.X] = true
		case ex.Kind == facts.Await:
			awaited[ex.X] = true
		}
	}
	for x := range f.Facts.Expressions() {
		ex := &f.Facts.Expressions()[x]
		switch ex.Kind {
		case facts.Call, facts.New:
			if ex.Flags&facts.Implicit != 0 && ex.Kind == facts.New {
				e.madeFromNothing(file, ex)
			} else if ex.Flags&facts.Implicit == 0 {
				e.call(file, facts.ExprID(x), awaited[x])
			}
		case facts.Name, facts.Member, facts.Local:
			if ex.Flags&facts.Void != 0 {
				e.B.Unresolved(graph.Unresolved{Source: e.Source(file, ex.In), Name: ex.Name, Owner: f.Node.ID, Path: f.Path, Line: int(ex.Line),
					Kind: graph.References, Confidence: ruleset.Confidence(ruleset.Local), Rule: ruleset.Local, Void: true})
			}
			if !consumed[x] && ex.Flags&facts.Implicit == 0 {
				e.reference(file, facts.ExprID(x))
			}
		case facts.Composite:
			e.keys(file, ex)
		}
	}
}

// blocks adds the blocks of a file.
func (e *Writer) blocks(f *infer.File) {
	if len(f.Facts.Blocks) == 0 {
		return
	}
	blocks := make([]graph.Block, len(f.Facts.Blocks))
	for i, b := range f.Facts.Blocks {
		blocks[i] = graph.Block{Start: b.Start, End: b.End, Literal: b.Literal}
	}
	e.B.Blocks[f.Path] = blocks
}

// imports adds the IMPORTS edges of a file.
func (e *Writer) imports(file decl.FileID) {
	f := e.infer.File(file)
	for i := range f.Facts.Imports {
		im, st := &f.Facts.Imports[i], f.Imports[i]
		site := graph.Site{Line: int(im.Line)}
		if st.Missing && im.Flags&facts.GuardedImport == 0 {
			name := im.Name
			if name == "" || name == "*" {
				name = im.Source
			}
			e.unresolved(file, f.Node, name, &infer.Found{Owner: infer.MissingTarget}, im.Line, graph.Imports, ruleset.Import)
			continue
		}
		if st.MayBeOurs {
			e.mayBeGone(file, f.Node, cmp.Or(strings.TrimSuffix(im.Name, "*"), im.Source), im.Line, graph.Imports)
		}
		if st.Unit < 0 {
			continue
		}
		if st.Within != "" && f.Lang.Rules.SharedNamespaces {
			continue // a namespace is not in a single file
		}
		rule := ruleset.Import
		if (f.Lang.Rules.OpenTypes || f.Lang.Programs != nil) && im.Flags&facts.GuardedImport != 0 { // the file need not exist
			rule = ruleset.Unique
		}
		if st.Within != "" && st.Unit == f.Unit { // a namespace or type in the common top-level scope
			e.importsWithin(f, &st, site)
		} else if st.File >= 0 {
			if n := e.infer.File(st.File).Node; n != nil && n != f.Node {
				e.B.Import(f.Node, n, ruleset.Confidence(rule), rule, site, e.loads(file, facts.ImportID(i)))
			}
		} else if un := e.infer.Unit(st.Unit); len(un.Files) == 1 && f.Lang.Unit == nil {
			if n := e.infer.File(un.Files[0]).Node; n != nil && n != f.Node {
				e.B.Import(f.Node, n, ruleset.Confidence(rule), rule, site, e.loads(file, facts.ImportID(i)))
			}
		} else {
			e.B.Edge(f.Node, graph.Imports, e.folder(un.Dir), ruleset.Confidence(ruleset.Import), ruleset.Import, site)
		}
		if im.Name == "*" && st.Within == "" {
			e.listed(file, &st, im)
		}
		if im.Name == "" || im.Name == "*" || st.IsModule {
			continue
		}
		switch fd := e.infer.ImportedOn(file, facts.ImportID(i), nil); fd.Status {
		case infer.IsSymbol:
			for _, s := range fd.Syms {
				if n := e.infer.Symbol(s).Node; n != nil {
					e.B.Edge(f.Node, graph.Imports, n, ruleset.Confidence(int(fd.Rule)), int(fd.Rule), site)
				}
			}
		case infer.IsMissing:
			e.unresolved(file, f.Node, im.Name, &fd, im.Line, graph.Imports, ruleset.Import)
		}
	}
	e.reexports(file, f)
}

// reexports adds the IMPORTS edges of the re-exports of a file.
func (e *Writer) reexports(file decl.FileID, f *infer.File) {
	for j := range f.Facts.Exports {
		ex := &f.Facts.Exports[j]
		if ex.Source == "" {
			continue
		}
		st := f.Reexports[j]
		if st.Missing {
			e.unresolved(file, f.Node, ex.SourceName, &infer.Found{Owner: infer.MissingTarget}, ex.Line, graph.Imports, ruleset.Reexport)
		}
		if st.Unit < 0 || st.Unit == f.Unit {
			continue
		}
		site := graph.Site{Line: int(ex.Line)}
		if n := e.infer.File(e.infer.Unit(st.Unit).Files[0]).Node; n != nil {
			loads := ex.Name == "*" || ex.SourceName == "*" || !e.erased(f, e.infer.Export(file, int32(j), nil))
			e.B.Import(f.Node, n, ruleset.Confidence(ruleset.Reexport), ruleset.Reexport, site, loads)
		}
		if ex.Name == "*" || ex.SourceName == "*" {
			continue
		}
		switch fd := e.infer.Export(file, int32(j), nil); fd.Status {
		case infer.IsSymbol:
			for _, s := range fd.Syms {
				if n := e.infer.Symbol(s).Node; n != nil {
					e.B.Edge(f.Node, graph.Imports, n, ruleset.Confidence(ruleset.Reexport), ruleset.Reexport, site)
				}
			}
		case infer.IsMissing:
			e.unresolved(file, f.Node, ex.SourceName, &fd, ex.Line, graph.Imports, ruleset.Reexport)
		}
	}
}

// listed adds unresolved uses for a star import: names in the module's list of exports that
// the module does not define.
func (e *Writer) listed(file decl.FileID, st *infer.ImportState, im *facts.Import) {
	if im.Flags&facts.GuardedImport != 0 {
		return
	}
	for _, fi := range e.infer.Unit(st.Unit).Files {
		for _, name := range e.infer.File(fi).Facts.ExportList {
			if fd := e.infer.ModuleMember(st.Unit, name); fd.Status == infer.IsMissing && !fd.Behind && fd.Owner == infer.OwnedByUnit(st.Unit) {
				e.unresolved(file, e.infer.File(file).Node, name, &fd, im.Line, graph.Imports, ruleset.Import)
			}
		}
	}
}

// loads reports whether an import causes its target to be executed before the importing file.
func (e *Writer) loads(file decl.FileID, i facts.ImportID) bool {
	f := e.infer.File(file)
	im := &f.Facts.Imports[i]
	if im.In != facts.None || im.Flags&(facts.TypeOnly|facts.TypeChecking|facts.Lazy) != 0 {
		return false
	}
	return im.Name == "" || im.Name == "*" || f.Imports[i].IsModule || !e.erased(f, e.infer.Imported(file, i))
}

// erased reports whether a name means only types that do not exist at run time.
func (e *Writer) erased(f *infer.File, fd infer.Found) bool {
	if !f.Lang.Rules.TypesApart || fd.Status != infer.IsSymbol {
		return false
	}
	for _, s := range fd.Syms {
		switch n := e.infer.Symbol(s).Node; {
		case n == nil, n.Label != graph.Interface && n.Label != graph.Type:
			return false
		}
	}
	return true
}

// importsWithin adds the IMPORTS edges from a file to the namespace or type from which an
// import takes names.
func (e *Writer) importsWithin(f *infer.File, st *infer.ImportState, site graph.Site) {
	fd := e.infer.Path(st.Unit, st.Within)
	if fd.Status != infer.IsSymbol {
		return
	}
	for _, s := range fd.Syms {
		if n := e.Node(s); n != nil {
			e.B.Edge(f.Node, graph.Imports, n, ruleset.Confidence(ruleset.Import), ruleset.Import, site)
		}
	}
}

// types adds a reference for every type expression.
func (e *Writer) types(file decl.FileID) {
	f := e.infer.File(file)
	for i := range f.Facts.Types {
		ty := &f.Facts.Types[i]
		if ty.Kind != facts.Named || ty.Name == "" {
			continue
		}
		if ty.Qualifier == "" && e.infer.TypeParam(file, ty.In, ty.Name) != lattice.Unknown {
			continue
		}
		source := e.Source(file, ty.In)
		switch fd := e.infer.TypeName(file, ty); fd.Status {
		case infer.IsSymbol:
			e.lackingIn(file, ty.In, ty.Name, fd.Syms, ty.Line, graph.References, ruleset.Unit)
			for _, s := range e.infer.OfArity(fd.Syms, len(ty.Args)) {
				if n := e.infer.Symbol(s).Node; n != nil && n != source {
					e.B.Edge(source, graph.References, n, ruleset.Confidence(int(fd.Rule)), int(fd.Rule), graph.Site{Line: int(ty.Line)})
				}
			}
		case infer.IsMissing:
			if !ty.Spoken {
				e.unresolved(file, source, ty.Name, &fd, ty.Line, graph.References, int(ruleset.Unit))
			}
		case infer.NotKnown, infer.IsOutside:
			if ty.Qualifier == "" && mayBeOurs(f, ty.Name) {
				e.mayBeGone(file, source, ty.Name, ty.Line, graph.References)
			}
		}
	}
}

// keys adds references to the fields in a composite literal.
func (e *Writer) keys(file decl.FileID, ex *facts.Expr) {
	f := e.infer.File(file)
	t := e.infer.DeclType(file, ex.Type)
	if e.infer.Types.Kind(t) != lattice.Instance {
		return
	}
	source := e.Source(file, ex.In)
	for i := range ex.Args {
		a := &ex.Args[i]
		if a.Keyword == "" {
			continue
		}
		line := cmp.Or(a.Line, ex.Line)
		if a.Line == 0 && a.X >= 0 {
			line = f.Facts.Expressions()[a.X].Line
		}
		switch fd := e.infer.MemberIn(file, t, a.Keyword); fd.Status {
		case infer.IsSymbol:
			e.lackingIn(file, ex.In, a.Keyword, fd.Syms, line, graph.References, ruleset.Member)
			for _, s := range fd.Syms {
				if n := e.infer.Symbol(s).Node; n != nil {
					e.B.Edge(source, graph.References, n, ruleset.Confidence(int(fd.Rule)), int(fd.Rule), graph.Site{Line: int(line)})
				}
			}
		case infer.IsMissing:
			e.unresolved(file, source, a.Keyword, &fd, line, graph.References, ruleset.Member)
		}
	}
}

// reference adds the use of a name or member other than a call.
func (e *Writer) reference(file decl.FileID, x facts.ExprID) {
	f := e.infer.File(file)
	ex := &f.Facts.Expressions()[x]
	fd := *e.infer.Found(e.infer.Denote(file, x))
	switch fd.Status {
	case infer.IsSymbol:
		source := e.Source(file, ex.In)
		if ex.Kind != facts.Local && ex.Flags&facts.Guarded == 0 {
			e.lackingIn(file, ex.In, ex.Name, fd.Syms, ex.Line, graph.References, int(missingRule(ex)))
		}
		syms := e.infer.Defined(fd.Syms)
		overloaded := len(syms) > 1 && f.Lang.Rules.Overloads && !slices.ContainsFunc(syms, func(s decl.SymbolID) bool { return !e.infer.Def(s).Kind.IsCallable() })
		for _, s := range syms {
			n := e.infer.Symbol(s).Node
			if n != nil && e.infer.IsBareCall(f, s) && ex.Flags&facts.Write == 0 {
				e.B.Edge(source, graph.Calls, n, ruleset.Confidence(int(fd.Rule)), int(fd.Rule), graph.Site{Line: int(ex.Line), Call: &graph.Call{}})
				continue
			}
			if n == nil || n == source && n.Label.Callable() {
				continue
			}
			rule := int(fd.Rule)
			if fd.Partial || overloaded { // the context selects the overload
				rule = ruleset.Union
			}
			e.B.Edge(source, graph.References, n, ruleset.Confidence(rule), rule, graph.Site{Line: int(ex.Line)})
		}
	case infer.IsModule: // a module that is a function or class
		e.infer.Types.Each(e.infer.ModuleValue(fd.Unit), func(t lattice.Type) {
			if k := e.infer.Types.Node(t); k.Kind == lattice.Func || k.Kind == lattice.Class {
				if n := e.Node(k.Symbol()); n != nil {
					e.B.Edge(e.Source(file, ex.In), graph.References, n, ruleset.Confidence(int(fd.Rule)), int(fd.Rule), graph.Site{Line: int(ex.Line)})
				}
			}
		})
	case infer.IsMissing:
		if ex.Flags&facts.Guarded == 0 && (ex.Flags&facts.Write == 0 || f.Lang.Rules.DeclaredNames) {
			e.unresolved(file, e.Source(file, ex.In), ex.Name, &fd, ex.Line, graph.References, int(missingRule(ex)))
		}
	case infer.NotKnown, infer.IsOutside:
		if ex.Kind == facts.Name && mayBeOurs(f, ex.Name) {
			e.mayBeGone(file, e.Source(file, ex.In), ex.Name, ex.Line, graph.References)
		} else if fd.Status == infer.NotKnown {
			e.doubtful(f, file, ex, graph.References)
		}
		e.traced(f, file, ex, graph.References)
	}
}

// call adds the edges of one call; awaited says whether its result is awaited.
func (e *Writer) call(file decl.FileID, x facts.ExprID, awaited bool) {
	f := e.infer.File(file)
	ex := &f.Facts.Expressions()[x]
	source := e.Source(file, ex.In)
	for i := range ex.Args {
		if a := ex.Args[i].X; a >= 0 {
			if fd := e.infer.Found(e.infer.Denote(file, a)); fd.Status == infer.IsSymbol {
				for _, s := range fd.Syms {
					if n := e.infer.Symbol(s).Node; n != nil {
						e.registered(file, ex, n)
					}
				}
			}
		}
	}
	targets, st := e.targets(file, x)
	targets = e.flowing(file, x, targets)
	if st.Status == infer.IsMissing {
		callee := &f.Facts.Expressions()[ex.X]
		if callee.Flags&facts.Guarded == 0 && ex.Flags&facts.Guarded == 0 {
			e.unresolved(file, source, f.CalleeName(callee), &st, callee.Line, graph.Calls, missingRule(callee))
		} else {
			source.Unknown = append(source.Unknown, f.CalleeName(callee)) // the callee may exist all the same
		}
		return
	}
	if callee := &f.Facts.Expressions()[max(ex.X, 0)]; st.Status == infer.IsSymbol && (callee.Kind == facts.Name || callee.Kind == facts.Member) {
		e.lackingIn(file, ex.In, callee.Name, st.Syms, callee.Line, graph.Calls, missingRule(callee))
	}
	if len(targets) == 0 {
		if st.Status == infer.NotKnown && ex.Flags&facts.Guarded == 0 {
			e.doubtful(f, file, &f.Facts.Expressions()[max(ex.X, 0)], graph.Calls)
		}
		callee := &f.Facts.Expressions()[max(ex.X, 0)]
		if callee.Kind == facts.Name && (st.Status == infer.NotKnown || st.Status == infer.IsOutside) && mayBeOurs(f, callee.Name) {
			e.mayBeGone(file, source, callee.Name, callee.Line, graph.Calls)
		}
		if (ex.Kind != facts.New || callee.Flags&facts.Guarded != 0) && (st.Status == infer.NotKnown || st.Status == infer.IsOutside) {
			e.traced(f, file, callee, graph.Calls)
		}
		if st.Status == infer.NotKnown || st.Status == infer.IsValue || st.Status == infer.IsSymbol && !e.infer.Def(st.Syms[0]).Kind.IsCallable() && !e.infer.Def(st.Syms[0]).Kind.IsType() {
			source.Unknown = append(source.Unknown, f.CalleeName(callee)) // also a variable that holds a function
		}
		if st.Status == infer.NotKnown && ex.Flags&facts.Operator == 0 && (ex.Flags&facts.Decorates == 0 || !f.Lang.Rules.AnyDecorator) && (callee.Kind != facts.Member || !f.Lang.ObjectMembers[callee.Name]) {
			e.B.UnknownCalls++
		}
		return
	}
	site := graph.Site{Line: int(ex.Line), Call: e.form(file, ex)}
	site.Call.Awaited = awaited
	for _, t := range targets {
		n := e.infer.Symbol(t.Sym).Node
		if n == nil || takes.NoValue(e.infer, f, ex, t.Sym) {
			continue
		}
		s := site
		if t.Free || t.Rule >= ruleset.Dispatch || e.infer.Def(t.Sym).Has(facts.Curried) && ex.Flags&facts.Lists == 0 {
			c := *site.Call
			c.Checkable = false
			c.Indirect = t.Rule == ruleset.Dispatch || t.Rule >= ruleset.Receiver
			s.Call = &c
		}
		if t.Rule >= ruleset.TestValue {
			e.B.Edge(source, graph.MayCall, n, ruleset.Confidence(t.Rule), t.Rule, s)
			continue
		}
		e.B.Edge(source, graph.Calls, n, ruleset.Confidence(t.Rule), t.Rule, s)
		if source.Test && !n.Test {
			e.B.Edge(source, graph.Tests, n, ruleset.Confidence(t.Rule), t.Rule, graph.Site{})
		}
	}
}

// form returns the form of a call, as far as needed to check it against a signature.
func (e *Writer) form(file decl.FileID, ex *facts.Expr) *graph.Call {
	f := e.infer.File(file)
	c := &graph.Call{
		At:        ex.At,
		Values:    ex.ValueCount(),
		Discarded: ex.Flags&facts.Discarded != 0, Deferred: ex.Flags&facts.Deferred != 0, AsIs: ex.Flags&(facts.UsedAsIs|facts.Awaited) == facts.UsedAsIs,
		Checkable: f.Lang.Rules.CheckedCalls && ex.Flags&(facts.JSX|facts.Guarded) == 0,
	}
	if f.Lang.Rules.LooseCalls {
		c.Values = 0
	}
	if ex.Flags&facts.Decorates != 0 && f.Lang.Rules.AnyDecorator { // the decorator is not called at this place
		c.Checkable = false
	}
	if callee := &f.Facts.Expressions()[ex.X]; callee.Kind == facts.Member {
		c.Receiver = e.written(f, callee.X, 0)
	}
	for i := range ex.Args {
		switch a := &ex.Args[i]; {
		case a.Keyword != "" && a.Keyword == f.Lang.Protocol.Block:
		case a.DoubleSpread:
			c.SpreadKeywords = true
		case a.Spread:
			c.Spread = true
		case a.Keyword != "":
			c.Keywords = append(c.Keywords, a.Keyword)
		case a.Trailing && !c.Trailing:
			c.Trailing = true
		default:
			c.Args++
		}
	}
	sort.Strings(c.Keywords)
	c.Checkable = c.Checkable && !(c.Trailing && f.Lang.Rules.LooseTrailing)
	if f.Lang.Rules.MultiValueArgs && len(ex.Args) == 1 && ex.Args[0].X >= 0 {
		if a := &f.Facts.Expressions()[ex.Args[0].X]; a.Kind == facts.Call {
			t := e.infer.ExprType(file, ex.Args[0].X)
			switch k := e.infer.Types.Kind(t); {
			case k == lattice.Tuple, k == 0, k == lattice.Union:
				c.Args, c.Spread, c.Outside = 0, true, t == lattice.External
			}
		}
	}
	return c
}

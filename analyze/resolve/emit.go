package resolve

import (
	"cmp"
	"sort"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// file adds what one file imports, calls and refers to.
func (e *emitter) file(file fileID) {
	f := &e.files[file]
	if f.node == nil {
		return
	}
	if spans := e.skipped(file); len(spans) > 0 {
		e.b.Skipped[f.path] = spans
	}
	e.imports(file)
	e.types(file)
	e.blocks(f)
	consumed, awaited := make([]bool, len(f.facts.Exprs)), make([]bool, len(f.facts.Exprs))
	for x := range f.facts.Exprs {
		switch ex := &f.facts.Exprs[x]; {
		case ex.X < 0:
		case ex.Kind == facts.Call || ex.Kind == facts.New:
			consumed[ex.X] = true
		case ex.Kind == facts.Await:
			awaited[ex.X] = true
		}
	}
	for x := range f.facts.Exprs {
		ex := &f.facts.Exprs[x]
		switch ex.Kind {
		case facts.Call, facts.New:
			if ex.Flags&facts.Implicit != 0 && ex.Kind == facts.New {
				e.madeFromNothing(file, ex)
			} else if ex.Flags&facts.Implicit == 0 {
				e.call(file, facts.ExprID(x), awaited[x])
			}
		case facts.Name, facts.Member, facts.Local:
			if ex.Flags&facts.Void != 0 {
				e.b.Unresolved(graph.Unresolved{Source: e.source(file, ex.In), Name: ex.Name, Owner: f.node.ID, Path: f.path, Line: int(ex.Line),
					Kind: graph.References, Confidence: confidenceOf(ruleLocal), Rule: ruleLocal, Void: true})
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
func (e *emitter) blocks(f *fileState) {
	if len(f.facts.Blocks) == 0 {
		return
	}
	blocks := make([]graph.Block, len(f.facts.Blocks))
	for i, b := range f.facts.Blocks {
		blocks[i] = graph.Block{Start: b.Start, End: b.End, Literal: b.Literal}
	}
	e.b.Blocks[f.path] = blocks
}

// source is the node that code in a definition belongs to.
func (e *emitter) source(file fileID, in facts.DefID) *graph.Node {
	for s := e.symOf(file, in); s >= 0; s = e.syms[s].parent {
		if n := e.syms[s].node; n != nil && e.syms[s].file == file {
			return n
		}
	}
	return e.files[file].node
}

// imports adds the IMPORTS edges of a file.
func (e *emitter) imports(file fileID) {
	f := &e.files[file]
	for i := range f.facts.Imports {
		im, st := &f.facts.Imports[i], f.imports[i]
		site := graph.Site{Line: int(im.Line)}
		if st.missing && im.Flags&facts.GuardedImport == 0 {
			name := im.Name
			if name == "" || name == "*" {
				name = im.Source
			}
			e.unresolved(file, f.node, name, &found{owner: missingTarget}, im.Line, graph.Imports, ruleImport)
			continue
		}
		if st.unit < 0 {
			continue
		}
		if st.within != "" && f.lang.Rules.SharedNamespaces {
			continue // a namespace stands in no file alone
		}
		if st.within != "" && st.unit == f.unit { // a namespace or type of the one top-level scope
			e.importsWithin(f, &st, site)
		} else if st.file >= 0 {
			if n := e.files[st.file].node; n != nil && n != f.node {
				edge := e.b.Edge(f.node, graph.Imports, n, confidenceOf(ruleImport), ruleImport, site)
				edge.Loads = edge.Loads || e.loads(file, facts.ImportID(i))
			}
		} else if un := &e.units[st.unit]; len(un.files) == 1 && f.lang.Unit == nil {
			if n := e.files[un.files[0]].node; n != nil && n != f.node {
				edge := e.b.Edge(f.node, graph.Imports, n, confidenceOf(ruleImport), ruleImport, site)
				edge.Loads = edge.Loads || e.loads(file, facts.ImportID(i))
			}
		} else {
			e.b.Edge(f.node, graph.Imports, e.folder(un.dir), confidenceOf(ruleImport), ruleImport, site)
		}
		if im.Name == "*" && st.within == "" {
			e.listed(file, &st, im)
		}
		if im.Name == "" || im.Name == "*" || st.isModule {
			continue
		}
		switch fd := e.importedOn(file, facts.ImportID(i), nil); fd.status {
		case isSymbol:
			for _, s := range fd.syms {
				if n := e.syms[s].node; n != nil {
					e.b.Edge(f.node, graph.Imports, n, confidenceOf(int(fd.rule)), int(fd.rule), site)
				}
			}
		case isMissing:
			e.unresolved(file, f.node, im.Name, &fd, im.Line, graph.Imports, ruleImport)
		}
	}
	for j := range f.facts.Exports {
		ex := &f.facts.Exports[j]
		if ex.Source == "" {
			continue
		}
		st := f.reexports[j]
		if st.missing {
			e.unresolved(file, f.node, ex.SourceName, &found{owner: missingTarget}, ex.Line, graph.Imports, ruleReexport)
		}
		if st.unit < 0 || st.unit == f.unit {
			continue
		}
		site := graph.Site{Line: int(ex.Line)}
		if n := e.files[e.units[st.unit].files[0]].node; n != nil {
			edge := e.b.Edge(f.node, graph.Imports, n, confidenceOf(ruleReexport), ruleReexport, site)
			edge.Loads = edge.Loads || ex.Name == "*" || ex.SourceName == "*" || !e.erased(f, e.export(file, int32(j), nil))
		}
		if ex.Name == "*" || ex.SourceName == "*" {
			continue
		}
		switch fd := e.export(file, int32(j), nil); fd.status {
		case isSymbol:
			for _, s := range fd.syms {
				if n := e.syms[s].node; n != nil {
					e.b.Edge(f.node, graph.Imports, n, confidenceOf(ruleReexport), ruleReexport, site)
				}
			}
		case isMissing:
			e.unresolved(file, f.node, ex.SourceName, &fd, ex.Line, graph.Imports, ruleReexport)
		}
	}
}

// listed notes what importing everything of a module fails with: names in its list of
// exports that nothing in it binds.
func (e *emitter) listed(file fileID, st *importState, im *facts.Import) {
	if im.Flags&facts.GuardedImport != 0 {
		return
	}
	for _, fi := range e.units[st.unit].files {
		for _, name := range e.files[fi].facts.ExportList {
			if fd := e.moduleMember(st.unit, name); fd.status == isMissing && !fd.behind && fd.owner == ownedByUnit(st.unit) {
				e.unresolved(file, e.files[file].node, name, &fd, im.Line, graph.Imports, ruleImport)
			}
		}
	}
}

// loads reports whether an import makes its target run before the file that it
// stands in.
func (e *emitter) loads(file fileID, i facts.ImportID) bool {
	f := &e.files[file]
	im := &f.facts.Imports[i]
	if im.In != facts.None || im.Flags&(facts.TypeOnly|facts.TypeChecking|facts.Lazy) != 0 {
		return false
	}
	return im.Name == "" || im.Name == "*" || f.imports[i].isModule || !e.erased(f, e.imported(file, i))
}

// erased reports whether a name means nothing but types that are gone when the
// program runs.
func (e *emitter) erased(f *fileState, fd found) bool {
	if !f.lang.Rules.TypesApart || fd.status != isSymbol {
		return false
	}
	for _, s := range fd.syms {
		switch n := e.syms[s].node; {
		case n == nil, n.Label != graph.Interface && n.Label != graph.Type:
			return false
		}
	}
	return true
}

// importsWithin adds the IMPORTS edges of a file to the namespace or type that an
// import takes names from.
func (e *emitter) importsWithin(f *fileState, st *importState, site graph.Site) {
	fd := e.path(st.unit, st.within)
	if fd.status != isSymbol {
		return
	}
	for _, s := range fd.syms {
		if n := e.node(s); n != nil {
			e.b.Edge(f.node, graph.Imports, n, confidenceOf(ruleImport), ruleImport, site)
		}
	}
}

// unresolved notes a use that nothing answers to, as miss says.
func (e *emitter) unresolved(file fileID, source *graph.Node, name string, miss *found, line int32, kind graph.EdgeType, rule int) {
	if !e.files[file].lang.Rules.CheckedNames { // what is not written here may be there all the same
		if kind == graph.Calls {
			e.b.UnknownCalls++
			source.Unknown = append(source.Unknown, name)
		}
		return
	}
	sym, ofSymbol := miss.owner.symbol()
	unit, ofUnit := miss.owner.unit()
	if ofSymbol && e.spansLanguages(file, sym) || ofUnit && e.isSet(unit, name, &e.files[file]) {
		return
	}
	u := graph.Unresolved{Source: source, Name: name, Path: e.files[file].path, Line: int(line), Kind: kind, Confidence: confidenceOf(rule), Rule: rule,
		Behind: miss.behind && e.files[file].lang.Rules.ImportsBind, Open: miss.open, Builds: graph.BuildSet(miss.builds)}
	if u.Builds == 0 {
		u.Builds = e.files[file].node.Builds // all that take the file
	}
	switch {
	case ofUnit:
		un := &e.units[unit]
		if n := e.files[un.files[0]].node; n != nil && e.files[un.files[0]].lang.Unit == nil {
			u.Owner = n.ID
		} else {
			u.Owner = e.folder(un.dir).ID
		}
	case ofSymbol:
		n := e.syms[sym].node
		if n == nil {
			return
		}
		u.Owner = n.ID
	}
	e.b.Unresolved(u)
}

// types adds a reference for every type name written.
func (e *emitter) types(file fileID) {
	f := &e.files[file]
	for i := range f.facts.Types {
		ty := &f.facts.Types[i]
		if ty.Kind != facts.Named || ty.Name == "" {
			continue
		}
		if ty.Qualifier == "" && e.typeParam(file, ty.In, ty.Name) != unknown {
			continue
		}
		source := e.source(file, ty.In)
		switch fd := e.typeName(file, ty); fd.status {
		case isSymbol:
			e.lackingIn(file, ty.In, ty.Name, fd.syms, ty.Line, graph.References, ruleUnit)
			for _, s := range e.ofArity(fd.syms, len(ty.Args)) {
				if n := e.syms[s].node; n != nil && n != source {
					e.b.Edge(source, graph.References, n, confidenceOf(int(fd.rule)), int(fd.rule), graph.Site{Line: int(ty.Line)})
				}
			}
		case isMissing:
			if !ty.Spoken {
				e.unresolved(file, source, ty.Name, &fd, ty.Line, graph.References, int(ruleUnit))
			}
		}
	}
}

// keys refers to the fields named in a composite literal.
func (e *emitter) keys(file fileID, ex *facts.Expr) {
	f := &e.files[file]
	t := e.declType(file, ex.Type)
	if e.resolver.types.kind(t) != kInstance {
		return
	}
	source := e.source(file, ex.In)
	for i := range ex.Args {
		a := &ex.Args[i]
		if a.Keyword == "" {
			continue
		}
		line := cmp.Or(a.Line, ex.Line)
		if a.Line == 0 && a.X >= 0 {
			line = f.facts.Exprs[a.X].Line
		}
		switch fd := e.memberIn(file, t, a.Keyword); fd.status {
		case isSymbol:
			e.lackingIn(file, ex.In, a.Keyword, fd.syms, line, graph.References, ruleMember)
			for _, s := range fd.syms {
				if n := e.syms[s].node; n != nil {
					e.b.Edge(source, graph.References, n, confidenceOf(int(fd.rule)), int(fd.rule), graph.Site{Line: int(line)})
				}
			}
		case isMissing:
			e.unresolved(file, source, a.Keyword, &fd, line, graph.References, ruleMember)
		}
	}
}

// reference adds the use of a name or member that is not called.
func (e *emitter) reference(file fileID, x facts.ExprID) {
	f := &e.files[file]
	ex := &f.facts.Exprs[x]
	fd := *e.found(e.denote(file, x))
	switch fd.status {
	case isSymbol:
		source := e.source(file, ex.In)
		if ex.Kind != facts.Local && ex.Flags&facts.Guarded == 0 {
			e.lackingIn(file, ex.In, ex.Name, fd.syms, ex.Line, graph.References, int(missingRule(ex)))
		}
		for _, s := range e.defined(fd.syms) {
			n := e.syms[s].node
			if n != nil && e.isBareCall(f, s) && ex.Flags&facts.Write == 0 {
				e.b.Edge(source, graph.Calls, n, confidenceOf(int(fd.rule)), int(fd.rule), graph.Site{Line: int(ex.Line), Call: &graph.Call{}})
				continue
			}
			if n == nil || n == source && n.Label.Callable() {
				continue
			}
			rule := int(fd.rule)
			if fd.partial {
				rule = ruleUnion
			}
			e.b.Edge(source, graph.References, n, confidenceOf(rule), rule, graph.Site{Line: int(ex.Line)})
		}
	case isModule: // one that is itself a function or class
		e.resolver.types.each(e.moduleValue(fd.unit), func(t typ) {
			if k := e.resolver.types.node(t); k.kind == kFunc || k.kind == kClass {
				if n := e.node(k.symbol()); n != nil {
					e.b.Edge(e.source(file, ex.In), graph.References, n, confidenceOf(int(fd.rule)), int(fd.rule), graph.Site{Line: int(ex.Line)})
				}
			}
		})
	case isMissing:
		if ex.Flags&facts.Guarded == 0 && (ex.Flags&facts.Write == 0 || f.lang.Rules.DeclaredNames) {
			e.unresolved(file, e.source(file, ex.In), ex.Name, &fd, ex.Line, graph.References, int(missingRule(ex)))
		}
	case notKnown:
		e.doubtful(f, file, ex, graph.References)
	}
}

func missingRule(ex *facts.Expr) int {
	if ex.Kind == facts.Member {
		return ruleMember
	}
	return ruleUnit
}

// call adds the edges of one call; awaited says whether its result is awaited there.
func (e *emitter) call(file fileID, x facts.ExprID, awaited bool) {
	f := &e.files[file]
	ex := &f.facts.Exprs[x]
	source := e.source(file, ex.In)
	for i := range ex.Args {
		if a := ex.Args[i].X; a >= 0 {
			if fd := e.found(e.denote(file, a)); fd.status == isSymbol {
				for _, s := range fd.syms {
					if n := e.syms[s].node; n != nil {
						e.registered(file, ex, n)
					}
				}
			}
		}
	}
	targets, st := e.targets(file, x)
	targets = e.flowing(file, x, targets)
	if st.status == isMissing {
		callee := &f.facts.Exprs[ex.X]
		if callee.Flags&facts.Guarded == 0 && ex.Flags&facts.Guarded == 0 {
			e.unresolved(file, source, f.calleeName(callee), &st, callee.Line, graph.Calls, missingRule(callee))
		} else {
			source.Unknown = append(source.Unknown, f.calleeName(callee)) // it may be there all the same
		}
		return
	}
	if callee := &f.facts.Exprs[max(ex.X, 0)]; st.status == isSymbol && (callee.Kind == facts.Name || callee.Kind == facts.Member) {
		e.lackingIn(file, ex.In, callee.Name, st.syms, callee.Line, graph.Calls, missingRule(callee))
	}
	if len(targets) == 0 {
		if st.status == notKnown && ex.Flags&facts.Guarded == 0 {
			e.doubtful(f, file, &f.facts.Exprs[max(ex.X, 0)], graph.Calls)
		}
		callee := &f.facts.Exprs[max(ex.X, 0)]
		if st.status == notKnown || st.status == isValue || st.status == isSymbol && !e.def(st.syms[0]).Kind.IsCallable() && !e.def(st.syms[0]).Kind.IsType() {
			source.Unknown = append(source.Unknown, f.calleeName(callee)) // also what a variable holds
		}
		if st.status == notKnown && ex.Flags&facts.Operator == 0 && (ex.Flags&facts.Decorates == 0 || !f.lang.Rules.AnyDecorator) && (callee.Kind != facts.Member || !f.lang.ObjectMembers[callee.Name]) {
			e.b.UnknownCalls++
		}
		return
	}
	site := graph.Site{Line: int(ex.Line), Call: e.form(file, ex)}
	site.Call.Awaited = awaited
	for _, t := range targets {
		n := e.syms[t.sym].node
		if n == nil {
			continue
		}
		s := site
		if t.free || t.rule >= ruleDispatch {
			c := *site.Call
			c.Checkable = false
			c.Indirect = t.rule == ruleDispatch || t.rule >= ruleReceiver
			s.Call = &c
		}
		if t.rule >= ruleTestValue {
			e.b.Edge(source, graph.MayCall, n, confidenceOf(t.rule), t.rule, s)
			continue
		}
		e.b.Edge(source, graph.Calls, n, confidenceOf(t.rule), t.rule, s)
		if source.Test && !n.Test {
			e.b.Edge(source, graph.Tests, n, confidenceOf(t.rule), t.rule, graph.Site{})
		}
	}
}

// calleeName returns the name that a call has for what it calls.
func (f *fileState) calleeName(callee *facts.Expr) string {
	if callee.Kind == facts.Local {
		return f.facts.Vars[callee.Ref].Name
	}
	return callee.Name
}

// form is what of a call decides whether it fits a signature.
func (e *emitter) form(file fileID, ex *facts.Expr) *graph.Call {
	f := &e.files[file]
	c := &graph.Call{
		At:        ex.At,
		Values:    ex.ValueCount(),
		Discarded: ex.Flags&facts.Discarded != 0, Deferred: ex.Flags&facts.Deferred != 0, AsIs: ex.Flags&facts.UsedAsIs != 0,
		Checkable: f.lang.Rules.CheckedCalls && ex.Flags&(facts.JSX|facts.Guarded) == 0,
	}
	if ex.Flags&facts.Decorates != 0 && f.lang.Rules.AnyDecorator { // nothing runs it where it stands
		c.Checkable = false
	}
	if callee := &f.facts.Exprs[ex.X]; callee.Kind == facts.Member {
		c.Receiver = e.written(f, callee.X, 0)
	}
	for i := range ex.Args {
		switch a := &ex.Args[i]; {
		case a.DoubleSpread:
			c.SpreadKeywords = true
		case a.Spread:
			c.Spread = true
		case a.Keyword != "":
			c.Keywords = append(c.Keywords, a.Keyword)
		default:
			c.Args++
		}
	}
	sort.Strings(c.Keywords)
	if f.lang.Rules.MultiValueArgs && len(ex.Args) == 1 && ex.Args[0].X >= 0 {
		if a := &f.facts.Exprs[ex.Args[0].X]; a.Kind == facts.Call {
			t := e.exprType(file, ex.Args[0].X)
			switch k := e.resolver.types.kind(t); {
			case k == kTuple, k == 0, k == kUnion:
				c.Args, c.Spread, c.Outside = 0, true, t == external
			}
		}
	}
	return c
}

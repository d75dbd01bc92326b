package ecmascript

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/component"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/syntax"
)

// templateName is the name of the function that a template is.
const templateName = "template"

// labeled visits a statement with a label. In a component the label may be that of the template, and in
// the template it is a name that the markup binds.
func (e *extractor) labeled(i int32) {
	t := e.t
	label, body := t.FirstNamed(i), t.Child(i, syntax.FBody)
	switch {
	case e.component && !e.markup && e.b.AtFileLevel() && t.Text(label) == component.Label && t.Kind(body) == syntax.KStatementBlock:
		e.templates = append(e.templates, i)
		return
	case e.markup:
		e.b.Declare(lang.NewVar(facts.LocalVar, t.Word(label), t.Line(label)))
	}
	if body >= 0 {
		e.statement(body)
	}
}

// finishComponent visits the templates, which see all members of the component, and adds the default
// export that the compiler makes.
func (e *extractor) finishComponent() {
	template := facts.DefID(facts.None)
	for _, i := range e.templates {
		template = e.template(i)
	}
	for i := range e.f.Exports {
		if e.f.Exports[i].Name == "default" {
			return
		}
	}
	ex := facts.Export{Name: "default", X: facts.None, Def: template, Line: 1}
	if template != facts.None {
		e.f.Defs[template].Flags |= facts.Exported | facts.Default
		ex.Line = e.f.Defs[template].Line
	}
	e.exports(ex)
}

// template makes a function of the block with the label at node i.
func (e *extractor) template(i int32) facts.DefID {
	d := e.define(facts.Function, templateName, i, -1)
	e.b.Enter(d)
	e.enterFunction(i, d, facts.None)
	e.markup = true
	e.declareMembers()
	e.statements(e.t.Child(i, syntax.FBody))
	e.markup = false
	e.leaveFunction()
	e.b.Leave()
	e.hash.Function(d, i, i)
	e.f.Defs[d].Signature = templateName
	e.f.Defs[d].SignatureEnd = e.f.Defs[d].Line
	return d
}

// declareMembers declares the functions that the options of a component define: those of the object
// that is the default export, and what its function setup defines.
func (e *extractor) declareMembers() {
	within := func(d facts.DefID, name string) bool {
		return d != facts.None && e.f.Defs[d].Name == name
	}
	for i := range e.f.Defs {
		d := &e.f.Defs[i]
		p := d.Parent
		if !d.Kind.IsCallable() || p == facts.None {
			continue
		}
		grand := e.f.Defs[p].Parent
		member := within(p, "default")
		option := within(grand, "default") && (within(p, "methods") || within(p, "computed") || within(p, "setup"))
		if member || option {
			v := lang.NewVar(facts.DefVar, d.Name, d.Line)
			v.Def = facts.DefID(i)
			e.b.Declare(v)
		}
	}
}

// use visits ~Name, which stands for an element of a component, and reports whether i is one.
func (e *extractor) use(i int32) bool {
	t := e.t
	name := t.LastNamed(i)
	if t.Text(t.First(i)) != "~" || name < 0 || t.Kind(name) != syntax.KIdentifier && t.Kind(name) != syntax.KMemberExpression {
		return false
	}
	component := e.expr(name)
	if component == facts.None {
		return false
	}
	x := lang.NewExpr(facts.Call, e.f.Exprs[component].Line)
	x.X, x.Flags, x.At = component, facts.JSX, t.Last(i)
	e.b.Discard(e.b.Expr(x))
	return true
}

// guardGiven marks as Guarded the names that the file does not import, and calls of them: plugins give
// scripts and templates names.
func (e *extractor) guardGiven() {
	imported := make(map[string]bool)
	for i := range e.f.Imports {
		imported[e.f.Imports[i].Alias] = true
	}
	e.f.DynamicNames = true
	for i := range e.f.Exprs {
		x := &e.f.Exprs[i]
		given := x.Kind == facts.Name && !imported[x.Name]
		if x.Kind == facts.Call && x.X != facts.None {
			callee := &e.f.Exprs[x.X]
			given = callee.Kind == facts.Name && callee.Flags&facts.Guarded != 0
		}
		if given {
			x.Flags |= facts.Guarded
		}
	}
}

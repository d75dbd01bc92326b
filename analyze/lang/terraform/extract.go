package terraform

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks the tree of one file once.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	comments walk.Comments
	locals   []string // names that for expressions and dynamic blocks around bind
	modules  map[string]bool
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{t: t, b: b, modules: make(map[string]bool)}
	x.importModules(0)
	x.top(0)
}

// moduleName is the name under which a file imports the module that module.name calls. No source text
// can contain it.
func moduleName(name string) string { return "module " + name }

// importModules imports what the module calls of the file mean: a use may stand before its call.
func (x *extractor) importModules(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kBody:
			x.importModules(c)
		case kBlock:
			kind, labels := x.head(c)
			if kind != "module" || len(labels) != 1 {
				continue
			}
			if source := x.attribute(c, "source"); source >= 0 {
				im := facts.Import{Source: strings.Trim(x.t.Text(x.t.LastNamed(source)), `"`), Name: "*", Alias: moduleName(labels[0]), Line: x.t.Line(source)}
				x.b.Import(im)
				x.modules[labels[0]] = true
			}
		}
	}
}

// attribute returns the attribute of block n that is called name, -1 for none.
func (x *extractor) attribute(n int32, name string) int32 {
	body := x.t.ChildOfKind(n, kBody)
	if body < 0 {
		return -1
	}
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kAttribute && x.t.Text(x.t.FirstNamed(c)) == name {
			return c
		}
	}
	return -1
}

// head returns the type of block n and its labels.
func (x *extractor) head(n int32) (kind string, labels []string) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kIdentifier:
			if kind == "" {
				kind = x.t.Text(c)
			} else {
				labels = append(labels, x.t.Text(c))
			}
		case kStringLit:
			labels = append(labels, strings.Trim(x.t.Text(c), `"`))
		}
	}
	return kind, labels
}

// top visits the blocks of the file.
func (x *extractor) top(n int32) {
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch x.t.Kind(c) {
		case kBody: // a comment before it is that of its first block
			x.top(c)
			continue
		case kBlock:
			x.block(c)
		}
		x.comments.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// address returns the name of a block, "" where it has none.
func address(kind string, labels []string) string {
	switch {
	case kind == "resource" && len(labels) == 2:
		return strings.Join(labels, ".")
	case (kind == "data" || kind == "ephemeral") && len(labels) == 2:
		return kind + "." + strings.Join(labels, ".")
	case kind == "variable" && len(labels) == 1:
		return "var." + labels[0]
	case (kind == "module" || kind == "output") && len(labels) == 1:
		return kind + "." + labels[0]
	}
	return ""
}

// block visits a block of the file.
func (x *extractor) block(n int32) {
	kind, labels := x.head(n)
	name := address(kind, labels)
	switch {
	case kind == "locals":
		x.localValues(x.t.ChildOfKind(n, kBody))
	case kind == "moved" || kind == "removed" || kind == "import":
	case name == "":
		x.uses(n)
	default:
		symbol := facts.Constant
		if kind == "variable" {
			symbol = facts.Variable
		}
		d := x.define(symbol, name, n)
		x.b.Enter(d)
		if kind == "module" && x.modules[labels[0]] {
			x.arguments(n, labels[0])
		}
		x.uses(n)
		x.b.Leave()
		x.hash(d, n, kind)
	}
}

func (x *extractor) localValues(body int32) {
	if body < 0 {
		return
	}
	var comments walk.Comments
	for c := x.t.First(body); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kAttribute {
			outer := x.comments
			x.comments = comments
			d := x.define(facts.Constant, "local."+x.t.Text(x.t.FirstNamed(c)), c)
			x.comments = outer
			x.b.Enter(d)
			x.uses(c)
			x.b.Leave()
			x.hash(d, c, "")
		}
		comments.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// define adds the definition that is node n.
func (x *extractor) define(kind facts.DefKind, name string, n int32) facts.DefID {
	place := walk.PlaceOf(x.t, n, x.t.Line(n), &x.comments, func(comments []int32) uint64 {
		return walk.DocHash(x.b, comments, func(text []byte) []byte { return bytes.Trim(text, "#/* \t\r\n") })
	})
	d := place.Def(x.t, kind, name, -1, -1)
	d.SignatureEnd = d.Start
	d.Signature = name
	d.Flags |= facts.Exported
	return x.b.Def(d)
}

func (x *extractor) hash(d facts.DefID, n int32, kind string) {
	h := x.b.Hasher()
	h.Text([]byte(kind))
	if kind == "variable" {
		h.Add(x.b, x.attribute(n, "type"), nil)
		if x.attribute(n, "default") >= 0 {
			h.Text([]byte("default"))
		}
	}
	signature := h.Cut()
	h.Add(x.b, n, nil)
	x.b.SetHashes(d, signature, h.Cut(), h)
}

// arguments adds the variables that the arguments of module call n set.
func (x *extractor) arguments(n int32, module string) {
	body := x.t.ChildOfKind(n, kBody)
	for c := x.t.First(max(body, 0)); body >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) != kAttribute {
			continue
		}
		name := x.t.FirstNamed(c)
		switch x.t.Text(name) {
		case "source", "version", "count", "for_each", "providers", "depends_on":
		default:
			line := x.t.Line(name)
			x.b.Expr(memberOf(x.b.NameExpr(moduleName(module), line), "var."+x.t.Text(name), line))
		}
	}
}

func memberOf(of facts.ExprID, name string, line int32) facts.Expr {
	m := lang.NewExpr(facts.Member, line)
	m.X, m.Name = of, name
	return m
}

// uses visits everything below n.
func (x *extractor) uses(n int32) {
	before := len(x.locals)
	x.bind(n)
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.uses(c)
		switch x.t.Kind(c) {
		case kVariableExpr:
			x.reference(c)
		case kFunctionCall:
			x.call(c)
		}
	}
	x.locals = x.locals[:before]
}

// bind adds the names that node n binds for what is below it.
func (x *extractor) bind(n int32) {
	if x.t.Kind(n) == kBlock {
		if kind, labels := x.head(n); kind == "dynamic" && len(labels) == 1 {
			name := labels[0]
			if iterator := x.attribute(n, "iterator"); iterator >= 0 {
				name = x.t.Text(x.t.LastNamed(iterator))
			}
			x.locals = append(x.locals, name)
		}
		return
	}
	intro := x.t.ChildOfKind(n, kForIntro)
	for c := x.t.First(max(intro, 0)); intro >= 0 && c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kIdentifier {
			x.locals = append(x.locals, x.t.Text(c))
		}
	}
}

// reference adds the use of the address that begins with the name at node n.
func (x *extractor) reference(n int32) {
	parts := []string{x.t.Text(n)}
	for c := x.t.Next(n); c >= 0 && x.t.Kind(c) == kGetAttr && len(parts) < 3; c = x.t.Next(c) {
		parts = append(parts, x.t.Text(x.t.LastNamed(c)))
	}
	for _, name := range x.locals {
		if name == parts[0] {
			return
		}
	}
	line := x.t.Line(n)
	name := func(count int) {
		if len(parts) >= count {
			x.b.NameExpr(strings.Join(parts[:count], "."), line)
		}
	}
	switch parts[0] {
	case "each", "count", "self", "path", "terraform":
	case "data", "ephemeral":
		name(3)
	case "module":
		name(2)
		if len(parts) == 3 && x.modules[parts[1]] {
			x.b.Expr(memberOf(x.b.NameExpr(moduleName(parts[1]), line), "output."+parts[2], line))
		} else if len(parts) == 2 && x.modules[parts[1]] {
			x.indexed(n, parts[1])
		}
	default:
		name(2)
	}
}

// indexed adds the use of an output of one of several instances: module.net[0].id.
func (x *extractor) indexed(n int32, module string) {
	c := x.t.Next(x.t.Next(n)) // behind .net
	for c >= 0 && x.t.Kind(c) != kGetAttr {
		if !x.t.Named(c) {
			return
		}
		c = x.t.Next(c)
	}
	if c < 0 {
		return
	}
	line := x.t.Line(c)
	x.b.Expr(memberOf(x.b.NameExpr(moduleName(module), line), "output."+x.t.Text(x.t.LastNamed(c)), line))
}

// call adds a call of a function of the language.
func (x *extractor) call(n int32) {
	name := x.t.FirstNamed(n)
	if name < 0 {
		return
	}
	callee := x.b.NameExpr(x.t.Text(name), x.t.Line(name))
	e := lang.NewExpr(facts.Call, x.t.Line(name))
	e.X, e.At = callee, x.t.Last(n)
	x.b.Expr(e)
}

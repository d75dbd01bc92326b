package tree

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// try returns a Try, or the Block of one without handlers.
func (l *lowerer) try(i int32) *Node {
	body := l.at(i, lang.RoleBlock)
	var handlers, held []*Node
	for _, c := range l.parts(i) {
		switch l.role(c) {
		case lang.RoleCatch:
			handlers = append(handlers, l.catches(c)...)
		case lang.RoleFinally:
			handlers = append(handlers, l.finally(c))
		case lang.RoleElse, lang.RoleBlock:
			body.Kids = append(body.Kids, l.block(c).Kids...)
		default:
			if l.kindName(c) == "resource_specification" {
				held = l.spread(l.parts(c))
			} else {
				l.statement(c, &body.Kids)
			}
		}
	}
	body.Kids = flattenElse(body.Kids)
	if len(held) > 0 {
		header := &Node{Role: RoleList, Kids: held, Line: held[0].Line, Start: held[0].Start, End: held[len(held)-1].End}
		with := l.at(i, lang.RoleWith, header, body)
		if len(handlers) == 0 {
			return with
		}
		body = l.at(i, lang.RoleBlock, with)
	}
	if len(handlers) == 0 {
		return l.list(i, body.Kids)
	}
	return l.at(i, lang.RoleTry, append([]*Node{body}, handlers...)...)
}

// catches returns the handlers of a clause: several where it has cases.
func (l *lowerer) catches(i int32) []*Node {
	header, body := l.at(i, RoleList), l.at(i, lang.RoleBlock)
	var out []*Node
	for _, c := range l.children(i) {
		if !l.named(c) {
			continue
		}
		r, f := l.role(c), l.field(c)
		switch {
		case r == lang.RoleModifiers || r == lang.RoleDecorator || l.kindName(c) == "catch_keyword":
		case r == lang.RoleBlock || f != 0 && f == l.body:
			body = l.block(c)
		case r == lang.RoleInline || r == lang.RoleCase:
			cases := []int32{c}
			if r == lang.RoleInline {
				cases = l.parts(c)
			}
			found := false
			for _, k := range cases {
				if l.role(k) == lang.RoleCase {
					a := l.arm(k)
					a.Role = lang.RoleCatch
					out = append(out, a)
					found = true
				}
			}
			if !found {
				header.Kids = append(header.Kids, l.patternParts(c)...)
			}
		case r == lang.RoleSkip:
			header.Kids = append(header.Kids, l.raw(c)) // the type of what is caught
		case r == lang.RoleElse:
			body.Kids = append(body.Kids, l.block(c).Kids...)
		default:
			if k := l.kindName(c); k == "catch_declaration" || k == "catch_formal_parameter" || k == "parameter_list" {
				header.Kids = append(header.Kids, l.caught(c)...)
			} else if n := l.expr(c); n != nil && n.Role == lang.RoleAssign { // type as name
				header.Kids = append(header.Kids, n.Kids[1], n.Kids[0])
			} else if n != nil {
				header.Kids = append(header.Kids, spreadOne(n)...)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	l.arrange(header)
	return []*Node{l.at(i, lang.RoleCatch, header, body)}
}

// arrange puts the name of the error behind its type in the header of a handler, and leaves out the type that a
// handler without one catches.
func (l *lowerer) arrange(header *Node) {
	k := header.Kids
	if len(k) == 2 && k[0].Role == lang.RoleName && k[1].Role == lang.NoRole && len(k[1].Kids) == 0 {
		k[0], k[1] = k[1], k[0]
	}
	if len(k) > 0 && l.form.Caught != "" && k[0].Role == lang.RoleName && k[0].Text == l.form.Caught {
		header.Kids = k[1:]
	}
}

// patternParts returns the types in a pattern, then the names that it binds.
func (l *lowerer) patternParts(i int32) []*Node {
	var types, names []*Node
	dot := false // before a case
	var visit func(i int32, depth int)
	visit = func(i int32, depth int) {
		switch r := l.role(i); {
		case depth > MaxDepth || !l.named(i) || l.kindName(i) == "value_binding_pattern":
		case r == lang.RoleSkip:
			types = append(types, l.raw(i))
		case r == lang.RoleName && dot:
			dot = false
			n := l.raw(i)
			n.Text = "." + n.Text // which tells it from the name of the error
			types = append(types, n)
		case r == lang.RoleName:
			names = append(names, l.leaf(i, lang.RoleName))
		default:
			for _, c := range l.children(i) {
				dot = dot || !l.named(c) && l.t.Text(c) == "."
				visit(c, depth+1)
			}
		}
	}
	visit(i, 0)
	return append(types, names...)
}

// caught returns what a handler declares: type and name.
func (l *lowerer) caught(i int32) []*Node {
	var out []*Node
	for _, c := range l.children(i) {
		if !l.named(c) || l.role(c) == lang.RoleModifiers {
			continue
		}
		if l.role(c) == lang.RoleParameter {
			out = append(out, l.caught(c)...)
			continue
		}
		out = append(out, l.raw(c))
	}
	return out
}

func (l *lowerer) finally(i int32) *Node {
	body := l.at(i, lang.RoleBlock)
	body.Kids = l.statements(l.parts(i))
	return l.at(i, lang.RoleFinally, body)
}

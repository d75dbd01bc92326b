package tree

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// function returns a Function.
//
// Long because the children of a function are in one loop, whose order decides.
func (l *lowerer) function(i int32) *Node {
	params := l.at(i, lang.RoleParameters)
	body := l.at(i, lang.RoleBlock)
	n := l.at(i, lang.RoleFunction)
	var decorators, first []*Node
	owner := ""
	outer := l.unset
	l.unset = nil
	hasBody := false
	setBody := func(c int32) {
		hasBody = true
		if l.role(c) != lang.RoleBlock {
			body = l.at(c, lang.RoleBlock)
			l.statementOrText(c, &body.Kids, true) // a text here is no documentation
			body.Kids = returned(body.Kids)
			return
		}
		body = l.block(c)
		if f := l.t.First(c); f >= 0 && l.t.Text(f) == "=" {
			body.Kids = returned(body.Kids)
		}
	}
	declared := l.role(i) == lang.RoleFunction
	for _, c := range l.children(i) {
		r, f := l.role(c), l.field(c)
		if !l.named(c) {
			switch s := l.t.Text(c); {
			case f != 0 && f == l.name:
				n.Text = s
			case f != 0 && f == l.defaultValue && isValueToken(s) && len(params.Kids) > 0: // of Swift
				params.Kids[len(params.Kids)-1].Kids = []*Node{l.nothing(c)}
			case isVisibility(s) || s == "static" || s == "async":
				n.Mods = append(n.Mods, s)
			case s == "init" || s == "constructor" || s == "deinit" || s == "get" || s == "set" || s == "willSet" || s == "didSet":
				if n.Text == "" && declared {
					n.Text = s
				}
			}
			continue
		}
		kind := l.kindName(c)
		switch {
		case kind == "computed_getter" || kind == "computed_setter":
			n.Kids = append(n.Kids, l.function(c))
		case f != 0 && f == l.receiver:
			owner = receiverType(l.t.Text(c))
			l.addParameters(c, params)
		case r == lang.RoleModifiers:
			l.modifiers(c, n, &decorators)
		case r == lang.RoleDecorator:
			decorators = append(decorators, l.decorator(c))
		case f != 0 && f == l.declarator:
			owner, n.Text = l.declared(c, params)
		case f != 0 && f == l.name && r != lang.RoleSkip && declared:
			n.Text = l.t.Text(c)
		case kind == "storage_class_specifier":
			n.Mods = append(n.Mods, l.t.Text(c))
		case r == lang.RoleParameters:
			before := len(params.Kids)
			if l.addParameters(c, params); f != 0 && f == l.result {
				for _, p := range params.Kids[before:] {
					p.Op = Result
				}
			}
		case r == lang.RoleParameter:
			params.Kids = append(params.Kids, l.grouped(c)...)
		case f != 0 && f == l.defaultValue && len(params.Kids) > 0: // of Swift
			last := params.Kids[len(params.Kids)-1]
			if v := l.expr(c); v != nil {
				last.Kids = []*Node{v}
			}
		case f != 0 && f == l.parameters || l.kindName(i) == "arrow_function" && f != 0 && f == l.onlyParameter:
			if v := l.expr(c); v != nil {
				params.Kids = append(params.Kids, plainParameter(v))
			}
		case f != 0 && f == l.body || r == lang.RoleBlock:
			setBody(c)
		case f != 0 && (f == l.typ || f == l.returnType) || r == lang.RoleSkip:
		case kind == "arrow_expression_clause":
			setBody(c)
		case kind == "field_initializer_list" || kind == "constructor_initializer" || kind == "constructor_delegation_call":
			if v := l.expr(c); v != nil {
				first = append(first, v)
			}
		case n.Text == "" && r == lang.RoleName && declared && !hasBody:
			n.Text = l.t.Text(c)
		case l.role(i) == lang.RoleLambda && !hasBody:
			// The body of a literal without a role of its own: an expression, statements.
			if kind == "lambda_capture_specifier" || kind == "capture_list" || kind == "abstract_function_declarator" {
				break
			}
			l.statement(c, &body.Kids)
		case kind == "setter_specifier" || kind == "getter_specifier" || kind == "throws" || kind == "type_constraints":
		default:
			if !declared {
				l.statement(c, &body.Kids)
			}
		}
	}
	if l.role(i) == lang.RoleLambda {
		if c := l.child(i, l.name); c >= 0 {
			n.Name = l.t.Text(c)
		}
		n.Text = ""
		if !hasBody && len(body.Kids) == 1 {
			body.Kids = returned(body.Kids)
		}
	}
	if len(n.Kids) > 0 { // accessors
		body.Kids = append(body.Kids, n.Kids...)
	}
	if l.form.OnlyIsResult && l.hasResult(i) && len(body.Kids) == 1 && !body.Kids[0].Is(lang.RoleIf, lang.RoleSwitch, lang.RoleWith, lang.RoleBlock) {
		body.Kids = returned(body.Kids)
	}
	body.Kids = append(first, flattenElse(body.Kids)...)
	if l.form.TailValue || l.role(i) == lang.RoleLambda && l.kindName(i) == "lambda_literal" {
		untail(body, 0)
	} else {
		unreturn(body)
	}
	if k, _ := slices.BinarySearch(l.broken, i); k < len(l.broken) && l.broken[k] < i+l.t.Nodes[i].Size {
		n.Broken = true
	}
	if owner != "" {
		n.Text = owner + "." + n.Text
	}
	if l.form.LockModifier != "" && slices.Contains(n.Mods, l.form.LockModifier) && len(body.Kids) > 0 {
		body = locked(n, body)
	}
	body.Mods, l.unset = setLater(body, l.unset), outer
	n.Kids = append([]*Node{params, body}, decorators...)
	return n
}

// setLater marks the only assignments to variables that are declared without a value as what declares them, where they
// come before all uses and their block holds these: int n; n = f() is int n = f(). It returns the other variables.
func setLater(body *Node, unset []string) []string {
	if len(unset) == 0 {
		return nil
	}
	uses, stores, first := make(map[string]int), make(map[string]int), make(map[string]uint32)
	count := func(in *Node, uses map[string]int) {
		in.Walk(func(n *Node) bool {
			if n.Role == lang.RoleName && slices.Contains(unset, n.Text) {
				uses[n.Text]++
				if at, ok := first[n.Text]; !ok || n.Start < at {
					first[n.Text] = n.Start
				}
			}
			return true
		})
	}
	count(body, uses)
	var set []*Node
	body.Walk(func(n *Node) bool {
		if n.Role == lang.RoleAssign && n.Kids[0].Role == lang.RoleName {
			stores[n.Kids[0].Text]++
		}
		if n.Role == lang.RoleBlock {
			for _, k := range n.Kids {
				if isSet(k) && slices.Contains(unset, k.Kids[0].Text) && first[k.Kids[0].Text] == k.Kids[0].Start {
					inside := make(map[string]int)
					if count(n, inside); inside[k.Kids[0].Text] == uses[k.Kids[0].Text] {
						set = append(set, k)
					}
				}
			}
		}
		return true
	})
	for _, n := range set {
		if name := n.Kids[0].Text; stores[name] == 1 {
			n.Declares = true
			unset = slices.DeleteFunc(slices.Clone(unset), func(s string) bool { return s == name })
		}
	}
	return unset
}

// isSet reports whether a statement stores a value under a plain name.
func isSet(n *Node) bool {
	return n.Is(lang.RoleAssign) && n.Op == "=" && n.Kids[0].Is(lang.RoleName)
}

// locked returns a body that holds the lock of its instance, or of its type.
func locked(fn, body *Node) *Node {
	held := &Node{Role: lang.RoleName, Text: "this", Line: fn.Line, Start: fn.Start, End: body.Start}
	if slices.Contains(fn.Mods, "static") {
		held.Text = "class"
	}
	header := &Node{Role: RoleList, Kids: []*Node{held}, Line: fn.Line, Start: fn.Start, End: body.Start}
	with := &Node{Role: lang.RoleWith, Kids: []*Node{header, body}, Line: fn.Line, Start: fn.Start, End: body.End}
	return &Node{Role: lang.RoleBlock, Kids: []*Node{with}, Line: body.Line, Start: body.Start, End: body.End}
}

// hasResult reports whether a function says that it has a result, or is the getter of a property.
func (l *lowerer) hasResult(i int32) bool {
	switch l.kindName(i) {
	case "computed_property", "computed_getter":
		return true
	}
	return l.role(i) == lang.RoleFunction && slices.ContainsFunc(l.children(i), func(c int32) bool { return !l.named(c) && l.t.Text(c) == "->" })
}

// returned returns a body that is a value as one that returns it.
func returned(kids []*Node) []*Node {
	if len(kids) == 1 && kids[0].Is(lang.RoleTry) {
		return []*Node{returnedEach(kids[0])}
	}
	if len(kids) != 1 || kids[0].Is(lang.RoleReturn, lang.RoleThrow, lang.RoleAssign, lang.RoleLoop, lang.RoleTry, lang.RoleDefer, lang.RoleFunction) {
		return kids
	}
	v := kids[0]
	return []*Node{{Role: lang.RoleReturn, Kids: kids, Line: v.Line, Start: v.Start, End: v.End}}
}

// returnedEach returns a try whose value is returned as one that returns the last value of each body.
func returnedEach(try *Node) *Node {
	for _, b := range try.Kids {
		if b.Is(lang.RoleCatch) {
			b = b.Kids[1]
		}
		if last := len(b.Kids) - 1; last >= 0 && !b.Is(lang.RoleFinally) {
			b.Kids = append(b.Kids[:last], returned(slices.Clone(b.Kids[last:]))...)
		}
	}
	return try
}

// untail marks the values that a body gives, and takes the return before them away: at the
// end of a body it says nothing.
func untail(b *Node, depth int) {
	if b == nil || len(b.Kids) == 0 || depth > 50 {
		return
	}
	last := b.Kids[len(b.Kids)-1]
	switch last.Role {
	case lang.RoleReturn:
		if len(last.Kids) == 1 {
			b.Kids[len(b.Kids)-1] = last.Kids[0]
			last.Kids[0].Tail = true
		}
	case lang.RoleIf:
		untail(last.Kids[1], depth+1)
		untail(last.Kids[2], depth+1)
	case lang.RoleSwitch:
		for _, c := range last.Kids[1:] {
			untail(c.Kids[1], depth+1)
		}
	case lang.RoleTry:
		untail(last.Kids[0], depth+1)
	default:
		last.Tail = true
	}
}

// unreturn takes a return without a value off the end of a body.
func unreturn(b *Node) {
	for len(b.Kids) > 0 {
		last := b.Kids[len(b.Kids)-1]
		if last.Role != lang.RoleReturn || len(last.Kids) > 0 {
			return
		}
		b.Kids = b.Kids[:len(b.Kids)-1]
	}
}

// receiverType returns the type of "(s *Server[T])".
func receiverType(s string) string {
	s = strings.Trim(s, "() ")
	if i := strings.LastIndexAny(s, " *"); i >= 0 && !strings.Contains(s, "[") {
		s = s[i+1:]
	}
	s, _, _ = strings.Cut(s, "[")
	if i := strings.LastIndexAny(s, " *"); i >= 0 {
		s = s[i+1:]
	}
	return s
}

// declared returns owner and name of the function that a declarator of C declares, and adds
// its parameters.
func (l *lowerer) declared(i int32, params *Node) (owner, name string) {
	for depth := 0; i >= 0 && depth < 20; depth++ {
		for _, c := range l.children(i) {
			if l.role(c) == lang.RoleParameters {
				l.addParameters(c, params)
			}
		}
		d := l.child(i, l.declarator)
		if k := l.kindName(i); d < 0 && (k == "reference_declarator" || k == "parenthesized_declarator") {
			for _, c := range l.children(i) { // these kinds have no field for what they declare
				if l.named(c) {
					d = c
				}
			}
		}
		if d < 0 {
			break
		}
		i = d
	}
	if i < 0 {
		return "", ""
	}
	name = strings.Join(strings.Fields(l.t.Text(i)), "")
	if k := strings.LastIndex(name, "::"); k >= 0 {
		owner, name = name[:k], name[k+2:]
		if k := strings.LastIndex(owner, "::"); k >= 0 {
			owner = owner[k+2:]
		}
		owner, _, _ = strings.Cut(owner, "<")
	}
	return owner, name
}

// addParameters adds the parameters of a list.
func (l *lowerer) addParameters(i int32, params *Node) {
	equals := false
	for _, c := range l.children(i) {
		if !l.named(c) {
			equals = equals || l.t.Text(c) == "="
			if isValueToken(l.t.Text(c)) && equals && len(params.Kids) > 0 {
				params.Kids[len(params.Kids)-1].Kids = []*Node{l.nothing(c)}
			}
			if l.t.Text(c) == "," {
				equals = false
			}
			continue
		}
		switch r := l.role(c); {
		case r == lang.RoleSkip || r == lang.RoleModifiers || l.kindName(c) == "parameter_modifiers":
		case equals && len(params.Kids) > 0: // of Kotlin
			if v := l.expr(c); v != nil {
				params.Kids[len(params.Kids)-1].Kids = []*Node{v}
			}
			equals = false
		case r == lang.RoleParameter || r == lang.RoleAssign:
			params.Kids = append(params.Kids, l.grouped(c)...)
		case r == lang.RoleParameters:
			l.addParameters(c, params)
		default:
			if v := l.expr(c); v != nil {
				params.Kids = append(params.Kids, plainParameter(v))
			}
		}
	}
}

// plainParameter returns a parameter that is a name or a pattern.
func plainParameter(v *Node) *Node {
	p := &Node{Role: lang.RoleParameter, Line: v.Line, Start: v.Start, End: v.End}
	switch v.Role {
	case lang.RoleName:
		p.Text = v.Text
	case lang.RoleAssign:
		p.Text = LastName(v.Kids[0])
		p.Kids = v.Kids[1:]
	default:
		p.Op = "pattern"
		p.Kids = []*Node{v}
	}
	return p
}

// grouped returns the parameters of a declaration: several of Go may share a type.
func (l *lowerer) grouped(i int32) (out []*Node) {
	for _, c := range l.children(i) {
		if f := l.field(c); f != 0 && f == l.name && l.role(c) == lang.RoleName {
			out = append(out, plainParameter(l.expr(c)))
		}
	}
	return append(out[:max(len(out)-1, 0)], l.parameter(i))
}

// parameter returns a Parameter.
func (l *lowerer) parameter(i int32) *Node {
	p := l.at(i, lang.RoleParameter)
	equals := false
	if l.t.First(i) < 0 {
		p.Text = l.t.Text(i)
		return p
	}
	for _, c := range l.children(i) {
		if !l.named(c) {
			if s := l.t.Text(c); s == "=" {
				equals = true
			} else if s == "*" || s == "**" || s == "..." || s == "&" {
				p.Op = s
			} else if isValueToken(s) && equals {
				p.Kids = []*Node{l.nothing(c)}
			}
			continue
		}
		r, f := l.role(c), l.field(c)
		switch {
		case f != 0 && (f == l.defaultValue || f == l.value) || equals || l.kindName(i) == "assignment_pattern" && f != 0 && f == l.right || l.kindName(i) == "object_assignment_pattern" && f != 0 && f == l.right:
			if v := l.expr(c); v != nil {
				p.Kids = append(p.Kids[:0], v)
			}
		case r == lang.RoleSkip || r == lang.RoleModifiers || r == lang.RoleDecorator || f != 0 && f == l.typ:
		case f != 0 && f == l.declarator:
			_, p.Text = l.declared(c, &Node{})
			p.Text = strings.Trim(p.Text, "*& []0123456789")
		case p.Text == "" || f != 0 && f == l.name:
			if r == lang.RoleParameter {
				inner := l.parameter(c)
				p.Text, p.Kids = inner.Text, inner.Kids
				continue
			}
			v := l.expr(c)
			if v == nil {
				continue
			}
			if p.Text = LastName(v); p.Text == "" {
				p.Op, p.Text = "pattern", "_"
				p.Kids = append(p.Kids, v)
			}
		}
	}
	return p
}

func isVisibility(s string) bool {
	switch s {
	case "public", "private", "protected", "internal", "open", "fileprivate", "pub", "export":
		return true
	}
	return strings.HasPrefix(s, "pub(") || strings.HasPrefix(s, "private[") || strings.HasPrefix(s, "protected[")
}

// decorator returns a decorator with its name.
func (l *lowerer) decorator(i int32) *Node {
	n := l.generic(i)
	if len(n.Kids) == 0 { // what it holds is not code
		n.Op = strings.Join(strings.Fields(l.t.Text(i)), " ")
	}
	name := strings.TrimLeft(l.t.Text(i), "@#![ ")
	if end := strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && r != '.' && r != ':' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}); end >= 0 {
		name = name[:end]
	}
	n.Name = LastName(&Node{Role: lang.RoleName, Text: name})
	return n
}

// modifiers notes modifiers and what decorates.
func (l *lowerer) modifiers(i int32, n *Node, decorators *[]*Node) {
	if l.t.Nodes[i].Size <= 2 || isVisibility(l.t.Text(i)) {
		n.Mods = append(n.Mods, l.t.Text(i))
		return
	}
	for _, c := range l.children(i) {
		if l.role(c) == lang.RoleDecorator || l.kindName(c) == "attribute" {
			*decorators = append(*decorators, l.decorator(c))
		} else {
			n.Mods = append(n.Mods, l.t.Text(c))
		}
	}
}

// container returns a Container, nil for one that holds nothing.
func (l *lowerer) container(i int32) *Node {
	n := l.at(i, lang.RoleContainer)
	for _, c := range l.children(i) {
		if !l.named(c) {
			continue
		}
		r, f := l.role(c), l.field(c)
		switch {
		case f != 0 && f == l.name:
			n.Text = strings.ReplaceAll(l.t.Text(c), "::", ".")
		case f != 0 && f == l.typ && l.kindName(i) == "impl_item", l.kindName(i) == "extension_definition" && r == lang.RoleSkip:
			n.Text = l.typeName(c).Text
		case n.Text == "" && (l.kindName(c) == "type_identifier" || r == lang.RoleName):
			n.Text = l.t.Text(c)
		case r == lang.RoleSkip || r == lang.RoleDecorator:
		case r == lang.RoleModifiers:
			l.modifiers(c, n, new([]*Node))
		case r == lang.RoleParameters || l.kindName(c) == "primary_constructor":
			params := l.at(c, lang.RoleParameters)
			l.addParameters(c, params)
			n.Kids = append(n.Kids, &Node{Role: lang.RoleFunction, Line: params.Line, Start: params.Start, End: params.End, Text: "constructor", Kids: []*Node{params, {Role: lang.RoleBlock}}})
		case r == lang.RoleInline || r == lang.RoleBlock || r == lang.RoleDeclaration:
			if l.depth++; l.depth < MaxDepth {
				if r == lang.RoleDeclaration {
					l.statement(c, &n.Kids)
				} else {
					l.members(c, &n.Kids)
				}
			}
			l.depth--
		case r == lang.RoleContainer || r == lang.RoleFunction || r == lang.RoleDeclarator || r == lang.RoleAssign:
			l.statement(c, &n.Kids)
		}
	}
	if l.kindName(i) == "impl_item" {
		n.Op = "impl"
	}
	if len(n.Kids) == 0 {
		return nil
	}
	return n
}

// Visibility returns who may use what has modifiers.
func Visibility(mods []string, by string) string {
	for _, m := range mods {
		if isVisibility(m) {
			if m == "open" {
				return "public"
			}
			return m
		}
	}
	if slices.Contains(mods, "static") && by == "extern" {
		return "static"
	}
	return by
}

// typeName returns the name of a type, without type arguments.
func (l *lowerer) typeName(i int32) *Node {
	n := l.leaf(i, lang.RoleName)
	if k := strings.IndexAny(n.Text, "<[({"); k > 0 {
		n.Text = n.Text[:k]
	}
	return n
}

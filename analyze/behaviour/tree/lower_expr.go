package tree

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// assign returns an Assign.
func (l *lowerer) assign(i int32, target, value *Node, op string, declares bool) *Node {
	if target == nil {
		target = l.at(i, lang.RoleName)
	}
	if op == "=" && IsArithmetic(value) && len(value.Kids) == 2 && target.End > target.Start &&
		bytes.Equal(l.t.Source[target.Start:target.End], l.t.Source[value.Kids[0].Start:value.Kids[0].End]) { // x = x + y
		op, value, declares = value.Op+"=", value.Kids[1], false
	}
	n := l.at(i, lang.RoleAssign, target, value)
	n.Op, n.Declares = op, declares
	if value.Role == lang.RoleFunction && value.Text == "" && value.Name == "" {
		value.Name = LastName(target)
	}
	return n
}

// stores returns the Assign that node i is, nil for a declaration without a value.
func (l *lowerer) stores(i int32) *Node {
	var targets, values []*Node
	var members []*Node
	op, behind := "", false
	if typ := l.child(i, l.typ); typ >= 0 && slices.Contains(l.form.TypesOnly, l.t.Text(typ)) {
		return nil
	}
	parts := l.children(i)
	hasOperator := slices.ContainsFunc(parts, func(c int32) bool { return isAssignment(l.t.Text(c)) && (!l.named(c) || l.field(c) == l.operator) })
	for _, c := range parts {
		text := ""
		if !l.named(c) || l.role(c) == lang.RoleName && l.field(c) != 0 && l.field(c) == l.operator {
			text = l.t.Text(c)
		}
		if text != "" {
			if isAssignment(text) && !behind {
				op, behind = text, true
				continue
			}
			if !isValueToken(text) {
				continue
			}
		}
		r, f := l.role(c), l.field(c)
		switch {
		case r == lang.RoleSkip || r == lang.RoleModifiers || r == lang.RoleDecorator || f != 0 && (f == l.typ || f == l.returnType):
			continue
		case r == lang.RoleFunction && l.role(i) == lang.RoleDeclarator: // getters
			members = append(members, l.function(c))
			continue
		case r == lang.RoleInline && l.kindName(c) == "accessor_list":
			members = append(members, l.accessors(c)...)
			continue
		case l.kindName(c) == "arrow_expression_clause":
			values = append(values, l.all(l.parts(c))...)
			behind = true
			continue
		case l.kindName(c) == "property_initializer" || f != 0 && f == l.value && !hasOperator:
			behind = true
		case l.kindName(c) == "property_delegate":
			behind = true
		}
		n := l.expr(c)
		if n == nil {
			continue
		}
		if behind {
			values = append(values, spreadOne(n)...)
		} else {
			targets = append(targets, spreadOne(n)...)
		}
	}
	declares := l.role(i) == lang.RoleDeclarator || op == ":=" || op == "<-"
	if l.role(i) == lang.RoleAssign && l.form.AssignDeclares && op == "=" {
		declares = true
	}
	if op == ":=" || op == "<-" || op == "" {
		op = "="
	}
	name := ""
	if len(targets) > 0 {
		name = LastName(targets[0])
	}
	for _, m := range members {
		if m.Text == "" {
			m.Name = name
		}
	}
	if len(values) == 0 {
		if len(members) == 0 {
			l.unset = append(l.unset, name)
			return nil
		}
		return l.assign(i, l.one(i, targets), l.one(i, members), op, declares)
	}
	return l.assign(i, l.one(i, targets), l.one(i, append(values, members...)), op, declares)
}

// accessors returns those accessors of a property that have a body.
func (l *lowerer) accessors(i int32) []*Node {
	var out []*Node
	for _, c := range l.parts(i) {
		if l.role(c) == lang.RoleFunction {
			if f := l.function(c); len(f.Kids[1].Kids) > 0 {
				f.Text = ""
				out = append(out, f)
			}
		}
	}
	return out
}

// one returns several values as one.
func (l *lowerer) one(i int32, values []*Node) *Node {
	switch len(values) {
	case 0:
		return nil
	case 1:
		return values[0]
	}
	n := l.list(i, values)
	n.Line, n.Start, n.End = values[0].Line, values[0].Start, values[len(values)-1].End
	return n
}

func isAssignment(s string) bool {
	switch s {
	case "==", "!=", "<=", ">=", "===", "!==":
		return false
	}
	return strings.HasSuffix(s, "=") && len(s) <= 4 || s == "<-"
}

// step returns what i++ and i-- are: an assignment.
func (l *lowerer) step(i int32, op string) *Node {
	kids := l.all(l.parts(i))
	if len(kids) != 1 {
		return l.generic(i)
	}
	one := l.at(i, lang.RoleNumber)
	one.Text = "1"
	if strings.Contains(op, "--") {
		return l.assign(i, kids[0], one, "-=", false)
	}
	return l.assign(i, kids[0], one, "+=", false)
}

// captured returns "value as name".
func (l *lowerer) captured(i int32) *Node {
	kids := l.all(l.parts(i))
	if len(kids) != 2 {
		return l.generic(i)
	}
	if kids[1].Role == lang.NoRole && len(kids[1].Kids) == 1 {
		kids[1] = kids[1].Kids[0]
	}
	return l.assign(i, kids[1], kids[0], "=", true)
}

// call returns a Call, or what the function called stands for.
func (l *lowerer) call(i int32) *Node {
	role := l.role(i)
	n := l.at(i, role)
	var callee, receiver *Node
	for _, c := range l.children(i) {
		if !l.named(c) && !isValueToken(l.t.Text(c)) {
			continue
		}
		r, f := l.role(c), l.field(c)
		switch {
		case r == lang.RoleArguments || f != 0 && f == l.argumentList:
			n.Kids = append(n.Kids, l.arguments(c)...)
		case r == lang.RoleLambda && callee != nil:
			n.Kids = append(n.Kids, l.function(c))
		case f != 0 && (f == l.object || f == l.receiver || f == l.scope):
			receiver = l.expr(c)
		case callee == nil && r == lang.RoleSkip && role == lang.RoleNew:
			callee = l.typeName(c)
		case r == lang.RoleSkip || r == lang.RoleModifiers:
		case callee == nil:
			callee = l.expr(c)
			if role == lang.RoleNew && callee != nil && callee.Role != lang.RoleMember && !callee.Is(lang.RoleFunction) {
				callee = l.typeName(c)
			}
		default:
			if k := l.expr(c); k != nil {
				n.Kids = append(n.Kids, spreadOne(k)...)
			}
		}
	}
	if callee == nil {
		callee = l.leafAt(i)
	}
	if receiver != nil {
		m := &Node{Role: lang.RoleMember, Kids: []*Node{receiver}, Line: callee.Line, Start: receiver.Start, End: callee.End}
		if m.Text = LastName(callee); m.Text == "" {
			m.Text = string(l.t.Source[callee.Start:callee.End])
		}
		if strings.Contains(l.tokens(i), "?") || strings.Contains(l.tokens(i), "&.") || strings.HasPrefix(l.kindName(i), "nullsafe") {
			m.Op = "?"
		}
		callee = m
	}
	if callee.Role == lang.RoleUnary && callee.Op == "?" && callee.Kids[0].Role == lang.RoleName { // a macro of Rust, as it is prepared
		callee = callee.Kids[0]
		callee.Text += "!"
	}
	if l.kindName(i) == "macro_invocation" {
		callee = &Node{Role: lang.RoleName, Text: callee.Text + "!", Line: callee.Line, Start: callee.Start, End: callee.End}
	}
	if l.form.NamesInFormats && strings.HasSuffix(callee.Text, "!") {
		n.Kids = handedOver(n.Kids)
	}
	n.Kids = append([]*Node{callee}, n.Kids...)
	if outer := callee; !outer.closed && outer.Is(lang.RoleReturn, lang.RoleUnary) && len(outer.Kids) == 1 { // of a grammar in which a call binds less
		inner := outer
		for !inner.Kids[0].closed && inner.Kids[0].Is(lang.RoleReturn, lang.RoleUnary) && len(inner.Kids[0].Kids) == 1 {
			inner = inner.Kids[0]
		}
		n.Kids[0] = inner.Kids[0]
		inner.Kids[0] = l.special(n)
		return outer
	}
	return l.special(n)
}

// leafAt returns an empty name where node i begins.
func (l *lowerer) leafAt(i int32) *Node {
	n := l.at(i, lang.RoleName)
	n.End = n.Start
	return n
}

// special returns what a call stands for whose function does what others have syntax for.
func (l *lowerer) special(n *Node) *Node {
	callee := n.Kids[0]
	name, full := LastName(callee), Dotted(callee)
	if cast, _, _ := strings.Cut(callee.Text, "<"); callee.Role == lang.RoleName && len(n.Kids) == 2 && slices.Contains(l.form.Casts, cast) {
		return n.Kids[1]
	}
	if callee.Role == lang.RoleName && callee.Text == name || strings.Contains(full, ".") {
		if slices.Contains(l.form.Throws, full) || callee.Role == lang.RoleName && slices.Contains(l.form.Throws, callee.Text) {
			t := *n
			t.Role = lang.RoleThrow
			t.Kids = []*Node{n}
			return &t
		}
	}
	if by, ok := l.form.ReturnsError[name]; ok && callee.Role == lang.RoleName && callee.Text == name {
		return errorReturn(n, by[0], by[1])
	}
	if callee.Role == lang.RoleMember && callee.Op == "" && callee.Text == l.form.Invokes && l.form.Invokes != "" {
		n.Kids = append([]*Node{callee.Kids[0]}, n.Kids[1:]...)
		return n
	}
	if slices.Contains(l.form.Defers, name) && callee.Role == lang.RoleName && len(n.Kids) == 2 {
		n.Role, n.Kids = lang.RoleDefer, n.Kids[1:]
		return n
	}
	if name == "await" && callee.Role == lang.RoleMember && len(n.Kids) == 1 {
		n.Role, n.Kids = lang.RoleAwait, callee.Kids
	}
	return n
}

// arguments returns the values of a list of arguments.
func (l *lowerer) arguments(i int32) []*Node {
	if l.role(i) != lang.RoleArguments {
		if n := l.expr(i); n != nil {
			return []*Node{n}
		}
		return nil
	}
	if l.kindName(i) == "token_tree" {
		return l.tokenTree(i)
	}
	var out []*Node
	for _, c := range l.parts(i) {
		switch l.role(c) {
		case lang.RoleArguments:
			out = append(out, l.arguments(c)...)
		default:
			if n := l.expr(c); n != nil {
				out = append(out, spreadOne(n)...)
			}
		}
	}
	return out
}

// tokenTree returns what stands between the commas of the tokens that a macro is given.
func (l *lowerer) tokenTree(i int32) []*Node {
	var out []*Node
	var group *Node
	flush := func() {
		if group == nil {
			return
		}
		if len(group.Kids) == 1 && group.Op == "" {
			group = group.Kids[0]
		}
		out = append(out, group)
		group = nil
	}
	for _, c := range l.children(i) {
		s := ""
		if !l.named(c) {
			if s = l.t.Text(c); s == "," {
				flush()
				continue
			}
			if s == "(" || s == ")" || s == "[" || s == "]" || s == "{" || s == "}" {
				continue
			}
		}
		if group == nil {
			group = l.at(c, RoleList)
		}
		group.End = l.t.Nodes[c].End
		switch {
		case s != "":
			group.Op += s + " "
		case l.role(c) == lang.RoleArguments:
			group.Kids = append(group.Kids, l.list(c, l.tokenTree(c)))
		default:
			if n := l.expr(c); n != nil {
				group.Kids = append(group.Kids, n)
			}
		}
	}
	flush()
	return out
}

// member returns a Member, or the call of one.
func (l *lowerer) member(i int32) *Node {
	parts := l.parts(i)
	if len(parts) < 2 {
		if len(parts) == 1 && l.kindName(i) != "member_binding_expression" {
			n := l.expr(parts[0])
			if n != nil && n.Role == lang.RoleName {
				n.Text = strings.TrimLeft(l.t.Text(i), "&* ")
			}
			return n
		}
		return l.leaf(i, lang.RoleName)
	}
	value := l.expr(parts[0])
	last := parts[len(parts)-1]
	if value == nil {
		return l.leaf(i, lang.RoleName)
	}
	if value.Role == lang.RoleUnary && value.Op == "*" { // (*p).x
		value = value.Kids[0]
	}
	n := l.at(i, lang.RoleMember, value)
	n.Text = strings.TrimLeft(strings.Join(strings.Fields(l.t.Text(last)), ""), ".?!:")
	if r := l.role(last); r == lang.RoleIndex || r == lang.RoleCall {
		return l.generic(i)
	}
	if k := strings.IndexByte(n.Text, '<'); k > 0 {
		n.Text = n.Text[:k]
	}
	n.Op = optional(l.tokens(i))
	for _, c := range parts[1 : len(parts)-1] {
		if l.kindName(c) == "optional_chain" {
			n.Op = "?"
		}
	}
	if c := l.t.ChildOfKind(i, l.t.Nodes[i].Kind); c >= 0 && l.kindName(i) == "conditional_access_expression" {
		n.Op = "?"
	}
	return n
}

func optional(tokens string) string {
	if strings.Contains(tokens, "?") || strings.Contains(tokens, "&.") || strings.Contains(tokens, "!!") {
		return "?"
	}
	return ""
}

// chain returns a value with the members and elements that its suffixes name.
func (l *lowerer) chain(i int32) *Node {
	parts := l.parts(i)
	if len(parts) == 0 {
		return l.leaf(i, lang.RoleName)
	}
	n := l.expr(parts[0])
	op := optional(l.tokens(i))
	for _, c := range parts[1:] {
		at := l.at(i, lang.RoleMember)
		at.Start = l.t.Nodes[i].Start
		at.End = l.t.Nodes[c].End
		if n != nil {
			at.Kids = []*Node{n}
		}
		if l.kindName(c) == "indexing_suffix" || strings.HasPrefix(l.t.Text(c), "[") {
			at.Role, at.Kids = lang.RoleIndex, append(at.Kids, l.spread(l.parts(c))...)
		} else {
			inner := l.parts(c)
			if len(inner) == 0 {
				inner = []int32{c}
			}
			at.Text = strings.TrimLeft(strings.Join(strings.Fields(l.t.Text(inner[len(inner)-1])), ""), ".?!:")
			at.Op = op + optional(l.tokens(c))
		}
		n = at
	}
	return n
}

// operators are how languages write the same operator.
func operator(op string) string {
	switch op {
	case "and":
		return "&&"
	case "or":
		return "||"
	case "not":
		return "!"
	case "<>":
		return "!="
	case "isnot":
		return "is not"
	case "notin":
		return "not in"
	}
	return op
}

// binary returns a Binary; chains of "and", of "or" and of "+" have many operands.
func (l *lowerer) binary(i int32) *Node {
	var kids []*Node
	var ops []string
	parts := l.children(i)
	if n := len(parts); n > 1 && l.kindName(i) == "is_pattern_expression" {
		if value := l.expr(parts[0]); value != nil {
			return l.pattern(i, value, parts[n-1])
		}
	}
	values := 0
	for _, c := range parts {
		if l.named(c) && l.role(c) != lang.RoleSkip {
			values++
		}
	}
	for k, c := range parts {
		s := l.t.Text(c)
		isOperator := !l.named(c) && !isValueToken(s) ||
			l.field(c) != 0 && (l.field(c) == l.operator || l.field(c) == l.opField) ||
			values == 3 && k == 1 && l.role(c) == lang.RoleName || l.kindName(c) == "custom_operator"
		if isOperator {
			if s != "(" && s != ")" && s != "," {
				ops = append(ops, s)
			}
			continue
		}
		if l.role(c) == lang.RoleSkip {
			kids = append(kids, l.raw(c)) // x is T
			continue
		}
		if n := l.expr(c); n != nil {
			kids = append(kids, n)
		}
	}
	op := operator(strings.Join(ops, " "))
	if op == "!is" && len(kids) == 2 && kids[1].Start > 0 && l.t.Source[kids[1].Start-1] == 's' { // !isEmpty of Kotlin
		name := kids[1]
		name.Role, name.Text, name.Start = lang.RoleName, "is"+name.Text, name.Start-2
		not := negated(name)
		if kids[0].Role != lang.RoleReturn {
			return not
		}
		kids[0].Kids = []*Node{not}
		return kids[0]
	}
	if len(kids) == 2 && l.kindName(i) == "infix_expression" && isWord(op) {
		return infixCall(l.at(i, lang.RoleCall), kids[0], op, kids[1])
	}
	if l.form.FlatOperators && len(kids) == 2 && len(ops) == 1 && !isAssignment(op) {
		return l.ordered(i, kids, op)
	}
	if isAssignment(op) && len(kids) == 2 && l.kindName(i) == "infix_expression" {
		return l.assign(i, kids[0], kids[1], op, false)
	}
	if l.form.OnlyBool && len(kids) == 2 && (op == "==" || op == "!=") && kids[1].Role == lang.RoleBool {
		if (kids[1].Text == "true") == (op == "==") {
			return kids[0]
		}
		not := negated(kids[0])
		not.Start, not.End = kids[0].Start, kids[1].End
		return not
	}
	return joinedBinary(l.at(i, lang.RoleBinary), kids, op)
}

// joinedBinary fills in a Binary.
func joinedBinary(n *Node, kids []*Node, op string) *Node {
	n.Op = op
	if op == "&&" || op == "||" || op == "+" || op == "." {
		for _, k := range kids {
			if k.Role == lang.RoleBinary && k.Op == op && len(k.Kids) > 1 {
				n.Kids = append(n.Kids, k.Kids...)
			} else {
				n.Kids = append(n.Kids, k)
			}
		}
		return folded(n)
	}
	n.Kids = kids
	if len(kids) == 1 {
		n.Role = lang.RoleUnary
	}
	return n
}

// folded returns a sum in which a text is as that text with the other values put into it.
func folded(n *Node) *Node {
	if n.Op == "&&" || n.Op == "||" || !slices.ContainsFunc(n.Kids, func(k *Node) bool { return k.Role == lang.RoleString }) {
		return n
	}
	var plain strings.Builder
	text := &Node{Role: lang.RoleString, Line: n.Line, Start: n.Start, End: n.End}
	for _, k := range n.Kids {
		if k.Role == lang.RoleString {
			plain.WriteString(k.Text)
			text.Kids = append(text.Kids, k.Kids...)
		} else {
			plain.WriteByte(0)
			text.Kids = append(text.Kids, k)
		}
	}
	text.Text = plain.String()
	return text
}

// unary returns a Unary.
func (l *lowerer) unary(i int32) *Node {
	op := ""
	var kids []*Node
	for k, c := range l.children(i) {
		s := l.t.Text(c)
		switch {
		case !l.named(c) && !isValueToken(s), l.field(c) != 0 && (l.field(c) == l.operator || l.field(c) == l.opField), l.kindName(c) == "try_operator", l.kindName(c) == "bang", k == 0 && l.role(c) == lang.NoRole && strings.HasSuffix(l.kindName(c), "operator"):
			op += s
		default:
			if n := l.expr(c); n != nil {
				kids = append(kids, spreadOne(n)...)
			}
		}
	}
	if len(kids) != 1 {
		if len(kids) == 0 {
			return l.leaf(i, lang.RoleName)
		}
		n := l.at(i, lang.NoRole, kids...)
		n.Text, n.Op = "unary", op
		return n
	}
	tight := op == "!"
	op = operator(op)
	switch {
	case op == "!" && kids[0].Start == l.t.Nodes[i].Start: // x! of Swift
		return kids[0]
	case op == "try" || op == "&" || op == "!!" || op == "+" || op == "@" || op == "&mut" || op == "":
		return kids[0]
	case op == "++" || op == "--":
		one := l.at(i, lang.RoleNumber)
		one.Text = "1"
		return l.assign(i, kids[0], one, op[:1]+"=", false)
	case op == "-" && kids[0].Role == lang.RoleNumber:
		n := l.at(i, lang.RoleNumber)
		n.Text = "-" + kids[0].Text
		return n
	case op == "<-":
		n := l.at(i, lang.NoRole, kids...)
		n.Text = "receive"
		return n
	}
	n := l.at(i, lang.RoleUnary, kids...)
	n.Op = op
	if k := kids[0]; tight && k.Role == lang.RoleBinary && !k.closed { // of a grammar in which it binds less
		n.Kids = []*Node{k.Kids[0]}
		k.Kids[0] = n
		return k
	}
	return n
}

package tree

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// expr returns the common form of node i, nil when it says nothing.
//
// Long because it names what is made of every role.
func (l *lowerer) expr(i int32) *Node {
	if i < 0 {
		return nil
	}
	if l.depth++; l.depth > MaxDepth {
		l.depth--
		return l.raw(i)
	}
	defer func() { l.depth-- }()
	if !l.named(i) {
		switch s := l.t.Text(i); s {
		case "null", "nil", "None":
			return l.nothing(i)
		default:
			return l.leaf(i, lang.RoleName)
		}
	}
	if l.language.Respell(l.t, i) != "" {
		return l.leaf(i, lang.RoleName)
	}
	switch r := l.role(i); r {
	case lang.RoleSkip, lang.RoleModifiers:
		return nil
	case lang.RoleInline, lang.RoleArgument, lang.RoleDeclaration, lang.RoleElse:
		return l.inline(i)
	case lang.RoleBlock:
		return l.block(i)
	case lang.RoleIf, lang.RoleUnless:
		return l.branch(i)
	case lang.RoleTernary:
		return l.ternary(i)
	case lang.RoleLoop:
		return l.loop(i)
	case lang.RoleSwitch:
		return l.choice(i)
	case lang.RoleCase:
		return l.arm(i)
	case lang.RoleReturn, lang.RoleThrow, lang.RoleBreak, lang.RoleJump:
		return l.jump(i)
	case lang.RoleTry:
		return l.try(i)
	case lang.RoleCatch:
		if c := l.catches(i); len(c) > 0 {
			return c[0]
		}
		return nil
	case lang.RoleFinally:
		return l.finally(i)
	case lang.RoleWith:
		return l.headed(i, lang.RoleWith)
	case lang.RoleDefer, lang.RoleAwait:
		return l.at(i, r, l.all(l.parts(i))...)
	case lang.RoleDeclarator, lang.RoleAssign:
		return l.stores(i)
	case lang.RoleUpdate:
		return l.step(i, l.tokens(i))
	case lang.RoleCall, lang.RoleNew:
		return notBefore(l.call(i))
	case lang.RoleArguments:
		return l.list(i, l.arguments(i))
	case lang.RoleMember:
		return notBefore(l.member(i))
	case lang.RoleChain:
		return notBefore(l.chain(i))
	case lang.RoleIndex:
		return l.at(i, lang.RoleIndex, l.spread(l.parts(i))...)
	case lang.RoleBinary:
		return l.binary(i)
	case lang.RoleUnary:
		return l.unary(i)
	case lang.RoleFunction, lang.RoleLambda:
		return l.function(i)
	case lang.RoleContainer:
		if n := l.container(i); n != nil {
			return n
		}
		return nil
	case lang.RoleName:
		n := l.leaf(i, lang.RoleName)
		if n.Text == "undefined" {
			return l.nothing(i)
		}
		if l.kindName(i) == "shorthand_property_identifier" {
			return l.keyed(i, n)
		}
		return n
	case lang.RoleString:
		return l.text(i)
	case lang.RoleNumber:
		n := l.leaf(i, lang.RoleNumber)
		n.Text = strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(n.Text, "_", ""), "'", ""))
		n.Zero, n.One = l.form.ZeroIsFalse && n.Text == "0", l.form.ZeroIsFalse && n.Text == "1"
		return n
	case lang.RoleBool:
		n := l.leaf(i, lang.RoleBool)
		n.Text = strings.ToLower(n.Text)
		n.Zero, n.One = l.form.ZeroIsFalse && n.Text == "false", l.form.ZeroIsFalse && n.Text == "true"
		return n
	case lang.RoleNull:
		return l.nothing(i)
	case lang.RolePair:
		return l.pair(i)
	}
	switch l.kindName(i) {
	case "as_pattern":
		return l.captured(i)
	case "shorthand_field_initializer":
		if parts := l.parts(i); len(parts) == 1 && l.role(parts[0]) == lang.RoleName {
			return l.keyed(i, l.expr(parts[0]))
		}
	case "heredoc_beginning":
		return l.heredocText(i)
	case "preproc_arg":
		return l.macroValue(i)
	}
	return l.generic(i)
}

// notBefore returns a member or a call whose receiver has a "!" before it as the opposite of it: !a.b is !(a.b), also
// where a grammar reads (!a).b (Swift).
func notBefore(n *Node) *Node {
	if !n.Is(lang.RoleMember, lang.RoleCall) {
		return n
	}
	not := n.Kid(0)
	if !not.Is(lang.RoleUnary) || not.Op != "!" || not.Start != n.Start || len(not.Kids) != 1 {
		return n
	}
	n.Kids[0] = not.Kids[0]
	n.Start = n.Kids[0].Start
	return &Node{Role: lang.RoleUnary, Op: "!", Kids: []*Node{n}, Line: not.Line, Start: not.Start, End: n.End}
}

func (l *lowerer) nothing(i int32) *Node {
	n := l.at(i, lang.RoleNull)
	n.Zero = l.form.ZeroIsFalse
	return n
}

// list returns a node that holds others.
func (l *lowerer) list(i int32, kids []*Node) *Node { return l.at(i, RoleList, kids...) }

// inline returns what a wrapper holds.
func (l *lowerer) inline(i int32) *Node {
	if name := l.argumentName(i); name != "" {
		if v := l.all(l.parts(i)); len(v) > 0 {
			n := l.at(i, lang.RolePair, v[len(v)-1])
			n.Text = name
			return n
		}
	}
	if parts := l.parts(i); len(parts) > 0 && l.role(parts[0]) == lang.RoleCase { // a function of cases, of Scala
		return l.choice(i)
	}
	kids := l.all(l.parts(i))
	switch len(kids) {
	case 0:
		if l.role(i) == lang.RoleInline && l.t.First(i) < 0 {
			return l.leaf(i, lang.RoleName)
		}
		return nil
	case 1:
		if op := l.tokens(i); op == "*" || op == "**" || op == "..." { // unpacked
			n := l.at(i, lang.RoleUnary, kids[0])
			n.Op = op
			return n
		}
		kids[0].closed = true
		return kids[0]
	}
	return l.list(i, kids)
}

// argumentName returns the name that an argument is given by, "" where its place says it.
func (l *lowerer) argumentName(i int32) string {
	if l.role(i) != lang.RoleArgument {
		return ""
	}
	if c := l.child(i, l.name); c >= 0 {
		return strings.Trim(strings.TrimSpace(l.t.Text(c)), ":")
	}
	kids := l.children(i)
	if len(kids) >= 3 && l.role(kids[0]) == lang.RoleName && (l.t.Text(kids[1]) == "=" || l.t.Text(kids[1]) == ":") {
		return l.t.Text(kids[0])
	}
	return ""
}

// spread returns the values of nodes, those of lists one by one.
func (l *lowerer) spread(parts []int32) []*Node {
	var out []*Node
	for _, n := range l.all(parts) {
		if n.Role == RoleList {
			out = append(out, n.Kids...)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// branch returns an If.
func (l *lowerer) branch(i int32) *Node {
	var conditions, elses []*Node
	then := l.at(i, lang.RoleBlock)
	afterElse, seen, joint := false, false, false
	var name *Node // that the next condition binds, of Swift
	for _, c := range l.children(i) {
		if !l.named(c) {
			switch s := l.t.Text(c); {
			case s == "else":
				afterElse = true
				continue
			case s == "," && !seen:
				joint = true
				continue
			case !isValueToken(s):
				continue
			}
		}
		if l.kindName(c) == "else" && l.role(c) != lang.RoleElse { // of Swift
			afterElse = true
			continue
		}
		r, f := l.role(c), l.field(c)
		if r == lang.RoleSkip || f != 0 && f == l.initializer {
			continue
		}
		switch {
		case f != 0 && f == l.boundName:
			name = l.expr(c)
			conditions = append(conditions, name)
		case f != 0 && f == l.condition && name != nil:
			if n := l.expr(c); n != nil {
				conditions[len(conditions)-1] = l.assign(i, name, l.one(c, spreadOne(n)), "=", true)
			}
			name = nil
		case f != 0 && (f == l.condition || f == l.name && l.kindName(i) == "preproc_ifdef") || f == 0 && !seen && !afterElse && len(conditions) == 0 && r != lang.RoleBlock:
			if n := l.expr(c); n != nil {
				conditions = append(conditions, spreadOne(n)...)
			}
		case f != 0 && f == l.alternative || r == lang.RoleElse || afterElse && r != lang.RoleBlock || afterElse && seen || l.kindName(c) == "elsif":
			elses = l.otherwise(c, elses)
		case afterElse && l.role(i) != lang.RoleUnless:
			elses = append(elses, l.block(c).Kids...)
		case f == 0 && !seen && r != lang.RoleBlock && joint:
			if n := l.expr(c); n != nil {
				conditions = append(conditions, n)
			}
		default:
			if !seen {
				seen, then.Start = true, l.t.Nodes[c].Start
			}
			then.Kids = append(then.Kids, l.block(c).Kids...)
		}
	}
	cond := &Node{Role: lang.RoleBool, Text: "true", Line: then.Line, Start: then.Start, End: then.Start}
	switch {
	case len(conditions) == 1:
		cond = conditions[0]
	case len(conditions) > 1:
		cond = &Node{Role: lang.RoleBinary, Op: "&&", Kids: conditions, Line: conditions[0].Line, Start: conditions[0].Start, End: conditions[len(conditions)-1].End}
	}
	if l.role(i) == lang.RoleUnless || strings.HasPrefix(l.t.Text(i), "#ifndef") {
		cond = negated(cond)
	}
	if l.kindName(i) == "preproc_ifdef" {
		cond.Start = l.t.Nodes[i].Start // the word of the directive says what is asked of the name
	}
	then.Kids = flattenElse(then.Kids)
	returnNull(cond, then)
	n := l.at(i, lang.RoleIf, cond, then, &Node{Role: lang.RoleBlock, Kids: flattenElse(elses), Line: then.Line})
	if strings.HasPrefix(l.kindName(i), "preproc_") {
		n.Op = Preprocessed
	}
	return n
}

// otherwise adds what runs else to elses: a clause with its own condition holds what follows.
func (l *lowerer) otherwise(c int32, elses []*Node) []*Node {
	more := l.block(c).Kids
	if n := len(elses); n > 0 && elses[n-1].Role == lang.RoleIf {
		last := elses[n-1]
		for len(last.Kids[2].Kids) == 1 && last.Kids[2].Kids[0].Role == lang.RoleIf {
			last = last.Kids[2].Kids[0]
		}
		last.Kids[2].Kids = append(last.Kids[2].Kids, more...)
		return elses
	}
	return append(elses, more...)
}

func spreadOne(n *Node) []*Node {
	if n.Role == RoleList {
		return n.Kids
	}
	return []*Node{n}
}

// negated returns the opposite of a condition.
func negated(n *Node) *Node {
	if n.Role == lang.RoleUnary && n.Op == "!" {
		return n.Kids[0]
	}
	return &Node{Role: lang.RoleUnary, Op: "!", Kids: []*Node{n}, Line: n.Line, Start: n.Start, End: n.End}
}

// ternary returns a Ternary.
func (l *lowerer) ternary(i int32) *Node {
	kids := l.all(l.parts(i))
	if len(kids) != 3 {
		return l.generic(i)
	}
	for _, c := range l.children(i) {
		if !l.named(c) {
			if l.t.Text(c) == "if" {
				kids[0], kids[1] = kids[1], kids[0] // "a if c else b"
			}
			break
		}
	}
	return l.at(i, lang.RoleTernary, kids...)
}

// headed returns a node with a header and a Block.
func (l *lowerer) headed(i int32, role lang.Role) *Node {
	parts := l.parts(i)
	at := -1
	for k, c := range parts {
		if f := l.field(c); f != 0 && f == l.body {
			at = k
		}
	}
	for k := len(parts) - 1; k >= 0 && at < 0; k-- {
		if l.role(parts[k]) == lang.RoleBlock {
			at = k
		}
	}
	body := &Node{Role: lang.RoleBlock, Line: l.t.Nodes[i].Row + 1}
	header := l.at(i, RoleList)
	for k, c := range parts {
		switch {
		case k == at:
			body = l.block(c)
		case l.role(c) == lang.RoleElse:
			body.Kids = append(body.Kids, l.block(c).Kids...)
		case l.role(c) == lang.RoleDeclaration:
			l.statement(c, &header.Kids)
		default:
			if n := l.expr(c); n != nil {
				header.Kids = append(header.Kids, spreadOne(n)...)
			}
		}
	}
	if len(header.Kids) > 0 {
		header.Start, header.End, header.Line = header.Kids[0].Start, header.Kids[len(header.Kids)-1].End, header.Kids[0].Line
	}
	return l.at(i, role, header, body)
}

// loop returns a Loop. One that goes through values binds them in its header.
func (l *lowerer) loop(i int32) *Node {
	n := l.headed(i, lang.RoleLoop)
	header := n.Kids[0]
	over := false
	for _, c := range l.children(i) {
		switch s := l.t.Text(c); s {
		case "in", "of", "as", "<-", ":":
			over = over || !l.named(c)
		}
		if k := l.kindName(c); k == "range_clause" || k == "enumerators" {
			over = true
		}
		if l.kindName(c) == "until" || l.t.Text(c) == "until" && !l.named(c) {
			n.Op = "until"
		}
	}
	k := l.kindName(i)
	switch {
	case over:
		n.Op = "over"
		if m := len(header.Kids); m >= 2 && !slices.ContainsFunc(header.Kids, func(h *Node) bool { return h.Role == lang.RoleAssign }) {
			target, value := header.Kids[:m-1], header.Kids[m-1]
			if k == "foreach_statement" && l.child(i, l.left) < 0 { // PHP: the values come first
				target, value = header.Kids[1:], header.Kids[0]
			}
			a := &Node{Role: lang.RoleAssign, Op: "=", Declares: true, Line: header.Line, Start: header.Start, End: header.End}
			to := target[0]
			if len(target) > 1 {
				to = &Node{Role: RoleList, Kids: target, Line: header.Line, Start: target[0].Start, End: target[len(target)-1].End}
			}
			a.Kids = []*Node{to, value}
			header.Kids = []*Node{a}
		}
	case strings.HasPrefix(k, "do_") || strings.HasPrefix(k, "repeat_"):
		n.Op = "do"
	case n.Op == "until" && len(header.Kids) == 1:
		n.Op = ""
		header.Kids[0] = negated(header.Kids[0])
	}
	return n
}

// choice returns a Switch.
func (l *lowerer) choice(i int32) *Node {
	n := l.at(i, lang.RoleSwitch)
	value := l.at(i, RoleList)
	var arms []*Node
	for _, c := range l.parts(i) {
		if f := l.field(c); f != 0 && f == l.initializer {
			continue
		}
		l.cases(c, value, &arms)
	}
	n.Kids = append([]*Node{value}, arms...)
	return n
}

func (l *lowerer) cases(c int32, value *Node, arms *[]*Node) {
	switch l.role(c) {
	case lang.RoleCase:
		*arms = append(*arms, l.arm(c))
	case lang.RoleElse:
		*arms = append(*arms, l.at(c, lang.RoleCase, l.list(c, nil), l.block(c)))
	case lang.RoleBlock, lang.RoleInline:
		if slices.ContainsFunc(l.parts(c), func(k int32) bool { return l.role(k) == lang.RoleCase }) {
			for _, k := range l.parts(c) {
				l.cases(k, value, arms)
			}
			return
		}
		fallthrough
	default:
		if n := l.expr(c); n != nil {
			value.Kids = append(value.Kids, n)
		}
	}
}

// arm returns a Case.
func (l *lowerer) arm(i int32) *Node {
	header, body := l.at(i, RoleList), l.at(i, lang.RoleBlock)
	var parts []int32
	inBody := false
	for _, c := range l.children(i) {
		if !l.named(c) {
			switch l.t.Text(c) {
			case ":", "=>", "->":
				inBody = true
			}
			if !isValueToken(l.t.Text(c)) {
				continue
			}
		}
		r := l.role(c)
		if f := l.field(c); f != 0 && f == l.body || r == lang.RoleBlock {
			inBody = true
		}
		switch {
		case inBody:
			parts = append(parts, c)
		case r == lang.RoleSkip:
			header.Kids = append(header.Kids, l.raw(c)) // a type that is tested
		case l.kindName(c) == "typed_pattern":
			header.Kids = append(header.Kids, l.patternParts(c)...)
		default:
			if n := l.expr(c); n != nil {
				header.Kids = append(header.Kids, spreadOne(n)...)
			}
			inBody = inBody || l.kindName(c) == "switch_label"
		}
	}
	body.Kids = l.statements(parts)
	unname(header, body, l.form.CaseBinds)
	if n := len(body.Kids); n > 1 && body.Kids[n-1].Role == lang.RoleBreak && body.Kids[n-1].Op == "break" {
		body.Kids = body.Kids[:n-1]
	}
	return l.at(i, lang.RoleCase, header, body)
}

// unname leaves out the names that a pattern gives to what it matches where the arm does not use them: n @ _ and _. binds: a
// name that the arm uses is one that the case binds, unless it begins as those of constants and types do, or is also that of a field.
func unname(header, body *Node, binds bool) {
	uses := make(map[string]int)
	for _, part := range []*Node{header, body} {
		part.Walk(func(k *Node) bool {
			if k.Role == lang.RoleName {
				uses[k.Text]++
			}
			return true
		})
	}
	header.Walk(func(n *Node) bool {
		for i, k := range n.Kids {
			for k.Is(lang.NoRole) && (k.Text == "capture_pattern" || k.Text == "captured_pattern") && len(k.Kids) == 2 && k.Kids[0].Is(lang.RoleName) && uses[k.Kids[0].Text] == 1 {
				k = k.Kids[1]
			}
			k.Declares = k.Declares || binds && k.Is(lang.RoleName) && n.Is(lang.NoRole, RoleList) && n.Text != "field_pattern" && uses[k.Text] > 1 && k.Text >= "a" && k.Text < "{"
			n.Kids[i] = k
		}
		return true
	})
}

// jump returns what leaves the code around it.
func (l *lowerer) jump(i int32) *Node {
	r := l.role(i)
	word := ""
	if f := l.t.First(i); f >= 0 {
		word = strings.TrimSuffix(l.t.Text(f), "@")
	} else {
		word = l.t.Text(i)
	}
	if r == lang.RoleJump {
		switch word {
		case "return":
			r = lang.RoleReturn
		case "throw":
			r = lang.RoleThrow
		default:
			r = lang.RoleBreak
		}
	}
	var kids []*Node
	for _, c := range l.parts(i) {
		if k := l.kindName(c); k == "throw_keyword" || k == "label" {
			continue
		}
		if n := l.expr(c); n != nil {
			kids = append(kids, spreadOne(n)...)
		}
	}
	n := l.at(i, r)
	switch {
	case r == lang.RoleBreak:
		n.Op, n.Kids = word, kids
	case len(kids) == 1 && r == lang.RoleReturn && kids[0].Role == lang.RoleThrow:
		return kids[0]
	case len(kids) == 1 && r == lang.RoleReturn && kids[0].Role == lang.RoleTry:
		return returnedEach(kids[0])
	case len(kids) == 1:
		n.Kids = kids
	case len(kids) > 1:
		n.Kids = []*Node{{Role: RoleList, Kids: kids, Line: kids[0].Line, Start: kids[0].Start, End: kids[len(kids)-1].End}}
	}
	return n
}

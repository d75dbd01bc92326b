package tree

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/forms"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// A Grammar is what lowering knows of the syntax of one language.
type Grammar struct {
	form     *lang.Form
	language *lang.Language
	roles    []lang.Role // by kind
	names    []string    // by kind

	condition, consequence, alternative, initializer   lang.FieldID
	body, value, left, right, name, object, receiver   lang.FieldID
	operator, typ, returnType, parameters              lang.FieldID
	scope, declarator                                  lang.FieldID
	defaultValue, argumentList, opField, onlyParameter lang.FieldID
	boundName, result                                  lang.FieldID

	heredoc, heredocBody, printed lang.Kind
}

// NewGrammar returns the grammar of a syntax, whose language has a form.
func NewGrammar(s *parse.Syntax) *Grammar {
	g := &Grammar{form: forms.Of(s.Language.Name), language: s.Language}
	size := 1
	for _, kinds := range []map[string]lang.Kind{s.Grammar.Kinds, s.Grammar.Tokens} {
		for _, k := range kinds {
			size = max(size, int(k)+1)
		}
	}
	g.roles, g.names = make([]lang.Role, size), make([]string, size)
	for _, kinds := range []map[string]lang.Kind{s.Grammar.Kinds, s.Grammar.Tokens} {
		for name, k := range kinds {
			g.names[k] = name
		}
	}
	for _, r := range roleKinds {
		for _, kind := range r.kinds {
			g.roles[s.Grammar.Kinds[kind]] = r.role
		}
	}
	for kind, role := range g.form.Roles {
		g.roles[s.Grammar.Kinds[kind]] = role
	}
	g.roles[0] = lang.NoRole // of kinds that this grammar lacks
	f := s.Grammar.Fields
	g.condition, g.consequence, g.alternative, g.initializer = f["condition"], f["consequence"], f["alternative"], f["initializer"]
	g.body, g.value, g.left, g.right, g.name = f["body"], f["value"], f["left"], f["right"], f["name"]
	g.object, g.receiver, g.operator, g.typ, g.returnType = f["object"], f["receiver"], f["operator"], f["type"], f["return_type"]
	g.parameters, g.scope, g.declarator = f["parameters"], f["scope"], f["declarator"]
	g.boundName, g.result = f["bound_identifier"], f["result"]
	g.defaultValue, g.argumentList, g.opField, g.onlyParameter = f["default_value"], f["arguments"], f["op"], f["parameter"]
	g.heredoc, g.heredocBody, g.printed = s.Grammar.Kinds["heredoc_beginning"], s.Grammar.Kinds["heredoc_body"], s.Grammar.Kinds["text_interpolation"]
	return g
}

// MaxDepth is how deep lowering goes into expressions; what lies deeper is compared as text.
const MaxDepth = 300

// A lowerer makes the common form of one tree.
type lowerer struct {
	*Grammar
	t        *lang.Tree
	depth    int
	broken   []int32         // the nodes that the parser could not place, or made up
	heredocs map[int32]int32 // the bodies of heredocs of Ruby, by their beginnings
	unset    []string        // variables that the function around declares without a value
}

// Lower returns the common form of a file.
func Lower(g *Grammar, t *lang.Tree) *Node {
	l := &lowerer{Grammar: g, t: t, heredocs: make(map[int32]int32)}
	var begun []int32 // heredocs whose bodies follow
	for i := range t.Len() {
		if t.Nodes[i].Flags&(lang.IsError|lang.IsMissing) != 0 {
			l.broken = append(l.broken, i)
		}
		if k := t.Nodes[i].Kind; k == 0 {
			continue
		} else if k == g.heredoc {
			begun = append(begun, i)
		} else if k == g.heredocBody && len(begun) > 0 {
			l.heredocs[begun[0]] = i
			begun = begun[1:]
		}
	}
	file := &Node{Role: lang.RoleContainer, Line: 1, End: uint32(len(t.Source))}
	if t.Len() > 0 {
		l.members(0, &file.Kids)
	}
	for _, m := range file.Kids {
		for k, mod := range m.Mods {
			if mod == g.form.FilePrivate {
				m.Mods[k] = "private"
			}
		}
	}
	l.dropJumps(file)
	file.Broken = l.brokenOutside(file)
	file.Seal()
	return file
}

// brokenOutside reports whether a file has a syntax error outside of functions.
func (l *lowerer) brokenOutside(file *Node) bool {
	var functions []*Node
	file.Walk(func(n *Node) bool {
		if n.Role == lang.RoleFunction {
			functions = append(functions, n)
		}
		return n.Role != lang.RoleFunction
	})
	return slices.ContainsFunc(l.broken, func(i int32) bool {
		at := l.t.Nodes[i].Start
		return !slices.ContainsFunc(functions, func(f *Node) bool { return f.Start <= at && at < f.End })
	})
}

// at returns a new node for node i.
func (l *lowerer) at(i int32, role lang.Role, kids ...*Node) *Node {
	n := &l.t.Nodes[i]
	return &Node{Role: role, Kids: kids, Line: n.Row + 1, Start: n.Start, End: n.End}
}

func (l *lowerer) named(i int32) bool { return l.t.Nodes[i].Flags&lang.IsNamed != 0 }

func (l *lowerer) role(i int32) lang.Role {
	if i < 0 || !l.named(i) {
		return lang.NoRole
	}
	return l.roles[l.t.Nodes[i].Kind]
}

func (l *lowerer) kindName(i int32) string { return l.names[l.t.Nodes[i].Kind] }

func (l *lowerer) field(i int32) lang.FieldID { return l.t.Nodes[i].Field }

// child returns the child of i in a field, -1 when there is none or the grammar lacks it.
func (l *lowerer) child(i int32, f lang.FieldID) int32 {
	if f == 0 {
		return -1
	}
	return l.t.Child(i, f)
}

// children returns the children of i, without comments and what the parser made up. Text that a file prints
// as it stands is no comment, although grammars allow it in the same places.
func (l *lowerer) children(i int32) []int32 {
	var kids []int32
	for c := l.t.First(i); c >= 0; c = l.t.Next(c) {
		if n := &l.t.Nodes[c]; n.Flags&(lang.IsExtra|lang.IsMissing) == 0 || n.Kind == l.printed && n.Kind != 0 {
			kids = append(kids, c)
		}
	}
	return kids
}

// parts returns the children of i that are code: named ones that are not skipped, and the
// tokens that are values.
func (l *lowerer) parts(i int32) []int32 {
	var kids []int32
	for _, c := range l.children(i) {
		if l.named(c) {
			if r := l.role(c); r != lang.RoleSkip && r != lang.RoleModifiers {
				kids = append(kids, c)
			}
		} else if isValueToken(l.t.Text(c)) {
			kids = append(kids, c)
		}
	}
	return kids
}

// isValueToken reports whether a token that is no named node is a value.
func isValueToken(s string) bool {
	switch s {
	case "null", "nil", "this", "self", "super", "None":
		return true
	}
	return false
}

// isPunctuation reports whether a token says nothing by itself.
func isPunctuation(s string) bool {
	switch s {
	case "(", ")", "{", "}", "[", "]", ",", ";", ":", ".", "->", "=>", "\n", "\r\n", "\"", "'", "`", "|", "then", "end", "do", "in", "begin",
		"let", "const", "var", "val", "mut", "final", "new", "def", "fun", "func", "fn", "function", "case", "$", "=":
		return true
	}
	return strings.TrimSpace(s) == ""
}

// tokens returns the tokens of i that say something, joined.
func (l *lowerer) tokens(i int32) string {
	var out []string
	for _, c := range l.children(i) {
		if !l.named(c) {
			if s := strings.TrimSpace(l.t.Text(c)); !isPunctuation(s) && !isValueToken(s) { // a tag of JSX has the white space before it
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, " ")
}

// members adds the members of a container to out: functions, containers, and statements.
func (l *lowerer) members(i int32, out *[]*Node) {
	var decorators []*Node
	tested := false
	for _, c := range l.children(i) {
		if !l.named(c) {
			continue
		}
		if l.form.TestAttribute != "" && l.kindName(c) == "attribute_item" {
			tested = tested || strings.Contains(l.t.Text(c), l.form.TestAttribute)
			decorators = append(decorators, l.decorator(c))
			continue
		}
		if tested {
			tested, decorators = false, nil
			continue
		}
		switch r := l.role(c); r {
		case lang.RoleSkip, lang.RoleModifiers:
		case lang.RoleDecorator:
			decorators = append(decorators, l.decorator(c))
			continue
		case lang.RoleInline, lang.RoleBlock:
			if l.depth++; l.depth < MaxDepth {
				before := len(*out)
				l.members(c, out)
				l.exported(i, c, (*out)[before:])
			}
			l.depth--
		default:
			if strings.HasPrefix(l.kindName(c), "preproc_") && (r == lang.RoleIf || r == lang.RoleElse) {
				l.preprocessor(c, out)
			} else {
				before := len(*out)
				l.statement(c, out)
				l.exported(i, c, (*out)[before:])
			}
		}
		if n := len(*out); n > 0 && len(decorators) > 0 && (*out)[n-1].Role == lang.RoleFunction {
			(*out)[n-1].Kids = append((*out)[n-1].Kids, decorators...)
		}
		decorators = nil
	}
}

// exported notes on the functions of an export statement that they are exported.
func (l *lowerer) exported(parent, i int32, members []*Node) {
	if l.kindName(parent) != "export_statement" && l.kindName(i) != "export_statement" {
		return
	}
	for _, m := range members {
		if m.Role == lang.RoleAssign && len(m.Kids) > 1 && m.Kids[1].Role == lang.RoleFunction {
			m = m.Kids[1]
		}
		if m.Role == lang.RoleFunction {
			m.Mods = append(m.Mods, "export")
		}
	}
}

// preprocessor adds what both branches of a condition of the preprocessor hold.
func (l *lowerer) preprocessor(i int32, out *[]*Node) {
	for _, c := range l.parts(i) {
		f := l.field(c)
		if f != 0 && (f == l.condition || f == l.name) {
			continue
		}
		switch {
		case l.role(c) == lang.RoleIf || l.role(c) == lang.RoleElse:
			l.preprocessor(c, out)
		case l.role(c) == lang.RoleInline:
			l.members(c, out)
		default:
			l.statement(c, out)
		}
	}
}

// statement adds the statements that node i is.
func (l *lowerer) statement(i int32, out *[]*Node) {
	l.statementOrText(i, out, !l.form.TextIsDocumentation)
}

// statementOrText adds the statements that node i is. keepText: a text alone is a statement, such as
// the value of a function, not documentation.
func (l *lowerer) statementOrText(i int32, out *[]*Node, keepText bool) {
	if l.depth++; l.depth > MaxDepth {
		*out = append(*out, l.raw(i))
		l.depth--
		return
	}
	defer func() { l.depth-- }()
	switch l.role(i) {
	case lang.RoleSkip, lang.RoleModifiers, lang.RoleText, lang.RoleDecorator:
		return
	case lang.RoleInline:
		if l.kindName(i) == "labeled_statement" || !l.named(i) {
			break
		}
		for _, c := range l.parts(i) {
			l.statement(c, out)
		}
		return
	case lang.RoleBlock:
		*out = append(*out, l.block(i).Kids...)
		return
	case lang.RoleDeclaration:
		l.declaration(i, out)
		return
	case lang.RoleIf, lang.RoleUnless, lang.RoleSwitch:
		if init := l.child(i, l.initializer); init >= 0 {
			l.statement(init, out)
		} else if c := l.child(i, l.condition); c >= 0 && l.kindName(c) == "condition_clause" {
			if init := l.child(c, l.initializer); init >= 0 {
				l.statement(init, out)
			}
		}
	case lang.RoleContainer:
		n := l.container(i)
		switch l.kindName(i) {
		case "enum_constant", "enum_entry": // its values are declared beside what it can do
			if v := l.generic(i); n == nil || len(v.Kids) > 2 {
				v.Kids = slices.DeleteFunc(v.Kids, func(k *Node) bool { return k.Is(lang.RoleBlock, lang.RoleFunction, lang.RoleContainer) })
				*out = append(*out, v)
			}
		}
		if n != nil {
			*out = append(*out, n)
		}
		return
	}
	if l.kindName(i) == "decorated_definition" {
		l.members(i, out)
		return
	}
	n := l.expr(i)
	switch {
	case n == nil || n.Role == lang.RoleString && !keepText:
	case n.Role == RoleList:
		*out = append(*out, n.Kids...)
	case n.Role == lang.RoleIf && slices.Contains(l.form.TypesOnly, LastName(n.Kids[0])):
		*out = append(*out, n.Kids[2].Kids...)
	case isWayOut(n):
		*out = append(*out, wayOut(n)...)
	case isPassedOn(n):
		store := n.Kids[1].Kids[0]
		store.Kids[1] = n.Kids[0].Kids[1]
		*out = append(*out, store)
	default:
		*out = append(*out, n)
	}
}

// declaration adds what a declaration with several declarators binds.
func (l *lowerer) declaration(i int32, out *[]*Node) {
	for _, c := range l.parts(i) {
		switch l.role(c) {
		case lang.RoleDeclarator, lang.RoleDeclaration, lang.RoleAssign, lang.RoleFunction, lang.RoleLambda:
			l.statement(c, out)
		default:
			if f := l.field(c); f != 0 && f == l.declarator && l.kindName(c) != "function_declarator" {
				l.expr(c).Walk(func(n *Node) bool {
					if n.Role == lang.RoleName {
						l.unset = append(l.unset, n.Text)
					}
					return n.Role != lang.RoleName
				})
			}
		}
	}
	if v := l.child(i, l.defaultValue); v >= 0 {
		if d := l.child(i, l.declarator); d >= 0 {
			*out = append(*out, l.assign(i, l.expr(d), l.expr(v), "=", true))
		}
	}
}

// block returns node i as a Block: its statements, or itself as the only one.
func (l *lowerer) block(i int32) *Node {
	if i < 0 {
		return &Node{Role: lang.RoleBlock}
	}
	b := l.at(i, lang.RoleBlock)
	if r := l.role(i); r != lang.RoleBlock && r != lang.RoleElse {
		l.statement(i, &b.Kids)
		return b
	}
	b.Kids = l.statements(l.parts(i))
	return b
}

// statements returns the statements of a run of nodes. Handlers among them guard what stands
// before them (Ruby).
func (l *lowerer) statements(parts []int32) []*Node {
	var out, handlers []*Node
	for k := 0; k < len(parts); k++ {
		c := parts[k]
		if k+1 < len(parts) && l.isApart(c, parts[k+1]) {
			n := l.expr(c)
			if v := l.expr(parts[k+1]); v != nil {
				n.Kids = []*Node{v}
				n.End = v.End
			}
			out = append(out, n)
			k++
			continue
		}
		switch l.role(c) {
		case lang.RoleCatch:
			handlers = append(handlers, l.catches(c)...)
		case lang.RoleFinally:
			handlers = append(handlers, l.finally(c))
		case lang.RoleElse:
			out = append(out, l.block(c).Kids...)
		default:
			l.statement(c, &out)
		}
	}
	if len(handlers) > 0 {
		try := &Node{Role: lang.RoleTry, Line: handlers[0].Line, Start: handlers[0].Start, End: handlers[len(handlers)-1].End}
		body := &Node{Role: lang.RoleBlock, Kids: out, Line: try.Line}
		if len(out) > 0 {
			try.Line, try.Start, body.Line = out[0].Line, out[0].Start, out[0].Line
		}
		try.Kids = append([]*Node{body}, handlers...)
		out = []*Node{try}
	}
	return passedOn(flattenElse(l.spelled(out)))
}

// isApart reports whether what a jump returns or throws stands beside it on its line: a fault of
// the grammar.
func (l *lowerer) isApart(jump, value int32) bool {
	if l.role(jump) != lang.RoleJump || l.t.Nodes[jump].Size > 4 || l.t.Nodes[jump].Row != l.t.Nodes[value].Row {
		return false
	}
	word := l.t.Text(jump)
	gap := l.t.Source[l.t.Nodes[jump].End:l.t.Nodes[value].Start]
	return (word == "return" || word == "throw" || strings.HasPrefix(word, "return@")) && len(bytes.TrimSpace(gap)) == 0
}

// flattenElse takes what runs else out of the else when the branch before it always leaves: it
// runs then anyway.
func flattenElse(in []*Node) []*Node {
	for i, s := range in {
		if s.Role == lang.RoleIf && len(s.Kids[2].Kids) > 0 && Leaves(s.Kids[1]) {
			rest := s.Kids[2].Kids
			s.Kids[2] = &Node{Role: lang.RoleBlock, Line: s.Line}
			out := append(append([]*Node{}, in[:i+1]...), flattenElse(rest)...)
			return append(out, flattenElse(in[i+1:])...)
		}
	}
	return in
}

// Leaves reports whether a block always leaves the code around it.
func Leaves(b *Node) bool {
	if b == nil || len(b.Kids) == 0 {
		return false
	}
	return b.Kids[len(b.Kids)-1].Is(lang.RoleReturn, lang.RoleThrow, lang.RoleBreak)
}

// raw returns node i as text.
func (l *lowerer) raw(i int32) *Node { return l.written(i, lang.NoRole, " ") }

// leaf returns node i as a node without kids.
func (l *lowerer) leaf(i int32, role lang.Role) *Node { return l.written(i, role, "") }

func (l *lowerer) written(i int32, role lang.Role, between string) *Node {
	n := l.at(i, role)
	n.Text = strings.Join(strings.Fields(l.language.Text(l.t, i)), between)
	return n
}

// all returns the values of nodes, without those that are nothing.
func (l *lowerer) all(parts []int32) []*Node {
	var out []*Node
	for _, c := range parts {
		if n := l.expr(c); n != nil {
			out = append(out, n)
		}
	}
	return out
}

// generic returns a node of no role.
func (l *lowerer) generic(i int32) *Node {
	kids := l.all(l.parts(i))
	n := l.at(i, lang.NoRole, kids...)
	n.Text, n.Op = l.kindName(i), l.tokens(i)
	if len(kids) == 0 && n.Op == "" || l.t.First(i) < 0 {
		n.Op = strings.Join(strings.Fields(l.language.Text(l.t, i)), " ")
	}
	if slices.Contains(l.form.Brackets, n.Text) {
		n.Text, n.Op = "brackets", ""
	}
	if n.Text == "composite_literal" && len(n.Kids) == 1 {
		n.Kids[0] = withoutNil(n.Kids[0])
	}
	return n
}

// withoutNil returns the values of a struct of Go without the fields that are nil: they are it anyway.
func withoutNil(body *Node) *Node {
	isNil := func(k *Node) bool { return k.Is(lang.RolePair) && k.Kid(0).Is(lang.RoleNull) }
	if !slices.ContainsFunc(body.Kids, isNil) {
		return body
	}
	body.Kids = slices.DeleteFunc(body.Kids, isNil)
	if len(body.Kids) == 0 {
		body.Op = "{}"
	}
	return body
}

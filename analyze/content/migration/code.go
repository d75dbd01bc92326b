package migration

import (
	"errors"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/csharp"
	"github.com/nexus-ci/nexus-ci/analyze/lang/javascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/php"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby"
	"github.com/nexus-ci/nexus-ci/analyze/lang/typescript"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// A reader has the parsers that the files of one change need.
type reader struct {
	parser   *parse.Parser
	grammars map[string]*grammar
}

func (r *reader) close() {
	if r.parser != nil {
		r.parser.Close()
	}
}

// A grammar is a language with the names of its nodes.
type grammar struct {
	*parse.Syntax
	kinds  []string // by number
	fields []string
}

// grammar returns that of a file, nil for none.
func (r *reader) grammar(p string) *grammar {
	ext := strings.ToLower(path.Ext(p))
	if g := r.grammars[ext]; g != nil {
		return g
	}
	var l *lang.Language
	switch ext {
	case ".rb":
		l = ruby.Language()
	case ".py":
		l = python.Language()
	case ".js", ".mjs", ".cjs":
		l = javascript.Language()
	case ".ts", ".mts":
		l = typescript.Language()
	case ".cs":
		l = csharp.Language()
	case ".php":
		l = php.Language()
	default:
		return nil
	}
	if r.parser == nil {
		r.parser, r.grammars = parse.NewParser(), make(map[string]*grammar)
	}
	g := &grammar{Syntax: parse.NewSyntax(l)}
	for _, names := range []map[string]lang.Kind{g.Grammar.Kinds, g.Grammar.Tokens} {
		for name, k := range names {
			for int(k) >= len(g.kinds) {
				g.kinds = append(g.kinds, "")
			}
			g.kinds[k] = name
		}
	}
	for name, f := range g.Grammar.Fields {
		for int(f) >= len(g.fields) {
			g.fields = append(g.fields, "")
		}
		g.fields[f] = name
	}
	r.grammars[ext] = g
	return g
}

// code reads a migration in a programming language.
func (r *reader) code(f *fact.File) (*script, error) {
	g := r.grammar(f.Path)
	if g == nil {
		return nil, errors.New("no language has files of this name")
	}
	t, err := r.parser.Tree(g.Syntax, f.Content, parse.Limits{})
	if err != nil {
		return nil, err
	}
	c := &coder{t: t, g: g, texts: make(map[string]string)}
	c.walk(0, builder{})
	return &c.script, nil
}

// A coder walks through the tree of a migration.
type coder struct {
	t      *lang.Tree
	g      *grammar
	script script
	texts  map[string]string // of names that stand for a literal text
	// heredoc is where the search for the text of the next one starts.
	heredoc int32
}

// A builder is what the code in a block changes: in Rails, Knex, Laravel and Alembic.
type builder struct {
	table string
	// created: the block is part of creating the table.
	created bool
}

func (c *coder) kind(i int32) string {
	if i < 0 {
		return ""
	}
	if k := int(c.t.Kind(i)); k < len(c.g.kinds) {
		return c.g.kinds[k]
	}
	return ""
}

// field returns the first child of i in one of the fields, or -1.
func (c *coder) field(i int32, names ...string) int32 {
	for child := c.t.First(i); child >= 0; child = c.t.Next(child) {
		f := int(c.t.Nodes[child].Field)
		if f <= 0 || f >= len(c.g.fields) {
			continue
		}
		for _, n := range names {
			if c.g.fields[f] == n {
				return child
			}
		}
	}
	return -1
}

// walk reads the part of the tree below i.
func (c *coder) walk(i int32, in builder) {
	t := c.t
	if t.Nodes[i].Flags&lang.IsExtra != 0 && c.kind(i) != "heredoc_body" {
		return
	}
	if c.undoes(i) {
		return
	}
	if t.First(i) < 0 {
		if text := t.Text(i); text != "" && text != "," && text != ";" {
			line := int(t.Line(i))
			c.script.steps = append(c.script.steps, step{text, line, line})
		}
		return
	}
	switch c.kind(i) {
	case "call", "call_expression", "invocation_expression", "method_call", "member_call_expression", "scoped_call_expression", "function_call_expression", "command_call":
		x := c.call(i)
		if x.name == "down" && x.root == "dir" { // reversible
			return
		}
		if b, ok := c.operate(x, in); ok {
			in = b
		}
	case "with_statement":
		if at := c.find(i, "call"); at >= 0 {
			if x := c.call(at); x.name == "batchaltertable" {
				in = builder{table: x.text(0, "tablename", "table")}
			}
		}
	case "assignment", "variable_declarator":
		name, value := c.field(i, "name", "left"), c.field(i, "value", "right")
		if name >= 0 && value >= 0 {
			if v := c.value(value, 0); v.kind == textValue && len(c.texts) < 1000 {
				c.texts[t.Text(name)] = v.text
			}
		}
	}
	for child := t.First(i); child >= 0; child = t.Next(child) {
		c.walk(child, in)
	}
}

// undoes reports whether a node is the code that takes a migration back.
func (c *coder) undoes(i int32) bool {
	var name int32
	switch c.kind(i) {
	case "method", "singleton_method", "function_definition", "method_definition", "method_declaration", "function_declaration",
		"generator_function_declaration", "variable_declarator":
		name = c.field(i, "name")
	case "pair":
		name = c.field(i, "key")
	case "assignment_expression", "assignment":
		name = c.field(i, "left")
	default:
		return false
	}
	if name < 0 {
		return false
	}
	text := c.t.Text(name)
	switch strings.ToLower(text[strings.LastIndexByte(text, '.')+1:]) {
	case "down", "downgrade", "safedown", "_down":
		return true
	}
	return false
}

// find returns the first node of a kind below i that is not in a block, or -1.
func (c *coder) find(i int32, kind string) int32 {
	end := i + c.t.Nodes[i].Size
	for n := i + 1; n < end; n++ {
		switch c.kind(n) {
		case kind:
			return n
		case "block":
			return -1
		}
	}
	return -1
}

// A call is a call with what is literal in it.
type call struct {
	name  string // in lower case and without underscores
	root  string // the name that a chain of calls starts with, as written
	chain []*call
	args  []value
	named map[string]value // by names like that of the call
	line  int
	last  int
	node  int // in the tree
}

type valueKind uint8

const (
	otherValue valueKind = iota
	textValue
	wordValue // true, null, a number, a name
	listValue
	mapValue
	callValue
)

// A value is an argument of a call.
type value struct {
	kind  valueKind
	text  string
	list  []value
	named map[string]value
	keys  []string // as written, in order
	call  *call
	line  int
}

// maxValueDepth is how deep literals in literals are read.
const maxValueDepth = 6

// plain is a name without what frameworks write differently.
func plain(name string) string {
	return strings.ToLower(strings.TrimLeft(strings.ReplaceAll(name, "_", ""), "$@:"))
}

// call reads the call at node i.
func (c *coder) call(i int32) *call { return c.callIn(i, 0) }

func (c *coder) callIn(i int32, deep int) *call {
	t := c.t
	x := &call{line: int(t.Line(i)), last: int(t.EndRow(i)), node: int(i)}
	receiver := int32(-1)
	name := c.field(i, "method", "name", "constructor", "type")
	if f := c.field(i, "function"); f >= 0 {
		switch c.kind(f) {
		case "attribute", "member_expression", "member_access_expression", "scoped_identifier", "conditional_access_expression":
			name, receiver = c.field(f, "attribute", "property", "name"), c.field(f, "object", "expression")
		default:
			name = f
		}
	} else {
		receiver = c.field(i, "receiver", "object", "scope")
	}
	if name >= 0 {
		text := t.Text(name)
		if at := strings.IndexAny(text, "<(\n"); at >= 0 {
			text = text[:at]
		}
		x.name = plain(text[strings.LastIndexByte(text, '.')+1:])
		x.line = int(t.Line(name))
	}
	if receiver >= 0 && deep < maxValueDepth*4 {
		switch c.kind(receiver) {
		case "call", "call_expression", "invocation_expression", "member_call_expression", "scoped_call_expression", "function_call_expression":
			before := c.callIn(receiver, deep+1)
			x.chain, x.root = append(before.chain, before), before.root
			if x.root == "" {
				x.root = before.name
			}
		case "await_expression", "parenthesized_expression":
		default:
			x.root = t.Text(receiver)
			if at := strings.LastIndexByte(x.root, '.'); at >= 0 {
				x.root = x.root[at+1:]
			}
			x.root = strings.TrimLeft(x.root, "$@")
		}
	}
	if args := c.field(i, "arguments"); args >= 0 && deep < maxValueDepth*4 {
		c.arguments(args, x, deep)
	}
	return x
}

// arguments reads the arguments of a call.
func (c *coder) arguments(at int32, x *call, deep int) {
	for a := c.t.First(at); a >= 0; a = c.t.Next(a) {
		if !c.t.Named(a) {
			continue
		}
		key, v := int32(-1), a
		switch c.kind(a) {
		case "pair":
			key, v = c.field(a, "key"), c.field(a, "value")
		case "keyword_argument":
			key, v = c.field(a, "name"), c.field(a, "value")
		case "argument":
			key, v = c.field(a, "name"), c.t.LastNamed(a)
		}
		if v < 0 {
			continue
		}
		if key < 0 {
			x.args = append(x.args, c.value(v, deep+1))
			continue
		}
		if x.named == nil {
			x.named = make(map[string]value)
		}
		read := c.value(v, deep+1)
		read.keys = []string{strings.Trim(c.t.Text(key), `:"'`)}
		x.named[plain(strings.Trim(c.t.Text(key), `:"'`))] = read
	}
}

// value reads a literal.
func (c *coder) value(i int32, deep int) value {
	t := c.t
	v := value{line: int(t.Line(i))}
	if deep > maxValueDepth {
		return v
	}
	switch c.kind(i) {
	case "string", "encapsed_string", "string_literal", "verbatim_string_literal", "raw_string_literal", "template_string", "chained_string", "concatenated_string",
		"binary_expression", "binary_operator", "interpolated_string_expression", "bare_string":
		v.text, v.kind = c.text(i, 0), textValue
	case "heredoc_beginning", "heredoc":
		v.kind = textValue
		v.text = c.heredocText(i)
		v.line++
	case "simple_symbol", "delimited_symbol", "bare_symbol":
		v.kind, v.text = textValue, strings.Trim(t.Text(i), `:"'`)
	case "array", "list", "tuple", "array_creation_expression", "string_array", "symbol_array", "implicit_array_creation_expression", "collection_expression":
		v.kind = listValue
		for e := t.First(i); e >= 0; e = t.Next(e) {
			if !t.Named(e) || len(v.list) >= 200 {
				continue
			}
			at := e
			switch c.kind(e) {
			case "array_element_initializer":
				at = t.LastNamed(e)
			case "initializer_expression":
				for x := t.First(e); x >= 0; x = t.Next(x) {
					if t.Named(x) {
						v.list = append(v.list, c.value(x, deep+1))
					}
				}
				continue
			}
			if at >= 0 {
				v.list = append(v.list, c.value(at, deep+1))
			}
		}
	case "object", "hash", "dictionary":
		v.kind, v.named = mapValue, make(map[string]value)
		for e := t.First(i); e >= 0; e = t.Next(e) {
			if c.kind(e) != "pair" || c.field(e, "value") < 0 || c.field(e, "key") < 0 {
				continue
			}
			key := strings.Trim(t.Text(c.field(e, "key")), `:"'`)
			v.named[plain(key)] = c.value(c.field(e, "value"), deep+1)
			v.keys = append(v.keys, key)
		}
	case "call", "call_expression", "new_expression", "object_creation_expression", "invocation_expression", "scoped_call_expression", "member_call_expression":
		v.kind, v.call = callValue, c.callIn(i, deep+1)
	case "identifier", "constant":
		v.kind, v.text = wordValue, t.Text(i)
		if text, ok := c.texts[v.text]; ok {
			v.kind, v.text = textValue, text
		}
	default:
		v.kind, v.text = wordValue, t.Text(i)
	}
	return v
}

// computed stands for the parts of a text that are not literal.
const computed = "\x01"

// maxText bounds a text that is put together of parts.
const maxText = 1 << 20

// text returns what a string says. What is computed is a name that is no name.
func (c *coder) text(i int32, deep int) string {
	t := c.t
	if deep > 50 {
		return ""
	}
	switch c.kind(i) {
	case "string_content", "string_fragment", "string_literal_content", "heredoc_content", "escape_sequence", "string_literal_fragment":
		if s := t.Text(i); !strings.HasPrefix(s, `\`) || len(s) != 2 {
			return s
		} else if s[1] == 'n' || s[1] == 't' || s[1] == 'r' {
			return " "
		} else {
			return s[1:]
		}
	case "verbatim_string_literal":
		s := strings.TrimPrefix(t.Text(i), "@")
		return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`), `""`, `"`)
	case "template_substitution", "interpolation", "identifier", "member_expression", "call_expression", "call", "constant":
		if s, ok := c.texts[strings.Trim(t.Text(i), "${}# ")]; ok {
			return s
		}
		return computed
	}
	var b strings.Builder
	for e := t.First(i); e >= 0 && b.Len() < maxText; e = t.Next(e) {
		if t.Nodes[e].Flags&lang.IsNamed != 0 {
			b.WriteString(c.text(e, deep+1))
		}
	}
	if b.Len() == 0 && t.First(i) < 0 {
		return strings.Trim(t.Text(i), "\"'`")
	}
	return b.String()
}

// heredocText is the text of the heredoc that starts at i. Those of Ruby follow the line, in
// the order of their starts.
func (c *coder) heredocText(i int32) string {
	if c.kind(i) == "heredoc" {
		return c.text(i, 0)
	}
	for n := max(c.heredoc, i); n < c.t.Len(); n++ {
		if c.kind(n) == "heredoc_body" {
			c.heredoc = i
			var b strings.Builder
			for e := c.t.First(n); e >= 0; e = c.t.Next(e) {
				if k := c.kind(e); k != "heredoc_end" && k != "heredoc_beginning" {
					b.WriteString(c.text(e, 0))
				}
			}
			return b.String()
		}
	}
	return ""
}

// text returns the literal text of an argument by its place or one of its names.
func (x *call) text(at int, names ...string) string {
	for _, n := range names {
		if v, ok := x.named[n]; ok && (v.kind == textValue || v.kind == mapValue || v.kind == callValue) {
			return v.name()
		}
	}
	if at >= 0 && at < len(x.args) {
		return x.args[at].name()
	}
	return ""
}

// name is what a value names: a text, or the name in an object or a call that describes it.
func (v value) name() string {
	switch v.kind {
	case textValue:
		return v.text
	case mapValue:
		for _, key := range []string{"tablename", "name", "columnname", "table"} {
			if n, ok := v.named[key]; ok && n.kind == textValue {
				return n.text
			}
		}
	case callValue:
		if n, ok := v.call.named["name"]; ok && n.kind == textValue {
			return n.text
		}
		if len(v.call.args) > 0 {
			return v.call.args[0].name()
		}
	}
	return ""
}

// names are all that a value names.
func (v value) names() []string {
	if v.kind != listValue {
		if n := v.name(); n != "" {
			return []string{n}
		}
		return nil
	}
	var list []string
	for _, e := range v.list {
		if n := e.name(); n != "" {
			list = append(list, n)
		}
	}
	return list
}

// option returns an option of a column: an argument of the call, of the column that it
// describes, or of the object that does.
func (x *call) option(names ...string) (value, bool) {
	for _, n := range names {
		if v, ok := x.named[n]; ok {
			return v, true
		}
		for _, of := range []string{"index", "constraint"} { // Django
			if a, ok := x.named[of]; ok && a.kind == callValue {
				if v, ok := a.call.named[n]; ok {
					return v, true
				}
			}
		}
		for _, a := range x.args {
			if v, ok := a.named[n]; ok && a.kind == mapValue {
				return v, true
			}
			if a.kind == callValue {
				if v, ok := a.call.named[n]; ok {
					return v, true
				}
			}
		}
	}
	return value{}, false
}

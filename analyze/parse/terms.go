package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/route"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

const (
	// maxTerm is the length of the longest term in bytes.
	maxTerm = 120
	// maxTerms bounds the terms of one file: more are a table of data.
	maxTerms = 2000
	// maxQuery is the length of the longest text in bytes that is read as a query.
	maxQuery = 16 << 10
	// markWithin is how many bytes before a string say what it is.
	markWithin = 120
)

// terms sets the terms of a file that people write.
func terms(l *lang.Language, t *lang.Tree, f *facts.File) {
	if f.Generated || f.Minified {
		return
	}
	c := &termCollector{file: f, seen: make(map[facts.Term]bool)}
	isString := make([]bool, max(len(l.Kinds), 1))
	for _, k := range l.Strings {
		isString[k] = true
	}
	for i := int32(0); i < t.Len() && len(f.Terms) < maxTerms; i++ {
		if n := &t.Nodes[i]; isString[n.Kind] && !isConcatenation(t, i, isString) && !isFragment(t, i, isString) {
			before := t.Source[max(0, int(n.Start)-markWithin):n.Start]
			c.text(content(t.Bytes(i)), bytes.TrimRight(before, "`"), interpolated(t, i) || isPart(t, i, isString), t.Line(i))
		}
	}
	c.environment()
	c.services()
	slices.SortFunc(f.Terms, func(a, b facts.Term) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name), cmp.Compare(a.Line, b.Line))
	})
}

// isConcatenation reports whether a string consists of strings one after the other.
func isConcatenation(t *lang.Tree, i int32, isString []bool) bool {
	first := t.FirstNamed(i)
	return first >= 0 && isString[t.Nodes[first].Kind] && quoteOf(t.Bytes(first)) >= 0
}

// isFragment reports whether a node is the text between the quotes of a string.
func isFragment(t *lang.Tree, i int32, isString []bool) bool {
	parent := t.Nodes[i].Parent
	return parent >= 0 && isString[t.Nodes[parent].Kind] && quoteOf(t.Bytes(i)) < 0
}

// isPart reports whether a string is put together with others.
func isPart(t *lang.Tree, i int32, isString []bool) bool {
	if parent := t.Nodes[i].Parent; parent >= 0 && isString[t.Nodes[parent].Kind] {
		return true
	}
	before, after := bytes.TrimRight(t.Source[:t.Nodes[i].Start], " \t\r\n"), bytes.TrimLeft(t.Source[t.Nodes[i].End:], " \t\r\n")
	for _, operator := range [...]string{"+", "..", "<>"} {
		if bytes.HasSuffix(before, []byte(operator)) || bytes.HasPrefix(after, []byte(operator)) {
			return true
		}
	}
	return bytes.HasSuffix(before, []byte(" .")) || bytes.HasPrefix(after, []byte(". ")) // PHP
}

// interpolated reports whether code is a part of a string, or of the template that it is a part of.
func interpolated(t *lang.Tree, i int32) bool {
	if parent := t.Nodes[i].Parent; parent >= 0 && bytes.HasPrefix(t.Bytes(parent), []byte("`")) {
		i = parent
	}
	for n := i + 1; n < i+t.Nodes[i].Size; n++ {
		text := t.Bytes(n)
		if string(text) == "${" || string(text) == "#{" || t.Nodes[n].Size > 1 && len(text) > 0 && (text[0] == '$' || text[0] == '#' || text[0] == '{' || text[0] == '\\') {
			return true
		}
	}
	return false
}

// quoteOf returns where the opening quote of a string is, -1 for a text without quotes, as that of a here
// document.
func quoteOf(text []byte) int {
	const maxPrefix = 3 // rb", L", @", r#"
	at := bytes.IndexAny(text, "\"'`")
	text = bytes.TrimRight(text, "#")
	if at < 0 || at > maxPrefix || len(text) < at+2 || text[len(text)-1] != text[at] {
		return -1
	}
	return at
}

// content returns a string without its quotes.
func content(text []byte) string {
	at := quoteOf(text)
	if at < 0 {
		return string(text)
	}
	quote := text[at]
	text = bytes.TrimRight(text[at:], "#")
	n := 1
	for n < 3 && n < len(text)/2 && text[n] == quote {
		n++
	}
	if n == 2 {
		return ""
	}
	return string(bytes.TrimSuffix(text[n:], text[:n]))
}

type termCollector struct {
	file *facts.File
	seen map[facts.Term]bool // without their lines
}

func (c *termCollector) add(kind facts.TermKind, name string, line int32) {
	t := facts.Term{Kind: kind, Name: name, Line: line}
	once := t
	if kind != facts.Table && kind != facts.Column { // these are joined by their lines
		once.Line = 0
	}
	if len(name) <= maxTerm && !c.seen[once] && len(c.file.Terms) < maxTerms {
		c.seen[once] = true
		c.file.Terms = append(c.file.Terms, t)
	}
}

// Marks are what is written before a string that is the name of the table of a model, the prefix of
// settings or a part of a route.
var (
	tableMark = lazyregexp.New(`(?:__tablename__\s*=|\btable_name\s*=|\btableName\s*[:=(]|\bdb_table\s*=|@(?:\w+\.)*Table\(\s*(?:name\s*=)?|@Entity\(\s*(?:\{\s*name\s*:)?|\$table\s*=|` +
		`\b(?:pg|mysql|sqlite|To|Int|Long|UUID)?(?:Id)?Table\(|(?:\.|::|->)table\(|(?m:^)\s*schema|\bTableName\(\)\s+string\s*\{\s*return)\s*$`)
	prefixMark = lazyregexp.New(`@ConfigurationProperties\(\s*(?:(?:prefix|value)\s*=\s*)?$`)
	routeMark  = lazyregexp.New(`@(?:\w+\.)?(?:(?:Json)?Controller|RequestMapping|Path|Route|(?:Get|Post|Put|Delete|Patch)(?:Mapping)?)\(\s*(?:(?:value|path)\s*=\s*)?[{\[]?\s*$`)
	// placeholder is a setting in a text that a framework fills in.
	placeholder = lazyregexp.New(`\$\{([A-Za-z_][\w.-]*)`)
	method      = lazyregexp.New(`^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (/\S*)$`)
)

// text adds the terms of a string. before is the source in front of it.
func (c *termCollector) text(s string, before []byte, interpolated bool, line int32) {
	switch {
	case s == "" || len(s) > maxQuery:
		return
	case isQuery(s):
		tables, columns := queryNames(s)
		for _, name := range tables {
			c.add(facts.Table, name, line)
		}
		for _, name := range columns {
			c.add(facts.Column, name, line)
		}
		return
	case interpolated || len(s) > maxTerm:
		return
	case bytes.Contains(before, []byte("ConfigurationProperties")) && prefixMark.Match(before):
		c.add(facts.Prefix, s, line)
		return
	case isName(s) && mayMarkTable(before) && tableMark.Match(before):
		c.add(facts.Table, lastName(strings.ToLower(s)), line)
		return
	case bytes.IndexByte(before, '@') >= 0 && routeMark.Match(before):
		c.add(facts.Route, route.Path(s), line)
		return
	}
	if m := method.FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	switch {
	case isRoute(s):
		c.add(facts.Route, route.Path(s), line)
	case isSetting(s):
		c.add(facts.Setting, s, line)
	case strings.Contains(s, "${"):
		for _, m := range placeholder.FindAllStringSubmatch(s, -1) {
			if name := strings.TrimRight(m[1], "."); isSetting(name) {
				c.add(facts.Setting, name, line)
			}
		}
	}
}

func mayMarkTable(before []byte) bool {
	return bytes.Contains(before, []byte("able")) || bytes.Contains(before, []byte("Entity")) || bytes.Contains(before, []byte("schema"))
}

// isName reports whether a string is a name, which may have a qualifier.
func isName(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == "" && s != "" && (s[0] < '0' || s[0] > '9')
}

func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// isSetting reports whether a string may be the name of a setting that no other name is by chance: a
// path of several names, or a variable of the environment of several words.
func isSetting(s string) bool {
	parts, last := 1, byte('.')
	for i := range len(s) {
		b := s[i]
		switch {
		case b == '.' || b == ':':
			if parts++; strings.IndexByte(".:-", last) >= 0 {
				return false
			}
		case b == '-':
			if strings.IndexByte(".:", last) >= 0 {
				return false
			}
		case b != '_' && !('a' <= b && b <= 'z') && !('A' <= b && b <= 'Z') && !('0' <= b && b <= '9' && i > 0):
			return false
		}
		last = b
	}
	if strings.IndexByte(".:-", last) >= 0 {
		return false
	}
	words := strings.Trim(s, "_")
	return parts > 1 || strings.Contains(words, "__") || strings.Contains(words, "_") && words == strings.ToUpper(words)
}

// isRoute reports whether a string may be a path below a server, with a slash in front or a parameter.
func isRoute(s string) bool {
	if len(s) < 2 || strings.ContainsAny(s, " \t\n\\\"'=,;%#|()") || strings.Contains(s, "//") || !strings.Contains(s, "/") {
		return false
	}
	return s[0] == '/' || strings.ContainsAny(s, "{<") || strings.HasPrefix(s, ":") || strings.Contains(s, "/:")
}

// environment adds the variables that are read as members: process.env.NAME, env.NAME.
func (c *termCollector) environment() {
	for i := range c.file.Exprs {
		x := &c.file.Exprs[i]
		if x.Kind == facts.Member && x.X >= 0 && isSetting(x.Name) && x.Name == strings.ToUpper(x.Name) {
			if of := c.nameOf(x.X); of == "env" || of == "environment" {
				c.add(facts.Setting, x.Name, x.Line)
			}
		}
	}
}

// nameOf returns the last name of a value, empty where it has none.
func (c *termCollector) nameOf(id facts.ExprID) string {
	switch x := &c.file.Exprs[id]; x.Kind {
	case facts.Member, facts.Name:
		return x.Name
	case facts.Local:
		return c.file.Vars[x.Ref].Name
	}
	return ""
}

// services adds the services of Protobuf whose generated types the types of a file are derived from.
func (c *termCollector) services() {
	f := c.file
	for i := range f.Defs {
		d := &f.Defs[i]
		if !d.Kind.IsType() || d.Name == "" {
			continue
		}
		for _, bases := range [][]facts.TypeID{d.Extends, d.Implements, d.Embeds} {
			for _, id := range bases {
				if name := serviceOf(&f.Types[id]); name != "" {
					c.add(facts.Service, name, d.Line)
				}
			}
		}
	}
}

// serviceOf returns the service that a generator made a type for, empty for another type: in Go
// UnimplementedXServer, in Python XServicer, in Java XGrpc.XImplBase, in Kotlin XCoroutineImplBase, in
// C# X.XBase, in C++ and Ruby X::Service.
func serviceOf(t *facts.Type) string {
	outer := t.Qualifier[strings.LastIndexAny(t.Qualifier, ".:")+1:]
	for _, form := range [...]struct{ prefix, suffix string }{
		{"Unimplemented", "Server"}, {"Unsafe", "Server"}, {"Unimplemented", "Handler"}, {"", "CoroutineImplBase"}, {"", "ImplBase"}, {"", "Servicer"},
	} {
		if name, ok := strings.CutPrefix(t.Name, form.prefix); ok {
			if name, ok = strings.CutSuffix(name, form.suffix); ok {
				return name
			}
		}
	}
	if name, ok := strings.CutSuffix(t.Name, "Base"); ok && name == outer {
		return name
	}
	if t.Name == "Service" || t.Name == "CallbackService" {
		return outer
	}
	return ""
}

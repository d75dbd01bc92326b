package migration

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// A schema is tables, indexes and types by their names in lower case.
type schema struct {
	tables  map[string]*table
	indexes map[string]*named
	enums   map[string]*enum
}

type table struct {
	name    string
	line    int
	columns []*column
	byName  map[string]*column // in lower case
}

type column struct {
	name string
	line int
	columnType
}

type columnType struct {
	typ     string
	notNull bool
	value   string // default
}

// text is a type as people write it.
func (t columnType) text() string {
	s := t.typ
	if t.notNull {
		s += " not null"
	}
	if t.value != "" {
		s += " default " + t.value
	}
	return strings.TrimSpace(s)
}

type named struct {
	name, table, text string
	line              int
}

type enum struct {
	name   string
	line   int
	values []string
}

func newSchema() *schema {
	return &schema{tables: make(map[string]*table), indexes: make(map[string]*named), enums: make(map[string]*enum)}
}

func (t *table) column(name string) *column { return t.byName[strings.ToLower(name)] }

// add adds a column, unless there is one of its name.
func (t *table) add(c *column) {
	if key := strings.ToLower(c.name); t.byName[key] == nil {
		t.byName[key] = c
		t.columns = append(t.columns, c)
	}
}

// definition reads the definition of a column after its name.
func definition(s statement) columnType {
	var d columnType
	var typ strings.Builder
	c := &cursor{s: s}
	inType := true
	for !c.done() {
		t := c.peek()
		switch {
		case c.is("NOT", "NULL"):
			inType, d.notNull = false, true
			continue
		case c.is("DEFAULT"):
			inType = false
			start := c.i
			if c.peek().word == "(" {
				c.group()
			} else {
				for c.i < len(c.s) && (c.s[c.i].word == "-" || c.s[c.i].word == "+") {
					c.i++
				}
				c.i++
				if c.peek().word == "(" {
					c.group()
				}
			}
			d.value = c.s[min(start, len(c.s)):min(c.i, len(c.s))].text()
			continue
		case t.word == "PRIMARY":
			inType, d.notNull = false, true
		case t.kind == word && endsType(t.word):
			inType = false
		case inType:
			text := t.text
			if t.kind == word {
				text = strings.ToLower(text)
			} else if t.kind == quotedText {
				text = "'" + text + "'"
			}
			if l := typ.Len(); l > 0 && t.kind != mark && !strings.HasSuffix(typ.String(), "(") {
				typ.WriteByte(' ')
			}
			typ.WriteString(text)
		}
		c.i++
	}
	d.typ = typ.String()
	return d
}

// endsType reports whether a word in the definition of a column is no part of its type.
func endsType(w string) bool {
	switch w {
	case "NULL", "UNIQUE", "REFERENCES", "CHECK", "COLLATE", "GENERATED", "AUTO_INCREMENT", "AUTOINCREMENT", "COMMENT", "CONSTRAINT", "ON", "IDENTITY",
		"KEY", "AFTER", "FIRST", "USING", "AS", "STORAGE", "COMPRESSION", "INVISIBLE", "SPARSE", "ROWGUIDCOL":
		return true
	}
	return false
}

// apply does to a schema what a statement does.
func (s *schema) apply(st statement) {
	c := &cursor{s: st}
	switch {
	case c.is("CREATE"):
		start := c.i
		for !c.done() && c.peek().word != "TABLE" && c.peek().word != "TYPE" && c.peek().word != "INDEX" && c.i < start+4 {
			c.i++
		}
		switch {
		case c.is("TABLE"):
			c.exists()
			at := c.peek().line
			t := &table{name: c.name(), line: at, byName: make(map[string]*column)}
			for _, part := range split(c.group()) {
				if col := columnOf(part); col != nil {
					t.add(col)
				}
			}
			if t.name != "" {
				s.tables[strings.ToLower(t.name)] = t
			}
		case c.is("TYPE"):
			at := c.peek().line
			e := &enum{name: c.name(), line: at}
			if e.name != "" && c.is("AS", "ENUM") {
				for _, v := range c.group() {
					if v.kind == quotedText {
						e.values = append(e.values, v.text)
					}
				}
				s.enums[strings.ToLower(e.name)] = e
			}
		case c.peek().word == "INDEX":
			if list := operations(st, 0); len(list) == 1 && list[0].name != "" {
				o := &list[0]
				s.indexes[strings.ToLower(o.name)] = &named{name: o.name, table: o.table, text: c.s[1:].text(), line: o.line}
			}
		}
	case c.is("ALTER", "TABLE"):
		c.any("IF", "EXISTS", "ONLY")
		t := s.tables[strings.ToLower(c.name())]
		if t == nil {
			return
		}
		for _, part := range split(c.s[min(c.i, len(c.s)):]) {
			p := &cursor{s: part}
			if p.is("ADD", "COLUMN") {
				p.exists()
				if col := columnOf(p.s[p.i:]); col != nil {
					t.add(col)
				}
			}
		}
	}
}

// columnOf reads one line of a table, nil for a constraint.
func columnOf(s statement) *column {
	if len(s) < 1 || s[0].kind == mark || s[0].text == "" {
		return nil
	}
	switch s[0].word {
	case "PRIMARY", "FOREIGN", "UNIQUE", "CONSTRAINT", "CHECK", "KEY", "INDEX", "FULLTEXT", "SPATIAL", "EXCLUDE", "LIKE", "PERIOD":
		if len(s) > 1 && s[0].word != "LIKE" && s[1].kind == word && !slices.Contains([]string{"KEY", "INDEX"}, s[1].word) && s[0].word == "KEY" && len(s) == 2 {
			break // a column of that name
		}
		return nil
	}
	return &column{name: s[0].text, line: s[0].line, columnType: definition(s[1:])}
}

// compareSchemas returns what differs between two versions of a whole schema.
// Long because it compares tables, columns and indexes in one pass.
func compareSchemas(p *fact.Pair, old, new *script) []fact.Fact {
	a, b := old.tables, new.tables
	if a == nil {
		a = newSchema()
	}
	if b == nil {
		b = newSchema()
	}
	var facts []fact.Fact
	add := func(kind fact.Kind, change, name, from, to string, line int, side fact.Side) {
		file := p.New
		if side == fact.Base {
			file = p.Old
		}
		table, column := subject(change, name)
		facts = append(facts, fact.Fact{Kind: kind, Change: change, Name: name, From: from, To: to, Path: file.Path, Line: line, Side: side, Table: table, Column: column})
	}
	for key, t := range b.tables {
		o := a.tables[key]
		if o == nil {
			add("migration-changed", "table added", t.name, "", "", t.line, fact.Head)
			continue
		}
		for _, c := range t.columns {
			name := t.name + "." + c.name
			was := o.column(c.name)
			switch {
			case was == nil:
				add("migration-changed", "column added", name, "", c.text(), c.line, fact.Head)
			case was.typ != c.typ:
				add("migration-lock", "type changed", name, was.typ, c.typ, c.line, fact.Head)
			case !was.notNull && c.notNull:
				add("migration-lock", "not null", name, "", "", c.line, fact.Head)
			case was.notNull && !c.notNull:
				add("migration-changed", "null allowed", name, "", "", c.line, fact.Head)
			case was.value != c.value:
				add("migration-changed", "default changed", name, was.value, c.value, c.line, fact.Head)
			}
		}
		for _, c := range o.columns {
			if t.column(c.name) == nil {
				add("migration-lossy", "column dropped", t.name+"."+c.name, c.text(), "", c.line, fact.Base)
			}
		}
	}
	for key, t := range a.tables {
		if b.tables[key] == nil && p.New != nil {
			add("migration-lossy", "table dropped", t.name, "", "", t.line, fact.Base)
		}
	}
	for key, x := range b.indexes {
		switch o := a.indexes[key]; {
		case o == nil && a.tables[strings.ToLower(x.table)] != nil:
			add("migration-changed", "index added", x.name, "", x.table, x.line, fact.Head)
		case o != nil && o.text != x.text:
			add("migration-changed", "index changed", x.name, o.text, x.text, x.line, fact.Head)
		}
	}
	for key, x := range a.indexes {
		if b.indexes[key] == nil && b.tables[strings.ToLower(x.table)] != nil {
			add("migration-changed", "index dropped", x.name, x.table, "", x.line, fact.Base)
		}
	}
	for key, e := range b.enums {
		o := a.enums[key]
		if o == nil {
			continue
		}
		var fresh, gone []string
		for _, v := range e.values {
			if !slices.Contains(o.values, v) {
				fresh = append(fresh, v)
			}
		}
		for _, v := range o.values {
			if !slices.Contains(e.values, v) {
				gone = append(gone, v)
			}
		}
		if len(fresh) > 0 {
			add("migration-changed", "enum value added", e.name, "", strings.Join(fresh, ", "), e.line, fact.Head)
		}
		if len(gone) > 0 {
			add("migration-lossy", "enum value removed", e.name, strings.Join(gone, ", "), "", e.line, fact.Head)
		}
	}
	fact.Sort(facts) // the maps have no order
	return facts
}

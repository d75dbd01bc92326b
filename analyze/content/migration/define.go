package migration

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// A cursor walks along a statement.
type cursor struct {
	s statement
	i int
}

func (c *cursor) peek() token {
	if c.i < len(c.s) {
		return c.s[c.i]
	}
	return token{kind: mark}
}

func (c *cursor) done() bool { return c.i >= len(c.s) }

// is reports whether the next words are these, and goes past them.
func (c *cursor) is(words ...string) bool {
	for j, w := range words {
		if c.i+j >= len(c.s) || c.s[c.i+j].word != w {
			return false
		}
	}
	c.i += len(words)
	return true
}

// any goes past all next words that are among these.
func (c *cursor) any(words ...string) {
	for c.i < len(c.s) && c.s[c.i].word != "" && slices.Contains(words, c.s[c.i].word) {
		c.i++
	}
}

// exists goes past IF EXISTS and IF NOT EXISTS.
func (c *cursor) exists() { c.any("IF", "NOT", "EXISTS") }

// name reads a name and returns its last part; empty for none.
func (c *cursor) name() string {
	name := ""
	for c.i < len(c.s) {
		t := c.s[c.i]
		if t.kind == mark {
			break
		}
		name = t.text
		c.i++
		if !c.is(".") {
			break
		}
	}
	return name
}

// group returns the tokens in the brackets that come next, without them, and goes past them.
func (c *cursor) group() statement {
	if c.peek().word != "(" {
		return nil
	}
	start, depth := c.i+1, 0
	for ; c.i < len(c.s); c.i++ {
		switch c.s[c.i].word {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				c.i++
				return c.s[start : c.i-1]
			}
		}
	}
	return c.s[min(start, len(c.s)):]
}

// split splits tokens at the commas that are in no brackets.
func split(s statement) []statement {
	var list []statement
	start, depth := 0, 0
	for i, t := range s {
		switch t.word {
		case "(":
			depth++
		case ")":
			depth--
		case ",":
			if depth == 0 {
				list = append(list, s[start:i])
				start = i + 1
			}
		}
	}
	return append(list, s[start:])
}

// maxInside is how deep statements in the text of others are read.
const maxInside = 3

// operations returns what a statement does.
func operations(s statement, deep int) []operation {
	list := read(s, deep)
	for i := range list {
		list[i].last = s[len(s)-1].line
	}
	return list
}

func read(s statement, deep int) []operation {
	c := &cursor{s: s}
	line := s[0].line
	one := func(kind fact.Kind, change, table, name string) []operation {
		if name == "" {
			return nil
		}
		return []operation{{kind: kind, change: change, table: table, name: name, line: line}}
	}
	switch {
	case c.is("CREATE"):
		return create(c, line)
	case c.is("DROP"):
		return drop(c, line)
	case c.is("ALTER", "TABLE"):
		return alterTable(c)
	case c.is("ALTER", "TYPE"):
		name := c.name()
		switch {
		case c.is("ADD", "VALUE"):
			c.exists()
			return []operation{{kind: "migration-changed", change: "enum value added", name: name, to: c.peek().text, line: line}}
		case c.is("RENAME", "VALUE"):
			return []operation{{kind: "migration-renaming", change: "enum value renamed", name: name, from: c.peek().text, line: line}}
		case c.is("RENAME", "TO"):
			return []operation{{kind: "migration-renaming", change: "type renamed", name: name, to: c.name(), line: line}}
		}
		return nil
	case c.is("ALTER", "INDEX"):
		c.exists()
		if name := c.name(); c.is("RENAME", "TO") {
			return []operation{{kind: "migration-changed", change: "index renamed", name: name, to: c.name(), line: line}}
		}
		return nil
	case c.is("RENAME", "TABLE"):
		c.exists()
		var list []operation
		for {
			name := c.name()
			if name == "" || !c.is("TO") {
				return list
			}
			list = append(list, operation{kind: "migration-renaming", change: "table renamed", table: name, name: name, to: c.name(), line: line})
			if !c.is(",") {
				return list
			}
		}
	case c.is("TRUNCATE"):
		c.any("TABLE", "ONLY")
		name := c.name()
		return one("migration-lossy", "data changed", name, name)
	case c.is("DO"):
		if t := c.peek(); t.kind == quotedText && deep < maxInside {
			return inside(t.text, t.line, deep)
		}
		for _, t := range s {
			if t.kind == quotedText && strings.Contains(t.text, ";") && deep < maxInside {
				return inside(t.text, t.line, deep)
			}
		}
		return nil
	}
	return dataChange(s)
}

// inside returns what the statements in a block of code do.
func inside(text string, line, deep int) []operation {
	list, err := statements(text, line)
	if err != nil {
		return nil
	}
	var found []operation
	for _, s := range list {
		at := slices.IndexFunc(s, func(t token) bool {
			switch t.word {
			case "ALTER", "CREATE", "DROP", "UPDATE", "DELETE", "INSERT", "TRUNCATE":
				return true
			}
			return false
		})
		if at >= 0 {
			found = append(found, operations(s[at:], deep+1)...)
		}
	}
	return found
}

// dataChange returns what a statement does to rows.
func dataChange(s statement) []operation {
	c := &cursor{s: s}
	if c.is("WITH") { // common table expressions, each in brackets
		depth := 0
		for !c.done() {
			t := c.peek()
			if t.word == "(" {
				depth++
			} else if t.word == ")" {
				depth--
			}
			if depth == 0 && (t.word == "UPDATE" || t.word == "DELETE" || t.word == "INSERT" || t.word == "SELECT") {
				break
			}
			c.i++
		}
	}
	line := s[0].line
	switch {
	case c.is("UPDATE"):
		c.any("ONLY", "LOW_PRIORITY", "IGNORE", "OR", "REPLACE", "ROLLBACK", "ABORT", "FAIL")
		table := c.name()
		name := table
		for !c.done() && c.peek().word != "SET" {
			c.i++
		}
		if c.is("SET") && c.peek().word != "(" {
			if columns := assigned(c.s[c.i:]); len(columns) == 1 {
				name += "." + columns[0]
			}
		}
		if table == "" {
			return nil
		}
		return []operation{{kind: "migration-lossy", change: "data changed", table: table, name: name, line: line}}
	case c.is("DELETE"):
		c.any("LOW_PRIORITY", "QUICK", "IGNORE", "FROM", "ONLY")
		if table := c.name(); table != "" {
			return []operation{{kind: "migration-lossy", change: "data changed", table: table, name: table, line: line}}
		}
	case c.is("INSERT"), c.is("REPLACE"):
		c.any("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "OR", "REPLACE", "IGNORE", "ROLLBACK", "ABORT", "FAIL")
		if c.is("INTO"); !c.done() {
			if table := c.name(); table != "" {
				return []operation{{kind: "migration-changed", change: "data changed", table: table, name: table, line: line}}
			}
		}
	}
	return nil
}

// assigned returns the columns that are set, up to where the rows are chosen.
func assigned(s statement) []string {
	depth := 0
	for i, t := range s {
		switch t.word {
		case "(":
			depth++
		case ")":
			depth--
		case "WHERE", "FROM", "RETURNING", "ORDER", "LIMIT":
			if depth == 0 {
				s = s[:i]
			}
		}
		if i >= len(s) {
			break
		}
	}
	var columns []string
	for _, part := range split(s) {
		c := &cursor{s: part}
		if name := c.name(); name != "" && !slices.Contains(columns, name) {
			columns = append(columns, name)
		}
	}
	return columns
}

// create reads what follows CREATE.
func create(c *cursor, line int) []operation {
	temporary := false
	for !c.done() {
		switch c.peek().word {
		case "TEMP", "TEMPORARY":
			temporary = true
			c.i++
			continue
		case "OR", "REPLACE", "GLOBAL", "LOCAL", "UNLOGGED", "UNIQUE", "FULLTEXT", "SPATIAL", "CLUSTERED", "NONCLUSTERED", "MATERIALIZED", "RECURSIVE",
			"CONSTRAINT", "VIRTUAL", "FOREIGN", "EXTERNAL", "ALGORITHM", "UNDEFINED", "MERGE", "SQL", "SECURITY", "DEFINER", "INVOKER", "AGGREGATE", "ALTER":
			c.i++
			continue
		case "=", "@":
			if c.i += 2; c.i > len(c.s) { // DEFINER = name@host
				return nil
			}
			continue
		}
		break
	}
	what := c.peek().word
	c.i++
	c.any("CONCURRENTLY")
	c.exists()
	switch what {
	case "TABLE":
		name := c.name()
		if name == "" {
			return nil
		}
		if temporary {
			return []operation{{change: "table added", table: name, name: name, line: line}} // for net alone
		}
		return []operation{{kind: "migration-changed", change: "table added", table: name, name: name, line: line}}
	case "INDEX":
		name := ""
		if c.peek().word != "ON" {
			name = c.name()
		}
		c.is("ON")
		c.is("ONLY")
		table := c.name()
		if c.is("USING") {
			c.i++
		}
		columns := columnsOf(c.group())
		if name == "" {
			name = table + "." + strings.Join(columns, ",")
		}
		return []operation{{kind: "migration-changed", change: "index added", table: table, name: name, to: strings.Join(append([]string{table}, "("+strings.Join(columns, ", ")+")"), " "), line: line}}
	case "VIEW", "TRIGGER", "FUNCTION", "PROCEDURE", "TYPE", "SEQUENCE", "SCHEMA", "EXTENSION", "POLICY", "DOMAIN":
		if name := c.name(); name != "" && what != "SCHEMA" {
			return []operation{{kind: "migration-changed", change: strings.ToLower(what) + " added", name: name, line: line}}
		}
	}
	return nil
}

// columnsOf returns the names that a list of columns starts with.
func columnsOf(s statement) []string {
	var names []string
	for _, part := range split(s) {
		if len(part) > 0 {
			names = append(names, (&cursor{s: part}).name())
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

// drop reads what follows DROP.
func drop(c *cursor, line int) []operation {
	c.any("MATERIALIZED", "TEMPORARY", "FOREIGN")
	what := c.peek().word
	c.i++
	c.any("CONCURRENTLY")
	c.exists()
	kind := fact.Kind("migration-changed")
	switch what {
	case "TABLE", "SCHEMA", "DATABASE":
		kind = "migration-lossy"
	case "INDEX", "VIEW", "TRIGGER", "FUNCTION", "PROCEDURE", "TYPE", "SEQUENCE", "EXTENSION", "POLICY", "DOMAIN":
	default:
		return nil
	}
	var list []operation
	for !c.done() {
		name := c.name()
		if name == "" {
			break
		}
		o := operation{kind: kind, change: strings.ToLower(what) + " dropped", name: name, line: line}
		switch {
		case what == "TABLE":
			o.table = name
		case what == "INDEX" && c.is("ON"):
			o.table = c.name()
		}
		list = append(list, o)
		if what == "FUNCTION" || what == "PROCEDURE" {
			c.group()
		}
		if !c.is(",") {
			break
		}
	}
	return list
}

// alterTable reads what follows ALTER TABLE.
func alterTable(c *cursor) []operation {
	c.any("IF", "EXISTS", "ONLY")
	table := c.name()
	if table == "" {
		return nil
	}
	c.any("*", "WITH", "NOCHECK", "CHECK")
	var list []operation
	verb := ""
	for _, part := range split(c.s[min(c.i, len(c.s)):]) {
		if len(part) == 0 {
			continue
		}
		p := &cursor{s: part}
		if first := p.peek().word; first == "ADD" || first == "DROP" || first == "ALTER" || first == "MODIFY" || first == "CHANGE" || first == "RENAME" {
			verb = first
		} else if verb == "ADD" && len(part) > 1 && part[0].kind != mark && !tableOption(first) {
			p = &cursor{s: append(statement{{text: "ADD", word: "ADD", line: part[0].line}}, part...)} // ADD a int, b int
		}
		for _, o := range alterAction(p, table) {
			o.table = table
			o.line = part[0].line
			list = append(list, o)
		}
	}
	return list
}

// tableOption reports whether a word starts an action of ALTER TABLE that is not read.
func tableOption(w string) bool {
	switch w {
	case "ENGINE", "COMMENT", "CONVERT", "DEFAULT", "CHARACTER", "CHARSET", "COLLATE", "ALGORITHM", "LOCK", "OWNER", "SET", "RESET", "ENABLE", "DISABLE",
		"FORCE", "NO", "INHERIT", "ATTACH", "DETACH", "PARTITION", "VALIDATE", "REPLICA", "CLUSTER", "AUTO_INCREMENT", "ROW_FORMAT", "ORDER", "CHECK":
		return true
	}
	return false
}

// alterAction reads one action of ALTER TABLE.
// Long because it has a case for each action of ALTER TABLE.
func alterAction(c *cursor, table string) []operation {
	column := func(kind fact.Kind, change, name, from, to string) []operation {
		if name == "" {
			return nil
		}
		return []operation{{kind: kind, change: change, name: table + "." + name, from: from, to: to}}
	}
	switch {
	case c.is("ADD"):
		return addAction(c, table)
	case c.is("DROP"):
		switch {
		case c.is("PRIMARY", "KEY"):
			return []operation{{kind: "migration-changed", change: "constraint dropped", name: table + ".primary key"}}
		case c.is("CONSTRAINT"), c.is("FOREIGN", "KEY"), c.is("CHECK"):
			c.exists()
			if name := c.name(); name != "" {
				return []operation{{kind: "migration-changed", change: "constraint dropped", name: name}}
			}
			return nil
		case c.is("INDEX"), c.is("KEY"):
			if name := c.name(); name != "" {
				return []operation{{kind: "migration-changed", change: "index dropped", name: name}}
			}
			return nil
		case c.is("PARTITION"), c.is("DEFAULT"):
			return nil
		}
		c.is("COLUMN")
		c.exists()
		if c.peek().word == "(" {
			var list []operation
			for _, name := range columnsOf(c.group()) {
				list = append(list, column("migration-lossy", "column dropped", name, "", "")...)
			}
			return list
		}
		return column("migration-lossy", "column dropped", c.name(), "", "")
	case c.is("ALTER"):
		if c.is("INDEX") || c.is("CONSTRAINT") || c.is("CHECK") {
			return nil
		}
		c.is("COLUMN")
		name := c.name()
		switch {
		case c.is("SET", "NOT", "NULL"):
			return column("migration-lock", "not null", name, "", "")
		case c.is("DROP", "NOT", "NULL"):
			return column("migration-changed", "null allowed", name, "", "")
		case c.is("SET", "DEFAULT"):
			return column("migration-changed", "default changed", name, "", c.s[c.i:].text())
		case c.is("DROP", "DEFAULT"):
			return column("migration-changed", "default changed", name, "", "none")
		case c.is("SET", "DATA", "TYPE"), c.is("TYPE"):
			return column("migration-lock", "type changed", name, "", typeText(c.s[c.i:]))
		case c.peek().word == "SET", c.peek().word == "DROP", c.peek().word == "ADD", c.peek().word == "RESET", c.peek().word == "RESTART", c.done():
			return nil
		}
		return column("migration-lock", "type changed", name, "", typeText(c.s[c.i:])) // SQL Server
	case c.is("MODIFY"):
		c.is("COLUMN")
		c.exists()
		return column("migration-lock", "type changed", c.name(), "", typeText(c.s[min(c.i, len(c.s)):]))
	case c.is("CHANGE"):
		c.is("COLUMN")
		c.exists()
		from := c.name()
		to := c.name()
		if from != to {
			return column("migration-renaming", "column renamed", from, "", to)
		}
		return column("migration-lock", "type changed", from, "", typeText(c.s[c.i:]))
	case c.is("RENAME"):
		switch {
		case c.is("TO"), c.is("AS"):
			return []operation{{kind: "migration-renaming", change: "table renamed", name: table, to: c.name()}}
		case c.is("INDEX"), c.is("KEY"):
			name := c.name()
			c.is("TO")
			return []operation{{kind: "migration-changed", change: "index renamed", name: name, to: c.name()}}
		case c.is("CONSTRAINT"):
			return nil
		}
		c.is("COLUMN")
		from := c.name()
		c.is("TO")
		if to := c.name(); to != "" {
			return column("migration-renaming", "column renamed", from, "", to)
		}
	}
	return nil
}

// addAction reads what follows ADD.
func addAction(c *cursor, table string) []operation {
	constraint := func(name string) []operation {
		if name == "" {
			name = table
		}
		kind := fact.Kind("migration-lock")
		for i := range c.s {
			if c.s[i].word == "VALID" && i > 0 && c.s[i-1].word == "NOT" {
				kind = "migration-changed"
			}
		}
		return []operation{{kind: kind, change: "constraint added", name: name, to: c.s[1:].text()}}
	}
	switch {
	case c.is("CONSTRAINT"):
		c.exists()
		if w := c.peek().word; w == "FOREIGN" || w == "PRIMARY" || w == "UNIQUE" || w == "CHECK" {
			return constraint("")
		}
		return constraint(c.name())
	case c.is("PRIMARY", "KEY"), c.is("FOREIGN", "KEY"), c.is("CHECK"), c.is("EXCLUDE"), c.is("PERIOD"):
		return constraint("")
	case c.is("PARTITION"), c.is("VALUE"):
		return nil
	}
	unique := false
	start := c.i
	if c.any("UNIQUE", "FULLTEXT", "SPATIAL"); c.i > start {
		unique = true
	}
	if c.is("INDEX") || c.is("KEY") || unique {
		c.exists()
		name := ""
		if c.peek().word != "(" {
			name = c.name()
		}
		if c.is("USING") {
			c.i++
		}
		columns := columnsOf(c.group())
		if name == "" {
			name = table + "." + strings.Join(columns, ",")
		}
		return []operation{{kind: "migration-changed", change: "index added", name: name, to: table + " (" + strings.Join(columns, ", ") + ")"}}
	}
	c.is("COLUMN")
	c.exists()
	if c.peek().word == "(" {
		var list []operation
		for _, part := range split(c.group()) {
			if len(part) > 0 && part[0].word != "(" {
				list = append(list, addAction(&cursor{s: part}, table)...)
			}
		}
		return list
	}
	name := c.name()
	if name == "" {
		return nil
	}
	return []operation{{kind: "migration-changed", change: "column added", name: table + "." + name, to: definition(c.s[c.i:]).text()}}
}

// typeText is the type that a definition of a column starts with.
func typeText(s statement) string { return definition(s).typ }

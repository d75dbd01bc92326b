package migration

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// The frameworks call the same operations alike: add_column, addColumn and AddColumn. The
// order of arguments is the same in all of them, table first; those that name their arguments
// are read by the names.

// operate adds what a call does. The builder is for the code in its blocks; false: the same as
// around it.
// Long because it has a case for each operation that frameworks have.
func (c *coder) operate(x *call, in builder) (builder, bool) {
	if in.table != "" && (len(x.chain) > 0 || x.root != "") && x.name != "execute" && x.name != "raw" && x.name != "query" {
		if first := c.first(x); first != nil && c.build(x, first, in) {
			return builder{}, false
		}
	}
	add := func(kind fact.Kind, change, table, name, to string) {
		if name != "" {
			c.script.operations = append(c.script.operations, operation{kind: kind, change: change, table: table, name: name, to: to, line: x.line, last: x.last})
		}
	}
	column := func(kind fact.Kind, change, table, name, to string) {
		if table != "" && name != "" {
			add(kind, change, table, table+"."+name, to)
		}
	}
	table := x.text(0, "tablename", "table", "modelname")
	rest := 1
	if in.table != "" && x.root != "op" { // the table is that of the block
		table, rest = in.table, 0
	}
	second := func(names ...string) string { return x.text(rest, names...) }
	switch x.name {
	case "createtable", "addtable", "createjointable", "create", "createtableifnotexists":
		if x.name == "create" && x.root != "Schema" {
			break
		}
		name := x.text(0, "name", "tablename", "table")
		if x.name == "createjointable" {
			name = strings.Join([]string{x.text(0), x.text(1)}, "_")
		}
		add("migration-changed", "table added", name, name, "")
		return builder{table: name, created: true}, name != ""
	case "createmodel":
		name := x.text(0, "name")
		add("migration-changed", "table added", name, name, "")
	case "droptable", "droptableifexists", "dropifexists", "deletemodel", "dropjointable", "drop":
		if (x.name == "dropifexists" || x.name == "drop") && x.root != "Schema" {
			break
		}
		name := x.text(0, "name", "table", "tablename")
		add("migration-lossy", "table dropped", name, name, "")
	case "renametable", "renamemodel", "rename":
		if x.name == "rename" && x.root != "Schema" {
			break
		}
		from := x.text(0, "name", "oldname", "oldtablename", "from")
		add("migration-renaming", "table renamed", from, from, x.text(1, "newname", "newtablename", "to"))
	case "changetable", "altertable", "table", "batchaltertable":
		if x.name == "table" && x.root != "Schema" && x.root != "schema" {
			break
		}
		name := x.text(0, "name", "tablename")
		return builder{table: name}, name != ""
	case "addcolumn", "addfield", "addcolumns", "addcolumnifnotexists":
		names := []string{second("name", "columnname", "column")}
		if v := x.at(rest); x.name == "addcolumns" && v.kind == listValue {
			names = v.names()
		} else if x.name == "addcolumns" {
			for _, a := range x.args[min(rest, len(x.args)):] {
				names = append(names, a.names()...)
			}
			names = slices.Compact(names)
		}
		for _, n := range names {
			column("migration-changed", "column added", table, n, "")
		}
	case "removecolumn", "removecolumns", "dropcolumn", "dropcolumns", "removefield", "dropcolumnifexists":
		var names []string
		if n := x.text(-1, "name", "columnname", "column"); n != "" {
			names = []string{n}
		} else if v := x.at(rest); v.kind == listValue || x.name == "dropcolumns" || x.name == "removecolumns" {
			for _, a := range x.args[min(rest, len(x.args)):] {
				names = append(names, a.names()...)
			}
		} else if n := second(); n != "" {
			names = []string{n}
		}
		for _, n := range names {
			column("migration-lossy", "column dropped", table, n, "")
		}
	case "changecolumn", "altercolumn", "alterfield", "changecolumnnull", "setcolumnnotnull":
		c.changeColumn(x, table, second("name", "columnname", "column", "oldcolumn"), column)
	case "changecolumndefault":
		column("migration-changed", "default changed", table, second(), "")
	case "renamecolumn", "renamefield":
		from := x.text(rest, "name", "oldname", "oldcolumnname", "column")
		column("migration-renaming", "column renamed", table, from, x.text(rest+1, "newname", "newcolumnname"))
	case "addreference", "addbelongsto":
		if n := second(); n != "" {
			column("migration-changed", "column added", table, n+"_id", "")
		}
	case "removereference", "removebelongsto":
		if n := second(); n != "" {
			column("migration-lossy", "column dropped", table, n+"_id", "")
		}
	case "addtimestamps":
		column("migration-changed", "column added", table, "created_at", "")
		column("migration-changed", "column added", table, "updated_at", "")
	case "addindex", "createindex", "addindexconcurrently", "addconcurrentindex":
		c.index(x, table, "index added", rest, add)
	case "removeindex", "dropindex", "removeindexconcurrently", "removeconcurrentindex":
		c.index(x, table, "index dropped", rest, add)
	case "addforeignkey", "createforeignkey", "addconstraint", "addcheckconstraint", "createuniqueconstraint", "createcheckconstraint", "createprimarykey",
		"adduniqueconstraint", "addprimarykey", "addexclusionconstraint", "addconcurrentforeignkey":
		add("migration-lock", "constraint added", table, c.constraint(x, table), "")
	case "removeforeignkey", "dropforeignkey", "dropconstraint", "removeconstraint", "removecheckconstraint", "dropuniqueconstraint", "dropprimarykey", "dropcheckconstraint":
		add("migration-changed", "constraint dropped", table, c.constraint(x, table), "")
	case "addenumvalue":
		add("migration-changed", "enum value added", "", x.text(0), x.text(1))
	case "alteruniquetogether", "alterindextogether":
		add("migration-changed", "constraint changed", x.text(0, "name"), x.text(0, "name"), "")
	case "insertdata", "bulkinsert", "batchinsert":
		add("migration-changed", "data changed", table, table, "")
	case "updatedata", "deletedata", "bulkupdate", "bulkdelete":
		add("migration-lossy", "data changed", table, table, "")
	case "runpython":
		if len(x.args) > 0 || len(x.named) > 0 {
			name := x.word(0, "code")
			if name = name[strings.LastIndexByte(name, '.')+1:]; name != "noop" {
				add("migration-lossy", "data changed", "", name, "")
			}
		}
	case "execute", "query", "raw", "rawquery", "sql", "runsql", "statement", "unprepared", "executesql", "safeexecute":
		for _, v := range append([]value{x.named["sql"], x.named["sqls"], x.named["query"]}, x.args[:min(1, len(x.args))]...) {
			c.embedded(v, 0)
		}
	case "updateall", "deleteall", "destroyall", "updatecolumns":
		if name := model(x); name != "" {
			table := tableOf(name)
			if keys := x.keys(); len(keys) == 1 && x.name == "updateall" {
				add("migration-lossy", "data changed", table, table+"."+keys[0], "")
			} else {
				add("migration-lossy", "data changed", table, table, "")
			}
		}
	case "update", "del", "delete", "insert": // knex("t").where(…).update({…})
		if len(x.chain) > 0 && x.chain[0].root == "" && len(x.chain[0].args) == 1 && x.chain[0].args[0].kind == textValue && strings.HasPrefix(x.chain[0].name, "k") ||
			len(x.chain) > 0 && x.chain[0].root == "DB" && x.chain[0].name == "table" {
			table := x.chain[0].text(0)
			name, kind := table, fact.Kind("migration-lossy")
			if len(x.args) == 1 && x.name == "update" && len(x.args[0].keys) == 1 {
				name += "." + x.args[0].keys[0]
			}
			if x.name == "insert" {
				kind = "migration-changed"
			}
			add(kind, "data changed", table, name, "")
		}
	}
	return builder{}, false
}

// at is the argument at a place.
func (x *call) at(i int) value {
	if i >= 0 && i < len(x.args) {
		return x.args[i]
	}
	return value{}
}

// word is an argument as written.
func (x *call) word(i int, name string) string {
	if v, ok := x.named[name]; ok {
		return v.text
	}
	return x.at(i).text
}

// keys are the names of the named arguments, as written.
func (x *call) keys() []string {
	var list []string
	for _, v := range x.named {
		list = append(list, v.keys...)
	}
	for _, a := range x.args {
		list = append(list, a.keys...)
	}
	slices.Sort(list)
	return list
}

// changeColumn reads a column that changes.
func (c *coder) changeColumn(x *call, table, name string, column func(fact.Kind, string, string, string, string)) {
	isFalse := func(v value) bool { return strings.EqualFold(v.text, "false") }
	if x.name == "changecolumnnull" {
		if v := x.at(len(x.args) - 1); len(x.args) > 2 && x.args[2].text == "true" || len(x.args) == 2 && v.text == "true" {
			column("migration-changed", "null allowed", table, name, "")
		} else {
			column("migration-lock", "not null", table, name, "")
		}
		return
	}
	if v, ok := x.option("newcolumnname"); ok && v.text != "" {
		column("migration-renaming", "column renamed", table, name, v.text)
		return
	}
	null, hasNull := x.option("nullable")
	was, hadNull := x.option("existingnullable", "oldnullable")
	typ, typed := x.option("type")
	if before, ok := x.option("oldtype"); ok && typed && before.text == typ.text { // Entity Framework says all of both
		switch after, isNull := x.option("nullable"); {
		case !hadNull && isNull || hadNull && strings.EqualFold(after.text, was.text):
			column("migration-changed", "column changed", table, name, "")
		case strings.EqualFold(after.text, "true"):
			column("migration-changed", "null allowed", table, name, "")
		default:
			column("migration-lock", "not null", table, name, "")
		}
		return
	}
	if x.name == "altercolumn" && hasNull && !typed && !(hadNull && strings.EqualFold(was.text, null.text)) {
		if isFalse(null) {
			column("migration-lock", "not null", table, name, "")
		} else {
			column("migration-changed", "null allowed", table, name, "")
		}
		return
	}
	_, fallback := x.option("serverdefault")
	if x.name == "altercolumn" && fallback && !typed {
		column("migration-changed", "default changed", table, name, "")
		return
	}
	if _, comment := x.option("comment"); comment && x.name == "altercolumn" && !typed && !hasNull {
		return
	}
	if v, ok := x.option("allownull"); ok && x.name == "changecolumn" && len(x.args) > 1 && x.root != "" { // Sequelize wants the type too
		if isFalse(v) {
			column("migration-lock", "not null", table, name, "")
		} else {
			column("migration-changed", "null allowed", table, name, "")
		}
		return
	}
	if x.name == "alterfield" { // Django: of the type, or only of what forms say
		column("migration-lock", "column changed", table, name, "")
		return
	}
	column("migration-lock", "type changed", table, name, "")
}

// index adds an index that comes or goes.
func (c *coder) index(x *call, table, change string, rest int, add func(fact.Kind, string, string, string, string)) {
	name := ""
	if v, ok := x.option("name", "indexname"); ok && v.kind == textValue {
		name = v.text
	}
	described := x.at(rest)
	columns := described.names()
	switch { // a name, or an object that has one
	case name == "" && described.kind == callValue && len(columns) == 1,
		name == "" && described.kind == textValue && x.name == "removeindex" && x.root != "",
		name == "" && described.kind == textValue && x.name == "dropindex" && x.root != "t":
		name = columns[0]
	case name == "" && described.kind == listValue && x.at(rest+1).kind == textValue:
		name = x.at(rest + 1).text
	}
	if v, ok := x.option("column", "columns", "fields", "columnnames"); ok && len(columns) == 0 {
		columns = v.names()
	}
	if x.root == "op" || strings.HasPrefix(x.root, "batch") { // Alembic: the name first
		first := 1
		name, columns = x.text(0, "indexname"), x.at(2).names()
		if table == "" || x.root == "op" {
			table = x.text(first, "tablename")
		} else {
			columns = x.at(1).names()
		}
	}
	if name == "" && table != "" && len(columns) > 0 {
		name = table + "." + strings.Join(columns, ",")
	}
	add("migration-changed", change, table, name, strings.Join(columns, ", "))
}

// constraint is the name of a constraint, or the table that it is of.
func (c *coder) constraint(x *call, table string) string {
	if v, ok := x.option("name", "constraintname"); ok && v.kind == textValue {
		return v.text
	}
	if x.root == "op" || strings.HasPrefix(x.root, "batch") {
		if n := x.text(0, "constraintname"); n != "" {
			return n
		}
	}
	return table
}

// embedded reads SQL in a literal text.
func (c *coder) embedded(v value, deep int) {
	switch {
	case v.kind == listValue && deep < 2:
		for _, e := range v.list {
			c.embedded(e, deep+1)
		}
	case v.kind == callValue && len(v.call.args) > 0 && deep < 2: // text("…")
		c.embedded(v.call.args[0], deep+1)
	case v.kind == textValue:
		list, err := statements(v.text, v.line)
		if err != nil {
			return
		}
		for _, s := range list {
			for _, o := range operations(s, 0) {
				if o.name == computed && o.table != computed {
					o.name = o.table // of a constraint or an index
				}
				if o.name != "" && o.name != computed && !strings.HasPrefix(o.name, computed+".") && !strings.HasSuffix(o.name, "."+computed) {
					c.script.operations = append(c.script.operations, o)
				}
			}
		}
	}
}

// model is the class that a chain of calls of Active Record starts with.
func model(x *call) string {
	root := x.root[strings.LastIndexByte(x.root, ':')+1:]
	if root == "" || root[0] < 'A' || root[0] > 'Z' {
		return ""
	}
	return root
}

// tableOf is the table of a class, as Active Record names it.
func tableOf(class string) string {
	var b strings.Builder
	for i, r := range class {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	s := b.String()
	switch {
	case strings.HasSuffix(s, "y") && len(s) > 1 && !strings.ContainsRune("aeiou", rune(s[len(s)-2])):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(s, "s"), strings.HasSuffix(s, "x"), strings.HasSuffix(s, "ch"), strings.HasSuffix(s, "sh"):
		return s + "es"
	}
	return s + "s"
}

// first is the call that the builder of a table gets first in a chain, nil where the chain
// starts with something else.
func (c *coder) first(x *call) *call {
	if len(x.chain) > 0 {
		x = x.chain[0]
	}
	if x.root == "" || strings.ContainsAny(x.root, " \n(") || x.root == "Schema" || x.root == "schema" || x.root == "op" || x.root == "sa" || x.root == "DB" {
		return nil
	}
	return x
}

// columnTypes are the methods of builders that add a column.
var columnTypes = [...]string{
	"string", "text", "integer", "bigint", "biginteger", "float", "double", "decimal", "boolean", "date", "datetime", "timestamp", "timestamptz", "time", "binary",
	"json", "jsonb", "uuid", "enum", "enu", "increments", "bigincrements", "smallint", "smallinteger", "tinyint", "tinyinteger", "mediumtext", "longtext", "char",
	"unsignedbiginteger", "unsignedinteger", "unsignedsmallinteger", "unsignedtinyinteger", "foreignid", "foreignuuid", "id", "ulid", "inet", "citext", "hstore",
	"point", "geometry", "specifictype", "column", "blob", "virtual", "mediuminteger", "year", "ipaddress", "macaddress", "numeric", "money",
}

// build adds what a call on the builder of a table does: t.string("c").notNullable(). It
// reports whether the call is one of them; only the last of a chain is.
// Long because it has a case for each call of a framework.
func (c *coder) build(x, first *call, in builder) bool {
	for _, other := range []string{"addcolumn", "dropcolumn", "altercolumn", "createindex", "dropindex", "createforeignkey", "dropconstraint", "createuniqueconstraint", "createcheckconstraint"} {
		if first.name == other && strings.HasPrefix(first.root, "batch") {
			return false // of Alembic, like those without a builder
		}
	}
	if c.script.built == nil {
		c.script.built = make(map[int]bool)
	}
	if in.created {
		return true
	}
	// The calls of a chain start where the chain does: the last one is met first.
	if c.script.built[first.node] {
		return true
	}
	c.script.built[first.node] = true
	add := func(kind fact.Kind, change, name, to string) {
		if name != "" {
			c.script.operations = append(c.script.operations, operation{kind: kind, change: change, table: in.table, name: name, to: to, line: first.line, last: x.last})
		}
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(append(slices.Clone(x.chain), x), func(y *call) bool { return slices.Contains(names, y.name) })
	}
	var names []string
	for _, a := range first.args {
		names = append(names, a.names()...)
	}
	one := names[:min(1, len(names))]
	of := func(list []string, kind fact.Kind, change string) {
		for _, n := range list {
			add(kind, change, in.table+"."+n, "")
		}
	}
	switch {
	case has("alter", "change") && slices.Contains(columnTypes[:], first.name), first.name == "change":
		of(one, "migration-lock", "type changed")
	case first.name == "dropcolumn", first.name == "dropcolumns", first.name == "remove", first.name == "removecolumns":
		of(names, "migration-lossy", "column dropped")
	case first.name == "rename", first.name == "renamecolumn":
		if len(names) == 2 {
			add("migration-renaming", "column renamed", in.table+"."+names[0], names[1])
		}
	case first.name == "dropnullable":
		of(one, "migration-lock", "not null")
	case first.name == "setnullable":
		of(one, "migration-changed", "null allowed")
	case first.name == "changenull":
		if len(first.args) > 1 && first.args[1].text == "false" {
			of(one, "migration-lock", "not null")
		} else {
			of(one, "migration-changed", "null allowed")
		}
	case first.name == "changedefault":
		of(one, "migration-changed", "default changed")
	case first.name == "references", first.name == "belongsto":
		for _, n := range one {
			add("migration-changed", "column added", in.table+"."+n+"_id", "")
		}
	case first.name == "removereferences", first.name == "removebelongsto":
		for _, n := range one {
			add("migration-lossy", "column dropped", in.table+"."+n+"_id", "")
		}
	case first.name == "timestamps":
		of([]string{"created_at", "updated_at"}, "migration-changed", "column added")
	case first.name == "softdeletes":
		of([]string{"deleted_at"}, "migration-changed", "column added")
	case first.name == "index", first.name == "unique":
		c.index(first, in.table, "index added", 0, func(kind fact.Kind, change, _, name, to string) { add(kind, change, name, to) })
	case first.name == "dropindex", first.name == "dropunique", first.name == "removeindex":
		c.index(first, in.table, "index dropped", 0, func(kind fact.Kind, change, _, name, to string) { add(kind, change, name, to) })
	case first.name == "foreign", first.name == "foreignkey":
		add("migration-lock", "constraint added", in.table+"."+strings.Join(one, ""), "")
	case first.name == "dropforeign", first.name == "removeforeignkey":
		add("migration-changed", "constraint dropped", in.table+"."+strings.Join(one, ""), "")
	case slices.Contains(columnTypes[:], first.name):
		list := one
		if first.root == "t" && len(first.chain) == 0 && len(x.chain) == 0 && first.name != "column" && first.name != "specifictype" {
			list = nil
			for _, a := range first.args { // of Rails: several columns of one type
				if a.kind == textValue {
					list = append(list, a.text)
				}
			}
		}
		of(list, "migration-changed", "column added")
	default:
		return false
	}
	return true
}

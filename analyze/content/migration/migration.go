// Package migration reads changes of a database schema: migrations in SQL, migrations as code
// (Rails, Alembic, Django, Sequelize, Knex, TypeORM, Entity Framework, Laravel), and files that
// hold the whole schema as it is after all of them.
//
//	SQL  ─▶ tokens ─▶ statements ─┐
//	code ─▶ syntax tree ─▶ calls ─┴▶ operations ─▶ facts
//
// In: both versions of the changed files. Out: what a new migration does; that a migration
// differs that may have run already; what differs in a whole schema, unless a migration of the
// same change says it.
//
// Invariants: what undoes a migration (down, downgrade, "-- +goose Down") is not read. What a
// migration does to a table that it creates itself is part of creating it. Comments and layout
// are no difference.
//
// The SQL of migrations is read here and not by a library: tree-sitter's grammar, which has all
// dialects and takes 2 MB of the binary, finds syntax errors in every fourth migration of MySQL,
// PostgreSQL and SQLite, and the parsers of one dialect refuse the others. The statements that
// define data are few and alike; of all others it is enough to know where they end.
package migration

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Match reports whether a file may be a migration or a whole schema, by its path.
func Match(p string) bool {
	lower := strings.ToLower(p)
	dir, base := path.Split(lower)
	ext := path.Ext(base)
	if !slices.Contains([]string{".sql", ".rb", ".py", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cs", ".php"}, ext) {
		return false
	}
	stem := strings.TrimSuffix(base, ext)
	if strings.HasSuffix(stem, ".designer") || strings.HasSuffix(stem, "snapshot") || strings.HasSuffix(stem, ".test") ||
		strings.HasSuffix(stem, ".spec") || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_spec") {
		return false
	}
	inside := false
	for d := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		switch d {
		case "test", "tests", "spec", "specs", "__tests__", "testdata", "fixtures", "node_modules", "vendor":
			return false
		case "alembic":
			inside = true
		}
		inside = inside || strings.Contains(d, "migrat")
	}
	if ext == ".sql" {
		return inside || flyway(stem) || slices.ContainsFunc(wordsOf(stem), func(w string) bool { return slices.Contains(snapshotNames, w) })
	}
	return inside && numbered(stem)
}

// snapshotNames are words in the names of files that hold a whole schema wherever they are.
var snapshotNames = []string{"schema", "structure", "latest", "init", "tables", "ddl"}

// wordsOf returns the parts of a name.
func wordsOf(stem string) []string {
	return strings.FieldsFunc(stem, func(r rune) bool { return r == '.' || r == '-' || r == '_' })
}

// flyway reports whether a name is that of Flyway: V1_2__name, R__name.
func flyway(stem string) bool {
	before, _, found := strings.Cut(stem, "__")
	if !found || before == "" || !strings.ContainsRune("vur", rune(before[0])) {
		return false
	}
	return before == "r" || len(before) > 1 && strings.Trim(before[1:], "0123456789._") == ""
}

// numbered reports whether a name says when the file runs: it starts with a number, has a
// time, or starts with the random number that Alembic gives.
func numbered(stem string) bool {
	if stem == "" {
		return false
	}
	if flyway(stem) || stem[0] >= '0' && stem[0] <= '9' || len(stem) > 1 && stem[0] == 'm' && stem[1] >= '0' && stem[1] <= '9' {
		return true
	}
	digits, hex := 0, 0
	for i := range len(stem) {
		switch c := stem[i]; {
		case c >= '0' && c <= '9':
			digits++
			hex++
		case c >= 'a' && c <= 'f':
			digits = 0
			hex++
		case c == '_' && hex == i && i >= 8:
			return true
		default:
			digits = 0
		}
		if digits >= 8 {
			return true
		}
	}
	return false
}

// A role is what a file is for.
type role int

const (
	forward  role = iota // a migration
	undo                 // what takes one back: not read
	snapshot             // the whole schema
)

func roleOf(p string) role {
	lower := strings.ToLower(p)
	dir, base := path.Split(lower)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if path.Ext(base) != ".sql" {
		return forward
	}
	switch {
	case strings.HasSuffix(stem, ".down"), strings.HasSuffix(stem, "_down"), strings.HasSuffix(stem, ".undo"), strings.HasSuffix(stem, "rollback"),
		flyway(stem) && stem[0] == 'u', stem == "down":
		return undo
	case numbered(stem) || stem == "up" || stem == "migration":
		return forward
	case slices.Contains(snapshotNames, stem):
		return snapshot
	}
	if parent := path.Base(dir); parent != "" && parent[0] >= '0' && parent[0] <= '9' {
		return forward
	}
	return snapshot
}

// Read is a fact.Reader.
func Read(pairs []fact.Pair) ([]fact.Fact, []fact.Problem) {
	r := &reader{}
	defer r.close()
	var facts, whole []fact.Fact
	var problems []fact.Problem
	for i := range pairs {
		p := &pairs[i]
		in := roleOf(p.Path())
		if in == undo {
			continue
		}
		old, oldProblem := r.script(p.Old, fact.Base)
		new, newProblem := r.script(p.New, fact.Head)
		if oldProblem != nil || newProblem != nil {
			for _, problem := range []*fact.Problem{oldProblem, newProblem} {
				if problem != nil {
					problems = append(problems, *problem)
				}
			}
			continue
		}
		switch {
		case in == snapshot && copied(pairs[i+1:], p):
		case in == snapshot:
			whole = append(whole, compareSchemas(p, old, new)...)
		case p.Old == nil:
			facts = append(facts, done(p, new)...)
		case p.New == nil:
			facts = append(facts, fact.Fact{
				Kind: "migration-removed", Name: path.Base(p.Old.Path), Change: "migration removed", Path: p.Old.Path, Line: old.line(), Side: fact.Base,
			})
		default:
			facts = append(facts, edited(p, old, new)...)
		}
	}
	type said struct{ name, change string }
	known := make(map[said]bool)
	for _, f := range facts {
		known[said{strings.ToLower(f.Name), f.Change}] = true
	}
	for _, f := range whole {
		if !known[said{strings.ToLower(f.Name), f.Change}] {
			facts = append(facts, f)
		}
	}
	return facts, problems
}

// copied reports whether a later file has the same content in both versions: copies of a
// schema are read once.
func copied(later []fact.Pair, p *fact.Pair) bool {
	same := func(a, b *fact.File) bool {
		return a == nil && b == nil || a != nil && b != nil && bytes.Equal(a.Content, b.Content)
	}
	return slices.ContainsFunc(later, func(q fact.Pair) bool { return same(p.Old, q.Old) && same(p.New, q.New) })
}

// An operation is one thing that a migration does.
type operation struct {
	kind   fact.Kind
	change string
	table  string // that it is about, empty for none
	name   string
	from   string
	to     string
	line   int
	last   int // line that it ends on, 0 for the same
}

// A script is what one version of a file does.
type script struct {
	operations []operation
	// steps are the parts that are compared to see whether a migration was edited: tokens or
	// statements without comments and layout.
	steps []step
	// tables is the schema after the statements of an SQL file, from nothing.
	tables *schema
	// built are the places of calls on builders that were read.
	built map[int]bool
}

// A step is a statement or a token.
type step struct {
	text string
	line int // of its first and
	last int // of its last token
}

// line is the first line with something on it.
func (s *script) line() int {
	if len(s.steps) > 0 {
		return s.steps[0].line
	}
	return 1
}

// script reads one version of a file.
func (r *reader) script(f *fact.File, side fact.Side) (s *script, problem *fact.Problem) {
	if f == nil {
		return &script{}, nil
	}
	defer func() {
		// What a file says must not end the run, whatever is wrong with its reader.
		if r := recover(); r != nil {
			s, problem = nil, &fact.Problem{Path: f.Path, Side: side, Message: fmt.Sprintf("the reader failed: %v", r)}
		}
	}()
	var err error
	if strings.EqualFold(path.Ext(f.Path), ".sql") {
		s, err = readSQL(string(f.Content))
	} else {
		s, err = r.code(f)
	}
	if err != nil {
		return nil, &fact.Problem{Path: f.Path, Side: side, Message: strings.Join(strings.Fields(err.Error()), " ")}
	}
	return s, nil
}

// done returns what a new migration does.
func done(p *fact.Pair, s *script) []fact.Fact {
	var facts []fact.Fact
	for _, o := range s.net() {
		table, column := subject(o.change, o.name)
		facts = append(facts, fact.Fact{
			Kind: o.kind, Name: o.name, Change: o.change, From: o.from, To: o.to, Path: p.New.Path, Line: o.line, Side: fact.Head,
			Table: table, Column: column,
		})
	}
	return facts
}

// subject returns the table, and the column if there is one, of a change that code may notice by their
// names; see fact.Fact. Both are empty for other changes: no code needs to know what is new.
func subject(change, name string) (table, column string) {
	name = strings.ToLower(name)
	switch change {
	case "table dropped", "table renamed", "table rebuilt":
	case "column dropped", "column renamed", "column changed", "type changed", "not null":
		at := strings.LastIndexByte(name, '.')
		if at < 0 {
			return "", ""
		}
		name, column = name[:at], name[at+1:]
	default:
		return "", ""
	}
	return strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "\"`[]"), strings.Trim(column, "\"`[]")
}

// edited returns what became of a migration that was there before.
func edited(p *fact.Pair, old, new *script) []fact.Fact {
	var facts []fact.Fact
	if from, to := versionOf(p.Old.Path), versionOf(p.New.Path); from != to {
		facts = append(facts, fact.Fact{
			Kind: "migration-renamed", Name: path.Base(p.New.Path), Change: "migration renamed", From: from, To: to,
			Path: p.New.Path, Line: new.line(), Side: fact.Head,
		})
	}
	before, after := differing(old.steps, new.steps)
	if len(before) == 0 && len(after) == 0 {
		return facts
	}
	f := fact.Fact{Kind: "migration-edited", Change: "migration edited", Path: p.New.Path, Side: fact.Head}
	if len(after) > 0 {
		f.Line = after[0].line
	} else {
		f.Path, f.Side, f.Line = p.Old.Path, fact.Base, before[0].line
	}
	f.Name = path.Base(p.New.Path)
	gone, fresh := old.within(before), new.within(after)
	if o := different(gone, fresh); o != nil {
		f.Name, f.From = o.name, o.change
	}
	if o := different(fresh, gone); o != nil {
		f.Name, f.To = o.name, o.change
	} else if f.From == "" && len(fresh) > 0 {
		f.Name = fresh[0].name
	}
	return append(facts, f)
}

// versionOf is what a tool knows a migration by: its name, with the folder where that is a
// version.
func versionOf(p string) string {
	dir, base := path.Split(p)
	if parent := path.Base(dir); strings.ContainsAny(parent, "0123456789") {
		return parent + "/" + base
	}
	return base
}

// differing returns what is left of two lists without what they begin and end with alike.
func differing(a, b []step) ([]step, []step) {
	for len(a) > 0 && len(b) > 0 && a[0].text == b[0].text {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1].text == b[len(b)-1].text {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// within returns the operations on the lines of steps.
func (s *script) within(steps []step) []operation {
	if len(steps) == 0 {
		return nil
	}
	var list []operation
	for _, o := range s.operations {
		if max(o.line, o.last) >= steps[0].line && o.line <= steps[len(steps)-1].last {
			list = append(list, o)
		}
	}
	// What has the difference inside of it is told after what is in the difference.
	slices.SortStableFunc(list, func(a, b operation) int { return (max(a.line, a.last) - a.line) - (max(b.line, b.last) - b.line) })
	return list
}

// different returns the first operation of a list that another does not have.
func different(list, other []operation) *operation {
	for i := range list {
		o := list[i]
		if !slices.ContainsFunc(other, func(x operation) bool { return x.name == o.name && x.change == o.change && x.to == o.to }) {
			return &o
		}
	}
	return nil
}

// net returns the operations of a script without those that are part of others: on tables it
// creates, on what it creates and drops again, and the same twice.
func (s *script) net() []operation {
	created, dropped := make(map[string]bool), make(map[string]bool)
	renamed := make(map[string]string) // a new table that takes the name of another
	for _, o := range s.operations {
		switch o.change {
		case "table added":
			created[o.name] = true
		case "table dropped":
			dropped[o.name] = true
		case "table renamed":
			if created[o.name] {
				renamed[o.name] = o.to
			}
		}
	}
	made := make(map[string]bool) // views and the like, dropped and made again
	for _, o := range s.operations {
		if noun, found := strings.CutSuffix(o.change, " added"); found {
			made[noun+" "+o.name] = true
		}
	}
	rebuilt := make(map[string]bool)
	for _, to := range renamed {
		if dropped[to] {
			rebuilt[to] = true
		}
	}
	seen := make(map[string]int)
	var list []operation
	for _, o := range s.operations {
		switch {
		case o.kind == "", o.name == "": // a temporary table, or no name
			continue
		case o.change == "table added" && renamed[o.name] != "":
			if to := renamed[o.name]; rebuilt[to] {
				continue
			} else {
				o.name, o.table = to, to
			}
		case o.change == "table renamed" && created[o.name]:
			continue
		case o.change == "table dropped" && rebuilt[o.name]:
			o.change, o.kind = "table rebuilt", "migration-lossy"
		case o.change == "table dropped" && created[o.name]:
			continue
		case o.table != "" && created[o.table] && o.change != "table added":
			continue
		case o.table != "" && rebuilt[o.table] && o.change == "index added":
			continue
		default:
			if noun, found := strings.CutSuffix(o.change, " dropped"); found && made[noun+" "+o.name] && noun != "column" && noun != "table" {
				continue
			}
		}
		key := o.change + " " + o.name
		if at, again := seen[key]; again {
			if l := &list[at]; o.to != "" && !slices.Contains(strings.Split(l.to, ", "), o.to) && strings.HasPrefix(o.change, "enum value") {
				l.to += ", " + o.to
			}
			continue
		}
		seen[key] = len(list)
		list = append(list, o)
	}
	return list
}

// A syntaxError says where the text of a file ends too early.
func syntaxError(line int, what string) error { return fmt.Errorf("line %d: %s", line, what) }

// Package naming finds the code that uses the settings, tables and operations whose facts differ.
//
//	facts ─▶ what code may call each ─▶ terms of head ─▶ files, first place and its symbol
//
// In: facts, the graph of head, and its terms, which are asked for only where a fact may have a use.
// Out: Fact.Used of the facts that some product code names or handles for certain.
//
// Invariants: a setting is named by a string that is its whole path, in the form of the file or in one
// that the framework of the file reads too; a table by a query or a model; an operation is handled by
// what is registered for its whole path, or is derived from what a generator makes for its service.
// Only files that the terms give are read.
package naming

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/config"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/migration"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/analyze/term"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Input is where the uses are looked for.
type Input struct {
	Head  *diff.Snapshot
	Graph *graph.Graph // of Head
	Blobs source.Blobs
	// Terms returns those of Head.
	Terms func(context.Context) (*term.Index, error)
}

// Of returns facts with Used set where it is known.
func Of(ctx context.Context, in Input, list []fact.Fact) ([]fact.Fact, error) {
	if !slices.ContainsFunc(list, func(f fact.Fact) bool { return finderOf(&f) != nil }) {
		return list, nil
	}
	terms, err := in.Terms(ctx)
	if err != nil {
		return nil, err
	}
	s := &search{graph: in.Graph, terms: terms, files: source.NewFiles(in.Head, in.Blobs), known: make(map[string]*fact.Use), byPath: make(map[string][]*graph.Node)}
	list = slices.Clone(list)
	for i := range list {
		if find := finderOf(&list[i]); find != nil {
			list[i].Used = find(s, &list[i])
		}
	}
	return list, ctx.Err()
}

// A finder returns who uses what a fact is about, nil where that is not known.
type finder func(s *search, f *fact.Fact) *fact.Use

// finderOf returns what finds the uses of a fact, nil for one that cannot have any.
func finderOf(f *fact.Fact) finder {
	if f.Used != nil {
		return nil
	}
	switch f.Type() {
	case fact.Config:
		if config.OfProgram(f.Path) {
			return (*search).setting
		}
	case fact.Data:
		return (*search).message
	case fact.Docker:
		if f.Field == "ENV" {
			return (*search).variable
		}
	case fact.Migration:
		if f.Table != "" {
			return (*search).table
		}
	case fact.Schema:
		switch {
		case f.Format == "openapi" && f.Scope != "":
			return (*search).route
		case f.Format == "proto" && f.Field == "method":
			return (*search).procedure
		case f.Format == "graphql" && f.Field == "field":
			return (*search).resolver
		}
	}
	return nil
}

type search struct {
	graph  *graph.Graph
	terms  *term.Index
	files  *source.Files
	known  map[string]*fact.Use // handlers of operations by method and path
	byPath map[string][]*graph.Node
	byName map[string][]*graph.Node // see callables; nil until it is asked for
}

// setting finds the code that names a setting of a program by its path.
func (s *search) setting(f *fact.Fact) *fact.Use {
	spring := isSpring(f.Path)
	if spring {
		if u := s.bound(f.Name); u != nil {
			return u
		}
	}
	return s.firstNamed(f.Name, forms(f.Name, f.Path, spring))
}

// message finds the code that names a key of a file with messages or other data: by all of its path, or
// by what follows the language that the file is named after.
func (s *search) message(f *fact.Fact) *fact.Use {
	if !strings.Contains(f.Name, ".") {
		return nil
	}
	if u := s.bound(f.Name); u != nil { // of a file that one of Spring names
		return u
	}
	names := []string{f.Name}
	stem, _, _ := strings.Cut(path.Base(f.Path), ".")
	if rest, ok := strings.CutPrefix(f.Name, stem+"."); ok {
		names = append(names, rest)
	}
	u := s.firstNamed(f.Name, names)
	if u != nil && u.Name == "" && f.More > 0 { // the fact counts other keys too
		u.Name = f.Name
	}
	return u
}

// variable finds the code that names a variable of the environment.
func (s *search) variable(f *fact.Fact) *fact.Use { return s.firstNamed(f.Name, []string{f.Name}) }

// firstNamed finds the code that names any of names in a string.
func (s *search) firstNamed(name string, names []string) *fact.Use {
	var places []term.Place
	other := "" // the first of names that is found and is not name
	for _, n := range names {
		if at := s.terms.Places(facts.Setting, n); len(at) > 0 {
			if other == "" && n != name {
				other = n
			}
			places = append(places, at...)
		}
	}
	return s.use(fact.Names, other, places)
}

// forms returns how code may name a setting of a file: as the file does, and as its framework allows.
func forms(name, file string, spring bool) []string {
	names := []string{name}
	switch base := strings.ToLower(path.Base(file)); {
	case strings.HasPrefix(base, "appsettings"): // ASP.NET
		names = append(names, strings.ReplaceAll(name, ".", ":"), strings.ReplaceAll(name, ".", "__"))
	case spring:
		upper := strings.ToUpper(strings.NewReplacer(".", "_", "-", "").Replace(name))
		names = append(names, hyphened(name), upper)
	}
	return names
}

// isSpring reports whether Spring Boot reads a file.
func isSpring(file string) bool {
	base := path.Base(file)
	return strings.HasPrefix(base, "application") || strings.HasPrefix(base, "bootstrap")
}

// hyphened returns a setting with hyphens between words: the form in which Spring looks it up.
func hyphened(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case 'A' <= r && r <= 'Z':
			if i > 0 && name[i-1] != '.' && name[i-1] != '-' {
				b.WriteByte('-')
			}
			b.WriteRune(r + 'a' - 'A')
		case r == '_':
			b.WriteByte('-')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// bound finds the field that Spring fills with a setting: of the class whose prefix the path begins
// with, and of the classes of its fields in it.
func (s *search) bound(name string) *fact.Use {
	segments := strings.Split(name, ".")
	for n := len(segments) - 1; n > 0; n-- {
		places := s.terms.Places(facts.Prefix, strings.Join(segments[:n], "."))
		if len(places) == 0 {
			continue
		}
		if len(places) > 1 {
			return nil
		}
		class := s.typeFrom(places[0])
		var field *graph.Node
		for _, segment := range segments[n:] {
			next := s.member(class, func(m *graph.Node) bool { return m.Label == graph.Field && folded(m.Name) == folded(segment) })
			if next == nil {
				break
			}
			field = next
			class = s.member(class, func(m *graph.Node) bool { return m.Label.IsType() && folded(m.Name) == folded(segment) })
		}
		if field == nil {
			return nil
		}
		return &fact.Use{Verb: fact.Binds, Files: 1, First: fact.Place{Path: field.Path, Line: field.Line}, In: display(field)}
	}
	return nil
}

// folded returns a name in the form in which Spring compares it.
func folded(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}

// table finds the queries and models that name a table; of a column those queries that name it too, and
// where none does those of its table.
func (s *search) table(f *fact.Fact) *fact.Use {
	at := slices.DeleteFunc(s.terms.Places(facts.Table, f.Table), func(p term.Place) bool { return ofMigrations(p.Path) })
	if f.Column == "" {
		return s.use(fact.Names, "", at)
	}
	named := make(map[term.Place]bool)
	for _, p := range s.terms.Places(facts.Column, f.Column) {
		named[p] = true
	}
	both := slices.DeleteFunc(slices.Clone(at), func(p term.Place) bool { return !named[p] })
	if len(both) > 0 {
		return s.use(fact.Names, "", both)
	}
	return s.use(fact.Names, f.Table, at)
}

// ofMigrations reports whether a file is run once, when the database is as it was.
func ofMigrations(file string) bool {
	if migration.Match(file) {
		return true
	}
	for dir := range strings.SplitSeq(strings.ToLower(path.Dir(file)), "/") {
		switch dir {
		case "migration", "migrations", "migrate":
			return true
		}
	}
	return false
}

// use counts the files of places, nil for none.
func (s *search) use(verb fact.Verb, name string, places []term.Place) *fact.Use {
	if len(places) == 0 {
		return nil
	}
	files := make(map[string]bool)
	first := places[0]
	for _, p := range places {
		files[p.Path] = true
		if p.Path < first.Path || p.Path == first.Path && p.Line < first.Line {
			first = p
		}
	}
	u := &fact.Use{Verb: verb, Name: name, Files: len(files), First: fact.Place{Path: first.Path, Line: first.Line}}
	if n := s.symbolAt(first); n != nil {
		u.In = display(n)
	}
	return u
}

// nodesOf returns the symbols of a file.
func (s *search) nodesOf(file string) []*graph.Node {
	nodes, known := s.byPath[file]
	if !known {
		for _, n := range s.graph.Nodes {
			if n.Path == file && n.Label != graph.File && n.Label != graph.Folder {
				nodes = append(nodes, n)
			}
		}
		s.byPath[file] = nodes
	}
	return nodes
}

// callables returns the functions of product code by their folded names.
func (s *search) callables() map[string][]*graph.Node {
	if s.byName == nil {
		s.byName = make(map[string][]*graph.Node)
		for _, n := range s.graph.Nodes {
			if n.Label.Callable() && !n.Test && !n.Generated && !n.Declared {
				s.byName[folded(n.Name)] = append(s.byName[folded(n.Name)], n)
			}
		}
	}
	return s.byName
}

// symbolAt returns the innermost symbol around a place, nil for none.
func (s *search) symbolAt(p term.Place) *graph.Node {
	var found *graph.Node
	for _, n := range s.nodesOf(p.Path) {
		if n.Start <= p.Line && p.Line <= n.End && (found == nil || n.End-n.Start < found.End-found.Start) {
			found = n
		}
	}
	return found
}

// typeFrom returns the type whose declaration a place is in or in front of, nil for none.
func (s *search) typeFrom(p term.Place) *graph.Node {
	var found *graph.Node
	for _, n := range s.nodesOf(p.Path) {
		if n.Label.IsType() && n.Start <= p.Line && p.Line <= n.Line && (found == nil || n.Line < found.Line) {
			found = n
		}
	}
	return found
}

// member returns the first member of a type that is as wanted, nil for none.
func (s *search) member(of *graph.Node, is func(*graph.Node) bool) *graph.Node {
	if of == nil {
		return nil
	}
	for _, n := range s.nodesOf(of.Path) {
		if n.Parent == of && is(n) {
			return n
		}
	}
	return nil
}

// display returns the name of a symbol in reports.
func display(n *graph.Node) string {
	if n.Qualified != "" {
		return n.Qualified
	}
	return n.Name
}

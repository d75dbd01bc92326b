package propertygraph

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
)

// A row is one property of a table: its name, documentation, and how to read it. The values nil, ""
// and false count as absent, unless the property is always present.
type row[T any] struct {
	name   string
	doc    string
	always bool
	get    func(T) any
}

func get[T any](table []row[T], of T, key string) any {
	if key == "uid" {
		key = "id"
	}
	for i := range table {
		if p := &table[i]; p.name == key {
			v := p.get(of)
			if v == "" && !p.always {
				return nil
			}
			return v
		}
	}
	return nil
}

func keys[T any](table []row[T], of T) []string {
	var names []string
	for i := range table {
		p := &table[i]
		if v := p.get(of); p.always || v != nil && v != "" && v != false {
			names = append(names, p.name)
		}
	}
	return names
}

// line returns a line number as a property; 0 means none.
func line(n int) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

var symbolProperties = []row[*graph.Node]{
	{"id", "id, as all answers give it; also `uid`", true, func(n *graph.Node) any { return n.ID }},
	{"name", "name; of a file the last part of its path", true, func(n *graph.Node) any { return n.Name }},
	{"filePath", "file that defines it; the folder's own path", true, func(n *graph.Node) any { return n.Path }},
	{"qualifiedName", "name with what it is a member of: Context.Next", false, func(n *graph.Node) any { return n.Qualified }},
	{"language", "language of the file", false, func(n *graph.Node) any { return n.Language }},
	{"startLine", "first line, from 1", false, func(n *graph.Node) any { return line(n.Start) }},
	{"endLine", "last line", false, func(n *graph.Node) any { return line(n.End) }},
	{"line", "line of the name", false, func(n *graph.Node) any { return line(n.Line) }},
	{"signature", "header as one line", false, func(n *graph.Node) any { return n.Signature.Text }},
	{"visibility", "public, protected, package or private", false, func(n *graph.Node) any { return string(n.Signature.Visibility) }},
	{"entryType", "what the outside starts it as: main, request_handler, cli, event, exported; test: a test, or what only helps tests; test_setup: what a runner calls around tests", false, func(n *graph.Node) any {
		if n.Entry == nil {
			return nil
		}
		return n.Entry.Type
	}},
	{"isExported", "true when it is visible outside its package or module", false, func(n *graph.Node) any { return n.Exported }},
	{"isTest", "true of tests and what is in test files", false, func(n *graph.Node) any { return n.Test }},
	{"isAbstract", "true when it has no body", false, func(n *graph.Node) any { return n.Abstract }},
	{"isGenerated", "true in files that are generated, vendored or minified", false, func(n *graph.Node) any { return n.Generated }},
	{"isAsync", "true when its result has to be awaited", false, func(n *graph.Node) any { return n.Signature.Async }},
	{"complexity", "cyclomatic complexity of a function with a body", false, func(n *graph.Node) any {
		if !n.Label.Callable() || n.Abstract {
			return nil
		}
		return int64(1 + n.Decisions)
	}},
}

var communityProperties = []row[*graph.Community]{
	{"id", "id; also `uid`", true, func(c *graph.Community) any { return c.ID }},
	{"name", "name; also `label` and `heuristicLabel`", true, func(c *graph.Community) any { return c.Label }},
	{"label", "", true, func(c *graph.Community) any { return c.Label }},
	{"heuristicLabel", "", true, func(c *graph.Community) any { return c.Label }},
	{"area", "name that several communities of one area share", true, func(c *graph.Community) any { return c.Area }},
	{"description", "one sentence", false, func(c *graph.Community) any { return c.Description }},
	{"cohesion", "share of its members' edges that stay inside, 0 to 1", true, func(c *graph.Community) any { return c.Cohesion }},
	{"symbolCount", "number of members", true, func(c *graph.Community) any { return int64(len(c.Members)) }},
}

var processProperties = []row[*flow]{
	{"id", "id; also `uid`", true, func(p *flow) any { return p.ID }},
	{"name", "entry → end; also `label` and `heuristicLabel`", true, func(p *flow) any { return p.Label }},
	{"label", "", true, func(p *flow) any { return p.Label }},
	{"heuristicLabel", "", true, func(p *flow) any { return p.Label }},
	{"processType", "what starts it: request_handler, main, cli, event, …; else exported or internal", true, func(p *flow) any { return p.Type }},
	{"scope", "intra_community, or cross_community when its steps are of several communities", true, func(p *flow) any { return p.scope }},
	{"stepCount", "number of steps", true, func(p *flow) any { return int64(len(p.Steps)) }},
	{"entryPointId", "id of the first step", true, func(p *flow) any { return p.Entry().ID }},
	{"terminalId", "id of the last step", true, func(p *flow) any { return p.Terminal().ID }},
	{"isCut", "true when it goes on and a limit ends it here", false, func(p *flow) any { return p.Cut }},
}

var edgeProperties = []row[*graph.Edge]{
	{"confidence", "how sure it is, 0 to 1", true, func(e *graph.Edge) any { return e.Confidence }},
	{"reason", "how it was found, in a few words", true, func(e *graph.Edge) any { return ruleset.Reason(e.Rule) }},
	{"rule", "number of the rule that found it", false, func(e *graph.Edge) any { return line(e.Rule) }},
	{"lines", "lines of the source's file where it is written", false, func(e *graph.Edge) any {
		if len(e.Sites) == 0 {
			return nil
		}
		lines := make([]any, 0, len(e.Sites))
		for _, s := range e.Sites {
			if n := int64(s.Line); len(lines) == 0 || lines[len(lines)-1] != n {
				lines = append(lines, n)
			}
		}
		return lines
	}},
}

var stepProperties = []row[int]{
	{"step", "number of the step in the process, from 1", true, func(s int) any { return int64(s) }},
}

// A Row is a label or type of the schema with its documentation.
type Row struct{ Name, Doc string }

// Labels are the labels of nodes.
var Labels = []Row{
	{string(graph.File), "a file"}, {string(graph.Folder), "a folder"},
	{string(graph.Function), "a function"}, {string(graph.Method), "a method"}, {string(graph.Constructor), "a constructor"},
	{string(graph.Class), "a class"}, {string(graph.Struct), "a struct"}, {string(graph.Interface), "an interface or protocol"},
	{string(graph.Trait), "a trait"}, {string(graph.Enum), "an enumeration"}, {string(graph.EnumMember), "a case of one"},
	{string(graph.Type), "another type, or a name for one"}, {string(graph.Variable), "a variable"}, {string(graph.Constant), "a constant"},
	{string(graph.Field), "a field or property"}, {string(graph.Namespace), "a namespace or module"},
	{CodeElement, "every symbol, beside its own label"},
	{Community, "a cluster of symbols that belong together"}, {Process, "an execution flow: a chain of calls from an entry point"},
}

// Types are the types of relationships.
var Types = []Row{
	{string(graph.Contains), "folder → file or folder"},
	{string(graph.Defines), "file, type or function → symbol"},
	{string(graph.Imports), "file → file, or file → symbol when it is named"},
	{string(graph.Calls), "code → function, method or class that it makes"},
	{string(graph.MayCall), "code → function that a call could run, as types and assignments allow"},
	{string(graph.References), "code → symbol: a use that is no call"},
	{string(graph.Extends), "type → base type; also `INHERITS`"},
	{string(graph.Implements), "type → interface"},
	{string(graph.HasMethod), "type → method"},
	{string(graph.Overrides), "method → method that it replaces"},
	{string(graph.Tests), "test → symbol that it reaches directly"},
	{string(graph.MemberOf), "symbol → Community"},
	{string(graph.StepInProcess), "symbol → Process, with `step`"},
}

// Keys returns the names of all properties.
func Keys() []string {
	all := []string{"uid", "type"}
	for _, k := range slices.Concat(names(symbolProperties), names(communityProperties), names(processProperties), names(edgeProperties), names(stepProperties)) {
		if !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	return all
}

func names[T any](table []row[T]) []string {
	var all []string
	for i := range table {
		all = append(all, table[i].name)
	}
	return all
}

// WriteSchema writes the schema as Markdown.
func WriteSchema(w io.Writer) {
	out := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) } // the writer keeps its error
	out("Labels of nodes:\n\n")
	for _, l := range Labels {
		out("- `%s`: %s\n", l.Name, l.Doc)
	}
	out("\nTypes of relationships; every one is a `%s` too, with its type as the property `type`:\n\n", AnyType)
	for _, t := range Types {
		out("- `%s`: %s\n", t.Name, t.Doc)
	}
	writeProperties(w, "Properties of files, folders and symbols", symbolProperties)
	writeProperties(w, "Properties of a Community", communityProperties)
	writeProperties(w, "Properties of a Process", processProperties)
	writeProperties(w, "Properties of relationships", edgeProperties)
	writeProperties(w, "Properties of a STEP_IN_PROCESS", stepProperties)
}

// WriteBrief writes the names of the schema, and what types relate, as Markdown.
func WriteBrief(w io.Writer) {
	out := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) } // the writer keeps its error
	labels := make([]string, len(Labels))
	for i := range Labels {
		labels[i] = Labels[i].Name
	}
	out("Labels: %s.\n\n", strings.Join(labels, ", "))
	out("Types, each a `%s` too, with its name as the property `type`:\n\n", AnyType)
	for _, t := range Types {
		out("- %s: %s\n", t.Name, t.Doc)
	}
	out("\nProperties:\n\n")
	out("- of files, folders and symbols: %s\n", strings.Join(documented(symbolProperties), ", "))
	out("- of a Community: %s\n", strings.Join(documented(communityProperties), ", "))
	out("- of a Process: %s\n", strings.Join(documented(processProperties), ", "))
	out("- of relationships: %s; of a STEP_IN_PROCESS also %s\n", strings.Join(documented(edgeProperties), ", "), strings.Join(documented(stepProperties), ", "))
}

// documented returns the names of properties that are not second names.
func documented[T any](table []row[T]) []string {
	var names []string
	for i := range table {
		if table[i].doc != "" {
			names = append(names, table[i].name)
		}
	}
	return names
}

func writeProperties[T any](w io.Writer, title string, table []row[T]) {
	_, _ = fmt.Fprintf(w, "\n%s:\n\n", title)
	for i := range table {
		if p := &table[i]; p.doc != "" {
			_, _ = fmt.Fprintf(w, "- `%s`: %s\n", p.name, p.doc)
		}
	}
}

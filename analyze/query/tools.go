// Package query answers questions about the code graph of one snapshot: who uses a
// symbol, what depends on it, which areas the code base has. Users ask on the command
// line, programs over a protocol; all use the same table, Tools.
//
// A tool is one question. It has a name, a page of help (NAME.md, with a line "When to use:"
// and a line "Example:" with arguments as JSON), a type for its parameters, whose tags define
// its JSON schema, defaults and command line, and a function from an engine.Engine and
// parameters to a Result. A result is plain data: its fields define the JSON form, and Text
// writes the form for people. To add a tool, write NAME.go and NAME.md and add a row to Tools;
// the command line and the protocols are made from the row.
//
// In: a Snapshot, which package analyze makes. Out: a Result, or an error that can be a result
// too: *LookupError if a name means no symbol or several, *ParameterError for an invalid
// parameter.
//
// Invariants: a tool only reads, unless it is marked Writes, so tools may run concurrently on one
// Engine; equal snapshots and parameters give equal bytes; every list is sorted and bounded, and
// a cut list has its full length (Bounds); no line of Text contains a control character, whatever
// the repository contains.
package query

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
	"github.com/nexus-ci/nexus-ci/analyze/query/rename"
	"github.com/nexus-ci/nexus-ci/analyze/query/schema"
)

// A Tool is one question that can be asked of an Engine.
type Tool struct {
	Name    string
	Summary string // one line for people
	Help    string // a page of Markdown, with a line on when to use it
	// Reference is what follows on the page for people, who read it once. What a model needs of
	// it is in Help, which models have in their context all the time.
	Reference string
	Example   json.RawMessage // typical arguments
	// NoCommand: it is not a command, because people have other commands for it.
	NoCommand bool
	// NoSnapshot: it needs no snapshot; the engine needs only the external sources that the
	// tool uses.
	NoSnapshot bool
	// Writes: it may change files of the repository.
	Writes bool
	// Input is the schema of the parameters.
	Input *schema.Schema
	// Output makes the schema of the result. Only who publishes it needs it, and it is large.
	Output func() *schema.Schema
	// Run answers. The arguments are a JSON object that fits Input; empty means {}. For invalid
	// arguments the error is a *LookupError or a *ParameterError.
	Run func(ctx context.Context, e *engine.Engine, arguments json.RawMessage) (engine.Result, error)
	// Follow is Run that also gives each part of the answer as soon as it is known, one at a time;
	// nil for a tool whose answer has no parts.
	Follow func(ctx context.Context, e *engine.Engine, arguments json.RawMessage, each func(part any)) (engine.Result, error)
}

// Tools returns the table of all tools.
func Tools() []Tool {
	return []Tool{
		inParts(tool("query", "The flows that have to do with something, and the symbols that fit", finder.Query, &finder.QueryResult{}, &finder.FlatResult{}, &finder.SyntaxResult{}, &finder.MultiResult{}, &finder.NearResult{}), finder.QueryParts),
		tool("search", "The symbols that fit a few words best", finder.Search, &finder.QueryResult{}, &finder.FlatResult{}, &finder.SyntaxResult{}),
		noCommand(tool("multi_search", "Several searches at once, and what joins what they find", finder.MultiSearch, &finder.MultiResult{})),
		tool("context", "What a symbol is, who uses it, what it uses and which flows run through it", Context, &ContextResult{}, &engine.LookupError{}),
		writes(tool("rename", "Give a symbol another name, with all that uses it", rename.Run, &rename.Answer{}, &engine.LookupError{})),
		tool("impact", "What may break when a symbol changes, by depth", Impact, &ImpactResult{}, &engine.LookupError{}),
		tool("explore", "A symbol, cluster or flow, the ways between symbols, or the whole code base", Explore,
			&Overview{}, &SymbolView{}, &ClusterView{}, &ProcessView{}, &Ways{}, &engine.LookupError{}),
		noCommand(tool("grep", "Lines that fit a regular expression", Grep, &GrepResult{})),
		noCommand(tool("read", "The content of a file", Read, &FileText{})),
		noCommand(tool("list_files", "The files of the repository with their languages", ListFiles, &FileList{})),
		noCommand(tool("code_intelligence", "Where a symbol is, what refers to it, calls it, is called by it or is like it", CodeIntelligence,
			&Definitions{}, &Ways{}, &finder.FlatResult{})),
		noCommand(tool("analyze_code", "Which functions are complex, and what is large or does too much", AnalyzeCode, &CodeAnalysis{})),
		noCommand(tool("detect_changes", "What the changes of the work tree break and which flows they touch", engine.DetectChanges, &engine.ChangeReport{})),
		noSnapshot(tool("list_repos", "The repositories that were indexed, with what is in them", ListRepos, &RepositoryList{})),
		noCommand(tool("index_codebase", "Read the repository as it is now", IndexCodebase, &IndexedCodebase{})),
		noCommand(tool("graph_stats", "How large the graph is, by kind", GraphStats, &GraphStatsResult{})),
		noCommand(tool("prompt_context", "What a language model has to know of the code for a question", PromptContext, &PromptContextResult{})),
		tool("cypher", "A question to the graph in openCypher", Cypher, &CypherResult{}),
	}
}

func noCommand(t Tool) Tool {
	t.NoCommand = true
	return t
}

func writes(t Tool) Tool {
	t.Writes = true
	return t
}

// inParts adds a function that answers like that of a tool, in parts.
func inParts[P any](t Tool, run func(context.Context, *engine.Engine, P, func(part any)) (engine.Result, error)) Tool {
	t.Follow = func(ctx context.Context, e *engine.Engine, arguments json.RawMessage, each func(part any)) (engine.Result, error) {
		params, err := decode[P](t.Input, arguments)
		if err != nil {
			return nil, err
		}
		return run(ctx, e, params, each)
	}
	return t
}

func noSnapshot(t Tool) Tool {
	t.NoCommand, t.NoSnapshot = true, true
	return t
}

// Find returns the tool with a name.
func Find(name string) (Tool, bool) {
	tools := Tools()
	if i := slices.IndexFunc(tools, func(t Tool) bool { return t.Name == name }); i >= 0 {
		return tools[i], true
	}
	return Tool{}, false
}

//go:embed *.md
var pages embed.FS

// tool makes a row of the table. results has a value of each type that run returns, as a result
// or as an error that is a result too.
func tool[P any](name, summary string, run func(context.Context, *engine.Engine, P) (engine.Result, error), results ...engine.Result) Tool {
	page, _ := pages.ReadFile(name + ".md") // a test checks that it exists
	text, reference, _ := strings.Cut(string(page), "\n## Reference\n\n")
	help, example := takeExample(text)
	input := schema.Of(reflect.TypeFor[P]())
	t := Tool{Name: name, Summary: summary, Help: help, Reference: reference, Example: example, Input: input}
	t.Output = func() *schema.Schema {
		var output []*schema.Schema
		for _, r := range results {
			output = append(output, schema.Of(reflect.TypeOf(r)))
		}
		if len(output) == 1 {
			return output[0]
		}
		return &schema.Schema{Type: "object", AnyOf: output}
	}
	t.Run = func(ctx context.Context, e *engine.Engine, arguments json.RawMessage) (engine.Result, error) {
		params, err := decode[P](input, arguments)
		if err != nil {
			return nil, err
		}
		return run(ctx, e, params)
	}
	return t
}

// decode returns the parameters of a tool. The error is a *engine.ParameterError for one that does
// not fit the schema.
func decode[P any](input *schema.Schema, arguments json.RawMessage) (params P, err error) {
	var wrong *schema.Error
	if err = input.DecodeArguments(arguments, &params); errors.As(err, &wrong) {
		err = &engine.ParameterError{Parameter: wrong.Parameter, Reason: wrong.Reason}
	}
	return params, err
}

// takeExample splits the example line off a help page.
func takeExample(page string) (help string, example json.RawMessage) {
	const mark = "\nExample: "
	before, rest, ok := strings.Cut(page, mark)
	if !ok {
		return page, nil
	}
	line, after, _ := strings.Cut(rest, "\n")
	return before + "\n" + after, json.RawMessage(line)
}

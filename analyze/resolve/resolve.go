package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/conform"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/input"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/uses"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/work"
)

// The inputs of a snapshot, see package input.
type (
	Input = input.Input
	File  = input.File
	Work  = work.Counts
)

// RuleImplied is the rule for calls that do not name what they run.
const RuleImplied = ruleset.Implied

// Graph returns the graph of a snapshot. Communities and processes are not part
// of it: analyze/community and analyze/process make them from the graph.
func Graph(in Input) *graph.Graph {
	g, _ := graphOf(in, false)
	return g
}

// Traced returns the graph of a snapshot, and the traces that Delta needs for a later one; nil for a graph
// without some of its files.
func Traced(in Input) (*graph.Graph, *Traces) { return graphOf(in, true) }

func graphOf(in Input, traced bool) (g *graph.Graph, traces *Traces) {
	full := func(r *infer.Resolver) {
		e := prepare(r, nil)
		if traced {
			e.Traces, e.KeepTraces = make([]edges.Trace, len(r.In.Files)), true
		}
		emit(e)
		g = e.B.Graph()
		traces = tracesOf(e, g)
	}
	if in.Bug == nil {
		full(infer.New(in))
		return g, traces
	}
	paths := make([]string, len(in.Files))
	for i := range in.Files {
		paths[i] = in.Files[i].Path
	}
	var r *infer.Resolver
	without, end := fault.Blame(fault.Resolve, fault.Suspect{Paths: paths, At: func() string { return r.WorkingOn() }, Like: func(path string) []string { return sameLanguage(in, path) }, Tell: in.Bug}, func(without map[string]*fault.Fault) {
		r = infer.New(inputWithout(in, without))
		full(r)
	})
	if len(without) > 0 {
		traces = nil
	}
	if end != nil {
		for _, path := range paths {
			without[path] = end
		}
		b := graph.NewBuilder()
		b.Files, b.Skips = len(in.Paths), inputWithout(in, without).Skips
		g = b.Graph()
	}
	return g, traces
}

// inputWithout returns the input without some files, which are listed as Skips.
func inputWithout(in Input, faults map[string]*fault.Fault) Input {
	if len(faults) == 0 {
		return in
	}
	var kept []File
	in.Skips = slices.Clone(in.Skips)
	for _, f := range in.Files {
		if bug := faults[f.Path]; bug != nil {
			in.Skips = append(in.Skips, graph.Skip{Path: f.Path, Reason: graph.SkipInternal, Message: bug.Message()})
		} else {
			kept = append(kept, f)
		}
	}
	in.Files = kept
	return in
}

// sameLanguage returns the files in the language of the file at path.
func sameLanguage(in Input, path string) []string {
	at := slices.IndexFunc(in.Files, func(f File) bool { return f.Path == path })
	var paths []string
	for _, f := range in.Files {
		if f.Language == in.Files[at].Language {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// prepare builds the tables of declarations of a snapshot and returns a writer of its graph, which takes nodes of base
// over where that is not nil.
func prepare(r *infer.Resolver, base *graph.Graph) *edges.Writer {
	r.Prepare()
	return edges.New(r, base)
}

// emit writes the whole graph of a snapshot, in phases: the nodes and
// everything that follows from declarations; the flow of values, which needs to know which types
// implement which interfaces; the uses in each file; and missing members.
func emit(e *edges.Writer) *edges.Writer {
	e.Infer().Stages(e.TraceLinks, e.Structure, e.Inheritance, e.Records, e.Implementations, e.TraceDeclared, e.FollowValues, e.AllFiles, conform.New(e).Conformance)
	return e
}

// Uses returns the graph of a snapshot with all occurrences of the names in the files at paths:
// see uses.Collect.
func Uses(in Input, paths, names map[string]bool) *graph.Written {
	e := emit(prepare(infer.New(in), nil))
	return uses.Collect(e, conform.New(e), paths, names)
}
